//! Derivatives of tensors: which element types have them, zeros and sums.

use zymase_ir::derivative::{Carries, TangentSpace};
use zymase_ir::{
    Attribute, Builder, DenseData, DenseElements, LocatedDiagnostic, Location, Result, Type, TypeKind, Value,
};

pub const TENSORS: TangentSpace = TangentSpace { carries, null, add: super::sums::add };

fn carries(ty: &Type) -> Option<Carries> {
    match ty.kind() {
        TypeKind::Tensor(tensor) => Some(match tensor.element.kind() {
            TypeKind::Integer { .. } | TypeKind::Index => Carries::Nothing,
            TypeKind::Float(_) | TypeKind::Complex(_) if tensor.has_static_shape() => Carries::Derivatives,
            TypeKind::Float(_) | TypeKind::Complex(_) => {
                Carries::Unknown("a size is known only at run time, which is not supported yet")
            }
            _ => Carries::Unknown("its elements are quantised or of an unknown kind"),
        }),
        TypeKind::Tuple(elements) => {
            let all_plain = elements.iter().all(|element| carries(element) == Some(Carries::Nothing));
            Some(if all_plain { Carries::Nothing } else { Carries::Unknown("tuples are not supported yet") })
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

fn null(builder: &mut Builder, ty: &Type) -> Result<Value> {
    splat(builder, ty, 0.0)
}
