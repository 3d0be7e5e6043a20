//! Products of matrices, convolutions, Fourier transforms and batch normalisation.

use crate::evaluate::attributes::{to_size, to_sizes};
use crate::evaluate::rules::{Entry, one, operands, result_type};
use crate::evaluate::values::{element_type, tensors};
use crate::evaluate::{Evaluate, Machine, Result, RuntimeValue};
use crate::stablehlo::attributes::{ConvDimensionNumbers, DotDimensionNumbers};
use zymase_ir::{Attribute, Op};
use zymase_tensor::Tensor;
use zymase_tensor::convolution::{ConvolutionDimensions, ConvolutionWindow, convolution};
use zymase_tensor::dot::{DotDimensions, dot_general};
use zymase_tensor::einsum::einsum;
use zymase_tensor::fft::{FftKind, fft};
use zymase_tensor::normalisation;

pub(super) const TABLE: &[Entry] = &[
    ("batch_norm_grad", Evaluate(batch_norm_grad)),
    ("batch_norm_inference", Evaluate(batch_norm_inference)),
    ("batch_norm_training", Evaluate(batch_norm_training)),
    ("convolution", Evaluate(convolution_op)),
    ("dot", Evaluate(dot)),
    ("dot_general", Evaluate(dot_general_op)),
    ("einsum", Evaluate(einsum_op)),
    ("fft", Evaluate(fft_op)),
    ("unary_einsum", Evaluate(einsum_op)),
];

fn dot_general_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    let numbers: &DotDimensionNumbers = machine.structure(op, "dot_dimension_numbers")?;
    let dimensions = DotDimensions {
        lhs_batching: to_sizes(&numbers.lhs_batching, "lhs_batching_dimensions")?,
        rhs_batching: to_sizes(&numbers.rhs_batching, "rhs_batching_dimensions")?,
        lhs_contracting: to_sizes(&numbers.lhs_contracting, "lhs_contracting_dimensions")?,
        rhs_contracting: to_sizes(&numbers.rhs_contracting, "rhs_contracting_dimensions")?,
    };
    one(dot_general(&a, &b, &dimensions, element_type(&result_type(machine, op, 0)?)?)?)
}

/// A product of vectors and matrices: the last dimension of the left meets the first of the right operand.
fn dot(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [a, b] = operands(values)?;
    if a.rank() == 0 || b.rank() == 0 {
        return Err("an operand has rank zero".into());
    }
    let dimensions =
        DotDimensions { lhs_contracting: vec![a.rank() - 1], rhs_contracting: vec![0], ..Default::default() };
    one(dot_general(&a, &b, &dimensions, element_type(&result_type(machine, op, 0)?)?)?)
}

fn einsum_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let equation = machine.required(op, "einsum_config")?.as_str().ok_or("`einsum_config` is not a text")?.to_owned();
    let element = element_type(&result_type(machine, op, 0)?)?;
    one(einsum(&equation, &tensors(values)?, element)?)
}

fn convolution_dimensions(machine: &Machine, op: Op) -> Result<ConvolutionDimensions> {
    let numbers: &ConvDimensionNumbers = machine.structure(op, "dimension_numbers")?;
    let place = |dimension: i64| to_size(dimension, "dimension_numbers");
    let places = |dimensions: &[i64]| to_sizes(dimensions, "dimension_numbers");
    Ok(ConvolutionDimensions {
        input_batch: place(numbers.input_batch)?,
        input_feature: place(numbers.input_feature)?,
        input_spatial: places(&numbers.input_spatial)?,
        kernel_input_feature: place(numbers.kernel_input_feature)?,
        kernel_output_feature: place(numbers.kernel_output_feature)?,
        kernel_spatial: places(&numbers.kernel_spatial)?,
        output_batch: place(numbers.output_batch)?,
        output_feature: place(numbers.output_feature)?,
        output_spatial: places(&numbers.output_spatial)?,
    })
}

pub(super) fn convolve(
    machine: &Machine,
    op: Op,
    lhs: &Tensor,
    rhs: &Tensor,
    padding: Option<Vec<(i64, i64)>>,
) -> Result<Tensor> {
    let dimensions = convolution_dimensions(machine, op)?;
    let rank = dimensions.input_spatial.len();
    let reversal = match machine.attribute(op, "window_reversal") {
        Some(Attribute::Dense(_) | Attribute::DenseArray(_)) => machine.integers(op, "window_reversal")?,
        _ => vec![0; rank],
    };
    let groups = |name: &str| match machine.attribute(op, name) {
        Some(_) => machine.size(op, name),
        None => Ok(1),
    };
    let window = ConvolutionWindow {
        strides: machine.sizes_or(op, "window_strides", rank, 1)?,
        padding: match padding {
            Some(padding) => padding,
            None => machine.pairs_or_zeros(op, "padding", rank)?,
        },
        lhs_dilation: machine.sizes_or(op, "lhs_dilation", rank, 1)?,
        rhs_dilation: machine.sizes_or(op, "rhs_dilation", rank, 1)?,
        reversal: reversal.into_iter().map(|flag| flag != 0).collect(),
        feature_groups: groups("feature_group_count")?,
        batch_groups: groups("batch_group_count")?,
    };
    Ok(convolution(lhs, rhs, &dimensions, &window, element_type(&result_type(machine, op, 0)?)?)?)
}

fn convolution_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [lhs, rhs] = operands(values)?;
    one(convolve(machine, op, &lhs, &rhs, None)?)
}

fn fft_op(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x] = operands(values)?;
    let kind = match machine.word(op, "fft_type").as_deref() {
        Some("FFT") => FftKind::Forward,
        Some("IFFT") => FftKind::Inverse,
        Some("RFFT") => FftKind::RealForward,
        Some("IRFFT") => FftKind::RealInverse,
        _ => return Err("`fft_type` is not known".into()),
    };
    one(fft(&x, kind, &machine.sizes(op, "fft_length")?)?)
}

fn batch_norm_inference(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, scale, offset, mean, variance] = operands(values)?;
    let (epsilon, feature) = (machine.float(op, "epsilon")?, machine.size(op, "feature_index")?);
    one(normalisation::batch_norm_inference(&x, &scale, &offset, &mean, &variance, epsilon, feature)?)
}

fn batch_norm_training(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, scale, offset] = operands(values)?;
    let (epsilon, feature) = (machine.float(op, "epsilon")?, machine.size(op, "feature_index")?);
    let (output, mean, variance) = normalisation::batch_norm_training(&x, &scale, &offset, epsilon, feature)?;
    Ok(vec![output.into(), mean.into(), variance.into()])
}

fn batch_norm_grad(machine: &mut Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let [x, scale, mean, variance, gradient] = operands(values)?;
    let (epsilon, feature) = (machine.float(op, "epsilon")?, machine.size(op, "feature_index")?);
    let (operand, scale, offset) =
        normalisation::batch_norm_grad(&x, &scale, &mean, &variance, &gradient, epsilon, feature)?;
    Ok(vec![operand.into(), scale.into(), offset.into()])
}
