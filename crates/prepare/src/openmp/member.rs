//! What one of the threads of a region does, as a function of its number.

use super::super::bodies::PREFIX;
use super::super::parallel::{self, OWN_PARAMETERS};
use super::{Thread, assign_pieces, meaning, phases, write_out};
use std::collections::HashSet;
use zymase_core::Failure;
use zymase_library::OpenMp;
use zymase_llvm::{Function, Linkage, Module, Type, Value};
use zymase_support::Diagnostic;

/// Callees inside of callees of a region, before it is taken for recursive.
const MOST_LEVELS: usize = 32;

/// What becomes of what threads do one after the other: critical sections, and the combination of reductions.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Turns {
    /// They are where a thread comes to them.
    AsTheyCome,
    /// The places where they begin and end are marked.
    Marked,
}

/// The code of a region: with debug information, compilers call it from a function that only passes its arguments on.
pub fn outlined(region: Function) -> Function {
    let calls: Vec<Function> =
        region.instructions().into_iter().filter(|i| i.is_call()).filter_map(Value::called_function).collect();
    match calls[..] {
        [only] if !only.is_declaration() && only.name().contains("omp_outlined_debug") => only,
        _ => region,
    }
}

/// Questions of a program about the team it runs in to which derivatives have no answer.
const QUESTIONS: &str = "omp_get_ancestor_thread_num omp_get_team_size omp_get_level omp_get_active_level omp_in_parallel \
                         omp_in_parallel_ omp_get_level_ omp_get_active_level_ omp_get_team_size_ omp_get_ancestor_thread_num_";

/// Fails if a region asks such a question.
pub fn refuse_questions(region: Function) -> Result<(), Failure> {
    let mut seen = HashSet::new();
    let mut work = vec![region];
    while let Some(function) = work.pop().filter(|f| !f.is_declaration()) {
        for call in function.instructions().into_iter().filter(|i| i.is_call()) {
            let Some(callee) = call.called_function() else { continue };
            if QUESTIONS.split_whitespace().any(|question| question == callee.name()) {
                let text = format!("cannot differentiate a parallel region that calls '{}'", callee.name());
                let help = "call it before the region, or use omp_get_thread_num and omp_get_num_threads";
                return Err(Failure::at(call, Diagnostic::new(text).with_help(help)));
            }
            work.extend(Some(callee).filter(|f| !f.is_declaration() && seen.insert(*f)));
        }
    }
    Ok(())
}

/// Are shares of loops not one run of neighbouring iterations? Threads may come for pieces again and again, or be dealt chunks.
pub fn has_pieces(region: Function) -> bool {
    let is_dealt = |what: OpenMp, call: Value| match what {
        OpenMp::BeginPieces(_) => true,
        OpenMp::Share(_) => call.arguments()[2].as_integer().is_none_or(|kind| kind & !MODIFIERS != STATIC),
        _ => false,
    };
    any_call(region, is_dealt)
}

/// The schedule that gives every thread one share, and what may be added to the number of a schedule.
const STATIC: i64 = 34;
const MODIFIERS: i64 = 3 << 29;

/// Does the program ask for the numbers of the threads of a region?
pub fn knows_numbers(region: Function) -> bool {
    uses(region, |what| matches!(what, OpenMp::ThreadNumber | OpenMp::TeamSize), true)
}

/// Does a function, or what it calls, do such a thing with the run time? Numbers that only the run time is given do not count.
pub fn uses(function: Function, what: impl Fn(OpenMp) -> bool, of_program: bool) -> bool {
    let is_meant =
        |call: Value| !of_program || call.called_function().is_some_and(|f| !f.name().starts_with("__kmpc_"));
    any_call(function, |meaning, call| what(meaning) && is_meant(call))
}

/// Is there such a call of the run time in a function, or in what it calls?
fn any_call(function: Function, is_such: impl Fn(OpenMp, Value) -> bool) -> bool {
    let mut seen = HashSet::new();
    let mut work = vec![function];
    while let Some(function) = work.pop() {
        if !seen.insert(function) {
            continue;
        }
        for call in function.instructions().into_iter().filter(|i| i.is_call()) {
            let Some(callee) = call.called_function() else { continue };
            if meaning(callee).is_some_and(|what| is_such(what, call)) {
                return true;
            }
            let passed = call.arguments().into_iter().filter_map(Value::as_function);
            work.extend(passed.chain([callee]).filter(|f| !f.is_declaration()));
        }
    }
    false
}

