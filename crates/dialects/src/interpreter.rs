//! Operations with which test programs of StableHLO run functions on several devices and look at values.

use crate::stablehlo::checks::*;
use crate::syntax::{types_of_operands, write_operands, write_result_type};
use zymase_ir::{Attribute, Dialect, Op, OperationState, Reader, Result, Syntax, Writer, define_operation};

define_operation! {
    /// Runs functions at the same time, `programs` naming one for each partition of each replica. Operands are their
    /// arguments and results their results, one device after the other; `infeed` names functions that give what is fed in.
    pub RunParallel = "interpreter.run_parallel" {
        operands { inputs: Variadic }
        results { results: Variadic }
        attributes { programs: Array required, infeed: Array optional }
    }
}

define_operation! {
    /// Lets somebody look at a value.
    pub Probe = "interpreter.probe" {
        operands { operand: One }
        results { result: One }
        attributes { probe_id: String required }
        syntax: Some(Syntax::new(read_probe, write_probe)),
        infer_types: Some(|ir, state| Ok(ir.types(&state.operands))),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Prints a value.
    pub Print = "interpreter.print" {
        operands { operand: One }
        results {}
        attributes {}
        syntax: Some(Syntax::new(read_print, write_print)),
    }
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "interpreter",
        operations: vec![RunParallel::definition(), Probe::definition(), Print::definition()],
        ..Dialect::default()
    }
}

/// `%x, probe_id = "name" {…} : type`.
fn read_probe(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let word = reader.parse_word()?;
    if word != "probe_id" {
        return Err(reader.error("expected `probe_id`"));
    }
    reader.expect_symbol(b'=')?;
    let name = reader.parse_attribute()?;
    state.set("probe_id", name);
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands.push(reader.resolve(operand, &ty)?);
    state.result_types = vec![ty];
    Ok(())
}

fn write_probe(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.text(", probe_id = ");
    if let Some(name) = writer.ir().attribute(op, "probe_id").cloned() {
        writer.attribute(&name);
    }
    writer.attributes_but(op, &["probe_id"]);
    write_result_type(writer, op);
}

/// `%x {…} : type`.
fn read_print(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    state.operands.push(reader.resolve(operand, &ty)?);
    Ok(())
}

fn write_print(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    let types = types_of_operands(writer.ir(), op);
    writer.text(" : ");
    types.iter().for_each(|ty| writer.ty(ty));
}

/// The functions that each device runs: a list for each replica, of one function for each partition.
pub fn programs(attribute: &Attribute) -> Option<Vec<Vec<&[zymase_ir::Name]>>> {
    let Attribute::Array(replicas) = attribute else { return None };
    replicas.iter().map(partitions).collect()
}

fn partitions(replica: &Attribute) -> Option<Vec<&[zymase_ir::Name]>> {
    let Attribute::Array(partitions) = replica else { return None };
    partitions.iter().map(Attribute::as_symbol).collect()
}
