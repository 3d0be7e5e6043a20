//! Derivatives of threads that wait for each other (`prepare::threads`): threads again, of which one runs at a time.
//!
//! What a thread is started with lies in a *frame*, beside its tape. The first sweep of the thread begins where the program starts it; the
//! run time (`prepare/bodies/baton.c`) begins its second sweep where the reverse sweep comes to its end. All threads use the context
//! of the derivative call: only one of them runs.

use crate::parallel::shared_arguments;
use crate::provider::DerivativeProvider;
use zymase_analysis::marks;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_core::{Failure, passed, runtime};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, Module, Type, Value};
use zymase_prepare::parallel::internal;
use zymase_prepare::threads::member_of;

/// Gives the derivatives of threads that wait for each other.
pub struct Threads;

impl DerivativeProvider for Threads {
    fn gives(&self, key: &Key) -> bool {
        marks::is_start_of_thread(key.original) || marks::is_baton(key.original)
    }

    fn forward(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let builder = Builder::at_end(signature.function.append_block("entry"));
        let result = signature::result_type(builder.module(), key);
        if marks::is_baton(key.original) {
            let answer = ask(&builder, signature, None);
            let shadows = std::iter::repeat_n(Value::null(answer.ty()), key.options.lanes);
            let fields: Vec<Value> = [answer].into_iter().chain(shadows).collect();
            builder.ret(Some(pack(&builder, result, &fields)));
            return Ok(());
        }
        let member = derivative_of_member(driver, key, context)?;
        let frame = Frame::of(signature);
        let forward = frame.part(signature, "forward", |builder, memory| {
            builder.call(
                member.function,
                &[frame.arguments(builder, memory), vec![frame.context(builder, memory)]].concat(),
            );
        });
        frame.start(&builder, signature, forward, None);
        builder.ret(Some(pack(&builder, result, &[])));
        Ok(())
    }

    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let module = driver.session().module;
        let half = |kind| Key { kind, ..key.clone() };
        let first = half(DerivativeKind::Augmented(SplitUse::Callee));
        let second = half(DerivativeKind::Reverse(SplitUse::Callee));
        let builder = Builder::at_end(augmented.function.append_block("entry"));
        let (result, pointer) = (signature::result_type(module, &first), memory_pointer(module));
        if marks::is_baton(key.original) {
            let times = builder.alloca(module.integer_type(64), "times");
            let answer = ask(&builder, augmented, Some(times));
            let times = builder.int_to_pointer(builder.load(module.integer_type(64), times), pointer);
            builder.ret(Some(pack(&builder, result, &[answer, times])));
        } else {
            let halves =
                [derivative_of_member(driver, &first, context)?, derivative_of_member(driver, &second, context)?];
            let times = Frame::of(augmented).start_halves(&builder, augmented, &halves);
            builder.ret(Some(pack(&builder, result, &[builder.int_to_pointer(times, pointer)])));
        }
        let builder = Builder::at_end(reversed.function.append_block("entry"));
        let tape = reversed.function.parameter(reversed.tape.expect("the second half takes a tape"));
        let times = builder.pointer_to_int(tape, module.integer_type(64));
        builder.call(runtime::baton_back(module), &[context_of(reversed), times]);
        builder.ret(Some(pack(&builder, signature::result_type(module, &second), &[])));
        Ok(())
    }
}

fn context_of(signature: &Signature) -> Value {
    signature.function.parameter(signature.context.expect("what is called has a context"))
}

/// Asks the run time what the program asks.
fn ask(builder: &Builder, signature: &Signature, times: Option<Value>) -> Value {
    let module = builder.module();
    let times = times.unwrap_or_else(|| Value::null(memory_pointer(module)));
    let arguments = [vec![context_of(signature)], signature.primals(), vec![times]].concat();
    builder.call(runtime::baton(module), &arguments)
}

