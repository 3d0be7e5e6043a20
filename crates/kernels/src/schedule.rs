//! Runs the threads of a block: loops over them, from cut to cut.
//!
//! ```text
//! void block(launch, x, y, z, shared, state)        all threads of one block
//! i32  warp(lanes, first, count)                    the threads of a warp up to a barrier of the block; 0 when all have ended
//! i32  step(lanes, cut, thread)                     one thread from a cut to the next
//! void collect(lanes, cut, first, count, set)       what happens at a cut between waiting and going on
//! ```
//!
//! As long as all threads come to the same cut there is a loop for it. Where they do not (some have ended, or went another way)
//! the run time takes over and runs them one by one.

use crate::cuts::{Cut, Cuts, Passes, RESULT, Waits};
use crate::fission::{Phase, Phases};
use crate::lane::{END, Lane, Place, WARP};
use zymase_core::Failure;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Linkage, Module, Type, Value};

/// A kernel that is being given its loops.
pub struct Schedule<'a> {
    pub lane: Lane,
    pub kernel: Function,
    pub cuts: &'a Cuts,
    pub phases: &'a Phases,
}

/// What all threads of a block know.
struct Context {
    /// The parameters of a lane; those that differ from thread to thread are filled in for each.
    parameters: Vec<Value>,
    lanes: Value,
}

impl Context {
    fn get(&self, place: Place) -> Value {
        self.parameters[place as usize]
    }
}

/// Which threads a loop is over.
#[derive(Clone, Copy)]
enum Range {
    Block,
    Warp { first: Value, count: Value, is_flat: bool },
}

/// Marks of `Launch` and `Lanes` in `bodies/launch.h`.
const DYNAMIC: i64 = 24;
const ARGUMENTS: i64 = 32;
const NUMBER: i64 = 8;
const SHARED: i64 = 24;
const STATE: i64 = 32;
const LANES_BYTES: u64 = 40;

