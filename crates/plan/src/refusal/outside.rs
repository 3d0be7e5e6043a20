//! Numbers that leave the memory of the program and come back: written to a file or a stream, or printed to a text, and read again.
//! What is read has no derivative; it is refused where it may be what was written.

use std::collections::HashSet;
use zymase_analysis::activity::Activity;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_analysis::types::Types;
use zymase_core::Failure;
use zymase_library::{
    Crossing, Direction, Extent, Known, Returned, conversions, crossing, is_foreign_stream, prints_reals,
};
use zymase_llvm::{Block, Function, Opcode, Value};
use zymase_support::Diagnostic;

/// Streams of LLVM's library that a process has from its start.
const STREAMS_OF_LLVM: [&str; 4] = ["_ZNSt3__14coutE", "_ZNSt3__14cerrE", "_ZNSt3__14clogE", "_ZNSt3__13cinE"];
/// File descriptors that a process has from its start.
const DESCRIPTORS: std::ops::Range<i64> = 0..3;
const OPENS: [&str; 2] = ["fopen", "fopen64"];

/// Where numbers cross in a function, by itself or in what it calls, and the stream.
struct Place {
    at: Value,
    stream: Option<Value>,
}

/// Refuses functions that read numbers after they have written ones with derivatives, unless to other places.
pub fn check(function: Function, types: &Types, activity: &Activity) -> Result<(), Failure> {
    let (mut written, mut read) = (Vec::new(), Vec::new());
    for i in function.instructions().into_iter().filter(|i| i.is_call()) {
        if let Some(found) = crossing_of(i).filter(|found| !is_standard(stream_of(i, found), &mut HashSet::new())) {
            let place = Place { at: i, stream: stream_of(i, &found) };
            match found.direction {
                Direction::Out if gives_active(types, activity, i, &found) => written.push(place),
                Direction::In if takes_numbers(types, activity, i, &found) => read.push(place),
                _ => {}
            }
        } else {
            let within = directions_of(i, &mut HashSet::new());
            if within.contains(&Direction::Out) && touches_active(activity, i) {
                written.push(Place { at: i, stream: None });
            }
            if within.contains(&Direction::In) {
                read.push(Place { at: i, stream: None });
            }
        }
    }
    for place in &read {
        let before = |other: &&Place| !are_other_files(other.stream, place.stream) && reaches(other.at, place.at);
        if let Some(other) = written.iter().find(before) {
            return Err(refused(place.at, other.at));
        }
    }
    Ok(())
}

fn refused(read: Value, written: Value) -> Failure {
    let line = match written.line() {
        0 => String::new(),
        line => format!(" ({}:{line})", written.file()),
    };
    let text = format!(
        "floats are read here after floats with derivatives were written to a file, a stream or a string{line}: \
         if they are the same, their derivative would be lost"
    );
    let help = "keep the floats in memory, for example in a std::vector<double>; if they are others, read them first, or outside \
                of the differentiated function, or write __enzyme_ignore_derivatives(number)";
    Failure::at(read, Diagnostic::new(text).with_help(help))
}

/// What crosses in a call of a function that has no body here.
fn crossing_of(call: Value) -> Option<Crossing> {
    let name = marks::known_as(call.called_function()?)?;
    crossing(&name, zymase_library::lookup(&name)?)
}

fn stream_of(call: Value, found: &Crossing) -> Option<Value> {
    found.stream.and_then(|stream| call.arguments().get(stream).copied())
}

/// Is it a stream of the process, from which nothing comes back that it has written?
fn is_standard(stream: Option<Value>, seen: &mut HashSet<Value>) -> bool {
    let Some(stream) = stream else { return false };
    if !seen.insert(stream) {
        return true;
    }
    if let Some(descriptor) = stream.as_integer() {
        return DESCRIPTORS.contains(&descriptor);
    }
    let object = if stream.ty().is_pointer() { stream.underlying_object() } else { stream };
    let is_known = |global: Value| {
        let name = global.name();
        global.is_global_variable() && (is_foreign_stream(&name) || STREAMS_OF_LLVM.contains(&name.as_str()))
    };
    match object.opcode() {
        Some(Opcode::LLVMLoad) => is_known(object.operand(0)),
        Some(Opcode::LLVMPHI) => object.incoming().into_iter().all(|(value, _)| is_standard(Some(value), seen)),
        Some(Opcode::LLVMSelect) => (1..3).all(|k| is_standard(Some(object.operand(k)), seen)),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(object) {
            Callee::Inactive(inactive) => match inactive.returned {
                Returned::PointerInto(k) => is_standard(object.arguments().get(k).copied(), seen),
                _ => false,
            },
            _ => false,
        },
        _ => is_known(object),
    }
}

/// Does a call write numbers that may have derivatives?
fn gives_active(types: &Types, activity: &Activity, i: Value, found: &Crossing) -> bool {
    let arguments = i.arguments();
    if arguments.iter().any(|argument| !argument.ty().is_pointer() && activity.is_varied(*argument)) {
        return true;
    }
    let list = found.list.filter(|list| arguments.get(*list).is_some_and(|a| activity.class(*a).may_have_shadow()));
    if list.is_some_and(|list| text_of(arguments[list - 1]).is_none_or(|format| prints_reals(&format))) {
        return true;
    }
    let bytes = found.bytes.and_then(|bytes| arguments.get(bytes).copied());
    bytes.is_some_and(|bytes| may_hold_numbers(types, activity, bytes) && may_hold_active(activity, bytes))
}

