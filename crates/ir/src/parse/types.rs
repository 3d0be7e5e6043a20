//! Reads types.

use super::lexer::{self, TokenKind};
use super::{Alias, Reader};
use crate::attributes::Attribute;
use crate::diagnostic::Result;
use crate::floats::FloatKind;
use crate::types::{DYNAMIC, MemrefType, Signedness, TensorType, Type, TypeKind, VectorType};

/// Integers may be this wide, as in MLIR.
const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

impl<'a> Reader<'a> {
    pub fn parse_type(&mut self) -> Result<Type> {
        self.nested(
            |reader| {
                if reader.is_symbol(b'(') { reader.parse_function_type() } else { reader.parse_simple_type() }
            },
        )
    }

    /// A type that is not a function type: what may stand after `->` without parentheses.
    fn parse_simple_type(&mut self) -> Result<Type> {
        match self.kind() {
            TokenKind::Bang => self.parse_dialect_type(),
            TokenKind::Word => self.parse_builtin_type(),
            _ => Err(self.expected("a type")),
        }
    }

    pub fn parse_function_type(&mut self) -> Result<Type> {
        let inputs = self.parse_types_in_parentheses()?;
        self.expect_arrow()?;
        let results = self.parse_result_types()?;
        Ok(Type::function(inputs, results))
    }

    pub fn parse_types_in_parentheses(&mut self) -> Result<Vec<Type>> {
        self.expect_symbol(b'(')?;
        self.parse_list(b')', Self::parse_type)
    }

    /// What follows `->`: one type, or any number in parentheses.
    pub fn parse_result_types(&mut self) -> Result<Vec<Type>> {
        if self.is_symbol(b'(') {
            return self.parse_types_in_parentheses();
        }
        Ok(vec![self.nested(Self::parse_simple_type)?])
    }

