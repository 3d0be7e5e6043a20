//! Sums of products: dot products of all kinds.

use super::attributes::{DotDimensionNumbers, enumeration};
use super::checks::*;
use crate::attribute_text::enum_value;
use crate::syntax::{expect_label, read_function_type, read_numbers, write_numbers, write_operands};
use zymase_ir::{Attribute, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, Trait, Type, Writer};
use zymase_ir::{define_operation, parse};

const PURE: &[Trait] = &[Trait::Pure];

define_operation! {
    /// The product of vectors and matrices.
    pub Dot = "stablehlo.dot" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { precision_config: Array optional }
        traits: PURE,
        syntax: Some(Syntax { read: read_dot, write: write_dot, fits: precision_fits }),
        infer_types: Some(|ir, state| {
            let rank = operand_tensor(ir, state, 0)?.rank();
            infer_dot(ir, state, &plain_dot(rank))
        }),
        verify: Some(verify_dot),
    }
}

define_operation! {
    /// Sums products over any dimensions.
    pub DotGeneral = "stablehlo.dot_general" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes {
            dot_dimension_numbers: Dialect("stablehlo.dot<") required,
            precision_config: Array optional,
            algorithm: Dialect("stablehlo.dot_algorithm") optional,
        }
        traits: PURE,
        syntax: Some(Syntax { read: read_dot_general, write: write_dot_general, fits: dot_general_fits }),
        infer_types: Some(|ir, state| match state.attribute("dot_dimension_numbers").and_then(Attribute::downcast) {
            Some(dot) => infer_dot(ir, state, dot),
            None => Err("needs dot_dimension_numbers".into()),
        }),
        verify: Some(verify_dot_general),
    }
}

define_operation! {
    /// A contraction written in Einstein's notation.
    pub Einsum = "stablehlo.einsum" {
        operands { lhs: One, rhs: One }
        results { result: One }
        attributes { einsum_config: String required }
        traits: PURE,
        syntax: Some(Syntax::new(read_einsum, write_einsum)),
    }
}

