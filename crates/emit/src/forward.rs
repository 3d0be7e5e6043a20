//! Forward mode: the tangent of every value beside the value.

use crate::driver::Driver;
use crate::messages::describe_bytes;
use crate::movers::clear_numbers;
use crate::shadow::{
    Sweep, SweepMode, call_is_inactive, check_launched_bytes, check_text, is_constant_data, layout_of_copy, real_bytes,
    reject_hidden_pointer, returned_bytes,
};
use crate::twin::Twin;
use zymase_analysis::activity::{PointerClass, holds_float, holds_pointer};
use zymase_analysis::callee::{Callee, RuntimeCall, classify};
use zymase_analysis::types::Types;
use zymase_core::signature::{self, Key, Signature, pack};
use zymase_core::{Failure, formulas, runtime};
use zymase_library::{Extent, Free, Heap, Inactive, Transfer};
use zymase_llvm::{Builder, Opcode, Value};
use zymase_plan::refusal::{check_message, reject_scanned_numbers, unsupported, unsupported_call, writes_active};
use zymase_prepare::Prepared;

/// Emits the forward derivative of `key` into its declared function.
pub fn emit_forward(
    driver: &mut dyn Driver,
    key: &Key,
    signature: &Signature,
    prepared: &Prepared,
    types: &Types,
) -> Result<(), Failure> {
    let activity = zymase_plan::activity(key, prepared, types)?;
    let twin = Twin::new(prepared, signature.function, &signature.primals());
    let context = signature.function.parameter(signature.context.expect("forward functions have a context"));
    let mut sweep = Sweep::new(driver, prepared, types, &activity, twin, SweepMode::Tangent, key.options, context);
    for (index, parameter) in prepared.function.parameters().into_iter().enumerate() {
        for lane in 0..key.options.lanes {
            if let Some(shadow) = signature.shadow(index, lane) {
                sweep.set_shadow(parameter, lane, shadow);
            }
        }
    }
    for block in &prepared.blocks {
        for instruction in block.instructions() {
            emit_instruction(&mut sweep, instruction)?;
        }
    }
    emit_returns(&mut sweep, key)?;
    sweep.finish_phis()?;
    let config = &sweep.driver.session().config;
    if config.optimised && config.pack_lanes {
        sweep.pack_lanes();
    }
    Ok(())
}

fn emit_returns(sweep: &mut Sweep, key: &Key) -> Result<(), Failure> {
    let ty = signature::result_type(sweep.module(), key);
    for block in sweep.prepared.blocks.clone() {
        let Some(ret) = block.terminator().filter(|t| t.opcode() == Some(Opcode::LLVMRet)) else { continue };
        let copy = sweep.twin.value(ret);
        let mut fields = Vec::new();
        if ret.operand_count() == 1 {
            fields.push(copy.operand(0));
            if signature::carries_shadow(ret.operand(0).ty()) {
                fields.extend(sweep.shadows(ret.operand(0))?);
            }
        }
        let builder = Builder::before(copy);
        builder.ret(Some(pack(&builder, ty, &fields)));
        copy.erase_instruction();
    }
    Ok(())
}

/// A call of a function with a body carries all lanes; everything else has a derivative in each.
fn emit_instruction(sweep: &mut Sweep, i: Value) -> Result<(), Failure> {
    if i.is_call()
        && let Callee::Defined(function) = classify(i)
    {
        return emit_defined_call(sweep, i, function);
    }
    sweep.check_distance(i)?;
    check_launched_bytes(sweep, i);
    sweep.each_lane(|sweep| emit_in_lane(sweep, i))
}