/// `member(count, number, least, …)`: what one of `count` threads does in a region.
pub fn member_of(region: Function, turns: Turns) -> Result<Function, Failure> {
    let module = region.module();
    let integer = module.integer_type(32);
    let types: Vec<Type> = region.parameters().iter().map(|p| p.ty()).collect();
    let types: Vec<Type> = [integer; OWN_PARAMETERS].into_iter().chain(types).collect();
    let ty = Type::function(module.void_type(), &types, false);
    let member = internal(module, &format!("{PREFIX}member.{}", region.name()), ty, region);
    parallel::name_like(&member.parameters()[OWN_PARAMETERS..], &region.parameters());
    region.clone_body_into(member, &member.parameters()[OWN_PARAMETERS..]);
    inline_what_asks(member)?;
    refuse_own_variables(member)?;
    if turns == Turns::Marked {
        mark_turns(member);
    }
    let thread =
        Thread { count: member.parameter(0), number: member.parameter(1), least: member.parameter(2), at_once: false };
    assign_pieces(member);
    loop {
        let next = member.instructions().into_iter().find_map(|i| {
            let what = i.is_call().then(|| i.called_function().and_then(meaning)).flatten()?;
            (what != OpenMp::Barrier).then_some((i, what))
        });
        let Some((call, what)) = next else { return Ok(member) };
        if !write_out(call, what, thread, region)? {
            let name = call.called_function().map(|f| f.name()).unwrap_or_default();
            let text = format!("cannot differentiate '{name}' in a parallel region that uses thread numbers");
            return Err(Failure::at(call, Diagnostic::new(text).with_help(HELP)));
        }
    }
}

/// Threads combine their parts of a reduction, and run critical sections, one after the other.
fn mark_turns(member: Function) {
    for call in member.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function() else { continue };
        let name = callee.name();
        if meaning(callee) == Some(OpenMp::Combine) {
            phases::begin_turn(call);
        } else if is_begin_of_critical(&name) {
            phases::begin_turn(call);
            call.erase_instruction();
        } else if name.starts_with("__kmpc_end_reduce") || is_end_of_critical(&name) {
            phases::end_turn(call);
            call.erase_instruction();
        }
    }
}

pub fn is_begin_of_critical(name: &str) -> bool {
    name.starts_with("__kmpc_critical")
}

pub fn is_end_of_critical(name: &str) -> bool {
    name == "__kmpc_end_critical"
}

const HELP: &str = "let OpenMP share the iterations of loops (`#pragma omp for`), or end the region where its threads wait for each \
                    other";

/// Threads that wait for each other cannot run one after the other.
pub fn needs_waiting(call: Value) -> Failure {
    let text = "cannot differentiate a parallel region whose threads wait for each other and use thread numbers";
    Failure::at(call, Diagnostic::new(text).with_help(HELP))
}

/// Threads that run one after the other have one copy of such variables.
fn refuse_own_variables(member: Function) -> Result<(), Failure> {
    let is_own = |i: &Value| {
        let callee = i.is_call().then(|| i.called_function()).flatten();
        callee.is_some_and(|f| {
            f.name().starts_with("llvm.threadlocal.address") || matches!(meaning(f), Some(OpenMp::ThreadPrivate(_)))
        })
    };
    let Some(found) = member.instructions().into_iter().find(is_own) else { return Ok(()) };
    let text = "cannot differentiate a parallel region that does something for each of its threads and uses variables that each \
                thread has of its own";
    Err(Failure::at(found, Diagnostic::new(text).with_help("use local variables of the region")))
}

/// Makes callees that ask the run time a part of a region.
fn inline_what_asks(member: Function) -> Result<(), Failure> {
    for _ in 0..MOST_LEVELS {
        let asks = |i: &Value| {
            i.is_call() && i.called_function().is_some_and(|f| !f.is_declaration() && uses(f, |_| true, false))
        };
        let Some(call) = member.instructions().into_iter().find(asks) else { return Ok(()) };
        if !call.inline_call() {
            break;
        }
    }
    let text = "cannot differentiate a parallel region with recursive functions that use thread numbers";
    Err(Failure::User { at: None, diagnostic: Diagnostic::new(text).with_help(HELP) })
}

fn internal(module: Module, name: &str, ty: Type, like: Function) -> Function {
    let function = module.add_function(name, ty);
    function.set_linkage(Linkage::LLVMInternalLinkage);
    function.copy_target_attributes(like);
    function
}
