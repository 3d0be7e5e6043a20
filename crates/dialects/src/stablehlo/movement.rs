//! Operations that make constants, and that move elements without looking at them.

use super::checks::*;
use crate::syntax::{CONSTANT, FUNCTION_TYPE, expect_label, read_function_type, read_numbers, read_same_type};
use crate::syntax::{write_numbers, write_operands, write_result_type, write_same_type};
use zymase_ir::{
    Attribute, DYNAMIC, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type, TypeKind,
};
use zymase_ir::{Writer, define_operation};

const PURE: &[Trait] = &[Trait::Pure];

define_operation! {
    pub Constant = "stablehlo.constant" {
        operands {}
        results { output: One }
        attributes { value: Elements required }
        traits: &[Trait::Pure, Trait::ConstantLike],
        syntax: Some(CONSTANT),
        infer_types: Some(infer_constant),
        verify: Some(verify_inferred),
        result_names: Some(|ir, op| {
            let integer = ir.attribute(op, "value").and_then(Attribute::as_dense)
                .is_some_and(|dense| dense.ty().element().is_integer());
            vec![(0, if integer { "c" } else { "cst" }.into())]
        }),
    }
}

define_operation! {
    /// Counts along a dimension.
    pub Iota = "stablehlo.iota" {
        operands {}
        results { output: One }
        attributes { iota_dimension: I64 required }
        traits: PURE,
        syntax: Some(Syntax::new(read_iota, write_iota)),
        verify: Some(verify_iota),
    }
}

define_operation! {
    pub DynamicIota = "stablehlo.dynamic_iota" {
        operands { output_shape: One }
        results { result: One }
        attributes { iota_dimension: I64 required }
        traits: PURE,
        syntax: Some(DIMENSION_OF_RESULT),
        verify: Some(|ir, op| {
            expect_shape_operand(ir, op, 0)?;
            verify_iota(ir, op)
        }),
    }
}

define_operation! {
    /// Adds dimensions in front.
    pub Broadcast = "stablehlo.broadcast" {
        operands { operand: One }
        results { result: One }
        attributes { broadcast_sizes: I64Array required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_labelled(reader, state, "sizes", "broadcast_sizes", true),
            |writer, op| write_labelled(writer, op, "sizes", "broadcast_sizes", true),
        )),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let sizes = required_numbers(state, "broadcast_sizes")?;
            ensure(sizes.iter().all(|size| *size >= 0), || "broadcast_sizes must not be negative".into())?;
            let shape: Vec<i64> = sizes.iter().chain(&operand.shape).copied().collect();
            Ok(vec![Type::tensor(shape, operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Repeats elements along new dimensions and dimensions of size one.
    pub BroadcastInDim = "stablehlo.broadcast_in_dim" {
        operands { operand: One }
        results { result: One }
        attributes { broadcast_dimensions: I64Array required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_labelled(reader, state, "dims", "broadcast_dimensions", true),
            |writer, op| write_labelled(writer, op, "dims", "broadcast_dimensions", true),
        )),
        verify: Some(verify_broadcast),
    }
}

define_operation! {
    pub DynamicBroadcastInDim = "stablehlo.dynamic_broadcast_in_dim" {
        operands { operand: One, output_dimensions: One }
        results { result: One }
        attributes {
            broadcast_dimensions: I64Array required, known_expanding_dimensions: I64Array optional,
            known_nonexpanding_dimensions: I64Array optional,
        }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_labelled(reader, state, "dims", "broadcast_dimensions", true),
            |writer, op| write_labelled(writer, op, "dims", "broadcast_dimensions", true),
        )),
        verify: Some(|ir, op| {
            expect_shape_operand(ir, op, 1)?;
            let state = ir.state_of(op);
            let rank = operand_tensor(ir, &state, 0)?.rank();
            let known = |name| Ok::<_, String>(numbers(&state, name)?.unwrap_or_default().to_vec());
            let mut all = known("known_expanding_dimensions")?;
            all.extend(known("known_nonexpanding_dimensions")?);
            expect_dimensions("known dimensions", &all, rank)?;
            verify_broadcast(ir, op)
        }),
    }
}

