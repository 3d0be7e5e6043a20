//! What the rules share: attributes of the operation, lists of dimensions moved by one, and small pieces of code.

use zymase_ir::batching::{BatchSite, Examples};
use zymase_ir::{Attribute, DenseData, DenseElements, DialectAttribute, Result, Type, TypeKind, Value};

/// What a rule gives.
pub type Batch = Result<Vec<Examples>>;

/// One more dimension in front of dimensions: every number grows by one.
pub fn shifted(dimensions: &[i64]) -> Vec<i64> {
    dimensions.iter().map(|dimension| dimension.saturating_add(1)).collect()
}

/// A number, then others.
pub fn with_first(first: i64, others: &[i64]) -> Vec<i64> {
    std::iter::once(first).chain(others.iter().copied()).collect()
}

/// The numbers of an attribute of the operation.
pub fn numbers(site: &BatchSite, name: &str) -> Result<Vec<i64>> {
    let numbers = site.ir().attribute(site.op, name).and_then(Attribute::as_i64_array);
    numbers.map(<[i64]>::to_vec).ok_or_else(|| site.error(format!("has no list of numbers `{name}`")))
}

/// A number of an attribute of the operation.
pub fn number(site: &BatchSite, name: &str) -> Result<i64> {
    let number = site.ir().attribute(site.op, name).and_then(Attribute::as_i64);
    number.ok_or_else(|| site.error(format!("has no number `{name}`")))
}

pub fn structure<T: DialectAttribute + Clone>(site: &BatchSite, name: &str) -> Result<T> {
    let found = site.ir().attribute(site.op, name).and_then(Attribute::downcast::<T>).cloned();
    found.ok_or_else(|| site.error(format!("has no `{name}`")))
}

/// An attribute that is a dimension, moved by one.
pub fn shifted_number(site: &BatchSite, name: &str) -> Result<Attribute> {
    Ok(Attribute::i64(number(site, name)?.saturating_add(1)))
}

/// The sizes of a tensor.
pub fn shape(site: &BatchSite, value: Value) -> Vec<i64> {
    site.ir().ty(value).shape().unwrap_or_default().to_vec()
}

pub fn rank(ty: &Type) -> usize {
    ty.shape().map_or(0, <[i64]>::len)
}

/// All operands stacked, and the operation on them with stacked results.
pub fn on_all(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    with_changes(site, examples, &[])
}

/// As [`on_all`], with other attributes.
pub fn with_changes(site: &mut BatchSite, examples: &[Examples], changes: &[(&str, Attribute)]) -> Batch {
    let operands = site.spread_all(examples)?;
    with_operands(site, &operands, changes)
}

/// The operation on these operands, with stacked results.
pub fn with_operands(site: &mut BatchSite, operands: &[Value], changes: &[(&str, Attribute)]) -> Batch {
    let types = site.stacked_results()?;
    Ok(site.again(operands, changes, &types).into_iter().map(Examples::Batched).collect())
}

pub fn reshape(site: &mut BatchSite, value: Value, ty: &Type) -> Result<Value> {
    if site.ty(value) == *ty {
        return Ok(value);
    }
    site.typed("stablehlo.reshape", &[value], &[], ty.clone())
}

pub fn reshape_to(site: &mut BatchSite, value: Value, sizes: Vec<i64>) -> Result<Value> {
    let ty = Type::tensor(sizes, site.ty(value).element().clone());
    reshape(site, value, &ty)
}

/// Puts dimension `permutation[i]` at place `i`.
pub fn transpose(site: &mut BatchSite, value: Value, permutation: &[i64]) -> Result<Value> {
    if permutation.iter().copied().eq(0..permutation.len() as i64) {
        return Ok(value);
    }
    site.value("stablehlo.transpose", &[value], &[("permutation", Attribute::i64_array(permutation))])
}

/// Repeats a value along the dimensions of a type that `dimensions` does not name.
pub fn broadcast(site: &mut BatchSite, value: Value, dimensions: &[i64], ty: &Type) -> Result<Value> {
    let attributes = [("broadcast_dimensions", Attribute::i64_array(dimensions))];
    site.typed("stablehlo.broadcast_in_dim", &[value], &attributes, ty.clone())
}

