//! Forward mode: the tangent of every value beside the value.

use crate::engine::Engine;
use crate::failure::BODY_ELSEWHERE;
use crate::prepare::{Prepared, moves};
use crate::shadow::{Mode, Sweep, pack, unsupported};
use crate::signature::{self, Key, Signature};
use crate::twin::Twin;
use crate::{Failure, emit, runtime};
use zymase_analysis::activity::{Activity, Loss, PointerClass, Results, find_lost, holds_float, holds_pointer};
use zymase_analysis::callee::{Callee, RuntimeCall, classify};
use zymase_analysis::types::{Layout, Problem, Types};
use zymase_calculus::Function as Math;
use zymase_library::{Extent, Free, Heap, Inactive, Overwrite, Transfer};
use zymase_llvm::{Builder, Linkage, Opcode, Value};
use zymase_support::Diagnostic;

/// The rule of an arithmetic instruction.
pub fn rule_of_instruction(i: Value) -> Option<Math> {
    Some(match i.opcode()? {
        Opcode::LLVMFNeg => Math::Neg,
        Opcode::LLVMFAdd => Math::Add,
        Opcode::LLVMFSub => Math::Sub,
        Opcode::LLVMFMul => Math::Mul,
        Opcode::LLVMFDiv => Math::Div,
        Opcode::LLVMFRem => Math::Rem,
        _ => return None,
    })
}

fn called(call: Value) -> String {
    match call.called_function() {
        Some(function) => format!("the call to '{}'", function.name()),
        None if call.called_value().is_chosen_at_start() => format!("the call to '{}'", call.called_value().name()),
        None => "this call".into(),
    }
}

/// The diagnostic for a call that cannot be differentiated.
pub fn unsupported_call(call: Value) -> Failure {
    let diagnostic = match classify(call) {
        Callee::Assembly => Diagnostic::new("cannot differentiate inline assembly that touches active values")
            .with_help("write it in C"),
        Callee::Unsupported(why) => Diagnostic::new(format!("cannot differentiate {}: {why}", called(call)))
            .with_help("differentiate around it: compute it outside of the differentiated function"),
        Callee::Defined(function) if function.function_type().is_variadic() => {
            Diagnostic::new(format!("cannot differentiate the variadic function '{}'", function.name()))
                .with_help("pass the arguments as an array")
        }
        Callee::Unknown(name) => {
            Diagnostic::new(format!("cannot differentiate the call to '{name}': its body is not in this module"))
                .with_help(BODY_ELSEWHERE)
        }
        _ => Diagnostic::new(format!("cannot differentiate {call}")),
    };
    Failure::at(call, diagnostic)
}

/// Emits the forward derivative of `key` into its declared function.
pub fn emit_forward(
    engine: &mut Engine,
    key: &Key,
    signature: &Signature,
    prepared: &Prepared,
    types: &Types,
) -> Result<(), Failure> {
    let mut activity = Activity::analyse(prepared.function, types, &key.roles, true);
    reject_lost_derivatives(prepared, types, &mut activity, Results::Followed)?;
    let twin = Twin::new(prepared, signature.function, &signature.primals());
    let context = signature.function.parameter(signature.context.expect("forward functions have a context"));
    let mut sweep = Sweep::new(engine, prepared, types, &activity, twin, Mode::Tangent, key.options, context);
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
    sweep.finish_phis()
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
            if may_keep_integer(sweep.types, value, pointer) { clear_number(sweep, i) } else { sweep.store_shadow(i) }
        }
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => emit_call(sweep, i),
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

/// Is an integer stored where there may be numbers and integers? Then the shadow may hold one of the caller's: a length.
pub fn may_keep_integer(types: &Types, value: Value, pointer: Value) -> bool {
    let ty = value.ty();
    ty.is_integer()
        && ty.integer_bits() == 64
        && !holds_float(types, value)
        && !holds_pointer(types, value)
        && types.of_memory(pointer, Some(8)).is_ok_and(|layout| layout.is_mixed())
}

