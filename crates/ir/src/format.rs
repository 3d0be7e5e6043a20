//! The pretty form of an operation: a pair of functions that read and write it.
//!
//! The reader has consumed the operation's name; the writer has written it. Whatever one writes the other reads. Parts
//! that many operations share are functions of the dialect that needs them.

use crate::dialect::OpDefinition;
use crate::ir::{Ir, Op};
use crate::parse::{ReadPretty, ReadSyntax};
use crate::print::{WritePretty, WriteSyntax};

#[derive(Clone, Copy)]
pub struct Syntax {
    pub read: ReadSyntax,
    pub write: WriteSyntax,
    /// Whether the operation can be written in this form; the generic form serves otherwise.
    pub fits: fn(&Ir, Op) -> bool,
}

impl Syntax {
    /// A form that every operation with a valid structure has.
    pub const fn new(read: ReadSyntax, write: WriteSyntax) -> Syntax {
        Syntax { read, write, fits: |_, _| true }
    }
}

impl OpDefinition {
    /// Says how the operation is read and written.
    pub fn set_syntax(&mut self, syntax: Option<Syntax>) {
        if let Some(Syntax { read, write, fits }) = syntax {
            self.attach(ReadPretty(read));
            self.attach(WritePretty { write, fits });
        }
    }
}
