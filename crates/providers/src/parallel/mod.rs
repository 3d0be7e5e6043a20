//! Derivatives of loops whose iterations may run at the same time: loops of that kind again (`prepare::parallel`).
//!
//! Every iteration has a *frame*: a context of its own, since contexts are no affair of several threads, its tape, and its adjoints of
//! what is passed by value. Frames live in the caller's context; what iterations keep is given back with it.
//!
//! - `apart`: reads whose adjoints need no atomic additions.

mod apart;

use crate::provider::DerivativeProvider;
use zymase_analysis::marks;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Options, Signature, SplitUse, pack};
use zymase_core::{Failure, passed, runtime};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, IntPredicate, Module, Type, Value};
use zymase_prepare::parallel;

/// Gives the derivatives of parallel loops.
pub struct ParallelLoops;

/// Frames of different iterations lie in different lines of caches.
const LINE: u64 = 128;
/// The parameters with the number of iterations, and that of this one.
const COUNT: usize = 0;
const NUMBER: usize = 1;

impl DerivativeProvider for ParallelLoops {
    fn gives(&self, key: &Key) -> bool {
        marks::is_parallel_loop(key.original)
    }

    fn depends_on_unchanged(&self) -> bool {
        true
    }

    fn may_run_at_once(&self) -> bool {
        true
    }

    fn forward(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let member = derivative_of_member(driver, key, parallel::member_of(key.original), context)?;
        let spread = spread(signature, &[], |builder, iteration| {
            let module = builder.module();
            let inner = runtime::context_on_stack(builder, 0, "context");
            builder.call_across_spaces(runtime::begin(module), &[inner]);
            let mut arguments = iteration.parameters();
            arguments.push(inner);
            builder.call(member.function, &arguments);
            builder.call_across_spaces(runtime::end(module), &[inner]);
        });
        let builder = Builder::at_end(signature.function.append_block("entry"));
        builder.call(spread, &shared_arguments(signature));
        builder.ret(Some(pack(&builder, signature::result_type(builder.module(), key), &[])));
        Ok(())
    }

    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let half = |kind| Key { kind, ..key.clone() };
        let first = half(DerivativeKind::Augmented(SplitUse::Callee));
        let second = half(DerivativeKind::Reverse(SplitUse::Callee));
        let frame = Frame::new(driver.session().module, &second);
        let apart = apart::version(driver, &second, context);
        let member = parallel::member_of(key.original);
        let members: Vec<Function> = [member].into_iter().chain(apart.as_ref().map(|apart| apart.member)).collect();
        let mut of = |key: &Key| -> Result<Vec<Signature>, Failure> {
            members.iter().map(|member| derivative_of_member(driver, key, *member, context)).collect()
        };
        let (firsts, seconds) = (of(&first)?, of(&second)?);
        let test = apart.map(|apart| apart.test);
        write_augmented(&first, augmented, &firsts, test, &frame);
        write_reverse(&second, reversed, &seconds, &frame);
        Ok(())
    }
}

/// What an iteration has of its own.
struct Frame {
    /// Types and places of the adjoints.
    adjoints: Vec<(Type, u64)>,
    bytes: u64,
}

/// Where the tape is in a frame: behind the context.
const TAPE: u64 = runtime::CONTEXT_BYTES;
const ADJOINTS: u64 = TAPE + 16;
/// Bytes behind the frames, for what is noted there.
const NOTE_BYTES: i64 = 16;

impl Frame {
    fn new(module: Module, reverse: &Key) -> Frame {
        let result = signature::result_type(module, reverse);
        let mut at = ADJOINTS;
        let mut adjoints = Vec::new();
        for k in 0..result.element_count() as u32 {
            let ty = result.field(k);
            at = at.next_multiple_of(u64::from(module.alignment(ty)));
            adjoints.push((ty, at));
            at += module.store_size(ty);
        }
        Frame { adjoints, bytes: at.next_multiple_of(LINE) }
    }

