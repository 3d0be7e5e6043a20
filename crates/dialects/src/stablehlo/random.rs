//! Random numbers.

use super::attributes::enumeration;
use super::checks::*;
use super::linear::named;
use crate::attribute_text::enum_value;
use crate::syntax::{expect_label, read_function_type, write_operands};
use zymase_ir::{
    Attribute, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Writer, define_operation,
};

define_operation! {
    /// Numbers from a distribution, from a hidden state.
    pub Rng = "stablehlo.rng" {
        operands { a: One, b: One, shape: One }
        results { result: One }
        attributes { rng_distribution: Dialect("stablehlo<rng_distribution") required }
        syntax: Some(Syntax {
            read: |reader, state| read_with_word(reader, state, "distribution", "rng_distribution"),
            write: |writer, op| write_with_word(writer, op, "distribution", "rng_distribution"),
            fits: |ir, op| word(ir, op, "rng_distribution").is_some(),
        }),
        verify: Some(verify_rng),
    }
}

define_operation! {
    /// Random bits and the next state, from a state.
    pub RngBitGenerator = "stablehlo.rng_bit_generator" {
        operands { initial_state: One }
        results { output_state: One, output: One }
        attributes { rng_algorithm: Dialect("stablehlo<rng_algorithm") required }
        traits: &[Trait::Pure],
        syntax: Some(Syntax {
            read: |reader, state| read_with_word(reader, state, "algorithm", "rng_algorithm"),
            write: |writer, op| write_with_word(writer, op, "algorithm", "rng_algorithm"),
            fits: |ir, op| word(ir, op, "rng_algorithm").is_some(),
        }),
        verify: Some(verify_generator),
        result_names: Some(|_, _| named(["output_state", "output"])),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![Rng::definition(), RngBitGenerator::definition()]
}

fn verify_rng(ir: &Ir, op: Op) -> Check<()> {
    let state = ir.state_of(op);
    let a = operand_tensor(ir, &state, 0)?;
    let b = operand_tensor(ir, &state, 1)?;
    let shape = operand_tensor(ir, &state, 2)?;
    let result = result_tensor(ir, op)?;
    for bound in [a, b] {
        expect_scalar("a parameter of the distribution", bound)?;
        expect_same_element(&bound.element, &result.element)?;
    }
    let allowed = if word(ir, op, "rng_distribution") == Some("NORMAL") { REALS } else { PLAIN };
    expect_elements(&a.element, allowed)?;
    let fits = shape.rank() == 1 && sizes_agree(shape.shape[0], result.rank() as i64);
    ensure(fits, || "shape must have one number for each dimension of the result".into())
}

fn verify_generator(ir: &Ir, op: Op) -> Check<()> {
    let state = operand_tensor(ir, &ir.state_of(op), 0)?;
    let results = ir[op].results();
    ensure(compatible(ir.ty(results[0]), ir.ty(ir[op].operand(0).unwrap_or(results[0]))), || {
        "the new state is of another type than the old one".into()
    })?;
    expect_elements(&tensor(ir, results[1])?.element, &[Element::Integer, Element::Float])?;
    let sizes: &[i64] = match word(ir, op, "rng_algorithm") {
        Some("THREE_FRY") => &[2],
        Some("PHILOX") => &[2, 3],
        _ => return Ok(()),
    };
    let fits = state.rank() == 1 && sizes.iter().any(|size| sizes_agree(*size, state.shape[0]));
    ensure(fits, || format!("the state cannot have shape {}", show_shape(&state.shape)))
}

fn word(ir: &Ir, op: Op, attribute: &str) -> Option<&'static str> {
    ir.attribute(op, attribute).and_then(enum_value)
}

fn read_with_word(reader: &mut Reader, state: &mut OperationState, label: &str, attribute: &str) -> Result<()> {
    let mut operands = Vec::new();
    while reader.peek_operand() {
        operands.push(reader.parse_operand()?);
        reader.expect_symbol(b',')?;
    }
    expect_label(reader, label)?;
    let word = reader.parse_word()?;
    let value: Attribute = enumeration(attribute, word).map_err(|message| reader.error(message))?;
    state.set(attribute, value);
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn write_with_word(writer: &mut Writer, op: Op, label: &str, attribute: &str) {
    write_operands(writer, op);
    writer.text(&format!(", {label} = {}", word(writer.ir(), op, attribute).unwrap_or_default()));
    writer.attributes_but(op, &[attribute]);
    writer.text(" : ");
    writer.function_type(op);
}
