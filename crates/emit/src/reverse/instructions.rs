//! The adjoint of each instruction.

use super::Reverse;
use super::adjoint::flag_type;
use super::lookup::Place;
use zymase_analysis::activity::{PointerClass, Role, holds_float, holds_pointer, moves_bytes};
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_calculus::{Function as Math, Needs, is_differentiable_operand, keeps_zero, needs, operand_count};
use zymase_calculus::{pullback, strong_pullback};
use zymase_core::formulas::rule_of_instruction;
use zymase_core::machine::KERNELS_ON_HOST;
use zymase_core::signature::{DerivativeKind, Key, SplitUse};
use zymase_core::{Failure, formulas, runtime};
use zymase_library::{Device, is_fast_form};
use zymase_llvm::{Block, Function, Opcode, SHADOW_ACCESS, Type, Value};
use zymase_plan::refusal::{self, unsupported};
use zymase_plan::{self as plan, Accumulation, Item};

/// Is the argument followed by a shadow?
pub fn takes_shadow(role: Role) -> bool {
    matches!(role, Role::Duplicated | Role::Uncertain)
}

/// Is a call one of a fast form of a GPU? Its derivative need not be more accurate than it is.
fn is_fast(call: Value) -> bool {
    let name = || call.called_function().map(|callee| callee.name()).unwrap_or_default();
    // A CPU has none.
    let on_host = || !call.block().expect("placed").function().module().flag_texts(KERNELS_ON_HOST).is_empty();
    call.is_call() && is_fast_form(&name()) && !on_host()
}

