//! The function of a region for a thread that is alone: what it would ask the run time is answered.
use crate::runtime;
use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Value};

/// Cheap: the function has been optimised, only the answers are new.
const TIDY: &str = "sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";

/// Arguments of `__kmpc_for_static_init`.
const IS_LAST: usize = 3;
const LOWER: usize = 4;
const UPPER: usize = 5;
const STRIDE: usize = 6;
const INCREMENT: usize = 7;

/// A copy of the function of a region for a team of one thread.
pub fn copy(body: Function) -> Function {
    let module = body.module();
    let copy = module.add_function(&format!("{}.alone", body.name()), body.function_type());
    copy.copy_attributes(body);
    copy.set_linkage(Linkage::LLVMInternalLinkage);
    if let Some(routine) = body.personality() {
        copy.set_personality(routine);
    }
    body.clone_body_into(copy, &copy.parameters());
    for call in copy.instructions().into_iter().filter(|instruction| instruction.is_call()) {
        if let Some(name) = call.called_function().map(|f| f.name()) {
            answer(call, runtime::shown(&name));
        }
    }
    // Whatever these passes do not like is only less tidy.
    let _ = copy.run_passes(TIDY);
    copy
}

/// Puts what the run time tells the only thread of a team in the place of a call.
fn answer(call: Value, name: &str) {
    match name {
        "__kmpc_for_static_init_4"
        | "__kmpc_for_static_init_4u"
        | "__kmpc_for_static_init_8"
        | "__kmpc_for_static_init_8u" => {
            if !take_all(call, name) {
                return;
            }
        }
        // The only thread combines what it has itself.
        "__kmpc_reduce" | "__kmpc_reduce_nowait" => call.replace_all_uses_with(Value::integer(call.ty(), 1)),
        "omp_get_num_threads" => call.replace_all_uses_with(Value::integer(call.ty(), 1)),
        "omp_get_thread_num" => call.replace_all_uses_with(Value::integer(call.ty(), 0)),
        "__kmpc_barrier" | "__kmpc_for_static_fini" | "__kmpc_end_reduce" | "__kmpc_end_reduce_nowait" => {}
        _ => return,
    }
    call.erase_instruction();
}

/// All iterations are one share, the last one if there are any.
fn take_all(call: Value, name: &str) -> bool {
    let arguments = call.arguments();
    if arguments[INCREMENT].as_integer().is_none_or(|increment| increment <= 0) {
        return false;
    }
    let is_signed = !name.ends_with('u');
    let bits = if name.contains('4') { 32 } else { 64 };
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let ty = builder.module().integer_type(bits);
    let (lower, upper) = (builder.load(ty, arguments[LOWER]), builder.load(ty, arguments[UPPER]));
    let predicate = if is_signed { IntPredicate::LLVMIntSLE } else { IntPredicate::LLVMIntULE };
    let any = builder.icmp(predicate, lower, upper);
    builder.store(builder.zext(any, builder.module().integer_type(32)), arguments[IS_LAST]);
    let count = builder.add(builder.sub(upper, lower), Value::integer(ty, 1));
    builder.store(builder.select(any, count, arguments[INCREMENT]), arguments[STRIDE]);
    true
}
