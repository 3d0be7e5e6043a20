//! `__enzyme_ignore_derivatives(x)`, `__enzyme_call_inactive(f, …)` and `__enzyme_iter(n, more)`: walls for derivatives, and once
//! these are made, nothing but `x`, a call of `f` and `n` (which preparation has made larger: `prepare/iterations.rs`).

use zymase_analysis::callee::{CALL_INACTIVE, IGNORE_DERIVATIVES, ITERATIONS};
use zymase_core::fields;
use zymase_core::request::{self, convert};
use zymase_core::signature::pack;
use zymase_llvm::{Builder, Function, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

const COUNTS: &str = "pass two integers, of the type of the result";
const OTHERS: &str = "pass the function first, and a result of the type of the argument";

/// At the start of the pipeline: tells the optimiser that counts have no effect.
pub fn mark_counts(module: Module) {
    let counts = module.functions().into_iter().filter(|f| f.is_declaration() && f.name().contains(ITERATIONS));
    counts.for_each(Function::mark_pure);
}

/// Replaces every such call; true when there was one.
pub fn lower(module: Module) -> bool {
    let mut changed = false;
    for function in module.functions() {
        let name = function.name();
        let counts = name.contains(ITERATIONS);
        let ignores = counts || name.contains(IGNORE_DERIVATIVES);
        if !ignores && !name.contains(CALL_INACTIVE) || !function.is_declaration() {
            continue;
        }
        for call in function.value().users() {
            if !call.is_call() || call.called_value() != function.value() {
                continue;
            }
            changed = true;
            let call = if call.opcode() == Some(Opcode::LLVMInvoke) && ignores { call.invoke_to_call() } else { call };
            let done = if ignores { pass_through(call, counts) } else { call_directly(call) };
            if !done {
                let diagnostic = Diagnostic::new(format!("cannot lower the call of '{name}'")).with_help(if counts {
                    COUNTS
                } else {
                    OTHERS
                });
                module.report(Some(call), &format!("zymase: {diagnostic}"), false);
            }
        }
    }
    changed
}

/// The result is the argument; of a count, the first one.
fn pass_through(call: Value, counts: bool) -> bool {
    let builder = Builder::before(call);
    let arguments = call.arguments();
    if request::returns_through_memory(call) {
        let [to, from] = arguments[..] else { return false };
        let Some(ty) = call.call_argument_type_attribute(0, "sret") else { return false };
        fields::copy(&builder, to, from, ty);
    } else {
        let ty = call.ty();
        let value = match &arguments[..] {
            [count, more] if counts && count.ty() == ty && more.ty() == ty && ty.is_integer() => *count,
            _ if counts => return false,
            [only] if only.ty() == ty => *only,
            [only] if only.ty().is_float() && ty.is_float() => builder.float_cast(*only, ty),
            // A struct in pieces.
            pieces if ty.is_struct() && pieces.iter().map(|p| p.ty()).eq(ty.struct_elements()) => {
                pack(&builder, ty, pieces)
            }
            _ => return false,
        };
        call.replace_all_uses_with(value);
    }
    call.erase_instruction();
    true
}

/// The function is called with the other arguments.
fn call_directly(call: Value) -> bool {
    let position = request::function_position(call);
    let mut arguments = call.arguments();
    if position >= arguments.len() {
        return false;
    }
    let callee = arguments.remove(position);
    let builder = Builder::before(call);
    let result = match callee.as_function() {
        Some(function) => {
            let types = function.function_type().function_parameters();
            if types.len() != arguments.len() {
                return false;
            }
            for (argument, ty) in arguments.iter_mut().zip(types) {
                *argument = convert(&builder, *argument, ty);
            }
            let result = builder.call(function, &arguments);
            result.take_attributes_of(function);
            result
        }
        None => {
            let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
            builder.call_value(Type::function(call.ty(), &types, false), callee, &arguments)
        }
    };
    if !call.users().is_empty() {
        if result.ty().is_void() || call.ty().is_struct() && result.ty() != call.ty() {
            return false;
        }
        let value = convert(&builder, result, call.ty());
        if value.ty() != call.ty() {
            return false;
        }
        call.replace_all_uses_with(value);
    }
    if call.opcode() == Some(Opcode::LLVMInvoke) {
        call.invoke_to_call().erase_instruction();
    } else {
        call.erase_instruction();
    }
    true
}
