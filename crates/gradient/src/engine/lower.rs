//! Replaces a derivative call by a call of the derivative.

use super::Engine;
use crate::request::{self, Mode, Passed, Request};
use crate::signature::{Key, Kind};
use crate::{Failure, runtime};
use zymase_analysis::activity::Role;
use zymase_llvm::{Builder, Function, IntPredicate, Linkage, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// Lowers a call that differentiates `target`.
pub fn lower(engine: &mut Engine, call: Value, target: Function) -> Result<(), Failure> {
    let request = request::read(call, target)?;
    match request.mode {
        Mode::Forward => lower_forward(engine, &request, target),
        Mode::Reverse => lower_reverse(engine, &request, target),
    }
}

/// `autodiff(c ? f : g, …)` becomes one call per function, chosen by the address; returns them.
pub fn split_choice(call: Value, candidates: &[Function]) -> Vec<(Value, Function)> {
    let position = request::function_position(call);
    let chosen = call.arguments()[position];
    let function = call.block().expect("a placed call").function();
    let rest = Builder::split_before(call.next_instruction().expect("a call is no terminator"));
    let last = Builder::split_before(call);
    let start = last.predecessors()[0];
    start.terminator().expect("split left a branch").erase_instruction();
    let mut at = start;
    let mut arms = Vec::new();
    for candidate in candidates {
        let arm = function.append_block("zymase.chosen");
        arm.move_after(at);
        let next = function.append_block("zymase.other");
        next.move_after(arm);
        let builder = Builder::at_end(at);
        builder.set_location_of(call);
        let equal = builder.icmp(IntPredicate::LLVMIntEQ, chosen, candidate.value());
        builder.conditional_branch(equal, arm, next);
        builder.position_at_end(arm);
        let direct = builder.clone_with(call, &[]);
        direct.set_operand(position, candidate.value());
        builder.branch(rest);
        arms.push((direct, arm, *candidate));
        at = next;
    }
    let builder = Builder::at_end(at);
    builder.call(runtime::unknown_callee(function.module()), &[chosen]);
    builder.unreachable();
    if !call.ty().is_void() {
        let phi = Builder::before(rest.first_instruction().expect("a terminator")).phi(call.ty(), "zymase.result");
        for (direct, arm, _) in &arms {
            phi.add_incoming(*direct, *arm);
        }
        call.replace_all_uses_with(phi);
    }
    call.erase_instruction();
    last.erase();
    arms.into_iter().map(|(direct, _, candidate)| (direct, candidate)).collect()
}

/// Undoes the promotions of C's variadic calls.
fn convert(builder: &Builder, value: Value, ty: Type) -> Value {
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
fn result_buffer(target: Function, call: Value, index: usize) -> Value {
    let ty = target.parameter_type_attribute(index, "sret").expect("only a result buffer has no value");
    let entry = call.block().expect("a placed call").function().entry();
    let builder = Builder::before(entry.first_instruction().expect("a terminator"));
    let buffer = builder.alloca(ty, "zymase.result");
    buffer.set_alignment(target.module().alignment(ty).max(16));
    buffer
}

/// Pairs of parameter and argument, for type evidence in the caller.
fn caller_context(target: Function, request: &Request) -> Vec<(Value, Value)> {
    let mut pairs = Vec::new();
    for (parameter, passed) in target.parameters().into_iter().zip(&request.arguments) {
        pairs.extend(passed.value.map(|value| (parameter, value)));
        pairs.extend(passed.shadow.map(|shadow| (parameter, shadow)));
    }
    pairs
}

/// A context on the caller's stack, begun here.
fn begin_context(module: Module, call: Value) -> Value {
    let entry = call.block().expect("a placed call").function().entry();
    let builder = Builder::before(entry.first_instruction().expect("a terminator"));
    let context = builder.alloca(module.integer_type(8).array(runtime::CONTEXT_BYTES), "zymase.context");
    context.set_alignment(16);
    Builder::before(call).call(runtime::begin(module), &[context]);
    context
}

fn lower_forward(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let module = engine.module;
    let key = Key { original: target, kind: Kind::Forward, roles: roles(request) };
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
    let has_shadow = crate::signature::has_shadow(target.return_type()) && !request.return_inactive;
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

fn roles(request: &Request) -> Vec<Role> {
    request.arguments.iter().map(|passed| passed.role).collect()
}

fn lower_reverse(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let result = target.return_type();
    let seeded = result.contains_float() && !request.return_inactive;
    let key = Key { original: target, kind: Kind::Gradient { seeded }, roles: roles(request) };
    let derivative = engine.derivative(&key, &caller_context(target, request)).map_err(|f| f.or_at(request.call))?;
    let builder = Builder::before(request.call);
    let mut operands = Vec::new();
    for (index, passed) in request.arguments.iter().enumerate() {
        let ty = target.parameter(index).ty();
        match passed.value {
            Some(value) => operands.push(convert(&builder, value, ty)),
            None => operands.push(result_buffer(target, request.call, index)),
        }
        operands.extend(passed.shadow.map(|shadow| convert(&builder, shadow, ty)));
    }
    if seeded {
        operands.push(seed(&builder, result));
    }
    let returned = builder.call(derivative.function, &operands);
    let mut fields = Vec::new();
    let mut next = 0;
    if !result.is_void() {
        if request.primal_return {
            fields.push(builder.extract_value(returned, 0));
        }
        next = 1;
    }
    for _ in request.arguments.iter().filter(|passed| passed.role == Role::Active) {
        fields.push(builder.extract_value(returned, next));
        next += 1;
    }
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

/// Hands the fields to whoever used the call's result: as themselves, as a struct of the same layout, or in the
/// caller's result buffer.
fn finish(builder: &Builder, call: Value, fields: &[Value]) -> Result<(), Failure> {
    let module = builder.module();
    let through_memory = request::returns_through_memory(call);
    let wanted = if through_memory { call.call_argument_type_attribute(0, "sret") } else { Some(call.ty()) };
    let wanted = wanted.expect("sret names its type");
    if wanted.is_void() {
        erase(call);
        return Ok(());
    }
    let types: Vec<Type> = fields.iter().map(|f| f.ty()).collect();
    let natural = module.void_type().structure(&types);
    let single_widened = fields.len() == 1 && wanted.is_float() && types[0].is_float();
    if fields.len() == 1 && types[0] == wanted && !through_memory {
        call.replace_all_uses_with(fields[0]);
        erase(call);
        return Ok(());
    }
    if fields.is_empty() && call.users().is_empty() && !through_memory {
        erase(call);
        return Ok(());
    }
    let (have, want) = (module.allocation_size(natural), module.allocation_size(wanted));
    let exact = same_scalars(module, natural, wanted, through_memory);
    let fits = want == have || want >= have && (through_memory || exact);
    if fields.is_empty() || !fits || single_widened && types[0] != wanted || !exact {
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
    let place = if through_memory {
        call.arguments()[0]
    } else {
        let entry = call.block().expect("a placed call").function().entry();
        let top = Builder::before(entry.first_instruction().expect("a terminator"));
        let slot = top.alloca(if have > want { natural } else { wanted }, "zymase.fields");
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

/// Does the declared result have, at the place of each scalar of the derivative, a scalar of the same type? Guards
/// against reading a float as a double, or a struct of another layout that happens to be as large.
///
/// Bytes may hold anything, and so may the integers in which Clang returns small structs in registers.
fn same_scalars(module: Module, natural: Type, wanted: Type, through_memory: bool) -> bool {
    let declared = leaves(module, wanted);
    let given = leaves(module, natural);
    // A number in a register that no derivative fills would be undefined.
    if !through_memory && declared.iter().any(|leaf| leaf.1.is_float() && !given.contains(leaf)) {
        return false;
    }
    given.into_iter().all(|(offset, ty)| {
        let end = offset + module.store_size(ty);
        let covers = |(start, leaf): &(u64, Type)| *start <= offset && offset < start + module.store_size(*leaf);
        declared.iter().filter(|leaf| covers(leaf)).any(|&(start, leaf)| {
            let exact = start == offset && leaf == ty;
            let bytes = leaf.is_integer() && leaf.integer_bits() == 8;
            let register = leaf.is_integer() && !through_memory && end <= start + module.store_size(leaf);
            exact || bytes || register
        })
    })
}

/// Offsets and types of the scalars in a type.
fn leaves(module: Module, ty: Type) -> Vec<(u64, Type)> {
    let parts: Vec<(u64, Type)> = if ty.is_struct() {
        let fields = ty.struct_elements().into_iter().enumerate();
        fields.map(|(k, field)| (module.field_offset(ty, k as u32), field)).collect()
    } else if ty.is_array() || ty.is_vector() {
        let element = ty.element();
        let stride = if ty.is_vector() { module.store_size(element) } else { module.allocation_size(element) };
        (0..ty.element_count()).map(|k| (k * stride, element)).collect()
    } else {
        return vec![(0, ty)];
    };
    let inner = |(offset, part): (u64, Type)| {
        leaves(module, part).into_iter().map(move |(within, leaf)| (offset + within, leaf))
    };
    parts.into_iter().flat_map(inner).collect()
}

fn erase(call: Value) {
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

/// Markers that nothing uses any more disappear; those still in use get their definition back.
pub fn remove_markers(module: Module) {
    for global in module.globals() {
        if request::MARKERS.contains(&global.name().as_str()) && global.initializer().is_none() {
            module.erase_from_used(global);
            if global.users().is_empty() {
                global.erase_global();
            } else {
                global.set_initializer(Some(Value::null(global.global_value_type())));
                global.set_global_linkage(Linkage::LLVMInternalLinkage);
            }
        }
    }
}
