//! What runs at each point of the host's pipeline: captures at the start, then lowers every derivative call.
//!
//! - `device_code`: the last steps for code of a GPU;
//! - `device_library`: CUDA's device library;
//! - `function_shadows`: the shadow of a function or of a table of virtual functions;
//! - `hints`: type hints;
//! - `inert`: calls that take derivatives away, and numbers of iterations;
//! - `register_pairs`: which parameters are the two halves of one struct that is passed in registers;
//! - `registrations`: what the program registers;
//! - `wrappers`: makes the function operand of derivative calls visible where it goes through a wrapper.

mod device_code;
mod device_library;
mod function_shadows;
mod hints;
mod inert;
mod register_pairs;
mod registrations;
mod wrappers;

use crate::engine::{Engine, operators};
use crate::print;
use zymase_analysis::callee::is_understood_by_name;
use zymase_analysis::virtuals::write_what_is_meant;
use zymase_analysis::{marks, messages, one_thread, parameters};
use zymase_core::request::has_derivative_calls;
use zymase_core::session::Session;
use zymase_core::{Config, Failure, request};
use zymase_llvm::{Function, Linkage, Module};
use zymase_prepare::{checkpoint, routines, tasks, threads};
use zymase_providers::checkpoint::StepLoops;
use zymase_providers::fixed_point::FixedPoints;
use zymase_providers::fuse::FusedLoops;
use zymase_providers::launches::Launches;
use zymase_providers::linear::Routines;
use zymase_providers::messages::Messages;
use zymase_providers::parallel::ParallelLoops;
use zymase_providers::provider::Registry;
use zymase_providers::rules::Rules;
use zymase_providers::threads::Threads;
use zymase_providers::{dense, precision};

/// PipelineStart: keeps alive what optimisation would fold away.
///
/// A `static` marker would be folded to its value; as a declaration it stays recognisable. Nothing of it is left when
/// the derivative calls are lowered.
pub fn capture(module: Module) -> bool {
    let has_work = has_derivative_calls(module) || registrations::any(module);
    let mut changed = has_work && module.resolve_aliases();
    changed |= (has_work || module.is_linked_later()) && tasks::make_twins(module);
    changed |= registrations::hide(module) | register_pairs::mark(module) | checkpoint::capture(module);
    if !has_derivative_calls(module) {
        return changed;
    }
    inert::mark_counts(module);
    changed |= device_library::hold(module);
    changed |= forget_copies_of_library(module, |_| true) | keep_streams_whole(module);
    changed |= module.functions().into_iter().fold(false, |any, f| write_what_is_meant(f) | any);
    for global in module.globals() {
        if request::MARKERS.contains(&global.name().as_str()) && global.initializer().is_some() {
            global.set_initializer(None);
            global.set_global_linkage(Linkage::LLVMExternalLinkage);
            changed = true;
        }
    }
    changed
}

/// After local variables have become values: what analyses of addresses want to find, and later passes would undo.
pub fn simplify(module: Module, config: &Config) -> bool {
    let worth_it = config.wide_indices && has_derivative_calls(module);
    worth_it
        && module.functions().into_iter().filter(|f| !f.is_declaration()).fold(false, |any, f| f.widen_indices() | any)
}

/// In a file that will be linked as code, and may be differentiated from another one: keeps streams whole.
pub fn shield(module: Module) -> bool {
    forget_copies_of_library(module, zymase_library::is_of_streams) | keep_streams_whole(module)
}

/// Headers may show the bodies of functions that the C++ library has compiled (streams, strings). What is known of those
/// by name is worth more than their code, which calls what only the library has.
fn forget_copies_of_library(module: Module, wanted: fn(&str) -> bool) -> bool {
    let is_copy = |f: &Function| {
        f.linkage() == Linkage::LLVMAvailableExternallyLinkage
            && !f.is_declaration()
            && !f.has_attribute("alwaysinline")
            && wanted(&f.name())
            && is_understood_by_name(&f.name())
    };
    let copies: Vec<Function> = module.functions().into_iter().filter(is_copy).collect();
    copies.iter().for_each(|copy| copy.erase_body());
    !copies.is_empty()
}

