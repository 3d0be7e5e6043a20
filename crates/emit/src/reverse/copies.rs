//! Adjoints of whole ranges of memory: copies, fills, and what library functions overwrite.

use super::Reverse;
use super::lookup::Place;
use crate::movers::{Number, mover, numbers_in};
use crate::runs::{Overlap, Run, in_order};
use crate::shadow::{is_constant_data, layout_of_copy, real_bytes, returned_bytes};
use zymase_analysis::activity::PointerClass;
use zymase_core::{Failure, formulas};
use zymase_library::{Extent, Inactive, Size, Transfer};
use zymase_llvm::{Block, IntPredicate, Value};
use zymase_plan::refusal::{reject_scanned_numbers, writes_active};
use zymase_plan::{self as plan, Accumulation, Item};

impl Reverse<'_> {
    /// The bytes of a range, none where the shadow is the primal itself.
    fn bytes_if_shadowed(
        &mut self,
        block: Block,
        pointer: Value,
        shadow: Value,
        bytes: Value,
    ) -> Result<Value, Failure> {
        let i64_type = self.builder.module().integer_type(64);
        let bytes = self.builder.integer_resize(bytes, i64_type);
        if self.activity.class(pointer) != PointerClass::Maybe {
            return Ok(bytes);
        }
        let primal = self.lookup(Place::Body(block), Item::Primal(pointer))?;
        let differ = formulas::pointers_differ(&self.builder, shadow, primal);
        Ok(self.builder.select(differ, bytes, Value::integer(i64_type, 0)))
    }

    /// Written over: the adjoints of the range end here.
    pub fn clear_adjoints(&mut self, block: Block, pointer: Value, length: Value) -> Result<(), Failure> {
        if !self.activity.class(pointer).may_have_shadow() {
            return Ok(());
        }
        let bytes = self.lookup(Place::Body(block), Item::Primal(length))?;
        self.end_adjoints(block, pointer, bytes)
    }

    /// The numbers of a range lose their adjoints; shadows of pointers there stay: the caller may own them.
    fn end_adjoints(&mut self, block: Block, pointer: Value, bytes: Value) -> Result<(), Failure> {
        let shadow = self.lookup(Place::Body(block), Item::Shadow(pointer))?;
        let known = bytes.as_integer().map(|n| n as u64);
        let bytes = self.bytes_if_shadowed(block, pointer, shadow, bytes)?;
        match self.types.of_memory(pointer, known) {
            Ok(layout) if layout.has_pointer() => {
                let keep = Value::integer(self.builder.module().integer_type(1), 0);
                for run in numbers_in(&layout) {
                    self.move_adjoints(run, shadow, shadow, bytes, (keep, false))?;
                }
            }
            _ => {
                self.builder.zero_memory(shadow, bytes, 1);
            }
        }
        Ok(())
    }

    /// Memory that starts as zeros has no adjoint at its start. Only a reverse sweep that runs again would see it.
    pub fn reverse_allocation(&mut self, block: Block, i: Value, size: Size) -> Result<(), Failure> {
        let bytes = match size {
            Size::Argument(k) => self.lookup(Place::Body(block), Item::Primal(i.arguments()[k]))?,
            Size::Product(a, b) => self.product(block, i, a, b)?,
        };
        self.end_adjoints(block, i, bytes)
    }

    /// The product of two arguments of a call.
    fn product(&mut self, block: Block, i: Value, a: usize, b: usize) -> Result<Value, Failure> {
        let a = self.lookup(Place::Body(block), Item::Primal(i.arguments()[a]))?;
        let b = self.lookup(Place::Body(block), Item::Primal(i.arguments()[b]))?;
        Ok(self.builder.mul(a, b))
    }

    pub fn clear_overwritten(&mut self, block: Block, i: Value, inactive: Inactive) -> Result<(), Failure> {
        let i64_type = self.builder.module().integer_type(64);
        let place = Place::Body(block);
        for overwrite in inactive.overwrites {
            let Some(pointer) = i.arguments().get(overwrite.argument).copied() else { continue };
            if !pointer.ty().is_pointer() || !self.activity.class(pointer).may_have_shadow() {
                continue;
            }
            let bytes = match overwrite.extent {
                Extent::Real(_) => Value::integer(i64_type, real_bytes(overwrite.extent)),
                Extent::Numbers => Value::integer(i64_type, returned_bytes(i, overwrite)),
                Extent::Bytes(k) => self.lookup(place, Item::Primal(i.arguments()[k]))?,
                Extent::Product(a, b) => self.product(block, i, a, b)?,
                Extent::Integers | Extent::ForeignPointer | Extent::Object(_) | Extent::Result => continue,
                Extent::PointerInto(base) if base != overwrite.argument => continue,
                Extent::Scanned => continue,
                _ => return Err(writes_active(i)),
            };
            self.end_adjoints(block, pointer, bytes)?;
        }
        reject_scanned_numbers(self.types, self.activity, i, inactive)
    }

    /// `d[from] += d[to]; d[to] = 0` for the numbers among what was copied.
    pub fn reverse_copy(&mut self, block: Block, i: Value, transfer: Transfer) -> Result<(), Failure> {
        let (to, from, length) = plan::copy_arguments(i, transfer);
        if !self.activity.class(to).may_have_shadow() {
            return Ok(());
        }
        if is_constant_data(from) {
            return self.clear_adjoints(block, to, length);
        }
        let layout = layout_of_copy(&self.sweep, i, to, from, length)?;
        if !layout.has_float() {
            return Ok(());
        }
        let place = Place::Body(block);
        let shadow_to = self.lookup(place, Item::Shadow(to))?;
        let shadow_from = if self.activity.class(from).may_have_shadow() {
            self.lookup(place, Item::Shadow(from))?
        } else {
            shadow_to
        };
        let bytes = self.lookup(place, Item::Primal(length))?;
        let bytes = self.bytes_if_shadowed(block, to, shadow_to, bytes)?;
        let pass = self.source_is_shadowed(block, from, shadow_from)?;
        let overlap = Overlap { to: shadow_to, from: shadow_from, backwards: IntPredicate::LLVMIntULT };
        let overlap = Some(overlap).filter(|_| transfer.may_overlap);
        let atomic = matches!(self.plan.accumulations.of_read(i), Accumulation::Atomic | Accumulation::Together);
        for (run, bytes) in in_order(&self.builder, &numbers_in(&layout), overlap, bytes) {
            self.move_adjoints(run, shadow_to, shadow_from, bytes, (pass, atomic))?;
        }
        Ok(())
    }

    fn source_is_shadowed(&mut self, block: Block, from: Value, shadow: Value) -> Result<Value, Failure> {
        let i1 = self.builder.module().integer_type(1);
        match self.activity.class(from) {
            PointerClass::Maybe => {
                let primal = self.lookup(Place::Body(block), Item::Primal(from))?;
                Ok(formulas::pointers_differ(&self.builder, shadow, primal))
            }
            class => Ok(Value::integer(i1, i64::from(class.may_have_shadow()))),
        }
    }

    fn move_adjoints(
        &mut self,
        (number, run): (Number, Run),
        to: Value,
        from: Value,
        bytes: Value,
        (pass, atomic): (Value, bool),
    ) -> Result<(), Failure> {
        let module = self.builder.module();
        let function = mover(module, number, self.reassociate, atomic)?;
        let (to, from) = (
            self.builder.constant_offset(to, run.offset as i64),
            self.builder.constant_offset(from, run.offset as i64),
        );
        let covered = run.covered(&self.builder, bytes);
        let stride = Value::integer(module.integer_type(64), run.stride as i64);
        self.builder.call_across_spaces(function, &[to, from, covered, stride, pass]);
        Ok(())
    }
}
