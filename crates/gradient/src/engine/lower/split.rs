//! Split mode: `__enzyme_augmentfwd` makes a tape, `__enzyme_reverse` and `__enzyme_fwdsplit` read it,
//! `__enzyme_augmentsize` is its size.
//!
//! A tape is one block: a tag that says which derivative made it, whose memory it is, the context (a region, deferred
//! frees and shadows of globals, begun by the first half and ended by the second) where the halves use one, and the
//! record of what is kept outside loops. Nothing in the block points into the block, so the caller may move its own.

use super::arguments::{caller_context, result_buffer, roles, value_of};
use super::result::{adjoints, finish, fits};
use super::{forward, repeatable};
use crate::engine::Engine;
use std::collections::{BTreeMap, HashMap};
use zymase_analysis::activity::Role;
use zymase_core::fields::leaves;
use zymase_core::machine::memory_pointer;
use zymase_core::request::{self, Request, convert, derivative_calls};
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse};
use zymase_core::{Failure, runtime, targets};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, IntPredicate, Module, Type, Value};
use zymase_support::Diagnostic;

/// The two halves of a split function, and the tape between them.
#[derive(Clone)]
pub struct Entry {
    augmented: Signature,
    reversed: Signature,
    tape: Tape,
}

/// The layout of a tape.
#[derive(Copy, Clone)]
struct Tape {
    bytes: u64,
    context: Option<u64>,
    record: u64,
    /// Where the primal result is, for a forward sweep that runs the function again to compare.
    result: Option<u64>,
    tag: i64,
}

/// Bytes in front of the rest: the tag, and whether the memory is the caller's.
const TAG_BYTES: u64 = 16;
const OWNER_AT: i64 = 8;

impl Tape {
    fn new(key: &Key, record_bytes: u64, has_context: bool, result_bytes: u64) -> Tape {
        let context_bytes = if has_context { runtime::CONTEXT_BYTES } else { 0 };
        let is_empty = record_bytes == 0 && !has_context && result_bytes == 0;
        let record = TAG_BYTES + context_bytes;
        let result = record + record_bytes.next_multiple_of(16);
        Tape {
            bytes: if is_empty { 0 } else { (result + result_bytes).next_multiple_of(16) },
            context: has_context.then_some(TAG_BYTES),
            record,
            result: (result_bytes > 0).then_some(result),
            tag: tag(&format!("{} {record_bytes}", signature::name(key))),
        }
    }

    fn context_in(&self, builder: &Builder, tape: Value) -> Value {
        match self.context {
            Some(offset) => builder.constant_offset(tape, offset as i64),
            None => Value::null(tape.ty()),
        }
    }

    fn record_in(&self, builder: &Builder, tape: Value) -> Value {
        if self.bytes == 0 { Value::null(tape.ty()) } else { builder.constant_offset(tape, self.record as i64) }
    }
}

/// What is known of the tapes of split derivatives.
#[derive(Default)]
pub struct Tapes {
    /// By first half: bytes of the record that is its tape.
    pub record_bytes: HashMap<Function, u64>,
    /// The halves that derivative calls of the program use, by the key of the first.
    entries: BTreeMap<Key, Entry>,
    /// Calls that write tapes of their own, and the tapes: freed when such a call unwinds.
    pub fresh: HashMap<Value, Value>,
}

/// A number that other derivatives do not have (FNV-1a): a tape of one is refused by another.
fn tag(text: &str) -> i64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        as i64
}

/// The halves for a call; made once for all calls of the same function with the same markers, so that they agree.
fn entry(engine: &mut Engine, request: &Request, target: Function) -> Result<Entry, Failure> {
    let seeded = request::is_seeded(request, target);
    let split = SplitUse::Entry { seeded };
    let key = Key {
        original: target,
        kind: DerivativeKind::Augmented(split),
        roles: roles(request),
        options: request.options,
        overwritten: overwritten(request, target),
        unchanged: Vec::new(),
    };
    if let Some(known) = engine.tapes.entries.get(&key) {
        return Ok(known.clone());
    }
    let (evidence, has_forward) = evidence_of_all_calls(engine.session.module, target);
    let augmented = engine.derivative(&key, &evidence)?;
    let reversed = engine.derivative(&Key { kind: DerivativeKind::Reverse(split), ..key.clone() }, &evidence)?;
    let uses_context =
        |half: &Signature| half.context.is_some_and(|place| !half.function.parameter(place).users().is_empty());
    let has_context = uses_context(&augmented) || uses_context(&reversed);
    let record_bytes = engine.tapes.record_bytes.get(&augmented.function).copied().unwrap_or(0);
    let result_bytes =
        if has_forward && seeded { engine.session.module.allocation_size(target.return_type()) } else { 0 };
    let made = Entry { augmented, reversed, tape: Tape::new(&key, record_bytes, has_context, result_bytes) };
    engine.tapes.entries.insert(key, made.clone());
    Ok(made)
}

