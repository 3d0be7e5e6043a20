//! `__enzyme_fwddiff`: one call of the forward derivative.

use super::arguments::{caller_context, result_buffer, roles, value_of};
use super::result::finish;
use super::shared;
use crate::engine::Engine;
use zymase_core::request::Request;
use zymase_core::signature::{self, DerivativeKind, Key};
use zymase_core::{Failure, runtime};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, Module, Value};

/// A context on the caller's stack, begun here.
pub fn begin_context(module: Module, call: Value) -> Value {
    let entry = call.block().expect("a placed call").function().entry();
    let builder = Builder::before(entry.first_instruction().expect("a terminator"));
    let context = runtime::context_on_stack(&builder, 0, "zymase.context");
    Builder::before(call).call_across_spaces(runtime::begin(module), &[context]);
    context
}

pub(super) fn lower(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let (fields, _) = call(engine, request, target)?;
    finish(&Builder::before(request.call), request.call, &fields)
}

/// A call of the forward derivative: the fields of its result, and the primal result if it is returned in registers.
pub(super) fn call(
    engine: &mut Engine,
    request: &Request,
    target: Function,
) -> Result<(Vec<Value>, Option<Value>), Failure> {
    let module = engine.session.module;
    let key = Key {
        original: target,
        kind: DerivativeKind::Forward,
        roles: roles(request),
        options: request.options,
        overwritten: Vec::new(),
        unchanged: Vec::new(),
    };
    let derivative = engine.derivative(&key, &caller_context(target, request)).map_err(|f| f.or_at(request.call))?;
    let context = begin_context(module, request.call);
    let builder = Builder::before(request.call);
    let mut operands = Vec::new();
    let mut result_shadow = None;
    for (index, passed) in request.arguments.iter().enumerate() {
        let ty = target.parameter(index).ty();
        match passed.value {
            Some(value) => operands.push(value_of(&builder, value, ty)),
            None => {
                let buffers: Vec<Value> =
                    (0..=request.options.lanes).map(|_| result_buffer(target, request.call, index)).collect();
                operands.extend(&buffers);
                result_shadow = Some((buffers, index));
                continue;
            }
        }
        operands.extend(passed.shadows.iter().map(|shadow| value_of(&builder, *shadow, ty)));
    }
    operands.push(context);
    shared::clear(&builder, derivative.function);
    let result = builder.call(derivative.function, &operands);
    builder.call_across_spaces(runtime::end(module), &[context]);
    if let Some((buffers, index)) = result_shadow {
        let ty = target.parameter_type_attribute(index, "sret").expect("a result buffer");
        let wanted = buffers.into_iter().skip(usize::from(!request.primal_return));
        let fields: Vec<Value> = wanted.map(|buffer| builder.load(ty, buffer)).collect();
        return Ok((fields, None));
    }
    let mut fields = Vec::new();
    let has_shadow = signature::has_shadow(target.return_type()) && !request.return_inactive;
    if !target.return_type().is_void() {
        if request.primal_return || !has_shadow && request.return_inactive {
            fields.push(builder.extract_value(result, 0));
        }
        if has_shadow {
            fields.extend((1..=request.options.lanes).map(|k| builder.extract_value(result, k as u32)));
        }
    }
    let primal = (!target.return_type().is_void()).then(|| builder.extract_value(result, 0));
    Ok((fields, primal))
}