define_operation! {
    pub Reshape = "stablehlo.reshape" {
        operands { operand: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        verify: Some(|ir, op| {
            let result = result_tensor(ir, op)?;
            let unknown = result.shape.iter().filter(|size| **size == DYNAMIC).count();
            let bounded = result.encoding.is_some() && unknown == 1;
            ensure(unknown == 0 || bounded, || "the shape of the result must be known".into())?;
            verify_reshape(ir, op)
        }),
    }
}

define_operation! {
    pub DynamicReshape = "stablehlo.dynamic_reshape" {
        operands { operand: One, output_shape: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        verify: Some(|ir, op| {
            expect_shape_operand(ir, op, 1)?;
            verify_reshape(ir, op)
        }),
    }
}

define_operation! {
    pub Transpose = "stablehlo.transpose" {
        operands { operand: One }
        results { result: One }
        attributes { permutation: I64Array required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_labelled(reader, state, "dims", "permutation", true),
            |writer, op| write_labelled(writer, op, "dims", "permutation", true),
        )),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let permutation = required_numbers(state, "permutation")?;
            expect_count("permutation", permutation.len(), operand.rank())?;
            expect_dimensions("permutation", permutation, operand.rank())?;
            let shape: Vec<i64> = permutation.iter().map(|from| operand.shape[*from as usize]).collect();
            Ok(vec![Type::tensor(shape, operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Reverse = "stablehlo.reverse" {
        operands { operand: One }
        results { result: One }
        attributes { dimensions: I64Array required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_labelled(reader, state, "dims", "dimensions", false),
            |writer, op| write_labelled(writer, op, "dims", "dimensions", false),
        )),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            expect_dimensions("dimensions", required_numbers(state, "dimensions")?, operand.rank())?;
            Ok(vec![ir.ty(state.operands[0]).clone()])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Slice = "stablehlo.slice" {
        operands { operand: One }
        results { result: One }
        attributes { start_indices: I64Array required, limit_indices: I64Array required, strides: I64Array required }
        traits: PURE,
        syntax: Some(Syntax { read: read_slice, write: write_slice, fits: slice_fits }),
        infer_types: Some(infer_slice),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub DynamicSlice = "stablehlo.dynamic_slice" {
        operands { operand: One, start_indices: Variadic }
        results { result: One }
        attributes { slice_sizes: I64Array required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_labelled(reader, state, "sizes", "slice_sizes", true),
            |writer, op| write_labelled(writer, op, "sizes", "slice_sizes", true),
        )),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let sizes = required_numbers(state, "slice_sizes")?;
            expect_start_indices(ir, state, 1, operand.rank())?;
            expect_count("slice_sizes", sizes.len(), operand.rank())?;
            for (size, whole) in sizes.iter().zip(&operand.shape) {
                ensure(*size >= 0 && (*whole == DYNAMIC || size <= whole), || format!("cannot take {size} of {whole}"))?;
            }
            Ok(vec![Type::tensor(sizes, operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// A slice with bounds known at run time only.
    pub RealDynamicSlice = "stablehlo.real_dynamic_slice" {
        operands { operand: One, start_indices: One, limit_indices: One, strides: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        verify: Some(|ir, op| {
            let state = ir.state_of(op);
            let operand = operand_tensor(ir, &state, 0)?;
            for index in 1..4 {
                let bounds = operand_tensor(ir, &state, index)?;
                let fits = bounds.rank() == 1 && sizes_agree(bounds.shape[0], operand.rank() as i64);
                ensure(fits, || "bounds must have one number for each dimension".into())?;
            }
            let result = result_tensor(ir, op)?;
            expect_same_element(&operand.element, &result.element)?;
            expect_count("the shape of the result", result.rank(), operand.rank())
        }),
    }
}

define_operation! {
    pub DynamicUpdateSlice = "stablehlo.dynamic_update_slice" {
        operands { operand: One, update: One, start_indices: Variadic }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let update = operand_tensor(ir, state, 1)?;
            expect_same_element(&operand.element, &update.element)?;
            expect_count("the shape of the update", update.rank(), operand.rank())?;
            expect_start_indices(ir, state, 2, operand.rank())?;
            for (part, whole) in update.shape.iter().zip(&operand.shape) {
                ensure(*part == DYNAMIC || *whole == DYNAMIC || part <= whole, || {
                    format!("an update of {part} elements does not fit into {whole}")
                })?;
            }
            Ok(vec![Type::tensor(operand.shape.clone(), operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Pad = "stablehlo.pad" {
        operands { operand: One, padding_value: One }
        results { result: One }
        attributes {
            edge_padding_low: I64Array required, edge_padding_high: I64Array required,
            interior_padding: I64Array required,
        }
        traits: PURE,
        syntax: Some(Syntax::new(read_pad, write_pad)),
        infer_types: Some(infer_pad),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub DynamicPad = "stablehlo.dynamic_pad" {
        operands { operand: One, padding_value: One, edge_padding_low: One, edge_padding_high: One, interior_padding: One }
        results { result: One }
        attributes {}
        traits: PURE,
        syntax: Some(FUNCTION_TYPE),
        verify: Some(|ir, op| {
            let state = ir.state_of(op);
            let operand = operand_tensor(ir, &state, 0)?;
            let value = operand_tensor(ir, &state, 1)?;
            expect_scalar("padding_value", value)?;
            expect_same_element(&operand.element, &value.element)?;
            for index in 2..5 {
                let padding = operand_tensor(ir, &state, index)?;
                let fits = padding.rank() == 1 && sizes_agree(padding.shape[0], operand.rank() as i64);
                ensure(fits, || "padding must have one number for each dimension".into())?;
            }
            let result = result_tensor(ir, op)?;
            expect_same_element(&operand.element, &result.element)?;
            expect_count("the shape of the result", result.rank(), operand.rank())
        }),
    }
}

define_operation! {
    pub Concatenate = "stablehlo.concatenate" {
        operands { inputs: Variadic }
        results { result: One }
        attributes { dimension: I64 required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_dimension(reader, state, "dimension"),
            |writer, op| write_dimension(writer, op, "dimension"),
        )),
        infer_types: Some(infer_concatenate),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub GetDimensionSize = "stablehlo.get_dimension_size" {
        operands { operand: One }
        results { result: One }
        attributes { dimension: I64 required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_dimension(reader, state, "dimension"),
            |writer, op| write_dimension(writer, op, "dimension"),
        )),
        infer_types: Some(|ir, state| {
            required_dimension(state, "dimension", operand_tensor(ir, state, 0)?.rank())?;
            Ok(vec![scalar(&Type::integer(32))])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub SetDimensionSize = "stablehlo.set_dimension_size" {
        operands { operand: One, size: One }
        results { result: One }
        attributes { dimension: I64 required }
        traits: PURE,
        syntax: Some(Syntax::new(
            |reader, state| read_dimension(reader, state, "dimension"),
            |writer, op| write_dimension(writer, op, "dimension"),
        )),
        infer_types: Some(|ir, state| {
            let operand = operand_tensor(ir, state, 0)?;
            let dimension = required_dimension(state, "dimension", operand.rank())?;
            let size = operand_tensor(ir, state, 1)?;
            expect_scalar("size", size)?;
            ensure(size.element == Type::integer(32), || "size must be of type i32".into())?;
            let mut shape = operand.shape.clone();
            shape[dimension] = DYNAMIC;
            Ok(vec![Type::tensor(shape, operand.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![
        Constant::definition(),
        Iota::definition(),
        DynamicIota::definition(),
        Broadcast::definition(),
        BroadcastInDim::definition(),
        DynamicBroadcastInDim::definition(),
        Reshape::definition(),
        DynamicReshape::definition(),
        Transpose::definition(),
        Reverse::definition(),
        Slice::definition(),
        DynamicSlice::definition(),
        RealDynamicSlice::definition(),
        DynamicUpdateSlice::definition(),
        Pad::definition(),
        DynamicPad::definition(),
        Concatenate::definition(),
        GetDimensionSize::definition(),
        SetDimensionSize::definition(),
    ]
}

/// The type of a constant is that of its value.
pub fn infer_constant(_: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    match state.attribute("value") {
        Some(Attribute::Dense(dense)) => Ok(vec![dense.ty().clone()]),
        Some(Attribute::DenseResource { ty, .. }) => Ok(vec![ty.clone()]),
        _ => Err("needs attribute value".into()),
    }
}

/// An operand that gives the shape of the result: one number for each of its dimensions.
fn expect_shape_operand(ir: &Ir, op: Op, index: usize) -> Check<()> {
    let shape = operand_tensor(ir, &ir.state_of(op), index)?;
    let is_integer = matches!(shape.element.kind(), TypeKind::Integer { .. } | TypeKind::Index);
    let fits = is_integer && shape.rank() == 1 && sizes_agree(shape.shape[0], result_tensor(ir, op)?.rank() as i64);
    ensure(fits, || "the shape operand must have one number for each dimension of the result".into())
}

fn verify_iota(ir: &Ir, op: Op) -> Check<()> {
    let result = result_tensor(ir, op)?;
    expect_elements(&result.element, NUMBERS)?;
    required_dimension(&ir.state_of(op), "iota_dimension", result.rank()).map(|_| ())
}

fn verify_broadcast(ir: &Ir, op: Op) -> Check<()> {
    let state = ir.state_of(op);
    let operand = operand_tensor(ir, &state, 0)?;
    let result = result_tensor(ir, op)?;
    expect_same_element(&operand.element, &result.element)?;
    let dimensions = required_numbers(&state, "broadcast_dimensions")?;
    expect_count("broadcast_dimensions", dimensions.len(), operand.rank())?;
    expect_dimensions("broadcast_dimensions", dimensions, result.rank())?;
    for (size, to) in operand.shape.iter().zip(dimensions) {
        let target = result.shape[*to as usize];
        ensure(*size == 1 || sizes_agree(*size, target), || format!("{size} elements cannot become {target}"))?;
    }
    Ok(())
}

fn verify_reshape(ir: &Ir, op: Op) -> Check<()> {
    let operand = operand_tensor(ir, &ir.state_of(op), 0)?;
    let result = result_tensor(ir, op)?;
    expect_same_element(&operand.element, &result.element)?;
    let count = |shape: &[i64]| shape.iter().try_fold(1i64, |product, size| product.checked_mul(*size));
    if !operand.has_static_shape() || !result.has_static_shape() {
        return Ok(());
    }
    ensure(count(&operand.shape) == count(&result.shape), || {
        format!("{} and {} have different numbers of elements", show_shape(&operand.shape), show_shape(&result.shape))
    })
}

fn expect_start_indices(ir: &Ir, state: &OperationState, first: usize, rank: usize) -> Check<()> {
    let indices = tensors(ir, &state.operands[first.min(state.operands.len())..])?;
    expect_count("start_indices", indices.len(), rank)?;
    for index in &indices {
        expect_scalar("a start index", index)?;
        expect_elements(&index.element, INTEGERS)?;
        expect_same_element(&index.element, &indices[0].element)?;
    }
    Ok(())
}

fn infer_slice(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operand = operand_tensor(ir, state, 0)?;
    let starts = required_numbers(state, "start_indices")?;
    let limits = required_numbers(state, "limit_indices")?;
    let strides = required_numbers(state, "strides")?;
    for (name, list) in [("start_indices", starts), ("limit_indices", limits), ("strides", strides)] {
        expect_count(name, list.len(), operand.rank())?;
    }
    let mut shape = Vec::new();
    for (index, size) in operand.shape.iter().enumerate() {
        let (start, limit, stride) = (starts[index], limits[index], strides[index]);
        let fits = 0 <= start && start <= limit && (*size == DYNAMIC || limit <= *size) && stride > 0;
        ensure(fits, || format!("{start}:{limit}:{stride} is no part of dimension {index} of size {size}"))?;
        // start + stride may not fit; the number of steps does.
        shape.push((limit - start) / stride + i64::from((limit - start) % stride != 0));
    }
    Ok(vec![Type::tensor(shape, operand.element.clone())])
}

fn infer_pad(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operand = operand_tensor(ir, state, 0)?;
    let value = operand_tensor(ir, state, 1)?;
    expect_scalar("padding_value", value)?;
    expect_same_element(&operand.element, &value.element)?;
    let low = required_numbers(state, "edge_padding_low")?;
    let high = required_numbers(state, "edge_padding_high")?;
    let interior = required_numbers(state, "interior_padding")?;
    for (name, list) in [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)] {
        expect_count(name, list.len(), operand.rank())?;
    }
    let mut shape = Vec::new();
    for (index, size) in operand.shape.iter().enumerate() {
        ensure(interior[index] >= 0, || "interior_padding must not be negative".into())?;
        if *size == DYNAMIC {
            shape.push(DYNAMIC);
            continue;
        }
        let inside = (size - 1).max(0).checked_mul(interior[index]);
        let padded =
            inside.and_then(|inside| inside.checked_add(*size)?.checked_add(low[index])?.checked_add(high[index]));
        match padded {
            Some(padded) if padded >= 0 => shape.push(padded),
            _ => return Err(format!("padding makes the size of dimension {index} negative or too large")),
        }
    }
    Ok(vec![Type::tensor(shape, operand.element.clone())])
}

fn infer_concatenate(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operands = tensors(ir, &state.operands)?;
    let Some((first, rest)) = operands.split_first() else { return Err("needs at least one operand".into()) };
    let along = required_dimension(state, "dimension", first.rank())?;
    let mut shape = first.shape.clone();
    for other in rest {
        expect_same_element(&first.element, &other.element)?;
        expect_count("the shape of an operand", other.rank(), first.rank())?;
        for (index, size) in other.shape.iter().enumerate() {
            shape[index] = if index != along {
                join_sizes(shape[index], *size)?
            } else if shape[index] == DYNAMIC || *size == DYNAMIC {
                DYNAMIC
            } else {
                shape[index].checked_add(*size).ok_or("the result is too large")?
            };
        }
    }
    Ok(vec![Type::tensor(shape, first.element.clone())])
}

/// `%a, %b, label = [numbers] : types`, as one type for all or as a function type.
fn read_labelled(
    reader: &mut Reader,
    state: &mut OperationState,
    label: &str,
    attribute: &str,
    function_type: bool,
) -> Result<()> {
    let mut operands = vec![reader.parse_operand()?];
    loop {
        reader.expect_symbol(b',')?;
        if !reader.peek_operand() {
            break;
        }
        operands.push(reader.parse_operand()?);
    }
    expect_label(reader, label)?;
    let numbers = read_numbers(reader)?;
    state.set(attribute, Attribute::i64_array(numbers));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    if function_type { read_function_type(reader, state, &operands) } else { read_same_type(reader, state, &operands) }
}

fn write_labelled(writer: &mut Writer, op: Op, label: &str, attribute: &str, function_type: bool) {
    write_operands(writer, op);
    writer.text(&format!(", {label} = "));
    write_numbers(writer, array(writer.ir(), op, attribute));
    writer.attributes_but(op, &[attribute]);
    writer.text(" : ");
    if function_type { writer.function_type(op) } else { write_same_type(writer, op) }
}

/// The numbers of an attribute that the operation has.
pub fn array<'a>(ir: &'a Ir, op: Op, attribute: &str) -> &'a [i64] {
    ir.attribute(op, attribute).and_then(Attribute::as_i64_array).unwrap_or_default()
}

/// `%a, %b, dim = number : (types) -> type`.
pub fn read_dimension(reader: &mut Reader, state: &mut OperationState, attribute: &str) -> Result<()> {
    let mut operands = Vec::new();
    while reader.peek_operand() {
        operands.push(reader.parse_operand()?);
        reader.expect_symbol(b',')?;
    }
    expect_label(reader, "dim")?;
    let number = reader.parse_integer()?;
    state.set(attribute, Attribute::i64(number));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

pub fn write_dimension(writer: &mut Writer, op: Op, attribute: &str) {
    write_operands(writer, op);
    write_number(writer, op, ", dim = ", attribute);
    writer.attributes_but(op, &[attribute]);
    writer.text(" : ");
    writer.function_type(op);
}

fn write_number(writer: &mut Writer, op: Op, label: &str, attribute: &str) {
    writer.text(label);
    let number = writer.ir().attribute(op, attribute).and_then(Attribute::as_i64).unwrap_or_default();
    writer.number(number);
}

const DIMENSION_OF_RESULT: Syntax = Syntax::new(
    |reader, state| read_dimension(reader, state, "iota_dimension"),
    |writer, op| write_dimension(writer, op, "iota_dimension"),
);

fn read_iota(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    expect_label(reader, "dim")?;
    let number = reader.parse_integer()?;
    state.set("iota_dimension", Attribute::i64(number));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    state.result_types = vec![reader.parse_type()?];
    Ok(())
}

fn write_iota(writer: &mut Writer, op: Op) {
    write_number(writer, op, " dim = ", "iota_dimension");
    writer.attributes_but(op, &["iota_dimension"]);
    write_result_type(writer, op);
}

/// `%a [start:limit:stride, …]`, a stride of one left out.
fn read_slice(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b'[')?;
    let ranges = reader.parse_list(b']', |reader| {
        let start = reader.parse_integer()?;
        reader.expect_symbol(b':')?;
        let limit = reader.parse_integer()?;
        let stride = if reader.eat_symbol(b':') { reader.parse_integer()? } else { 1 };
        Ok([start, limit, stride])
    })?;
    for (index, name) in ["start_indices", "limit_indices", "strides"].into_iter().enumerate() {
        let numbers: Vec<i64> = ranges.iter().map(|range| range[index]).collect();
        state.set(name, Attribute::i64_array(numbers));
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[operand])
}

fn slice_fits(ir: &Ir, op: Op) -> bool {
    let count = array(ir, op, "start_indices").len();
    count == array(ir, op, "limit_indices").len() && count == array(ir, op, "strides").len()
}

fn write_slice(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    let starts = array(ir, op, "start_indices");
    let (limits, strides) = (array(ir, op, "limit_indices"), array(ir, op, "strides"));
    let range = |index: usize| match strides[index] {
        1 => format!("{}:{}", starts[index], limits[index]),
        stride => format!("{}:{}:{stride}", starts[index], limits[index]),
    };
    let ranges: Vec<String> = (0..starts.len()).map(range).collect();
    writer.text(&format!(" [{}]", ranges.join(", ")));
    writer.attributes_but(op, &["start_indices", "limit_indices", "strides"]);
    writer.text(" : ");
    writer.function_type(op);
}

const PADDINGS: [(&str, &str); 3] =
    [("low", "edge_padding_low"), ("high", "edge_padding_high"), ("interior", "interior_padding")];

fn read_pad(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let value = reader.parse_operand()?;
    for (label, name) in PADDINGS {
        reader.expect_symbol(b',')?;
        expect_label(reader, label)?;
        let numbers = read_numbers(reader)?;
        state.set(name, Attribute::i64_array(numbers));
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[operand, value])
}

fn write_pad(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    for (label, name) in PADDINGS {
        writer.text(&format!(", {label} = "));
        write_numbers(writer, array(writer.ir(), op, name));
    }
    writer.attributes_but(op, &PADDINGS.map(|(_, name)| name));
    writer.text(" : ");
    writer.function_type(op);
}
