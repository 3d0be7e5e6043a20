//! Integer operations that only move whole bytes: how Clang and LLVM take small structs apart and put them together.
//!
//! `{float, int}` travels through calls as one `i64`: `trunc` takes the float out, `lshr 32` the integer, and `zext`,
//! `shl` and `or` put them together. On carriers these are linear, and their derivative is the same move.

use crate::types::Types;
use zymase_llvm::{Opcode, Value};

/// Widest constants whose bytes are looked at.
const WIDEST_CONSTANT_BITS: u32 = 64;

/// Does the instruction move whole bytes of its operands, and fill the rest with zeros?
pub fn moves_bytes(types: &Types, i: Value) -> bool {
    if !i.ty().is_integer() || !i.ty().integer_bits().is_multiple_of(8) {
        return false;
    }
    match i.opcode() {
        Some(Opcode::LLVMTrunc) => true,
        Some(Opcode::LLVMZExt) => i.operand(0).ty().integer_bits().is_multiple_of(8),
        Some(Opcode::LLVMShl | Opcode::LLVMLShr) => i.operand(1).as_shift_amount().is_some_and(|bits| bits % 8 == 0),
        Some(Opcode::LLVMAnd) => constant_bytes(i.operand(1)).is_some_and(|b| b.iter().all(|b| matches!(b, 0 | 255))),
        Some(Opcode::LLVMOr) if i.is_disjoint() => {
            !i.operand(1).is_constant() || constant_bytes(i.operand(1)).is_some_and(|b| is_beside_floats(types, i, &b))
        }
        _ => false,
    }
}

fn constant_bytes(value: Value) -> Option<Vec<u8>> {
    let bits = value.ty().integer_bits();
    let value = value.as_integer().filter(|_| bits <= WIDEST_CONSTANT_BITS)?;
    Some(value.to_le_bytes()[..bits.div_ceil(8) as usize].to_vec())
}

/// Are the bytes that are not zero outside of every float of the value?
fn is_beside_floats(types: &Types, value: Value, bytes: &[u8]) -> bool {
    types.of_value(value).is_ok_and(|cells| {
        cells.iter().filter(|cell| cell.kind.may_be_float()).all(|cell| {
            let (start, end) = (cell.offset as usize, (cell.offset + cell.size) as usize);
            bytes[start.min(bytes.len())..end.min(bytes.len())].iter().all(|byte| *byte == 0)
        })
    })
}
