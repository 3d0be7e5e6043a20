//! Diagonal matrices: which vector lies on the diagonal of a value, and which value a diagonal is taken from.

use super::facts;
use super::site::{Site, short};
use zymase_dialects::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use zymase_ir::{Attribute, Op, Value};

const DEPTH: usize = 6;

/// The vector on the diagonal of a matrix that is zero elsewhere.
pub fn diagonal_of(site: &mut Site, value: Value) -> Option<Value> {
    let shape = site.shape(value);
    if shape.len() != 2 || shape[0] != shape[1] || !site.is_static(value) {
        return None;
    }
    at(site, value, shape[0], DEPTH)
}

fn at(site: &mut Site, value: Value, size: i64, depth: usize) -> Option<Value> {
    let op = site.ir().defining_op(value).filter(|_| depth > 0)?;
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let name = short(site.ir(), op)?.to_owned();
    if facts::is_identity(site.ir(), value) {
        let ty = zymase_ir::Type::tensor([size], site.element(value));
        return site.splat(&ty, 1.0);
    }
    match name.as_str() {
        "select" => {
            facts::diagonal_mask(site.ir(), operands[0])?;
            if !site.is_zero(operands[2]) {
                return None;
            }
            along(site, operands[1], size)
        }
        "scatter" => scattered(site, op, size),
        "transpose" => at(site, operands[0], size, depth - 1),
        "negate" => {
            let inner = at(site, operands[0], size, depth - 1)?;
            site.op("negate", &[inner])
        }
        "add" | "subtract" => {
            let a = at(site, operands[0], size, depth - 1)?;
            let b = at(site, operands[1], size, depth - 1)?;
            site.op(&name, &[a, b])
        }
        "multiply" => {
            let (x, y) = (operands[0], operands[1]);
            for (x, y) in [(x, y), (y, x)] {
                if let Some(inner) = at(site, x, size, depth - 1) {
                    let other = at(site, y, size, depth - 1).or_else(|| along(site, y, size))?;
                    return site.multiply(inner, other);
                }
            }
            None
        }
        "convert" => {
            let inner = at(site, operands[0], size, depth - 1)?;
            let element = site.element(value);
            site.convert(inner, &element)
        }
        _ => None,
    }
}

/// The diagonal of a square matrix that repeats a vector or a number.
fn along(site: &mut Site, value: Value, size: i64) -> Option<Value> {
    let found = super::einsum::repeated(site, value)?;
    match found.dimensions.len() {
        0 => site.broadcast(found.source, &[], &[size]),
        1 => Some(found.source),
        _ => None,
    }
}

/// What lies on the diagonal of a square matrix, if that is seen without computing the rest.
pub fn read_diagonal(site: &mut Site, value: Value) -> Option<Value> {
    let shape = site.shape(value);
    if shape.len() != 2 || shape[0] != shape[1] {
        return None;
    }
    diagonal_of(site, value).or_else(|| along(site, value, shape[0]))
}

/// Whether indices are the pairs of equal numbers from zero on, one for each row of a square matrix.
fn counts_pairs(site: &Site, indices: Value, size: i64) -> bool {
    if site.shape(indices) != [size, 2] {
        return false;
    }
    match facts::constant(site.ir(), indices) {
        Some(dense) => {
            dense.element_count() <= 4096
                && dense
                    .integers()
                    .is_some_and(|all| all.iter().enumerate().all(|(at, number)| *number == at as i64 / 2))
        }
        None => facts::as_iota(site.ir(), indices) == Some((0, 0)),
    }
}

/// The updates of a scatter onto the diagonal of a matrix of zeros.
fn scattered(site: &Site, op: Op, size: i64) -> Option<Value> {
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let [zeros, indices, updates] = operands[..] else { return None };
    let numbers = site
        .ir()
        .attribute(op, "scatter_dimension_numbers")
        .and_then(Attribute::downcast::<ScatterDimensionNumbers>)?;
    let mut to = numbers.scatter_dims_to_operand_dims.clone();
    to.sort_unstable();
    let fits = site.is_zero(zeros)
        && numbers.update_window_dims.is_empty()
        && numbers.inserted_window_dims == [0, 1]
        && numbers.input_batching_dims.is_empty()
        && to == [0, 1]
        && numbers.index_vector_dim == 1
        && site.shape(updates) == [size];
    // A body that returns its second argument puts updates there; a sum with zero does, too.
    let region = *site.ir()[op].regions().first()?;
    let (block, _) = site.ir().single_block(region)?;
    let second = site.ir().arguments(block).get(1).copied();
    let puts = site.ir().returned(region).first().copied() == second || site.combiner_of(op) == Some("add");
    (fits && puts && counts_pairs(site, indices, size)).then_some(updates)
}

/// The square matrix whose diagonal a gather takes.
pub fn gathered_diagonal(site: &Site, op: Op) -> Option<Value> {
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let [matrix, indices] = operands[..] else { return None };
    let numbers =
        site.ir().attribute(op, "dimension_numbers").and_then(Attribute::downcast::<GatherDimensionNumbers>)?;
    let shape = site.shape(matrix);
    let [rows, columns] = shape[..] else { return None };
    let mut map = numbers.start_index_map.clone();
    map.sort_unstable();
    let fits = rows == columns
        && numbers.offset_dims.is_empty()
        && numbers.collapsed_slice_dims == [0, 1]
        && numbers.operand_batching_dims.is_empty()
        && map == [0, 1]
        && numbers.index_vector_dim == 1
        && site.numbers(op, "slice_sizes")? == [1, 1];
    (fits && counts_pairs(site, indices, rows)).then_some(matrix)
}

/// The same gather from another matrix of that size.
pub fn gather_again(site: &mut Site, op: Op, matrix: Value) -> Option<Value> {
    let indices = site.ir()[op].operand(1)?;
    let ty = zymase_ir::Type::tensor(&site.shape(matrix)[..1], site.element(matrix));
    site.again(op, &[matrix, indices], ty)
}
