//! What is done to derivatives in kernels when everything has been optimised: loads move up, additions of many threads become few.

use crate::link::{KERNELS_ON_HOST, link_rest_of_device};
use std::collections::HashSet;
use zymase_analysis::runtime::{ADD_DOUBLE, ADD_SINGLE, AFFINE_STEPS_32, AFFINE_STEPS_64};
use zymase_core::{Config, Failure};
use zymase_llvm::{Function, Module};

/// What is cheaper than a call.
const SMALL: usize = 4000;

/// Finishes the code of a module for a GPU; true when it changed.
pub fn finish(module: Module, config: &Config) -> bool {
    if !module.is_for_nvidia() || !module.functions().iter().any(|f| f.name().starts_with("__zymase_") || is_made(*f)) {
        return false;
    }
    finish_all(module, config).unwrap_or_else(|text| Failure::internal(text).report(module, None));
    true
}

/// Has a function accesses of derivatives in it?
fn is_made(function: Function) -> bool {
    function.instructions().iter().any(|i| i.has_metadata("alias.scope"))
}

fn finish_all(module: Module, config: &Config) -> Result<(), String> {
    let methods = config.device;
    let asked = |(is_asked, name): (bool, &'static str)| if is_asked { name } else { "" };
    let on_gpu = module.flag_texts(KERNELS_ON_HOST).is_empty();
    let defined = || module.functions().into_iter().filter(|f| !f.is_declaration());
    for function in defined() {
        if on_gpu {
            function.run_passes("own-updates,sroa")?;
        }
        if methods.block_sums {
            let [tables, wide] = [(methods.tables, "-tables"), (methods.wide_blocks, "-wide")].map(asked);
            function.run_passes(&format!("block-sums{tables}{wide},sroa"))?;
        }
        if methods.row_sums {
            function.run_passes(&format!("row-sums{}", asked((methods.quads, "-quads"))))?;
        }
        if methods.reversible {
            function.run_passes("integer-recurrences")?;
        }
        if methods.early_loads && is_made(function) {
            function.run_passes("early-loads")?;
        }
        if methods.late_clears && on_gpu && is_made(function) {
            function.run_passes("late-clears")?;
        }
    }
    let before: HashSet<Function> = defined().collect();
    link_rest_of_device(module, |_| true)?;
    let is_new = |f: &Function| !before.contains(f) && f.name().starts_with("__zymase_");
    for function in defined().filter(is_new).collect::<Vec<_>>() {
        merge_into_callers(function);
    }
    let unused =
        [ADD_SINGLE, ADD_DOUBLE, AFFINE_STEPS_32, AFFINE_STEPS_64].into_iter().filter_map(|name| module.function(name));
    unused.filter(|f| f.is_declaration() && f.value().users().is_empty()).for_each(Function::erase);
    Ok(())
}

/// Puts small functions of the run time where they are called.
fn merge_into_callers(function: Function) {
    let calls: Vec<_> = function.value().users().into_iter().filter(|user| user.is_call()).collect();
    let size = function.instructions().len();
    if size * calls.len() > SMALL && calls.len() > 1 {
        return;
    }
    for call in calls {
        if call.called_function() == Some(function) {
            call.inline_call();
        }
    }
    if function.value().users().is_empty() {
        function.erase_body();
        function.erase();
    }
}
