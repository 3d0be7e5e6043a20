//! What runs between barriers, what is the same for all threads, and what a thread has to keep.

use super::{Nest, holds_barrier, is_barrier};
use zymase_ir::{Block, Ir, Op, Result, Value};
use zymase_support::hash::{FastMap, FastSet};

/// A piece of a block.
#[derive(Clone, Debug)]
pub enum Item {
    /// Runs for all threads in one loop.
    Together(Vec<Op>),
    /// Holds barriers.
    Around(Op),
}

/// How a nest is cut.
pub struct Parts {
    pub items: FastMap<Block, Vec<Item>>,
    /// Values that are the same for all threads and are computed once.
    pub uniform: FastSet<Value>,
    /// Memory that nothing in the nest writes.
    written: FastSet<Value>,
    /// Values that are defined in the nest.
    inside: FastSet<Value>,
}

impl Parts {
    pub fn of(ir: &Ir, nest: &Nest) -> Result<Parts> {
        let mut parts = Parts {
            items: FastMap::default(),
            uniform: FastSet::default(),
            written: FastSet::default(),
            inside: FastSet::default(),
        };
        for op in ir.walk(nest.root) {
            parts.inside.extend(ir[op].results());
            for region in ir[op].regions() {
                for block in ir.blocks(*region) {
                    parts.inside.extend(ir.arguments(*block));
                }
            }
            let target = match ir[op].name().as_str() {
                "memref.store" | "memref.atomic_rmw" => ir[op].operand(1),
                _ => None,
            };
            parts.written.extend(target.map(|memory| root_of(ir, memory)));
        }
        parts.split(ir, nest.body);
        parts.settle(ir, nest.body)?;
        Ok(parts)
    }

    pub fn is_inside(&self, value: Value) -> bool {
        self.inside.contains(&value)
    }

    fn split(&mut self, ir: &Ir, block: Block) {
        let mut items = Vec::new();
        let mut run = Vec::new();
        let last = ir.last_op(block);
        for op in ir.block_ops(block) {
            let waits = is_barrier(ir, op);
            let around = !waits && holds_barrier(ir, op);
            if (waits || around) && !run.is_empty() {
                items.push(Item::Together(std::mem::take(&mut run)));
            }
            if around {
                items.push(Item::Around(op));
                for region in ir[op].regions() {
                    for inner in ir.blocks(*region) {
                        self.split(ir, *inner);
                    }
                }
            } else if !waits && Some(op) != last {
                run.push(op);
            }
        }
        if !run.is_empty() {
            items.push(Item::Together(run));
        }
        self.items.insert(block, items);
    }

    /// Whether an operation can be computed again where its operands are there.
    pub fn is_cheap(&self, ir: &Ir, op: Op) -> bool {
        let name = ir[op].name().as_str();
        if name == "memref.load" {
            return ir[op].operand(0).is_some_and(|memory| !self.written.contains(&root_of(ir, memory)));
        }
        ir[op].regions().is_empty() && (name.starts_with("arith.") || name == "memref.collapse_shape")
    }

    fn is_same(&self, value: Value) -> bool {
        !self.is_inside(value) || self.uniform.contains(&value)
    }

    /// Finds what is the same for all threads in the blocks that are cut.
    fn settle(&mut self, ir: &Ir, block: Block) -> Result<()> {
        for item in self.items.get(&block).cloned().unwrap_or_default() {
            match item {
                Item::Together(ops) => self.settle_plain(ir, &ops),
                Item::Around(op) => self.settle_around(ir, op)?,
            }
        }
        Ok(())
    }

    fn settle_plain(&mut self, ir: &Ir, ops: &[Op]) {
        for op in ops {
            if self.is_cheap(ir, *op) && ir[*op].operands().all(|value| self.is_same(value)) {
                self.uniform.extend(ir[*op].results());
            }
        }
    }

