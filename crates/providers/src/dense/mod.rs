//! `__enzyme_todense(load, store, data…)`: a pointer behind which there is no memory. Reading through it calls
//! `load(offset, data…)`, writing `store(value, offset, data…)`, with the offset in bytes.
//!
//! Programs pass it for a shadow, to see single entries of a Hessian where they are made. When derivatives have been
//! made, whatever the pointer is passed to is inlined, and every access through it becomes such a call. The pointer
//! itself becomes null, so that an address *is* its offset. What cannot be followed is an error.
//!
//! - `access`: accesses through a pointer that has no memory, as calls of the functions it was made from.

mod access;

use access::Object;
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify, hint};
use zymase_core::Failure;
use zymase_library::Hint;
use zymase_llvm::{Function, Module, Opcode, Value};
use zymase_support::Diagnostic;

const NAME: &str = "__enzyme_todense";
/// Makes pointers visible that unoptimised code keeps in local variables.
const SEE_THROUGH: &str = "sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";
/// Calls that are inlined for one such pointer at most.
const MOST_INLINED: usize = 1000;

fn is_dense(callee: Option<Function>) -> bool {
    callee.is_some_and(|f| f.is_declaration() && f.name().contains(NAME))
}

/// Replaces every such pointer; true when there was one.
pub fn lower(module: Module) -> bool {
    let mut changed = false;
    for function in module.functions().into_iter().filter(|f| !f.is_declaration()) {
        while let Some(call) = next_call(function) {
            changed = true;
            let call = if call.opcode() == Some(Opcode::LLVMInvoke) { call.invoke_to_call() } else { call };
            if let Err(failure) = lower_object(function, call) {
                failure.report(module, Some(call));
                call.replace_all_uses_with(Value::undef(call.ty()));
                call.erase_instruction();
            }
        }
    }
    changed
}

fn next_call(function: Function) -> Option<Value> {
    function.instructions().into_iter().find(|i| i.is_call() && is_dense(i.called_value().as_function()))
}

fn problem(at: Value, what: &str) -> Failure {
    let diagnostic = Diagnostic::new(format!("a pointer made by {NAME} {what}"))
        .with_help("only read and write floats through it, in functions of this file");
    Failure::at(at, diagnostic)
}

/// Everything that is derived from the pointer by address arithmetic, in the order it is found.
struct Uses {
    derived: Vec<Value>,
    /// Loads, stores, copies and fills through it.
    accesses: Vec<Value>,
    /// Calls of functions with a body that it is passed to.
    calls: Vec<Value>,
    ignored: Vec<Value>,
}

fn lower_object(function: Function, call: Value) -> Result<(), Failure> {
    for _ in 0..MOST_INLINED {
        // At -O0 the pointer, and every parameter it is passed to, lives in a local variable.
        function.run_passes(SEE_THROUGH).map_err(Failure::internal)?;
        let uses = uses_of(call)?;
        let Some(inlined) = uses.calls.first() else {
            return rewrite(call, &Object::of(call)?, uses);
        };
        let caller_itself = inlined.called_function() == Some(function);
        if caller_itself || !inlined.inline_call() {
            return Err(problem(*inlined, "is passed to a function that cannot be inlined"));
        }
    }
    Err(problem(call, "is passed on too often"))
}

fn uses_of(pointer: Value) -> Result<Uses, Failure> {
    use Opcode::*;
    let mut uses = Uses { derived: vec![pointer], accesses: Vec::new(), calls: Vec::new(), ignored: Vec::new() };
    let mut seen = HashSet::from([pointer]);
    let mut next = 0;
    while next < uses.derived.len() {
        let value = uses.derived[next];
        next += 1;
        for user in value.users() {
            if !seen.insert(user) {
                continue;
            }
            match user.opcode() {
                _ if user.passes_pointer_on() => uses.derived.push(user),
                Some(LLVMLoad) => uses.accesses.push(user),
                Some(LLVMStore) if user.operand(0) != value => uses.accesses.push(user),
                Some(LLVMICmp | LLVMPtrToInt) => {}
                Some(LLVMCall | LLVMInvoke) => sort_call(user, &mut uses)?,
                Some(LLVMStore) => return Err(problem(user, "is stored in memory")),
                Some(LLVMRet) => return Err(problem(user, "is returned from a function")),
                _ => return Err(problem(user, "is used in a way that cannot be followed")),
            }
        }
    }
    let mixed = |value: &&Value| {
        let sources: Vec<Value> = match value.opcode() {
            Some(LLVMPHI) => value.incoming().into_iter().map(|(from, _)| from).collect(),
            Some(LLVMSelect) => vec![value.operand(1), value.operand(2)],
            _ => return false,
        };
        sources.iter().any(|from| !uses.derived.contains(from) && !from.is_undef())
    };
    match uses.derived.iter().skip(1).find(mixed) {
        Some(value) => Err(problem(*value, "is mixed with pointers to memory")),
        None => Ok(uses),
    }
}

fn sort_call(call: Value, uses: &mut Uses) -> Result<(), Failure> {
    let Some(callee) = call.called_function() else {
        return Err(problem(call, "is passed to a function that is called through a pointer"));
    };
    let ignored = [Hint::LifetimeStart, Hint::LifetimeEnd, Hint::Assume, Hint::Debug];
    match classify(call) {
        _ if hint(call).is_some_and(|hint| ignored.contains(&hint)) => uses.ignored.push(call),
        Callee::Copy(_) | Callee::Fill { .. } if callee.is_intrinsic() => uses.accesses.push(call),
        _ if !callee.is_declaration() => uses.calls.push(call),
        _ => return Err(problem(call, &format!("is passed to '{}', which is not in this file", callee.name()))),
    }
    Ok(())
}

fn rewrite(call: Value, object: &Object, uses: Uses) -> Result<(), Failure> {
    uses.ignored.into_iter().for_each(Value::erase_instruction);
    // Address arithmetic on null has no object to stay inside of.
    uses.derived.iter().skip(1).for_each(|value| value.drop_poison_flags());
    for access in &uses.accesses {
        object.replace(*access, &uses.derived)?;
    }
    call.replace_all_uses_with(Value::null(call.ty()));
    call.erase_instruction();
    Ok(())
}
