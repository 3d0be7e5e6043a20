//! Draws values of types of which the macro does not know whether they implement [`Sample`].
//!
//! `(&Probe::<T>::new()).draw(…)` is [`Known`]'s method where `T` implements it, because no further reference is needed to call
//! it, and [`Unknown`]'s everywhere else. So a type that cannot be drawn is not a compilation error.

use super::{Numbers, Sample, Source};
use std::marker::PhantomData;

/// Stands for a type.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Probe<T> {
        Probe(PhantomData)
    }
}

/// Of types that can be drawn.
pub trait Known<T> {
    fn is_known(&self) -> bool;
    fn draw(&self, source: Source) -> T;
    fn read(&self, value: &T, numbers: &mut Numbers);
    fn describe(&self, value: &T) -> String;
}

impl<T: Sample> Known<T> for Probe<T> {
    fn is_known(&self) -> bool {
        true
    }

    fn draw(&self, mut source: Source) -> T {
        T::sample(&mut source)
    }

    fn read(&self, value: &T, numbers: &mut Numbers) {
        value.numbers(numbers);
    }

    fn describe(&self, value: &T) -> String {
        let mut text = String::new();
        value.describe(&mut text);
        text
    }
}

/// Of all others. Nothing is called where [`is_known`](Unknown::is_known) says no.
pub trait Unknown<T> {
    fn is_known(&self) -> bool;
    fn draw(&self, source: Source) -> T;
    fn read(&self, value: &T, numbers: &mut Numbers);
    fn describe(&self, value: &T) -> String;
}

const NOT_DRAWN: &str = "a type without `Sample` is not drawn";

impl<T> Unknown<T> for &Probe<T> {
    fn is_known(&self) -> bool {
        false
    }

    fn draw(&self, _: Source) -> T {
        unreachable!("{NOT_DRAWN}")
    }

    fn read(&self, _: &T, _: &mut Numbers) {
        unreachable!("{NOT_DRAWN}")
    }

    fn describe(&self, _: &T) -> String {
        unreachable!("{NOT_DRAWN}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Opaque;

    #[test]
    #[allow(clippy::needless_borrow)]
    fn types_that_can_be_drawn_are_told_from_others() {
        assert!((&Probe::<&[Option<f64>]>::new()).is_known());
        assert!(!(&Probe::<Opaque>::new()).is_known());
        assert!(!(&Probe::<&[Opaque]>::new()).is_known());
        assert!(!(&Probe::<*const f64>::new()).is_known());
    }
}
