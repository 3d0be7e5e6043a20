//! Scatter: windows of updates that are combined with a tensor at places that are data.
//!
//! A window that does not lie inside as a whole is left out as a whole, as XLA does and JAX expects (the specification
//! would leave out single elements). Updates of the same element are combined in the order of the updates. To call a general body with many elements at once, updates are dealt into waves: the first update of
//! each element, then the second, and so on. Within a wave no element occurs twice, so its order does not matter.

use crate::body::{Body, Combiner};
use crate::element::{Class, ElementType};
use crate::elementwise::Binary;
use crate::error::{Error, Result, check};
use crate::gather::{IndexMap, Starts, offsets_along, others};
use crate::layout::{self, View, check_dimensions};
use crate::storage::{Element, Storage, each_width};
use crate::tensor::{Tensor, check_same_shape};

/// The dimension numbers of a scatter, named as in the specification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScatterDimensions {
    pub update_window_dims: Vec<usize>,
    pub inserted_window_dims: Vec<usize>,
    pub input_batching_dims: Vec<usize>,
    pub scatter_indices_batching_dims: Vec<usize>,
    pub scatter_dims_to_operand_dims: Vec<usize>,
    pub index_vector_dim: usize,
}

/// One element of the updates and the element of the result that it meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub update: usize,
    pub target: usize,
}

/// Combines updates with inputs; the body gets one value of each input, then one of each update.
pub fn scatter(
    inputs: Vec<Tensor>,
    indices: &Tensor,
    updates: &[Tensor],
    dimensions: &ScatterDimensions,
    body: &mut Body,
) -> Result<Vec<Tensor>> {
    check!(inputs.len() == updates.len(), "{} inputs and {} updates", inputs.len(), updates.len());
    let (Some(input), Some(update)) = (inputs.first(), updates.first()) else {
        return Err(Error::new("a scatter without inputs"));
    };
    for (other_input, other_update) in inputs.iter().zip(updates) {
        check_same_shape(input, other_input, "inputs of a scatter")?;
        check_same_shape(update, other_update, "updates of a scatter")?;
        let fits = other_input.element() == other_update.element();
        check!(fits, "{} is updated by {}", other_input.describe(), other_update.describe());
    }
    let meetings = find_meetings(input.shape(), indices, update.shape(), dimensions)?;
    combine(inputs, updates, &meetings, body)
}

fn find_meetings(
    shape: &[usize],
    indices: &Tensor,
    update_shape: &[usize],
    dimensions: &ScatterDimensions,
) -> Result<Vec<Meeting>> {
    let map = IndexMap {
        rank: shape.len(),
        index_map: &dimensions.scatter_dims_to_operand_dims,
        index_vector_dim: dimensions.index_vector_dim,
        operand_batching_dims: &dimensions.input_batching_dims,
        indices_batching_dims: &dimensions.scatter_indices_batching_dims,
    };
    let starts = map.starts(indices)?;
    let window = window_shape(shape, update_shape, dimensions)?;
    let scatter_dims = others(update_shape.len(), &dimensions.update_window_dims);
    let found: Vec<usize> = scatter_dims.iter().map(|d| update_shape[*d]).collect();
    let expected = &starts.batch_shape;
    check!(found == *expected, "updates of shape {update_shape:?} do not belong to indices of shape {expected:?}");
    Ok(meet(shape, &window, update_shape, &dimensions.update_window_dims, &scatter_dims, &starts))
}

/// The sizes of a window of updates along each dimension of the input.
fn window_shape(shape: &[usize], update_shape: &[usize], dimensions: &ScatterDimensions) -> Result<Vec<usize>> {
    let mut left_out = dimensions.inserted_window_dims.clone();
    left_out.extend(&dimensions.input_batching_dims);
    check_dimensions(&left_out, shape.len(), "what windows leave out")?;
    check_dimensions(&dimensions.update_window_dims, update_shape.len(), "update_window_dims")?;
    check!(dimensions.update_window_dims.is_sorted(), "update_window_dims are not sorted");
    let kept = others(shape.len(), &left_out);
    let fits = kept.len() == dimensions.update_window_dims.len();
    check!(fits, "windows of rank {} for {} dimensions", dimensions.update_window_dims.len(), kept.len());
    let mut window = vec![1; shape.len()];
    for (d, update) in kept.iter().zip(&dimensions.update_window_dims) {
        window[*d] = update_shape[*update];
        check!(window[*d] <= shape[*d], "a window of size {} along dimension {d} of shape {shape:?}", window[*d]);
    }
    Ok(window)
}

