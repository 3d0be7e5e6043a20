//! Loops that keep few states instead of everything: `zymase_checkpoint(slots)` at the top of a loop body; and loops that end at
//! a fixed point, of which only the last state is kept: `zymase_fixed_point(tolerance)`.
//!
//! While a function is prepared, one pass through such a loop becomes a function of its own, the *step*, whose state from
//! one pass to the next is all in memory (`cut`), and the loop a call whose derivative is given (`checkpoint` of the crate): its first half runs
//! the loop and copies the state now and then, its second half brings states back from the latest copy and
//! differentiates one step at a time. When to copy is decided while the program runs (`bodies/checkpoints.c`).
//!
//! `outline` says which loops that are; `accesses` finds what steps read and write and refuses what must not happen twice; `extents` says how large that memory
//! is; `selectors` takes pointers out of the state, for only the pieces of code that move shadows too may change them. `fixed` makes the
//! step that goes on where the loop would end: at a fixed point that one is differentiated (`fixed_point` of the crate of providers).

mod accesses;
mod cut;
mod extents;
mod fixed;
mod outline;
mod selectors;

pub use accesses::{Access, Accesses, Problem, Region};
pub use outline::{Outlined, outermost_loop_with, outline, place_of};
use zymase_llvm::{Function, Module, Type, Value};

/// What a call in a loop asks for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Marker {
    Checkpoint,
    FixedPoint,
    /// Several threads (`crate::independent`).
    Parallel,
}

impl Marker {
    const ALL: [Marker; 3] = [Marker::Checkpoint, Marker::FixedPoint, Marker::Parallel];

    /// What the program calls; in C++ inside a mangled name.
    pub fn name(self) -> &'static str {
        match self {
            Marker::Checkpoint => "zymase_checkpoint",
            Marker::FixedPoint => "zymase_fixed_point",
            Marker::Parallel => "zymase_parallel",
        }
    }

    fn of_name(name: &str) -> Option<Marker> {
        Marker::ALL.into_iter().find(|marker| name.contains(marker.name()) && !name.starts_with("__zymase_"))
    }

    /// What a call asks for, if it asks for anything.
    pub fn of(i: Value) -> Option<Marker> {
        let function = if i.is_call() { i.called_function()? } else { return None };
        function.is_declaration().then(|| Marker::of_name(&function.name())).flatten()
    }
}

/// What a piece of memory is to a loop: the numbers are those of the run time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PieceUse {
    State = 0,
    Output = 1,
    Input = 2,
}

/// A piece of memory, as parameters of the loop's function.
#[derive(Copy, Clone, Debug)]
pub struct Piece {
    pub kind: PieceUse,
    pub start: usize,
    pub bytes: usize,
    /// How many bytes it has, where that is known while the program is compiled.
    pub constant: Option<u64>,
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
    /// Parameters of the step that are the only ones to point into objects that begin in the function around the loop.
    pub own: Vec<usize>,
    /// Parameters behind which steps read memory of unknown extent.
    pub unknown: Vec<usize>,
    /// Do steps read memory that is behind none of them?
    pub anywhere: bool,
    /// None where the program asks for it.
    pub automatic: Option<Automatic>,
    /// Of a loop that ends at a fixed point.
    pub fixed: Option<Fixed>,
    /// Line of the loop, for diagnostics.
    pub place: String,
}

impl StepLoop {
    pub fn marker(&self) -> Marker {
        if self.fixed.is_some() { Marker::FixedPoint } else { Marker::Checkpoint }
    }
}

/// A loop that ends at a fixed point.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The step that goes on where the loop would end.
    pub again: Function,
    /// Position of a parameter: how many times as large numbers are as what may be left out of them.
    pub accuracy: usize,
    /// The piece that holds what is carried in registers, and the places of numbers in it.
    pub record: Option<(usize, Vec<(u64, Type)>)>,
}

/// Is it a call that asks for something?
pub fn is_marker(i: Value) -> bool {
    Marker::of(i).is_some()
}

/// Start of the pipeline: the header's empty body goes away, and the optimiser learns that calls touch nothing.
pub fn capture(module: Module) -> bool {
    let found: Vec<Function> =
        module.functions().into_iter().filter(|f| Marker::of_name(&f.name()).is_some()).collect();
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
    let calls: Vec<Value> = functions.flat_map(|f| f.instructions()).filter(|i| is_marker(*i)).collect();
    calls.iter().for_each(|call| erase_call(*call));
    !calls.is_empty()
}

pub fn erase_call(call: Value) {
    let call = if call.is_terminator() { call.invoke_to_call() } else { call };
    call.erase_instruction();
}
