//! Removes operations whose results nobody uses and that do nothing else.

use std::collections::BTreeMap;
use zymase_ir::{Attribute, Block, Ir, Op, Result, Trait};

/// How deep calls are followed to see whether a function has effects.
const MAX_DEPTH: usize = 100;

/// Erases what is not needed in a block, last operations first. Operations with regions stay or go as a whole.
pub fn remove_unused(ir: &mut Ir, block: Block) -> Result<()> {
    let mut known = BTreeMap::new();
    let mut next = ir.last_op(block);
    while let Some(op) = next {
        next = ir.previous_op(op);
        let is_unused = ir[op].results().iter().all(|value| ir.uses(*value).is_empty());
        if is_unused && is_pure(ir, op, &mut known, 0) {
            ir.erase(op)?;
        }
    }
    Ok(())
}

/// Whether an operation has no effects: it says so, or calls a function in which everything says so.
fn is_pure(ir: &Ir, op: Op, known: &mut BTreeMap<String, bool>, depth: usize) -> bool {
    if ir[op].has_trait(Trait::Pure) {
        return ir
            .walk(op)
            .into_iter()
            .skip(1)
            .all(|inner| ir[inner].has_trait(Trait::Pure) || ir[inner].has_trait(Trait::Terminator));
    }
    if ir[op].name() != "func.call" || depth > MAX_DEPTH {
        return false;
    }
    let Some(path @ [name]) = ir.attribute(op, "callee").and_then(Attribute::as_symbol) else { return false };
    if let Some(answer) = known.get(name.as_ref()) {
        return *answer;
    }
    let Some(callee) = ir.resolve_symbol(op, path) else { return false };
    // While it is being looked at, a function that calls itself may not end.
    known.insert(name.to_string(), false);
    let blocks = ir[callee].regions().first().map(|region| ir.blocks(*region)).unwrap_or_default();
    let [block] = blocks else { return false };
    let answer = ir
        .block_ops(*block)
        .all(|inner| ir[inner].has_trait(Trait::Terminator) || is_pure(ir, inner, known, depth + 1));
    known.insert(name.to_string(), answer);
    answer
}