fn emit_in_lane(sweep: &mut Sweep, i: Value) -> Result<(), Failure> {
    match i.opcode() {
        Some(Opcode::LLVMStore) => {
            let (value, pointer) = (i.operand(0), i.operand(1));
            reject_hidden_pointer(sweep, value, pointer, i)?;
            if !sweep.activity.class(pointer).may_have_shadow() || !carries_derivative(sweep, value, pointer) {
                return Ok(());
            }
            if sweep.activity.checked.integers.contains(&i) { clear_number(sweep, i) } else { sweep.store_shadow(i) }
        }
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => emit_call(sweep, i),
        Some(Opcode::LLVMAtomicRMW) if i.is_sum_of_floats() && i.users().is_empty() => sweep.update_shadow(i),
        Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg)
            if sweep.activity.class(i.operand(0)).may_have_shadow() && holds_float(sweep.types, i) =>
        {
            Err(unsupported(i))
        }
        _ => {
            if sweep.has_shadow(i) {
                sweep.shadow(i)?;
            }
            Ok(())
        }
    }
}

/// Does a store of this value change what the shadow memory must hold?
fn carries_derivative(sweep: &Sweep, value: Value, pointer: Value) -> bool {
    if holds_float(sweep.types, value) || holds_pointer(sweep.types, value) {
        return true;
    }
    // An integer stored over a float, such as a zero written through an integer register, clears its derivative.
    let bytes = sweep.module().store_size(value.ty());
    value.ty().scalar().is_integer()
        && sweep.types.of_memory(pointer, Some(bytes)).is_ok_and(|layout| {
            layout.cells().iter().any(|cell| cell.kind.may_be_float() || cell.kind.may_be_pointer())
        })
}

/// Ends the derivative of a number that an integer is stored over; an integer in the shadow stays.
fn clear_number(sweep: &mut Sweep, store: Value) -> Result<(), Failure> {
    let (value, pointer) = (store.operand(0), store.operand(1));
    let shadow = sweep.shadow(pointer)?;
    let builder = sweep.after(store);
    let mut rest = formulas::without_number(&builder, store, shadow);
    if sweep.activity.class(pointer) == PointerClass::Maybe {
        let differ = formulas::pointers_differ(&builder, shadow, sweep.twin.value(pointer));
        rest = builder.select(differ, rest, sweep.twin.value(value));
    }
    builder.store(rest, shadow).set_alignment(formulas::shadow_alignment(store));
    Ok(())
}

fn emit_call(sweep: &mut Sweep, i: Value) -> Result<(), Failure> {
    match classify(i) {
        Callee::Math { .. } | Callee::Allocate(_) | Callee::Device(_) => {
            if sweep.has_shadow(i) {
                sweep.shadow(i)?;
            }
            Ok(())
        }
        Callee::Hint => Ok(()),
        Callee::SaidInactive => {
            sweep.warn_of_lasting_shadows(i);
            Ok(())
        }
        Callee::Copy(transfer) => emit_copy(sweep, i, transfer),
        Callee::Fill { destination, length } => {
            let pointer = i.arguments()[destination];
            clear_shadow(sweep, i, pointer, i.arguments()[length])
        }
        Callee::Free(free) => emit_free(sweep, i, free),
        Callee::Inactive(inactive) => {
            clear_overwritten(sweep, i, inactive)?;
            if sweep.has_shadow(i) {
                sweep.shadow(i)?;
            }
            Ok(())
        }
        Callee::Exception(exception) => sweep.throw_or_catch(i, exception),
        Callee::Runtime(call) => emit_runtime_call(sweep, i, call),
        Callee::Unknown(_) | Callee::Assembly if call_is_inactive(sweep, i) => Ok(()),
        _ => Err(unsupported_call(i)),
    }
}

/// Clears the shadow of `bytes` bytes.
fn clear_shadow(sweep: &mut Sweep, i: Value, pointer: Value, bytes: Value) -> Result<(), Failure> {
    if !sweep.activity.class(pointer).may_have_shadow() {
        return Ok(());
    }
    let shadow = sweep.shadow(pointer)?;
    let builder = sweep.after(i);
    let bytes = builder.integer_cast(sweep.twin.value(bytes), sweep.module().integer_type(64));
    let bytes = sweep.bytes_if_shadowed(&builder, pointer, shadow, bytes);
    builder.zero_memory(shadow, bytes, 1);
    Ok(())
}

