//! Pretty forms of structured control flow.

use super::{For, IndexSwitch, Parallel};
use crate::memref::segments;
use crate::syntax::{types_of_operands, types_of_results};
use zymase_ir::parse::{RegionArgument, UnresolvedOperand};
use zymase_ir::{Attribute, Op, OperationState, Reader, Region, Result, Type, Value, Writer};

const YIELD: &str = "scf.yield";

/// Names and what they begin with: `%a = %x, …`.
pub(crate) type Assignments<'a> = (Vec<UnresolvedOperand<'a>>, Vec<UnresolvedOperand<'a>>);

/// `(%a = %x, …)`.
pub(crate) fn read_assignments<'a>(reader: &mut Reader<'a>) -> Result<Assignments<'a>> {
    reader.expect_symbol(b'(')?;
    let pairs = reader.parse_list(b')', |reader| {
        let name = reader.parse_operand()?;
        reader.expect_symbol(b'=')?;
        Ok((name, reader.parse_operand()?))
    })?;
    Ok(pairs.into_iter().unzip())
}

/// ` iter_args(%a = %x) -> (types)`, if it is there: the arguments of the body and the values.
pub(crate) fn read_carried<'a>(
    reader: &mut Reader<'a>,
    state: &mut OperationState,
) -> Result<(Vec<RegionArgument<'a>>, Vec<Value>)> {
    if !reader.eat_keyword("iter_args") {
        return Ok((Vec::new(), Vec::new()));
    }
    let (names, values) = read_assignments(reader)?;
    reader.expect_arrow()?;
    state.result_types = reader.parse_result_types()?;
    let types = state.result_types.clone();
    let values = reader.resolve_all(&values, &types)?;
    let arguments = names.into_iter().zip(types).map(|(name, ty)| reader.region_argument(name, ty)).collect();
    Ok((arguments, values))
}

pub(crate) fn write_carried(writer: &mut Writer, op: Op, arguments: &[Value], values: &[Value]) {
    if values.is_empty() {
        return;
    }
    writer.text(" iter_args(");
    write_assignments(writer, arguments, values);
    writer.text(") -> ");
    let types = types_of_results(writer.ir(), op);
    writer.type_list(&types);
}

fn write_assignments(writer: &mut Writer, names: &[Value], values: &[Value]) {
    for (index, (name, value)) in names.iter().zip(values).enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        writer.operand(*name);
        writer.text(" = ");
        writer.operand(*value);
    }
}

/// `{ … }` whose end is left out where it gives nothing.
pub(crate) fn write_body(writer: &mut Writer, op: Op, region: Region) {
    writer.text(" ");
    if types_of_results(writer.ir(), op).is_empty() {
        writer.region_without_end(op, region);
    } else {
        writer.region_without_arguments(op, region);
    }
}

/// `%i = %a to %b step %c iter_args(%x = %y) -> (type) : counter { … }`.
pub fn read_for(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.eat_keyword("unsigned") {
        state.set("unsignedCmp", Attribute::Unit);
    }
    let counter = reader.parse_operand()?;
    reader.expect_symbol(b'=')?;
    let lower = reader.parse_operand()?;
    reader.expect_keyword("to")?;
    let upper = reader.parse_operand()?;
    reader.expect_keyword("step")?;
    let step = reader.parse_operand()?;
    let (carried, values) = read_carried(reader, state)?;
    let ty = if reader.eat_symbol(b':') { reader.parse_type()? } else { Type::index() };
    state.operands = reader.resolve_all(&[lower, upper, step], &[ty.clone(), ty.clone(), ty.clone()])?;
    state.operands.extend(values);
    let mut arguments = vec![reader.region_argument(counter, ty)];
    arguments.extend(carried);
    let region = reader.parse_region_ended_by(arguments, YIELD)?;
    state.regions.push(region);
    reader.parse_attributes_into(state)
}

pub fn write_for(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let region = ir[op].regions()[0];
    let arguments = ir.entry(region).map(|block| ir.arguments(block).to_vec()).unwrap_or_default();
    let operands: Vec<Value> = ir[op].operands().collect();
    writer.text(if ir.attribute(op, "unsignedCmp").is_some() { " unsigned " } else { " " });
    writer.operand(arguments[0]);
    for (word, value) in [(" = ", operands[0]), (" to ", operands[1]), (" step ", operands[2])] {
        writer.text(word);
        writer.operand(value);
    }
    write_carried(writer, op, &arguments[1..], &For(op).initArgs(ir));
    let ty = ir.ty(operands[0]);
    if !ty.is_index() {
        writer.text(&format!(" : {ty} "));
    }
    write_body(writer, op, region);
    writer.attributes_but(op, &["unsignedCmp"]);
}

