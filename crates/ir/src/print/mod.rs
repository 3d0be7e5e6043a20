//! Writes MLIR's text, in the style of MLIR, so that what is printed, read and printed again is the same to the byte.
//!
//! - `attributes`: writes attributes;
//! - `dense`: writes dense constants;
//! - `locations`: writes locations, in full or by alias;
//! - `names`: names of values and blocks, as MLIR gives them;
//! - `types`: writes types;
//! - `words`: writes names, strings and numbers;
//! - `writer`: writes operations, regions and blocks.

mod attributes;
mod dense;
mod locations;
mod names;
mod types;
mod words;
mod writer;

pub use words::{write_string, write_symbol_name};
pub use writer::{Form, WritePretty, WriteSyntax, Writer};

use crate::attributes::Attribute;
use crate::ir::{Ir, Op};
use crate::types::Type;
use std::fmt;

/// Writes the whole module with its resources.
pub fn print(ir: &Ir, form: Form) -> String {
    let mut writer = Writer::new(ir, ir.module(), form);
    writer.write_module();
    writer.finish()
}

/// Writes one operation, for dumps and messages.
pub fn print_op(ir: &Ir, op: Op, form: Form) -> String {
    let mut writer = Writer::new(ir, op, form);
    writer.write_op(op);
    writer.finish()
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = String::new();
        types::write_type(&mut text, self);
        f.write_str(&text)
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = String::new();
        attributes::write_attribute(&mut text, self, attributes::TypeElision::Never);
        f.write_str(&text)
    }
}
