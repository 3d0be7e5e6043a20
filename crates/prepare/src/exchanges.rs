//! Bits of floats that threads of a warp exchange as integers.
//!
//! `__int_as_float(__shfl_sync(mask, __float_as_int(x), lane))` moves a float. It becomes a shuffle of floats, which has a derivative. Other bits of floats
//! that are exchanged (halves of a double) would lose theirs, and are refused.

use std::collections::HashSet;
use zymase_core::Failure;
use zymase_llvm::{Builder, Function, Opcode, Value};
use zymase_support::Diagnostic;

const SHUFFLE: &str = "llvm.nvvm.shfl.sync.";

/// Functions of CUDA's library that give the same bits another type.
const CASTS: [&str; 6] = [
    "__nv_float_as_int",
    "__nv_float_as_uint",
    "__nv_int_as_float",
    "__nv_uint_as_float",
    "__nv_double_as_longlong",
    "__nv_longlong_as_double",
];

/// Makes shuffles of floats of those that move bits of floats.
pub fn of_bits(function: Function) -> Result<(), Failure> {
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        if call.called_function().is_some_and(|callee| CASTS.contains(&callee.name().as_str())) {
            let builder = Builder::before(call);
            builder.set_location_of(call);
            call.replace_all_uses_with(builder.bitcast(call.arguments()[0], call.ty()));
            call.erase_instruction();
        }
    }
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(name) = call.called_function().map(|callee| callee.name()) else { continue };
        let Some(kind) = name.strip_prefix(SHUFFLE).and_then(|rest| rest.strip_suffix(".i32")) else { continue };
        let bits = call.arguments()[1];
        if bits.opcode() == Some(Opcode::LLVMBitCast) && bits.operand(0).ty().is_float() {
            exchange(call, kind, bits.operand(0));
        } else if comes_from_float(bits) || becomes_float(call) {
            let diagnostic = Diagnostic::new(
                "cannot differentiate a shuffle that moves bits of a floating-point number as an integer",
            )
            .with_help("shuffle the float itself: __shfl_sync and its kin take float and double");
            return Err(Failure::at(call, diagnostic));
        }
    }
    Ok(())
}

fn exchange(call: Value, kind: &str, float: Value) {
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let callee = builder.module().intrinsic(&format!("{SHUFFLE}{kind}.f32"), &[]);
    let mut arguments = call.arguments();
    arguments[1] = float;
    let moved = builder.bitcast(builder.call(callee, &arguments), call.ty());
    call.replace_all_uses_with(moved);
    call.erase_instruction();
}

/// Is an integer made of the bits of floats?
fn comes_from_float(bits: Value) -> bool {
    let mut work = vec![bits];
    let mut seen = HashSet::from([bits]);
    while let Some(value) = work.pop() {
        if value.opcode() == Some(Opcode::LLVMBitCast) && value.operand(0).ty().is_float_like() {
            return true;
        }
        if value.is_instruction() && (moves_bits(value) || value.opcode() == Some(Opcode::LLVMBitCast)) {
            work.extend(value.operands().into_iter().filter(|operand| seen.insert(*operand)));
        }
    }
    false
}

/// Are the bits of an integer used as those of floats?
fn becomes_float(bits: Value) -> bool {
    let mut work = vec![bits];
    let mut seen = HashSet::from([bits]);
    while let Some(value) = work.pop() {
        for user in value.users() {
            if user.opcode() == Some(Opcode::LLVMBitCast) && user.ty().is_float_like() {
                return true;
            }
            if (moves_bits(user) || user.opcode() == Some(Opcode::LLVMBitCast)) && seen.insert(user) {
                work.push(user);
            }
        }
    }
    false
}

fn moves_bits(value: Value) -> bool {
    use Opcode::*;
    matches!(
        value.opcode(),
        Some(
            LLVMTrunc
                | LLVMZExt
                | LLVMSExt
                | LLVMShl
                | LLVMLShr
                | LLVMAShr
                | LLVMOr
                | LLVMAnd
                | LLVMXor
                | LLVMSelect
                | LLVMPHI
                | LLVMFreeze
                | LLVMInsertElement
                | LLVMExtractElement
                | LLVMShuffleVector
        )
    )
}