    pub fn parse_type_list(&mut self) -> Result<Vec<Type>> {
        let mut types = vec![self.parse_type()?];
        while self.eat_symbol(b',') {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }

    fn parse_builtin_type(&mut self) -> Result<Type> {
        let word = self.spelling();
        let start = self.token.start;
        if matches!(word, "tensor" | "memref" | "vector" | "complex" | "tuple") {
            let end = lexer::body_end(self.bytes, self.token.end);
            // What holds aliases is read each time, so that their size is accounted for.
            let whole = end.and_then(|end| self.text.get(start..end)).filter(|whole| !whole.contains(['!', '#']));
            if let Some(whole) = whole
                && let Some(known) = self.known_types.get(whole)
            {
                let known = known.clone();
                self.go_to(start + whole.len());
                return Ok(known);
            }
            self.advance();
            let ty = match word {
                "tensor" => self.parse_tensor_type(),
                "memref" => self.parse_memref_type(),
                "vector" => self.parse_vector_type(),
                "complex" => self.parse_complex_type(),
                _ => {
                    self.expect_symbol(b'<')?;
                    Ok(Type::tuple(self.parse_list(b'>', Self::parse_type)?))
                }
            }?;
            if let Some(whole) = whole {
                self.known_types.insert(whole, ty.clone());
            }
            return Ok(ty);
        }
        let ty = match word {
            "index" => Some(Type::index()),
            "none" => Some(TypeKind::None.into()),
            _ => FloatKind::of_name(word).map(Type::float).or_else(|| integer_type(word)),
        };
        match ty {
            Some(ty) => {
                self.advance();
                Ok(ty)
            }
            None => Err(self.expected("a type")),
        }
    }

    fn parse_complex_type(&mut self) -> Result<Type> {
        self.expect_symbol(b'<')?;
        let part = self.parse_type()?;
        if !part.is_float() && !part.is_integer() {
            return Err(self.error("the parts of a complex number are floats or integers"));
        }
        self.expect_symbol(b'>')?;
        Ok(Type::complex(part))
    }

    fn parse_tensor_type(&mut self) -> Result<Type> {
        self.expect_symbol(b'<')?;
        if self.eat_symbol(b'*') {
            self.expect_times()?;
            let element = self.parse_type()?;
            self.expect_symbol(b'>')?;
            return Ok(TypeKind::UnrankedTensor(element).into());
        }
        let shape = self.parse_dimensions()?;
        let element = self.parse_type()?;
        let encoding = if self.eat_symbol(b',') { Some(self.parse_attribute()?) } else { None };
        self.expect_symbol(b'>')?;
        Ok(TypeKind::Tensor(TensorType { shape, element, encoding }).into())
    }

    fn parse_memref_type(&mut self) -> Result<Type> {
        self.expect_symbol(b'<')?;
        if self.eat_symbol(b'*') {
            self.expect_times()?;
            let element = self.parse_type()?;
            let space = if self.eat_symbol(b',') { Some(self.parse_attribute()?) } else { None };
            self.expect_symbol(b'>')?;
            return Ok(TypeKind::UnrankedMemref { element, space }.into());
        }
        let shape = self.parse_dimensions()?;
        let element = self.parse_type()?;
        let (mut layout, mut space) = (None, None);
        while self.eat_symbol(b',') {
            let attribute = self.parse_attribute()?;
            let is_layout = matches!(attribute, Attribute::AffineMap(_) | Attribute::Strided { .. });
            if is_layout && layout.is_none() && space.is_none() {
                layout = Some(attribute);
            } else if space.is_none() {
                space = Some(attribute);
            } else {
                return Err(self.error("a memref has one layout and one memory space"));
            }
        }
        self.expect_symbol(b'>')?;
        Ok(TypeKind::Memref(MemrefType { shape, element, layout, space }).into())
    }

    fn parse_vector_type(&mut self) -> Result<Type> {
        self.expect_symbol(b'<')?;
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        while self.kind() == TokenKind::Integer || self.is_symbol(b'[') {
            let scales = self.eat_symbol(b'[');
            shape.push(self.parse_dimension()?);
            scalable.push(scales);
            if scales {
                self.expect_symbol(b']')?;
            }
            self.expect_times()?;
        }
        let element = self.parse_type()?;
        self.expect_symbol(b'>')?;
        Ok(TypeKind::Vector(VectorType { shape, scalable, element }).into())
    }

    /// Reads `4x?x2x`, each size with its `x`.
    fn parse_dimensions(&mut self) -> Result<Vec<i64>> {
        let mut shape = Vec::new();
        while self.kind() == TokenKind::Integer || self.is_symbol(b'?') {
            if self.is_symbol(b'?') {
                self.advance();
                shape.push(DYNAMIC);
            } else {
                shape.push(self.parse_dimension()?);
            }
            self.expect_times()?;
        }
        Ok(shape)
    }

    /// One size: decimal digits only, for `0x4` means no hexadecimal number here.
    fn parse_dimension(&mut self) -> Result<i64> {
        if self.kind() != TokenKind::Integer {
            return Err(self.expected("the size of a dimension"));
        }
        let start = self.token.start;
        let digits = self.bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Ok(size) = self.text[start..start + digits].parse() else {
            return Err(self.error("the size of a dimension does not fit into 64 bits"));
        };
        self.go_to(start + digits);
        Ok(size)
    }

    /// The `x` between sizes, which may be grown together with what follows.
    fn expect_times(&mut self) -> Result<()> {
        if self.kind() == TokenKind::Word && self.byte_at(self.token.start) == b'x' {
            self.go_to(self.token.start + 1);
            return Ok(());
        }
        Err(self.expected("`x`"))
    }

    fn parse_dialect_type(&mut self) -> Result<Type> {
        let name = &self.spelling()[1..];
        if let Some(alias) = self.type_aliases.get(name)
            && !name.contains('.')
            && self.byte_at(self.token.end) != b'<'
        {
            let (meaning, depth, size) = (alias.meaning.clone(), alias.depth, alias.size);
            self.spend(depth, size)?;
            self.advance();
            return Ok(meaning);
        }
        let text = self.parse_dialect_text()?;
        self.context.clone().check_type(&text).map_err(|message| self.error(message))?;
        Ok(Type::dialect(&text))
    }

    pub(super) fn define_type_alias(&mut self, name: &'a str) -> Result<()> {
        let meaning = self.parse_type()?;
        let (depth, size) = meaning.measure(super::MAX_ALIAS_SIZE + 1);
        if size > super::MAX_ALIAS_SIZE {
            return Err(self.error("this alias stands for too much"));
        }
        self.type_aliases.insert(name, Alias { meaning, depth, size });
        Ok(())
    }

    /// Reads `name<body>` after `#` or `!`, the body as text in which aliases are written out.
    pub(super) fn parse_dialect_text(&mut self) -> Result<String> {
        let start = self.token.start + 1;
        let name = &self.spelling()[1..];
        let mut end = self.token.end;
        if self.byte_at(end) != b'<' && !name.contains('.') {
            let blank = lexer::skip_blanks(self.bytes, end);
            if self.byte_at(blank) != b'<' {
                return Err(self.error(format!("nothing is called `{}` here", self.spelling())));
            }
            end = blank;
        }
        if self.byte_at(end) == b'<' {
            match lexer::body_end(self.bytes, end) {
                Some(close) => end = close,
                None => return Err(self.error("the brackets behind this name do not match")),
            }
        }
        let text = self.text.get(start..end).unwrap_or_default();
        let expanded = self.expand_aliases(text)?;
        self.go_to(end);
        Ok(expanded)
    }

    /// Replaces names of aliases in the body of an attribute or type that is kept as text.
    fn expand_aliases(&mut self, text: &str) -> Result<String> {
        if self.attribute_aliases.is_empty() && self.type_aliases.is_empty() {
            return Ok(text.to_owned());
        }
        let bytes = text.as_bytes();
        let mut expanded = String::with_capacity(text.len());
        let (mut copied, mut at) = (0, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'"' => at = lexer::string_end(bytes, at).unwrap_or(bytes.len()),
                b'#' | b'!' => {
                    let token = lexer::next(bytes, at);
                    let name = text.get(at + 1..token.end).unwrap_or_default();
                    if let Some((written, size)) = self.alias_text(bytes[at], name) {
                        self.spend(0, size)?;
                        expanded.push_str(&text[copied..at]);
                        expanded.push_str(&written);
                        copied = token.end;
                    }
                    at = token.end;
                }
                _ => at += 1,
            }
        }
        expanded.push_str(&text[copied..]);
        Ok(expanded)
    }

    fn alias_text(&self, sigil: u8, name: &str) -> Option<(String, usize)> {
        if sigil == b'!' {
            let alias = self.type_aliases.get(name)?;
            return Some((alias.meaning.to_string(), alias.size));
        }
        let alias = self.attribute_aliases.get(name)?;
        Some((alias.meaning.to_string(), alias.size))
    }
}

/// `i32`, `si8`, `ui64`.
fn integer_type(word: &str) -> Option<Type> {
    let (signedness, digits) = if let Some(digits) = word.strip_prefix("si") {
        (Signedness::Signed, digits)
    } else if let Some(digits) = word.strip_prefix("ui") {
        (Signedness::Unsigned, digits)
    } else {
        (Signedness::Signless, word.strip_prefix('i')?)
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let width = digits.parse().ok().filter(|width| *width <= MAX_INTEGER_WIDTH)?;
    Some(TypeKind::Integer { width, signedness }.into())
}
