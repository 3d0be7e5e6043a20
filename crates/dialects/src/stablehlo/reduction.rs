//! Operations that combine or compare elements with a region: reductions, windows, maps, sorts.

use super::checks::*;
use super::movement::array;
use crate::syntax::{expect_label, read_function_type, read_numbers, write_numbers};
use zymase_ir::parse::UnresolvedOperand;
use zymase_ir::{Attribute, Count, InsertionPoint, Ir, Op, OpDefinition, OperationState, Reader, Region, Result};
use zymase_ir::{Syntax, TensorType, Trait, Type, Writer, define_operation};

define_operation! {
    /// Combines all elements along dimensions, in any order.
    pub Reduce = "stablehlo.reduce" {
        operands { inputs: Variadic, init_values: Variadic }
        results { results: Variadic }
        attributes { dimensions: I64Array required }
        regions: Count::Exactly(1),
        traits: &[Trait::Pure, Trait::SameVariadicSize, Trait::SingleBlock],
        syntax: Some(Syntax { read: read_reduce, write: write_reduce, fits: reduce_fits }),
        infer_types: Some(infer_reduce),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Combines the elements of every window.
    pub ReduceWindow = "stablehlo.reduce_window" {
        operands { inputs: Variadic, init_values: Variadic }
        results { results: Variadic }
        attributes {
            window_dimensions: I64Array required, window_strides: I64Array optional, base_dilations: I64Array optional,
            window_dilations: I64Array optional, padding: Elements optional,
        }
        regions: Count::Exactly(1),
        traits: &[Trait::Pure, Trait::SameVariadicSize, Trait::SingleBlock],
        infer_types: Some(infer_reduce_window),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Adds each source element to the place its window selects.
    pub SelectAndScatter = "stablehlo.select_and_scatter" {
        operands { operand: One, source: One, init_value: One }
        results { result: One }
        attributes { window_dimensions: I64Array optional, window_strides: I64Array optional, padding: Elements optional }
        regions: Count::Exactly(2),
        traits: &[Trait::Pure, Trait::SingleBlock],
        infer_types: Some(infer_select_and_scatter),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Applies a region to every element.
    pub Map = "stablehlo.map" {
        operands { inputs: Variadic }
        results { result: One }
        attributes { dimensions: I64Array required }
        regions: Count::Exactly(1),
        traits: &[Trait::Pure, Trait::SingleBlock],
        infer_types: Some(infer_map),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    /// Sorts along a dimension, several operands by one comparison.
    pub Sort = "stablehlo.sort" {
        operands { inputs: Variadic }
        results { results: Variadic }
        attributes { dimension: I64 optional, is_stable: Bool optional }
        regions: Count::Exactly(1),
        traits: &[Trait::Pure, Trait::SingleBlock],
        infer_types: Some(infer_sort),
        verify: Some(verify_inferred),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![
        Reduce::definition(),
        ReduceWindow::definition(),
        SelectAndScatter::definition(),
        Map::definition(),
        Sort::definition(),
    ]
}

/// Checks inputs, initial values and region of a reduction; the joined shape and the element types of the results.
fn expect_reduction(ir: &Ir, state: &OperationState) -> Check<(Vec<i64>, Vec<Type>)> {
    let operands = tensors(ir, &state.operands)?;
    ensure(!operands.is_empty() && operands.len().is_multiple_of(2), || {
        "needs inputs and as many initial values".into()
    })?;
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    let mut shape = inputs[0].shape.clone();
    for (input, init) in inputs.iter().zip(inits) {
        shape = join_shapes(&shape, &input.shape)?;
        expect_scalar("an initial value", init)?;
    }
    let elements: Vec<&Type> = inits.iter().map(|init| &init.element).collect();
    let results = expect_reducer(&state_region(ir, state, 0)?, &elements)?;
    let inputs: Vec<&Type> = inputs.iter().map(|input| &input.element).collect();
    expect_reducer(&state_region(ir, state, 0)?, &inputs)?;
    Ok((shape, results))
}

fn infer_reduce(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let (shape, elements) = expect_reduction(ir, state)?;
    let dimensions = required_numbers(state, "dimensions")?;
    expect_dimensions("dimensions", dimensions, shape.len())?;
    let kept: Vec<i64> =
        (0..shape.len()).filter(|index| !dimensions.contains(&(*index as i64))).map(|index| shape[index]).collect();
    Ok(elements.into_iter().map(|element| Type::tensor(kept.clone(), element)).collect())
}

/// The windows that attributes describe, one for each dimension.
fn windows(state: &OperationState, rank: usize) -> Check<Vec<Window>> {
    let list = |name: &str| -> Check<Vec<i64>> {
        let numbers = numbers(state, name)?.map_or_else(|| vec![1; rank], <[i64]>::to_vec);
        expect_count(name, numbers.len(), rank)?;
        Ok(numbers)
    };
    let (sizes, strides) = (list("window_dimensions")?, list("window_strides")?);
    let (base, dilations) = (list("base_dilations")?, list("window_dilations")?);
    let padding = pairs(state, "padding", rank)?;
    Ok((0..rank)
        .map(|index| Window {
            size: sizes[index],
            stride: strides[index],
            dilation: dilations[index],
            base_dilation: base[index],
            padding: padding[index],
        })
        .collect())
}

fn infer_reduce_window(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let (shape, elements) = expect_reduction(ir, state)?;
    let windows = windows(state, shape.len())?;
    let counts =
        shape.iter().zip(windows).map(|(size, window)| window_count(*size, window)).collect::<Check<Vec<_>>>()?;
    Ok(elements.into_iter().map(|element| Type::tensor(counts.clone(), element)).collect())
}

fn infer_select_and_scatter(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operand = operand_tensor(ir, state, 0)?;
    let source = operand_tensor(ir, state, 1)?;
    let init = operand_tensor(ir, state, 2)?;
    expect_scalar("init_value", init)?;
    expect_same_element(&operand.element, &source.element)?;
    let windows = windows(state, operand.rank())?;
    let counts = operand.shape.iter().zip(windows).map(|(size, window)| window_count(*size, window));
    let counts = counts.collect::<Check<Vec<_>>>()?;
    join_shapes(&counts, &source.shape).map_err(|message| format!("one source element for each window: {message}"))?;
    let select = state_region(ir, state, 0)?;
    expect_comparator(&select, &[operand])?;
    let elements = expect_reducer(&state_region(ir, state, 1)?, &[&operand.element])?;
    Ok(vec![Type::tensor(operand.shape.clone(), elements[0].clone())])
}

/// Checks a region that takes two scalars of each tensor's element type and returns a truth value.
fn expect_comparator(signature: &Signature, operands: &[&TensorType]) -> Check<()> {
    let wanted: Vec<Type> =
        operands.iter().flat_map(|operand| [scalar(&operand.element), scalar(&operand.element)]).collect();
    ensure(all_compatible(&wanted, &signature.arguments), || {
        format!("the comparison takes ({}), not ({})", show_types(&wanted), show_types(&signature.arguments))
    })?;
    ensure(signature.results == [scalar(&Type::integer(1))], || "the comparison returns a truth value".into())
}

fn infer_map(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let inputs = tensors(ir, &state.operands)?;
    let Some(first) = inputs.first() else { return Err("needs at least one operand".into()) };
    let mut shape = first.shape.clone();
    for input in &inputs {
        shape = join_shapes(&shape, &input.shape)?;
    }
    let dimensions = required_numbers(state, "dimensions")?;
    ensure(dimensions.iter().copied().eq(0..shape.len() as i64), || {
        "dimensions must be all dimensions in order".into()
    })?;
    let region = state_region(ir, state, 0)?;
    let wanted: Vec<Type> = inputs.iter().map(|input| scalar(&input.element)).collect();
    ensure(all_compatible(&wanted, &region.arguments), || {
        format!("the region takes ({}), not ({})", show_types(&wanted), show_types(&region.arguments))
    })?;
    match region.results.as_slice() {
        [result] => Ok(vec![Type::tensor(shape, scalar_element(result)?.clone())]),
        results => Err(format!("the region returns {} values, not one", results.len())),
    }
}

fn infer_sort(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let inputs = tensors(ir, &state.operands)?;
    let Some(first) = inputs.first() else { return Err("needs at least one operand".into()) };
    let mut shape = first.shape.clone();
    for input in &inputs {
        shape = join_shapes(&shape, &input.shape)?;
    }
    let rank = shape.len() as i64;
    let dimension = state.attribute("dimension").and_then(Attribute::as_i64).unwrap_or(-1);
    ensure((-rank..rank).contains(&dimension), || format!("there is no dimension {dimension} in rank {rank}"))?;
    expect_comparator(&state_region(ir, state, 0)?, &inputs)?;
    Ok(inputs.iter().map(|input| Type::tensor(shape.clone(), input.element.clone())).collect())
}

/// The name of the only operation of a reducer that is only that operation on its two arguments.
fn simple_reducer(ir: &Ir, op: Op) -> Option<&str> {
    let [block] = ir.blocks(ir[op].regions()[0]) else { return None };
    let [one, other] = ir.arguments(*block) else { return None };
    let mut ops = ir.block_ops(*block);
    let (inner, last) = (ops.next()?, ops.next()?);
    if ops.next().is_some() || ir[last].name() != "stablehlo.return" {
        return None;
    }
    let operation = &ir[inner];
    let name = operation.name().as_str();
    let is_plain = operation.properties().is_empty()
        && operation.attributes().is_empty()
        && ir[last].attributes().is_empty()
        && ir[inner].location().known().is_none()
        && ir[last].location().known().is_none()
        && (0..2).all(|index| ir.argument_location(*block, index).is_none_or(|location| location.known().is_none()));
    let is_direct = operation.operands().eq([*one, *other])
        && operation.results().len() == 1
        && ir[last].operands().eq(operation.results().iter().copied());
    let same_types =
        ir.ty(*one) == ir.ty(*other) && operation.results().iter().all(|value| ir.ty(*value) == ir.ty(*one));
    let is_known = SHORT_REDUCERS.contains(&name);
    // The short form takes the type from the operand.
    let input = ir.ty(ir[op].operand(0)?);
    let expected = scalar(input.element());
    (is_plain && is_direct && same_types && is_known && *ir.ty(*one) == expected).then_some(name)
}

/// Reducers that may be written by name.
const SHORT_REDUCERS: [&str; 7] = [
    "stablehlo.add",
    "stablehlo.multiply",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.and",
    "stablehlo.or",
    "stablehlo.xor",
];

fn reduce_fits(ir: &Ir, op: Op) -> bool {
    let [block] = ir.blocks(ir[op].regions()[0]) else { return false };
    let count = ir[op].operands().len() / 2;
    count > 0 && ir.arguments(*block).len() == 2 * count
}

/// `(%a init: %x), (%b init: %y) across dimensions = [1] : type` and a region, or `applies operation`.
fn read_reduce(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let (mut inputs, mut inits) = (Vec::new(), Vec::new());
    loop {
        reader.expect_symbol(b'(')?;
        inputs.push(reader.parse_operand()?);
        reader.expect_keyword("init")?;
        reader.expect_symbol(b':')?;
        inits.push(reader.parse_operand()?);
        reader.expect_symbol(b')')?;
        if !reader.eat_symbol(b',') {
            break;
        }
    }
    let reducer = if reader.eat_keyword("applies") { Some(reader.parse_word()?) } else { None };
    reader.expect_keyword("across")?;
    expect_label(reader, "dimensions")?;
    let dimensions = read_numbers(reader)?;
    state.set("dimensions", Attribute::i64_array(dimensions));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    let count = inputs.len();
    let operands: Vec<UnresolvedOperand> = inputs.into_iter().chain(inits).collect();
    read_function_type(reader, state, &operands)?;
    let region = match reducer {
        Some(name) => make_reducer(reader, state, name)?,
        None => read_reducer(reader, count)?,
    };
    state.regions.push(region);
    Ok(())
}

/// The region that `applies operation` stands for.
fn make_reducer(reader: &mut Reader, state: &OperationState, name: &str) -> Result<Region> {
    let element = state.operands.first().map(|value| reader.ir().ty(*value).element().clone());
    let Some(element) = element.filter(|_| state.operands.len() == 2) else {
        return Err(reader.error("`applies` is for reductions of one operand"));
    };
    let ty = scalar(&element);
    let names = [name, "stablehlo.return"].map(|name| reader.context().op_name(name));
    if names[0].definition().is_none() {
        return Err(reader.error(format!("operation {name} is not known")));
    }
    let [combine, finish] = names;
    let ir = reader.ir();
    let region = ir.create_region();
    let block = ir.create_block(region, &[ty.clone(), ty.clone()]);
    let mut inner = OperationState::new(combine, state.location.clone());
    inner.operands = ir.arguments(block).to_vec();
    inner.result_types = vec![ty];
    let inner = ir.create(inner);
    ir.insert(inner, InsertionPoint::End(block));
    let mut last = OperationState::new(finish, state.location.clone());
    last.operands = ir[inner].results().to_vec();
    let last = ir.create(last);
    ir.insert(last, InsertionPoint::End(block));
    Ok(region)
}

/// `reducer(%a: type, %b: type) (%c: type, %d: type) { … }`: the arguments in pairs, in the region first all first ones.
fn read_reducer(reader: &mut Reader, count: usize) -> Result<Region> {
    reader.expect_keyword("reducer")?;
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..count {
        reader.expect_symbol(b'(')?;
        first.push(reader.parse_region_argument()?);
        reader.expect_symbol(b',')?;
        second.push(reader.parse_region_argument()?);
        reader.expect_symbol(b')')?;
    }
    first.extend(second);
    reader.parse_region(first)
}

fn write_reduce(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    let operands: Vec<_> = ir[op].operands().collect();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    for (index, (input, init)) in inputs.iter().zip(inits).enumerate() {
        writer.text(if index > 0 { ", (" } else { "(" });
        writer.operand(*input);
        writer.text(" init: ");
        writer.operand(*init);
        writer.text(")");
    }
    let short = if inputs.len() == 1 { simple_reducer(ir, op) } else { None };
    if let Some(name) = short {
        writer.text(&format!(" applies {name}"));
    }
    writer.text(" across dimensions = ");
    write_numbers(writer, array(ir, op, "dimensions"));
    writer.attributes_but(op, &["dimensions"]);
    writer.text(" : ");
    writer.function_type(op);
    if short.is_none() {
        write_reducer(writer, op, inputs.len());
    }
}

fn write_reducer(writer: &mut Writer, op: Op, count: usize) {
    let region = writer.ir()[op].regions()[0];
    let Some(block) = writer.ir().entry(region) else { return };
    writer.new_line();
    writer.text(" reducer");
    for index in 0..count {
        writer.text("(");
        writer.argument(block, index);
        writer.text(", ");
        writer.argument(block, index + count);
        writer.text(") ");
    }
    writer.text(" ");
    writer.region_without_arguments(op, region);
}