/// One number for each example, in the shape of a stacked type.
pub fn scalars_as(site: &mut BatchSite, value: Value, shape_like: &Type) -> Result<Value> {
    let ty = Type::tensor(shape_like.shape().unwrap_or_default(), site.ty(value).element().clone());
    if site.ty(value) == ty {
        return Ok(value);
    }
    broadcast(site, value, &[0], &ty)
}

/// Moves a dimension to the front.
pub fn to_front(site: &mut BatchSite, value: Value, from: usize) -> Result<Value> {
    let rank = shape(site, value).len();
    let others = (0..rank).filter(|dimension| *dimension != from);
    let permutation: Vec<i64> = std::iter::once(from).chain(others).map(|dimension| dimension as i64).collect();
    transpose(site, value, &permutation)
}

/// A constant of a type whose elements are all zero bits.
pub fn zeros(site: &mut BatchSite, ty: &Type) -> Result<Value> {
    let width = ty.element().element_bytes().unwrap_or_default();
    let is_empty = ty.shape().unwrap_or_default().contains(&0);
    let data = if is_empty { DenseData::Raw([].as_slice().into()) } else { DenseData::Splat(vec![0; width].into()) };
    constant(site, DenseElements::new(ty.clone(), data), ty)
}

/// A constant of integers, which must fit their type.
pub fn integers(site: &mut BatchSite, ty: &Type, values: &[i64]) -> Result<Value> {
    if let Some(value) = values.iter().find(|value| **value > largest(ty.element())) {
        return Err(site.error(format!("needs the number {value}, which is too large for {}", ty.element())));
    }
    constant(site, DenseElements::of_integers(ty.clone(), values.iter().copied()), ty)
}

fn constant(site: &mut BatchSite, dense: Option<DenseElements>, ty: &Type) -> Result<Value> {
    let dense = dense.ok_or_else(|| site.error(format!("needs a constant of type {ty}, which there is not")))?;
    site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// The largest number that an integer type holds, as far as `i64` goes.
pub fn largest(element: &Type) -> i64 {
    match element.kind() {
        TypeKind::Integer { width, .. } => {
            let bits = if element.is_unsigned() || *width == 1 { *width } else { width.saturating_sub(1) };
            if bits >= 63 { i64::MAX } else { (1 << bits) - 1 }
        }
        _ => i64::MAX,
    }
}

/// The product of sizes that must fit.
pub fn product(site: &BatchSite, one: i64, other: i64) -> Result<i64> {
    one.checked_mul(other).ok_or_else(|| site.error("becomes too large"))
}

/// Merges the first dimension into another one (counted without it) that consists of this many groups: the examples stand
/// within each group.
pub fn merge(site: &mut BatchSite, value: Value, into: usize, groups: i64) -> Result<Value> {
    let sizes = shape(site, value);
    let (count, rest) = (sizes[0], &sizes[1..]);
    let merged = product(site, count, rest[into])?;
    let split: Vec<i64> = [&[count], &rest[..into], &[groups, rest[into] / groups], &rest[into + 1..]].concat();
    let split = reshape_to(site, value, split)?;
    let before: Vec<i64> = (1..into as i64 + 2).collect();
    let after: Vec<i64> = (into as i64 + 2..sizes.len() as i64 + 1).collect();
    let turned = transpose(site, split, &[before, vec![0], after].concat())?;
    reshape_to(site, turned, [&rest[..into], &[merged], &rest[into + 1..]].concat())
}

/// The opposite of [`merge`].
pub fn unmerge(site: &mut BatchSite, value: Value, from: usize, groups: i64) -> Result<Value> {
    let sizes = shape(site, value);
    let count = site.size;
    let own = sizes[from] / count;
    let split: Vec<i64> = [&sizes[..from], &[groups, count, own / groups], &sizes[from + 1..]].concat();
    let split = reshape_to(site, value, split)?;
    let turned = to_front(site, split, from + 1)?;
    reshape_to(site, turned, [&[count], &sizes[..from], &[own], &sizes[from + 1..]].concat())
}
