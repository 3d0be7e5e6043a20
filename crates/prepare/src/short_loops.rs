//! Short loops over arrays that a thread of a GPU has of its own.
//!
//! An array whose indices are all constant becomes registers; any other one is in memory, and so is its shadow. So loops of a small constant
//! number of iterations that access such arrays are written out before anything is differentiated.

use zymase_llvm::{Analyses, Block, Function, Opcode, Value};

/// Iterations that are written out, and instructions that they may become.
const MOST_ITERATIONS: i64 = 64;
const MOST_INSTRUCTIONS: usize = 3000;

/// Asks for straight code where such loops are; false where there are none.
pub fn find(function: Function) -> bool {
    if !function.module().is_for_gpu() {
        return false;
    }
    let analyses = Analyses::of(function);
    let loops = analyses.loops();
    let own = analyses.blocks_by_loop(function);
    let mut room = MOST_INSTRUCTIONS;
    let mut found = false;
    for (index, candidate) in loops.iter().enumerate().rev() {
        let count = match analyses.most_back_edges(index, true).as_deref() {
            Some([]) => 1,
            Some([(count, symbols)]) if symbols.is_empty() && *count < MOST_ITERATIONS => *count as usize + 1,
            _ => continue,
        };
        let is_inner = loops.iter().all(|other| other.parent != Some(index));
        let instructions: Vec<Value> = own[index].iter().copied().flat_map(Block::instructions).collect();
        let size = instructions.len() * count;
        let Some(latch) = candidate.latch.filter(|_| is_inner && size <= room) else { continue };
        let is_in_loop = |value: &Value| value.block().is_some_and(|block| analyses.loop_contains(index, block));
        if instructions.iter().any(|i| indexes_own_array(*i, is_in_loop)) {
            latch.terminator().expect("a finished block").demand_unrolling();
            room -= size;
            found = true;
        }
    }
    found
}

/// Is it an access to an array of the function, at a place that changes in a loop?
fn indexes_own_array(i: Value, is_in_loop: impl Fn(&Value) -> bool) -> bool {
    let pointer = match i.opcode() {
        Some(Opcode::LLVMLoad) => i.operand(0),
        Some(Opcode::LLVMStore) => i.operand(1),
        _ => return false,
    };
    let object = pointer.underlying_object();
    let is_fixed = object.opcode() == Some(Opcode::LLVMAlloca) && object.operand(0).is_constant();
    is_fixed && pointer.opcode() == Some(Opcode::LLVMGetElementPtr) && is_in_loop(&pointer)
}
