//! Stacks of matrices: the last two dimensions are rows and columns, those before count matrices.

use super::operations::{shape, transpose};
use super::space::splat;
use crate::stablehlo::attributes::{DotDimensionNumbers, enumeration};
use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, Result, Type, Value};

pub(super) fn is_complex(site: &Site, value: Value) -> bool {
    site.ir().ty(value).element().as_complex().is_some()
}

pub(super) fn word(site: &Site, kind: &str, value: &str) -> Result<Attribute> {
    enumeration(kind, value).map_err(|message| site.error(message))
}

pub(super) fn compare(site: &mut Site, direction: &str, a: Value, b: Value) -> Result<Value> {
    let direction = word(site, "comparison_direction", direction)?;
    site.value("stablehlo.compare", &[a, b], &[("comparison_direction", direction)])
}

pub(super) fn select(site: &mut Site, condition: Value, a: Value, b: Value) -> Result<Value> {
    site.value("stablehlo.select", &[condition, a, b], &[])
}

pub(super) fn conjugate(site: &mut Site, value: Value) -> Result<Value> {
    if is_complex(site, value) { site.value("chlo.conj", &[value], &[]) } else { Ok(value) }
}

/// The value times a number.
pub(super) fn scale(site: &mut Site, value: Value, number: f64) -> Result<Value> {
    let ty = site.ty(value);
    let factor = splat(&mut site.builder, &ty, number)?;
    site.value("stablehlo.multiply", &[value, factor], &[])
}

pub(super) fn negate(site: &mut Site, value: Value) -> Result<Value> {
    site.value("stablehlo.negate", &[value], &[])
}

pub(super) fn transposed(site: &mut Site, value: Value) -> Result<Value> {
    let rank = shape(site, value).len();
    let mut order: Vec<i64> = (0..rank as i64).collect();
    if rank >= 2 {
        order.swap(rank - 1, rank - 2);
    }
    transpose(site, value, &order)
}

pub(super) fn adjoint(site: &mut Site, value: Value) -> Result<Value> {
    let turned = transposed(site, value)?;
    conjugate(site, turned)
}

/// A factor of a product: a matrix as it is, or its transpose.
#[derive(Clone, Copy)]
pub(super) enum Factor {
    Plain(Value),
    Turned(Value),
}

/// The product of two stacks of matrices, with all the precision there is.
pub(super) fn product(site: &mut Site, left: Factor, right: Factor) -> Result<Value> {
    let (a, turns_left) = match left {
        Factor::Plain(value) => (value, 0),
        Factor::Turned(value) => (value, 1),
    };
    let (b, turns_right) = match right {
        Factor::Plain(value) => (value, 0),
        Factor::Turned(value) => (value, 1),
    };
    let rank = shape(site, a).len() as i64;
    let batching: Vec<i64> = (0..rank - 2).collect();
    let numbers = DotDimensionNumbers {
        lhs_batching: batching.clone(),
        rhs_batching: batching,
        lhs_contracting: vec![rank - 1 - turns_left],
        rhs_contracting: vec![rank - 2 + turns_right],
    };
    let highest = word(site, "precision", "HIGHEST")?;
    let attributes = [
        ("dot_dimension_numbers", Attribute::dialect(numbers)),
        ("precision_config", Attribute::array(vec![highest.clone(), highest])),
    ];
    site.value("stablehlo.dot_general", &[a, b], &attributes)
}

/// Where the row of an element stands in a relation to its column, in the shape of a value: `GE` is the lower triangle.
pub(super) fn mask(site: &mut Site, value: Value, relation: &str) -> Result<Value> {
    let sizes = shape(site, value);
    let rank = sizes.len() as i64;
    let numbers = Type::tensor(sizes, Type::integer(64));
    let [rows, columns] = [rank - 2, rank - 1].map(|dimension| {
        site.typed("stablehlo.iota", &[], &[("iota_dimension", Attribute::i64(dimension))], numbers.clone())
    });
    compare(site, relation, rows?, columns?)
}

/// The elements whose row stands in a relation to their column; zeros elsewhere.
pub(super) fn part(site: &mut Site, value: Value, relation: &str) -> Result<Value> {
    let mask = mask(site, value, relation)?;
    let ty = site.ty(value);
    let zero = site.null(&ty)?;
    select(site, mask, value, zero)
}

/// A triangle without its diagonal, and half of the diagonal.
pub(super) fn half_triangle(site: &mut Site, value: Value, relation: &str) -> Result<Value> {
    let beside = part(site, value, relation)?;
    let diagonal = part(site, value, "EQ")?;
    let half = scale(site, diagonal, 0.5)?;
    site.value("stablehlo.add", &[beside, half], &[])
}

/// How a triangular system is solved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct System {
    /// `op(a) x = b`, or else `x op(a) = b`.
    pub left: bool,
    pub lower: bool,
    pub unit: bool,
    pub turn: Turn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    No,
    Transpose,
    Adjoint,
}

pub(super) fn solve(site: &mut Site, a: Value, b: Value, system: System) -> Result<Value> {
    let turn = match system.turn {
        Turn::No => "NO_TRANSPOSE",
        Turn::Transpose => "TRANSPOSE",
        Turn::Adjoint => "ADJOINT",
    };
    let turn = word(site, "transpose", turn)?;
    let attributes = [
        ("left_side", Attribute::bool(system.left)),
        ("lower", Attribute::bool(system.lower)),
        ("unit_diagonal", Attribute::bool(system.unit)),
        ("transpose_a", turn),
    ];
    site.value("stablehlo.triangular_solve", &[a, b], &attributes)
}
