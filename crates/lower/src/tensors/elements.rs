//! The element of a tensor at a place: loaded where it is stored, computed where it is not.

use super::builtin::*;
use super::lowering::{Held, Lowering};
use super::plan::is_placewise;
use zymase_dialects::stablehlo::attributes::GatherDimensionNumbers;
use zymase_ir::{Attribute, Builder, DenseElements, Op, Result, Value};

/// Numbers of an attribute.
pub fn numbers(b: &Builder, op: Op, name: &str) -> Vec<i64> {
    match b.ir().attribute(op, name) {
        Some(Attribute::Dense(dense)) => dense.integers().unwrap_or_default(),
        Some(other) => other.as_i64_array().map(<[i64]>::to_vec).unwrap_or_default(),
        None => Vec::new(),
    }
}

fn short(b: &Builder, op: Op) -> String {
    b.ir()[op].name().as_str().split_once('.').map_or("", |(_, short)| short).to_owned()
}

impl Lowering {
    /// The element of a tensor at a place.
    pub fn element(&mut self, b: &mut Builder, value: Value, place: &[Value]) -> Result<Value> {
        match self.held.get(&value).copied() {
            Some(Held::Number(number)) => return Ok(number),
            Some(Held::Memory(memory)) => {
                let memory = match self.flat.get(&memory) {
                    Some(flat) if self.is_flat => *flat,
                    _ => memory,
                };
                return self.remembered(b, value, place, |_, b| Ok(load(b, memory, place)));
            }
            None => {}
        }
        let Some(op) = b.ir().defining_op(value) else {
            return Err(b.ir().error(b.ir().module(), "a value is read before it is computed"));
        };
        self.remembered(b, value, place, |this, b| this.computed(b, op, value, place))
    }

    /// An element that was computed already in the blocks that are open, or is computed now.
    fn remembered(
        &mut self,
        b: &mut Builder,
        value: Value,
        place: &[Value],
        compute: impl FnOnce(&mut Lowering, &mut Builder) -> Result<Value>,
    ) -> Result<Value> {
        let key = (value, place.to_vec());
        if let Some(found) = self.known.iter().rev().find_map(|known| known.get(&key)) {
            return Ok(*found);
        }
        let found = compute(self, b)?;
        if !place.is_empty()
            && let Some(known) = self.known.last_mut()
        {
            known.insert(key, found);
        }
        Ok(found)
    }

    fn computed(&mut self, b: &mut Builder, op: Op, value: Value, place: &[Value]) -> Result<Value> {
        let operands: Vec<Value> = b.ir()[op].operands().collect();
        if is_placewise(b.ir(), op) {
            let mut elements = Vec::new();
            for operand in &operands {
                let at = if shape_of(&b.ty(*operand)).is_empty() { &[] } else { place };
                elements.push(self.element(b, *operand, at)?);
            }
            return super::scalars::apply(self, b, op, &elements);
        }
        match short(b, op).as_str() {
            "constant" => self.of_constant(b, op, place),
            "iota" => {
                let dimension = b.ir().attribute(op, "iota_dimension").and_then(Attribute::as_i64).unwrap_or(0);
                super::scalars::of_index(self, b, op, place[dimension as usize], value)
            }
            "pad" => self.padded(b, op, &operands, place),
            "concatenate" => self.concatenated(b, op, &operands, place),
            "gather" => self.gathered(b, op, &operands, place),
            _ => {
                let at = self.moved(b, op, &operands, place)?;
                self.element(b, operands[0], &at)
            }
        }
    }

