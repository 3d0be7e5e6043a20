//! Operations of StableHLO on single elements, as operations of `arith` and `math`.

use super::builtin::*;
use super::lowering::Lowering;
use zymase_ir::{Attribute, Builder, Op, Result, Type, Value};

/// The element that an operation makes of elements.
pub fn apply(this: &Lowering, b: &mut Builder, op: Op, elements: &[Value]) -> Result<Value> {
    let name = b.ir()[op].name().as_str().split_once('.').map_or("", |(_, short)| short).to_owned();
    let from = b.ir()[op].operand(0).map(|value| b.ty(value).element().clone()).unwrap_or_else(Type::index);
    let to = b.ty(b.ir()[op].results()[0]).element().clone();
    if from.as_complex().is_some() || to.as_complex().is_some() {
        return Err(this.refuse(b, op, "is on complex numbers, which are not lowered"));
    }
    if [&from, &to].into_iter().any(|ty| crate::llvm::is_scalar(ty).is_none()) {
        return Err(this.refuse(b, op, "has elements of a type that is not lowered"));
    }
    let found = match name.as_str() {
        "select" => Some(select(b, elements[0], elements[1], elements[2])),
        "clamp" => clamp(b, &to, elements),
        "compare" => comparison(b, op, &from, elements),
        "convert" => Some(convert(b, &from, &to, elements[0])),
        "bitcast_convert" => bitcast(b, &from, &to, elements[0]),
        _ if from.is_float() => of_floats(b, &name, &from, elements),
        _ => of_integers(b, &name, &from, elements),
    };
    found.ok_or_else(|| this.refuse(b, op, "is not lowered for elements of this type"))
}

fn clamp(b: &mut Builder, ty: &Type, elements: &[Value]) -> Option<Value> {
    let [low, value, high] = elements else { return None };
    let larger = binary_integer_or_float(b, "maximum", ty, &[*value, *low])?;
    binary_integer_or_float(b, "minimum", ty, &[larger, *high])
}

fn binary_integer_or_float(b: &mut Builder, name: &str, ty: &Type, elements: &[Value]) -> Option<Value> {
    if ty.is_float() { of_floats(b, name, ty, elements) } else { of_integers(b, name, ty, elements) }
}

fn comparison(b: &mut Builder, op: Op, ty: &Type, elements: &[Value]) -> Option<Value> {
    let text = |name: &str| match b.ir().attribute(op, name) {
        Some(Attribute::Opaque { text, .. }) => text.to_string(),
        Some(Attribute::Dialect(attribute)) => attribute.text(),
        _ => String::new(),
    };
    let (direction, kind) = (text("comparison_direction"), text("compare_type"));
    let is_total = kind.contains("TOTALORDER") && ty.is_float();
    let word = ["EQ", "NE", "LT", "LE", "GT", "GE"].into_iter().find(|word| direction.contains(word))?;
    let word = word.to_lowercase();
    if is_total {
        let word = if matches!(word.as_str(), "eq" | "ne") { word } else { format!("s{word}") };
        let (a, other) = (ordered_bits(b, ty, elements[0])?, ordered_bits(b, ty, elements[1])?);
        return Some(compare(b, &word, a, other));
    }
    if ty.is_float() {
        let order = if word == "ne" { "u" } else { "o" };
        return Some(compare_floats(b, &format!("{order}{word}"), elements[0], elements[1]));
    }
    let is_unsigned = ty.is_unsigned() || ty.is_bool();
    let word = match word.as_str() {
        "eq" | "ne" => word,
        other => format!("{}{other}", if is_unsigned { "u" } else { "s" }),
    };
    Some(compare(b, &word, elements[0], elements[1]))
}

