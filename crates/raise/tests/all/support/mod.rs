//! Compares functions with loops and memory with what they are raised to: values, and gradients taken on both levels.

use zymase_dialects::evaluate::values::element_type;
use zymase_dialects::evaluate::{Buffer, Limits, Machine, RuntimeValue};
use zymase_dialects::func::Func;
use zymase_ir::{Form, Ir, Type, print, read, verify};
use zymase_raise::{Report, Request, to_tensors};
use zymase_tensor::Tensor;
use zymase_transform::{Checkpointing, Mode, differentiate};

/// What integers are that are passed as numbers.
pub const SIZE: i64 = 5;

/// Random numbers that are the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }
}

/// Numbers for each parameter or result that is a float or memory of floats.
pub type Point = Vec<Vec<f64>>;

pub fn load(text: &str) -> Ir {
    let ir = read(&zymase_dialects::context(), text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&ir).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    ir
}

pub fn signature(ir: &Ir) -> (Vec<Type>, Vec<Type>) {
    let (inputs, results) = Func(ir.function("main").expect("main")).signature(ir).expect("a signature");
    (inputs.to_vec(), results.to_vec())
}

pub fn raised(ir: &Ir) -> (Ir, Report) {
    let mut raised = ir.clone();
    let request = Request { function: "main".into(), ..Request::default() };
    let report =
        to_tensors(&mut raised, &request).unwrap_or_else(|error| panic!("{error}\n{}", print(ir, Form::Pretty)));
    // What is printed is what was made.
    let text = print(&raised, Form::Pretty);
    assert_eq!(print(&load(&text), Form::Pretty), text);
    (raised, report)
}

pub fn is_active(ty: &Type) -> bool {
    ty.element().is_float()
}

fn shape(ty: &Type) -> Vec<usize> {
    ty.shape().unwrap_or_default().iter().map(|size| *size as usize).collect()
}

fn is_memory(ty: &Type) -> bool {
    ty.as_memref().is_some()
}

pub fn random_point<'a>(types: impl IntoIterator<Item = &'a Type>, random: &mut Random, low: f64, high: f64) -> Point {
    let fill = |ty: &Type| (0..shape(ty).iter().product()).map(|_| random.real(low, high)).collect();
    types.into_iter().filter(|ty| is_active(ty)).map(fill).collect()
}

fn tensor(ty: &Type, numbers: &[f64]) -> Tensor {
    let element = if ty.element().is_index() { Type::integer(64) } else { ty.element().clone() };
    Tensor::from_f64(element_type(&element).unwrap(), &shape(ty), numbers).unwrap()
}

/// Integers: numbers are `SIZE`, elements of memory are small places.
fn integers(ty: &Type) -> Tensor {
    let count: usize = shape(ty).iter().product();
    let numbers: Vec<f64> = match ty.as_memref() {
        Some(_) => (0..count).map(|place| (place * 3 % 5) as f64).collect(),
        None => vec![SIZE as f64],
    };
    tensor(ty, &numbers)
}

fn tensors(types: &[Type], point: &Point) -> Vec<Tensor> {
    let mut rest = point.iter();
    types.iter().map(|ty| if is_active(ty) { tensor(ty, rest.next().unwrap()) } else { integers(ty) }).collect()
}

/// Memory for what is memory.
fn arguments(types: &[Type], tensors: Vec<Tensor>) -> Vec<RuntimeValue> {
    let one = |(ty, tensor): (&Type, Tensor)| {
        if is_memory(ty) { RuntimeValue::Memref(Buffer::of_tensor(&tensor)) } else { tensor.into() }
    };
    types.iter().zip(tensors).map(one).collect()
}

fn numbers(value: &RuntimeValue) -> Vec<f64> {
    match value {
        RuntimeValue::Memref(buffer) => buffer.to_tensor().unwrap().to_f64().unwrap(),
        other => other.tensor().unwrap().to_f64().unwrap(),
    }
}

pub fn run(ir: &Ir, arguments: Vec<RuntimeValue>) -> Vec<RuntimeValue> {
    let limits = Limits { operations: 20_000_000, ..Limits::default() };
    Machine::new(ir, limits)
        .run("main", arguments)
        .unwrap_or_else(|error| panic!("{error}\n{}", print(ir, Form::Pretty)))
}

