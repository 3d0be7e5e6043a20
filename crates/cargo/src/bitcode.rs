//! Makes lld treat a file of LLVM bitcode as one for regular link-time optimisation.
//!
//! rustc writes a summary for ThinLTO into every file, and lld keeps files with a summary apart from each other: a function
//! whose address alone is taken has no body there. A reader of bitcode skips blocks that it does not know, so renaming
//! the block of the summary is enough. Nothing moves: a file is changed where it lies.

use anyhow::{Context, Result, bail, ensure};

const MAGIC: [u8; 4] = [b'B', b'C', 0xC0, 0xDE];

const MODULE_BLOCK: u64 = 8;
const SUMMARY_BLOCK: u64 = 20;
/// A number that no version of LLVM uses, of the same length.
const UNKNOWN_BLOCK: u8 = 126;

/// Bits of an abbreviation's number outside of all blocks.
const OUTERMOST_WIDTH: u32 = 2;

/// Is this LLVM bitcode?
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Hides the summaries of all modules in a file.
pub fn hide_summaries(bytes: &mut [u8]) -> Result<()> {
    ensure!(is_bitcode(bytes), "this is no LLVM bitcode");
    let mut found = Vec::new();
    let mut reader = Reader { bytes, at: MAGIC.len() as u64 * 8 };
    while reader.at + 32 <= reader.bytes.len() as u64 * 8 {
        let Entry::Block { number, width, end, .. } = reader.enter(OUTERMOST_WIDTH)? else {
            bail!("there is something between the blocks");
        };
        if number == MODULE_BLOCK {
            reader.find_summaries(width, &mut found)?;
        }
        reader.at = end;
    }
    for at in found {
        write_byte(bytes, at, UNKNOWN_BLOCK);
    }
    Ok(())
}

/// What an abbreviation says of one field of a record.
#[derive(Clone, Copy)]
enum Field {
    Literal,
    Fixed(u32),
    Variable(u32),
    Array,
    Character,
    Blob,
}

/// What stands next in a block.
enum Entry {
    End,
    Block {
        number: u64,
        /// Where the eight bits of the number are.
        number_at: u64,
        width: u32,
        end: u64,
    },
    Definition,
    Plain,
    /// A record in the form of this abbreviation.
    Abbreviated(usize),
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// In bits.
    at: u64,
}

impl Reader<'_> {
    /// Goes through a module; notes where the numbers of summary blocks are.
    fn find_summaries(&mut self, width: u32, found: &mut Vec<u64>) -> Result<()> {
        let mut abbreviations: Vec<Vec<Field>> = Vec::new();
        loop {
            match self.enter(width)? {
                Entry::End => return Ok(()),
                Entry::Block { number, number_at, end, .. } => {
                    if number == SUMMARY_BLOCK {
                        found.push(number_at);
                    }
                    self.at = end;
                }
                Entry::Definition => abbreviations.push(self.definition()?),
                Entry::Plain => {
                    self.variable(6)?;
                    for _ in 0..self.variable(6)? {
                        self.variable(6)?;
                    }
                }
                Entry::Abbreviated(index) => {
                    let fields = abbreviations.get(index).context("a record names no abbreviation")?.clone();
                    self.record(&fields)?;
                }
            }
        }
    }

    /// Reads what comes next, up to the content of a block.
    fn enter(&mut self, width: u32) -> Result<Entry> {
        Ok(match self.fixed(width)? {
            0 => Entry::End,
            1 => {
                let number_at = self.at;
                let number = self.variable(8)?;
                let width = self.variable(4)? as u32;
                self.align();
                let words = self.fixed(32)?;
                Entry::Block { number, number_at, width, end: self.at + words * 32 }
            }
            2 => Entry::Definition,
            3 => Entry::Plain,
            number => Entry::Abbreviated(number as usize - 4),
        })
    }

    fn definition(&mut self) -> Result<Vec<Field>> {
        let mut fields = Vec::new();
        for _ in 0..self.variable(5)? {
            let is_literal = self.fixed(1)? == 1;
            if is_literal {
                self.variable(8)?;
                fields.push(Field::Literal);
                continue;
            }
            fields.push(match self.fixed(3)? {
                1 => Field::Fixed(self.variable(5)? as u32),
                2 => Field::Variable(self.variable(5)? as u32),
                3 => Field::Array,
                4 => Field::Character,
                5 => Field::Blob,
                other => bail!("an abbreviation has a field of the unknown kind {other}"),
            });
        }
        Ok(fields)
    }

    fn record(&mut self, fields: &[Field]) -> Result<()> {
        for (index, field) in fields.iter().enumerate() {
            match field {
                Field::Array => {
                    let element = *fields.get(index + 1).context("an array has no elements")?;
                    for _ in 0..self.variable(6)? {
                        self.scalar(element)?;
                    }
                    return Ok(());
                }
                Field::Blob => {
                    let length = self.variable(6)?;
                    self.align();
                    self.at += length * 8;
                    self.align();
                }
                scalar => self.scalar(*scalar)?,
            }
        }
        Ok(())
    }

    fn scalar(&mut self, field: Field) -> Result<()> {
        match field {
            Field::Literal => {}
            Field::Fixed(width) => drop(self.fixed(width)?),
            Field::Variable(width) => drop(self.variable(width)?),
            Field::Character => drop(self.fixed(6)?),
            Field::Array | Field::Blob => bail!("an array holds arrays"),
        }
        Ok(())
    }

    fn fixed(&mut self, width: u32) -> Result<u64> {
        ensure!(width <= 64, "a field has {width} bits");
        let mut value = 0;
        for bit in 0..u64::from(width) {
            let at = self.at + bit;
            let byte = *self.bytes.get((at / 8) as usize).context("the file ends too early")?;
            value |= u64::from(byte >> (at % 8) & 1) << bit;
        }
        self.at += u64::from(width);
        Ok(value)
    }

    /// A number in groups of `width` bits, each with one bit that says whether another follows.
    fn variable(&mut self, width: u32) -> Result<u64> {
        ensure!((2..=32).contains(&width), "a number comes in groups of {width} bits");
        let mut value = 0;
        for group in 0.. {
            let bits = self.fixed(width)?;
            let shift = group * (width - 1);
            ensure!(shift < 64, "a number has more than 64 bits");
            value |= (bits & !(1 << (width - 1))) << shift;
            if bits >> (width - 1) == 0 {
                break;
            }
        }
        Ok(value)
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(32);
    }
}

