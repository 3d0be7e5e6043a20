//! Reads attributes and dictionaries.

use super::lexer::{self, TokenKind};
use super::{Alias, Reader, parse_i128};
use crate::attributes::{Attribute, DenseArray, Dictionary, Name};
use crate::diagnostic::Result;
use crate::floats;
use crate::types::{DYNAMIC, Type};
use std::sync::Arc;

impl<'a> Reader<'a> {
    pub fn parse_attribute(&mut self) -> Result<Attribute> {
        self.nested(|reader| reader.parse_attribute_of(None))
    }

    /// An attribute whose type is known and not written.
    pub fn parse_attribute_of_type(&mut self, ty: &Type) -> Result<Attribute> {
        self.nested(|reader| reader.parse_attribute_of(Some(ty)))
    }

    fn parse_attribute_of(&mut self, ty: Option<&Type>) -> Result<Attribute> {
        match self.kind() {
            TokenKind::At => self.parse_symbol_reference(),
            TokenKind::Symbol(b'[') => {
                self.advance();
                Ok(Attribute::Array(self.parse_list(b']', Self::parse_attribute)?.into()))
            }
            TokenKind::Symbol(b'{') => Ok(Attribute::Dictionary(self.parse_dictionary()?)),
            TokenKind::String => {
                let value = self.parse_string()?.into();
                let ty = self.parse_trailing_type(ty)?;
                Ok(Attribute::String { value, ty })
            }
            TokenKind::Integer | TokenKind::Float | TokenKind::Symbol(b'-') => self.parse_number(ty),
            TokenKind::Hash => self.parse_dialect_attribute(ty),
            TokenKind::Word => self.parse_word_attribute(ty),
            TokenKind::Bang | TokenKind::Symbol(b'(') => Ok(Attribute::Type(self.parse_type()?)),
            _ => Err(self.expected("an attribute")),
        }
    }

    /// `: type`, unless the type is known.
    fn parse_trailing_type(&mut self, known: Option<&Type>) -> Result<Option<Type>> {
        match known {
            Some(ty) => Ok(Some(ty.clone())),
            None if self.eat_symbol(b':') => Ok(Some(self.parse_type()?)),
            None => Ok(None),
        }
    }

    pub fn parse_symbol_reference(&mut self) -> Result<Attribute> {
        let mut path = vec![self.parse_symbol_name()?];
        while self.is_symbol(b':') && self.byte_at(self.token.end) == b':' {
            self.go_to(self.token.end + 1);
            path.push(self.parse_symbol_name()?);
        }
        Ok(Attribute::Symbol(path.into()))
    }