/// Ends the derivative of a number that an integer is stored over; an integer in the shadow stays.
fn clear_number(sweep: &mut Sweep, store: Value) -> Result<(), Failure> {
    let (value, pointer) = (store.operand(0), store.operand(1));
    let shadow = sweep.shadow(pointer)?;
    let builder = sweep.after(store);
    let mut rest = emit::without_number(&builder, store, shadow);
    if sweep.activity.class(pointer) == PointerClass::Maybe {
        let differ = emit::pointers_differ(&builder, shadow, sweep.twin.value(pointer));
        rest = builder.select(differ, rest, sweep.twin.value(value));
    }
    builder.store(rest, shadow).set_alignment(emit::shadow_alignment(store));
    Ok(())
}

const PARTS_MOVED: &str =
    "parts of a floating-point number or pointer are moved as integers here, and its derivative would be lost";

/// Bytes of floats that travel where no derivative can follow. What must be an integer for that to be all is noted.
pub fn reject_lost_derivatives(
    prepared: &Prepared,
    types: &Types,
    activity: &mut Activity,
    results: Results,
) -> Result<(), Failure> {
    let shadowed = |load: &Value| activity.class(load.operand(0)).may_have_shadow();
    let pieces = moves::loaded_pieces(prepared.function, &prepared.analyses).into_iter().filter(shadowed);
    if let Some(load) = pieces.into_iter().find(|load| types.has_other_pieces(*load)) {
        let help = "move whole values, one after the other";
        return Err(Failure::at(load, Diagnostic::new(PARTS_MOVED).with_help(help)));
    }
    let lost = match find_lost(prepared.function, types, activity, results, &prepared.analyses) {
        Ok(assumed) => {
            activity.assume(assumed);
            return Ok(());
        }
        Err(lost) => lost,
    };
    let (message, help) = match lost.how {
        Loss::Unknown(problem) => return Err(type_failure(types, lost.at, &problem)),
        Loss::Parts(evidence) => (
            &*match evidence {
                Some(evidence) => format!("{PARTS_MOVED} ({evidence})"),
                None => PARTS_MOVED.to_owned(),
            },
            "move whole numbers, or the whole range with memcpy",
        ),
        Loss::Bits => (
            "cannot differentiate bit operations on the representation of a floating-point number",
            "take the bits of a floating-point variable, not of memory, or write it with floating-point operations",
        ),
        Loss::Returned => (
            "a floating-point number is returned inside an integer here, and its derivative would be lost",
            "return it as a floating-point number, or through a pointer",
        ),
        Loss::Atomic => {
            ("cannot differentiate an atomic update of active memory", "write it with floating-point operations")
        }
    };
    Err(Failure::at(lost.at, Diagnostic::new(message).with_help(help)))
}

/// A pointer with a shadow stored into memory without one would lose its shadow silently.
pub fn reject_hidden_pointer(sweep: &Sweep, value: Value, pointer: Value, at: Value) -> Result<(), Failure> {
    let loses = holds_pointer(sweep.types, value)
        && sweep.activity.class(value).may_have_shadow()
        && sweep.activity.class(pointer) == PointerClass::Constant;
    if !loses {
        return Ok(());
    }
    let diagnostic = Diagnostic::new("a pointer to active memory is stored into memory that was marked constant")
        .with_help("pass the memory it is stored into as enzyme_dup with a shadow of its own");
    Err(Failure::at(at, diagnostic))
}

