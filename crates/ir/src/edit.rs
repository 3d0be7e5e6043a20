//! Changes of the store: creation, insertion, erasure, and every change of a link.
//!
//! What is erased must not be used any more (`erase` says so in an error, and changes nothing); everything else keeps
//! use lists and parents right by itself.

use crate::attributes::Attribute;
use crate::diagnostic::Result;
use crate::ir::{
    Block, BlockData, Definer, Ir, Op, Operand, Operation, OperationState, Region, RegionData, Use, Value, ValueData,
};
use crate::location::Location;
use crate::types::Type;

/// Where the next operation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertionPoint {
    Start(Block),
    End(Block),
    Before(Op),
    After(Op),
}

impl Ir {
    /// A region without blocks that belongs to no operation yet.
    pub fn create_region(&mut self) -> Region {
        self.regions.insert(RegionData::default())
    }

    /// A block at the end of a region.
    pub fn create_block(&mut self, region: Region, arguments: &[Type]) -> Block {
        let block = self.blocks.insert(BlockData { parent: Some(region), ..BlockData::default() });
        for ty in arguments {
            self.add_argument(block, ty.clone(), Location::Unset);
        }
        self.regions[region].blocks.push(block);
        block
    }

    pub fn add_argument(&mut self, block: Block, ty: Type, location: Location) -> Value {
        let index = self.blocks[block].arguments.len();
        let definer = Definer::Argument { block, index };
        let value = self.values.insert(ValueData { ty, definer, uses: Vec::new() });
        self.blocks[block].arguments.push(value);
        self.blocks[block].argument_locations.push(location);
        value
    }

    /// Removes an argument that nothing uses; false when something does.
    pub fn erase_argument(&mut self, block: Block, index: usize) -> bool {
        let value = self.blocks[block].arguments[index];
        if !self.uses(value).is_empty() {
            return false;
        }
        self.values.remove(value);
        self.blocks[block].argument_locations.remove(index);
        self.blocks[block].arguments.remove(index);
        for (index, value) in self.blocks[block].arguments.clone().into_iter().enumerate().skip(index) {
            self.values[value].definer = Definer::Argument { block, index };
        }
        true
    }

    pub fn argument_location(&self, block: Block, index: usize) -> Option<&Location> {
        self.blocks[block].argument_locations.get(index)
    }

    /// An operation that stands nowhere yet. Its regions become its own.
    pub fn create(&mut self, mut state: OperationState) -> Op {
        state.sort_attributes();
        let op = self.ops.insert(Operation {
            name: state.name,
            location: state.location,
            operands: Vec::with_capacity(state.operands.len()),
            results: Vec::with_capacity(state.result_types.len()),
            properties: state.properties,
            attributes: state.attributes,
            regions: state.regions,
            successors: state.successors,
            parent: None,
            previous: None,
            next: None,
        });
        for value in state.operands {
            self.push_operand(op, value);
        }
        for (index, ty) in state.result_types.into_iter().enumerate() {
            let definer = Definer::Result { op, index };
            let value = self.values.insert(ValueData { ty, definer, uses: Vec::new() });
            self.ops[op].results.push(value);
        }
        for region in self.ops[op].regions.clone() {
            self.regions[region].parent = Some(op);
        }
        op
    }

    /// What the operation is made of, for inference or as the start of another.
    pub fn state_of(&self, op: Op) -> OperationState {
        let operation = &self[op];
        OperationState {
            name: operation.name.clone(),
            location: operation.location.clone(),
            operands: operation.operands().collect(),
            result_types: self.types(&operation.results),
            properties: operation.properties.clone(),
            attributes: operation.attributes.clone(),
            regions: operation.regions.clone(),
            successors: operation.successors.clone(),
        }
    }

    /// Puts a detached operation into a block.
    pub fn insert(&mut self, op: Op, point: InsertionPoint) {
        let (block, previous, next) = match point {
            InsertionPoint::Start(block) => (block, None, self.blocks[block].first),
            InsertionPoint::End(block) => (block, self.blocks[block].last, None),
            InsertionPoint::Before(other) => (self.attached_parent(other), self.ops[other].previous, Some(other)),
            InsertionPoint::After(other) => (self.attached_parent(other), Some(other), self.ops[other].next),
        };
        let operation = &mut self.ops[op];
        assert!(operation.parent.is_none(), "the operation stands in a block already");
        operation.parent = Some(block);
        operation.previous = previous;
        operation.next = next;
        match previous {
            Some(previous) => self.ops[previous].next = Some(op),
            None => self.blocks[block].first = Some(op),
        }
        match next {
            Some(next) => self.ops[next].previous = Some(op),
            None => self.blocks[block].last = Some(op),
        }
        self.note_symbol(op);
    }