    /// Bytes of all frames.
    fn end(&self, builder: &Builder, count: Value) -> Value {
        let long = builder.module().integer_type(64);
        builder.mul(builder.sext(count, long), Value::integer(long, self.bytes as i64))
    }

    /// The sums of the adjoints of all iterations.
    fn sums(&self, builder: &Builder, frames: Value, count: Value) -> Vec<Value> {
        let places: Vec<Value> = self.adjoints.iter().map(|(ty, _)| builder.alloca(*ty, "sum")).collect();
        for (place, (ty, _)) in places.iter().zip(&self.adjoints) {
            builder.store(Value::null(*ty), *place);
        }
        for_each(builder, count, |builder, number| {
            let own = self.of(builder, frames, number);
            for (place, (ty, at)) in places.iter().zip(&self.adjoints) {
                let part = builder.load(*ty, builder.constant_offset(own, *at as i64));
                builder.store(builder.fadd(builder.load(*ty, *place), part), *place);
            }
        });
        places.iter().zip(&self.adjoints).map(|(place, (ty, _))| builder.load(*ty, *place)).collect()
    }

    fn of(&self, builder: &Builder, frames: Value, number: Value) -> Value {
        let long = builder.module().integer_type(64);
        builder.offset(frames, builder.mul(builder.sext(number, long), Value::integer(long, self.bytes as i64)))
    }
}

/// The first half: frames for all iterations, which are the tape, and the first half of every iteration. Which version is run is
/// noted behind the frames.
fn write_augmented(key: &Key, signature: &Signature, members: &[Signature], test: Option<Function>, frame: &Frame) {
    let module = signature.function.module();
    let (pointer, long) = (memory_pointer(module), module.integer_type(64));
    let loops: Vec<Function> = members
        .iter()
        .map(|member| {
            spread(signature, &[pointer], |builder, iteration| {
                let mut arguments = iteration.parameters();
                let frames = arguments.pop().expect("the frames come last");
                let own = frame.of(builder, frames, iteration.parameter(NUMBER));
                builder.call_across_spaces(runtime::begin(module), &[own]);
                arguments.push(own);
                let result = builder.call(member.function, &arguments);
                builder.store(builder.extract_value(result, 0), builder.constant_offset(own, TAPE as i64));
            })
        })
        .collect();
    let function = signature.function;
    let builder = Builder::at_end(function.append_block("entry"));
    let context = function.parameter(signature.context.expect("halves have a context"));
    let count = signature.primal(COUNT);
    let bytes = builder.add(frame.end(&builder, count), Value::integer(long, NOTE_BYTES));
    let frames = builder.call_across_spaces(runtime::allocate(module), &[context, bytes]);
    let mut arguments = shared_arguments(signature);
    let which = test.map(|test| {
        let which = builder.call(test, &arguments);
        builder.store(which, builder.offset(frames, frame.end(&builder, count)));
        which
    });
    arguments.push(frames);
    call_either(&builder, which, &loops, &arguments);
    for_each(&builder, count, |builder, number| {
        let own = frame.of(builder, frames, number);
        let end = runtime::end(module).value();
        builder.call_across_spaces(runtime::defer_free(module), &[context, end, own]);
    });
    builder.ret(Some(pack(&builder, signature::result_type(module, key), &[frames])));
}

