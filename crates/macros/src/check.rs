//! Refuses activities that do not fit the type of a parameter or of the result, where the form of the type tells. What it does
//! not tell, traits do: the generated code asks for `zymase::Active` where a value has a derivative of its own.

use crate::activity::Activity;
use crate::attribute::Request;
use syn::{Error, Result, Type};

/// Checks all of them, each at the place where the activity is written.
pub fn check(request: &Request) -> Result<()> {
    for (declared, (activity, span)) in request.signature.parameters.iter().zip(&request.activities) {
        if let Some(text) = complaint(*activity, &declared.ty) {
            return Err(Error::new(*span, format!("`{}`: {text}", declared.name)));
        }
        if *activity != Activity::Const && matches!(declared.ty, Type::Ptr(_)) && !request.is_unsafe {
            let text = "where the shadow of a pointer leads cannot be checked: write `unsafe` before the name of the derivative";
            return Err(Error::new(*span, format!("`{}`: {text}", declared.name)));
        }
    }
    if let (Some(ty), Some((activity, span))) = (&request.signature.result, &request.result)
        && let Some(text) = complaint(*activity, ty)
    {
        return Err(Error::new(*span, format!("the result: {text}")));
    }
    Ok(())
}

fn complaint(activity: Activity, ty: &Type) -> Option<String> {
    if activity == Activity::Const {
        return None;
    }
    if let Some(name) = without_derivative(ty) {
        return Some(format!("`{name}` has no derivative, so it cannot be `{}`: write `Const`", activity.name()));
    }
    let indirect = matches!(ty, Type::Reference(_) | Type::Ptr(_));
    match activity {
        Activity::Active | Activity::ActiveOnly if indirect => Some(format!(
            "`{}` is for values, and this is a reference or a pointer: write `Duplicated`, with the derivative in a second one",
            activity.name()
        )),
        Activity::Duplicated | Activity::DuplicatedOnly if !indirect => Some(format!(
            "`{}` is for references and pointers, and this is a value: write `Active`, and the derivative is returned",
            activity.name()
        )),
        _ => None,
    }
}

/// Integers and the like, alone or in references, slices and arrays: the name of the type.
fn without_derivative(ty: &Type) -> Option<String> {
    const NAMES: [&str; 15] =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "bool", "char", "str"];
    match ty {
        Type::Path(path) => NAMES.iter().find(|name| path.path.is_ident(name)).map(|name| (*name).to_string()),
        Type::Reference(reference) => without_derivative(&reference.elem),
        Type::Ptr(pointer) => without_derivative(&pointer.elem),
        Type::Slice(slice) => without_derivative(&slice.elem),
        Type::Array(array) => without_derivative(&array.elem),
        Type::Paren(inner) => without_derivative(&inner.elem),
        Type::Group(inner) => without_derivative(&inner.elem),
        _ => None,
    }
}
