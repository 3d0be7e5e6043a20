//! Threads that wait for each other: what a thread runs is a function, which derivatives start as a thread of their own.
//!
//! Where nothing in a program waits but for the end of a thread, threads are calls where they are started (`bodies/threads.c`), and
//! are optimised with the code around them. Else they are passed the baton (`bodies/waiting.c`, `bodies/baton.c`). What a thread does
//! where it is started, and what others do while one waits, is unknown to every analysis: a call that may read and write whatever
//! others know of.

use super::bodies::{self, PREFIX};
use super::{FOLD, run};
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_core::request::is_derivative_call;
use zymase_library::{STARTERS, Size, may_wait, passed_on, starts_thread, waits_for_future};
use zymase_llvm::{Builder, Function, Linkage, Module, Type, Value};

/// What bodies ask of who lets threads run.
const QUESTION: &str = "zymase.baton";
/// What bodies start threads with.
const START: &str = "zymase.thread.start";
/// How the name of a function that a thread runs begins, and that of what starts it.
const THREAD: &str = "thread.";
const START_OF: &str = "zymase.thread.start.";
/// How much a start is given, its kind included.
const GIVEN: usize = 4;
/// Bytes of a pointer, and how many of them are looked at in an object.
const WORD: i64 = 8;
const MOST_WORDS: i64 = 32;
/// What threads of each kind run, of what they are given, if the functions that are given are known, and else.
const KINDS: [(&str, &str); 3] = [("run_posix", "run_posix"), ("run_11", "run_11"), ("run_cxx", "run_any")];
/// Says of a function that starts threads that they wait for each other.
const WAIT: &str = "zymase-threads-wait";

/// Finds out whether threads that differentiated functions start wait for each other.
pub fn mark(module: Module) {
    let starters = || STARTERS.into_iter().filter_map(|name| module.function(name)).filter(|f| f.is_declaration());
    if starters().next().is_none() || !passed_on().any(|name| may_wait(name) && module.function(name).is_some()) {
        let calls_kernel = module.function(zymase_library::CALL_OF_THE_KERNEL).is_some();
        if starters().next().is_none() || !calls_kernel {
            return;
        }
    }
    let reached = reached(differentiated(module));
    let names = |test: fn(&str) -> bool| reached.iter().any(|f| test(&f.name()));
    let is_known = |test: fn(&str) -> bool| reached.iter().any(|f| f.is_declaration() && test(&f.name()));
    // Where threads wait for nothing but the results of std::async, they mostly are there: calls are compiled faster.
    let for_futures = |name: &str| waits_for_future(name);
    let for_others = |name: &str| may_wait(name) && !waits_for_future(name);
    let is_async = |name: &str| name.contains("21_Async_state_commonV2");
    if is_known(starts_thread) && (is_known(for_others) || is_known(for_futures) && !names(is_async)) {
        starters().for_each(|starter| starter.add_string_attribute(WAIT, ""));
    }
}

/// Do threads of differentiated functions wait for each other?
pub fn wait(module: Module) -> bool {
    STARTERS.into_iter().filter_map(|name| module.function(name)).any(|f| f.string_attribute(WAIT).is_some())
}

/// Does a function have other code, because threads wait for each other?
pub fn is_passed_on(function: Function) -> bool {
    let name = function.name();
    wait(function.module()) && passed_on().any(|known| known == name)
}

/// The functions that derivative calls name; all, if one names none.
fn differentiated(module: Module) -> Vec<Function> {
    let is_request = |f: &Function| f.is_declaration() && is_derivative_call(&f.name());
    let mut found = Vec::new();
    for call in module.functions().into_iter().filter(is_request).flat_map(|f| f.value().users()) {
        let named: Vec<Function> = call.operands().into_iter().filter_map(Value::as_function).collect();
        let named: Vec<Function> = named.into_iter().filter(|f| !is_request(f)).collect();
        if named.is_empty() {
            return module.functions();
        }
        found.extend(named);
    }
    found
}

/// All that functions name, directly or by what they name.
fn reached(from: Vec<Function>) -> HashSet<Function> {
    let mut reached = HashSet::new();
    let mut seen: HashSet<Value> = HashSet::new();
    let mut work: Vec<Value> = from.into_iter().map(Function::value).collect();
    while let Some(value) = work.pop() {
        if let Some(function) = value.as_function() {
            if reached.insert(function) {
                let named = function.instructions().into_iter().flat_map(Value::operands);
                work.extend(named.filter(|operand| operand.is_constant()));
            }
        } else if seen.insert(value) {
            if value.is_global_variable() {
                work.extend(value.initializer());
            } else if value.is_constant_expression() || value.is_constant_aggregate() {
                work.extend(value.operands());
            }
        }
    }
    reached
}

/// Says what the questions of bodies are, once they are part of the module.
pub fn mark_questions(module: Module) {
    if let Some(question) = module.function(QUESTION) {
        question.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::BATON);
        question.add_attribute("nounwind");
    }
    if let Some(start) = module.function(START) {
        start.add_attribute("nounwind");
    }
}

