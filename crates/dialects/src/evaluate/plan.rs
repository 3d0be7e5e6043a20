//! The order in which a block is run, and where each value is needed for the last time.

use zymase_ir::{Block, Ir, Op, Value};
use zymase_support::hash::FastMap;

pub(super) struct BlockPlan {
    pub steps: Vec<PlannedOp>,
    /// Arguments that nothing uses.
    pub unused: Vec<Value>,
}

pub(super) struct PlannedOp {
    pub op: Op,
    pub operands: Vec<Operand>,
    /// Values that nothing after this operation needs and that were not handed over to it.
    pub last_uses: Vec<Value>,
}

pub(super) struct Operand {
    pub value: Value,
    /// The operation gets the only copy: it is the last use, it uses the value once, and its regions do not.
    pub is_handed_over: bool,
}

impl BlockPlan {
    pub fn new(ir: &Ir, block: Block) -> BlockPlan {
        let ops: Vec<Op> = ir.block_ops(block).collect();
        let places: FastMap<Op, usize> = ops.iter().enumerate().map(|(place, op)| (*op, place)).collect();
        let mut dying: Vec<Vec<Value>> = vec![Vec::new(); ops.len()];
        let mut unused = Vec::new();
        let results = ops.iter().flat_map(|op| ir[*op].results());
        for value in ir.arguments(block).iter().chain(results) {
            let users: Option<Vec<usize>> = ir.uses(*value).iter().map(|user| place_of(ir, user.op, &places)).collect();
            // What another block of the region uses stays.
            let Some(users) = users else { continue };
            match users.into_iter().max() {
                Some(place) => dying[place].push(*value),
                None => unused.push(*value),
            }
        }
        let steps = ops.iter().zip(dying).map(|(op, dying)| make_step(ir, *op, dying)).collect();
        BlockPlan { steps, unused }
    }
}

/// The place in a block of the operation that is, or contains, this one.
fn place_of(ir: &Ir, op: Op, places: &FastMap<Op, usize>) -> Option<usize> {
    let mut around = Some(op);
    while let Some(op) = around {
        if let Some(place) = places.get(&op) {
            return Some(*place);
        }
        around = ir.parent_op(op);
    }
    None
}

fn make_step(ir: &Ir, op: Op, dying: Vec<Value>) -> PlannedOp {
    let uses_here = |value: Value| ir.uses(value).iter().filter(|user| user.op == op).count();
    let has_regions = !ir[op].regions().is_empty();
    let is_handed_over = |value: Value| dying.contains(&value) && uses_here(value) == 1 && !has_regions;
    let operands: Vec<Operand> =
        ir[op].operands().map(|value| Operand { value, is_handed_over: is_handed_over(value) }).collect();
    let last_uses = dying.iter().copied().filter(|value| !is_handed_over(*value)).collect();
    PlannedOp { op, operands, last_uses }
}
