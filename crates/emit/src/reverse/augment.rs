//! The forward sweep of reverse mode: shadows of pointers, first halves of calls, and what the plan keeps.

use super::Reverse;
use super::slots::product_of_counts;
use crate::messages::describe_bytes;
use crate::movers::pointer_copier;
use crate::runs::{Overlap, Run, in_order, moved_cells};
use crate::shadow::{
    call_is_inactive, check_launched_bytes, check_text, is_constant_data, layout_of_copy, reject_hidden_pointer,
};
use zymase_analysis::activity::{holds_float, holds_pointer};
use zymase_analysis::callee::{Callee, RuntimeCall, classify};
use zymase_analysis::types::Cell;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, SplitUse, pack};
use zymase_core::{Failure, formulas, runtime};
use zymase_library::{Extent, Heap, Inactive, Transfer};
use zymase_llvm::{Builder, Function, IntPredicate, Opcode, Value};
use zymase_plan::refusal::{check_message, unsupported, unsupported_call};
use zymase_plan::{self as plan, Home, Item, LoopStorage, Shape};
use zymase_support::Diagnostic;

impl Reverse<'_> {
    pub fn augment(&mut self) -> Result<(), Failure> {
        if self.plan.shape == Shape::Split {
            self.move_stack_objects()?;
        }
        self.provide_storage();
        for block in self.prepared.blocks.clone() {
            for instruction in block.instructions() {
                self.augment_instruction(instruction)?;
            }
        }
        for item in &self.plan.kept.clone() {
            self.keep_item(*item)?;
        }
        self.sweep.finish_phis()
    }

    /// Stack objects do not outlive the first half: they move into the context's memory.
    fn move_stack_objects(&mut self) -> Result<(), Failure> {
        let module = self.sweep.module();
        let i64_type = module.integer_type(64);
        for object in self.prepared.function.instructions() {
            if object.opcode() != Some(Opcode::LLVMAlloca) {
                continue;
            }
            if object.ty() != memory_pointer(module) {
                let diagnostic =
                    Diagnostic::new("a variable in an address space of its own outlives its function here")
                        .with_help("let the function be inlined, or keep the variable in its caller");
                return Err(Failure::at(object, diagnostic));
            }
            let copy = self.sweep.twin.value(object);
            let builder = Builder::before(copy);
            let element = module.allocation_size(object.allocated_type());
            let count = builder.integer_cast(copy.operand(0), i64_type);
            let bytes = builder.mul(count, Value::integer(i64_type, element as i64));
            let moved = allocate_aligned(&builder, self.sweep.context, bytes, object.alignment());
            let shadows = if self.activity.class(object).may_have_shadow() { self.plan.options.lanes } else { 0 };
            for lane in 0..shadows {
                let shadow = builder.call_across_spaces(runtime::allocate(module), &[self.sweep.context, bytes]);
                builder.zero_memory(shadow, bytes, 16);
                self.sweep.set_shadow(object, lane, shadow);
            }
            copy.replace_all_uses_with(moved);
            self.sweep.twin.replace(object, moved);
            copy.erase_instruction();
        }
        Ok(())
    }

    /// Memory for what is kept in loops.
    fn provide_storage(&mut self) {
        let module = self.sweep.module();
        let i64_type = module.integer_type(64);
        for (index, storage) in &self.plan.storage {
            match storage {
                LoopStorage::Arrays { nest, bytes_per_iteration, home } => {
                    let preheader = self.sweep.twin.block(self.prepared.loops[nest[0]].preheader);
                    let builder = Builder::before(preheader.terminator().expect("a preheader branches"));
                    let counts: Vec<Value> = nest
                        .iter()
                        .map(|l| self.sweep.twin.value(self.prepared.loops[*l].trips.expect("arrays have counts")))
                        .collect();
                    let total = product_of_counts(&builder, &counts);
                    let bytes = builder.mul(total, Value::integer(i64_type, *bytes_per_iteration as i64));
                    let segment = match home {
                        Home::Context => {
                            builder.call_across_spaces(runtime::allocate(module), &[self.sweep.context, bytes])
                        }
                        Home::Spread => {
                            let allocate = runtime::allocate_spread(module);
                            builder.call_across_spaces(allocate, &[self.sweep.context, bytes])
                        }
                        Home::Stack(bytes) => self.segment_on_stack(*bytes, &builder),
                    };
                    self.segments.insert(*index, (segment, total));
                }
                LoopStorage::Records { bytes } => self.provide_records(*index, *bytes),
            }
        }
    }

    /// A segment among the variables of the function.
    fn segment_on_stack(&self, bytes: u64, builder: &Builder) -> Value {
        let module = self.sweep.module();
        let entry = self.sweep.twin.function.entry();
        let top = Builder::before(entry.first_instruction().expect("a terminator"));
        let variable = top.alloca(module.integer_type(8).array(bytes), "tape");
        variable.set_alignment(plan::ALLOCATION_ALIGNMENT as u32);
        builder.pointer_cast(variable, memory_pointer(module))
    }

    /// A record per iteration: allocated in the header, linked to the one before.
    fn provide_records(&mut self, index: usize, bytes: u64) {
        let module = self.sweep.module();
        let pointer = memory_pointer(module);
        let entry = self.sweep.twin.function.entry();
        let variable = Builder::before(entry.first_instruction().expect("a terminator")).alloca(pointer, "record");
        let preheader = self.sweep.twin.block(self.prepared.loops[index].preheader);
        let builder = Builder::before(preheader.terminator().expect("a preheader branches"));
        builder.store(Value::null(pointer), variable);
        let header = self.sweep.twin.block(self.prepared.loops[index].header);
        let builder = Builder::before(header.first_non_phi().expect("a terminator"));
        let size = Value::integer(module.integer_type(64), bytes as i64);
        let record = builder.call_across_spaces(runtime::allocate(module), &[self.sweep.context, size]);
        let before = builder.load(pointer, variable);
        builder.store(before, record);
        let ready = builder.store(record, variable);
        self.records_ready.insert(header, ready);
        self.records.insert(index, variable);
    }

    fn keep_item(&mut self, item: Item) -> Result<(), Failure> {
        match item {
            Item::Primal(value) => {
                let kept = self.sweep.twin.value(value);
                let builder = self.after_value(kept, Some(value));
                self.keep(&builder, item, kept);
            }
            Item::Shadow(value) => self.each_lane(|this| {
                let kept = this.sweep.shadow(value)?;
                let builder = this.after_value(kept, Some(value));
                this.keep(&builder, item, kept);
                Ok(())
            })?,
            Item::Choice(block) => {
                let copy = self.sweep.twin.block(block);
                let i32_type = self.sweep.module().integer_type(32);
                let phi = Builder::before(copy.first_instruction().expect("a terminator")).phi(i32_type, "way");
                for (k, from) in block.predecessors().into_iter().enumerate() {
                    phi.add_incoming(Value::integer(i32_type, k as i64), self.sweep.twin.block(from));
                }
                let builder = self.after_value(phi, None);
                self.keep(&builder, item, phi);
            }
            Item::Trips(index) => {
                let counter = self.sweep.twin.value(self.prepared.loops[index].counter);
                self.keep_at_exits(index, item, |_| counter);
            }
            Item::Segment(index) => match self.records.get(&index).copied() {
                Some(variable) => {
                    let pointer = memory_pointer(self.sweep.module());
                    self.keep_at_exits(index, item, |builder| builder.load(pointer, variable));
                }
                None => {
                    let (segment, _) = self.segments[&index];
                    let builder = self.after_value(segment, None);
                    self.keep(&builder, item, segment);
                }
            },
            Item::Tape(call) => {
                let tape = self.tapes[&call];
                let builder = self.after_value(tape, None);
                self.keep(&builder, item, tape);
                self.keep_tape_in_pad(call);
            }
            Item::Snapshot(number, index) => self.keep_snapshot(number, index, item)?,
            Item::Exit => self.keep_exit(),
        }
        Ok(())
    }

    /// Stores at every way out of a loop.
    fn keep_at_exits(&mut self, index: usize, item: Item, value: impl Fn(&Builder) -> Value) {
        let mut done = Vec::new();
        for block in self.prepared.blocks.clone() {
            if !self.prepared.loop_contains(index, self.prepared.loop_of(block)) {
                continue;
            }
            for exit in block.successors() {
                let leaves = !self.prepared.loop_contains(index, self.prepared.loop_of(exit));
                if leaves && self.prepared.reaches_end(exit, self.plan.flow.unwinds) && !done.contains(&exit) {
                    done.push(exit);
                    let copy = self.sweep.twin.block(exit);
                    let builder = Builder::before(copy.first_non_phi().expect("a terminator"));
                    let kept = value(&builder);
                    self.keep(&builder, item, kept);
                }
            }
        }
    }

    fn augment_instruction(&mut self, i: Value) -> Result<(), Failure> {
        self.sweep.check_distance(i)?;
        check_launched_bytes(&self.sweep, i);
        match i.opcode() {
            Some(Opcode::LLVMStore) => self.augment_store(i),
            Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => self.augment_call(i),
            Some(Opcode::LLVMAtomicRMW) if i.is_sum_of_floats() && i.users().is_empty() => Ok(()),
            Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg)
                if self.activity.class(i.operand(0)).may_have_shadow() && holds_float(self.types, i) =>
            {
                Err(unsupported(i))
            }
            _ => Ok(()),
        }
    }

    fn augment_store(&mut self, i: Value) -> Result<(), Failure> {
        let (value, pointer) = (i.operand(0), i.operand(1));
        reject_hidden_pointer(&self.sweep, value, pointer, i)?;
        if !holds_pointer(self.types, value) || !self.activity.class(pointer).may_have_shadow() {
            return Ok(());
        }
        if self.types.is_float_or_pointer_at_run_time(value) {
            return self.sweep.each_lane(|sweep| sweep.store_shadow_if_pointer(i));
        }
        if holds_float(self.types, value) {
            let diagnostic = Diagnostic::new("floats and pointers are stored as one value here")
                .with_help("store the fields one by one");
            return Err(Failure::at(i, diagnostic));
        }
        self.sweep.each_lane(|sweep| sweep.store_shadow(i))
    }

    fn augment_call(&mut self, i: Value) -> Result<(), Failure> {
        match classify(i) {
            Callee::Math { .. } | Callee::Allocate(_) | Callee::Hint | Callee::Fill { .. } => Ok(()),
            Callee::Device(_) => Ok(()),
            Callee::SaidInactive => {
                self.sweep.warn_of_lasting_shadows(i);
                Ok(())
            }
            Callee::Inactive(inactive) => self.augment_overwrites(i, inactive),
            Callee::Copy(transfer) => {
                let (to, from, _) = plan::copy_arguments(i, transfer);
                let shadowed = self.activity.class(to).may_have_shadow() && !is_constant_data(from);
                if shadowed { self.each_lane(|this| this.copy_pointers(i, transfer)) } else { Ok(()) }
            }
            Callee::Free(free) => self.defer_free(i, free.pointer, free.heap),
            Callee::Exception(exception) => self.sweep.each_lane(|sweep| sweep.throw_or_catch(i, exception)),
            Callee::Defined(function) => self.augment_defined_call(i, function),
            Callee::Runtime(call) => self.augment_runtime_call(i, call),
            Callee::Unknown(_) | Callee::Assembly if call_is_inactive(&self.sweep, i) => Ok(()),
            _ => Err(unsupported_call(i)),
        }
    }

    /// Pointers that a library function stores get their shadows in this sweep.
    fn augment_overwrites(&mut self, i: Value, inactive: Inactive) -> Result<(), Failure> {
        let arguments = i.arguments();
        for overwrite in inactive.overwrites {
            let Some(&out) = arguments.get(overwrite.argument).filter(|out| out.ty().is_pointer()) else { continue };
            match overwrite.extent {
                Extent::PointerInto(base) if base != overwrite.argument => {
                    self.sweep.each_lane(|sweep| sweep.store_pointer_into(i, out, arguments[base]))?;
                }
                Extent::Object(_) | Extent::Result => {
                    self.sweep.each_lane(|sweep| sweep.copy_object_to_shadow(i, out, overwrite))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Frees wait until the reverse sweep is over: it reads the memory and adds to its shadow.
    fn defer_free(&mut self, i: Value, pointer_index: usize, heap: Heap) -> Result<(), Failure> {
        let module = self.sweep.module();
        let pointer = i.arguments()[pointer_index];
        let copy = self.sweep.twin.value(i);
        let Some(name) = zymase_library::release(heap) else { return self.defer_call(i, pointer_index, heap) };
        let ty = zymase_llvm::Type::function(module.void_type(), &[module.pointer_type()], false);
        let deallocator = module.declare(name, ty).value();
        let primal = self.sweep.twin.value(pointer);
        if self.activity.class(pointer).may_have_shadow() {
            self.sweep.each_lane(|sweep| {
                let shadow = sweep.shadow(pointer)?;
                let builder = Builder::before(copy);
                let freed = sweep.shadow_to_free(&builder, pointer, shadow, heap);
                builder.call_across_spaces(runtime::defer_free(module), &[sweep.context, deallocator, freed]);
                Ok(())
            })?;
        }
        let builder = Builder::before(copy);
        builder.call_across_spaces(runtime::defer_free(module), &[self.sweep.context, deallocator, primal]);
        copy.erase_instruction();
        Ok(())
    }

    /// Memory of an allocator of the program, or of Rust, is given back by the same call, which waits with all its arguments.
    fn defer_call(&mut self, i: Value, pointer_index: usize, heap: Heap) -> Result<(), Failure> {
        let module = self.sweep.module();
        let copy = self.sweep.twin.value(i);
        let pointer = i.arguments()[pointer_index];
        let callee = copy.called_function().expect("a deallocator is called by name");
        let later = zymase_core::frees::later(callee, pointer_index);
        let types = callee.function_type().function_parameters();
        let record = module.void_type().structure(&types);
        let bytes = Value::integer(module.integer_type(64), module.allocation_size(record) as i64);
        let defer = |context: Value, memory: Value| {
            let builder = Builder::before(copy);
            let kept = builder.call_across_spaces(runtime::allocate(module), &[context, bytes]);
            for (k, argument) in copy.arguments().into_iter().enumerate() {
                let value = if k == pointer_index { memory } else { argument };
                builder.store(value, builder.constant_offset(kept, module.field_offset(record, k as u32) as i64));
            }
            builder.call_across_spaces(runtime::defer_free(module), &[context, later.value(), kept]);
        };
        if self.activity.class(pointer).may_have_shadow() {
            self.sweep.each_lane(|sweep| {
                let shadow = sweep.shadow(pointer)?;
                let freed = sweep.shadow_to_free(&Builder::before(copy), pointer, shadow, heap);
                defer(sweep.context, freed);
                Ok(())
            })?;
        }
        defer(self.sweep.context, self.sweep.twin.value(pointer));
        copy.erase_instruction();
        Ok(())
    }

    /// The derivative of a derivative: memory of the inner context comes from ours and lives as long as ours.
    fn augment_runtime_call(&mut self, i: Value, call: RuntimeCall) -> Result<(), Failure> {
        let copy = self.sweep.twin.value(i);
        match call {
            RuntimeCall::Allocate => copy.set_operand(0, self.sweep.context),
            RuntimeCall::GlobalShadow
            | RuntimeCall::GlobalPointer
            | RuntimeCall::ThrownShadow
            | RuntimeCall::CaughtShadow => {
                self.sweep.shadows(i)?;
            }
            RuntimeCall::ThrownPointer => self.sweep.each_lane(|sweep| sweep.throw_shadow_pointer(i))?,
            RuntimeCall::DeferFree => {
                let memory = i.arguments()[2];
                copy.set_operand(0, self.sweep.context);
                if self.activity.class(memory).may_have_shadow() {
                    for shadow in self.sweep.shadows(memory)? {
                        let builder = self.sweep.after(i);
                        let mut operands = copy.arguments();
                        let differ = formulas::pointers_differ(&builder, shadow, operands[2]);
                        operands[2] = builder.select(differ, shadow, Value::null(shadow.ty()));
                        builder.call_across_spaces(runtime::defer_free(self.sweep.module()), &operands);
                    }
                }
            }
            RuntimeCall::End => self.defer_end(i),
            RuntimeCall::DeferEnd => copy.set_operand(0, self.sweep.context),
            RuntimeCall::SaveGlobals | RuntimeCall::RestoreGlobals => {
                let diagnostic = Diagnostic::new(
                    "cannot differentiate, in reverse mode, a reverse sweep with enzyme_nofree of a function that uses globals",
                )
                .with_help("differentiate it in forward mode, or let the reverse sweep free its tape");
                return Err(Failure::at(i, diagnostic));
            }
            RuntimeCall::Begin | RuntimeCall::Members | RuntimeCall::UnknownCallee | RuntimeCall::Check => {}
        }
        Ok(())
    }

    /// The inner context still owns its shadows of globals, which our reverse sweep reads: it ends when ours does. The
    /// stack object may be begun again before that, so what ends is a copy.
    fn defer_end(&mut self, i: Value) {
        let copy = self.sweep.twin.value(i);
        let inner = copy.arguments()[0];
        Builder::before(copy).call_across_spaces(runtime::defer_end(self.sweep.module()), &[self.sweep.context, inner]);
        copy.erase_instruction();
    }

    /// The pointers among what a copy moves take their shadows along; numbers wait for the reverse sweep.
    fn copy_pointers(&mut self, i: Value, transfer: Transfer) -> Result<(), Failure> {
        let (to, from, length) = plan::copy_arguments(i, transfer);
        let layout = layout_of_copy(&self.sweep, i, to, from, length)?;
        check_text(&self.sweep, &self.sweep.after(i), to, from, length);
        if !layout.cells().iter().any(|cell| cell.kind.may_be_pointer()) {
            return Ok(());
        }
        let layout = moved_cells(&layout, |cell| cell.kind.may_be_pointer());
        let (shadow_to, shadow_from) = (self.sweep.shadow(to)?, self.sweep.shadow(from)?);
        let builder = self.sweep.after(i);
        let module = self.sweep.module();
        let bytes = self.sweep.twin.value(length);
        let bytes = self.sweep.bytes_if_shadowed(&builder, to, shadow_to, bytes);
        let i64_type = module.integer_type(64);
        let cells: Vec<Cell> = layout.cells().iter().copied().filter(|cell| cell.kind.may_be_pointer()).collect();
        let overlap = Overlap { to: shadow_to, from: shadow_from, backwards: IntPredicate::LLVMIntUGT };
        for (cell, bytes) in in_order(&builder, &cells, Some(overlap).filter(|_| transfer.may_overlap), bytes) {
            let mover = pointer_copier(module, cell.kind)?;
            let run = Run::of(&layout, cell.offset, cell.size);
            let offset = cell.offset as i64;
            let (a, b) = (builder.constant_offset(shadow_to, offset), builder.constant_offset(shadow_from, offset));
            let step = Value::integer(i64_type, run.stride as i64);
            builder.call_across_spaces(mover, &[a, b, run.covered(&builder, bytes), step]);
        }
        Ok(())
    }

    /// A call of a function with a body becomes a call of its first half.
    fn augment_defined_call(&mut self, i: Value, callee: Function) -> Result<(), Failure> {
        if callee.function_type().is_variadic() {
            return if call_is_inactive(&self.sweep, i) { Ok(()) } else { Err(unsupported_call(i)) };
        }
        if !plan::call_takes_part(i, self.types, self.activity) {
            return Ok(());
        }
        check_message(i, self.types, self.activity)?;
        let arguments = i.arguments();
        let roles = self.sweep.roles_of_arguments(i, true);
        let (overwritten, unchanged) = (self.memory.overwritten_operands(i), self.memory.unchanged_arguments(i));
        let kind = DerivativeKind::Augmented(SplitUse::Callee);
        let key = Key { original: callee, kind, roles, options: self.plan.options, overwritten, unchanged };
        let mut operands = Vec::new();
        for (argument, role) in arguments.iter().zip(&key.roles) {
            operands.push(self.sweep.twin.value(*argument));
            if super::instructions::takes_shadow(*role) {
                operands.extend(self.sweep.shadows(*argument)?);
            }
        }
        operands.push(self.sweep.context);
        let derivative = self.sweep.driver.derivative_of_call(&key, i, self.types)?;
        describe_bytes(i, self.sweep.twin.value(i), self.types);
        let (result, builder) = self.sweep.call_instead(i, derivative.function, &operands);
        let mut next = 0;
        let primal = (!i.ty().is_void()).then(|| builder.extract_value(result, 0));
        if primal.is_some() {
            next = 1;
            if i.ty().contains_pointer() {
                for lane in 0..self.plan.options.lanes {
                    let shadow = builder.extract_value(result, next);
                    self.sweep.set_shadow(i, lane, shadow);
                    next += 1;
                }
            }
        }
        let tape = builder.extract_value(result, next);
        self.tapes.insert(i, tape);
        self.sweep.replace_call(i, primal);
        Ok(())
    }

    /// The end of the first half: result, its shadow, and the tape.
    pub fn return_from_augmented(&mut self, key: &Key, tape: Value) -> Result<(), Failure> {
        let ty = signature::result_type(self.sweep.module(), key);
        let Some(block) = self.prepared.return_block else { return Ok(()) };
        let ret = block.terminator().expect("the return");
        let copy = self.sweep.twin.value(ret);
        let mut fields = Vec::new();
        if ret.operand_count() == 1 {
            fields.push(copy.operand(0));
            if ret.operand(0).ty().contains_pointer() {
                fields.extend(self.sweep.shadows(ret.operand(0))?);
            }
        }
        fields.push(tape);
        let builder = Builder::before(copy);
        builder.ret(Some(pack(&builder, ty, &fields)));
        copy.erase_instruction();
        self.sweep.finish_phis()
    }

    /// Directly after the instruction that computes `value`, or after `original` where it is no instruction. In the
    /// header of a loop with records, what is kept of a phi waits for the record.
    fn after_value(&self, value: Value, original: Option<Value>) -> Builder {
        let Some(block) = value.block() else {
            return self.sweep.after(original.expect("what is kept is an instruction or has one"));
        };
        let at = match value.opcode() {
            Some(Opcode::LLVMPHI) => match self.records_ready.get(&block) {
                Some(ready) => ready.next_instruction(),
                None => block.first_non_phi(),
            },
            Some(Opcode::LLVMInvoke) => value.successors()[0].first_non_phi(),
            _ => value.next_instruction(),
        };
        Builder::before(at.expect("a block ends in a terminator"))
    }
}

/// Memory of the context at a multiple of `alignment`, which may be larger than what the run time gives.
fn allocate_aligned(builder: &Builder, context: Value, bytes: Value, alignment: u32) -> Value {
    let module = builder.module();
    let excess = u64::from(alignment).saturating_sub(plan::ALLOCATION_ALIGNMENT);
    let i64_type = module.integer_type(64);
    let room = builder.add(bytes, Value::integer(i64_type, excess as i64));
    let memory = builder.call_across_spaces(runtime::allocate(module), &[context, room]);
    if excess == 0 {
        return memory;
    }
    let below = builder.sub(Value::integer(i64_type, 0), builder.pointer_to_int(memory, i64_type));
    builder.offset(memory, builder.and(below, Value::integer(i64_type, i64::from(alignment) - 1)))
}
