//! Shardy's layouts of values, which change no value.

use super::rules::attach_all;
use super::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::{Dialect, Op};

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    attach_all(dialect, [("sharding_constraint", Evaluate(same)), ("reshard", Evaluate(same))].into_iter(), &[]);
}

fn same(_: &mut Machine, _: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    Ok(values)
}