/// The bits of a float as a signed integer in the same order; those of a negative one stand the other way round.
fn ordered_bits(b: &mut Builder, ty: &Type, value: Value) -> Option<Value> {
    let bits = crate::llvm::is_scalar(ty)?;
    let whole = Type::integer(bits);
    let own = one(b, "arith.bitcast", &[value], &whole);
    let by = integer(b, &whole, i128::from(bits) - 1);
    let sign = same(b, "arith.shrsi", &[own, by]);
    let largest = integer(b, &whole, (1 << (bits - 1)) - 1);
    let turned = same(b, "arith.andi", &[sign, largest]);
    Some(same(b, "arith.xori", &[own, turned]))
}

/// Integers that are whole floats: the bounds of a type.
fn bounds(ty: &Type, is_unsigned: bool) -> (i128, i128) {
    let bits = crate::llvm::is_scalar(ty).unwrap_or(64);
    if is_unsigned { (0, (1 << bits) - 1) } else { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) }
}

/// A number of another type. Floats out of range become the nearest integer, what is no number becomes zero.
fn convert(b: &mut Builder, from: &Type, to: &Type, value: Value) -> Value {
    let (source, target) = (signless(from), signless(to));
    if from == to || (source == target && !to.is_bool()) {
        return value;
    }
    if to.is_bool() {
        let zero = number(b, &source, 0.0);
        return if from.is_float() { compare_floats(b, "une", value, zero) } else { compare(b, "ne", value, zero) };
    }
    let bits = |ty: &Type| crate::llvm::is_scalar(ty).unwrap_or(64);
    match (from.is_float(), to.is_float()) {
        (true, true) if bits(from) < bits(to) => one(b, "arith.extf", &[value], &target),
        (true, true) if bits(from) == bits(to) => {
            let wide = one(b, "arith.extf", &[value], &Type::f32());
            one(b, "arith.truncf", &[wide], &target)
        }
        (true, true) => one(b, "arith.truncf", &[value], &target),
        (true, false) => float_to_integer(b, from, to, value),
        (false, true) => {
            let is_unsigned = from.is_unsigned() || from.is_bool();
            one(b, if is_unsigned { "arith.uitofp" } else { "arith.sitofp" }, &[value], &target)
        }
        (false, false) if bits(from) < bits(to) => {
            let is_unsigned = from.is_unsigned() || from.is_bool();
            one(b, if is_unsigned { "arith.extui" } else { "arith.extsi" }, &[value], &target)
        }
        (false, false) => one(b, "arith.trunci", &[value], &target),
    }
}

fn float_to_integer(b: &mut Builder, from: &Type, to: &Type, value: Value) -> Value {
    let (source, target) = (signless(from), signless(to));
    let is_unsigned = to.is_unsigned();
    let (low, high) = bounds(to, is_unsigned);
    // The first float that is too large is a power of two, which every format that holds it has exactly.
    let (first, least) = (number(b, &source, (high + 1) as f64), number(b, &source, low as f64));
    let zero = number(b, &source, 0.0);
    let is_high = compare_floats(b, "oge", value, first);
    let is_low = compare_floats(b, "olt", value, least);
    let is_none = compare_floats(b, "uno", value, value);
    let mut safe = select(b, is_high, zero, value);
    safe = select(b, is_low, zero, safe);
    safe = select(b, is_none, zero, safe);
    let found = one(b, if is_unsigned { "arith.fptoui" } else { "arith.fptosi" }, &[safe], &target);
    let (largest, smallest) = (integer(b, &target, high), integer(b, &target, low));
    let found = select(b, is_high, largest, found);
    select(b, is_low, smallest, found)
}

fn bitcast(b: &mut Builder, from: &Type, to: &Type, value: Value) -> Option<Value> {
    let (source, target) = (signless(from), signless(to));
    if crate::llvm::is_scalar(from) != crate::llvm::is_scalar(to) {
        return None;
    }
    Some(if source == target { value } else { one(b, "arith.bitcast", &[value], &target) })
}

