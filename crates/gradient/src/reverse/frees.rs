//! Calls that give memory back, made later with the arguments they were given.

use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Type, Value};

/// A function that takes the arguments of `callee` from a record and calls it, unless its pointer is null.
pub fn later(callee: Function, pointer: usize) -> Function {
    let module = callee.module();
    let name = format!("zymase.later.{}", callee.name());
    if let Some(known) = module.function(&name) {
        return known;
    }
    let later = module.add_function(&name, Type::function(module.void_type(), &[module.pointer_type()], false));
    later.set_linkage(Linkage::LLVMInternalLinkage);
    let types = callee.function_type().function_parameters();
    let record = module.void_type().structure(&types);
    let (entry, call, done) = (later.append_block("entry"), later.append_block("call"), later.append_block("done"));
    let builder = Builder::at_end(entry);
    let argument = |k: usize| {
        let offset = module.field_offset(record, k as u32) as i64;
        builder.load(types[k], builder.constant_offset(later.parameter(0), offset))
    };
    let arguments: Vec<Value> = (0..types.len()).map(argument).collect();
    let null = Value::null(types[pointer]);
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntEQ, arguments[pointer], null), done, call);
    builder.position_at_end(call);
    builder.call(callee, &arguments).take_attributes_of(callee);
    builder.branch(done);
    builder.position_at_end(done);
    builder.ret(None);
    later
}
