//! Which functions a derivative call may mean, and bodies for library functions that are differentiated by name.

use crate::{Failure, request};
use std::collections::HashSet;
use zymase_analysis::callee::{CHOSEN_AT_START, is_lifetime};
use zymase_llvm::{Builder, Function, Linkage, Opcode, Value};
use zymase_support::Diagnostic;

/// What to do about a function that is chosen when the program starts.
pub const CHOOSE_IN_CODE: &str = "choose between the functions in code, such as c ? f : g";

/// Traces the function operand to the functions it can be: directly, through casts, `select`, phi, constant globals,
/// and, in unoptimised code, through local variables.
pub fn of_call(call: Value) -> Result<Vec<Function>, Failure> {
    let position = request::function_position(call);
    let Some(operand) = call.arguments().get(position).copied() else {
        let diagnostic = Diagnostic::new("a derivative call names no function").with_help("pass the function first");
        return Err(Failure::at(call, diagnostic));
    };
    let mut found = Vec::new();
    let mut complete = trace(operand, &mut found, &mut HashSet::new());
    found.dedup();
    complete &= !found.is_empty();
    if complete {
        return Ok(found);
    }
    if operand.is_chosen_at_start() {
        let text = format!("cannot differentiate '{}': it {CHOSEN_AT_START}", operand.name());
        return Err(Failure::at(call, Diagnostic::new(text).with_help(CHOOSE_IN_CODE)));
    }
    let diagnostic = Diagnostic::new("the function to differentiate is not known at compile time")
        .with_help("pass the function itself, or a choice between functions such as c ? f : g");
    Err(Failure::at(call, diagnostic))
}

/// Adds the functions a value can be; false when it can be something else too.
fn trace(value: Value, found: &mut Vec<Function>, seen: &mut HashSet<Value>) -> bool {
    if !seen.insert(value) {
        return true;
    }
    if let Some(function) = value.as_function() {
        if !found.contains(&function) {
            found.push(function);
        }
        return true;
    }
    if value.is_null() || value.is_undef() {
        return true;
    }
    match value.opcode() {
        Some(Opcode::LLVMSelect) => trace(value.operand(1), found, seen) & trace(value.operand(2), found, seen),
        Some(Opcode::LLVMPHI) => value.incoming().into_iter().all(|(v, _)| trace(v, found, seen)),
        Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast | Opcode::LLVMFreeze) => {
            trace(value.operand(0), found, seen)
        }
        Some(Opcode::LLVMIntToPtr | Opcode::LLVMPtrToInt) => trace(value.operand(0), found, seen),
        Some(Opcode::LLVMLoad) => trace_load(value, found, seen),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => trace_result(value, found, seen),
        _ => false,
    }
}

/// What a function returns, such as the conversion of a lambda to a function pointer.
fn trace_result(call: Value, found: &mut Vec<Function>, seen: &mut HashSet<Value>) -> bool {
    let Some(callee) = call.called_function().filter(|f| !f.is_declaration()) else { return false };
    let returns = callee.blocks().into_iter().filter_map(|block| block.terminator());
    let returned: Vec<Value> =
        returns.filter(|t| t.opcode() == Some(Opcode::LLVMRet)).map(|ret| ret.operand(0)).collect();
    !returned.is_empty() && returned.into_iter().all(|value| trace(value, found, seen))
}

/// A load of a local variable gives what is stored there; a load of a constant global its initialiser.
fn trace_load(load: Value, found: &mut Vec<Function>, seen: &mut HashSet<Value>) -> bool {
    let pointer = load.operand(0);
    if pointer.is_global_variable() && pointer.is_constant_global() {
        return pointer.initializer().is_some_and(|value| trace(value, found, seen));
    }
    if pointer.opcode() != Some(Opcode::LLVMAlloca) {
        return false;
    }
    let mut any = false;
    for user in pointer.users() {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => {}
            Some(Opcode::LLVMStore) if user.operand(1) == pointer => {
                any = true;
                if !trace(user.operand(0), found, seen) {
                    return false;
                }
            }
            Some(Opcode::LLVMCall) if is_lifetime(user) => {}
            _ => return false,
        }
    }
    any
}

/// A body that only calls the function, so that `autodiff(sin, x)`, tables of library functions and functions with a
/// given derivative work.
pub fn wrap_function(function: Function) -> Result<Function, Failure> {
    let module = function.module();
    let name = format!("zymase.wrapped.{}", function.name());
    if let Some(known) = module.function(&name) {
        return Ok(known);
    }
    let wrapper = module.add_function(&name, function.function_type());
    wrapper.set_linkage(Linkage::LLVMInternalLinkage);
    let builder = Builder::at_end(wrapper.append_block("entry"));
    wrapper.copy_attributes(function);
    let result = builder.call(function, &wrapper.parameters());
    result.take_attributes_of(function);
    builder.ret((!function.return_type().is_void()).then_some(result));
    Ok(wrapper)
}
