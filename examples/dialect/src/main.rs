//! A dialect of its own, `poly`, with one operation: a polynomial with given coefficients at each element of a tensor.
//!
//! ```mlir
//! %1 = "poly.evaluate"(%0) <{coefficients = dense<[1.0, 0.0, 3.0]> : tensor<3xf64>}> : (tensor<4xf64>) -> tensor<4xf64>
//! ```
//!
//! is `1 + 3 x²`. The file defines it, checks it, evaluates it, differentiates it in both modes and batches it; `docs/tensor/your_dialect.md`
//! goes through it step by step. The program at the end differentiates a function that uses it and runs what comes out.

#![forbid(unsafe_code)]

use zymase_dialects::evaluate::{Evaluate, Limits, Machine, RuntimeValue};
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::derivative::{Derivative, Derivatives, ForwardRule, ReverseRule, Site};
use zymase_ir::{
    Attribute, Context, DenseElements, Dialect, Ir, Op, OperationState, Trait, Type, Value, define_operation,
};
use zymase_tensor::Tensor;
use zymase_transform::{BatchRequest, Checkpointing, Mode, Request, batch, differentiate};

// 1. The operation: what it takes and gives, how types follow, what is wrong.

define_operation! {
    /// A polynomial at each element of a tensor of floats; coefficients begin with the constant.
    pub Evaluation = "poly.evaluate" {
        operands { x: One }
        results { result: One }
        attributes { coefficients: Elements required }
        traits: &[Trait::Pure],
        infer_types: Some(infer),
        verify: Some(check),
    }
}

fn infer(ir: &Ir, state: &OperationState) -> Result<Vec<Type>, String> {
    Ok(ir.types(&state.operands))
}

fn check(ir: &Ir, op: Op) -> Result<(), String> {
    let state = ir.state_of(op);
    if infer(ir, &state)? != ir.types(ir[op].results()) {
        return Err("its result must have the type of its operand".into());
    }
    if ir.types(&state.operands).iter().any(|ty| ty.element().as_float().is_none()) {
        return Err("its operand must be a tensor of floats".into());
    }
    coefficients(ir, op).map(|_| ()).ok_or_else(|| "its coefficients must be floats, one at least".into())
}

/// The coefficients as numbers.
fn coefficients(ir: &Ir, op: Op) -> Option<Vec<f64>> {
    let dense = ir.attribute(op, "coefficients").and_then(Attribute::as_dense)?;
    let numbers: Option<Vec<f64>> = (0..dense.element_count()).map(|place| dense.float(place)).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

// 2. Evaluation: from the values of operands to those of results.

fn evaluate(
    machine: &mut Machine,
    op: Op,
    values: Vec<RuntimeValue>,
) -> zymase_dialects::evaluate::Result<Vec<RuntimeValue>> {
    let coefficients = coefficients(machine.ir(), op).ok_or("it has no coefficients")?;
    let x = values.into_iter().next().ok_or("it has no operand")?.into_tensor()?;
    let at = |x: &f64| coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient);
    let results: Vec<f64> = x.to_f64()?.iter().map(at).collect();
    Ok(vec![Tensor::from_f64(x.element(), x.shape(), &results)?.into()])
}

// 3. Derivatives. The derivative of a polynomial is one: rules use the operation itself, so that they can be differentiated
//    again. What is zero is `None`, and is not written out.

/// The slope at the operand, or nothing where the polynomial is a constant.
fn slope(site: &mut Site) -> zymase_ir::Result<Option<Value>> {
    let coefficients = coefficients(site.ir(), site.op).ok_or_else(|| site.error("has no coefficients"))?;
    let lowered: Vec<f64> = coefficients.iter().enumerate().skip(1).map(|(power, c)| power as f64 * c).collect();
    if lowered.is_empty() {
        return Ok(None);
    }
    let ty = Type::tensor([lowered.len() as i64], Type::f64());
    let dense = DenseElements::of_floats(ty, lowered).ok_or_else(|| site.error("has too many coefficients"))?;
    let x = site.operand(0)?;
    site.value(Evaluation::NAME, &[x], &[("coefficients", Attribute::Dense(dense))]).map(Some)
}

/// The slope times a derivative. The same in both modes, because elements do not mix.
fn times_slope(site: &mut Site, derivative: Derivative) -> Derivatives {
    let Some(derivative) = derivative else { return Ok(vec![None]) };
    match slope(site)? {
        Some(slope) => Ok(vec![Some(site.value("stablehlo.multiply", &[derivative, slope], &[])?)]),
        None => Ok(vec![None]),
    }
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    times_slope(site, tangents[0])
}

fn reverse(site: &mut Site, seeds: &[Derivative], _wanted: &[bool]) -> Derivatives {
    times_slope(site, seeds[0])
}

// 4. Batching: one more dimension in front changes nothing but types.

fn batched(site: &mut BatchSite, operands: &[Examples]) -> zymase_ir::Result<Vec<Examples>> {
    let types = site.stacked_results()?;
    let results = site.again(&[operands[0].value()], &[], &types);
    Ok(results.into_iter().map(Examples::Batched).collect())
}

// 5. The dialect: a name, its operations, and what is attached to them.

