//! A copy of the function in the few forms that raising knows: calls are replaced by what they call, affine operations by
//! loops, branches and accesses, parallel loops by loops that are marked, and fixed parameters by numbers.

use crate::Request;
use zymase_dialects::func::Func;
use zymase_dialects::scf::{For, Parallel};
use zymase_ir::memory::Expansion;
use zymase_ir::{Attribute, Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};

/// Marks a loop whose iterations the program says to be independent.
pub const PARALLEL: &str = "zymase.parallel";

/// How deep calls may be nested.
const MOST_DEPTH: usize = 50;

/// A prepared copy that belongs to nothing.
pub fn prepare(ir: &mut Ir, function: Op, request: &Request) -> Result<Op> {
    let copy = copy_of(ir, function, &mut Vec::new())?;
    for op in ir.walk(copy).into_iter().rev() {
        if Parallel::of(ir, op).is_some() {
            nest(ir, op)?;
        }
    }
    for op in ir.walk(copy).into_iter().rev() {
        choose(ir, op)?;
    }
    fix(ir, copy, request)?;
    Ok(copy)
}

fn copy_of(ir: &mut Ir, function: Op, open: &mut Vec<Op>) -> Result<Op> {
    if open.contains(&function) || open.len() >= MOST_DEPTH {
        let help = "write the recursion as a loop";
        return Err(ir.refuse(function, "calls itself, or too many others, which is not raised", help));
    }
    if ir[function].regions().first().is_none_or(|region| ir.blocks(*region).is_empty()) {
        let message = "is declared without a body, so it cannot be raised";
        return Err(ir.refuse(function, message, "define it here"));
    }
    open.push(function);
    let copy = ir.clone_op(function, &mut Mapping::default());
    for op in ir.walk(copy) {
        if ir[op].regions().iter().any(|region| ir.blocks(*region).len() > 1) {
            let message = "has blocks with branches between them, which are not raised";
            return Err(ir.refuse(op, message, "write loops and conditions as scf does"));
        }
    }
    let calls: Vec<Op> = ir.walk(copy).into_iter().filter(|op| ir[*op].name() == "func.call").collect();
    for call in calls {
        inline(ir, function, call, open)?;
    }
    expand(ir, copy)?;
    open.pop();
    Ok(copy)
}

/// Puts a prepared copy of what is called in the place of a call.
fn inline(ir: &mut Ir, beside: Op, call: Op, open: &mut Vec<Op>) -> Result<()> {
    let path = ir.attribute(call, "callee").and_then(Attribute::as_symbol).map(<[_]>::to_vec).unwrap_or_default();
    let found = ir.resolve_symbol(beside, &path).filter(|found| Func::of(ir, *found).is_some());
    let Some(callee) = found else { return Err(ir.error(call, "calls what is not there")) };
    let prepared = copy_of(ir, callee, open)?;
    let Some((block, end)) = ir.single_block(ir[prepared].regions()[0]) else {
        return Err(ir.error(call, "calls what has no end"));
    };
    let operands: Vec<Value> = ir[call].operands().collect();
    for (parameter, operand) in ir.arguments(block).to_vec().into_iter().zip(operands) {
        ir.replace_uses(parameter, operand);
    }
    for op in ir.block_ops(block).filter(|op| *op != end).collect::<Vec<_>>() {
        ir.detach(op);
        ir.insert(op, InsertionPoint::Before(call));
    }
    let results: Vec<Value> = ir[end].operands().collect();
    ir.replace(call, &results)?;
    ir.erase(prepared)
}

