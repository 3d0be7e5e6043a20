//! `check=1`: derivatives that check themselves while the program runs.
//!
//! Where a tangent or an adjoint is made it is looked at: the first that is NaN or infinite ends the program with the
//! source line of the instruction it belongs to. Where a derivative call can be repeated in forward mode without
//! anybody noticing (numbers in, a number out, nothing written) the two modes are compared.

use super::begin_context;
use crate::engine::Engine;
use std::collections::HashSet;
use zymase_analysis::activity::Role;
use zymase_analysis::effects::leaves_no_trace;
use zymase_core::request::Request;
use zymase_core::signature::{DerivativeKind, Key};
use zymase_core::{Failure, runtime, watch};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, Type, Value};

/// May the function around the call be differentiated itself? Then the comparison would be, too.
fn may_be_differentiated(call: Value) -> bool {
    let mut work: Vec<Function> = call.parent_function().into_iter().collect();
    let mut seen = HashSet::new();
    while let Some(function) = work.pop() {
        if !seen.insert(function) {
            continue;
        }
        for user in function.value().users() {
            if !user.is_call() || user.called_value() != function.value() {
                return true;
            }
            work.extend(user.parent_function());
        }
    }
    false
}

/// After a reverse call that returned `adjoints`: forward mode along the sum of all directions must give their sum.
pub fn against_forward(
    engine: &mut Engine,
    builder: &Builder,
    request: &Request,
    target: Function,
    operands: &[Value],
    adjoints: &[Value],
) -> Result<(), Failure> {
    let module = engine.session.module;
    let numbers = |ty: Type| ty.is_float() && module.store_size(ty) <= 8;
    let comparable = request.options.lanes == 1
        && !adjoints.is_empty()
        && numbers(target.return_type())
        && request.arguments.iter().all(|passed| passed.role != Role::Duplicated && passed.value.is_some())
        && adjoints.iter().all(|adjoint| numbers(adjoint.ty()));
    if !comparable || may_be_differentiated(request.call) || !leaves_no_trace(engine.prepared(target)?.function) {
        return Ok(());
    }
    let varied = |role: &Role| if *role == Role::Active { Role::Duplicated } else { *role };
    let key = Key {
        original: target,
        kind: DerivativeKind::Forward,
        roles: request.arguments.iter().map(|passed| varied(&passed.role)).collect(),
        options: request.options,
        overwritten: Vec::new(),
        unchanged: Vec::new(),
    };
    let forward = engine.derivative(&key, &[])?;
    let mut all = Vec::new();
    for (passed, operand) in request.arguments.iter().zip(operands) {
        all.push(*operand);
        if passed.role == Role::Active {
            all.push(Value::real(operand.ty(), 1.0));
        }
    }
    let context = begin_context(module, request.call);
    all.push(context);
    let result = builder.call(forward.function, &all);
    builder.call_across_spaces(runtime::end(module), &[context]);
    let double = module.double_type();
    let tangent = builder.float_cast(builder.extract_value(result, 1), double);
    let absolute = module.intrinsic("llvm.fabs", &[double]);
    let (mut sum, mut size) = (Value::real(double, 0.0), Value::real(double, 0.0));
    for adjoint in adjoints {
        let adjoint = builder.float_cast(*adjoint, double);
        sum = builder.fadd(sum, adjoint);
        size = builder.fadd(size, builder.call(absolute, &[adjoint]));
    }
    builder.call_across_spaces(runtime::check_same(module), &[sum, tangent, size, watch::place(module, request.call)]);
    Ok(())
}
