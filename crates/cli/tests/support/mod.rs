//! Runs modules both ways and compares.
//!
//! - `arguments`: what functions are given;
//! - `mlir`: what LLVM's own passes make of modules.

pub mod arguments;
pub mod mlir;

use zymase_dialects::evaluate::values::element_type;
use zymase_dialects::evaluate::{Buffer, Limits, Machine, RuntimeValue};
use zymase_ir::{Form, Ir, Type, print, read, verify};
use zymase_lower::Options;
use zymase_lower::native::{self, Call, Program};
use zymase_tensor::Tensor;

pub fn load(text: &str) -> Ir {
    let ir = read(&zymase_dialects::context(), text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&ir).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    ir
}

/// A module whose function `main` is run, with what it is given and what the evaluator makes of that.
pub struct Case {
    pub name: String,
    pub ir: Ir,
    pub arguments: Vec<Tensor>,
    pub expected: Vec<Tensor>,
}

impl Case {
    pub fn new(name: &str, ir: Ir, seed: u64) -> Case {
        Case::try_new(name, ir, seed).unwrap_or_else(|message| panic!("{name}: {message}"))
    }

    pub fn try_new(name: &str, ir: Ir, seed: u64) -> Result<Case, String> {
        let arguments = arguments::of(&ir, seed);
        let expected = evaluated(&ir, &arguments)?;
        Ok(Case { name: name.to_owned(), ir, arguments, expected })
    }

    pub fn text(&self) -> String {
        print(&self.ir, Form::Pretty)
    }
}

fn types(ir: &Ir) -> Vec<Type> {
    let function = zymase_dialects::func::Func(ir.function("main").expect("main"));
    function.signature(ir).expect("a signature").0.to_vec()
}

/// Results, then what memory holds in the end.
fn evaluated(ir: &Ir, arguments: &[Tensor]) -> Result<Vec<Tensor>, String> {
    let given: Vec<RuntimeValue> = types(ir)
        .iter()
        .zip(arguments)
        .map(|(ty, tensor)| match ty.as_memref() {
            Some(_) => RuntimeValue::Memref(Buffer::of_tensor(tensor)),
            None => RuntimeValue::Tensor(tensor.clone()),
        })
        .collect();
    let memory: Vec<RuntimeValue> =
        given.iter().filter(|value| matches!(value, RuntimeValue::Memref(_))).cloned().collect();
    let limits = Limits { operations: 10_000_000, ..Limits::default() };
    let mut results = Machine::new(ir, limits).run("main", given).map_err(|error| error.to_string())?;
    results.extend(memory);
    let tensor = |value: RuntimeValue| match value {
        RuntimeValue::Memref(buffer) => buffer.to_tensor().map_err(|_| "memory that is no tensor".to_owned()),
        other => other.into_tensor().map_err(|_| "a result that is no tensor".to_owned()),
    };
    results.into_iter().map(tensor).collect()
}

pub fn numbers(tensor: &Tensor) -> Vec<f64> {
    tensor.to_f64().unwrap_or_default()
}

/// Whether two lists of tensors hold the same numbers, but for rounding.
pub fn agree(expected: &[Tensor], found: &[Tensor]) -> Result<(), String> {
    if expected.len() != found.len() {
        return Err(format!("{} results, not {}", found.len(), expected.len()));
    }
    for (place, (a, b)) in expected.iter().zip(found).enumerate() {
        if a.shape() != b.shape() {
            return Err(format!("result {place} is of shape {:?}, not {:?}", b.shape(), a.shape()));
        }
        let tolerance = match a.element().bits() {
            64 => 1e-9,
            32 => 2e-4,
            _ => 2e-2,
        };
        let (a, b) = (numbers(a), numbers(b));
        let scale = a.iter().filter(|number| number.is_finite()).fold(1.0f64, |most, number| most.max(number.abs()));
        for (at, (x, y)) in a.iter().zip(&b).enumerate() {
            let is_same = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= tolerance * scale;
            if !is_same {
                return Err(format!("result {place}, element {at}: {y}, the evaluator has {x}"));
            }
        }
    }
    Ok(())
}

/// Gives tensors the types that others have, where only the sign of integers differs.
fn with_types(found: Vec<Tensor>, expected: &[Tensor]) -> Vec<Tensor> {
    let fit = |(found, expected): (Tensor, &Tensor)| native::with_sign_of(&found, expected.element());
    found.into_iter().zip(expected).map(fit).collect()
}

/// Compiles all cases into one program and runs them; what is wrong.
pub fn run_all(cases: &[Case], options: &Options) -> Vec<String> {
    let (mut failures, mut texts, mut functions, mut lowered) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        let options = Options { prefix: format!("m{number}_"), ..options.clone() };
        let outcome = zymase_lower::to_loops(case.ir.clone(), &options).and_then(|mut ir| {
            zymase_lower::optimise::optimise(&mut ir, &options.optimise)?;
            let text = zymase_lower::llvm::write(&ir, &options)?;
            Ok((text, native::functions(&ir, &options)?))
        });
        match outcome {
            Ok((text, abis)) => {
                texts.push((format!("m{number}.ll"), text));
                functions.extend(abis.into_iter().filter(|abi| abi.name == format!("m{number}_main")));
                lowered.push((case, format!("m{number}_main")));
            }
            Err(error) => failures.push(format!("{}: {error}", case.name)),
        }
    }
    let program = Program::build(&texts, functions, options, "-O1").unwrap_or_else(|error| panic!("{error}"));
    failures.extend(run_program(&program, &lowered));
    failures
}

/// Calls a function for each case.
pub fn run_program(program: &Program, cases: &[(&Case, String)]) -> Vec<String> {
    let mut failures = Vec::new();
    for (case, function) in cases {
        let outcome = program.run(&[Call { function, arguments: &case.arguments, times: 1 }]);
        let outcome = outcome.map_err(|error| error.to_string()).and_then(|(mut results, _)| {
            let found = results.pop().unwrap_or_default();
            agree(&case.expected, &with_types(found, &case.expected))
        });
        if let Err(message) = outcome {
            failures.push(format!("{}: {message}", case.name));
        }
    }
    failures
}

/// The element type of a type, if it has one.
pub fn element(ty: &Type) -> Option<zymase_tensor::ElementType> {
    element_type(ty).ok()
}
