//! Reductions along dimensions.
//!
//! Elements are combined as a balanced tree, neighbours first: the order of elements is kept, sums lose fewer digits than
//! from left to right, and a general body is called with half of all elements at once. Sums and products of floats of at
//! most 16 bits are made in `f32`.

use crate::body::{Body, Combiner};
use crate::element::ElementType;
use crate::elementwise::{Binary, binary};
use crate::error::{Error, Result, check};
use crate::gather::others;
use crate::layout::{self, check_dimensions};
use crate::movement;
use crate::number::{self, Real};
use crate::parallel;
use crate::tensor::{Tensor, check_same_shape};

/// Reduces several tensors of the same shape together. The body gets one value of each on the left, then one of each on
/// the right.
pub fn reduce(inputs: &[Tensor], initial: &[Tensor], dimensions: &[usize], body: &mut Body) -> Result<Vec<Tensor>> {
    let Some(first) = inputs.first() else {
        return Err(Error::new("a reduction without operands"));
    };
    check!(inputs.len() == initial.len(), "{} operands and {} initial values", inputs.len(), initial.len());
    for (input, initial) in inputs.iter().zip(initial) {
        check_same_shape(first, input, "operands of a reduction")?;
        let fits = initial.rank() == 0 && initial.element() == input.element();
        check!(fits, "{} is reduced from {}", input.describe(), initial.describe());
    }
    check_dimensions(dimensions, first.rank(), "a reduction")?;
    let kept = others(first.rank(), dimensions);
    let shape: Vec<usize> = kept.iter().map(|d| first.shape()[*d]).collect();
    let count = layout::checked_count(&shape, 16)?;
    let depth = dimensions.iter().map(|d| first.shape()[*d]).product();
    if let ([input], [initial], Some(Combiner::Binary(op))) = (inputs, initial, body.known)
        && let Some(result) = reduce_floats(input, initial, &kept, op)?
    {
        return Ok(vec![result]);
    }
    let mut reduced = dimensions.to_vec();
    reduced.sort_unstable();
    let order = [&reduced[..], &kept].concat();
    let start = initial.iter().map(|value| Tensor::splat(value, &[count])).collect::<Result<Vec<_>>>()?;
    let results = if depth == 0 || count == 0 {
        start
    } else {
        let rows = |input: &Tensor| {
            let turned = if order.is_sorted() { input.clone() } else { movement::transpose(input, &order)? };
            turned.reshape(&[depth, count])
        };
        let tree = fold_tree(inputs.iter().map(rows).collect::<Result<Vec<_>>>()?, body)?;
        run_rows(body, start, tree)?
    };
    results.iter().map(|result| result.reshape(&shape)).collect()
}

/// Combines the rows of matrices until one is left of each.
fn fold_tree(mut rows: Vec<Tensor>, body: &mut Body) -> Result<Vec<Tensor>> {
    loop {
        let [depth, width] = rows[0].shape() else {
            return Err(Error::new("rows of a reduction have rank two"));
        };
        let (depth, width) = (*depth, *width);
        if depth == 1 {
            return rows.iter().map(|row| row.reshape(&[width])).collect();
        }
        let half = depth / 2;
        let every_second = |row: &Tensor, first: usize| {
            movement::slice(row, &[first, 0], &[2 * half, width], &[2, 1])?.reshape(&[half * width])
        };
        let left = rows.iter().map(|row| every_second(row, 0)).collect::<Result<Vec<_>>>()?;
        let right = rows.iter().map(|row| every_second(row, 1)).collect::<Result<Vec<_>>>()?;
        let combined = run_rows(body, left, right)?;
        let with_rest = |(row, combined): (&Tensor, &Tensor)| {
            let combined = combined.reshape(&[half, width])?;
            if depth % 2 == 0 {
                return Ok(combined);
            }
            let rest = movement::slice(row, &[depth - 1, 0], &[depth, width], &[1, 1])?;
            movement::concatenate(&[&combined, &rest], 0)
        };
        rows = rows.iter().zip(&combined).map(with_rest).collect::<Result<Vec<_>>>()?;
    }
}

/// Calls a body with rows of values on both sides, all at once if it can.
pub(crate) fn run_rows(body: &mut Body, left: Vec<Tensor>, right: Vec<Tensor>) -> Result<Vec<Tensor>> {
    let results = left.len();
    call_rows(body, [left, right].concat(), results)
}

/// Calls a body for the elements at each place of rows of equal length.
pub fn map_rows(body: &mut Body, rows: Vec<Tensor>) -> Result<Tensor> {
    check!(rows.iter().all(|row| row.rank() == 1 && row.shape() == rows[0].shape()), "rows of different lengths");
    check!(rows.iter().any(|row| row.count() > 0), "a map without elements has no type");
    Ok(call_rows(body, rows, 1)?.remove(0))
}

