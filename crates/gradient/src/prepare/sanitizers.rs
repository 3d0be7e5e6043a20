//! Leaves the checks of the sanitizer of undefined behaviour out of derivatives.
//!
//! They are on every addition and every access: bits of floats are not recognised behind them, extents and trip counts not
//! known, and what only computes numbers may print. The function itself keeps them, and reports what its derivative
//! would have reported.

use zymase_llvm::{Block, Builder, Function, Opcode, Value};

/// Goes on as if nothing was to report.
pub fn drop_checks(function: Function) {
    let mut dropped = false;
    for block in function.blocks() {
        let Some(end) = block.terminator().filter(|end| end.is_conditional_branch()) else { continue };
        let [first, second] = end.successors()[..] else { continue };
        let (kept, gone) = match (is_report(first), is_report(second)) {
            (false, true) => (first, second),
            (true, false) => (second, first),
            _ => continue,
        };
        gone.remove_predecessor(block);
        Builder::before(end).branch(kept);
        end.erase_instruction();
        dropped = true;
    }
    if dropped {
        function.remove_unreachable_blocks();
    }
}

/// A block that does nothing but report.
fn is_report(block: Block) -> bool {
    let instructions = block.instructions();
    let mut calls = instructions.iter().filter(|i| i.is_call()).filter_map(|i| i.called_function()).peekable();
    let is_alone = |i: &Value| i.is_call() || i.is_terminator() || !i.may_write() && !i.may_throw();
    let ends =
        matches!(block.terminator().and_then(|end| end.opcode()), Some(Opcode::LLVMUnreachable | Opcode::LLVMBr));
    ends && calls.peek().is_some()
        && calls.all(|callee| zymase_library::reports_undefined_behaviour(&callee.name()))
        && instructions.iter().filter(|i| i.is_call()).all(|call| call.called_function().is_some())
        && instructions.iter().all(is_alone)
}
