//! Pretty forms of operations on memory.

use crate::syntax::{read_function_type, types_of_operands, types_of_results, write_operands, write_result_type};
use crate::tensor::{
    SHOWN_OF_SLICE, SLICE, operands, read_bracketed, read_type, resolve_indices, write_bracketed, write_groups,
};
use zymase_ir::attributes::DenseArray;
use zymase_ir::parse::UnresolvedOperand;
use zymase_ir::{Attribute, Ir, Op, OperationState, Reader, Result, Syntax, Type, Writer};

/// `operandSegmentSizes`.
pub fn segments(sizes: &[usize]) -> Attribute {
    let values = sizes.iter().map(|size| *size as i64).collect();
    Attribute::DenseArray(DenseArray { element: Type::integer(32), values })
}

/// `(%n)[%s] {…} : type`.
pub const ALLOCATION: Syntax = Syntax::new(read_allocation, write_allocation);

fn read_allocation(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let sizes = reader.parse_list(b')', Reader::parse_operand)?;
    let symbols = if reader.peek_symbol(b'[') { read_bracketed(reader)? } else { Vec::new() };
    let ty = read_type(reader, state)?;
    state.set("operandSegmentSizes", segments(&[sizes.len(), symbols.len()]));
    state.operands = resolve_indices(reader, &sizes)?;
    state.operands.extend(resolve_indices(reader, &symbols)?);
    state.result_types = vec![ty];
    Ok(())
}

fn write_allocation(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text("(");
    writer.operands(ir.operand_group(op, "dynamicSizes").unwrap_or_default().into_iter());
    writer.text(")");
    let symbols = ir.operand_group(op, "symbolOperands").unwrap_or_default();
    if !symbols.is_empty() {
        write_bracketed(writer, &symbols);
    }
    writer.attributes_but(op, &["operandSegmentSizes"]);
    write_result_type(writer, op);
}

/// `%a {…} : type`.
pub fn read_memrefs(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    Ok(())
}

pub fn write_memrefs(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op));
}

pub fn load_fits(ir: &Ir, op: Op) -> bool {
    let types = types_of_operands(ir, op);
    types_of_results(ir, op) == [types[0].element().clone()] && types[1..].iter().all(Type::is_index)
}

pub fn write_load(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    write_bracketed(writer, &values[1..]);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op)[..1]);
}

pub fn store_fits(ir: &Ir, op: Op) -> bool {
    let types = types_of_operands(ir, op);
    types[0] == *types[1].element() && types[2..].iter().all(Type::is_index)
}

/// `%v, %m[%i] {…} : type`.
pub fn read_store(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let value = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let memref = reader.parse_operand()?;
    let indices = read_bracketed(reader)?;
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(value, ty.element())?, reader.resolve(memref, &ty)?];
    state.operands.extend(resolve_indices(reader, &indices)?);
    Ok(())
}

/// ` %v, %m[%i]`.
fn write_stored(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    writer.text(", ");
    writer.operand(values[1]);
    write_bracketed(writer, &values[2..]);
}

pub fn write_store(writer: &mut Writer, op: Op) {
    write_stored(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op)[1..2]);
}

/// The kinds of atomic updates, by their numbers.
pub const ATOMIC_KINDS: [&str; 16] = [
    "addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli", "ori", "andi",
    "xori", "maxnumf", "minnumf",
];

/// The word of an atomic update.
pub fn atomic_kind(ir: &Ir, op: Op) -> Option<&'static str> {
    let number = ir.attribute(op, "kind")?.as_i64()?;
    ATOMIC_KINDS.get(usize::try_from(number).ok()?).copied()
}

pub fn atomic_fits(ir: &Ir, op: Op) -> bool {
    atomic_kind(ir, op).is_some() && types_of_operands(ir, op)[2..].iter().all(Type::is_index)
}

/// `addf %v, %m[%i] {…} : (type, type) -> type`.
pub fn read_atomic(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let word = reader.parse_word()?;
    let Some(kind) = ATOMIC_KINDS.iter().position(|known| *known == word) else {
        return Err(reader.error(format!("there is no atomic update {word}")));
    };
    state.set("kind", Attribute::i64(kind as i64));
    let value = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let memref = reader.parse_operand()?;
    let indices = read_bracketed(reader)?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[value, memref])?;
    state.operands.extend(resolve_indices(reader, &indices)?);
    Ok(())
}

