//! Whole programs: what the optimiser makes of them computes the same and has the same gradient, at every level and for
//! every target; and it comes to an end.

use crate::support::{Random, derive, load, numbers};
use std::path::{Path, PathBuf};
use zymase_dialects::evaluate::values::{element_type, static_shape};
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_dialects::func::Func;
use zymase_ir::{Form, Ir, Type, print};
use zymase_tensor::Tensor;
use zymase_tensor::number::load_f64;
use zymase_transform::optimise::cost::Target;
use zymase_transform::optimise::level::Level;
use zymase_transform::{Mode, OptimiseOptions, optimise};

fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tensor").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    assert!(!files.is_empty());
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn optimised(name: &str, ir: &Ir, level: Level, target: Target) -> Ir {
    let mut made = ir.clone();
    let options = OptimiseOptions { level, target, ..OptimiseOptions::default() };
    let report = optimise(&mut made, &options).unwrap_or_else(|errors| panic!("{name}: {}", errors[0]));
    assert!(report.stopped.is_none(), "{name}: {:?} {:?}", report.stopped, report.rules);
    assert!(report.after.femtoseconds <= report.before.femtoseconds);
    let text = print(&made, Form::Pretty);
    assert_eq!(print(&load(&text), Form::Pretty), text, "{name}");
    made
}

fn call(ir: &Ir, name: &str, arguments: Vec<Tensor>) -> Option<Vec<Tensor>> {
    let arguments = arguments.into_iter().map(Into::into).collect();
    let limits = Limits { operations: 200_000, ..Limits::default() };
    let results = Machine::new(ir, limits).run(name, arguments).ok()?;
    results.into_iter().map(|value| value.into_tensor().ok()).collect()
}

#[test]
fn gradients_stay_those_of_jax() {
    for (path, text) in files("gradients") {
        let name = path.display().to_string();
        let ir = load(&text);
        let expected = call(&ir, "gradients", Vec::new()).unwrap();
        let mut arguments = call(&ir, "inputs", Vec::new()).unwrap();
        arguments.push(Tensor::scalar(zymase_tensor::ElementType::F64, 1.0));
        let first = optimised(&name, &ir, Level::Reassociate, Target::Cpu);
        let second = optimised(&name, &derive(&first, Mode::Reverse), Level::Reassociate, Target::Cpu);
        let after = optimised(&name, &derive(&ir, Mode::Reverse), Level::Finite, Target::Gpu);
        for made in [&second, &after] {
            let found = call(made, "main", arguments.clone())
                .unwrap_or_else(|| panic!("{name}\n{}", print(made, Form::Pretty)));
            assert_eq!(found.len(), expected.len(), "{name}");
            for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let (found, expected) = (numbers(found), numbers(expected));
                let size = expected.iter().fold(0.0f64, |size, number| size.max(number.abs()));
                for (found, expected) in found.iter().zip(&expected) {
                    let fits = (found - expected).abs() <= 1e-9 * size;
                    assert!(
                        fits,
                        "{name}, gradient {place}: {found} instead of {expected}\n{}",
                        print(made, Form::Pretty)
                    );
                }
            }
        }
    }
}

fn argument(ty: &Type, random: &mut Random) -> Option<Tensor> {
    let shape = static_shape(ty).ok()?;
    let element = element_type(ty).ok()?;
    let count: usize = shape.iter().product();
    if count > 1 << 16 {
        return None;
    }
    if ty.element().is_integer() {
        let values: Vec<i64> = (0..count).map(|_| random.between(0, 1)).collect();
        return Tensor::from_i64(element, &shape, &values).ok();
    }
    let values: Vec<f64> = (0..count).map(|_| random.real(0.1, 1.5)).collect();
    Tensor::from_f64(element, &shape, &values).ok()
}

