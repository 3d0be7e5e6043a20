//! Loops that threads run piece by piece (`schedule(dynamic)` and its kin): the run time remembers how far they are, here a stack
//! object does.

use super::{meaning, stack_object};
use std::collections::HashSet;
use zymase_library::OpenMp;
use zymase_llvm::{Block, Function, Opcode, Value};

/// `struct pieces` of the bodies: five integers.
const FIELDS: u64 = 5;

/// Gives every such loop of a function a stack object of its own. It takes the place of the description of the source that the
/// calls are given.
pub fn assign(function: Function) {
    let is_begin = |i: &Value| matches!(meaning_of(*i), Some(OpenMp::BeginPieces(_))) && assigned(*i).is_none();
    for begin in function.instructions().into_iter().filter(is_begin) {
        let Some(first) = next_piece_after(begin) else { continue };
        let state = stack_object(function, function.module().integer_type(64).array(FIELDS), "pieces");
        begin.set_operand(0, state);
        // All calls of one loop store the bounds of a piece in the same variables.
        let variable = first.arguments()[3];
        let is_next = |i: &Value| matches!(meaning_of(*i), Some(OpenMp::NextPiece(_))) && i.arguments()[3] == variable;
        function.instructions().into_iter().filter(is_next).for_each(|next| next.set_operand(0, state));
    }
}

/// The object of the loop that a call belongs to.
pub fn assigned(call: Value) -> Option<Value> {
    let state = call.operand(0);
    (state.opcode() == Some(Opcode::LLVMAlloca)).then_some(state)
}

fn meaning_of(i: Value) -> Option<OpenMp> {
    i.is_call().then(|| i.called_function().and_then(meaning)).flatten()
}

/// The first call after another one that asks for a piece.
fn next_piece_after(begin: Value) -> Option<Value> {
    let is_next = |i: &Value| matches!(meaning_of(*i), Some(OpenMp::NextPiece(_)));
    let start = begin.block()?;
    let behind = start.instructions().into_iter().skip_while(|i| *i != begin).find(is_next);
    let mut seen = HashSet::from([start]);
    let mut work: Vec<Block> = start.successors();
    let mut elsewhere = || {
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                if let Some(found) = block.instructions().into_iter().find(is_next) {
                    return Some(found);
                }
                work.extend(block.successors());
            }
        }
        None
    };
    behind.or_else(&mut elsewhere)
}
