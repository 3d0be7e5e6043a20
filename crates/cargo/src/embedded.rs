//! Bitcode inside machine code: the standard library is compiled already, but its objects carry what they were compiled from.
//!
//! A differentiated function may call one of its functions that is not generic, or that it has instantiated itself. That
//! function alone is then linked as bitcode too: with all that calls it in the library, analyses would read the library.

use crate::archive;

/// The section that holds the bitcode.
const SECTION: &[u8] = b".llvmbc";

const ELF_MAGIC: &[u8] = b"\x7fELF\x02\x01";
const SECTION_HEADER: usize = 64;

/// The bitcode of the member of an archive that defines a symbol.
pub fn bitcode_of<'a>(archive: &'a [u8], symbol: &str) -> Option<&'a [u8]> {
    section(&archive[archive::defining(archive, symbol)?], SECTION)
}

/// A section of an object file, by its name.
fn section<'a>(object: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    if !object.starts_with(ELF_MAGIC) {
        return None;
    }
    let table = number(object, 40, 8)?;
    let (count, names) = (number(object, 60, 2)?, number(object, 62, 2)?);
    let header = |index: usize| object.get(table + index * SECTION_HEADER..)?.get(..SECTION_HEADER);
    let content = |header: &[u8]| {
        let (start, length) = (number(header, 24, 8)?, number(header, 32, 8)?);
        object.get(start..)?.get(..length)
    };
    let names = content(header(names)?)?;
    let is_named = |header: &&[u8]| {
        let own = number(header, 0, 4).and_then(|at| names.get(at..));
        own.is_some_and(|own| own.strip_prefix(name).is_some_and(|rest| rest.first() == Some(&0)))
    };
    content((0..count).filter_map(header).find(is_named)?)
}

/// A number of this many bytes, the least significant first.
fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + size)?;
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_found_by_its_name() {
        let mut object = vec![0u8; 64];
        object[..6].copy_from_slice(ELF_MAGIC);
        object[40] = 64 + 24;
        object[60] = 2;
        object.extend_from_slice(b"\0.llvmbc\0.names\0........");
        let mut header = |name: u8, at: u8, length: u8| {
            let mut bytes = [0u8; SECTION_HEADER];
            (bytes[0], bytes[24], bytes[32]) = (name, at, length);
            object.extend_from_slice(&bytes);
        };
        header(9, 64, 16);
        header(1, 80, 8);
        assert_eq!(section(&object, SECTION), Some(&b"........"[..]));
        assert_eq!(section(&object, b".llvm"), None);
    }
}
