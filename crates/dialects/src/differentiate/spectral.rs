//! Eigenvalues of Hermitian matrices and singular values, as LAPACK computes them for JAX.
//!
//! Vectors may be turned by a phase. Tangents are those that do not turn them: what depends on the choice has no derivative,
//! what does not has the right one.
//!
//! Vectors of values that are exactly equal may be exchanged for any others that span the same, and jump where the values
//! part: they have no derivative (`vague.rs`).

use super::lapack::{letter, set_letter};
use super::matrices::{Factor, adjoint, compare, half_triangle, product, scale, select};
use super::operations::{broadcast, reshape, shape};
use super::space::splat;
use super::vague::{Along, Spectrum, Vague, equal_to_another, equal_to_zero};
use zymase_ir::derivative::{Derivative, Derivatives, Site};
use zymase_ir::{Result, Type, Value};

pub(super) const EIGEN: Spectrum = Spectrum { tangents: eigen_tangents, vague: eigen_vague };
pub(super) const SINGULAR: Spectrum = Spectrum { tangents: singular_tangents, vague: singular_vague };

/// The diagonal of square matrices.
pub(super) fn diagonal(site: &mut Site, matrix: Value) -> Result<Value> {
    let kept = super::matrices::part(site, matrix, "EQ")?;
    let last = shape(site, kept).len() as i64 - 1;
    super::operations::sum_over(site, kept, &[last])
}

/// The diagonal of square matrices, as real numbers.
fn real_diagonal(site: &mut Site, matrix: Value) -> Result<Value> {
    let diagonal = diagonal(site, matrix)?;
    if super::matrices::is_complex(site, diagonal) {
        site.value("stablehlo.real", &[diagonal], &[])
    } else {
        Ok(diagonal)
    }
}

/// Numbers, one for each column (or row), in the shape of matrices and with their elements.
pub(super) fn spread(site: &mut Site, values: Value, like: Value, by_row: bool) -> Result<Value> {
    let (sizes, element) = (shape(site, like), site.ty(like).element().clone());
    let rank = sizes.len() as i64;
    let mut dimensions: Vec<i64> = (0..rank - 2).collect();
    dimensions.push(if by_row { rank - 2 } else { rank - 1 });
    let real = site.ty(values).element().clone();
    let whole = broadcast(site, values, &dimensions, &Type::tensor(sizes.clone(), real))?;
    super::operations::convert(site, whole, &element)
}

/// One over a value; zero where it is zero.
pub(super) fn inverse_or_zero(site: &mut Site, value: Value) -> Result<Value> {
    let ty = site.ty(value);
    let (zero, one) = (site.null(&ty)?, splat(&mut site.builder, &ty, 1.0)?);
    let vanishes = compare(site, "EQ", value, zero)?;
    let divisor = select(site, vanishes, one, value)?;
    let inverse = site.value("stablehlo.divide", &[one, divisor], &[])?;
    select(site, vanishes, zero, inverse)
}

pub(super) fn multiply(site: &mut Site, a: Value, b: Value) -> Result<Value> {
    site.value("stablehlo.multiply", &[a, b], &[])
}

/// The results are vectors, values, and whether they were found.
fn eigen_tangents(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 3]) };
    if letter(site, "mode").is_ok_and(|mode| mode == b'N') {
        return Err(site.refuse("computes no eigenvectors, which its derivative needs", "let it compute them"));
    }
    let (vectors, values) = (site.result(0)?, site.result(1)?);
    let lower = letter(site, "uplo")? == b'L';
    let half = half_triangle(site, tangent, if lower { "GT" } else { "LT" })?;
    let other = adjoint(site, half)?;
    let whole = site.value("stablehlo.add", &[half, other], &[])?;
    let turned = adjoint(site, vectors)?;
    let inner = product(site, Factor::Plain(turned), Factor::Plain(whole))?;
    let inner = product(site, Factor::Plain(inner), Factor::Plain(vectors))?;
    let by_value = real_diagonal(site, inner)?;
    let [columns, rows] = [false, true].map(|by_row| spread(site, values, inner, by_row));
    let gaps = site.value("stablehlo.subtract", &[columns?, rows?], &[])?;
    let weights = inverse_or_zero(site, gaps)?;
    let mixing = multiply(site, weights, inner)?;
    let by_vector = product(site, Factor::Plain(vectors), Factor::Plain(mixing))?;
    Ok(vec![Some(by_vector), Some(by_value), None])
}

/// Where vectors have no derivative.
fn eigen_vague(site: &mut Site) -> Result<Vec<Vague>> {
    let (vectors, values) = (site.result(0)?, site.result(1)?);
    Ok(vec![Vague { place: 0, vectors: equal_to_another(site, values, vectors, Along::Columns)? }])
}

/// Left vectors, values, and right vectors as rows.
struct Thin {
    u: Value,
    values: Value,
    v_adjoint: Value,
}

/// What the call computed, or what it would have computed had it been asked for vectors.
fn thin(site: &mut Site) -> Result<Thin> {
    let (u, values, v_adjoint) = (site.result(2)?, site.result(1)?, site.result(3)?);
    let sizes = shape(site, site.operand(0)?);
    let rank = sizes.len();
    let is_square = sizes[rank - 1] == sizes[rank - 2];
    match letter(site, "mode")? {
        b'S' => Ok(Thin { u, values, v_adjoint }),
        b'A' if is_square => Ok(Thin { u, values, v_adjoint }),
        b'N' => again_with_vectors(site, &sizes),
        _ => Err(site.refuse(
            "computes all singular vectors of matrices that are not square, which is not differentiated",
            "compute as many as there are singular values (full_matrices=False)",
        )),
    }
}

