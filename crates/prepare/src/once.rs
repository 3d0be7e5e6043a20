//! `std::call_once` of GNU's library: what it runs is said by variables of the thread.
//!
//! It writes the address of what is to be run, and of a function that runs it, into two variables of the thread, and lets the C
//! library call a function that calls what is there. Nothing else uses these variables, so that in a derivative the call is a
//! direct one, and they are local variables.

use super::{PROMOTE, run};
use zymase_core::Failure;
use zymase_library::{ONCE_ARGUMENT, ONCE_FUNCTION, ONCE_PROXY};
use zymase_llvm::{Block, Builder, Function, Opcode, Value};
use zymase_support::Diagnostic;

/// Lets it be seen what is run once: in unoptimised code it is in local variables.
pub fn uncover(function: Function) -> Result<(), Failure> {
    let is_hidden = |call: &Value| {
        let position = call.called_function().and_then(|callee| zymase_library::runs_once(&callee.name()));
        position.is_some_and(|at| call.arguments()[at].as_function().is_none())
    };
    if function.instructions().into_iter().filter(|i| i.is_call()).any(|call| is_hidden(&call)) {
        run(function, PROMOTE)?;
    }
    Ok(())
}

/// Functions that a call leads to because it runs something once, if it does. What is in the variable of the thread is run by who puts it there.
pub fn callees(call: Value, callee: Function) -> Option<Vec<Function>> {
    let position = zymase_library::runs_once(&callee.name())?;
    let passed = call.arguments().get(position).and_then(|passed| passed.as_function());
    Some(passed.filter(|f| !f.is_declaration()).into_iter().collect())
}

/// Functions that are put into the variable of the thread.
pub fn registered(function: Function) -> Vec<Function> {
    let is_store = |i: &Value| i.opcode() == Some(Opcode::LLVMStore) && is_address(i.operand(1), ONCE_FUNCTION);
    let stored = function.instructions().into_iter().filter(is_store).map(|store| store.operand(0));
    stored.filter_map(Value::as_function).filter(|f| !f.is_declaration()).collect()
}

/// Calls directly what the variable of the thread says; true if there was such a call.
pub fn direct(function: Function) -> bool {
    let is_proxy = |i: &Value| i.is_call() && i.called_function().is_some_and(|callee| callee.name() == ONCE_PROXY);
    let mut changed = false;
    for call in function.instructions().into_iter().filter(is_proxy) {
        let Some(meant) = stored_before(call).and_then(Value::as_function) else { continue };
        if meant.function_type() == call.called_type() {
            call.set_operand(call.operand_count() - 1, meant.value());
            changed = true;
        }
    }
    changed
}

/// What was last stored into the variable with the function.
fn stored_before(call: Value) -> Option<Value> {
    let is_store = |i: &Value| i.opcode() == Some(Opcode::LLVMStore) && is_address(i.operand(1), ONCE_FUNCTION);
    let block = call.block()?;
    let before = block.instructions().into_iter().take_while(|i| *i != call).collect::<Vec<Value>>();
    let mut found = before.into_iter().rev().find(is_store);
    let mut at: Block = block;
    while found.is_none() {
        at = match at.predecessors()[..] {
            [only] if only != block => only,
            _ => return None,
        };
        found = at.instructions().into_iter().rev().find(is_store);
    }
    found.map(|store| store.operand(0))
}

/// Is a value the address of this variable of the thread?
fn is_address(value: Value, name: &str) -> bool {
    value.is_call() && value.arguments().first().is_some_and(|of| of.is_global_variable() && of.name() == name)
}

/// Makes the variables of the thread local ones, where a function sets them.
pub fn make_local(function: Function) -> Result<(), Failure> {
    for name in [ONCE_FUNCTION, ONCE_ARGUMENT] {
        let addresses: Vec<Value> = function.instructions().into_iter().filter(|i| is_address(*i, name)).collect();
        let is_set = |address: &Value| {
            address.users().iter().any(|user| user.opcode() == Some(Opcode::LLVMStore) && user.operand(1) == *address)
        };
        if !addresses.iter().any(is_set) {
            if let Some(address) = addresses.first() {
                return Err(not_seen(*address));
            }
            continue;
        }
        let first = function.entry().first_non_phi().expect("a block with a terminator");
        let variable = Builder::before(first).alloca(function.module().pointer_type(), "once");
        for address in addresses {
            address.replace_all_uses_with(variable);
            address.erase_instruction();
        }
    }
    Ok(())
}

fn not_seen(place: Value) -> Failure {
    let text = "cannot differentiate std::call_once of a function that can call itself";
    Failure::at(place, Diagnostic::new(text).with_help("call it before, or compare a flag instead"))
}
