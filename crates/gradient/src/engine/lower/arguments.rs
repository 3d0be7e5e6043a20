//! What all modes do with the arguments of a derivative call.

use crate::request::Request;
use zymase_analysis::activity::Role;
use zymase_llvm::{Builder, Function, Type, Value};

/// Undoes the promotions of C's variadic calls.
pub(super) fn convert(builder: &Builder, value: Value, ty: Type) -> Value {
    let given = value.ty();
    if given == ty {
        value
    } else if given.is_float() && ty.is_float() {
        builder.float_cast(value, ty)
    } else if given.is_integer() && ty.is_integer() {
        builder.integer_cast(value, ty)
    } else if given.is_integer() && ty.is_pointer() {
        builder.int_to_pointer(value, ty)
    } else {
        value
    }
}

/// The stack object that stands in for a result returned through memory.
pub(super) fn result_buffer(target: Function, call: Value, index: usize) -> Value {
    let ty = target.parameter_type_attribute(index, "sret").expect("only a result buffer has no value");
    let entry = call.block().expect("a placed call").function().entry();
    let builder = Builder::before(entry.first_instruction().expect("a terminator"));
    let buffer = builder.alloca(ty, "zymase.result");
    buffer.set_alignment(target.module().alignment(ty).max(16));
    buffer
}

/// Pairs of parameter and argument, for type evidence in the caller.
pub(super) fn caller_context(target: Function, request: &Request) -> Vec<(Value, Value)> {
    let mut pairs = Vec::new();
    for (parameter, passed) in target.parameters().into_iter().zip(&request.arguments) {
        pairs.extend(passed.value.map(|value| (parameter, value)));
        pairs.extend(passed.shadow.map(|shadow| (parameter, shadow)));
    }
    pairs
}

pub(super) fn roles(request: &Request) -> Vec<Role> {
    request.arguments.iter().map(|passed| passed.role).collect()
}
