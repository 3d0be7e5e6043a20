//! Convolution in its general form.
//!
//! Operands are brought into one order (batch, space, features), padded and dilated by the same kernel as `pad`, and
//! windows are laid out as rows of a matrix, a limited number at a time, which is multiplied by the kernel as a matrix.
//! A window of size one needs no copy. Convolutions of each feature by itself are summed directly.

use crate::convert::convert;
use crate::dot::{Matrix, Ring, sum_type, wrap};
use crate::element::ElementType;
use crate::error::{Error, Result, check, fail};
use crate::layout::{self, Odometer, check_dimensions};
use crate::movement::{self, Padding};
use crate::number::each_integer;
use crate::parallel;
use crate::storage::Storage;
use crate::tensor::Tensor;
use num_complex::Complex;

/// The dimension numbers of a convolution, named as in the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvolutionDimensions {
    pub input_batch: usize,
    pub input_feature: usize,
    pub input_spatial: Vec<usize>,
    pub kernel_input_feature: usize,
    pub kernel_output_feature: usize,
    pub kernel_spatial: Vec<usize>,
    pub output_batch: usize,
    pub output_feature: usize,
    pub output_spatial: Vec<usize>,
}

/// How windows move; all lists have one entry for each spatial dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvolutionWindow {
    pub strides: Vec<usize>,
    pub padding: Vec<(i64, i64)>,
    pub lhs_dilation: Vec<usize>,
    pub rhs_dilation: Vec<usize>,
    pub reversal: Vec<bool>,
    pub feature_groups: usize,
    pub batch_groups: usize,
}

impl ConvolutionWindow {
    /// Windows that move by one, without padding, dilation or groups.
    pub fn plain(rank: usize) -> Self {
        Self {
            strides: vec![1; rank],
            padding: vec![(0, 0); rank],
            lhs_dilation: vec![1; rank],
            rhs_dilation: vec![1; rank],
            reversal: vec![false; rank],
            feature_groups: 1,
            batch_groups: 1,
        }
    }
}

/// Sizes of a convolution whose operands are in order.
struct Plan {
    /// Padded input: batch, space, features.
    input: Vec<usize>,
    /// Kernel: space, input features of a group, output features.
    kernel: Vec<usize>,
    /// The space of the output.
    space: Vec<usize>,
    strides: Vec<usize>,
    dilation: Vec<usize>,
    feature_groups: usize,
    batch_groups: usize,
}

/// The convolution of an input with a kernel.
pub fn convolution(
    lhs: &Tensor,
    rhs: &Tensor,
    dimensions: &ConvolutionDimensions,
    window: &ConvolutionWindow,
    result: ElementType,
) -> Result<Tensor> {
    let rank = dimensions.input_spatial.len();
    check_parameters(lhs, rhs, dimensions, window)?;
    let sum = sum_type(lhs.element(), result);
    let order = |batch: usize, spatial: &[usize], feature: usize| [&[batch], spatial, &[feature]].concat();
    let input = permuted(
        &convert(lhs, sum)?,
        &order(dimensions.input_batch, &dimensions.input_spatial, dimensions.input_feature),
    )?;
    let kernel_order =
        [&dimensions.kernel_spatial[..], &[dimensions.kernel_input_feature, dimensions.kernel_output_feature]].concat();
    let mut kernel = permuted(&convert(rhs, sum)?, &kernel_order)?;
    let turned: Vec<usize> = (0..rank).filter(|d| window.reversal[*d]).collect();
    if !turned.is_empty() {
        kernel = movement::reverse(&kernel, &turned)?;
    }
    let input = padded(&input, window)?;
    let plan = make_plan(&input, &kernel, window)?;
    let features = plan.kernel[rank + 1];
    let shape = [&[plan.input[0] / plan.batch_groups], &plan.space[..], &[features]].concat();
    layout::checked_count(&shape, sum.bytes())?;
    let storage = match sum {
        ElementType::F32 => run::<f32>(&input, &kernel, &plan, &shape)?,
        ElementType::F64 => run::<f64>(&input, &kernel, &plan, &shape)?,
        ElementType::C64 => run::<Complex<f32>>(&input, &kernel, &plan, &shape)?,
        ElementType::C128 => run::<Complex<f64>>(&input, &kernel, &plan, &shape)?,
        _ => each_integer!(sum, T => run::<T>(&input, &kernel, &plan, &shape)?, {
            fail!("there is no convolution of elements of type {sum}")
        }),
    };
    let ordered = Tensor::from_storage(sum, &shape, wrap(sum, storage))?;
    // Dimension `to[i]` of the result is dimension i of what was computed.
    let to = order(dimensions.output_batch, &dimensions.output_spatial, dimensions.output_feature);
    let mut from = vec![0; to.len()];
    to.iter().enumerate().for_each(|(i, d)| from[*d] = i);
    convert(&permuted(&ordered, &from)?, result)
}

