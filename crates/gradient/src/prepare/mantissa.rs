//! Arithmetic on the representation of a number: the first guess of a fast inverse square root, a mantissa taken out, an
//! exponent changed.
//!
//! As long as the exponent stays the same a number is linear in its representation: a step of the integer is a step of the
//! last place. So an integer operation that is linear in the lowest bits gives a number that is piecewise linear in the
//! one it started from, with the slope `factor · place(y) / place(x)`. (That a shift drops bits makes steps as small as
//! rounding does; like those of rounding, they do not count.)

use super::bits::operate;
use super::steps::ignoring;
use zymase_llvm::{Builder, Opcode, RealPredicate, Type, TypeKind, Value};

/// The number that `bits` represents, with its derivative by the number that `bits` was made from. None when it is not
/// made in such a way from one number.
pub fn piecewise_linear(builder: &Builder, bits: Value, ty: Type) -> Option<Value> {
    let mantissa = match ty.kind() {
        TypeKind::LLVMFloatTypeKind => 23,
        TypeKind::LLVMDoubleTypeKind => 52,
        _ => return None,
    };
    let mut operations = Vec::new();
    let mut factor = 1.0;
    let mut at = bits;
    while at.opcode() != Some(Opcode::LLVMBitCast) {
        let (variable, slope) = step(at, mantissa)?;
        operations.push((at, variable));
        factor *= slope;
        at = at.operand(variable);
    }
    let x = at.operand(0);
    if operations.is_empty() || x.ty() != ty {
        return None;
    }
    let fixed = ignoring(builder, x);
    let integer = bits.ty();
    let mut value = builder.bitcast(fixed, integer);
    for (operation, variable) in operations.into_iter().rev() {
        let constant = operation.operand(1 - variable);
        let [a, b] = if variable == 0 { [value, constant] } else { [constant, value] };
        value = operate(builder, operation, a, b);
    }
    let y = builder.bitcast(value, ty);
    let zero = Value::null(ty);
    let slope = builder.fmul(
        builder.fdiv(place(builder, value, ty, mantissa), place_of(builder, fixed, mantissa)),
        Value::real(ty, factor),
    );
    // Of zeros, infinities and what is no number: no derivative, and the value unchanged.
    let finite = builder.fcmp(RealPredicate::LLVMRealORD, builder.fmul(slope, zero), zero);
    let slope = ignoring(builder, builder.select(finite, slope, zero));
    let moved = builder.fsub(x, fixed);
    let ordinary = builder.fcmp(RealPredicate::LLVMRealORD, moved, moved);
    let moved = builder.select(ordinary, moved, zero);
    Some(builder.fadd(y, builder.fmul(moved, slope)))
}

/// Which operand of an operation on integers varies, and how many steps the result makes for one of it.
fn step(operation: Value, mantissa: u32) -> Option<(usize, f64)> {
    let constant = |index: usize| operation.operand_if_constant(index);
    let lowest = (1i64 << mantissa) - 1;
    match operation.opcode()? {
        Opcode::LLVMAdd => constant(1).map(|_| (0, 1.0)),
        Opcode::LLVMSub => constant(1).map(|_| (0, 1.0)).or_else(|| constant(0).map(|_| (1, -1.0))),
        // Further, and nothing of the exponent that moves into the mantissa would be linear.
        Opcode::LLVMLShr | Opcode::LLVMAShr => {
            constant(1).filter(|places| (0..4).contains(places)).map(|places| (0, 0.5f64.powi(places as i32)))
        }
        Opcode::LLVMAnd => constant(1).filter(|mask| mask & lowest == lowest).map(|_| (0, 1.0)),
        Opcode::LLVMOr | Opcode::LLVMXor => constant(1).filter(|mask| mask & lowest == 0).map(|_| (0, 1.0)),
        _ => None,
    }
}

/// The power of two in a number, with its sign.
fn place_of(builder: &Builder, number: Value, mantissa: u32) -> Value {
    let width = builder.module().store_size(number.ty()) as u32 * 8;
    let bits = builder.bitcast(number, number.ty().integer(width));
    place(builder, bits, number.ty(), mantissa)
}

fn place(builder: &Builder, bits: Value, ty: Type, mantissa: u32) -> Value {
    builder.bitcast(builder.and(bits, Value::integer(bits.ty(), -1i64 << mantissa)), ty)
}