/// Makes functions of what threads run, and of what starts them.
pub fn make_functions(function: Function) -> Result<(), Failure> {
    let is_start = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name().starts_with(START));
    let starts = |function: Function| function.instructions().into_iter().filter(is_start);
    if starts(function).fold(false, |any, call| read_object(call) | any) {
        run(function, FOLD)?;
    }
    for call in starts(function).filter(|call| !call.called_function().is_some_and(marks::is_start_of_thread)) {
        make_function(call, function)?;
    }
    Ok(())
}

/// Lets what lies in the object that a thread is given be seen, if that was made here: what C++ threads run is there. True if so.
fn read_object(call: Value) -> bool {
    let arguments = call.arguments();
    let object = arguments[1].underlying_object();
    let allocate = match object.is_instruction() && object.is_call() {
        true => classify(object),
        false => return false,
    };
    let size = match allocate {
        Callee::Allocate(allocate) => match allocate.size {
            Size::Argument(at) => object.arguments().get(at).and_then(|size| size.as_integer()),
            Size::Product(..) => None,
        },
        _ => None,
    };
    let words = size.unwrap_or(0) / WORD;
    if !(1..=MOST_WORDS).contains(&words) || arguments[1] != object {
        return false;
    }
    let builder = Builder::before(call);
    builder.set_location_of(call);
    let module = builder.module();
    let pointer = module.pointer_type();
    let content = (0..words).map(|k| builder.load(pointer, builder.constant_offset(object, k * WORD)));
    let passed: Vec<Value> = arguments.iter().copied().chain(content).collect();
    let types: Vec<Type> = passed.iter().map(|value| value.ty()).collect();
    let start = module.declare(&format!("{START}{words}"), Type::function(module.void_type(), &types, false));
    start.add_attribute("nounwind");
    builder.call(start, &passed);
    call.erase_instruction();
    true
}

/// Of `start(kind, first, second, third)`, which may be given what lies behind the first.
fn make_function(call: Value, like: Function) -> Result<(), Failure> {
    let module = like.module();
    let arguments = call.arguments();
    let is_known = |k: usize| arguments[k].as_function().is_some_and(|f| !f.is_declaration());
    let kind = arguments[0].as_integer().and_then(|kind| KINDS.get(kind as usize));
    let (known, unknown) = kind.ok_or_else(|| Failure::internal("a thread of an unknown kind"))?;
    let body = if is_known(2) && is_known(3) { known } else { unknown };
    let member = bodies::waiting(module, body, Type::function(module.void_type(), &[module.pointer_type(); 3], false))?;
    let member = member.ok_or_else(|| Failure::internal(format!("{body} has no body")))?;
    let (own, passed): (Vec<usize>, Vec<usize>) = (1..GIVEN).partition(|k| is_known(*k));
    let content: Vec<usize> = (GIVEN..arguments.len()).filter(|k| is_known(*k)).collect();
    let names = own.iter().map(|k| arguments[*k].name());
    let names = names.chain(content.iter().map(|k| format!("{}.{}", k - GIVEN, arguments[*k].name())));
    let named = names.collect::<Vec<String>>().join(".");
    let name = format!("{}.{named}", member.name().trim_start_matches(PREFIX));
    let types: Vec<Type> = passed.iter().map(|k| arguments[*k].ty()).collect();
    let ty = Type::function(module.void_type(), &types, false);
    let start = module.declare(&format!("{START_OF}{name}"), ty);
    if member_of(start).is_none() {
        start.add_string_attribute(marks::GIVEN_DERIVATIVE, marks::THREAD);
        start.add_attribute("nounwind");
        let thread = module.add_function(&format!("{PREFIX}{THREAD}{name}"), ty);
        thread.set_linkage(Linkage::LLVMInternalLinkage);
        thread.copy_target_attributes(like);
        let builder = Builder::at_end(thread.append_block("entry"));
        let mut parameters = thread.parameters().into_iter();
        let value = |k: usize| if is_known(k) { Some(arguments[k]) } else { parameters.next() };
        let values: Vec<Value> = (1..GIVEN).filter_map(value).collect();
        // It is there already, but this is not seen from here.
        for k in content {
            builder.store(arguments[k], builder.constant_offset(values[0], (k - GIVEN) as i64 * WORD));
        }
        builder.call(member, &values);
        builder.ret(None);
    }
    let builder = Builder::before(call);
    builder.set_location_of(call);
    builder.call(start, &passed.iter().map(|k| arguments[*k]).collect::<Vec<Value>>());
    call.erase_instruction();
    Ok(())
}

/// The function that the thread runs which a function starts.
pub fn member_of(start: Function) -> Option<Function> {
    let name = start.name();
    start.module().function(&format!("{PREFIX}{THREAD}{}", name.strip_prefix(START_OF)?))
}

/// Lets other threads go on in front of an instruction.
pub fn yield_before(instruction: Value) -> Result<(), Failure> {
    let builder = Builder::before(instruction);
    builder.set_location_of(instruction);
    let module = builder.module();
    let body = bodies::waiting(module, "sched_yield", Type::function(module.integer_type(32), &[], false))?;
    builder.call(body.ok_or_else(|| Failure::internal("sched_yield has no body"))?, &[]);
    Ok(())
}
