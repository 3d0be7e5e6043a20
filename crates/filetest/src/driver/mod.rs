//! Writes the C (or C++) driver that performs the checks of a test file.
//!
//! The driver includes the test file, so that the plugin sees function and call in one module as in a user's
//! program, and then adds `main`. For LLVM IR the driver only declares the functions and is linked to the file as
//! IR. The comparing code is fixed (`compare.h`, which `zymase check` uses too, and `report.h`); this module writes what depends on the prototype: the
//! data (`data`) and the calls (`calls`).
//!
//! The calls have names of their own (`__enzyme_autodiff_check0`), so that test files are free to declare theirs
//! as they like.

mod calls;
mod data;

use crate::directives::{Case, Check, Language};
use crate::prototype::{Float, Parameter, Prototype};
use std::fmt::Write as _;
use std::path::Path;
use zymase_toolchain::COMPARISON;

const REPORT: &str = include_str!("report.h");

/// What the driver does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Performs the checks; silent unless one fails.
    Check,
    /// Performs the checks, shows values and derivatives, and measures times.
    Report,
}

/// Relative tolerances and related constants for one precision.
struct Precision {
    tolerance: &'static str,
    difference_tolerance: &'static str,
    epsilon: &'static str,
    /// Magnitudes below this part of the largest derivative are compared absolutely.
    small: &'static str,
}

const SINGLE: Precision =
    Precision { tolerance: "2e-4", difference_tolerance: "2e-2", epsilon: "1.2e-7", small: "1e-3" };
const DOUBLE: Precision =
    Precision { tolerance: "1e-9", difference_tolerance: "1e-5", epsilon: "2.3e-16", small: "1e-6" };

/// Writes the driver of a test file; `source` is the path by which the driver can include the file, `lanes` how many
/// derivatives each call asks for.
pub fn generate(case: &Case, source: &Path, purpose: Purpose, lanes: usize) -> String {
    let mut text = format!("/* Written by the test runner from {}. */\n", case.path.display());
    if case.language == Language::LlvmIr {
        text.push_str("#include <stddef.h>\n#include <stdint.h>\n#include <stdbool.h>\n");
        let timed = case.timed.iter().filter(|_| purpose == Purpose::Report);
        for prototype in case.checks.iter().map(|check| &check.prototype).chain(timed) {
            calls::declare_function(&mut text, prototype);
        }
    } else {
        let _ = writeln!(text, "#include \"{}\"", source.display());
    }
    text.push_str(COMPARISON);
    if purpose == Purpose::Report {
        text.push_str(REPORT);
    }
    calls::declare_markers(&mut text);
    for (index, check) in case.checks.iter().enumerate() {
        let prefix = format!("check{index}");
        let _ = writeln!(text, "\n/* ---- check {} of {} */\n", index + 1, check.prototype.function);
        data::declare_inputs(&mut text, &prefix, &check.prototype);
        data::declare_expectations(&mut text, &prefix, check);
        calls::declare_derivatives(&mut text, &prefix, &check.prototype, case.language, lanes);
        calls::define_primal(&mut text, &prefix, &check.prototype);
        calls::define_reverse(&mut text, &prefix, &check.prototype, lanes);
        calls::define_forward(&mut text, &prefix, &check.prototype, lanes);
    }
    if purpose == Purpose::Report {
        define_timed_calls(&mut text, case);
    }
    define_main(&mut text, case, purpose);
    text
}

/// The call a report times: the one of `time:`, or that of the first check.
fn timed_prototype(case: &Case) -> Option<&Prototype> {
    case.timed.as_ref().or(case.checks.first().map(|check| &check.prototype))
}

fn define_timed_calls(text: &mut String, case: &Case) {
    let Some(prototype) = timed_prototype(case) else {
        return;
    };
    text.push_str("\n/* ---- timed call */\n\n");
    data::declare_inputs(text, "timed", prototype);
    calls::declare_derivatives(text, "timed", prototype, case.language, 1);
    calls::define_timed(text, "timed", prototype);
}

fn define_main(text: &mut String, case: &Case, purpose: Purpose) {
    text.push_str("\nint main(void) {\n  int failures = 0;\n");
    for (index, check) in case.checks.iter().enumerate() {
        text.push_str("  {\n");
        describe_check(text, &format!("check{index}"), check);
        text.push_str(match purpose {
            Purpose::Check => {
                "    struct driver_results results;\n    failures += driver_run_check(&check, &results);\n    \
                 driver_free_results(&results);\n"
            }
            Purpose::Report => "    failures += driver_report_check(&check);\n",
        });
        text.push_str("  }\n");
    }
    if purpose == Purpose::Report && timed_prototype(case).is_some() {
        text.push_str("  timed_fill();\n  driver_report_times(timed_primal, timed_gradient);\n");
    }
    text.push_str("  return failures > 0;\n}\n");
}

/// Writes the `struct driver_check` of one check.
fn describe_check(text: &mut String, prefix: &str, check: &Check) {
    let precision = match check.prototype.least_precise() {
        Float::Single => &SINGLE,
        Float::Double | Float::Extended => &DOUBLE,
    };
    let inputs = check.prototype.active_parameters().count();
    let total: usize = check.prototype.active_parameters().map(|input| input.values.count()).sum();
    let memory: usize = active_arrays(&check.prototype).map(|input| input.values.count()).sum();
    let value = check.value.as_deref().unwrap_or("0");
    let tolerance = check.tolerance.as_deref().unwrap_or(precision.tolerance);
    let _ = writeln!(
        text,
        "    {prefix}_fill();\n    {prefix}_fill_expectations();\n    struct driver_check check = {{\n      \
         \"{function}\", {prefix}_inputs, {inputs}, {total}, {memory},\n      \
         {prefix}_initial, {prefix}_expected, {prefix}_is_expected,\n      \
         {has_value}, (driver_real)({value}), {tolerance}L, {}L, {}L, {}L, {differences},\n      \
         {prefix}_primal, {prefix}_reverse, {prefix}_forward}};",
        precision.difference_tolerance,
        precision.epsilon,
        precision.small,
        function = check.prototype.function,
        has_value = i32::from(check.value.is_some()),
        differences = i32::from(check.differences),
    );
}

fn active_arrays(prototype: &Prototype) -> impl Iterator<Item = &Parameter> {
    prototype.active_parameters().filter(|parameter| parameter.is_array)
}

#[cfg(test)]
mod tests;
