//! The first half of a rule in two: it returns a tape, the value, and the shadow of the value, as far as they are there.

use super::matching::{Place, Shape, Style, places};
use super::misfit::{Half, misfit};
use super::results::fits;
use zymase_core::Failure;
use zymase_llvm::{Function, Module, Type};

pub struct First {
    pub rule: Function,
    pub shape: Shape,
    pub places: Vec<Place>,
}

/// Which of the values that the first half returns is which.
pub struct Parts {
    pub types: Vec<Type>,
    pub primal: Option<usize>,
    pub shadow: Option<usize>,
}

impl First {
    pub fn of(original: Function, rule: Function, style: Style) -> Result<First, Failure> {
        let (function, shape) = (Shape::of(original), Shape::of(rule));
        let all = |used: usize| used == shape.types.len();
        let found = places(&function, &shape.types, style, &all)
            .or_else(|| places(&function, &shape.types, Style::Gradient, &all));
        let places = found.ok_or_else(|| misfit(original, rule, Half::Augmented(style)))?;
        Ok(First { rule, shape, places })
    }

    /// Reads the result, given what the second half takes for a tape.
    pub fn result(&self, module: Module, function: &Shape, tape: Option<Type>) -> Option<Parts> {
        let value = function.result;
        let start: Vec<Type> = tape.into_iter().collect();
        let at = start.len();
        let reading = |more: &[Type]| Parts {
            types: start.iter().chain(more).copied().collect(),
            primal: (!more.is_empty()).then_some(at),
            shadow: (more.len() == 2).then_some(at + 1),
        };
        let mut readings = Vec::new();
        if !value.is_void() {
            if value.contains_pointer() {
                readings.push(reading(&[value, value]));
            }
            readings.push(reading(&[value]));
        }
        readings.push(reading(&[]));
        readings.into_iter().find(|parts| fits(module, &self.shape, &parts.types))
    }
}