    /// Where in its operand the element of a result is.
    fn moved(&mut self, b: &mut Builder, op: Op, operands: &[Value], place: &[Value]) -> Result<Vec<Value>> {
        let shape = shape_of(&b.ty(b.ir()[op].results()[0]));
        let from = operands.first().map(|operand| shape_of(&b.ty(*operand))).unwrap_or_default();
        let mut at = place.to_vec();
        match short(b, op).as_str() {
            "broadcast_in_dim" => {
                let zero = index(b, 0);
                let dimensions = numbers(b, op, "broadcast_dimensions");
                let pick = |(own, to): (usize, &i64)| if from[own] == 1 { zero } else { place[*to as usize] };
                at = dimensions.iter().enumerate().map(pick).collect();
            }
            "broadcast" => at = place[shape.len() - from.len()..].to_vec(),
            "optimization_barrier" => {}
            "reshape" => at = self.reshaped(b, place, &shape, &from)?,
            "transpose" => {
                for (to, index) in numbers(b, op, "permutation").iter().zip(place) {
                    at[*to as usize] = *index;
                }
            }
            "slice" => {
                let (starts, strides) = (numbers(b, op, "start_indices"), numbers(b, op, "strides"));
                for (number, index) in place.iter().enumerate() {
                    at[number] = linear(b, *index, strides[number], starts[number])?;
                }
            }
            "reverse" => {
                for dimension in numbers(b, op, "dimensions") {
                    let last = index(b, shape[dimension as usize] - 1);
                    at[dimension as usize] = minus(b, last, place[dimension as usize])?;
                }
            }
            "dynamic_slice" => {
                for (number, index) in place.iter().enumerate() {
                    let start = self.start(b, operands[1 + number], from[number] - shape[number])?;
                    at[number] = plus(b, start, *index)?;
                }
            }
            _ => return Err(self.refuse(b, op, "is not lowered to loops")),
        }
        Ok(at)
    }

    /// The first place of a slice, moved so that the slice lies within.
    pub fn start(&mut self, b: &mut Builder, value: Value, limit: i64) -> Result<Value> {
        let is_unsigned = b.ty(value).element().is_unsigned();
        let number = self.element(b, value, &[])?;
        let number = to_index(b, number, is_unsigned);
        Ok(clamped(b, number, limit))
    }

    fn of_constant(&mut self, b: &mut Builder, op: Op, place: &[Value]) -> Result<Value> {
        let dense = b.ir().attribute(op, "value").and_then(Attribute::as_dense).cloned();
        let Some(dense) = dense else { return Err(self.refuse(b, op, "has a value that is not lowered")) };
        let is_single = place.is_empty() && dense.element_count() == 1;
        if !dense.is_splat() && !is_single {
            return Err(self.refuse(b, op, "is a constant of several elements that was not stored"));
        }
        splat(b, &dense, 0).ok_or_else(|| self.refuse(b, op, "has elements of a type that is not lowered"))
    }

    /// The place in a tensor of one shape of the element that is at a place in one of another shape.
    fn reshaped(&mut self, b: &mut Builder, place: &[Value], from: &[i64], to: &[i64]) -> Result<Vec<Value>> {
        let kept = |shape: &[i64]| shape.iter().copied().filter(|size| *size != 1).collect::<Vec<_>>();
        let zero = index(b, 0);
        if kept(from) == kept(to) {
            let mut rest = from.iter().zip(place).filter(|(size, _)| **size != 1).map(|(_, index)| *index);
            return Ok(to.iter().map(|size| if *size == 1 { zero } else { rest.next().unwrap_or(zero) }).collect());
        }
        let mut sum = zero;
        for (size, index_of) in from.iter().zip(place) {
            let factor = index(b, *size);
            let product = times(b, sum, factor)?;
            sum = plus(b, product, *index_of)?;
        }
        let mut at = vec![zero; to.len()];
        for (number, size) in to.iter().enumerate().rev() {
            if *size == 1 {
                continue;
            }
            let by = index(b, *size);
            let is_first = to[..number].iter().all(|size| *size == 1);
            at[number] = if is_first { sum } else { one(b, "arith.remui", &[sum, by], &zymase_ir::Type::index()) };
            if !is_first {
                sum = one(b, "arith.divui", &[sum, by], &zymase_ir::Type::index());
            }
        }
        Ok(at)
    }