fn call_rows(body: &mut Body, arguments: Vec<Tensor>, results: usize) -> Result<Vec<Tensor>> {
    if body.by_element || (body.known.is_some() && arguments.len() == 2) {
        return body.run(&arguments, results);
    }
    let count = arguments[0].count();
    let mut parts: Vec<Vec<Tensor>> = vec![Vec::with_capacity(count); results];
    for place in 0..count {
        let scalars = arguments.iter().map(|argument| argument.at(place)).collect::<Result<Vec<_>>>()?;
        for (part, value) in parts.iter_mut().zip(body.run(&scalars, results)?) {
            part.push(value.reshape(&[1])?);
        }
    }
    let join = |part: Vec<Tensor>| movement::concatenate(&part.iter().collect::<Vec<_>>(), 0);
    match count {
        0 => Ok(arguments[..results].to_vec()),
        _ => parts.into_iter().map(join).collect(),
    }
}

/// Sums and products of floats; nothing for other operations and types.
fn reduce_floats(input: &Tensor, initial: &Tensor, kept: &[usize], op: Binary) -> Result<Option<Tensor>> {
    let element = input.element();
    if !matches!(op, Binary::Add | Binary::Multiply | Binary::Maximum | Binary::Minimum) || !element.is_float() {
        return Ok(None);
    }
    if number::is_narrow_float(element) {
        let wide = reduce_floats(&number::widen(input)?, &number::widen(initial)?, kept, op)?;
        return wide.map(|wide| number::narrow(element, &wide)).transpose();
    }
    let reduced = others(input.rank(), kept);
    let depth = reduced.iter().map(|d| input.shape()[*d]).product::<usize>();
    let shape: Vec<usize> = kept.iter().map(|d| input.shape()[*d]).collect();
    // Rows to be summed lie last, unless they lie first already: then whole rows are added.
    let sum_of_rows = !reduced.is_empty() && [&reduced[..], kept].concat().is_sorted() && !kept.is_empty();
    let order = [kept, &reduced[..]].concat();
    let turned = if sum_of_rows || order.is_sorted() { input.clone() } else { movement::transpose(input, &order)? };
    let count = layout::count(&shape);
    let result = match element {
        ElementType::F32 => {
            Tensor::from_vec(element, &shape, fold_floats::<f32>(turned.values()?, depth, count, sum_of_rows, op))?
        }
        _ => Tensor::from_vec(element, &shape, fold_floats::<f64>(turned.values()?, depth, count, sum_of_rows, op))?,
    };
    Ok(Some(binary(op, &Tensor::splat(initial, &shape)?, &result)?))
}

fn fold_floats<T: Real>(values: &[T], depth: usize, count: usize, sum_of_rows: bool, op: Binary) -> Vec<T> {
    match op {
        Binary::Add => fold_by(values, depth, count, sum_of_rows, T::from_f64(0.0), |a, b| a + b),
        Binary::Multiply => fold_by(values, depth, count, sum_of_rows, T::from_f64(1.0), |a, b| a * b),
        Binary::Maximum => fold_by(values, depth, count, sum_of_rows, T::from_f64(f64::NEG_INFINITY), T::maximum),
        _ => fold_by(values, depth, count, sum_of_rows, T::from_f64(f64::INFINITY), T::minimum),
    }
}

fn fold_by<T: Real>(
    values: &[T],
    depth: usize,
    count: usize,
    sum_of_rows: bool,
    neutral: T,
    f: impl Fn(T, T) -> T + Sync + Send + Copy,
) -> Vec<T> {
    if depth == 0 || count == 0 {
        return vec![neutral; count];
    }
    if !sum_of_rows {
        if count == 1 && depth > 2 * parallel::WORTH_A_THREAD {
            use rayon::prelude::*;
            let parts: Vec<T> =
                values.par_chunks(parallel::WORTH_A_THREAD).map(|part| fold_row(part, neutral, f)).collect();
            return vec![fold_row(&parts, neutral, f)];
        }
        return parallel::tabulate_rows(count, depth, |row| fold_row(&values[row * depth..][..depth], neutral, f));
    }
    let mut result = vec![neutral; count];
    parallel::rows(&mut result, 1, |first, part| {
        let width = part.len();
        let total = fold_rows(&|row| &values[row * count + first..][..width], 0..depth, neutral, f);
        part.copy_from_slice(&total);
    });
    result
}

