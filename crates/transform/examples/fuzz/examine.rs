//! What is done with one input. What can be read and verified must be printed and read again unchanged; it is evaluated on small random
//! arguments, expanded, batched, optimised, and differentiated both ways; derivatives and Jacobians are printed, read, and evaluated as
//! well. Derivatives of whole modules must agree in both directions; damaged ones may break promises (indices that are not
//! unique, bodies that are not associative), so that nothing is said about their numbers.

use crate::damage::Random;
use std::sync::Arc;
use zymase_dialects::evaluate::values::{element_type, static_shape};
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_dialects::func::Func;
use zymase_ir::{Context, Form, Ir, Type, print, read, verify};
use zymase_tensor::number::load_f64;
use zymase_tensor::{ElementType, Tensor};
use zymase_transform::optimise::cost::Target;
use zymase_transform::optimise::level::Level;
use zymase_transform::{
    BatchRequest, Checkpointing, JacobianRequest, Mode, OptimiseOptions, Request, batch, differentiate, expand,
    jacobian, optimise,
};

const LIMITS: Limits = Limits { operations: 3000, depth: 60, bytes: 1 << 20 };

const SAVINGS: [Checkpointing; 4] =
    [Checkpointing::KeepAll, Checkpointing::SquareRoot, Checkpointing::Binomial(3), Checkpointing::Budget(1000)];

/// How far an input came.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputProgress {
    is_verified: bool,
    evaluated: usize,
    derivatives: usize,
    compared: usize,
    optimised: usize,
}

/// How far inputs came.
#[derive(Debug, Default)]
pub struct Reached {
    verified: usize,
    evaluated: usize,
    derivatives: usize,
    compared: usize,
    /// Functions whose optimised form gave the same numbers.
    optimised: usize,
}

impl Reached {
    pub fn count(&mut self, step: InputProgress) {
        self.verified += usize::from(step.is_verified);
        self.evaluated += step.evaluated;
        self.derivatives += step.derivatives;
        self.compared += step.compared;
        self.optimised += step.optimised;
    }
}

pub fn examine(context: &Arc<Context>, text: &str, is_whole: bool, seed: u64) -> InputProgress {
    let mut step = InputProgress::default();
    let Ok(mut ir) = read(context, text) else { return step };
    if verify(&ir).is_err() {
        print(&ir, Form::Generic);
        return step;
    }
    step.is_verified = true;
    for form in [Form::Pretty, Form::Generic] {
        let printed = print(&ir, form);
        let again = read(context, &printed).unwrap_or_else(|error| panic!("what was printed is not read: {error}"));
        assert!(print(&again, form) == printed, "what was printed changes");
    }
    if expand(&mut ir).is_err() {
        return step;
    }
    // Roundings that a program asks for are not the same in both directions.
    let is_exact = is_whole && !["f16", "f32", "f8", "reduce_precision"].iter().any(|word| text.contains(word));
    let mut random = Random(seed);
    let functions = ir.block_ops(ir.module_block()).filter(|op| Func::of(&ir, *op).is_some());
    let names: Vec<String> = functions.filter_map(|op| ir.symbol_name(op).map(str::to_owned)).collect();
    for name in names.iter().take(6) {
        examine_function(&ir, name, is_exact, &mut random, &mut step);
    }
    optimise_module(&ir, &names, is_exact && !is_rough(text), &mut random, &mut step);
    step
}

/// Whether numbers may jump where others move by a rounding, so that nothing can be said about sums in another order.
fn is_rough(text: &str) -> bool {
    let steps =
        ["floor", "ceil", "round", "sign", "compare", "sort", "top_k", "remainder", "convert", "bitcast", "next_after"];
    steps.iter().any(|word| text.contains(word))
}

