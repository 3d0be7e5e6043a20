//! Structure analysis: what is known of the elements of a value, inferred from the operations it comes from.
//!
//! Everything is asked for when a rule needs it, a few operations deep. What is not known is not claimed: an argument of
//! a function may be anything, infinite and undefined too.

use super::site::{from, is_op, numbers, short};
use zymase_ir::{Attribute, DenseElements, Ir, Op, Value};

/// How far facts are followed.
const DEPTH: usize = 12;
/// Constants with more elements are not looked through.
const ELEMENTS: usize = 4096;

/// What holds for every element.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facts {
    /// Neither infinite nor undefined.
    pub finite: bool,
    /// Not undefined, and at least zero.
    pub non_negative: bool,
    /// Not undefined, and above zero.
    pub positive: bool,
    /// Least and greatest integer.
    pub range: Option<(i64, i64)>,
}

impl Facts {
    fn of_range(low: i64, high: i64) -> Facts {
        Facts { finite: true, non_negative: low >= 0, positive: low > 0, range: Some((low, high)) }
    }
}

/// The constant that a value is, seen through what only spreads or reorders it.
pub fn constant(ir: &Ir, value: Value) -> Option<&DenseElements> {
    let op = ir.defining_op(value)?;
    if !is_op(ir, op, "constant") {
        return None;
    }
    ir.attribute(op, "value")?.as_dense()
}

/// A constant with the same element everywhere; its bytes.
pub fn splat_bytes(ir: &Ir, value: Value) -> Option<Vec<u8>> {
    let mut value = value;
    for _ in 0..DEPTH {
        if let Some(dense) = constant(ir, value) {
            return if dense.is_splat() { dense.element(0).map(<[u8]>::to_vec) } else { None };
        }
        let op = ir.defining_op(value)?;
        if !matches!(short(ir, op)?, "broadcast_in_dim" | "reshape" | "transpose" | "slice" | "reverse") {
            return None;
        }
        value = ir[op].operand(0)?;
    }
    None
}

/// The real number that a value has everywhere.
pub fn uniform(ir: &Ir, value: Value) -> Option<f64> {
    let bytes = splat_bytes(ir, value)?;
    let element = ir.ty(value).element();
    let scalar = zymase_ir::Type::tensor([], element.as_complex().unwrap_or(element).clone());
    let width = scalar.element().element_bytes()?;
    let read = |bytes: &[u8]| {
        let dense = DenseElements::new(scalar.clone(), zymase_ir::DenseData::Raw(bytes.into()))?;
        dense.float(0).or_else(|| dense.integer(0).map(|number| number as f64))
    };
    if element.as_complex().is_some() && read(&bytes[width..])? != 0.0 {
        return None;
    }
    read(&bytes[..width])
}

/// What is known of all elements of a value.
pub fn of(ir: &Ir, value: Value) -> Facts {
    at(ir, value, DEPTH)
}

fn at(ir: &Ir, value: Value, depth: usize) -> Facts {
    let Some(op) = ir.defining_op(value) else { return Facts::default() };
    if depth == 0 || ir[op].results().len() != 1 {
        return Facts::default();
    }
    let Some(name) = short(ir, op) else { return Facts::default() };
    let is_integer = ir.ty(value).element().is_integer();
    if name == "constant" {
        return constant(ir, value).map(of_constant).unwrap_or_default();
    }
    let of = |index: usize| ir[op].operand(index).map(|operand| at(ir, operand, depth - 1)).unwrap_or_default();
    let mut facts = if is_integer { of_integers(ir, op, name, value, &of) } else { of_floats(ir, op, name, &of) };
    facts.non_negative |= facts.positive;
    facts
}

fn of_constant(dense: &DenseElements) -> Facts {
    let count = if dense.is_splat() { 1 } else { dense.element_count() };
    if count == 0 || count > ELEMENTS {
        return Facts::default();
    }
    if dense.ty().element().is_integer() {
        let Some(all) = (0..count).map(|at| dense.integer(at)).collect::<Option<Vec<i64>>>() else {
            return Facts::default();
        };
        let (low, high) = (all.iter().min().copied(), all.iter().max().copied());
        return low.zip(high).map(|(low, high)| Facts::of_range(low, high)).unwrap_or_default();
    }
    let all: Option<Vec<f64>> = (0..count).map(|at| dense.float(at)).collect();
    let Some(all) = all else { return Facts::default() };
    Facts {
        finite: all.iter().all(|number| number.is_finite()),
        non_negative: all.iter().all(|number| *number >= 0.0),
        positive: all.iter().all(|number| *number > 0.0),
        range: None,
    }
}

