//! Makes indirect calls direct and inlines direct ones.
//!
//! An indirect call becomes a chain of comparisons of the *primal* address with the functions of the module whose
//! address is taken and whose type fits, each arm a direct call. So virtual calls, tables and callbacks need nothing
//! more in the engine, and shadows of function pointers never matter. An address that fits none of them ends in a
//! run-time error that names it.

use super::condensed::may_copy;
use super::narrowing::Narrowing;
use super::recursion::Recursion;
use super::sharing::Shared;
use super::{FOLD, PROMOTE, bodies, condensed, openmp, run, tasks, threads};
use crate::dispatch;
use std::collections::HashSet;
use zymase_analysis::{marks, one_thread};
use zymase_core::Failure;
use zymase_core::detached::detach;
use zymase_llvm::{Function, Module, Opcode, Type, Value};

/// A prepared function does not grow beyond this many instructions by inlining, and by inlining code of our own, most of
/// which is folded afterwards.
const LARGEST_PREPARED_FUNCTION: usize = 40_000;
const LARGEST_UNFOLDED_FUNCTION: usize = 60_000;
/// Up to this many instructions, the types of a function are looked at again for each indirect call that is narrowed.
const LARGEST_NARROWED_ONE_BY_ONE: usize = 4_000;
/// Repeats until only recursive, opaque or too large callees remain. Every round takes all calls there are, so that
/// there are as many rounds as calls are deep, and not as many as there are calls. With `narrowing`, indirect calls come
/// last, one by one: what earlier ones do with memory tells something about later ones.
/// Calls of functions that are `shared` stay calls. `at_once`: threads of parallel regions may run at the same time.
pub fn inline_everything(
    function: Function,
    original: Function,
    narrowing: Option<&Narrowing>,
    shared: &Shared,
    at_once: bool,
) -> Result<(), Failure> {
    let mut recursion = Recursion::new(function.module());
    let mut size = function.instructions().len();
    let mut kept: HashSet<Value> = HashSet::new();
    // Where threads wait for each other, there are futures and tasks: most of what they call is known once all is in one place, and what it
    // is not is much.
    let may_resolve = narrowing.is_none() && threads::wait(function.module());
    let mut resolves = may_resolve;
    loop {
        one_thread::answer_yes(function);
        openmp::assign_pieces(function);
        let calls: Vec<Value> =
            function.instructions().into_iter().filter(|i| i.is_call() && !kept.contains(i)).collect();
        let mut changed = false;
        for call in calls {
            let done = match call.called_function() {
                None if super::trampolines::resolve(call) => true,
                None if resolves => false,
                None => {
                    narrowing.is_none()
                        && expand_indirect(call, function, &mut recursion, &|candidates, _| (candidates, Vec::new()))
                }
                Some(callee) if may_fix(callee, original, &mut recursion)? && super::variadics::fix(call, callee) => {
                    true
                }
                Some(callee) if let Some(twin) = tasks::twin(callee) => {
                    call.set_callee(twin);
                    true
                }
                Some(callee) if zymase_library::is_replaced(&callee.name()) => bodies::replace(call, callee)?,
                Some(callee) if let Some(what) = openmp::meaning(callee) => {
                    openmp::write_out(call, what, openmp::Thread::alone(function.module(), at_once), original)?
                }
                Some(callee) if may_copy(callee, original) => {
                    let folds = callee.name().starts_with(bodies::PREFIX);
                    let most = if folds { LARGEST_UNFOLDED_FUNCTION } else { LARGEST_PREPARED_FUNCTION };
                    let room = most.saturating_sub(size);
                    let grown = condensed::inline(call, callee, room, original, (&mut recursion, shared))?;
                    size += grown.unwrap_or(0);
                    grown.is_some()
                }
                _ => false,
            };
            changed |= done;
            if !done {
                kept.insert(call);
            }
        }
        if changed {
            resolves = may_resolve;
            continue;
        }
        let indirect = || function.instructions().into_iter().filter(|i| i.is_call() && i.called_function().is_none());
        if resolves && indirect().next().is_some() {
            let before = indirect().count();
            run(function, FOLD)?;
            kept.clear();
            // What is left is expanded at once.
            resolves = indirect().count() < before;
            continue;
        }
        let Some(narrowing) = narrowing else { return Ok(()) };
        run(function, PROMOTE)?;
        kept.clear();
        let calls: Vec<Value> = indirect().filter(|call| is_open(*call)).collect();
        if calls.is_empty() {
            return Ok(());
        }
        let here = narrowing.facts((function, original));
        // Types of large functions take long: what they say serves all calls there are.
        let most = if function.instructions().len() > LARGEST_NARROWED_ONE_BY_ONE { usize::MAX } else { 1 };
        let fitting = |candidates: Vec<Function>, call| narrowing.split(here.as_ref(), call, candidates);
        let expanded = calls.into_iter().filter(|call| expand_indirect(*call, function, &mut recursion, &fitting));
        if expanded.take(most).count() == 0 {
            return Ok(());
        }
    }
}

/// A variadic function that is seen, but for what the program says of it.
fn may_fix(callee: Function, original: Function, recursion: &mut Recursion) -> Result<bool, Failure> {
    Ok(callee.function_type().is_variadic()
        && !callee.is_declaration()
        && callee != original
        && !marks::is_marked(callee)
        && !recursion.is_recursive(callee)?)
}

/// May an indirect call be one of several functions?
fn is_open(call: Value) -> bool {
    let callee = call.called_value();
    !callee.is_inline_assembly() && !callee.is_constant()
}

/// Functions of the standard library that a virtual call may reach although the module does not name them: the texts
/// of its exceptions.
fn foreign_candidates(module: Module, call: Value) -> Vec<Function> {
    let callee = call.called_value();
    let from_table = callee.opcode() == Some(Opcode::LLVMLoad)
        && callee.operand(0).constant_gep_offset(module) == Some(zymase_library::PLACE_OF_WHAT);
    let pointer = module.pointer_type();
    let ty = Type::function(pointer, &[pointer], false);
    let knows_classes = || module.globals().iter().any(|g| zymase_library::is_standard_class(&g.name()));
    if !from_table || call.called_type() != ty || !knows_classes() {
        return Vec::new();
    }
    let declared = zymase_library::WHAT.iter().map(|name| module.declare(name, ty));
    declared.filter(|f| f.function_type() == ty && f.is_declaration()).collect()
}

/// Turns an indirect call into comparisons and direct calls of those functions that `split` says it may mean, and an end of the program at the
/// others; false when it is left alone (inline assembly, an alias).
fn expand_indirect(
    call: Value,
    function: Function,
    recursion: &mut Recursion,
    split: &dyn Fn(Vec<Function>, Value) -> (Vec<Function>, Vec<Function>),
) -> bool {
    if !is_open(call) {
        return false;
    }
    let callee = call.called_value();
    let fitting = recursion.candidates(call);
    let mut candidates: Vec<Function> = fitting.iter().copied().filter(|candidate| *candidate != function).collect();
    let foreign = foreign_candidates(function.module(), call);
    candidates.extend(foreign.into_iter().filter(|f| !f.has_address_taken()));
    let (candidates, unfit) = split(candidates, call);
    let (call, detached) = detach(call);
    let arms = dispatch::by_address(call, callee, call.operand_count() - 1, &candidates, &unfit);
    if let Some(detached) = detached {
        arms.into_iter().for_each(|arm| {
            detached.attach(arm);
        });
        detached.finish();
    }
    true
}