/// The pointers behind which the program may write between the halves: all that it does not mark.
fn overwritten(request: &Request, target: Function) -> Vec<usize> {
    let may_change =
        |index: &usize| target.parameter(*index).ty().contains_pointer() && !request.arguments[*index].not_overwritten;
    (0..request.arguments.len()).filter(may_change).collect()
}

/// What every call in split mode passes to `target`: a call that asks for the size passes nothing, and all of them must
/// mean the same tape. And: is one of them a forward sweep?
fn evidence_of_all_calls(module: Module, target: Function) -> (Vec<(Value, Value)>, bool) {
    let functions = module.functions().into_iter().filter(|f| !f.is_declaration() && !runtime::is_generated(&f.name()));
    let calls = functions.flat_map(derivative_calls).filter(|call| request::is_split_call(*call));
    let requests: Vec<Request> = calls
        .filter(|call| targets::of_call(*call).is_ok_and(|found| found.contains(&target)))
        .filter_map(|call| request::read(call, target).ok())
        .collect();
    let has_forward = requests.iter().any(|request| request.mode.is_forward());
    (requests.iter().flat_map(|request| caller_context(target, request)).collect(), has_forward)
}

/// `__enzyme_augmentsize`
pub(super) fn lower_size(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let entry = entry(engine, request, target).map_err(|f| f.or_at(request.call))?;
    let ty = request.call.ty();
    if !ty.is_integer() {
        let diagnostic =
            Diagnostic::new(format!("the size of a tape is an integer, but the call is declared to return {ty}"))
                .with_help("declare __enzyme_augmentsize to return size_t");
        return Err(Failure::at(request.call, diagnostic));
    }
    finish(&Builder::before(request.call), request.call, &[Value::integer(ty, entry.tape.bytes as i64)])
}

/// `__enzyme_augmentfwd`
pub(super) fn lower_augment(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let entry = entry(engine, request, target).map_err(|f| f.or_at(request.call))?;
    let module = engine.session.module;
    let builder = Builder::before(request.call);
    let tape = match request.split.caller_bytes {
        Some(bytes) => caller_tape(&builder, request, bytes, &entry.tape)?,
        None => new_tape(&builder, &entry.tape),
    };
    if entry.tape.bytes > 0 {
        let owned = request.split.caller_bytes.is_some();
        for (word, value) in [(0, entry.tape.tag), (OWNER_AT, i64::from(owned))] {
            let value = Value::integer(module.integer_type(64), value);
            builder.store(value, builder.constant_offset(tape, word)).set_alignment(8);
        }
    }
    let context = entry.tape.context_in(&builder, tape);
    if entry.tape.context.is_some() {
        builder.call_across_spaces(runtime::begin_small(module), &[context]);
    }
    let (mut operands, buffer) = operands(&builder, request, target);
    operands.extend([entry.tape.record_in(&builder, tape), context]);
    let returned = builder.call(entry.augmented.function, &operands);
    if request.split.caller_bytes.is_none() && entry.tape.bytes > 0 {
        engine.tapes.fresh.insert(returned, tape);
    }
    let mut fields = vec![tape];
    let result = target.return_type();
    if let Some(offset) = entry.tape.result {
        let place = builder.constant_offset(tape, offset as i64);
        builder.store(builder.extract_value(returned, 0), place).set_alignment(8);
    }
    if let Some((buffer, ty)) = buffer {
        if !request.split.no_primal {
            fields.push(builder.load(ty, buffer));
        }
    } else if !result.is_void() {
        if !request.split.no_primal {
            fields.push(builder.extract_value(returned, 0));
        }
        if result.contains_pointer() && !request.return_inactive {
            fields.extend((1..=request.options.lanes).map(|k| builder.extract_value(returned, k as u32)));
        }
    }
    finish(&builder, request.call, &wanted_fields(module, request, &fields))
}

