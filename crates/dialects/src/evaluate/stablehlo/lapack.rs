//! The routines of LAPACK that JAX calls on CPUs, by name without the letter of their type.

use crate::evaluate::rules::{operands, result_type};
use crate::evaluate::values::static_shape;
use crate::evaluate::{Machine, Problem, Result, RuntimeValue};
use zymase_ir::{Attribute, Ir, Op};
use zymase_tensor::elementwise::{Comparison, Direction, Unary, compare, imag, real, unary};
use zymase_tensor::linear::{self, SingularKind, Transpose, TriangularOptions};
use zymase_tensor::{ElementType, Tensor, convert, movement};

/// Calls `routine`, such as `dgetrf`.
pub(super) fn call(machine: &Machine, op: Op, routine: &str, values: Vec<RuntimeValue>) -> Result<Vec<RuntimeValue>> {
    let name = routine.get(1..).unwrap_or_default();
    let results = match name {
        "potrf" => potrf(machine, op, values)?,
        "getrf" => {
            let [a] = operands(values)?;
            let (factors, pivots, info) = linear::lu(&a)?;
            vec![factors, pivots, info]
        }
        "geqrf" => {
            let [a] = operands(values)?;
            let (packed, factors) = linear::qr(&a)?;
            vec![packed, factors]
        }
        "orgqr" | "ungqr" => {
            let [packed, factors] = operands(values)?;
            vec![linear::qr_basis(&packed, &factors)?]
        }
        "syevd" | "heevd" => {
            let [a] = operands(values)?;
            let (vectors, numbers, info) = linear::eigen_hermitian(&a, letter(machine, op, "uplo")? == b'L')?;
            vec![vectors, numbers, info]
        }
        "gesdd" => gesdd(machine, op, values)?,
        "geev" => geev(machine, op, values)?,
        "trsm" => trsm(machine, op, values)?,
        _ => return Err(format!("there is no evaluation of LAPACK's `{routine}`").into()),
    };
    Ok(results.into_iter().map(RuntimeValue::Tensor).collect())
}

/// A letter of the configuration, which is written as a number.
pub(crate) fn configured_letter(ir: &Ir, op: Op, name: &str) -> Option<u8> {
    let places = ["mhlo.backend_config", "backend_config"];
    let dictionaries = places.iter().filter_map(|place| ir.attribute(op, place)?.as_dictionary());
    let number = dictionaries.filter_map(|dictionary| dictionary.get(name)).find_map(Attribute::as_i64);
    number.and_then(|number| u8::try_from(number & 0xff).ok())
}

fn letter(machine: &Machine, op: Op, name: &str) -> Result<u8> {
    let letter = configured_letter(machine.ir(), op, name);
    letter.ok_or_else(|| Problem::Here(format!("its configuration has no `{name}`")))
}