impl Reverse<'_> {
    /// A call of a function with a body carries all lanes; everything else has an adjoint in each.
    pub fn reverse_instruction(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        self.current = Some(i);
        if i.is_call()
            && let Callee::Defined(function) = classify(i)
        {
            let takes_part = plan::call_takes_part(i, self.types, self.activity);
            return if takes_part { self.reverse_defined_call(block, i, function) } else { Ok(()) };
        }
        if i.is_call()
            && let Callee::Device(device) = classify(i)
            && !matches!(device, Device::Shuffle(_))
        {
            return self.reverse_wait(block, i);
        }
        self.each_lane(|this| this.reverse_in_lane(block, i))
    }

    fn reverse_in_lane(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        use Opcode::*;
        let opcode = i.opcode().expect("an instruction");
        match opcode {
            LLVMStore => return self.reverse_store(block, i),
            LLVMAtomicRMW => return self.reverse_update(block, i),
            LLVMCall | LLVMInvoke => return self.reverse_call(block, i),
            _ if !self.activity.is_active(i) => return Ok(()),
            _ => {}
        }
        match opcode {
            LLVMLoad => self.reverse_load(block, i),
            LLVMSelect => self.reverse_select(block, i),
            LLVMFPExt | LLVMFPTrunc => {
                let (adjoint, used) = (self.take_adjoint(i)?, self.take_used(i));
                let back = self.builder.float_cast(adjoint, i.operand(0).ty());
                self.while_used(used, |this| this.add_adjoint(i.operand(0), back))
            }
            LLVMBitCast | LLVMFreeze | LLVMIntToPtr | LLVMPtrToInt => {
                let adjoint = self.take_adjoint(i)?;
                self.add_adjoint(i.operand(0), adjoint)
            }
            LLVMExtractValue => {
                let adjoint = self.take_adjoint(i)?;
                self.add_adjoint_at(i.operand(0), &i.indices(), adjoint)
            }
            LLVMInsertValue => self.reverse_insert_value(i),
            LLVMExtractElement => {
                let adjoint = self.take_adjoint(i)?;
                let index = self.lookup(Place::Body(block), Item::Primal(i.operand(1)))?;
                let part = self.as_bits(adjoint, i.ty());
                let spread = self.builder.insert_element(Value::null(i.operand(0).ty()), part, index);
                self.add_adjoint(i.operand(0), spread)
            }
            LLVMInsertElement => {
                let adjoint = self.take_adjoint(i)?;
                let adjoint = self.as_bits(adjoint, i.ty());
                let index = self.lookup(Place::Body(block), Item::Primal(i.operand(2)))?;
                let part = self.builder.extract_element(adjoint, index);
                self.add_adjoint(i.operand(1), part)?;
                let rest = self.builder.insert_element(adjoint, Value::null(part.ty()), index);
                self.add_adjoint(i.operand(0), rest)
            }
            LLVMShuffleVector => self.reverse_shuffle(i),
            _ if moves_bytes(self.types, i) => self.reverse_byte_move(i),
            _ => match rule_of_instruction(i) {
                Some(rule) => {
                    let operands = i.operands();
                    self.reverse_rule(block, i, rule, &operands[..operand_count(rule)])
                }
                None => Err(unsupported(i)),
            },
        }
    }

    /// `*p += x`, by several threads in any order: the adjoint of x is that of what was added to.
    fn reverse_update(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        let (pointer, value) = (i.operand(0), i.operand(1));
        if !self.activity.class(pointer).may_have_shadow() || !self.activity.is_active(value) {
            return Ok(());
        }
        let shadow = self.lookup(Place::Body(block), Item::Shadow(pointer))?;
        self.if_shadowed(block, pointer, shadow, |this| {
            let adjoint = this.builder.load(value.ty(), shadow);
            this.note_shadow_access(pointer, adjoint);
            let amount = if i.is_update_by_difference() { this.builder.fneg(adjoint) } else { adjoint };
            this.add_adjoint(value, amount)
        })
    }

    /// The bytes of the adjoint move back to where those of the value came from.
    fn reverse_byte_move(&mut self, i: Value) -> Result<(), Failure> {
        let adjoint = self.take_adjoint(i)?;
        let bits = self.as_bits(adjoint, i.ty());
        let builder = &self.builder;
        let operand = i.operand(0);
        let amount = match i.opcode() {
            Some(Opcode::LLVMTrunc | Opcode::LLVMZExt) => builder.integer_resize(bits, operand.ty()),
            Some(Opcode::LLVMShl) => builder.lshr(bits, i.operand(1)),
            Some(Opcode::LLVMLShr) => builder.shl(bits, i.operand(1)),
            Some(Opcode::LLVMAnd) => builder.and(bits, i.operand(1)),
            _ => {
                self.add_adjoint(i.operand(1), bits)?;
                bits
            }
        };
        self.add_adjoint(operand, amount)
    }

    /// What a formula of `i` reads. 0 times a poison is a poison, which no guard can undo.
    fn factor(&mut self, place: Place, i: Value, read: Value) -> Result<Value, Failure> {
        let found = self.lookup(place, Item::Primal(read))?;
        Ok(if self.plan.guards.poisonous.contains(&i) { self.builder.freeze(found) } else { found })
    }

    fn reverse_rule(&mut self, block: Block, i: Value, rule: Math, operands: &[Value]) -> Result<(), Failure> {
        let (seed, used) = (self.take_adjoint(i)?, self.take_used(i));
        let place = Place::Body(block);
        let mut contributions = Vec::new();
        for (k, operand) in operands.iter().enumerate() {
            if !self.activity.is_active(*operand) || !is_differentiable_operand(rule, k) {
                continue;
            }
            let relative = match plan::relative(i, rule) {
                Some((function, known)) => Some((function, self.factor(place, i, known)?)),
                None => None,
            };
            let read = if relative.is_some() { Needs::default() } else { needs(rule, k) };
            let mut args = Vec::new();
            for (j, other) in operands.iter().enumerate() {
                let wanted = read.args & (1 << j) != 0;
                args.push(if wanted { self.factor(place, i, *other)? } else { seed });
            }
            let result = if read.result { self.factor(place, i, i)? } else { seed };
            let guards = !self.plan.guards.inside.contains(&i);
            let fast = is_fast(i);
            let mut emit =
                formulas::LlvmEmit { builder: &self.builder, guards, relative, contract: self.contract, fast };
            let is_harmless = keeps_zero(rule, k) || plan::is_harmless(rule, k, operands);
            let amount = match self.plan.guards.guarded.contains(&i) && !is_harmless {
                true => strong_pullback(&mut emit, rule, k, &args, result, seed),
                false => pullback(&mut emit, rule, k, &args, result, seed),
            };
            let masked = |amount: Value| match used.filter(|_| !is_harmless) {
                Some(used) => self.builder.select(used, amount, Value::null(amount.ty())),
                None => amount,
            };
            contributions.extend(amount.map(|amount| (*operand, masked(amount))));
        }
        self.while_used(used, |this| {
            contributions.into_iter().try_for_each(|(operand, amount)| this.add_adjoint(operand, amount))
        })
    }

    /// Runs `work` only where the shadow is one: an uncertain shadow may be the primal itself.
    pub fn if_shadowed(
        &mut self,
        block: Block,
        pointer: Value,
        shadow: Value,
        work: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.activity.class(pointer) != PointerClass::Maybe {
            return work(self);
        }
        let primal = self.lookup(Place::Body(block), Item::Primal(pointer))?;
        let differ = formulas::pointers_differ(&self.builder, shadow, primal);
        let then = self.function.append_block("reverse.shadowed");
        let after = self.function.append_block("reverse.after");
        self.builder.conditional_branch(differ, then, after);
        self.builder.position_at_end(then);
        work(self)?;
        self.builder.branch(after);
        self.builder.position_at_end(after);
        Ok(())
    }

    fn reverse_load(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        let adjoint = self.take_adjoint(i)?;
        let pointer = i.operand(0);
        let shadow = self.lookup(Place::Body(block), Item::Shadow(pointer))?;
        self.if_shadowed(block, pointer, shadow, |this| {
            this.accumulate(i, shadow, adjoint, formulas::shadow_alignment(i))
        })
    }

    /// `*place += amount`, the adjoint of what `i` has read.
    fn accumulate(&mut self, i: Value, place: Value, amount: Value, alignment: u32) -> Result<(), Failure> {
        if matches!(self.plan.accumulations.of_read(i), Accumulation::Atomic | Accumulation::Together) {
            return self.accumulate_atomically(i, place, amount);
        }
        let old = self.builder.load(amount.ty(), place);
        old.set_alignment(alignment);
        let sum = self.add(old, amount);
        let stored = self.builder.store(sum, place);
        stored.set_alignment(alignment);
        [old, stored].iter().for_each(|access| self.note_shadow_access(i.operand(0), *access));
        Ok(())
    }

    /// The same while others do so. Numbers are added one by one: what is read as a whole need not be added as a whole.
    fn accumulate_atomically(&mut self, i: Value, place: Value, amount: Value) -> Result<(), Failure> {
        let ty = amount.ty();
        let module = self.builder.module();
        if ty.is_float() {
            self.add_atomically(i, place, amount);
            return Ok(());
        }
        if ty.is_vector() && ty.element().is_float() {
            let bytes = module.store_size(ty.element());
            for k in 0..ty.element_count() {
                let lane = Value::integer(module.integer_type(64), k as i64);
                let part = self.builder.extract_element(amount, lane);
                self.add_atomically(i, self.builder.constant_offset(place, (k * bytes) as i64), part);
            }
            return Ok(());
        }
        if ty.is_struct() && (0..ty.element_count() as u32).all(|k| ty.field(k).is_float()) {
            for k in 0..ty.element_count() as u32 {
                let part = self.builder.extract_value(amount, k);
                let at = module.field_offset(ty, k);
                self.add_atomically(i, self.builder.constant_offset(place, at as i64), part);
            }
            return Ok(());
        }
        Err(refusal::not_atomic(i))
    }

    /// Adds one number; together with the other threads of a warp where they seem to add to the same place.
    fn add_atomically(&self, i: Value, place: Value, amount: Value) {
        let together = self.plan.accumulations.of_read(i) == Accumulation::Together;
        let done = if together { runtime::add_together(&self.builder, place, amount) } else { None };
        let done = done.unwrap_or_else(|| self.builder.atomic_fadd(place, amount));
        self.note_shadow_access(i.operand(0), done);
    }

    /// What is accessed is the shadow of memory, not that memory.
    fn note_shadow_access(&self, pointer: Value, access: Value) {
        let is_certain = pointer.ty().is_pointer() && self.activity.class(pointer) == PointerClass::Duplicated;
        if is_certain && access.is_instruction() && self.builder.module().is_for_gpu() {
            access.set_mark(SHADOW_ACCESS);
        }
    }

    fn reverse_store(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        let (value, pointer) = (i.operand(0), i.operand(1));
        let shadowed = self.activity.class(pointer).may_have_shadow();
        if !shadowed || holds_pointer(self.types, value) && !holds_float(self.types, value) {
            return Ok(());
        }
        let place = Place::Body(block);
        if !holds_float(self.types, value) {
            return self.reverse_integer_store(block, i);
        }
        let shadow = self.lookup(place, Item::Shadow(pointer))?;
        let ty = value.ty();
        let alignment = formulas::shadow_alignment(i);
        self.if_shadowed(block, pointer, shadow, |this| {
            if this.plan.accumulations.takes_at_once(i) {
                let adjoint = this.builder.atomic_exchange(shadow, Value::null(ty));
                this.note_shadow_access(pointer, adjoint);
                return this.add_adjoint(value, adjoint);
            }
            let adjoint = this.builder.load(ty, shadow);
            adjoint.set_alignment(alignment);
            let (amount, rest) = match this.types.is_float_or_pointer_at_run_time(value) {
                true => this.number_by_bits(adjoint),
                false => (adjoint, Value::null(ty)),
            };
            let cleared = this.builder.store(rest, shadow);
            cleared.set_alignment(alignment);
            [adjoint, cleared].iter().for_each(|access| this.note_shadow_access(pointer, *access));
            this.add_adjoint(value, amount)
        })
    }

    /// What was read from shadow memory as the adjoint of a number, or 0 where it is the shadow of a pointer; and what
    /// stays there.
    fn number_by_bits(&mut self, shadow: Value) -> (Value, Value) {
        let (builder, ty) = (&self.builder, shadow.ty());
        let i64_type = builder.module().integer_type(64);
        let bits = if ty.is_pointer() { builder.pointer_to_int(shadow, i64_type) } else { shadow };
        let is_pointer = formulas::is_pointer_by_bits(builder, bits);
        let amount = builder.select(is_pointer, Value::integer(i64_type, 0), bits);
        (amount, builder.select(is_pointer, shadow, Value::null(ty)))
    }

    /// An integer written over numbers (a zero through an integer register) ends their adjoint.
    fn reverse_integer_store(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        let (value, pointer) = (i.operand(0), i.operand(1));
        let bytes = self.builder.module().store_size(value.ty());
        let ty = value.ty();
        let may_be_float = ty.scalar().is_integer()
            && self.types.of_memory(pointer, Some(bytes)).is_ok_and(|layout| layout.has_float());
        if !may_be_float {
            return Ok(());
        }
        let may_keep_integer = self.activity.checked.integers.contains(&i);
        let shadow = self.lookup(Place::Body(block), Item::Shadow(pointer))?;
        self.if_shadowed(block, pointer, shadow, |this| {
            let rest = match may_keep_integer {
                true => formulas::without_number(&this.builder, i, shadow),
                false => Value::null(ty),
            };
            let cleared = this.builder.store(rest, shadow);
            cleared.set_alignment(formulas::shadow_alignment(i));
            Ok(())
        })
    }

    /// Each arm gets the adjoint or an exact zero.
    fn reverse_select(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        let (adjoint, used) = (self.take_adjoint(i)?, self.take_used(i));
        let condition = self.lookup(Place::Body(block), Item::Primal(i.operand(0)))?;
        // Lanes that nobody looks at may be poison, and then both arms must be zero.
        let condition = if condition.ty().is_vector() { self.builder.freeze(condition) } else { condition };
        let zero = Value::null(adjoint.ty());
        let a = self.builder.select(condition, adjoint, zero);
        let b = self.builder.select(condition, zero, adjoint);
        let ty = flag_type(i);
        let (flag, never) = (used.unwrap_or(Value::all_ones(ty)), Value::null(ty));
        let on_true = self.builder.select(condition, flag, never);
        let on_false = self.builder.select(condition, never, flag);
        self.while_used(Some(on_true), |this| this.add_adjoint(i.operand(1), a))?;
        self.while_used(Some(on_false), |this| this.add_adjoint(i.operand(2), b))
    }

    fn reverse_insert_value(&mut self, i: Value) -> Result<(), Failure> {
        let adjoint = self.take_adjoint(i)?;
        let indices = i.indices();
        let part = self.builder.extract_path(adjoint, &indices);
        if part.ty().contains_float() {
            self.add_adjoint(i.operand(1), part)?;
        }
        let rest = self.builder.insert_path(adjoint, Value::null(part.ty()), &indices);
        self.add_adjoint(i.operand(0), rest)
    }

    /// Integer lanes may be parts of numbers: then whole numbers must be moved, and these are the lanes here.
    fn reverse_shuffle(&mut self, i: Value) -> Result<(), Failure> {
        let adjoint = self.take_adjoint(i)?;
        let module = self.builder.module();
        let i32_type = module.integer_type(32);
        let number = vector_of_numbers(adjoint.ty()).ok_or_else(|| unsupported(i))?;
        let count = module.store_size(adjoint.ty()) / module.store_size(number);
        let adjoint = self.as_bits(adjoint, number.vector(count as u32));
        let parts = (module.store_size(number) / module.store_size(i.ty().element())) as u32;
        let mask = mask_of_numbers(&i.shuffle_mask(), parts).ok_or_else(|| unsupported(i))?;
        let lanes = i.operand(0).ty().element_count() as u32 / parts;
        for side in 0..2 {
            let operand = i.operand(side);
            if !self.activity.is_active(operand) {
                continue;
            }
            let mut sum = Value::null(number.vector(lanes));
            for (to, from) in mask.iter().enumerate() {
                let Some(lane) = from.and_then(|f| f.checked_sub(lanes * side as u32)).filter(|l| *l < lanes) else {
                    continue;
                };
                let amount = self.builder.extract_element(adjoint, Value::integer(i32_type, to as i64));
                let index = Value::integer(i32_type, i64::from(lane));
                let old = self.builder.extract_element(sum, index);
                sum = self.builder.insert_element(sum, self.add(old, amount), index);
            }
            self.add_adjoint(operand, sum)?;
        }
        Ok(())
    }

    fn reverse_call(&mut self, block: Block, i: Value) -> Result<(), Failure> {
        let arguments = i.arguments();
        match classify(i) {
            Callee::Math { function, operands, .. } if self.activity.is_active(i) => {
                let operands: Vec<Value> = operands.iter().map(|k| arguments[*k]).collect();
                self.reverse_rule(block, i, function, &operands)
            }
            Callee::Device(Device::Shuffle(lanes)) if self.activity.is_active(i) => self.reverse_lanes(block, i, lanes),
            Callee::Copy(transfer) => self.reverse_copy(block, i, transfer),
            Callee::Fill { destination, length } => {
                self.clear_adjoints(block, arguments[destination], arguments[length])
            }
            Callee::Inactive(inactive) => self.clear_overwritten(block, i, inactive),
            Callee::Allocate(allocate) if plan::starts_as_zeros(i, self.plan.shape, self.activity) => {
                self.reverse_allocation(block, i, allocate.size)
            }
            _ => Ok(()),
        }
    }

    /// The second half of a call.
    fn reverse_defined_call(&mut self, block: Block, i: Value, callee: Function) -> Result<(), Failure> {
        let arguments = i.arguments();
        let roles = self.sweep.roles_of_arguments(i, true);
        let (overwritten, unchanged) = (self.memory.overwritten_operands(i), self.memory.unchanged_arguments(i));
        let kind = DerivativeKind::Reverse(SplitUse::Callee);
        let key = Key { original: callee, kind, roles, options: self.plan.options, overwritten, unchanged };
        let place = Place::Body(block);
        let mut operands = Vec::new();
        for (argument, role) in arguments.iter().zip(&key.roles) {
            if marks::is_message(callee) {
                let shadows = if takes_shadow(*role) { key.options.lanes } else { 0 };
                operands.extend(vec![Value::null(argument.ty()); 1 + shadows]);
                continue;
            }
            operands.push(self.lookup(place, Item::Primal(*argument))?);
            if takes_shadow(*role) {
                self.each_lane(|this| {
                    operands.push(this.lookup(place, Item::Shadow(*argument))?);
                    Ok(())
                })?;
            }
        }
        if i.ty().contains_float() {
            let active = self.activity.is_active(i);
            self.each_lane(|this| {
                operands.push(match active {
                    true => {
                        let adjoint = this.take_adjoint(i)?;
                        this.as_bits(adjoint, i.ty())
                    }
                    false => Value::null(i.ty()),
                });
                Ok(())
            })?;
        }
        operands.push(self.lookup(place, Item::Tape(i))?);
        operands.push(self.context);
        let derivative = self.sweep.driver.derivative_of_call(&key, i, self.types)?;
        let result = self.builder.call(derivative.function, &operands);
        let active = arguments.iter().zip(&key.roles).filter(|(_, role)| **role == Role::Active);
        let mut next = 0;
        for (argument, _) in active {
            self.each_lane(|this| {
                let adjoint = this.builder.extract_value(result, next);
                next += 1;
                this.add_adjoint(*argument, adjoint)
            })?;
        }
        Ok(())
    }
}

/// A shuffle of lanes of which `parts` make a number, as one of numbers; none where it takes numbers apart.
fn mask_of_numbers(mask: &[Option<u32>], parts: u32) -> Option<Vec<Option<u32>>> {
    if parts == 0 || !mask.len().is_multiple_of(parts as usize) {
        return None;
    }
    let number = |lanes: &[Option<u32>]| match lanes[0] {
        None => lanes.iter().all(Option::is_none).then_some(None),
        Some(first) => {
            let follows = |(k, lane): (u32, &Option<u32>)| *lane == Some(first + k);
            (first.is_multiple_of(parts) && (0..).zip(lanes).all(follows)).then_some(Some(first / parts))
        }
    };
    mask.chunks(parts as usize).map(number).collect()
}

/// The one type of number that a vector, or the adjoint of a vector of integers, is made of.
fn vector_of_numbers(ty: Type) -> Option<Type> {
    if ty.is_vector() {
        return Some(ty.element()).filter(|element| element.is_float());
    }
    let is_struct = ty.is_struct() && ty.element_count() > 0;
    let first = is_struct.then(|| ty.field(0)).filter(|first| first.is_float())?;
    (0..ty.element_count() as u32).all(|k| ty.field(k) == first).then_some(first)
}
