//! Small copies of callees that were compiled without optimisation.
//!
//! Unoptimised code keeps every variable in memory and is several times as long as it has to be; that of a C++ library
//! consists of thousands of functions that forward to each other. A copy of each has its own callees inlined and its
//! variables in registers before it is inlined itself: so whole expressions fit into one function, where otherwise its
//! size would be the end of inlining and every boundary between functions would need types and tapes. Where there is
//! a boundary (recursion, size) the copy is called, and types are found in it, not in all that it is made of.

use super::recursion::Recursion;
use super::sharing::{CHOICE, Shared};
use super::{PROMOTE, computed_goto, run, sanitizers, tasks};
use std::collections::HashSet;
use zymase_analysis::marks;
use zymase_analysis::types::CONDENSED;
use zymase_core::Failure;
use zymase_library::{Machinery, machinery};
use zymase_llvm::{Function, Linkage, Module, Value};

/// Up to this many instructions a function is left as it is: what it is inlined into will be condensed.
const LARGEST_TRIVIAL: usize = 50;
/// Callees above this size are not inlined.
pub const LARGEST_INLINED_CALLEE: usize = 4_000;

/// What to call or inline for a callee: itself if it is optimised or tiny, else its copy, in which calls of what is `shared` stay.
pub fn of(
    callee: Function,
    original: Function,
    recursion: &mut Recursion,
    shared: &Shared,
) -> Result<Function, Failure> {
    if !callee.has_attribute("optnone") || callee.name().ends_with(CONDENSED) {
        return Ok(callee);
    }
    let module = callee.module();
    let name = format!("{}{}{CONDENSED}", callee.name(), shared.suffix);
    if let Some(known) = module.function(&name) {
        return Ok(known);
    }
    let instructions = callee.instructions();
    if instructions.len() <= LARGEST_TRIVIAL && !instructions.iter().any(|i| i.is_call()) {
        return Ok(callee);
    }
    let copy = module.add_function(&name, callee.function_type());
    copy.set_linkage(Linkage::LLVMInternalLinkage);
    copy.copy_attributes(callee);
    callee.clone_body_into(copy, &copy.parameters());
    marks::believe_body(callee);
    sanitizers::drop_checks(copy);
    let calls: Vec<Value> = copy.instructions().into_iter().filter(|i| i.is_call()).collect();
    for call in calls {
        if let Some(next) = call.called_function().filter(|next| *next != copy && may_copy(*next, original)) {
            inline(call, next, LARGEST_INLINED_CALLEE, original, (recursion, shared))?;
        }
    }
    if copy.instructions().len() > LARGEST_TRIVIAL {
        run(copy, PROMOTE)?;
    }
    Ok(copy)
}

/// Inlines a call, but for those of what is shared, if that brings at most `room` instructions; how many there are if so.
pub fn inline(
    call: Value,
    callee: Function,
    room: usize,
    original: Function,
    (recursion, shared): (&mut Recursion, &Shared),
) -> Result<Option<usize>, Failure> {
    let body = of(callee, original, recursion, shared)?;
    if body != callee {
        call.set_callee(body);
    }
    if shared.contains(callee) || recursion.is_recursive(source(callee))? {
        return Ok(None);
    }
    let grown = body.instructions().len();
    let fits = grown <= room.min(LARGEST_INLINED_CALLEE);
    let is_done = fits && call.inline_call();
    if is_done {
        marks::believe_body(callee);
    }
    Ok(is_done.then_some(grown))
}

/// What a function is a copy of, if it is one: indirect calls lead to that, and so recursion does.
pub fn source(function: Function) -> Function {
    let name = function.name();
    let Some(name) = name.strip_suffix(CONDENSED) else { return function };
    let module = function.module();
    let of_choice = || name.rsplit_once(CHOICE).and_then(|(name, _)| module.function(name));
    module.function(name).or_else(of_choice).unwrap_or(function)
}

/// Removes the copies that nothing but copies calls.
pub fn remove(module: Module) {
    let is_copy = |f: &Function| f.name().ends_with(CONDENSED);
    let mut needless: HashSet<Function> = module.functions().into_iter().filter(is_copy).collect();
    let is_used = |f: &Function, needless: &HashSet<Function>| {
        f.value().users().into_iter().any(|user| user.parent_function().is_none_or(|by| !needless.contains(&by)))
    };
    while let Some(used) = needless.iter().copied().find(|f| is_used(f, &needless)) {
        needless.remove(&used);
    }
    needless.iter().for_each(|f| f.erase_body());
    needless.into_iter().for_each(Function::erase);
}

/// May a call be replaced by the code of the function, or by a call of a copy of it?
pub fn may_copy(callee: Function, original: Function) -> bool {
    !callee.is_declaration()
        && callee != original
        && !reads_variadic_arguments(callee)
        && !marks::is_marked(callee)
        && !zymase_library::is_replaced(&callee.name())
        && tasks::twin(callee).is_none()
        && !computed_goto::is_used_in(callee)
}

/// A function that is declared with `...` and never looks there may be inlined like any other.
fn reads_variadic_arguments(function: Function) -> bool {
    let starts = |i: Value| {
        i.is_call() && i.called_function().and_then(|f| machinery(&f.name())) == Some(Machinery::VariadicStart)
    };
    function.function_type().is_variadic() && function.instructions().into_iter().any(starts)
}
