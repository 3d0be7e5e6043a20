//! Derivatives of functions with memory, loops and branches (`tests/loops/gradients`): reverse mode against forward mode, and both
//! against central differences. The objective is a random sum of the results and of what memory holds in the end.

use crate::support::{Random, derive, load, refusal, request, signature};
use std::path::Path;
use zymase_dialects::evaluate::values::element_type;
use zymase_dialects::evaluate::{Buffer, Limits, Machine, RuntimeValue};
use zymase_ir::{DYNAMIC, Form, Ir, Type, print};
use zymase_tensor::Tensor;
use zymase_transform::Mode;

/// How large dimensions are that the program leaves open, and what its integers are.
const SIZE: i64 = 5;

/// Numbers for each parameter or result that is a float or memory of floats.
type Point = Vec<Vec<f64>>;

fn is_active(ty: &Type) -> bool {
    ty.element().is_float()
}

fn shape(ty: &Type) -> Vec<usize> {
    let sizes = ty.shape().unwrap_or_default().iter();
    sizes.map(|size| if *size == DYNAMIC { SIZE as usize } else { *size as usize }).collect()
}

fn random_point(types: &[Type], random: &mut Random, low: f64, high: f64) -> Point {
    let of_type = |ty: &&Type| is_active(ty);
    let fill = |ty: &Type| (0..shape(ty).iter().product()).map(|_| random.real(low, high)).collect();
    types.iter().filter(of_type).map(fill).collect()
}

fn value(ty: &Type, numbers: &[f64]) -> RuntimeValue {
    let tensor = Tensor::from_f64(element_type(ty).unwrap(), &shape(ty), numbers).unwrap();
    if ty.as_memref().is_some() { RuntimeValue::Memref(Buffer::of_tensor(&tensor)) } else { tensor.into() }
}

/// Integers: sizes and counts are `SIZE`, elements of memory are small places.
fn integers(ty: &Type) -> RuntimeValue {
    let count: usize = shape(ty).iter().product();
    let numbers: Vec<f64> = match ty.as_memref() {
        Some(_) => (0..count).map(|place| (place * 3 % 5) as f64).collect(),
        None => vec![SIZE as f64],
    };
    value(ty, &numbers)
}

fn numbers(value: &RuntimeValue) -> Vec<f64> {
    match value {
        RuntimeValue::Memref(buffer) => buffer.to_tensor().unwrap().to_f64().unwrap(),
        other => other.tensor().unwrap().to_f64().unwrap(),
    }
}

fn run(ir: &Ir, arguments: Vec<RuntimeValue>) -> Vec<RuntimeValue> {
    let limits = Limits { operations: 10_000_000, ..Limits::default() };
    Machine::new(ir, limits)
        .run("main", arguments)
        .unwrap_or_else(|error| panic!("{error}\n{}", print(ir, Form::Pretty)))
}

fn arguments(types: &[Type], point: &Point) -> Vec<RuntimeValue> {
    let mut rest = point.iter();
    types.iter().map(|ty| if is_active(ty) { value(ty, rest.next().unwrap()) } else { integers(ty) }).collect()
}

/// Weights of results, and of what memory holds in the end.
struct Objective {
    results: Point,
    memory: Point,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn objective(ir: &Ir, types: &[Type], point: &Point, weights: &Objective) -> f64 {
    let given = arguments(types, point);
    let results = run(ir, given.clone());
    let of_results = results.iter().map(numbers).zip(&weights.results).map(|(a, b)| dot(&a, b));
    let memory = given.iter().zip(types).filter(|(_, ty)| is_active(ty) && ty.as_memref().is_some());
    let of_memory = memory.map(|(value, _)| numbers(value)).zip(&weights.memory).map(|(a, b)| dot(&a, b));
    of_results.chain(of_memory).sum()
}

/// The gradient by every active parameter, by reverse mode.
fn gradient(ir: &Ir, types: &[Type], point: &Point, weights: &Objective) -> Point {
    let mut given = Vec::new();
    let mut shadows = Vec::new();
    let (mut rest, mut seeds) = (point.iter(), weights.memory.iter());
    for ty in types {
        given.push(if is_active(ty) { value(ty, rest.next().unwrap()) } else { integers(ty) });
        if is_active(ty) && ty.as_memref().is_some() {
            let shadow = value(ty, seeds.next().unwrap());
            given.push(shadow.clone());
            shadows.push(shadow);
        }
    }
    let (inputs, _) = signature(ir);
    let seed_types = inputs[given.len()..].to_vec();
    given.extend(seed_types.iter().zip(&weights.results).map(|(ty, seed)| value(ty, seed)));
    let results = run(ir, given);
    let scalars: Vec<&Type> = types.iter().filter(|ty| is_active(ty) && ty.as_memref().is_none()).collect();
    let mut gradients = results[results.len() - scalars.len()..].iter();
    let mut shadows = shadows.iter();
    let of = |ty: &Type| if ty.as_memref().is_some() { shadows.next() } else { gradients.next() };
    types.iter().filter(|ty| is_active(ty)).map(of).map(|found| numbers(found.unwrap())).collect()
}

/// The derivative of the objective along a direction, by forward mode.
fn along(ir: &Ir, types: &[Type], results: &[Type], point: &Point, direction: &Point, weights: &Objective) -> f64 {
    let (mut given, mut tangents, mut shadows) = (Vec::new(), Vec::new(), Vec::new());
    let mut rest = point.iter().zip(direction);
    for ty in types {
        if !is_active(ty) {
            given.push(integers(ty));
            continue;
        }
        let (numbers, tangent) = rest.next().unwrap();
        given.push(value(ty, numbers));
        if ty.as_memref().is_some() {
            shadows.push(value(ty, tangent));
            given.extend(shadows.last().cloned());
        } else {
            tangents.push(value(ty, tangent));
        }
    }
    given.extend(tangents);
    let found = run(ir, given);
    let of_results = found[results.len()..].iter().map(numbers).zip(&weights.results).map(|(a, b)| dot(&a, b));
    let of_memory = shadows.iter().map(numbers).zip(&weights.memory).map(|(a, b)| dot(&a, b));
    of_results.chain(of_memory).sum()
}

fn moved(point: &Point, direction: &Point, by: f64) -> Point {
    let pairs = point.iter().zip(direction);
    pairs.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a + by * b).collect()).collect()
}

