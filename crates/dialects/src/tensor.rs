//! MLIR's own operations on tensors: structure and syntax.

use crate::arith::{CAST, PURE};
use crate::syntax::{TERMINATOR, read_numbers, types_of_operands, types_of_results, write_operands, write_result_type};
use zymase_ir::parse::UnresolvedOperand;
use zymase_ir::{
    Attribute, Count, DYNAMIC, Dialect, Ir, Op, OperationState, Reader, Result, Syntax, Trait, Type, Value,
};
use zymase_ir::{Writer, define_operation};

macro_rules! named_result {
    ($name:literal) => {
        Some(|_, _| vec![(0, $name.to_string())])
    };
}

define_operation! {
    pub Dim = "tensor.dim" {
        operands { source: One, index: One }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("dim"),
        syntax: Some(Syntax { read: read_dim, write: write_first_type, fits: |ir, op| {
            ir.ty(ir[op].results()[0]).is_index() && types_of_operands(ir, op)[1].is_index()
        }}),
    }
}

define_operation! {
    pub Rank = "tensor.rank" {
        operands { tensor: One }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("rank"),
        syntax: Some(Syntax { read: read_dim, write: write_first_type, fits: |ir, op| {
            ir.ty(ir[op].results()[0]).is_index()
        }}),
    }
}

