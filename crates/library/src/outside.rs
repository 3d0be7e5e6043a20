//! Where numbers leave the memory of the program, as bytes or as text, and where they come back: files, streams and formatted text.
//! What comes back has no derivative.

use crate::cxx::is_of_streams;
use crate::known::{Extent, Known};

/// How a function moves numbers across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    pub direction: Direction,
    /// The argument that points to bytes which are moved as they are.
    pub bytes: Option<usize>,
    /// The argument that is the file or stream.
    pub stream: Option<usize>,
    /// The argument that is a list of what is printed, behind the format.
    pub list: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Bytes, or arguments that are numbers, leave.
    Out,
    /// Bytes, or numbers that are returned or stored, come back.
    In,
}

/// Functions that print a list: which argument that is, and their names.
const LISTS: [(usize, &str); 4] = [
    (2, "vfprintf vdprintf vfwprintf vsprintf vasprintf"),
    (3, "vsnprintf vswprintf __vfprintf_chk __vdprintf_chk __vfwprintf_chk"),
    (4, "__vsprintf_chk"),
    (5, "__vsnprintf_chk __vswprintf_chk"),
];

/// Functions of one kind: what is moved as it is, the stream, and the names.
type Row = (Option<usize>, Option<usize>, &'static str);

const OUT: &[Row] = &[
    (Some(0), Some(3), "fwrite fwrite_unlocked _IO_fwrite"),
    (Some(1), Some(0), "write pwrite pwrite64 send sendto"),
    (None, Some(0), "fprintf vfprintf dprintf vdprintf fwprintf vfwprintf fiprintf"),
    (None, Some(0), "__fprintf_chk __vfprintf_chk __dprintf_chk __vdprintf_chk __fwprintf_chk __vfwprintf_chk"),
    (None, Some(1), "putc fputc putw fputwc putwc putc_unlocked fputc_unlocked _IO_putc"),
    (None, None, "sprintf snprintf vsprintf vsnprintf swprintf vswprintf siprintf sniprintf asprintf vasprintf"),
    (None, None, "__sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk __swprintf_chk __vswprintf_chk"),
    (None, None, "__asprintf_chk gcvt ecvt fcvt"),
];

const IN: &[Row] = &[
    (Some(0), Some(3), "fread fread_unlocked _IO_fread"),
    (Some(0), Some(4), "__fread_chk __fread_unlocked_chk"),
    (Some(1), Some(0), "read pread pread64 __read_chk __pread_chk recv"),
    (None, Some(0), "fscanf fwscanf __isoc99_fscanf __isoc23_fscanf"),
    (None, Some(0), "vfscanf __isoc99_vfscanf __isoc23_vfscanf"),
    (None, None, "sscanf swscanf __isoc99_sscanf __isoc23_sscanf vsscanf __isoc99_vsscanf __isoc23_vsscanf"),
    (None, None, "atof strtod strtof strtold __strtod_internal __strtof_internal __strtold_internal"),
    (None, None, "strtod_l strtof_l strtold_l wcstod wcstof wcstold"),
];

/// How the names of members begin and go on that move bytes.
const WRITES_BYTES: [&str; 3] = ["5writeEPKc", "5sputnEPKc", "6xsputnEPKc"];
/// LLVM's `std::stof` and its kin.
const PARSED_BY_LLVM: &str = "_ZNSt3__14sto";
/// `std::to_string` of numbers, by what it calls.
const TO_TEXT: [&str; 2] = ["_ZN9__gnu_cxx12__to_xstringI", "_ZNSt3__19to_string"];

/// What crosses in a call of a foreign function of this name; `known` is what is known of it.
pub fn crossing(name: &str, known: Known) -> Option<Crossing> {
    let row = |rows: &[Row], direction: Direction| {
        let found = rows.iter().find(|(.., names)| names.split_ascii_whitespace().any(|known| known == name));
        let list = LISTS.iter().find(|(_, names)| names.split_ascii_whitespace().any(|known| known == name));
        found.map(|&(bytes, stream, _)| Crossing { direction, bytes, stream, list: list.map(|(list, _)| *list) })
    };
    if let Some(found) = row(OUT, Direction::Out).or_else(|| row(IN, Direction::In)) {
        return Some(found);
    }
    if name.starts_with(PARSED_BY_LLVM) {
        return Some(Crossing { direction: Direction::In, bytes: None, stream: None, list: None });
    }
    if TO_TEXT.iter().any(|start| name.starts_with(start)) {
        return Some(Crossing { direction: Direction::Out, bytes: None, stream: None, list: None });
    }
    let Known::Inactive(inactive) = known else { return None };
    if !is_of_streams(name) {
        return None;
    }
    let read = inactive.overwrites.iter().find(|o| matches!(o.extent, Extent::Real(_) | Extent::Bytes(_)));
    let direction = if read.is_some() { Direction::In } else { Direction::Out };
    let bytes = match read {
        Some(read) => matches!(read.extent, Extent::Bytes(_)).then_some(read.argument),
        None => WRITES_BYTES.iter().any(|written| name.contains(written)).then_some(1),
    };
    Some(Crossing { direction, bytes, stream: Some(0), list: None })
}

/// Does a format of `printf` and its kin print numbers that are no integers?
pub fn prints_reals(format: &str) -> bool {
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '%' && rest.next_if_eq(&'%').is_none() {
            while rest.next_if(|c| "0123456789.*+- #'hlLqjzt".contains(*c)).is_some() {}
            if rest.next().is_some_and(|c| "aAeEfFgG".contains(c)) {
                return true;
            }
        }
    }
    false
}

