//! What the device's compilation of a file tells the host's: text in a variable of the device's code.

use std::fmt::Write;

/// What the text begins and ends with. The device's code is a part of the host's module, where it is found by these.
const BEGIN: &str = "ZYMASE-LAUNCHES-1\n";
const END: &str = "ZYMASE-LAUNCHES-END\n";

/// Of what format numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Nothing is known, or there are none.
    None = 0,
    Single = 1,
    Double = 2,
    /// Numbers of both.
    Mixed = 3,
}

impl Format {
    pub fn with(self, other: Format) -> Format {
        match (self, other) {
            (Format::None, any) | (any, Format::None) => any,
            (one, another) if one == another => one,
            _ => Format::Mixed,
        }
    }
}

/// What a kernel does behind a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    pub reads: bool,
    pub writes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    Pointer,
    Number,
}

/// A pointer or a number among the arguments of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it is, in bytes from the first argument.
    pub offset: u64,
    pub kind: LeafKind,
    /// Of a pointer.
    pub access: Access,
    /// Of a number, or of those behind a pointer.
    pub format: Format,
}

/// A kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    pub name: String,
    /// Bytes of all arguments.
    pub bytes: u64,
    /// Where each argument is, and its bytes.
    pub parameters: Vec<(u64, u64)>,
    pub leaves: Vec<Leaf>,
    /// Some argument is or holds a number; one such holds a pointer, too.
    pub has_numbers: bool,
    pub has_mixed: bool,
    /// Why its launches have no derivative.
    pub refused: Option<String>,
}

/// The text of a table.
pub fn write(kernels: &[Kernel]) -> String {
    let mut text = BEGIN.to_owned();
    for kernel in kernels {
        let flag = |on| if on { 1 } else { 0 };
        let (numbers, mixed) = (flag(kernel.has_numbers), flag(kernel.has_mixed));
        let _ = writeln!(text, "kernel {} {} {numbers} {mixed}", kernel.name, kernel.bytes);
        for (offset, bytes) in &kernel.parameters {
            let _ = writeln!(text, "parameter {offset} {bytes}");
        }
        for leaf in &kernel.leaves {
            let kind = flag(leaf.kind == LeafKind::Number);
            let access = flag(leaf.access.reads) + 2 * flag(leaf.access.writes);
            let _ = writeln!(text, "leaf {} {kind} {access} {}", leaf.offset, leaf.format as u8);
        }
        if let Some(why) = &kernel.refused {
            let _ = writeln!(text, "refused {}", why.replace('\n', " "));
        }
    }
    text + END
}

/// The tables in some bytes.
pub fn read(bytes: &[u8]) -> Vec<Kernel> {
    let mut kernels = Vec::new();
    let find = |from: usize, wanted: &str| {
        let at = bytes[from..].windows(wanted.len()).position(|window| window == wanted.as_bytes())?;
        Some(from + at)
    };
    let mut from = 0;
    while let Some(begin) = find(from, BEGIN) {
        let start = begin + BEGIN.len();
        let Some(end) = find(start, END) else { break };
        read_text(&String::from_utf8_lossy(&bytes[start..end]), &mut kernels);
        from = end;
    }
    kernels
}

fn read_text(text: &str, kernels: &mut Vec<Kernel>) {
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let numbers: Vec<u64> = rest.split(' ').filter_map(|word| word.parse().ok()).collect();
        if word == "kernel" {
            let name = rest.split(' ').next().unwrap_or_default().to_owned();
            // A name is not a number: there is a letter in front.
            let [bytes, has_numbers, has_mixed] = numbers[..] else { continue };
            let (has_numbers, has_mixed) = (has_numbers != 0, has_mixed != 0);
            kernels.push(Kernel { name, bytes, has_numbers, has_mixed, ..Kernel::default() });
            continue;
        }
        let Some(kernel) = kernels.last_mut() else { continue };
        match (word, &numbers[..]) {
            ("parameter", [offset, bytes]) => kernel.parameters.push((*offset, *bytes)),
            ("leaf", [offset, kind, access, format]) => {
                let kind = if *kind == 0 { LeafKind::Pointer } else { LeafKind::Number };
                let access = Access { reads: access & 1 != 0, writes: access & 2 != 0 };
                let format = [Format::None, Format::Single, Format::Double, Format::Mixed][*format as usize & 3];
                kernel.leaves.push(Leaf { offset: *offset, kind, access, format });
            }
            ("refused", _) => kernel.refused = Some(rest.to_owned()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let pointer = Leaf {
            offset: 0,
            kind: LeafKind::Pointer,
            access: Access { reads: true, writes: false },
            format: Format::Double,
        };
        let number = Leaf { offset: 8, kind: LeafKind::Number, access: Access::default(), format: Format::Single };
        let kernels = [
            Kernel {
                name: "_Z1kPdf".into(),
                bytes: 12,
                parameters: vec![(0, 8), (8, 4)],
                leaves: vec![pointer, number],
                has_numbers: true,
                ..Kernel::default()
            },
            Kernel { name: "other".into(), refused: Some("it is\nlong".into()), ..Kernel::default() },
        ];
        let bytes = [b"\x7fELF".to_vec(), write(&kernels).into_bytes(), vec![0; 9]].concat();
        let mut expected = kernels.to_vec();
        expected[1].refused = Some("it is long".into());
        assert_eq!(read(&bytes), expected);
        assert_eq!(read(b"nothing"), []);
    }

    #[test]
    fn formats_join() {
        assert_eq!(Format::None.with(Format::Single), Format::Single);
        assert_eq!(Format::Single.with(Format::Double), Format::Mixed);
    }
}
