//! The QR factorisation as LAPACK packs it: `R` above the diagonal of a matrix, below it the vectors `v` of reflections
//! `I - τ v vᴴ` (with ones on the diagonal that are not stored), and the factors `τ`.
//!
//! With `D` the factors and `S` what is above the diagonal of `vᴴ v`, the product of all reflections is `I - v D (I + S D)⁻¹
//! vᴴ`. So its first columns without the identity are `v` times an upper triangular matrix with `-τ` on its diagonal: the
//! tangents of `v` and `τ` are those of an LU factorisation without exchanges.

use super::derived::Expansion;
use super::folding::part_along;
use super::lapack::lu_tangents;
use super::matrices::{
    Factor, System, Turn, adjoint, compare, half_triangle, mask, part, product, scale, select, solve,
};
use super::operations::{broadcast, pad, shape};
use super::space::splat;
use zymase_ir::derivative::{Derivative, Derivatives, Site};
use zymase_ir::{Result, Type, Value};

/// The first columns of a product of reflections.
pub(super) struct Basis;

impl Expansion for Basis {
    fn expand(site: &mut Site, operands: &[Value]) -> Result<Vec<Value>> {
        let [packed, factors] = operands[..] else { return Err(site.error("needs two operands")) };
        Ok(vec![basis(site, packed, factors)?])
    }
}

/// Ones on the diagonal of matrices like this.
fn with_ones(site: &mut Site, value: Value) -> Result<Value> {
    let ty = site.ty(value);
    let is_diagonal = mask(site, value, "EQ")?;
    let one = splat(&mut site.builder, &ty, 1.0)?;
    select(site, is_diagonal, one, value)
}

fn identity(site: &mut Site, like: Value) -> Result<Value> {
    let ty = site.ty(like);
    let zero = site.null(&ty)?;
    with_ones(site, zero)
}

/// As many columns as there are reflections, and as many as the matrix has.
fn basis(site: &mut Site, packed: Value, factors: Value) -> Result<Value> {
    let rank = shape(site, packed).len();
    let count = shape(site, factors).last().copied().unwrap_or_default();
    let columns = part_along(site, packed, rank - 1, [0, count, 1])?;
    let below = part(site, columns, "GT")?;
    let vectors = with_ones(site, below)?;
    let turned = adjoint(site, vectors)?;
    let products = product(site, Factor::Plain(turned), Factor::Plain(vectors))?;
    let above = part(site, products, "LT")?;
    let scales = {
        let ty = site.ty(above);
        let mut dimensions: Vec<i64> = (0..rank as i64 - 2).collect();
        dimensions.push(rank as i64 - 1);
        broadcast(site, factors, &dimensions, &ty)?
    };
    let system = site.value("stablehlo.multiply", &[above, scales], &[])?;
    let start = identity(site, packed)?;
    let seen = product(site, Factor::Plain(turned), Factor::Plain(start))?;
    let upper = System { left: true, lower: false, unit: true, turn: Turn::No };
    let inner = solve(site, system, seen, upper)?;
    let rows = {
        let ty = site.ty(inner);
        let dimensions: Vec<i64> = (0..rank as i64 - 1).collect();
        broadcast(site, factors, &dimensions, &ty)?
    };
    let inner = site.value("stablehlo.multiply", &[rows, inner], &[])?;
    let moved = product(site, Factor::Plain(vectors), Factor::Plain(inner))?;
    site.value("stablehlo.subtract", &[start, moved], &[])
}

