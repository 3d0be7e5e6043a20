//! Adjoints of SSA values: one stack slot each, promoted to registers later, cleared when its value's turn has come.

use super::Reverse;
use crate::movers::float_type;
use zymase_analysis::types::{Cell, Kind};
use zymase_core::{Failure, watch};
use zymase_llvm::{Builder, Type, Value};
use zymase_plan::refusal::{type_failure, unsupported};

impl Reverse<'_> {
    /// The type in which the adjoint of a value is held: floats for integers that carry floats.
    fn adjoint_type(&self, value: Value) -> Result<Type, Failure> {
        let ty = value.ty();
        if ty.is_aggregate() {
            return self.adjoint_type_of_part(value, ty, 0);
        }
        if ty.contains_float() {
            return Ok(ty);
        }
        let cells = self.types.of_value(value).map_err(|problem| type_failure(self.types, value, &problem))?;
        Ok(type_of_cells(ty, &cells))
    }

    /// The same for what an aggregate holds `offset` bytes from its beginning. Fields stay where they are.
    fn adjoint_type_of_part(&self, value: Value, ty: Type, offset: u64) -> Result<Type, Failure> {
        let module = self.builder.module();
        if ty.is_struct() || ty.is_array() {
            let stride = |k: u32| u64::from(k) * module.allocation_size(ty.element());
            let place = |k: u32| if ty.is_struct() { module.field_offset(ty, k) } else { stride(k) };
            let count = ty.element_count() as u32;
            let parts = (0..count).map(|k| self.adjoint_type_of_part(value, ty.field(k), offset + place(k)));
            let parts: Vec<Type> = parts.collect::<Result<_, _>>()?;
            if (0..count).all(|k| ty.field(k) == parts[k as usize]) {
                return Ok(ty);
            }
            let mapped = ty.structure(&parts);
            let in_place = (0..count).all(|k| module.field_offset(mapped, k) == place(k));
            return if in_place { Ok(mapped) } else { Err(unsupported(value)) };
        }
        if !ty.is_integer() || ty.integer_bits() < 16 {
            return Ok(ty);
        }
        let size = module.store_size(ty);
        match self.types.of_part(value, offset, size) {
            Ok(cells) if cells.iter().any(|cell| cell.kind.may_be_float()) => Ok(type_of_cells(ty, &cells)),
            Err(problem) if self.types.evidence_in_part(value, offset, size).is_some() => {
                Err(type_failure(self.types, value, &problem))
            }
            _ => Ok(ty),
        }
    }

    /// The slot of a value's adjoint in this lane, zero at first.
    fn slot(&mut self, value: Value) -> Result<(Value, Type), Failure> {
        let ty = self.adjoint_type(value)?;
        let key = (value, self.sweep.lane());
        if let Some(known) = self.adjoints.get(&key) {
            return Ok((*known, ty));
        }
        let first = self.setup.first_instruction().expect("the setup block branches");
        let slot = Builder::before(first).alloca(ty, "adjoint");
        self.at_setup().store(nothing(ty), slot);
        self.adjoints.insert(key, slot);
        Ok((slot, ty))
    }

    /// The adjoint so far; it is zero afterwards.
    pub fn take_adjoint(&mut self, value: Value) -> Result<Value, Failure> {
        let (slot, ty) = self.slot(value)?;
        let adjoint = self.builder.load(ty, slot);
        self.builder.store(nothing(ty), slot);
        Ok(adjoint)
    }

    /// `adjoint(value) += amount`, for values that have one. The amount has the value's adjoint type.
    pub fn add_adjoint(&mut self, value: Value, amount: Value) -> Result<(), Failure> {
        if !self.activity.is_active(value) {
            return Ok(());
        }
        let (slot, ty) = self.slot(value)?;
        let amount = self.as_adjoint_type(amount, ty);
        if let Some(at) = self.current.filter(|_| self.sweep.driver.session().config.check) {
            watch::finite(&self.builder, amount, at);
        }
        let old = self.builder.load(ty, slot);
        let new = self.add(old, amount);
        self.builder.store(new, slot);
        self.mark_used(value);
        Ok(())
    }

    /// The slot of the flag of a masked value in this lane, not set at first; `None` for other values.
    fn used_slot(&mut self, value: Value) -> Option<Value> {
        if !self.plan.guards.masked.contains(&value) {
            return None;
        }
        let key = (value, self.sweep.lane());
        if let Some(known) = self.used.get(&key) {
            return Some(*known);
        }
        let ty = flag_type(value);
        let first = self.setup.first_instruction().expect("the setup block branches");
        let slot = Builder::before(first).alloca(ty, "used");
        self.at_setup().store(Value::null(ty), slot);
        self.used.insert(key, slot);
        Some(slot)
    }

    /// Whether the value was used so far, which its adjoint depends on; it is not afterwards. `None`: certainly.
    pub fn take_used(&mut self, value: Value) -> Option<Value> {
        let slot = self.used_slot(value)?;
        let ty = flag_type(value);
        let used = self.builder.load(ty, slot);
        self.builder.store(Value::null(ty), slot);
        Some(used)
    }

    fn mark_used(&mut self, value: Value) {
        let Some(slot) = self.used_slot(value) else { return };
        let ty = flag_type(value);
        let new = match self.using {
            Some(using) => self.builder.or(self.builder.load(ty, slot), using),
            None => Value::all_ones(ty),
        };
        self.builder.store(new, slot);
    }

    /// Adds to adjoints what counts only where `used` is set.
    pub fn while_used<T>(&mut self, used: Option<Value>, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.using, used);
        let result = work(self);
        self.using = before;
        result
    }

    /// `adjoint(value)[indices] += amount`
    pub fn add_adjoint_at(&mut self, value: Value, indices: &[u32], amount: Value) -> Result<(), Failure> {
        if !self.activity.is_active(value) {
            return Ok(());
        }
        let (slot, ty) = self.slot(value)?;
        let mut place = slot;
        let mut at = ty;
        for index in indices {
            let i32_type = ty.integer(32);
            let zero = Value::integer(i32_type, 0);
            place = self.builder.gep(at, place, &[zero, Value::integer(i32_type, i64::from(*index))]);
            at = at.field(*index);
        }
        if !at.contains_float() {
            return Ok(());
        }
        let old = self.builder.load(at, place);
        let new = self.add(old, amount);
        self.builder.store(new, place);
        Ok(())
    }

    /// Bits that carry floats come as integers and are summed as floats.
    fn as_adjoint_type(&self, amount: Value, ty: Type) -> Value {
        let module = self.builder.module();
        let same_size = module.store_size(amount.ty()) == module.store_size(ty);
        if amount.ty() == ty || !same_size || ty.is_aggregate() || amount.ty().is_aggregate() {
            return self.through_memory(amount, ty);
        }
        self.builder.bitcast(amount, ty)
    }

    /// The bits of an adjoint as an integer of type `ty`; what is no float is zero.
    pub fn as_bits(&self, adjoint: Value, ty: Type) -> Value {
        self.as_adjoint_type(adjoint, ty)
    }

    fn through_memory(&self, amount: Value, ty: Type) -> Value {
        if amount.ty() == ty {
            return amount;
        }
        let module = self.builder.module();
        let first = self.setup.first_instruction().expect("the setup block branches");
        let top = Builder::before(first);
        let larger = if module.allocation_size(ty) > module.allocation_size(amount.ty()) { ty } else { amount.ty() };
        let slot = top.alloca(larger, "bits");
        self.builder.store(Value::null(larger), slot);
        self.builder.store(amount, slot);
        self.builder.load(ty, slot)
    }

    /// Elementwise sum of the floating-point leaves.
    pub fn add(&self, a: Value, b: Value) -> Value {
        let ty = a.ty();
        if ty.is_float_like() {
            let sum = self.builder.fadd(a, b);
            if self.reassociate {
                sum.set_fast_adjoint();
            }
            return sum;
        }
        if !ty.is_aggregate() {
            return a;
        }
        let mut sum = a;
        for index in 0..ty.element_count() as u32 {
            if ty.field(index).contains_float() {
                let (x, y) = (self.builder.extract_value(a, index), self.builder.extract_value(b, index));
                sum = self.builder.insert_value(sum, self.add(x, y), index);
            }
        }
        sum
    }
}

/// A truth value for each lane of a vector.
pub fn flag_type(value: Value) -> Type {
    let (ty, bit) = (value.ty(), value.ty().integer(1));
    if ty.is_vector() { bit.vector(ty.element_count() as u32) } else { bit }
}

/// The neutral element of addition: -0, since x + 0 is not x when x is -0, and the optimiser must be able to drop it.
fn nothing(ty: Type) -> Value {
    if ty.is_float_like() { Value::real(ty, -0.0) } else { Value::null(ty) }
}

/// The floats among the bytes of an integer, in place.
fn type_of_cells(ty: Type, cells: &[Cell]) -> Type {
    let field = |cell: &Cell| match cell.kind {
        Kind::Float(kind) => float_type(ty, kind),
        Kind::Either => ty.double(),
        _ => ty.integer(8).array(cell.size),
    };
    let fields: Vec<Type> = cells.iter().map(field).collect();
    if fields.len() == 1 { fields[0] } else { ty.structure(&fields) }
}
