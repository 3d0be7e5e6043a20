//! Random numbers. Without a state in the program, numbers depend on how many operations drew some before.

use crate::evaluate::rules::{Entry, one, operands, result_type};
use crate::evaluate::values::{element_type, static_shape};
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use zymase_ir::Op;
use zymase_tensor::random::{self, Algorithm, Distribution};

pub(super) const TABLE: &[Entry] = &[("rng", Evaluate(rng)), ("rng_bit_generator", Evaluate(rng_bit_generator))];

fn rng(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b, shape] = operands(values)?;
    let distribution = match machine.word(op, "rng_distribution").as_deref() {
        Some("UNIFORM") => Distribution::Uniform,
        Some("NORMAL") => Distribution::Normal,
        _ => return Err("`rng_distribution` is not known".into()),
    };
    machine.random_draws += 1;
    one(random::rng(distribution, &a, &b, &shape.to_sizes()?, machine.random_draws)?)
}

fn rng_bit_generator(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [state] = operands(values)?;
    let algorithm = match machine.word(op, "rng_algorithm").as_deref() {
        Some("THREE_FRY") => Algorithm::ThreeFry,
        Some("PHILOX" | "DEFAULT") => Algorithm::Philox,
        _ => return Err("`rng_algorithm` is not known".into()),
    };
    let ty = result_type(machine, op, 1)?;
    let (state, bits) = random::rng_bit_generator(algorithm, &state, element_type(&ty)?, &static_shape(&ty)?)?;
    Ok(vec![state.into(), bits.into()])
}