fn is_movement(name: &str) -> bool {
    matches!(name, "broadcast_in_dim" | "reshape" | "transpose" | "slice" | "reverse" | "dynamic_slice" | "gather")
}

fn of_floats(ir: &Ir, op: Op, name: &str, of: &dyn Fn(usize) -> Facts) -> Facts {
    let both = |a: Facts, b: Facts| Facts {
        finite: a.finite && b.finite,
        non_negative: a.non_negative && b.non_negative,
        positive: a.positive && b.positive,
        range: None,
    };
    let same = || ir[op].operand(0) == ir[op].operand(1);
    match name {
        // Out of range indices read nothing else: they are clamped.
        _ if is_movement(name) => Facts { range: None, ..of(0) },
        "select" => both(of(1), of(2)),
        "concatenate" | "pad" | "dynamic_update_slice" => {
            let count = if name == "dynamic_update_slice" { 2 } else { ir[op].operands().len() };
            (1..count).fold(of(0), |all, index| both(all, of(index)))
        }
        "convert" => {
            let from = of(0);
            let is_integer = ir[op].operand(0).is_some_and(|operand| {
                let element = ir.ty(operand).element();
                element.is_integer()
            });
            let wide = ir[op]
                .results()
                .first()
                .is_some_and(|result| matches!(ir.ty(*result).element().as_float(), Some(kind) if kind.bits() >= 32));
            Facts {
                finite: is_integer && wide,
                non_negative: from.non_negative,
                positive: from.positive && is_integer,
                range: None,
            }
        }
        "iota" => Facts { finite: false, non_negative: true, positive: false, range: None },
        "exponential" => Facts { non_negative: of(0).finite, ..Facts::default() },
        "logistic" => Facts { finite: of(0).finite, non_negative: of(0).finite, ..Facts::default() },
        "tanh" | "sine" | "cosine" => Facts { finite: of(0).finite, ..Facts::default() },
        "sqrt" => Facts { non_negative: of(0).non_negative, positive: of(0).positive, finite: false, range: None },
        "abs" => Facts { finite: of(0).finite, non_negative: of(0).finite || of(0).non_negative, ..Facts::default() },
        "negate" => Facts { finite: of(0).finite, ..Facts::default() },
        "multiply" if same() => Facts { non_negative: of(0).finite, ..Facts::default() },
        "multiply" | "add" if of(0).non_negative && of(1).non_negative && of(0).finite && of(1).finite => {
            let positive = if name == "add" { of(0).positive || of(1).positive } else { false };
            Facts { non_negative: true, positive, ..Facts::default() }
        }
        "maximum" | "minimum" => {
            let (a, b) = (of(0), of(1));
            let any = |a: bool, b: bool, known: bool| if name == "maximum" { (a || b) && known } else { a && b };
            // A number beside something undefined gives something undefined.
            let known = (a.finite || a.non_negative) && (b.finite || b.non_negative);
            Facts {
                finite: a.finite && b.finite,
                non_negative: any(a.non_negative, b.non_negative, known),
                positive: any(a.positive, b.positive, known),
                range: None,
            }
        }
        _ => Facts::default(),
    }
}

