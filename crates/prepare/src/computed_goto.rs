//! Computed gotos become switches.
//!
//! Tables of labels hold addresses of blocks of the *original* function, and a clone has blocks of its own. So in the
//! clone the address only says which block is meant: it is compared with that of every possible destination in the
//! original. A function with computed gotos is not inlined, because its labels would then be in no function.

use std::collections::HashMap;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Opcode, Value};

/// Has the function computed gotos?
pub fn is_used_in(function: Function) -> bool {
    function.blocks().into_iter().any(|block| indirect_branch(block).is_some())
}

fn indirect_branch(block: Block) -> Option<Value> {
    block.terminator().filter(|t| t.opcode() == Some(Opcode::LLVMIndirectBr))
}

/// Lowers the computed gotos of a fresh clone, whose blocks are still those of the original in the same order.
pub fn lower(function: Function, original: Function) {
    if !is_used_in(function) {
        return;
    }
    function.keep_block_addresses_of(original);
    let originals: HashMap<Block, Block> = function.blocks().into_iter().zip(original.blocks()).collect();
    for branch in function.blocks().into_iter().filter_map(indirect_branch) {
        let targets = branch.successors();
        let builder = Builder::before(branch);
        let Some((last, cases)) = targets.split_last() else {
            builder.unreachable();
            branch.erase_instruction();
            continue;
        };
        // One case per edge, so that phis in the destinations stay right.
        let number_type = function.module().integer_type(32);
        let mut number = Value::integer(number_type, cases.len() as i64);
        let mut ways = Vec::new();
        for (k, target) in cases.iter().enumerate() {
            let address = originals[target].address();
            let equal = builder.icmp(IntPredicate::LLVMIntEQ, branch.operand(0), address);
            number = builder.select(equal, Value::integer(number_type, k as i64), number);
            ways.push((k as i64, *target));
        }
        builder.switch(number, *last, &ways);
        branch.erase_instruction();
    }
}
