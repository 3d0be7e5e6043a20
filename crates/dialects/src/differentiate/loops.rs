//! Counted loops, and how other control flow is written in the few forms that differentiation takes apart: `scf.for`, `scf.parallel`
//! without results, `scf.if` and `scf.index_switch` with all branches, and `scf.while` whose first region decides nothing.

use super::affine_forms;
use crate::indices;
use crate::scf::{For, Parallel};
use zymase_ir::memory::{Cases, CountedLoop, CounterRange, Expansion, WhileTrue};
use zymase_ir::{Builder, Dialect, InsertionPoint, Ir, Mapping, Op, Region, Result, Type, Value};

/// Attaches what is known of the control flow of a dialect.
pub(super) fn attach(dialect: &mut Dialect) {
    match dialect.name {
        "scf" => {
            dialect.attach("scf.for", CountedLoop { ranges: range_of_for, bounds: |_, _| 3, is_parallel: false });
            let bounds = |ir: &Ir, op: Op| 3 * Parallel(op).lowerBound(ir).len();
            dialect.attach("scf.parallel", CountedLoop { ranges: ranges_of_parallel, bounds, is_parallel: true });
            dialect.attach("scf.parallel", Expansion(reduce_in_memory));
            dialect.attach("scf.while", Expansion(rotate));
            dialect.attach("scf.while", WhileTrue);
            dialect.attach("scf.if", Cases);
            dialect.attach("scf.index_switch", Cases);
            dialect.attach("scf.if", Expansion(complete));
            dialect.attach("scf.execute_region", Expansion(inline_region));
        }
        "memref" => dialect.attach("memref.alloca_scope", Expansion(inline_region)),
        _ => affine_forms::attach(dialect),
    }
}

fn range_of_for(builder: &mut Builder, _: Op, operands: &[Value]) -> Result<Vec<CounterRange>> {
    let [first, last, step] = operands[..3] else { return Ok(Vec::new()) };
    Ok(vec![CounterRange { first, step, count: indices::count(builder, first, last, step)? }])
}

fn ranges_of_parallel(builder: &mut Builder, op: Op, operands: &[Value]) -> Result<Vec<CounterRange>> {
    let rank = Parallel(op).lowerBound(builder.ir()).len();
    (0..rank)
        .map(|place| {
            let (first, last, step) = (operands[place], operands[rank + place], operands[2 * rank + place]);
            Ok(CounterRange { first, step, count: indices::count(builder, first, last, step)? })
        })
        .collect()
}

/// A branch that is missing does nothing.
fn complete(ir: &mut Ir, op: Op) -> Result<bool> {
    let Some(region) = ir[op].regions().get(1).copied() else { return Ok(false) };
    if !ir.blocks(region).is_empty() {
        return Ok(false);
    }
    let block = ir.create_block(region, &[]);
    Builder::at_end(ir, block).build("scf.yield", &[], &[], &[]);
    Ok(true)
}

/// Puts the operations of a region of one block where the operation stands.
fn inline_region(ir: &mut Ir, op: Op) -> Result<bool> {
    let Some((block, end)) = ir[op].regions().first().and_then(|region| ir.single_block(*region)) else {
        return Ok(false);
    };
    let values: Vec<Value> = ir[end].operands().collect();
    for inner in ir.block_ops(block).filter(|inner| *inner != end).collect::<Vec<_>>() {
        ir.detach(inner);
        ir.insert(inner, InsertionPoint::Before(op));
    }
    ir.erase(end)?;
    ir.replace(op, &values)?;
    Ok(true)
}

/// Copies a region of one block to where the builder stands; what its end gives.
pub(super) fn copy_region(builder: &mut Builder, region: Region, arguments: &[Value]) -> Result<Vec<Value>> {
    let Some((block, end)) = builder.ir().single_block(region) else { return Ok(Vec::new()) };
    let mut mapping = Mapping::default();
    let parameters = builder.ir().arguments(block).to_vec();
    mapping.map_all(&parameters, arguments);
    let ops: Vec<Op> = builder.ir().block_ops(block).filter(|op| *op != end).collect();
    for op in ops {
        let copy = builder.ir.clone_op(op, &mut mapping);
        builder.ir.insert(copy, builder.point());
    }
    Ok(builder.ir()[end].operands().map(|value| mapping.get(value)).collect())
}

/// Whether the first region of a loop passes on what it takes, and the first of that decides.
fn is_rotated(ir: &Ir, op: Op) -> bool {
    let Some((block, end)) = ir[op].regions().first().and_then(|region| ir.single_block(*region)) else { return false };
    let operands: Vec<Value> = ir[end].operands().collect();
    let arguments = ir.arguments(block);
    ir.first_op(block) == Some(end) && arguments.first() == operands.first() && operands[1..] == *arguments
}