/// The precision of results: other orders of sums show in narrow formats.
fn bound(ty: &Type) -> f64 {
    match ty.element().as_complex().unwrap_or(ty.element()).as_float().map(|kind| kind.bits()) {
        Some(64) => 1e-9,
        Some(32) => 2e-3,
        Some(_) => 0.2,
        None => 0.0,
    }
}

#[test]
fn programs_compute_the_same() {
    let mut compared = 0;
    for folder in ["corpus", "fuzz", "batches"] {
        for (path, text) in files(folder) {
            let Ok(ir) = zymase_ir::read(&zymase_dialects::context(), &text) else { continue };
            if zymase_ir::verify(&ir).is_err() {
                continue;
            }
            let name = path.display().to_string();
            for (level, target) in [(Level::Exact, Target::Cpu), (Level::Reassociate, Target::Gpu)] {
                let made = optimised(&name, &ir, level, target);
                compared += compare(&name, &ir, &made);
            }
        }
    }
    assert!(compared > 60, "{compared} functions compared");
}

fn compare(name: &str, before: &Ir, after: &Ir) -> usize {
    let functions: Vec<_> = after.block_ops(after.module_block()).filter(|op| Func::of(after, *op).is_some()).collect();
    let mut compared = 0;
    for function in functions {
        let Some(symbol) = after.symbol_name(function) else { continue };
        let Some((inputs, results)) = Func::of(after, function).and_then(|func| func.signature(after)) else {
            continue;
        };
        let mut random = Random(5);
        let arguments: Option<Vec<Tensor>> = inputs.iter().map(|ty| argument(ty, &mut random)).collect();
        let Some(arguments) = arguments else { continue };
        let values: Vec<RuntimeValue> = arguments.iter().cloned().map(Into::into).collect();
        drop(values);
        let Some(old) = call(before, symbol, arguments.clone()) else { continue };
        let new = call(after, symbol, arguments)
            .unwrap_or_else(|| panic!("{name}: {symbol} cannot be run any more\n{}", print(after, Form::Pretty)));
        for ((ty, old), new) in results.iter().zip(&old).zip(&new) {
            let (Ok(old), Ok(new)) = (load_f64(old), load_f64(new)) else { continue };
            let size =
                old.iter().filter(|number| number.is_finite()).fold(1.0f64, |size, number| size.max(number.abs()));
            for (x, y) in old.iter().zip(&new) {
                let same = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= bound(ty) * size;
                assert!(same, "{name}: {symbol}: {x} became {y}\n{}", print(after, Form::Pretty));
            }
        }
        compared += 1;
    }
    compared
}

/// Says which rules no program here gives an occasion for (`cargo test … -- --nocapture`); enough of them must apply.
#[test]
fn rules_that_never_apply_are_reported() {
    let mut applied = std::collections::BTreeSet::new();
    for folder in ["corpus", "fuzz", "batches", "gradients", "optimise"] {
        for (_, text) in files(folder) {
            let Ok(ir) = zymase_ir::read(&zymase_dialects::context(), &text) else { continue };
            let derived = if folder == "gradients" { vec![derive(&ir, Mode::Reverse)] } else { Vec::new() };
            let both = [&ir].into_iter().chain(&derived);
            for (ir, (level, target)) in
                both.flat_map(|ir| [(ir, (Level::Reassociate, Target::Cpu)), (ir, (Level::Finite, Target::Gpu))])
            {
                let mut made = ir.clone();
                let options = OptimiseOptions { level, target, ..OptimiseOptions::default() };
                if let Ok(report) = optimise(&mut made, &options) {
                    applied.extend(report.rules.iter().map(|used| used.rule.name));
                }
            }
        }
    }
    let all = zymase_transform::optimise::catalogue::all();
    let never: Vec<&str> = all.iter().map(|rule| rule.name).filter(|name| !applied.contains(name)).collect();
    println!("{} of {} rules applied; never: {}", applied.len(), all.len(), never.join(", "));
    assert!(applied.len() >= 60, "only {} rules applied", applied.len());
}