pub fn write_atomic(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(&format!(" {}", atomic_kind(ir, op).unwrap_or_default()));
    write_stored(writer, op);
    writer.attributes_but(op, &["kind"]);
    writer.text(" : ");
    writer.type_list(&types_of_operands(ir, op)[..2]);
    writer.text(" -> ");
    writer.result_types(&types_of_results(ir, op));
}

/// `%a, %b {…} : type to type`.
pub fn read_copy(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let both = reader.parse_operand_list()?;
    let first = read_type(reader, state)?;
    reader.expect_keyword("to")?;
    let second = reader.parse_type()?;
    state.operands = reader.resolve_all(&both, &[first, second])?;
    Ok(())
}

pub fn write_copy(writer: &mut Writer, op: Op) {
    let types = types_of_operands(writer.ir(), op);
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(&format!(" : {} to {}", types[0], types[1]));
}

/// `%a : type to type` behind the lists of a view.
fn write_types_to(writer: &mut Writer, op: Op) {
    let (from, to) = (types_of_operands(writer.ir(), op), types_of_results(writer.ir(), op));
    writer.text(&format!(" : {} to {}", from[0], to[0]));
}

pub fn write_subview(writer: &mut Writer, op: Op) {
    writer.text(" ");
    writer.operand(operands(writer.ir(), op)[0]);
    write_groups(writer, op, &SLICE, false);
    writer.attributes_but(op, &SHOWN_OF_SLICE);
    write_types_to(writer, op);
}

/// `%a to offset: [0], sizes: [4], strides: [1] : type to type`.
pub fn read_reinterpret(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    reader.expect_keyword("to")?;
    let mut all = Vec::new();
    let mut counts = vec![1];
    for (place, (label, (_, attribute))) in ["offset", "sizes", "strides"].iter().zip(SLICE).enumerate() {
        if place > 0 {
            reader.expect_symbol(b',')?;
        }
        reader.expect_keyword(label)?;
        reader.expect_symbol(b':')?;
        let (numbers, values) = crate::tensor::read_mixed(reader)?;
        state.set(attribute, Attribute::i64_array(numbers));
        counts.push(values.len());
        all.extend(values);
    }
    state.set("operandSegmentSizes", segments(&counts));
    crate::tensor::read_into(reader, state, &[source], "to")?;
    let values = resolve_indices(reader, &all)?;
    state.operands.extend(values);
    Ok(())
}

pub fn write_reinterpret(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.operand(operands(ir, op)[0]);
    writer.text(" to");
    for (place, (label, (group, attribute))) in ["offset", "sizes", "strides"].iter().zip(SLICE).enumerate() {
        writer.text(&format!("{} {label}: ", if place > 0 { "," } else { "" }));
        let values = ir.operand_group(op, group).unwrap_or_default();
        crate::tensor::write_mixed(writer, crate::tensor::numbers(ir, op, attribute), &values);
    }
    writer.attributes_but(op, &SHOWN_OF_SLICE);
    write_types_to(writer, op);
}

/// `%a (i, j) -> (j, i) : type to type`.
pub fn read_transpose(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let map = reader.parse_affine_map()?;
    state.set("permutation", Attribute::AffineMap(map.into()));
    crate::tensor::read_into(reader, state, &[source], "to")
}

pub fn write_transpose(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    if let Some(Attribute::AffineMap(map)) = ir.attribute(op, "permutation") {
        writer.text(&format!(" {map}"));
    }
    writer.attributes_but(op, &["permutation"]);
    write_types_to(writer, op);
}

/// `%a[%shift][%n] : type to type`.
pub fn read_view(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let shift = read_bracketed(reader)?;
    let sizes = read_bracketed(reader)?;
    crate::tensor::read_into(reader, state, &[source], "to")?;
    let values: Vec<UnresolvedOperand> = shift.into_iter().chain(sizes).collect();
    state.operands.extend(resolve_indices(reader, &values)?);
    Ok(())
}

pub fn write_view(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    write_bracketed(writer, &values[1..2]);
    write_bracketed(writer, &values[2..]);
    writer.attributes_but(op, &[]);
    write_types_to(writer, op);
}

