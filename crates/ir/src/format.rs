//! The pretty form of an operation: a pair of functions that read and write it.
//!
//! The reader has consumed the operation's name; the writer has written it. Whatever one writes the other reads. Parts
//! that many operations share are functions of the dialect that needs them.

use crate::diagnostic::Result;
use crate::ir::{Op, OperationState};
use crate::parse::Reader;
use crate::print::Writer;

pub type ReadSyntax = fn(&mut Reader, &mut OperationState) -> Result<()>;

pub type WriteSyntax = fn(&mut Writer, Op);

#[derive(Clone, Copy)]
pub struct Syntax {
    pub read: ReadSyntax,
    pub write: WriteSyntax,
    /// Whether the operation can be written in this form; the generic form serves otherwise.
    pub fits: fn(&crate::ir::Ir, Op) -> bool,
}

impl Syntax {
    /// A form that every operation with a valid structure has.
    pub const fn new(read: ReadSyntax, write: WriteSyntax) -> Syntax {
        Syntax { read, write, fits: |_, _| true }
    }
}

pub(crate) fn read(reader: &mut Reader, syntax: Syntax, state: &mut OperationState) -> Result<()> {
    (syntax.read)(reader, state)
}
