//! How control passes through the regions of an operation, as an interface: what differentiation and the removal of
//! unused values must know of branches and loops, whatever dialect they come from.

use crate::ir::{Block, Ir, Op, Region, Value};

/// Attached to the definition of an operation whose regions have one block each and see the values from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlFlow {
    /// One of the regions runs, once. They take nothing, and what the one returns are the results.
    Branches,
    /// As long as the first region returns true the second one runs. Both take the values that are carried: first the
    /// operands, then what the second region returned, which in the end are the results.
    Loop,
    /// The one region runs for each element of the operands, which it takes as scalars, and returns the elements of the
    /// results.
    Elements,
}

impl Ir {
    /// How control passes through the regions of an operation, if that is known.
    pub fn control_flow(&self, op: Op) -> Option<ControlFlow> {
        self[op].definition()?.interface::<ControlFlow>().copied()
    }

    /// The one block of a region and the operation that ends it.
    pub fn single_block(&self, region: Region) -> Option<(Block, Op)> {
        match self.blocks(region) {
            [block] => Some((*block, self.terminator(*block)?)),
            _ => None,
        }
    }

    /// What a region with one block returns.
    pub fn returned(&self, region: Region) -> Vec<Value> {
        self.single_block(region).map(|(_, end)| self[end].operands().collect()).unwrap_or_default()
    }

    /// The operands of an operation, and the values from outside that its regions use.
    pub fn inputs(&self, op: Op) -> Vec<Value> {
        let mut all: Vec<Value> = self[op].operands().collect();
        all.extend(self.captured(op));
        all
    }
}
