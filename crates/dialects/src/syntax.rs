//! Parts of pretty forms that operations of several dialects share.

use zymase_ir::parse::{Reader, UnresolvedOperand};
use zymase_ir::{Attribute, Ir, Op, OperationState, Result, Syntax, Type, Writer};

/// `[1, 2]`.
pub fn read_numbers(reader: &mut Reader) -> Result<Vec<i64>> {
    reader.expect_symbol(b'[')?;
    reader.parse_list(b']', Reader::parse_integer)
}

pub fn write_numbers(writer: &mut Writer, numbers: &[i64]) {
    writer.text("[");
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        writer.number(*number);
    }
    writer.text("]");
}

/// `[true, false]`.
pub fn write_truths(writer: &mut Writer, values: &[i64]) {
    let words: Vec<&str> = values.iter().map(|value| if *value != 0 { "true" } else { "false" }).collect();
    writer.text(&format!("[{}]", words.join(", ")));
}

/// `name =`.
pub fn expect_label(reader: &mut Reader, name: &str) -> Result<()> {
    reader.expect_keyword(name)?;
    reader.expect_symbol(b'=')
}

pub fn types_of_operands(ir: &Ir, op: Op) -> Vec<Type> {
    ir[op].operands().map(|value| ir.ty(value).clone()).collect()
}

pub fn types_of_results(ir: &Ir, op: Op) -> Vec<Type> {
    ir.types(ir[op].results())
}

/// Reads a function type whose inputs are the types of the operands.
pub fn read_function_type<'a>(
    reader: &mut Reader<'a>,
    state: &mut OperationState,
    operands: &[UnresolvedOperand<'a>],
) -> Result<()> {
    let ty = reader.parse_function_type()?;
    if let Some((inputs, results)) = ty.as_function() {
        state.operands = reader.resolve_all(operands, inputs)?;
        state.result_types = results.to_vec();
    }
    Ok(())
}

/// Reads one type for everything, or a function type.
pub fn read_same_type<'a>(
    reader: &mut Reader<'a>,
    state: &mut OperationState,
    operands: &[UnresolvedOperand<'a>],
) -> Result<()> {
    let ty = reader.parse_type()?;
    if let Some((inputs, results)) = ty.as_function() {
        state.operands = reader.resolve_all(operands, inputs)?;
        state.result_types = results.to_vec();
        return Ok(());
    }
    state.operands = reader.resolve_all(operands, &vec![ty.clone(); operands.len()])?;
    state.result_types = vec![ty];
    Ok(())
}

/// Writes one type when operands and result all have it, and a function type otherwise.
pub fn write_same_type(writer: &mut Writer, op: Op) {
    let operands = types_of_operands(writer.ir(), op);
    match types_of_results(writer.ir(), op).as_slice() {
        [result] if operands.iter().all(|ty| ty == result) => writer.ty(result),
        _ => writer.function_type(op),
    }
}

/// `%a, %b {…} : type`.
pub const SAME_TYPE: Syntax = Syntax::new(read_same_type_form, write_same_type_form);

fn read_same_type_form(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_same_type(reader, state, &operands)
}

fn write_same_type_form(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    write_same_type(writer, op);
}

/// ` %a, %b`.
pub fn write_operands(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.operands(ir[op].operands());
}

/// `%a, %b {…} : (types) -> types`.
pub const FUNCTION_TYPE: Syntax = Syntax::new(read_function_type_form, write_function_type_form);

fn read_function_type_form(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn write_function_type_form(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.function_type(op);
}

/// `%a, %b {…} : type, type`: a terminator, all of whose operands are listed with their types.
pub const TERMINATOR: Syntax = Syntax::new(read_terminator, write_terminator);

fn read_terminator(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.parse_attributes_into(state)?;
    let operands = reader.parse_operand_list()?;
    reader.parse_attributes_into(state)?;
    if !operands.is_empty() {
        reader.expect_symbol(b':')?;
        let types = reader.parse_type_list()?;
        state.operands = reader.resolve_all(&operands, &types)?;
    }
    Ok(())
}

fn write_terminator(writer: &mut Writer, op: Op) {
    writer.attributes_but(op, &[]);
    let types = types_of_operands(writer.ir(), op);
    if !types.is_empty() {
        write_operands(writer, op);
        writer.text(" : ");
        writer.types(&types);
    }
}

/// ` : type` of the only result, for operations without operands whose types are written.
pub fn write_result_type(writer: &mut Writer, op: Op) {
    let types = types_of_results(writer.ir(), op);
    writer.text(" : ");
    writer.types(&types);
}

/// A constant: attributes come before the value.
pub const CONSTANT: Syntax = Syntax { read: read_constant, write: write_constant, fits: constant_fits };

/// Also read is `() {value = …} : () -> type`, for values whose type is not that of the result.
fn read_constant(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.eat_symbol(b'(') {
        reader.expect_symbol(b')')?;
        reader.parse_attributes_into(state)?;
        reader.expect_symbol(b':')?;
        return read_function_type(reader, state, &[]);
    }
    reader.parse_attributes_into(state)?;
    let value = reader.parse_attribute()?;
    match type_of_constant(&value) {
        Some(ty) => state.result_types = vec![ty],
        None => return Err(reader.error("this constant has no type")),
    }
    state.set("value", value);
    Ok(())
}

/// The type of a value that stands for itself.
fn type_of_constant(value: &Attribute) -> Option<Type> {
    match value {
        Attribute::Dense(dense) => Some(dense.ty().clone()),
        Attribute::DenseResource { ty, .. } | Attribute::Integer { ty, .. } | Attribute::Float { ty, .. } => {
            Some(ty.clone())
        }
        _ => None,
    }
}

fn write_constant(writer: &mut Writer, op: Op) {
    writer.attributes_but(op, &["value"]);
    writer.text(" ");
    if let Some(value) = writer.ir().attribute(op, "value") {
        writer.attribute(value);
    }
}

/// Whether the type of the result is that of the value.
fn constant_fits(ir: &Ir, op: Op) -> bool {
    let results = ir[op].results();
    let value = ir.attribute(op, "value").and_then(type_of_constant);
    results.len() == 1 && value.as_ref() == Some(ir.ty(results[0]))
}
