//! `__enzyme_fwddiff`: one call of the forward derivative.

use super::arguments::{caller_context, convert, result_buffer, roles};
use super::result::finish;
use crate::engine::Engine;
use crate::request::{Passed, Request};
use crate::signature::{self, Key, Kind};
use crate::{Failure, runtime};
use zymase_llvm::{Builder, Function, Module, Value};

/// A context on the caller's stack, begun here.
fn begin_context(module: Module, call: Value) -> Value {
    let entry = call.block().expect("a placed call").function().entry();
    let builder = Builder::before(entry.first_instruction().expect("a terminator"));
    let context = builder.alloca(module.integer_type(8).array(runtime::CONTEXT_BYTES), "zymase.context");
    context.set_alignment(16);
    Builder::before(call).call(runtime::begin(module), &[context]);
    context
}

pub(super) fn lower(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let module = engine.module;
    let key = Key { original: target, kind: Kind::Forward, roles: roles(request), options: request.options };
    let derivative = engine.derivative(&key, &caller_context(target, request)).map_err(|f| f.or_at(request.call))?;
    let context = begin_context(module, request.call);
    let builder = Builder::before(request.call);
    let mut operands = Vec::new();
    let mut result_shadow = None;
    for (index, passed) in request.arguments.iter().enumerate() {
        let ty = target.parameter(index).ty();
        let Passed { value, shadow, .. } = passed;
        match value {
            Some(value) => operands.push(convert(&builder, *value, ty)),
            None => {
                let (primal, tangent) =
                    (result_buffer(target, request.call, index), result_buffer(target, request.call, index));
                operands.extend([primal, tangent]);
                result_shadow = Some((primal, tangent, index));
                continue;
            }
        }
        operands.extend(shadow.map(|shadow| convert(&builder, shadow, ty)));
    }
    operands.push(context);
    let result = builder.call(derivative.function, &operands);
    builder.call(runtime::end(module), &[context]);
    if let Some((primal, tangent, index)) = result_shadow {
        let ty = target.parameter_type_attribute(index, "sret").expect("a result buffer");
        let mut fields = vec![];
        if request.primal_return {
            fields.push(builder.load(ty, primal));
        }
        fields.push(builder.load(ty, tangent));
        return finish(&builder, request.call, &fields);
    }
    let mut fields = Vec::new();
    let has_shadow = signature::has_shadow(target.return_type()) && !request.return_inactive;
    if !target.return_type().is_void() {
        if request.primal_return || !has_shadow && request.return_inactive {
            fields.push(builder.extract_value(result, 0));
        }
        if has_shadow {
            fields.push(builder.extract_value(result, 1));
        }
    }
    finish(&builder, request.call, &fields)
}
