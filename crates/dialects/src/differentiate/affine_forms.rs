//! Affine loops, branches and accesses written in `scf`, `memref` and `arith`.

use crate::affine::{For, map_of, parallel_bounds, parallel_shape, reductions, set_of};
use crate::indices;
use zymase_ir::affine::{AffineExpression, AffineMap, AffineOperator};
use zymase_ir::memory::Expansion;
use zymase_ir::{Attribute, Builder, Dialect, Ir, Op, Region, Result, Type, Value};

/// Writes an operation in another form; false where it stays.
type Rewrite = fn(&mut Ir, Op) -> Result<bool>;

pub(super) fn attach(dialect: &mut Dialect) {
    let table: [(&str, Rewrite); 8] = [
        ("for", expand_for),
        ("parallel", expand_parallel),
        ("if", expand_if),
        ("load", expand_load),
        ("store", expand_store),
        ("apply", |ir, op| expand_map(ir, op, "arith.maxsi")),
        ("min", |ir, op| expand_map(ir, op, "arith.minsi")),
        ("max", |ir, op| expand_map(ir, op, "arith.maxsi")),
    ];
    for (name, expand) in table {
        dialect.attach(&format!("affine.{name}"), Expansion(expand));
    }
}

/// The code of an expression of these values, dimensions before symbols.
fn expression(builder: &mut Builder, e: &AffineExpression, dimensions: u32, values: &[Value]) -> Result<Value> {
    match e {
        AffineExpression::Constant(number) => Ok(indices::constant(builder, *number)),
        AffineExpression::Dimension(index) => Ok(values[*index as usize]),
        AffineExpression::Symbol(index) => Ok(values[(dimensions + index) as usize]),
        AffineExpression::Binary(operator, sides) => {
            let a = expression(builder, &sides.0, dimensions, values)?;
            let b = expression(builder, &sides.1, dimensions, values)?;
            match operator {
                AffineOperator::Add => indices::add(builder, a, b),
                AffineOperator::Mul => indices::mul(builder, a, b),
                AffineOperator::FloorDiv => builder.typed("arith.floordivsi", &[a, b], &[], Type::index()),
                AffineOperator::CeilDiv => builder.typed("arith.ceildivsi", &[a, b], &[], Type::index()),
                AffineOperator::Mod => {
                    let quotient = builder.typed("arith.floordivsi", &[a, b], &[], Type::index())?;
                    let multiple = indices::mul(builder, quotient, b)?;
                    indices::sub(builder, a, multiple)
                }
            }
        }
    }
}

fn results(builder: &mut Builder, map: &AffineMap, values: &[Value]) -> Result<Vec<Value>> {
    map.results.iter().map(|e| expression(builder, e, map.dimensions, values)).collect()
}

/// The largest or smallest of several values.
fn extreme(builder: &mut Builder, name: &str, values: &[Value]) -> Result<Value> {
    let mut found = values[0];
    for value in &values[1..] {
        found = builder.typed(name, &[found, *value], &[], Type::index())?;
    }
    Ok(found)
}

fn missing(ir: &Ir, op: Op) -> zymase_ir::LocatedDiagnostic {
    ir.error(op, "has no affine map")
}

fn expand_map(ir: &mut Ir, op: Op, name: &str) -> Result<bool> {
    let map = map_of(ir, op, "map").cloned().ok_or_else(|| missing(ir, op))?;
    let operands: Vec<Value> = ir[op].operands().collect();
    let mut builder = Builder::before(ir, op);
    let values = results(&mut builder, &map, &operands)?;
    let value = extreme(&mut builder, name, &values)?;
    ir.replace(op, &[value])?;
    Ok(true)
}

