//! Memory and loops as interfaces: what differentiation must know of operations that read, write and give out memory, and of
//! loops, whatever dialect they come from.
//!
//! The derivative of a value that refers to memory is a *shadow*: another value of the same type that refers to memory of the same
//! shape. In forward mode shadows hold tangents, in reverse mode adjoints. Types say so by `Carries::Shadow`.

use crate::builder::Builder;
use crate::derivative::{Derivative, Derivatives, Site};
use crate::diagnostic::Result;
use crate::ir::{Ir, Op, Value};

/// The results refer to memory that operands refer to: views and casts. Their shadows are the same views of shadows.
#[derive(Clone, Copy, Debug)]
pub struct Views;

/// The result refers to new memory.
#[derive(Clone, Copy)]
pub struct Allocates {
    /// A shadow of the result, zero everywhere; it is given back by `free`.
    pub shadow: fn(&mut Site) -> Result<Value>,
    pub free: fn(&mut Builder, Value) -> Result<()>,
    /// Whether `free` is called in forward mode too, where the program itself does not give the memory back.
    pub is_scoped: bool,
}

/// What the reverse of an access to memory is made of.
pub struct Adjoints<'a> {
    /// Shadows of operands that have one.
    pub shadows: &'a [Derivative],
    /// Adjoints of results.
    pub seeds: &'a [Derivative],
    /// Whether others may add to the same shadow at the same time.
    pub atomic: bool,
}

/// From shadows and adjoints of results to adjoints of those operands that are values; changes shadows as it goes. Runs
/// wherever an operand has a shadow, whether results have adjoints or not.
#[derive(Clone, Copy)]
pub struct AccessRule(pub fn(&mut Site, &Adjoints) -> Derivatives);

/// One counter of a loop: `first`, `first + step`, … , `count` times; all are of the type of the counter.
#[derive(Clone, Copy, Debug)]
pub struct CounterRange {
    pub first: Value,
    pub step: Value,
    /// Not negative, of type `index`.
    pub count: Value,
}

/// A loop whose numbers of iterations are known before it runs. Its one region has one block, which takes the counters, then the carried
/// values, and ends by giving on the carried values, which in the end are the results.
#[derive(Clone, Copy)]
pub struct CountedLoop {
    /// The ranges of the counters, computed where the builder stands from these operands.
    pub ranges: fn(&mut Builder, Op, &[Value]) -> Result<Vec<CounterRange>>,
    /// How many operands come before those that carried values begin with, which are the last ones.
    pub bounds: fn(&Ir, Op) -> usize,
    /// Iterations may run at the same time; nothing is carried.
    pub is_parallel: bool,
}

/// One of the regions runs, once, as the operands say. They take nothing, and what the one ends with are the results.
#[derive(Clone, Copy, Debug)]
pub struct Cases;

/// A loop that runs its second region as long as the first carried value is true. The first region passes on what it takes; the second
/// takes all carried values and ends with those of the next iteration.
#[derive(Clone, Copy, Debug)]
pub struct WhileTrue;

/// Memory that the module holds under the name that this attribute says.
#[derive(Clone, Copy, Debug)]
pub struct NamedMemory(pub &'static str);

/// Writes an operation in other operations, in its place: how differentiation sees what it has no other means to see.
#[derive(Clone, Copy)]
pub struct Expansion(pub fn(&mut Ir, Op) -> Result<bool>);