    fn attached_parent(&self, op: Op) -> Block {
        self.ops[op].parent.expect("an operation that stands in a block")
    }

    /// Takes an operation out of its block, with everything in it.
    pub fn detach(&mut self, op: Op) {
        let Some(block) = self.ops[op].parent.take() else { return };
        let previous = self.ops[op].previous.take();
        let next = self.ops[op].next.take();
        match previous {
            Some(previous) => self.ops[previous].next = next,
            None => self.blocks[block].first = next,
        }
        match next {
            Some(next) => self.ops[next].previous = previous,
            None => self.blocks[block].last = previous,
        }
    }

    /// Erases an operation and everything in it. Its results must not be used.
    pub fn erase(&mut self, op: Op) -> Result<()> {
        if self[op].results.iter().any(|value| !self.uses(*value).is_empty()) {
            return Err(self.error(op, "cannot be erased: its results are used"));
        }
        self.detach(op);
        self.discard(op);
        Ok(())
    }

    /// Removes a detached operation from the arenas. First all operands go, so that what lies within may refer to each
    /// other in any order.
    fn discard(&mut self, op: Op) {
        let all = self.walk(op);
        for inner in &all {
            self.set_operands(*inner, &[]);
        }
        for inner in all.into_iter().rev() {
            let Some(operation) = self.ops.remove(inner) else { continue };
            for value in operation.results {
                self.values.remove(value);
            }
            for region in operation.regions {
                self.discard_region(region);
            }
        }
    }

    fn discard_region(&mut self, region: Region) {
        let Some(data) = self.regions.remove(region) else { return };
        for block in data.blocks {
            let Some(data) = self.blocks.remove(block) else { continue };
            for value in data.arguments {
                self.values.remove(value);
            }
        }
    }

    fn push_operand(&mut self, op: Op, value: Value) {
        let operand = self.ops[op].operands.len();
        let uses = &mut self.values[value].uses;
        let position = u32::try_from(uses.len()).expect("fewer than 2^32 uses");
        uses.push(Use { op, operand });
        self.ops[op].operands.push(Operand { value, position });
    }

    /// Forgets the use by an operand; the last use of the value takes its place in the list.
    fn drop_use(&mut self, op: Op, operand: usize) {
        let Operand { value, position } = self.ops[op].operands[operand];
        let uses = &mut self.values[value].uses;
        uses.swap_remove(position as usize);
        if let Some(moved) = uses.get(position as usize).copied() {
            self.ops[moved.op].operands[moved.operand].position = position;
        }
    }

    pub fn set_operand(&mut self, op: Op, operand: usize, value: Value) {
        if self.ops[op].operands[operand].value == value {
            return;
        }
        self.drop_use(op, operand);
        let uses = &mut self.values[value].uses;
        let position = u32::try_from(uses.len()).expect("fewer than 2^32 uses");
        uses.push(Use { op, operand });
        self.ops[op].operands[operand] = Operand { value, position };
    }

    pub fn set_operands(&mut self, op: Op, values: &[Value]) {
        for operand in (0..self.ops[op].operands.len()).rev() {
            self.drop_use(op, operand);
            self.ops[op].operands.pop();
        }
        for value in values {
            self.push_operand(op, *value);
        }
    }

