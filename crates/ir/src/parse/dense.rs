//! Reads dense constants. The type follows the data, so the data is passed over first, and then read at the level of
//! bytes with the type in hand: constants make up most of a large module.

use super::attributes::{float_bits, integer_fits};
use super::lexer::{self, hex_digit};
use super::{MAX_DEPTH, Reader, parse_i128};
use crate::attributes::{Attribute, Name};
use crate::dense::{DenseData, DenseElements, push_integer};
use crate::diagnostic::Result;
use crate::types::{Type, TypeKind, element_count};
use std::sync::Arc;

impl Reader<'_> {
    /// `dense<data> : type`; the type may be known already.
    pub(super) fn parse_dense(&mut self, known: Option<&Type>) -> Result<Attribute> {
        self.advance();
        if !self.is_symbol(b'<') {
            return Err(self.expected("`<`"));
        }
        let start = self.token.end;
        let Some(end) = data_end(self.bytes, start) else {
            return Err(self.error("this constant has no end"));
        };
        self.go_to(end + 1);
        let ty = match known {
            Some(ty) => ty.clone(),
            None => {
                self.expect_symbol(b':')?;
                self.parse_type()?
            }
        };
        let literal = Literal { bytes: &self.bytes[start..end], text: &self.text[start..end], at: 0, ty: &ty };
        match literal.read() {
            Ok(dense) => Ok(Attribute::Dense(dense)),
            Err((at, message)) => Err(self.error_at(start + at, message)),
        }
    }

    pub(super) fn parse_dense_resource(&mut self, known: Option<&Type>) -> Result<Attribute> {
        self.advance();
        self.expect_symbol(b'<')?;
        let name = if self.kind() == lexer::TokenKind::String {
            let bytes = self.parse_string()?;
            String::from_utf8(bytes).map(Name::from).map_err(|_| self.error("this name is no text"))?
        } else {
            let word = self.parse_word()?;
            self.name(word)
        };
        self.expect_symbol(b'>')?;
        let ty = match known {
            Some(ty) => ty.clone(),
            None => {
                self.expect_symbol(b':')?;
                self.parse_type()?
            }
        };
        Ok(Attribute::DenseResource { name, ty })
    }
}

/// The position of the `>` that ends the data.
fn data_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let next = at + memchr::memchr2(b'>', b'"', bytes.get(at..)?)?;
        if bytes[next] == b'>' {
            return Some(next);
        }
        at = lexer::string_end(bytes, next)?;
    }
}

type Outcome<T> = std::result::Result<T, (usize, String)>;

/// The data of a constant: numbers in brackets, one number, a string of hexadecimal digits, or strings.
struct Literal<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    ty: &'a Type,
}

