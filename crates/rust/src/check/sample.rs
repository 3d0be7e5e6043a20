//! Types that `cargo zymase check` can draw arguments of.

// Values are drawn and read by checks alone.
#![cfg_attr(not(any(test, zymase_check)), allow(dead_code))]

use super::Source;
use std::fmt::{Debug, Write as _};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

/// The floating-point numbers of a value, in the order in which they are drawn.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    pub(super) values: Vec<f64>,
    /// Is one of them an `f32`?
    pub(super) single: bool,
}

/// A type that `cargo zymase check` can draw arguments of. `#[derive(zymase::Sample)]` implements it for structs and
/// enumerations whose fields implement it.
///
/// ```
/// #[derive(zymase::Sample)]
/// struct Spring {
///     stiffness: f64,
///     ends: [usize; 2],
/// }
/// ```
pub trait Sample: Sized {
    /// Draws a value. What is not a floating-point number may depend on the random source alone.
    fn sample(source: &mut Source) -> Self;

    /// Adds all floating-point numbers, in the order in which they are drawn.
    fn numbers(&self, numbers: &mut Numbers);

    /// Writes the value for a person to read.
    fn describe(&self, text: &mut String) {
        text.push_str(std::any::type_name::<Self>());
    }
}

fn write_debug(value: &impl Debug, text: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(text, "{value:?}");
}

/// Writes values in brackets.
fn list<'a, T: Sample + 'a>(values: impl IntoIterator<Item = &'a T>, text: &mut String) {
    text.push('[');
    for (index, value) in values.into_iter().enumerate() {
        text.push_str(if index == 0 { "" } else { ", " });
        value.describe(text);
    }
    text.push(']');
}

impl Sample for f64 {
    fn sample(source: &mut Source) -> f64 {
        source.number()
    }

    fn numbers(&self, numbers: &mut Numbers) {
        numbers.values.push(*self);
    }

    fn describe(&self, text: &mut String) {
        write_debug(self, text);
    }
}

impl Sample for f32 {
    fn sample(source: &mut Source) -> f32 {
        source.number() as f32
    }

    fn numbers(&self, numbers: &mut Numbers) {
        numbers.values.push(f64::from(*self));
        numbers.single = true;
    }

    fn describe(&self, text: &mut String) {
        write_debug(self, text);
    }
}

/// Types without floating-point numbers.
macro_rules! plain {
    ($($ty:ty: |$source:ident| $draw:expr;)*) => { $(
        impl Sample for $ty {
            fn sample($source: &mut Source) -> Self {
                $draw
            }

            fn numbers(&self, _: &mut Numbers) {}

            fn describe(&self, text: &mut String) {
                write_debug(self, text);
            }
        }
    )* };
}