    fn padded(&mut self, b: &mut Builder, op: Op, operands: &[Value], place: &[Value]) -> Result<Value> {
        let (low, inner) = (numbers(b, op, "edge_padding_low"), numbers(b, op, "interior_padding"));
        let from = shape_of(&b.ty(operands[0]));
        let ty = signless(b.ty(operands[0]).element());
        let (mut holds, mut at) = (None, Vec::new());
        for (number, place) in place.iter().enumerate() {
            let moved = linear(b, *place, 1, -low[number])?;
            let step = inner[number] + 1;
            let mut own = moved;
            let mut checks = Vec::new();
            if step > 1 {
                let by = index(b, step);
                own = one(b, "arith.divui", &[moved, by], &zymase_ir::Type::index());
                let rest = one(b, "arith.remui", &[moved, by], &zymase_ir::Type::index());
                let zero = index(b, 0);
                checks.push(compare(b, "eq", rest, zero));
            }
            // As unsigned numbers, places before the first are very large.
            let limit = index(b, from[number]);
            checks.push(compare(b, "ult", own, limit));
            for check in checks {
                holds = Some(match holds {
                    Some(others) => same(b, "arith.andi", &[others, check]),
                    None => check,
                });
            }
            at.push(own);
        }
        let Some(holds) = holds else { return self.element(b, operands[0], &[]) };
        let value = operands[1];
        let padding = self.element(b, value, &[])?;
        let this = std::cell::RefCell::new(self);
        let found = branch(
            b,
            holds,
            &[ty],
            |b| this.borrow_mut().within(|this| Ok(vec![this.element(b, operands[0], &at)?])),
            |_| Ok(vec![padding]),
        )?;
        Ok(found[0])
    }

    fn concatenated(&mut self, b: &mut Builder, op: Op, operands: &[Value], place: &[Value]) -> Result<Value> {
        let dimension = b.ir().attribute(op, "dimension").and_then(Attribute::as_i64).unwrap_or(0) as usize;
        self.one_of(b, operands, place, dimension, 0)
    }

    /// The element of the operand in whose part of the result a place is.
    fn one_of(
        &mut self,
        b: &mut Builder,
        operands: &[Value],
        place: &[Value],
        dimension: usize,
        before: i64,
    ) -> Result<Value> {
        let mut at = place.to_vec();
        at[dimension] = linear(b, place[dimension], 1, -before)?;
        let size = shape_of(&b.ty(operands[0]))[dimension];
        if operands.len() == 1 {
            return self.element(b, operands[0], &at);
        }
        let limit = index(b, before + size);
        let is_here = compare(b, "slt", place[dimension], limit);
        let ty = signless(b.ty(operands[0]).element());
        let this = std::cell::RefCell::new(self);
        let found = branch(
            b,
            is_here,
            &[ty],
            |b| this.borrow_mut().within(|this| Ok(vec![this.element(b, operands[0], &at)?])),
            |b| {
                let mut this = this.borrow_mut();
                this.within(|this| Ok(vec![this.one_of(b, &operands[1..], place, dimension, before + size)?]))
            },
        )?;
        Ok(found[0])
    }

