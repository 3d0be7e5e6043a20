//! The forward sweep: shadows computed beside the primal, in the same order.
//!
//! In forward mode shadows are tangents and pointers to tangents. In reverse mode only pointers have shadows in this
//! sweep (what they point to receives the adjoints later), so both modes share this code. Shadows of values are made on
//! demand, each directly after the value it belongs to.
//!
//! A derivative may carry several directions at once, its *lanes*. Everything has one shadow in each lane. What is
//! emitted here is for one lane, the one the sweep stands at ([`Sweep::each_lane`] visits them all), as instructions are
//! emitted where a builder stands; the primal is computed once.
//!
//! - `calls`: what both modes ask about calls and stores in the forward sweep;
//! - `checks`: checks that what was taken for an integer is none of a number;
//! - `copies`: what both modes ask about memory that is copied or stored to;
//! - `distances`: shadows of addresses that are computed from pointers and distances;
//! - `global_pointers`: shadows of pointers that are read from globals;
//! - `inner_pointers`: globals that may point into the middle of an argument;
//! - `invoke`: calls that may unwind, in the forward sweep;
//! - `only_read`: pointers through which no derivative is stored.

mod calls;
mod checks;
mod copies;
mod distances;
mod global_pointers;
mod inner_pointers;
mod invoke;
mod only_read;

pub use calls::{call_is_inactive, real_bytes, reject_hidden_pointer, returned_bytes};
pub use copies::{check_text, is_constant_data, layout_of_copy};

use crate::driver::Driver;
use crate::globals;
use crate::twin::Twin;
use std::collections::HashMap;
use zymase_analysis::activity::{
    Activity, PointerClass, Role, holds_float, holds_pointer, moves_bytes, shadowed_globals_in_table,
};
use zymase_analysis::callee::{Callee, RuntimeCall, classify, linear_operation, may_reallocate};
use zymase_analysis::marks::has_given_derivative;
use zymase_analysis::messages;
use zymase_analysis::types::Types;
use zymase_core::signature::Options;
use zymase_core::{Failure, formulas, runtime, watch};
use zymase_library::{Allocate, Device, Exception, Extent, Heap, Overwrite, ParameterKind, Returned};
use zymase_llvm::{Builder, IntPredicate, Module, Opcode, Type, Value};
use zymase_plan::refusal::unsupported;
use zymase_prepare::Prepared;
use zymase_support::Diagnostic;

/// A conversion has the error of a sum with nothing.
const ROUNDED: zymase_calculus::Function = zymase_calculus::Function::Add;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SweepMode {
    /// Tangents of floats too.
    Tangent,
    /// Pointers only: the first half of reverse mode.
    Augment,
}

pub struct Sweep<'a> {
    pub driver: &'a mut dyn Driver,
    pub prepared: &'a Prepared,
    pub types: &'a Types,
    pub activity: &'a Activity,
    pub twin: Twin,
    pub mode: SweepMode,
    pub options: Options,
    /// The run-time context of this derivative.
    pub context: Value,
    /// The lane that is emitted.
    lane: usize,
    shadows: HashMap<(Value, usize), Value>,
    globals: HashMap<(Value, usize), Value>,
    unfinished_phis: Vec<UnfinishedPhi>,
}

/// The shadow of a phi that has no incoming values yet.
struct UnfinishedPhi {
    original: Value,
    lane: usize,
    shadow: Value,
}