macro_rules! integers {
    ($($ty:ty)*) => { plain! { $($ty: |source| {
        let high = if <$ty>::MAX as u128 > i128::MAX as u128 { i128::MAX } else { <$ty>::MAX as i128 };
        source.integer(<$ty>::MIN as i128, high) as $ty
    };)* } };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

plain! {
    (): |_source| ();
    bool: |source| source.between(0, 1) == 1;
    char: |source| char::from(source.between(0x61, 0x7A) as u8);
    String: |source| (0..source.length()).map(|_| char::sample(source)).collect();
    &str: |source| String::sample(source).leak();
}

impl<T> Sample for PhantomData<T> {
    fn sample(_: &mut Source) -> PhantomData<T> {
        PhantomData
    }

    fn numbers(&self, _: &mut Numbers) {}
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(source: &mut Source) -> [T; N] {
        std::array::from_fn(|_| T::sample(source))
    }

    fn numbers(&self, numbers: &mut Numbers) {
        self.iter().for_each(|value| value.numbers(numbers));
    }

    fn describe(&self, text: &mut String) {
        list(self, text);
    }
}

impl<T: Sample> Sample for Vec<T> {
    fn sample(source: &mut Source) -> Vec<T> {
        let length = source.length();
        source.nested(|source| (0..length).map(|_| T::sample(source)).collect())
    }

    fn numbers(&self, numbers: &mut Numbers) {
        self.iter().for_each(|value| value.numbers(numbers));
    }

    fn describe(&self, text: &mut String) {
        list(self, text);
    }
}

impl<T: Sample> Sample for Option<T> {
    fn sample(source: &mut Source) -> Option<T> {
        let is_there = source.variant(4, &[0]) != 0;
        is_there.then(|| source.nested(T::sample))
    }

    fn numbers(&self, numbers: &mut Numbers) {
        self.iter().for_each(|value| value.numbers(numbers));
    }

    fn describe(&self, text: &mut String) {
        match self {
            Some(value) => {
                text.push_str("Some(");
                value.describe(text);
                text.push(')');
            }
            None => text.push_str("None"),
        }
    }
}

/// What refers to a value is drawn like the value. Memory behind references is never freed: a check is a short program.
macro_rules! pointers {
    ($($pointer:ty: $make:expr, $sign:literal;)*) => { $(
        impl<'a, T: Sample + 'a> Sample for $pointer {
            fn sample(source: &mut Source) -> $pointer {
                $make(source.nested(T::sample))
            }

            fn numbers(&self, numbers: &mut Numbers) {
                (**self).numbers(numbers);
            }

            fn describe(&self, text: &mut String) {
                text.push_str($sign);
                (**self).describe(text);
            }
        }
    )* };
}

fn leak<'a, T>(value: T) -> &'a mut T {
    Box::leak(Box::new(value))
}

pointers! {
    &'a T: leak, "&";
    &'a mut T: leak, "&mut ";
    Box<T>: Box::new, "";
    Rc<T>: Rc::new, "";
    Arc<T>: Arc::new, "";
}

macro_rules! slices {
    ($($pointer:ty: $make:expr, $sign:literal;)*) => { $(
        impl<'a, T: Sample + 'a> Sample for $pointer {
            fn sample(source: &mut Source) -> $pointer {
                $make(Vec::sample(source))
            }

            fn numbers(&self, numbers: &mut Numbers) {
                self.iter().for_each(|value| value.numbers(numbers));
            }

            fn describe(&self, text: &mut String) {
                text.push_str($sign);
                list(self.iter(), text);
            }
        }
    )* };
}

slices! {
    &'a [T]: Vec::leak, "&";
    &'a mut [T]: Vec::leak, "&mut ";
    Box<[T]>: Vec::into_boxed_slice, "";
}

macro_rules! tuples {
    ($($name:ident $field:tt)+) => {
        impl<$($name: Sample),+> Sample for ($($name,)+) {
            fn sample(source: &mut Source) -> Self {
                ($($name::sample(source),)+)
            }

            fn numbers(&self, numbers: &mut Numbers) {
                $(self.$field.numbers(numbers);)+
            }

            fn describe(&self, text: &mut String) {
                text.push('(');
                $(
                    text.push_str(if $field == 0 { "" } else { ", " });
                    self.$field.describe(text);
                )+
                text.push(')');
            }
        }
    };
}

tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);

#[cfg(test)]
mod tests {
    use super::super::source::Style;
    use super::*;

    fn numbers_of(value: &impl Sample) -> Vec<f64> {
        let mut numbers = Numbers::default();
        value.numbers(&mut numbers);
        numbers.values
    }

    #[test]
    fn a_value_is_drawn_again_with_other_numbers() {
        type Drawn = (Vec<Option<f64>>, [f32; 2], usize, &'static str, Option<Box<f64>>);
        for seed in 0..50 {
            let style = Style::new(seed, (0.0, 1.0));
            let first = Drawn::sample(&mut Source::new(&style, 0, None));
            let numbers = numbers_of(&first);
            let given: Vec<f64> = (0..numbers.len()).map(|index| index as f64).collect();
            let second = Drawn::sample(&mut Source::new(&style, 0, Some(given.clone())));
            assert_eq!(numbers_of(&second), given);
            assert_eq!((first.2, first.3), (second.2, second.3));
        }
    }

    #[test]
    fn collections_have_one_length_in_most_samples() {
        let draw = |seed| <(Vec<f64>, Vec<f64>)>::sample(&mut Source::new(&Style::new(seed, (0.0, 1.0)), 0, None));
        let alike = (0..100).map(draw).filter(|(a, b)| a.len() == b.len()).count();
        assert!((60..100).contains(&alike), "{alike}");
    }

    #[test]
    fn integers_fit_their_types() {
        let style = Style::new(3, (0.0, 1.0));
        for index in 0..200 {
            let mut source = Source::new(&style, index, None);
            let (a, b) = <(u8, i64)>::sample(&mut source);
            assert!(a < 10 && (-4..10).contains(&b), "{a} {b}");
        }
    }

    #[test]
    fn values_are_shown_as_in_source() {
        let mut text = String::new();
        (vec![1.0, 2.5], Some(&mut true), "a").describe(&mut text);
        assert_eq!(text, "([1.0, 2.5], Some(&mut true), \"a\")");
    }
}
