//! Rounding by a sum: `(x + c) - c` with a constant so large that nothing after the point is left of the sum.
//!
//! Vectorised exponentials and sines find their whole quotients in this way. The result moves by steps, like that of
//! `rint`: its derivative is 0, not the 1 that the two sums would have.

use zymase_analysis::callee::{Callee, IGNORE_DERIVATIVES, classify};
use zymase_calculus::Function as Real;
use zymase_llvm::{Builder, Function, Opcode, Type, TypeKind, Value};

/// The steps may be halves and so on, down to this power of two, as tables of powers want them.
const SMALLEST_STEP: i32 = -12;

/// Puts a wall for derivatives behind every such rounding.
pub fn find(function: Function) {
    for second in function.instructions() {
        let Some((first, taken)) = sum_with_constant(second) else { continue };
        let Some((_, added)) = sum_with_constant(first) else { continue };
        if added == -taken && rounds(added, second.ty().scalar()) {
            let next = second.next_instruction().expect("a sum is followed by something");
            let wall = ignoring(&Builder::before(next), second);
            second.replace_all_uses_with(wall);
            wall.set_operand(0, second);
        }
    }
}

/// What a constant is added to, the same one in every lane: a number, or a product (of which one factor will do).
fn sum_with_constant(value: Value) -> Option<(Value, f64)> {
    let constant = |operand: usize| value.operand(operand).splat_real();
    match value.opcode()? {
        Opcode::LLVMFAdd => match constant(1) {
            Some(constant) => Some((value.operand(0), constant)),
            None => Some((value.operand(1), constant(0)?)),
        },
        Opcode::LLVMFSub => Some((value.operand(0), -constant(1)?)),
        Opcode::LLVMCall if is_fused_product(value) => Some((value.operand(0), constant(2)?)),
        _ => None,
    }
}

fn is_fused_product(call: Value) -> bool {
    matches!(classify(call), Callee::Math { function: Real::Fma, operands: [0, 1, 2], .. })
}

/// Is this a constant by which one rounds: a power of two, or one and a half, whose last place is about a unit?
fn rounds(constant: f64, ty: Type) -> bool {
    let last_place = match ty.kind() {
        TypeKind::LLVMFloatTypeKind => 23,
        TypeKind::LLVMDoubleTypeKind => 52,
        TypeKind::LLVMX86_FP80TypeKind => 63,
        _ => return false,
    };
    let magnitude = constant.abs();
    let exponents = last_place + SMALLEST_STEP..=last_place + 1;
    exponents.into_iter().any(|exponent| {
        let power = 2f64.powi(exponent);
        magnitude == power || magnitude == 1.5 * power
    })
}

/// A value without its derivative.
pub fn ignoring(builder: &Builder, value: Value) -> Value {
    let ty = value.ty();
    let name = format!("{IGNORE_DERIVATIVES}.zymase.{ty}");
    let wall = builder.module().declare(&name, Type::function(ty, &[ty], false));
    wall.mark_pure();
    builder.call(wall, &[value])
}

/// Is it a value that was put behind such a wall?
pub fn is_ignored(value: Value) -> bool {
    value.is_call() && value.called_function().is_some_and(|callee| callee.name().starts_with(IGNORE_DERIVATIVES))
}
