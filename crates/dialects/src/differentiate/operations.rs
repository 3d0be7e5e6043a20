//! Single operations that rules write: what moves, repeats, pads, converts and adds up elements of a tensor.

use zymase_ir::derivative::Site;
use zymase_ir::{Attribute, DenseElements, Region, Result, Type, Value};

/// The numbers of an attribute of the operation.
pub(super) fn numbers(site: &Site, name: &str) -> Result<Vec<i64>> {
    let numbers = site.ir().attribute(site.op, name).and_then(Attribute::as_i64_array);
    numbers.map(<[i64]>::to_vec).ok_or_else(|| site.error(format!("has no list of numbers `{name}`")))
}

/// The sizes of a tensor.
pub(super) fn shape(site: &Site, value: Value) -> Vec<i64> {
    site.ir().ty(value).shape().unwrap_or_default().to_vec()
}

pub(super) fn reshape(site: &mut Site, value: Value, ty: &Type) -> Result<Value> {
    if site.ty(value) == *ty {
        return Ok(value);
    }
    site.typed("stablehlo.reshape", &[value], &[], ty.clone())
}

/// Puts dimension `permutation[i]` at place `i`.
pub(super) fn transpose(site: &mut Site, value: Value, permutation: &[i64]) -> Result<Value> {
    if permutation.iter().copied().eq(0..permutation.len() as i64) {
        return Ok(value);
    }
    site.value("stablehlo.transpose", &[value], &[("permutation", Attribute::i64_array(permutation))])
}

/// The permutation that undoes another.
pub(super) fn inverse(permutation: &[i64]) -> Vec<i64> {
    let mut inverse = vec![0; permutation.len()];
    for (to, from) in permutation.iter().enumerate() {
        inverse[*from as usize] = to as i64;
    }
    inverse
}

/// Repeats a value along the dimensions of a type that `dimensions` does not name.
pub(super) fn broadcast(site: &mut Site, value: Value, dimensions: &[i64], ty: &Type) -> Result<Value> {
    let attributes = [("broadcast_dimensions", Attribute::i64_array(dimensions))];
    site.typed("stablehlo.broadcast_in_dim", &[value], &attributes, ty.clone())
}

/// Pads with zeros; negative numbers cut off.
pub(super) fn pad(site: &mut Site, value: Value, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Value> {
    let zero = site.null(&Type::tensor([], site.ty(value).element().clone()))?;
    pad_with(site, value, zero, [low, high, interior])
}

pub(super) fn pad_with(site: &mut Site, value: Value, padding: Value, amounts: [&[i64]; 3]) -> Result<Value> {
    let [low, high, interior] = amounts.map(Attribute::i64_array);
    let attributes = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
    site.value("stablehlo.pad", &[value, padding], &attributes)
}

pub(super) fn slice(site: &mut Site, value: Value, start: &[i64], limit: &[i64], strides: &[i64]) -> Result<Value> {
    let [start, limit, strides] = [start, limit, strides].map(Attribute::i64_array);
    let attributes = [("start_indices", start), ("limit_indices", limit), ("strides", strides)];
    site.value("stablehlo.slice", &[value], &attributes)
}

/// A tensor of one truth value.
pub(super) fn truth(site: &mut Site, shape: &[i64], value: bool) -> Result<Value> {
    let ty = Type::tensor(shape, Type::integer(1));
    let count = zymase_ir::types::element_count(shape).unwrap_or_default();
    let dense = DenseElements::of_integers(ty, std::iter::repeat_n(i64::from(value), count));
    let dense = dense.ok_or_else(|| site.error("is too large"))?;
    site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// The value with elements of another type.
pub(super) fn convert(site: &mut Site, value: Value, element: &Type) -> Result<Value> {
    if site.ty(value).element() == element {
        return Ok(value);
    }
    let ty = Type::tensor(shape(site, value), element.clone());
    site.typed("stablehlo.convert", &[value], &[], ty)
}

/// A region that combines two scalars of a type by an operation.
pub(super) fn combiner(site: &mut Site, op: &str, scalar: &Type) -> Result<Region> {
    site.builder.region(&[scalar.clone(), scalar.clone()], |inner, arguments| {
        let combined = inner.value(op, arguments, &[])?;
        inner.build("stablehlo.return", &[combined], &[], &[]);
        Ok(())
    })
}

/// The sum over dimensions; the value itself if there are none.
pub(super) fn sum_over(site: &mut Site, value: Value, dimensions: &[i64]) -> Result<Value> {
    if dimensions.is_empty() {
        return Ok(value);
    }
    let scalar = Type::tensor([], site.ty(value).element().clone());
    let start = site.null(&scalar)?;
    let region = combiner(site, "stablehlo.add", &scalar)?;
    let attributes = [("dimensions", Attribute::i64_array(dimensions))];
    let mut state = site.builder.state("stablehlo.reduce", &[value, start], &attributes);
    state.regions.push(region);
    let op = site.builder.insert_inferred(state)?;
    Ok(site.ir()[op].results()[0])
}

/// The sum of all elements that a mask marks.
pub(super) fn sum_where(site: &mut Site, mask: Value, value: Value) -> Result<Value> {
    let zero = site.null_like(value)?;
    let marked = site.value("stablehlo.select", &[mask, value, zero], &[])?;
    let all: Vec<i64> = (0..shape(site, value).len() as i64).collect();
    sum_over(site, marked, &all)
}