define_operation! {
    pub Cast = "tensor.cast" {
        operands { source: One }
        results { dest: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("cast"),
        syntax: Some(CAST),
    }
}

define_operation! {
    pub Bitcast = "tensor.bitcast" {
        operands { source: One }
        results { dest: One }
        attributes {}
        traits: PURE,
        syntax: Some(CAST),
    }
}

define_operation! {
    pub Extract = "tensor.extract" {
        operands { tensor: One, indices: Variadic }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("extracted"),
        syntax: Some(Syntax { read: read_extract, write: write_extract, fits: |ir, op| {
            let types = types_of_operands(ir, op);
            types_of_results(ir, op) == [types[0].element().clone()] && types[1..].iter().all(Type::is_index)
        }}),
    }
}

define_operation! {
    pub Insert = "tensor.insert" {
        operands { scalar: One, dest: One, indices: Variadic }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("inserted"),
        syntax: Some(Syntax { read: read_insert, write: write_insert, fits: |ir, op| {
            let types = types_of_operands(ir, op);
            types_of_results(ir, op) == types[1..2] && types[0] == *types[1].element()
                && types[2..].iter().all(Type::is_index)
        }}),
    }
}

define_operation! {
    pub Empty = "tensor.empty" {
        operands { dynamic_sizes: Variadic }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(Syntax { read: read_empty, write: write_empty, fits: |ir, op| {
            types_of_operands(ir, op).iter().all(Type::is_index)
        }}),
    }
}

define_operation! {
    pub Splat = "tensor.splat" {
        operands { input: One, dynamic_sizes: Variadic }
        results { aggregate: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("splat"),
        syntax: Some(Syntax { read: read_splat, write: write_splat, fits: |ir, op| {
            let types = types_of_operands(ir, op);
            types[0] == *ir.ty(ir[op].results()[0]).element() && types[1..].iter().all(Type::is_index)
        }}),
    }
}

define_operation! {
    pub FromElements = "tensor.from_elements" {
        operands { elements: Variadic }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("from_elements"),
        syntax: Some(Syntax { read: read_from_elements, write: write_from_elements, fits: |ir, op| {
            let element = ir.ty(ir[op].results()[0]).element().clone();
            types_of_operands(ir, op).iter().all(|ty| *ty == element)
        }}),
    }
}

define_operation! {
    pub Reshape = "tensor.reshape" {
        operands { source: One, shape: One }
        results { result: One }
        attributes {}
        traits: PURE,
        result_names: named_result!("reshape"),
        syntax: Some(Syntax::new(read_reshape, write_reshape)),
    }
}

define_operation! {
    pub CollapseShape = "tensor.collapse_shape" {
        operands { src: One }
        results { result: One }
        attributes { reassociation: Array required }
        traits: PURE,
        result_names: named_result!("collapsed"),
        syntax: Some(Syntax { read: read_collapse, write: write_collapse, fits: reassociation_fits }),
    }
}

define_operation! {
    pub ExpandShape = "tensor.expand_shape" {
        operands { src: One, output_shape: Variadic }
        results { result: One }
        attributes { reassociation: Array required, static_output_shape: I64Array required }
        traits: PURE,
        result_names: named_result!("expanded"),
        syntax: Some(Syntax { read: read_expand, write: write_expand, fits: |ir, op| {
            reassociation_fits(ir, op) && mixed_fits(ir, op, "static_output_shape", ir[op].operands().len() - 1)
        }}),
    }
}

define_operation! {
    pub ExtractSlice = "tensor.extract_slice" {
        operands { source: One, offsets: Variadic, sizes: Variadic, strides: Variadic }
        results { result: One }
        attributes { static_offsets: I64Array required, static_sizes: I64Array required, static_strides: I64Array required }
        traits: &[Trait::Pure, Trait::OperandSegments],
        result_names: named_result!("extracted_slice"),
        syntax: Some(Syntax { read: read_extract_slice, write: write_extract_slice, fits: slice_fits }),
    }
}

define_operation! {
    pub InsertSlice = "tensor.insert_slice" {
        operands { source: One, dest: One, offsets: Variadic, sizes: Variadic, strides: Variadic }
        results { result: One }
        attributes { static_offsets: I64Array required, static_sizes: I64Array required, static_strides: I64Array required }
        traits: &[Trait::Pure, Trait::OperandSegments],
        result_names: named_result!("inserted_slice"),
        syntax: Some(Syntax { read: read_insert_slice, write: write_insert_slice, fits: |ir, op| {
            slice_fits(ir, op) && types_of_results(ir, op) == types_of_operands(ir, op)[1..2]
        }}),
    }
}

define_operation! {
    /// A tensor whose elements its region computes.
    pub Generate = "tensor.generate" {
        operands { dynamic_extents: Variadic }
        results { result: One }
        attributes {}
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock],
        result_names: named_result!("generated"),
        syntax: Some(Syntax { read: read_generate, write: write_generate, fits: |ir, op| {
            types_of_operands(ir, op).iter().all(Type::is_index)
        }}),
    }
}

define_operation! {
    pub Pad = "tensor.pad" {
        operands { source: One, low: Variadic, high: Variadic }
        results { result: One }
        attributes { static_low: I64Array required, static_high: I64Array required, nofold: Unit optional }
        regions: Count::Exactly(1),
        traits: &[Trait::SingleBlock, Trait::OperandSegments],
        result_names: named_result!("padded"),
        syntax: Some(Syntax { read: read_pad, write: write_pad, fits: |ir, op| groups_fit(ir, op, &PADDINGS) }),
    }
}

define_operation! {
    pub Yield = "tensor.yield" {
        operands { value: One }
        results {}
        attributes {}
        traits: &[Trait::Pure, Trait::Terminator],
        syntax: Some(TERMINATOR),
    }
}

pub fn dialect() -> Dialect {
    Dialect {
        name: "tensor",
        operations: vec![
            Dim::definition(),
            Rank::definition(),
            Cast::definition(),
            Bitcast::definition(),
            Extract::definition(),
            Insert::definition(),
            Empty::definition(),
            Splat::definition(),
            FromElements::definition(),
            Reshape::definition(),
            CollapseShape::definition(),
            ExpandShape::definition(),
            ExtractSlice::definition(),
            InsertSlice::definition(),
            Generate::definition(),
            Pad::definition(),
            Yield::definition(),
        ],
        ..Dialect::default()
    }
}

pub(crate) fn resolve_indices<'a>(reader: &mut Reader<'a>, operands: &[UnresolvedOperand<'a>]) -> Result<Vec<Value>> {
    reader.resolve_all(operands, &vec![Type::index(); operands.len()])
}

/// `{…} : type`.
pub(crate) fn read_type(reader: &mut Reader, state: &mut OperationState) -> Result<Type> {
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    reader.parse_type()
}

/// `%a, %i : type of %a`.
pub(crate) fn read_dim(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let indices = if reader.eat_symbol(b',') { vec![reader.parse_operand()?] } else { Vec::new() };
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(source, &ty)?];
    state.operands.extend(resolve_indices(reader, &indices)?);
    state.result_types = vec![Type::index()];
    Ok(())
}

pub(crate) fn write_first_type(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op)[..1]);
}

