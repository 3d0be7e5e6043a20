//! Programs that JAX lowered, over many examples and with many derivatives, against what JAX computes
//! (`tests/tensor/jax/batches.py` says how they are made).

use crate::support::batches::batched;
use crate::support::{load, numbers, request};
use std::path::Path;
use zymase_dialects::evaluate::{Limits, Machine};
use zymase_ir::Ir;
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::{JacobianRequest, Mode, differentiate, jacobian};

fn call(ir: &Ir, name: &str, arguments: Vec<Tensor>) -> Vec<Tensor> {
    let arguments = arguments.into_iter().map(Into::into).collect();
    let results = Machine::new(ir, Limits::default()).run(name, arguments).unwrap_or_else(|error| panic!("{error}"));
    results.into_iter().map(|value| value.into_tensor().unwrap()).collect()
}

fn derived(ir: &Ir, mode: Mode, wrt: usize) -> Ir {
    let mut changed = ir.clone();
    differentiate(&mut changed, &request(mode, Some(&[wrt]))).unwrap_or_else(|errors| panic!("{}", errors[0]));
    changed
}

fn with_jacobian(ir: &Ir, mode: Option<Mode>, wrt: usize) -> Ir {
    let mut changed = ir.clone();
    let request = JacobianRequest { function: "main".into(), mode, wrt: Some(vec![wrt]) };
    jacobian(&mut changed, &request).unwrap_or_else(|errors| panic!("{}", errors[0]));
    changed
}

/// What the first line of a file asks for: the function, and its arguments from those in the file.
fn prepared(ir: &Ir, what: &str, mut arguments: Vec<Tensor>) -> (Ir, Vec<Tensor>) {
    let one = Tensor::scalar(ElementType::F64, 1.0);
    let number = |text: &str| text.parse::<usize>().unwrap();
    let list = |text: &str| text.split(',').map(number).collect::<Vec<_>>();
    match what.split_whitespace().collect::<Vec<_>>()[..] {
        ["batch", size, "of", places] => (batched(ir, number(size) as i64, &list(places)), arguments),
        ["jacobian", mode, "of", place] => {
            let mode = if mode == "forward" { Mode::Forward } else { Mode::Reverse };
            (with_jacobian(ir, Some(mode), number(place)), arguments)
        }
        ["hessian", "of", place] => {
            arguments.push(one);
            (with_jacobian(&derived(ir, Mode::Reverse, number(place)), None, number(place)), arguments)
        }
        ["product", "of", place] => {
            let direction = arguments.pop().unwrap();
            arguments.extend([one, direction]);
            (derived(&derived(ir, Mode::Reverse, number(place)), Mode::Forward, number(place)), arguments)
        }
        ["gradients", size, "of", places, "by", place] => {
            arguments.push(one);
            let gradient = derived(ir, Mode::Reverse, number(place));
            (batched(&gradient, number(size) as i64, &list(places)), arguments)
        }
        _ => panic!("{what}"),
    }
}

#[test]
fn results_are_those_of_jax() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tensor/batches");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 20);
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let what = text.lines().next().unwrap().trim_start_matches('/').trim();
        let ir = load(&text);
        let expected = call(&ir, "expected", Vec::new());
        let (changed, arguments) = prepared(&ir, what, call(&ir, "inputs", Vec::new()));
        let mut found = call(&changed, "main", arguments);
        // A gradient moved along a direction comes behind the gradient.
        let found = found.split_off(found.len() - expected.len());
        for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found.shape(), expected.shape(), "{}, result {place}", path.display());
            if found.element() != ElementType::F64 {
                assert_eq!(found.to_bytes(), expected.to_bytes(), "{}, result {place}", path.display());
                continue;
            }
            let (found, expected) = (numbers(found), numbers(expected));
            let size = expected.iter().fold(0.0f64, |size, number| size.max(number.abs()));
            for (found, expected) in found.iter().zip(&expected) {
                let fits = (found - expected).abs() <= 1e-11 * size;
                assert!(fits, "{}, result {place}: {found} instead of {expected}", path.display());
            }
        }
    }
}
