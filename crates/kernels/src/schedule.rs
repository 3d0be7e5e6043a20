//! Runs the threads of a block: loops over them, from cut to cut.
//!
//! ```text
//! void block(launch, x, y, z, shared, state)        all threads of one block
//! i32  warp(lanes, first, count, resumes)           the threads of a warp up to a barrier of the block; 0 when all have ended
//! i32  step(lanes, cut, thread)                     one thread from a cut to the next
//! void collect(lanes, cut, first, count, set)       what happens at a cut between waiting and going on
//! ```
//!
//! As long as all threads come to the same cut there is a loop for it (`together`). Where they do not (some have ended, or went
//! another way) they go on warp by warp (`warps`), or the run time takes over and runs them one by one. A block of a size that the program
//! names has loops of that size.

use crate::cuts::{Cut, Cuts, Passes, RESULT, RESULTS, Waits};
use crate::fission::Phases;
use crate::lane::{END, Lane, Place};
use crate::together::Together;
use zymase_core::Failure;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Linkage, Module, Type, Value};

/// A kernel that is being given its loops.
pub struct Schedule<'a> {
    pub lane: Lane,
    pub kernel: Function,
    pub cuts: &'a Cuts,
    pub phases: &'a Phases,
    /// Sizes of blocks that get versions of their own.
    pub sizes: &'a [[u64; 3]],
}

/// What all threads of a block know.
pub struct Context {
    /// The parameters of a lane; those that differ from thread to thread are filled in for each.
    pub parameters: Vec<Value>,
    pub lanes: Value,
}

impl Context {
    pub fn get(&self, place: Place) -> Value {
        self.parameters[place as usize]
    }
}

/// Which threads a loop is over.
#[derive(Clone, Copy)]
pub enum Range {
    Block,
    /// Threads of the block that have not ended.
    Living,
    Warp {
        first: Value,
        count: Value,
        is_flat: bool,
    },
}

/// Where threads have come to.
pub struct Arrival {
    /// The cut that all threads are at that have not ended; `APART` where they are at different ones.
    pub at: Value,
    /// Whether any has ended.
    pub ended: Value,
}

/// Marks of `Launch` and `Lanes` in `bodies/launch.h`.
const DYNAMIC: i64 = 24;
const ARGUMENTS: i64 = 32;
const NUMBER: i64 = 8;
const SHARED: i64 = 24;
const STATE: i64 = 32;
const LANES_BYTES: u64 = 40;

