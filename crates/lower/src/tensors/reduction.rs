//! Reductions: along dimensions, over windows, and the choice of an element of each window.

use super::builtin::*;
use super::elements::numbers;
use super::lowering::{Held, LARGE, Lowering};
use super::regions::apply_region;
use zymase_ir::{Attribute, Builder, Op, Region, Result, Value};

/// Inputs, first values, region.
fn parts(b: &Builder, op: Op) -> (Vec<Value>, Vec<Value>, Region) {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    (inputs.to_vec(), inits.to_vec(), b.ir()[op].regions()[0])
}

/// The operation that combines two values, if the region is one sum or product of floats: the order of these may change.
fn simple(b: &Builder, region: Region) -> Option<&'static str> {
    let (block, end) = b.ir().single_block(region)?;
    let [x, y] = b.ir().arguments(block) else { return None };
    let [op, last] = b.ir().block_ops(block).collect::<Vec<_>>()[..] else { return None };
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let is_of_both = operands == [*x, *y] || operands == [*y, *x];
    let is_given = last == end && b.ir()[end].operands().collect::<Vec<_>>() == b.ir()[op].results();
    let is_float = b.ty(*x).element().is_float();
    if !is_of_both || !is_given || !is_float {
        return None;
    }
    match b.ir()[op].name().as_str() {
        "stablehlo.add" => Some("arith.addf"),
        "stablehlo.multiply" => Some("arith.mulf"),
        _ => None,
    }
}

fn combine(this: &mut Lowering, b: &mut Builder, region: Region, old: &[Value], new: &[Value]) -> Result<Vec<Value>> {
    if let (Some(name), [old], [new]) = (simple(b, region), old, new) {
        let ty = b.ty(*old);
        return Ok(vec![regrouped(b, name, &[*old, *new], &ty)]);
    }
    this.within(|this| apply_region(this, b, region, &[old, new].concat()))
}

/// Writes `stablehlo.reduce`: loops over what remains, and within them over what is reduced.
pub fn reduce(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let (inputs, inits, region) = parts(b, op);
    let dimensions = numbers(b, op, "dimensions");
    let shape = shape_of(&b.ty(inputs[0]));
    let is_reduced = |dimension: usize| dimensions.contains(&(dimension as i64));
    let kept: Vec<usize> = (0..shape.len()).filter(|dimension| !is_reduced(*dimension)).collect();
    let reduced: Vec<usize> = (0..shape.len()).filter(|dimension| is_reduced(*dimension)).collect();
    let sizes: Vec<i64> = kept.iter().map(|dimension| shape[*dimension]).collect();
    let results = b.ir()[op].results().to_vec();
    let mut first = Vec::new();
    for init in &inits {
        first.push(this.element(b, *init, &[])?);
    }
    if sizes.is_empty() {
        let values = reduced_at(this, b, &inputs, region, &shape, &reduced, &[], &first)?;
        for (result, value) in results.into_iter().zip(values) {
            this.held.insert(result, Held::Number(value));
        }
        return Ok(());
    }
    let homes: Vec<Value> = results.iter().map(|result| this.place_for(b, *result)).collect();
    let count: i64 = shape.iter().product();
    let is_last_kept = kept.last() == Some(&(shape.len() - 1));
    if is_last_kept && !reduced.is_empty() && sizes[sizes.len() - 1] >= 8 {
        by_columns(
            this,
            b,
            &inputs,
            region,
            &Columns { shape: &shape, kept: &kept, reduced: &reduced },
            &homes,
            &first,
        )?;
    } else {
        parallel(b, &sizes, count >= LARGE, |inner, place| {
            let place = place.to_vec();
            this.within(|this| {
                let mut at = vec![None; shape.len()];
                kept.iter().zip(&place).for_each(|(dimension, index)| at[*dimension] = Some(*index));
                let values = reduced_at(this, inner, &inputs, region, &shape, &reduced, &at, &first)?;
                for (home, value) in homes.iter().zip(values) {
                    store(inner, value, *home, &place);
                }
                Ok(())
            })
        })?;
    }
    for (result, home) in results.into_iter().zip(homes) {
        this.held.insert(result, Held::Memory(home));
    }
    Ok(())
}

struct Columns<'a> {
    shape: &'a [i64],
    kept: &'a [usize],
    reduced: &'a [usize],
}

