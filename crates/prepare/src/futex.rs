//! Waiting by hand: `std::latch`, `std::counting_semaphore` and `std::atomic::wait` of GNU's library call the kernel from their headers.
//!
//! They look first whether what they wait for has happened. Where it has not, it never will: threads run where they are started.

use zymase_core::runtime;
use zymase_llvm::{Builder, Function, Value};

const CALL_OF_THE_KERNEL: &str = "syscall";
/// The number of the call on x86-64; other machines have others.
const NUMBER: i64 = 202;
/// What is asked, without how: private to the process, by which clock.
const OPERATION: i64 = 127;
const WAIT: i64 = 0;
const WAKE: i64 = 1;
const WAIT_FOR_BITS: i64 = 9;
const WAKE_BITS: i64 = 10;

/// Makes calls of the kernel that wait for another thread a message, and those that wake one nothing.
pub fn write_out(function: Function) {
    if !function.module().is_x86_64_unix() {
        return;
    }
    let is_call = |i: &Value| {
        i.is_call() && i.called_function().is_some_and(|f| f.is_declaration() && f.name() == CALL_OF_THE_KERNEL)
    };
    for call in function.instructions().into_iter().filter(is_call) {
        let arguments = call.arguments();
        let known = |at: usize| arguments.get(at).and_then(|argument| argument.as_integer());
        let operation = known(2).map(|operation| operation & OPERATION).filter(|_| known(0) == Some(NUMBER));
        match operation {
            Some(WAIT | WAIT_FOR_BITS) => {
                let builder = Builder::before(call);
                builder.set_location_of(call);
                builder.call(runtime::thread_waits(builder.module()), &[]);
            }
            Some(WAKE | WAKE_BITS) => {}
            _ => continue,
        }
        call.replace_all_uses_with(Value::null(call.ty()));
        if call.is_terminator() {
            continue;
        }
        call.erase_instruction();
    }
}