    /// `@name` or `@"any name"`.
    pub fn parse_symbol_name(&mut self) -> Result<Name> {
        if self.kind() != TokenKind::At {
            return Err(self.expected("a symbol"));
        }
        let spelling = &self.spelling()[1..];
        let name = match spelling.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            None => self.name(spelling),
            Some(quoted) => {
                let text = lexer::unescape(quoted.as_bytes()).and_then(|bytes| String::from_utf8(bytes).ok());
                match text {
                    Some(text) => Name::from(text),
                    None => return Err(self.error("the name of this symbol is no text")),
                }
            }
        };
        self.advance();
        Ok(name)
    }

    fn parse_number(&mut self, ty: Option<&Type>) -> Result<Attribute> {
        let negative = self.eat_symbol(b'-');
        let (kind, spelling, start) = (self.kind(), self.spelling(), self.token.start);
        if !matches!(kind, TokenKind::Integer | TokenKind::Float) {
            return Err(self.expected("a number"));
        }
        self.advance();
        let default = || if kind == TokenKind::Float { Type::f64() } else { Type::integer(64) };
        let ty = self.parse_trailing_type(ty)?.unwrap_or_else(default);
        if let Some(format) = ty.as_float() {
            return match float_bits(format, spelling, negative) {
                Some(bits) => Ok(Attribute::Float { bits, ty }),
                None => Err(self.error_at(start, "this number is none of its type")),
            };
        }
        let value = parse_i128(spelling).map(|value| if negative { value.wrapping_neg() } else { value });
        match value {
            Some(value) if kind == TokenKind::Integer && integer_fits(&ty, value, spelling.starts_with("0x")) => {
                Ok(Attribute::Integer { value: normalise_integer(&ty, value), ty })
            }
            _ => Err(self.error_at(start, format!("this number is none of type {ty}"))),
        }
    }

    fn parse_word_attribute(&mut self, ty: Option<&Type>) -> Result<Attribute> {
        let (word, start) = (self.spelling(), self.token.start);
        match word {
            "true" | "false" => {
                self.advance();
                Ok(Attribute::bool(word == "true"))
            }
            "unit" => {
                self.advance();
                Ok(Attribute::Unit)
            }
            "loc" => Ok(Attribute::Location(self.parse_location()?)),
            "affine_map" => {
                self.advance();
                self.expect_symbol(b'<')?;
                let map = self.parse_affine_map()?;
                self.expect_symbol(b'>')?;
                Ok(Attribute::AffineMap(Arc::new(map)))
            }
            "affine_set" => {
                self.advance();
                self.expect_symbol(b'<')?;
                let set = self.parse_integer_set()?;
                self.expect_symbol(b'>')?;
                Ok(Attribute::IntegerSet(Arc::new(set)))
            }
            "array" => self.parse_dense_array(),
            "dense" => self.parse_dense(ty),
            "dense_resource" => self.parse_dense_resource(ty),
            "strided" => self.parse_strided(),
            "sparse" | "opaque" | "distinct" => self.parse_verbatim(start),
            _ => Ok(Attribute::Type(self.parse_type()?)),
        }
    }

    fn parse_dense_array(&mut self) -> Result<Attribute> {
        self.advance();
        self.expect_symbol(b'<')?;
        let element = self.parse_type()?;
        if !element.is_integer() && !element.is_float() {
            return Err(self.error("an array holds integers or floats"));
        }
        if element.element_bytes().is_none_or(|bytes| bytes > 8) {
            return Err(self.error("the elements of an array have at most 64 bits"));
        }
        let values = if self.eat_symbol(b':') {
            self.parse_list(b'>', |reader| reader.parse_array_element(&element))?
        } else {
            self.expect_symbol(b'>')?;
            Vec::new()
        };
        Ok(Attribute::DenseArray(DenseArray { element, values: values.into() }))
    }

    fn parse_array_element(&mut self, element: &Type) -> Result<i64> {
        match self.parse_attribute_of(Some(element))? {
            Attribute::Integer { value, .. } => Ok(value as i64),
            Attribute::Float { bits, .. } => Ok(bits as i64),
            _ => Err(self.error(format!("this is no element of type {element}"))),
        }
    }

    fn parse_strided(&mut self) -> Result<Attribute> {
        self.advance();
        self.expect_symbol(b'<')?;
        self.expect_symbol(b'[')?;
        let strides = self.parse_list(b']', Self::parse_stride)?;
        let mut offset = 0;
        if self.eat_symbol(b',') {
            self.expect_keyword("offset")?;
            self.expect_symbol(b':')?;
            offset = self.parse_stride()?;
        }
        self.expect_symbol(b'>')?;
        Ok(Attribute::Strided { strides: strides.into(), offset })
    }

    fn parse_stride(&mut self) -> Result<i64> {
        if self.eat_symbol(b'?') { Ok(DYNAMIC) } else { self.parse_integer() }
    }

    /// Builtin forms kept as text: a name, bracketed bodies, perhaps `: type`.
    fn parse_verbatim(&mut self, start: usize) -> Result<Attribute> {
        let mut end = self.token.end;
        while matches!(self.byte_at(end), b'<' | b'[') {
            match lexer::body_end(self.bytes, end) {
                Some(close) => end = close,
                None => return Err(self.error("the brackets behind this name do not match")),
            }
        }
        self.go_to(end);
        let mut text = self.text.get(start..end).unwrap_or_default().to_owned();
        if let Some(ty) = self.parse_trailing_type(None)? {
            text.push_str(&format!(" : {ty}"));
        }
        Ok(Attribute::Verbatim(text.into()))
    }

    fn parse_dialect_attribute(&mut self, ty: Option<&Type>) -> Result<Attribute> {
        let name = &self.spelling()[1..];
        if let Some(alias) = self.attribute_aliases.get(name)
            && !name.contains('.')
            && self.byte_at(self.token.end) != b'<'
        {
            let (meaning, depth, size) = (alias.meaning.clone(), alias.depth, alias.size);
            self.spend(depth, size)?;
            self.advance();
            return Ok(meaning);
        }
        let text = self.parse_dialect_text()?;
        match self.context.clone().read_attribute(&text) {
            Some(Ok(attribute)) => Ok(attribute),
            Some(Err(message)) => Err(self.error(message)),
            None => {
                let ty = self.parse_trailing_type(ty)?;
                Ok(Attribute::Opaque { text: text.into(), ty })
            }
        }
    }

    pub(super) fn define_attribute_alias(&mut self, name: &'a str) -> Result<()> {
        let meaning = self.parse_attribute()?;
        let (depth, size) = meaning.measure(super::MAX_ALIAS_SIZE + 1);
        if size > super::MAX_ALIAS_SIZE && !matches!(meaning, Attribute::Dense(_)) {
            return Err(self.error("this alias stands for too much"));
        }
        self.attribute_aliases.insert(name, Alias { meaning, depth, size });
        Ok(())
    }

    /// `{name = attribute, unit, "any name" = attribute}`.
    pub fn parse_dictionary(&mut self) -> Result<Dictionary> {
        self.expect_symbol(b'{')?;
        let entries = self.parse_list(b'}', |reader| {
            let name = match reader.kind() {
                TokenKind::String => {
                    let bytes = reader.parse_string()?;
                    String::from_utf8(bytes).map(Name::from).map_err(|_| reader.error("this name is no text"))?
                }
                TokenKind::Word => {
                    let word = reader.parse_word()?;
                    reader.name(word)
                }
                // A name may be spelt like a type or a number type: these are words too; anything else is wrong.
                _ => return Err(reader.expected("the name of an attribute")),
            };
            let value = if reader.eat_symbol(b'=') { reader.parse_attribute()? } else { Attribute::Unit };
            Ok((name, value))
        })?;
        let count = entries.len();
        let dictionary = Dictionary::new(entries);
        if dictionary.len() != count {
            return Err(self.error("two attributes have the same name"));
        }
        Ok(dictionary)
    }

    /// A dictionary, if one is there.
    pub fn parse_optional_dictionary(&mut self) -> Result<Dictionary> {
        if self.is_symbol(b'{') { self.parse_dictionary() } else { Ok(Dictionary::default()) }
    }
}

