//! Numbers that are rounded by adding a large one and taking it away again.
//!
//! `(x + 0x1.8p52) - 0x1.8p52` is the whole number next to `x`: what is behind the point does not fit. Such a sum is no sum to a derivative. The
//! result, a multiple of one half at least, is made one of a rounding, which changes nothing of it and has no derivative.

use super::library_forms::elementwise;
use zymase_llvm::{Builder, Function, Opcode, Value};

/// Finds numbers that are rounded so.
pub fn find(function: Function) {
    for i in function.instructions().into_iter().filter(|i| is_rounded(*i)) {
        let Some(next) = i.next_instruction().filter(|_| !is_known(i)) else { continue };
        let builder = Builder::before(next);
        let number = |number| Value::real(i.ty(), number);
        let twice = builder.fmul(i, number(2.0));
        let rounded = builder.fmul(elementwise(&builder, "llvm.rint", &[twice]), number(0.5));
        i.replace_all_uses_with(rounded);
        twice.set_operand(0, i);
    }
}

/// Was it found before?
fn is_known(i: Value) -> bool {
    let is_twice = |user: &Value| user.opcode() == Some(Opcode::LLVMFMul) && user.operand(1).as_real() == Some(2.0);
    i.users().iter().all(is_twice)
}

fn is_rounded(i: Value) -> bool {
    if !i.ty().is_float() || !matches!(i.opcode(), Some(Opcode::LLVMFAdd | Opcode::LLVMFSub)) {
        return false;
    }
    let sign = if i.opcode() == Some(Opcode::LLVMFSub) { 1.0 } else { -1.0 };
    let Some(taken) = i.operand(1).as_real().map(|number| number * sign) else { return false };
    is_large(i, taken) && added(i.operand(0)).is_some_and(|added| added == taken)
}

/// Has a number of this size nothing behind the point?
fn is_large(i: Value, number: f64) -> bool {
    let Some(format) = i.ty().float_format() else { return false };
    let least = 2f64.powi(format.digits - 1);
    [1.0, 1.5].iter().any(|factor| number.abs() == least * factor)
}

/// The constant that was added.
fn added(sum: Value) -> Option<f64> {
    match sum.opcode()? {
        Opcode::LLVMFAdd => sum.operand(1).as_real(),
        Opcode::LLVMFSub => sum.operand(1).as_real().map(|number| -number),
        Opcode::LLVMCall => {
            let name = sum.called_function()?.name();
            let is_fused = name.starts_with("llvm.fma.")
                || name.starts_with("llvm.fmuladd.")
                || name.starts_with("llvm.nvvm.fma.rn.");
            if is_fused { sum.arguments().get(2)?.as_real() } else { None }
        }
        _ => None,
    }
}
