//! Lowered code against the evaluator: modules with loops and memory, their gradients (also as LLVM's own `mlir-opt-22` lowers them),
//! and modules on tensors.

mod support;

use std::path::{Path, PathBuf};
use support::{Case, agree, arguments, load, mlir, numbers, run_all};
use zymase_ir::{Form, Ir, print};
use zymase_lower::optimise::Switches;
use zymase_lower::{FastMath, Options};
use zymase_transform::{Checkpointing, Mode, Request, differentiate};

fn tests_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(tests_folder().join(folder)).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    files
}

/// The modules in the files of a folder, with names.
fn modules(folder: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for file in files(folder) {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        for (number, module) in text.split("// -----").enumerate() {
            all.push((format!("{name} {number}"), module.to_owned()));
        }
    }
    all
}

fn gradient(ir: &Ir) -> Option<Ir> {
    let mut derived = ir.clone();
    let request = Request {
        function: "main".into(),
        mode: Mode::Reverse,
        wrt: None,
        outputs: false,
        checkpointing: Checkpointing::KeepAll,
    };
    differentiate(&mut derived, &request).ok().map(|_| derived)
}

/// The modules with loops and memory, and their gradients.
fn programs_with_memory() -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, (name, text)) in modules("loops/gradients").into_iter().enumerate() {
        let ir = load(&text);
        let seed = 100 + number as u64;
        if let Some(derived) = gradient(&ir) {
            cases.push(Case::new(&format!("gradient of {name}"), derived, seed));
        }
        cases.push(Case::new(&name, ir, seed));
    }
    cases
}

