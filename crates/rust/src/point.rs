//! What functions are differentiated at, and what they may return.
//!
//! Derivatives go through memory that the plugin sees as numbers: a [`Point`] is the address of its first number and
//! how many there are, an [`Output`] is written to such memory.

use crate::Active;
use std::ops::{AddAssign, Mul};

/// `f32` or `f64`.
pub trait Real: Active + Default + AddAssign + Mul<Output = Self> + 'static {
    /// 1.
    const ONE: Self;
}

impl Real for f32 {
    const ONE: f32 = 1.0;
}

impl Real for f64 {
    const ONE: f64 = 1.0;
}

/// A point: a number, an array or a slice of numbers.
///
/// # Safety
///
/// The functions lead to the same numbers: `from_first(first, n)` is `x` where `first` and `n` are the address and the
/// length of `x.numbers()`.
pub unsafe trait Point {
    /// The type of its numbers.
    type Number: Real;
    /// A point of its own memory.
    type Owned: Clone;

    /// All numbers.
    fn numbers(&self) -> &[Self::Number];

    /// The point at these numbers.
    ///
    /// # Safety
    ///
    /// They are those of a point of this type.
    unsafe fn from_first(first: &[Self::Number; 0], count: usize) -> &Self;

    /// A point of the same size at the origin.
    fn origin(&self) -> Self::Owned;

    /// The numbers of one.
    fn numbers_of(owned: &mut Self::Owned) -> &mut [Self::Number];
}

unsafe impl<T: Real> Point for [T] {
    type Number = T;
    type Owned = Vec<T>;

    #[inline(always)]
    fn numbers(&self) -> &[T] {
        self
    }

    #[inline(always)]
    unsafe fn from_first(first: &[T; 0], count: usize) -> &[T] {
        unsafe { crate::__private::slice(first, count) }
    }

    fn origin(&self) -> Vec<T> {
        vec![T::ZERO; self.len()]
    }

    fn numbers_of(owned: &mut Vec<T>) -> &mut [T] {
        owned
    }
}

unsafe impl<T: Real, const N: usize> Point for [T; N] {
    type Number = T;
    type Owned = [T; N];

    #[inline(always)]
    fn numbers(&self) -> &[T] {
        self
    }

    #[inline(always)]
    unsafe fn from_first(first: &[T; 0], _: usize) -> &[T; N] {
        unsafe { &*first.as_ptr().cast() }
    }

    fn origin(&self) -> [T; N] {
        [T::ZERO; N]
    }

    fn numbers_of(owned: &mut [T; N]) -> &mut [T] {
        owned
    }
}

macro_rules! numbers {
    ($($number:ident)*) => { $(
        unsafe impl Point for $number {
            type Number = $number;
            type Owned = $number;

            #[inline(always)]
            fn numbers(&self) -> &[$number] {
                std::slice::from_ref(self)
            }

            #[inline(always)]
            unsafe fn from_first(first: &[$number; 0], _: usize) -> &$number {
                unsafe { &*first.as_ptr() }
            }

            fn origin(&self) -> $number {
                0.0
            }

            fn numbers_of(owned: &mut $number) -> &mut [$number] {
                std::slice::from_mut(owned)
            }
        }

        impl Output for $number {
            type Number = $number;

            #[inline(always)]
            fn results(&self) -> &[$number] {
                std::slice::from_ref(self)
            }

            fn like(&self, numbers: &[$number]) -> $number {
                numbers[0]
            }
        }
    )* };
}

numbers!(f32 f64);

/// What a function returns: a number, an array or a vector of numbers.
pub trait Output {
    /// The type of its numbers.
    type Number: Real;

    /// All numbers.
    fn results(&self) -> &[Self::Number];

    /// The same with other numbers.
    fn like(&self, numbers: &[Self::Number]) -> Self;
}

impl<T: Real, const N: usize> Output for [T; N] {
    type Number = T;

    #[inline(always)]
    fn results(&self) -> &[T] {
        self
    }

    fn like(&self, numbers: &[T]) -> [T; N] {
        std::array::from_fn(|index| numbers[index])
    }
}

impl<T: Real> Output for Vec<T> {
    type Number = T;

    #[inline(always)]
    fn results(&self) -> &[T] {
        self
    }

    fn like(&self, numbers: &[T]) -> Vec<T> {
        numbers.to_vec()
    }
}
