//! Names of values and blocks while a text is read.
//!
//! A scope belongs to an operation that is isolated from above; regions within it see each other's outer names, and what
//! a region defines is forgotten at its end. A name may be used before it is defined: a placeholder stands for the value
//! until then.

use super::Reader;
use super::custom::UnresolvedOperand;
use crate::diagnostic::Result;
use crate::ir::{Block, Op, OperationState, Region, Value};
use crate::types::Type;
use zymase_support::hash::FastMap;

#[derive(Clone, Copy)]
pub(super) enum Named {
    Value(Value),
    /// Results `start..start + count` of an operation.
    Results {
        op: Op,
        start: usize,
        count: usize,
    },
}

#[derive(Default)]
pub(super) struct Scope<'a> {
    values: FastMap<&'a str, Named>,
    /// Names in the order of their definition, for each open region where they begin.
    order: Vec<&'a str>,
    regions: Vec<RegionScope<'a>>,
    /// Values used before they are defined: the placeholder's operation, and where it was first used.
    forward: FastMap<(&'a str, usize), (Op, usize)>,
}

struct RegionScope<'a> {
    first_name: usize,
    blocks: FastMap<&'a str, (Block, BlockState)>,
    region: Region,
}

#[derive(Clone, Copy, PartialEq)]
enum BlockState {
    Defined,
    /// Named at this position, not defined yet.
    Named(usize),
}

