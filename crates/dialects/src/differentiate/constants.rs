//! Constants, and sizes that are known at run time only: one number everywhere in the shape of another value.
//!
//! A tensor whose type does not say all sizes is made by an operation that is given them; they are asked of a value that
//! has them. Where the type says everything nothing is asked, and the plain operation is written.

use zymase_ir::{
    Attribute, Builder, DYNAMIC, DenseData, DenseElements, LocatedDiagnostic, Location, Result, Type, Value,
};

/// The number everywhere in a tensor of floats or complex numbers of a known shape.
pub fn splat(builder: &mut Builder, ty: &Type, number: f64) -> Result<Value> {
    match dense(ty, number) {
        Some(dense) => builder.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))]),
        None => {
            let message = format!("cannot make a constant of type {ty}");
            Err(LocatedDiagnostic::new(Location::Unset, message))
        }
    }
}

fn dense(ty: &Type, number: f64) -> Option<DenseElements> {
    let element = ty.element();
    if element.is_integer() {
        let count = zymase_ir::types::element_count(ty.shape()?)?;
        return DenseElements::of_integers(ty.clone(), std::iter::repeat_n(number as i64, count));
    }
    let part = element.as_complex().unwrap_or(element);
    let (kind, width) = (part.as_float()?, part.element_bytes()?);
    let write = |number| zymase_ir::floats::from_f64(kind, number).to_le_bytes()[..width].to_vec();
    let mut bytes = write(number);
    if element.as_complex().is_some() {
        bytes.extend(write(0.0));
    }
    let is_empty = ty.shape()?.contains(&0);
    let data = if is_empty { DenseData::Raw([].as_slice().into()) } else { DenseData::Splat(bytes.into()) };
    DenseElements::new(ty.clone(), data)
}

/// Whether a type says all sizes.
pub(super) fn are_known(ty: &Type) -> bool {
    ty.as_tensor().is_none_or(|tensor| tensor.has_static_shape())
}

pub(super) fn integers(builder: &mut Builder, ty: Type, values: &[i64]) -> Result<Value> {
    let dense = DenseElements::of_integers(ty, values.iter().copied());
    let dense = dense.ok_or_else(|| LocatedDiagnostic::new(Location::Unset, "cannot make a constant of sizes"))?;
    builder.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// One size of a value, as a vector of one number.
pub(super) fn size_of(builder: &mut Builder, value: Value, dimension: usize) -> Result<Value> {
    let one = Type::tensor([1], Type::integer(32));
    let size = builder.ir.ty(value).shape().and_then(|shape| shape.get(dimension).copied()).unwrap_or(DYNAMIC);
    if size != DYNAMIC {
        return integers(builder, one, &[size]);
    }
    let asked = [("dimension", Attribute::i64(dimension as i64))];
    let size = builder.value("stablehlo.get_dimension_size", &[value], &asked)?;
    builder.typed("stablehlo.reshape", &[size], &[], one)
}

/// The sizes of a value, as a vector.
pub(super) fn sizes_of(builder: &mut Builder, value: Value) -> Result<Value> {
    let rank = builder.ir.ty(value).shape().map_or(0, <[i64]>::len);
    let sizes: Result<Vec<Value>> = (0..rank).map(|dimension| size_of(builder, value, dimension)).collect();
    match sizes?[..] {
        [only] => Ok(only),
        ref all => builder.value("stablehlo.concatenate", all, &[("dimension", Attribute::i64(0))]),
    }
}

/// One number everywhere in a tensor of elements of any type, in the shape of another value.
pub(super) fn splat_like(builder: &mut Builder, model: Value, element: &Type, number: f64) -> Result<Value> {
    let shape = builder.ir.ty(model).shape().map(<[i64]>::to_vec).unwrap_or_default();
    let ty = Type::tensor(shape, element.clone());
    if are_known(&ty) {
        return splat(builder, &ty, number);
    }
    let scalar = splat(builder, &Type::tensor([], element.clone()), number)?;
    let sizes = sizes_of(builder, model)?;
    let nowhere = [("broadcast_dimensions", Attribute::i64_array([]))];
    builder.typed("stablehlo.dynamic_broadcast_in_dim", &[scalar, sizes], &nowhere, ty)
}