fn expand_load(ir: &mut Ir, op: Op) -> Result<bool> {
    let map = map_of(ir, op, "map").cloned().ok_or_else(|| missing(ir, op))?;
    let operands: Vec<Value> = ir[op].operands().collect();
    let mut builder = Builder::before(ir, op);
    let place = results(&mut builder, &map, &operands[1..])?;
    let ty = builder.ty(operands[0]).element().clone();
    let value = builder.typed("memref.load", &[&operands[..1], &place].concat(), &[], ty)?;
    ir.replace(op, &[value])?;
    Ok(true)
}

fn expand_store(ir: &mut Ir, op: Op) -> Result<bool> {
    let map = map_of(ir, op, "map").cloned().ok_or_else(|| missing(ir, op))?;
    let operands: Vec<Value> = ir[op].operands().collect();
    let mut builder = Builder::before(ir, op);
    let place = results(&mut builder, &map, &operands[2..])?;
    builder.build("memref.store", &[&operands[..2], &place].concat(), &[], &[]);
    ir.erase(op)?;
    Ok(true)
}

/// Ends the block of a region by another operation.
fn end_by(ir: &mut Ir, region: Region, name: &str) -> Result<()> {
    if let Some((_, end)) = ir.single_block(region) {
        let values: Vec<Value> = ir[end].operands().collect();
        Builder::before(ir, end).build(name, &values, &[], &[]);
        ir.erase(end)?;
    }
    Ok(())
}

/// Puts an operation with the regions of another in its place.
fn take_place(ir: &mut Ir, op: Op, name: &str, operands: &[Value], extra: &[(&str, Attribute)]) -> Result<()> {
    let regions = ir.take_regions(op);
    let types = ir.types(ir[op].results());
    let mut builder = Builder::before(ir, op);
    let mut state = builder.state(name, operands, extra);
    state.result_types = types;
    state.regions = regions;
    let made = builder.insert(state);
    let results = ir[made].results().to_vec();
    ir.replace(op, &results)
}

fn expand_for(ir: &mut Ir, op: Op) -> Result<bool> {
    let view = For(op);
    let (Some(lower), Some(upper)) =
        (map_of(ir, op, "lowerBoundMap").cloned(), map_of(ir, op, "upperBoundMap").cloned())
    else {
        return Err(missing(ir, op));
    };
    let step = ir.attribute(op, "step").and_then(Attribute::as_i64).unwrap_or(1);
    let (first, second, inits) = (view.lowerBoundOperands(ir), view.upperBoundOperands(ir), view.inits(ir));
    end_by(ir, ir[op].regions()[0], "scf.yield")?;
    let mut builder = Builder::before(ir, op);
    let lower = results(&mut builder, &lower, &first)?;
    let lower = extreme(&mut builder, "arith.maxsi", &lower)?;
    let upper = results(&mut builder, &upper, &second)?;
    let upper = extreme(&mut builder, "arith.minsi", &upper)?;
    let step = indices::constant(&mut builder, step);
    take_place(ir, op, "scf.for", &[vec![lower, upper, step], inits].concat(), &[])?;
    Ok(true)
}

fn expand_if(ir: &mut Ir, op: Op) -> Result<bool> {
    let set = set_of(ir, op).cloned().ok_or_else(|| missing(ir, op))?;
    let operands: Vec<Value> = ir[op].operands().collect();
    for region in ir[op].regions().to_vec() {
        end_by(ir, region, "scf.yield")?;
    }
    let mut builder = Builder::before(ir, op);
    let zero = indices::constant(&mut builder, 0);
    let mut condition: Option<Value> = None;
    for (e, is_equality) in &set.constraints {
        let value = expression(&mut builder, e, set.dimensions, &operands)?;
        // The numbers of `eq` and `sge`.
        let predicate = [("predicate", Attribute::i64(if *is_equality { 0 } else { 5 }))];
        let holds = builder.typed("arith.cmpi", &[value, zero], &predicate, Type::integer(1))?;
        condition = Some(match condition {
            Some(others) => builder.typed("arith.andi", &[others, holds], &[], Type::integer(1))?,
            None => holds,
        });
    }
    let condition = match condition {
        Some(condition) => condition,
        None => {
            let value = [("value", Attribute::bool(true))];
            builder.typed("arith.constant", &[], &value, Type::integer(1))?
        }
    };
    take_place(ir, op, "scf.if", &[condition], &[])?;
    Ok(true)
}

