//! The members of an archive (`.rlib`, `.a`), found where they lie.

use std::ops::Range;

const MAGIC: &[u8] = b"!<arch>\n";
const HEADER: usize = 60;
/// Where the size of a member stands in its header, in decimal digits.
const SIZE: Range<usize> = 48..58;

/// Is this an archive that holds its members itself?
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Where the members are; as far as the archive can be read.
pub fn members(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut members = Vec::new();
    let mut at = MAGIC.len();
    while let Some(header) = bytes.get(at..at + HEADER) {
        let size = std::str::from_utf8(&header[SIZE]).ok().and_then(|digits| digits.trim().parse::<usize>().ok());
        let start = at + HEADER;
        let Some(size) = size.filter(|size| start + size <= bytes.len()) else { break };
        members.push(start..start + size);
        at = (start + size).next_multiple_of(2);
    }
    members
}

/// The member that defines a symbol, by the index that archives begin with.
pub fn defining(bytes: &[u8], symbol: &str) -> Option<Range<usize>> {
    let index = members(bytes).into_iter().next()?;
    let width = match bytes.get(index.start - HEADER..)? {
        name if name.starts_with(b"/SYM64/") => 8,
        name if name.starts_with(b"/ ") => 4,
        _ => return None,
    };
    let index = &bytes[index];
    let number = |at: usize| {
        let digits = index.get(at * width..)?.get(..width)?;
        Some(digits.iter().fold(0, |value, byte| value << 8 | usize::from(*byte)))
    };
    let count = number(0)?;
    let names = index.get((count + 1) * width..)?;
    let position = names.split(|byte| *byte == 0).take(count).position(|name| name == symbol.as_bytes())?;
    let start = number(position + 1)? + HEADER;
    members(bytes).into_iter().find(|member| member.start == start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header_of(name: &str, size: usize) -> String {
        format!("{name:16}{:12}{:6}{:6}{:8}{size:<10}`\n", 0, 0, 0, 644)
    }

    fn header(size: usize) -> String {
        header_of("name/", size)
    }

    #[test]
    fn the_index_leads_to_members() {
        let place = 8 + HEADER + 16 + HEADER + 4;
        let index = [&[0, 0, 0, 2, 0, 0, 0, 84, 0, 0, 0, place as u8][..], b"f\0g\0"].concat();
        let mut archive = [MAGIC, header_of("/", 16).as_bytes(), &index].concat();
        archive.extend_from_slice(format!("{}abc\n{}defg", header(3), header(4)).as_bytes());
        let found = |symbol: &str| defining(&archive, symbol).map(|member| &archive[member]);
        assert_eq!((found("f"), found("g"), found("h")), (Some(&b"abc"[..]), Some(&b"defg"[..]), None));
    }

    #[test]
    fn members_are_found_at_even_places() {
        let archive = format!("!<arch>\n{}abc\n{}defg", header(3), header(4));
        let found: Vec<&str> = members(archive.as_bytes()).into_iter().map(|member| &archive[member]).collect();
        assert!(is_archive(archive.as_bytes()));
        assert_eq!(found, ["abc", "defg"]);
        assert_eq!(members(&archive.as_bytes()[..70]), []);
    }
}