impl Schedule<'_> {
    fn module(&self) -> Module {
        self.kernel.module()
    }

    fn integer(&self, value: i64) -> Value {
        Value::integer(self.module().integer_type(32), value)
    }

    fn new_function(&self, name: &str, result: Type, parameters: &[Type]) -> Function {
        let name = format!("{}.{name}", self.kernel.name());
        let function = self.module().add_function(&name, Type::function(result, parameters, false));
        function.set_linkage(Linkage::LLVMInternalLinkage);
        function.copy_target_attributes(self.kernel);
        function
    }

    fn has_warps(&self) -> bool {
        self.cuts.cuts.iter().any(|cut| cut.waits != Waits::Block)
    }

    fn cut(&self, number: i64) -> Option<&Cut> {
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
        let lanes = builder.alloca(module.integer_type(64).array(LANES_BYTES / 8), "lanes");
        let mut fields = vec![(p[0], 0), (p[4], SHARED), (p[5], STATE)];
        fields.extend((0..3).map(|k| (p[1 + k], NUMBER + 4 * k as i64)));
        if !self.cuts.cuts.is_empty() {
            for (value, offset) in fields {
                builder.store(value, builder.constant_offset(lanes, offset));
            }
        }
        let context = self.context(&builder, p[0], &p[1..4], [p[4], p[5]], lanes);
        match self.has_warps() {
            false => self.run_block(&builder, &context),
            true => self.run_warps(&builder, &context)?,
        }
        let others = ["warp.flat", "warp", "step", "collect"].map(|name| format!("{}.{name}", self.kernel.name()));
        Ok(std::iter::once(block).chain(others.iter().filter_map(|name| module.function(name))).collect())
    }

    /// Reads what a thread is told from the launch.
    fn context(&self, builder: &Builder, launch: Value, block: &[Value], memory: [Value; 2], lanes: Value) -> Context {
        let module = self.module();
        let (integer, long, pointer) = (module.integer_type(32), module.integer_type(64), module.pointer_type());
        let read = |ty, offset| builder.load(ty, builder.constant_offset(launch, offset));
        let mut parameters: Vec<Value> = (0..6).map(|k| read(integer, 4 * k)).collect();
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
    fn context_of_lanes(&self, builder: &Builder, lanes: Value) -> Context {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        let read = |ty, offset| builder.load(ty, builder.constant_offset(lanes, offset));
        let block: Vec<Value> = (0..3).map(|k| read(integer, NUMBER + 4 * k)).collect();
        self.context(builder, read(pointer, 0), &block, [read(pointer, SHARED), read(pointer, STATE)], lanes)
    }

    /// A lane whose parameters are those of a context.
    fn array(&self, builder: &Builder, context: &Context, offset: u64) -> Value {
        let long = self.module().integer_type(64);
        let count = builder.zext(context.get(Place::Count), long);
        builder.offset(context.get(Place::State), builder.mul(count, Value::integer(long, offset as i64)))
    }

    /// Loops over all threads of a block, without warps.
    fn run_block(&self, builder: &Builder, context: &Context) {
        let function = builder.block().function();
        let end = function.append_block("end");
        let blocks: Vec<Block> = self.phases.phases.iter().map(|_| function.append_block("phase")).collect();
        builder.branch(blocks[0]);
        let mut apart = None;
        for (number, phase) in self.phases.phases.iter().enumerate() {
            builder.position_at_end(blocks[number]);
            if let Some(cut) = self.cut(number as i64) {
                self.pass(builder, context, cut, number as i64, None);
            }
            let to = |next: i64| if next == END { end } else { blocks[next as usize] };
            let came = self.run_phase(builder, context, phase, Range::Block);
            match (&phase.next[..], came) {
                ([next], _) => {
                    builder.branch(to(*next));
                }
                (several, Some(came)) => {
                    let apart = *apart.get_or_insert_with(|| function.append_block("apart"));
                    let cases: Vec<(i64, Block)> = several.iter().map(|next| (*next, to(*next))).collect();
                    builder.switch(came, apart, &cases);
                }
                (_, None) => {
                    builder.unreachable();
                }
            }
        }
        if let Some(apart) = apart {
            builder.position_at_end(apart);
            let cuts = self.integer(self.cuts.cuts.len() as i64);
            let arguments =
                [context.lanes, self.step().value(), self.collect().value(), context.get(Place::Count), cuts];
            self.call_run_time(builder, "crawl", self.module().void_type(), &arguments);
            builder.branch(end);
        }
        builder.position_at_end(end);
        builder.ret(None);
    }

    /// Writes a loop for a phase. Returns where all threads have come to if that is not known beforehand; `APART` where they came to
    /// different places.
    fn run_phase(&self, builder: &Builder, context: &Context, phase: &Phase, range: Range) -> Option<Value> {
        let module = self.module();
        let integer = module.integer_type(32);
        let several = phase.next.len() > 1;
        let ends_at_vote = |next: &i64| {
            let is_vote = |cut: &Cut| matches!(cut.passes, Passes::Votes { .. });
            self.cut(*next)
                .is_some_and(|cut| cut.waits == Waits::Block && (is_vote(cut) || matches!(range, Range::Warp { .. })))
        };
        let notes = several
            || phase.next.iter().any(ends_at_vote)
            || (matches!(range, Range::Warp { .. }) && phase.next == [END]);
        let entry = builder.block().function().entry();
        let first = Builder::before(entry.first_non_phi().expect("an instruction"));
        let [all, some] = ["all", "some"].map(|name| first.alloca(integer, name));
        builder.store(self.integer(-1), all);
        builder.store(self.integer(0), some);
        let group = phase.function.group_accesses();
        self.over_threads(builder, context, range, group, |parameters, number| {
            let came = builder.call(phase.function, parameters);
            if notes {
                let place = builder.gep(integer, context.get(Place::State), &[number]);
                builder.store(came, place).set_access_group(group);
            }
            if several {
                builder.store(builder.and(builder.load(integer, all), came), all);
                builder.store(builder.or(builder.load(integer, some), came), some);
            }
            came
        });
        several.then(|| {
            let (all, some) = (builder.load(integer, all), builder.load(integer, some));
            let same = builder.icmp(IntPredicate::LLVMIntEQ, all, some);
            builder.select(same, all, self.integer(APART))
        })
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
        let dimensions = if matches!(range, Range::Block) { 3 } else { 1 };
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
            Range::Block => {
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
                Range::Block => context.parameters[Place::Size as usize + dimension],
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
    fn coordinates(&self, builder: &Builder, context: &Context, number: Value, is_flat: bool) -> [Value; 3] {
        if is_flat {
            return [number, self.integer(0), self.integer(0)];
        }
        let size = |k| context.parameters[Place::Size as usize + k];
        let row = builder.udiv(number, size(0));
        [builder.urem(number, size(0)), builder.urem(row, size(1)), builder.udiv(row, size(1))]
    }

    /// What happens at a cut between waiting and going on. `warp`: its first thread, how many it has, and which of them.
    fn pass(&self, builder: &Builder, context: &Context, cut: &Cut, number: i64, warp: Option<[Value; 3]>) {
        let module = self.module();
        let (void, long) = (module.void_type(), module.integer_type(64));
        let bytes = |count: Value, size: u64| builder.mul(builder.zext(count, long), Value::integer(long, size as i64));
        match (cut.passes, warp) {
            (Passes::Nothing, _) => {}
            (Passes::Votes { said, result }, _) => {
                let end = self.array(builder, context, self.phases.bytes);
                let result = builder.constant_offset(end, (result * RESULT) as i64);
                let said = self.array(builder, context, said);
                match (cut.waits, warp) {
                    (Waits::Block, _) | (_, None) => {
                        let (at, count) = (context.get(Place::State), context.get(Place::Count));
                        self.call_run_time(
                            builder,
                            "votes_of_block",
                            void,
                            &[result, said, at, count, self.integer(number)],
                        );
                    }
                    (_, Some([first, count, set])) => {
                        let said = builder.offset(said, bytes(first, 4));
                        self.call_run_time(builder, "votes_of_warp", void, &[result, said, count, set]);
                    }
                }
            }
            (Passes::Copies { from, to, size }, Some([first, count, _])) => {
                let [from, to] =
                    [from, to].map(|place| builder.offset(self.array(builder, context, place), bytes(first, size)));
                builder.copy_memory(to, from, bytes(count, size), 1);
            }
            (Passes::Copies { .. }, None) => unreachable!("only warps exchange"),
        }
    }

    /// Runs warp after warp, from one barrier of the block to the next.
    fn run_warps(&self, builder: &Builder, context: &Context) -> Result<(), Failure> {
        let module = self.module();
        let (integer, long) = (module.integer_type(32), module.integer_type(64));
        let function = builder.block().function();
        let warps = [true, false].map(|is_flat| self.warp(is_flat));
        let [round, warp, next, end] = ["round", "warp", "next", "end"].map(|name| function.append_block(name));
        let [at, alive] = ["at", "alive"].map(|name| builder.alloca(integer, name));
        let count = context.get(Place::Count);
        let bytes = builder.mul(builder.zext(count, long), Value::integer(long, 4));
        builder.zero_memory(context.get(Place::State), bytes, 4);
        let size = |k| context.parameters[Place::Size as usize + k];
        let is_flat = builder.icmp(IntPredicate::LLVMIntEQ, builder.mul(size(1), size(2)), self.integer(1));
        builder.branch(round);
        builder.position_at_end(round);
        builder.store(self.integer(0), at);
        builder.store(self.integer(0), alive);
        builder.branch(warp);
        builder.position_at_end(warp);
        let first = builder.load(integer, at);
        let left = builder.sub(count, first);
        let full = self.integer(WARP);
        let here = builder.select(builder.icmp(IntPredicate::LLVMIntULT, left, full), left, full);
        let [flat, deep, done] = ["flat", "deep", "done"].map(|name| function.append_block(name));
        builder.conditional_branch(is_flat, flat, deep);
        let results = [(flat, warps[0]), (deep, warps[1])].map(|(block, run)| {
            builder.position_at_end(block);
            let result = builder.call(run, &[context.lanes, first, here]);
            builder.branch(done);
            result
        });
        builder.position_at_end(done);
        let goes_on = builder.phi(integer, "alive");
        goes_on.add_incoming(results[0], flat);
        goes_on.add_incoming(results[1], deep);
        builder.store(builder.or(builder.load(integer, alive), goes_on), alive);
        let following = builder.add(first, full);
        builder.store(following, at);
        builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntULT, following, count), warp, next);
        builder.position_at_end(next);
        for (index, cut) in self.cuts.cuts.iter().enumerate().filter(|(_, cut)| cut.waits == Waits::Block) {
            self.pass(builder, context, cut, index as i64 + 1, None);
        }
        let none = builder.icmp(IntPredicate::LLVMIntEQ, builder.load(integer, alive), self.integer(0));
        builder.conditional_branch(none, end, round);
        builder.position_at_end(end);
        builder.ret(None);
        Ok(())
    }

    /// The function that runs a warp to a barrier of the block.
    fn warp(&self, is_flat: bool) -> Function {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        let name = if is_flat { "warp.flat" } else { "warp" };
        let function = self.new_function(name, integer, &[pointer, integer, integer]);
        let builder = Builder::at_end(function.append_block("entry"));
        let [lanes, first, count] = [0, 1, 2].map(|k| function.parameter(k));
        let context = self.context_of_lanes(&builder, lanes);
        let at = builder.gep(integer, context.get(Place::State), &[builder.zext(first, module.integer_type(64))]);
        let came = self.call_run_time(&builder, "common", integer, &[at, count]);
        let range = Range::Warp { first, count, is_flat };
        let crawl = function.append_block("apart");
        let ended = function.append_block("ended");
        let waits = function.append_block("waits");
        let released = builder.alloca(integer, "released");
        builder.store(self.integer(0), released);
        let blocks: Vec<Block> = self.phases.phases.iter().map(|_| function.append_block("phase")).collect();
        let starts = blocks
            .iter()
            .enumerate()
            .filter(|(number, _)| self.cut(*number as i64).is_none_or(|cut| cut.waits == Waits::Block));
        let mut cases: Vec<(i64, Block)> = starts.map(|(number, block)| (number as i64, *block)).collect();
        cases.push((END, ended));
        builder.switch(came, crawl, &cases);
        for (number, phase) in self.phases.phases.iter().enumerate() {
            builder.position_at_end(blocks[number]);
            if let Some(cut) = self.cut(number as i64).filter(|cut| cut.waits != Waits::Block) {
                let set = self.call_run_time(&builder, "set_of", integer, &[count]);
                self.pass(&builder, &context, cut, number as i64, Some([first, count, set]));
            }
            let to = |next: i64| match self.cut(next) {
                _ if next == END => ended,
                Some(cut) if cut.waits == Waits::Block => waits,
                _ => blocks[next as usize],
            };
            let came = self.run_phase(&builder, &context, phase, range);
            builder.store(self.integer(1), released);
            match came {
                None => builder.branch(phase.next.first().map_or(ended, |next| to(*next))),
                Some(came) => {
                    let cases: Vec<(i64, Block)> = phase.next.iter().map(|next| (*next, to(*next))).collect();
                    builder.switch(came, crawl, &cases)
                }
            };
        }
        builder.position_at_end(crawl);
        let kinds = self.kinds();
        let threads = context.get(Place::Count);
        let released = builder.load(integer, released);
        let arguments = [lanes, self.step().value(), self.collect().value(), kinds, first, count, threads, released];
        let alive = self.call_run_time(&builder, "crawl_warp", integer, &arguments);
        builder.ret(Some(alive));
        for (block, result) in [(ended, 0), (waits, 1)] {
            builder.position_at_end(block);
            builder.ret(Some(self.integer(result)));
        }
        function
    }

    /// For each cut, who is waited for.
    fn kinds(&self) -> Value {
        let byte = self.module().integer_type(8);
        let kind = |cut: &Cut| match cut.waits {
            Waits::Block => 0,
            Waits::Warp => 1,
            Waits::Any => 2,
        };
        let kinds = std::iter::once(0).chain(self.cuts.cuts.iter().map(kind)).map(|kind| Value::integer(byte, kind));
        self.module().private_constant("zymase.kinds", Value::constant_array(byte, &kinds.collect::<Vec<_>>()))
    }

    /// One thread from a cut to the next.
    fn step(&self) -> Function {
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
    fn collect(&self) -> Function {
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
            self.pass(&builder, &context, cut, number, (cut.waits != Waits::Block).then_some(warp));
            builder.branch(end);
        }
        builder.position_at_end(end);
        builder.ret(None);
        function
    }

    fn call_run_time(&self, builder: &Builder, name: &str, result: Type, arguments: &[Value]) -> Value {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
        let function = self.module().declare(&format!("__zymase_cuda_{name}"), Type::function(result, &types, false));
        builder.call(function, arguments)
    }
}

/// Where threads came to that are not all at the same cut.
const APART: i64 = -2;