/// `"private" constant @g : type = value {…}`.
pub fn read_global(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.peek_string() {
        let visibility = reader.parse_attribute()?;
        state.set("sym_visibility", visibility);
    }
    if reader.eat_keyword("constant") {
        state.set("constant", Attribute::Unit);
    }
    let name = reader.parse_symbol_name()?;
    state.set("sym_name", Attribute::string(&name));
    reader.expect_symbol(b':')?;
    let ty = reader.parse_type()?;
    let tensor = Type::tensor(ty.shape().unwrap_or_default(), ty.element().clone());
    state.set("type", Attribute::Type(ty));
    if reader.eat_symbol(b'=') {
        let value = if reader.eat_keyword("uninitialized") {
            Attribute::Unit
        } else {
            reader.parse_attribute_of_type(&tensor)?
        };
        state.set("initial_value", value);
    }
    reader.parse_attributes_into(state)
}

pub fn write_global(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    if let Some(visibility) = ir.attribute(op, "sym_visibility") {
        writer.text(" ");
        writer.attribute(visibility);
    }
    if ir.attribute(op, "constant").is_some() {
        writer.text(" constant");
    }
    writer.text(" ");
    writer.symbol(ir.symbol_name(op).unwrap_or_default());
    writer.text(" : ");
    if let Some(ty) = ir.attribute(op, "type") {
        writer.attribute(ty);
    }
    match ir.attribute(op, "initial_value") {
        Some(Attribute::Unit) => writer.text(" = uninitialized"),
        Some(value) => {
            writer.text(" = ");
            writer.attribute_without_type(value);
        }
        None => {}
    }
    writer.attributes_but(op, &["sym_name", "sym_visibility", "type", "initial_value", "constant"]);
}

/// `@g : type`.
pub fn read_get_global(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let name = reader.parse_symbol_reference()?;
    state.set("name", name);
    state.result_types = vec![read_type(reader, state)?];
    Ok(())
}

pub fn write_get_global(writer: &mut Writer, op: Op) {
    writer.text(" ");
    if let Some(name) = writer.ir().attribute(op, "name") {
        writer.attribute(name);
    }
    writer.attributes_but(op, &["name"]);
    write_result_type(writer, op);
}

/// `%a : type -> types`.
pub fn read_metadata(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    read_memrefs(reader, state)?;
    reader.expect_arrow()?;
    state.result_types = reader.parse_type_list()?;
    Ok(())
}

pub fn write_metadata(writer: &mut Writer, op: Op) {
    write_memrefs(writer, op);
    writer.text(" -> ");
    writer.types(&types_of_results(writer.ir(), op));
}

/// `%base_buffer, %offset, %sizes:2, %strides:2`.
pub fn metadata_names(ir: &Ir, op: Op) -> Vec<(usize, String)> {
    let rank = ir[op].results().len().saturating_sub(2) / 2;
    let mut names = vec![(0, "base_buffer".to_string()), (1, "offset".to_string())];
    if rank > 0 {
        names.extend([(2, "sizes".to_string()), (2 + rank, "strides".to_string())]);
    }
    names
}

/// `%a, 16 : type`.
pub fn read_alignment(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let number = reader.parse_integer()?;
    let Ok(number) = i32::try_from(number) else { return Err(reader.error("no memory is aligned like that")) };
    state.set("alignment", Attribute::i32(number));
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(operand, &ty)?];
    state.result_types = vec![ty];
    Ok(())
}

pub fn write_alignment(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    let number = ir.attribute(op, "alignment").and_then(Attribute::as_i64).unwrap_or_default();
    writer.text(&format!(", {number}"));
    writer.attributes_but(op, &["alignment"]);
    write_result_type(writer, op);
}

/// `-> (types) { … }`.
pub fn read_scope(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    if reader.eat_arrow() {
        state.result_types = reader.parse_result_types()?;
    }
    let region = reader.parse_region_ended_by(Vec::new(), "memref.alloca_scope.return")?;
    state.regions.push(region);
    reader.parse_attributes_into(state)
}

pub fn write_scope(writer: &mut Writer, op: Op) {
    let results = types_of_results(writer.ir(), op);
    if !results.is_empty() {
        writer.text(" -> ");
        writer.type_list(&results);
    }
    writer.text(" ");
    let region = writer.ir()[op].regions()[0];
    writer.region_without_end(op, region);
    writer.attributes_but(op, &[]);
}