/// What an inactive function writes has derivative zero.
fn clear_overwritten(sweep: &mut Sweep, i: Value, inactive: Inactive) -> Result<(), Failure> {
    let i64_type = sweep.module().integer_type(64);
    for overwrite in inactive.overwrites {
        let Some(pointer) = i.arguments().get(overwrite.argument).copied() else { continue };
        if !pointer.ty().is_pointer() || !sweep.activity.class(pointer).may_have_shadow() {
            continue;
        }
        match overwrite.extent {
            Extent::Integers | Extent::ForeignPointer => {}
            Extent::Object(_) | Extent::Result => sweep.copy_object_to_shadow(i, pointer, overwrite)?,
            Extent::PointerInto(base) if base != overwrite.argument => {
                sweep.store_pointer_into(i, pointer, i.arguments()[base])?;
            }
            Extent::Real(_) => clear_shadow(sweep, i, pointer, Value::integer(i64_type, real_bytes(overwrite.extent)))?,
            Extent::Numbers => {
                clear_shadow(sweep, i, pointer, Value::integer(i64_type, returned_bytes(i, overwrite)))?;
            }
            Extent::Bytes(k) => clear_shadow(sweep, i, pointer, i.arguments()[k])?,
            Extent::Product(a, b) => {
                let shadow = sweep.shadow(pointer)?;
                let builder = sweep.after(i);
                let factor = |k: usize| builder.integer_cast(sweep.twin.value(i.arguments()[k]), i64_type);
                let bytes = builder.mul(factor(a), factor(b));
                let bytes = sweep.bytes_if_shadowed(&builder, pointer, shadow, bytes);
                builder.zero_memory(shadow, bytes, 1);
            }
            Extent::Scanned => {}
            _ => return Err(writes_active(i)),
        }
    }
    reject_scanned_numbers(sweep.types, sweep.activity, i, inactive)
}

fn emit_free(sweep: &mut Sweep, i: Value, free: Free) -> Result<(), Failure> {
    let pointer = i.arguments()[free.pointer];
    if !sweep.activity.class(pointer).may_have_shadow() {
        return Ok(());
    }
    let shadow = sweep.shadow(pointer)?;
    let builder = sweep.after(i);
    let copy = sweep.twin.value(i);
    let mut operands = copy.arguments();
    operands[free.pointer] = sweep.shadow_to_free(&builder, pointer, shadow, free.heap);
    match copy.called_function() {
        // The shadow may be null, which Rust's allocator does not take.
        Some(callee) if free.heap == Heap::Rust => {
            builder.call(zymase_core::frees::unless_null(callee, free.pointer), &operands);
        }
        _ => {
            builder.clone_with(copy, &operands);
        }
    }
    Ok(())
}

fn emit_copy(sweep: &mut Sweep, i: Value, transfer: Transfer) -> Result<(), Failure> {
    let arguments = i.arguments();
    let (to, from, length) = (arguments[transfer.destination], arguments[transfer.source], arguments[transfer.length]);
    if !sweep.activity.class(to).may_have_shadow() {
        return Ok(());
    }
    if is_constant_data(from) {
        return clear_shadow(sweep, i, to, length);
    }
    let source_class = sweep.activity.class(from);
    let shadow_to = sweep.shadow(to)?;
    let shadow_from = sweep.shadow(from)?;
    let copy = sweep.twin.value(i);
    let builder = sweep.after(i);
    let bytes = sweep.bytes_if_shadowed(&builder, to, shadow_to, sweep.twin.value(length));
    let mut operands = copy.arguments();
    operands[transfer.destination] = shadow_to;
    operands[transfer.source] = shadow_from;
    operands[transfer.length] = bytes;
    let copied = builder.clone_with(copy, &operands);
    for pointer in [transfer.destination, transfer.source] {
        copied.remove_call_argument_attribute(pointer, "align");
    }
    if source_class == PointerClass::Duplicated {
        return Ok(());
    }
    // Copied from memory without a shadow: pointers are their own shadows, numbers have derivative zero.
    let layout = layout_of_copy(sweep, i, to, from, length)?;
    check_text(sweep, &builder, to, from, length);
    if !layout.has_float() {
        return Ok(());
    }
    let cleared = match source_class {
        PointerClass::Maybe => {
            let differ = formulas::pointers_differ(&builder, shadow_from, sweep.twin.value(from));
            builder.select(differ, Value::null(bytes.ty()), bytes)
        }
        _ => bytes,
    };
    if !layout.has_pointer() {
        builder.zero_memory(shadow_to, cleared, 1);
        return Ok(());
    }
    clear_numbers(&builder, &layout, shadow_to, cleared)
}

