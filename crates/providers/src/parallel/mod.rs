//! Derivatives of loops whose iterations may run at the same time: loops of that kind again (`prepare::parallel`).
//!
//! Every iteration has a *frame*: its tape, and its adjoints of what is passed by value. Frames live in the caller's context. What
//! iterations keep is in contexts of their own, since contexts are no affair of several threads: one for each number, for all loops of
//! a derivative call one after the other.
//!
//! - `apart`: reads whose adjoints need no atomic additions;
//! - `fields`: fields of structs that are only read, as parameters of their own;
//! - `partial`: what all threads read, of which each thread has a shadow of its own.

mod apart;
mod fields;
mod partial;

use crate::provider::DerivativeProvider;
use apart::Apart;
use partial::{Class, Own};
use zymase_analysis::activity::holds_float;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Options, Signature, SplitUse, pack};
use zymase_core::{Failure, passed, runtime};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, Module, Type, Value};
use zymase_plan::accumulation::{Accumulation, of_threads};
use zymase_prepare::parallel::{self, for_each};

/// Gives the derivatives of parallel loops.
pub struct ParallelLoops;

/// Frames of different iterations lie in different lines of caches.
const LINE: u64 = 128;
/// The parameters with the number of iterations, that of this one, and the least length of a share of the program's loops.
const COUNT: usize = 0;
const NUMBER: usize = 1;
const LEAST: usize = 2;

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
        let spread = spread(signature, &[], false, |builder, iteration| {
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
        let lanes = key.options.lanes;
        let mut version = |member, distance, own, origins: Vec<usize>| {
            let mut half = |half: &Key| {
                let of_member = apart::with_origins(half, key.original, &origins);
                derivative_of_member(driver, &of_member, member, context)
            };
            let halves = [half(&first)?, half(&second)?];
            let in_order = driver.session().config.deterministic && adds_atomically(driver, member);
            Ok::<Version, Failure>(Version { halves, distance, own, origins, lanes, in_order })
        };
        let mut versions = vec![version(parallel::member_of(key.original), 1, Vec::new(), Vec::new())?];
        let test = apart.as_ref().map(|apart| apart.test);
        if let Some(Apart { member, distance, own, origins, .. }) = apart {
            versions.push(version(member, distance, own, origins)?);
        }
        let halves = Halves { versions, test, frame };
        halves.write_augmented(&first, augmented);
        halves.write_reverse(&second, reversed);
        Ok(())
    }
}

/// What an iteration of a loop does in the usual case: with arguments that do not overlap, if that makes a difference.
pub fn usual_member(driver: &mut dyn Driver, key: &Key, context: &[(Value, Value)]) -> Function {
    apart::version(driver, key, context).map_or_else(|| parallel::member_of(key.original), |apart| apart.member)
}

/// What an iteration has of its own.
struct Frame {
    /// Types and places of the adjoints.
    adjoints: Vec<(Type, u64)>,
    bytes: u64,
}

/// Where the adjoints are in a frame: behind the address of the tape.
const ADJOINTS: u64 = 16;
/// Bytes behind the frames that say which version is run.
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

/// One way to run all iterations.
struct Version {
    /// Of the member.
    halves: [Signature; 2],
    /// Iterations of the program's loops that are so many apart may add to adjoints at the same time.
    distance: u32,
    /// What threads have shadows of their own of.
    own: Vec<Class>,
    /// Parameters of the loop that the member has a second time, at its end.
    origins: Vec<usize>,
    lanes: usize,
    /// One iteration after the other, on the calling thread.
    in_order: bool,
}

impl Version {
    /// How many shares every thread has: with two, neighbours need not run at the same time.
    fn shares(&self) -> u32 {
        if self.distance > 1 { 2 } else { 1 }
    }

    /// Adds what the member is given a second time.
    fn repeat(&self, arguments: &mut Vec<Value>) {
        let [half, _] = &self.halves;
        let of_loop = half.places.len() - self.origins.len();
        for (further, origin) in (of_loop..).zip(&self.origins) {
            let (primal, shadow) = half.places[*origin];
            let lanes = half.places[further].1.map_or(0, |_| self.lanes);
            arguments.push(arguments[primal]);
            (0..lanes).for_each(|lane| arguments.push(arguments[shadow.expect("a shadow, as its origin") + lane]));
        }
    }

    /// The arguments of a half of the member, for one of the shares of a thread.
    fn arguments(&self, builder: &Builder, mut given: Vec<Value>, share: Value) -> Vec<Value> {
        let integer = |value: u32| Value::integer(given[COUNT].ty(), value.into());
        let (shares, least) = (integer(self.shares()), integer(self.distance));
        if self.shares() > 1 {
            let first = builder.mul(given[NUMBER], shares);
            (given[COUNT], given[NUMBER]) = (builder.mul(given[COUNT], shares), builder.add(first, share));
            given[LEAST] = least;
        }
        self.repeat(&mut given);
        given
    }
}

struct Halves {
    /// The last one for where the test says yes.
    versions: Vec<Version>,
    test: Option<Function>,
    frame: Frame,
}