fn close(what: &str, a: f64, b: f64, tolerance: f64, text: &str) {
    let scale = 1.0_f64.max(a.abs()).max(b.abs());
    assert!((a - b).abs() <= tolerance * scale, "{what}: {a} and {b}\n{text}");
}

fn check(text: &str, seed: u64) {
    let ir = load(text);
    let (types, results) = signature(&ir);
    let mut random = Random(seed);
    let point = random_point(&types, &mut random, 0.4, 1.6);
    let direction = random_point(&types, &mut random, -1.0, 1.0);
    let memory: Vec<Type> = types.iter().filter(|ty| ty.as_memref().is_some()).cloned().collect();
    let weights = Objective {
        results: random_point(&results, &mut random, 0.5, 1.5),
        memory: random_point(&memory, &mut random, 0.5, 1.5),
    };
    let is_single = types.iter().any(|ty| *ty.element() == Type::f32());
    let (exact, rough, step) = if is_single { (1e-5, 1e-2, 1e-2) } else { (1e-10, 1e-6, 1e-6) };
    let gradient = gradient(&derive(&ir, Mode::Reverse), &types, &point, &weights);
    let reverse: f64 = gradient.iter().zip(&direction).map(|(a, b)| dot(a, b)).sum();
    let forward = along(&derive(&ir, Mode::Forward), &types, &results, &point, &direction, &weights);
    let high = objective(&ir, &types, &moved(&point, &direction, step), &weights);
    let low = objective(&ir, &types, &moved(&point, &direction, -step), &weights);
    close("reverse and forward mode", reverse, forward, exact, text);
    // The conversion to a smaller format and back is a step function.
    if !text.contains("arith.truncf") {
        close("forward mode and differences", forward, (high - low) / (2.0 * step), rough, text);
    }
}

#[test]
fn programs_with_memory_agree_three_ways() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/loops/gradients");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut failures = Vec::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, module) in text.split("// -----").enumerate() {
            count += 1;
            let outcome = std::panic::catch_unwind(|| check(module, 7 + number as u64));
            if outcome.is_err() {
                failures.push(format!("{} {number}", file.file_name().unwrap().to_string_lossy()));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} failed: {failures:?}", failures.len());
    assert!(count >= 60, "{count} programs");
}

#[test]
fn what_is_not_differentiated_says_so() {
    let recursion = "func.func @main(%x: f64) -> f64 {
      %y = func.call @main(%x) : (f64) -> f64
      return %y : f64
    }";
    assert!(refusal(recursion, &request(Mode::Reverse, None)).contains("calls itself"));
    let elsewhere = "func.func @main(%x: memref<2xf64>, %y: memref<2xf64>) {
      memref.copy %x, %y : memref<2xf64> to memref<2xf64>
      return
    }";
    assert!(refusal(elsewhere, &request(Mode::Reverse, Some(&[0]))).contains("not differentiated by"));
    let update = "func.func @main(%x: f64, %y: memref<f64>) {
      %0 = memref.atomic_rmw mulf %x, %y[] : (f64, memref<f64>) -> f64
      return
    }";
    assert!(refusal(update, &request(Mode::Reverse, None)).contains("atomic update"));
    let returned = "func.func @main(%x: memref<2xf64>) -> memref<2xf64> {
      return %x : memref<2xf64>
    }";
    assert!(refusal(returned, &request(Mode::Reverse, None)).contains("returns memory"));
}

#[test]
fn memory_of_inner_loops_is_set_aside_once() {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/loops/gradients/loops.mlir"))
            .unwrap();
    let nest = text.split("// -----").find(|module| module.contains("memref<2x3x2xf64>")).unwrap();
    let derived = print(&derive(&load(nest), Mode::Reverse), Form::Pretty);
    assert!(derived.contains("memref.alloc() {zymase.cache} : memref<2x3x2xf64>"), "{derived}");
    assert!(!derived.contains("xmemref"), "{derived}");
}