/// Below this many values a sum is made from left to right, in several lanes.
const SHORT: usize = 256;

fn fold_row<T: Real>(row: &[T], neutral: T, f: impl Fn(T, T) -> T + Copy) -> T {
    if row.len() > SHORT {
        let (left, right) = row.split_at(row.len() / 2);
        return f(fold_row(left, neutral, f), fold_row(right, neutral, f));
    }
    let mut lanes = [neutral; 8];
    let (chunks, rest) = row.as_chunks::<8>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = f(*lane, *value);
        }
    }
    let total = lanes.into_iter().reduce(f).unwrap_or(neutral);
    rest.iter().fold(total, |total, value| f(total, *value))
}

/// The combination of whole rows, in halves.
fn fold_rows<'a, T: Real>(
    row: &(impl Fn(usize) -> &'a [T] + Sync),
    range: std::ops::Range<usize>,
    neutral: T,
    f: impl Fn(T, T) -> T + Copy,
) -> Vec<T> {
    let combine = |total: &mut Vec<T>, other: &[T]| {
        total.iter_mut().zip(other).for_each(|(total, value)| *total = f(*total, *value));
    };
    if range.len() > SHORT / 4 {
        let middle = range.start + range.len() / 2;
        let mut total = fold_rows(row, range.start..middle, neutral, f);
        combine(&mut total, &fold_rows(row, middle..range.end, neutral, f));
        return total;
    }
    let mut total = vec![neutral; row(range.start).len()];
    range.for_each(|i| combine(&mut total, row(i)));
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;

    fn reduced(input: &Tensor, initial: &Tensor, dimensions: &[usize], op: Binary) -> Tensor {
        let mut call = |arguments: &[Tensor]| Ok(vec![binary(op, &arguments[0], &arguments[1])?]);
        let known = Some(Combiner::Binary(op));
        let mut results = Vec::new();
        for (known, by_element) in [(known, false), (None, true), (None, false)] {
            let mut body = Body { known, by_element, call: &mut call };
            results.push(
                reduce(slice::from_ref(input), slice::from_ref(initial), dimensions, &mut body).unwrap().remove(0),
            );
        }
        assert!(results.iter().all(|result| result.same_bits(&results[0])), "{results:?}");
        results.remove(0)
    }

    #[test]
    fn every_way_to_reduce_agrees() {
        for element in [ElementType::F32, ElementType::F64, ElementType::BF16, ElementType::I32] {
            let x = Tensor::from_i64(element, &[2, 3, 5], &(0..30).map(|i| i % 9 - 4).collect::<Vec<_>>()).unwrap();
            for dimensions in [&[][..], &[0], &[1], &[2], &[0, 1], &[2, 0], &[0, 1, 2]] {
                for op in [Binary::Add, Binary::Maximum, Binary::Minimum] {
                    reduced(&x, &Tensor::scalar(element, 1.0), dimensions, op);
                }
            }
        }
    }

    #[test]
    fn values_and_empty_dimensions() {
        let x = Tensor::from_i64(ElementType::F32, &[2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
        let sum = |x: &Tensor, d: &[usize]| reduced(x, &Tensor::scalar(x.element(), 10.0), d, Binary::Add);
        assert_eq!(sum(&x, &[0]).to_f64().unwrap(), [15.0, 17.0, 19.0]);
        assert_eq!(sum(&x, &[1]).to_f64().unwrap(), [16.0, 25.0]);
        assert_eq!(sum(&x, &[0, 1]).to_f64().unwrap(), [31.0]);
        let empty = Tensor::zeros(ElementType::F32, &[2, 0]).unwrap();
        assert_eq!(sum(&empty, &[1]).to_f64().unwrap(), [10.0, 10.0]);
        assert_eq!(sum(&empty, &[0]).shape(), [0]);
    }

    #[test]
    fn large_sums_lose_no_digits() {
        let count = 300_000;
        let x = Tensor::from_f64(ElementType::F32, &[count], &vec![0.1; count]).unwrap();
        let total =
            reduced(&x.reshape(&[count]).unwrap(), &Tensor::scalar(ElementType::F32, 0.0), &[0], Binary::Maximum);
        assert_eq!(total.to_f64().unwrap(), [f64::from(0.1f32)]);
        let mut call = |_: &[Tensor]| Ok(Vec::new());
        let mut body = Body { known: Some(Combiner::Binary(Binary::Add)), by_element: false, call: &mut call };
        let total = reduce(&[x], &[Tensor::scalar(ElementType::F32, 0.0)], &[0], &mut body).unwrap();
        assert!((total[0].to_f64().unwrap()[0] - 30_000.0).abs() < 0.01);
    }
}