fn meet(
    shape: &[usize],
    window: &[usize],
    update_shape: &[usize],
    window_dims: &[usize],
    scatter_dims: &[usize],
    starts: &Starts,
) -> Vec<Meeting> {
    let mut meetings = Vec::with_capacity(layout::count(update_shape));
    if layout::count(update_shape) == 0 {
        return meetings;
    }
    let strides = layout::strides(shape);
    let view =
        View { shape: window.to_vec(), offset: 0, strides: strides.iter().map(|stride| *stride as isize).collect() };
    let (inner, update_inner) = (view.offsets(), offsets_along(update_shape, window_dims));
    let update_outer = offsets_along(update_shape, scatter_dims);
    for (number, outer) in update_outer.iter().enumerate() {
        let place = &starts.places[number * shape.len()..][..shape.len()];
        let fits = |d: usize| place[d] >= 0 && place[d] <= shape[d] as i64 - window[d] as i64;
        if (0..shape.len()).all(fits) {
            let start: usize = place.iter().zip(&strides).map(|(start, stride)| *start as usize * stride).sum();
            let pairs = inner.iter().zip(&update_inner);
            meetings.extend(pairs.map(|(i, update)| Meeting { update: outer + update, target: start + i }));
        }
    }
    meetings
}

/// Applies a body to each meeting, in the order of meetings of the same target.
pub(crate) fn combine(
    mut inputs: Vec<Tensor>,
    updates: &[Tensor],
    meetings: &[Meeting],
    body: &mut Body,
) -> Result<Vec<Tensor>> {
    if let ([input], [update], Some(known)) = (&mut inputs[..], updates, body.known)
        && combine_known(input, update, meetings, known)?
    {
        return Ok(inputs);
    }
    let count = first_of_shape(&inputs)?;
    for wave in waves(meetings, count, body.by_element || body.known.is_some()) {
        let targets: Vec<usize> = wave.iter().map(|meeting| meeting.target).collect();
        let sources: Vec<usize> = wave.iter().map(|meeting| meeting.update).collect();
        let mut arguments = Vec::with_capacity(inputs.len() + updates.len());
        for input in &inputs {
            arguments.push(pick(input, &targets, body.by_element)?);
        }
        for update in updates {
            arguments.push(pick(update, &sources, body.by_element)?);
        }
        let results = body.run(&arguments, inputs.len())?;
        for (input, result) in inputs.iter_mut().zip(&results) {
            put(input, &targets, result)?;
        }
    }
    Ok(inputs)
}

fn first_of_shape(inputs: &[Tensor]) -> Result<usize> {
    inputs.first().map(Tensor::count).ok_or_else(|| Error::new("a scatter without inputs"))
}

/// Deals meetings into waves in each of which every target occurs at most once; of one meeting each if the body takes
/// single elements only.
fn waves(meetings: &[Meeting], targets: usize, several: bool) -> Vec<Vec<Meeting>> {
    if !several {
        return meetings.iter().map(|meeting| vec![*meeting]).collect();
    }
    let mut seen = vec![0u32; targets];
    let mut waves: Vec<Vec<Meeting>> = Vec::new();
    for meeting in meetings {
        let wave = seen[meeting.target] as usize;
        seen[meeting.target] += 1;
        if wave == waves.len() {
            waves.push(Vec::new());
        }
        waves[wave].push(*meeting);
    }
    waves
}

/// Elements at some places, in rank one; of rank zero where a body wants single elements.
pub(crate) fn pick(tensor: &Tensor, places: &[usize], as_row: bool) -> Result<Tensor> {
    let storage = each_width!(tensor.storage(), values => {
        Element::store(places.iter().map(|place| values[*place]).collect::<Vec<_>>())
    });
    let row = [places.len()];
    Tensor::from_storage(tensor.element(), if as_row || places.len() != 1 { &row } else { &[] }, storage)
}

fn put(tensor: &mut Tensor, places: &[usize], values: &Tensor) -> Result<()> {
    check!(tensor.element() == values.element(), "a body returned {}", values.describe());
    fn write<T: Element>(target: &mut [T], places: &[usize], values: &Tensor) -> Result<()> {
        for (place, value) in places.iter().zip(values.values::<T>()?) {
            target[*place] = *value;
        }
        Ok(())
    }
    each_width!(tensor.storage_mut(), target => write(target, places, values))
}