fn permuted(x: &Tensor, order: &[usize]) -> Result<Tensor> {
    if order.is_sorted() { Ok(x.clone()) } else { movement::transpose(x, order) }
}

fn check_parameters(
    lhs: &Tensor,
    rhs: &Tensor,
    dimensions: &ConvolutionDimensions,
    window: &ConvolutionWindow,
) -> Result<()> {
    let rank = dimensions.input_spatial.len();
    let lists = [
        dimensions.kernel_spatial.len(),
        dimensions.output_spatial.len(),
        window.strides.len(),
        window.padding.len(),
        window.lhs_dilation.len(),
        window.rhs_dilation.len(),
        window.reversal.len(),
    ];
    check!(lists.iter().all(|length| *length == rank), "lists of a convolution have different lengths");
    let fits = lhs.rank() == rank + 2 && rhs.rank() == rank + 2;
    check!(fits, "a convolution of {} with {} over {rank} dimensions", lhs.describe(), rhs.describe());
    let numbers = |a: usize, b: usize, spatial: &[usize]| [&[a, b], spatial].concat();
    let input = numbers(dimensions.input_batch, dimensions.input_feature, &dimensions.input_spatial);
    check_dimensions(&input, rank + 2, "the input of a convolution")?;
    let kernel = numbers(dimensions.kernel_input_feature, dimensions.kernel_output_feature, &dimensions.kernel_spatial);
    check_dimensions(&kernel, rank + 2, "the kernel of a convolution")?;
    let output = numbers(dimensions.output_batch, dimensions.output_feature, &dimensions.output_spatial);
    check_dimensions(&output, rank + 2, "the output of a convolution")?;
    let positive = [&window.strides, &window.lhs_dilation, &window.rhs_dilation];
    check!(positive.iter().all(|list| list.iter().all(|n| *n > 0)), "a stride or dilation of a convolution is zero");
    let (features, batches) = (window.feature_groups, window.batch_groups);
    check!(features > 0 && batches > 0, "a convolution without groups");
    check!(features == 1 || batches == 1, "a convolution has groups of features or of batches, not both");
    let input_features = lhs.shape()[dimensions.input_feature];
    let (i, o) = (rhs.shape()[dimensions.kernel_input_feature], rhs.shape()[dimensions.kernel_output_feature]);
    check!(i * features == input_features, "{features} groups of {i} features are not {input_features}");
    check!(o.is_multiple_of(features) && o.is_multiple_of(batches), "{o} output features do not make equal groups");
    let batch = lhs.shape()[dimensions.input_batch];
    check!(batch.is_multiple_of(batches), "a batch of {batch} does not make {batches} equal groups");
    Ok(())
}

/// Pads and dilates an input in order.
fn padded(input: &Tensor, window: &ConvolutionWindow) -> Result<Tensor> {
    let none = Padding { low: 0, high: 0, interior: 0 };
    let space = window.padding.iter().zip(&window.lhs_dilation).map(|((low, high), dilation)| Padding {
        low: *low,
        high: *high,
        interior: (*dilation as i64).saturating_sub(1),
    });
    let padding: Vec<Padding> = std::iter::once(none).chain(space).chain([none]).collect();
    if padding.iter().all(|padding| *padding == none) {
        return Ok(input.clone());
    }
    movement::pad(input, &Tensor::scalar(input.element(), 0.0), &padding)
}