impl Literal<'_> {
    fn read(mut self) -> Outcome<DenseElements> {
        let shape = self.ty.shape().ok_or((0, format!("a constant needs a type with a shape, not {}", self.ty)))?;
        let Some(count) = element_count(shape) else {
            return self.wrong("a constant needs a type with a static shape of a size that fits into memory");
        };
        if shape.len() > MAX_DEPTH {
            return self.wrong("too many dimensions");
        }
        self.skip_blanks();
        if self.peek() == b'"' && self.ty.element().element_bytes().is_some() {
            return self.read_hexadecimal(count);
        }
        if matches!(self.ty.element().kind(), TypeKind::Dialect(_)) {
            return self.read_strings(shape);
        }
        let Some(width) = self.ty.element().element_bytes() else {
            return self.wrong(format!("a constant cannot hold elements of type {}", self.ty.element()));
        };
        let mut out = Vec::with_capacity(count.saturating_mul(width).min(self.bytes.len().saturating_mul(width)));
        if self.peek() == b'[' {
            self.read_level(shape, &mut out)?;
            self.finish()?;
            return self.made(DenseData::Raw(out.into()));
        }
        if self.at == self.bytes.len() {
            return if count == 0 { self.made(DenseData::Raw([].as_slice().into())) } else { self.wrong("no data") };
        }
        self.read_element(self.ty.element(), &mut out)?;
        self.finish()?;
        if count == 0 {
            return self.wrong("a value for a constant without elements");
        }
        self.made(DenseData::Splat(out.into()))
    }

    fn made(&self, data: DenseData) -> Outcome<DenseElements> {
        DenseElements::new(self.ty.clone(), data).ok_or((0, format!("the data does not have the shape of {}", self.ty)))
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Outcome<T> {
        Err((self.at, message.into()))
    }

    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        self.at = lexer::skip_blanks(self.bytes, self.at);
    }

    fn finish(&mut self) -> Outcome<()> {
        self.skip_blanks();
        if self.at == self.bytes.len() { Ok(()) } else { self.wrong("expected the end of the constant") }
    }

    /// One pair of brackets with as many entries as the first size says.
    fn read_level(&mut self, shape: &[i64], out: &mut Vec<u8>) -> Outcome<()> {
        let Some((size, inner)) = shape.split_first() else {
            let element = self.ty.element();
            return self.read_element(element, out);
        };
        if self.peek() != b'[' {
            return self.wrong("expected `[`");
        }
        self.at += 1;
        for index in 0..*size {
            if index > 0 {
                self.skip_blanks();
                if self.peek() != b',' {
                    return self.wrong(format!("expected {size} elements, found {index}"));
                }
                self.at += 1;
            }
            self.skip_blanks();
            self.read_level(inner, out)?;
        }
        self.skip_blanks();
        if self.peek() != b']' {
            return self.wrong(format!("expected `]` after {size} elements"));
        }
        self.at += 1;
        Ok(())
    }

    fn read_element(&mut self, element: &Type, out: &mut Vec<u8>) -> Outcome<()> {
        if let Some(part) = element.as_complex() {
            if self.peek() != b'(' {
                return self.wrong("expected `(`");
            }
            self.at += 1;
            self.skip_blanks();
            self.read_element(part, out)?;
            self.skip_blanks();
            if self.peek() != b',' {
                return self.wrong("expected `,`");
            }
            self.at += 1;
            self.skip_blanks();
            self.read_element(part, out)?;
            self.skip_blanks();
            if self.peek() != b')' {
                return self.wrong("expected `)`");
            }
            self.at += 1;
            return Ok(());
        }
        let start = self.at;
        let negative = self.peek() == b'-';
        let first = start + usize::from(negative);
        let rest = &self.bytes[first..];
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
        let mut length = rest.iter().take_while(|byte| is_part(**byte)).count();
        // The sign of an exponent.
        if matches!(rest.get(length), Some(b'+' | b'-'))
            && length > 0
            && matches!(rest[length - 1], b'e' | b'E')
            && !rest.starts_with(b"0x")
        {
            length += 1;
            length += rest[length..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        }
        let spelling = &self.text[first..first + length];
        let written = if let Some(format) = element.as_float() {
            float_bits(format, spelling, negative).map(|bits| {
                let width = (format.bits() as usize).div_ceil(8);
                out.extend_from_slice(&bits.to_le_bytes()[..width]);
            })
        } else {
            read_integer_element(element, spelling, negative).and_then(|value| push_integer(out, element, value))
        };
        self.at = first + length;
        match written {
            Some(()) => Ok(()),
            None => Err((start, format!("expected an element of type {element}"))),
        }
    }

    /// `"0x…"`: all bytes, or those of one element.
    fn read_hexadecimal(mut self, count: usize) -> Outcome<DenseElements> {
        let start = self.at + 1;
        let Some(end) = lexer::string_end(self.bytes, self.at) else { return self.wrong("a string without an end") };
        let digits = match self.bytes[start..end - 1].strip_prefix(b"0x") {
            Some(digits) if digits.len() % 2 == 0 => digits,
            _ => return self.wrong("expected 0x and an even number of hexadecimal digits"),
        };
        let Some(data) = decode_hexadecimal(digits) else { return self.wrong("a digit that is not hexadecimal") };
        self.at = end;
        self.finish()?;
        let element = self.ty.element();
        let width = element.element_bytes().unwrap_or(1);
        if element.is_bool() && data.len() != count {
            return self.read_packed(&data, count);
        }
        if data.len() == width && count > 1 {
            return self.made(DenseData::Splat(clean(element, data).into()));
        }
        self.made(DenseData::Raw(clean(element, data).into()))
    }

    /// Truth values, eight to a byte, or one byte for all.
    fn read_packed(&self, data: &[u8], count: usize) -> Outcome<DenseElements> {
        if data.len() == 1 && count > 8 {
            return self.made(DenseData::Splat([data[0] & 1].as_slice().into()));
        }
        if data.len() != count.div_ceil(8) {
            return self.wrong(format!("{} bytes for {count} truth values", data.len()));
        }
        let unpacked: Vec<u8> = (0..count).map(|index| data[index / 8] >> (index % 8) & 1).collect();
        self.made(DenseData::Raw(unpacked.into()))
    }

    fn read_strings(mut self, shape: &[i64]) -> Outcome<DenseElements> {
        let mut strings = Vec::new();
        if self.peek() == b'"' {
            strings.push(self.read_string()?);
        } else {
            self.read_string_level(shape, &mut strings)?;
        }
        self.finish()?;
        self.made(DenseData::Strings(strings.into()))
    }

    fn read_string_level(&mut self, shape: &[i64], strings: &mut Vec<Arc<[u8]>>) -> Outcome<()> {
        let Some((size, inner)) = shape.split_first() else {
            strings.push(self.read_string()?);
            return Ok(());
        };
        for index in 0..*size {
            self.skip_blanks();
            if self.peek() != if index == 0 { b'[' } else { b',' } {
                return self.wrong(format!("expected {size} strings in brackets"));
            }
            self.at += 1;
            self.skip_blanks();
            self.read_string_level(inner, strings)?;
        }
        self.skip_blanks();
        if self.peek() != b']' {
            return self.wrong("expected `]`");
        }
        self.at += 1;
        Ok(())
    }

    fn read_string(&mut self) -> Outcome<Arc<[u8]>> {
        if self.peek() != b'"' {
            return self.wrong("expected a string");
        }
        let Some(end) = lexer::string_end(self.bytes, self.at) else { return self.wrong("a string without an end") };
        let Some(value) = lexer::unescape(&self.bytes[self.at + 1..end - 1]) else {
            return self.wrong("a wrong escape");
        };
        self.at = end;
        Ok(value.into())
    }
}

