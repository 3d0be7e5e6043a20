//! Small helpers for reading lists and brackets in directives.

/// Splits at separators that stand outside all brackets; the parts are trimmed.
pub fn split_outside_brackets(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0i32;
    let mut start = 0;
    for (position, character) in text.char_indices() {
        depth += bracket_step(character);
        if depth == 0 && character == separator {
            parts.push(text[start..position].trim());
            start = position + character.len_utf8();
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// How many brackets are still open at the end of the text; negative when too many are closed.
pub fn open_brackets(text: &str) -> i32 {
    text.chars().map(bracket_step).sum()
}

/// Takes `{…}` or `(…)` from the start of the text: what is inside, and what follows.
pub fn take_bracketed(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with(['{', '(']) {
        return None;
    }
    let mut depth = 0i32;
    for (position, character) in text.char_indices() {
        depth += bracket_step(character);
        if depth == 0 {
            return Some((text[1..position].trim(), text[position + 1..].trim()));
        }
    }
    None
}

fn bracket_step(character: char) -> i32 {
    match character {
        '(' | '{' | '[' => 1,
        ')' | '}' | ']' => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_inside_brackets_do_not_split() {
        assert_eq!(split_outside_brackets("a, {b, c}, f(d, e)", ','), ["a", "{b, c}", "f(d, e)"]);
    }

    #[test]
    fn a_bracketed_part_and_its_rest() {
        assert_eq!(take_bracketed("{1, {2}} seed {3}"), Some(("1, {2}", "seed {3}")));
        assert_eq!(take_bracketed("{1"), None);
        assert_eq!(open_brackets("f(a, {b"), 2);
    }
}
