//! Calls replaced by what they call, and private functions that nothing calls any more removed.

use std::collections::BTreeMap;
use zymase_dialects::func::Func;
use zymase_ir::{Attribute, Ir, Mapping, Op, Result, Value};

/// A module may grow to this many operations by inlining, or to four times its size.
const OPERATIONS: usize = 4000;

fn callee(ir: &Ir, call: Op) -> Option<Op> {
    if ir[call].name() != "func.call" {
        return None;
    }
    let path = ir.attribute(call, "callee").and_then(Attribute::as_symbol)?;
    ir.resolve_symbol(call, path).filter(|function| Func::of(ir, *function).is_some())
}

fn functions(ir: &Ir) -> Vec<Op> {
    ir.block_ops(ir.module_block()).filter(|op| Func::of(ir, *op).is_some()).collect()
}

/// Inlines calls, inner functions first; how many.
pub fn inline_calls(ir: &mut Ir) -> Result<usize> {
    let budget = OPERATIONS.max(4 * ir.op_count());
    let mut inlined = 0;
    for function in innermost_first(ir) {
        for call in ir.walk(function) {
            let Some(target) = ir.get(call).and_then(|_| callee(ir, call)) else { continue };
            let size = ir.walk(target).len();
            if target != function && ir.op_count() + size <= budget && inline(ir, call, target)? {
                inlined += 1;
            }
        }
    }
    Ok(inlined)
}

/// Functions such that what a function calls comes before it, as far as calls form no circle.
fn innermost_first(ir: &Ir) -> Vec<Op> {
    fn visit(ir: &Ir, function: Op, state: &mut BTreeMap<usize, bool>, order: &mut Vec<Op>) {
        if state.contains_key(&function.index()) {
            return;
        }
        state.insert(function.index(), false);
        for op in ir.walk(function) {
            if let Some(target) = callee(ir, op) {
                visit(ir, target, state, order);
            }
        }
        order.push(function);
    }
    let (mut state, mut order) = (BTreeMap::new(), Vec::new());
    for function in functions(ir) {
        visit(ir, function, &mut state, &mut order);
    }
    order
}

fn calls_itself(ir: &Ir, function: Op) -> bool {
    let mut open = vec![function];
    let mut seen = Vec::new();
    while let Some(next) = open.pop() {
        for op in ir.walk(next) {
            match callee(ir, op) {
                Some(target) if target == function => return true,
                Some(target) if !seen.contains(&target) => {
                    seen.push(target);
                    open.push(target);
                }
                _ => {}
            }
        }
    }
    false
}

fn inline(ir: &mut Ir, call: Op, target: Op) -> Result<bool> {
    let Some(region) = ir[target].regions().first().copied() else { return Ok(false) };
    let Some((block, end)) = ir.single_block(region) else { return Ok(false) };
    let returned: Vec<Value> = ir[end].operands().collect();
    let operands: Vec<Value> = ir[call].operands().collect();
    let fits = ir[end].name() == "func.return"
        && ir.types(&operands) == ir.types(ir.arguments(block))
        && ir.types(&returned) == ir.types(ir[call].results());
    if !fits || calls_itself(ir, target) {
        return Ok(false);
    }
    let mut mapping = Mapping::default();
    mapping.map_all(&ir.arguments(block).to_vec(), &operands);
    for op in ir.block_ops(block).filter(|op| *op != end).collect::<Vec<_>>() {
        let copy = ir.clone_op(op, &mut mapping);
        ir.insert(copy, zymase_ir::InsertionPoint::Before(call));
    }
    let values: Vec<Value> = returned.iter().map(|value| mapping.get(*value)).collect();
    ir.replace(call, &values)?;
    Ok(true)
}

/// Removes private functions that no symbol refers to; how many.
pub fn remove_uncalled(ir: &mut Ir) -> Result<usize> {
    let mut removed = 0;
    loop {
        let mut named = Vec::new();
        for op in ir.walk(ir.module()) {
            let of = callee_names(ir, op);
            named.extend(of.into_iter().map(|name| (name, op)));
        }
        let is_unused = |function: &Op| {
            let is_private = ir.attribute(*function, "sym_visibility").and_then(Attribute::as_str) == Some("private");
            let name = ir.symbol_name(*function).unwrap_or_default();
            is_private && !named.iter().any(|(other, op)| other == name && !within(ir, *op, *function))
        };
        let unused: Vec<Op> = functions(ir).into_iter().filter(is_unused).collect();
        if unused.is_empty() {
            return Ok(removed);
        }
        for function in unused {
            ir.erase(function)?;
            removed += 1;
        }
    }
}

fn within(ir: &Ir, op: Op, outer: Op) -> bool {
    std::iter::successors(Some(op), |op| ir.parent_op(*op)).any(|around| around == outer)
}

/// All symbols in the attributes of an operation, whatever they are for.
fn callee_names(ir: &Ir, op: Op) -> Vec<String> {
    fn collect(attribute: &Attribute, names: &mut Vec<String>) {
        match attribute {
            Attribute::Symbol(path) => names.extend(path.first().map(ToString::to_string)),
            Attribute::Array(elements) => elements.iter().for_each(|element| collect(element, names)),
            Attribute::Dictionary(entries) => entries.iter().for_each(|(_, value)| collect(value, names)),
            // What is kept as text may name anything.
            Attribute::Opaque { text, .. } => names.extend(words(text)),
            Attribute::Dialect(attribute) => names.extend(words(&attribute.text())),
            _ => {}
        }
    }
    let mut names = Vec::new();
    for (_, value) in ir[op].properties().iter().chain(ir[op].attributes().iter()) {
        collect(value, &mut names);
    }
    names
}

fn words(text: &str) -> Vec<String> {
    let after = text.split('@').skip(1);
    after
        .map(|rest| rest.chars().take_while(|letter| letter.is_alphanumeric() || "_.$-".contains(*letter)).collect())
        .collect()
}