/// `(%a = %x) : (types) -> types { … } do { … } attributes {…}`.
pub fn read_while(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let (names, values) = if reader.peek_symbol(b'(') { read_assignments(reader)? } else { Default::default() };
    reader.expect_symbol(b':')?;
    let ty = reader.parse_function_type()?;
    let (inputs, results) = ty.as_function().unwrap_or_default();
    state.operands = reader.resolve_all(&values, inputs)?;
    state.result_types = results.to_vec();
    let arguments = names.into_iter().zip(inputs).map(|(name, ty)| reader.region_argument(name, ty.clone())).collect();
    let before = reader.parse_region(arguments)?;
    reader.expect_keyword("do")?;
    let after = reader.parse_region_ended_by(Vec::new(), YIELD)?;
    state.regions = vec![before, after];
    if reader.eat_keyword("attributes") {
        reader.parse_attributes_into(state)?;
    }
    Ok(())
}

pub fn write_while(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let (before, after) = (ir[op].regions()[0], ir[op].regions()[1]);
    let operands: Vec<Value> = ir[op].operands().collect();
    if !operands.is_empty() {
        let arguments = ir.entry(before).map(|block| ir.arguments(block).to_vec()).unwrap_or_default();
        writer.text(" (");
        write_assignments(writer, &arguments, &operands);
        writer.text(")");
    }
    writer.text(" : ");
    writer.function_type(op);
    writer.text(" ");
    writer.region_without_arguments(op, before);
    writer.text(" do ");
    writer.region(op, after);
    writer.attributes_with_keyword(op, &[]);
}

/// `(%c) %a, %b : types`.
pub fn read_condition(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let condition = reader.parse_operand()?;
    reader.expect_symbol(b')')?;
    reader.parse_attributes_into(state)?;
    let values = reader.parse_operand_list()?;
    state.operands = vec![reader.resolve(condition, &Type::integer(1))?];
    if !values.is_empty() {
        reader.expect_symbol(b':')?;
        let types = reader.parse_type_list()?;
        state.operands.extend(reader.resolve_all(&values, &types)?);
    }
    Ok(())
}

pub fn write_condition(writer: &mut Writer, op: Op) {
    let operands: Vec<Value> = writer.ir()[op].operands().collect();
    writer.text("(");
    writer.operand(operands[0]);
    writer.text(")");
    writer.attributes_but(op, &[]);
    if operands.len() > 1 {
        writer.text(" ");
        writer.operands(operands[1..].iter().copied());
        writer.text(" : ");
        writer.types(&writer.ir().types(&operands[1..]));
    }
}

/// ` -> (types)`, if it is there.
pub(crate) fn read_results(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.eat_arrow() {
        state.result_types = reader.parse_result_types()?;
    }
    Ok(())
}

pub(crate) fn write_results(writer: &mut Writer, op: Op) {
    let types = types_of_results(writer.ir(), op);
    if !types.is_empty() {
        writer.text(" -> ");
        writer.type_list(&types);
    }
}

/// `{ … } else { … } {…}`.
pub(crate) fn read_two_branches(reader: &mut Reader, state: &mut OperationState, end: &str) -> Result<()> {
    let first = reader.parse_region_ended_by(Vec::new(), end)?;
    state.regions.push(first);
    if reader.eat_keyword("else") {
        let second = reader.parse_region_ended_by(Vec::new(), end)?;
        state.regions.push(second);
    }
    reader.parse_attributes_into(state)
}

pub(crate) fn write_two_branches(writer: &mut Writer, op: Op, left_out: &[&str]) {
    let ir = writer.ir();
    let (first, second) = (ir[op].regions()[0], ir[op].regions()[1]);
    write_body(writer, op, first);
    if !ir.blocks(second).is_empty() {
        writer.text(" else");
        write_body(writer, op, second);
    }
    writer.attributes_but(op, left_out);
}

/// `%c -> (types) { … } else { … }`.
pub fn read_if(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let condition = reader.parse_operand()?;
    state.operands = vec![reader.resolve(condition, &Type::integer(1))?];
    read_results(reader, state)?;
    read_two_branches(reader, state, YIELD)
}

pub fn write_if(writer: &mut Writer, op: Op) {
    crate::syntax::write_operands(writer, op);
    write_results(writer, op);
    write_two_branches(writer, op, &[]);
}

/// `%i {…} -> types case 0 { … } default { … }`.
pub fn read_switch(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    state.operands = vec![reader.resolve(operand, &Type::index())?];
    reader.parse_attributes_into(state)?;
    if reader.eat_arrow() {
        state.result_types = reader.parse_type_list()?;
    }
    let (mut cases, mut regions) = (Vec::new(), Vec::new());
    while reader.eat_keyword("case") {
        cases.push(reader.parse_integer()?);
        regions.push(reader.parse_region_ended_by(Vec::new(), YIELD)?);
    }
    reader.expect_keyword("default")?;
    regions.insert(0, reader.parse_region_ended_by(Vec::new(), YIELD)?);
    state.set("cases", Attribute::i64_array(cases));
    state.regions = regions;
    Ok(())
}