fn again_with_vectors(site: &mut Site, sizes: &[i64]) -> Result<Thin> {
    let mut state = site.ir().state_of(site.op);
    let rank = sizes.len();
    let least = sizes[rank - 1].min(sizes[rank - 2]);
    let element = site.ty(site.operand(0)?).element().clone();
    let (mut left, mut right) = (sizes.to_vec(), sizes.to_vec());
    (left[rank - 1], right[rank - 2]) = (least, least);
    state.result_types[2] = Type::tensor(left, element.clone());
    state.result_types[3] = Type::tensor(right, element);
    set_letter(&mut state, "mode", b'S');
    // It names sizes of results that are others now.
    state.attributes.remove("sdy.sharding_rule");
    let op = site.builder.insert(state);
    let results = site.ir()[op].results();
    Ok(Thin { u: results[2], values: results[1], v_adjoint: results[3] })
}

/// The results are a matrix without meaning, values, left vectors, right vectors as rows, and whether they were found.
fn singular_tangents(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 5]) };
    let Thin { u, values, v_adjoint } = thin(site)?;
    let (u_adjoint, v) = (adjoint(site, u)?, adjoint(site, v_adjoint)?);
    let tangent_v = product(site, Factor::Plain(tangent), Factor::Plain(v))?;
    let inner = product(site, Factor::Plain(u_adjoint), Factor::Plain(tangent_v))?;
    let by_value = real_diagonal(site, inner)?;
    let (columns, rows) = (spread(site, values, inner, false)?, spread(site, values, inner, true)?);
    let [sum, difference] = ["stablehlo.add", "stablehlo.subtract"].map(|name| site.value(name, &[columns, rows], &[]));
    let squares = multiply(site, sum?, difference?)?;
    let weights = inverse_or_zero(site, squares)?;
    let hermitian = |site: &mut Site, value: Value| {
        let other = adjoint(site, value)?;
        let sum = site.value("stablehlo.add", &[value, other], &[])?;
        multiply(site, weights, sum)
    };
    let by_columns = multiply(site, inner, columns)?;
    let mut left = hermitian(site, by_columns)?;
    let by_rows = multiply(site, inner, rows)?;
    let right = hermitian(site, by_rows)?;
    if super::matrices::is_complex(site, inner) {
        // The phases that left and right vectors have against each other.
        let other = adjoint(site, inner)?;
        let skew = site.value("stablehlo.subtract", &[inner, other], &[])?;
        let skew = super::matrices::part(site, skew, "EQ")?;
        let inverse = inverse_or_zero(site, columns)?;
        let phases = multiply(site, skew, inverse)?;
        let phases = scale(site, phases, 0.5)?;
        left = site.value("stablehlo.add", &[left, phases], &[])?;
    }
    let mut by_u = product(site, Factor::Plain(u), Factor::Plain(left))?;
    let mut by_v = product(site, Factor::Plain(v), Factor::Plain(right))?;
    let sizes = shape(site, tangent);
    let (height, width) = (sizes[sizes.len() - 2], sizes[sizes.len() - 1]);
    if height > width {
        by_u = with_rest(site, by_u, tangent_v, u, values)?;
    }
    if width > height {
        let turned = adjoint(site, tangent)?;
        let tangent_u = product(site, Factor::Plain(turned), Factor::Plain(u))?;
        by_v = with_rest(site, by_v, tangent_u, v, values)?;
    }
    let by_v = adjoint(site, by_v)?;
    let fits = |site: &mut Site, value: Value, place: usize| -> Result<Derivative> {
        let ty = site.ty(site.result(place)?);
        Ok((site.ty(value) == ty).then_some(value))
    };
    let by_u = fits(site, by_u, 2)?;
    let by_v = fits(site, by_v, 3)?;
    let ty = site.ty(site.result(1)?);
    let by_value = reshape(site, by_value, &ty)?;
    Ok(vec![None, Some(by_value), by_u, by_v, None])
}

/// Where vectors have no derivative. A value of zero leaves its vectors open where there are more of them than values.
fn singular_vague(site: &mut Site) -> Result<Vec<Vague>> {
    let (values, u, v_adjoint) = (site.result(1)?, site.result(2)?, site.result(3)?);
    let sizes = shape(site, site.operand(0)?);
    let (height, width) = (sizes[sizes.len() - 2], sizes[sizes.len() - 1]);
    let mut found = Vec::new();
    for (place, vectors, along, is_longer) in
        [(2, u, Along::Columns, height > width), (3, v_adjoint, Along::Rows, width > height)]
    {
        if letter(site, "mode")? != b'N' {
            let mut vague = equal_to_another(site, values, vectors, along)?;
            if is_longer {
                let zeros = equal_to_zero(site, values, vectors, along)?;
                vague = site.value("stablehlo.or", &[vague, zeros], &[])?;
            }
            found.push(Vague { place, vectors: vague });
        }
    }
    Ok(found)
}

/// Adds what leads out of the space of some vectors, divided by the singular values.
fn with_rest(site: &mut Site, inside: Value, tangent: Value, vectors: Value, values: Value) -> Result<Value> {
    let turned = adjoint(site, vectors)?;
    let shadow = product(site, Factor::Plain(turned), Factor::Plain(tangent))?;
    let shadow = product(site, Factor::Plain(vectors), Factor::Plain(shadow))?;
    let rest = site.value("stablehlo.subtract", &[tangent, shadow], &[])?;
    let divisors = spread(site, values, rest, false)?;
    let inverse = inverse_or_zero(site, divisors)?;
    let rest = multiply(site, rest, inverse)?;
    site.value("stablehlo.add", &[inside, rest], &[])
}
