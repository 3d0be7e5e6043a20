//! Copies of operations with everything in them.
//!
//! A [`Mapping`] says what stands for values and blocks of the original; what it does not mention (values from outside)
//! stays itself. Afterwards it holds the copies too.

use crate::ir::{Block, Ir, Op, Region, Value};
use crate::location::Location;
use std::collections::HashMap;

#[derive(Clone, Debug, Default)]
pub struct Mapping {
    values: HashMap<Value, Value>,
    blocks: HashMap<Block, Block>,
}

impl Mapping {
    pub fn map(&mut self, from: Value, to: Value) {
        self.values.insert(from, to);
    }

    pub fn map_all(&mut self, from: &[Value], to: &[Value]) {
        self.values.extend(from.iter().copied().zip(to.iter().copied()));
    }

    /// What stands for a value; the value itself if nothing does.
    pub fn get(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    pub fn get_block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl Ir {
    /// A detached copy of an operation.
    pub fn clone_op(&mut self, op: Op, mapping: &mut Mapping) -> Op {
        let copy = self.clone_shallow(op, mapping);
        self.fix_links(copy, mapping);
        copy
    }

    /// Copies the operations of a block to the end of another, but its terminator if `without_terminator`.
    pub fn clone_ops_into(&mut self, from: Block, to: Block, mapping: &mut Mapping, without_terminator: bool) {
        let last = if without_terminator { self.terminator(from) } else { None };
        let ops: Vec<Op> = self.block_ops(from).filter(|op| Some(*op) != last).collect();
        for op in ops {
            let copy = self.clone_op(op, mapping);
            self.insert(copy, crate::edit::InsertionPoint::End(to));
        }
    }

    /// A copy of a region that belongs to nothing yet.
    pub fn clone_region(&mut self, region: Region, mapping: &mut Mapping) -> Region {
        let copy = self.clone_region_shallow(region, mapping);
        for block in self.blocks(copy).to_vec() {
            for op in self.block_ops(block).collect::<Vec<_>>() {
                self.fix_links(op, mapping);
            }
        }
        copy
    }

    /// Copies with operands and successors of the original; they are mapped when all copies exist, because values may be
    /// used before they are defined.
    fn clone_shallow(&mut self, op: Op, mapping: &mut Mapping) -> Op {
        let mut state = self.state_of(op);
        state.regions = state.regions.iter().map(|region| self.clone_region_shallow(*region, mapping)).collect();
        let copy = self.create(state);
        let (from, to) = (self[op].results().to_vec(), self[copy].results().to_vec());
        mapping.map_all(&from, &to);
        copy
    }

    fn clone_region_shallow(&mut self, region: Region, mapping: &mut Mapping) -> Region {
        let copy = self.create_region();
        let blocks = self.blocks(region).to_vec();
        for block in &blocks {
            let new = self.create_block(copy, &[]);
            mapping.blocks.insert(*block, new);
            for (index, argument) in self.arguments(*block).to_vec().into_iter().enumerate() {
                let location = self.argument_location(*block, index).cloned().unwrap_or(Location::Unset);
                let value = self.add_argument(new, self.ty(argument).clone(), location);
                mapping.map(argument, value);
            }
        }
        for block in blocks {
            let new = mapping.get_block(block);
            for op in self.block_ops(block).collect::<Vec<_>>() {
                let inner = self.clone_shallow(op, mapping);
                self.insert(inner, crate::edit::InsertionPoint::End(new));
            }
        }
        copy
    }

    fn fix_links(&mut self, root: Op, mapping: &Mapping) {
        for op in self.walk(root) {
            let operands: Vec<Value> = self[op].operands().collect();
            for (index, value) in operands.into_iter().enumerate() {
                self.set_operand(op, index, mapping.get(value));
            }
            let successors = self[op].successors().iter().map(|block| mapping.get_block(*block)).collect();
            self.set_successors(op, successors);
        }
    }
}