pub fn write_switch(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    crate::syntax::write_operands(writer, op);
    writer.attributes_but(op, &["cases"]);
    let types = types_of_results(ir, op);
    if !types.is_empty() {
        writer.text(" -> ");
        writer.types(&types);
    }
    let cases = IndexSwitch(op).cases(ir).and_then(Attribute::as_i64_array).unwrap_or_default();
    for (case, region) in cases.iter().zip(&ir[op].regions()[1..]) {
        writer.new_line();
        writer.text(&format!("case {case} "));
        writer.region(op, *region);
    }
    writer.new_line();
    writer.text("default ");
    writer.region(op, ir[op].regions()[0]);
}

/// `(%i, %j) = (%a, %b) to (…) step (…) init (…) -> types { … }`.
pub fn read_parallel(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let counters = reader.parse_list(b')', Reader::parse_operand)?;
    reader.expect_symbol(b'=')?;
    let mut bounds = Vec::new();
    for word in ["", "to", "step"] {
        if !word.is_empty() {
            reader.expect_keyword(word)?;
        }
        reader.expect_symbol(b'(')?;
        bounds.extend(reader.parse_list(b')', Reader::parse_operand)?);
    }
    state.operands = reader.resolve_all(&bounds, &vec![Type::index(); bounds.len()])?;
    let mut inits = Vec::new();
    if reader.eat_keyword("init") {
        reader.expect_symbol(b'(')?;
        inits = reader.parse_list(b')', Reader::parse_operand)?;
    }
    read_results(reader, state)?;
    let types = state.result_types.clone();
    state.operands.extend(reader.resolve_all(&inits, &types)?);
    let rank = counters.len();
    state.set("operandSegmentSizes", segments(&[rank, rank, rank, inits.len()]));
    let arguments = counters.into_iter().map(|name| reader.region_argument(name, Type::index())).collect();
    let region = reader.parse_region_ended_by(arguments, super::Reduce::NAME)?;
    state.regions.push(region);
    reader.parse_attributes_into(state)
}

pub fn write_parallel(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let (view, region) = (Parallel(op), ir[op].regions()[0]);
    let arguments = ir.entry(region).map(|block| ir.arguments(block).to_vec()).unwrap_or_default();
    let lists = [
        (" (", arguments),
        (") = (", view.lowerBound(ir)),
        (") to (", view.upperBound(ir)),
        (") step (", view.step(ir)),
    ];
    for (before, values) in lists {
        writer.text(before);
        writer.operands(values.into_iter());
    }
    writer.text(")");
    let inits = view.initVals(ir);
    if !inits.is_empty() {
        writer.text(" init (");
        writer.operands(inits.into_iter());
        writer.text(")");
        writer.text(" -> ");
        writer.result_types(&types_of_results(ir, op));
    }
    writer.text(" ");
    writer.region_without_arguments(op, region);
    writer.attributes_but(op, &["operandSegmentSizes"]);
}

/// `(%a, %b : types) { … }, { … }`.
pub fn read_reduce(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.eat_symbol(b'(') {
        let values = reader.parse_operand_list()?;
        reader.expect_symbol(b':')?;
        let types = reader.parse_type_list()?;
        reader.expect_symbol(b')')?;
        state.operands = reader.resolve_all(&values, &types)?;
        for place in 0..values.len() {
            if place > 0 {
                reader.expect_symbol(b',')?;
            }
            let region = reader.parse_region(Vec::new())?;
            state.regions.push(region);
        }
    }
    reader.parse_attributes_into(state)
}

pub fn write_reduce(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    if ir[op].operands().len() > 0 {
        writer.text("(");
        writer.operands(ir[op].operands());
        writer.text(" : ");
        writer.types(&types_of_operands(ir, op));
        writer.text(")");
    }
    for (place, region) in ir[op].regions().iter().enumerate() {
        writer.text(if place > 0 { ", " } else { " " });
        writer.region(op, *region);
    }
    writer.attributes_but(op, &[]);
}

/// `-> types no_inline { … } {…}`.
pub fn read_execute(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    read_results(reader, state)?;
    if reader.eat_keyword("no_inline") {
        state.set("no_inline", Attribute::Unit);
    }
    let region = reader.parse_region_ended_by(Vec::new(), YIELD)?;
    state.regions.push(region);
    reader.parse_attributes_into(state)
}

pub fn write_execute(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let types = types_of_results(ir, op);
    if !types.is_empty() {
        writer.text(" -> ");
        writer.result_types(&types);
    }
    if ir.attribute(op, "no_inline").is_some() {
        writer.text(" no_inline");
    }
    writer.text(" ");
    writer.region(op, ir[op].regions()[0]);
    writer.attributes_but(op, &["no_inline"]);
}
