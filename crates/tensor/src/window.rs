//! Reductions over moving windows, and their counterpart that scatters to the selected element of each window.

use crate::body::{Body, Combiner};
use crate::element::ElementType;
use crate::elementwise::{Binary, binary, select};
use crate::error::{Error, Result, check};
use crate::layout::{self, Odometer};
use crate::movement::{self, Padding};
use crate::number;
use crate::reduce::run_rows;
use crate::scatter::{Meeting, combine, pick};
use crate::tensor::{Tensor, check_same_shape};

/// How windows move over a tensor; all lists have one entry for each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    pub sizes: Vec<usize>,
    pub strides: Vec<usize>,
    pub base_dilations: Vec<usize>,
    pub window_dilations: Vec<usize>,
    pub padding: Vec<(i64, i64)>,
}

impl Window {
    /// Windows of these sizes that move by one, without padding or dilation.
    pub fn plain(sizes: &[usize]) -> Self {
        let rank = sizes.len();
        Self {
            sizes: sizes.to_vec(),
            strides: vec![1; rank],
            base_dilations: vec![1; rank],
            window_dilations: vec![1; rank],
            padding: vec![(0, 0); rank],
        }
    }

    fn check(&self, rank: usize) -> Result<()> {
        let lengths = [self.strides.len(), self.base_dilations.len(), self.window_dilations.len(), self.padding.len()];
        let fits = self.sizes.len() == rank && lengths.iter().all(|length| *length == rank);
        check!(fits, "the lists of a window do not have {rank} entries");
        let positive = [&self.sizes, &self.strides, &self.base_dilations, &self.window_dilations];
        check!(
            positive.iter().all(|list| list.iter().all(|n| *n > 0)),
            "a size, stride or dilation of a window is zero"
        );
        layout::checked_count(&self.sizes, 1)?;
        Ok(())
    }

    /// The tensor with its padding and dilation.
    fn padded(&self, x: &Tensor, value: &Tensor) -> Result<Tensor> {
        let pairs = self.padding.iter().zip(&self.base_dilations);
        let padding: Vec<Padding> = pairs
            .map(|((low, high), dilation)| Padding {
                low: *low,
                high: *high,
                interior: (*dilation as i64).saturating_sub(1),
            })
            .collect();
        movement::pad(x, value, &padding)
    }

    /// How many windows there are along each dimension of a padded shape.
    fn counts(&self, padded: &[usize]) -> Result<Vec<usize>> {
        let count = |d: usize| {
            let span = (self.sizes[d] - 1).checked_mul(self.window_dilations[d]);
            let span = span.ok_or_else(|| Error::new("a dilated window is too large"))?.saturating_add(1);
            Ok(if padded[d] < span { 0 } else { (padded[d] - span) / self.strides[d] + 1 })
        };
        (0..padded.len()).map(count).collect()
    }

    /// What all windows see at one place of the window.
    fn seen_at(&self, padded: &Tensor, counts: &[usize], place: &[usize]) -> Result<Tensor> {
        let starts: Vec<usize> = place.iter().zip(&self.window_dilations).map(|(i, dilation)| i * dilation).collect();
        let limit = |d: usize| starts[d] + (counts[d] - 1) * self.strides[d] + 1;
        let limits: Vec<usize> = (0..counts.len()).map(limit).collect();
        movement::slice(padded, &starts, &limits, &self.strides)
    }
}

/// Reduces what each window sees, for several tensors of the same shape together.
pub fn reduce_window(inputs: &[Tensor], initial: &[Tensor], window: &Window, body: &mut Body) -> Result<Vec<Tensor>> {
    let Some(first) = inputs.first() else {
        return Err(Error::new("a reduction without operands"));
    };
    check!(inputs.len() == initial.len(), "{} operands and {} initial values", inputs.len(), initial.len());
    window.check(first.rank())?;
    let mut padded = Vec::with_capacity(inputs.len());
    for (input, initial) in inputs.iter().zip(initial) {
        check_same_shape(first, input, "operands of a reduction")?;
        padded.push(window.padded(input, initial)?);
    }
    let counts = window.counts(padded[0].shape())?;
    let total = layout::checked_count(&counts, 16)?;
    let start = initial.iter().map(|value| Tensor::splat(value, &counts)).collect::<Result<Vec<_>>>()?;
    if total == 0 {
        return Ok(start);
    }
    if let ([x], [start], Some(Combiner::Binary(op))) = (&padded[..], &start[..], body.known) {
        return Ok(vec![reduce_each_dimension(x, start, window, op)?]);
    }
    let mut place = Odometer::at(&window.sizes, 0);
    let mut rows = start.iter().map(|row| row.reshape(&[total])).collect::<Result<Vec<_>>>()?;
    loop {
        let seen = padded
            .iter()
            .map(|padded| window.seen_at(padded, &counts, &place.index)?.reshape(&[total]))
            .collect::<Result<Vec<_>>>()?;
        rows = run_rows(body, rows, seen)?;
        if !place.advance() {
            return rows.iter().map(|row| row.reshape(&counts)).collect();
        }
    }
}

