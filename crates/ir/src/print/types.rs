//! Writes types.

use super::attributes::{TypeElision, write_attribute};
use crate::attributes::Attribute;
use crate::types::{DYNAMIC, Signedness, Type, TypeKind};
use std::fmt::Write as _;

pub(super) fn write_type(text: &mut String, ty: &Type) {
    match ty.kind() {
        TypeKind::Integer { width, signedness } => {
            let prefix = match signedness {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            let _ = write!(text, "{prefix}{width}");
        }
        TypeKind::Float(kind) => text.push_str(kind.name()),
        TypeKind::Index => text.push_str("index"),
        TypeKind::None => text.push_str("none"),
        TypeKind::Complex(part) => {
            text.push_str("complex<");
            write_type(text, part);
            text.push('>');
        }
        TypeKind::Tensor(tensor) => {
            text.push_str("tensor<");
            write_dimensions(text, &tensor.shape);
            write_type(text, &tensor.element);
            write_behind(text, tensor.encoding.iter(), TypeElision::Never);
            text.push('>');
        }
        TypeKind::UnrankedTensor(element) => {
            text.push_str("tensor<*x");
            write_type(text, element);
            text.push('>');
        }
        TypeKind::Memref(memref) => {
            text.push_str("memref<");
            write_dimensions(text, &memref.shape);
            write_type(text, &memref.element);
            write_behind(text, memref.layout.iter().chain(&memref.space), TypeElision::Usual);
            text.push('>');
        }
        TypeKind::UnrankedMemref { element, space } => {
            text.push_str("memref<*x");
            write_type(text, element);
            write_behind(text, space.iter(), TypeElision::Usual);
            text.push('>');
        }
        TypeKind::Vector(vector) => {
            text.push_str("vector<");
            for (size, scales) in vector.shape.iter().zip(&vector.scalable) {
                let _ = if *scales { write!(text, "[{size}]x") } else { write!(text, "{size}x") };
            }
            write_type(text, &vector.element);
            text.push('>');
        }
        TypeKind::Function { inputs, results } => {
            write_type_list(text, inputs);
            text.push_str(" -> ");
            write_results(text, results);
        }
        TypeKind::Tuple(elements) => {
            text.push_str("tuple<");
            write_types(text, elements);
            text.push('>');
        }
        TypeKind::Dialect(body) => {
            text.push('!');
            text.push_str(body);
        }
    }
}

/// What a shaped type says behind its elements.
fn write_behind<'a>(text: &mut String, attributes: impl Iterator<Item = &'a Attribute>, elision: TypeElision) {
    for attribute in attributes {
        text.push_str(", ");
        write_attribute(text, attribute, elision);
    }
}

fn write_dimensions(text: &mut String, shape: &[i64]) {
    for size in shape {
        let _ = if *size == DYNAMIC { write!(text, "?x") } else { write!(text, "{size}x") };
    }
}

pub(super) fn write_types(text: &mut String, types: &[Type]) {
    for (index, ty) in types.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        write_type(text, ty);
    }
}

pub(super) fn write_type_list(text: &mut String, types: &[Type]) {
    text.push('(');
    write_types(text, types);
    text.push(')');
}

/// One type that is not a function type stands alone; everything else is in parentheses.
pub(super) fn write_results(text: &mut String, results: &[Type]) {
    match results {
        [only] if only.as_function().is_none() => write_type(text, only),
        _ => write_type_list(text, results),
    }
}
