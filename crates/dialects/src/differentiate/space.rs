//! Derivatives of tensors: which element types have them, zeros and sums.

use super::sizes;
use zymase_ir::derivative::{Carries, TangentSpace};
use zymase_ir::{
    Attribute, Builder, DenseData, DenseElements, LocatedDiagnostic, Location, Result, Type, TypeKind, Value,
};

pub const TENSORS: TangentSpace = TangentSpace { carries, null, null_like, add };

fn carries(ty: &Type) -> Option<Carries> {
    match ty.kind() {
        TypeKind::Tensor(tensor) => Some(match tensor.element.kind() {
            TypeKind::Integer { .. } | TypeKind::Index => Carries::Nothing,
            TypeKind::Float(_) | TypeKind::Complex(_) => Carries::Derivatives,
            _ => Carries::Unknown("its elements are quantised or of an unknown kind"),
        }),
        TypeKind::Tuple(elements) => {
            let of_elements: Vec<Option<Carries>> = elements.iter().map(carries).collect();
            let is_known = |of: &Option<Carries>| matches!(of, Some(Carries::Nothing | Carries::Derivatives));
            Some(match of_elements.contains(&Some(Carries::Derivatives)) {
                _ if !of_elements.iter().all(is_known) => Carries::Unknown("nothing is known of some of its elements"),
                true => Carries::Derivatives,
                false => Carries::Nothing,
            })
        }
        TypeKind::Dialect(text) if text.as_ref() == "stablehlo.token" => Some(Carries::Nothing),
        _ => None,
    }
}

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

/// Zero, also of the integers that a tuple may have beside what has derivatives.
fn null(builder: &mut Builder, ty: &Type) -> Result<Value> {
    let Some(elements) = ty.as_tuple() else { return splat(builder, ty, 0.0) };
    let elements: Result<Vec<Value>> = elements.iter().map(|element| null(builder, element)).collect();
    builder.value("stablehlo.tuple", &elements?, &[])
}

/// Zero in the shape of a value.
fn null_like(builder: &mut Builder, model: Value) -> Result<Value> {
    let ty = builder.ir.ty(model).clone();
    if sizes::are_known(&ty) {
        return null(builder, &ty);
    }
    sizes::splat_like(builder, model, ty.element(), 0.0)
}

fn add(builder: &mut Builder, a: Value, b: Value) -> Result<Value> {
    let Some(count) = builder.ir.ty(a).as_tuple().map(<[Type]>::len) else {
        return super::sums::add(builder, a, b);
    };
    let mut sums = Vec::with_capacity(count);
    for place in 0..count {
        let index = [("index", Attribute::i32(i32::try_from(place).unwrap_or_default()))];
        let a = builder.value("stablehlo.get_tuple_element", &[a], &index)?;
        let b = builder.value("stablehlo.get_tuple_element", &[b], &index)?;
        sums.push(add(builder, a, b)?);
    }
    builder.value("stablehlo.tuple", &sums, &[])
}