/// A known operation is associative and commutative: windows are reduced along one dimension after the other. Floats of
/// at most 16 bits are combined in `f32`.
fn reduce_each_dimension(padded: &Tensor, start: &Tensor, window: &Window, op: Binary) -> Result<Tensor> {
    let element = padded.element();
    let mut x = number::widen(padded)?;
    for d in 0..x.rank() {
        let mut along = Window::plain(&vec![1; x.rank()]);
        (along.sizes[d], along.strides[d]) = (window.sizes[d], window.strides[d]);
        along.window_dilations[d] = window.window_dilations[d];
        let counts = along.counts(x.shape())?;
        let mut place = vec![0; x.rank()];
        let mut sum = along.seen_at(&x, &counts, &place)?;
        for i in 1..window.sizes[d] {
            place[d] = i;
            sum = binary(op, &sum, &along.seen_at(&x, &counts, &place)?)?;
        }
        x = sum;
    }
    let result = binary(op, &number::widen(start)?, &x)?;
    number::narrow(element, &result)
}

/// The place of the element that each window selects; -1 where a window sees nothing but padding. `choose` gets two values
/// and says whether the first stays selected. There are as many windows as the shape of a source says.
pub fn select_places(operand: &Tensor, source_shape: &[usize], window: &Window, choose: &mut Body) -> Result<Vec<i64>> {
    window.check(operand.rank())?;
    let is_dense = window.base_dilations.iter().chain(&window.window_dilations).all(|dilation| *dilation == 1);
    check!(is_dense, "windows that select have no dilation");
    let places = movement::iota(ElementType::I64, &[operand.count()], 0)?.reshape(operand.shape())?;
    let padded_places = window.padded(&places, &Tensor::from(-1i64))?;
    let padded = window.padded(operand, &Tensor::scalar(operand.element(), 0.0))?;
    let counts = window.counts(padded.shape())?;
    check!(counts == source_shape, "there are windows of shape {counts:?} for sources of shape {source_shape:?}");
    if layout::count(&counts) == 0 {
        return Ok(Vec::new());
    }
    select_by_offset(&padded, &padded_places, window, &counts, choose)
}

/// Combines each source with an initial value at the place that its window has selected.
pub fn scatter_to_places(
    shape: &[usize],
    source: &Tensor,
    initial: &Tensor,
    places: &[i64],
    combine_body: &mut Body,
) -> Result<Tensor> {
    check!(initial.rank() == 0, "the initial value is {}", initial.describe());
    check!(source.count() == places.len(), "{} places for {}", places.len(), source.describe());
    let count = layout::checked_count(shape, initial.element().bytes())?;
    let result = Tensor::splat(initial, &[count])?;
    let pairs = places.iter().enumerate().filter(|(_, target)| **target >= 0 && (**target as usize) < count);
    let meetings: Vec<Meeting> = pairs.map(|(update, target)| Meeting { update, target: *target as usize }).collect();
    let flat = source.reshape(&[source.count()])?;
    combine(vec![result], &[flat], &meetings, combine_body)?.remove(0).reshape(shape)
}