fn of_integers(ir: &Ir, op: Op, name: &str, value: Value, of: &dyn Fn(usize) -> Facts) -> Facts {
    let finite = Facts { finite: true, ..Facts::default() };
    let limits = integer_limits(ir, value);
    let ranged = |low: i128, high: i128| match limits {
        Some((least, most)) if low >= i128::from(least) && high <= i128::from(most) => {
            Facts::of_range(low as i64, high as i64)
        }
        _ => finite,
    };
    let two = || Some((of(0).range?, of(1).range?));
    // Of one of them no more than the limits of its type need be known.
    let any_two = || Some((of(0).range.or(limits)?, of(1).range.or(limits)?));
    let wide = |(low, high): (i64, i64)| (i128::from(low), i128::from(high));
    let joined = |a: Facts, b: Facts| match (a.range, b.range) {
        (Some(a), Some(b)) => ranged(wide(a).0.min(wide(b).0), wide(a).1.max(wide(b).1)),
        _ => finite,
    };
    match name {
        _ if is_movement(name) => of(0).range.map_or(finite, |(low, high)| Facts::of_range(low, high)),
        "iota" => {
            let size = numbers_of_iota(ir, op, value);
            size.map_or(finite, |size| ranged(0, i128::from(size) - 1))
        }
        "select" => joined(of(1), of(2)),
        "concatenate" | "pad" => (1..ir[op].operands().len()).fold(of(0), |all, index| joined(all, of(index))),
        "convert" => {
            let integer = ir[op].operand(0).is_some_and(|operand| ir.ty(operand).element().is_integer());
            match of(0).range {
                Some(range) if integer => ranged(wide(range).0, wide(range).1),
                _ => finite,
            }
        }
        "add" => two().map_or(finite, |(a, b)| ranged(wide(a).0 + wide(b).0, wide(a).1 + wide(b).1)),
        "subtract" => two().map_or(finite, |(a, b)| ranged(wide(a).0 - wide(b).1, wide(a).1 - wide(b).0)),
        "multiply" => two().map_or(finite, |(a, b)| {
            let all = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| i128::from(a) * i128::from(b));
            ranged(all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
        }),
        "maximum" => any_two().map_or(finite, |(a, b)| Facts::of_range(a.0.max(b.0), a.1.max(b.1))),
        "minimum" => any_two().map_or(finite, |(a, b)| Facts::of_range(a.0.min(b.0), a.1.min(b.1))),
        "negate" => of(0).range.map_or(finite, |range| ranged(-wide(range).1, -wide(range).0)),
        "clamp" => match (of(0).range, of(2).range) {
            (Some(low), Some(high)) if low.1 <= high.0 => Facts::of_range(low.0, high.1),
            _ => finite,
        },
        "compare" | "and" | "or" | "xor" | "not" | "is_finite" if ir.ty(value).element().is_bool() => {
            Facts::of_range(0, 1)
        }
        _ => finite,
    }
}

fn numbers_of_iota(ir: &Ir, op: Op, value: Value) -> Option<i64> {
    let dimension = ir.attribute(op, "iota_dimension").and_then(Attribute::as_i64)?;
    let size = *ir.ty(value).shape()?.get(usize::try_from(dimension).ok()?)?;
    (size > 0).then_some(size)
}

/// The least and greatest number of an integer type, as far as they fit into 64 bits.
fn integer_limits(ir: &Ir, value: Value) -> Option<(i64, i64)> {
    let element = ir.ty(value).element();
    let bits = element.element_bytes()? as u32 * 8;
    if element.is_bool() {
        return Some((0, 1));
    }
    if ![8, 16, 32, 64].contains(&bits) || !element.is_integer_of(bits) {
        return None;
    }
    Some(match element.is_unsigned() {
        true => (0, if bits == 64 { i64::MAX } else { (1i64 << bits) - 1 }),
        false => (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)),
    })
}

/// The integers `offset + index` along one dimension and the same along all others: dimension and offset.
pub fn as_iota(ir: &Ir, value: Value) -> Option<(usize, i64)> {
    iota_at(ir, value, DEPTH)
}

