//! Waiting by hand: `std::latch`, `std::counting_semaphore` and `std::atomic::wait` of GNU's library call the kernel from their headers.
//!
//! They look first whether what they wait for has happened. Where it has not, it never will if threads run where they are started; else
//! they ask who lets threads run.

use super::{bodies, threads};
use zymase_core::{Failure, runtime};
use zymase_library::CALL_OF_THE_KERNEL;
use zymase_llvm::{Builder, Function, Type, Value};

/// The number of the call on x86-64; other machines have others.
const NUMBER: i64 = 202;
/// What is asked, without how: private to the process, by which clock.
const OPERATION: i64 = 127;
const WAIT: i64 = 0;
const WAKE: i64 = 1;
const WAIT_FOR_BITS: i64 = 9;
const WAKE_BITS: i64 = 10;

/// Makes calls of the kernel that wait for another thread a message, and those that wake one nothing, where threads run where they are
/// started; else calls of our own code: true if there are any.
pub fn write_out(function: Function) -> Result<bool, Failure> {
    if !function.module().is_x86_64_unix() {
        return Ok(false);
    }
    let is_call = |i: &Value| {
        i.is_call() && i.called_function().is_some_and(|f| f.is_declaration() && f.name() == CALL_OF_THE_KERNEL)
    };
    let mut asks = false;
    for call in function.instructions().into_iter().filter(is_call) {
        let arguments = call.arguments();
        let known = |at: usize| arguments.get(at).and_then(|argument| argument.as_integer());
        let operation = known(2).map(|operation| operation & OPERATION).filter(|_| known(0) == Some(NUMBER));
        let waits = match operation {
            Some(WAIT | WAIT_FOR_BITS) => true,
            Some(WAKE | WAKE_BITS) => false,
            _ => continue,
        };
        let builder = Builder::before(call);
        builder.set_location_of(call);
        let mut result = Value::null(call.ty());
        if threads::wait(function.module()) {
            result = ask(&builder, call, waits)?;
            asks = true;
        } else if waits {
            builder.call(runtime::thread_waits(builder.module()), &[]);
        }
        call.replace_all_uses_with(result);
        if call.is_terminator() {
            continue;
        }
        call.erase_instruction();
    }
    Ok(asks)
}

/// Calls our own code in place of the kernel.
fn ask(builder: &Builder, call: Value, waits: bool) -> Result<Value, Failure> {
    let module = builder.module();
    let (pointer, long) = (module.pointer_type(), module.integer_type(64));
    let arguments = call.arguments();
    let limit = arguments.get(4).copied().filter(|_| waits);
    let limit = limit.map_or(Value::null(pointer), |limit| {
        if limit.ty().is_pointer() { limit } else { builder.int_to_pointer(limit, pointer) }
    });
    let place = arguments[1];
    let place = if place.ty().is_pointer() { place } else { builder.int_to_pointer(place, pointer) };
    let name = if waits { "futex_wait" } else { "futex_wake" };
    let body = bodies::waiting(module, name, Type::function(long, &[pointer, long, pointer], false))?;
    let body = body.ok_or_else(|| Failure::internal(format!("{name} has no body")))?;
    Ok(builder.integer_cast(builder.call(body, &[place, builder.integer_cast(arguments[3], long), limit]), call.ty()))
}
