//! Removes what is unused and has no effect: operations, results of branches, and values that loops carry only
//! for themselves.

use std::collections::BTreeMap;
use zymase_ir::{Attribute, Block, ControlFlow, Definer, InsertionPoint, Ir, Op, Result, Trait, Value};
use zymase_support::hash::FastSet;

/// How deep calls are followed to see whether a function has effects.
const MAX_DEPTH: usize = 100;

/// What is known of functions: whether calling them has no effects.
#[derive(Debug, Default)]
pub struct Purity {
    known: BTreeMap<String, bool>,
}

impl Purity {
    /// Whether an operation with everything in it has no effects and gives the same for the same operands.
    pub fn is_pure(&mut self, ir: &Ir, op: Op) -> bool {
        self.is_pure_at(ir, op, 0)
    }

    fn is_pure_at(&mut self, ir: &Ir, op: Op, depth: usize) -> bool {
        ir.walk(op).into_iter().all(|inner| {
            let operation = &ir[inner];
            operation.has_trait(Trait::Pure)
                || (inner != op && operation.has_trait(Trait::Terminator))
                || ir.control_flow(inner).is_some()
                || (operation.name() == "func.call" && self.calls_pure(ir, inner, depth))
        })
    }

    fn calls_pure(&mut self, ir: &Ir, op: Op, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let Some(path @ [name]) = ir.attribute(op, "callee").and_then(Attribute::as_symbol) else { return false };
        if let Some(answer) = self.known.get(name.as_ref()) {
            return *answer;
        }
        let Some(callee) = ir.resolve_symbol(op, path) else { return false };
        // While it is being looked at, a function that calls itself may not end.
        self.known.insert(name.to_string(), false);
        let blocks = ir[callee].regions().first().map(|region| ir.blocks(*region)).unwrap_or_default();
        let [block] = blocks else { return false };
        let is_harmless = |inner: Op, purity: &mut Purity| {
            ir[inner].has_trait(Trait::Terminator) || purity.is_pure_at(ir, inner, depth + 1)
        };
        let answer = ir.block_ops(*block).all(|inner| is_harmless(inner, self));
        self.known.insert(name.to_string(), answer);
        answer
    }
}

/// Erases what is not needed in a block, last operations first, and in the branches and loops therein.
pub fn remove_unused(ir: &mut Ir, block: Block) -> Result<()> {
    clean(ir, block, &mut Purity::default())
}

fn clean(ir: &mut Ir, block: Block, purity: &mut Purity) -> Result<()> {
    let mut next = ir.last_op(block);
    while let Some(op) = next {
        next = ir.previous_op(op);
        let is_unused = ir[op].results().iter().all(|value| ir.uses(*value).is_empty());
        if is_unused && !ir[op].has_trait(Trait::Terminator) && purity.is_pure(ir, op) {
            ir.erase(op)?;
            continue;
        }
        match ir.control_flow(op) {
            Some(ControlFlow::Branches) => prune_branches(ir, op, purity)?,
            Some(ControlFlow::Loop) => prune_loop(ir, op, purity)?,
            Some(ControlFlow::Elements) | None => {}
        }
    }
    Ok(())
}

/// Drops the values at places that are not kept from the end of a region.
fn return_less(ir: &mut Ir, region: zymase_ir::Region, keep: &[bool]) {
    if let Some((_, end)) = ir.single_block(region) {
        let kept = chosen(&ir[end].operands().collect::<Vec<Value>>(), keep);
        ir.set_operands(end, &kept);
    }
}

fn chosen<T: Clone>(all: &[T], keep: &[bool]) -> Vec<T> {
    all.iter().zip(keep).filter(|(_, keep)| **keep).map(|(value, _)| value.clone()).collect()
}

/// Puts an operation with fewer results, and other operands, in the place of one.
fn replace_with_fewer(ir: &mut Ir, op: Op, operands: Vec<Value>, keep: &[bool]) -> Result<()> {
    let mut state = ir.state_of(op);
    state.operands = operands;
    state.result_types = chosen(&state.result_types, keep);
    state.regions = ir.take_regions(op);
    let new = ir.create(state);
    ir.insert(new, InsertionPoint::Before(op));
    let old = chosen(ir[op].results(), keep);
    for (old, new) in old.into_iter().zip(ir[new].results().to_vec()) {
        ir.replace_uses(old, new);
    }
    ir.erase(op)
}

fn prune_branches(ir: &mut Ir, op: Op, purity: &mut Purity) -> Result<()> {
    let keep: Vec<bool> = ir[op].results().iter().map(|value| !ir.uses(*value).is_empty()).collect();
    let regions = ir[op].regions().to_vec();
    if regions.iter().any(|region| ir.returned(*region).len() != keep.len()) {
        return Ok(());
    }
    if keep.contains(&false) {
        for region in &regions {
            return_less(ir, *region, &keep);
        }
        let operands = ir[op].operands().collect();
        replace_with_fewer(ir, op, operands, &keep)?;
    }
    for block in regions.iter().flat_map(|region| ir.blocks(*region).to_vec()).collect::<Vec<_>>() {
        clean(ir, block, purity)?;
    }
    Ok(())
}

fn prune_loop(ir: &mut Ir, op: Op, purity: &mut Purity) -> Result<()> {
    let [condition, body] = ir[op].regions() else { return Ok(()) };
    let (condition, body) = (*condition, *body);
    let (Some((first, _)), Some((second, _))) = (ir.single_block(condition), ir.single_block(body)) else {
        return Ok(());
    };
    clean(ir, first, purity)?;
    let keep = live_values(ir, op, first, second, purity);
    if keep.contains(&false) {
        return_less(ir, body, &keep);
        clean(ir, second, purity)?;
        for index in (0..keep.len()).rev().filter(|index| !keep[*index]) {
            if !ir.erase_argument(first, index) || !ir.erase_argument(second, index) {
                return Err(ir.error(op, "carries a value that is used after all"));
            }
        }
        let operands = chosen(&ir[op].operands().collect::<Vec<Value>>(), &keep);
        return replace_with_fewer(ir, op, operands, &keep);
    }
    clean(ir, second, purity)
}

/// Which of the values that a loop carries are needed: after it, by its condition, by effects, or for these.
fn live_values(ir: &Ir, op: Op, condition: Block, body: Block, purity: &mut Purity) -> Vec<bool> {
    let returned: Vec<Value> = ir.terminator(body).map(|end| ir[end].operands().collect()).unwrap_or_default();
    let mut live: Vec<bool> = ir[op].results().iter().map(|value| !ir.uses(*value).is_empty()).collect();
    for (live, argument) in live.iter_mut().zip(ir.arguments(condition)) {
        *live |= !ir.uses(*argument).is_empty();
    }
    let mut open: Vec<Value> = chosen(&returned, &live);
    for inner in ir.block_ops(body) {
        if !ir[inner].has_trait(Trait::Terminator) && !purity.is_pure(ir, inner) {
            open.extend(ir.inputs(inner));
        }
    }
    let mut seen: FastSet<Value> = FastSet::default();
    while let Some(value) = open.pop() {
        if !seen.insert(value) || ir.defining_block(value) != Some(body) {
            continue;
        }
        match ir.definer(value) {
            Definer::Argument { index, .. } => {
                if let (Some(live), Some(next)) = (live.get_mut(index), returned.get(index)) {
                    *live = true;
                    open.push(*next);
                }
            }
            Definer::Result { op, .. } => open.extend(ir.inputs(op)),
        }
    }
    live
}
