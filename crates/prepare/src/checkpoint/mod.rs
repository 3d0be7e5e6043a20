//! Loops that keep few states instead of everything: `zymase_checkpoint(slots)` at the top of a loop body.
//!
//! While a function is prepared, one pass through such a loop becomes a function of its own, the *step*, whose state from
//! one pass to the next is all in memory (`cut`), and the loop a call whose derivative is given (`checkpoint` of the crate): its first half runs
//! the loop and copies the state now and then, its second half brings states back from the latest copy and
//! differentiates one step at a time. When to copy is decided while the program runs (`bodies/checkpoints.c`).
//!
//! `outline` says which loops that are; `accesses` finds what steps read and write and refuses what must not happen twice; `extents` says how large that memory
//! is; `selectors` takes pointers out of the state, for only the pieces of code that move shadows too may change them.

mod accesses;
mod cut;
mod extents;
mod outline;
mod selectors;

pub use accesses::Region;
pub use outline::{Outlined, outline};
use zymase_llvm::{Function, Module, Value};

/// What the program calls; in C++ inside a mangled name.
const NAME: &str = "zymase_checkpoint";

/// What a piece of memory is to a loop: the numbers are those of the run time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    State = 0,
    Output = 1,
    Input = 2,
}

/// A piece of memory, as parameters of the loop's function.
#[derive(Copy, Clone, Debug)]
pub struct Piece {
    pub kind: Kind,
    pub start: usize,
    pub bytes: usize,
}

/// A loop that only keeps few states where it would keep too much.
#[derive(Copy, Clone, Debug)]
pub struct Automatic {
    /// The same loop, to be differentiated like any other function.
    pub plain: Function,
    /// Position of a parameter: bytes that may be kept of a step, negative when that is not known.
    pub bytes: usize,
    pub limit: u64,
}

/// A loop that has become a call.
#[derive(Clone, Debug)]
pub struct StepLoop {
    /// The loop: the parameters of the step, then what follows.
    pub function: Function,
    pub step: Function,
    /// Positions of parameters: states held; number of steps, negative when it is not known.
    pub slots: usize,
    pub trips: usize,
    pub pieces: Vec<Piece>,
    /// Parameters behind which steps read memory of unknown extent.
    pub unknown: Vec<usize>,
    /// Do steps read memory that is behind none of them?
    pub anywhere: bool,
    /// None where the program asks for it.
    pub automatic: Option<Automatic>,
    /// Line of the loop, for diagnostics.
    pub place: String,
}

fn is_name(name: &str) -> bool {
    name.contains(NAME) && !name.starts_with("__zymase_")
}

/// Is it a call that asks for checkpoints?
pub fn is_checkpoint(i: Value) -> bool {
    i.is_call() && i.called_function().is_some_and(|f| f.is_declaration() && is_name(&f.name()))
}

/// Start of the pipeline: the header's empty body goes away, and the optimiser learns that calls touch nothing.
pub fn capture(module: Module) -> bool {
    let found: Vec<Function> = module.functions().into_iter().filter(|f| is_name(&f.name())).collect();
    for function in &found {
        if !function.is_declaration() {
            function.erase_body();
        }
        function.set_touches_only_hidden_memory();
    }
    !found.is_empty()
}

/// Erases every call that is left; true when there was one.
pub fn erase(module: Module) -> bool {
    let functions = module.functions().into_iter().filter(|f| !f.is_declaration());
    let calls: Vec<Value> = functions.flat_map(|f| f.instructions()).filter(|i| is_checkpoint(*i)).collect();
    calls.iter().for_each(|call| erase_call(*call));
    !calls.is_empty()
}

fn erase_call(call: Value) {
    let call = if call.is_terminator() { call.invoke_to_call() } else { call };
    call.erase_instruction();
}