fn iota_at(ir: &Ir, value: Value, depth: usize) -> Option<(usize, i64)> {
    let op = ir.defining_op(value).filter(|_| depth > 0)?;
    let first = ir[op].operand(0);
    match short(ir, op)? {
        "iota" => {
            // Counting wraps in types that are too narrow.
            numbers_of_iota(ir, op, value)
                .filter(|size| integer_limits(ir, value).is_none_or(|(_, most)| *size <= most))?;
            Some((usize::try_from(ir.attribute(op, "iota_dimension")?.as_i64()?).ok()?, 0))
        }
        "constant" => {
            let dense =
                constant(ir, value).filter(|dense| dense.shape().len() == 1 && dense.element_count() <= ELEMENTS)?;
            let all = dense.integers()?;
            let start = *all.first()?;
            (all.len() > 1 && (start..).zip(&all).all(|(expected, found)| expected == *found)).then_some((0, start))
        }
        "add" => {
            let (a, b) = (first?, ir[op].operand(1)?);
            let (iota, other) = match iota_at(ir, a, depth - 1) {
                Some(iota) => (iota, b),
                None => (iota_at(ir, b, depth - 1)?, a),
            };
            let offset = uniform(ir, other)?;
            of(ir, value).range?;
            Some((iota.0, iota.1.checked_add(offset as i64)?))
        }
        "subtract" => {
            let iota = iota_at(ir, first?, depth - 1)?;
            of(ir, value).range?;
            Some((iota.0, iota.1.checked_sub(uniform(ir, ir[op].operand(1)?)? as i64)?))
        }
        "convert" => {
            let operand = first.filter(|operand| ir.ty(*operand).element().is_integer())?;
            of(ir, value).range?;
            if !ir.ty(value).element().is_integer() {
                return None;
            }
            iota_at(ir, operand, depth - 1)
        }
        "broadcast_in_dim" => {
            let (dimension, offset) = iota_at(ir, first?, depth - 1)?;
            let to = usize::try_from(*numbers(ir, op, "broadcast_dimensions")?.get(dimension)?).ok()?;
            let kept = ir.ty(first?).shape()?.get(dimension) == ir.ty(value).shape()?.get(to);
            kept.then_some((to, offset))
        }
        "reshape" => {
            let (dimension, offset) = iota_at(ir, first?, depth - 1)?;
            let (from, to) = (ir.ty(first?).shape()?, ir.ty(value).shape()?);
            // Only dimensions of size one come and go.
            let size = *from.get(dimension)?;
            let big = |shape: &[i64]| shape.iter().filter(|size| **size != 1).copied().collect::<Vec<i64>>();
            let rank = from[..dimension].iter().filter(|size| **size != 1).count();
            if size == 1 || big(from) != big(to) {
                return None;
            }
            let (at, _) = to.iter().enumerate().filter(|(_, size)| **size != 1).nth(rank)?;
            Some((at, offset))
        }
        "concatenate" => {
            let along = usize::try_from(ir.attribute(op, "dimension")?.as_i64()?).ok()?;
            let all: Option<Vec<(usize, i64)>> =
                ir[op].operands().map(|operand| iota_at(ir, operand, depth - 1)).collect();
            let all = all?;
            let same = all.iter().all(|iota| *iota == all[0]) && all[0].0 != along;
            same.then_some(all[0])
        }
        "transpose" => {
            let (dimension, offset) = iota_at(ir, first?, depth - 1)?;
            let to = numbers(ir, op, "permutation")?.iter().position(|from| *from == dimension as i64)?;
            Some((to, offset))
        }
        _ => None,
    }
}

/// A square mask that is true on its diagonal only: `iota = iota` along two dimensions.
pub fn diagonal_mask(ir: &Ir, value: Value) -> Option<[usize; 2]> {
    let op = ir.defining_op(value)?;
    match short(ir, op)? {
        "compare" => {
            let (a, b) = (as_iota(ir, ir[op].operand(0)?)?, as_iota(ir, ir[op].operand(1)?)?);
            let shape = ir.ty(value).shape()?;
            let fits = compares(ir, op, "EQ") && a.1 == b.1 && a.0 != b.0 && shape.get(a.0)? == shape.get(b.0)?;
            fits.then_some([a.0.min(b.0), a.0.max(b.0)])
        }
        "constant" => is_identity_constant(constant(ir, value)?).then_some([0, 1]),
        "transpose" => {
            let mask = diagonal_mask(ir, ir[op].operand(0)?)?;
            let permutation = numbers(ir, op, "permutation")?;
            let to = |from: usize| permutation.iter().position(|other| *other == from as i64);
            let (a, b) = (to(mask[0])?, to(mask[1])?);
            Some([a.min(b), a.max(b)])
        }
        _ => None,
    }
}

