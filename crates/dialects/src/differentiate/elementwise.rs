//! Operations on single elements whose derivative is a formula of `calculus`.

use super::Entry;
use super::emit::TensorEmit;
use zymase_calculus::{
    Function, guard, pullback, pushforward, sheltered_pushforward, strong_pullback, strong_pushforward,
};
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Result, Value};

/// What operations compute. Those of StableHLO first, then those of CHLO.
pub(super) const FUNCTIONS: [(&str, Function); 36] = [
    ("stablehlo.abs", Function::Fabs),
    ("stablehlo.add", Function::Add),
    ("stablehlo.atan2", Function::Atan2),
    ("stablehlo.cbrt", Function::Cbrt),
    ("stablehlo.cosine", Function::Cos),
    ("stablehlo.divide", Function::Div),
    ("stablehlo.exponential", Function::Exp),
    ("stablehlo.exponential_minus_one", Function::Expm1),
    ("stablehlo.log", Function::Log),
    ("stablehlo.log_plus_one", Function::Log1p),
    ("stablehlo.logistic", Function::Logistic),
    ("stablehlo.maximum", Function::Maximum),
    ("stablehlo.minimum", Function::Minimum),
    ("stablehlo.multiply", Function::Mul),
    ("stablehlo.negate", Function::Neg),
    ("stablehlo.power", Function::Pow),
    ("stablehlo.remainder", Function::Rem),
    ("stablehlo.rsqrt", Function::Rsqrt),
    ("stablehlo.sine", Function::Sin),
    ("stablehlo.sqrt", Function::Sqrt),
    ("stablehlo.subtract", Function::Sub),
    ("stablehlo.tan", Function::Tan),
    ("stablehlo.tanh", Function::Tanh),
    ("chlo.acos", Function::Acos),
    ("chlo.acosh", Function::Acosh),
    ("chlo.asin", Function::Asin),
    ("chlo.asinh", Function::Asinh),
    ("chlo.atan", Function::Atan),
    ("chlo.atanh", Function::Atanh),
    ("chlo.cosh", Function::Cosh),
    ("chlo.digamma", Function::Polygamma(0)),
    ("chlo.erf", Function::Erf),
    ("chlo.erfc", Function::Erfc),
    ("chlo.lgamma", Function::Lgamma),
    ("chlo.sinh", Function::Sinh),
    ("chlo.tan", Function::Tan),
];

/// Functions whose formula holds for complex numbers as it stands.
const ANALYTIC: [Function; 25] = [
    Function::Acos,
    Function::Acosh,
    Function::Add,
    Function::Asin,
    Function::Asinh,
    Function::Atan,
    Function::Atanh,
    Function::Cos,
    Function::Cosh,
    Function::Div,
    Function::Exp,
    Function::Expm1,
    Function::Log,
    Function::Log1p,
    Function::Logistic,
    Function::Mul,
    Function::Neg,
    Function::Pow,
    Function::Rsqrt,
    Function::Sin,
    Function::Sinh,
    Function::Sqrt,
    Function::Sub,
    Function::Tan,
    Function::Tanh,
];

const FORWARD: ForwardRule = ForwardRule(forward);
const REVERSE: ReverseRule = ReverseRule(reverse);

pub(super) const TABLE: &[Entry] = &[
    ("add", FORWARD, REVERSE),
    ("atan2", FORWARD, REVERSE),
    ("cbrt", FORWARD, REVERSE),
    ("cosine", FORWARD, REVERSE),
    ("divide", FORWARD, REVERSE),
    ("exponential", FORWARD, REVERSE),
    ("exponential_minus_one", FORWARD, REVERSE),
    ("log", FORWARD, REVERSE),
    ("log_plus_one", FORWARD, REVERSE),
    ("logistic", FORWARD, REVERSE),
    ("maximum", FORWARD, REVERSE),
    ("minimum", FORWARD, REVERSE),
    ("multiply", FORWARD, REVERSE),
    ("negate", FORWARD, REVERSE),
    ("power", FORWARD, REVERSE),
    ("remainder", FORWARD, REVERSE),
    ("rsqrt", FORWARD, REVERSE),
    ("sine", FORWARD, REVERSE),
    ("sqrt", FORWARD, REVERSE),
    ("subtract", FORWARD, REVERSE),
    ("tan", FORWARD, REVERSE),
    ("tanh", FORWARD, REVERSE),
];

