//! Eigenvalues and eigenvectors of matrices without symmetry, as LAPACK computes them for JAX.
//!
//! With right vectors `v` and left ones `u`, `uᴴ a = λ uᴴ`, the tangent of an eigenvalue is `uᴴ ȧ v / uᴴ v`, and that of a right
//! vector a sum of the others, each by `uᴴ ȧ v / uᴴ v` over the distance of their eigenvalues. Vectors have length one
//! and may be turned by a phase; tangents are those that neither stretch nor turn them. Left vectors are the
//! right ones of the adjoint. Vectors of values that are exactly equal have no derivative (`vague.rs`).

use super::lapack::{letter, set_letter};
use super::matrices::{Factor, adjoint, conjugate, is_complex, product};
use super::operations::{convert, shape, sum_over};
use super::spectral::{diagonal, inverse_or_zero, multiply, spread};
use super::vague::{Along, Spectrum, Vague, equal_to_another};
use zymase_ir::derivative::{Derivative, Derivatives, Site};
use zymase_ir::{Result, Type, Value};

pub(super) const EIGEN: Spectrum = Spectrum { tangents, vague };

/// What the call computes, as complex numbers.
struct Eigen {
    values: Value,
    left: Value,
    right: Value,
}

/// What the call computed, or what it would have computed had it been asked for all vectors.
fn read(site: &mut Site, has_parts: bool) -> Result<Eigen> {
    let results = match letter(site, "compute_left")? == b'V' && letter(site, "compute_right")? == b'V' {
        true => site.ir()[site.op].results().to_vec(),
        false => {
            let mut state = site.ir().state_of(site.op);
            set_letter(&mut state, "compute_left", b'V');
            set_letter(&mut state, "compute_right", b'V');
            let op = site.builder.insert(state);
            site.ir()[op].results().to_vec()
        }
    };
    match (has_parts, &results[..]) {
        (true, [real, imaginary, left, right, _]) => {
            let values = site.value("stablehlo.complex", &[*real, *imaginary], &[])?;
            Ok(Eigen { values, left: *left, right: *right })
        }
        (false, [values, left, right, _]) => Ok(Eigen { values: *values, left: *left, right: *right }),
        _ => Err(site.error("has another number of results")),
    }
}

/// The inverse of a matrix of right vectors: left ones, by rows, over `uᴴ v`; made better by a step of Newton's, since left
/// and right vectors come from different iterations.
fn inverse(site: &mut Site, left: Value, right: Value) -> Result<Value> {
    let turned = adjoint(site, left)?;
    let overlaps = product(site, Factor::Plain(turned), Factor::Plain(right))?;
    let overlaps = diagonal(site, overlaps)?;
    let divisors = spread(site, overlaps, turned, true)?;
    let inverse = site.value("stablehlo.divide", &[turned, divisors], &[])?;
    let identity = product(site, Factor::Plain(inverse), Factor::Plain(right))?;
    let again = product(site, Factor::Plain(identity), Factor::Plain(inverse))?;
    let rest = site.value("stablehlo.subtract", &[inverse, again], &[])?;
    site.value("stablehlo.add", &[inverse, rest], &[])
}

/// `uᴴ ȧ v / uᴴ v` for every left vector, by rows, and every right one.
fn mixing(site: &mut Site, tangent: Value, left: Value, right: Value) -> Result<Value> {
    let inverse = inverse(site, left, right)?;
    let inner = product(site, Factor::Plain(tangent), Factor::Plain(right))?;
    product(site, Factor::Plain(inverse), Factor::Plain(inner))
}

/// The tangents of right vectors.
fn vectors(site: &mut Site, inner: Value, values: Value, right: Value) -> Result<Value> {
    let [columns, rows] = [false, true].map(|by_row| spread(site, values, inner, by_row));
    let gaps = site.value("stablehlo.subtract", &[columns?, rows?], &[])?;
    let weights = inverse_or_zero(site, gaps)?;
    let weighted = multiply(site, weights, inner)?;
    let moved = product(site, Factor::Plain(right), Factor::Plain(weighted))?;
    // What would stretch a vector is taken away.
    let turned = conjugate(site, right)?;
    let along = multiply(site, turned, moved)?;
    let rows = shape(site, along).len() as i64 - 2;
    let along = sum_over(site, along, &[rows])?;
    let along = site.value("stablehlo.real", &[along], &[])?;
    let along = spread(site, along, right, false)?;
    let stretched = multiply(site, right, along)?;
    site.value("stablehlo.subtract", &[moved, stretched], &[])
}

/// The results are values, of real matrices as two tensors of parts, left and right vectors, and whether they were found.
fn tangents(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let has_parts = !is_complex(site, site.operand(0)?);
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 4 + usize::from(has_parts)]) };
    let Eigen { values, left, right } = read(site, has_parts)?;
    let element: Type = site.ty(right).element().clone();
    let tangent = convert(site, tangent, &element)?;
    let inner = mixing(site, tangent, left, right)?;
    let by_value = diagonal(site, inner)?;
    let mut found = match has_parts {
        true => ["real", "imag"]
            .map(|part| site.value(&format!("stablehlo.{part}"), &[by_value], &[]).map(Some))
            .into_iter()
            .collect::<Result<Vec<Derivative>>>()?,
        false => vec![Some(by_value)],
    };
    found.push(match letter(site, "compute_left")? {
        b'V' => {
            let (tangent, values) = (adjoint(site, tangent)?, conjugate(site, values)?);
            let inner = mixing(site, tangent, right, left)?;
            Some(vectors(site, inner, values, left)?)
        }
        _ => None,
    });
    found.push(match letter(site, "compute_right")? {
        b'V' => Some(vectors(site, inner, values, right)?),
        _ => None,
    });
    found.push(None);
    Ok(found)
}

/// Where vectors have no derivative.
fn vague(site: &mut Site) -> Result<Vec<Vague>> {
    let has_parts = !is_complex(site, site.operand(0)?);
    let first = 1 + usize::from(has_parts);
    let mut values = site.result(0)?;
    if has_parts {
        let imaginary = site.result(1)?;
        values = site.value("stablehlo.complex", &[values, imaginary], &[])?;
    }
    let mut found = Vec::new();
    for (place, name) in [(first, "compute_left"), (first + 1, "compute_right")] {
        if letter(site, name)? == b'V' {
            let vectors = site.result(place)?;
            found.push(Vague { place, vectors: equal_to_another(site, values, vectors, Along::Columns)? });
        }
    }
    Ok(found)
}