fn emit_call(sweep: &mut Sweep, i: Value) -> Result<(), Failure> {
    match classify(i) {
        Callee::Math { .. } | Callee::Allocate(_) => {
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

/// A call that no derivative can reach: constant operands, no shadowed memory, nothing active returned, and no global
/// with a shadow that it could read or write behind our back.
pub fn call_is_inactive(sweep: &Sweep, i: Value) -> bool {
    let quiet = |a: &Value| {
        let shadowed = holds_pointer(sweep.types, *a) && sweep.activity.class(*a).may_have_shadow();
        !shadowed && !sweep.activity.is_varied(*a)
    };
    i.arguments().iter().all(quiet)
        && !holds_pointer(sweep.types, i)
        && (i.does_not_access_memory() || is_assembly_of_registers(i) || !uses_globals_of(sweep, i))
}

/// Inline assembly that is given no addresses and does not say that it touches memory, such as `cpuid`.
fn is_assembly_of_registers(call: Value) -> bool {
    let assembly = call.called_value().inline_assembly();
    assembly.is_some_and(|(_, constraints)| !constraints.contains("~{memory}"))
        && !call.arguments().iter().any(|a| a.ty().contains_pointer())
}

/// Does the function touch a mutable global that the callee can see too: any of this file, or one of other files?
fn uses_globals_of(sweep: &Sweep, call: Value) -> bool {
    let has_body = call.called_function().is_some_and(|callee| !callee.is_declaration());
    let visible = |global: Value| {
        use Linkage::*;
        global.is_global_variable()
            && sweep.activity.class(global).may_have_shadow()
            && (has_body || !matches!(global.global_linkage(), LLVMInternalLinkage | LLVMPrivateLinkage))
    };
    let of_operand =
        |operand: Value| operand.is_constant() && operand.ty().is_pointer() && visible(operand.underlying_object());
    sweep.prepared.function.instructions().into_iter().any(|i| i.operands().into_iter().any(of_operand))
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

/// Bytes of the object that a call returns through an argument; none if it returns nothing there.
pub fn returned_bytes(i: Value, overwrite: &Overwrite) -> i64 {
    let ty = i.call_argument_type_attribute(overwrite.argument, "sret");
    ty.zip(i.block()).map_or(0, |(ty, block)| block.function().module().allocation_size(ty) as i64)
}

/// A library function writes what has a shadow, in a way that is not known.
pub fn writes_active(i: Value) -> Failure {
    let diagnostic = Diagnostic::new("a library function writes into active memory here")
        .with_help("let it write into memory that is not differentiated, and copy the numbers");
    Failure::at(i, diagnostic)
}

/// What `sscanf` and its kin read must be integers or text, or numbers in variables that nothing else writes: those never
/// have a derivative.
pub fn reject_scanned_numbers(types: &Types, activity: &Activity, i: Value, inactive: Inactive) -> Result<(), Failure> {
    let Some(first) = inactive.overwrites.iter().find(|o| o.extent == Extent::Scanned) else { return Ok(()) };
    let is_only_read = |variable: Value| {
        variable.opcode() == Some(Opcode::LLVMAlloca)
            && variable.users().into_iter().all(|user| match user.opcode() {
                Some(Opcode::LLVMLoad) => true,
                Some(Opcode::LLVMStore) => user.operand(0).is_constant(),
                _ => user == i,
            })
    };
    for pointer in i.arguments().into_iter().skip(first.argument).filter(|a| a.ty().is_pointer()) {
        let shadowed = activity.class(pointer).may_have_shadow() && !is_only_read(pointer);
        let plain = |layout: Layout| !layout.has_float() && !layout.has_pointer();
        if shadowed && !types.of_memory(pointer, Some(1)).is_ok_and(plain) {
            return Err(writes_active(i));
        }
    }
    Ok(())
}

/// Bytes of the real number that an inactive function stores.
pub fn real_bytes(extent: Extent) -> i64 {
    match extent {
        Extent::Real(zymase_library::Precision::Single) => 4,
        Extent::Real(zymase_library::Precision::Double) => 8,
        Extent::Real(zymase_library::Precision::Extended) => 16,
        _ => 0,
    }
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
            builder.call(crate::frees::unless_null(callee, free.pointer), &operands);
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
            let differ = emit::pointers_differ(&builder, shadow_from, sweep.twin.value(from));
            builder.select(differ, Value::null(bytes.ty()), bytes)
        }
        _ => bytes,
    };
    if !layout.has_pointer() {
        builder.zero_memory(shadow_to, cleared, 1);
        return Ok(());
    }
    crate::reverse::clear_numbers(&builder, &layout, shadow_to, cleared)
}

/// Is it constant data of the program without pointers, such as a text, or one of several? A copy of it ends every
/// derivative, whatever the bytes are.
pub fn is_constant_data(pointer: Value) -> bool {
    is_constant_data_within(pointer, MOST_CHOICES_OF_DATA)
}

/// Choices that are looked through, one behind the other.
const MOST_CHOICES_OF_DATA: u32 = 4;

fn is_constant_data_within(pointer: Value, depth: u32) -> bool {
    let object = pointer.underlying_object();
    let all = |mut choices: std::vec::IntoIter<Value>| {
        depth > 0 && choices.len() > 0 && choices.all(|choice| is_constant_data_within(choice, depth - 1))
    };
    match object.opcode() {
        Some(Opcode::LLVMSelect) => all(vec![object.operand(1), object.operand(2)].into_iter()),
        Some(Opcode::LLVMPHI) => all(object.incoming().into_iter().map(|(v, _)| v).collect::<Vec<_>>().into_iter()),
        _ => {
            object.is_global_variable() && object.is_constant_global() && !object.global_value_type().contains_pointer()
        }
    }
}

/// What a copy moves, by the evidence at its destination and its source. A number or pointer that only one of them
/// knows of is moved as such: shadows of integers are not looked at, a derivative would be lost.
///
/// A text may lie in front of numbers, and how long it is nobody knows: then it is a text, and [`check_text`] makes the
/// program see to it.
pub fn layout_of_copy(sweep: &Sweep, i: Value, to: Value, from: Value, length: Value) -> Result<Layout, Failure> {
    let bytes = length.as_integer().map(|n| n as u64);
    let found = match (sweep.types.of_memory(to, bytes), sweep.types.of_memory(from, bytes), bytes) {
        (Ok(there), Ok(here), Some(bytes)) => Ok(there.with_numbers_of(&here, bytes)),
        (there, here, _) => there.or(here),
    };
    found.or_else(|problem| match longest_text(sweep, to, from, length) {
        0 => Err(type_failure(sweep.types, i, &problem)),
        _ => Ok(Layout::text()),
    })
}

/// Bytes that a copy of unknown length may move before it comes to a number or pointer.
fn longest_text(sweep: &Sweep, to: Value, from: Value, length: Value) -> u64 {
    sweep.types.longest_text(to, length).max(sweep.types.longest_text(from, length))
}

/// Where only its length tells that a copy moves no numbers, a longer one ends the program with a message.
pub fn check_text(sweep: &Sweep, builder: &Builder, to: Value, from: Value, length: Value) {
    let unknown = |pointer| sweep.types.of_memory(pointer, None).is_err();
    if length.is_constant() || !unknown(to) || !unknown(from) {
        return;
    }
    let i64_type = sweep.module().integer_type(64);
    let most = Value::integer(i64_type, longest_text(sweep, to, from, length) as i64);
    let length = builder.integer_cast(sweep.twin.value(length), i64_type);
    builder.call(runtime::check_text(sweep.module()), &[length, most]);
}

/// The diagnostic for bytes of unknown type.
pub fn type_failure(types: &Types, i: Value, problem: &Problem) -> Failure {
    let words = types.words(problem);
    let chain = if words.chain.is_empty() { String::new() } else { format!(" ({})", words.chain.join("; ")) };
    Failure::at(i, Diagnostic::new(format!("{}{chain}", words.message)).with_help(words.hint))
}

fn emit_runtime_call(sweep: &mut Sweep, i: Value, call: RuntimeCall) -> Result<(), Failure> {
    match call {
        RuntimeCall::Allocate | RuntimeCall::GlobalShadow | RuntimeCall::ThrownShadow | RuntimeCall::CaughtShadow => {
            sweep.shadow(i)?;
        }
        RuntimeCall::ThrownPointer => sweep.throw_shadow_pointer(i)?,
        RuntimeCall::DeferFree => {
            let memory = i.arguments()[2];
            if sweep.activity.class(memory).may_have_shadow() {
                let shadow = sweep.shadow(memory)?;
                let builder = sweep.after(i);
                let mut operands = sweep.twin.value(i).arguments();
                let differ = emit::pointers_differ(&builder, shadow, operands[2]);
                operands[2] = builder.select(differ, shadow, Value::null(shadow.ty()));
                builder.call(runtime::defer_free(sweep.module()), &operands);
            }
        }
        RuntimeCall::Begin
        | RuntimeCall::End
        | RuntimeCall::DeferEnd
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
    let arguments = i.arguments();
    let roles = sweep.roles_of_arguments(i, false);
    let key = Key {
        original: callee,
        kind: signature::Kind::Forward,
        roles,
        options: sweep.options,
        overwritten: Vec::new(),
    };
    let mut operands = Vec::new();
    for (argument, role) in arguments.iter().zip(&key.roles) {
        operands.push(sweep.twin.value(*argument));
        if *role != zymase_analysis::activity::Role::Constant {
            operands.extend(sweep.shadows(*argument)?);
        }
    }
    operands.push(sweep.context);
    let derivative = sweep.engine.derivative_of_call(&key, i, sweep.types)?;
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
