//! What the reverse of a region is given of the values of the region, and what it computes again: the cheapest choice, by
//! the minimum cut that all levels share. Loads are repeated only from memory that nobody writes.

use super::super::partition::primal;
use zymase_ir::{Block, Ir, Op, Result, Trait, Value};
use zymase_support::hash::{FastMap, FastSet};
use zymase_support::keep_or_recompute::{self, Candidate, Supply};

/// The values before the mark that are to be kept, in the order of the block. `given` are arguments that the reverse has anyhow,
/// `stable` loads that give the same again.
pub fn choose(ir: &Ir, block: Block, mark: Op, given: &[Value], stable: &FastSet<Op>) -> Result<Vec<Value>> {
    let before: FastSet<Op> = primal(ir, block, mark).into_iter().collect();
    let is_node = |value: &Value| match ir.defining_op(*value) {
        Some(op) => before.contains(&op),
        None => ir.defining_block(*value) == Some(block) && !given.contains(value),
    };
    let mut numbers: FastMap<Value, usize> = FastMap::default();
    let mut values: Vec<Value> = Vec::new();
    for op in ir.block_ops(block).skip_while(|op| *op != mark) {
        for value in ir.walk(op).into_iter().flat_map(|inner| ir[inner].operands().collect::<Vec<_>>()) {
            if is_node(&value) && !numbers.contains_key(&value) {
                numbers.insert(value, values.len());
                values.push(value);
            }
        }
    }
    let needed = values.len();
    let mut candidates = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let value = values[at];
        let keep = keep_cost(ir, value);
        let recipe = ir.defining_op(value).filter(|op| can_repeat(ir, *op, stable));
        let supply = match recipe {
            None => Supply::Keep(keep),
            Some(op) => {
                let mut reads = Vec::new();
                for read in ir[op].operands().filter(is_node) {
                    let number = *numbers.entry(read).or_insert_with(|| {
                        values.push(read);
                        values.len() - 1
                    });
                    reads.push(number);
                }
                Supply::Either { keep, recompute: compute_cost(ir, op), reads }
            }
        };
        candidates.push(Candidate { is_needed: at < needed, supply });
        at += 1;
    }
    let Some(kept) = keep_or_recompute::choose(&candidates) else {
        return Err(ir.error(mark, "a value can neither be kept nor computed again"));
    };
    let kept: FastSet<Value> = values.iter().zip(kept).filter(|(_, kept)| *kept).map(|(value, _)| *value).collect();
    let results = primal(ir, block, mark).into_iter().flat_map(|op| ir[op].results().to_vec());
    Ok(ir.arguments(block).iter().copied().chain(results).filter(|value| kept.contains(value)).collect())
}

fn can_repeat(ir: &Ir, op: Op, stable: &FastSet<Op>) -> bool {
    (ir[op].has_trait(Trait::Pure) && ir[op].regions().is_empty()) || stable.contains(&op)
}

/// Writing, reading and holding a value; memory is larger than a number.
fn keep_cost(ir: &Ir, value: Value) -> u64 {
    match ir.ty(value).element_bytes() {
        Some(bytes) => 8 * bytes as u64,
        None => 600,
    }
}

fn compute_cost(ir: &Ir, op: Op) -> u64 {
    match ir[op].name().dialect() {
        "math" => 40,
        _ if ir[op].name() == "memref.load" => 8,
        _ if ir[op].has_trait(Trait::ConstantLike) => 1,
        _ => 4,
    }
}