fn potrf(machine: &Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<Tensor>> {
    let [a] = operands(values)?;
    let factor = linear::cholesky(&a, letter(machine, op, "uplo")? == b'L')?;
    // A matrix has no factor where the first element of it is NaN.
    let rank = factor.rank();
    let mut limits = factor.shape().to_vec();
    let batch = limits[..rank - 2].to_vec();
    if limits[rank - 1] == 0 {
        return Ok(vec![factor, Tensor::zeros(ElementType::I32, &batch)?]);
    }
    limits[rank - 2..].fill(1);
    let corner = movement::slice(&factor, &vec![0; rank], &limits, &vec![1; rank])?;
    let corner = real(&corner)?.reshape(&batch)?;
    let failed = compare(Direction::NotEqual, Comparison::Numbers, &corner, &corner)?;
    Ok(vec![factor, convert::convert(&failed, ElementType::I32)?])
}

fn gesdd(machine: &Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<Tensor>> {
    let [a] = operands(values)?;
    let kind = match letter(machine, op, "mode")? {
        b'A' => SingularKind::Full,
        b'S' => SingularKind::Thin,
        _ => SingularKind::ValuesOnly,
    };
    let found = linear::singular_values(&a, kind)?;
    if kind != SingularKind::ValuesOnly {
        return Ok(vec![a, found.values, found.u, found.v_adjoint, found.info]);
    }
    // Without vectors their places are declared all the same; what is in them has no meaning.
    let empty = |place: usize| -> Result<Tensor> {
        Ok(Tensor::zeros(a.element(), &static_shape(&result_type(machine, op, place)?)?)?)
    };
    let (u, v) = (empty(2)?, empty(3)?);
    Ok(vec![a, found.values, u, v, found.info])
}

fn geev(machine: &Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<Tensor>> {
    let [a] = operands(values)?;
    let found = linear::eigen_general(&a)?;
    let left = if letter(machine, op, "compute_left")? == b'V' {
        left_vectors(&a, &found.values, &found.vectors)?
    } else {
        Tensor::zeros(found.vectors.element(), found.vectors.shape())?
    };
    if a.element().is_complex() {
        return Ok(vec![found.values, left, found.vectors, found.info]);
    }
    Ok(vec![real(&found.values)?, imag(&found.values)?, left, found.vectors, found.info])
}

/// Left eigenvectors are the eigenvectors of the adjoint, in the order of their eigenvalues. Of several with the same value each
/// belongs to the right vector that it has most in common with: they may be orthogonal to the others.
fn left_vectors(a: &Tensor, values: &Tensor, right: &Tensor) -> Result<Tensor> {
    let rank = a.rank();
    let mut order: Vec<usize> = (0..rank).collect();
    order.swap(rank - 1, rank - 2);
    let adjoint = unary(Unary::Conjugate, &movement::transpose(a, &order)?)?;
    let found = linear::eigen_general(&adjoint)?;
    let n = a.shape()[rank - 1];
    let batch = a.count().checked_div(n * n).unwrap_or(0);
    let wanted = zymase_tensor::number::load_complex(values)?;
    let others = zymase_tensor::number::load_complex(&found.values)?;
    let vectors = zymase_tensor::number::load_complex(&found.vectors)?;
    let right = zymase_tensor::number::load_complex(right)?;
    let mut result = vectors.clone();
    for number in 0..batch {
        let mut free: Vec<usize> = (0..n).collect();
        for j in 0..n {
            let target = wanted[number * n + j].conj();
            let distance = |k: &usize| (others[number * n + *k] - target).norm();
            let overlap = |k: &usize| {
                let at = |i: usize| (number * n + i) * n;
                let products = (0..n).map(|i| vectors[at(i) + *k].conj() * right[at(i) + j]);
                products.reduce(|sum, product| sum + product).map_or(0.0, |sum| sum.norm())
            };
            let least = free.iter().map(distance).fold(f64::INFINITY, f64::min);
            let bound = least + 1e-12 * target.norm();
            let nearest = (0..free.len())
                .filter(|k| distance(&free[*k]) <= bound)
                .max_by(|a, b| overlap(&free[*a]).total_cmp(&overlap(&free[*b])));
            let Some(nearest) = nearest else { continue };
            let from = free.swap_remove(nearest);
            (0..n).for_each(|i| result[(number * n + i) * n + j] = vectors[(number * n + i) * n + from]);
        }
    }
    Ok(zymase_tensor::number::store_complex(found.vectors.element(), found.vectors.shape(), result)?)
}

fn trsm(machine: &Machine, op: Op, values: Vec<RuntimeValue>) -> Result<Vec<Tensor>> {
    let [a, b] = operands(values)?;
    let options = TriangularOptions {
        left_side: letter(machine, op, "side")? == b'L',
        lower: letter(machine, op, "uplo")? == b'L',
        unit_diagonal: letter(machine, op, "diag")? == b'U',
        transpose: match letter(machine, op, "trans_x")? {
            b'T' => Transpose::Transpose,
            b'C' => Transpose::Adjoint,
            _ => Transpose::No,
        },
    };
    Ok(vec![linear::triangular_solve(&a, &b, options)?])
}
