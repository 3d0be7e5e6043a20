//! Loops, branches and memory accesses whose bounds and subscripts are affine, as MLIR's `affine` dialect has them.
//!
//! - `checks`: what is wrong with an operation;
//! - `loops`: pretty forms of loops and branches;
//! - `syntax`: pretty forms of everything else.

mod checks;
mod loops;
mod syntax;

use crate::arith::PURE;
use crate::syntax::TERMINATOR;
use checks::*;
pub use loops::reductions;
use loops::*;
use syntax::*;
use zymase_ir::affine::{AffineMap, IntegerSet};
use zymase_ir::{Attribute, Count, Dialect, Effect, EffectKind, Ir, Op, Syntax, Trait, Value, define_operation};

define_operation! {
    /// Counts from the largest of its lower bounds up to the smallest of its upper bounds.
    pub For = "affine.for" {
        operands { lowerBoundOperands: Variadic, upperBoundOperands: Variadic, inits: Variadic }
        results { results: Variadic }
        attributes { lowerBoundMap: Any required, upperBoundMap: Any required, step: Any required }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock, Trait::OperandSegments],
        syntax: Some(Syntax { read: read_for, write: write_for, fits: for_fits }),
        verify: Some(verify_for),
    }
}

define_operation! {
    /// A loop of several counters whose iterations may run at the same time.
    pub Parallel = "affine.parallel" {
        operands { mapOperands: Variadic }
        results { results: Variadic }
        attributes {
            reductions: Array required, lowerBoundsMap: Any required, lowerBoundsGroups: Any required,
            upperBoundsMap: Any required, upperBoundsGroups: Any required, steps: Any required,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock],
        syntax: Some(Syntax { read: read_parallel, write: write_parallel, fits: |ir, op| verify_parallel(ir, op).is_ok() }),
        verify: Some(verify_parallel),
    }
}

define_operation! {
    pub If = "affine.if" {
        operands { operands: Variadic }
        results { results: Variadic }
        attributes { condition: Any required }
        regions: Count::Exactly(2),
        traits: &[Trait::SingleBlock],
        syntax: Some(Syntax { read: read_if, write: write_if, fits: |ir, op| set_of(ir, op).is_some() }),
        verify: Some(verify_if),
    }
}

define_operation! {
    pub Load = "affine.load" {
        operands { memref: One, indices: Variadic }
        results { result: One }
        attributes { map: Any required }
        syntax: Some(Syntax { read: read_load, write: write_load, fits: |ir, op| verify_load(ir, op).is_ok() }),
        verify: Some(verify_load),
        effects: Some(|ir, op| vec![Effect { kind: EffectKind::Read, on: ir[op].operand(0) }]),
    }
}

define_operation! {
    pub Store = "affine.store" {
        operands { value: One, memref: One, indices: Variadic }
        results {}
        attributes { map: Any required }
        syntax: Some(Syntax { read: read_store, write: write_store, fits: |ir, op| verify_store(ir, op).is_ok() }),
        verify: Some(verify_store),
        effects: Some(|ir, op| vec![Effect { kind: EffectKind::Write, on: ir[op].operand(1) }]),
    }
}

define_operation! {
    pub Apply = "affine.apply" {
        operands { mapOperands: Variadic }
        results { result: One }
        attributes { map: Any required }
        traits: PURE,
        syntax: Some(MAP),
        verify: Some(|ir, op| verify_map(ir, op, Some(1))),
    }
}

define_operation! {
    pub Min = "affine.min" {
        operands { operands: Variadic }
        results { result: One }
        attributes { map: Any required }
        traits: PURE,
        syntax: Some(MAP),
        verify: Some(|ir, op| verify_map(ir, op, None)),
    }
}

define_operation! {
    pub Max = "affine.max" {
        operands { operands: Variadic }
        results { result: One }
        attributes { map: Any required }
        traits: PURE,
        syntax: Some(MAP),
        verify: Some(|ir, op| verify_map(ir, op, None)),
    }
}

define_operation! {
    pub Yield = "affine.yield" {
        operands { operands: Variadic }
        results {}
        attributes {}
        traits: &[Trait::Terminator],
        syntax: Some(TERMINATOR),
    }
}

/// An attribute that is an affine map.
pub fn map_of<'a>(ir: &'a Ir, op: Op, name: &str) -> Option<&'a AffineMap> {
    match ir.attribute(op, name)? {
        Attribute::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The condition of a branch.
pub fn set_of(ir: &Ir, op: Op) -> Option<&IntegerSet> {
    match ir.attribute(op, "condition")? {
        Attribute::IntegerSet(set) => Some(set),
        _ => None,
    }
}

/// The steps of a parallel loop, and how many expressions each of its lower and upper bounds has.
pub struct Shape {
    pub steps: Vec<i64>,
    pub lower: Vec<usize>,
    pub upper: Vec<usize>,
}

/// What the attributes of a parallel loop say.
pub fn parallel_shape(ir: &Ir, op: Op) -> Option<Shape> {
    let numbers = |name: &str| -> Option<Vec<i64>> {
        match ir.attribute(op, name)? {
            Attribute::Dense(dense) => dense.integers(),
            Attribute::Array(elements) => elements.iter().map(Attribute::as_i64).collect(),
            other => other.as_i64_array().map(<[i64]>::to_vec),
        }
    };
    let sizes = |name: &str| -> Option<Vec<usize>> {
        numbers(name)?.into_iter().map(|size| usize::try_from(size).ok()).collect()
    };
    Some(Shape { steps: numbers("steps")?, lower: sizes("lowerBoundsGroups")?, upper: sizes("upperBoundsGroups")? })
}

/// The operands of the lower and the upper bounds of a parallel loop, and the maps.
pub fn parallel_bounds(ir: &Ir, op: Op) -> Option<[(&AffineMap, Vec<Value>); 2]> {
    let (lower, upper) = (map_of(ir, op, "lowerBoundsMap")?, map_of(ir, op, "upperBoundsMap")?);
    let operands: Vec<Value> = ir[op].operands().collect();
    let (first, second) = operands.split_at_checked(lower.arguments())?;
    (second.len() == upper.arguments()).then(|| [(lower, first.to_vec()), (upper, second.to_vec())])
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "affine",
        operations: vec![
            For::definition(),
            Parallel::definition(),
            If::definition(),
            Load::definition(),
            Store::definition(),
            Apply::definition(),
            Min::definition(),
            Max::definition(),
            Yield::definition(),
        ],
        ..Dialect::default()
    }
}