/// Where the last dimension remains, results are updated row by row, so that memory is read in its order.
fn by_columns(
    this: &mut Lowering,
    b: &mut Builder,
    inputs: &[Value],
    region: Region,
    columns: &Columns,
    homes: &[Value],
    first: &[Value],
) -> Result<()> {
    let Columns { shape, kept, reduced } = columns;
    let outer: Vec<i64> = kept[..kept.len() - 1].iter().map(|dimension| shape[*dimension]).collect();
    let last = shape[shape.len() - 1];
    let total: i64 = shape.iter().product();
    parallel(b, &outer, total >= LARGE, |b, outer_place| {
        let outer_place = outer_place.to_vec();
        let body = |this: &mut Lowering, b: &mut Builder| -> Result<()> {
            parallel(b, &[last], false, |inner, column| {
                let place = [&outer_place[..], column].concat();
                homes.iter().zip(first).for_each(|(home, value)| store(inner, *value, *home, &place));
                Ok(())
            })?;
            let sizes: Vec<i64> = reduced.iter().map(|dimension| shape[*dimension]).collect();
            nest_with(b, &sizes, &mut Vec::new(), &[], &mut |b, rows, _| {
                let rows = rows.to_vec();
                this.within(|this| {
                    parallel(b, &[last], false, |inner, column| {
                        let place = [&outer_place[..], column].concat();
                        let mut at = vec![column[0]; shape.len()];
                        kept.iter().zip(&place).for_each(|(dimension, index)| at[*dimension] = *index);
                        reduced.iter().zip(&rows).for_each(|(dimension, index)| at[*dimension] = *index);
                        this.within(|this| {
                            let mut new = Vec::new();
                            for input in inputs {
                                new.push(this.element(inner, *input, &at)?);
                            }
                            let old: Vec<Value> = homes.iter().map(|home| load(inner, *home, &place)).collect();
                            let values = combine(this, inner, region, &old, &new)?;
                            homes.iter().zip(values).for_each(|(home, value)| store(inner, value, *home, &place));
                            Ok(())
                        })
                    })
                })?;
                Ok(Vec::new())
            })?;
            Ok(())
        };
        this.within(|this| body(this, b))
    })
}

/// The reduction of all elements at a place.
#[allow(clippy::too_many_arguments)]
fn reduced_at(
    this: &mut Lowering,
    b: &mut Builder,
    inputs: &[Value],
    region: Region,
    shape: &[i64],
    reduced: &[usize],
    at: &[Option<Value>],
    first: &[Value],
) -> Result<Vec<Value>> {
    let sizes: Vec<i64> = reduced.iter().map(|dimension| shape[*dimension]).collect();
    nest_with(b, &sizes, &mut Vec::new(), first, &mut |b, place, old| {
        let mut all: Vec<Option<Value>> = if at.is_empty() { vec![None; shape.len()] } else { at.to_vec() };
        reduced.iter().zip(place).for_each(|(dimension, index)| all[*dimension] = Some(*index));
        let all: Vec<Value> = all.into_iter().flatten().collect();
        this.within(|this| {
            let mut new = Vec::new();
            for input in inputs {
                new.push(this.element(b, *input, &all)?);
            }
            combine(this, b, region, old, &new)
        })
    })
}

/// Writes `stablehlo.map`.
pub fn map(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let region = b.ir()[op].regions()[0];
    let value = b.ir()[op].results()[0];
    let shape = shape_of(&b.ty(value));
    let stored: Vec<Value> = operands.iter().map(|operand| this.memory(b, *operand)).collect::<Result<_>>()?;
    let home = this.place_for(b, value);
    parallel(b, &shape, false, |inner, place| {
        let place = place.to_vec();
        this.within(|this| {
            let elements: Vec<Value> = stored.iter().map(|memory| load(inner, *memory, &place)).collect();
            let found = apply_region(this, inner, region, &elements)?;
            store(inner, found[0], home, &place);
            Ok(())
        })
    })?;
    this.held.insert(value, Held::Memory(home));
    Ok(())
}

/// How windows go over a tensor.
struct Windows {
    sizes: Vec<i64>,
    strides: Vec<i64>,
    dilations: Vec<i64>,
    base: Vec<i64>,
    low: Vec<i64>,
}

fn windows(b: &Builder, op: Op, rank: usize) -> Windows {
    let or_ones = |name: &str| {
        let found = numbers(b, op, name);
        if found.is_empty() { vec![1; rank] } else { found }
    };
    let padding = numbers(b, op, "padding");
    let low = (0..rank).map(|dimension| padding.get(2 * dimension).copied().unwrap_or(0)).collect();
    Windows {
        sizes: or_ones("window_dimensions"),
        strides: or_ones("window_strides"),
        dilations: or_ones("window_dilations"),
        base: or_ones("base_dilations"),
        low,
    }
}

