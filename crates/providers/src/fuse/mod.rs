//! Loops whose iterations only add to sums run backwards right after they run forwards, one iteration after the other.
//!
//! A likelihood is a sum over points. Nothing passes from one point to the next but the sum, whose adjoint is the same for all
//! of them: if the reverse sweep does not ask for the sum itself, the loop need not run in the forward sweep at all. Where it
//! would run backwards, each iteration runs forwards and backwards, and what it keeps it keeps for itself alone. The sum is
//! known at the end, and whatever the program computes from it is computed then.
//!
//! `candidates` finds such loops in a prepared function and its plan; `outline` makes one iteration a function, the *step*, and
//! the loop a call whose derivative is given (`provider`), in a copy of the function that is differentiated in its place (`fusion`).

mod candidates;
mod fusion;
mod outline;
mod provider;

use candidates::Candidate;
pub use provider::FusedLoops;
use zymase_llvm::Function;

/// A loop that has become a call.
#[derive(Copy, Clone, Debug)]
pub struct FusedLoop {
    /// How often the loop is repeated, then what the step takes after its first parameter.
    pub function: Function,
    /// The number of the iteration, the record of sums and numbers, then what else it uses.
    pub step: Function,
    /// The stack object of the caller that holds the record; the sums come first.
    pub record: zymase_llvm::Value,
    /// Does the loop stay without its numbers, to see whether it panics?
    pub leaves_checks: bool,
}