/// Applies what operations say of how they are written in others. Parallel loops stay.
fn expand(ir: &mut Ir, function: Op) -> Result<()> {
    loop {
        let mut changed = false;
        for op in ir.walk(function).into_iter().rev() {
            let expansion = ir.get(op).and_then(|op| op.definition()?.interface::<Expansion>().copied());
            if let Some(Expansion(expand)) = expansion
                && Parallel::of(ir, op).is_none()
            {
                changed |= expand(ir, op)?;
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

/// Writes a parallel loop as loops one within the other that are marked.
fn nest(ir: &mut Ir, op: Op) -> Result<()> {
    let view = Parallel(op);
    let (lower, upper, step, inits) = (view.lowerBound(ir), view.upperBound(ir), view.step(ir), view.initVals(ir));
    let Some((body, end)) = ir.single_block(ir[op].regions()[0]) else { return Err(ir.error(op, "has no body")) };
    let types = ir.types(&inits);
    let counters = ir.arguments(body).to_vec();
    let (mut around, mut carried, mut loops) = (InsertionPoint::Before(op), inits, Vec::new());
    for place in 0..lower.len() {
        let location = ir[op].location().clone();
        let region = ir.create_region();
        let arguments: Vec<Type> = std::iter::once(ir.ty(lower[place]).clone()).chain(types.iter().cloned()).collect();
        let block = ir.create_block(region, &arguments);
        let mut builder = Builder::new(ir, around, location);
        let bounds = [lower[place], upper[place], step[place]];
        let mut state = builder.state(For::NAME, &[&bounds[..], &carried].concat(), &[(PARALLEL, Attribute::Unit)]);
        state.result_types = types.clone();
        state.regions.push(region);
        loops.push((builder.insert(state), block));
        let own = ir.arguments(block).to_vec();
        ir.replace_uses(counters[place], own[0]);
        carried = own[1..].to_vec();
        around = InsertionPoint::End(block);
    }
    let Some((_, innermost)) = loops.last().copied() else { return Err(ir.error(op, "has no counter")) };
    let mut given = combine(ir, end, &carried)?;
    ir.append_ops(body, innermost);
    ir.erase(end)?;
    for (made, block) in loops.iter().rev() {
        Builder::at_end(ir, *block).build("scf.yield", &given, &[], &[]);
        given = ir[*made].results().to_vec();
    }
    ir.replace(op, &given)
}

/// What a reduction makes of carried values, written before its end.
fn combine(ir: &mut Ir, end: Op, carried: &[Value]) -> Result<Vec<Value>> {
    let (values, regions) = (ir[end].operands().collect::<Vec<_>>(), ir[end].regions().to_vec());
    let mut given = Vec::new();
    for ((value, region), old) in values.into_iter().zip(regions).zip(carried) {
        let Some((block, last)) = ir.single_block(region) else { return Err(ir.error(end, "has no body")) };
        let arguments = ir.arguments(block).to_vec();
        ir.replace_uses(arguments[0], *old);
        ir.replace_uses(arguments[1], value);
        for op in ir.block_ops(block).filter(|op| *op != last).collect::<Vec<_>>() {
            ir.detach(op);
            ir.insert(op, InsertionPoint::Before(end));
        }
        given.extend(ir[last].operands());
    }
    Ok(given)
}

/// A branch that only chooses between values becomes a selection.
fn choose(ir: &mut Ir, op: Op) -> Result<()> {
    if ir[op].name() != "scf.if" || ir[op].results().is_empty() {
        return Ok(());
    }
    let ends: Vec<Option<(zymase_ir::Block, Op)>> =
        ir[op].regions().iter().map(|region| ir.single_block(*region)).collect();
    let [Some((first, first_end)), Some((second, second_end))] = ends[..] else { return Ok(()) };
    let is_memory = ir[op].results().iter().any(|value| ir.ty(*value).is_shaped());
    if is_memory || ir.first_op(first) != Some(first_end) || ir.first_op(second) != Some(second_end) {
        return Ok(());
    }
    let Some(condition) = ir[op].operand(0) else { return Ok(()) };
    let pairs: Vec<(Value, Value)> = ir[first_end].operands().zip(ir[second_end].operands()).collect();
    let mut builder = Builder::before(ir, op);
    let mut chosen = Vec::new();
    for (yes, no) in pairs {
        let ty = builder.ty(yes);
        chosen.push(builder.typed("arith.select", &[condition, yes, no], &[], ty)?);
    }
    ir.replace(op, &chosen)
}

/// Puts numbers in the place of fixed parameters, which are removed.
fn fix(ir: &mut Ir, function: Op, request: &Request) -> Result<()> {
    let Some(entry) = ir.entry(ir[function].regions()[0]) else { return Ok(()) };
    for (name, number) in &request.fixed {
        let place = request.place(name).filter(|place| *place < ir.arguments(entry).len());
        let Some(place) = place else {
            return Err(ir.refuse(
                function,
                format!("has no parameter `{name}`"),
                "name parameters as the source does",
            ));
        };
        let value = ir.arguments(entry)[place];
        let ty = ir.ty(value).clone();
        if ty.as_memref().is_some() {
            fix_memory(ir, value, *number, name)?;
            continue;
        }
        let location = ir[function].location().clone();
        let mut builder = Builder::new(ir, InsertionPoint::Start(entry), location);
        let constant = number_of(&mut builder, &ty, *number)?;
        ir.replace_uses(value, constant);
    }
    Ok(())
}

fn number_of(builder: &mut Builder, ty: &Type, number: f64) -> Result<Value> {
    let attribute = match ty.as_float() {
        Some(kind) => Attribute::Float { bits: zymase_ir::floats::from_f64(kind, number), ty: ty.clone() },
        None => Attribute::integer(number as i128, ty.clone()),
    };
    builder.typed("arith.constant", &[], &[("value", attribute)], ty.clone())
}

/// A scalar that is passed by its address and only read.
fn fix_memory(ir: &mut Ir, memory: Value, number: f64, name: &str) -> Result<()> {
    let uses: Vec<Op> = ir.uses(memory).iter().map(|place| place.op).collect();
    for op in uses {
        let is_start = ir[op].operands().skip(1).all(|value| zymase_dialects::indices::known(ir, value) == Some(0));
        if ir[op].name() != "memref.load" || !is_start {
            let message = format!("cannot fix `{name}`: it is an array, or more is done with it than reading a number");
            return Err(ir.refuse(op, message, "fix scalars that are only read"));
        }
        let ty = ir.ty(ir[op].results()[0]).clone();
        let constant = number_of(&mut Builder::before(ir, op), &ty, number)?;
        ir.replace(op, &[constant])?;
    }
    Ok(())
}