fn read_integer_element(element: &Type, spelling: &str, negative: bool) -> Option<i128> {
    if element.is_bool() && matches!(spelling, "true" | "false") {
        return (!negative).then_some(i128::from(spelling == "true"));
    }
    let value = parse_i128(spelling)?;
    let value = if negative { value.checked_neg()? } else { value };
    integer_fits(element, value, spelling.starts_with("0x")).then_some(value)
}

/// Takes away bits beyond the width of the elements.
fn clean(element: &Type, mut data: Vec<u8>) -> Vec<u8> {
    let bits = match element.kind() {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(format) => format.bits(),
        _ => return data,
    };
    if bits < 8 {
        let mask = (1u8 << bits) - 1;
        data.iter_mut().for_each(|byte| *byte &= mask);
    }
    data
}

fn decode_hexadecimal(digits: &[u8]) -> Option<Vec<u8>> {
    const WRONG: u8 = 0xff;
    let mut values = [WRONG; 256];
    for (byte, value) in values.iter_mut().enumerate() {
        *value = hex_digit(byte as u8).unwrap_or(WRONG);
    }
    let mut data = Vec::with_capacity(digits.len() / 2);
    let mut wrong = 0;
    for pair in digits.chunks_exact(2) {
        let (high, low) = (values[pair[0] as usize], values[pair[1] as usize]);
        wrong |= (high | low) & 0xf0;
        data.push(high << 4 | low & 0x0f);
    }
    (wrong == 0).then_some(data)
}
