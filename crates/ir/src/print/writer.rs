//! Writes operations, regions and blocks.

use super::attributes::{TypeElision, write_attribute, write_dictionary, write_properties};
use super::locations::LocationAliases;
use super::names::Names;
use super::types::{write_results, write_type, write_type_list, write_types};
use super::words::{write_name, write_string, write_symbol_name};
use crate::attributes::{Attribute, Dictionary};
use crate::ir::{Block, Ir, Op, Region, Value};
use crate::types::Type;
use crate::verify::is_well_formed;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Which form operations are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The pretty form where an operation has one.
    Pretty,
    Generic,
}

/// Writes an operation in its pretty form, behind its name.
pub type WriteSyntax = fn(&mut Writer, Op);

/// The interface of operations that have a pretty form.
#[derive(Clone, Copy)]
pub struct WritePretty {
    pub write: WriteSyntax,
    /// Whether the operation can be written in this form; the generic form serves otherwise.
    pub fits: fn(&Ir, Op) -> bool,
}

const INDENT: usize = 2;

pub struct Writer<'a> {
    ir: &'a Ir,
    form: Form,
    text: String,
    names: Names,
    aliases: LocationAliases,
    indent: usize,
    default_dialects: Vec<&'static str>,
    /// Operations that are not written.
    silent: Vec<Op>,
    /// For blocks with a label: where control comes from.
    predecessors: HashMap<Block, Vec<Block>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(ir: &'a Ir, root: Op, form: Form) -> Writer<'a> {
        Writer {
            ir,
            form,
            text: String::new(),
            names: Names::new(ir, root, form == Form::Pretty),
            aliases: LocationAliases::default(),
            indent: 0,
            default_dialects: vec!["builtin"],
            silent: Vec::new(),
            predecessors: predecessors(ir, root),
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn write_module(&mut self) {
        self.write_op(self.ir.module());
        self.text.push('\n');
        self.text.push_str(self.aliases.definitions());
        self.write_resources();
    }

    fn write_resources(&mut self) {
        if self.ir.resources.is_empty() {
            return;
        }
        self.text.push_str("\n{-#\n");
        let mut sections: Vec<&str> = self.ir.resources.keys().map(|(section, _)| section.as_ref()).collect();
        sections.dedup();
        for (index, section) in sections.iter().enumerate() {
            let _ = write!(self.text, "  {section}: {{");
            let dialects = self.ir.resources.iter().filter(|((other, _), _)| other.as_ref() == *section);
            for (index, ((_, dialect), entries)) in dialects.enumerate() {
                self.text.push_str(if index > 0 { ",\n    " } else { "\n    " });
                write_name(&mut self.text, dialect);
                self.text.push_str(": {");
                for (index, (key, value)) in entries.iter().enumerate() {
                    self.text.push_str(if index > 0 { ",\n      " } else { "\n      " });
                    write_name(&mut self.text, key);
                    let _ = write!(self.text, ": {value}");
                }
                self.text.push_str("\n    }");
            }
            self.text.push_str(if index + 1 < sections.len() { "\n  },\n" } else { "\n  }\n" });
        }
        self.text.push_str("#-}\n");
    }

    pub fn ir(&self) -> &'a Ir {
        self.ir
    }

    /// Writes an operation with its results, without a line end.
    pub(super) fn write_op(&mut self, op: Op) {
        let operation = &self.ir[op];
        for (index, (start, count)) in self.names.groups(self.ir, op).into_iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            self.names.write_plain(&mut self.text, operation.results()[start]);
            if count > 1 {
                let _ = write!(self.text, ":{count}");
            }
        }
        if !operation.results().is_empty() {
            self.text.push_str(" = ");
        }
        match operation
            .definition()
            .filter(|_| self.form == Form::Pretty)
            .and_then(|it| Some((it, it.interface::<WritePretty>()?)))
        {
            Some((definition, syntax)) if is_well_formed(self.ir, op, definition) && (syntax.fits)(self.ir, op) => {
                let name = operation.name().as_str();
                let default = self.default_dialects.last().copied().unwrap_or_default();
                let short = name.strip_prefix(default).and_then(|rest| rest.strip_prefix('.'));
                self.text.push_str(short.filter(|short| !short.contains('.')).unwrap_or(name));
                (syntax.write)(self, op);
            }
            _ => self.write_generic(op),
        }
        self.aliases.write_trailing(&mut self.text, operation.location());
    }

    fn write_generic(&mut self, op: Op) {
        let operation = &self.ir[op];
        write_string(&mut self.text, operation.name().as_str().as_bytes());
        self.text.push('(');
        self.operands(operation.operands());
        self.text.push(')');
        if !operation.successors().is_empty() {
            self.text.push('[');
            for (index, block) in operation.successors().iter().enumerate() {
                if index > 0 {
                    self.text.push_str(", ");
                }
                self.block(*block);
            }
            self.text.push(']');
        }
        if !operation.properties().is_empty() {
            self.text.push(' ');
            write_properties(&mut self.text, operation.properties());
        }
        if !operation.regions().is_empty() {
            self.text.push_str(" (");
            for (index, region) in operation.regions().iter().enumerate() {
                if index > 0 {
                    self.text.push_str(", ");
                }
                self.write_region(op, *region, true, true);
            }
            self.text.push(')');
        }
        if !operation.attributes().is_empty() {
            self.text.push(' ');
            write_dictionary(&mut self.text, operation.attributes().iter());
        }
        self.text.push_str(" : ");
        self.function_type(op);
    }

    /// `(types of operands) -> types of results`.
    pub fn function_type(&mut self, op: Op) {
        let operation = &self.ir[op];
        let inputs: Vec<Type> = operation.operands().map(|value| self.ir.ty(value).clone()).collect();
        write_type_list(&mut self.text, &inputs);
        self.text.push_str(" -> ");
        write_results(&mut self.text, &self.ir.types(operation.results()));
    }

    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Ends the line and indents the next like the current operation.
    pub fn new_line(&mut self) {
        self.text.push('\n');
        self.write_indent();
    }

    pub fn number(&mut self, number: i64) {
        let _ = write!(self.text, "{number}");
    }

    pub fn operand(&mut self, value: Value) {
        self.names.write(&mut self.text, self.ir, value);
    }

    /// The name of a value, as [`Writer::operand`] writes it.
    pub fn name_of(&mut self, value: Value) -> String {
        let mut name = String::new();
        self.names.write(&mut name, self.ir, value);
        name
    }

    pub fn operands(&mut self, values: impl Iterator<Item = Value>) {
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            self.operand(value);
        }
    }

    pub fn ty(&mut self, ty: &Type) {
        write_type(&mut self.text, ty);
    }

    pub fn types(&mut self, types: &[Type]) {
        write_types(&mut self.text, types);
    }

    /// Types in parentheses.
    pub fn type_list(&mut self, types: &[Type]) {
        write_type_list(&mut self.text, types);
    }

    /// What stands after `->`.
    pub fn result_types(&mut self, types: &[Type]) {
        write_results(&mut self.text, types);
    }

    pub fn attribute(&mut self, attribute: &Attribute) {
        write_attribute(&mut self.text, attribute, TypeElision::Never);
    }

    /// A dense constant without its type; other attributes in full.
    pub fn attribute_without_type(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Dense(dense) => super::dense::write_dense(&mut self.text, dense),
            other => self.attribute(other),
        }
    }

    pub fn symbol(&mut self, name: &str) {
        write_symbol_name(&mut self.text, name);
    }

    pub fn string(&mut self, bytes: &[u8]) {
        write_string(&mut self.text, bytes);
    }

    pub fn block(&mut self, block: Block) {
        self.names.write_block(&mut self.text, block);
    }

    pub fn dictionary(&mut self, dictionary: &Dictionary) {
        write_dictionary(&mut self.text, dictionary.iter());
    }

    /// ` {…}`: all attributes of the operation, inherent ones included, but those named; nothing when none is left.
    pub fn attributes_but(&mut self, op: Op, left_out: &[&str]) {
        let rest = self.rest_of_attributes(op, left_out);
        if !rest.is_empty() {
            self.text.push(' ');
            write_dictionary(&mut self.text, rest.iter());
        }
    }

    /// ` attributes {…}`, as `attributes_but`.
    pub fn attributes_with_keyword(&mut self, op: Op, left_out: &[&str]) {
        let rest = self.rest_of_attributes(op, left_out);
        if !rest.is_empty() {
            self.text.push_str(" attributes ");
            write_dictionary(&mut self.text, rest.iter());
        }
    }

    fn rest_of_attributes(&self, op: Op, left_out: &[&str]) -> Dictionary {
        let operation = &self.ir[op];
        let all = operation.properties().iter().chain(operation.attributes().iter());
        all.filter(|(name, _)| !left_out.contains(&name.as_ref())).cloned().collect()
    }

    /// `{ … }` without the arguments of its first block, which were written before.
    pub fn region_without_arguments(&mut self, op: Op, region: Region) {
        self.write_region(op, region, false, true);
    }

    /// `{ … }`.
    pub fn region(&mut self, op: Op, region: Region) {
        self.write_region(op, region, true, false);
    }

    /// `{ … }` without the arguments of its block, and without the operation that ends it where that says nothing.
    pub fn region_without_end(&mut self, op: Op, region: Region) {
        let ends = self.ir.blocks(region).iter().filter_map(|block| self.ir.terminator(*block));
        let silent = ends.filter(|end| {
            let end = &self.ir[*end];
            let is_bare = end.operands().len() == 0 && end.attributes().is_empty() && end.regions().is_empty();
            is_bare && end.successors().is_empty()
        });
        self.silent = silent.collect();
        self.write_region(op, region, false, false);
    }

    /// `%name: type`, and the location if there is one.
    pub fn argument(&mut self, block: Block, index: usize) {
        let value = self.ir.arguments(block)[index];
        self.operand(value);
        self.text.push_str(": ");
        write_type(&mut self.text, self.ir.ty(value));
        self.argument_location(block, index);
    }

    pub fn argument_location(&mut self, block: Block, index: usize) {
        if let Some(location) = self.ir.argument_location(block, index) {
            self.aliases.write_trailing(&mut self.text, location);
        }
    }

    fn write_region(&mut self, op: Op, region: Region, with_arguments: bool, label_if_empty: bool) {
        let dialect = self.ir[op].definition().and_then(|definition| definition.default_dialect);
        self.default_dialects.push(dialect.unwrap_or(""));
        self.text.push_str("{\n");
        for (index, block) in self.ir.blocks(region).iter().enumerate() {
            let has_arguments = with_arguments && !self.ir.arguments(*block).is_empty();
            let is_empty = label_if_empty && self.ir.first_op(*block).is_none();
            self.write_block(*block, index > 0 || has_arguments || is_empty);
        }
        self.write_indent();
        self.text.push('}');
        self.default_dialects.pop();
    }

    fn write_indent(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', self.indent));
    }

    fn write_block(&mut self, block: Block, with_label: bool) {
        if with_label {
            self.write_label(block);
        }
        self.indent += INDENT;
        for op in self.ir.block_ops(block) {
            if self.silent.contains(&op) {
                continue;
            }
            self.write_indent();
            self.write_op(op);
            self.text.push('\n');
        }
        self.indent -= INDENT;
    }

    fn write_label(&mut self, block: Block) {
        self.write_indent();
        self.block(block);
        let count = self.ir.arguments(block).len();
        if count > 0 {
            self.text.push('(');
            for index in 0..count {
                if index > 0 {
                    self.text.push_str(", ");
                }
                self.argument(block, index);
            }
            self.text.push(')');
        }
        self.text.push(':');
        let mut from: Vec<usize> = self
            .predecessors
            .get(&block)
            .map_or(Vec::new(), |blocks| blocks.iter().map(|block| self.names.block_number(*block)).collect());
        from.sort_unstable();
        from.dedup();
        let names: Vec<String> = from.iter().map(|number| format!("^bb{number}")).collect();
        match names.as_slice() {
            [] if self.names.block_number(block) == 0 => {}
            [] => self.text.push_str("  // no predecessors"),
            [only] => {
                let _ = write!(self.text, "  // pred: {only}");
            }
            _ => {
                let _ = write!(self.text, "  // {} preds: {}", names.len(), names.join(", "));
            }
        }
        self.text.push('\n');
    }
}

fn predecessors(ir: &Ir, root: Op) -> HashMap<Block, Vec<Block>> {
    let mut predecessors: HashMap<Block, Vec<Block>> = HashMap::new();
    for op in ir.walk(root) {
        if let Some(from) = ir[op].parent() {
            for to in ir[op].successors() {
                predecessors.entry(*to).or_default().push(from);
            }
        }
    }
    predecessors
}