#[test]
fn loops_and_their_gradients_agree_with_the_evaluator() {
    let cases = programs_with_memory();
    assert!(cases.len() >= 120, "{} modules", cases.len());
    let failures = run_all(&cases, &Options::default());
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn steps_of_optimisation_change_no_values() {
    let mut cases = programs_with_memory();
    let steps = zymase_lower::optimise::NAMES;
    // All steps at once on half of the modules, or each on a part of them.
    for (number, name) in steps.into_iter().chain(["all"]).enumerate() {
        let mut switches = Switches::default();
        assert!(switches.enable(name));
        let options = Options { optimise: switches, ..Options::default() };
        let rest = cases.split_off(if number < steps.len() { cases.len() - 8 } else { 0 });
        let failures = run_all(&rest, &options);
        assert!(failures.is_empty(), "{name}: {} of {}:\n{}", failures.len(), rest.len(), failures.join("\n"));
    }
}

#[test]
fn a_program_of_c_calls_a_gradient() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lower");
    let scratch = std::env::temp_dir().join(format!("zymase-lower-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let zymase = env!("CARGO_BIN_EXE_zymase");
    let run = |program: &Path, arguments: &[&str]| {
        let done = std::process::Command::new(program).args(arguments).current_dir(&scratch).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    let energy = folder.join("energy.mlir").display().to_string();
    let main = folder.join("main.c").display().to_string();
    run(Path::new(zymase), &["grad", &energy, "--function", "energy", "-o", "gradient.mlir"]);
    run(Path::new(zymase), &["lower", "gradient.mlir", "--header", "gradient.h", "-o", "gradient.ll"]);
    let clang = zymase_toolchain::require_tool("clang").unwrap();
    run(&clang, &["-w", "-O2", "-I.", &main, "gradient.ll", "-lm", "-o", "main"]);
    run(&scratch.join("main"), &[]);
    let _ = std::fs::remove_dir_all(&scratch);
}

#[test]
fn threads_give_the_same_values() {
    let cases: Vec<Case> = programs_with_memory().into_iter().filter(|case| case.text().contains("parallel")).collect();
    assert!(cases.len() >= 8, "{} modules", cases.len());
    let options = Options { threads: true, ..Options::default() };
    let failures = run_all(&cases, &options);
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn gradients_agree_with_what_mlir_makes_of_them() {
    if zymase_toolchain::find_tool("mlir-opt").is_none() {
        eprintln!("mlir-opt-22 is not installed: not tried");
        return;
    }
    let cases: Vec<Case> =
        programs_with_memory().into_iter().filter(|case| case.name.starts_with("gradient")).collect();
    let (count, failures) = mlir::run_all(&cases);
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= 60, "{count} gradients");
}

#[test]
fn tensors_agree_with_the_evaluator() {
    let mut cases = Vec::new();
    let mut refused = Vec::new();
    for folder in ["tensor/gradients", "tensor/corpus", "tensor/optimise"] {
        for (number, (name, text)) in modules(folder).into_iter().enumerate() {
            let Ok(ir) = zymase_ir::read(&zymase_dialects::context(), &text) else { continue };
            if zymase_ir::verify(&ir).is_err() || ir.function("main").is_none() {
                continue;
            }
            if !arguments::are_possible(&ir) {
                continue;
            }
            match Case::try_new(&name, ir, 7 + number as u64) {
                Ok(case) => match zymase_lower::to_loops(case.ir.clone(), &Options::default()) {
                    Ok(_) => cases.push(case),
                    Err(error) => refused.push(format!("{name}: {error}")),
                },
                Err(message) => refused.push(format!("{name}: not evaluated: {message}")),
            }
        }
    }
    eprintln!("{} lowered, {} refused:\n{}", cases.len(), refused.len(), refused.join("\n"));
    let failures = run_all(&cases, &Options::default());
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
    let is_fast = Options { fast_math: FastMath::Reassociate, ..Options::default() };
    let failures = run_all(&cases, &is_fast);
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn numbers_are_compared_as_numbers() {
    let ir = load("func.func @main(%x: f64) -> f64 { return %x : f64 }");
    let case = Case::new("identity", ir, 1);
    assert!(agree(&case.expected, &case.expected).is_ok());
    assert!(numbers(&case.expected[0]).len() == 1 && !print(&case.ir, Form::Pretty).is_empty());
}

/// A constant that a branch needs in memory is not there for others unless that branch has run.
#[test]
fn what_a_branch_stores_is_its_own() {
    let text = "func.func @main(%p: tensor<i1>, %x: tensor<8x8xf64>) -> (tensor<8x8xf64>, tensor<8x8xf64>) {
      %one = stablehlo.constant dense<1.0> : tensor<8x8xf64>
      %a = \"stablehlo.if\"(%p) ({
        %t = stablehlo.dot_general %x, %one, contracting_dims = [1] x [0] : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
        stablehlo.return %t : tensor<8x8xf64>
      }, {
        stablehlo.return %x : tensor<8x8xf64>
      }) : (tensor<i1>) -> tensor<8x8xf64>
      %b = stablehlo.dot_general %one, %a, contracting_dims = [1] x [0] : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
      return %a, %b : tensor<8x8xf64>, tensor<8x8xf64>
    }";
    let negated = text
        .replace("\"stablehlo.if\"(%p)", "\"stablehlo.if\"(%n)")
        .replace("%one = ", "%n = stablehlo.not %p : tensor<i1>\n      %one = ");
    // A tensor is updated in place in a loop, and read as it was where that is asked for.
    let updated = "func.func @main(%x: tensor<6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<f64>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %unit = stablehlo.constant dense<1> : tensor<i32>
      %end = stablehlo.constant dense<5> : tensor<i32>
      %start = stablehlo.constant dense<0.0> : tensor<f64>
      %r:4 = stablehlo.while(%i = %zero, %u = %x, %v = %x, %s = %start) : tensor<i32>, tensor<6xf64>, tensor<6xf64>, tensor<f64>
      cond {
        %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %a = stablehlo.dynamic_slice %u, %i, sizes = [2] : (tensor<6xf64>, tensor<i32>) -> tensor<2xf64>
        %d = stablehlo.add %a, %a : tensor<2xf64>
        %e = stablehlo.reverse %d, dims = [0] : tensor<2xf64>
        %w = stablehlo.dynamic_update_slice %u, %e, %i : (tensor<6xf64>, tensor<2xf64>, tensor<i32>) -> tensor<6xf64>
        %m = stablehlo.multiply %v, %u : tensor<6xf64>
        %h = stablehlo.constant dense<0.25> : tensor<6xf64>
        %o = stablehlo.multiply %m, %h : tensor<6xf64>
        %f = stablehlo.reduce(%w init: %s) applies stablehlo.add across dimensions = [0] : (tensor<6xf64>, tensor<f64>) -> tensor<f64>
        %n = stablehlo.add %i, %unit : tensor<i32>
        stablehlo.return %n, %w, %o, %f : tensor<i32>, tensor<6xf64>, tensor<6xf64>, tensor<f64>
      }
      return %r#1, %r#2, %r#3 : tensor<6xf64>, tensor<6xf64>, tensor<f64>
    }";
    let cases: Vec<Case> = [text, &negated, updated]
        .iter()
        .enumerate()
        .map(|(number, text)| Case::new(&format!("program {number}"), load(text), 5))
        .collect();
    let failures = run_all(&cases, &Options::default());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
