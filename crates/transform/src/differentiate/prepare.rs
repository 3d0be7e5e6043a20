//! What is done to a copy of a function before it is differentiated: nothing that changes what it computes.
//!
//! - Calls within loops are replaced by what they call. A derivative that is made of the body as a whole keeps less and
//!   computes less again; and a slice of a tensor, which JAX reads by a call, adds to one row of its adjoint only if the
//!   slice is seen.
//! - What a loop carries without changing it is taken from outside, so that it is neither kept nor carried.

use zymase_dialects::func::Func;
use zymase_ir::{Attribute, ControlFlow, InsertionPoint, Ir, Mapping, Op, Result, Value};

/// How many operations calls may be replaced by in one function; further calls stay calls.
const MOST_OPERATIONS: usize = 50_000;
/// How many calls in a row; deeper ones stay calls.
const MOST_DEPTH: usize = 50;

/// A copy of a function that belongs to nothing, prepared; to be erased when it has served. `None` if there is nothing to
/// prepare.
pub fn prepare(ir: &mut Ir, function: Op) -> Result<Option<Op>> {
    if loops_within(ir, function).is_empty() {
        return Ok(None);
    }
    let copy = ir.clone_op(function, &mut Mapping::default());
    let loops = loops_within(ir, copy);
    inline_calls(ir, &loops)?;
    for op in loops_within(ir, copy).into_iter().rev() {
        free_invariants(ir, op);
    }
    Ok(Some(copy))
}

/// Outer loops come before inner ones.
fn loops_within(ir: &Ir, function: Op) -> Vec<Op> {
    ir.walk(function).into_iter().filter(|op| ir.control_flow(*op) == Some(ControlFlow::Loop)).collect()
}

fn inline_calls(ir: &mut Ir, loops: &[Op]) -> Result<()> {
    let mut open: Vec<(Op, usize)> = Vec::new();
    let is_call = |ir: &Ir, op: Op| ir[op].name() == "func.call";
    for op in loops {
        open.extend(ir.walk(*op).into_iter().filter(|inner| is_call(ir, *inner)).map(|inner| (inner, 0)));
    }
    let mut left = MOST_OPERATIONS;
    while let Some((call, depth)) = open.pop() {
        // A call within two loops is found twice.
        if ir.get(call).is_none() || depth >= MOST_DEPTH || ir.attribute(call, "no_inline").is_some() {
            continue;
        }
        let Some((block, end)) = callee(ir, call) else { continue };
        let ops: Vec<Op> = ir.block_ops(block).filter(|op| *op != end).collect();
        let size = ops.iter().map(|op| ir.walk(*op).len()).sum::<usize>();
        if size > left {
            continue;
        }
        left -= size;
        let mut mapping = Mapping::default();
        let operands: Vec<Value> = ir[call].operands().collect();
        let parameters = ir.arguments(block).to_vec();
        mapping.map_all(&parameters, &operands);
        for op in ops {
            let copy = ir.clone_op(op, &mut mapping);
            ir.insert(copy, InsertionPoint::Before(call));
            open.extend(ir.walk(copy).into_iter().filter(|inner| is_call(ir, *inner)).map(|inner| (inner, depth + 1)));
        }
        let results: Vec<Value> = ir[end].operands().map(|value| mapping.get(value)).collect();
        ir.replace(call, &results)?;
    }
    Ok(())
}

/// The body of the function that is called.
fn callee(ir: &Ir, call: Op) -> Option<(zymase_ir::Block, Op)> {
    let path = ir.attribute(call, "callee").and_then(Attribute::as_symbol)?;
    let function = ir.resolve_symbol(call, path).filter(|found| Func::of(ir, *found).is_some())?;
    let (block, end) = ir.single_block(*ir[function].regions().first()?)?;
    let fits =
        ir.arguments(block).len() == ir[call].operands().len() && ir[end].operands().len() == ir[call].results().len();
    (fits && ir[end].name() == "func.return").then_some((block, end))
}

/// Lets values that a loop gives on unchanged be those it starts from.
fn free_invariants(ir: &mut Ir, op: Op) {
    let blocks: Vec<_> = ir[op].regions().iter().filter_map(|region| ir.single_block(*region)).collect();
    let [(condition, _), (body, end)] = blocks[..] else { return };
    for place in 0..ir[op].results().len() {
        let argument = ir.arguments(body)[place];
        let Some(operand) = ir[op].operand(place) else { return };
        if ir[end].operand(place) != Some(argument) || ir.ty(operand) != ir.ty(argument) {
            continue;
        }
        let (tested, result) = (ir.arguments(condition)[place], ir[op].results()[place]);
        for value in [argument, tested, result] {
            ir.replace_uses(value, operand);
        }
    }
}