fn is_identity_constant(dense: &DenseElements) -> bool {
    let [rows, columns] = dense.shape() else { return false };
    if rows != columns || *rows < 2 || dense.element_count() > ELEMENTS || dense.is_splat() {
        return false;
    }
    let element = |at: usize| dense.float(at).or_else(|| dense.integer(at).map(|number| number as f64));
    (0..*rows as usize).all(|row| {
        (0..*rows as usize)
            .all(|column| element(row * *rows as usize + column) == Some(f64::from(u8::from(row == column))))
    })
}

/// Whether a comparison asks this.
pub fn compares(ir: &Ir, op: Op, direction: &str) -> bool {
    direction_of(ir, op).as_deref() == Some(direction)
}

pub fn direction_of(ir: &Ir, op: Op) -> Option<String> {
    let attribute = ir.attribute(op, "comparison_direction")?;
    zymase_dialects::attribute_text::enum_value(attribute).map(str::to_owned)
}

/// Whether a value is the identity matrix.
pub fn is_identity(ir: &Ir, value: Value) -> bool {
    let Some(op) = ir.defining_op(value) else { return false };
    if ir.ty(value).shape().is_none_or(|shape| shape.len() != 2) {
        return false;
    }
    match short(ir, op) {
        Some("convert") => ir[op].operand(0).is_some_and(|mask| {
            diagonal_mask(ir, mask).is_some() && ir.ty(mask).element().is_bool() || is_identity(ir, mask)
        }),
        Some("constant") => constant(ir, value).is_some_and(is_identity_constant),
        Some("select") => {
            let parts: Vec<Value> = ir[op].operands().collect();
            diagonal_mask(ir, parts[0]).is_some()
                && uniform(ir, parts[1]) == Some(1.0)
                && uniform(ir, parts[2]) == Some(0.0)
        }
        Some("transpose") => ir[op].operand(0).is_some_and(|operand| is_identity(ir, operand)),
        _ => false,
    }
}

/// Whether a value is equal to its transpose: identities, diagonals, `x·xᵀ` and what keeps this.
pub fn is_symmetric(ir: &Ir, value: Value) -> bool {
    symmetric_at(ir, value, 6)
}

fn symmetric_at(ir: &Ir, value: Value, depth: usize) -> bool {
    let (Some(op), Some([rows, columns])) = (ir.defining_op(value), ir.ty(value).shape()) else { return false };
    if rows != columns || depth == 0 {
        return false;
    }
    let all = |from: usize| ir[op].operands().skip(from).all(|operand| symmetric_at(ir, operand, depth - 1));
    match short(ir, op) {
        _ if splat_bytes(ir, value).is_some() || is_identity(ir, value) => true,
        Some("add" | "subtract" | "multiply" | "divide" | "negate" | "exponential" | "tanh" | "abs" | "convert") => {
            let transposed =
                |a: Value, b: Value| from(ir, b, "transpose").is_some_and(|turn| ir[turn].operand(0) == Some(a));
            let mixed = match (ir[op].operand(0), ir[op].operand(1)) {
                (Some(a), Some(b)) if matches!(short(ir, op), Some("add" | "multiply")) => {
                    transposed(a, b) || transposed(b, a)
                }
                _ => false,
            };
            mixed || all(0)
        }
        Some("select") => {
            ir[op].operand(0).is_some_and(|mask| diagonal_mask(ir, mask).is_some()) && {
                // Off the diagonal only the third operand is seen.
                ir[op].operand(2).is_some_and(|other| symmetric_at(ir, other, depth - 1))
            }
        }
        Some("transpose") => all(0),
        Some("dot_general") => {
            let numbers = ir.attribute(op, "dot_dimension_numbers");
            let numbers =
                numbers.and_then(Attribute::downcast::<zymase_dialects::stablehlo::attributes::DotDimensionNumbers>);
            ir[op].operand(0) == ir[op].operand(1)
                && numbers.is_some_and(|numbers| {
                    numbers.lhs_contracting == numbers.rhs_contracting && numbers.lhs_batching.is_empty()
                })
        }
        _ => false,
    }
}
