//! Programs that JAX lowered, with the gradients that `jax.grad` gives (`tests/tensor/gradients`: `@main` is differentiated
//! at `@inputs()` and must give `@gradients()`); and any other text, whole or damaged, which must not make us panic.

use crate::support::{Random, check, derive, load, numbers, request};
use std::path::{Path, PathBuf};
use zymase_dialects::evaluate::{Limits, Machine};
use zymase_dialects::func::Func;
use zymase_ir::{Form, Ir, print, read, verify};
use zymase_tensor::Tensor;
use zymase_transform::{Mode, Request, differentiate};

fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tensor").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    assert!(!files.is_empty());
    files.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn call(ir: &Ir, name: &str, arguments: Vec<Tensor>) -> Vec<Tensor> {
    let arguments = arguments.into_iter().map(Into::into).collect();
    let results = Machine::new(ir, Limits::default()).run(name, arguments).unwrap_or_else(|error| panic!("{error}"));
    results.into_iter().map(|value| value.into_tensor().unwrap()).collect()
}

#[test]
fn gradients_are_those_of_jax() {
    for (path, text) in files("gradients") {
        let ir = load(&text);
        let expected = call(&ir, "gradients", Vec::new());
        let mut arguments = call(&ir, "inputs", Vec::new());
        arguments.push(Tensor::scalar(zymase_tensor::ElementType::F64, 1.0));
        let found = call(&derive(&ir, Mode::Reverse), "main", arguments);
        assert_eq!(found.len(), expected.len(), "{}", path.display());
        for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let (found, expected) = (numbers(found), numbers(expected));
            let size = expected.iter().fold(0.0f64, |size, number| size.max(number.abs()));
            for (found, expected) in found.iter().zip(&expected) {
                let fits = (found - expected).abs() <= 1e-12 * size;
                assert!(fits, "{}, gradient {place}: {found} instead of {expected}", path.display());
            }
        }
    }
}

/// Differentiates every function of a module both ways; how many derivatives there were.
fn differentiate_all(ir: &Ir) -> usize {
    let functions = ir.block_ops(ir.module_block()).filter(|op| Func::of(ir, *op).is_some());
    let names: Vec<String> = functions.filter_map(|op| ir.symbol_name(op).map(str::to_owned)).collect();
    let mut count = 0;
    for function in names {
        for mode in [Mode::Forward, Mode::Reverse] {
            let outputs = mode == Mode::Reverse;
            let request = Request { function: function.clone(), outputs, ..request(mode, None) };
            // What comes back has been verified.
            count += usize::from(differentiate(&mut ir.clone(), &request).is_ok());
        }
    }
    count
}

#[test]
fn any_module_is_differentiated_or_refused() {
    let mut count = 0;
    for (_, text) in files("corpus") {
        count += differentiate_all(&load(&text));
    }
    assert!(count > 200, "{count} derivatives");
}

#[test]
fn damaged_modules_do_no_harm() {
    let context = zymase_dialects::context();
    let mut random = Random(11);
    let mut read_again = 0;
    for (_, text) in files("gradients") {
        for _ in 0..40 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..random.between(1, 3) {
                let place = random.between(0, bytes.len() as i64 - 1) as usize;
                match random.between(0, 2) {
                    0 => bytes[place] = b"0123456789%@-,x"[random.between(0, 14) as usize],
                    1 => drop(bytes.remove(place)),
                    _ => bytes.insert(place, bytes[place]),
                }
            }
            let Ok(damaged) = String::from_utf8(bytes) else { continue };
            let Ok(ir) = read(&context, &damaged) else { continue };
            if verify(&ir).is_ok() {
                read_again += 1;
                differentiate_all(&ir);
            }
        }
    }
    assert!(read_again > 20, "{read_again}");
}

#[test]
fn derivatives_are_differentiated_again() {
    let mut random = Random(15);
    for (path, text) in files("gradients") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        // Smooth programs only; a derivative that is a step function has none.
        if [
            "mlp",
            "attention",
            "layer_norm",
            "embedding",
            "nested",
            "complex_numbers",
            "kalman_like",
            "scan_lstm",
            "loops_nested",
            "switches",
        ]
        .contains(&name.as_str())
        {
            let gradient = print(&derive(&load(&text), Mode::Reverse), Form::Pretty);
            check(&gradient, &mut random, (0.2, 1.0), (0, 3));
        }
    }
}
