//! Factorisations and solutions of systems.

use crate::evaluate::rules::{Entry, one, operands};
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::linear::{self, Transpose, TriangularOptions};

pub(super) const TABLE: &[Entry] =
    &[("cholesky", Evaluate(cholesky)), ("triangular_solve", Evaluate(triangular_solve))];

fn cholesky(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a] = operands(values)?;
    one(linear::cholesky(&a, machine.flag(op, "lower"))?)
}

fn triangular_solve(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let transpose = match machine.word(op, "transpose_a").as_deref() {
        Some("TRANSPOSE") => Transpose::Transpose,
        Some("ADJOINT") => Transpose::Adjoint,
        _ => Transpose::No,
    };
    let options = TriangularOptions {
        left_side: machine.flag(op, "left_side"),
        lower: machine.flag(op, "lower"),
        unit_diagonal: machine.flag(op, "unit_diagonal"),
        transpose,
    };
    one(linear::triangular_solve(&a, &b, options)?)
}