    fn settle_around(&mut self, ir: &Ir, op: Op) -> Result<()> {
        let name = ir[op].name().as_str().to_owned();
        let blocks: Vec<Block> = ir[op].regions().iter().filter_map(|region| ir.entry(*region)).collect();
        match name.as_str() {
            "scf.if" => self.settle_if(ir, op, &blocks),
            "scf.for" => {
                let operands: Vec<Value> = ir[op].operands().collect();
                if !operands[..3].iter().all(|value| self.is_same(*value)) {
                    return Err(uneven(ir, op));
                }
                self.uniform.insert(ir.arguments(blocks[0])[0]);
                let arguments = ir.arguments(blocks[0])[1..].to_vec();
                let next =
                    |ir: &Ir| ir.terminator(blocks[0]).map(|end| ir[end].operands().collect()).unwrap_or_default();
                let same = self.carried(ir, &operands[3..], &arguments, &blocks, &next)?;
                let results = ir[op].results().to_vec();
                self.uniform.extend(results.iter().zip(same).filter(|(_, same)| *same).map(|(value, _)| *value));
                Ok(())
            }
            "scf.while" => self.settle_while(ir, op, &blocks),
            _ => Err(ir.refuse(op, "has a barrier in a form that is not cut", "write a loop or a branch")),
        }
    }

    fn settle_if(&mut self, ir: &Ir, op: Op, blocks: &[Block]) -> Result<()> {
        for block in blocks {
            self.settle(ir, *block)?;
        }
        if !ir[op].operand(0).is_some_and(|condition| self.is_same(condition)) {
            return Ok(());
        }
        let ends: Vec<Op> = blocks.iter().filter_map(|block| ir.terminator(*block)).collect();
        for (place, result) in ir[op].results().iter().enumerate() {
            if ends.iter().all(|end| ir[*end].operand(place).is_some_and(|value| self.is_same(value))) {
                self.uniform.insert(*result);
            }
        }
        Ok(())
    }

    /// Which carried values are the same for all threads: those that begin and go on so, as far as that holds together.
    fn carried(
        &mut self,
        ir: &Ir,
        inits: &[Value],
        arguments: &[Value],
        blocks: &[Block],
        next: &dyn Fn(&Ir) -> Vec<Value>,
    ) -> Result<Vec<bool>> {
        let mut same: Vec<bool> = inits.iter().map(|value| self.is_same(*value)).collect();
        let before = self.uniform.clone();
        loop {
            self.uniform = before.clone();
            self.uniform.extend(arguments.iter().zip(&same).filter(|(_, same)| **same).map(|(value, _)| *value));
            for block in blocks {
                self.settle(ir, *block)?;
            }
            let mut changed = false;
            for (place, value) in next(ir).into_iter().enumerate().take(same.len()) {
                if same[place] && !self.is_same(value) {
                    (same[place], changed) = (false, true);
                }
            }
            if !changed {
                return Ok(same);
            }
        }
    }

    fn settle_while(&mut self, ir: &Ir, op: Op, blocks: &[Block]) -> Result<()> {
        let (before, after) = (blocks[0], blocks[1]);
        let inits: Vec<Value> = ir[op].operands().collect();
        let arguments = ir.arguments(before).to_vec();
        let (Some(condition), Some(end)) = (ir.terminator(before), ir.terminator(after)) else {
            return Err(ir.error(op, "has no end"));
        };
        let forwarded: Vec<Value> = ir[condition].operands().skip(1).collect();
        let handed = ir.arguments(after).to_vec();
        let results = ir[op].results().to_vec();
        let mut same: Vec<bool> = inits.iter().map(|value| self.is_same(*value)).collect();
        let known = self.uniform.clone();
        loop {
            self.uniform = known.clone();
            self.uniform.extend(arguments.iter().zip(&same).filter(|(_, same)| **same).map(|(value, _)| *value));
            self.settle(ir, before)?;
            for (place, value) in forwarded.iter().enumerate() {
                if self.is_same(*value) {
                    self.uniform.extend([handed[place], results[place]]);
                }
            }
            self.settle(ir, after)?;
            let next: Vec<Value> = ir[end].operands().collect();
            let still: Vec<bool> = same.iter().zip(&next).map(|(same, value)| *same && self.is_same(*value)).collect();
            if still == same {
                break;
            }
            same = still;
        }
        match ir[condition].operand(0) {
            Some(value) if self.is_same(value) => Ok(()),
            _ => Err(uneven(ir, op)),
        }
    }
}

fn uneven(ir: &Ir, op: Op) -> zymase_ir::LocatedDiagnostic {
    let message =
        "runs a number of times around a barrier that is not proven to be the same for all threads of the block";
    ir.refuse(op, message, "let it depend on sizes and constants only")
}

/// The memory behind views.
pub fn root_of(ir: &Ir, memory: Value) -> Value {
    match ir.defining_op(memory) {
        Some(op) if ir[op].name() == "memref.collapse_shape" => {
            ir[op].operand(0).map_or(memory, |source| root_of(ir, source))
        }
        _ => memory,
    }
}
