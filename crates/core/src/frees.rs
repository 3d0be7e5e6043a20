//! Calls that give memory back: made later with the arguments they were given, and not made for a null pointer, which only
//! some allocators accept.

use crate::machine::memory_pointer;
use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Type, Value};

/// A function that takes the arguments of `callee` from a record and calls it, unless its pointer is null.
pub fn later(callee: Function, pointer: usize) -> Function {
    let module = callee.module();
    let types = callee.function_type().function_parameters();
    let record = module.void_type().structure(&types);
    let guarded = unless_null(callee, pointer);
    helper(callee, "later", &[memory_pointer(module)], |later, builder| {
        let argument = |k: usize| {
            let offset = module.field_offset(record, k as u32) as i64;
            builder.load(types[k], builder.constant_offset(later.parameter(0), offset))
        };
        let arguments: Vec<Value> = (0..types.len()).map(argument).collect();
        builder.call(guarded, &arguments);
        builder.ret(None);
    })
}

/// A function that calls `callee` with its own arguments, unless the pointer among them is null.
pub fn unless_null(callee: Function, pointer: usize) -> Function {
    let types = callee.function_type().function_parameters();
    helper(callee, "unless_null", &types, |guarded, builder| {
        let (call, done) = (guarded.append_block("call"), guarded.append_block("done"));
        let arguments: Vec<Value> = (0..types.len()).map(|k| guarded.parameter(k)).collect();
        let null = Value::null(types[pointer]);
        builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntEQ, arguments[pointer], null), done, call);
        builder.position_at_end(call);
        builder.call(callee, &arguments).take_attributes_of(callee);
        builder.branch(done);
        builder.position_at_end(done);
        builder.ret(None);
    })
}

/// The function of this purpose for `callee`, made by `body` where there is none yet.
fn helper(callee: Function, purpose: &str, types: &[Type], body: impl FnOnce(Function, &Builder)) -> Function {
    let module = callee.module();
    let name = format!("zymase.{purpose}.{}", callee.name());
    if let Some(known) = module.function(&name) {
        return known;
    }
    let function = module.add_function(&name, Type::function(module.void_type(), types, false));
    function.set_linkage(Linkage::LLVMInternalLinkage);
    body(function, &Builder::at_end(function.append_block("entry")));
    function
}
