//! LAPACK's factorisations of Cholesky and LU, and its triangular systems, as JAX calls them.

use super::factorisations::{cholesky_tangent, solution_adjoints, solution_tangent};
use super::indexing::integers;
use super::matrices::{Factor, System, Turn, compare, part, product, select, solve};
use super::operations::{broadcast, pad, reshape, shape};
use super::repeated::{number, repeat};
use crate::evaluate::configured_letter;
use crate::stablehlo::attributes::GatherDimensionNumbers;
use zymase_ir::derivative::{Derivative, Derivatives, Site};
use zymase_ir::{Attribute, OperationState, Result, Type, Value};

/// A letter of the configuration.
pub(super) fn letter(site: &Site, name: &str) -> Result<u8> {
    let letter = configured_letter(site.ir(), site.op, name);
    letter.ok_or_else(|| site.error(format!("its configuration has no `{name}`")))
}

/// Changes a letter of the configuration.
pub(super) fn set_letter(state: &mut OperationState, name: &str, letter: u8) {
    for place in ["mhlo.backend_config", "backend_config"] {
        if let Some(Attribute::Dictionary(configuration)) = state.attribute(place).cloned()
            && let Some(Attribute::Integer { ty, .. }) = configuration.get(name).cloned()
        {
            let mut changed = configuration.clone();
            changed.set(name, Attribute::integer(i128::from(letter), ty));
            state.set(place, Attribute::Dictionary(changed));
        }
    }
}

/// The results of a call are the factor and whether it exists.
pub(super) fn cholesky_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 2]) };
    let (factor, lower) = (site.result(0)?, letter(site, "uplo")? == b'L');
    Ok(vec![Some(cholesky_tangent(site, factor, tangent, lower)?), None])
}

fn system(site: &Site) -> Result<System> {
    Ok(System {
        left: letter(site, "side")? == b'L',
        lower: letter(site, "uplo")? == b'L',
        unit: letter(site, "diag")? == b'U',
        turn: match letter(site, "trans_x")? {
            b'T' => Turn::Transpose,
            b'C' => Turn::Adjoint,
            _ => Turn::No,
        },
    })
}

pub(super) fn solve_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let (a, x, system) = (site.operand(0)?, site.result(0)?, system(site)?);
    Ok(vec![solution_tangent(site, a, x, tangents, system)?])
}

pub(super) fn solve_reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Derivatives {
    let (a, x, system) = (site.operand(0)?, site.result(0)?, system(site)?);
    let Some(seed) = seeds[0] else { return Ok(vec![None; 2]) };
    solution_adjoints(site, a, x, seed, wanted, system)
}

/// The results are both factors in one matrix, which rows were exchanged, and whether there was a pivot of zero.
pub(super) fn lu_forward(site: &mut Site, tangents: &[Derivative]) -> Derivatives {
    let Some(tangent) = tangents[0] else { return Ok(vec![None; 3]) };
    let (factors, pivots) = (site.result(0)?, site.result(1)?);
    let sizes = shape(site, factors);
    let rows = sizes[sizes.len() - 2];
    let order = permutation(site, pivots, rows)?;
    let permuted = take_rows(site, tangent, order)?;
    let [left, right] = lu_tangents(site, factors, permuted)?;
    Ok(vec![Some(site.value("stablehlo.add", &[left, right], &[])?), None, None])
}

/// The factors of a packed matrix of any sides, as square matrices: `l` with ones and `u` with ones where they end.
fn square_factors(site: &mut Site, factors: Value) -> Result<[Value; 2]> {
    let sizes = shape(site, factors);
    let rank = sizes.len();
    let (rows, columns) = (sizes[rank - 2], sizes[rank - 1]);
    let none = vec![0; rank];
    let resize = |site: &mut Site, value: Value, high: [i64; 2]| -> Result<Value> {
        let mut amounts = none.clone();
        amounts[rank - 2..].copy_from_slice(&high);
        if high == [0, 0] { Ok(value) } else { pad(site, value, &none, &amounts, &none) }
    };
    let left = part(site, factors, "GT")?;
    let left = resize(site, left, [0, rows - columns])?;
    let upper = part(site, factors, "LE")?;
    let upper = resize(site, upper, [columns - rows, 0])?;
    // Below the rows that there are, the diagonal of `u` goes on with ones.
    let ty = site.ty(upper);
    let counted = [("iota_dimension", Attribute::i64(rank as i64 - 2))];
    let ty_of_numbers = Type::tensor(shape(site, upper), Type::integer(64));
    let numbers = site.typed("stablehlo.iota", &[], &counted, ty_of_numbers)?;
    let last = number(site, &shape(site, upper), rows)?;
    let is_below = compare(site, "GE", numbers, last)?;
    let is_diagonal = super::matrices::mask(site, upper, "EQ")?;
    let is_added = site.value("stablehlo.and", &[is_below, is_diagonal], &[])?;
    let one = super::space::splat(&mut site.builder, &ty, 1.0)?;
    Ok([left, select(site, is_added, one, upper)?])
}

