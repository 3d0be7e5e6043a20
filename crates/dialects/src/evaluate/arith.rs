//! Arithmetic and elementary functions of MLIR's own dialects, on scalars and on each element of tensors and vectors.
//!
//! Integers are computed in 64 bits and cut to the width of their type; floats in `f64` and rounded to their type, but for
//! what the kernels of tensors compute themselves.

use super::rules::{attach_all, one, result_type, short_name};
use super::values::{constant, element_type, static_shape};
use super::{Evaluate, Machine, Problem, Result, RuntimeValue};
use zymase_ir::{Attribute, Dialect, Op, Type};
use zymase_tensor::elementwise::{self, Binary, Unary};
use zymase_tensor::{ElementType, Tensor, convert};

/// Attaches evaluation to the operations of the dialect that have one.
pub fn attach(dialect: &mut Dialect) {
    let names: Vec<&'static str> = dialect.operations.iter().map(|definition| definition.name).collect();
    for name in names {
        let short = name.split_once('.').map_or("", |(_, short)| short);
        let evaluate = match (dialect.name, short) {
            (_, "constant" | "bool.constant") => make_constant,
            ("arith", "cmpi") | ("index", "cmp") => compare_integers,
            ("arith", "cmpf") => compare_floats,
            ("arith", "select") => select,
            ("arith", "bitcast") => bitcast,
            ("arith", "extf" | "truncf" | "sitofp" | "fptosi") => converted,
            ("arith", "uitofp" | "extui" | "index_castui" | "fptoui") | ("index", "castu") => from_unsigned,
            ("arith", "extsi" | "trunci" | "index_cast") | ("index", "casts") => resized,
            ("math", "fpowi") => power_of_integer,
            ("math", "fma") => fused,
            ("math", "isnan" | "isinf" | "isfinite" | "isnormal") => classified,
            ("ub", "poison") => poison,
            ("index", "sizeof") => |_: &mut Machine, _: Op, _: Vec<RuntimeValue>| Ok(vec![RuntimeValue::index(64)?]),
            ("arith" | "index" | "math", _) if integer_function(short).is_some() => integers,
            ("arith" | "math", _) if float_function(short).is_some() => floats,
            _ => continue,
        };
        attach_all(dialect, [(short, Evaluate(evaluate))].into_iter(), &[]);
    }
}

/// A function of two integers; of two equal ones for functions of one. `None` where it has no value.
type IntegerFunction = fn(i64, i64, u32) -> Option<i64>;

fn unsigned(number: i64, bits: u32) -> u64 {
    if bits >= 64 { number as u64 } else { number as u64 & ((1 << bits) - 1) }
}

fn shift(amount: i64, bits: u32) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < bits)
}

fn by_unsigned(a: i64, b: i64, bits: u32, f: fn(u64, u64) -> Option<u64>) -> Option<i64> {
    f(unsigned(a, bits), unsigned(b, bits)).map(|result| result as i64)
}