/// Does a call read numbers, or bytes that may be numbers?
fn takes_numbers(types: &Types, activity: &Activity, i: Value, found: &Crossing) -> bool {
    let arguments = i.arguments();
    if let Some(bytes) = found.bytes.and_then(|bytes| arguments.get(bytes).copied()) {
        return may_hold_numbers(types, activity, bytes);
    }
    if i.ty().is_float() {
        return !i.users().is_empty();
    }
    let Some(Known::Inactive(known)) =
        i.called_function().and_then(marks::known_as).and_then(|name| zymase_library::lookup(&name))
    else {
        return false;
    };
    known.overwrites.iter().any(|overwrite| match overwrite.extent {
        Extent::Real(_) | Extent::ScannedList => true,
        Extent::Scanned => {
            let format = overwrite.argument.checked_sub(1).and_then(|format| arguments.get(format).copied());
            let text = format.and_then(text_of);
            text.and_then(|text| conversions(&text))
                .is_none_or(|found| found.iter().any(|conversion| conversion.real.is_some()))
        }
        _ => false,
    })
}

/// The constant text that a pointer leads to.
fn text_of(pointer: Value) -> Option<String> {
    let text = String::from_utf8(pointer.underlying_object().initializer()?.as_bytes()?).ok()?;
    Some(text.trim_end_matches('\0').to_owned())
}

fn may_hold_numbers(types: &Types, activity: &Activity, pointer: Value) -> bool {
    activity.class(pointer).may_have_shadow()
        && types.of_memory(pointer, None).map_or(true, |layout| layout.has_float())
}

/// May there be numbers with derivatives in the memory that a pointer leads to? Not in objects of the function into which it only
/// stores others.
pub fn may_hold_active(activity: &Activity, pointer: Value) -> bool {
    let object = pointer.underlying_object();
    let is_own = match object.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => matches!(classify(object), Callee::Allocate(_)),
        _ => false,
    };
    let mut seen = HashSet::from([object]);
    let mut work = vec![object];
    while let (true, Some(value)) = (is_own, work.pop()) {
        for user in value.users() {
            let is_harmless = match user.opcode() {
                Some(Opcode::LLVMLoad | Opcode::LLVMICmp) => true,
                Some(Opcode::LLVMStore) => user.operand(0) != value && !activity.is_varied(user.operand(0)),
                Some(Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMPHI | Opcode::LLVMSelect) => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                    true
                }
                Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(user) {
                    Callee::Copy(transfer) => {
                        let (to, from) = (user.arguments()[transfer.destination], user.arguments()[transfer.source]);
                        to != value || !activity.class(from).may_have_shadow()
                    }
                    Callee::Inactive(_) | Callee::Fill { .. } | Callee::Free(_) | Callee::Hint => true,
                    _ => false,
                },
                _ => false,
            };
            if !is_harmless {
                return true;
            }
        }
    }
    !is_own
}

/// Is a call given anything with a derivative, or memory where that may be?
fn touches_active(activity: &Activity, call: Value) -> bool {
    let may_be = |a: &Value| activity.is_varied(*a) || a.ty().is_pointer() && activity.class(*a).may_have_shadow();
    call.arguments().iter().any(may_be)
}

/// Which ways numbers may cross in a function and in what it calls.
fn directions_within(function: Function, seen: &mut HashSet<Function>) -> HashSet<Direction> {
    let mut found = HashSet::new();
    if function.is_declaration() || !seen.insert(function) {
        return found;
    }
    for i in function.instructions().into_iter().filter(|i| i.is_call()) {
        if let Some(here) = crossing_of(i).filter(|here| !is_standard(stream_of(i, here), &mut HashSet::new())) {
            let moves_numbers = here.bytes.is_some()
                || here.list.is_some()
                || here.direction == Direction::In
                || i.arguments().iter().any(|argument| argument.ty().is_float() && !argument.is_constant());
            if moves_numbers {
                found.insert(here.direction);
            }
        } else {
            found.extend(directions_of(i, seen));
        }
    }
    found
}

/// The same in what a call runs: the function, and those that it is given (`std::to_string` gives `vsnprintf` to another).
fn directions_of(call: Value, seen: &mut HashSet<Function>) -> HashSet<Direction> {
    let given = call.arguments().into_iter().filter_map(Value::as_function);
    let crosses = |function: Function| {
        let name = marks::known_as(function)?;
        Some(crossing(&name, zymase_library::lookup(&name)?)?.direction)
    };
    let mut found: HashSet<Direction> = given.filter_map(crosses).collect();
    if let Some(callee) = call.called_function().filter(|_| !matches!(classify(call), Callee::SaidInactive)) {
        found.extend(directions_within(callee, seen));
    }
    found
}

/// Were two streams opened by names that differ?
fn are_other_files(a: Option<Value>, b: Option<Value>) -> bool {
    let name = |stream: Option<Value>| {
        let opened = stream.filter(|stream| matches!(stream.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke)))?;
        let opens = opened.called_function().is_some_and(|function| OPENS.contains(&function.name().as_str()));
        if opens { opened.arguments().first()?.underlying_object().initializer()?.as_bytes() } else { None }
    };
    name(a).zip(name(b)).is_some_and(|(a, b)| a != b)
}

/// May `to` run after `from`?
fn reaches(from: Value, to: Value) -> bool {
    let (Some(start), Some(end)) = (from.block(), to.block()) else { return true };
    let position = |i: Value| start.instructions().iter().position(|other| *other == i);
    if start == end && position(from) < position(to) {
        return true;
    }
    let mut seen: HashSet<Block> = HashSet::new();
    let mut work = start.successors();
    while let Some(block) = work.pop() {
        if block == end {
            return true;
        }
        if seen.insert(block) {
            work.extend(block.successors());
        }
    }
    false
}
