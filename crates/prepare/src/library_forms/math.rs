//! Functions with several results, each computed by itself, and complex arithmetic.

use super::complex::{self, Parts};
use super::{Form, elementwise, intrinsic, takes};
use zymase_calculus::Function as Real;
use zymase_library::{ComplexOperation, Field, Math, SplitMath};
use zymase_llvm::{Builder, Opcode, RealPredicate, Value};

/// `modf`, `sincos` and kin: every result is computed and stored by itself.
pub fn split(builder: &Builder, call: Value, known: SplitMath) -> Option<Form> {
    let pointers: Vec<usize> = known.stored.iter().map(|(pointer, _)| *pointer).collect();
    if !takes(call, &[known.operand], &pointers) {
        return None;
    }
    let arguments = call.arguments();
    let x = arguments[known.operand];
    if known.returned.is_some() && call.ty() != x.ty() {
        return None;
    }
    let returned = match known.returned {
        Some(function) => Form::Value(real(builder, function, x)?),
        None => Form::Nothing,
    };
    let stored: Option<Vec<Value>> = known.stored.iter().map(|(_, function)| real(builder, *function, x)).collect();
    for (value, pointer) in stored?.into_iter().zip(pointers) {
        builder.store(value, arguments[pointer]);
    }
    Some(returned)
}

/// Functions that derivatives ask for again, or that one instruction computes: as intrinsics, which set no `errno`, equal ones are
/// computed once, and the sine and cosine of one number together.
pub fn without_errno(builder: &Builder, call: Value, known: Math) -> Option<Form> {
    let is_fast = call.called_function().is_some_and(|f| zymase_library::is_fast_form(&f.name()));
    let is_worth_it = matches!(known.function, Real::Sin | Real::Cos | Real::Sqrt) && !is_fast;
    let function = builder.block().function();
    let reads = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name() == "__errno_location");
    if !is_worth_it || !takes(call, known.operands, &[]) || function.instructions().iter().any(reads) {
        return None;
    }
    let x = call.arguments()[known.operands[0]];
    if call.ty() != x.ty() {
        return None;
    }
    real(builder, known.function, x).map(Form::Value)
}

/// `frexp`: the exponent is stored; see [`fraction`].
pub fn frexp(builder: &Builder, call: Value, known: Math) -> Option<Form> {
    let (operand, pointer) = (*known.operands.first()?, *known.integer_outputs.first()?);
    let arguments = call.arguments();
    if !takes(call, &[operand], &[pointer]) || call.ty() != arguments[operand].ty() {
        return None;
    }
    let x = arguments[operand];
    let int = builder.module().integer_type(32);
    let both = intrinsic(builder, "llvm.frexp", &[x.ty(), int], &[x]);
    let exponent = builder.extract_value(both, 1);
    builder.store(exponent, arguments[pointer]);
    Some(Form::Value(fraction(builder, x, exponent)))
}

/// `llvm.frexp`, `llvm.modf`, `llvm.sincos` and `llvm.sincospi`: the struct is put together from separate results.
pub fn structure(builder: &Builder, call: Value, fields: &[Field]) -> Option<Form> {
    let x = call.operand(0);
    let is_exponent = |user: &Value| user.opcode() == Some(Opcode::LLVMExtractValue) && user.indices() == [1];
    let is_done = fields.contains(&Field::Integer) && call.users().iter().all(is_exponent);
    if is_done || x.ty().is_scalable_vector() {
        return None;
    }
    let types = call.ty().struct_elements();
    let mut result = Value::poison(call.ty());
    for (index, field) in fields.iter().enumerate() {
        let value = match field {
            Field::Real(Real::Frexp) => continue,
            Field::Real(function) => real(builder, *function, x)?,
            Field::Integer => {
                let both = intrinsic(builder, "llvm.frexp", &types, &[x]);
                let exponent = builder.extract_value(both, 1);
                result = builder.insert_value(result, fraction(builder, x, exponent), 0);
                exponent
            }
        };
        result = builder.insert_value(result, value, index as u32);
    }
    Some(Form::Value(result))
}

/// `x · 2^-exponent`: the fraction that belongs to an exponent from `frexp`. Zeros, infinities and NaNs stay what they
/// are whatever the exponent is, and a subnormal number is scaled up exactly.
fn fraction(builder: &Builder, x: Value, exponent: Value) -> Value {
    let negated = builder.sub(Value::null(exponent.ty()), exponent);
    intrinsic(builder, "llvm.ldexp", &[x.ty(), exponent.ty()], &[x, negated])
}

