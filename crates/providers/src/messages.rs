//! Derivatives of calls of MPI: calls of the run time (`prepare/bodies/mpi.c`), which makes the call and takes care of shadows.
//!
//! All that the reverse sweep needs is behind the tape.

use crate::provider::DerivativeProvider;
use zymase_analysis::messages::call_of;
use zymase_analysis::runtime::{GPU, GPU_BACK, MPI, MPI_BACK, MPI_MADE};
use zymase_core::Failure;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_emit::driver::Driver;
use zymase_library::{Communication, Mpi};
use zymase_llvm::{Builder, Function, Module, Type, Value};
use zymase_support::Diagnostic;

/// Gives the derivatives of calls of MPI.
pub struct Messages;

impl DerivativeProvider for Messages {
    fn gives(&self, key: &Key) -> bool {
        call_of(key.original).is_some()
    }

    fn forward(
        &self,
        _: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let mpi = promised(key)?;
        check_lanes(&mpi, key)?;
        let builder = Builder::at_end(signature.function.append_block("entry"));
        let answer = match mpi.makes {
            Some(_) => builder.call(key.original, &signature.primals()),
            None => call(&builder, &mpi, key, signature, Value::null(memory_pointer(builder.module()))),
        };
        let result = signature::result_type(builder.module(), key);
        let shadows = std::iter::repeat_n(Value::null(answer.ty()), key.options.lanes);
        let fields: Vec<Value> = [answer].into_iter().chain(shadows).collect();
        let wanted = if signature::carries_shadow(answer.ty()) { fields.len() } else { 1 };
        builder.ret(Some(pack(&builder, result, &fields[..wanted])));
        Ok(())
    }

    fn split(
        &self,
        _: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let mpi = promised(key)?;
        check_lanes(&mpi, key)?;
        let builder = Builder::at_end(augmented.function.append_block("entry"));
        let module = builder.module();
        let pointer = memory_pointer(module);
        let (answer, tape) = match mpi.makes {
            Some(communicator) => {
                let answer = builder.call(key.original, &augmented.primals());
                let made = own(module, MPI_MADE, pointer, &[pointer, pointer]);
                (answer, builder.call(made, &[context_of(augmented), augmented.primal(communicator)]))
            }
            None => {
                let tape = builder.alloca(pointer, "tape");
                let answer = call(&builder, &mpi, key, augmented, tape);
                (answer, builder.load(pointer, tape))
            }
        };
        let half = |kind| signature::result_type(module, &Key { kind, ..key.clone() });
        let first = half(DerivativeKind::Augmented(SplitUse::Callee));
        builder.ret(Some(pack(&builder, first, &[answer, tape])));
        let builder = Builder::at_end(reversed.function.append_block("entry"));
        let tape = reversed.function.parameter(reversed.tape.expect("the second half takes a tape"));
        let back = if mpi.library == Communication::Cuda { GPU_BACK } else { MPI_BACK };
        builder.call(own(module, back, module.void_type(), &[pointer]), &[tape]);
        builder.ret(Some(pack(&builder, half(DerivativeKind::Reverse(SplitUse::Callee)), &[])));
        Ok(())
    }
}

fn promised(key: &Key) -> Result<Mpi, Failure> {
    call_of(key.original).ok_or_else(|| Failure::internal("a call of MPI was promised"))
}

/// What a GPU does has one derivative at a time.
fn check_lanes(mpi: &Mpi, key: &Key) -> Result<(), Failure> {
    if mpi.library == Communication::Mpi || key.options.lanes == 1 {
        return Ok(());
    }
    let text = format!("cannot carry several derivatives at once through {}", mpi.name);
    Err(Failure::user(
        Diagnostic::new(text).with_help("leave enzyme_width out: call the derivative once for each direction"),
    ))
}

fn context_of(signature: &Signature) -> Value {
    signature.function.parameter(signature.context.expect("what is called has a context"))
}

fn own(module: Module, name: &str, result: Type, parameters: &[Type]) -> Function {
    let function = module.declare(name, Type::function(result, parameters, false));
    function.add_attribute("nounwind");
    function
}

/// Calls the run time in place of MPI; without a tape, in forward mode.
fn call(builder: &Builder, mpi: &Mpi, key: &Key, signature: &Signature, tape: Value) -> Value {
    let module = builder.module();
    let lanes = Value::integer(module.integer_type(64), key.options.lanes as i64);
    let [from, to] = [mpi.from, mpi.to].map(|buffer| shadows_of(builder, key, signature, buffer));
    let arguments = [vec![context_of(signature), tape, lanes, from, to], signature.primals()].concat();
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let start = if mpi.library == Communication::Cuda { GPU } else { MPI };
    let function = own(module, &format!("{start}{}", mpi.name), key.original.return_type(), &types);
    builder.call(function, &arguments)
}

/// The shadows of a buffer in all lanes, in memory; null if it has none.
fn shadows_of(builder: &Builder, key: &Key, signature: &Signature, buffer: Option<usize>) -> Value {
    let pointer = memory_pointer(builder.module());
    let Some(buffer) = buffer.filter(|buffer| signature.shadow(*buffer, 0).is_some()) else {
        return Value::null(pointer);
    };
    let bytes = builder.module().allocation_size(pointer) as i64;
    let memory = builder.alloca(pointer.array(key.options.lanes as u64), "shadows");
    for lane in 0..key.options.lanes {
        let shadow = signature.shadow(buffer, lane).expect("every lane has one");
        builder.store(shadow, builder.constant_offset(memory, bytes * lane as i64));
    }
    memory
}
