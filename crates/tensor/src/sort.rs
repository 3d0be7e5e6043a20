//! Sorting along a dimension by a comparator, and the largest elements.
//!
//! A comparator that works on single elements is called with many pairs at once: all rows are sorted together by
//! Batcher's odd-even merge network, where equal elements are compared by their original place, so that the sort is
//! stable. Any other comparator is called pair by pair in a merge sort.

use crate::body::Body;
use crate::element::{Class, ElementType};
use crate::error::{Error, Result, check};
use crate::gather::others;
use crate::layout;
use crate::movement;
use crate::number;
use crate::scatter::pick;
use crate::tensor::{Tensor, check_same_shape};
use std::cmp::Ordering;

/// An order that is known without calling back: by one of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownOrder {
    pub key: usize,
    pub descending: bool,
    /// Floats in the total order of IEEE 754; otherwise as numbers, where NaN is equal to everything.
    pub total: bool,
}

/// Sorts tensors of the same shape together along a dimension, stably. The comparator gets two values of each tensor,
/// pairwise, and says whether the first ones come before the second ones.
pub fn sort(inputs: &[Tensor], dimension: usize, known: Option<KnownOrder>, body: &mut Body) -> Result<Vec<Tensor>> {
    let Some(first) = inputs.first() else {
        return Err(Error::new("a sort without operands"));
    };
    check!(dimension < first.rank(), "a sort along dimension {dimension} of {}", first.describe());
    inputs.iter().try_for_each(|input| check_same_shape(first, input, "operands of a sort"))?;
    let length = first.shape()[dimension];
    if first.count() == 0 || length < 2 {
        return Ok(inputs.to_vec());
    }
    let mut order = others(first.rank(), &[dimension]);
    order.push(dimension);
    let rows = inputs
        .iter()
        .map(|input| {
            let last = if order.is_sorted() { input.clone() } else { movement::transpose(input, &order)? };
            last.reshape(&[input.count()])
        })
        .collect::<Result<Vec<_>>>()?;
    let places = match known {
        Some(known) => sort_known(&rows, length, known)?,
        None if body.by_element => sort_network(&rows, length, body)?,
        None => sort_by_calls(&rows, length, body)?,
    };
    let turned: Vec<usize> = order.iter().map(|d| first.shape()[*d]).collect();
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, d)| back[*d] = i);
    rows.iter()
        .map(|row| {
            let sorted = pick(row, &places, true)?.reshape(&turned)?;
            if back.is_sorted() { Ok(sorted) } else { movement::transpose(&sorted, &back) }
        })
        .collect()
}

/// Numbers whose order is that of the elements: integers, or floats in their total order.
fn keys(row: &Tensor, total: bool) -> Result<Option<Vec<i64>>> {
    let element = row.element();
    Ok(match element.class() {
        Class::Bool | Class::Signed => Some(row.to_i64()?),
        Class::Unsigned => Some(row.to_i64()?.into_iter().map(|key| key ^ flip(element)).collect()),
        Class::Float if total => {
            let values = row.to_f64()?;
            Some(values.into_iter().map(number::Real::total_order).collect())
        }
        Class::Float => {
            let values = row.to_f64()?;
            // As numbers: zeros are equal. NaN has no place among them.
            if values.iter().any(|value| value.is_nan()) {
                return Ok(None);
            }
            Some(values.into_iter().map(|value| number::Real::total_order(value + 0.0)).collect())
        }
        Class::Complex => None,
    })
}

/// Unsigned numbers of 64 bits were wrapped: this bit brings them into order.
fn flip(element: ElementType) -> i64 {
    if element == ElementType::U64 { i64::MIN } else { 0 }
}

fn sort_known(rows: &[Tensor], length: usize, known: KnownOrder) -> Result<Vec<usize>> {
    let key = rows.get(known.key).ok_or_else(|| Error::new("a sort by an operand that does not exist"))?;
    let count = key.count();
    let mut places: Vec<usize> = (0..count).collect();
    match keys(key, known.total)? {
        Some(keys) => {
            crate::parallel::heavy_rows(&mut places, length, |_, row| {
                row.sort_by(|a, b| if known.descending { keys[*b].cmp(&keys[*a]) } else { keys[*a].cmp(&keys[*b]) });
            });
        }
        None => {
            let values = key.to_f64()?;
            let mut before =
                |a: usize, b: usize| Ok(if known.descending { values[a] > values[b] } else { values[a] < values[b] });
            for row in places.chunks_exact_mut(length) {
                merge_sort(row, &mut before)?;
            }
        }
    }
    Ok(places)
}

