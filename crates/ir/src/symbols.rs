//! Symbols: operations that are found by name in the operation around them.

use crate::attributes::{Attribute, Name};
use crate::ir::{Ir, Op};
use crate::structure::Trait;
use std::collections::HashMap;

impl Ir {
    /// The name of an operation as a symbol.
    pub fn symbol_name(&self, op: Op) -> Option<&str> {
        self.attribute(op, "sym_name").and_then(Attribute::as_str)
    }

    /// The symbol of this name directly within an operation.
    pub fn find_symbol(&self, table: Op, name: &str) -> Option<Op> {
        let known = self.symbols.get(table, name);
        if let Some(found) = known.flatten().filter(|found| self.is_symbol_of(*found, table, name)) {
            return Some(found);
        }
        let mut named = self.symbols_within(table).filter_map(|op| Some((self.symbol_name(op)?, op)));
        if known.is_none() {
            self.symbols.set(table, named);
            return self.symbols.get(table, name).flatten();
        }
        // It was renamed, or has come here in another way than by insertion.
        let (_, found) = named.find(|(other, _)| *other == name)?;
        self.symbols.add(table, name, found);
        Some(found)
    }

    /// The operations among which the symbols of a table are.
    fn symbols_within(&self, table: Op) -> impl Iterator<Item = Op> {
        let region = self[table].regions().first();
        region.into_iter().flat_map(|region| self.blocks(*region)).flat_map(|block| self.block_ops(*block))
    }

    fn is_symbol_of(&self, op: Op, table: Op, name: &str) -> bool {
        let region = self.get(op).and_then(|operation| self.block_parent(operation.parent()?));
        region.is_some_and(|region| self[table].regions().first() == Some(&region))
            && self.symbol_name(op) == Some(name)
    }

    /// Remembers an operation that has been put into a table that was searched before.
    pub(crate) fn note_symbol(&mut self, op: Op) {
        if self.symbols.is_empty() {
            return;
        }
        if let (Some(table), Some(name)) = (self.parent_op(op), self.symbol_name(op)) {
            self.symbols.add(table, name, op);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Context;
    use crate::edit::InsertionPoint;
    use crate::ir::OperationState;
    use crate::location::Location;

    #[test]
    fn symbols_are_found_after_every_change() {
        let mut ir = Ir::new(&Context::new([]));
        let block = ir.module_block();
        let add = |ir: &mut Ir, name: &str| {
            let mut state = OperationState::new(ir.context().op_name("x.symbol"), Location::Unset);
            state.set("sym_name", Attribute::string(name));
            let op = ir.create(state);
            ir.insert(op, InsertionPoint::End(block));
            op
        };
        let a = add(&mut ir, "a");
        assert_eq!((ir.function("a"), ir.function("b")), (Some(a), None));
        let b = add(&mut ir, "b");
        assert_eq!((ir.function("a"), ir.function("b")), (Some(a), Some(b)));
        ir.set_attribute(a, "sym_name", Attribute::string("c"));
        assert_eq!((ir.function("a"), ir.function("b"), ir.function("c")), (None, Some(b), Some(a)));
        ir.set_attribute(b, "sym_name", Attribute::string("a"));
        assert_eq!((ir.function("a"), ir.function("b")), (Some(b), None));
        ir.detach(a);
        assert_eq!(ir.function("c"), None);
        ir.insert(a, InsertionPoint::Start(block));
        let copy = ir.clone();
        assert!(ir.erase(b).is_ok());
        assert_eq!((ir.function("a"), ir.function("c")), (None, Some(a)));
        assert_eq!((copy.function("a"), copy.function("c")), (Some(b), Some(a)));
    }
}