/// A caller may declare the tape alone, after the value, and without it if the tape is its own.
fn wanted_fields(module: Module, request: &Request, fields: &[Value]) -> Vec<Value> {
    let call = request.call;
    let owned = request.split.caller_bytes.is_some();
    let tape_alone = !request::returns_through_memory(call) && call.ty().is_pointer();
    let fit = |fields: &[Value]| fits(module, call, fields);
    match fields {
        [_, rest @ ..] if owned && !rest.is_empty() && fit(rest) => rest.to_vec(),
        [tape, ..] if tape_alone => vec![*tape],
        [tape, value] if !fit(fields) && fit(&[*value, *tape]) => vec![*value, *tape],
        _ => fields.to_vec(),
    }
}

/// `__enzyme_reverse`
pub(super) fn lower_backward(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    let entry = entry(engine, request, target).map_err(|f| f.or_at(request.call))?;
    let builder = Builder::before(request.call);
    let tape = given_tape(&builder, request, target, &entry.tape)?;
    if request.split.discard_tape {
        end_tape(&builder, request, &entry.tape, tape);
        return finish(&builder, request.call, &[]);
    }
    let context = entry.tape.context_in(&builder, tape);
    let (mut operands, _) = operands(&builder, request, target);
    let given = &request.split.seed;
    let parts = (given.len() / request.options.lanes).max(1);
    operands.extend(given.chunks(parts).map(|lane| seed(&builder, lane, target.return_type())));
    operands.extend([entry.tape.record_in(&builder, tape), context]);
    let has_context = entry.tape.context.is_some();
    let saved = (has_context && request.split.keep_tape).then(|| runtime::save_globals(&builder, context)).flatten();
    let returned = builder.call(entry.reversed.function, &operands);
    if let Some(saved) = saved {
        runtime::restore_globals(&builder, context, saved);
    }
    end_tape(&builder, request, &entry.tape, tape);
    finish(&builder, request.call, &adjoints(&builder, request, returned, 0))
}

/// `__enzyme_fwdsplit`: the function runs again beside its tangents, which only a function without effects can do; that
/// it is still the same point is seen from the result in the tape. Without a tape there is nothing to compare.
pub(super) fn lower_forward(engine: &mut Engine, request: &Request, target: Function) -> Result<(), Failure> {
    if let Some(at) = repeatable::obstacle(engine, target).map_err(|f| f.or_at(request.call))? {
        let message =
            format!("cannot run '{}' forward from a tape: it writes memory, or has other effects, here", target.name());
        let help = "use __enzyme_fwddiff with the arguments of the first call, or return the results as numbers";
        return Err(Failure::at(at, Diagnostic::new(message).with_help(help)));
    }
    let mut as_reverse = request.clone();
    for passed in &mut as_reverse.arguments {
        let is_number =
            passed.role == Role::Duplicated && passed.value.as_ref().is_some_and(|v| v.value.ty().is_float_like());
        passed.role = if is_number { Role::Active } else { passed.role };
    }
    let entry = entry(engine, &as_reverse, target).map_err(|f| f.or_at(request.call))?;
    let (fields, primal) = forward::call(engine, request, target)?;
    let builder = Builder::before(request.call);
    let has_tape = request.split.tape.is_some_and(|tape| !tape.is_null());
    if has_tape && entry.tape.bytes > 0 {
        let tape = given_tape(&builder, request, target, &entry.tape)?;
        if let (Some(offset), Some(primal)) = (entry.tape.result, primal) {
            check_result(&builder, target, builder.constant_offset(tape, offset as i64), primal);
        }
        end_tape(&builder, request, &entry.tape, tape);
    }
    finish(&builder, request.call, &fields)
}

/// Ends the program where a number of the result is no longer that in the tape.
fn check_result(builder: &Builder, target: Function, recorded: Value, primal: Value) {
    let module = builder.module();
    let double = module.double_type();
    let name = module.string_constant(&format!("{}\0", target.name()));
    let now = stack_slot(builder, primal);
    for (offset, leaf) in leaves(module, primal.ty()).into_iter().filter(|(_, leaf)| leaf.is_float()) {
        let number = |place: Value| {
            let value = builder.load(leaf, builder.constant_offset(place, offset as i64));
            value.set_alignment(module.alignment(leaf).min(8));
            builder.float_cast(value, double)
        };
        builder.call_across_spaces(runtime::check_result(module), &[number(recorded), number(now), name]);
    }
}

/// A stack object that holds a value.
fn stack_slot(builder: &Builder, value: Value) -> Value {
    let entry = builder.block().function().entry();
    let slot = Builder::before(entry.first_instruction().expect("a terminator")).alloca(value.ty(), "zymase.result");
    builder.store(value, slot);
    slot
}