/// A counter as an element.
pub fn of_index(this: &Lowering, b: &mut Builder, op: Op, counter: Value, value: Value) -> Result<Value> {
    let element = b.ty(value).element().clone();
    let target = signless(&element);
    let whole = one(b, "arith.index_cast", &[counter], &Type::integer(64));
    if crate::llvm::is_scalar(&target).is_none() {
        return Err(this.refuse(b, op, "has elements of a type that is not lowered"));
    }
    if target.is_integer_of(64) {
        return Ok(whole);
    }
    Ok(if target.is_float() {
        one(b, "arith.sitofp", &[whole], &target)
    } else {
        one(b, "arith.trunci", &[whole], &target)
    })
}

fn of_floats(b: &mut Builder, name: &str, ty: &Type, elements: &[Value]) -> Option<Value> {
    let plain = match name {
        "add" => "arith.addf",
        "subtract" => "arith.subf",
        "multiply" => "arith.mulf",
        "divide" => "arith.divf",
        "remainder" => "arith.remf",
        "maximum" => "arith.maximumf",
        "minimum" => "arith.minimumf",
        "power" => "math.powf",
        "atan2" => "math.atan2",
        "negate" => "arith.negf",
        "abs" => "math.absf",
        "exponential" => "math.exp",
        "exponential_minus_one" => "math.expm1",
        "log" => "math.log",
        "log_plus_one" => "math.log1p",
        "sqrt" => "math.sqrt",
        "rsqrt" => "math.rsqrt",
        "cbrt" => "math.cbrt",
        "sine" => "math.sin",
        "cosine" => "math.cos",
        "tan" | "tanh" | "erf" | "erfc" | "sinh" | "cosh" | "asin" | "acos" | "atan" | "asinh" | "acosh" | "atanh"
        | "floor" | "ceil" => return Some(approximate(b, &format!("math.{name}"), elements)),
        "round_nearest_afz" => "math.round",
        "round_nearest_even" => "math.roundeven",
        "is_finite" => return Some(one(b, "math.isfinite", elements, &Type::integer(1))),
        "is_inf" => return Some(one(b, "math.isinf", elements, &Type::integer(1))),
        "square" => return Some(same(b, "arith.mulf", &[elements[0], elements[0]])),
        "logistic" => return Some(logistic(b, ty, elements[0])),
        "sign" => return Some(sign(b, ty, elements[0])),
        _ => return None,
    };
    Some(if plain.starts_with("math.") { approximate(b, plain, elements) } else { same(b, plain, elements) })
}

/// A function whose last bits StableHLO leaves open: there may be a form for vectors.
fn approximate(b: &mut Builder, name: &str, elements: &[Value]) -> Value {
    let ty = b.ty(elements[0]);
    let flags = Attribute::Opaque { text: "arith.fastmath<afn>".into(), ty: None };
    let op = b.build(name, elements, &[("fastmath", flags)], &[ty]);
    b.ir()[op].results()[0]
}

fn logistic(b: &mut Builder, ty: &Type, value: Value) -> Value {
    let one = number(b, ty, 1.0);
    let opposite = same(b, "arith.negf", &[value]);
    let power = approximate(b, "math.exp", &[opposite]);
    let sum = same(b, "arith.addf", &[one, power]);
    same(b, "arith.divf", &[one, sum])
}

/// The sign; of zeros and of what is no number itself.
fn sign(b: &mut Builder, ty: &Type, value: Value) -> Value {
    let (zero, one) = (number(b, ty, 0.0), number(b, ty, 1.0));
    let of_one = same(b, "math.copysign", &[one, value]);
    let differs = compare_floats(b, "one", value, zero);
    select(b, differs, of_one, value)
}