fn emit_runtime_call(sweep: &mut Sweep, i: Value, call: RuntimeCall) -> Result<(), Failure> {
    match call {
        RuntimeCall::Allocate
        | RuntimeCall::GlobalShadow
        | RuntimeCall::GlobalPointer
        | RuntimeCall::ThrownShadow
        | RuntimeCall::CaughtShadow => {
            sweep.shadow(i)?;
        }
        RuntimeCall::ThrownPointer => sweep.throw_shadow_pointer(i)?,
        RuntimeCall::DeferFree => {
            let memory = i.arguments()[2];
            if sweep.activity.class(memory).may_have_shadow() {
                let shadow = sweep.shadow(memory)?;
                let builder = sweep.after(i);
                let mut operands = sweep.twin.value(i).arguments();
                let differ = formulas::pointers_differ(&builder, shadow, operands[2]);
                operands[2] = builder.select(differ, shadow, Value::null(shadow.ty()));
                builder.call_across_spaces(runtime::defer_free(sweep.module()), &operands);
            }
        }
        RuntimeCall::Begin
        | RuntimeCall::End
        | RuntimeCall::DeferEnd
        | RuntimeCall::Members
        | RuntimeCall::UnknownCallee
        | RuntimeCall::Check => {}
        // Second-order shadows of globals are in the same context: they are saved and restored with the first-order ones.
        RuntimeCall::SaveGlobals | RuntimeCall::RestoreGlobals => {}
    }
    Ok(())
}

/// A call of a function with a body: becomes a call of its forward derivative.
fn emit_defined_call(sweep: &mut Sweep, i: Value, callee: zymase_llvm::Function) -> Result<(), Failure> {
    if callee.function_type().is_variadic() {
        return if call_is_inactive(sweep, i) { Ok(()) } else { Err(unsupported_call(i)) };
    }
    check_message(i, sweep.types, sweep.activity)?;
    let arguments = i.arguments();
    let roles = sweep.roles_of_arguments(i, false);
    let key = Key {
        original: callee,
        kind: signature::DerivativeKind::Forward,
        roles,
        options: sweep.options,
        overwritten: Vec::new(),
        unchanged: Vec::new(),
    };
    let mut operands = Vec::new();
    for (argument, role) in arguments.iter().zip(&key.roles) {
        operands.push(sweep.twin.value(*argument));
        if *role != zymase_analysis::activity::Role::Constant {
            operands.extend(sweep.shadows(*argument)?);
        }
    }
    operands.push(sweep.context);
    let derivative = sweep.driver.derivative_of_call(&key, i, sweep.types)?;
    describe_bytes(i, sweep.twin.value(i), sweep.types);
    let (result, builder) = sweep.call_instead(i, derivative.function, &operands);
    let primal = (!i.ty().is_void()).then(|| builder.extract_value(result, 0));
    if signature::carries_shadow(i.ty()) {
        for lane in 0..sweep.options.lanes {
            let shadow = builder.extract_value(result, 1 + lane as u32);
            sweep.set_shadow(i, lane, shadow);
        }
    }
    sweep.replace_call(i, primal);
    Ok(())
}