/// Calls the comparator with pairs of elements; whether the first of each pair comes before the second.
fn ask(rows: &[Tensor], left: &[usize], right: &[usize], as_row: bool, body: &mut Body) -> Result<Vec<u8>> {
    let mut arguments = Vec::with_capacity(2 * rows.len());
    for row in rows {
        arguments.push(pick(row, left, as_row)?);
        arguments.push(pick(row, right, as_row)?);
    }
    let verdict = (body.call)(&arguments)?;
    let [verdict] = &verdict[..] else {
        return Err(Error::new("a comparator returns one boolean"));
    };
    let fits = verdict.element() == ElementType::Bool && verdict.count() == left.len();
    check!(fits, "a comparator returned {}", verdict.describe());
    Ok(verdict.values::<u8>()?.to_vec())
}

fn sort_by_calls(rows: &[Tensor], length: usize, body: &mut Body) -> Result<Vec<usize>> {
    let mut places: Vec<usize> = (0..rows[0].count()).collect();
    let mut before = |a: usize, b: usize| Ok(ask(rows, &[a], &[b], false, body)?[0] != 0);
    for row in places.chunks_exact_mut(length) {
        merge_sort(row, &mut before)?;
    }
    Ok(places)
}

/// A stable sort whose comparator may fail and need not be consistent.
fn merge_sort(row: &mut [usize], before: &mut impl FnMut(usize, usize) -> Result<bool>) -> Result<()> {
    if row.len() < 2 {
        return Ok(());
    }
    let middle = row.len() / 2;
    merge_sort(&mut row[..middle], before)?;
    merge_sort(&mut row[middle..], before)?;
    let mut merged = Vec::with_capacity(row.len());
    let (mut i, mut j) = (0, middle);
    while i < middle && j < row.len() {
        // The right one goes first only if it really comes before the left one.
        if before(row[j], row[i])? {
            merged.push(row[j]);
            j += 1;
        } else {
            merged.push(row[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&row[i..middle]);
    merged.extend_from_slice(&row[j..]);
    row.copy_from_slice(&merged);
    Ok(())
}

fn sort_network(rows: &[Tensor], length: usize, body: &mut Body) -> Result<Vec<usize>> {
    let count = rows[0].count();
    let mut places: Vec<usize> = (0..count).collect();
    for stage in network(length) {
        let pairs: Vec<(usize, usize)> = (0..count)
            .step_by(length)
            .flat_map(|start| stage.iter().map(move |(low, high)| (start + low, start + high)))
            .collect();
        let left: Vec<usize> = pairs.iter().map(|(low, _)| places[*low]).collect();
        let right: Vec<usize> = pairs.iter().map(|(_, high)| places[*high]).collect();
        let right_first = ask(rows, &right, &left, true, body)?;
        // Where neither comes first, the original order decides.
        let unclear: Vec<usize> = (0..pairs.len()).filter(|i| right_first[*i] == 0 && left[*i] > right[*i]).collect();
        let at = |list: &[usize]| unclear.iter().map(|i| list[*i]).collect::<Vec<_>>();
        let left_first = if unclear.is_empty() { Vec::new() } else { ask(rows, &at(&left), &at(&right), true, body)? };
        let mut swap: Vec<bool> = right_first.iter().map(|bit| *bit != 0).collect();
        for (i, bit) in unclear.iter().zip(left_first) {
            swap[*i] = bit == 0;
        }
        for ((low, high), swap) in pairs.iter().zip(swap) {
            if swap {
                places.swap(*low, *high);
            }
        }
    }
    Ok(places)
}

/// The comparators of Batcher's network for this many elements, in stages without common elements. Those of a network for
/// the next power of two that reach beyond the end are left out: there would be nothing but largest elements.
fn network(length: usize) -> Vec<Vec<(usize, usize)>> {
    let mut stages = Vec::new();
    let mut p = 1;
    while p < length {
        let mut k = p;
        while k >= 1 {
            let mut stage = Vec::new();
            let mut j = k % p;
            while j + k < length {
                for i in 0..k.min(length - j - k) {
                    if (i + j) / (2 * p) == (i + j + k) / (2 * p) {
                        stage.push((i + j, i + j + k));
                    }
                }
                j += 2 * k;
            }
            stages.push(stage);
            k /= 2;
        }
        p *= 2;
    }
    stages
}

/// The `k` largest elements along the last dimension, in descending order, and their indices. Of equal elements the
/// earlier one comes first; NaN is larger than any number.
pub fn top_k(x: &Tensor, k: usize) -> Result<(Tensor, Tensor)> {
    let Some(length) = x.shape().last().copied() else {
        return Err(Error::new("the largest elements of a tensor of rank zero"));
    };
    check!(k <= length, "the {k} largest of {length} elements");
    let flat = x.reshape(&[x.count()])?;
    let keys = keys(&flat, true)?.ok_or_else(|| Error::new("complex numbers have no largest"))?;
    let mut shape = x.shape().to_vec();
    *shape.last_mut().unwrap_or(&mut 0) = k;
    let mut chosen = Vec::with_capacity(layout::count(&shape));
    for start in (0..x.count()).step_by(length.max(1)) {
        let mut row: Vec<usize> = (start..start + length).collect();
        let descending = |a: &usize, b: &usize| -> Ordering { keys[*b].cmp(&keys[*a]).then(a.cmp(b)) };
        if k > 0 && k < length {
            row.select_nth_unstable_by(k - 1, descending);
        }
        row.truncate(k);
        row.sort_unstable_by(descending);
        chosen.extend(row);
    }
    let values = pick(&flat, &chosen, true)?.reshape(&shape)?;
    let indices: Vec<i32> = chosen.iter().map(|place| (place % length) as i32).collect();
    Ok((values, Tensor::from_vec(ElementType::I32, &shape, indices)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elementwise::{Comparison, Direction, compare};

    #[test]
    fn networks_sort_every_length() {
        for length in 0..40usize {
            // By the 0-1 principle it would take all binary inputs; random permutations come close.
            for seed in 0..50u64 {
                let key = |i: usize| (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15 ^ (seed << 7)) >> 40;
                let mut row: Vec<u64> = (0..length).map(key).collect();
                for (low, high) in network(length).into_iter().flatten() {
                    if row[low] > row[high] {
                        row.swap(low, high);
                    }
                }
                assert!(row.is_sorted(), "{length}");
            }
        }
    }

    #[test]
    fn every_way_to_sort_is_stable() {
        let keys: Vec<i64> = (0..60).map(|i| (i * 37 % 11) % 5).collect();
        let x = Tensor::from_i64(ElementType::F32, &[3, 10, 2], &keys).unwrap();
        let y = movement::iota(ElementType::I32, &[60], 0).unwrap().reshape(&[3, 10, 2]).unwrap();
        let mut call = |x: &[Tensor]| Ok(vec![compare(Direction::Less, Comparison::Numbers, &x[0], &x[1])?]);
        let order = KnownOrder { key: 0, descending: false, total: false };
        let mut results = Vec::new();
        for (known, by_element) in [(Some(order), false), (None, true), (None, false)] {
            let mut body = Body { known: None, by_element, call: &mut call };
            results.push(sort(&[x.clone(), y.clone()], 1, known, &mut body).unwrap());
        }
        for result in &results {
            assert!(result[0].same_bits(&results[0][0]) && result[1].same_bits(&results[0][1]));
        }
        let first: Vec<f64> = results[0][0].to_f64().unwrap().into_iter().step_by(2).take(10).collect();
        assert!(first.is_sorted());
    }

    #[test]
    fn largest() {
        let x = Tensor::from(&[1.0f32, f32::NAN, 3.0, 3.0, -0.0, 2.0][..]);
        let (values, indices) = top_k(&x, 3).unwrap();
        assert!(values.to_f64().unwrap()[0].is_nan());
        assert_eq!(values.to_f64().unwrap()[1..], [3.0, 3.0]);
        assert_eq!(indices.to_i64().unwrap(), [1, 2, 3]);
        assert!(top_k(&x, 7).is_err());
        assert_eq!(top_k(&x, 0).unwrap().0.shape(), [0]);
    }
}