pub fn close(what: &str, a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len(), "{what}");
    for (place, (a, b)) in a.iter().zip(b).enumerate() {
        let scale = 1.0_f64.max(a.abs()).max(b.abs());
        let same = a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * scale;
        assert!(same, "{what}, element {place}: {a} and {b}");
    }
}

/// Which parameters are arrays that the function writes.
fn written(ir: &Ir) -> Vec<bool> {
    let function = ir.function("main").unwrap();
    let entry = ir.entry(ir[function].regions()[0]).unwrap();
    let parameters = ir.arguments(entry).to_vec();
    let mut found = vec![false; parameters.len()];
    let root = |mut value: zymase_ir::Value| {
        while let Some(op) =
            ir.defining_op(value).filter(|op| !ir[*op].operands().len() == 0 || ir[*op].operand(0).is_some())
        {
            value = ir[op].operand(0).unwrap();
        }
        value
    };
    for op in ir.walk(function) {
        let target = match ir[op].name().as_str() {
            "memref.store" | "affine.store" | "memref.atomic_rmw" | "memref.copy" => ir[op].operand(1),
            _ => None,
        };
        if let Some(place) = target.and_then(|value| parameters.iter().position(|other| *other == root(value))) {
            found[place] = true;
        }
    }
    found
}

/// Runs both levels on random data, and compares gradients of a random sum of all results.
pub fn compare(text: &str, seed: u64, gradients: bool) -> Ir {
    let ir = load(text);
    let (made, _) = raised(&ir);
    let (types, results) = signature(&ir);
    let written = written(&ir);
    let mut random = Random(seed);
    let point = random_point(&types, &mut random, 0.4, 1.6);
    let is_single = types.iter().chain(&results).any(|ty| *ty.element() == Type::f32());
    let tolerance = if is_single { 1e-4 } else { 1e-10 };
    let memory = arguments(&types, tensors(&types, &point));
    let mut expected: Vec<Vec<f64>> = run(&ir, memory.clone()).iter().map(numbers).collect();
    expected.extend(memory.iter().zip(&written).filter(|(_, written)| **written).map(|(value, _)| numbers(value)));
    let given = tensors(&types, &point).into_iter().map(RuntimeValue::Tensor).collect();
    let found: Vec<Vec<f64>> = run(&made, given).iter().map(numbers).collect();
    assert_eq!(expected.len(), found.len(), "numbers of results");
    for (place, (a, b)) in expected.iter().zip(&found).enumerate() {
        close(&format!("result {place}, loops and tensors"), a, b, tolerance);
    }
    if gradients && types.iter().any(is_active) {
        compare_gradients(&ir, &made, &types, &results, &written, &point, &mut random, tolerance);
    }
    made
}

#[allow(clippy::too_many_arguments)]
fn compare_gradients(
    ir: &Ir,
    made: &Ir,
    types: &[Type],
    results: &[Type],
    written: &[bool],
    point: &Point,
    random: &mut Random,
    tolerance: f64,
) {
    let of_results = random_point(results, random, 0.5, 1.5);
    let memory: Vec<(&Type, bool)> = types
        .iter()
        .zip(written)
        .filter(|(ty, _)| is_memory(ty) && is_active(ty))
        .map(|(ty, written)| (ty, *written))
        .collect();
    let of_memory: Point = memory
        .iter()
        .map(|(ty, written)| {
            let numbers = random_point([*ty], random, 0.5, 1.5).remove(0);
            if *written { numbers } else { vec![0.0; numbers.len()] }
        })
        .collect();
    let by_loops = gradient_of_loops(&derive(ir, false), types, point, &of_results, &of_memory);
    let derived = derive(made, true);
    let mut given = tensors(types, point);
    let (inputs, _) = signature(&derived);
    let seeds = of_results
        .iter()
        .chain(of_memory.iter().zip(&memory).filter(|(_, (_, written))| *written).map(|(seed, _)| seed));
    let seed_types = inputs[given.len()..].to_vec();
    for (ty, seed) in seed_types.iter().zip(seeds) {
        given.push(tensor(ty, seed));
    }
    let by_tensors: Point =
        run(&derived, given.into_iter().map(RuntimeValue::Tensor).collect()).iter().map(numbers).collect();
    assert_eq!(by_loops.len(), by_tensors.len(), "numbers of gradients");
    for (place, (a, b)) in by_loops.iter().zip(&by_tensors).enumerate() {
        close(&format!("gradient {place}, loops and tensors"), a, b, 10.0 * tolerance);
    }
    compare_differences(made, types, point, &of_results, &of_memory, written, &by_tensors, random, tolerance);
}

