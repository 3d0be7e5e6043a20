//! The bodies of the run time, which are linked into the module as internal functions at the very end.

use zymase_analysis::messages;
use zymase_analysis::runtime::*;
use zymase_core::Failure;
use zymase_core::machine::{self, RunTime};
use zymase_library::MAKE_PERSISTENT;
use zymase_llvm::{Function, Linkage, Module};
use zymase_prepare::{
    BATON_OF_THREADS, CHECKPOINTS, DEVICE, DEVICE_ON_HOST, FIXED_POINTS, LAUNCHES, MESSAGES_BY_ADDRESS,
    MESSAGES_BY_NUMBER,
};
use zymase_support::Diagnostic;

pub use zymase_core::machine::KERNELS_ON_HOST;

/// Adds what the loops that keep few states need; it calls the rest of the run time.
fn link_checkpoints(module: Module) -> Result<(), String> {
    if module.function(CHECKPOINT_FORWARD).is_none_or(|f| !f.is_declaration()) {
        return Ok(());
    }
    module.link_needed(CHECKPOINTS)?;
    for name in [CHECKPOINT_FORWARD, CHECKPOINT_REVERSE, CHECKPOINT_DISTANCE] {
        if let Some(function) = module.function(name) {
            function.set_linkage(Linkage::LLVMInternalLinkage);
        }
    }
    Ok(())
}

/// Adds those of some functions that are declared, with what they need; they call the rest of the run time.
fn link_declared(module: Module, names: &[&str], text: &str) -> Result<(), String> {
    let declared = |name: &&str| module.function(name).is_some_and(|f| f.is_declaration());
    let names: Vec<&str> = names.iter().copied().filter(declared).collect();
    if names.is_empty() {
        return Ok(());
    }
    module.link_needed(text)?;
    for function in names.into_iter().filter_map(|name| module.function(name)) {
        function.set_linkage(Linkage::LLVMInternalLinkage);
    }
    Ok(())
}

/// Where a derivative begins persistent requests, the program writes down those that it makes elsewhere.
fn note_requests(module: Module) {
    let begins = |name: &str| module.function(&format!("{MPI}{name}")).is_some();
    if !["Start", "Startall"].into_iter().any(begins) {
        return;
    }
    for name in MAKE_PERSISTENT {
        for made in [format!("MPI_{name}"), format!("PMPI_{name}")] {
            let Some(function) = module.function(&made).filter(|f| f.is_declaration()) else { continue };
            let noting = module.declare(&format!("{MPI}note_{name}"), function.function_type());
            function.value().replace_all_uses_with(noting.value());
        }
    }
}

/// Adds what derivatives call in place of MPI, for the way in which the program passes handles.
fn link_messages(module: Module) -> Result<(), String> {
    note_requests(module);
    let is_own = |f: &Function| f.is_declaration() && f.name().starts_with(MPI);
    let names: Vec<String> = module.functions().iter().filter(|f| is_own(f)).map(|f| f.name()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = if messages::handles_are_addresses(module) { MESSAGES_BY_ADDRESS } else { MESSAGES_BY_NUMBER };
    link_declared(module, &names, text)
}

/// Adds what derivatives call in place of CUDA's run time.
fn link_launches(module: Module) -> Result<(), String> {
    let is_own = |f: &Function| f.is_declaration() && f.name().starts_with(GPU);
    let names: Vec<String> = module.functions().iter().filter(|f| is_own(f)).map(|f| f.name()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    link_declared(module, &names, LAUNCHES)?;
    zymase_launches::hide_keys(module);
    Ok(())
}

/// Adds what derivatives in kernels call; what adds to places and what counts random numbers only `later`, when everything has been optimised.
fn link_device(module: Module, later: bool) -> Result<(), String> {
    if !module.is_for_nvidia() {
        return Ok(());
    }
    let memory = [ALLOCATE, ALLOCATE_SPREAD];
    let asks = |name: &str| module.function(name).is_some_and(|f| !f.value().users().is_empty());
    // A context from which nothing is taken is none.
    if !memory.iter().any(|name| asks(name)) {
        drop_contexts(module);
    }
    link_rest_of_device(module, |name| {
        !later || ![ADD_SINGLE, ADD_DOUBLE, AFFINE_STEPS_32, AFFINE_STEPS_64].contains(&name)
    })
}

/// Adds what is declared of the run time and wanted.
pub fn link_rest_of_device(module: Module, wanted: impl Fn(&str) -> bool) -> Result<(), String> {
    let is_own = |f: &Function| f.is_declaration() && f.name().starts_with("__zymase_") && wanted(&f.name());
    let names: Vec<String> = module.functions().iter().filter(|f| is_own(f)).map(|f| f.name()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let text = if module.flag_texts(KERNELS_ON_HOST).is_empty() { DEVICE } else { DEVICE_ON_HOST };
    link_declared(module, &names, text)
}

fn drop_contexts(module: Module) {
    for function in [BEGIN, END, BEGIN_WITH_ROOM, BEGIN_SMALL].into_iter().filter_map(|name| module.function(name)) {
        if function.is_declaration() {
            function.value().users().into_iter().for_each(|call| call.erase_instruction());
            function.erase();
        }
    }
}

/// Adds the bodies of whatever was declared.
pub fn link_runtime(module: Module, reuse_tapes: bool, optimised: bool) -> Result<(), Failure> {
    let Some(run_time) = machine::of(module).run_time() else {
        link_device(module, optimised).map_err(Failure::internal)?;
        return do_without(module);
    };
    link(module, &run_time, reuse_tapes).map_err(Failure::internal)
}

/// What was declared and is called.
fn called(module: Module) -> Vec<&'static str> {
    let is_called =
        |name: &&str| module.function(name).is_some_and(|f| f.is_declaration() && !f.value().users().is_empty());
    ALL.into_iter().filter(is_called).collect()
}

fn link(module: Module, run_time: &RunTime, reuse_tapes: bool) -> Result<(), String> {
    link_checkpoints(module)?;
    link_declared(module, &FIXED, FIXED_POINTS)?;
    link_declared(module, &BATONS, BATON_OF_THREADS)?;
    link_messages(module)?;
    link_launches(module)?;
    let called = called(module);
    if called.is_empty() {
        return Ok(());
    }
    if reuse_tapes {
        module.link_text(run_time.text)?;
        if called.contains(&ALLOCATE) {
            module.link_text(run_time.exit)?;
        }
    } else {
        let [kept, nothing] = run_time.most_spare;
        module.link_text(&run_time.text.replace(kept, nothing))?;
    }
    for name in ALL {
        if let Some(function) = module.function(name).filter(|f| !f.is_declaration()) {
            function.set_linkage(Linkage::LLVMInternalLinkage);
        }
    }
    Ok(())
}

/// Without a run time a context is begun and ended for nothing; whatever else is asked of one is refused.
fn do_without(module: Module) -> Result<(), Failure> {
    let called = called(module);
    if let Some(name) = called.iter().find(|name| ![BEGIN, END, BEGIN_WITH_ROOM].contains(*name)) {
        let function = module.function(name).expect("it is called");
        let message =
            format!("a derivative needs memory or messages of its own ({name}), which it has not in code for a GPU");
        let help =
            "pass the memory it needs as an argument with a shadow, or differentiate the function in code for the CPU";
        let at = function.value().users().into_iter().next();
        return Err(Failure::User { at, diagnostic: Diagnostic::new(message).with_help(help) });
    }
    for function in called.into_iter().filter_map(|name| module.function(name)) {
        function.value().users().into_iter().for_each(|call| call.erase_instruction());
        function.erase();
    }
    Ok(())
}
