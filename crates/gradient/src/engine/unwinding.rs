//! A derivative call from which an exception may come: it reaches the landing pad of the call that was written, and the
//! context that the caller holds for the derivative ends on the way.

use std::collections::{HashMap, HashSet};
use zymase_analysis::callee::{Callee, RuntimeCall, classify};
use zymase_analysis::unwinding::Unwinding;
use zymase_core::detached::Detached;
use zymase_core::runtime;
use zymase_llvm::{Block, Builder, Function, Module, Opcode, Value};
use zymase_prepare::unwinding::{ensure_personality, pass_on};

/// Does one of the functions, or one they may call, go on after it was unwound to? Otherwise no reverse sweep begins where
/// a function was left by unwinding.
pub fn is_caught(module: Module, functions: &HashSet<Function>) -> bool {
    let is_indirect = |i: &Value| i.is_call() && i.called_value().as_function().is_none();
    if functions.iter().any(|function| function.instructions().iter().any(is_indirect)) {
        return module.functions().into_iter().any(catches);
    }
    functions.iter().copied().any(catches)
}

/// Does a landing pad of the function lead to its return?
fn catches(function: Function) -> bool {
    let mut seen = HashSet::new();
    let mut work: Vec<Block> = function.blocks().into_iter().filter(|block| block.landing_pad().is_some()).collect();
    while let Some(block) = work.pop() {
        if block.terminator().and_then(|end| end.opcode()) == Some(Opcode::LLVMRet) {
            return true;
        }
        if seen.insert(block) {
            work.extend(block.successors());
        }
    }
    false
}

/// Calls of generated functions.
pub fn generated_calls(function: Function) -> Vec<Value> {
    calls_of_derivatives(function).into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMCall)).collect()
}

/// The same, also those that may unwind.
pub fn calls_of_derivatives(function: Function) -> Vec<Value> {
    let is_generated =
        |i: &Value| i.is_call() && i.called_function().is_some_and(|f| runtime::is_derivative(&f.name()));
    function.instructions().into_iter().filter(is_generated).collect()
}

/// Lets exceptions pass from calls of derivatives to where the derivative call `detached` unwound to.
pub fn let_through(calls: &[Value], detached: Option<&Detached>, fresh_tapes: &HashMap<Value, Value>) {
    let mut unwinding = Unwinding::default();
    for call in calls {
        if !unwinding.of_call(*call) {
            continue;
        }
        let (context, tape) = (context_ended_after(*call), fresh_tapes.get(call).copied());
        let pad = match detached {
            Some(detached) => detached.attach(*call),
            None if context.is_none() && tape.is_none() => continue,
            None => match new_pad(*call) {
                Some(pad) => pad,
                None => continue,
            },
        };
        let builder = Builder::before(pad.first_non_phi().expect("a terminator"));
        let module = pad.function().module();
        if let Some(context) = context {
            builder.call_across_spaces(runtime::end(module), &[context]);
        }
        if let Some(tape) = tape {
            runtime::give_memory_back(&builder, tape);
        }
    }
}

/// A landing pad of the call that only goes on unwinding.
fn new_pad(call: Value) -> Option<Block> {
    let function = call.block().expect("a placed call").function();
    ensure_personality(function).then(|| pass_on(call))
}

/// The context that the call is given and that ends after it.
fn context_ended_after(call: Value) -> Option<Value> {
    let mut at = call.next_instruction();
    while let Some(i) = at {
        if i.is_call() && matches!(classify(i), Callee::Runtime(RuntimeCall::End)) {
            return call.arguments().contains(&i.arguments()[0]).then(|| i.arguments()[0]);
        }
        at = i.next_instruction();
    }
    None
}
