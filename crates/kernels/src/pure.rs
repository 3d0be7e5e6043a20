//! Values that can be computed again, wherever what they read is known.

use zymase_llvm::{Opcode, Value};

/// What a load from the arguments of the kernel costs.
const READING: u64 = 3;

/// Can a value be computed again from what it reads?
pub fn is_computable(value: Value) -> Option<u64> {
    use Opcode::*;
    match value.opcode()? {
        LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor | LLVMZExt
        | LLVMSExt | LLVMTrunc | LLVMGetElementPtr | LLVMICmp | LLVMSelect | LLVMBitCast | LLVMPtrToInt
        | LLVMIntToPtr | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFNeg | LLVMSIToFP | LLVMUIToFP | LLVMFPExt
        | LLVMFPTrunc => Some(1),
        LLVMLoad if is_read_only(value.operand(0)) => Some(READING),
        _ => None,
    }
}

/// Is this an address in a struct that is passed to the kernel, which nothing writes?
fn is_read_only(pointer: Value) -> bool {
    let object = pointer.underlying_object();
    object.is_argument() && crate::refusals::is_only_read(object) && is_struct_argument(object)
}

fn is_struct_argument(argument: Value) -> bool {
    let Some(function) = argument.parent_function() else { return false };
    let index = function.parameters().iter().position(|p| *p == argument);
    index.is_some_and(|index| function.parameter_has_attribute(index, STRUCT))
}

/// Marks parameters that are pointers to structs passed by value.
pub const STRUCT: &str = "readonly";