impl Schedule<'_> {
    pub fn module(&self) -> Module {
        self.kernel.module()
    }

    pub fn integer(&self, value: i64) -> Value {
        Value::integer(self.module().integer_type(32), value)
    }

    pub fn new_function(&self, name: &str, result: Type, parameters: &[Type]) -> Function {
        let name = format!("{}.{name}", self.kernel.name());
        let function = self.module().add_function(&name, Type::function(result, parameters, false));
        function.set_linkage(Linkage::LLVMInternalLinkage);
        function.copy_target_attributes(self.kernel);
        function
    }

    pub fn has_warps(&self) -> bool {
        self.cuts.cuts.iter().any(|cut| matches!(cut.waits, Waits::Warp | Waits::Any))
    }

    pub fn cut(&self, number: i64) -> Option<&Cut> {
        usize::try_from(number).ok().and_then(|n| n.checked_sub(1)).and_then(|n| self.cuts.cuts.get(n))
    }

    /// Makes the function that runs a block, and those that it calls.
    pub fn write(&self) -> Result<Vec<Function>, Failure> {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        let types = [pointer, integer, integer, integer, pointer, pointer];
        let block = self.new_function("block", module.void_type(), &types);
        let builder = Builder::at_end(block.append_block("entry"));
        let p = block.parameters();
        let mut made = vec![block];
        for size in self.sizes {
            let name = format!("block.{}x{}x{}", size[0], size[1], size[2]);
            let version = self.new_function(&name, module.void_type(), &types);
            self.run(version, Some(*size));
            let same = |k: usize| {
                let given = builder.load(integer, builder.constant_offset(p[0], 12 + 4 * k as i64));
                builder.icmp(IntPredicate::LLVMIntEQ, given, self.integer(size[k] as i64))
            };
            let [this, other] = ["size", "other"].map(|name| block.append_block(name));
            let is_same = builder.and(builder.and(same(0), same(1)), same(2));
            builder.conditional_branch(is_same, this, other);
            builder.position_at_end(this);
            builder.call(version, &p);
            builder.ret(None);
            builder.position_at_end(other);
            made.push(version);
        }
        let any = self.new_function("block.any", module.void_type(), &types);
        self.run(any, None);
        builder.call(any, &p);
        builder.ret(None);
        made.push(any);
        let others = ["warp.flat", "warp", "step", "collect"].map(|name| format!("{}.{name}", self.kernel.name()));
        made.extend(others.iter().filter_map(|name| module.function(name)));
        Ok(made)
    }

    /// Fills the function that runs a block, of a size that is known or not.
    fn run(&self, function: Function, size: Option<[u64; 3]>) {
        let module = self.module();
        let builder = Builder::at_end(function.append_block("entry"));
        let p = function.parameters();
        let lanes = builder.alloca(module.integer_type(64).array(LANES_BYTES / 8), "lanes");
        let context = self.context(&builder, p[0], &p[1..4], [p[4], p[5]], (lanes, size));
        let mut fields = vec![(p[0], 0), (p[4], SHARED), (p[5], STATE)];
        fields.extend((0..3).map(|k| (p[1 + k], NUMBER + 4 * k as i64)));
        for (value, offset) in fields {
            builder.store(value, builder.constant_offset(lanes, offset));
        }
        Together::new(self, &context, &builder).write();
    }

    /// Reads what a thread is told from the launch.
    fn context(
        &self,
        builder: &Builder,
        launch: Value,
        block: &[Value],
        memory: [Value; 2],
        (lanes, size): (Value, Option<[u64; 3]>),
    ) -> Context {
        let module = self.module();
        let (integer, long, pointer) = (module.integer_type(32), module.integer_type(64), module.pointer_type());
        let read = |ty, offset| builder.load(ty, builder.constant_offset(launch, offset));
        let mut parameters: Vec<Value> = (0..6).map(|k| read(integer, 4 * k)).collect();
        for (k, known) in size.into_iter().flatten().enumerate() {
            parameters[Place::Size as usize + k] = self.integer(known as i64);
        }
        parameters.extend(block);
        parameters.extend([self.integer(0); 4]);
        let size = &parameters[Place::Size as usize..][..3];
        let count = builder.mul(builder.mul(size[0], size[1]), size[2]);
        parameters.extend([count, memory[0], memory[1], read(long, DYNAMIC), self.integer(0)]);
        let arguments = read(pointer, ARGUMENTS);
        for (index, parameter) in self.kernel.parameters().into_iter().enumerate() {
            let place = builder.load(pointer, builder.constant_offset(arguments, 8 * index as i64));
            let is_struct = self.kernel.parameter_type_attribute(index, "byval").is_some();
            parameters.push(if is_struct { place } else { builder.load(parameter.ty(), place) });
        }
        Context { parameters, lanes }
    }

    /// The same, from what the run time hands back.
    pub fn context_of_lanes(&self, builder: &Builder, lanes: Value) -> Context {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        let read = |ty, offset| builder.load(ty, builder.constant_offset(lanes, offset));
        let block: Vec<Value> = (0..3).map(|k| read(integer, NUMBER + 4 * k)).collect();
        self.context(builder, read(pointer, 0), &block, [read(pointer, SHARED), read(pointer, STATE)], (lanes, None))
    }

    /// A lane whose parameters are those of a context.
    pub fn array(&self, builder: &Builder, context: &Context, offset: u64) -> Value {
        let long = self.module().integer_type(64);
        let count = builder.zext(context.get(Place::Count), long);
        builder.offset(context.get(Place::State), builder.mul(count, Value::integer(long, offset as i64)))
    }

    /// Writes a loop for a phase. Returns where the threads that have not ended have come to, if that is not known beforehand.
    pub fn run_phase(
        &self,
        builder: &Builder,
        context: &Context,
        (function, more): (Function, &[Value]),
        next: &[i64],
        range: Range,
    ) -> Option<Arrival> {
        let module = self.module();
        let integer = module.integer_type(32);
        let several = next.len() > 1;
        let is_of_block = |next: &i64| self.cut(*next).is_some_and(|cut| cut.waits == Waits::Block);
        let notes = match range {
            Range::Block => several,
            Range::Living => true,
            Range::Warp { .. } => several || next.iter().any(is_of_block) || next == [END],
        };
        let entry = builder.block().function().entry();
        let first = Builder::before(entry.first_non_phi().expect("an instruction"));
        let [all, some, ended] = ["all", "some", "ended"].map(|name| first.alloca(integer, name));
        for (slot, start) in [(all, -1), (some, 0), (ended, 0)] {
            builder.store(self.integer(start), slot);
        }
        let group = function.group_accesses();
        self.over_threads(builder, context, range, group, |parameters, number| {
            let place = builder.gep(integer, context.get(Place::State), &[number]);
            let behind = matches!(range, Range::Living).then(|| self.skip_ended(builder, place, group));
            let parameters: Vec<Value> = parameters.iter().chain(more).copied().collect();
            let came = builder.call(function, &parameters);
            if notes {
                builder.store(came, place).set_access_group(group);
            }
            if several {
                let is_end = builder.icmp(IntPredicate::LLVMIntEQ, came, self.integer(END));
                let living = builder.select(is_end, self.integer(0), came);
                builder.store(builder.and(builder.load(integer, all), came), all);
                builder.store(builder.or(builder.load(integer, some), living), some);
                builder.store(builder.or(builder.load(integer, ended), builder.zext(is_end, integer)), ended);
            }
            if let Some(behind) = behind {
                builder.branch(behind);
                builder.position_at_end(behind);
            }
            came
        });
        several.then(|| self.arrival(builder, [all, some, ended].map(|slot| builder.load(integer, slot))))
    }

    /// Goes to the next thread if this one has ended; returns where that is.
    fn skip_ended(&self, builder: &Builder, place: Value, group: Value) -> Block {
        let function = builder.block().function();
        let [living, behind] = ["living", "behind"].map(|name| function.append_block(name));
        let at = builder.load(self.module().integer_type(32), place);
        at.set_access_group(group);
        let lives = builder.icmp(IntPredicate::LLVMIntNE, at, self.integer(END));
        builder.conditional_branch(lives, living, behind);
        builder.position_at_end(living);
        behind
    }

    /// What follows from the places of all threads: the bits that all and some of them have, and whether any has ended.
    fn arrival(&self, builder: &Builder, [all, some, ended]: [Value; 3]) -> Arrival {
        let is = |a, b| builder.icmp(IntPredicate::LLVMIntEQ, a, b);
        let together = builder.select(is(all, some), all, self.integer(APART));
        let at = builder.select(is(some, self.integer(0)), self.integer(END), together);
        Arrival { at, ended: builder.icmp(IntPredicate::LLVMIntNE, ended, self.integer(0)) }
    }

    /// Writes loops over threads around a call.
    fn over_threads(
        &self,
        builder: &Builder,
        context: &Context,
        range: Range,
        group: Value,
        body: impl Fn(&[Value], Value) -> Value,
    ) {
        let module = self.module();
        let (integer, long) = (module.integer_type(32), module.integer_type(64));
        let function = builder.block().function();
        let first = Builder::before(function.entry().first_non_phi().expect("an instruction"));
        let counters: Vec<Value> = (0..4).map(|_| first.alloca(integer, "counter")).collect();
        let dimensions = if matches!(range, Range::Warp { .. }) { 1 } else { 3 };
        counters.iter().for_each(|counter| {
            builder.store(self.integer(0), *counter);
        });
        let loops: Vec<Block> = (0..dimensions).map(|_| function.append_block("threads")).collect();
        for (dimension, block) in loops.iter().enumerate().rev() {
            builder.store(self.integer(0), counters[dimension]);
            builder.branch(*block);
            builder.position_at_end(*block);
        }
        let mut parameters = context.parameters.clone();
        let place = Place::Thread as usize;
        let number = match range {
            Range::Block | Range::Living => {
                (0..3).for_each(|k| parameters[place + k] = builder.load(integer, counters[k]));
                builder.load(integer, counters[3])
            }
            Range::Warp { first, is_flat, .. } => {
                let number = builder.add(first, builder.load(integer, counters[0]));
                let found = self.coordinates(builder, context, number, is_flat);
                found.into_iter().enumerate().for_each(|(k, coordinate)| parameters[place + k] = coordinate);
                number
            }
        };
        parameters[Place::Number as usize] = number;
        let call = body(&parameters, builder.zext(number, long));
        builder.store(builder.add(number, self.integer(1)), counters[3]);
        for (dimension, block) in loops.iter().enumerate() {
            let next = builder.add(builder.load(integer, counters[dimension]), self.integer(1));
            builder.store(next, counters[dimension]);
            let limit = match range {
                Range::Block | Range::Living => context.parameters[Place::Size as usize + dimension],
                Range::Warp { count, .. } => count,
            };
            let after = function.append_block("after");
            let more = builder.icmp(IntPredicate::LLVMIntULT, next, limit);
            builder.conditional_branch(more, *block, after).mark_lanes(group);
            builder.position_at_end(after);
        }
        call.inline_call();
    }

    /// Where a thread of a number is in its block.
    pub fn coordinates(&self, builder: &Builder, context: &Context, number: Value, is_flat: bool) -> [Value; 3] {
        if is_flat {
            return [number, self.integer(0), self.integer(0)];
        }
        let size = |k| context.parameters[Place::Size as usize + k];
        let row = builder.udiv(number, size(0));
        [builder.urem(number, size(0)), builder.urem(row, size(1)), builder.udiv(row, size(1))]
    }

    /// What happens at a cut between waiting and going on. `warp`: its first thread, how many it has, and which of them.
    pub fn pass(&self, builder: &Builder, context: &Context, cut: &Cut, number: i64, warp: Option<[Value; 3]>) {
        let module = self.module();
        let (void, long) = (module.void_type(), module.integer_type(64));
        let bytes = |count: Value, size: u64| builder.mul(builder.zext(count, long), Value::integer(long, size as i64));
        match (cut.passes, warp) {
            (Passes::Nothing, _) => {}
            (Passes::Votes { said, result }, None) => {
                let (at, count) = (context.get(Place::State), context.get(Place::Count));
                let (result, said) = self.vote(builder, context, said, result);
                self.call_run_time(builder, "votes_of_block", void, &[result, said, at, count, self.integer(number)]);
            }
            (Passes::Votes { said, result }, Some([first, count, set])) => {
                let (result, said) = self.vote(builder, context, said, result);
                let result = builder.offset(result, bytes(builder.lshr(first, self.integer(5)), RESULT));
                let said = builder.offset(said, bytes(first, 4));
                self.call_run_time(builder, "votes_of_warp", void, &[result, said, count, set]);
            }
            (Passes::Copies { from, to, size }, Some([first, count, _])) => {
                let [from, to] =
                    [from, to].map(|place| builder.offset(self.array(builder, context, place), bytes(first, size)));
                builder.copy_memory(to, from, bytes(count, size), 1);
            }
            (Passes::Copies { .. }, None) => unreachable!("only warps exchange"),
        }
    }

    /// The same where all threads of the block have come to the cut, or those that have not ended.
    pub fn pass_together(&self, builder: &Builder, context: &Context, (cut, number): (&Cut, i64), is_living: bool) {
        let module = self.module();
        let (void, long) = (module.void_type(), module.integer_type(64));
        let count = context.get(Place::Count);
        match cut.passes {
            Passes::Nothing => {}
            Passes::Votes { said, result } => {
                let (result, said) = self.vote(builder, context, said, result);
                let (is_block, at) = (cut.waits == Waits::Block, context.get(Place::State));
                if is_living {
                    let who = if is_block { "votes_of_block" } else { "votes_of_living" };
                    self.call_run_time(builder, who, void, &[result, said, at, count, self.integer(number)]);
                    return;
                }
                let who = if is_block { "votes_of_all" } else { "votes_of_warps" };
                self.call_run_time(builder, who, void, &[result, said, count]);
            }
            Passes::Copies { from, to, size } => {
                let [from, to] = [from, to].map(|place| self.array(builder, context, place));
                let bytes = builder.mul(builder.zext(count, long), Value::integer(long, size as i64));
                builder.copy_memory(to, from, bytes, 1);
            }
        }
    }

    /// Where the result of a vote is, and what was said.
    fn vote(&self, builder: &Builder, context: &Context, said: u64, result: u64) -> (Value, Value) {
        let end = self.array(builder, context, self.phases.bytes);
        (builder.constant_offset(end, (result * RESULTS) as i64), self.array(builder, context, said))
    }

    /// For each cut, who is waited for.
    pub fn kinds(&self) -> Value {
        let byte = self.module().integer_type(8);
        let kind = |cut: &Cut| match cut.waits {
            Waits::Block => 0,
            Waits::Warp => 1,
            Waits::Any => 2,
            Waits::Nobody => 3,
        };
        let kinds = std::iter::once(0).chain(self.cuts.cuts.iter().map(kind)).map(|kind| Value::integer(byte, kind));
        self.module().private_constant("zymase.kinds", Value::constant_array(byte, &kinds.collect::<Vec<_>>()))
    }

    /// One thread from a cut to the next.
    pub fn step(&self) -> Function {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        if let Some(known) = module.function(&format!("{}.step", self.kernel.name())) {
            return known;
        }
        let function = self.new_function("step", integer, &[pointer, integer, integer]);
        let builder = Builder::at_end(function.append_block("entry"));
        let mut context = self.context_of_lanes(&builder, function.parameter(0));
        let number = function.parameter(2);
        let coordinates = self.coordinates(&builder, &context, number, false);
        for (k, coordinate) in coordinates.into_iter().enumerate() {
            context.parameters[Place::Thread as usize + k] = coordinate;
        }
        context.parameters[Place::Number as usize] = number;
        context.parameters[Place::From as usize] = function.parameter(1);
        builder.ret(Some(builder.call(self.lane.function, &context.parameters)));
        function
    }

    /// What happens at any cut, for the run time.
    pub fn collect(&self) -> Function {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        if let Some(known) = module.function(&format!("{}.collect", self.kernel.name())) {
            return known;
        }
        let function = self.new_function("collect", module.void_type(), &[pointer, integer, integer, integer, integer]);
        let builder = Builder::at_end(function.append_block("entry"));
        let context = self.context_of_lanes(&builder, function.parameter(0));
        let end = function.append_block("end");
        let blocks: Vec<Block> = self.cuts.cuts.iter().map(|_| function.append_block("cut")).collect();
        let cases: Vec<(i64, Block)> = blocks.iter().enumerate().map(|(n, block)| (n as i64 + 1, *block)).collect();
        builder.switch(function.parameter(1), end, &cases);
        for (number, block) in cases {
            builder.position_at_end(block);
            let warp = [2, 3, 4].map(|k| function.parameter(k));
            let cut = self.cut(number).expect("a cut of this number");
            self.pass(&builder, &context, cut, number, matches!(cut.waits, Waits::Warp | Waits::Any).then_some(warp));
            builder.branch(end);
        }
        builder.position_at_end(end);
        builder.ret(None);
        function
    }

    pub fn call_run_time(&self, builder: &Builder, name: &str, result: Type, arguments: &[Value]) -> Value {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
        let function = self.module().declare(&format!("__zymase_cuda_{name}"), Type::function(result, &types, false));
        builder.call(function, arguments)
    }
}

/// Where threads came to that are not all at the same cut.
const APART: i64 = -2;
