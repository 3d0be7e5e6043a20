//! Writes attributes.

use super::dense::write_dense;
use super::locations::write_location;
use super::types::write_type;
use super::words::{write_float, write_name, write_string, write_symbol_name};
use crate::attributes::{Attribute, DenseArray, Dictionary};
use crate::floats;
use crate::types::{DYNAMIC, Type};
use std::fmt::Write as _;

/// Whether the types of numbers are left out where they are the usual ones, `i64` and `f64`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeElision {
    Never,
    Usual,
}

pub(super) fn write_attribute(text: &mut String, attribute: &Attribute, elision: TypeElision) {
    match attribute {
        Attribute::Unit => text.push_str("unit"),
        Attribute::Integer { value, ty } => write_integer(text, *value, ty, elision),
        Attribute::Float { bits, ty } => write_typed_float(text, *bits, ty, elision),
        Attribute::String { value, ty } => {
            write_string(text, value);
            write_trailing_type(text, ty.as_ref());
        }
        Attribute::Type(ty) => write_type(text, ty),
        Attribute::Array(elements) => write_array(text, elements),
        Attribute::Dictionary(dictionary) => write_dictionary(text, dictionary.iter()),
        Attribute::Symbol(path) => {
            for (index, name) in path.iter().enumerate() {
                if index > 0 {
                    text.push_str("::");
                }
                write_symbol_name(text, name);
            }
        }
        Attribute::DenseArray(array) => write_dense_array(text, array),
        Attribute::Dense(dense) => {
            write_dense(text, dense);
            write_trailing_type(text, Some(dense.ty()));
        }
        Attribute::DenseResource { name, ty } => {
            text.push_str("dense_resource<");
            write_name(text, name);
            text.push('>');
            write_trailing_type(text, Some(ty));
        }
        Attribute::AffineMap(map) => {
            let _ = write!(text, "affine_map<{map}>");
        }
        Attribute::IntegerSet(set) => {
            let _ = write!(text, "affine_set<{set}>");
        }
        Attribute::Strided { strides, offset } => write_strided(text, strides, *offset),
        Attribute::Location(location) => write_location(text, location),
        Attribute::Verbatim(body) => text.push_str(body),
        Attribute::Opaque { text: body, ty } => {
            text.push('#');
            text.push_str(body);
            write_trailing_type(text, ty.as_ref());
        }
        Attribute::Dialect(attribute) => {
            text.push('#');
            text.push_str(&attribute.text());
        }
    }
}

fn write_integer(text: &mut String, value: i128, ty: &Type, elision: TypeElision) {
    if ty.is_bool() && !ty.is_unsigned() {
        text.push_str(if value != 0 { "true" } else { "false" });
        return;
    }
    let _ = write!(text, "{value}");
    if !(elision == TypeElision::Usual && ty.is_integer_of(64) && *ty == Type::integer(64)) {
        write_trailing_type(text, Some(ty));
    }
}

fn write_typed_float(text: &mut String, bits: u128, ty: &Type, elision: TypeElision) {
    let start = text.len();
    write_float(text, ty, bits);
    // Infinities and NaN are hexadecimal digits, which without a type would be an integer.
    let is_known = *ty == Type::f64() && !text[start..].starts_with("0x");
    if !(elision == TypeElision::Usual && is_known) {
        write_trailing_type(text, Some(ty));
    }
}

fn write_array(text: &mut String, elements: &[Attribute]) {
    text.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        write_attribute(text, element, TypeElision::Usual);
    }
    text.push(']');
}

fn write_trailing_type(text: &mut String, ty: Option<&Type>) {
    if let Some(ty) = ty {
        text.push_str(" : ");
        write_type(text, ty);
    }
}

fn write_dense_array(text: &mut String, array: &DenseArray) {
    text.push_str("array<");
    write_type(text, &array.element);
    for (index, value) in array.values.iter().enumerate() {
        text.push_str(if index == 0 { ": " } else { ", " });
        if array.element.is_bool() {
            text.push_str(if *value != 0 { "true" } else { "false" });
        } else if let Some(kind) = array.element.as_float() {
            let bits = *value as u64;
            floats::write(text, kind, u128::from(bits));
        } else if array.element.is_unsigned() {
            let _ = write!(text, "{}", *value as u64);
        } else {
            let _ = write!(text, "{value}");
        }
    }
    text.push('>');
}

fn write_strided(text: &mut String, strides: &[i64], offset: i64) {
    let number = |value: i64| if value == DYNAMIC { "?".to_owned() } else { value.to_string() };
    let strides: Vec<String> = strides.iter().map(|stride| number(*stride)).collect();
    let _ = write!(text, "strided<[{}]", strides.join(", "));
    if offset != 0 {
        let _ = write!(text, ", offset: {}", number(offset));
    }
    text.push('>');
}

/// `{name = attribute, unit}`.
pub(super) fn write_dictionary<'a>(
    text: &mut String,
    entries: impl Iterator<Item = &'a (crate::attributes::Name, Attribute)>,
) {
    text.push('{');
    for (index, (name, value)) in entries.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        write_name(text, name);
        if *value != Attribute::Unit {
            text.push_str(" = ");
            write_attribute(text, value, TypeElision::Never);
        }
    }
    text.push('}');
}

pub(super) fn write_properties(text: &mut String, properties: &Dictionary) {
    text.push('<');
    write_dictionary(text, properties.iter());
    text.push('>');
}