/// `[%i, %j]`.
pub(crate) fn read_bracketed<'a>(reader: &mut Reader<'a>) -> Result<Vec<UnresolvedOperand<'a>>> {
    reader.expect_symbol(b'[')?;
    reader.parse_list(b']', Reader::parse_operand)
}

pub(crate) fn write_bracketed(writer: &mut Writer, values: &[Value]) {
    writer.text("[");
    writer.operands(values.iter().copied());
    writer.text("]");
}

pub(crate) fn operands(ir: &Ir, op: Op) -> Vec<Value> {
    ir[op].operands().collect()
}

pub(crate) fn read_extract(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let indices = read_bracketed(reader)?;
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(source, &ty)?];
    state.operands.extend(resolve_indices(reader, &indices)?);
    state.result_types = vec![ty.element().clone()];
    Ok(())
}

pub(crate) fn write_extract(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    write_bracketed(writer, &values[1..]);
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op)[..1]);
}

fn read_insert(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let scalar = reader.parse_operand()?;
    reader.expect_keyword("into")?;
    let dest = reader.parse_operand()?;
    let indices = read_bracketed(reader)?;
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(scalar, ty.element())?, reader.resolve(dest, &ty)?];
    state.operands.extend(resolve_indices(reader, &indices)?);
    state.result_types = vec![ty];
    Ok(())
}

fn write_insert(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    writer.text(" into ");
    writer.operand(values[1]);
    write_bracketed(writer, &values[2..]);
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}

fn read_empty(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    reader.expect_symbol(b'(')?;
    let sizes = reader.parse_list(b')', Reader::parse_operand)?;
    let ty = read_type(reader, state)?;
    state.operands = resolve_indices(reader, &sizes)?;
    state.result_types = vec![ty];
    Ok(())
}

fn write_empty(writer: &mut Writer, op: Op) {
    writer.text("(");
    writer.operands(operands(writer.ir(), op).into_iter());
    writer.text(")");
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}

fn read_splat(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let input = reader.parse_operand()?;
    let sizes = if reader.peek_symbol(b'[') { read_bracketed(reader)? } else { Vec::new() };
    let ty = read_type(reader, state)?;
    state.operands = vec![reader.resolve(input, ty.element())?];
    state.operands.extend(resolve_indices(reader, &sizes)?);
    state.result_types = vec![ty];
    Ok(())
}

fn write_splat(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    if values.len() > 1 {
        write_bracketed(writer, &values[1..]);
    }
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}

fn read_from_elements(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let elements = reader.parse_operand_list()?;
    let ty = read_type(reader, state)?;
    state.operands = reader.resolve_all(&elements, &vec![ty.element().clone(); elements.len()])?;
    state.result_types = vec![ty];
    Ok(())
}

fn write_from_elements(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}

fn read_reshape(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    reader.expect_symbol(b'(')?;
    let shape = reader.parse_operand()?;
    reader.expect_symbol(b')')?;
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    crate::syntax::read_function_type(reader, state, &[source, shape])
}

fn write_reshape(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    writer.text("(");
    writer.operand(values[1]);
    writer.text(")");
    writer.attributes_but(op, &[]);
    writer.text(" : ");
    writer.function_type(op);
}

/// Lists of numbers of type `i64`.
pub(crate) fn reassociation_fits(ir: &Ir, op: Op) -> bool {
    let is_number =
        |attribute: &Attribute| matches!(attribute, Attribute::Integer { ty, .. } if *ty == Type::integer(64));
    let groups = ir.attribute(op, "reassociation").and_then(Attribute::as_array).unwrap_or_default();
    groups.iter().all(|group| group.as_array().is_some_and(|numbers| numbers.iter().all(is_number)))
}

/// `[[0, 1], [2]]`.
pub(crate) fn read_reassociation(reader: &mut Reader) -> Result<Attribute> {
    reader.expect_symbol(b'[')?;
    let groups = reader.parse_list(b']', |reader| {
        let numbers = read_numbers(reader)?;
        Ok(Attribute::array(numbers.into_iter().map(Attribute::i64).collect::<Vec<_>>()))
    })?;
    Ok(Attribute::array(groups))
}

pub(crate) fn read_collapse(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let groups = read_reassociation(reader)?;
    state.set("reassociation", groups);
    read_into(reader, state, &[source], "into")
}