fn make_plan(input: &Tensor, kernel: &Tensor, window: &ConvolutionWindow) -> Result<Plan> {
    let rank = window.strides.len();
    let mut space = Vec::with_capacity(rank);
    for d in 0..rank {
        let (size, kernel_size) = (input.shape()[d + 1], kernel.shape()[d]);
        let span = kernel_size.saturating_sub(1).checked_mul(window.rhs_dilation[d]);
        let span = span.ok_or_else(|| Error::new("a dilated kernel is too large"))?;
        let span = if kernel_size == 0 { 0 } else { span.saturating_add(1) };
        space.push(if size < span || size == 0 { 0 } else { (size - span) / window.strides[d] + 1 });
    }
    Ok(Plan {
        input: input.shape().to_vec(),
        kernel: kernel.shape().to_vec(),
        space,
        strides: window.strides.clone(),
        dilation: window.rhs_dilation.clone(),
        feature_groups: window.feature_groups,
        batch_groups: window.batch_groups,
    })
}

/// The most elements of windows that are laid out as a matrix at a time.
const PATCH_ELEMENTS: usize = 1 << 20;

fn run<T: Ring>(input: &Tensor, kernel: &Tensor, plan: &Plan, shape: &[usize]) -> Result<Storage> {
    let (input, kernel) = (input.values::<T>()?, kernel.values::<T>()?);
    let mut output = vec![T::default(); layout::count(shape)];
    if output.is_empty() || input.is_empty() || kernel.is_empty() {
        return Ok(T::store(output));
    }
    let rank = plan.space.len();
    let positions = layout::count(&plan.space);
    let features = plan.kernel[rank + 1];
    if plan.feature_groups > 1 && plan.kernel[rank] == 1 {
        parallel::heavy_rows(&mut output, positions * features, |batch, target| {
            each_feature(input, kernel, plan, batch, target);
        });
        return Ok(T::store(output));
    }
    let groups = plan.feature_groups * plan.batch_groups;
    let kernels: Vec<Vec<T>> = (0..groups).map(|group| columns_of_group(kernel, features, groups, group)).collect();
    let patch = layout::count(&plan.kernel[..=rank]);
    let rows = (PATCH_ELEMENTS / patch.max(1)).clamp(1, positions);
    let pieces = positions.div_ceil(rows);
    let batches = shape[0];
    // Each task is a piece of the positions of one image, for all groups.
    let spread = batches * pieces >= rayon::current_num_threads();
    let work = |batch: usize, piece: usize, target: &mut [T]| {
        let range = piece * rows..((piece + 1) * rows).min(positions);
        for (group, kernel) in kernels.iter().enumerate() {
            group_product(input, kernel, plan, batch, group, range.clone(), target, !spread);
        }
    };
    let image = |batch: usize, target: &mut [T]| {
        let piece_size = rows * features;
        if spread {
            parallel::heavy_rows(target, piece_size, |piece, target| work(batch, piece, target));
        } else {
            target.chunks_mut(piece_size).enumerate().for_each(|(piece, target)| work(batch, piece, target));
        }
    };
    if spread {
        parallel::heavy_rows(&mut output, positions * features, image);
    } else {
        output.chunks_mut(positions * features).enumerate().for_each(|(batch, target)| image(batch, target));
    }
    Ok(T::store(output))
}

/// The columns of a kernel, as a matrix, that make the output features of one group.
fn columns_of_group<T: Ring>(kernel: &[T], features: usize, groups: usize, group: usize) -> Vec<T> {
    let columns = features / groups;
    kernel.chunks_exact(features).flat_map(|row| &row[group * columns..][..columns]).copied().collect()
}