/// Goes through the places of all windows at once.
fn select_by_offset(
    padded: &Tensor,
    places: &Tensor,
    window: &Window,
    counts: &[usize],
    choose: &mut Body,
) -> Result<Vec<i64>> {
    let total = layout::count(counts);
    let mut place = Odometer::at(&window.sizes, 0);
    let mut best = window.seen_at(padded, counts, &place.index)?.reshape(&[total])?;
    let mut best_place = window.seen_at(places, counts, &place.index)?.reshape(&[total])?;
    while place.advance() {
        let candidate = window.seen_at(padded, counts, &place.index)?.reshape(&[total])?;
        let candidate_place = window.seen_at(places, counts, &place.index)?.reshape(&[total])?;
        let (old, new) = (best_place.to_i64()?, candidate_place.to_i64()?);
        // The body is asked only where both are elements and not padding.
        let contested: Vec<usize> = (0..total).filter(|i| old[*i] >= 0 && new[*i] >= 0).collect();
        let mut stays: Vec<bool> = (0..total).map(|i| new[i] < 0).collect();
        if !contested.is_empty() {
            let left = pick(&best, &contested, true)?;
            let right = pick(&candidate, &contested, true)?;
            let verdict = run_rows(choose, vec![left], vec![right])?;
            check!(verdict[0].element() == ElementType::Bool, "a selection returned {}", verdict[0].describe());
            for (i, bit) in contested.iter().zip(verdict[0].values::<u8>()?) {
                stays[*i] = *bit != 0;
            }
        }
        let stays = Tensor::from(&stays[..]);
        best = select(&stays, &best, &candidate)?;
        best_place = select(&stays, &best_place, &candidate_place)?;
    }
    best_place.to_i64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elementwise::{Comparison, Direction, compare};

    fn ramp(shape: &[usize]) -> Tensor {
        let count = layout::count(shape) as i64;
        Tensor::from_i64(ElementType::I32, shape, &(1..=count).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn the_example_of_the_specification() {
        let window = Window {
            sizes: vec![2, 1],
            strides: vec![4, 1],
            base_dilations: vec![2, 1],
            window_dilations: vec![3, 1],
            padding: vec![(2, 1), (0, 0)],
        };
        let zero = Tensor::from(0i32);
        let mut call = |arguments: &[Tensor]| Ok(vec![binary(Binary::Add, &arguments[0], &arguments[1])?]);
        for known in [None, Some(Combiner::Binary(Binary::Add))] {
            let mut body = Body { known, by_element: true, call: &mut call };
            let found = reduce_window(&[ramp(&[3, 2])], std::slice::from_ref(&zero), &window, &mut body).unwrap();
            assert_eq!(found[0].shape(), [2, 2]);
            assert_eq!(found[0].to_i64().unwrap(), [0, 0, 3, 4]);
        }
    }

    #[test]
    fn every_float_type_has_windows() {
        let mut call = |_: &[Tensor]| Ok(Vec::new());
        for element in [ElementType::F64, ElementType::F32, ElementType::BF16, ElementType::C64] {
            let x = Tensor::from_i64(element, &[3], &[1, 2, 3]).unwrap();
            let mut body = Body { known: Some(Combiner::Binary(Binary::Add)), by_element: false, call: &mut call };
            let zero = Tensor::scalar(element, 0.0);
            let found = reduce_window(&[x], &[zero], &Window::plain(&[2]), &mut body).unwrap();
            let expected = Tensor::from_i64(element, &[2], &[3, 5]).unwrap();
            assert!(found[0].same_bits(&expected));
        }
    }

    #[test]
    fn sources_go_to_the_selected_elements() {
        let operand = Tensor::from_i64(ElementType::I32, &[4, 2], &[1, 5, 2, 5, 3, 6, 4, 4]).unwrap();
        let source = Tensor::from_i64(ElementType::I32, &[2, 2], &[5, 6, 7, 8]).unwrap();
        let mut window = Window::plain(&[3, 1]);
        window.strides = vec![2, 1];
        window.padding = vec![(0, 1), (0, 0)];
        let mut choose_call =
            |x: &[Tensor]| Ok(vec![compare(Direction::GreaterOrEqual, Comparison::Numbers, &x[0], &x[1])?]);
        let mut choose = Body { known: None, by_element: true, call: &mut choose_call };
        let mut add_call = |x: &[Tensor]| Ok(vec![binary(Binary::Add, &x[0], &x[1])?]);
        let mut add = Body { known: None, by_element: true, call: &mut add_call };
        let zero = Tensor::from(0i32);
        let places = select_places(&operand, source.shape(), &window, &mut choose).unwrap();
        let found = scatter_to_places(operand.shape(), &source, &zero, &places, &mut add).unwrap();
        assert_eq!(found.to_i64().unwrap(), [0, 0, 0, 0, 5, 14, 7, 0]);
    }
}
