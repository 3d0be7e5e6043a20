//! `__enzyme_autodiff`: both sweeps in one call.

use super::arguments::{caller_context, result_buffer, roles, value_of};
use super::result::{adjoints, finish};
use super::{self_check, shared};
use crate::engine::{Engine, versions};
use zymase_core::request::Request;
use zymase_core::signature::{DerivativeKind, Key};
use zymase_core::{Failure, watch};
use zymase_llvm::{Builder, Function, Type, Value};

/// The gradient that a call asks for.
pub fn key_of_gradient(request: &Request, target: Function) -> Key {
    let seeded = target.return_type().contains_float() && !request.return_inactive;
    Key {
        original: target,
        kind: DerivativeKind::Gradient { seeded },
        roles: roles(request),
        options: request.options,
        overwritten: Vec::new(),
        unchanged: Vec::new(),
    }
}

pub(super) fn lower(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let result = target.return_type();
    let key = key_of_gradient(request, target);
    let seeded = key.kind.is_seeded(result);
    let nested = engine.is_differentiated(request.call);
    let derivative = versions::gradient(engine, &key, &caller_context(target, request), nested)
        .map_err(|f| f.or_at(request.call))?;
    let builder = Builder::before(request.call);
    let mut operands = Vec::new();
    for (index, passed) in request.arguments.iter().enumerate() {
        let ty = target.parameter(index).ty();
        match passed.value {
            Some(value) => operands.push(value_of(&builder, value, ty)),
            None => operands.push(result_buffer(target, request.call, index)),
        }
        operands.extend(passed.shadows.iter().map(|shadow| value_of(&builder, *shadow, ty)));
    }
    if seeded {
        operands.extend(std::iter::repeat_n(seed(&builder, result), request.options.lanes));
    }
    shared::clear(&builder, derivative.function);
    let returned = builder.call(derivative.function, &operands);
    let mut fields = Vec::new();
    if !result.is_void() && request.primal_return {
        fields.push(builder.extract_value(returned, 0));
    }
    let derivatives = adjoints(&builder, request, returned, u32::from(!result.is_void()));
    if engine.session.config.check {
        for derivative in &derivatives {
            watch::finite(&builder, *derivative, request.call);
        }
        if seeded {
            self_check::against_forward(engine, &builder, request, target, &operands, &derivatives)?;
        }
    }
    fields.extend(derivatives);
    finish(&builder, request.call, &fields)
}

/// One in every floating-point leaf.
fn seed(builder: &Builder, ty: Type) -> Value {
    if ty.is_float_like() {
        return Value::real(ty, 1.0);
    }
    let mut value = Value::null(ty);
    if ty.is_aggregate() {
        for index in 0..ty.element_count() as u32 {
            let field = ty.field(index);
            if field.contains_float() {
                value = builder.insert_value(value, seed(builder, field), index);
            }
        }
    }
    value
}