impl<'a> Sweep<'a> {
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        driver: &'a mut dyn Driver,
        prepared: &'a Prepared,
        types: &'a Types,
        activity: &'a Activity,
        twin: Twin,
        mode: SweepMode,
        options: Options,
        context: Value,
    ) -> Sweep<'a> {
        let (shadows, globals) = (HashMap::new(), HashMap::new());
        let unfinished_phis = Vec::new();
        let lane = 0;
        let sweep = Sweep {
            driver,
            prepared,
            types,
            activity,
            twin,
            mode,
            options,
            context,
            lane,
            shadows,
            globals,
            unfinished_phis,
        };
        activity.assumed.loads.iter().for_each(|assumed| sweep.check_integer(*assumed));
        sweep
    }

    pub fn lane(&self) -> usize {
        self.lane
    }

    /// Goes to a lane; returns the one it left.
    pub fn go_to_lane(&mut self, lane: usize) -> usize {
        std::mem::replace(&mut self.lane, lane)
    }

    /// Does the same in every lane.
    pub fn each_lane(&mut self, mut work: impl FnMut(&mut Self) -> Result<(), Failure>) -> Result<(), Failure> {
        let before = self.lane;
        for lane in 0..self.options.lanes {
            self.lane = lane;
            work(self)?;
        }
        self.lane = before;
        Ok(())
    }

    /// The shadows of a value in all lanes.
    pub fn shadows(&mut self, value: Value) -> Result<Vec<Value>, Failure> {
        let mut shadows = Vec::new();
        self.each_lane(|sweep| {
            shadows.push(sweep.shadow(value)?);
            Ok(())
        })?;
        Ok(shadows)
    }

    /// Packs the tangents of all lanes into vectors where they are computed in the same way.
    pub fn pack_lanes(&self) {
        let width = self.options.lanes;
        if width == 1 {
            return;
        }
        let lanes =
            |i: Value| (0..width).map(|lane| self.shadows.get(&(i, lane)).copied()).collect::<Option<Vec<Value>>>();
        let numbers = self.prepared.function.instructions().into_iter().filter(|i| i.ty().is_float());
        let values: Vec<Value> = numbers.filter_map(lanes).flatten().collect();
        self.twin.function.pack_lanes(&values, width);
    }

    /// Says what the shadow of a value is in a lane.
    pub fn set_shadow(&mut self, value: Value, lane: usize, shadow: Value) {
        self.shadows.insert((value, lane), shadow);
    }

    pub fn module(&self) -> Module {
        self.twin.function.module()
    }

    /// A builder directly after the copy of an instruction (after all phis for a phi).
    pub fn after(&self, instruction: Value) -> Builder {
        let copy = self.twin.value(instruction);
        let at = match copy.opcode() {
            Some(Opcode::LLVMPHI) => copy.block().and_then(|b| b.first_non_phi()),
            // Its result is there only where it returned.
            Some(Opcode::LLVMInvoke) => copy.successors()[0].first_non_phi(),
            _ => copy.next_instruction(),
        };
        let builder = Builder::before(at.expect("a block ends in a terminator"));
        builder.set_location_of(copy);
        builder
    }

    /// Does the value have a shadow of its own in this sweep? Everything else is shadowed by zero or by itself.
    pub fn has_shadow(&self, value: Value) -> bool {
        let pointer = holds_pointer(self.types, value) && self.activity.class(value).may_have_shadow();
        pointer || self.mode == SweepMode::Tangent && self.activity.is_varied(value)
    }

    /// The shadow of a value of the prepared function, in this lane.
    pub fn shadow(&mut self, value: Value) -> Result<Value, Failure> {
        if let Some(known) = self.shadows.get(&(value, self.lane)) {
            return Ok(*known);
        }
        if value.is_constant() {
            return self.shadow_of_constant(value);
        }
        if !self.has_shadow(value) {
            return Ok(self.inactive_shadow(value));
        }
        if !value.is_instruction() {
            return Err(Failure::internal(format!("no shadow for {value}")));
        }
        let shadow = self.make_shadow(value)?;
        self.set_shadow(value, self.lane, shadow);
        Ok(shadow)
    }

    /// Zero for numbers; pointers without a shadow are their own.
    fn inactive_shadow(&self, value: Value) -> Value {
        if value.ty().contains_pointer() || self.types.carries_pointer(value) {
            self.twin.value(value)
        } else {
            Value::null(value.ty())
        }
    }

    fn shadow_of_constant(&mut self, value: Value) -> Result<Value, Failure> {
        if !value.ty().contains_pointer() {
            return Ok(Value::null(value.ty()));
        }
        if !self.activity.class(value).may_have_shadow() {
            return Ok(value);
        }
        if value.is_global_variable() {
            return self.shadow_of_global(value);
        }
        if let Some((global, offset)) = place_in_global(self.module(), value) {
            let shadow = self.shadow_of_global(global)?;
            let builder = self.after_globals();
            return Ok(builder.pointer_cast(builder.constant_offset(shadow, offset), value.ty()));
        }
        let diagnostic = Diagnostic::new(format!("cannot find the shadow of the constant {value}"))
            .with_help("take the address of the global inside the function");
        Err(Failure::User { at: Some(self.prepared.original.value()), diagnostic })
    }

    /// The call's private shadow of a mutable global, fetched once on entry.
    fn shadow_of_global(&mut self, global: Value) -> Result<Value, Failure> {
        if let Some(known) = self.globals.get(&(global, self.lane)) {
            return Ok(*known);
        }
        let builder = self.after_globals();
        let shadow = globals::shadow(&builder, self.context, global, self.lane)?;
        self.globals.insert((global, self.lane), shadow);
        Ok(shadow)
    }

    /// Where the entry block's own setup ends.
    fn after_globals(&self) -> Builder {
        let entry = self.twin.function.entry();
        Builder::before(entry.terminator().expect("an entry block branches to the body"))
    }

    fn make_shadow(&mut self, i: Value) -> Result<Value, Failure> {
        use Opcode::*;
        match i.opcode().expect("an instruction") {
            LLVMPHI => self.shadow_phi(i),
            LLVMAlloca => self.shadow_alloca(i),
            LLVMLoad => self.shadow_load(i),
            LLVMGetElementPtr => self.shadow_address(i),
            LLVMSelect => {
                let (a, b) = (self.shadow(i.operand(1))?, self.shadow(i.operand(2))?);
                Ok(self.after(i).select(self.twin.value(i.operand(0)), a, b))
            }
            LLVMExtractElement | LLVMExtractValue => self.shadow_clone(i, 1),
            LLVMInsertElement | LLVMInsertValue | LLVMShuffleVector => self.shadow_clone(i, 2),
            LLVMFPTrunc if self.options.errors => {
                let error = self.shadow_clone(i, 1)?;
                let builder = self.after_value(error);
                let unit = Value::real(i.ty(), formulas::unit_roundoff(i.ty()));
                let mut emit = formulas::LlvmEmit {
                    builder: &builder,
                    guards: true,
                    relative: None,
                    contract: false,
                    fast: false,
                };
                let result = self.twin.value(i);
                let rounded =
                    zymase_calculus::error_bound(&mut emit, ROUNDED, &[result; 2], &[Some(error), None], result, unit);
                Ok(rounded.expect("rounding has an error"))
            }
            LLVMFreeze | LLVMBitCast | LLVMIntToPtr | LLVMPtrToInt | LLVMAddrSpaceCast | LLVMFPExt | LLVMFPTrunc => {
                self.shadow_clone(i, 1)
            }
            LLVMTrunc | LLVMZExt | LLVMShl | LLVMLShr | LLVMAnd if moves_bytes(self.types, i) => {
                self.shadow_clone(i, 1)
            }
            LLVMOr if moves_bytes(self.types, i) => self.shadow_clone(i, 2),
            LLVMCall | LLVMInvoke => self.shadow_call(i),
            _ if self.mode == SweepMode::Tangent && i.ty().is_float_like() => self.tangent(i),
            _ => Err(unsupported(i)),
        }
    }

    /// The same instruction on the shadows of its first `count` operands.
    fn shadow_clone(&mut self, i: Value, count: usize) -> Result<Value, Failure> {
        let copy = self.twin.value(i);
        let mut operands = copy.operands();
        for (k, operand) in operands.iter_mut().enumerate().take(count) {
            *operand = self.shadow(i.operand(k))?;
        }
        let shadow = self.after(i).clone_with(copy, &operands);
        shadow.drop_poison_flags();
        Ok(shadow)
    }

    fn shadow_phi(&mut self, i: Value) -> Result<Value, Failure> {
        if let Some(invoke) = invoke::result_in_phi(i) {
            return self.shadow(invoke);
        }
        let builder = Builder::before(self.twin.value(i));
        let phi = builder.phi(i.ty(), "shadow");
        self.unfinished_phis.push(UnfinishedPhi { original: i, lane: self.lane, shadow: phi });
        Ok(phi)
    }

    /// Gives the shadows of phis their incoming values, once every instruction has been visited.
    pub fn finish_phis(&mut self) -> Result<(), Failure> {
        let before = self.lane;
        while let Some(phi) = self.unfinished_phis.pop() {
            self.lane = phi.lane;
            for (value, block) in phi.original.incoming() {
                let incoming = self.shadow(value)?;
                phi.shadow.add_incoming(incoming, self.twin.block(block));
            }
        }
        self.lane = before;
        Ok(())
    }

    fn shadow_alloca(&mut self, i: Value) -> Result<Value, Failure> {
        let copy = self.twin.value(i);
        let builder = self.after(i);
        let shadow = builder.clone_with(copy, &[]);
        let module = self.module();
        let element = module.allocation_size(i.allocated_type());
        let count = builder.integer_cast(copy.operand(0), module.integer_type(64));
        let bytes = builder.mul(count, Value::integer(module.integer_type(64), element as i64));
        builder.zero_memory(shadow, bytes, copy.alignment());
        Ok(shadow)
    }

    /// Reads the shadow at the same time as the primal. Through an uncertain pointer the shadow may be the primal: a
    /// pointer read there is its own shadow, as it should be; a float read there has derivative zero.
    fn shadow_load(&mut self, i: Value) -> Result<Value, Failure> {
        let pointer = i.operand(0);
        let table = shadowed_globals_in_table(pointer);
        if !table.is_empty() {
            return self.shadow_from_table(i, &table);
        }
        let shadow_pointer = self.shadow(pointer)?;
        let copy = self.twin.value(i);
        let builder = self.after(i);
        let loaded = builder.clone_with(copy, &[shadow_pointer]);
        loaded.set_alignment(formulas::shadow_alignment(i));
        loaded.drop_unknown_metadata();
        let global = pointer.underlying_object();
        if i.ty().is_pointer() && global.is_global_variable() {
            return Ok(self.shadow_from_global(i, global, loaded));
        }
        if self.activity.class(pointer) == PointerClass::Maybe && holds_float(self.types, i) {
            let differ = formulas::pointers_differ(&builder, shadow_pointer, self.twin.value(pointer));
            let mut is_shadow = differ;
            if self.types.is_float_or_pointer_at_run_time(i) {
                let is_pointer = formulas::is_pointer_by_bits(&builder, self.as_bits(&builder, loaded));
                is_shadow = builder.or(differ, is_pointer);
            }
            return Ok(builder.select(is_shadow, loaded, Value::null(i.ty())));
        }
        Ok(loaded)
    }

    fn after_value(&self, value: Value) -> Builder {
        Builder::before(value.next_instruction().expect("a block ends in a terminator"))
    }

    /// A pointer read from constant data that names globals: its shadow is at the same place in the shadow of the
    /// global it points into.
    fn shadow_from_table(&mut self, i: Value, globals: &[Value]) -> Result<Value, Failure> {
        let mut shadows = Vec::new();
        for global in globals {
            shadows.push(self.shadow_of_global(*global)?);
        }
        let builder = self.after(i);
        let module = self.module();
        let i64_type = module.integer_type(64);
        let pointer = self.twin.value(i);
        let address = builder.pointer_to_int(pointer, i64_type);
        let mut shadow = pointer;
        // The end of one global may be the start of the next, which then counts.
        for within in [IntPredicate::LLVMIntEQ, IntPredicate::LLVMIntULT] {
            for (global, base) in globals.iter().zip(&shadows) {
                let (start, base) = (builder.pointer_cast(*global, i.ty()), builder.pointer_cast(*base, i.ty()));
                let distance = builder.sub(address, builder.pointer_to_int(start, i64_type));
                let bytes = module.allocation_size(global.global_value_type()) as i64;
                let inside = builder.icmp(within, distance, Value::integer(i64_type, bytes));
                shadow = builder.select(inside, builder.offset(base, distance), shadow);
            }
        }
        Ok(shadow)
    }

    /// The tangent of an arithmetic instruction.
    fn tangent(&mut self, i: Value) -> Result<Value, Failure> {
        let Some(rule) = formulas::rule_of_instruction(i) else { return Err(unsupported(i)) };
        let operands = i.operands();
        self.tangent_of_rule(i, rule, &operands[..zymase_calculus::operand_count(rule)])
    }

    fn tangent_of_rule(
        &mut self,
        i: Value,
        rule: zymase_calculus::Function,
        operands: &[Value],
    ) -> Result<Value, Failure> {
        let mut tangents = Vec::new();
        for operand in operands {
            let varied = self.activity.is_varied(*operand);
            tangents.push(if varied { Some(self.shadow(*operand)?) } else { None });
        }
        let args: Vec<Value> = operands.iter().map(|o| self.twin.value(*o)).collect();
        let builder = self.after(i);
        let mut emit =
            formulas::LlvmEmit { builder: &builder, guards: true, relative: None, contract: false, fast: false };
        let result = self.twin.value(i);
        let tangent = match self.options.strong_zero {
            _ if self.options.errors => {
                let unit = Value::real(i.ty(), formulas::unit_roundoff(i.ty()));
                zymase_calculus::error_bound(&mut emit, rule, &args, &tangents, result, unit)
            }
            true => zymase_calculus::strong_pushforward(&mut emit, rule, &args, &tangents, result),
            false => zymase_calculus::pushforward(&mut emit, rule, &args, &tangents, result),
        };
        if let Some(tangent) = tangent.filter(|_| self.driver.session().config.check) {
            watch::finite(&builder, tangent, i);
        }
        Ok(tangent.unwrap_or_else(|| Value::null(i.ty())))
    }

    fn shadow_call(&mut self, i: Value) -> Result<Value, Failure> {
        let arguments = i.arguments();
        match classify(i) {
            Callee::Math { function, operands, .. } => {
                let operands: Vec<Value> = operands.iter().map(|k| arguments[*k]).collect();
                self.tangent_of_rule(i, function, &operands)
            }
            Callee::Device(Device::Shuffle(_)) => {
                let tangent = self.shadow(arguments[1])?;
                let copy = self.twin.value(i);
                let mut operands = copy.operands();
                operands[1] = tangent;
                Ok(self.after(i).clone_with(copy, &operands))
            }
            Callee::Allocate(allocate) => Ok(self.shadow_allocation(i, allocate)),
            Callee::Runtime(RuntimeCall::Allocate) => {
                let builder = self.after(i);
                let bytes = self.twin.value(arguments[1]);
                let context = self.twin.value(arguments[0]);
                let context = if self.mode == SweepMode::Tangent { context } else { self.context };
                let shadow = builder.call_across_spaces(runtime::allocate(self.module()), &[context, bytes]);
                builder.zero_memory(shadow, bytes, 16);
                Ok(shadow)
            }
            Callee::Runtime(RuntimeCall::GlobalShadow) => {
                // A second-order shadow: keyed by the first-order one, which is unique to the call.
                let builder = self.after(i);
                let (key, bytes) = (self.twin.value(i), self.twin.value(arguments[2]));
                let inner = self.twin.value(arguments[0]);
                let context = if self.mode == SweepMode::Tangent { inner } else { self.context };
                Ok(runtime::call_global_shadow(&builder, context, key, bytes, self.lane))
            }
            Callee::Runtime(RuntimeCall::GlobalPointer) => self.shadow_of_global_pointer(i),
            Callee::Inactive(inactive) => match inactive.returned {
                Returned::PointerInto(k) if i.ty().is_pointer() => {
                    // The same distance from the shadow as the result has from the argument; null stays null.
                    let shadow = self.shadow(arguments[k])?;
                    let builder = self.after(i);
                    let i64_type = self.module().integer_type(64);
                    let result = self.twin.value(i);
                    let a = builder.pointer_to_int(result, i64_type);
                    let b = builder.pointer_to_int(self.twin.value(arguments[k]), i64_type);
                    let moved = builder.offset(shadow, builder.sub(a, b));
                    let null = Value::null(i.ty());
                    let is_null = builder.icmp(IntPredicate::LLVMIntEQ, result, null);
                    Ok(builder.select(is_null, null, moved))
                }
                _ => Ok(self.twin.value(i)),
            },
            Callee::Exception(Exception::Allocate) => Ok(self.thrown_shadow(i, arguments[0])),
            // A second-order shadow: found again by the first-order one.
            Callee::Runtime(RuntimeCall::ThrownShadow) => Ok(self.thrown_shadow(i, arguments[2])),
            Callee::Exception(Exception::BeginCatch | Exception::Pointer)
            | Callee::Runtime(RuntimeCall::CaughtShadow) => Ok(self.caught_shadow(i)),
            Callee::Defined(_) => Err(Failure::internal("the shadow of a call's result was asked before the call")),
            _ => Err(unsupported(i)),
        }
    }

    /// A second allocation of the same size, cleared.
    fn shadow_allocation(&mut self, i: Value, allocate: Allocate) -> Value {
        let copy = self.twin.value(i);
        let builder = self.after(i);
        let usable = self.usable_bytes(&builder, copy, allocate);
        let shadow = builder.clone_with(copy, &[]);
        if let Some(bytes) = usable {
            resize_allocation(shadow, allocate.size, bytes);
        }
        if !allocate.zeroed {
            let bytes = usable.unwrap_or_else(|| self.allocation_bytes(&builder, i, allocate.size));
            builder.zero_memory(shadow, bytes, 1);
        }
        shadow
    }

    /// A block that `realloc` may move is copied as far as the allocator made it, which may be further than was asked
    /// for: its shadow must be as large.
    fn usable_bytes(&self, builder: &Builder, block: Value, allocate: Allocate) -> Option<Value> {
        let module = self.module();
        if !may_reallocate(module) || allocate.heap != zymase_library::Heap::C {
            return None;
        }
        let i64_type = module.integer_type(64);
        let ty = Type::function(i64_type, &[block.ty()], false);
        let size_of_block = module.declare(zymase_prepare::SIZE_OF_BLOCK, ty);
        (size_of_block.function_type() == ty).then(|| builder.call(size_of_block, &[block]))
    }

    fn allocation_bytes(&self, builder: &Builder, i: Value, size: zymase_library::Size) -> Value {
        let i64_type = self.module().integer_type(64);
        let argument = |k: usize| builder.integer_cast(self.twin.value(i.arguments()[k]), i64_type);
        match size {
            zymase_library::Size::Argument(k) => argument(k),
            zymase_library::Size::Product(a, b) => builder.mul(argument(a), argument(b)),
        }
    }

    /// How the arguments of a call take part, seen from this sweep. A number that a routine of linear algebra reads behind
    /// an address is constant where nothing else was ever stored there.
    pub fn roles_of_arguments(&self, call: Value, reverse: bool) -> Vec<Role> {
        let callee = call.called_function();
        let ruled = callee.is_some_and(has_given_derivative);
        let linear = callee.and_then(linear_operation);
        let message = callee.and_then(messages::call_of);
        let is_number = |k: usize| {
            let parameter = linear.and_then(|linear| linear.parameters().get(k).copied());
            parameter.is_some_and(|parameter| parameter.kind == ParameterKind::Real)
        };
        let role = |(k, argument): (usize, Value)| {
            if message.is_some_and(|call| !call.looks_behind(k)) {
                return Role::Constant;
            }
            if is_number(k) && self.activity.holds_only_constants(argument) {
                return Role::Constant;
            }
            // A rule that wants a shadow gets null for null.
            if ruled && argument.ty().is_pointer() && argument.is_null() {
                return Role::Uncertain;
            }
            self.role_of_argument(argument, reverse)
        };
        call.arguments().into_iter().enumerate().map(role).collect()
    }

    /// How an argument of a call takes part, seen from this sweep.
    pub fn role_of_argument(&self, argument: Value, reverse: bool) -> Role {
        if holds_pointer(self.types, argument) {
            return match self.activity.class(argument) {
                PointerClass::Neutral | PointerClass::Constant => Role::Constant,
                PointerClass::Duplicated => Role::Duplicated,
                PointerClass::Maybe => Role::Uncertain,
            };
        }
        match (self.activity.is_varied(argument), reverse) {
            (false, _) => Role::Constant,
            (true, false) => Role::Duplicated,
            (true, true) => Role::Active,
        }
    }

    /// `bytes` where the shadow is one, else 0.
    pub fn bytes_if_shadowed(&self, builder: &Builder, pointer: Value, shadow: Value, bytes: Value) -> Value {
        if self.activity.class(pointer) != PointerClass::Maybe {
            return bytes;
        }
        let differ = formulas::pointers_differ(builder, shadow, self.twin.value(pointer));
        builder.select(differ, bytes, Value::null(bytes.ty()))
    }

    /// The shadow that is freed with a pointer: null where it is the pointer itself, and where an empty vector of Rust has
    /// none. (What formats a text lets it grow, and not its shadow.)
    pub fn shadow_to_free(&self, builder: &Builder, pointer: Value, shadow: Value, heap: Heap) -> Value {
        let mut has_one = None;
        if self.activity.class(pointer) == PointerClass::Maybe {
            has_one = Some(formulas::pointers_differ(builder, shadow, self.twin.value(pointer)));
        }
        if heap == Heap::Rust {
            let i64_type = self.module().integer_type(64);
            let address = builder.pointer_to_int(shadow, i64_type);
            let first = Value::integer(i64_type, formulas::FIRST_ADDRESS as i64);
            let leads_somewhere = builder.icmp(IntPredicate::LLVMIntUGE, address, first);
            has_one = Some(has_one.map_or(leads_somewhere, |differ| builder.and(differ, leads_somewhere)));
        }
        has_one.map_or(shadow, |has_one| builder.select(has_one, shadow, Value::null(shadow.ty())))
    }

    /// A library function stored, through argument `out`, a pointer into what argument `base` points to (`strtod` does):
    /// into the shadow of `out` goes the pointer at the same distance into the shadow of `base`.
    pub fn store_pointer_into(&mut self, i: Value, out: Value, base: Value) -> Result<(), Failure> {
        if !self.activity.class(out).may_have_shadow() {
            return Ok(());
        }
        let (shadow_out, shadow_base) = (self.shadow(out)?, self.shadow(base)?);
        let (primal_out, primal_base) = (self.twin.value(out), self.twin.value(base));
        let (place, pointer) = (primal_out.ty(), primal_base.ty());
        // Where `out` is null nothing was stored: a place of our own is read and written instead.
        let unused = self.after_globals().alloca(pointer, "unused");
        self.after_globals().store(Value::null(pointer), unused);
        let unused = self.after_globals().pointer_cast(unused, place);
        let builder = self.after(i);
        let is_null = |value: Value| builder.icmp(IntPredicate::LLVMIntEQ, value, Value::null(value.ty()));
        let stored = builder.load(pointer, builder.select(is_null(primal_out), unused, primal_out));
        let i64_type = self.module().integer_type(64);
        let integer = |value| builder.pointer_to_int(value, i64_type);
        let moved = builder.offset(shadow_base, builder.sub(integer(stored), integer(primal_base)));
        let differ = formulas::pointers_differ(&builder, shadow_out, primal_out);
        let is_own_shadow = builder.or(is_null(stored), builder.not(differ));
        let shadow = builder.select(is_own_shadow, stored, moved);
        builder.store(shadow, builder.select(is_null(primal_out), unused, shadow_out));
        Ok(())
    }

    /// A library function changed an object of its own, such as a text. Its pointers have no shadows of their own then,
    /// or none that is known: the shadow becomes a copy of the object.
    pub fn copy_object_to_shadow(&mut self, i: Value, object: Value, overwrite: &Overwrite) -> Result<(), Failure> {
        let bytes = match overwrite.extent {
            Extent::Object(bytes) => bytes,
            _ => returned_bytes(i, overwrite) as u64,
        };
        if !self.activity.class(object).may_have_shadow() {
            return Ok(());
        }
        let shadow = self.shadow(object)?;
        let builder = self.after(i);
        let bytes = Value::integer(self.module().integer_type(64), bytes as i64);
        let bytes = self.bytes_if_shadowed(&builder, object, shadow, bytes);
        builder.copy_memory(shadow, self.twin.value(object), bytes, 1);
        Ok(())
    }

    /// Stores a shadow beside its primal. Where an uncertain shadow is the primal itself the primal is stored again.
    pub fn store_shadow(&mut self, store: Value) -> Result<(), Failure> {
        let (value, pointer) = (store.operand(0), store.operand(1));
        let shadow = self.shadow(value)?;
        let shadow_pointer = self.shadow(pointer)?;
        let copy = self.twin.value(store);
        let builder = self.after(store);
        let stored = if self.activity.class(pointer) == PointerClass::Maybe {
            let differ = formulas::pointers_differ(&builder, shadow_pointer, self.twin.value(pointer));
            builder.select(differ, shadow, self.twin.value(value))
        } else {
            shadow
        };
        let done = builder.clone_with(copy, &[stored, shadow_pointer]);
        done.set_alignment(formulas::shadow_alignment(store));
        done.drop_unknown_metadata();
        Ok(())
    }

    /// An atomic sum of numbers: the tangent is added to the tangent.
    pub fn update_shadow(&mut self, update: Value) -> Result<(), Failure> {
        let (pointer, value) = (update.operand(0), update.operand(1));
        if !self.activity.class(pointer).may_have_shadow() || !self.activity.is_varied(value) {
            return Ok(());
        }
        let (shadow, shadow_pointer) = (self.shadow(value)?, self.shadow(pointer)?);
        let copy = self.twin.value(update);
        let builder = self.after(update);
        let amount = if self.activity.class(pointer) == PointerClass::Maybe {
            let differ = formulas::pointers_differ(&builder, shadow_pointer, self.twin.value(pointer));
            builder.select(differ, shadow, Value::null(shadow.ty()))
        } else {
            shadow
        };
        builder.clone_with(copy, &[shadow_pointer, amount]).drop_unknown_metadata();
        Ok(())
    }

    /// The same in reverse mode where the value is a number or a pointer: the adjoint of a number waits in the memory
    /// for the reverse sweep, and only the shadow of a pointer that was there before goes.
    pub fn store_shadow_if_pointer(&mut self, store: Value) -> Result<(), Failure> {
        let (value, pointer) = (store.operand(0), store.operand(1));
        let shadow = self.shadow(value)?;
        let shadow_pointer = self.shadow(pointer)?;
        let builder = self.after(store);
        let bits = self.as_bits(&builder, shadow);
        let old = builder.load(bits.ty(), shadow_pointer);
        old.set_alignment(formulas::shadow_alignment(store));
        let is_stale = formulas::is_pointer_by_bits(&builder, old);
        let rest = builder.select(is_stale, Value::null(old.ty()), old);
        let mut new = builder.select(formulas::is_pointer_by_bits(&builder, bits), bits, rest);
        if self.activity.class(pointer) == PointerClass::Maybe {
            let differ = formulas::pointers_differ(&builder, shadow_pointer, self.twin.value(pointer));
            new = builder.select(differ, new, old);
        }
        builder.store(new, shadow_pointer).set_alignment(formulas::shadow_alignment(store));
        Ok(())
    }

    fn as_bits(&self, builder: &Builder, value: Value) -> Value {
        let i64_type = self.module().integer_type(64);
        if value.ty().is_pointer() { builder.pointer_to_int(value, i64_type) } else { value }
    }
}