/// Optimises a module at every level: it must come to an end, be right, and be printed and read again; functions of whole
/// modules must give the same numbers, and the same gradients.
fn optimise_module(ir: &Ir, names: &[String], is_smooth: bool, random: &mut Random, step: &mut InputProgress) {
    let level = *random.pick(&Level::ALL);
    let target = *random.pick(&[Target::Cpu, Target::Gpu, Target::Tpu]);
    let mut made = ir.clone();
    let options = OptimiseOptions { level, target, ..OptimiseOptions::default() };
    let Ok(report) = optimise(&mut made, &options) else { panic!("what is optimised is wrong") };
    assert!(report.stopped.is_none(), "optimisation does not end: {:?}", report.rules);
    let made = again(&made);
    let is_public = |name: &&String| made.function(name).is_some();
    for name in names.iter().filter(is_public).take(3) {
        let seed = random.next();
        let run = |ir: &Ir| evaluate(ir, name, &mut Random(seed));
        let (before, after) = (run(ir), run(&made));
        if !is_smooth || level == Level::Finite {
            continue;
        }
        step.optimised += usize::from(agree(name, before, after));
        let derived = |ir: &Ir| derivative(ir, name, Mode::Reverse, &mut Random(1));
        if let (Some(old), Some(new)) = (derived(ir), derived(&made)) {
            let run = |ir: &Ir| evaluate(ir, name, &mut Random(seed));
            step.optimised += usize::from(agree(name, run(&old), run(&new)));
            // What reverse mode makes of loops has forms of its own.
            let mut twice = new.clone();
            let Ok(report) = optimise(&mut twice, &options) else { panic!("a derivative that is optimised is wrong") };
            assert!(report.stopped.is_none(), "optimisation of a derivative does not end: {:?}", report.rules);
            step.optimised += usize::from(agree(name, run(&old), run(&again(&twice))));
        }
    }
}

/// Whether both ran and gave finite numbers, which must then be the same.
fn agree(name: &str, before: Option<Vec<RuntimeValue>>, after: Option<Vec<RuntimeValue>>) -> bool {
    let Some(before) = before else { return false };
    let after = after.unwrap_or_else(|| panic!("{name} cannot be run any more"));
    for (old, new) in before.iter().zip(&after) {
        let (RuntimeValue::Tensor(old), RuntimeValue::Tensor(new)) = (old, new) else { continue };
        let (Ok(old), Ok(new)) = (load_f64(old), load_f64(new)) else { continue };
        let size = old.iter().fold(1.0f64, |size, number| size.max(number.abs()));
        if !size.is_finite() || size > 1e8 || old.iter().any(|number| !number.is_finite()) {
            return false;
        }
        for (x, y) in old.iter().zip(&new) {
            assert!((x - y).abs() <= 1e-6 * size, "{name}: {x} became {y} by optimisation");
        }
    }
    true
}

fn examine_function(ir: &Ir, name: &str, is_exact: bool, random: &mut Random, step: &mut InputProgress) {
    step.evaluated += usize::from(evaluate(ir, name, random).is_some());
    let mut batched = ir.clone();
    if batch(&mut batched, &BatchRequest { function: name.to_owned(), size: 2, parameters: None }).is_ok() {
        evaluate(&batched, name, random);
    }
    let mut jacobians = ir.clone();
    if jacobian(&mut jacobians, &JacobianRequest { function: name.to_owned(), mode: None, wrt: None }).is_ok() {
        evaluate(&again(&jacobians), name, random);
    }
    let forward = derivative(ir, name, Mode::Forward, random);
    let reverse = derivative(ir, name, Mode::Reverse, random);
    for made in [&forward, &reverse].into_iter().flatten() {
        step.derivatives += 1;
        evaluate(made, name, random);
    }
    // Now and then a derivative of a derivative.
    if let (0, Some(first)) = (random.between(0, 3), forward.as_ref().or(reverse.as_ref())) {
        let second = derivative(first, name, Mode::Reverse, random);
        step.derivatives += usize::from(second.is_some_and(|second| evaluate(&second, name, random).is_some()));
    }
    if let (true, Some(forward), Some(reverse)) = (is_exact, forward, reverse) {
        step.compared += usize::from(compare(ir, &forward, &reverse, name, random));
    }
}

fn derivative(ir: &Ir, name: &str, mode: Mode, random: &mut Random) -> Option<Ir> {
    let mut derived = ir.clone();
    let checkpointing = *random.pick(&SAVINGS);
    let request = Request { function: name.to_owned(), mode, wrt: None, outputs: mode == Mode::Reverse, checkpointing };
    differentiate(&mut derived, &request).ok()?;
    Some(again(&derived))
}