/// One result of a function that has several.
fn real(builder: &Builder, function: Real, x: Value) -> Option<Value> {
    Some(match function {
        Real::Trunc => elementwise(builder, "llvm.trunc", &[x]),
        Real::Sin => elementwise(builder, "llvm.sin", &[x]),
        Real::Cos => elementwise(builder, "llvm.cos", &[x]),
        Real::Sqrt => elementwise(builder, "llvm.sqrt", &[x]),
        Real::Modf => part_after_point(builder, x),
        Real::SinPi => of_half_turns(builder, x, false),
        Real::CosPi => of_half_turns(builder, x, true),
        _ => return None,
    })
}

/// The fraction of `modf`, `x - trunc(x)` with the sign of `x` also where it is zero.
///
/// The sign is taken off before and put on after, as a factor: its derivative is 1 at whole numbers too, which that of
/// `copysign` is not.
fn part_after_point(builder: &Builder, x: Value) -> Value {
    let (zero, one) = (Value::real(x.ty(), 0.0), Value::real(x.ty(), 1.0));
    let sign = elementwise(builder, "llvm.copysign", &[one, x]);
    let magnitude = builder.fmul(x, sign);
    let whole = elementwise(builder, "llvm.trunc", &[x]);
    let part = builder.fsub(magnitude, builder.fmul(whole, sign));
    let infinite = builder.fcmp(RealPredicate::LLVMRealOEQ, magnitude, Value::real(x.ty(), f64::INFINITY));
    builder.fmul(builder.select(infinite, zero, part), sign)
}

/// `sin(πx)` or `cos(πx)`: `x` is reduced, exactly, by quarters of a turn (which `sinpi` itself would need of a
/// library that many do not have). The result is right to rounding; that at -0 is 0.
fn of_half_turns(builder: &Builder, x: Value, cosine: bool) -> Value {
    let constant = |value| Value::real(x.ty(), value);
    let quarters = elementwise(builder, "llvm.rint", &[builder.fmul(x, constant(2.0))]);
    let rest = builder.fsub(x, builder.fmul(quarters, constant(0.5)));
    let turns = elementwise(builder, "llvm.floor", &[builder.fmul(quarters, constant(0.25))]);
    let quadrant = builder.fsub(quarters, builder.fmul(turns, constant(4.0)));
    let is = |number| builder.fcmp(RealPredicate::LLVMRealOEQ, quadrant, constant(number));

    let pi = Value::real_from_text(x.ty(), "3.14159265358979323846264338327950288419716939937511");
    let angle = builder.fmul(rest, pi);
    let sine = elementwise(builder, "llvm.sin", &[angle]);
    let cosine_of_rest = elementwise(builder, "llvm.cos", &[angle]);
    let odd = builder.or(is(1.0), is(3.0));
    let (even_value, odd_value) = if cosine { (cosine_of_rest, sine) } else { (sine, cosine_of_rest) };
    let value = builder.select(odd, odd_value, even_value);
    let negative = builder.or(is(2.0), is(if cosine { 1.0 } else { 3.0 }));
    builder.select(negative, builder.fneg(value), value)
}

/// `__muldc3`, `__divdc3` and kin, where the result comes back as a struct or vector of the two parts.
pub fn complex(builder: &Builder, call: Value, operation: ComplexOperation) -> Option<Form> {
    let arguments = call.arguments();
    let &[a, b, c, d] = arguments.as_slice() else { return None };
    let ty = call.ty();
    if !complex::has_parts(ty, a.ty()) || !takes(call, &[0, 1, 2, 3], &[]) {
        return None;
    }
    let result = match operation {
        ComplexOperation::Multiply => complex::multiply(builder, [a, b], [c, d]),
        ComplexOperation::Divide => divide(builder, [a, b], [c, d]),
    };
    Some(Form::Value(complex::pack(builder, ty, result)))
}

/// `(a + ib) / (c + id)` by Smith's method: numerator and denominator are divided by the larger of `c` and `d`, so that
/// only a result out of range overflows.
fn divide(builder: &Builder, [a, b]: Parts, [c, d]: Parts) -> Parts {
    let zero = Value::real(c.ty(), 0.0);
    let magnitude = |x| elementwise(builder, "llvm.fabs", &[x]);
    let upright = builder.fcmp(RealPredicate::LLVMRealOGE, magnitude(c), magnitude(d));
    let pick = |first, second| builder.select(upright, first, second);
    let (large, small) = (pick(c, d), pick(d, c));
    let (along, across) = (pick(a, b), pick(b, a));

    let is_zero = builder.fcmp(RealPredicate::LLVMRealOEQ, large, zero);
    let ratio = builder.select(is_zero, zero, builder.fdiv(small, large));
    let denominator = builder.fadd(large, builder.fmul(small, ratio));
    let re = builder.fdiv(builder.fadd(along, builder.fmul(across, ratio)), denominator);
    let turned = builder.fmul(along, ratio);
    let im = builder.fdiv(builder.fsub(pick(across, turned), pick(turned, across)), denominator);
    [re, im]
}