/// The global that a constant points into, and how far.
pub fn place_in_global(module: Module, constant: Value) -> Option<(Value, i64)> {
    let global = constant.underlying_object();
    let offset = constant.ty().is_pointer().then(|| constant.offset_in_object(module)).flatten();
    offset.filter(|_| global.is_global_variable()).map(|offset| (global, offset))
}

/// Checks an access to memory whose bytes the launch of a kernel gives, and whose shadow lies behind it.
pub fn check_launched_bytes(sweep: &Sweep, i: Value) {
    let pointer = match i.opcode() {
        Some(Opcode::LLVMLoad) => i.operand(0),
        Some(Opcode::LLVMStore) => i.operand(1),
        _ => return,
    };
    let object = pointer.underlying_object();
    let is_launched = object.is_global_variable()
        && object.ty().address_space() == runtime::SHARED_SPACE
        && sweep.module().allocation_size(object.global_value_type()) == 0;
    if !is_launched || !sweep.activity.class(pointer).may_have_shadow() {
        return;
    }
    let ty = if i.ty().is_void() { i.operand(0).ty() } else { i.ty() };
    let builder = Builder::before(sweep.twin.value(i));
    let place = sweep.twin.value(pointer);
    runtime::check_in_lower_half(&builder, place, object, sweep.module().store_size(ty));
}

/// Asks for another number of bytes in a copy of an allocation.
fn resize_allocation(allocation: Value, size: zymase_library::Size, bytes: Value) {
    match size {
        zymase_library::Size::Argument(k) => allocation.set_operand(k, bytes),
        zymase_library::Size::Product(a, b) => {
            allocation.set_operand(a, Value::integer(bytes.ty(), 1));
            allocation.set_operand(b, bytes);
        }
    }
}