/// The end of a sweep that does not leave the tape to another one.
fn end_tape(builder: &Builder, request: &Request, layout: &Tape, tape: Value) {
    if request.split.keep_tape {
        return;
    }
    if layout.context.is_some() {
        builder.call_across_spaces(runtime::end(builder.module()), &[layout.context_in(builder, tape)]);
    }
    if request.split.caller_bytes.is_none() && layout.bytes > 0 {
        free_tape(builder, tape);
    }
}

/// Parameters and shadows, as both halves take them; the buffer of a result that is returned through memory.
fn operands(builder: &Builder, request: &Request, target: Function) -> (Vec<Value>, Option<(Value, Type)>) {
    let mut operands = Vec::new();
    let mut buffer = None;
    for (index, passed) in request.arguments.iter().enumerate() {
        let ty = target.parameter(index).ty();
        match passed.value {
            Some(value) => operands.push(value_of(builder, value, ty)),
            None => {
                // The second half has its own: no half reads what it does not own later than the function does.
                let place = result_buffer(target, request.call, index);
                buffer = target.parameter_type_attribute(index, "sret").map(|ty| (place, ty));
                operands.push(place);
            }
        }
        operands.extend(passed.shadows.iter().map(|shadow| value_of(builder, *shadow, ty)));
    }
    (operands, buffer)
}

/// The adjoint of the result from the values it was passed in.
fn seed(builder: &Builder, given: &[Value], ty: Type) -> Value {
    match given {
        [whole] if whole.ty() == ty || ty.is_float() => convert(builder, *whole, ty),
        parts => parts.iter().enumerate().fold(Value::null(ty), |sum, (k, part)| {
            let part = convert(builder, *part, ty.field(k as u32));
            builder.insert_value(sum, part, k as u32)
        }),
    }
}

fn new_tape(builder: &Builder, layout: &Tape) -> Value {
    let module = builder.module();
    if layout.bytes == 0 {
        return Value::null(memory_pointer(module));
    }
    let bytes = Value::integer(module.integer_type(64), layout.bytes as i64);
    let tape = runtime::take_memory(builder, bytes);
    builder.call_across_spaces(runtime::check_memory(module), &[tape]);
    tape
}

/// Frees a tape unless it turns out to be the caller's: the call need not say so again.
fn free_tape(builder: &Builder, tape: Value) {
    let module = builder.module();
    let i64_type = module.integer_type(64);
    let owner = builder.load(i64_type, builder.constant_offset(tape, OWNER_AT));
    let ours = builder.icmp(IntPredicate::LLVMIntEQ, owner, Value::integer(i64_type, 0));
    let freed = builder.select(ours, tape, Value::null(tape.ty()));
    runtime::give_memory_back(builder, freed);
}

/// The memory of the caller, if it is large enough: known now, or when the program runs.
fn caller_tape(builder: &Builder, request: &Request, bytes: Value, layout: &Tape) -> Result<Value, Failure> {
    let module = builder.module();
    let needed = layout.bytes as i64;
    match bytes.as_integer() {
        Some(given) if given < needed => {
            let message = format!("the tape needs {needed} bytes, but the caller's memory has {given}");
            let help = "give it as many bytes as __enzyme_augmentsize says";
            return Err(Failure::at(request.call, Diagnostic::new(message).with_help(help)));
        }
        Some(_) => {}
        None => {
            let i64_type = module.integer_type(64);
            let given = builder.integer_cast(bytes, i64_type);
            builder.call_across_spaces(runtime::check_room(module), &[given, Value::integer(i64_type, needed)]);
        }
    }
    let tape = request.split.tape.expect("read together with its size");
    Ok(convert(builder, tape, memory_pointer(module)))
}

/// The tape of a reverse sweep, checked to be one of this function with these markers.
fn given_tape(builder: &Builder, request: &Request, target: Function, layout: &Tape) -> Result<Value, Failure> {
    let module = builder.module();
    if layout.bytes == 0 {
        return Ok(Value::null(memory_pointer(module)));
    }
    let Some(tape) = request.split.tape else {
        let message = format!("the tape that __enzyme_augmentfwd made of '{}' is missing", target.name());
        let help = "the tape is the last argument of __enzyme_reverse, after the adjoint of the result";
        return Err(Failure::at(request.call, Diagnostic::new(message).with_help(help)));
    };
    let tape = convert(builder, tape, memory_pointer(module));
    let tag = Value::integer(module.integer_type(64), layout.tag);
    let name = module.string_constant(&format!("{}\0", target.name()));
    builder.call_across_spaces(runtime::check_tape(module), &[tape, tag, name]);
    Ok(tape)
}
