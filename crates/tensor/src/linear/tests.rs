//! Factors multiplied together give the matrix again.

use super::*;
use crate::dot::{DotDimensions, dot_general};
use crate::elementwise::{Binary, Unary, binary, unary};
use crate::movement::transpose;

const TYPES: [ElementType; 4] = [ElementType::F32, ElementType::F64, ElementType::C64, ElementType::C128];

fn random(element: ElementType, shape: &[usize], seed: u64) -> Tensor {
    let count: usize = shape.iter().product();
    let number = |i: usize| {
        let mixed = (i as u64 + 1 + seed * 1000).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 33) as f64 / 2f64.powi(30) - 1.0
    };
    if element.is_complex() {
        let values = (0..count).map(|i| Complex::new(number(2 * i), number(2 * i + 1))).collect();
        return number::store_complex(element, shape, values).unwrap();
    }
    Tensor::from_f64(element, shape, &(0..count).map(number).collect::<Vec<_>>()).unwrap()
}

fn times(a: &Tensor, b: &Tensor) -> Tensor {
    let batch: Vec<usize> = (0..a.rank() - 2).collect();
    let dimensions = DotDimensions {
        lhs_batching: batch.clone(),
        rhs_batching: batch,
        lhs_contracting: vec![a.rank() - 1],
        rhs_contracting: vec![a.rank() - 2],
    };
    dot_general(a, b, &dimensions, a.element()).unwrap()
}

fn adjoint(a: &Tensor) -> Tensor {
    let mut order: Vec<usize> = (0..a.rank()).collect();
    order.swap(a.rank() - 1, a.rank() - 2);
    unary(Unary::Conjugate, &transpose(a, &order).unwrap()).unwrap()
}

fn assert_close(a: &Tensor, b: &Tensor) {
    assert_eq!(a.shape(), b.shape());
    let tolerance = if matches!(a.element(), ElementType::F32 | ElementType::C64) { 1e-5 } else { 1e-12 };
    for (x, y) in number::load_complex(a).unwrap().iter().zip(number::load_complex(b).unwrap()) {
        assert!((x - y).norm() <= tolerance, "{x} {y}");
    }
}

fn positive(element: ElementType, n: usize) -> Tensor {
    let a = random(element, &[2, n, n], 1);
    let eye: Vec<f64> = (0..2 * n * n).map(|i| if (i % (n * n)).is_multiple_of(n + 1) { 1.0 } else { 0.0 }).collect();
    let eye = if element.is_complex() {
        number::store_complex(element, &[2, n, n], eye.iter().map(|x| Complex::new(*x, 0.0)).collect()).unwrap()
    } else {
        Tensor::from_f64(element, &[2, n, n], &eye).unwrap()
    };
    binary(Binary::Add, &times(&a, &adjoint(&a)), &eye).unwrap()
}

#[test]
fn cholesky_factors() {
    for element in TYPES {
        let a = positive(element, 5);
        let lower = cholesky(&a, true).unwrap();
        assert_close(&times(&lower, &adjoint(&lower)), &a);
        let upper = cholesky(&a, false).unwrap();
        assert_close(&times(&adjoint(&upper), &upper), &a);
    }
    let indefinite = Tensor::from_f64(ElementType::F64, &[2, 2], &[1.0, 2.0, 2.0, 1.0]).unwrap();
    assert!(cholesky(&indefinite, true).unwrap().to_f64().unwrap()[0].is_nan());
    assert!(cholesky(&Tensor::zeros(ElementType::F32, &[2, 3]).unwrap(), true).is_err());
    assert_eq!(cholesky(&Tensor::zeros(ElementType::F32, &[0, 0]).unwrap(), true).unwrap().count(), 0);
}

#[test]
fn triangular_systems() {
    for element in TYPES {
        for (lower, left_side) in [(true, true), (true, false), (false, true), (false, false)] {
            for way in [Transpose::No, Transpose::Transpose, Transpose::Adjoint] {
                let factor = cholesky(&positive(element, 4), lower).unwrap();
                let b = random(element, if left_side { &[2, 4, 3] } else { &[2, 3, 4] }, 2);
                let options = TriangularOptions { left_side, lower, unit_diagonal: false, transpose: way };
                let x = triangular_solve(&factor, &b, options).unwrap();
                let turned = match way {
                    Transpose::No => factor,
                    Transpose::Transpose => unary(Unary::Conjugate, &adjoint(&factor)).unwrap(),
                    Transpose::Adjoint => adjoint(&factor),
                };
                assert_close(&if left_side { times(&turned, &x) } else { times(&x, &turned) }, &b);
            }
        }
    }
}

