//! Vectors that a matrix does not determine: those of eigenvalues or singular values that are exactly equal.
//!
//! Any others that span the same would do, and they jump where the values part. They have no derivative, and what is said of
//! it must not look like a number: tangents of such vectors are NaN unless that of the matrix is zero, and the
//! adjoint of the matrix is NaN unless those of such vectors are zero. So functions of the values, and of other vectors, have
//! the right derivatives. The formulas themselves leave out how vectors of equal values turn into one another.

use super::derived::{Tangents, transpose};
use super::matrices::{compare, select};
use super::operations::{broadcast, shape};
use super::space::splat;
use super::spectral::multiply;
use zymase_ir::derivative::{Derivative, Derivatives, Site};
use zymase_ir::{Attribute, Result, Type, Value};

/// Which result holds vectors, and which of its elements belong to one that is not determined.
pub(super) struct Vague {
    pub place: usize,
    pub vectors: Value,
}

/// Where each vector lies in its matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Along {
    Columns,
    Rows,
}

/// An operation whose results hold such vectors.
pub(super) struct Spectrum {
    /// The tangents of results, finite also for vectors that are not determined.
    pub tangents: Tangents,
    pub vague: fn(&mut Site) -> Result<Vec<Vague>>,
}

pub(super) fn forward(site: &mut Site, tangents: &[Derivative], spectrum: &Spectrum) -> Derivatives {
    let mut found = (spectrum.tangents)(site, tangents)?;
    let Some(tangent) = tangents[0] else { return Ok(found) };
    for Vague { place, vectors } in (spectrum.vague)(site)? {
        if let Some(of_vectors) = found[place] {
            let moves = differs_anywhere(site, tangent, of_vectors)?;
            let undefined = site.value("stablehlo.and", &[vectors, moves], &[])?;
            found[place] = Some(without_number(site, of_vectors, undefined)?);
        }
    }
    Ok(found)
}

pub(super) fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool], spectrum: &Spectrum) -> Derivatives {
    let mut seeds = seeds.to_vec();
    if seeds.iter().all(Option::is_none) {
        return transpose(site, &seeds, wanted, spectrum.tangents);
    }
    for Vague { place, vectors } in (spectrum.vague)(site)? {
        if let Some(seed) = seeds[place] {
            let used = differs(site, seed)?;
            let undefined = site.value("stablehlo.and", &[vectors, used], &[])?;
            seeds[place] = Some(without_number(site, seed, undefined)?);
        }
    }
    transpose(site, &seeds, wanted, spectrum.tangents)
}

/// The elements whose value (one for each vector) equals that of another vector, in the shape of all vectors.
pub(super) fn equal_to_another(site: &mut Site, values: Value, vectors: Value, along: Along) -> Result<Value> {
    let sizes = shape(site, values);
    let (rank, element) = (sizes.len() as i64, site.ty(values).element().clone());
    let count = sizes[sizes.len() - 1];
    let square: Vec<i64> = sizes.iter().copied().chain([count]).collect();
    let ty = Type::tensor(square.clone(), element);
    let [ours, theirs] = [rank - 1, rank].map(|last| {
        let dimensions: Vec<i64> = (0..rank - 1).chain([last]).collect();
        broadcast(site, values, &dimensions, &ty)
    });
    let equal = compare(site, "EQ", ours?, theirs?)?;
    let other = super::matrices::mask(site, equal, "NE")?;
    let equal = site.value("stablehlo.and", &[equal, other], &[])?;
    let any = any_over(site, equal, &[rank])?;
    over_vectors(site, any, vectors, along)
}

/// The elements whose value is zero, in the shape of all vectors.
pub(super) fn equal_to_zero(site: &mut Site, values: Value, vectors: Value, along: Along) -> Result<Value> {
    let ty = site.ty(values);
    let zero = site.null(&ty)?;
    let vanishes = compare(site, "EQ", values, zero)?;
    over_vectors(site, vanishes, vectors, along)
}

fn over_vectors(site: &mut Site, bits: Value, vectors: Value, along: Along) -> Result<Value> {
    let sizes = shape(site, vectors);
    let rank = sizes.len() as i64;
    let place = if along == Along::Columns { rank - 1 } else { rank - 2 };
    let dimensions: Vec<i64> = (0..rank - 2).chain([place]).collect();
    broadcast(site, bits, &dimensions, &Type::tensor(sizes, Type::integer(1)))
}

fn differs(site: &mut Site, value: Value) -> Result<Value> {
    let ty = site.ty(value);
    let zero = site.null(&ty)?;
    compare(site, "NE", value, zero)
}

/// Is any element of each matrix not zero? In the shape of other matrices.
fn differs_anywhere(site: &mut Site, matrices: Value, like: Value) -> Result<Value> {
    let bits = differs(site, matrices)?;
    let rank = shape(site, matrices).len() as i64;
    let any = any_over(site, bits, &[rank - 2, rank - 1])?;
    let dimensions: Vec<i64> = (0..rank - 2).collect();
    let sizes = shape(site, like);
    broadcast(site, any, &dimensions, &Type::tensor(sizes, Type::integer(1)))
}

fn any_over(site: &mut Site, bits: Value, dimensions: &[i64]) -> Result<Value> {
    let scalar = Type::tensor([], Type::integer(1));
    let no = splat(&mut site.builder, &scalar, 0.0)?;
    let region = super::operations::combiner(site, "stablehlo.or", &scalar)?;
    let attributes = [("dimensions", Attribute::i64_array(dimensions))];
    let mut state = site.builder.state("stablehlo.reduce", &[bits, no], &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

/// NaN at some places. A factor and no constant there, so that derivatives of it are NaN as well.
fn without_number(site: &mut Site, value: Value, undefined: Value) -> Result<Value> {
    let ty = site.ty(value);
    let (nan, one) = (splat(&mut site.builder, &ty, f64::NAN)?, splat(&mut site.builder, &ty, 1.0)?);
    let factor = select(site, undefined, nan, one)?;
    multiply(site, value, factor)
}
