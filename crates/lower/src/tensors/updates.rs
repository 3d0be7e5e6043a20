//! Slices that are written, and scatters: in place where nobody reads what was there before.

use super::builtin::*;
use super::lowering::{Held, Lowering};
use super::regions::apply_region;
use zymase_dialects::stablehlo::attributes::ScatterDimensionNumbers;
use zymase_ir::{Attribute, Builder, Op, Result, Value};

/// Memory for a result that begins as a copy of a value, or is that value's memory.
pub fn copied(this: &mut Lowering, b: &mut Builder, op: Op, from: Value, to: Value) -> Result<Value> {
    let held = this.held.get(&from).copied();
    if let (Some(Held::Memory(memory)), Some(own)) = (held, this.may_overwrite(from, op))
        && memory == own
    {
        this.take_over(from, to);
        return Ok(memory);
    }
    let home = this.place_for(b, to);
    this.write_to(b, from, home)?;
    Ok(home)
}

/// Values other than the first are stored, if they are not, before memory is overwritten that they may be computed from.
fn settle(this: &mut Lowering, b: &mut Builder, values: &[Value]) -> Result<()> {
    for value in values {
        if !shape_of(&b.ty(*value)).is_empty() {
            this.memory(b, *value)?;
        }
    }
    Ok(())
}

/// Writes `stablehlo.dynamic_update_slice`.
pub fn update_slice(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let result = b.ir()[op].results()[0];
    let (shape, sizes) = (shape_of(&b.ty(operands[0])), shape_of(&b.ty(operands[1])));
    if shape.is_empty() {
        let number = this.element(b, operands[1], &[])?;
        this.held.insert(result, Held::Number(number));
        return Ok(());
    }
    settle(this, b, &operands[1..2])?;
    let mut starts = Vec::new();
    for (dimension, start) in operands[2..].iter().enumerate() {
        starts.push(this.start(b, *start, shape[dimension] - sizes[dimension])?);
    }
    let home = copied(this, b, op, operands[0], result)?;
    parallel(b, &sizes, false, |b, place| {
        let mut at = Vec::new();
        for (start, index) in starts.iter().zip(place) {
            at.push(plus(b, *start, *index)?);
        }
        let place = place.to_vec();
        this.within(|this| {
            let element = this.element(b, operands[1], &place)?;
            store(b, element, home, &at);
            Ok(())
        })
    })?;
    this.held.insert(result, Held::Memory(home));
    Ok(())
}

/// Writes `stablehlo.scatter`: updates one after the other; those out of range are left out.
pub fn scatter(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let dims = b.ir().attribute(op, "scatter_dimension_numbers");
    let Some(dims) = dims.and_then(Attribute::downcast::<ScatterDimensionNumbers>).cloned() else {
        return Err(this.refuse(b, op, "has no dimension numbers"));
    };
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let count = (operands.len() - 1) / 2;
    let (inputs, indices, updates) = (&operands[..count], operands[count], &operands[count + 1..]);
    let region = b.ir()[op].regions()[0];
    let results = b.ir()[op].results().to_vec();
    let (shape, sizes) = (shape_of(&b.ty(inputs[0])), shape_of(&b.ty(updates[0])));
    if shape.is_empty() || b.ty(indices).shape().is_none() {
        return Err(this.refuse(b, op, "is on a tensor without dimensions, which is not lowered"));
    }
    settle(this, b, &operands[count..])?;
    let mut homes = Vec::new();
    for (input, result) in inputs.iter().zip(&results) {
        homes.push(copied(this, b, op, *input, *result)?);
    }
    nest_with(b, &sizes, &mut Vec::new(), &[], &mut |b, place, _| {
        let place = place.to_vec();
        this.within(|this| {
            let (at, holds) = target(this, b, &dims, indices, &shape, &place)?;
            let this = std::cell::RefCell::new(this);
            when(b, holds, |b| {
                this.borrow_mut().within(|this| {
                    let mut values: Vec<Value> = homes.iter().map(|home| load(b, *home, &at)).collect();
                    for update in updates {
                        values.push(this.element(b, *update, &place)?);
                    }
                    let found = apply_region(this, b, region, &values)?;
                    homes.iter().zip(found).for_each(|(home, value)| store(b, value, *home, &at));
                    Ok(())
                })
            })
        })?;
        Ok(Vec::new())
    })?;
    for (result, home) in results.into_iter().zip(homes) {
        this.held.insert(result, Held::Memory(home));
    }
    Ok(())
}

/// Where an update goes, and whether that is within.
fn target(
    this: &mut Lowering,
    b: &mut Builder,
    dims: &ScatterDimensionNumbers,
    indices: Value,
    shape: &[i64],
    place: &[Value],
) -> Result<(Vec<Value>, Value)> {
    let is_window = |number: usize| dims.update_window_dims.contains(&(number as i64));
    let batch: Vec<Value> =
        place.iter().enumerate().filter(|(number, _)| !is_window(*number)).map(|(_, value)| *value).collect();
    let zero = index(b, 0);
    let mut at = vec![zero; shape.len()];
    for (part, to) in dims.scatter_dims_to_operand_dims.iter().enumerate() {
        at[*to as usize] = this.index_part(b, indices, dims.index_vector_dim, &batch, part as i64)?;
    }
    for (own, of_indices) in dims.input_batching_dims.iter().zip(&dims.scatter_indices_batching_dims) {
        let skipped = i64::from(*of_indices > dims.index_vector_dim);
        at[*own as usize] = batch[(of_indices - skipped) as usize];
    }
    let mut windows = dims.update_window_dims.iter();
    for (dimension, start) in at.iter_mut().enumerate() {
        let is_in = |list: &[i64]| list.contains(&(dimension as i64));
        if is_in(&dims.inserted_window_dims) || is_in(&dims.input_batching_dims) {
            continue;
        }
        let Some(window) = windows.next() else { break };
        *start = plus(b, *start, place[*window as usize])?;
    }
    let mut holds = truth(b, true);
    for (value, size) in at.iter().zip(shape) {
        let limit = index(b, *size);
        let is_within = compare(b, "ult", *value, limit);
        holds = same(b, "arith.andi", &[holds, is_within]);
    }
    Ok((at, holds))
}
