//! Inline assembly without instructions: barriers for the optimiser, and comments for who reads the assembly.
//!
//! What runs through such a barrier comes out unchanged, so it has a derivative like any other value.

use zymase_llvm::{Function, Opcode, Value};

/// Removes assembly that holds no instruction.
pub fn drop_barriers(function: Function) {
    for call in function.instructions() {
        if call.opcode() != Some(Opcode::LLVMCall) {
            continue;
        }
        let Some((text, constraints)) = call.called_value().inline_assembly() else { continue };
        if !text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with('#')) {
            continue;
        }
        if !call.ty().is_void() {
            let Some(value) = tied_argument(call, &constraints) else { continue };
            call.replace_all_uses_with(value);
        }
        call.erase_instruction();
    }
}

/// The argument that comes out as the result, where there is one result.
fn tied_argument(call: Value, constraints: &str) -> Option<Value> {
    let arguments = call.arguments();
    let mut position = 0;
    for constraint in constraints.split(',') {
        // Only the memory behind an indirect output is passed; alternatives are set apart by bars.
        let takes_argument =
            !constraint.starts_with('~') && (!constraint.starts_with('=') || constraint.starts_with("=*"));
        if !takes_argument {
            continue;
        }
        let argument = *arguments.get(position)?;
        position += 1;
        if constraint.split('|').next() == Some("0") && argument.ty() == call.ty() {
            return Some(argument);
        }
    }
    None
}
