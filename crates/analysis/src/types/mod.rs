//! What the bytes of memory and of integer values hold: floats, integers, pointers.
//!
//! `load double` needs no analysis. A `memcpy`, a struct assignment, or the `i64` load and store that LLVM makes of
//! either moves bytes without saying what they are, and reverse mode must know. The answer is looked for in how the
//! same bytes are used elsewhere (in the function, its callees, its callers) and in every declared type there is.
//!
//! Rules: **no evidence is an error, never a guess.** A use beats a declaration, near beats far. Bytes that are used
//! both as a float and as an integer are floats (`mixed`): losing a derivative is the worse mistake. Bytes used as two
//! formats of floats are an error; used as `double` and as pointer they are one or the other ([`Kind::Either`]). Bytes
//! that nothing looks at, where everything that could is analysed, may be moved as anything. Known imprecision:
//! flow-insensitive, and a function called from several places is seen once.
//!
//! Assumed: an array that is indexed with a variable goes on until something else is known to follow, because LLVM
//! does not tell where it ends.
//!
//! # The lattice
//!
//! What is used in two ways is the least kind above both ([`Kind::join`]); where there is none, the uses contradict each
//! other. Floats and pointers are joined only if they start at the same byte and are equally long.
//!
//! ```text
//!                  contradiction (an error)
//!          /           |       |        \
//!       Either         |       |         |
//!      /      \        |       |         |
//!  Pointer  double   float    half      ...     the formats of floats
//!       \       \      |       /        /
//!                   Integer                     above it: `mixed`
//!                      |
//!                  Anything                     padding, unused bytes
//! ```
//!
//! # The layers
//!
//! Each uses only those above it:
//!
//! * `graph`: kinds, and the memory graph: nodes, edges, and the merging of nodes that are the same memory;
//! * `reading`: constraints, read off code, declared types and what is known of libraries, become nodes and edges;
//! * `search`: finds the evidence that is nearest to a byte of the graph;
//! * `solving`: propagation, until nothing changes, and where arrays begin and end;
//! * `answers`: puts the evidence together, to layouts of memory and of values, or to a problem in words.
mod answers;
mod graph;
mod reading;
mod search;
mod solving;
#[cfg(test)]
mod tests;

pub use answers::{Cell, Layout, Problem, Types, Words};
pub use graph::kind::{FloatKind, Kind, LEAST_NUMBER_BITS};
pub use reading::reach::CONDENSED;
use reading::{Constraints, reach};
use zymase_llvm::{Function, Value};

impl Types {
    /// Looks at `function`, at what it calls, and at the functions that `context` (pairs of a parameter of `function`
    /// and the value that is passed for it) names.
    pub fn analyse(function: Function, context: &[(Value, Value)]) -> Types {
        Types::within(reach::functions_to_read(function, context), function, context)
    }

    /// Looks at `function`, at what it calls directly, and at the callers that `context` names: nothing that other calls,
    /// or other functions whose address is taken, do with memory.
    pub fn alone(function: Function, context: &[(Value, Value)]) -> Types {
        Types::within(reach::alone(function, context), function, context)
    }

    fn within(reach: reach::Reach, function: Function, context: &[(Value, Value)]) -> Types {
        let mut constraints = Constraints::of(reach, function, context);
        solving::solve(&mut constraints.graph);
        Types::new(function, constraints)
    }
}