fn of_integers(b: &mut Builder, name: &str, ty: &Type, elements: &[Value]) -> Option<Value> {
    let is_unsigned = ty.is_unsigned();
    let own = signless(ty);
    if ty.is_bool() {
        let plain = match name {
            "add" | "maximum" | "or" => "arith.ori",
            "multiply" | "minimum" | "and" => "arith.andi",
            "xor" => "arith.xori",
            "not" => {
                let all = truth(b, true);
                return Some(same(b, "arith.xori", &[elements[0], all]));
            }
            _ => return None,
        };
        return Some(same(b, plain, elements));
    }
    let plain = match name {
        "add" => "arith.addi",
        "subtract" => "arith.subi",
        "multiply" => "arith.muli",
        "and" => "arith.andi",
        "or" => "arith.ori",
        "xor" => "arith.xori",
        "maximum" if is_unsigned => "arith.maxui",
        "maximum" => "arith.maxsi",
        "minimum" if is_unsigned => "arith.minui",
        "minimum" => "arith.minsi",
        "popcnt" => "math.ctpop",
        "count_leading_zeros" => "math.ctlz",
        "abs" if is_unsigned => return Some(elements[0]),
        "abs" => "math.absi",
        "power" if !is_unsigned => "math.ipowi",
        "square" => return Some(same(b, "arith.muli", &[elements[0], elements[0]])),
        "not" => {
            let all = integer(b, &own, -1);
            return Some(same(b, "arith.xori", &[elements[0], all]));
        }
        "negate" => {
            let zero = integer(b, &own, 0);
            return Some(same(b, "arith.subi", &[zero, elements[0]]));
        }
        "sign" => return Some(integer_sign(b, &own, is_unsigned, elements[0])),
        "divide" | "remainder" => return Some(quotient(b, name, &own, is_unsigned, elements)),
        "shift_left" | "shift_right_arithmetic" | "shift_right_logical" => return Some(shift(b, name, &own, elements)),
        _ => return None,
    };
    Some(same(b, plain, elements))
}

fn integer_sign(b: &mut Builder, ty: &Type, is_unsigned: bool, value: Value) -> Value {
    let (zero, one) = (integer(b, ty, 0), integer(b, ty, 1));
    if is_unsigned {
        return same(b, "arith.minui", &[value, one]);
    }
    let minus = integer(b, ty, -1);
    let low = same(b, "arith.maxsi", &[value, minus]);
    let _ = zero;
    same(b, "arith.minsi", &[low, one])
}

/// Division as StableHLO's interpreters do it: by zero it gives all ones, and the whole number remains; overflow wraps.
fn quotient(b: &mut Builder, name: &str, ty: &Type, is_unsigned: bool, elements: &[Value]) -> Value {
    let (a, by) = (elements[0], elements[1]);
    let (zero, ones, unit) = (integer(b, ty, 0), integer(b, ty, -1), integer(b, ty, 1));
    let is_zero = compare(b, "eq", by, zero);
    let mut safe = select(b, is_zero, unit, by);
    let is_minus = compare(b, "eq", by, ones);
    if !is_unsigned {
        safe = select(b, is_minus, unit, safe);
    }
    let is_quotient = name == "divide";
    let word = match (is_quotient, is_unsigned) {
        (true, true) => "arith.divui",
        (true, false) => "arith.divsi",
        (false, true) => "arith.remui",
        (false, false) => "arith.remsi",
    };
    let mut found = same(b, word, &[a, safe]);
    if !is_unsigned {
        let opposite = same(b, "arith.subi", &[zero, a]);
        let of_minus = if is_quotient { opposite } else { zero };
        found = select(b, is_minus, of_minus, found);
    }
    let of_zero = if is_quotient { ones } else { a };
    select(b, is_zero, of_zero, found)
}

/// Shifts by more bits than there are leave nothing, or the sign.
fn shift(b: &mut Builder, name: &str, ty: &Type, elements: &[Value]) -> Value {
    let bits = crate::llvm::is_scalar(ty).unwrap_or(64);
    let (limit, last, zero) =
        (integer(b, ty, i128::from(bits)), integer(b, ty, i128::from(bits) - 1), integer(b, ty, 0));
    let is_fine = compare(b, "ult", elements[1], limit);
    let by = select(b, is_fine, elements[1], last);
    let word = match name {
        "shift_left" => "arith.shli",
        "shift_right_arithmetic" => "arith.shrsi",
        _ => "arith.shrui",
    };
    let found = same(b, word, &[elements[0], by]);
    if name == "shift_right_arithmetic" { found } else { select(b, is_fine, found, zero) }
}
