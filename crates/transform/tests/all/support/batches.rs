//! Compares a function over many examples with the function itself, example by example.

use super::{ALONE, PerDevice, Random, load, numbers, run_on, signature};
use zymase_dialects::evaluate::devices::Grid;
use zymase_dialects::evaluate::values::{element_type, static_shape};
use zymase_ir::{Form, Ir, Type, print};
use zymase_tensor::Tensor;
use zymase_transform::{BatchRequest, batch};

/// What arguments are drawn from.
#[derive(Clone, Copy)]
pub struct Range {
    pub floats: (f64, f64),
    pub integers: (i64, i64),
}

pub const ANY: Range = Range { floats: (-1.0, 1.0), integers: (0, 3) };

pub fn draw(ty: &Type, random: &mut Random, range: Range) -> Tensor {
    let shape = static_shape(ty).unwrap();
    let parts = if ty.element().as_complex().is_some() { 2 } else { 1 };
    let count: usize = shape.iter().product::<usize>() * parts;
    let element = element_type(ty).unwrap();
    if ty.element().is_float() || parts == 2 {
        let bytes: Vec<u8> =
            (0..count).flat_map(|_| random.real(range.floats.0, range.floats.1).to_le_bytes()).collect();
        return Tensor::from_bytes(element, &shape, &bytes).unwrap();
    }
    let (low, high) = if ty.element().is_bool() { (0, 1) } else { range.integers };
    let values: Vec<i64> = (0..count).map(|_| random.between(low, high)).collect();
    Tensor::from_i64(element, &shape, &values).unwrap()
}

pub fn stack(examples: &[Tensor]) -> Tensor {
    let shape: Vec<usize> = std::iter::once(examples.len()).chain(examples[0].shape().iter().copied()).collect();
    let bytes: Vec<u8> = examples.iter().flat_map(Tensor::to_bytes).collect();
    Tensor::from_bytes(examples[0].element(), &shape, &bytes).unwrap()
}

pub fn same(found: &Tensor, expected: &Tensor) -> bool {
    if found.element() != expected.element() || found.shape() != expected.shape() {
        return false;
    }
    if !found.element().is_float() && !found.element().is_complex() {
        return found.to_bytes() == expected.to_bytes();
    }
    let (found, expected) = (numbers(found), numbers(expected));
    let size = expected.iter().filter(|number| number.is_finite()).fold(0.0f64, |size, number| size.max(number.abs()));
    found.iter().zip(&expected).all(|(found, expected)| {
        found == expected || (found.is_nan() && expected.is_nan()) || (found - expected).abs() <= 1e-13 * size
    })
}

pub fn batched(ir: &Ir, size: i64, parameters: &[usize]) -> Ir {
    let mut changed = ir.clone();
    let request = BatchRequest { function: "main".into(), size, parameters: Some(parameters.to_vec()) };
    batch(&mut changed, &request)
        .unwrap_or_else(|errors| panic!("{parameters:?}: {}\n{}", errors[0], print(ir, Form::Pretty)));
    let text = print(&changed, Form::Pretty);
    assert_eq!(print(&load(&text), Form::Pretty), text);
    changed
}

/// Checks `main` for one choice of parameters.
fn check_choice(ir: &Ir, grid: Grid, parameters: &[usize], random: &mut Random, range: Range) {
    let size = random.between(1, 3);
    let changed = batched(ir, size, parameters);
    let (inputs, results) = signature(ir);
    let mut examples = |(place, ty): (usize, &Type)| -> Vec<Tensor> {
        match parameters.contains(&place) {
            true => (0..size).map(|_| draw(ty, random, range)).collect(),
            false => vec![draw(ty, random, range); size as usize],
        }
    };
    // For each device and each parameter all examples.
    let examples: Vec<Vec<Vec<Tensor>>> =
        (0..grid.count()).map(|_| inputs.iter().enumerate().map(&mut examples).collect()).collect();
    let together = |(place, all): (usize, &Vec<Tensor>)| match parameters.contains(&place) {
        true => stack(all),
        false => all[0].clone(),
    };
    let arguments: PerDevice =
        examples.iter().map(|device| device.iter().enumerate().map(together).collect()).collect();
    let found = run_on(&changed, grid, &arguments);
    let of_example = |number: usize| -> PerDevice {
        examples.iter().map(|device| device.iter().map(|all| all[number].clone()).collect()).collect()
    };
    let single: Vec<PerDevice> = (0..size as usize).map(|number| run_on(ir, grid, &of_example(number))).collect();
    for (device, found) in found.iter().enumerate() {
        assert_eq!(found.len(), results.len());
        for (place, found) in found.iter().enumerate() {
            let expected = stack(&single.iter().map(|results| results[device][place].clone()).collect::<Vec<_>>());
            assert!(
                same(found, &expected),
                "result {place} with {parameters:?} batched: {found}\ninstead of {expected}\n{}\n{}",
                print(ir, Form::Pretty),
                print(&changed, Form::Pretty)
            );
        }
    }
}

/// Checks `main` for every choice of parameters.
pub fn check_in(text: &str, random: &mut Random, range: Range) {
    check_on(text, ALONE, random, range);
}

/// As [`check_in`], on every device of a grid.
pub fn check_on(text: &str, grid: Grid, random: &mut Random, range: Range) {
    let ir = load(text);
    let count = signature(&ir).0.len();
    for choice in 1..1usize << count {
        let parameters: Vec<usize> = (0..count).filter(|place| choice >> place & 1 == 1).collect();
        check_choice(&ir, grid, &parameters, random, range);
    }
}

pub fn check(text: &str, random: &mut Random) {
    check_in(text, random, ANY);
}