impl Halves {
    /// Frames for the shares of all versions.
    fn most_frames(&self, builder: &Builder, count: Value) -> Value {
        let most = self.versions.iter().map(Version::shares).max().expect("a version");
        builder.mul(count, Value::integer(count.ty(), most.into()))
    }

    /// Those that are used.
    fn used_frames(&self, builder: &Builder, which: Option<Value>, count: Value) -> Value {
        let most = self.most_frames(builder, count);
        which.map_or(most, |which| builder.select(which, most, count))
    }

    /// Bytes behind the frames: which version is run, and what the test says.
    fn note_bytes(&self) -> i64 {
        let classes = self.versions.iter().map(|version| version.own.len()).max().expect("a version");
        NOTE_BYTES + 16 * classes as i64
    }

    /// Contexts for all shares.
    fn contexts(&self, builder: &Builder, signature: &Signature) -> Value {
        let context = signature.function.parameter(signature.context.expect("halves have a context"));
        let count = self.most_frames(builder, signature.primal(COUNT));
        builder.call_across_spaces(runtime::members(builder.module()), &[context, count])
    }

    /// The first half: frames for all shares, which are the tape, and the first half of every share. Which version is run is
    /// noted behind the frames.
    fn write_augmented(&self, key: &Key, signature: &Signature) {
        let (function, frame) = (signature.function, &self.frame);
        let module = function.module();
        let long = module.integer_type(64);
        let loops: Vec<Function> =
            self.versions.iter().map(|version| self.all_first_halves(version, signature)).collect();
        let builder = Builder::at_end(function.append_block("entry"));
        let context = function.parameter(signature.context.expect("halves have a context"));
        let count = signature.primal(COUNT);
        let end = frame.end(&builder, self.most_frames(&builder, count));
        let bytes = builder.add(end, Value::integer(long, self.note_bytes()));
        let frames = builder.call_across_spaces(runtime::allocate(module), &[context, bytes]);
        let contexts = self.contexts(&builder, signature);
        let mut arguments = shared_arguments(signature);
        let which = self.test.map(|test| {
            let noted = builder.constant_offset(builder.offset(frames, end), NOTE_BYTES);
            let version = self.versions.last().expect("a version");
            let mut asked = arguments.clone();
            version.repeat(&mut asked);
            asked.extend((!version.own.is_empty()).then_some(noted));
            let mut which = builder.call(test, &asked);
            if !version.own.is_empty() {
                let fits = partial::fits(&builder, &version.own, version.lanes, [count, noted]);
                which = builder.select(which, fits, which);
            }
            builder.store(which, builder.offset(frames, end));
            which
        });
        arguments.extend([frames, contexts]);
        call_either(&builder, which, &loops, |builder, all| {
            builder.call(all, &arguments);
        });
        builder.ret(Some(pack(&builder, signature::result_type(module, key), &[frames])));
    }

    fn all_first_halves(&self, version: &Version, signature: &Signature) -> Function {
        let pointer = memory_pointer(signature.function.module());
        let [member, _] = &version.halves;
        spread(signature, &[pointer; 2], version.in_order, |builder, iteration| {
            let mut given = iteration.parameters();
            let contexts = given.pop().expect("the contexts come last");
            let frames = given.pop().expect("the frames come before them");
            for share in 0..version.shares() {
                let share = Value::integer(given[COUNT].ty(), share.into());
                let mut arguments = version.arguments(builder, given.clone(), share);
                let own = self.frame.of(builder, frames, arguments[NUMBER]);
                arguments.push(context_of(builder, contexts, arguments[NUMBER]));
                let result = builder.call(member.function, &arguments);
                builder.store(builder.extract_value(result, 0), own);
            }
        })
    }

    /// The second half: that of every share, those of all threads with the same number at once; then the sums of what they have
    /// found for what is passed by value.
    fn write_reverse(&self, key: &Key, signature: &Signature) {
        let (function, frame) = (signature.function, &self.frame);
        let module = function.module();
        let loops: Vec<Function> =
            self.versions.iter().map(|version| self.all_second_halves(version, signature)).collect();
        let builder = Builder::at_end(function.append_block("entry"));
        let count = signature.primal(COUNT);
        let frames = function.parameter(signature.tape.expect("the second half takes a tape"));
        let end = frame.end(&builder, self.most_frames(&builder, count));
        let which = self.test.map(|_| builder.load(module.integer_type(1), builder.offset(frames, end)));
        let own = [frames, self.contexts(&builder, signature)];
        let arguments: Vec<Value> = shared_arguments(signature).into_iter().chain(own).collect();
        let noted = builder.constant_offset(builder.offset(frames, end), NOTE_BYTES);
        let inner = runtime::context_on_stack(&builder, 0, "context");
        call_either(&builder, which, &loops, |builder, all| {
            let version = loops.iter().position(|other| *other == all).map(|k| &self.versions[k]).expect("one of them");
            let own = (!version.own.is_empty())
                .then(|| Own::allocate(builder, &version.own, version.lanes, [count, noted, inner]));
            let of_threads = own.as_ref().map(Own::arguments).unwrap_or_default();
            for share in 0..version.shares() {
                let share = Value::integer(count.ty(), share.into());
                builder.call(all, &[&arguments[..], &of_threads, &[share]].concat());
            }
            if let Some(own) = own {
                own.combine(builder, signature);
            }
        });
        let sums = frame.sums(&builder, frames, self.used_frames(&builder, which, count));
        builder.ret(Some(pack(&builder, signature::result_type(module, key), &sums)));
    }