pub fn dialect() -> Dialect {
    let mut dialect = Dialect { name: "poly", operations: vec![Evaluation::definition()], ..Dialect::default() };
    dialect.attach(Evaluation::NAME, Evaluate(evaluate));
    dialect.attach(Evaluation::NAME, ForwardRule(forward));
    dialect.attach(Evaluation::NAME, ReverseRule(reverse));
    dialect.attach(Evaluation::NAME, BatchRule(batched));
    dialect
}

// 6. A program that uses it.

const PROGRAM: &str = r#"
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = stablehlo.sine %x : tensor<3xf64>
  %1 = "poly.evaluate"(%0) <{coefficients = dense<[1.0, -2.0, 0.5, 3.0]> : tensor<4xf64>}> : (tensor<3xf64>) -> tensor<3xf64>
  return %1 : tensor<3xf64>
}
"#;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn load(text: &str) -> Outcome<Ir> {
    let context = Context::new(zymase_dialects::dialects().into_iter().chain([dialect()]));
    let ir = zymase_ir::read(&context, text).map_err(|error| error.to_string())?;
    zymase_ir::verify(&ir).map_err(|errors| errors[0].to_string())?;
    Ok(ir)
}

fn run(ir: &Ir, arguments: &[&[f64]]) -> Outcome<Vec<Vec<f64>>> {
    let arguments = arguments.iter().map(|values| Tensor::from(*values).into()).collect();
    let results = Machine::new(ir, Limits::default()).run("main", arguments).map_err(|error| error.to_string())?;
    let numbers = |value: &RuntimeValue| -> Outcome<Vec<f64>> {
        let tensor = value.tensor().map_err(|_| "not a tensor")?;
        Ok(tensor.to_f64().map_err(|error| error.to_string())?)
    };
    results.iter().map(numbers).collect()
}

fn derivative(ir: &Ir, mode: Mode) -> Outcome<Ir> {
    let mut derived = ir.clone();
    let request =
        Request { function: "main".into(), mode, wrt: None, outputs: false, checkpointing: Checkpointing::KeepAll };
    differentiate(&mut derived, &request).map_err(|errors| errors[0].to_string())?;
    Ok(derived)
}

fn main() -> Outcome<()> {
    let ir = load(PROGRAM)?;
    let gradient = derivative(&ir, Mode::Reverse)?;
    print!("{}", zymase_ir::print(&gradient, zymase_ir::Form::Pretty));
    println!("{:?}", run(&gradient, &[&[0.1, 0.2, 0.3], &[1.0; 3]])?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(x: f64) -> (f64, f64, f64) {
        let (s, c) = x.sin_cos();
        let first = -2.0 + s + 9.0 * s * s;
        (1.0 - 2.0 * s + 0.5 * s * s + 3.0 * s * s * s, first * c, (1.0 + 18.0 * s) * c * c - first * s)
    }

    fn assert_close(found: &[f64], expected: impl Iterator<Item = f64>) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14 * expected.abs().max(1.0), "{found} instead of {expected}");
        }
    }

    #[test]
    fn values_and_derivatives_of_first_and_second_order() {
        let (ir, x) = (load(PROGRAM).unwrap(), [0.3, -1.2, 2.0]);
        assert_close(&run(&ir, &[&x]).unwrap()[0], x.iter().map(|x| polynomial(*x).0));
        let forward = derivative(&ir, Mode::Forward).unwrap();
        assert_close(&run(&forward, &[&x, &[1.0; 3]]).unwrap()[1], x.iter().map(|x| polynomial(*x).1));
        let reverse = derivative(&ir, Mode::Reverse).unwrap();
        assert_close(&run(&reverse, &[&x, &[1.0; 3]]).unwrap()[0], x.iter().map(|x| polynomial(*x).1));
        let twice = derivative(&reverse, Mode::Forward).unwrap();
        let found = run(&twice, &[&x, &[1.0; 3], &[1.0; 3], &[0.0; 3]]).unwrap();
        assert_close(&found[1], x.iter().map(|x| polynomial(*x).2));
    }

    #[test]
    fn many_examples_at_once() {
        let mut ir = load(PROGRAM).unwrap();
        batch(&mut ir, &BatchRequest { function: "main".into(), size: 2, parameters: None })
            .unwrap_or_else(|errors| panic!("{}", errors[0]));
        let x = Tensor::from_f64(zymase_tensor::ElementType::F64, &[2, 3], &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).unwrap();
        let results = Machine::new(&ir, Limits::default()).run("main", vec![x.clone().into()]).unwrap();
        let found = results[0].tensor().unwrap();
        assert_eq!(found.shape(), [2, 3]);
        assert_close(&found.to_f64().unwrap(), x.to_f64().unwrap().iter().map(|x| polynomial(*x).0));
    }

    #[test]
    fn texts_survive_and_mistakes_are_found() {
        let printed = zymase_ir::print(&load(PROGRAM).unwrap(), zymase_ir::Form::Pretty);
        assert_eq!(zymase_ir::print(&load(&printed).unwrap(), zymase_ir::Form::Pretty), printed);
        for (right, wrong) in [
            ("dense<[1.0, -2.0, 0.5, 3.0]> : tensor<4xf64>", "dense<[1, 2]> : tensor<2xi64>"),
            ("(tensor<3xf64>) -> tensor<3xf64>\n  return %1", "(tensor<3xf64>) -> tensor<3xf32>\n  return %0"),
        ] {
            assert!(PROGRAM.contains(right));
            assert!(load(&PROGRAM.replace(right, wrong)).unwrap_err().to_string().contains("poly.evaluate"));
        }
    }
}
