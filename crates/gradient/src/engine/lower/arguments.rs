//! What all modes do with the arguments of a derivative call.

use zymase_analysis::activity::Role;
use zymase_core::request::{Operand, Request, convert};
use zymase_llvm::{Builder, Function, Type, Value};

/// The value that is handed over for a parameter of type `ty`.
pub(super) fn value_of(builder: &Builder, operand: Operand, ty: Type) -> Value {
    let Operand { mut value, lane, behind } = operand;
    if let Some((stride, lane)) = lane.filter(|(_, lane)| *lane > 0) {
        let i64_type = builder.module().integer_type(64);
        let distance = builder.mul(builder.integer_cast(stride, i64_type), Value::integer(i64_type, lane as i64));
        value = builder.offset(value, distance);
    }
    let Some(offset) = behind else { return convert(builder, value, ty) };
    let loaded = builder.load(ty, builder.constant_offset(value, offset as i64));
    // A part of a struct is no more aligned than the struct.
    loaded.set_alignment(1);
    loaded
}

/// The stack object that stands in for a result returned through memory.
pub(super) fn result_buffer(target: Function, call: Value, index: usize) -> Value {
    let ty = target.parameter_type_attribute(index, "sret").expect("only a result buffer has no value");
    let entry = call.block().expect("a placed call").function().entry();
    let builder = Builder::before(entry.first_instruction().expect("a terminator"));
    let buffer = builder.alloca(ty, "zymase.result");
    buffer.set_alignment(target.module().alignment(ty).max(16));
    builder.pointer_cast(buffer, target.parameter(index).ty())
}

/// Pairs of parameter and argument, for type evidence in the caller.
pub fn caller_context(target: Function, request: &Request) -> Vec<(Value, Value)> {
    let mut pairs = Vec::new();
    for (parameter, passed) in target.parameters().into_iter().zip(&request.arguments) {
        let operands = passed.value.iter().chain(&passed.shadows);
        pairs.extend(operands.filter(|o| o.behind.is_none()).map(|operand| (parameter, operand.value)));
    }
    pairs
}

pub fn roles(request: &Request) -> Vec<Role> {
    request.arguments.iter().map(|passed| passed.role).collect()
}
