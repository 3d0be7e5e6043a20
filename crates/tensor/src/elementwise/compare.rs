//! Comparisons.

use crate::element::{Class, ElementType};
use crate::error::{Result, check, fail};
use crate::number::{self, Real, each_integer};
use crate::parallel::zip;
use crate::tensor::{Tensor, check_same};
use num_complex::Complex;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// In which order floats are compared: as numbers, or in the total order of IEEE 754 (which tells zeros apart and gives
/// NaNs a place).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Numbers,
    TotalOrder,
}

/// Compares the elements at each place of two tensors of the same type.
pub fn compare(direction: Direction, comparison: Comparison, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    check_same(a, b, "operands")?;
    let element = a.element();
    let is_total = comparison == Comparison::TotalOrder;
    check!(!is_total || element.is_float(), "a total order of floats does not compare elements of type {element}");
    let bits = match element.class() {
        Class::Bool => ordered::<u8>(direction, a.values()?, b.values()?),
        Class::Signed | Class::Unsigned => {
            each_integer!(element, T => ordered::<T>(direction, a.values()?, b.values()?), Vec::new())
        }
        Class::Complex if element == ElementType::C64 => complexes::<f32>(direction, a.values()?, b.values()?)?,
        Class::Complex => complexes::<f64>(direction, a.values()?, b.values()?)?,
        Class::Float if number::is_narrow_float(element) => {
            return compare(direction, comparison, &number::widen(a)?, &number::widen(b)?);
        }
        Class::Float if element == ElementType::F32 => reals::<f32>(direction, is_total, a.values()?, b.values()?),
        Class::Float => reals::<f64>(direction, is_total, a.values()?, b.values()?),
    };
    Tensor::from_vec(ElementType::Bool, a.shape(), bits)
}

fn ordered<T: PartialOrd + Copy + Sync>(direction: Direction, a: &[T], b: &[T]) -> Vec<u8> {
    match direction {
        Direction::Equal => zip(a, b, |a, b| u8::from(a == b)),
        Direction::NotEqual => zip(a, b, |a, b| u8::from(a != b)),
        Direction::Less => zip(a, b, |a, b| u8::from(a < b)),
        Direction::LessOrEqual => zip(a, b, |a, b| u8::from(a <= b)),
        Direction::Greater => zip(a, b, |a, b| u8::from(a > b)),
        Direction::GreaterOrEqual => zip(a, b, |a, b| u8::from(a >= b)),
    }
}

fn reals<T: Real>(direction: Direction, is_total: bool, a: &[T], b: &[T]) -> Vec<u8> {
    if !is_total {
        return ordered(direction, a, b);
    }
    let places = |values: &[T]| values.iter().map(|value| value.total_order()).collect::<Vec<i64>>();
    ordered(direction, &places(a), &places(b))
}

fn complexes<T: Real>(direction: Direction, a: &[Complex<T>], b: &[Complex<T>]) -> Result<Vec<u8>> {
    let are_equal = |a: Complex<T>, b: Complex<T>| a.re == b.re && a.im == b.im;
    Ok(match direction {
        Direction::Equal => zip(a, b, |a, b| u8::from(are_equal(a, b))),
        Direction::NotEqual => zip(a, b, |a, b| u8::from(!are_equal(a, b))),
        _ => fail!("complex numbers are compared for equality only"),
    })
}
