//! The dialects of the tensor level: what their operations are, how they are checked and written, one folder or file per
//! dialect. What an operation means (evaluation, derivatives) stands beside its definition.
//!
//! - `affine`: loops, branches and accesses with affine bounds and subscripts;
//! - `arith`: arithmetic on scalars, vectors and tensors of MLIR's own dialect;
//! - `attribute_text`: attributes that look like `name<key = value, flag>`;
//! - `batch`: batching of operations, attached to their definitions as `BatchRule`;
//! - `bufferization`: tensors of memory and memory of tensors;
//! - `cf`: branches between blocks;
//! - `check`: what test programs of StableHLO say about results;
//! - `chlo`: functions that StableHLO leaves to others, and operations that broadcast;
//! - `differentiate`: derivatives of operations, attached to their definitions as `ForwardRule` and `ReverseRule`;
//! - `enzyme`: derivatives and batches of functions as operations;
//! - `evaluate`: evaluation of modules;
//! - `func`: functions and calls;
//! - `indices`: arithmetic on indices for passes that write loops;
//! - `index`: arithmetic on indices;
//! - `interpreter`: operations that run functions on several devices in test programs;
//! - `math`: elementary functions of MLIR's own dialect;
//! - `memref`: buffers, views, loads and stores;
//! - `scf`: structured control flow;
//! - `sdy`: Shardy, as far as JAX writes it;
//! - `stablehlo`: every operation of the specification, one file per family;
//! - `syntax`: parts of pretty forms that operations of several dialects share;
//! - `tensor`: MLIR's own operations on tensors;
//! - `ub`: values that nothing is known of.
#![forbid(unsafe_code)]

pub mod affine;
pub mod arith;
pub mod attribute_text;
pub mod batch;
pub mod bufferization;
pub mod cf;
pub mod check;
pub mod chlo;
pub mod differentiate;
pub mod enzyme;
pub mod evaluate;
pub mod func;
pub mod index;
pub mod indices;
pub mod interpreter;
pub mod math;
pub mod memref;
pub mod scf;
pub mod sdy;
pub mod stablehlo;
pub mod syntax;
pub mod tensor;
pub mod ub;

use std::sync::Arc;
use zymase_ir::{Context, Dialect};

/// All dialects of this crate.
pub fn dialects() -> Vec<Dialect> {
    let mut dialects = vec![
        affine::dialect(),
        arith::dialect(),
        bufferization::dialect(),
        cf::dialect(),
        check::dialect(),
        chlo::dialect(),
        enzyme::dialect(),
        func::dialect(),
        index::dialect(),
        interpreter::dialect(),
        math::dialect(),
        memref::dialect(),
        scf::dialect(),
        sdy::dialect(),
        stablehlo::dialect(),
        tensor::dialect(),
        ub::dialect(),
    ];
    for dialect in &mut dialects {
        evaluate::attach(dialect);
        differentiate::attach(dialect);
        batch::attach(dialect);
    }
    dialects
}

/// A context that knows all dialects of this crate.
pub fn context() -> Arc<Context> {
    Context::new(dialects())
}