/// The second half: that of every iteration, then the sums of what they have found for what is passed by value.
fn write_reverse(key: &Key, signature: &Signature, members: &[Signature], frame: &Frame) {
    let module = signature.function.module();
    let pointer = memory_pointer(module);
    let loops: Vec<Function> = members
        .iter()
        .map(|member| {
            spread(signature, &[pointer], |builder, iteration| {
                let mut arguments = iteration.parameters();
                let frames = arguments.pop().expect("the frames come last");
                let own = frame.of(builder, frames, iteration.parameter(NUMBER));
                let tape = builder.load(pointer, builder.constant_offset(own, TAPE as i64));
                arguments.extend([tape, own]);
                let result = builder.call(member.function, &arguments);
                for (k, (_, at)) in (0..).zip(&frame.adjoints) {
                    builder.store(builder.extract_value(result, k), builder.constant_offset(own, *at as i64));
                }
            })
        })
        .collect();
    let function = signature.function;
    let builder = Builder::at_end(function.append_block("entry"));
    let count = signature.primal(COUNT);
    let frames = function.parameter(signature.tape.expect("the second half takes a tape"));
    let note = || builder.load(module.integer_type(1), builder.offset(frames, frame.end(&builder, count)));
    let which = (loops.len() > 1).then(note);
    let arguments: Vec<Value> = shared_arguments(signature).into_iter().chain([frames]).collect();
    call_either(&builder, which, &loops, &arguments);
    let sums = frame.sums(&builder, frames, count);
    builder.ret(Some(pack(&builder, signature::result_type(module, key), &sums)));
}

/// Calls the second loop where `which` holds, else the first; the builder goes on behind it.
fn call_either(builder: &Builder, which: Option<Value>, loops: &[Function], arguments: &[Value]) {
    let Some(which) = which else {
        builder.call(loops[0], arguments);
        return;
    };
    let function = builder.block().function();
    let [plain, apart, behind] = ["plain", "apart", "behind"].map(|name| function.append_block(name));
    builder.conditional_branch(which, apart, plain);
    for (block, callee) in [plain, apart].into_iter().zip(loops) {
        builder.position_at_end(block);
        builder.call(*callee, arguments);
        builder.branch(behind);
    }
    builder.position_at_end(behind);
}

/// The derivative of a member. Other iterations run at the same time.
fn derivative_of_member(
    driver: &mut dyn Driver,
    key: &Key,
    member: Function,
    context: &[(Value, Value)],
) -> Result<Signature, Failure> {
    let options = Options { concurrent: true, ..key.options };
    let of_member = Key { original: member, options, overwritten: Vec::new(), ..key.clone() };
    driver.derivative(&of_member, &passed::to_copy(member, key.original, context))
}

/// What a derivative is given that all iterations share: not its tape, nor its context.
fn shared_arguments(signature: &Signature) -> Vec<Value> {
    let own = [signature.tape, signature.context];
    let parameters = signature.function.parameters().into_iter().enumerate();
    parameters.filter(|(k, _)| !own.contains(&Some(*k))).map(|(_, parameter)| parameter).collect()
}

/// A parallel loop, each iteration of which is given what a derivative is given, and more.
fn spread(signature: &Signature, more: &[Type], write: impl Fn(&Builder, Function)) -> Function {
    let like = signature.function;
    let module = like.module();
    let types = shared_arguments(signature).iter().map(|argument| argument.ty()).collect::<Vec<Type>>();
    let ty = Type::function(module.void_type(), &[&types, more].concat(), false);
    let iteration = parallel::internal(module, &format!("iteration.{}", like.name()), ty, like);
    iteration.add_string_attribute(marks::CONCURRENT, "");
    let builder = Builder::at_end(iteration.append_block("entry"));
    write(&builder, iteration);
    builder.ret(None);
    parallel::over(iteration, &format!("loop.{}", like.name()))
}

/// Writes a loop over all numbers below `count` at the end of a block; the builder goes on behind it.
fn for_each(builder: &Builder, count: Value, body: impl Fn(&Builder, Value)) {
    let function = builder.block().function();
    let start = builder.block();
    let [round, end] = ["round", "end"].map(|name| function.append_block(name));
    let (zero, one) = (Value::integer(count.ty(), 0), Value::integer(count.ty(), 1));
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntSGT, count, zero), round, end);
    builder.position_at_end(round);
    let number = builder.phi(count.ty(), "number");
    body(builder, number);
    let next = builder.add(number, one);
    number.add_incoming(zero, start);
    number.add_incoming(next, round);
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntSLT, next, count), round, end);
    builder.position_at_end(end);
}