fn integer_function(name: &str) -> Option<IntegerFunction> {
    Some(match name {
        "addi" | "add" => |a, b, _| Some(a.wrapping_add(b)),
        "subi" | "sub" => |a, b, _| Some(a.wrapping_sub(b)),
        "muli" | "mul" => |a, b, _| Some(a.wrapping_mul(b)),
        "divsi" | "divs" => |a, b, _| a.checked_div(b),
        "remsi" | "rems" => |a, b, _| a.checked_rem(b),
        "divui" | "divu" => |a, b, bits| by_unsigned(a, b, bits, u64::checked_div),
        "remui" | "remu" => |a, b, bits| by_unsigned(a, b, bits, u64::checked_rem),
        "ceildivsi" | "ceildivs" => |a, b, _| {
            let quotient = a.checked_div(b)?;
            Some(quotient + i64::from(a % b != 0 && (a < 0) == (b < 0)))
        },
        "floordivsi" | "floordivs" => |a, b, _| {
            let quotient = a.checked_div(b)?;
            Some(quotient - i64::from(a % b != 0 && (a < 0) != (b < 0)))
        },
        "ceildivui" | "ceildivu" => |a, b, bits| by_unsigned(a, b, bits, |a, b| (b != 0).then(|| a.div_ceil(b))),
        "andi" | "and" => |a, b, _| Some(a & b),
        "ori" | "or" => |a, b, _| Some(a | b),
        "xori" | "xor" => |a, b, _| Some(a ^ b),
        "shli" | "shl" => |a, b, bits| Some(a.wrapping_shl(shift(b, bits)?)),
        "shrsi" | "shrs" => |a, b, bits| Some(a >> shift(b, bits)?),
        "shrui" | "shru" => |a, b, bits| Some((unsigned(a, bits) >> shift(b, bits)?) as i64),
        "maxsi" | "maxs" => |a, b, _| Some(a.max(b)),
        "minsi" | "mins" => |a, b, _| Some(a.min(b)),
        "maxui" | "maxu" => |a, b, bits| by_unsigned(a, b, bits, |a, b| Some(a.max(b))),
        "minui" | "minu" => |a, b, bits| by_unsigned(a, b, bits, |a, b| Some(a.min(b))),
        "absi" => |a, _, _| Some(a.wrapping_abs()),
        "ctlz" => |a, _, bits| Some(i64::from(unsigned(a, bits).leading_zeros()) - 64 + i64::from(bits)),
        "cttz" => |a, _, bits| Some(i64::from(unsigned(a, bits).trailing_zeros().min(bits))),
        "ctpop" => |a, _, bits| Some(i64::from(unsigned(a, bits).count_ones())),
        "ipowi" => |a, b, _| match (u32::try_from(b), a) {
            (Ok(power), _) => Some(a.wrapping_pow(power)),
            (Err(_), 1) => Some(1),
            (Err(_), -1) => Some(if b % 2 == 0 { 1 } else { -1 }),
            (Err(_), 0) => None,
            (Err(_), _) => Some(0),
        },
        _ => return None,
    })
}

/// An integer cut to a number of bits.
fn cut(number: i64, element: ElementType) -> i64 {
    let bits = element.bits();
    match element {
        ElementType::Bool => number & 1,
        _ if bits >= 64 => number,
        _ => number << (64 - bits) >> (64 - bits),
    }
}

fn of_integers(element: ElementType, shape: &[usize], numbers: &[i64]) -> Result<Tensor> {
    let numbers: Vec<i64> = numbers.iter().map(|number| cut(*number, element)).collect();
    Ok(Tensor::from_i64(element, shape, &numbers)?)
}

/// Truth values are 1 in tensors and -1 as signed integers.
fn signed(tensor: &Tensor) -> Result<Vec<i64>> {
    let numbers = tensor.to_i64()?;
    let is_bool = tensor.element() == ElementType::Bool;
    Ok(if is_bool { numbers.into_iter().map(|number| -number).collect() } else { numbers })
}

fn integers(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let function = integer_function(short_name(machine, op)).ok_or("it cannot be evaluated")?;
    let a = values[0].tensor()?;
    let b = values.get(1).unwrap_or(&values[0]).tensor()?;
    one(integer_result(function, a, b)?)
}

fn integer_result(function: IntegerFunction, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let bits = a.element().bits();
    let results: Option<Vec<i64>> = signed(a)?.iter().zip(&signed(b)?).map(|(a, b)| function(*a, *b, bits)).collect();
    of_integers(a.element(), a.shape(), &results.ok_or("it has no value for these operands")?)
}

/// A function of floats: by a kernel, or number by number.
enum FloatFunction {
    Unary(Unary),
    Binary(Binary),
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
}

