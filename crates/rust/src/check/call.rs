//! One call of a function or of a derivative with drawn arguments: what generated code asks for, and what it hands back.

use super::source::Style;
use super::{Numbers, Source};

/// The numbers of the parameters, of which some have none, and of the result.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides {
    /// By the index of the parameter.
    pub parameters: Vec<Vec<f64>>,
    pub result: Vec<f64>,
}

impl Sides {
    pub(super) fn all(&self) -> impl Iterator<Item = &f64> {
        self.parameters.iter().flatten().chain(&self.result)
    }

    /// The products with the numbers of another.
    pub(super) fn products(&self, other: &Sides) -> impl Iterator<Item = f64> {
        let of_parameters = self.parameters.iter().zip(&other.parameters).flat_map(|(a, b)| a.iter().zip(b));
        of_parameters.chain(self.result.iter().zip(&other.result)).map(|(a, b)| a * b)
    }

    /// The sum of these.
    pub(super) fn dot(&self, other: &Sides) -> f64 {
        self.products(other).sum()
    }
}

fn scaled(numbers: &[f64], factor: f64) -> Vec<f64> {
    numbers.iter().map(|number| number * factor).collect()
}

/// Each lane of a derivative has another multiple of the shadows, and so of the derivative.
pub(super) fn factor(lane: usize) -> f64 {
    lane as f64 + 1.0
}

/// A call; what it needs is set before, what comes back is read after.
pub struct Call {
    pub(super) style: Style,
    /// The numbers of each parameter; none for those that are random.
    pub(super) point: Vec<Option<Vec<f64>>>,
    /// Tangents of parameters, or the seeds of the result and of what parameters refer to.
    pub(super) shadows: Sides,
    /// What came back: values, tangents or gradients of each lane.
    lanes: Vec<Returned>,
}

/// What came back, in the form of [`Sides`].
#[derive(Clone, Debug, Default)]
pub(super) struct Returned {
    pub sides: Sides,
    pub single: bool,
}

impl Call {
    pub(super) fn new(style: &Style, point: Vec<Option<Vec<f64>>>, shadows: Sides) -> Call {
        Call { style: style.clone(), point, shadows, lanes: Vec::new() }
    }

    /// What came back in each lane; in lane 0 for functions.
    pub(super) fn returned(self) -> Vec<Returned> {
        self.lanes
    }

    /// Draws an argument.
    pub fn argument(&self, index: usize) -> Source {
        Source::new(&self.style, index, self.point.get(index).cloned().flatten())
    }

    /// Draws its shadow. The index after the last parameter's is that of a place for the result.
    pub fn shadow(&self, index: usize, lane: usize) -> Source {
        let numbers = match index == self.point.len() {
            true => &self.shadows.result[..],
            false => self.shadows.parameters.get(index).map_or(&[][..], Vec::as_slice),
        };
        Source::new(&self.style, index, Some(scaled(numbers, factor(lane))))
    }

    /// Draws the seed of the result.
    pub fn seed(&self, lane: usize) -> Source {
        Source::new(&self.style, usize::MAX, Some(scaled(&self.shadows.result, factor(lane))))
    }

    /// Takes what came back for a parameter, or in the place for the result.
    pub fn give(&mut self, index: usize, lane: usize, read: impl FnOnce(&mut Numbers)) {
        if index == self.point.len() {
            return self.give_result(lane, read);
        }
        let values = self.read(lane, read);
        let parameters = &mut self.lanes[lane].sides.parameters;
        parameters.resize(parameters.len().max(index + 1), Vec::new());
        parameters[index] = values;
    }

    /// Takes the result, or its tangent.
    pub fn give_result(&mut self, lane: usize, read: impl FnOnce(&mut Numbers)) {
        let values = self.read(lane, read);
        self.lanes[lane].sides.result = values;
    }

    fn read(&mut self, lane: usize, read: impl FnOnce(&mut Numbers)) -> Vec<f64> {
        let count = self.lanes.len().max(lane + 1);
        self.lanes.resize(count, Returned::default());
        let mut numbers = Numbers::default();
        read(&mut numbers);
        self.lanes[lane].single |= numbers.single;
        numbers.values
    }
}
