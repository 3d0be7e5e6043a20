//! What is done to a copy of a function before it is differentiated: calls are replaced by what they call, blocks by a loop, and
//! operations by what their `Expansion` says, until nothing is left to replace.

use super::structure;
use zymase_dialects::func::Func;
use zymase_ir::memory::Expansion;
use zymase_ir::{Attribute, InsertionPoint, Ir, Mapping, Op, Result, Value};

/// How deep calls may be nested.
const MOST_DEPTH: usize = 50;

/// A prepared copy of a function that belongs to nothing.
pub fn prepare(ir: &mut Ir, function: Op) -> Result<Op> {
    prepare_within(ir, function, &mut Vec::new())
}

fn prepare_within(ir: &mut Ir, function: Op, open: &mut Vec<Op>) -> Result<Op> {
    if open.contains(&function) || open.len() >= MOST_DEPTH {
        let message = "calls itself, or too many others, which is not differentiated yet";
        return Err(ir.refuse(function, message, "write the recursion as a loop"));
    }
    if ir[function].regions().first().is_none_or(|region| ir.blocks(*region).is_empty()) {
        return Err(ir.refuse(
            function,
            "is declared without a body, so it cannot be differentiated",
            "define it here",
        ));
    }
    open.push(function);
    let copy = ir.clone_op(function, &mut Mapping::default());
    structure::remove_blocks(ir, copy)?;
    for call in ir.walk(copy).into_iter().filter(|op| ir[*op].name() == "func.call").collect::<Vec<_>>() {
        inline(ir, function, call, open)?;
    }
    expand_all(ir, copy)?;
    open.pop();
    Ok(copy)
}

/// Puts a prepared copy of what is called in the place of a call.
fn inline(ir: &mut Ir, beside: Op, call: Op, open: &mut Vec<Op>) -> Result<()> {
    let path = ir.attribute(call, "callee").and_then(Attribute::as_symbol).map(<[_]>::to_vec).unwrap_or_default();
    let found = ir.resolve_symbol(beside, &path).filter(|found| Func::of(ir, *found).is_some());
    let Some(callee) = found else { return Err(ir.error(call, "calls what is not there")) };
    let prepared = prepare_within(ir, callee, open)?;
    let region = ir[prepared].regions()[0];
    let Some((block, end)) = ir.single_block(region) else { return Err(ir.error(call, "calls what has no end")) };
    let operands: Vec<Value> = ir[call].operands().collect();
    let mut mapping = Mapping::default();
    let parameters = ir.arguments(block).to_vec();
    mapping.map_all(&parameters, &operands);
    for op in ir.block_ops(block).filter(|op| *op != end).collect::<Vec<_>>() {
        let copy = ir.clone_op(op, &mut mapping);
        ir.insert(copy, InsertionPoint::Before(call));
    }
    let results: Vec<Value> = ir[end].operands().map(|value| mapping.get(value)).collect();
    ir.replace(call, &results)?;
    ir.erase(prepared)
}

/// Applies expansions until none is left, inner operations first.
fn expand_all(ir: &mut Ir, function: Op) -> Result<()> {
    loop {
        let mut changed = false;
        for op in ir.walk(function).into_iter().rev() {
            let expansion = ir.get(op).and_then(|op| op.definition()?.interface::<Expansion>().copied());
            if let Some(Expansion(expand)) = expansion {
                changed |= expand(ir, op)?;
            }
        }
        if !changed {
            return Ok(());
        }
    }
}