fn float_function(name: &str) -> Option<FloatFunction> {
    use FloatFunction as F;
    Some(match name {
        "addf" => F::Binary(Binary::Add),
        "subf" => F::Binary(Binary::Subtract),
        "mulf" => F::Binary(Binary::Multiply),
        "divf" => F::Binary(Binary::Divide),
        "remf" => F::Binary(Binary::Remainder),
        "maximumf" => F::Binary(Binary::Maximum),
        "minimumf" => F::Binary(Binary::Minimum),
        "maxnumf" => F::Two(f64::max),
        "minnumf" => F::Two(f64::min),
        "negf" => F::Unary(Unary::Negate),
        "absf" => F::One(f64::abs),
        "acos" => F::Unary(Unary::Acos),
        "acosh" => F::Unary(Unary::Acosh),
        "asin" => F::Unary(Unary::Asin),
        "asinh" => F::Unary(Unary::Asinh),
        "atan" => F::Unary(Unary::Atan),
        "atan2" => F::Binary(Binary::Atan2),
        "atanh" => F::Unary(Unary::Atanh),
        "cbrt" => F::Unary(Unary::Cbrt),
        "ceil" => F::One(f64::ceil),
        "copysign" => F::Two(f64::copysign),
        "cos" => F::Unary(Unary::Cosine),
        "cosh" => F::Unary(Unary::Cosh),
        "erf" => F::Unary(Unary::Erf),
        "erfc" => F::Unary(Unary::Erfc),
        "exp" => F::Unary(Unary::Exponential),
        "exp2" => F::One(f64::exp2),
        "expm1" => F::Unary(Unary::ExponentialMinusOne),
        "floor" => F::One(f64::floor),
        "log" => F::Unary(Unary::Log),
        "log10" => F::One(f64::log10),
        "log1p" => F::Unary(Unary::LogPlusOne),
        "log2" => F::One(f64::log2),
        "powf" => F::Two(f64::powf),
        "round" => F::One(f64::round),
        "roundeven" => F::One(f64::round_ties_even),
        "rsqrt" => F::Unary(Unary::ReciprocalSquareRoot),
        "sin" => F::Unary(Unary::Sine),
        "sinh" => F::Unary(Unary::Sinh),
        "sqrt" => F::Unary(Unary::SquareRoot),
        "tan" => F::Unary(Unary::Tan),
        "tanh" => F::Unary(Unary::Tanh),
        "trunc" => F::One(f64::trunc),
        _ => return None,
    })
}

fn floats(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let function = float_function(short_name(machine, op)).ok_or("it cannot be evaluated")?;
    let a = values[0].tensor()?;
    let b = values.get(1).unwrap_or(&values[0]).tensor()?;
    one(float_result(&function, a, b)?)
}

fn float_result(function: &FloatFunction, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let each = |f: &dyn Fn(f64, f64) -> f64| -> Result<Tensor> {
        let results: Vec<f64> = a.to_f64()?.iter().zip(&b.to_f64()?).map(|(a, b)| f(*a, *b)).collect();
        Ok(Tensor::from_f64(a.element(), a.shape(), &results)?)
    };
    match function {
        FloatFunction::Unary(unary) => Ok(elementwise::unary(*unary, a)?),
        FloatFunction::Binary(binary) => Ok(elementwise::binary(*binary, a, b)?),
        FloatFunction::One(f) => each(&|a, _| f(a)),
        FloatFunction::Two(f) => each(&|a, b| f(a, b)),
    }
}

/// What a reduction or an atomic update of this kind makes of two values.
pub(super) fn combine(kind: &str, a: &RuntimeValue, b: &RuntimeValue) -> Result<RuntimeValue> {
    if kind == "assign" {
        return Ok(b.clone());
    }
    let name = match kind {
        "maxs" | "maxu" | "mins" | "minu" => format!("{kind}i"),
        other => other.to_string(),
    };
    let (a, b) = (a.tensor()?, b.tensor()?);
    if let Some(function) = integer_function(&name) {
        return Ok(integer_result(function, a, b)?.into());
    }
    let function = float_function(&name).ok_or("an unknown kind of update")?;
    Ok(float_result(&function, a, b)?.into())
}

