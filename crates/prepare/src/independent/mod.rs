//! Serial loops whose derivatives run on several threads: `zymase_parallel()` at the top of a loop body.
//!
//! The program itself stays as it is. While a function is prepared, such a loop becomes a parallel loop (`crate::parallel`), as if it
//! were one of OpenMP, if its iterations are proven to be independent of each other (`proof`): then derivatives may run them
//! at the same time. What is carried from one iteration to the next may be counters and sums. Where arrays may overlap, that is
//! asked while the program runs, and the loop has one thread if they do. `outline` makes the function of a thread.
//!
//! A loop that nothing is proven of stays a loop, and the compiler says why.

mod outline;
mod proof;

use super::checkpoint::{Marker, Problem, Region, erase_call, outermost_loop_with, place_of};
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_llvm::{Analyses, Block, Function, Value};

/// Makes the loops of a function that ask for it parallel loops. Returns why some stay what they are.
pub fn share_out(function: Function, several_threads: bool) -> Result<Vec<String>, Failure> {
    let mut remarks = Vec::new();
    let is_marker = |i: Value| Marker::of(i) == Some(Marker::Parallel);
    if !function.instructions().into_iter().any(is_marker) {
        return Ok(remarks);
    }
    // What runs on one of several threads starts no others.
    let is_thread = [marks::CONCURRENT, marks::ALONE].iter().any(|mark| function.string_attribute(mark).is_some());
    if several_threads && !is_thread {
        function.forget_variables();
        loop {
            function.run_passes("loop-simplify,lcssa").map_err(Failure::internal)?;
            let analyses = Analyses::of(function);
            let Some((call, index)) = outermost_loop_with(function, &analyses, is_marker) else { break };
            let place = place_of(Some(call));
            erase_call(call);
            if let Err((at, what)) = share_out_loop(function, analyses, index)? {
                remarks.push(format!(
                    "the loop with zymase_parallel{place} has one thread in derivatives: an iteration {what}{}",
                    place_of(Some(at))
                ));
            }
        }
    }
    function.instructions().into_iter().filter(|i| is_marker(*i)).for_each(erase_call);
    Ok(remarks)
}

/// Makes a loop a parallel one, if that is proven to mean the same.
fn share_out_loop(function: Function, analyses: Analyses, index: usize) -> Result<Result<(), Problem>, Failure> {
    let found = analyses.loops()[index].clone();
    let blocks: Vec<Block> = function.blocks().into_iter().filter(|b| analyses.loop_contains(index, *b)).collect();
    let region = Region { analyses: &analyses, index, blocks: &blocks, module: function.module() };
    let shared = match proof::prove(&region, &found) {
        Ok(shared) => shared,
        Err(problem) => return Ok(Err(problem)),
    };
    drop(analyses);
    outline::outline(function, shared)?;
    Ok(Ok(()))
}