/// What was made, printed, read and verified.
fn again(ir: &Ir) -> Ir {
    let printed = print(ir, Form::Pretty);
    let again = read(ir.context(), &printed).unwrap_or_else(|error| panic!("what was made is not read: {error}"));
    verify(&again).unwrap_or_else(|errors| panic!("what was made is wrong: {}", errors[0]));
    again
}

/// The types of parameters and results of a function.
fn signature(ir: &Ir, name: &str) -> Option<(Vec<Type>, Vec<Type>)> {
    let func = ir.function(name).and_then(|op| Func::of(ir, op))?;
    func.signature(ir).map(|(inputs, results)| (inputs.to_vec(), results.to_vec()))
}

/// Evaluates a function on random arguments; its results, if it could be.
fn evaluate(ir: &Ir, name: &str, random: &mut Random) -> Option<Vec<RuntimeValue>> {
    let (inputs, _) = signature(ir, name)?;
    let arguments: Vec<RuntimeValue> = inputs.iter().map(|ty| argument(ty, random)).collect::<Option<_>>()?;
    Machine::new(ir, LIMITS).run(name, arguments).ok()
}

fn argument(ty: &Type, random: &mut Random) -> Option<RuntimeValue> {
    if *ty == Type::dialect("stablehlo.token") {
        return Some(RuntimeValue::Token);
    }
    let sizes: Vec<i64> = ty.shape()?.iter().map(|size| if *size < 0 { 2 } else { *size }).collect();
    let shape = static_shape(&Type::tensor(sizes, ty.element().clone())).ok()?;
    let count =
        shape.iter().try_fold(1usize, |count, size| count.checked_mul(*size)).filter(|count| *count <= 1 << 16)?;
    let element = element_type(ty).ok()?;
    let values: Vec<f64> = (0..count).map(|_| random.between(-20, 60) as f64 / 8.0).collect();
    Tensor::from_f64(element, &shape, &values).ok().map(RuntimeValue::Tensor)
}

/// Compares adjoints times tangents with gradients times tangents, where both are finite numbers in `f64`; false where they are not.
/// Panics when they differ.
fn compare(ir: &Ir, forward: &Ir, reverse: &Ir, name: &str, random: &mut Random) -> bool {
    let mut attempt = || -> Option<(f64, f64, f64)> {
        let (inputs, results) = signature(ir, name)?;
        let (_, gradients) = signature(reverse, name)?;
        let mut make = |types: &[Type]| types.iter().map(|ty| argument(ty, random)).collect::<Option<Vec<_>>>();
        let is_active = |ty: &&Type| element_type(ty).is_ok_and(|element| element == ElementType::F64);
        let active = |types: &[Type]| -> Vec<Type> { types.iter().filter(is_active).cloned().collect() };
        let (arguments, tangents, seeds) = (make(&inputs)?, make(&active(&inputs))?, make(&active(&results))?);
        if gradients.len() != results.len() + tangents.len() {
            return None;
        }
        let run =
            |ir: &Ir, more: &[RuntimeValue]| Machine::new(ir, LIMITS).run(name, [&arguments[..], more].concat()).ok();
        let (moved, pulled) = (run(forward, &tangents)?, run(reverse, &seeds)?);
        let (a, a_size) = product(moved.get(results.len()..)?, &seeds)?;
        let (b, b_size) = product(pulled.get(results.len()..)?, &tangents)?;
        Some((a, b, a_size + b_size))
    };
    match attempt() {
        Some((a, b, size)) if a.is_finite() && b.is_finite() && size < 1e6 => {
            assert!((a - b).abs() <= 1e-6 * (size + 1.0), "forward gives {a}, reverse {b}, among numbers of {size}");
            true
        }
        _ => false,
    }
}

/// The sum of products of elements, and that of their sizes.
fn product(a: &[RuntimeValue], b: &[RuntimeValue]) -> Option<(f64, f64)> {
    let numbers = |values: &[RuntimeValue]| -> Option<Vec<f64>> {
        let mut all = Vec::new();
        for value in values {
            let RuntimeValue::Tensor(tensor) = value else { return None };
            all.extend(load_f64(tensor).ok()?);
        }
        Some(all)
    };
    let (a, b) = (numbers(a)?, numbers(b)?);
    let products = || a.iter().zip(&b).map(|(a, b)| a * b);
    (a.len() == b.len()).then(|| (products().sum(), products().map(f64::abs).sum()))
}
