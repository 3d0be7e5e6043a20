//! Words of MLIR's text. The lexer has no memory but its position, so that the reader can go back, and can read at the
//! level of bytes where words do not fit (`4x8xf32`, bodies of unknown dialects, long constants).

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    End,
    /// `name`, `dialect.name`.
    Word,
    /// `%name`
    Percent,
    /// `^name`
    Caret,
    /// `@name` or `@"name"`
    At,
    /// `#name`
    Hash,
    /// `!name`
    Bang,
    Integer,
    Float,
    String,
    Arrow,
    /// `...`
    Ellipsis,
    /// `{-#`
    MetadataStart,
    /// `#-}`
    MetadataEnd,
    Symbol(u8),
    Wrong,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

fn is_suffix(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn count(text: &[u8], from: usize, accept: impl Fn(u8) -> bool) -> usize {
    text[from..].iter().take_while(|byte| accept(**byte)).count()
}

/// The position of the next word: past white space and comments.
pub fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'/') if text.get(at + 1) == Some(&b'/') => {
                at = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length + 1);
            }
            _ => return at,
        }
    }
}

/// The end of a string whose opening quote is at `start`; `None` when it has none on its line.
pub fn string_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        let next = at + memchr::memchr3(b'"', b'\\', b'\n', text.get(at..)?)?;
        match text[next] {
            b'"' => return Some(next + 1),
            b'\\' => at = next + 2,
            _ => return None,
        }
    }
}

/// The word that begins at or after `from`.
pub fn next(text: &[u8], from: usize) -> Token {
    let start = skip_blanks(text, from);
    let Some(first) = text.get(start).copied() else {
        return Token { kind: TokenKind::End, start, end: start };
    };
    let following = |distance: usize| text.get(start + distance).copied().unwrap_or(0);
    let (kind, end) = match first {
        _ if is_word_start(first) => (TokenKind::Word, start + count(text, start, is_word)),
        b'0'..=b'9' => number(text, start),
        b'%' => prefixed(text, start, TokenKind::Percent),
        b'^' => prefixed(text, start, TokenKind::Caret),
        b'!' => prefixed(text, start, TokenKind::Bang),
        b'#' if following(1) == b'-' && following(2) == b'}' => (TokenKind::MetadataEnd, start + 3),
        b'#' => prefixed(text, start, TokenKind::Hash),
        b'@' if following(1) == b'"' => match string_end(text, start + 1) {
            Some(end) => (TokenKind::At, end),
            None => (TokenKind::Wrong, text.len()),
        },
        b'@' => prefixed(text, start, TokenKind::At),
        b'"' => match string_end(text, start) {
            Some(end) => (TokenKind::String, end),
            None => (TokenKind::Wrong, text.len()),
        },
        b'-' if following(1) == b'>' => (TokenKind::Arrow, start + 2),
        b'.' if following(1) == b'.' && following(2) == b'.' => (TokenKind::Ellipsis, start + 3),
        b'{' if following(1) == b'-' && following(2) == b'#' => (TokenKind::MetadataStart, start + 3),
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b':' | b'=' | b'*' | b'+' | b'-' | b'?'
        | b'|' | b'/' => (TokenKind::Symbol(first), start + 1),
        _ => (TokenKind::Wrong, start + 1),
    };
    Token { kind, start, end }
}

/// A sign with a name or a number behind it.
fn prefixed(text: &[u8], start: usize, kind: TokenKind) -> (TokenKind, usize) {
    let length = match text.get(start + 1) {
        Some(byte) if byte.is_ascii_digit() => count(text, start + 1, |byte| byte.is_ascii_digit()),
        Some(byte) if is_suffix(*byte) => count(text, start + 1, is_suffix),
        _ => 0,
    };
    if length == 0 { (TokenKind::Wrong, start + 1) } else { (kind, start + 1 + length) }
}

fn number(text: &[u8], start: usize) -> (TokenKind, usize) {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    if byte(start) == b'0' && byte(start + 1) == b'x' && byte(start + 2).is_ascii_hexdigit() {
        return (TokenKind::Integer, start + 2 + count(text, start + 2, |byte| byte.is_ascii_hexdigit()));
    }
    let mut end = start + count(text, start, |byte| byte.is_ascii_digit());
    if byte(end) != b'.' {
        return (TokenKind::Integer, end);
    }
    end += 1;
    end += count(text, end, |byte| byte.is_ascii_digit());
    if matches!(byte(end), b'e' | b'E') {
        let sign = usize::from(matches!(byte(end + 1), b'+' | b'-'));
        let digits = count(text, (end + 1 + sign).min(text.len()), |byte| byte.is_ascii_digit());
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    (TokenKind::Float, end)
}

/// The end of a bracketed body that begins at `start` with `<`, `(`, `[` or `{`; arrows and strings are passed over.
pub fn body_end(text: &[u8], start: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = start;
    loop {
        match *text.get(at)? {
            b'<' => open.push(b'>'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'-' if text.get(at + 1) == Some(&b'>') => at += 1,
            close @ (b'>' | b')' | b']' | b'}') => {
                if open.pop()? != close {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            b'"' => at = string_end(text, at)? - 1,
            0 => return None,
            _ => {}
        }
        at += 1;
    }
}

/// The bytes that a string between quotes stands for; `None` for a wrong escape.
pub fn unescape(quoted: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        bytes.extend_from_slice(&rest[..at]);
        let escape = rest.get(at + 1)?;
        let (byte, length) = match escape {
            b'n' => (b'\n', 2),
            b't' => (b'\t', 2),
            b'"' | b'\\' => (*escape, 2),
            _ => (hex_digit(*escape)? << 4 | hex_digit(*rest.get(at + 2)?)?, 3),
        };
        bytes.push(byte);
        rest = &rest[at + length..];
    }
    bytes.extend_from_slice(rest);
    Some(bytes)
}

pub fn hex_digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        let mut all = Vec::new();
        let mut at = 0;
        loop {
            let token = next(text.as_bytes(), at);
            if token.kind == TokenKind::End {
                return all;
            }
            all.push((token.kind, &text[token.start..token.end]));
            at = token.end;
        }
    }

    #[test]
    fn words_are_told_apart() {
        use TokenKind as T;
        let expected = [
            (T::Percent, "%0"),
            (T::Hash, "#1"),
            (T::Symbol(b'='), "="),
            (T::Word, "a.b"),
            (T::At, "@f-1"),
            (T::At, "@\"x y\""),
            (T::Float, "1.5e-3"),
            (T::Integer, "0xFF"),
            (T::Integer, "12"),
            (T::Arrow, "->"),
            (T::String, "\"a\\\"b\""),
            (T::Bang, "!t.u"),
            (T::Caret, "^bb0"),
        ];
        let text = "%0#1 = a.b // x\n @f-1 @\"x y\" 1.5e-3 0xFF 12 -> \"a\\\"b\" !t.u ^bb0";
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn what_is_cut_off_is_wrong_and_ends() {
        for text in ["\"abc", "@\"abc", "%", "\u{1}", "1.e+", "\"a\nb\"", "\"\\"] {
            let all = kinds(text);
            assert!(!all.is_empty(), "{text}");
        }
        assert_eq!(body_end(b"<a -> \"]\" [x]>z", 0), Some(14));
        assert_eq!(body_end(b"<a)", 0), None);
        assert_eq!(unescape(b"a\\22\\n\\FFz").unwrap(), b"a\"\n\xffz");
        assert_eq!(unescape(b"\\"), None);
    }
}
