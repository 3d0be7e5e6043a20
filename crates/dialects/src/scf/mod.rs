//! Structured control flow as MLIR's `scf` dialect has it: loops, branches and parallel loops.
//!
//! - `checks`: what is wrong with an operation;
//! - `syntax`: pretty forms.

mod checks;
mod syntax;

use crate::syntax::TERMINATOR;
use checks::*;
use syntax::*;
pub(crate) use syntax::{
    read_carried, read_results, read_two_branches, write_body, write_carried, write_results, write_two_branches,
};
use zymase_ir::{Count, Dialect, Ir, Op, Region, Syntax, Trait, define_operation};

/// A region of one block that sees the values around it.
const STRUCTURED: &[Trait] = &[Trait::SingleBlock];

define_operation! {
    /// Counts from a lower bound up to an upper one, and carries values from iteration to iteration.
    pub For = "scf.for" {
        operands { lowerBound: One, upperBound: One, step: One, initArgs: Variadic }
        results { results: Variadic }
        attributes { unsignedCmp: Unit optional }
        regions: Count::Exactly(1),
        traits: STRUCTURED,
        syntax: Some(Syntax::new(read_for, write_for)),
        verify: Some(verify_for),
    }
}

define_operation! {
    /// Its first region decides whether the second one runs, after which the first has its turn again.
    pub While = "scf.while" {
        operands { inits: Variadic }
        results { results: Variadic }
        attributes {}
        regions: Count::Exactly(2),
        traits: STRUCTURED,
        syntax: Some(Syntax::new(read_while, write_while)),
        verify: Some(verify_while),
    }
}

define_operation! {
    pub Condition = "scf.condition" {
        operands { condition: One, args: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Terminator],
        syntax: Some(Syntax::new(read_condition, write_condition)),
        verify: Some(verify_condition),
    }
}

define_operation! {
    pub If = "scf.if" {
        operands { condition: One }
        results { results: Variadic }
        attributes {}
        regions: Count::Exactly(2),
        traits: STRUCTURED,
        syntax: Some(Syntax::new(read_if, write_if)),
        verify: Some(verify_if),
    }
}

define_operation! {
    /// One region for each number among its cases, and one for all others, which comes first.
    pub IndexSwitch = "scf.index_switch" {
        operands { arg: One }
        results { results: Variadic }
        attributes { cases: I64Array required }
        regions: Count::AtLeast(1),
        traits: STRUCTURED,
        syntax: Some(Syntax::new(read_switch, write_switch)),
        verify: Some(verify_switch),
    }
}

define_operation! {
    /// A loop of several counters whose iterations may run at the same time.
    pub Parallel = "scf.parallel" {
        operands { lowerBound: Variadic, upperBound: Variadic, step: Variadic, initVals: Variadic }
        results { results: Variadic }
        attributes {}
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock, Trait::OperandSegments],
        syntax: Some(Syntax::new(read_parallel, write_parallel)),
        verify: Some(verify_parallel),
    }
}

define_operation! {
    /// Ends a parallel loop; each region combines two values of one reduction.
    pub Reduce = "scf.reduce" {
        operands { operands: Variadic }
        results {}
        attributes {}
        regions: Count::AtLeast(0),
        traits: &[Trait::Terminator, Trait::SingleBlock],
        syntax: Some(Syntax::new(read_reduce, write_reduce)),
        verify: Some(verify_reduce),
    }
}

define_operation! {
    pub ReduceReturn = "scf.reduce.return" {
        operands { result: One }
        results {}
        attributes {}
        traits: &[Trait::Terminator],
        syntax: Some(TERMINATOR),
    }
}

define_operation! {
    /// A region of any number of blocks that runs once.
    pub ExecuteRegion = "scf.execute_region" {
        operands {}
        results { results: Variadic }
        attributes { no_inline: Unit optional }
        regions: Count::Exactly(1),
        syntax: Some(Syntax::new(read_execute, write_execute)),
    }
}

define_operation! {
    pub Yield = "scf.yield" {
        operands { results: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Terminator],
        syntax: Some(TERMINATOR),
        verify: Some(verify_yield),
    }
}

/// The one region of a loop.
fn body(ir: &Ir, op: Op) -> Region {
    ir[op].regions()[0]
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "scf",
        operations: vec![
            For::definition(),
            While::definition(),
            Condition::definition(),
            If::definition(),
            IndexSwitch::definition(),
            Parallel::definition(),
            Reduce::definition(),
            ReduceReturn::definition(),
            ExecuteRegion::definition(),
            Yield::definition(),
        ],
        ..Dialect::default()
    }
}
