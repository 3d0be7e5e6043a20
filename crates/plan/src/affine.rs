//! Integers that a loop multiplies by constants and increases by constants, several times in each iteration: random numbers.

use zymase_llvm::{Opcode, Value};

/// Operations of one iteration that are looked through.
const MOST_OPERATIONS: usize = 32;

/// The constants with which `next` is `phi * factor + summand`, with the wrap-around of its type.
pub fn of(next: Value, phi: Value) -> Option<(i64, i64)> {
    through(next, phi, MOST_OPERATIONS)
}

fn through(value: Value, phi: Value, left: usize) -> Option<(i64, i64)> {
    if value == phi {
        return Some((1, 0));
    }
    let opcode = value.opcode().filter(|_| left > 0)?;
    let commutes = matches!(opcode, Opcode::LLVMAdd | Opcode::LLVMMul);
    if !commutes && !matches!(opcode, Opcode::LLVMSub | Opcode::LLVMShl) {
        return None;
    }
    let is_first_constant = commutes && value.operand(0).as_integer().is_some();
    let (inner, constant) = if is_first_constant { (1, 0) } else { (0, 1) };
    let constant = value.operand(constant).as_integer()?;
    let (factor, summand) = through(value.operand(inner), phi, left - 1)?;
    Some(match opcode {
        Opcode::LLVMAdd => (factor, summand.wrapping_add(constant)),
        Opcode::LLVMSub => (factor, summand.wrapping_sub(constant)),
        Opcode::LLVMMul => (factor.wrapping_mul(constant), summand.wrapping_mul(constant)),
        _ => {
            let power = 1i64.checked_shl(u32::try_from(constant).ok()?)?;
            (factor.wrapping_mul(power), summand.wrapping_mul(power))
        }
    })
}
