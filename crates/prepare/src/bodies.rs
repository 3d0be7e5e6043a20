//! Library functions that become code of our own.
//!
//! What `qsort` moves may be numbers, pointers or whole structs, and how it compares is the program's own code; what
//! Fortran's `matmul` reads is said by descriptors that only the call site knows; what the nodes of a C++ tree are linked
//! to has shadows that must be linked alike. So a call becomes a call of the same
//! function written out (`crates/prepare/bodies`, C that is compiled when this crate is), which is then inlined and
//! differentiated like any other.

use super::{routines, threads};
use zymase_analysis::{messages, virtuals};
use zymase_core::Failure;
use zymase_library::{CallbackPurpose, Control, Heap, Inactive, Known, MemoryEffect, Returned};
use zymase_llvm::{Function, Linkage, Module, Type, Value};
use zymase_support::Diagnostic;

/// The bodies are named after what they stand for.
pub(super) const PREFIX: &str = "zymase.body.";
/// What the names of bodies go on with where threads wait for each other.
const WAITING: &str = "waiting.";
/// What the names of those of MPI go on with, where handles of the C binding are addresses, and where they are numbers.
const BY_ADDRESS: &str = "mpi.addresses.";
const BY_NUMBER: &str = "mpi.numbers.";
/// What a body calls where it does not do what its original does; the name goes on with what that is.
const REFUSAL: &str = "zymase.refuse.";
/// What a body calls to know whether its argument is constant.
const QUESTION: &str = "zymase.known";

const TEXTS: [&str; 21] = [
    include_str!(concat!(env!("OUT_DIR"), "/blas_complex.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/blas_packed.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/lapack.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/callbacks.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/complex.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/links.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/matmul.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/mpi_fortran_addresses.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/mpi_fortran_numbers.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/numeric.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/openmp.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/owners.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/reductions.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/shapes.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/sort.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/storage.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/tbb.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/texts.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/threads.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/waiting.ll")),
    include_str!(concat!(env!("OUT_DIR"), "/waits.ll")),
];

/// What bodies ask for on the parts of objects. It is written out where the type is known: types end, so this is no
/// recursion.
const LATER: &str = "_FortranAZymase_";

/// Some bodies are large until what they ask is folded: this many of them are inlined at a time.
const MOST_AT_ONCE: usize = 1;
/// Up to this many instructions a body is small.
const LARGEST_SMALL_BODY: usize = 100;

/// Makes calls of known library functions calls of their bodies, but only a few where these are large; true when there
/// were any.
pub fn rewrite(function: Function) -> Result<bool, Failure> {
    let (mut small, mut large) = (0, 0);
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function().filter(|f| f.is_declaration()) else { continue };
        let is_later = callee.name().starts_with(LATER);
        if is_later && !call.arguments()[1..].iter().all(|argument| argument.is_constant()) {
            continue;
        }
        if zymase_library::runs_once(&callee.name()).is_some_and(|at| call.arguments()[at].as_function().is_none()) {
            continue;
        }
        let body = if is_later { linked(callee)? } else { of(callee)? };
        let Some(body) = body.filter(|body| body.function_type() == call.called_type()) else { continue };
        let is_small = body.instructions().len() <= LARGEST_SMALL_BODY;
        if !is_small && large == MOST_AT_ONCE {
            // Those behind it wait too: what they ask is known once this one is folded.
            break;
        }
        call.set_operand(call.operand_count() - 1, body.value());
        *if is_small { &mut small } else { &mut large } += 1;
    }
    Ok(small + large > 0)
}

/// Lets a function be called that is written out, although there is code of it; false when it is another one of that name.
pub fn replace(call: Value, callee: Function) -> Result<bool, Failure> {
    let body = of(callee)?.filter(|body| body.function_type() == call.called_type());
    body.iter().for_each(|body| call.set_operand(call.operand_count() - 1, body.value()));
    Ok(body.is_some())
}

/// The body of a library function that is written out.
pub fn of(callee: Function) -> Result<Option<Function>, Failure> {
    if threads::is_passed_on(callee) {
        return waiting(callee.module(), &callee.name(), callee.function_type());
    }
    if zymase_library::is_mpi_of_fortran(&callee.name()) {
        let family = if messages::handles_are_addresses(callee.module()) { BY_ADDRESS } else { BY_NUMBER };
        return named(callee.module(), &format!("{family}{}", callee.name()), callee.function_type());
    }
    if !callee.name().starts_with(LATER) && is_written_out(&callee.name()) { linked(callee) } else { Ok(None) }
}

fn is_written_out(name: &str) -> bool {
    match zymase_library::lookup(name) {
        Some(Known::WrittenOut | Known::Links) => true,
        Some(Known::Callback(callback)) => {
            matches!(callback.purpose, CallbackPurpose::Sort | CallbackPurpose::Search)
        }
        _ => false,
    }
}

/// The body of a function, if there is one.
fn linked(callee: Function) -> Result<Option<Function>, Failure> {
    named(callee.module(), &callee.name(), callee.function_type())
}

