//! Replaces a derivative call by a call of the derivative.
//!
//! - `arguments`: what all modes do with the arguments of a derivative call;
//! - `batch`: the function itself, once for each set of arguments;
//! - `choice`: one derivative call per function;
//! - `converted`: warns of integers behind an argument that become floats by their value;
//! - `forward`: one call of the forward derivative;
//! - `repeatable`: can a function run again;
//! - `result`: hands the derivative to whoever used the result of the derivative call;
//! - `reverse`: both sweeps in one call;
//! - `self_check`: derivatives that check themselves while the program runs;
//! - `shared`: shadows of memory that the threads of a block of a GPU share;
//! - `split`: split mode.

mod arguments;
mod batch;
mod choice;
mod converted;
mod forward;
mod repeatable;
mod result;
mod reverse;
mod self_check;
mod shared;
mod split;

pub use arguments::caller_context;
pub use choice::split_choice;
pub use forward::begin_context;
pub use result::abandon;
pub use reverse::key_of_gradient;
pub use split::Tapes;

use super::Engine;
use zymase_core::request::{self, Mode};
use zymase_core::{Failure, machine};
use zymase_llvm::{Function, Linkage, Module, Value};
use zymase_support::Diagnostic;

/// Lowers a call that differentiates `target`, or calls it several times.
pub fn lower(engine: &mut Engine, call: Value, target: Function) -> Result<(), Failure> {
    if request::is_batch(call) {
        return batch::lower(call, target);
    }
    let mut request = request::read(call, target)?;
    let module = engine.session.module;
    if request.mode != Mode::Forward && machine::of(module).runs_many_threads() {
        if !module.is_for_nvidia() {
            return Err(reverse_on_gpu(call, target));
        }
        request.options.concurrent = true;
    }
    converted::warn(engine, &request, target);
    match request.mode {
        Mode::Forward => forward::lower(engine, &request, target),
        Mode::Reverse => reverse::lower(engine, &request, target),
        Mode::Augment => split::lower_augment(engine, &request, target),
        Mode::Backward => split::lower_backward(engine, &request, target),
        Mode::TapeSize => split::lower_size(engine, &request, target),
        Mode::ForwardSplit => split::lower_forward(engine, &request, target),
    }
}

/// Shadows that all threads add to, and tapes, are written for one kind of GPU so far.
fn reverse_on_gpu(call: Value, target: Function) -> Failure {
    let message =
        format!("cannot differentiate '{}' in reverse mode in code for a GPU that is not NVIDIA's", target.name());
    let help = "use forward mode (__enzyme_fwddiff) in kernels, or differentiate the function in code for the CPU";
    Failure::at(call, Diagnostic::new(message).with_help(help))
}

/// Markers that nothing uses any more disappear; those still in use get their definition back.
pub fn remove_markers(module: Module) {
    for global in module.globals() {
        if request::MARKERS.contains(&global.name().as_str()) && global.initializer().is_none() {
            module.erase_from_used(global);
            if global.users().is_empty() {
                global.erase_global();
            } else {
                global.set_initializer(Some(Value::null(global.global_value_type())));
                global.set_global_linkage(Linkage::LLVMInternalLinkage);
            }
        }
    }
}
