//! Shadows of globals that are only declared are fetched where they are used.
//!
//! All others are fetched once, on entry of a derivative. For a global that is never defined, because the code that names it is
//! never reached, that would be the one reference the optimiser cannot remove, and the program would not link.

use zymase_core::runtime::is_global_shadow;
use zymase_llvm::{Analyses, Block, Builder, Function, Opcode, Value};

/// Moves what is fetched to the blocks that use it, or before the loops around them.
pub fn fetch_late(function: Function) {
    let is_late = |call: &Value| is_global_shadow(*call) && is_declared(call.operand(1).underlying_object());
    let calls: Vec<Value> = function.instructions().into_iter().filter(is_late).collect();
    if calls.is_empty() {
        return;
    }
    let analyses = Analyses::of(function);
    for call in calls {
        sink(&analyses, call);
    }
}

fn is_declared(global: Value) -> bool {
    global.is_global_variable() && global.initializer().is_none()
}

/// Makes copies of an instruction where it is used, if none of its uses is in its own block.
fn sink(analyses: &Analyses, instruction: Value) {
    let home = instruction.block().expect("a placed instruction");
    // Addresses within the shadow, which the optimiser has computed at once.
    for user in instruction.users() {
        let is_address = matches!(user.opcode(), Some(Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast))
            && user.operand(0) == instruction;
        if is_address && user.block() == Some(home) && user.operands()[1..].iter().all(|index| index.is_constant()) {
            sink(analyses, user);
        }
    }
    let mut uses: Vec<(Value, usize, Block)> = Vec::new();
    let mut users = instruction.users();
    users.sort();
    users.dedup();
    for user in users {
        for k in (0..user.operand_count()).filter(|k| user.operand(*k) == instruction) {
            let block = match user.opcode() {
                Some(Opcode::LLVMPHI) => user.incoming()[k].1,
                _ => user.block().expect("a placed user"),
            };
            let Some(block) = before_loops(analyses, block, home) else { return };
            uses.push((user, k, block));
        }
    }
    if uses.is_empty() || uses.iter().any(|(_, _, block)| *block == home) {
        return;
    }
    let mut copies: Vec<(Block, Value)> = Vec::new();
    for (user, k, block) in uses {
        let known = copies.iter().find(|(at, _)| *at == block).map(|(_, copy)| *copy);
        let copy = known.unwrap_or_else(|| {
            let copy = Builder::before(start_of(block)).clone_with(instruction, &[]);
            copies.push((block, copy));
            copy
        });
        user.set_operand(k, copy);
    }
    instruction.erase_instruction();
}

/// Where instructions of a block may begin.
fn start_of(block: Block) -> Value {
    let first = block.first_non_phi().expect("a block has a terminator");
    match first.opcode() {
        Some(Opcode::LLVMLandingPad) => first.next_instruction().expect("a block has a terminator"),
        _ => first,
    }
}

/// The block itself, or the one before the outermost loop around it that does not contain `home`.
fn before_loops(analyses: &Analyses, block: Block, home: Block) -> Option<Block> {
    let loops = analyses.loops();
    let mut at = block;
    while let Some(index) = analyses.loop_of(at).filter(|index| !analyses.loop_contains(*index, home)) {
        at = loops[index].preheader?;
    }
    Some(at)
}
