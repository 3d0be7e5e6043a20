//! Constants are computed, values that loops carry without changing them are used as they were, and what nobody uses goes.

use zymase_dialects::indices::{constant_of, known};
use zymase_ir::{Builder, Ir, Op, Result, Trait, Value};

pub fn run(ir: &mut Ir, function: Op) -> Result<()> {
    for _ in 0..20 {
        let mut has_changed = false;
        for op in ir.walk(function).into_iter().rev() {
            if ir.get(op).is_none() {
                continue;
            }
            has_changed |= remove(ir, op)? || fold(ir, op)? || unchanged(ir, op)?;
        }
        if !has_changed {
            return Ok(());
        }
    }
    Ok(())
}

/// Removes what has no effect and is not used.
fn remove(ir: &mut Ir, op: Op) -> Result<bool> {
    let operation = &ir[op];
    let is_pure = operation.definition().is_some_and(|definition| {
        definition.has_trait(Trait::Pure) && !definition.has_trait(Trait::Terminator) && operation.regions().is_empty()
    });
    let is_unused = operation.results().iter().all(|value| ir.uses(*value).is_empty());
    if !is_pure || !is_unused || operation.results().is_empty() {
        return Ok(false);
    }
    ir.erase(op)?;
    Ok(true)
}

/// Computes integers that are known.
fn fold(ir: &mut Ir, op: Op) -> Result<bool> {
    let operands: Vec<Value> = ir[op].operands().collect();
    let [a, b] = operands[..] else { return Ok(false) };
    let [result] = ir[op].results() else { return Ok(false) };
    let ty = ir.ty(*result).clone();
    if !ty.is_index() {
        return Ok(false);
    }
    let (x, y) = (known(ir, a), known(ir, b));
    let name = ir[op].name().as_str();
    let same = match (name, x, y) {
        ("arith.addi", Some(0), _) | ("arith.muli", Some(1), _) => Some(b),
        ("arith.addi" | "arith.subi", _, Some(0)) | ("arith.muli", _, Some(1)) => Some(a),
        _ => None,
    };
    if let Some(same) = same {
        ir.replace(op, &[same])?;
        return Ok(true);
    }
    let (Some(x), Some(y)) = (x, y) else { return Ok(false) };
    let found = match name {
        "arith.addi" => x.checked_add(y),
        "arith.subi" => x.checked_sub(y),
        "arith.muli" => x.checked_mul(y),
        "arith.maxsi" => Some(x.max(y)),
        "arith.minsi" => Some(x.min(y)),
        _ => None,
    };
    let Some(found) = found else { return Ok(false) };
    let mut builder = Builder::before(ir, op);
    let value = constant_of(&mut builder, found, &ty);
    ir.replace(op, &[value])?;
    Ok(true)
}

/// A value that a loop gives on as it was is the first one everywhere.
fn unchanged(ir: &mut Ir, op: Op) -> Result<bool> {
    if ir[op].name() != "scf.for" {
        return Ok(false);
    }
    let Some((block, end)) = ir.single_block(ir[op].regions()[0]) else { return Ok(false) };
    let inits: Vec<Value> = ir[op].operands().skip(3).collect();
    let mut has_changed = false;
    for (place, init) in inits.into_iter().enumerate() {
        let argument = ir.arguments(block)[place + 1];
        let result = ir[op].results()[place];
        let is_same = ir[end].operand(place) == Some(argument);
        let is_used = ir.uses(argument).len() > 1 || !ir.uses(result).is_empty();
        if is_same && is_used && init != argument {
            ir.replace_uses(argument, init);
            ir.set_operand(end, place, argument);
            ir.replace_uses(result, init);
            has_changed = true;
        }
    }
    Ok(has_changed)
}
