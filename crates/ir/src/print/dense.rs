//! Writes dense constants: one value for a splat, brackets for small ones, hexadecimal digits for large ones.

use super::words::{write_float, write_string};
use crate::dense::{DenseData, DenseElements, read_bits, read_integer};
use crate::types::Type;
use std::fmt::Write as _;

/// Constants with more elements than this are written in hexadecimal.
const MOST_ELEMENTS_IN_BRACKETS: usize = 100;

pub(super) fn write_dense(text: &mut String, dense: &DenseElements) {
    text.push_str("dense<");
    match dense.data() {
        DenseData::Splat(bytes) => write_element(text, dense.ty().element(), bytes),
        // Truth values never: some versions of MLIR pack them, others do not.
        DenseData::Raw(bytes)
            if dense.element_count() > MOST_ELEMENTS_IN_BRACKETS && !dense.ty().element().is_bool() =>
        {
            write_hexadecimal(text, bytes);
        }
        // A constant without elements has nothing between its brackets.
        _ if dense.element_count() == 0 && !dense.is_splat() => {}
        DenseData::Strings(strings) if strings.len() == 1 => write_string(text, &strings[0]),
        _ => write_level(text, dense, dense.shape(), &mut 0),
    }
    text.push('>');
}

fn write_level(text: &mut String, dense: &DenseElements, shape: &[i64], next: &mut usize) {
    let Some((size, inner)) = shape.split_first() else {
        if let Some(bytes) = dense.element(*next) {
            match dense.data() {
                DenseData::Strings(_) => write_string(text, bytes),
                _ => write_element(text, dense.ty().element(), bytes),
            }
        }
        *next += 1;
        return;
    };
    text.push('[');
    for index in 0..*size {
        if index > 0 {
            text.push_str(", ");
        }
        write_level(text, dense, inner, next);
    }
    text.push(']');
}

fn write_element(text: &mut String, element: &Type, bytes: &[u8]) {
    if let Some(part) = element.as_complex() {
        let (real, imaginary) = bytes.split_at(bytes.len() / 2);
        text.push('(');
        write_element(text, part, real);
        text.push(',');
        write_element(text, part, imaginary);
        text.push(')');
    } else if element.is_float() {
        write_float(text, element, read_bits(bytes));
    } else if element.is_bool() && !element.is_unsigned() {
        text.push_str(if bytes.first() == Some(&0) { "false" } else { "true" });
    } else {
        let _ = write!(text, "{}", read_integer(element, bytes));
    }
}

fn write_hexadecimal(text: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push_str("\"0x");
    text.reserve(bytes.len() * 2);
    for byte in bytes {
        text.push(DIGITS[(byte >> 4) as usize] as char);
        text.push(DIGITS[(byte & 15) as usize] as char);
    }
    text.push('"');
}
