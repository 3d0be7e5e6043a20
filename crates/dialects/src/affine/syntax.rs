//! Pretty forms of affine operations without regions, and what forms with regions share with them.

use super::{map_of, verify_map};
use crate::syntax::types_of_operands;
use zymase_ir::affine::{AffineExpression, AffineMap};
use zymase_ir::parse::AffineOfOperands;
use zymase_ir::{Attribute, Op, OperationState, Reader, Result, Syntax, Type, Value, Writer};

/// The values of expressions, which are all indices.
pub fn resolve<'a>(reader: &mut Reader<'a>, expressions: &AffineOfOperands<'a>) -> Result<Vec<Value>> {
    let operands = expressions.operands();
    reader.resolve_all(&operands, &vec![Type::index(); operands.len()])
}

/// Expressions with values in the place of dimensions and symbols.
pub fn write_expressions(writer: &mut Writer, map: &AffineMap, results: &[AffineExpression], values: &[Value]) {
    let names: Vec<String> = values.iter().map(|value| writer.name_of(*value)).collect();
    let name = |is_symbol: bool, index: u32| {
        let place = if is_symbol { map.dimensions + index } else { index } as usize;
        let name = names.get(place).map_or("?", String::as_str);
        if is_symbol { format!("symbol({name})") } else { name.to_string() }
    };
    let written: Vec<String> = results.iter().map(|result| result.written_with(&name)).collect();
    writer.text(&written.join(", "));
}

/// `(%d)[%s]`: the operands of a map.
pub fn write_map_operands(writer: &mut Writer, dimensions: u32, values: &[Value]) {
    let (dimensions, symbols) = values.split_at(dimensions as usize);
    writer.text("(");
    writer.operands(dimensions.iter().copied());
    writer.text(")");
    if !symbols.is_empty() {
        writer.text("[");
        writer.operands(symbols.iter().copied());
        writer.text("]");
    }
}

/// `(%d)[%s]`, the number of operands of each kind being known from the map.
pub fn read_map_operands(reader: &mut Reader, dimensions: u32, symbols: u32) -> Result<Vec<Value>> {
    reader.expect_symbol(b'(')?;
    let mut operands = reader.parse_list(b')', Reader::parse_operand)?;
    let first = operands.len();
    if reader.eat_symbol(b'[') {
        operands.extend(reader.parse_list(b']', Reader::parse_operand)?);
    }
    if first != dimensions as usize || operands.len() != (dimensions + symbols) as usize {
        return Err(reader.error("another number of operands than the map has dimensions and symbols"));
    }
    reader.resolve_all(&operands, &vec![Type::index(); operands.len()])
}

/// `affine_map<…>(%d)[%s] {…}`.
pub const MAP: Syntax = Syntax { read: read_map, write: write_map, fits: |ir, op| verify_map(ir, op, None).is_ok() };

fn read_map(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let attribute = reader.parse_attribute()?;
    let Attribute::AffineMap(map) = &attribute else { return Err(reader.error("expected an affine map")) };
    state.operands = read_map_operands(reader, map.dimensions, map.symbols)?;
    state.set("map", attribute);
    state.result_types = vec![Type::index()];
    reader.parse_attributes_into(state)
}

fn write_map(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let Some(map) = map_of(ir, op, "map") else { return };
    writer.text(&format!(" affine_map<{map}>"));
    write_map_operands(writer, map.dimensions, &ir[op].operands().collect::<Vec<_>>());
    writer.attributes_but(op, &["map"]);
}

/// `[%i + 1] {…} : type`: the values of the subscripts and the type of the memref.
fn read_subscripts(reader: &mut Reader, state: &mut OperationState) -> Result<(Vec<Value>, Type)> {
    reader.expect_symbol(b'[')?;
    let expressions = reader.parse_affine_of_operands(b']')?;
    let values = resolve(reader, &expressions)?;
    state.set("map", Attribute::AffineMap(expressions.map.into()));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    Ok((values, reader.parse_type()?))
}

fn write_subscripts(writer: &mut Writer, op: Op, memref: usize) {
    let ir = writer.ir();
    let operands: Vec<Value> = ir[op].operands().collect();
    let Some(map) = map_of(ir, op, "map") else { return };
    writer.operand(operands[memref]);
    writer.text("[");
    write_expressions(writer, map, &map.results, &operands[memref + 1..]);
    writer.text("]");
    writer.attributes_but(op, &["map"]);
    writer.text(" : ");
    writer.types(&types_of_operands(ir, op)[memref..=memref]);
}

pub fn read_load(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let memref = reader.parse_operand()?;
    let (values, ty) = read_subscripts(reader, state)?;
    state.operands = vec![reader.resolve(memref, &ty)?];
    state.operands.extend(values);
    state.result_types = vec![ty.element().clone()];
    Ok(())
}

pub fn write_load(writer: &mut Writer, op: Op) {
    writer.text(" ");
    write_subscripts(writer, op, 0);
}

pub fn read_store(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let value = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let memref = reader.parse_operand()?;
    let (values, ty) = read_subscripts(reader, state)?;
    state.operands = vec![reader.resolve(value, ty.element())?, reader.resolve(memref, &ty)?];
    state.operands.extend(values);
    Ok(())
}

pub fn write_store(writer: &mut Writer, op: Op) {
    let first = writer.ir()[op].operand(0);
    writer.text(" ");
    writer.operands(first.into_iter());
    writer.text(", ");
    write_subscripts(writer, op, 1);
}
