//! The dialects of the tensor level: what their operations are, how they are checked and written, one folder or file per
//! dialect. What an operation means (evaluation, derivatives) stands beside its definition.
#![forbid(unsafe_code)]

pub mod arith;
pub mod attribute_text;
pub mod batch;
pub mod check;
pub mod chlo;
pub mod differentiate;
pub mod enzyme;
pub mod evaluate;
pub mod func;
pub mod interpreter;
pub mod math;
pub mod sdy;
pub mod stablehlo;
pub mod syntax;
pub mod tensor;

use std::sync::Arc;
use zymase_ir::{Context, Dialect};

/// All dialects of this crate.
pub fn dialects() -> Vec<Dialect> {
    let mut dialects = vec![
        arith::dialect(),
        check::dialect(),
        chlo::dialect(),
        enzyme::dialect(),
        func::dialect(),
        interpreter::dialect(),
        math::dialect(),
        sdy::dialect(),
        stablehlo::dialect(),
        tensor::dialect(),
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