/// The derivative of what a thread runs. Whatever it reads may change before its second half runs.
fn derivative_of_member(driver: &mut dyn Driver, key: &Key, context: &[(Value, Value)]) -> Result<Signature, Failure> {
    let member = member_of(key.original).ok_or_else(|| Failure::internal("a thread runs nothing"))?;
    let of_member = Key { original: member, overwritten: Vec::new(), unchanged: Vec::new(), ..key.clone() };
    driver.derivative(&of_member, &passed::to_copy(member, key.original, context))
}

/// What a thread is given: all that its derivative takes, its context, and a place for its tape.
struct Frame {
    module: Module,
    ty: Type,
    count: u32,
}

impl Frame {
    fn of(signature: &Signature) -> Frame {
        let module = signature.function.module();
        let mut types: Vec<Type> = shared_arguments(signature).iter().map(|argument| argument.ty()).collect();
        let count = types.len() as u32;
        types.extend([memory_pointer(module); 2]);
        Frame { module, ty: module.void_type().structure(&types), count }
    }

    fn place(&self, builder: &Builder, memory: Value, field: u32) -> Value {
        builder.constant_offset(memory, self.module.field_offset(self.ty, field) as i64)
    }

    fn arguments(&self, builder: &Builder, memory: Value) -> Vec<Value> {
        (0..self.count).map(|k| builder.load(self.ty.field(k), self.place(builder, memory, k))).collect()
    }

    fn context(&self, builder: &Builder, memory: Value) -> Value {
        builder.load(memory_pointer(self.module), self.place(builder, memory, self.count))
    }

    fn tape(&self, builder: &Builder, memory: Value) -> Value {
        self.place(builder, memory, self.count + 1)
    }

    /// A function of a frame.
    fn part(&self, signature: &Signature, name: &str, write: impl Fn(&Builder, Value)) -> Function {
        let like = signature.function;
        let ty = Type::function(self.module.void_type(), &[memory_pointer(self.module)], false);
        let part = internal(self.module, &format!("{name}.{}", like.name()), ty, like);
        let builder = Builder::at_end(part.append_block("entry"));
        write(&builder, part.parameter(0));
        builder.ret(None);
        part
    }

    /// Starts a thread; how often others ran meanwhile.
    fn start(&self, builder: &Builder, signature: &Signature, forward: Function, reverse: Option<Function>) -> Value {
        let (module, context) = (self.module, context_of(signature));
        let long = module.integer_type(64);
        let bytes = Value::integer(long, module.allocation_size(self.ty) as i64);
        let memory = builder.call_across_spaces(runtime::allocate(module), &[context, bytes]);
        for (k, argument) in (0..).zip(shared_arguments(signature)) {
            builder.store(argument, self.place(builder, memory, k));
        }
        builder.store(context, self.place(builder, memory, self.count));
        // Variables that each thread has of its own are where they were only if the thread is the same in both sweeps.
        let stays = module.globals().into_iter().any(|global| global.is_thread_local());
        let reverse = reverse.map_or(Value::null(memory_pointer(module)), Function::value);
        let stays = Value::integer(long, stays.into());
        builder.call(runtime::baton_start(module), &[context, forward.value(), reverse, memory, stays])
    }

    fn start_halves(&self, builder: &Builder, signature: &Signature, [first, second]: &[Signature; 2]) -> Value {
        let forward = self.part(signature, "forward", |builder, memory| {
            let arguments = [self.arguments(builder, memory), vec![self.context(builder, memory)]].concat();
            let result = builder.call(first.function, &arguments);
            builder.store(builder.extract_value(result, 0), self.tape(builder, memory));
        });
        let reverse = self.part(signature, "reverse", |builder, memory| {
            let tape = builder.load(memory_pointer(self.module), self.tape(builder, memory));
            let own = vec![tape, self.context(builder, memory)];
            builder.call(second.function, &[self.arguments(builder, memory), own].concat());
        });
        self.start(builder, signature, forward, Some(reverse))
    }
}