/// The body of a function where threads wait for each other.
pub fn waiting(module: Module, name: &str, ty: Type) -> Result<Option<Function>, Failure> {
    named(module, &format!("{WAITING}{name}"), ty)
}

/// The body of this name and type, if there is one.
pub fn named(module: Module, name: &str, ty: Type) -> Result<Option<Function>, Failure> {
    let name = format!("{PREFIX}{name}");
    if let Some(known) = module.function(&name) {
        return Ok(Some(known));
    }
    let definition = format!("@{name}(");
    let Some(text) = TEXTS.into_iter().find(|text| text.contains(&definition)) else { return Ok(None) };
    module.declare(&name, ty);
    module.link_needed(text).map_err(Failure::internal)?;
    // A body may call routines of linear algebra that nothing called before.
    routines::mark(module);
    messages::mark(module);
    threads::mark_questions(module);
    confine(module);
    let body = module.function(&name).filter(|body| !body.is_declaration());
    let body = body.ok_or_else(|| Failure::internal(format!("{name} was not linked")))?;
    body.set_linkage(Linkage::LLVMInternalLinkage);
    virtuals::write_what_is_meant(body);
    Ok(Some(body))
}

/// Does a library function only look at what it is given, and say a number about it?
fn is_examination(inactive: Inactive, function: Function) -> bool {
    inactive.memory == MemoryEffect::ReadsArguments
        && inactive.control == Control::Returns
        && inactive.returned == Returned::Constant
        && !function.return_type().is_pointer()
}

/// Declares what is known of library functions that compilers declare as something that may write or keep anything:
/// descriptors would not be folded behind them.
fn confine(module: Module) {
    for function in module.functions().into_iter().filter(|f| f.is_declaration()) {
        let name = function.name();
        match zymase_library::lookup(&name) {
            Some(Known::Allocate(allocate)) if allocate.heap == Heap::C => function.set_touches_only_hidden_memory(),
            Some(Known::Inactive(inactive)) if is_examination(inactive, function) => {
                function.set_only_reads();
                let pointers = (0..).zip(function.parameters()).filter(|(_, parameter)| parameter.ty().is_pointer());
                pointers.for_each(|(index, _)| function.set_not_captured(index));
            }
            _ if name.starts_with(REFUSAL) => function.set_touches_only_hidden_memory(),
            _ => {}
        }
    }
}

/// Answers the question of bodies whether something is known when the program is compiled; true when one was answered.
/// What is known comes first: the code that follows from it may settle others.
pub fn settle(function: Function) -> bool {
    let is_question = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name() == QUESTION);
    let questions: Vec<Value> = function.instructions().into_iter().filter(is_question).collect();
    let (known, open): (Vec<Value>, Vec<Value>) = questions.into_iter().partition(|q| q.arguments()[0].is_constant());
    let (answered, answer) = if known.is_empty() { (open, 0) } else { (known, 1) };
    for question in &answered {
        question.replace_all_uses_with(Value::integer(question.ty(), answer));
        question.erase_instruction();
    }
    !answered.is_empty()
}

/// Refuses what a body says it does not do, where that was not folded away.
pub fn check(function: Function) -> Result<(), Failure> {
    for call in function.instructions().into_iter().filter(|i| i.is_call()) {
        let name = call.called_function().map(|f| f.name()).unwrap_or_default();
        if let Some(what) = name.strip_prefix(REFUSAL) {
            let diagnostic = Diagnostic::new(format!("cannot differentiate {what}"))
                .with_help("compute it outside of the differentiated function, or write it out");
            return Err(Failure::at(call, diagnostic));
        }
    }
    Ok(())
}

/// Removes the bodies that nothing calls any more, and what only they called.
pub fn remove(module: Module) {
    let is_unused = |f: &Function| f.linkage() == Linkage::LLVMInternalLinkage && f.value().users().is_empty();
    let of_bodies = |f: &Function| f.name().starts_with(PREFIX);
    while let Some(unused) = module.functions().into_iter().find(|f| of_bodies(f) && is_unused(f)) {
        unused.erase();
    }
    let of_ours = |f: &Function| f.name().starts_with(REFUSAL) || f.name() == QUESTION;
    let refusals = module.functions().into_iter().filter(of_ours);
    refusals.filter(|f| f.value().users().is_empty()).for_each(Function::erase);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_that_is_said_to_be_written_out_is() {
        for name in zymase_library::written_out() {
            let definition = format!("@{PREFIX}{name}(");
            assert!(TEXTS.iter().any(|text| text.contains(&definition)), "{name} has no body");
        }
        for name in zymase_library::mpi_of_fortran() {
            for family in [BY_ADDRESS, BY_NUMBER] {
                let definition = format!("@{PREFIX}{family}{name}(");
                assert!(TEXTS.iter().any(|text| text.contains(&definition)), "{name} has no body");
            }
        }
        for name in zymase_library::passed_on() {
            let definition = format!("@{PREFIX}{WAITING}{name}(");
            assert!(TEXTS.iter().any(|text| text.contains(&definition)), "{name} has no body for threads that wait");
        }
    }
}