pub(super) const CHLO_TABLE: &[Entry] = &[
    ("acos", FORWARD, REVERSE),
    ("acosh", FORWARD, REVERSE),
    ("asin", FORWARD, REVERSE),
    ("asinh", FORWARD, REVERSE),
    ("atan", FORWARD, REVERSE),
    ("atanh", FORWARD, REVERSE),
    ("cosh", FORWARD, REVERSE),
    ("digamma", FORWARD, REVERSE),
    ("erf", FORWARD, REVERSE),
    ("erfc", FORWARD, REVERSE),
    ("lgamma", FORWARD, REVERSE),
    ("sinh", FORWARD, REVERSE),
    ("tan", FORWARD, REVERSE),
];

/// Operations that change by steps only.
pub(super) const STEPS: &[&str] = &["ceil", "floor", "round_nearest_afz", "round_nearest_even"];

/// The function that the operation computes, if its derivative is known for these elements.
fn function(site: &Site) -> Result<Function> {
    let name = site.ir()[site.op].name();
    let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| name == known) else {
        return Err(site.error("has no formula"));
    };
    let is_complex = site.ty(site.operand(0)?).element().as_complex().is_some();
    if is_complex && !ANALYTIC.contains(function) {
        let help = "compute with the real and imaginary parts";
        return Err(site.refuse("is not differentiated for complex numbers yet", help));
    }
    Ok(*function)
}

pub(super) fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let (function, args, result) = (function(site)?, site.operands(), site.result(0)?);
    let push_terms = if site.zero_stays { sheltered_pushforward } else { pushforward };
    let mut emit = TensorEmit::new(&mut site.builder);
    let tangent = push_terms(&mut emit, function, &args, tangents, result);
    let tangent = emit.finish(tangent).map_err(|problem| site.error(problem.diagnostic.message))?;
    Ok(vec![tangent])
}

pub(super) fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let (function, args, result) = (function(site)?, site.operands(), site.result(0)?);
    let Some(seed) = seeds[0] else { return Ok(vec![None; args.len()]) };
    let pull = |(operand, wanted): (usize, &bool)| match wanted {
        true => pull(site, function, operand, &args, result, seed),
        false => Ok(None),
    };
    wanted.iter().enumerate().map(pull).collect()
}

/// The tangent of a function of tensors of one type.
pub(super) fn push(
    site: &mut Site,
    function: Function,
    args: &[Value],
    tangents: &[Derivative],
    result: Value,
) -> Result<Derivative> {
    let zero_stays = site.zero_stays;
    let mut emit = TensorEmit::new(&mut site.builder);
    let push = if zero_stays { strong_pushforward } else { pushforward };
    let tangent = push(&mut emit, function, args, tangents, result);
    let tangent = emit.finish(tangent);
    tangent.map_err(|problem| site.error(problem.diagnostic.message))
}

/// What an adjoint of the result of a function adds to that of an operand.
pub(super) fn pull(
    site: &mut Site,
    function: Function,
    operand: usize,
    args: &[Value],
    result: Value,
    seed: Value,
) -> Result<Derivative> {
    let pull = match site.zero_stays && !is_harmless(site, function, operand, args) {
        true => strong_pullback,
        false => pullback,
    };
    let mut emit = TensorEmit::new(&mut site.builder);
    let adjoint = pull(&mut emit, function, operand, args, result, seed);
    let adjoint = emit.finish(adjoint);
    adjoint.map_err(|problem| site.error(problem.diagnostic.message))
}

/// A product with a seed, which is zero where the seed is if zeros have to stay.
pub(super) fn keep_zero(site: &mut Site, seed: Value, product: Value) -> Result<Value> {
    if !site.zero_stays {
        return Ok(product);
    }
    let mut emit = TensorEmit::new(&mut site.builder);
    let kept = guard(&mut emit, seed, product);
    emit.finish(kept).map_err(|problem| site.error(problem.diagnostic.message))
}

/// Whether a zero stays zero by itself: a product with a finite constant.
fn is_harmless(site: &Site, function: Function, operand: usize, args: &[Value]) -> bool {
    let constant = |value: Value| {
        let op = site.ir().defining_op(value)?;
        site.ir().attribute(op, "value")?.as_dense().filter(|dense| dense.is_splat())?.float(0)
    };
    match function {
        Function::Mul => constant(args[1 - operand]).is_some_and(f64::is_finite),
        Function::Div => operand == 0 && constant(args[1]).is_some_and(f64::is_normal),
        _ => false,
    }
}
