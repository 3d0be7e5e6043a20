//! Integers with control uses only: they decide where a program goes, and where in memory it looks.
//!
//! The tag of an enum is read from bytes that are a number in another enum, or where objects of several kinds meet in one
//! function. What comes of it are branches: nothing there is ever a number or an address again, whatever types say of
//! the memory it was read from.
use std::collections::HashSet;
use zymase_llvm::{Opcode, Value};

/// Values that are followed.
const MOST_FOLLOWED: usize = 64;

/// Is everything that comes of an integer a comparison, a choice of a way or an index? Of one that nobody uses this is not
/// said.
pub fn has_only_control_uses(value: Value) -> bool {
    if value.users().is_empty() {
        return false;
    }
    let mut seen = HashSet::from([value]);
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        for user in value.users() {
            match role(user) {
                Role::Controls => {}
                Role::Computes if seen.len() < MOST_FOLLOWED => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
                _ => return false,
            }
        }
    }
    true
}

/// What an instruction does with an integer that it is given.
enum Role {
    /// Only its being done depends on it, or where.
    Controls,
    /// Another integer comes of it.
    Computes,
    /// It may go anywhere.
    Moves,
}

fn role(user: Value) -> Role {
    use Opcode::*;
    match user.opcode() {
        Some(LLVMICmp | LLVMSwitch | LLVMBr) => Role::Controls,
        // From a null pointer an index is an address.
        Some(LLVMGetElementPtr) if !user.operand(0).is_nowhere() => Role::Controls,
        Some(
            LLVMTrunc | LLVMZExt | LLVMSExt | LLVMXor | LLVMAnd | LLVMOr | LLVMShl | LLVMLShr | LLVMAShr | LLVMAdd
            | LLVMSub | LLVMPHI | LLVMSelect | LLVMFreeze,
        ) if user.ty().is_integer() => Role::Computes,
        _ => Role::Moves,
    }
}
