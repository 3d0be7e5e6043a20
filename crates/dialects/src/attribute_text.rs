//! Attributes that look like `name<key = value, flag>`: taken apart here for the dialects that read them.

use zymase_ir::Attribute;

/// The fields between the angle brackets of `name<key = value, …>`, in order; a field without `=` has its whole text as
/// value and no key.
pub fn fields(body: &str) -> Vec<(Option<&str>, &str)> {
    split(body).into_iter().map(field).collect()
}

fn field(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((key, value)) if is_word(key.trim()) => (Some(key.trim()), value.trim()),
        _ => (None, text),
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Parts between commas that are in no brackets.
pub fn split(body: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    let mut previous = ' ';
    for (at, letter) in body.char_indices() {
        match letter {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' if previous == '-' => {}
            '>' | ']' | ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(body[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        previous = letter;
    }
    let last = body[start..].trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

/// `name<body>` or `name`: the two parts.
pub fn name_and_body(text: &str) -> (&str, Option<&str>) {
    match text.split_once('<') {
        Some((name, rest)) => (name.trim(), rest.trim_end().strip_suffix('>')),
        None => (text.trim(), None),
    }
}

/// `[1, 2]`.
pub fn numbers(text: &str) -> Result<Vec<i64>, String> {
    let wrong = || format!("expected numbers in brackets, found {text}");
    let body = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(wrong)?;
    split(body).into_iter().map(number).collect()
}

pub fn number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| format!("expected a number, found {text}"))
}

pub fn write_numbers(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

/// `key = [numbers]` fields, those without numbers left out, and `key = number` ones.
#[derive(Default)]
pub struct FieldWriter {
    fields: Vec<String>,
}

impl FieldWriter {
    pub fn numbers(mut self, key: &str, numbers: &[i64]) -> FieldWriter {
        if !numbers.is_empty() {
            self.fields.push(format!("{key} = {}", write_numbers(numbers)));
        }
        self
    }

    pub fn number(mut self, key: &str, number: i64) -> FieldWriter {
        self.fields.push(format!("{key} = {number}"));
        self
    }

    pub fn text(mut self, key: &str, value: &str) -> FieldWriter {
        self.fields.push(format!("{key} = {value}"));
        self
    }

    pub fn finish(self, name: &str) -> String {
        format!("{name}<{}>", self.fields.join(", "))
    }
}

/// Reads fields into a structure: each key at most once, and only those that `set` knows.
pub fn read_fields(
    name: &str,
    body: &str,
    mut set: impl FnMut(&str, &str) -> Option<Result<(), String>>,
) -> Result<(), String> {
    let mut seen: Vec<&str> = Vec::new();
    for (key, value) in fields(body) {
        let Some(key) = key else { return Err(format!("{name}: expected key = value, found {value}")) };
        if seen.contains(&key) {
            return Err(format!("{name}: {key} is given twice"));
        }
        seen.push(key);
        match set(key, value) {
            Some(outcome) => outcome.map_err(|message| format!("{name}: {key}: {message}"))?,
            None => return Err(format!("{name} has no {key}")),
        }
    }
    Ok(())
}

/// An attribute that is one word of a fixed set: `#stablehlo<comparison_direction LT>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumAttribute {
    pub dialect: &'static str,
    pub kind: &'static str,
    pub value: &'static str,
}

impl zymase_ir::DialectAttribute for EnumAttribute {
    fn text(&self) -> String {
        format!("{}<{} {}>", self.dialect, self.kind, self.value)
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// A kind of [`EnumAttribute`]: its name and its words.
pub type EnumKind = (&'static str, &'static [&'static str]);

/// The attribute of this kind and word.
pub fn enum_attribute(dialect: &'static str, kinds: &[EnumKind], kind: &str, value: &str) -> Result<Attribute, String> {
    let Some((kind, words)) = kinds.iter().find(|(name, _)| *name == kind) else {
        return Err(format!("{dialect} has no attribute {kind}"));
    };
    match words.iter().find(|word| **word == value) {
        Some(value) => Ok(Attribute::dialect(EnumAttribute { dialect, kind, value })),
        None => Err(format!("{kind} is one of {}, not {value}", words.join(", "))),
    }
}

/// The word of an [`EnumAttribute`].
pub fn enum_value(attribute: &Attribute) -> Option<&'static str> {
    attribute.downcast::<EnumAttribute>().map(|attribute| attribute.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_taken_apart() {
        assert_eq!(
            fields("a = [1, 2], b = #x<c, d>, e"),
            [(Some("a"), "[1, 2]"), (Some("b"), "#x<c, d>"), (None, "e"),]
        );
        assert_eq!(fields(""), []);
        assert_eq!(name_and_body("x.dot<a -> b>"), ("x.dot", Some("a -> b")));
        assert_eq!(numbers("[1, -2]"), Ok(vec![1, -2]));
        assert!(numbers("[1,, 2]").is_err() && numbers("1").is_err());
    }
}