/// The value that changes nothing in a reduction of this kind.
pub(super) fn neutral(kind: &str, ty: &Type) -> Result<RuntimeValue> {
    let element = element_type(ty)?;
    let number = match kind {
        "addf" => -0.0,
        "addi" | "ori" | "xori" | "maxu" => 0.0,
        "mulf" | "muli" => 1.0,
        "maximumf" => f64::NEG_INFINITY,
        "minimumf" => f64::INFINITY,
        "maxnumf" | "minnumf" => f64::NAN,
        _ => {
            let bits = element.bits().min(64);
            let largest = i64::MAX >> (64 - bits);
            let number = match kind {
                "andi" | "minu" => -1,
                "maxs" => -largest - 1,
                "mins" => largest,
                _ => return Err("a reduction of this kind is not evaluated".into()),
            };
            return Ok(of_integers(element, &[], &[number])?.into());
        }
    };
    Ok(Tensor::scalar(element, number).into())
}

fn make_constant(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ir = machine.ir();
    let attribute = ir.attribute(op, "value").ok_or("it has no value")?;
    let tensor = machine.constant(op, || match attribute {
        Attribute::Integer { value, ty } => of_integers(element_type(ty)?, &[], &[*value as i64]),
        Attribute::Float { bits, ty } => {
            let element = element_type(ty)?;
            Ok(Tensor::from_bytes(element, &[], &bits.to_le_bytes()[..element.bytes()])?)
        }
        other => constant(ir, other),
    })?;
    one(tensor)
}

/// A value that must not matter: bytes that are no number.
fn poison(machine: &mut Machine, op: Op, _: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let ty = result_type(machine, op, 0)?;
    if ty.as_memref().is_some() {
        // Sizes that are not known are 0: nothing may be read or written anyway.
        let sizes: Vec<usize> =
            ty.shape().unwrap_or_default().iter().map(|size| usize::try_from(*size).unwrap_or(0)).collect();
        return Ok(vec![RuntimeValue::Memref(super::Buffer::new(None, &sizes, usize::MAX)?)]);
    }
    let (element, shape) = (element_type(&ty)?, if ty.is_shaped() { static_shape(&ty)? } else { Vec::new() });
    if element.is_float() {
        one(Tensor::splat(&Tensor::scalar(element, f64::NAN), &shape)?)
    } else {
        one(Tensor::zeros(element, &shape)?)
    }
}

fn truths(shape: &[usize], values: impl Iterator<Item = bool>) -> Result<Vec<RuntimeValue>> {
    let numbers: Vec<i64> = values.map(i64::from).collect();
    one(Tensor::from_i64(ElementType::Bool, shape, &numbers)?)
}

const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

fn compare_integers(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let word = match machine.attribute(op, "predicate").and_then(Attribute::as_i64) {
        Some(number) => usize::try_from(number).ok().and_then(|place| PREDICATES.get(place)).map(ToString::to_string),
        None => crate::index::predicate(machine.attribute(op, "pred")),
    };
    let word = word.ok_or("an unknown comparison")?;
    let (a, b) = (values[0].tensor()?, values[1].tensor()?);
    let bits = a.element().bits();
    let compare = |a: i64, b: i64| {
        let order = if word.starts_with('u') { unsigned(a, bits).cmp(&unsigned(b, bits)) } else { a.cmp(&b) };
        match &word[word.len() - 2..] {
            "eq" => order.is_eq(),
            "ne" => order.is_ne(),
            "lt" => order.is_lt(),
            "le" => order.is_le(),
            "gt" => order.is_gt(),
            _ => order.is_ge(),
        }
    };
    truths(a.shape(), signed(a)?.iter().zip(&signed(b)?).map(|(a, b)| compare(*a, *b)))
}

