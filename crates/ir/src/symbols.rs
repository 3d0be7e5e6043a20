//! Symbols: operations that are found by name in the operation around them.

use crate::attributes::{Attribute, Name};
use crate::definition::Trait;
use crate::ir::{Ir, Op};
use std::collections::HashMap;

impl Ir {
    /// The name of an operation as a symbol.
    pub fn symbol_name(&self, op: Op) -> Option<&str> {
        self.attribute(op, "sym_name").and_then(Attribute::as_str)
    }

    /// The symbol of this name directly within an operation.
    pub fn find_symbol(&self, table: Op, name: &str) -> Option<Op> {
        let region = self[table].regions().first()?;
        let mut all = self.blocks(*region).iter().flat_map(|block| self.block_ops(*block));
        all.find(|op| self.symbol_name(*op) == Some(name))
    }

    /// What a reference means, seen from an operation: the path is looked up in the nearest symbol table around it, then in
    /// the next. From an operation that stands nowhere yet one sees the module.
    pub fn resolve_symbol(&self, from: Op, path: &[Name]) -> Option<Op> {
        let (root, rest) = path.split_first()?;
        let mut table = Some(from);
        let mut outermost = from;
        while let Some(around) = table {
            outermost = around;
            if self[around].has_trait(Trait::SymbolTable)
                && let Some(found) = self.find_symbol(around, root)
            {
                return rest.iter().try_fold(found, |inner, name| self.find_symbol(inner, name));
            }
            table = self.parent_op(around);
        }
        if outermost == self.module() {
            return None;
        }
        let found = self.find_symbol(self.module(), root)?;
        rest.iter().try_fold(found, |inner, name| self.find_symbol(inner, name))
    }

    /// The function (or other symbol) of this name in the module.
    pub fn function(&self, name: &str) -> Option<Op> {
        self.find_symbol(self.module(), name)
    }
}

/// All symbols directly within one operation, for many look-ups.
#[derive(Debug)]
pub struct SymbolTable {
    symbols: HashMap<Box<str>, Op>,
}

impl SymbolTable {
    /// The symbols of a table; of several with one name (which verification refuses) the first.
    pub fn new(ir: &Ir, table: Op) -> SymbolTable {
        let mut symbols = HashMap::new();
        for region in ir[table].regions() {
            for op in ir.blocks(*region).iter().flat_map(|block| ir.block_ops(*block)) {
                if let Some(name) = ir.symbol_name(op) {
                    symbols.entry(name.into()).or_insert(op);
                }
            }
        }
        SymbolTable { symbols }
    }

    pub fn get(&self, name: &str) -> Option<Op> {
        self.symbols.get(name).copied()
    }

    /// A name like `wish` that no symbol has.
    pub fn free_name(&self, wish: &str) -> String {
        if !self.symbols.contains_key(wish) {
            return wish.to_owned();
        }
        (0..).map(|number| format!("{wish}_{number}")).find(|name| self.get(name).is_none()).unwrap_or_default()
    }

    pub fn insert(&mut self, name: &str, op: Op) {
        self.symbols.insert(name.into(), op);
    }
}
