//! Compiles and runs generated drivers without the plugin, against derivatives written by hand.
//!
//! The stand-ins below play the plugin's part: they are variadic functions that read the operands a driver passes
//! and return known derivatives, right or wrong on purpose. Tests that need clang are skipped where it is missing.

use super::*;
use crate::process::{self, Finished};
use std::fs;
use std::process::Command;
use std::time::Duration;
use zymase_toolchain::find_tool;

/// Builds the driver of a test file with stand-ins for the derivative calls, and runs it.
fn run_with_stand_ins(name: &str, case_text: &str, stand_ins: &str) -> Option<Finished> {
    let clang = find_tool("clang")?;
    let folder = std::env::temp_dir().join(format!("zymase-driver-test-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("case.c");
    fs::write(&source, case_text).unwrap();
    let case = Case::parse(&source, case_text).unwrap();
    let driver = folder.join("driver.c");
    fs::write(&driver, generate(&case, &source, Purpose::Check, 1)).unwrap();
    let helper = folder.join("stand_ins.c");
    fs::write(&helper, format!("#include <stdarg.h>\nint enzyme_const, enzyme_dup, enzyme_out;\n{stand_ins}")).unwrap();
    let program = folder.join("program");
    let mut command = Command::new(clang);
    command.args(["-O1", "-Wall", "-Werror", "-o"]).arg(&program).arg(&driver).arg(&helper).arg("-lm");
    let built = process::run(&mut command, Duration::from_secs(60)).unwrap();
    assert!(built.succeeded(), "{}", built.output);
    let finished = process::run(&mut Command::new(&program), Duration::from_secs(20)).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    Some(finished)
}

const PRODUCT: &str = "// check: double f(double x = 2.0, double y = 3.0, int n = 4)\n\
                       // value: 24.0\n\
                       // expect: x = 12.0, y = 8.0\n\
                       double f(double x, double y, int n) { return n * x * y; }\n";

const PRODUCT_FORWARD: &str = "double __enzyme_fwddiff_check0(void *f, ...) {\n\
      va_list list; va_start(list, f);\n\
      (void)va_arg(list, int); double x = va_arg(list, double), dx = va_arg(list, double);\n\
      (void)va_arg(list, int); double y = va_arg(list, double), dy = va_arg(list, double);\n\
      (void)va_arg(list, int); int n = va_arg(list, int); va_end(list);\n\
      return n * (dx * y + x * dy);\n}\n\
    struct both { double x, y; };\n";

#[test]
fn right_derivatives_pass_all_legs() {
    let reverse = "struct both __enzyme_autodiff_check0(void *f, ...) { struct both r = {12, 8}; return r; }\n";
    if let Some(finished) = run_with_stand_ins("right", PRODUCT, &format!("{PRODUCT_FORWARD}{reverse}")) {
        assert!(finished.succeeded(), "{}", finished.output);
        assert_eq!(finished.output, "");
    }
}

#[test]
fn a_wrong_derivative_fails_every_leg_it_touches() {
    let reverse = "struct both __enzyme_autodiff_check0(void *f, ...) { struct both r = {12, 9}; return r; }\n";
    if let Some(finished) = run_with_stand_ins("wrong", PRODUCT, &format!("{PRODUCT_FORWARD}{reverse}")) {
        assert!(!finished.succeeded());
        for leg in [
            "reverse against expected: y: got 9, want 8",
            "reverse against forward: y",
            "reverse against differences: y",
        ] {
            assert!(finished.output.contains(leg), "{leg} is missing in:\n{}", finished.output);
        }
        assert!(!finished.output.contains(": x:"), "{}", finished.output);
    }
}

const SQUARES: &str = "// check: void squares(double *x = {1, 2, 3} seed {1, 10, 100})\n\
                       // value: 941\n\
                       // expect: x = {2, 40, ...}\n\
                       void squares(double *x) { for (int i = 0; i < 3; ++i) x[i] *= x[i]; }\n";

#[test]
fn arrays_are_seeded_and_their_content_is_compared() {
    let forward = "void __enzyme_fwddiff_check0(void *f, ...) {\n\
          va_list list; va_start(list, f); (void)va_arg(list, int);\n\
          double *x = va_arg(list, double *), *dx = va_arg(list, double *); va_end(list);\n\
          for (int i = 0; i < 3; ++i) { dx[i] *= 2 * x[i]; x[i] *= x[i]; }\n}\n";
    let reverse = forward.replace("fwddiff", "autodiff");
    if let Some(finished) = run_with_stand_ins("squares", SQUARES, &format!("{forward}{reverse}")) {
        assert!(finished.succeeded(), "{}", finished.output);
    }
    let careless = reverse.replace("x[i] *= x[i]; }", "}");
    if let Some(finished) = run_with_stand_ins("careless", SQUARES, &format!("{forward}{careless}")) {
        assert!(!finished.succeeded());
        assert!(finished.output.contains("reverse: an array's final content differs"), "{}", finished.output);
    }
}

#[test]
fn llvm_ir_is_declared_instead_of_included() {
    let text = "; check: float f(float x = 1, float *y = {1}, long n = 2)\n; expect: x = 1, y = {2}\n";
    let case = Case::parse(Path::new("case.ll"), text).unwrap();
    let driver = generate(&case, Path::new("case.ll"), Purpose::Check, 1);
    assert!(driver.contains("float f(float, float *, long);"));
    assert!(!driver.contains("case.ll\"\n"));
}

#[test]
fn reports_time_the_call_of_the_time_directive() {
    let text =
        "// check: double f(double *x = {1})\n// expect: x = {2}\n// time: double f(double *x = ramp(1000, 0, 1))\n";
    let case = Case::parse(Path::new("case.c"), text).unwrap();
    let driver = generate(&case, Path::new("case.c"), Purpose::Report, 1);
    assert!(driver.contains("static double timed_in_x[1000];"));
    assert!(driver.contains("driver_report_times(timed_primal, timed_gradient);"));
}