    fn gathered(&mut self, b: &mut Builder, op: Op, operands: &[Value], place: &[Value]) -> Result<Value> {
        let dims = b.ir().attribute(op, "dimension_numbers").and_then(Attribute::downcast::<GatherDimensionNumbers>);
        let Some(dims) = dims.cloned() else { return Err(self.refuse(b, op, "has no dimension numbers")) };
        let sizes = numbers(b, op, "slice_sizes");
        let shape = shape_of(&b.ty(operands[0]));
        let batch: Vec<Value> = place
            .iter()
            .enumerate()
            .filter(|(n, _)| !dims.offset_dims.contains(&(*n as i64)))
            .map(|(_, v)| *v)
            .collect();
        let zero = index(b, 0);
        let mut at = vec![zero; shape.len()];
        for (part, to) in dims.start_index_map.iter().enumerate() {
            let to = *to as usize;
            let number = self.index_part(b, operands[1], dims.index_vector_dim, &batch, part as i64)?;
            at[to] = clamped(b, number, shape[to] - sizes[to]);
        }
        for (own, of_indices) in dims.operand_batching_dims.iter().zip(&dims.start_indices_batching_dims) {
            let skipped = i64::from(*of_indices > dims.index_vector_dim);
            at[*own as usize] = batch[(of_indices - skipped) as usize];
        }
        let mut offsets = dims.offset_dims.iter();
        for (dimension, start) in at.iter_mut().enumerate() {
            let is_fixed = |list: &[i64]| list.contains(&(dimension as i64));
            if is_fixed(&dims.collapsed_slice_dims) || is_fixed(&dims.operand_batching_dims) {
                continue;
            }
            let Some(offset) = offsets.next() else { break };
            *start = plus(b, *start, place[*offset as usize])?;
        }
        self.element(b, operands[0], &at)
    }

    /// One part of an index in a tensor of indices, as a number that may be out of range.
    pub fn index_part(
        &mut self,
        b: &mut Builder,
        indices: Value,
        vector: i64,
        batch: &[Value],
        part: i64,
    ) -> Result<Value> {
        let mut at = batch.to_vec();
        if (vector as usize) < shape_of(&b.ty(indices)).len() {
            let part = index(b, part);
            at.insert(vector as usize, part);
        }
        let is_unsigned = b.ty(indices).element().is_unsigned();
        let number = self.element(b, indices, &at)?;
        Ok(to_index(b, number, is_unsigned))
    }

    /// Whether a value is computed place by place from what is stored in the same shape.
    pub fn is_placewise_below(&self, b: &Builder, value: Value, shape: &[i64]) -> bool {
        match self.held.get(&value) {
            Some(Held::Number(_)) => return true,
            Some(Held::Memory(_)) => return shape_of(&b.ty(value)) == shape,
            None => {}
        }
        let Some(op) = b.ir().defining_op(value) else { return false };
        let operands: Vec<Value> = b.ir()[op].operands().collect();
        match short(b, op).as_str() {
            "constant" => true,
            "broadcast_in_dim" | "broadcast" => {
                shape_of(&b.ty(operands[0])).is_empty() && self.is_placewise_below(b, operands[0], shape)
            }
            _ if is_placewise(b.ir(), op) => operands.iter().all(|operand| self.is_placewise_below(b, *operand, shape)),
            _ => false,
        }
    }

    /// Makes rows of all memory that a value is computed from.
    pub fn flatten_below(&mut self, b: &mut Builder, value: Value) -> Result<()> {
        match self.held.get(&value).copied() {
            Some(Held::Number(_)) => return Ok(()),
            Some(Held::Memory(memory)) => {
                self.flattened(b, memory)?;
                return Ok(());
            }
            None => {}
        }
        let Some(op) = b.ir().defining_op(value) else { return Ok(()) };
        let operands: Vec<Value> = b.ir()[op].operands().collect();
        operands.into_iter().try_for_each(|operand| self.flatten_below(b, operand))
    }
}

/// One element of a constant.
pub fn splat(b: &mut Builder, dense: &DenseElements, place: usize) -> Option<Value> {
    let element = dense.ty().element().clone();
    let bytes = dense.element(place)?;
    let mut all = [0; 16];
    all.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let bits = u128::from_le_bytes(all);
    let ty = signless(&element);
    if element.is_float() {
        let value = Attribute::Float { bits, ty: ty.clone() };
        let op = b.build("arith.constant", &[], &[("value", value)], &[ty]);
        return Some(b.ir()[op].results()[0]);
    }
    let width = if element.is_bool() { 8 } else { (bytes.len() * 8) as u32 };
    let number =
        if element.is_bool() { (bits & 1) as i128 } else { ((bits << (128 - width)) as i128) >> (128 - width) };
    (element.is_integer() || element.is_index()).then(|| integer(b, &ty, number))
}