/// The operation that combines two values of a reduction, and the number that changes nothing.
fn combiner(kind: &str) -> Option<(&'static str, f64)> {
    Some(match kind {
        "addf" => ("arith.addf", 0.0),
        "mulf" => ("arith.mulf", 1.0),
        "maximumf" => ("arith.maximumf", f64::NEG_INFINITY),
        "minimumf" => ("arith.minimumf", f64::INFINITY),
        "addi" => ("arith.addi", 0.0),
        "muli" => ("arith.muli", 1.0),
        _ => return None,
    })
}

fn expand_parallel(ir: &mut Ir, op: Op) -> Result<bool> {
    let shape = parallel_shape(ir, op).ok_or_else(|| missing(ir, op))?;
    let [(lower, first), (upper, second)] = parallel_bounds(ir, op).ok_or_else(|| missing(ir, op))?;
    let (lower, upper) = (lower.clone(), upper.clone());
    let kinds = reductions(ir, op).unwrap_or_default();
    let combiners: Option<Vec<(&str, f64)>> = kinds.iter().map(|kind| combiner(kind)).collect();
    let Some(combiners) = combiners else {
        let message = "has a reduction that is not differentiated";
        return Err(ir.refuse(op, message, "add, multiply, or take the largest or smallest"));
    };
    reduce_by(ir, op, &combiners)?;
    let types = ir.types(ir[op].results());
    let mut builder = Builder::before(ir, op);
    let mut operands = bounds(&mut builder, &lower, &first, &shape.lower, "arith.maxsi")?;
    operands.extend(bounds(&mut builder, &upper, &second, &shape.upper, "arith.minsi")?);
    operands.extend(shape.steps.iter().map(|step| indices::constant(&mut builder, *step)).collect::<Vec<_>>());
    for ((_, neutral), ty) in combiners.iter().zip(&types) {
        operands.push(if ty.is_float() {
            super::scalars::number(&mut builder, ty, *neutral)?
        } else {
            indices::constant_of(&mut builder, *neutral as i64, ty)
        });
    }
    let rank = shape.steps.len();
    let segments = crate::memref::segments(&[rank, rank, rank, types.len()]);
    take_place(ir, op, "scf.parallel", &operands, &[("operandSegmentSizes", segments)])?;
    Ok(true)
}

fn bounds(
    builder: &mut Builder,
    map: &AffineMap,
    values: &[Value],
    groups: &[usize],
    name: &str,
) -> Result<Vec<Value>> {
    let mut all = results(builder, map, values)?.into_iter();
    groups
        .iter()
        .map(|size| {
            let group: Vec<Value> = all.by_ref().take(*size).collect();
            extreme(builder, name, &group)
        })
        .collect()
}

/// Ends the body of a parallel loop with `scf.reduce`.
fn reduce_by(ir: &mut Ir, op: Op, combiners: &[(&str, f64)]) -> Result<()> {
    let Some((_, end)) = ir.single_block(ir[op].regions()[0]) else { return Err(missing(ir, op)) };
    let values: Vec<Value> = ir[end].operands().collect();
    let mut builder = Builder::before(ir, end);
    let mut regions = Vec::new();
    for ((name, _), value) in combiners.iter().zip(&values) {
        let ty = builder.ty(*value);
        regions.push(builder.region(&[ty.clone(), ty.clone()], |inner, arguments| {
            let combined = inner.typed(name, arguments, &[], ty)?;
            inner.build("scf.reduce.return", &[combined], &[], &[]);
            Ok(())
        })?);
    }
    let mut state = builder.state("scf.reduce", &values, &[]);
    state.regions = regions;
    builder.insert(state);
    ir.erase(end)
}
