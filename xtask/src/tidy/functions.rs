//! Functions beyond 60 lines. A flat match, one arm below the other, may be longer; those that were longer when this check was
//! made are on a list, with their lengths. The list only becomes shorter, and so do they.

use super::source::{end_of_block, identifier, places_of};

/// The most lines of a function.
const MOST_LINES: usize = 60;
/// The most lines of an arm of a match that is flat.
const MOST_LINES_OF_ARM: usize = 8;

/// `FILE FUNCTION LINES` on each line.
pub const LIST: &str = include_str!("long_functions.txt");

/// A function that is too long.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Long {
    pub file: String,
    pub name: String,
    pub lines: usize,
}

/// The functions of a file that are too long.
pub fn find(file: &str, code: &str) -> Vec<Long> {
    let mut found = Vec::new();
    for at in places_of(code, "fn") {
        let name = identifier(code[at + 2..].trim_start());
        let Some(open) = body_of(code, at).filter(|_| !name.is_empty()) else { continue };
        let end = end_of_block(code, open);
        let lines = count_lines(&code[at..end]);
        if lines > MOST_LINES && lines - lines_of_flat_match(&code[open..end]) > MOST_LINES {
            found.push(Long { file: file.to_owned(), name: name.to_owned(), lines });
        }
    }
    found
}

/// Compares what was found with the list.
pub fn check(found: &[Long], list: &str) -> Vec<String> {
    let mut listed: Vec<Long> = list.lines().filter_map(entry).collect();
    let mut errors = Vec::new();
    for Long { file, name, lines } in found {
        let same = |entry: &Long| entry.file == *file && entry.name == *name;
        // Of several with one name the one that fits best.
        let entry = listed.iter().position(|e| same(e) && e.lines == *lines).or_else(|| listed.iter().position(same));
        match entry.map(|entry| listed.remove(entry).lines) {
            None => errors.push(format!("{file}: `{name}` has {lines} lines, the most is {MOST_LINES}: part it")),
            Some(before) if before < *lines => {
                errors.push(format!(
                    "{file}: `{name}` has grown from {before} to {lines} lines, the most is {MOST_LINES}"
                ));
            }
            Some(before) if before > *lines => {
                errors.push(format!(
                    "{file}: `{name}` has only {lines} lines now: write that on the list of long functions"
                ));
            }
            Some(_) => {}
        }
    }
    for Long { file, name, .. } in listed {
        errors.push(format!("{file}: `{name}` is not too long any more: take it off the list of long functions"));
    }
    errors
}

fn entry(line: &str) -> Option<Long> {
    let mut words = line.split_whitespace();
    let (file, name, lines) = (words.next()?, words.next()?, words.next()?.parse().ok()?);
    Some(Long { file: file.to_owned(), name: name.to_owned(), lines })
}

fn count_lines(text: &str) -> usize {
    text.lines().count()
}

/// Where the body of the function at `at` opens; none where it only has a signature.
fn body_of(code: &str, at: usize) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in code.bytes().enumerate().skip(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' if depth == 0 => return None,
            b')' | b']' => depth -= 1,
            b'{' if depth == 0 => return Some(index),
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Lines of the longest match of a body all of whose arms are short.
fn lines_of_flat_match(body: &str) -> usize {
    let flat = places_of(body, "match").filter_map(|at| {
        let open = at + body[at..].find('{')?;
        let inside = &body[open + 1..end_of_block(body, open) - 1];
        arms(inside).iter().all(|lines| *lines <= MOST_LINES_OF_ARM).then(|| count_lines(inside))
    });
    flat.max().unwrap_or(0)
}

/// Lines of each arm: an arm begins on a line of its own, at the indentation of the first.
fn arms(inside: &str) -> Vec<usize> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = inside.lines().filter(|line| !line.trim().is_empty()).collect();
    let first = lines.first().map_or(0, |line| indentation(line));
    let mut arms: Vec<usize> = Vec::new();
    for line in lines {
        let begins = indentation(line) == first && !line.trim_start().starts_with(['}', ')', ']', '|']);
        match arms.last_mut() {
            Some(last) if !begins => *last += 1,
            _ => arms.push(1),
        }
    }
    arms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(lines: usize) -> String {
        format!("fn f() {{\n{}}}\n", "    g();\n".repeat(lines - 2))
    }

    #[test]
    fn long_functions_are_found() {
        assert!(find("a.rs", &function(60)).is_empty());
        let found = find("a.rs", &function(61));
        assert_eq!(found, [Long { file: "a.rs".into(), name: "f".into(), lines: 61 }]);
        assert!(find("a.rs", "trait T { fn f(&self); }\ntype F = fn(u8) -> u8;").is_empty());
    }

    #[test]
    fn a_flat_match_may_be_long() {
        let arms = |arm: &str| format!("fn f() {{\n    match x {{\n{}    }}\n}}\n", arm.repeat(70));
        assert!(find("a.rs", &arms("        A => b,\n")).is_empty());
        assert!(find("a.rs", &arms("        A | B => {\n            b();\n        }\n")).is_empty());
        let deep = format!("        A => {{\n{}        }}\n", "            b();\n".repeat(20));
        assert_eq!(find("a.rs", &arms(&deep)).len(), 1);
    }

    #[test]
    fn the_list_only_shrinks() {
        let found = |lines| vec![Long { file: "a.rs".into(), name: "f".into(), lines }];
        assert!(check(&found(70), "a.rs f 70").is_empty());
        assert_eq!(check(&found(71), "a.rs f 70").len(), 1);
        assert_eq!(check(&found(69), "a.rs f 70").len(), 1);
        assert_eq!(check(&found(70), "").len(), 1);
        assert_eq!(check(&[], "a.rs f 70").len(), 1);
    }
}