/// `{…} : type into type`: the types of the first operand and of the result.
pub(crate) fn read_into<'a>(
    reader: &mut Reader<'a>,
    state: &mut OperationState,
    first: &[UnresolvedOperand<'a>],
    word: &str,
) -> Result<()> {
    let ty = read_type(reader, state)?;
    state.operands = reader.resolve_all(first, &[ty])?;
    reader.expect_keyword(word)?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

pub(crate) fn write_into(writer: &mut Writer, op: Op, word: &str) {
    writer.text(" : ");
    writer.types(&types_of_operands(writer.ir(), op)[..1]);
    writer.text(&format!(" {word} "));
    writer.types(&types_of_results(writer.ir(), op));
}

fn write_source_and_groups(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    writer.text(" ");
    writer.operand(operands(ir, op)[0]);
    writer.text(" ");
    if let Some(groups) = ir.attribute(op, "reassociation") {
        writer.attribute(groups);
    }
}

pub(crate) fn write_collapse(writer: &mut Writer, op: Op) {
    write_source_and_groups(writer, op);
    writer.attributes_but(op, &["reassociation"]);
    write_into(writer, op, "into");
}

/// `[%n, 4]`: numbers, and values where numbers are not known.
pub(crate) fn read_mixed<'a>(reader: &mut Reader<'a>) -> Result<(Vec<i64>, Vec<UnresolvedOperand<'a>>)> {
    let mut values = Vec::new();
    reader.expect_symbol(b'[')?;
    let numbers = reader.parse_list(b']', |reader| {
        if reader.peek_operand() {
            values.push(reader.parse_operand()?);
            return Ok(DYNAMIC);
        }
        reader.parse_integer()
    })?;
    Ok((numbers, values))
}

pub(crate) fn write_mixed(writer: &mut Writer, numbers: &[i64], values: &[Value]) {
    let mut values = values.iter();
    writer.text("[");
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            writer.text(", ");
        }
        match (*number == DYNAMIC).then(|| values.next()).flatten() {
            Some(value) => writer.operand(*value),
            None => writer.number(*number),
        }
    }
    writer.text("]");
}

pub(crate) fn numbers<'a>(ir: &'a Ir, op: Op, attribute: &str) -> &'a [i64] {
    ir.attribute(op, attribute).and_then(Attribute::as_i64_array).unwrap_or_default()
}

/// Whether there is a value for each unknown number.
pub(crate) fn mixed_fits(ir: &Ir, op: Op, attribute: &str, values: usize) -> bool {
    numbers(ir, op, attribute).iter().filter(|number| **number == DYNAMIC).count() == values
}

pub(crate) const SLICE: [(&str, &str); 3] =
    [("offsets", "static_offsets"), ("sizes", "static_sizes"), ("strides", "static_strides")];
const PADDINGS: [(&str, &str); 2] = [("low", "static_low"), ("high", "static_high")];

pub(crate) fn groups_fit(ir: &Ir, op: Op, groups: &[(&str, &str)]) -> bool {
    groups.iter().all(|(group, attribute)| {
        let values = ir.operand_group(op, group).unwrap_or_default();
        mixed_fits(ir, op, attribute, values.len()) && ir.types(&values).iter().all(Type::is_index)
    })
}

pub(crate) fn slice_fits(ir: &Ir, op: Op) -> bool {
    groups_fit(ir, op, &SLICE)
}

pub(crate) fn read_expand(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let groups = read_reassociation(reader)?;
    state.set("reassociation", groups);
    reader.expect_keyword("output_shape")?;
    let (sizes, values) = read_mixed(reader)?;
    state.set("static_output_shape", Attribute::i64_array(sizes));
    read_into(reader, state, &[source], "into")?;
    let values = resolve_indices(reader, &values)?;
    state.operands.extend(values);
    Ok(())
}

pub(crate) fn write_expand(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_source_and_groups(writer, op);
    writer.text(" output_shape ");
    write_mixed(writer, numbers(ir, op, "static_output_shape"), &operands(ir, op)[1..]);
    writer.attributes_but(op, &["reassociation", "static_output_shape"]);
    write_into(writer, op, "into");
}