/// Decides before the loop and at the end of its body.
fn rotate(ir: &mut Ir, op: Op) -> Result<bool> {
    if is_rotated(ir, op) {
        return Ok(false);
    }
    let [before, after] = ir[op].regions() else { return Ok(false) };
    let (before, after) = (*before, *after);
    let inits: Vec<Value> = ir[op].operands().collect();
    let mut builder = Builder::before(ir, op);
    let carried = copy_region(&mut builder, before, &inits)?;
    let types = builder.ir().types(&carried);
    let test = builder.region(&types, |inner, values| {
        inner.build("scf.condition", &[&values[..1], values].concat(), &[], &[]);
        Ok(())
    })?;
    let body = builder.region(&types, |inner, values| {
        let next = copy_region(inner, after, &values[1..])?;
        let next = copy_region(inner, before, &next)?;
        inner.build("scf.yield", &next, &[], &[]);
        Ok(())
    })?;
    let mut state = builder.state("scf.while", &carried, &[]);
    state.result_types = types;
    state.regions = vec![test, body];
    let made = builder.insert(state);
    let results = ir[made].results()[1..].to_vec();
    ir.replace(op, &results)?;
    Ok(true)
}

/// Whether the regions of a reduction all add floats.
fn are_sums(ir: &Ir, reduce: Op) -> bool {
    ir[reduce].regions().iter().all(|region| {
        let Some((block, end)) = ir.single_block(*region) else { return false };
        let first = ir.first_op(block);
        first.is_some_and(|op| {
            ir[op].name() == "arith.addf"
                && ir.next_op(op) == Some(end)
                && ir[end].operand(0) == ir[op].results().first().copied()
                && ir[op].operands().collect::<Vec<_>>() == ir.arguments(block)
        })
    })
}

/// Sums of a parallel loop become atomic additions to memory; other reductions make it a loop that is not parallel.
fn reduce_in_memory(ir: &mut Ir, op: Op) -> Result<bool> {
    if ir[op].results().is_empty() {
        return Ok(false);
    }
    let body = ir[op].regions()[0];
    let Some((_, reduce)) = ir.single_block(body) else { return Ok(false) };
    if !are_sums(ir, reduce) {
        return make_serial(ir, op).map(|()| true);
    }
    let inits = Parallel(op).initVals(ir);
    let mut builder = Builder::before(ir, op);
    let mut cells = Vec::new();
    for init in &inits {
        let ty = Type::memref([], builder.ty(*init));
        let attributes = [("operandSegmentSizes", crate::memref::segments(&[0, 0]))];
        let cell = builder.typed("memref.alloca", &[], &attributes, ty)?;
        builder.build("memref.store", &[*init, cell], &[], &[]);
        cells.push(cell);
    }
    let values: Vec<Value> = builder.ir()[reduce].operands().collect();
    let mut inner = Builder::before(builder.ir, reduce);
    for (value, cell) in values.iter().zip(&cells) {
        let ty = inner.ty(*value);
        inner.typed("memref.atomic_rmw", &[*value, *cell], &[("kind", zymase_ir::Attribute::i64(0))], ty)?;
    }
    inner.build("scf.reduce", &[], &[], &[]);
    ir.erase(reduce)?;
    let rank = Parallel(op).lowerBound(ir).len();
    let mut state = ir.state_of(op);
    state.operands.truncate(3 * rank);
    state.set("operandSegmentSizes", crate::memref::segments(&[rank, rank, rank, 0]));
    state.result_types.clear();
    state.regions = ir.take_regions(op);
    let mut builder = Builder::before(ir, op);
    builder.insert(state);
    let mut results = Vec::new();
    for cell in cells {
        let ty = builder.ty(cell).element().clone();
        results.push(builder.typed("memref.load", &[cell], &[], ty)?);
    }
    ir.replace(op, &results)?;
    Ok(true)
}

/// One counter after the other.
fn make_serial(ir: &mut Ir, op: Op) -> Result<()> {
    let (view, body) = (Parallel(op), ir[op].regions()[0]);
    let bounds: Vec<[Value; 3]> = view
        .lowerBound(ir)
        .into_iter()
        .zip(view.upperBound(ir))
        .zip(view.step(ir))
        .map(|((first, last), step)| [first, last, step])
        .collect();
    let inits = view.initVals(ir);
    let mut builder = Builder::before(ir, op);
    let results = nest(&mut builder, body, &bounds, &mut Vec::new(), &inits)?;
    ir.replace(op, &results)
}

fn nest(
    builder: &mut Builder,
    body: Region,
    bounds: &[[Value; 3]],
    counters: &mut Vec<Value>,
    carried: &[Value],
) -> Result<Vec<Value>> {
    let Some(bound) = bounds.get(counters.len()) else {
        let given = copy_region(builder, body, counters)?;
        let reductions: Vec<Region> = match builder.ir().single_block(body) {
            Some((_, reduce)) => builder.ir()[reduce].regions().to_vec(),
            None => Vec::new(),
        };
        let mut next = Vec::new();
        for ((old, value), region) in carried.iter().zip(given).zip(reductions) {
            next.extend(copy_region(builder, region, &[*old, value])?);
        }
        return Ok(next);
    };
    let types = builder.ir().types(carried);
    let arguments: Vec<Type> = std::iter::once(Type::index()).chain(types.iter().cloned()).collect();
    let region = builder.region(&arguments, |inner, values| {
        counters.push(values[0]);
        let next = nest(inner, body, bounds, counters, &values[1..])?;
        counters.pop();
        inner.build("scf.yield", &next, &[], &[]);
        Ok(())
    })?;
    let mut state = builder.state(For::NAME, &[&bound[..], carried].concat(), &[]);
    state.result_types = types;
    state.regions.push(region);
    let made = builder.insert(state);
    Ok(builder.ir()[made].results().to_vec())
}
