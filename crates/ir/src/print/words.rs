//! Writes names, strings and numbers.

use crate::floats;
use crate::types::Type;
use std::fmt::Write as _;

pub(super) fn write_float(text: &mut String, ty: &Type, bits: u128) {
    if let Some(kind) = ty.as_float() {
        floats::write(text, kind, bits);
    }
}

fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

/// A word, in quotes where it is none.
pub(super) fn write_name(text: &mut String, name: &str) {
    if is_bare(name) { text.push_str(name) } else { write_string(text, name.as_bytes()) }
}

/// `@name` or `@"any name"`.
pub fn write_symbol_name(text: &mut String, name: &str) {
    text.push('@');
    write_name(text, name);
}

/// A string in quotes, with what cannot be seen as two hexadecimal digits.
pub fn write_string(text: &mut String, bytes: &[u8]) {
    text.push('"');
    for byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'"' => text.push_str("\\22"),
            b' '..=b'~' => text.push(*byte as char),
            _ => {
                let _ = write!(text, "\\{byte:02X}");
            }
        }
    }
    text.push('"');
}
