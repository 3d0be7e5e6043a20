//! Does an integer that becomes a number again by its value still hold digits of the float whose bits it was made of?
//!
//! The exponent of a float moves by steps, its digits do not: a logarithm that is read off the bits, as one number,
//! has a derivative. What comes from several places may be a union that is an integer at this time, and is left alone.

use std::collections::HashSet;
use zymase_llvm::{Opcode, Value};

/// `is_float` tells integers that are whole floats with derivatives.
pub fn is_left(value: Value, is_float: &dyn Fn(Value) -> bool) -> bool {
    use Opcode::*;
    let mut seen = HashSet::new();
    // With each value, the lowest of its bits that counts.
    let mut work = vec![(value, 0i64)];
    while let Some((value, lowest)) = work.pop() {
        if !value.ty().scalar().is_integer() || !value.is_instruction() || !seen.insert((value, lowest)) {
            continue;
        }
        let constant = (value.operand_count() == 2).then(|| value.operand(1).splat_integer()).flatten();
        match value.opcode() {
            Some(LLVMLShr | LLVMAShr) => work.push((value.operand(0), lowest + constant.unwrap_or(0))),
            Some(LLVMShl) => work.push((value.operand(0), (lowest - constant.unwrap_or(0)).max(0))),
            Some(LLVMAnd) if constant.is_some() => {
                let kept = constant.map_or(0, |mask| i64::from(mask.trailing_zeros()));
                work.push((value.operand(0), lowest.max(kept)));
            }
            // The shorter member of a union.
            Some(LLVMTrunc) if is_float(value.operand(0)) => {}
            Some(
                LLVMTrunc | LLVMZExt | LLVMSExt | LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor | LLVMFreeze,
            ) => work.extend(value.operands().into_iter().map(|operand| (operand, lowest))),
            _ if is_float(value) && lowest < digits_of(value.ty().scalar().integer_bits()) => return true,
            _ => {}
        }
    }
    false
}

/// How many of the lowest bits of a float are its digits.
fn digits_of(bits: u32) -> i64 {
    match bits {
        64 => 52,
        32 => 23,
        16 => 10,
        _ => i64::from(bits),
    }
}
