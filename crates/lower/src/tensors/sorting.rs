//! Sorting: runs that are sorted are merged until there is one, which keeps equal elements in their order.

use super::builtin::*;
use super::lowering::{Held, Lowering};
use super::regions::apply_region;
use zymase_ir::{Attribute, Builder, Op, Result, Type, Value};

/// Writes `stablehlo.sort`.
pub fn sort(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let inputs: Vec<Value> = b.ir()[op].operands().collect();
    let results = b.ir()[op].results().to_vec();
    let region = b.ir()[op].regions()[0];
    let shape = shape_of(&b.ty(inputs[0]));
    if shape.is_empty() {
        return Err(this.refuse(b, op, "is on a tensor without dimensions, which is not lowered"));
    }
    let dimension = b.ir().attribute(op, "dimension").and_then(Attribute::as_i64).unwrap_or(-1);
    let dimension = if dimension < 0 { (dimension + shape.len() as i64) as usize } else { dimension as usize };
    let size = shape[dimension];
    let mut homes = Vec::new();
    let mut rows = Vec::new();
    for (input, result) in inputs.iter().zip(&results) {
        let home = this.place_for(b, *result);
        this.write_to(b, *input, home)?;
        homes.push(home);
        let row = Type::memref(vec![size], b.ty(home).element().clone());
        rows.push(this.take(b, &row));
    }
    let outer: Vec<i64> = shape.iter().enumerate().map(|(n, size)| if n == dimension { 1 } else { *size }).collect();
    nest_with(b, &outer, &mut Vec::new(), &[], &mut |b, place, _| {
        let place = place.to_vec();
        let at = |i: Value| {
            let mut at = place.clone();
            at[dimension] = i;
            at
        };
        let first = index(b, 1);
        doubled(b, first, size, |b, width| {
            let (zero, limit) = (index(b, 0), index(b, size));
            let two = index(b, 2);
            let step = times(b, width, two)?;
            count(b, [zero, limit, step], &[], |b, low, _| {
                let ty = Type::index();
                let middle = plus(b, low, width)?;
                let middle = one(b, "arith.minsi", &[middle, limit], &ty);
                let high = plus(b, low, step)?;
                let high = one(b, "arith.minsi", &[high, limit], &ty);
                let unit = index(b, 1);
                count(b, [low, high, unit], &[low, middle], |b, to, sides| {
                    merge_one(this, b, region, &homes, &rows, &at, to, sides, [middle, high])
                })?;
                Ok(Vec::new())
            })?;
            copy_back(b, size, &homes, &rows, &at)
        })?;
        Ok(Vec::new())
    })?;
    this.free.extend(rows);
    for (result, home) in results.into_iter().zip(homes) {
        this.held.insert(result, Held::Memory(home));
    }
    Ok(())
}

/// Copies rows that were merged to where they are sorted.
fn copy_back(
    b: &mut Builder,
    size: i64,
    homes: &[Value],
    rows: &[Value],
    at: &dyn Fn(Value) -> Vec<Value>,
) -> Result<()> {
    count_to(b, size, &[], |b, i, _| {
        for (home, row) in homes.iter().zip(rows) {
            let value = load(b, *row, &[i]);
            store(b, value, *home, &at(i));
        }
        Ok(Vec::new())
    })?;
    Ok(())
}

/// Takes the next element of either side.
#[allow(clippy::too_many_arguments)]
fn merge_one(
    this: &mut Lowering,
    b: &mut Builder,
    region: zymase_ir::Region,
    homes: &[Value],
    rows: &[Value],
    at: &dyn Fn(Value) -> Vec<Value>,
    to: Value,
    sides: &[Value],
    [middle, high]: [Value; 2],
) -> Result<Vec<Value>> {
    let (left, right) = (sides[0], sides[1]);
    let has_left = compare(b, "slt", left, middle);
    let has_right = compare(b, "slt", right, high);
    let both = same(b, "arith.andi", &[has_left, has_right]);
    let takes_right = branch(
        b,
        both,
        &[Type::integer(1)],
        |b| {
            let mut values = Vec::new();
            for home in homes {
                values.push(load(b, *home, &at(right)));
                values.push(load(b, *home, &at(left)));
            }
            this.within(|this| apply_region(this, b, region, &values))
        },
        |_| Ok(vec![has_right]),
    )?[0];
    let from = select(b, takes_right, right, left);
    for (home, row) in homes.iter().zip(rows) {
        let value = load(b, *home, &at(from));
        store(b, value, *row, &[to]);
    }
    let unit = index(b, 1);
    let (next_left, next_right) = (plus(b, left, unit)?, plus(b, right, unit)?);
    Ok(vec![select(b, takes_right, left, next_left), select(b, takes_right, next_right, right)])
}

/// Runs code for a number that doubles, as long as it is below a limit.
fn doubled(
    b: &mut Builder,
    first: Value,
    limit: i64,
    body: impl FnOnce(&mut Builder, Value) -> Result<()>,
) -> Result<()> {
    let before = b.region(&[Type::index()], |b, values| {
        let limit = index(b, limit);
        let goes_on = compare(b, "slt", values[0], limit);
        b.build("scf.condition", &[goes_on, values[0]], &[], &[]);
        Ok(())
    })?;
    let after = b.region(&[Type::index()], |b, values| {
        body(b, values[0])?;
        let two = index(b, 2);
        let next = times(b, values[0], two)?;
        b.build("scf.yield", &[next], &[], &[]);
        Ok(())
    })?;
    let mut state = b.state("scf.while", &[first], &[]);
    state.result_types = vec![Type::index()];
    state.regions = vec![before, after];
    b.insert(state);
    Ok(())
}