define_operation! {
    pub UnaryEinsum = "stablehlo.unary_einsum" {
        operands { operand: One }
        results { result: One }
        attributes { einsum_config: String required }
        traits: PURE,
        syntax: Some(Syntax::new(read_einsum, write_einsum)),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![Dot::definition(), DotGeneral::definition(), Einsum::definition(), UnaryEinsum::definition()]
}

/// The shape of a general dot product: batch dimensions, then what is left of the left side, then of the right.
pub fn dot_shape(lhs: &[i64], rhs: &[i64], dot: &DotDimensionNumbers) -> Check<Vec<i64>> {
    expect_count("rhs_batching_dimensions", dot.rhs_batching.len(), dot.lhs_batching.len())?;
    expect_count("rhs_contracting_dimensions", dot.rhs_contracting.len(), dot.lhs_contracting.len())?;
    let all = |batching: &[i64], contracting: &[i64]| [batching, contracting].concat();
    let left = all(&dot.lhs_batching, &dot.lhs_contracting);
    let right = all(&dot.rhs_batching, &dot.rhs_contracting);
    expect_dimensions("the left side", &left, lhs.len())?;
    expect_dimensions("the right side", &right, rhs.len())?;
    for (one, other) in left.iter().zip(&right) {
        let (one, other) = (lhs[*one as usize], rhs[*other as usize]);
        ensure(sizes_agree(one, other), || format!("sizes that belong together differ: {one} and {other}"))?;
    }
    let free = |shape: &[i64], taken: &[i64]| -> Vec<i64> {
        (0..shape.len()).filter(|index| !taken.contains(&(*index as i64))).map(|index| shape[index]).collect()
    };
    let batch = dot.lhs_batching.iter().map(|dimension| lhs[*dimension as usize]);
    Ok(batch.chain(free(lhs, &left)).chain(free(rhs, &right)).collect())
}

fn verify_dot(ir: &Ir, op: Op) -> Check<()> {
    let state = ir.state_of(op);
    let lhs = operand_tensor(ir, &state, 0)?;
    let rhs = operand_tensor(ir, &state, 1)?;
    let ranks = |tensor: &zymase_ir::TensorType| (1..=2).contains(&tensor.rank());
    ensure(ranks(lhs) && ranks(rhs), || "takes vectors and matrices".into())?;
    verify_dot_result(ir, op, &plain_dot(lhs.rank()))
}

/// The last dimension of the left side with the first of the right.
fn plain_dot(lhs_rank: usize) -> DotDimensionNumbers {
    let lhs_contracting = vec![lhs_rank as i64 - 1];
    DotDimensionNumbers { lhs_contracting, rhs_contracting: vec![0], ..DotDimensionNumbers::default() }
}

/// The usual type: elements are those of the left side. (A result with other elements, wider ones say, is as right.)
fn infer_dot(ir: &Ir, state: &OperationState, dot: &DotDimensionNumbers) -> Check<Vec<Type>> {
    let lhs = operand_tensor(ir, state, 0)?;
    let shape = dot_shape(&lhs.shape, &operand_tensor(ir, state, 1)?.shape, dot)?;
    Ok(vec![Type::tensor(shape, lhs.element.clone())])
}

fn verify_dot_general(ir: &Ir, op: Op) -> Check<()> {
    let Some(dot) = DotGeneral(op).dot_dimension_numbers(ir).and_then(Attribute::downcast) else {
        return Err("needs dot_dimension_numbers".into());
    };
    verify_dot_result(ir, op, dot)
}

fn verify_dot_result(ir: &Ir, op: Op, dot: &DotDimensionNumbers) -> Check<()> {
    let state = ir.state_of(op);
    let lhs = operand_tensor(ir, &state, 0)?;
    let rhs = operand_tensor(ir, &state, 1)?;
    let kinds = (element_kind(&lhs.element), element_kind(&rhs.element));
    ensure(kinds.0 == kinds.1 || is_quantised(&rhs.element), || {
        format!("cannot multiply {} and {}", lhs.element, rhs.element)
    })?;
    let shape = dot_shape(&lhs.shape, &rhs.shape, dot)?;
    let result = result_tensor(ir, op)?;
    ensure(shapes_agree(&shape, &result.shape), || {
        format!("the result has shape {}, but {} follows", show_shape(&result.shape), show_shape(&shape))
    })?;
    if let Some(precision) = state.attribute("precision_config").and_then(Attribute::as_array) {
        ensure(precision.is_empty() || precision.len() == 2, || "precision_config has two entries".into())?;
    }
    Ok(())
}

/// `[DEFAULT, HIGH]`.
fn read_precisions(reader: &mut Reader) -> Result<Attribute> {
    reader.expect_symbol(b'[')?;
    let precisions = reader.parse_list(b']', |reader| {
        let word = reader.parse_word()?;
        enumeration("precision", word).map_err(|message| reader.error(message))
    })?;
    Ok(Attribute::array(precisions))
}

fn write_precisions(writer: &mut Writer, op: Op) {
    let Some(precisions) = writer.ir().attribute(op, "precision_config").and_then(Attribute::as_array) else { return };
    let words: Vec<&str> = precisions.iter().filter_map(enum_value).collect();
    writer.text(&format!(", precision = [{}]", words.join(", ")));
}

fn precision_fits(ir: &Ir, op: Op) -> bool {
    let precisions = ir.attribute(op, "precision_config").and_then(Attribute::as_array).unwrap_or_default();
    precisions.iter().all(|precision| enum_value(precision).is_some())
}

fn read_dot(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let lhs = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let rhs = reader.parse_operand()?;
    if reader.eat_symbol(b',') {
        expect_label(reader, "precision")?;
        let precisions = read_precisions(reader)?;
        state.set("precision_config", precisions);
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[lhs, rhs])
}

fn write_dot(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    write_precisions(writer, op);
    writer.attributes_but(op, &["precision_config"]);
    writer.text(" : ");
    writer.function_type(op);
}

/// `[1] x [0]`.
fn read_pair(reader: &mut Reader) -> Result<(Vec<i64>, Vec<i64>)> {
    let left = read_numbers(reader)?;
    reader.expect_keyword("x")?;
    Ok((left, read_numbers(reader)?))
}

fn read_dot_general(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let lhs = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let rhs = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    let mut dot = DotDimensionNumbers::default();
    if matches!(reader.peek_word(), Some("batching_dims" | "batch_dims")) {
        reader.parse_word()?;
        reader.expect_symbol(b'=')?;
        (dot.lhs_batching, dot.rhs_batching) = read_pair(reader)?;
        reader.expect_symbol(b',')?;
    }
    expect_label(reader, "contracting_dims")?;
    (dot.lhs_contracting, dot.rhs_contracting) = read_pair(reader)?;
    state.set("dot_dimension_numbers", Attribute::dialect(dot));
    while reader.eat_symbol(b',') {
        if reader.peek_word() == Some("precision") {
            expect_label(reader, "precision")?;
            let precisions = read_precisions(reader)?;
            state.set("precision_config", precisions);
        } else {
            expect_label(reader, "algorithm")?;
            let body = reader.parse_bracketed_text()?;
            let text = format!("#{ALGORITHM}{body}");
            let algorithm = parse::read_attribute(reader.context(), &text);
            state.set("algorithm", algorithm.map_err(|error| reader.error(error.diagnostic.message))?);
        }
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[lhs, rhs])
}

const ALGORITHM: &str = "stablehlo.dot_algorithm";

/// The text of the algorithm behind its name.
fn algorithm_body(attribute: &Attribute) -> Option<&str> {
    match attribute {
        Attribute::Opaque { text, ty: None } => text.strip_prefix(ALGORITHM).filter(|body| body.starts_with('<')),
        _ => None,
    }
}

fn dot_general_fits(ir: &Ir, op: Op) -> bool {
    let dot = DotGeneral(op);
    let numbers = dot.dot_dimension_numbers(ir).and_then(Attribute::downcast::<DotDimensionNumbers>);
    numbers.is_some()
        && dot.algorithm(ir).is_none_or(|algorithm| algorithm_body(algorithm).is_some())
        && precision_fits(ir, op)
}

fn write_dot_general(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    if let Some(dot) = DotGeneral(op).dot_dimension_numbers(ir).and_then(Attribute::downcast::<DotDimensionNumbers>) {
        let pairs = [
            ("batching_dims", &dot.lhs_batching, &dot.rhs_batching),
            ("contracting_dims", &dot.lhs_contracting, &dot.rhs_contracting),
        ];
        for (label, left, right) in pairs {
            if label == "contracting_dims" || !left.is_empty() || !right.is_empty() {
                writer.text(&format!(", {label} = "));
                write_numbers(writer, left);
                writer.text(" x ");
                write_numbers(writer, right);
            }
        }
    }
    write_precisions(writer, op);
    if let Some(body) = DotGeneral(op).algorithm(ir).and_then(algorithm_body) {
        writer.text(&format!(", algorithm = {body}"));
    }
    writer.attributes_but(op, &["dot_dimension_numbers", "precision_config", "algorithm"]);
    writer.text(" : ");
    writer.function_type(op);
}

fn read_einsum(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let mut operands = Vec::new();
    while reader.peek_operand() {
        operands.push(reader.parse_operand()?);
        reader.expect_symbol(b',')?;
    }
    expect_label(reader, "config")?;
    let config = reader.parse_string()?;
    state.set("einsum_config", Attribute::String { value: config.into(), ty: None });
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &operands)
}

fn write_einsum(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    writer.text(", config = ");
    if let Some(config) = writer.ir().attribute(op, "einsum_config").and_then(Attribute::as_bytes) {
        writer.string(config);
    }
    writer.attributes_but(op, &["einsum_config"]);
    writer.text(" : ");
    writer.function_type(op);
}
