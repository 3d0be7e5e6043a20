//! Calls of functions.

use super::rules::attach_all;
use super::stablehlo::called;
use super::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::{Dialect, Op};

/// Attaches evaluation to the operations of the dialect.
pub fn attach(dialect: &mut Dialect) {
    attach_all(dialect, [("call", Evaluate(call))].into_iter(), &[]);
}

fn call(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let function = called(machine, op, "callee")?;
    machine.call(function, values)
}
