//! Loops of kernels in which the threads of a warp add to the same places.
//!
//! Each addition waits for a chain of exchanges between lanes. Several iterations at once have as many chains side by side, and sums for
//! neighbouring places share exchanges.

use zymase_analysis::runtime::{ADD_DOUBLE, ADD_SINGLE};
use zymase_core::DeviceMethods;
use zymase_llvm::{Analyses, Block, Function, Value};

/// Iterations that become one, and what loops that are small enough consist of.
const ITERATIONS: u32 = 4;
const MOST_INSTRUCTIONS: usize = 150;

/// Asks for such loops to be unrolled.
pub fn unroll(function: Function, methods: DeviceMethods) {
    if !methods.row_sums || !function.module().is_for_nvidia() {
        return;
    }
    let analyses = Analyses::of(function);
    let loops = analyses.loops();
    for (index, blocks) in analyses.blocks_by_loop(function).into_iter().enumerate() {
        let is_inner = loops.iter().all(|other| other.parent != Some(index));
        let instructions: Vec<Value> = blocks.into_iter().flat_map(Block::instructions).collect();
        let adds =
            |i: &Value| i.called_function().is_some_and(|f| [ADD_SINGLE, ADD_DOUBLE].contains(&f.name().as_str()));
        let wanted = instructions.len() <= MOST_INSTRUCTIONS && instructions.iter().any(|i| i.is_call() && adds(i));
        // LLVM says of any other loop that it cannot be unrolled, and the program would be warned.
        let is_plain = loops[index].parent.is_none() && analyses.most_back_edges(index, true).is_some();
        let waits = |i: &Value| i.is_call() && i.called_function().is_none_or(|f| f.has_attribute("convergent"));
        let wanted = wanted && is_plain && !instructions.iter().any(waits);
        if let Some(latch) = loops[index].latch.filter(|_| is_inner && wanted) {
            latch.terminator().expect("a finished block").unroll_by(ITERATIONS);
        }
    }
}