/// The derivative along a random direction, by differences of what was raised.
#[allow(clippy::too_many_arguments)]
fn compare_differences(
    made: &Ir,
    types: &[Type],
    point: &Point,
    of_results: &Point,
    of_memory: &Point,
    written: &[bool],
    gradient: &Point,
    random: &mut Random,
    tolerance: f64,
) {
    if tolerance > 1e-6 {
        return;
    }
    let direction = random_point(types, random, -1.0, 1.0);
    let mut memory = of_memory.iter();
    let seeds: Vec<Vec<f64>> = types
        .iter()
        .zip(written)
        .filter(|(ty, _)| is_memory(ty) && is_active(ty))
        .filter_map(|(_, written)| memory.next().filter(|_| *written).cloned())
        .collect();
    let value = |by: f64| -> f64 {
        let moved: Point =
            point.iter().zip(&direction).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + by * b).collect()).collect();
        let given = tensors(types, &moved).into_iter().map(RuntimeValue::Tensor).collect();
        let (_, result_types) = signature(made);
        let found = run(made, given);
        let floats = found.iter().zip(&result_types).filter(|(_, ty)| is_active(ty)).map(|(value, _)| numbers(value));
        floats.zip(of_results.iter().chain(&seeds)).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()).sum()
    };
    let step = 1e-6;
    let by_differences = (value(step) - value(-step)) / (2.0 * step);
    let along: f64 =
        gradient.iter().zip(&direction).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()).sum();
    close("gradient and differences", &[along], &[by_differences], 1e-5);
}

fn derive(ir: &Ir, is_tensors: bool) -> Ir {
    let mut derived = ir.clone();
    let request = zymase_transform::Request {
        function: "main".into(),
        mode: Mode::Reverse,
        wrt: None,
        outputs: false,
        checkpointing: Checkpointing::KeepAll,
    };
    let level = if is_tensors { "tensors" } else { "loops" };
    differentiate(&mut derived, &request)
        .unwrap_or_else(|errors| panic!("{level}: {}\n{}", errors[0], print(ir, Form::Pretty)));
    derived
}

/// Gradients by all active parameters, at the level of loops.
fn gradient_of_loops(ir: &Ir, types: &[Type], point: &Point, of_results: &Point, of_memory: &Point) -> Point {
    let (mut given, mut shadows) = (Vec::new(), Vec::new());
    let (mut seeds, values) = (of_memory.iter(), arguments(types, tensors(types, point)));
    for (ty, value) in types.iter().zip(values) {
        given.push(value);
        if is_active(ty) && is_memory(ty) {
            let shadow = RuntimeValue::Memref(Buffer::of_tensor(&tensor(ty, seeds.next().unwrap())));
            given.push(shadow.clone());
            shadows.push(shadow);
        }
    }
    let (inputs, _) = signature(ir);
    let seed_types = inputs[given.len()..].to_vec();
    given.extend(seed_types.iter().zip(of_results).map(|(ty, seed)| RuntimeValue::from(tensor(ty, seed))));
    let results = run(ir, given);
    let scalars = types.iter().filter(|ty| is_active(ty) && !is_memory(ty)).count();
    let mut gradients = results[results.len() - scalars..].iter();
    let mut shadows = shadows.iter();
    let next = |ty: &Type| if is_memory(ty) { shadows.next() } else { gradients.next() };
    types.iter().filter(|ty| is_active(ty)).map(next).map(|found| numbers(found.unwrap())).collect()
}