impl<'a> Reader<'a> {
    fn scope(&mut self) -> &mut Scope<'a> {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        self.scopes.last_mut().expect("a scope was pushed")
    }

    pub(super) fn open_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Ends a scope; names that were used and never defined are errors.
    pub(super) fn close_scope(&mut self) -> Result<()> {
        let Some(scope) = self.scopes.pop() else { return Ok(()) };
        let first = scope.forward.iter().min_by_key(|(_, (_, at))| *at);
        if let Some(((name, number), (_, at))) = first {
            let message = if *number == 0 {
                format!("`{name}` is used but never defined")
            } else {
                format!("`{name}#{number}` is used but never defined")
            };
            return Err(self.error_at(*at, message));
        }
        Ok(())
    }

    pub(super) fn open_region(&mut self, region: Region) {
        let scope = self.scope();
        let first_name = scope.order.len();
        scope.regions.push(RegionScope { first_name, blocks: FastMap::default(), region });
    }

    pub(super) fn close_region(&mut self) -> Result<()> {
        let Some(region) = self.scope().regions.pop() else { return Ok(()) };
        let undefined = region.blocks.iter().filter_map(|(name, (_, state))| match state {
            BlockState::Named(at) => Some((*at, *name)),
            BlockState::Defined => None,
        });
        if let Some((at, name)) = undefined.min() {
            return Err(self.error_at(at, format!("there is no block `{name}` in this region")));
        }
        let scope = self.scope();
        if region.first_name == 0 {
            scope.order.clear();
            scope.values.clear();
        }
        for name in scope.order.drain(region.first_name..) {
            scope.values.remove(name);
        }
        Ok(())
    }

    pub(super) fn define_value(&mut self, name: &'a str, at: usize, named: Named) -> Result<()> {
        let scope = self.scope();
        if scope.values.contains_key(name) {
            return Err(self.error_at(at, format!("`{name}` is defined twice")));
        }
        scope.values.insert(name, named);
        scope.order.push(name);
        if scope.forward.is_empty() {
            return Ok(());
        }
        let count = match named {
            Named::Value(_) => 1,
            Named::Results { count, .. } => count,
        };
        for number in 0..count {
            let Some((placeholder, used_at)) = self.scope().forward.remove(&(name, number)) else { continue };
            let Some(value) = self.numbered(named, number) else { continue };
            let stand_in = self.ir.ops[placeholder].results[0];
            let (expected, actual) = (self.ir.ty(stand_in).clone(), self.ir.ty(value).clone());
            if expected != actual {
                let message = format!("`{name}` is used as {expected} but defined as {actual}");
                return Err(self.error_at(used_at, message));
            }
            self.ir.replace_uses(stand_in, value);
            self.ir.erase(placeholder)?;
            self.replaced.insert(stand_in, value);
        }
        Ok(())
    }

    fn numbered(&self, named: Named, number: usize) -> Option<Value> {
        match named {
            Named::Value(value) => (number == 0).then_some(value),
            Named::Results { op, start, count } => {
                (number < count).then(|| self.ir.ops[op].results.get(start + number).copied())?
            }
        }
    }

    /// The value behind a name, which must have this type.
    pub fn resolve(&mut self, operand: UnresolvedOperand<'a>, ty: &Type) -> Result<Value> {
        let UnresolvedOperand { name, number, at } = operand;
        let Some(named) = self.scope().values.get(name).copied() else {
            return self.resolve_forward(operand, ty);
        };
        let Some(value) = self.numbered(named, number) else {
            return Err(self.error_at(at, format!("`{name}` has no result {number}")));
        };
        if self.ir.ty(value) != ty {
            let actual = self.ir.ty(value).clone();
            return Err(self.error_at(at, format!("`{name}` is of type {actual}, not {ty}")));
        }
        Ok(value)
    }

    /// Puts values in the place of placeholders that were replaced after an operation's operands were read and before it is
    /// made: its regions lie between.
    pub(super) fn refresh(&self, operands: &mut [Value]) {
        for operand in operands {
            if let Some(value) = self.replaced.get(operand) {
                *operand = *value;
            }
        }
    }

    fn resolve_forward(&mut self, operand: UnresolvedOperand<'a>, ty: &Type) -> Result<Value> {
        let UnresolvedOperand { name, number, at } = operand;
        if let Some((placeholder, _)) = self.scope().forward.get(&(name, number)).copied() {
            let value = self.ir.ops[placeholder].results[0];
            if self.ir.ty(value) != ty {
                let actual = self.ir.ty(value).clone();
                return Err(self.error_at(at, format!("`{name}` is used as {actual} before and as {ty} here")));
            }
            return Ok(value);
        }
        let mut state = OperationState::new(self.context.op_name("builtin.placeholder"), Default::default());
        state.result_types.push(ty.clone());
        let placeholder = self.ir.create(state);
        self.scope().forward.insert((name, number), (placeholder, at));
        Ok(self.ir.ops[placeholder].results[0])
    }

    /// The block of a name in the innermost region, made when it is named first.
    pub(super) fn block_named(&mut self, name: &'a str, at: usize) -> Result<Block> {
        self.find_block(name, BlockState::Named(at))
    }

    /// The block that begins here.
    pub(super) fn define_block(&mut self, name: &'a str, at: usize) -> Result<Block> {
        let known = self.scope().regions.last().and_then(|region| region.blocks.get(name));
        if known.is_some_and(|(_, state)| *state == BlockState::Defined) {
            return Err(self.error_at(at, format!("block `{name}` is defined twice")));
        }
        let block = self.find_block(name, BlockState::Defined)?;
        if let Some(region) = self.scope().regions.last_mut() {
            region.blocks.insert(name, (block, BlockState::Defined));
            let region = region.region;
            // Blocks stand in the order of their definition, not in that of their first use.
            let blocks = &mut self.ir.regions[region].blocks;
            if blocks.last() != Some(&block) {
                blocks.retain(|other| *other != block);
                blocks.push(block);
            }
        }
        Ok(block)
    }

    fn find_block(&mut self, name: &'a str, state: BlockState) -> Result<Block> {
        let Some(region) = self.scope().regions.last() else {
            return Err(self.error("a block outside of all regions"));
        };
        if let Some((block, _)) = region.blocks.get(name) {
            return Ok(*block);
        }
        let region = region.region;
        let block = self.ir.create_block(region, &[]);
        if let Some(region) = self.scope().regions.last_mut() {
            region.blocks.insert(name, (block, state));
        }
        Ok(block)
    }
}