impl Windows {
    /// Where an element of a window lies, and whether there is one.
    fn place(&self, b: &mut Builder, shape: &[i64], of: &[Value], within: &[Value]) -> Result<(Vec<Value>, Value)> {
        let (mut at, mut holds) = (Vec::new(), truth(b, true));
        for dimension in 0..shape.len() {
            let start = linear(b, of[dimension], self.strides[dimension], -self.low[dimension])?;
            let more = linear(b, within[dimension], self.dilations[dimension], 0)?;
            let mut place = plus(b, start, more)?;
            if self.base[dimension] > 1 {
                let by = index(b, self.base[dimension]);
                let rest = one(b, "arith.remui", &[place, by], &zymase_ir::Type::index());
                let zero = index(b, 0);
                let (is_whole, is_positive) = (compare(b, "eq", rest, zero), compare(b, "sge", place, zero));
                holds = same(b, "arith.andi", &[holds, is_whole]);
                holds = same(b, "arith.andi", &[holds, is_positive]);
                place = one(b, "arith.divui", &[place, by], &zymase_ir::Type::index());
            }
            let limit = index(b, shape[dimension]);
            let is_within = compare(b, "ult", place, limit);
            holds = same(b, "arith.andi", &[holds, is_within]);
            at.push(place);
        }
        Ok((at, holds))
    }
}

/// Writes `stablehlo.reduce_window`.
pub fn reduce_window(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let (inputs, inits, region) = parts(b, op);
    let results = b.ir()[op].results().to_vec();
    let (shape, to) = (shape_of(&b.ty(inputs[0])), shape_of(&b.ty(results[0])));
    let windows = windows(b, op, shape.len());
    let mut first = Vec::new();
    for init in &inits {
        first.push(this.element(b, *init, &[])?);
    }
    let stored: Vec<Value> = inputs.iter().map(|input| this.memory(b, *input)).collect::<Result<_>>()?;
    let homes: Vec<Value> = results.iter().map(|result| this.place_for(b, *result)).collect();
    let is_large = to.iter().product::<i64>() >= LARGE;
    parallel(b, &to, is_large, |inner, place| {
        let place = place.to_vec();
        this.within(|this| {
            let values = nest_with(inner, &windows.sizes, &mut Vec::new(), &first, &mut |b, within, old| {
                let (at, holds) = windows.place(b, &shape, &place, within)?;
                let types: Vec<_> = old.iter().map(|value| b.ty(*value)).collect();
                let this = &mut *this;
                branch(
                    b,
                    holds,
                    &types,
                    |b| {
                        let new: Vec<Value> = stored.iter().map(|memory| load(b, *memory, &at)).collect();
                        this.within(|this| combine(this, b, region, old, &new))
                    },
                    |_| Ok(old.to_vec()),
                )
            })?;
            homes.iter().zip(values).for_each(|(home, value)| store(inner, value, *home, &place));
            Ok(())
        })
    })?;
    for (result, home) in results.into_iter().zip(homes) {
        this.held.insert(result, Held::Memory(home));
    }
    Ok(())
}

/// Writes `stablehlo.select_and_scatter`: for each element of the source the place that its window selects.
pub fn select_and_scatter(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let (select_region, scatter_region) = (b.ir()[op].regions()[0], b.ir()[op].regions()[1]);
    let result = b.ir()[op].results()[0];
    let (shape, from) = (shape_of(&b.ty(operands[0])), shape_of(&b.ty(operands[1])));
    let windows = windows(b, op, shape.len());
    let (operand, source) = (this.memory(b, operands[0])?, this.memory(b, operands[1])?);
    let init = this.element(b, operands[2], &[])?;
    let home = this.place_for(b, result);
    parallel(b, &shape, false, |inner, place| {
        store(inner, init, home, place);
        Ok(())
    })?;
    let element = b.ty(operand).element().clone();
    nest_with(b, &from, &mut Vec::new(), &[], &mut |b, place, _| {
        let place = place.to_vec();
        let zero = index(b, 0);
        let start = [vec![truth(b, false), number(b, &element, 0.0)], vec![zero; shape.len()]].concat();
        let chosen = nest_with(b, &windows.sizes, &mut Vec::new(), &start, &mut |b, within, old| {
            let (at, holds) = windows.place(b, &shape, &place, within)?;
            let types: Vec<_> = old.iter().map(|value| b.ty(*value)).collect();
            let this = &mut *this;
            branch(
                b,
                holds,
                &types,
                |b| {
                    let new = load(b, operand, &at);
                    let kept = this.within(|this| apply_region(this, b, select_region, &[old[1], new]))?[0];
                    let keeps = same(b, "arith.andi", &[old[0], kept]);
                    let mut next = vec![truth(b, true), select(b, keeps, old[1], new)];
                    for (old, new) in old[2..].iter().zip(&at) {
                        next.push(select(b, keeps, *old, *new));
                    }
                    Ok(next)
                },
                |_| Ok(old.to_vec()),
            )
        })?;
        let this = &mut *this;
        when(b, chosen[0], |b| {
            let (old, new) = (load(b, home, &chosen[2..]), load(b, source, &place));
            let value = this.within(|this| apply_region(this, b, scatter_region, &[old, new]))?[0];
            store(b, value, home, &chosen[2..]);
            Ok(())
        })?;
        Ok(Vec::new())
    })?;
    this.held.insert(result, Held::Memory(home));
    let _ = Attribute::Unit;
    Ok(())
}