/// Reads mixed lists, sets their numbers and `operandSegmentSizes`, and gives their values; `first` operands come before
/// them.
pub(crate) fn read_groups<'a>(
    reader: &mut Reader<'a>,
    state: &mut OperationState,
    groups: &[(&str, &str)],
    first: usize,
    with_labels: bool,
) -> Result<Vec<UnresolvedOperand<'a>>> {
    let mut all = Vec::new();
    let mut segments = vec![1; first];
    for (label, attribute) in groups {
        if with_labels {
            reader.expect_keyword(label)?;
        }
        let (numbers, values) = read_mixed(reader)?;
        state.set(attribute, Attribute::i64_array(numbers));
        segments.push(values.len() as i64);
        all.extend(values);
    }
    let element = Type::integer(32);
    let segments = zymase_ir::attributes::DenseArray { element, values: segments.into() };
    state.set("operandSegmentSizes", Attribute::DenseArray(segments));
    Ok(all)
}

pub(crate) fn write_groups(writer: &mut Writer, op: Op, groups: &[(&str, &str)], with_labels: bool) {
    let ir = writer.ir();
    for (index, (group, attribute)) in groups.iter().enumerate() {
        if with_labels {
            writer.text(&format!(" {group}"));
        } else if index > 0 {
            writer.text(" ");
        }
        write_mixed(writer, numbers(ir, op, attribute), &ir.operand_group(op, group).unwrap_or_default());
    }
}

pub(crate) const SHOWN_OF_SLICE: [&str; 4] =
    ["operandSegmentSizes", "static_offsets", "static_sizes", "static_strides"];

pub(crate) fn read_extract_slice(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    let values = read_groups(reader, state, &SLICE, 1, false)?;
    read_into(reader, state, &[source], "to")?;
    let values = resolve_indices(reader, &values)?;
    state.operands.extend(values);
    Ok(())
}

pub(crate) fn write_extract_slice(writer: &mut Writer, op: Op) {
    writer.text(" ");
    writer.operand(operands(writer.ir(), op)[0]);
    write_groups(writer, op, &SLICE, false);
    writer.attributes_but(op, &SHOWN_OF_SLICE);
    write_into(writer, op, "to");
}

fn read_insert_slice(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    reader.expect_keyword("into")?;
    let dest = reader.parse_operand()?;
    let values = read_groups(reader, state, &SLICE, 2, false)?;
    read_into(reader, state, &[source], "into")?;
    let result = state.result_types.clone();
    let dest = reader.resolve_all(&[dest], &result)?;
    let values = resolve_indices(reader, &values)?;
    state.operands.extend(dest.into_iter().chain(values));
    Ok(())
}

fn write_insert_slice(writer: &mut Writer, op: Op) {
    let values = operands(writer.ir(), op);
    writer.text(" ");
    writer.operand(values[0]);
    writer.text(" into ");
    writer.operand(values[1]);
    write_groups(writer, op, &SLICE, false);
    writer.attributes_but(op, &SHOWN_OF_SLICE);
    write_into(writer, op, "into");
}

fn read_generate(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let sizes = reader.parse_operand_list()?;
    let region = reader.parse_region(Vec::new())?;
    state.regions.push(region);
    let ty = read_type(reader, state)?;
    state.operands = resolve_indices(reader, &sizes)?;
    state.result_types = vec![ty];
    Ok(())
}

fn write_generate(writer: &mut Writer, op: Op) {
    let region = writer.ir()[op].regions()[0];
    write_operands(writer, op);
    writer.text(" ");
    writer.region(op, region);
    writer.attributes_but(op, &[]);
    write_result_type(writer, op);
}

fn read_pad(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let source = reader.parse_operand()?;
    if reader.eat_keyword("nofold") {
        state.set("nofold", Attribute::Unit);
    }
    let values = read_groups(reader, state, &PADDINGS, 1, true)?;
    let region = reader.parse_region(Vec::new())?;
    state.regions.push(region);
    read_into(reader, state, &[source], "to")?;
    let values = resolve_indices(reader, &values)?;
    state.operands.extend(values);
    Ok(())
}

fn write_pad(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let region = ir[op].regions()[0];
    writer.text(" ");
    writer.operand(operands(ir, op)[0]);
    if Pad(op).nofold(ir).is_some() {
        writer.text(" nofold");
    }
    write_groups(writer, op, &PADDINGS, true);
    writer.text(" ");
    writer.region(op, region);
    writer.attributes_but(op, &["operandSegmentSizes", "static_low", "static_high", "nofold"]);
    write_into(writer, op, "to");
}