    /// Lets everything that uses one value use another.
    pub fn replace_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let moved = std::mem::take(&mut self.values[old].uses);
        for place in moved {
            let uses = &mut self.values[new].uses;
            let position = u32::try_from(uses.len()).expect("fewer than 2^32 uses");
            uses.push(place);
            self.ops[place.op].operands[place.operand] = Operand { value: new, position };
        }
    }

    /// Lets others stand for the results of an operation, and erases it.
    pub fn replace(&mut self, op: Op, values: &[Value]) -> Result<()> {
        let results = self[op].results.clone();
        if results.len() != values.len() {
            return Err(self.error(op, format!("{} values cannot replace {} results", values.len(), results.len())));
        }
        for (old, new) in results.into_iter().zip(values) {
            self.replace_uses(old, *new);
        }
        self.erase(op)
    }

    pub fn set_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }

    pub fn set_location(&mut self, op: Op, location: Location) {
        self.ops[op].location = location;
    }

    pub fn set_successors(&mut self, op: Op, successors: Vec<Block>) {
        self.ops[op].successors = successors;
    }

    /// Sets an attribute where it belongs: among the properties if the definition names it.
    pub fn set_attribute(&mut self, op: Op, name: &str, value: Attribute) {
        let inherent = self[op].definition().is_some_and(|definition| definition.is_inherent(name));
        let operation = &mut self.ops[op];
        let dictionary = if inherent { &mut operation.properties } else { &mut operation.attributes };
        dictionary.set(name, value);
    }

    pub fn remove_attribute(&mut self, op: Op, name: &str) -> Option<Attribute> {
        let operation = &mut self.ops[op];
        operation.properties.remove(name).or_else(|| operation.attributes.remove(name))
    }

    /// Moves the operations of one block to the end of another.
    pub fn append_ops(&mut self, from: Block, to: Block) {
        let ops: Vec<Op> = self.block_ops(from).collect();
        for op in ops {
            self.detach(op);
            self.insert(op, InsertionPoint::End(to));
        }
    }

    /// Makes a region one more region of an operation.
    pub fn add_region(&mut self, op: Op) -> Region {
        let region = self.create_region();
        self.regions[region].parent = Some(op);
        self.ops[op].regions.push(region);
        region
    }

    /// Takes the regions away from an operation, to be those of another.
    pub fn take_regions(&mut self, op: Op) -> Vec<Region> {
        let regions = std::mem::take(&mut self.ops[op].regions);
        for region in &regions {
            self.regions[*region].parent = None;
        }
        regions
    }

    /// Erases a region that belongs to no operation; nothing outside may use what is in it.
    pub fn erase_region(&mut self, region: Region) {
        let ops: Vec<Op> = self.blocks(region).to_vec().iter().flat_map(|block| self.block_ops(*block)).collect();
        for op in &ops {
            for inner in self.walk(*op) {
                self.set_operands(inner, &[]);
            }
        }
        for op in ops {
            self.detach(op);
            self.discard(op);
        }
        self.discard_region(region);
    }

    /// Erases a block that nothing refers to; its arguments must not be used from elsewhere.
    pub fn erase_block(&mut self, block: Block) -> Result<()> {
        let ops: Vec<Op> = self.block_ops(block).collect();
        for op in ops.into_iter().rev() {
            self.erase(op)?;
        }
        if let Some(region) = self.blocks[block].parent {
            self.regions[region].blocks.retain(|other| *other != block);
        }
        if let Some(data) = self.blocks.remove(block) {
            for value in data.arguments {
                self.values.remove(value);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Context;

    fn make(ir: &mut Ir, name: &str, operands: &[Value], results: usize) -> Op {
        let mut state = OperationState::new(ir.context().op_name(name), Location::Unset);
        state.operands = operands.to_vec();
        state.result_types = vec![Type::f32(); results];
        let op = ir.create(state);
        ir.insert(op, InsertionPoint::End(ir.module_block()));
        op
    }

    #[test]
    fn uses_follow_every_change() {
        let mut ir = Ir::new(&Context::new([]));
        let a = make(&mut ir, "t.a", &[], 2);
        let (x, y) = (ir[a].results()[0], ir[a].results()[1]);
        let b = make(&mut ir, "t.b", &[x, y, x], 1);
        assert_eq!(ir.uses(x).len(), 2);
        ir.set_operand(b, 0, y);
        assert_eq!(ir.uses(x), [Use { op: b, operand: 2 }]);
        ir.set_operands(b, &[x, x, x]);
        assert_eq!((ir.uses(x).len(), ir.uses(y).len()), (3, 0));
        ir.replace_uses(x, y);
        assert_eq!((ir.uses(x).len(), ir.uses(y).len()), (0, 3));
        assert!(ir.erase(a).is_err());
        ir.erase(b).unwrap();
        ir.erase(a).unwrap();
        assert!(ir.get(a).is_none() && !ir.contains_value(x));
        assert_eq!(ir.block_ops(ir.module_block()).count(), 0);
    }

    #[test]
    fn insertion_keeps_the_order() {
        let mut ir = Ir::new(&Context::new([]));
        let first = make(&mut ir, "t.first", &[], 0);
        let last = make(&mut ir, "t.last", &[], 0);
        ir.detach(last);
        ir.insert(last, InsertionPoint::Before(first));
        let middle = make(&mut ir, "t.middle", &[], 0);
        ir.detach(middle);
        ir.insert(middle, InsertionPoint::After(last));
        let order: Vec<Op> = ir.block_ops(ir.module_block()).collect();
        assert_eq!(order, [last, middle, first]);
    }
}
