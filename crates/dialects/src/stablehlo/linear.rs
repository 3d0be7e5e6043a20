//! Factorisations, triangular systems, Fourier transforms, batch normalisation.

use super::attributes::enumeration;
use super::checks::*;
use super::movement::array;
use crate::attribute_text::enum_value;
use crate::syntax::write_same_type;
use crate::syntax::{expect_label, read_function_type, read_numbers, read_same_type, write_numbers, write_operands};
use zymase_ir::{Attribute, DYNAMIC, Ir, Op, OpDefinition, OperationState, Reader, Result, Syntax, TensorType, Trait};
use zymase_ir::{Type, Writer, define_operation};

const PURE: &[Trait] = &[Trait::Pure];

define_operation! {
    pub Cholesky = "stablehlo.cholesky" {
        operands { a: One }
        results { result: One }
        attributes { lower: Bool optional }
        traits: PURE,
        syntax: Some(Syntax::new(read_cholesky, write_cholesky)),
        infer_types: Some(|ir, state| {
            let a = operand_tensor(ir, state, 0)?;
            expect_elements(&a.element, &[Element::Float, Element::Complex])?;
            expect_square(a)?;
            Ok(vec![Type::tensor(a.shape.clone(), a.element.clone())])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub TriangularSolve = "stablehlo.triangular_solve" {
        operands { a: One, b: One }
        results { result: One }
        attributes {
            left_side: Bool required, lower: Bool required, unit_diagonal: Bool required,
            transpose_a: Dialect("stablehlo<transpose") required,
        }
        traits: PURE,
        infer_types: Some(infer_triangular_solve),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub Fft = "stablehlo.fft" {
        operands { operand: One }
        results { result: One }
        attributes { fft_type: Dialect("stablehlo<fft_type") required, fft_length: I64Array required }
        traits: PURE,
        syntax: Some(Syntax { read: read_fft, write: write_fft, fits: |ir, op| fft_type(ir, op).is_some() }),
        infer_types: Some(infer_fft),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub BatchNormTraining = "stablehlo.batch_norm_training" {
        operands { operand: One, scale: One, offset: One }
        results { output: One, batch_mean: One, batch_var: One }
        attributes { epsilon: Float required, feature_index: I64 required }
        traits: PURE,
        infer_types: Some(|ir, state| {
            let feature = expect_features(ir, state, 1..3)?;
            Ok(vec![ir.ty(state.operands[0]).clone(), feature.clone(), feature])
        }),
        verify: Some(verify_inferred),
        result_names: Some(|_, _| named(["output", "batch_mean", "batch_var"])),
    }
}

define_operation! {
    pub BatchNormInference = "stablehlo.batch_norm_inference" {
        operands { operand: One, scale: One, offset: One, mean: One, variance: One }
        results { result: One }
        attributes { epsilon: Float required, feature_index: I64 required }
        traits: PURE,
        infer_types: Some(|ir, state| {
            expect_features(ir, state, 1..5)?;
            Ok(vec![ir.ty(state.operands[0]).clone()])
        }),
        verify: Some(verify_inferred),
    }
}

define_operation! {
    pub BatchNormGrad = "stablehlo.batch_norm_grad" {
        operands { operand: One, scale: One, mean: One, variance: One, grad_output: One }
        results { grad_operand: One, grad_scale: One, grad_offset: One }
        attributes { epsilon: Float required, feature_index: I64 required }
        traits: PURE,
        infer_types: Some(|ir, state| {
            let feature = expect_features(ir, state, 1..4)?;
            let operand = operand_tensor(ir, state, 0)?;
            let adjoint = operand_tensor(ir, state, 4)?;
            expect_same_element(&operand.element, &adjoint.element)?;
            let shape = join_shapes(&operand.shape, &adjoint.shape)?;
            Ok(vec![Type::tensor(shape, operand.element.clone()), feature.clone(), feature])
        }),
        verify: Some(verify_inferred),
        result_names: Some(|_, _| named(["grad_operand", "grad_scale", "grad_offset"])),
    }
}

pub fn definitions() -> Vec<OpDefinition> {
    vec![
        Cholesky::definition(),
        TriangularSolve::definition(),
        Fft::definition(),
        BatchNormTraining::definition(),
        BatchNormInference::definition(),
        BatchNormGrad::definition(),
    ]
}

/// A name for each of several results.
pub fn named<const COUNT: usize>(names: [&str; COUNT]) -> Vec<(usize, String)> {
    names.into_iter().map(String::from).enumerate().collect()
}

fn expect_square(tensor: &TensorType) -> Check<()> {
    let fits = tensor.rank() >= 2 && sizes_agree(tensor.shape[tensor.rank() - 1], tensor.shape[tensor.rank() - 2]);
    ensure(fits, || format!("expected square matrices, found shape {}", show_shape(&tensor.shape)))
}

fn infer_triangular_solve(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let a = operand_tensor(ir, state, 0)?;
    let b = operand_tensor(ir, state, 1)?;
    expect_elements(&a.element, &[Element::Float, Element::Complex])?;
    expect_same_element(&a.element, &b.element)?;
    expect_square(a)?;
    expect_count("the shape of b", b.rank(), a.rank())?;
    let rank = a.rank();
    join_shapes(&a.shape[..rank - 2], &b.shape[..rank - 2])?;
    let left = state.attribute("left_side").and_then(Attribute::as_bool).unwrap_or_default();
    join_sizes(a.shape[rank - 1], b.shape[if left { rank - 2 } else { rank - 1 }])?;
    let transpose = state.attribute("transpose_a").and_then(enum_value);
    ensure(transpose != Some("TRANSPOSE_INVALID"), || "transpose_a must be valid".into())?;
    Ok(vec![Type::tensor(b.shape.clone(), b.element.clone())])
}

fn infer_fft(ir: &Ir, state: &OperationState) -> Check<Vec<Type>> {
    let operand = operand_tensor(ir, state, 0)?;
    let lengths = required_numbers(state, "fft_length")?;
    ensure((1..=3).contains(&lengths.len()), || "fft_length has one to three entries".into())?;
    ensure(operand.rank() >= lengths.len(), || "the operand has fewer dimensions than fft_length".into())?;
    let kind = state.attribute("fft_type").and_then(enum_value).unwrap_or_default();
    let first = operand.rank() - lengths.len();
    let mut shape = operand.shape.clone();
    let last = shape.len() - 1;
    let (length, part) = (lengths[lengths.len() - 1], operand.element.as_complex());
    let (is_complex, element) = match part {
        Some(part) => (true, part.clone()),
        None => (false, operand.element.clone()),
    };
    ensure(matches!(element.as_float(), Some(zymase_ir::FloatKind::F32 | zymase_ir::FloatKind::F64)), || {
        format!("elements of type {} are not allowed here", operand.element)
    })?;
    ensure(is_complex == (kind != "RFFT"), || format!("{kind} does not take {}", operand.element))?;
    // Real data has only half of the frequencies, along the last dimension.
    let half = length / 2 + 1;
    let mut expected = lengths.to_vec();
    if kind == "IRFFT" {
        expected[lengths.len() - 1] = half;
    }
    // Between complex numbers the lengths say nothing that the shape does not.
    if matches!(kind, "RFFT" | "IRFFT") {
        join_shapes(&operand.shape[first..], &expected)
            .map_err(|message| format!("the operand does not have the lengths of the transform: {message}"))?;
    }
    let result = match kind {
        "RFFT" => {
            shape[last] = half;
            Type::complex(element)
        }
        "IRFFT" => {
            shape[last] = length;
            element
        }
        _ => operand.element.clone(),
    };
    Ok(vec![Type::tensor(shape, result)])
}

/// Checks the operands that have one number for each feature; their type.
fn expect_features(ir: &Ir, state: &OperationState, range: std::ops::Range<usize>) -> Check<Type> {
    let operand = operand_tensor(ir, state, 0)?;
    expect_elements(&operand.element, REALS)?;
    let feature = required_dimension(state, "feature_index", operand.rank())?;
    let epsilon = state.attribute("epsilon");
    ensure(matches!(epsilon, Some(Attribute::Float { ty, .. }) if *ty == Type::f32()), || {
        "epsilon must be of type f32".into()
    })?;
    let mut size = operand.shape[feature];
    for index in range {
        let vector = operand_tensor(ir, state, index)?;
        expect_same_element(&operand.element, &vector.element)?;
        ensure(vector.rank() == 1, || format!("operand {index} must have one dimension"))?;
        size = join_sizes(size, vector.shape[0])?;
    }
    Ok(Type::tensor([if size < 0 { DYNAMIC } else { size }], operand.element.clone()))
}

fn read_cholesky(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    if reader.eat_symbol(b',') {
        expect_label(reader, "lower")?;
        let lower = reader.parse_attribute()?;
        state.set("lower", lower);
    }
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_same_type(reader, state, &[operand])
}

fn write_cholesky(writer: &mut Writer, op: Op) {
    write_operands(writer, op);
    if let Some(lower) = Cholesky(op).lower(writer.ir()) {
        writer.text(", lower = ");
        writer.attribute(lower);
    }
    writer.attributes_but(op, &["lower"]);
    writer.text(" : ");
    write_same_type(writer, op);
}

fn fft_type(ir: &Ir, op: Op) -> Option<&'static str> {
    Fft(op).fft_type(ir).and_then(enum_value)
}

fn read_fft(reader: &mut Reader, state: &mut OperationState) -> Result<()> {
    let operand = reader.parse_operand()?;
    reader.expect_symbol(b',')?;
    expect_label(reader, "type")?;
    let word = reader.parse_word()?;
    state.set("fft_type", enumeration("fft_type", word).map_err(|message| reader.error(message))?);
    reader.expect_symbol(b',')?;
    expect_label(reader, "length")?;
    let lengths = read_numbers(reader)?;
    state.set("fft_length", Attribute::i64_array(lengths));
    reader.parse_attributes_into(state)?;
    reader.expect_symbol(b':')?;
    read_function_type(reader, state, &[operand])
}

fn write_fft(writer: &mut Writer, op: Op) {
    let ir = writer.ir();
    write_operands(writer, op);
    writer.text(&format!(", type = {}, length = ", fft_type(ir, op).unwrap_or_default()));
    write_numbers(writer, array(ir, op, "fft_length"));
    writer.attributes_but(op, &["fft_type", "fft_length"]);
    writer.text(" : ");
    writer.function_type(op);
}