/// The bits of a number: decimal with a point, or its bits in hexadecimal.
pub(super) fn float_bits(format: crate::floats::FloatKind, spelling: &str, negative: bool) -> Option<u128> {
    if let Some(hex) = spelling.strip_prefix("0x") {
        let bits = u128::from_str_radix(hex, 16).ok()?;
        let fits = format.bits() == 128 || bits >> format.bits() == 0;
        return (fits && !negative).then_some(bits);
    }
    if !spelling.contains('.') {
        return None;
    }
    let value: f64 = spelling.parse().ok()?;
    Some(floats::from_f64(format, if negative { -value } else { value }))
}

/// Whether a number can be written for this type: signless ones allow both readings of their bits.
pub(super) fn integer_fits(ty: &Type, value: i128, is_hex: bool) -> bool {
    let width = match ty.kind() {
        crate::types::TypeKind::Integer { width, .. } => *width,
        crate::types::TypeKind::Index => 64,
        _ => return false,
    };
    if width >= 127 {
        return true;
    }
    let (top, half) = (1i128 << width, 1i128 << (width.max(1) - 1));
    let is_signed =
        matches!(ty.kind(), crate::types::TypeKind::Integer { signedness: crate::types::Signedness::Signed, .. });
    if ty.is_unsigned() {
        return (0..top).contains(&value);
    }
    if is_signed && !is_hex { (-half..half).contains(&value) } else { (-half..top).contains(&value) }
}

/// The value that the bits have by the sign of the type; `i1` is 0 or 1.
fn normalise_integer(ty: &Type, value: i128) -> i128 {
    let mut bytes = Vec::new();
    match crate::dense::push_integer(&mut bytes, ty, value) {
        Some(()) => crate::dense::read_integer(ty, &bytes),
        None => value,
    }
}
