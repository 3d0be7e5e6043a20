//! Hands the derivative to whoever used the result of the derivative call.

use std::collections::HashSet;
use zymase_analysis::activity::Role;
use zymase_analysis::callee::is_lifetime;
use zymase_core::Failure;
use zymase_core::request::{self, Request};
use zymase_core::signature::pack;
use zymase_llvm::{Builder, Function, Linkage, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// Hands the fields to whoever used the call's result: as themselves, as a struct of the same layout, or in the
/// caller's result buffer.
pub(super) fn finish(builder: &Builder, call: Value, fields: &[Value]) -> Result<(), Failure> {
    let module = builder.module();
    let through_memory = request::returns_through_memory(call);
    let wanted = declared_result(call);
    if wanted.is_void() {
        erase(call);
        return Ok(());
    }
    let types: Vec<Type> = fields.iter().map(|f| f.ty()).collect();
    let natural = module.void_type().structure(&types);
    if fields.len() == 1 && types[0] == wanted && !through_memory {
        call.replace_all_uses_with(fields[0]);
        erase(call);
        return Ok(());
    }
    if fields.is_empty() && !through_memory && is_never_used(call) {
        call.replace_all_uses_with(Value::null(wanted));
        erase(call);
        return Ok(());
    }
    if fields.is_empty() || !layouts_agree(module, natural, wanted, through_memory) {
        let shown: Vec<String> = types.iter().map(|t| t.to_string()).collect();
        let diagnostic = Diagnostic::new(format!(
            "the derivative call is declared to return {wanted}, but the derivative is {{{}}}",
            shown.join(", ")
        ))
        .with_help(
            "declare the result as that type: primal first if asked for, then one field per enzyme_out argument",
        );
        return Err(Failure::at(call, diagnostic));
    }
    if !through_memory && wanted == natural {
        let packed = pack(builder, natural, fields);
        call.replace_all_uses_with(packed);
        erase(call);
        return Ok(());
    }
    let place = if through_memory {
        call.arguments()[0]
    } else {
        let entry = call.block().expect("a placed call").function().entry();
        let top = Builder::before(entry.first_instruction().expect("a terminator"));
        let larger = module.allocation_size(natural) > module.allocation_size(wanted);
        let slot = top.alloca(if larger { natural } else { wanted }, "zymase.fields");
        slot.set_alignment(16);
        slot
    };
    for (index, field) in fields.iter().enumerate() {
        let offset = module.field_offset(natural, index as u32);
        let store = builder.store(*field, builder.constant_offset(place, offset as i64));
        store.set_alignment(1.max(module.alignment(field.ty()).min(8)));
    }
    if !through_memory {
        call.replace_all_uses_with(builder.load(wanted, place));
    }
    erase(call);
    Ok(())
}

/// Does nothing depend on a value? Unoptimised code stores it into a local variable, or returns it to callers that ignore it.
fn is_never_used(value: Value) -> bool {
    let (mut seen, mut work) = (HashSet::new(), vec![value]);
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in value.users() {
            match user.opcode() {
                Some(Opcode::LLVMStore)
                    if user.operand(0) == value && user.operand(1).opcode() == Some(Opcode::LLVMAlloca) =>
                {
                    let Some(loads) = loads_of_variable(user.operand(1)) else { return false };
                    work.extend(loads);
                }
                Some(Opcode::LLVMRet) => {
                    let Some(calls) = calls_of(user.block().expect("a placed return").function()) else { return false };
                    work.extend(calls);
                }
                _ => return false,
            }
        }
    }
    true
}

/// All loads of a local variable that is only loaded and stored.
fn loads_of_variable(variable: Value) -> Option<Vec<Value>> {
    let mut loads = Vec::new();
    for user in variable.users() {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => loads.push(user),
            Some(Opcode::LLVMStore) if user.operand(1) == variable && user.operand(0) != variable => {}
            Some(Opcode::LLVMCall) if is_lifetime(user) => {}
            _ => return None,
        }
    }
    Some(loads)
}

/// All calls of a function that nobody else can call.
fn calls_of(function: Function) -> Option<Vec<Value>> {
    use Linkage::*;
    let seen_whole = matches!(
        function.linkage(),
        LLVMInternalLinkage | LLVMPrivateLinkage | LLVMLinkOnceODRLinkage | LLVMLinkOnceAnyLinkage
    );
    let users = function.value().users();
    let is_call = |user: &Value| user.is_call() && user.called_value() == function.value();
    (seen_whole && users.iter().all(is_call)).then_some(users)
}

/// The adjoints of the `enzyme_out` arguments among the fields of what a derivative returned: one each, with several
/// lanes an array of them.
pub(super) fn adjoints(builder: &Builder, request: &Request, returned: Value, first: u32) -> Vec<Value> {
    let lanes = request.options.lanes as u32;
    let outs = request.arguments.iter().filter(|passed| passed.role == Role::Active);
    let lanes_of = |k: u32| (0..lanes).map(move |lane| builder.extract_value(returned, first + k * lanes + lane));
    let together = |(k, _)| match lanes_of(k as u32).collect::<Vec<Value>>().as_slice() {
        [only] => *only,
        several => pack(builder, several[0].ty().array(u64::from(lanes)), several),
    };
    outs.enumerate().map(together).collect()
}

/// What the derivative call is declared to return, also through memory.
fn declared_result(call: Value) -> Type {
    match request::returns_through_memory(call) {
        true => call.call_argument_type_attribute(0, "sret").expect("sret names its type"),
        false => call.ty(),
    }
}

/// Can the fields be handed to the user of the call?
pub(super) fn fits(module: Module, call: Value, fields: &[Value]) -> bool {
    let types: Vec<Type> = fields.iter().map(|f| f.ty()).collect();
    let natural = module.void_type().structure(&types);
    let wanted = declared_result(call);
    !wanted.is_void() && layouts_agree(module, natural, wanted, request::returns_through_memory(call))
}

/// Is the declared result as large as the derivative, or a larger buffer, with the same scalars at the same places?
fn layouts_agree(module: Module, natural: Type, wanted: Type, through_memory: bool) -> bool {
    let (have, want) = (module.allocation_size(natural), module.allocation_size(wanted));
    want >= have && zymase_core::fields::same_scalars(module, natural, wanted, through_memory)
}

pub(super) fn erase(call: Value) {
    if !call.users().is_empty() {
        call.replace_all_uses_with(Value::undef(call.ty()));
    }
    let mut operands = call.operands();
    operands.sort();
    operands.dedup();
    call.erase_instruction();
    for operand in operands {
        if operand.opcode() == Some(Opcode::LLVMLoad)
            && request::marker(operand).is_some()
            && operand.users().is_empty()
        {
            operand.erase_instruction();
        }
    }
}

/// After an error: the call goes, so that no undefined symbol is reported on top.
pub fn abandon(call: Value) {
    if !call.ty().is_void() {
        call.replace_all_uses_with(Value::undef(call.ty()));
    }
    erase(call);
}