/// The results are `R` with vectors of reflections, and their factors.
pub(super) fn factors_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 2]) };
    let (matrix, packed, factors) = (site.operand(0)?, site.result(0)?, site.result(1)?);
    let sizes = shape(site, packed);
    let rank = sizes.len();
    let (rows, columns) = (sizes[rank - 2], sizes[rank - 1]);
    let count = rows.min(columns);
    let first = |site: &mut Site, value: Value| part_along(site, value, rank - 1, [0, count, 1]);
    let thin = first(site, packed)?;
    let q = basis(site, thin, factors)?;
    let leading = first(site, tangent)?;
    let top = part_along(site, thin, rank - 2, [0, count, 1])?;
    let r = part(site, top, "LE")?;
    let q_tangent = orthogonal_tangent(site, q, r, leading)?;
    // What belongs to R: of the first columns, and of those after them.
    let q_adjoint = adjoint(site, q)?;
    let turned = adjoint(site, q_tangent)?;
    let own = product(site, Factor::Plain(q_adjoint), Factor::Plain(tangent))?;
    let other = product(site, Factor::Plain(turned), Factor::Plain(matrix))?;
    let r_tangent = site.value("stablehlo.add", &[own, other], &[])?;
    let r_tangent = part(site, r_tangent, "LE")?;
    let r_tangent = resized(site, r_tangent, rows, columns)?;
    // What belongs to the reflections.
    let start = identity(site, q)?;
    let difference = site.value("stablehlo.subtract", &[q, start], &[])?;
    let reflections = without_zeros(site, thin, difference, factors)?;
    let [below, above] = lu_tangents(site, reflections, q_tangent)?;
    let below = resized(site, below, rows, columns)?;
    let kept = part(site, above, "EQ")?;
    let by_factor = super::operations::sum_over(site, kept, &[rank as i64 - 2])?;
    let by_factor = scale(site, by_factor, -1.0)?;
    Ok(vec![Some(site.value("stablehlo.add", &[below, r_tangent], &[])?), Some(by_factor)])
}

/// Zeros below and to the right.
fn resized(site: &mut Site, value: Value, rows: i64, columns: i64) -> Result<Value> {
    let sizes = shape(site, value);
    let rank = sizes.len();
    let none = vec![0; rank];
    let mut high = none.clone();
    (high[rank - 2], high[rank - 1]) = (rows - sizes[rank - 2], columns - sizes[rank - 1]);
    if high == none { Ok(value) } else { pad(site, value, &none, &high, &none) }
}

/// The tangent of `q` in `a = q r`, `r` having a real diagonal.
fn orthogonal_tangent(site: &mut Site, q: Value, r: Value, tangent: Value) -> Result<Value> {
    let from_right = System { left: false, lower: false, unit: false, turn: Turn::No };
    let quotient = solve(site, r, tangent, from_right)?;
    let turned = adjoint(site, q)?;
    let inner = product(site, Factor::Plain(turned), Factor::Plain(quotient))?;
    // Skew: what is below the diagonal, its opposite above, and the imaginary part of the diagonal.
    let half = half_triangle(site, inner, "GT")?;
    let other = adjoint(site, half)?;
    let skew = site.value("stablehlo.subtract", &[half, other], &[])?;
    let rest = site.value("stablehlo.subtract", &[skew, inner], &[])?;
    let moved = product(site, Factor::Plain(q), Factor::Plain(rest))?;
    site.value("stablehlo.add", &[moved, quotient], &[])
}

/// The packed factors of `q - I`: vectors of reflections below the diagonal, and above what they are multiplied by. A factor
/// of zero, which a reflection of one element has, is replaced by one: nothing that is used is divided by it.
fn without_zeros(site: &mut Site, thin: Value, difference: Value, factors: Value) -> Result<Value> {
    let rank = shape(site, thin).len();
    let count = shape(site, factors).last().copied().unwrap_or_default();
    let below = part(site, thin, "GT")?;
    let top = part_along(site, below, rank - 2, [0, count, 1])?;
    let head = part_along(site, difference, rank - 2, [0, count, 1])?;
    let lower = System { left: true, lower: true, unit: true, turn: Turn::No };
    let upper = solve(site, top, head, lower)?;
    let upper = part(site, upper, "LE")?;
    let ty = site.ty(upper);
    let (zero, one) = (site.null(&ty)?, splat(&mut site.builder, &ty, 1.0)?);
    let mut dimensions: Vec<i64> = (0..rank as i64 - 2).collect();
    dimensions.push(rank as i64 - 1);
    let scales: Value = broadcast(site, factors, &dimensions, &Type::clone(&ty))?;
    let vanishes = compare(site, "EQ", scales, zero)?;
    let is_diagonal = mask(site, upper, "EQ")?;
    let is_replaced = site.value("stablehlo.and", &[vanishes, is_diagonal], &[])?;
    let upper = select(site, is_replaced, one, upper)?;
    let rows = shape(site, thin)[rank - 2];
    let upper = resized(site, upper, rows, count)?;
    site.value("stablehlo.add", &[below, upper], &[])
}
