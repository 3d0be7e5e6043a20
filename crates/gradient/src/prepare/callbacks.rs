//! Library functions that call back become code of our own.
//!
//! What `qsort` moves may be numbers, pointers or whole structs, and how it compares is the program's own code. So a
//! call becomes a call of the same function written out, which is then inlined and differentiated like any other.

use crate::Failure;
use zymase_library::{CallbackPurpose, Known};
use zymase_llvm::{Function, Linkage, Type};

const TEXT: &str = include_str!("callbacks.ll");

/// Rewrites calls of `qsort` and `bsearch`; true when there were any.
pub fn rewrite(function: Function) -> Result<bool, Failure> {
    let mut changed = false;
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function().filter(|f| f.is_declaration()) else { continue };
        let Some(Known::Callback(callback)) = zymase_library::lookup(&callee.name()) else { continue };
        let name = match callback.purpose {
            CallbackPurpose::Sort => "zymase.callback.qsort",
            CallbackPurpose::Search => "zymase.callback.bsearch",
            _ => continue,
        };
        if callee.function_type() != expected_type(callee, callback.purpose) {
            continue;
        }
        let body = linked(function, name)?;
        call.set_operand(call.operand_count() - 1, body.value());
        changed = true;
    }
    Ok(changed)
}

fn expected_type(callee: Function, purpose: CallbackPurpose) -> Type {
    let module = callee.module();
    let (pointer, size) = (module.pointer_type(), module.integer_type(64));
    match purpose {
        CallbackPurpose::Search => Type::function(pointer, &[pointer, pointer, size, size, pointer], false),
        _ => Type::function(module.void_type(), &[pointer, size, size, pointer], false),
    }
}

fn linked(function: Function, name: &str) -> Result<Function, Failure> {
    let module = function.module();
    if module.function(name).is_none() {
        module.link_text(TEXT).map_err(Failure::internal)?;
    }
    let body = module.function(name).ok_or_else(|| Failure::internal(format!("{name} was not linked")))?;
    body.set_linkage(Linkage::LLVMInternalLinkage);
    Ok(body)
}

/// Removes the bodies that nothing calls any more.
pub fn remove_unused(function: Function) {
    let module = function.module();
    let bodies = ["zymase.callback.qsort", "zymase.callback.bsearch"];
    for body in bodies.into_iter().filter_map(|name| module.function(name)) {
        if body.value().users().is_empty() {
            body.erase();
        }
    }
}
