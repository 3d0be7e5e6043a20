//! Keep or compute again: what the reverse of a region, which runs later and elsewhere, is given of the values that the
//! region computed.
//!
//! The region is first differentiated as if it ran in one place: a block with the operations of the region, a mark, and
//! behind it the operations of the reverse. The values before the mark that are used behind it must be there in the
//! reverse. Each is kept, or computed again from others; the cheapest choice is made as at the LLVM level
//! ([`keep_or_recompute`]). Values from outside and those that the reverse is given anyhow cost nothing and take no part.

use super::build::bytes_of;
use crate::dead::Purity;
use zymase_ir::derivative::Expensive;
use zymase_ir::{Block, Ir, Mapping, Op, OperationState, Result, Value};
use zymase_ir::{InsertionPoint, Location};
use zymase_support::hash::{FastMap, FastSet};
use zymase_support::keep_or_recompute::{self, Candidate, Supply};
use zymase_support::min_cut::INFINITE;

/// What keeping a byte costs: it is written, read, and takes memory meanwhile. Computing costs one for each byte of the
/// largest operand or result, since elementwise operations are fused.
const PRICE_OF_KEEPING: u64 = 8;
/// What a tensor is taken to have whose sizes are known at run time only.
const BYTES_OF_UNKNOWN_SIZE: u64 = 1 << 16;
/// Cap on what one value may cost, so that sums stay exact.
const MOST_COST: u64 = INFINITE >> 24;

/// Where values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Among the results of a branch or in rows of a tensor: their sizes have to be known.
    Regions,
    /// Among the results of a function.
    Results,
}

/// Puts a mark at the end of a block, between the operations of a region and those of its reverse.
pub fn mark(ir: &mut Ir, block: Block) -> Op {
    let op = ir.create(OperationState::new(ir.context().op_name("zymase.reverse_begins"), Location::Unset));
    ir.insert(op, InsertionPoint::End(block));
    op
}

/// The operations before the mark.
pub fn primal(ir: &Ir, block: Block, mark: Op) -> Vec<Op> {
    ir.block_ops(block).take_while(|op| *op != mark).collect()
}

/// Copies the operations before the mark to the end of another block.
pub fn copy_primal(ir: &mut Ir, block: Block, mark: Op, to: Block, mapping: &mut Mapping) {
    for op in primal(ir, block, mark) {
        let copy = ir.clone_op(op, mapping);
        ir.insert(copy, InsertionPoint::End(to));
    }
}

/// Removes the mark and what the reverse does not compute again.
pub fn drop_primal(ir: &mut Ir, block: Block, mark: Op) -> Result<()> {
    for op in primal(ir, block, mark).into_iter().rev() {
        if ir[op].results().iter().all(|value| ir.uses(*value).is_empty()) {
            ir.erase(op)?;
        }
    }
    ir.erase(mark)
}

/// Removes what is not needed behind the mark, where only these values are.
pub fn tidy(ir: &mut Ir, block: Block, mark: Op, roots: &[Value]) -> Result<()> {
    let roots: FastSet<Value> = roots.iter().copied().collect();
    let mut purity = Purity::default();
    let mut next = ir.last_op(block);
    while let Some(op) = next.filter(|op| *op != mark) {
        next = ir.previous_op(op);
        let mut results = ir[op].results().iter();
        if results.all(|value| ir.uses(*value).is_empty() && !roots.contains(value)) && purity.is_pure(ir, op) {
            ir.erase(op)?;
        }
    }
    Ok(())
}