/// The output features of one group at some positions of one image.
#[allow(clippy::too_many_arguments)]
fn group_product<T: Ring>(
    input: &[T],
    kernel: &[T],
    plan: &Plan,
    batch: usize,
    group: usize,
    positions: std::ops::Range<usize>,
    target: &mut [T],
    in_parallel: bool,
) {
    let rank = plan.space.len();
    let (batches, features) = (plan.input[0] / plan.batch_groups, plan.kernel[rank + 1]);
    let (image, first_feature) =
        if plan.batch_groups > 1 { (group * batches + batch, 0) } else { (batch, group * plan.kernel[rank]) };
    let groups = plan.feature_groups * plan.batch_groups;
    let columns = features / groups;
    let image_size = layout::count(&plan.input[1..]);
    let image = &input[image * image_size..][..image_size];
    let rows = positions.len();
    let patch = layout::count(&plan.kernel[..=rank]);
    let is_pointwise = plan.feature_groups == 1
        && plan.kernel[..rank].iter().all(|size| *size == 1)
        && plan.strides.iter().all(|stride| *stride == 1);
    let patches: Vec<T>;
    let values = if is_pointwise {
        &image[positions.start * patch..][..rows * patch]
    } else {
        patches = lay_out(image, plan, first_feature, positions);
        &patches
    };
    let left = Matrix { values, rows, columns: patch, is_transposed: false };
    let right = Matrix { values: kernel, rows: patch, columns, is_transposed: false };
    if groups == 1 {
        T::multiply(target, left, right, in_parallel);
        return;
    }
    let mut part = vec![T::default(); rows * columns];
    T::multiply(&mut part, left, right, in_parallel);
    for (row, from) in target.chunks_exact_mut(features).zip(part.chunks_exact(columns)) {
        row[group * columns..][..columns].copy_from_slice(from);
    }
}

/// The windows at some positions of an image, each as a row.
fn lay_out<T: Ring>(image: &[T], plan: &Plan, first_feature: usize, positions: std::ops::Range<usize>) -> Vec<T> {
    let rank = plan.space.len();
    let strides = layout::strides(&plan.input[1..]);
    let run = plan.kernel[rank];
    let taps = tap_offsets(plan, &strides);
    let mut rows = Vec::with_capacity(positions.len() * taps.len() * run);
    let mut place = Odometer::at(&plan.space, positions.start);
    for _ in positions {
        let corner = corner_of(plan, &strides, &place.index) + first_feature;
        for tap in &taps {
            rows.extend_from_slice(&image[corner + tap..][..run]);
        }
        place.advance();
    }
    rows
}

/// Where the elements of a window lie, from its corner.
fn tap_offsets(plan: &Plan, strides: &[usize]) -> Vec<usize> {
    let space = &plan.kernel[..plan.space.len()];
    let mut place = Odometer::at(space, 0);
    let mut taps = Vec::with_capacity(layout::count(space));
    loop {
        taps.push(place.index.iter().enumerate().map(|(d, i)| i * plan.dilation[d] * strides[d]).sum());
        if !place.advance() {
            return taps;
        }
    }
}

fn corner_of(plan: &Plan, strides: &[usize], position: &[usize]) -> usize {
    position.iter().enumerate().map(|(d, i)| i * plan.strides[d] * strides[d]).sum()
}

/// One image of a convolution in which each group has one input feature.
fn each_feature<T: Ring>(input: &[T], kernel: &[T], plan: &Plan, batch: usize, target: &mut [T]) {
    let rank = plan.space.len();
    let features = plan.kernel[rank + 1];
    let repeat = features / plan.feature_groups;
    let strides = layout::strides(&plan.input[1..]);
    let image_size = layout::count(&plan.input[1..]);
    let image = &input[batch * image_size..][..image_size];
    let taps = tap_offsets(plan, &strides);
    let mut place = Odometer::at(&plan.space, 0);
    for row in target.chunks_exact_mut(features) {
        let corner = corner_of(plan, &strides, &place.index);
        for (tap, weights) in taps.iter().zip(kernel.chunks_exact(features)) {
            let values = &image[corner + tap..][..plan.feature_groups];
            for ((slots, weights), value) in row.chunks_exact_mut(repeat).zip(weights.chunks_exact(repeat)).zip(values)
            {
                for (slot, weight) in slots.iter_mut().zip(weights) {
                    *slot = T::add_product(*slot, *value, *weight);
                }
            }
        }
        place.advance();
    }
}

#[cfg(test)]
mod tests;