/// Writes eight bits at a place that need not be the start of a byte.
fn write_byte(bytes: &mut [u8], at: u64, value: u8) {
    for bit in 0..8 {
        let place = at + bit;
        let byte = &mut bytes[(place / 8) as usize];
        *byte = *byte & !(1 << (place % 8)) | (value >> bit & 1) << (place % 8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a stream of bits, least significant first.
    #[derive(Default)]
    struct Writer {
        bits: Vec<bool>,
    }

    impl Writer {
        fn fixed(&mut self, value: u64, width: u32) {
            self.bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
        }

        fn align(&mut self) {
            while !self.bits.len().is_multiple_of(32) {
                self.bits.push(false);
            }
        }

        /// A block, with its content made by `content`.
        fn block(&mut self, width: u32, number: u64, inner_width: u32, content: impl FnOnce(&mut Writer)) {
            self.fixed(1, width);
            self.fixed(number, 8);
            self.fixed(u64::from(inner_width), 4);
            self.align();
            let mut inner = Writer::default();
            content(&mut inner);
            inner.fixed(0, inner_width);
            inner.align();
            self.fixed(inner.bits.len() as u64 / 32, 32);
            self.bits.extend(inner.bits);
        }

        fn bytes(self) -> Vec<u8> {
            let mut bytes = MAGIC.to_vec();
            bytes.extend(
                self.bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit))),
            );
            bytes
        }
    }

    /// A module with a record in long form, one by an abbreviation, and a block of this number.
    fn module(number: u64) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.block(2, 13, 5, |_| {});
        writer.block(2, MODULE_BLOCK, 3, |module| {
            // Defines an abbreviation: a literal, then an array of characters.
            module.fixed(2, 3);
            module.fixed(3, 5);
            module.fixed(1, 1);
            module.fixed(16, 8);
            module.fixed(0, 1);
            module.fixed(3, 3);
            module.fixed(0, 1);
            module.fixed(4, 3);
            // A record by it, with three characters.
            module.fixed(4, 3);
            module.fixed(3, 6);
            module.fixed(0b101010_010101_111000, 18);
            // A record in long form: code 1, two values.
            module.fixed(3, 3);
            module.fixed(1, 6);
            module.fixed(2, 6);
            module.fixed(7, 6);
            module.fixed(9, 6);
            module.block(3, number, 4, |summary| summary.fixed(0xFFFF_FFFF, 32));
        });
        writer.bytes()
    }

    #[test]
    fn the_summary_alone_is_renamed() {
        let mut bytes = module(SUMMARY_BLOCK);
        hide_summaries(&mut bytes).unwrap();
        assert_eq!(bytes, module(u64::from(UNKNOWN_BLOCK)));
    }

    #[test]
    fn what_has_no_summary_stays() {
        let mut bytes = module(24);
        hide_summaries(&mut bytes).unwrap();
        assert_eq!(bytes, module(24));
    }

    #[test]
    fn what_is_cut_off_or_no_bitcode_is_refused() {
        let bytes = module(SUMMARY_BLOCK);
        assert!(hide_summaries(&mut bytes[..40].to_vec()).is_err());
        assert!(hide_summaries(&mut b"\x7fELF....".to_vec()).is_err());
    }
}
