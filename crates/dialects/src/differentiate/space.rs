//! Derivatives of tensors: which element types have them, zeros and sums.

pub use super::constants::splat;
use super::constants::{are_known, splat_like};
use zymase_ir::derivative::{Carries, TangentSpace};
use zymase_ir::{Attribute, Builder, Result, Type, TypeKind, Value};

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

/// Zero, also of the integers that a tuple may have beside what has derivatives.
fn null(builder: &mut Builder, ty: &Type) -> Result<Value> {
    let Some(elements) = ty.as_tuple() else { return splat(builder, ty, 0.0) };
    let elements: Result<Vec<Value>> = elements.iter().map(|element| null(builder, element)).collect();
    builder.value("stablehlo.tuple", &elements?, &[])
}

/// Zero in the shape of a value.
fn null_like(builder: &mut Builder, model: Value) -> Result<Value> {
    let ty = builder.ir.ty(model).clone();
    if are_known(&ty) {
        return null(builder, &ty);
    }
    splat_like(builder, model, ty.element(), 0.0)
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