/// Members of `std::string`.
const TEXTS: [&str; 5] =
    ["_ZNSt7__cxx1112basic_stringIc", "_ZNKSt7__cxx1112basic_stringIc", "_ZNSs", TEXTS_OF_LLVM[0], TEXTS_OF_LLVM[1]];
const TEXTS_OF_LLVM: [&str; 2] = ["_ZNSt3__112basic_stringIc", "_ZNKSt3__112basic_stringIc"];
/// Static members of GNU's `std::string` have these in their names.
const STATIC_MEMBERS: [&str; 5] = ["7_S_copy", "7_S_move", "9_S_assign", "13_S_copy_chars", "10_S_compare"];

/// Where in the object that is the first argument of a member of `std::string` the pointer to the characters lies.
pub fn place_of_characters(name: &str) -> Option<u64> {
    let is_static = STATIC_MEMBERS.iter().any(|member| name.contains(member));
    if is_static || !TEXTS.iter().any(|start| name.starts_with(start)) {
        return None;
    }
    Some(if TEXTS_OF_LLVM.iter().any(|start| name.starts_with(start)) { 16 } else { 0 })
}

/// Functions that take single characters, to keep them.
pub fn keeps_characters(name: &str) -> bool {
    let puts = row_names(OUT, 1).any(|known| known == name);
    puts || place_of_characters(name).is_some()
        || is_of_streams(name) && name.contains("3putEc")
        || is_of_streams(name) && name.contains("5sputcEc")
}

/// Names of functions that take a character and the stream behind it.
fn row_names(rows: &'static [Row], stream: usize) -> impl Iterator<Item = &'static str> {
    let is_it = move |row: &&Row| row.0.is_none() && row.1 == Some(stream);
    rows.iter().filter(is_it).flat_map(|row| row.2.split_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup;

    fn crossing_of(name: &str) -> Option<Crossing> {
        crossing(name, lookup(name)?)
    }

    #[test]
    fn every_function_that_moves_numbers_is_known() {
        for (.., names) in OUT.iter().chain(IN) {
            for name in names.split_ascii_whitespace().filter(|name| !["send", "sendto"].contains(name)) {
                assert!(lookup(name).is_some(), "{name}");
                assert!(crossing_of(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn streams_move_numbers() {
        let of = |direction, bytes| Some(Crossing { direction, bytes, stream: Some(0), list: None });
        assert_eq!(crossing_of("_ZNSolsEd"), of(Direction::Out, None));
        assert_eq!(crossing_of("_ZNSo5writeEPKcl"), of(Direction::Out, Some(1)));
        assert_eq!(crossing_of("_ZNSirsERd"), of(Direction::In, None));
        assert_eq!(crossing_of("_ZNSi4readEPcl"), of(Direction::In, Some(1)));
        assert_eq!(crossing_of("printf"), None);
    }

    #[test]
    fn formats_of_numbers() {
        assert!(prints_reals("%d: %-8.3lf") && prints_reals("%%%*g"));
        assert!(!prints_reals("%d %s %%f %p") && !prints_reals(""));
        assert_eq!(crossing_of("vsnprintf").map(|found| found.list), Some(Some(3)));
    }

    #[test]
    fn members_of_texts() {
        assert_eq!(place_of_characters("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9push_backEc"), Some(0));
        assert_eq!(place_of_characters("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7_S_copyEPcPKcm"), None);
        assert!(keeps_characters("fputc") && !keeps_characters("printf"));
    }
}