#[test]
fn lu_factors() {
    for element in TYPES {
        for (m, n) in [(4, 4), (5, 3), (3, 5)] {
            let a = random(element, &[m, n], 3);
            let (packed, pivots, info) = lu(&a).unwrap();
            assert_eq!(info.to_i64().unwrap(), [0]);
            let values = number::load_complex(&packed).unwrap();
            let k = m.min(n);
            let mut product = vec![Complex::new(0.0, 0.0); m * n];
            for i in 0..m {
                for j in 0..n {
                    for l in 0..k.min(i + 1).min(j + 1) {
                        let left = if l == i { Complex::new(1.0, 0.0) } else { values[i * n + l] };
                        product[i * n + j] += left * values[l * n + j];
                    }
                }
            }
            for (i, pivot) in pivots.to_i64().unwrap().iter().enumerate().rev() {
                (0..n).for_each(|j| product.swap(i * n + j, (*pivot as usize - 1) * n + j));
            }
            assert_close(&number::store_complex(ElementType::C64, &[m, n], product).unwrap(), &a);
        }
    }
    let singular = Tensor::zeros(ElementType::F64, &[2, 2]).unwrap();
    assert_eq!(lu(&singular).unwrap().2.to_i64().unwrap(), [1]);
}

#[test]
fn qr_factors() {
    for element in TYPES {
        let a = random(element, &[2, 5, 3], 4);
        let (packed, factors) = qr(&a).unwrap();
        let q = qr_basis(&packed, &factors).unwrap();
        let values = number::load_complex(&packed).unwrap();
        let upper = |place: usize| {
            let (number, i, j) = (place / 9, place / 3 % 3, place % 3);
            if i <= j { values[number * 15 + i * 3 + j] } else { Complex::new(0.0, 0.0) }
        };
        let r: Vec<Complex<f64>> = (0..18).map(upper).collect();
        let r = if element.is_complex() {
            number::store_complex(element, &[2, 3, 3], r).unwrap()
        } else {
            Tensor::from_f64(element, &[2, 3, 3], &r.iter().map(|z| z.re).collect::<Vec<_>>()).unwrap()
        };
        assert_close(&times(&q, &r), &a);
    }
}

#[test]
fn eigenvalues_and_singular_values() {
    for element in TYPES {
        let a = positive(element, 4);
        let (vectors, values, _) = eigen_hermitian(&a, true).unwrap();
        let numbers = values.to_f64().unwrap();
        assert!(numbers[..4].is_sorted());
        let scaled = scale_columns(&vectors, &numbers, 4);
        assert_close(&times(&scaled, &adjoint(&vectors)), &a);

        let b = random(element, &[1, 5, 3], 6);
        for kind in [SingularKind::Full, SingularKind::Thin] {
            let found = singular_values(&b, kind).unwrap();
            let mut numbers = found.values.to_f64().unwrap();
            assert!(numbers.iter().rev().is_sorted());
            let columns = found.u.shape()[2];
            numbers.resize(columns, 0.0);
            let scaled = scale_columns(&found.u, &numbers, columns);
            let thin = crate::movement::slice(&scaled, &[0, 0, 0], &[1, 5, 3], &[1, 1, 1]).unwrap();
            assert_close(&times(&thin, &found.v_adjoint), &b);
        }

        let c = random(element, &[4, 4], 7);
        let found = eigen_general(&c).unwrap();
        let complex = crate::convert::convert(&c, found.vectors.element()).unwrap();
        let numbers = number::load_complex(&found.values).unwrap();
        let vectors = number::load_complex(&found.vectors).unwrap();
        let scaled = (0..16).map(|i| vectors[i] * numbers[i % 4]).collect();
        let scaled = number::store_complex(found.vectors.element(), &[4, 4], scaled).unwrap();
        assert_close(&times(&complex, &found.vectors), &scaled);
    }
    let broken = Tensor::from_f64(ElementType::F32, &[1, 1], &[f64::NAN]).unwrap();
    assert_eq!(eigen_hermitian(&broken, true).unwrap().2.to_i64().unwrap(), [1]);
}

/// Multiplies column `j` of each matrix by its number.
fn scale_columns(matrix: &Tensor, numbers: &[f64], columns: usize) -> Tensor {
    let values = number::load_complex(matrix).unwrap();
    let size = values.len() / (numbers.len() / columns);
    let scaled: Vec<Complex<f64>> =
        values.iter().enumerate().map(|(i, z)| z * numbers[i / size * columns + i % columns]).collect();
    if matrix.element().is_complex() {
        return number::store_complex(matrix.element(), matrix.shape(), scaled).unwrap();
    }
    Tensor::from_f64(matrix.element(), matrix.shape(), &scaled.iter().map(|z| z.re).collect::<Vec<_>>()).unwrap()
}