/// The values before the mark that are to be kept, in the order of the block. `given` are arguments that the reverse has
/// anyhow.
pub fn choose(ir: &Ir, block: Block, mark: Op, given: &FastSet<Value>, place: Place) -> Result<Vec<Value>> {
    let graph = Graph::new(ir, block, mark, given);
    let candidate = |item: &Item| {
        let keep = keep_cost(ir, item.value, place);
        let supply = match &item.recipe {
            None => Supply::Keep(keep),
            Some((op, reads)) => Supply::Either { keep, recompute: compute_cost(ir, *op), reads: reads.clone() },
        };
        Candidate { is_needed: item.is_needed, supply }
    };
    let candidates: Vec<Candidate> = graph.values.iter().map(candidate).collect();
    let Some(kept) = keep_or_recompute::choose(&candidates) else {
        let stuck = graph.values.iter().find(|item| bytes_of(ir.ty(item.value)).is_none());
        let op = stuck.and_then(|item| ir.defining_op(item.value)).unwrap_or(mark);
        let message = "its result can neither be kept nor computed again for the reverse of the region around it";
        return Err(ir.refuse(op, message, "give it a static shape, or move it out of the region"));
    };
    let kept: FastSet<Value> =
        graph.values.iter().zip(kept).filter(|(_, kept)| *kept).map(|(item, _)| item.value).collect();
    let results = primal(ir, block, mark).into_iter().flat_map(|op| ir[op].results().to_vec());
    Ok(ir.arguments(block).iter().copied().chain(results).filter(|value| kept.contains(value)).collect())
}

/// A value that could be needed.
struct Item {
    value: Value,
    is_needed: bool,
    /// The operation that computes it again, and the values it reads, by their numbers. `None` if it must be kept.
    recipe: Option<(Op, Vec<usize>)>,
}

/// All values that are needed or could be read to compute those.
struct Graph {
    values: Vec<Item>,
}

impl Graph {
    fn new(ir: &Ir, block: Block, mark: Op, given: &FastSet<Value>) -> Graph {
        let ops: FastSet<Op> = primal(ir, block, mark).into_iter().collect();
        let is_node = |value: &Value| match ir.defining_op(*value) {
            Some(op) => ops.contains(&op),
            None => ir.defining_block(*value) == Some(block) && !given.contains(value),
        };
        let mut graph = Graph { values: Vec::new() };
        let mut numbers: FastMap<Value, usize> = FastMap::default();
        for op in ir.block_ops(block).skip_while(|op| *op != mark) {
            for inner in ir.walk(op) {
                for value in ir[inner].operands().filter(is_node) {
                    let number = graph.number(&mut numbers, value);
                    graph.values[number].is_needed = true;
                }
            }
        }
        let mut purity = Purity::default();
        let mut at = 0;
        while at < graph.values.len() {
            let recipe =
                ir.defining_op(graph.values[at].value).filter(|op| can_repeat(ir, *op, &mut purity)).map(|op| {
                    let reads = ir.inputs(op).into_iter().filter(is_node);
                    (op, reads.map(|value| graph.number(&mut numbers, value)).collect())
                });
            graph.values[at].recipe = recipe;
            at += 1;
        }
        graph
    }

    fn number(&mut self, numbers: &mut FastMap<Value, usize>, value: Value) -> usize {
        *numbers.entry(value).or_insert_with(|| {
            self.values.push(Item { value, is_needed: false, recipe: None });
            self.values.len() - 1
        })
    }
}

fn can_repeat(ir: &Ir, op: Op, purity: &mut Purity) -> bool {
    let is_expensive = ir[op].definition().is_none_or(|definition| definition.interface::<Expensive>().is_some());
    !is_expensive && ir[op].name() != "func.call" && purity.is_pure(ir, op)
}

fn keep_cost(ir: &Ir, value: Value, place: Place) -> u64 {
    let ty = ir.ty(value);
    match (bytes_of(ty), place) {
        (Some(bytes), _) => bytes.saturating_mul(PRICE_OF_KEEPING).clamp(1, MOST_COST),
        (None, Place::Results) if ty.as_tensor().is_some() => BYTES_OF_UNKNOWN_SIZE * PRICE_OF_KEEPING,
        (None, _) => INFINITE,
    }
}

fn compute_cost(ir: &Ir, op: Op) -> u64 {
    let all = ir[op].operands().chain(ir[op].results().iter().copied());
    all.filter_map(|value| bytes_of(ir.ty(value))).max().unwrap_or(1).clamp(1, MOST_COST)
}