/// The tangents of both factors of a matrix, in its shape: with `x = l⁻¹ ȧ u⁻¹` they are `l` times what is below the
/// diagonal of `x`, and the rest of `x` times `u`.
pub(super) fn lu_tangents(site: &mut Site, factors: Value, tangent: Value) -> Result<[Value; 2]> {
    let [left, upper] = square_factors(site, factors)?;
    let from_left = System { left: true, lower: true, unit: true, turn: Turn::No };
    let from_right = System { left: false, lower: false, unit: false, turn: Turn::No };
    let inner = solve(site, left, tangent, from_left)?;
    let quotient = solve(site, upper, inner, from_right)?;
    let below = part(site, quotient, "GT")?;
    // `l` has ones on its diagonal that are not stored.
    let moved = product(site, Factor::Plain(left), Factor::Plain(below))?;
    let left_tangent = site.value("stablehlo.add", &[moved, below], &[])?;
    let taken = product(site, Factor::Plain(below), Factor::Plain(upper))?;
    let rest = site.value("stablehlo.subtract", &[inner, taken], &[])?;
    let upper_tangent = part(site, rest, "LE")?;
    let left_tangent = part(site, left_tangent, "GT")?;
    Ok([left_tangent, upper_tangent])
}

/// The order of rows after all exchanges, of which LAPACK counts from one.
fn permutation(site: &mut Site, pivots: Value, rows: i64) -> Result<Value> {
    let mut sizes = shape(site, pivots);
    let steps = sizes.pop().unwrap_or_default();
    let batch = sizes.clone();
    let rank = batch.len() as i64;
    sizes.push(rows);
    let long = |sizes: &[i64]| Type::tensor(sizes, Type::integer(64));
    let counted = [("iota_dimension", Attribute::i64(rank))];
    let numbers = site.typed("stablehlo.iota", &[], &counted, long(&sizes))?;
    let pivots_type = long(&shape(site, pivots));
    let pivots = site.typed("stablehlo.convert", &[pivots], &[], pivots_type)?;
    let first = number(site, &[], 0)?;
    let in_batch: Vec<i64> = (0..rank).collect();
    let done = repeat(
        site,
        &[first, pivots, numbers, numbers],
        |site, values| {
            let last = number(site, &[], steps)?;
            compare(site, "LT", values[0], last)
        },
        |site, values| {
            let (step, pivots, numbers, order) = (values[0], values[1], values[2], values[3]);
            let zero = number(site, &[], 0)?;
            let mut starts = vec![pivots];
            starts.extend(vec![zero; batch.len()]);
            starts.push(step);
            let one_each: Vec<i64> = batch.iter().copied().chain([1]).collect();
            let slices = [("slice_sizes", Attribute::i64_array(one_each))];
            let pivot = site.value("stablehlo.dynamic_slice", &starts, &slices)?;
            let pivot = reshape(site, pivot, &long(&batch))?;
            let ones = number(site, &batch, 1)?;
            let pivot = site.value("stablehlo.subtract", &[pivot, ones], &[])?;
            let at_pivot = broadcast(site, pivot, &in_batch, &long(&sizes))?;
            let at_step = broadcast(site, step, &[], &long(&sizes))?;
            let is_pivot = compare(site, "EQ", numbers, at_pivot)?;
            let is_step = compare(site, "EQ", numbers, at_step)?;
            let held = entry(site, order, is_pivot)?;
            let lower = broadcast(site, held, &in_batch, &long(&sizes))?;
            let held = entry(site, order, is_step)?;
            let upper = broadcast(site, held, &in_batch, &long(&sizes))?;
            let exchanged = select(site, is_pivot, upper, order)?;
            let exchanged = select(site, is_step, lower, exchanged)?;
            let one = number(site, &[], 1)?;
            Ok(vec![site.value("stablehlo.add", &[step, one], &[])?, pivots, numbers, exchanged])
        },
    )?;
    Ok(done[3])
}

/// The one number of each row that is marked.
fn entry(site: &mut Site, numbers: Value, mark: Value) -> Result<Value> {
    let sizes = shape(site, numbers);
    let zeros = number(site, &sizes, 0)?;
    let kept = select(site, mark, numbers, zeros)?;
    let zero = integers(site, Type::tensor([], Type::integer(64)), &[0])?;
    let region = super::operations::combiner(site, "stablehlo.add", &Type::tensor([], Type::integer(64)))?;
    let attributes = [("dimensions", Attribute::i64_array(vec![sizes.len() as i64 - 1]))];
    let mut state = site.builder.state("stablehlo.reduce", &[kept, zero], &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

/// Rows of matrices in another order.
fn take_rows(site: &mut Site, value: Value, order: Value) -> Result<Value> {
    let sizes = shape(site, value);
    if sizes.contains(&0) {
        return Ok(value);
    }
    let rank = sizes.len() as i64;
    let batching: Vec<i64> = (0..rank - 2).collect();
    let gather = GatherDimensionNumbers {
        offset_dims: vec![rank - 1],
        collapsed_slice_dims: vec![rank - 2],
        operand_batching_dims: batching.clone(),
        start_indices_batching_dims: batching,
        start_index_map: vec![rank - 2],
        index_vector_dim: rank - 1,
    };
    let mut slices = vec![1; sizes.len()];
    slices[sizes.len() - 1] = sizes[sizes.len() - 1];
    let attributes = [("dimension_numbers", Attribute::dialect(gather)), ("slice_sizes", Attribute::i64_array(slices))];
    site.value("stablehlo.gather", &[value, order], &attributes)
}