/// What headers define of streams calls virtual functions of the library, which no derivative needs to see.
fn keep_streams_whole(module: Module) -> bool {
    let is_stream = |f: &Function| !f.is_declaration() && zymase_library::is_code_of_streams(&f.name());
    let streams: Vec<Function> = module.functions().into_iter().filter(is_stream).collect();
    for stream in &streams {
        stream.remove_attribute("alwaysinline");
        stream.add_attribute("noinline");
        stream.add_string_attribute(marks::FUNCTION_LIKE, &stream.name());
    }
    !streams.is_empty()
}

/// Whether parallel regions may be optimised with their callers: not where derivatives are made, which want them as they are.
pub fn opens_regions(module: Module, config: &Config) -> bool {
    let makes_derivatives = || has_derivative_calls(module) || registrations::any(module);
    config.open_regions && config.print.is_none() && !makes_derivatives()
}

/// Lowers all derivative calls; true when code changed.
pub fn differentiate(module: Module, config: &Config) -> bool {
    let changed = lower_module(module, config);
    if config.strip_debug {
        module.strip_debug();
    }
    changed
}

/// OptimizerLast: the last steps for code of a GPU.
pub fn finish(module: Module, config: &Config) -> bool {
    device_code::finish(module, config)
}

/// Marks code of Rust programs that is known to have no derivative.
fn mark_inactive_code(module: Module) {
    for function in module.functions() {
        if zymase_library::is_inactive_code(&function.name()) {
            function.add_string_attribute(marks::INACTIVE, "");
        }
    }
}

/// Describes the types of shadows that the program compares with their values.
fn describe_types(module: Module) -> bool {
    zymase_shapes::lower(module).unwrap_or_else(|(call, diagnostic)| {
        Failure::at(call, diagnostic).report(module, Some(call));
        true
    })
}

fn lower_module(module: Module, config: &Config) -> bool {
    let revealed = registrations::reveal(module) | tasks::introduce(module);
    let described = describe_types(module);
    let changed = function_shadows::lower(module) | precision::lower(module) | revealed | described;
    if !has_derivative_calls(module) && config.print.is_none() {
        let cleaned =
            registrations::discard(module) | hints::erase(module) | inert::lower(module) | checkpoint::erase(module);
        let cleaned = tasks::forget_twins(module) | cleaned;
        return dense::lower(module) | cleaned | changed;
    }
    mark_inactive_code(module);
    module.settle_objects_behind_counts();
    module.resolve_aliases();
    parameters::mark(module);
    let rules = registrations::read(module);
    let mut engine = Engine::new(Session::new(module, config), providers(rules));
    routines::mark(module);
    messages::mark(module);
    if config.print.is_some() {
        threads::mark(module);
        print::print_requested(&mut engine);
    }
    wrappers::look_through(module);
    zymase_launches::spread(module);
    threads::mark(module);
    engine.lower_everything();
    operators::hand_over(&mut engine);
    hints::erase(module);
    inert::lower(module);
    checkpoint::erase(module);
    one_thread::answer_no(module);
    engine.clean_up();
    zymase_launches::finish(module);
    device_library::release(module, config);
    tasks::forget_twins(module);
    dense::lower(module);
    true
}

/// Who gives derivatives, those of the program first.
fn providers(rules: Rules) -> Registry {
    let mut registry = Registry::default();
    registry.add(rules);
    registry.add(Routines);
    registry.add(StepLoops::default());
    registry.add(FixedPoints::default());
    registry.add(FusedLoops::default());
    registry.add(ParallelLoops);
    registry.add(Threads);
    registry.add(Messages);
    registry.add(Launches);
    registry
}