    fn all_second_halves(&self, version: &Version, signature: &Signature) -> Function {
        let module = signature.function.module();
        let pointer = memory_pointer(module);
        let long = module.integer_type(64);
        let [_, member] = &version.halves;
        let places = if version.own.is_empty() { 0 } else { 1 + 2 * version.own.len() };
        let of_threads: Vec<Type> = [pointer; 1].into_iter().take(places).chain(vec![long; places]).collect();
        let more = [&[pointer; 2], &of_threads[..], &[module.integer_type(32)]].concat();
        spread(signature, &more, version.in_order, |builder, iteration| {
            let mut given = iteration.parameters();
            let share = given.pop().expect("the number of the share comes last");
            let of_threads = given.split_off(given.len() - of_threads.len());
            let contexts = given.pop().expect("the contexts come before it");
            let frames = given.pop().expect("the frames come before them");
            let thread = given[NUMBER];
            let mut arguments = version.arguments(builder, given, share);
            if !version.own.is_empty() {
                let places = (member, version.lanes);
                partial::use_own(builder, &version.own, places, &mut arguments, [thread, share], &of_threads);
            }
            let own = self.frame.of(builder, frames, arguments[NUMBER]);
            let context = context_of(builder, contexts, arguments[NUMBER]);
            arguments.extend([builder.load(pointer, own), context]);
            let result = builder.call(member.function, &arguments);
            for (k, (_, at)) in (0..).zip(&self.frame.adjoints) {
                builder.store(builder.extract_value(result, k), builder.constant_offset(own, *at as i64));
            }
        })
    }
}

/// The context of an iteration.
fn context_of(builder: &Builder, contexts: Value, number: Value) -> Value {
    let long = builder.module().integer_type(64);
    let distance = Value::integer(long, runtime::MEMBER_BYTES as i64);
    builder.offset(contexts, builder.mul(builder.sext(number, long), distance))
}

/// Runs the second loop where `which` holds, else the first; the builder goes on behind it.
fn call_either(builder: &Builder, which: Option<Value>, loops: &[Function], call: impl Fn(&Builder, Function)) {
    let Some(which) = which else { return call(builder, loops[0]) };
    let function = builder.block().function();
    let [plain, apart, behind] = ["plain", "apart", "behind"].map(|name| function.append_block(name));
    builder.conditional_branch(which, apart, plain);
    for (block, all) in [plain, apart].into_iter().zip(loops) {
        builder.position_at_end(block);
        call(builder, *all);
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

/// What a derivative is given that all iterations, or a thread, share with it: not its tape, nor its context.
pub(crate) fn shared_arguments(signature: &Signature) -> Vec<Value> {
    let own = [signature.tape, signature.context];
    let parameters = signature.function.parameters().into_iter().enumerate();
    parameters.filter(|(k, _)| !own.contains(&Some(*k))).map(|(_, parameter)| parameter).collect()
}

/// Do threads that run a member add to adjoints in the order in which they come?
fn adds_atomically(driver: &mut dyn Driver, member: Function) -> bool {
    let Ok(prepared) = driver.prepared(member) else { return true };
    let types = driver.types(&prepared, &[]);
    let is_atomic = |i: &Value| i.is_atomic() || i.is_call() && matches!(classify(*i), Callee::Defined(_));
    let adds = |read: Value| read.is_call() || holds_float(&types, read);
    prepared.function.instructions().iter().any(is_atomic)
        || of_threads(prepared.function).iter().any(|(read, class)| *class == Accumulation::Atomic && adds(*read))
}

/// A parallel loop, each iteration of which is given what a derivative is given, and more.
fn spread(signature: &Signature, more: &[Type], in_order: bool, write: impl Fn(&Builder, Function)) -> Function {
    let like = signature.function;
    let module = like.module();
    let types = shared_arguments(signature).iter().map(|argument| argument.ty()).collect::<Vec<Type>>();
    let ty = Type::function(module.void_type(), &[&types, more].concat(), false);
    let iteration = parallel::internal(module, &format!("iteration.{}", like.name()), ty, like);
    iteration.add_string_attribute(marks::CONCURRENT, "");
    // Its number says where its frame is: a derivative of it has the same shares.
    iteration.add_string_attribute(marks::OWN_SHARES, "");
    let builder = Builder::at_end(iteration.append_block("entry"));
    write(&builder, iteration);
    builder.ret(None);
    let all = if in_order { parallel::in_order } else { parallel::over };
    all(iteration, &format!("loop.{}", like.name()))
}
