//! Discrete Fourier transforms of any length over the last dimensions. Computed in double precision.

use crate::element::ElementType;
use crate::error::{Result, check, fail};
use crate::layout;
use crate::movement;
use crate::number;
use crate::parallel;
use crate::tensor::Tensor;
use num_complex::Complex;
use rustfft::FftPlanner;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FftKind {
    Forward,
    Inverse,
    /// From real numbers to the first half of the spectrum.
    RealForward,
    /// From half a spectrum to real numbers.
    RealInverse,
}

/// Transforms the last `lengths.len()` dimensions, which have these lengths (before the forward, after the inverse
/// transform of real numbers).
pub fn fft(x: &Tensor, kind: FftKind, lengths: &[usize]) -> Result<Tensor> {
    let rank = x.rank();
    check!(
        !lengths.is_empty() && lengths.len() <= rank,
        "{} transformed dimensions of {}",
        lengths.len(),
        x.describe()
    );
    let first = rank - lengths.len();
    let last = lengths[lengths.len() - 1];
    let mut expected = lengths.to_vec();
    if kind == FftKind::RealInverse {
        *expected.last_mut().unwrap_or(&mut 0) = last / 2 + 1;
    }
    let is_empty = x.count() == 0;
    let fits = x.shape()[first..] == expected[..] || is_empty;
    check!(fits, "a transform of lengths {lengths:?} of {}", x.describe());
    let element = match (kind, x.element()) {
        (FftKind::RealForward, ElementType::F32) => ElementType::C64,
        (FftKind::RealForward, ElementType::F64) => ElementType::C128,
        (FftKind::RealForward, element) => fail!("there is no such transform of elements of type {element}"),
        (_, ElementType::C64) => ElementType::C64,
        (_, ElementType::C128) => ElementType::C128,
        (_, element) => fail!("there is no such transform of elements of type {element}"),
    };
    let mut values = number::load_complex(x)?;
    let mut shape = x.shape().to_vec();
    match kind {
        FftKind::Forward | FftKind::Inverse => {
            for d in first..rank {
                transform(&mut values, &shape, d, kind == FftKind::Inverse);
            }
            number::store_complex(element, &shape, values)
        }
        FftKind::RealForward => {
            transform(&mut values, &shape, rank - 1, false);
            let whole = Tensor::from_vec(ElementType::C128, &shape, values)?;
            shape[rank - 1] = if last == 0 { 0 } else { last / 2 + 1 };
            let half = movement::slice(&whole, &vec![0; rank], &shape, &vec![1; rank])?;
            let mut values = number::load_complex(&half)?;
            for d in first..rank - 1 {
                transform(&mut values, &shape, d, false);
            }
            number::store_complex(element, &shape, values)
        }
        FftKind::RealInverse => {
            for d in first..rank - 1 {
                transform(&mut values, &shape, d, true);
            }
            let half = shape[rank - 1];
            shape[rank - 1] = last;
            layout::checked_count(&shape, 16)?;
            let mut whole = unfold(&values, half, last);
            transform(&mut whole, &shape, rank - 1, true);
            let reals: Vec<f64> = whole.iter().map(|z| z.re).collect();
            Tensor::from_f64(element.part().unwrap_or(ElementType::F64), &shape, &reals)
        }
    }
}

/// Whole spectra of real signals from their first halves, where the rest mirrors it.
fn unfold(half_rows: &[Complex<f64>], half: usize, length: usize) -> Vec<Complex<f64>> {
    let mut whole = Vec::with_capacity(half_rows.len() / half.max(1) * length);
    for row in half_rows.chunks_exact(half.max(1)) {
        for i in 0..length {
            let mirrored = if i < half { row[i] } else { row[length - i].conj() };
            // What must be real is taken as real.
            let is_real = i == 0 || 2 * i == length;
            whole.push(if is_real { Complex::new(mirrored.re, 0.0) } else { mirrored });
        }
    }
    whole
}

/// Transforms along one dimension, in place; the inverse is divided by the length.
fn transform(values: &mut [Complex<f64>], shape: &[usize], dimension: usize, inverse: bool) {
    let length = shape[dimension];
    if values.is_empty() || length < 2 {
        return;
    }
    let mut planner = FftPlanner::new();
    let plan = if inverse { planner.plan_fft_inverse(length) } else { planner.plan_fft_forward(length) };
    let factor = if inverse { 1.0 / length as f64 } else { 1.0 };
    let inner = layout::count(&shape[dimension + 1..]);
    parallel::rows(values, length * inner, |_, blocks| {
        let mut row = vec![Complex::default(); length];
        for block in blocks.chunks_exact_mut(length * inner) {
            for column in 0..inner {
                (0..length).for_each(|i| row[i] = block[i * inner + column]);
                plan.process(&mut row);
                (0..length).for_each(|i| block[i * inner + column] = row[i] * factor);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for length in [1usize, 2, 3, 5, 8, 13, 30] {
            let numbers: Vec<f64> = (0..2 * length).map(|i| (i * i % 17) as f64 - 5.0).collect();
            let x = Tensor::from_f64(ElementType::F64, &[2, length], &numbers).unwrap();
            let spectrum = fft(&x, FftKind::RealForward, &[2, length]).unwrap();
            assert_eq!(spectrum.shape(), [2, length / 2 + 1]);
            let back = fft(&spectrum, FftKind::RealInverse, &[2, length]).unwrap().to_f64().unwrap();
            for (a, b) in back.iter().zip(&numbers) {
                assert!((a - b).abs() < 1e-12, "{length}: {a} {b}");
            }
        }
    }

    #[test]
    fn a_transform_by_definition() {
        let x = Tensor::from(&[Complex::new(1.0f64, 0.0), Complex::new(0.0, 2.0), Complex::new(-1.0, 0.5)][..]);
        let found = number::load_complex(&fft(&x, FftKind::Forward, &[3]).unwrap()).unwrap();
        let values = number::load_complex(&x).unwrap();
        for (k, found) in found.iter().enumerate() {
            let angle = |n: usize| -2.0 * std::f64::consts::PI * (k * n) as f64 / 3.0;
            let expected: Complex<f64> = (0..3).map(|n| values[n] * Complex::cis(angle(n))).sum();
            assert!((found - expected).norm() < 1e-14);
        }
        assert!(fft(&x, FftKind::Forward, &[4]).is_err());
        assert!(fft(&x, FftKind::RealForward, &[3]).is_err());
    }
}