/// Without calls, where types and operations are common; false where they are not.
fn combine_known(input: &mut Tensor, update: &Tensor, meetings: &[Meeting], known: Combiner) -> Result<bool> {
    let element = input.element();
    let op = match known {
        Combiner::First => return Ok(true),
        Combiner::Second => {
            fn overwrite<T: Element>(target: &mut [T], update: &Tensor, meetings: &[Meeting]) -> Result<()> {
                let values = update.values::<T>()?;
                meetings.iter().for_each(|meeting| target[meeting.target] = values[meeting.update]);
                Ok(())
            }
            each_width!(input.storage_mut(), target => overwrite(target, update, meetings)?);
            return Ok(true);
        }
        Combiner::Binary(op) => op,
    };
    fn each<T: Element>(
        storage: &mut Storage,
        update: &Tensor,
        meetings: &[Meeting],
        f: impl Fn(T, T) -> T,
    ) -> Result<bool> {
        let values = update.values::<T>()?;
        let Some(target) = T::view_mut(storage) else {
            return Ok(false);
        };
        for meeting in meetings {
            target[meeting.target] = f(target[meeting.target], values[meeting.update]);
        }
        Ok(true)
    }
    let storage = input.storage_mut();
    match (element, op) {
        (ElementType::F32, Binary::Add) => each::<f32>(storage, update, meetings, |a, b| a + b),
        (ElementType::F32, Binary::Multiply) => each::<f32>(storage, update, meetings, |a, b| a * b),
        (ElementType::F64, Binary::Add) => each::<f64>(storage, update, meetings, |a, b| a + b),
        (ElementType::F64, Binary::Multiply) => each::<f64>(storage, update, meetings, |a, b| a * b),
        (ElementType::I32, Binary::Add) => each::<i32>(storage, update, meetings, i32::wrapping_add),
        (ElementType::I64, Binary::Add) => each::<i64>(storage, update, meetings, i64::wrapping_add),
        _ if element.class() == Class::Bool && op == Binary::Or => each::<u8>(storage, update, meetings, |a, b| a | b),
        _ => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elementwise::binary;

    fn numbers(shape: &[usize], values: &[i64]) -> Tensor {
        Tensor::from_i64(ElementType::I32, shape, values).unwrap()
    }

    /// Runs a scatter in every way a body can be called and checks that the ways agree.
    fn scattered(input: &Tensor, indices: &Tensor, update: &Tensor, how: &ScatterDimensions, op: Binary) -> Vec<i64> {
        let mut call = |x: &[Tensor]| Ok(vec![binary(op, &x[0], &x[1])?]);
        let mut results = Vec::new();
        for (known, by_element) in [(Some(Combiner::Binary(op)), false), (None, true), (None, false)] {
            let mut body = Body { known, by_element, call: &mut call };
            let found = scatter(vec![input.clone()], indices, std::slice::from_ref(update), how, &mut body).unwrap();
            results.push(found[0].to_i64().unwrap());
        }
        assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
        results.remove(0)
    }

    #[test]
    fn rows_with_repeated_and_outside_indices() {
        let how = ScatterDimensions {
            update_window_dims: vec![1],
            inserted_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        };
        let indices = numbers(&[4, 1], &[1, -1, 1, 7]);
        let update = numbers(&[4, 2], &[1, 2, 3, 4, 5, 6, 7, 8]);
        for (op, expected) in [(Binary::Add, [0, 0, 16, 18]), (Binary::Maximum, [0, 0, 10, 10])] {
            assert_eq!(scattered(&numbers(&[2, 2], &[0, 0, 10, 10]), &indices, &update, &how, op), expected);
        }
        let found = scattered(&numbers(&[2, 2], &[0, 0, 10, 10]), &indices, &update, &how, Binary::Subtract);
        assert_eq!(found, [0, 0, 4, 2]);
    }

    #[test]
    fn windows_that_reach_out_are_left_out() {
        let how = ScatterDimensions {
            update_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![0],
            ..Default::default()
        };
        let found =
            scattered(&numbers(&[4], &[0; 4]), &numbers(&[1], &[2]), &numbers(&[3], &[1, 2, 3]), &how, Binary::Add);
        assert_eq!(found, [0; 4]);
        let found =
            scattered(&numbers(&[4], &[0; 4]), &numbers(&[1], &[-1]), &numbers(&[3], &[1, 2, 3]), &how, Binary::Add);
        assert_eq!(found, [0; 4]);
        let found =
            scattered(&numbers(&[4], &[0; 4]), &numbers(&[1], &[1]), &numbers(&[3], &[1, 2, 3]), &how, Binary::Add);
        assert_eq!(found, [0, 1, 2, 3]);
    }

    #[test]
    fn batches_and_overwriting() {
        let how = ScatterDimensions {
            inserted_window_dims: vec![1],
            input_batching_dims: vec![0],
            scatter_indices_batching_dims: vec![0],
            scatter_dims_to_operand_dims: vec![1],
            index_vector_dim: 1,
            ..Default::default()
        };
        let mut call = |_: &[Tensor]| Ok(Vec::new());
        let mut body = Body { known: Some(Combiner::Second), by_element: false, call: &mut call };
        let input = numbers(&[2, 3], &[0; 6]);
        let found =
            scatter(vec![input.clone()], &numbers(&[2, 1], &[2, 0]), &[numbers(&[2], &[5, 6])], &how, &mut body);
        assert_eq!(found.unwrap()[0].to_i64().unwrap(), [0, 0, 5, 6, 0, 0]);
        let wrong = scatter(vec![input], &numbers(&[2, 1], &[2, 0]), &[numbers(&[3], &[5, 6, 7])], &how, &mut body);
        assert!(wrong.is_err());
    }
}