fn compare_floats(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let number = machine.number(op, "predicate")?;
    let (a, b) = (values[0].tensor()?, values[1].tensor()?);
    // As bits: equal, greater, less, not ordered. The numbers are those of MLIR, in which `uno` comes after the other relations that hold
    // for what is not ordered.
    let bits = match number {
        8..=13 => number + 1,
        14 => 8,
        other => other,
    };
    let compare = |a: f64, b: f64| {
        let bit = match a.partial_cmp(&b) {
            Some(std::cmp::Ordering::Equal) => 1,
            Some(std::cmp::Ordering::Greater) => 2,
            Some(std::cmp::Ordering::Less) => 4,
            None => 8,
        };
        bits & bit != 0
    };
    truths(a.shape(), a.to_f64()?.iter().zip(&b.to_f64()?).map(|(a, b)| compare(*a, *b)))
}

fn select(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let condition = values[0].tensor()?;
    if condition.rank() == 0 {
        return Ok(vec![values[if condition.to_bool()? { 1 } else { 2 }].clone()]);
    }
    one(elementwise::select(condition, values[1].tensor()?, values[2].tensor()?)?)
}

fn bitcast(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    one(convert::bitcast(values[0].tensor()?, element_type(&result_type(machine, op, 0)?)?)?)
}

fn converted(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (x, element) = (values[0].tensor()?, element_type(&result_type(machine, op, 0)?)?);
    if x.element() == ElementType::Bool {
        let numbers: Vec<f64> = signed(x)?.iter().map(|number| *number as f64).collect();
        return one(Tensor::from_f64(element, x.shape(), &numbers)?);
    }
    one(convert::convert(x, element)?)
}

fn from_unsigned(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (x, element) = (values[0].tensor()?, element_type(&result_type(machine, op, 0)?)?);
    if x.element().is_float() {
        let numbers: Vec<i64> = x.to_f64()?.iter().map(|number| *number as u64 as i64).collect();
        return one(of_integers(element, x.shape(), &numbers)?);
    }
    let numbers: Vec<u64> = x.to_i64()?.iter().map(|number| unsigned(*number, x.element().bits())).collect();
    if element.is_float() {
        let numbers: Vec<f64> = numbers.iter().map(|number| *number as f64).collect();
        return one(Tensor::from_f64(element, x.shape(), &numbers)?);
    }
    one(of_integers(element, x.shape(), &numbers.iter().map(|number| *number as i64).collect::<Vec<_>>())?)
}

fn resized(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (x, element) = (values[0].tensor()?, element_type(&result_type(machine, op, 0)?)?);
    one(of_integers(element, x.shape(), &signed(x)?)?)
}

fn power_of_integer(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (x, n) = (values[0].tensor()?, values[1].tensor()?);
    let power = |(x, n): (&f64, &i64)| {
        i32::try_from(*n).map(|n| x.powi(n)).map_err(|_| Problem::Here("too large a power".into()))
    };
    let results: Result<Vec<f64>> = x.to_f64()?.iter().zip(&n.to_i64()?).map(power).collect();
    one(Tensor::from_f64(x.element(), x.shape(), &results?)?)
}

fn fused(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let (a, b, c) = (values[0].tensor()?, values[1].tensor()?, values[2].tensor()?);
    let (x, y, z) = (a.to_f64()?, b.to_f64()?, c.to_f64()?);
    let results: Vec<f64> = x.iter().zip(&y).zip(&z).map(|((x, y), z)| x.mul_add(*y, *z)).collect();
    one(Tensor::from_f64(a.element(), a.shape(), &results)?)
}

fn classified(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let test: fn(f64) -> bool = match short_name(machine, op) {
        "isnan" => f64::is_nan,
        "isinf" => f64::is_infinite,
        "isfinite" => f64::is_finite,
        _ => f64::is_normal,
    };
    let x = values[0].tensor()?;
    truths(x.shape(), x.to_f64()?.into_iter().map(test))
}
