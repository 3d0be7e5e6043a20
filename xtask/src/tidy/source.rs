//! The text of a Rust file as the checks read it: without comments, literals and tests, at the same places.

use std::ops::Range;

/// Replaces everything that is not code, and modules of tests, by blanks. Lines stay where they are.
pub fn code_of(text: &str) -> String {
    let mut code = without_literals(text);
    while let Some(tests) = module_of_tests(&code) {
        blank(&mut code, tests);
    }
    code
}

/// The position behind the brace that closes the one at `open`.
pub fn end_of_block(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// Places of a word, where it is not a part of a longer one.
pub fn places_of<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_part = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    code.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let bytes = code.as_bytes();
        !is_part(at.checked_sub(1).and_then(|before| bytes.get(before))) && !is_part(bytes.get(at + word.len()))
    })
}

/// The identifier that a text begins with.
pub fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn module_of_tests(code: &str) -> Option<Range<usize>> {
    code.match_indices("#[cfg(test)]").find_map(|(at, mark)| {
        let rest = &code[at + mark.len()..];
        let is_module = rest.trim_start().starts_with("mod ");
        let open = rest.find(['{', ';']).filter(|open| is_module && rest.as_bytes()[*open] == b'{')?;
        Some(at..end_of_block(code, at + mark.len() + open))
    })
}

fn blank(code: &mut String, range: Range<usize>) {
    let blanks: String = code[range.clone()].bytes().map(blank_of).collect();
    code.replace_range(range, &blanks);
}

fn blank_of(byte: u8) -> char {
    if byte == b'\n' { '\n' } else { ' ' }
}

fn without_literals(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = length_of_comment_or_literal(rest, code.chars().next_back());
        if length > 0 {
            code.extend(rest[..length].bytes().map(blank_of));
            rest = &rest[length..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

/// Bytes of the comment or literal that a text begins with; none if it begins with code.
fn length_of_comment_or_literal(text: &str, before: Option<char>) -> usize {
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return length_of_block_comment(text);
    }
    if let Some(rest) = text.strip_prefix('"') {
        return 1 + length_until_quote(rest, '"');
    }
    if text.starts_with('\'') {
        return length_of_character(text);
    }
    if !in_word && let Some(raw) = text.strip_prefix("br").or_else(|| text.strip_prefix('r')) {
        let hashes = raw.bytes().take_while(|b| *b == b'#').count();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let start = text.len() - raw.len() + hashes + 1;
            return text[start..].find(&close).map_or(text.len(), |end| start + end + close.len());
        }
    }
    0
}

fn length_of_block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

fn length_until_quote(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character in quotes; none where the quote begins a lifetime.
fn length_of_character(text: &str) -> usize {
    let mut rest = text[1..].chars();
    match (rest.next(), rest.next()) {
        (Some('\\'), _) => 1 + length_until_quote(&text[1..], '\''),
        (Some(c), Some('\'')) => c.len_utf8() + 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_left() {
        let text = "fn f<'a>() { g(\"}\", '{', '\\'', r#\"\"}\"#); } // }\n/* { /* } */ */\n#[cfg(test)]\nmod tests {\n}\nfn h() {}";
        let code = code_of(text);
        assert_eq!(code.len(), text.len());
        assert_eq!(code.matches('}').count(), 2, "{code}");
        assert_eq!(code.lines().count(), text.lines().count());
        assert!(code.ends_with("fn h() {}"));
        assert_eq!(end_of_block(&code, code.find('{').unwrap()), text.find(" // }").unwrap());
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(places_of("fn confn fn_ (fn)", "fn").collect::<Vec<_>>(), [0, 14]);
        assert_eq!(identifier("name<T>(x)"), "name");
    }
}
