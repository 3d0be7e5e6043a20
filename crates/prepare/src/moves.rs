//! Loops that move a few bytes about, piece by piece.
//!
//! Rust's standard library swaps two values in pieces of the size of a register, whatever they are: one piece may be a
//! number and the next an integer. In a loop one instruction moves them all, and no derivative fits it; in straight code
//! every piece is what it is.

use zymase_analysis::callee::{Callee, classify};
use zymase_llvm::{Analyses, Block, Function, Opcode, Value};

/// Pieces that are written out: values that are larger are moved by other means.
const MOST_PIECES: i64 = 16;

/// What loops of this kind load that were not written out, because nobody knows how many pieces there are.
pub fn loaded_pieces(function: Function, analyses: &Analyses) -> Vec<Value> {
    let mut pieces = Vec::new();
    for blocks in analyses.blocks_by_loop(function) {
        let instructions: Vec<Value> = blocks.into_iter().flat_map(Block::instructions).collect();
        if only_move(&instructions) {
            pieces.extend(instructions.into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMLoad)));
        }
    }
    pieces
}

/// Asks for straight code where such loops are; false where there are none.
pub fn find(function: Function) -> bool {
    let analyses = Analyses::of(function);
    let mut found = false;
    for (index, candidate) in analyses.loops().into_iter().enumerate() {
        let few = match analyses.most_back_edges(index, true).as_deref() {
            Some([]) => true,
            Some([(count, symbols)]) => symbols.is_empty() && *count < MOST_PIECES,
            _ => false,
        };
        let is_single = candidate.latch == Some(candidate.header);
        if few && is_single && only_move(&candidate.header.instructions()) {
            candidate.header.terminator().expect("a finished block").demand_unrolling();
            found = true;
        }
    }
    found
}

/// Do the instructions of a loop move integers, and do nothing else?
fn only_move(instructions: &[Value]) -> bool {
    use Opcode::*;
    let is_piece = |value: Value| value.ty().scalar().is_integer();
    let is_moved = |value: Value| value.opcode() == Some(LLVMLoad) && instructions.contains(&value) && is_piece(value);
    let allowed = |i: &Value| match i.opcode() {
        Some(LLVMPHI | LLVMGetElementPtr | LLVMAdd | LLVMICmp | LLVMBr) => true,
        Some(LLVMLoad) => is_piece(*i) && !i.is_volatile(),
        Some(LLVMStore) => is_moved(i.operand(0)) && !i.is_volatile(),
        Some(LLVMCall) => matches!(classify(*i), Callee::Hint),
        _ => false,
    };
    instructions.iter().all(allowed) && instructions.iter().any(|i| i.opcode() == Some(LLVMStore))
}
