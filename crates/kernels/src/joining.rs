//! Brings the device's code into the host's module.
//!
//! A function may be there twice, for the host and for the device: those of the device get names of their own. A
//! variable of the device has a stand-in on the host, by which the program names it to the run time: it is the variable itself now.

use crate::{bodies, cuts, text};
use zymase_core::Failure;
use zymase_llvm::{Function, Linkage, Module, Value};

/// What was joined.
pub struct Joined {
    pub kernels: Vec<Function>,
    /// Variables that each block has of its own.
    pub shared: Vec<Value>,
    /// The functions of the device.
    functions: Vec<String>,
}

const SUFFIX: &str = ".device";

/// What device code calls by another name than the run time has it.
const RENAMED: [(&str, &str); 2] = [("vprintf", "__zymase_cuda_printf"), ("__assertfail", "__zymase_cuda_assert")];

/// What device code may call of the host's libraries.
const LIBRARY: [&str; 8] = ["malloc", "free", "memcpy", "memmove", "memset", "abort", "_Znwm", "_ZdlPv"];

/// May device code call a function of this name?
pub fn is_known(name: &str) -> bool {
    let generated = name.starts_with("zymase.") || name.starts_with("__zymase") || name.contains("__enzyme");
    generated || LIBRARY.contains(&name) || bodies::has(name)
}

/// Joins the text of a device's module with the host's.
pub fn join(module: Module, device: &str) -> Result<Joined, Failure> {
    let host = text::for_host(device);
    let other = module.parse_beside(&host.text).map_err(Failure::internal)?;
    let like = module.functions().into_iter().find(|f| !f.is_declaration());
    let mut functions = Vec::new();
    for function in other.functions() {
        if function.is_declaration() {
            rename_call(function);
            continue;
        }
        function.settle_on_host(like);
        // The linker leaves out what only one module sees.
        function.set_linkage(Linkage::LLVMExternalLinkage);
        function.value().forget_comdat();
        function.value().set_name(&format!("{}{SUFFIX}", function.name()));
        functions.push(function.name());
    }
    let variables = rename_variables(other);
    module.link(other).map_err(Failure::internal)?;
    for function in functions.iter().filter_map(|name| module.function(name)) {
        function.set_linkage(Linkage::LLVMInternalLinkage);
    }
    for name in variables {
        unify(module, &name);
    }
    let named = |name: &String| module.global(&format!("{name}{SUFFIX}")).or_else(|| module.global(name));
    let shared: Vec<Value> = host.shared.iter().filter_map(named).collect();
    shared.iter().for_each(|variable| variable.expand_constant_users());
    let kernels = host.kernels.iter().filter_map(|name| module.function(&format!("{name}{SUFFIX}"))).collect();
    Ok(Joined { kernels, shared, functions })
}

fn rename_call(function: Function) {
    let name = function.name();
    if let Some((_, new)) = RENAMED.iter().find(|(old, _)| *old == name) {
        function.value().set_name(new);
    }
}

/// Gives variables that the device defines names of their own; returns the old ones.
fn rename_variables(device: Module) -> Vec<String> {
    let mut names = Vec::new();
    for variable in device.globals().into_iter().filter(|variable| variable.initializer().is_some()) {
        let name = variable.name();
        variable.set_global_linkage(Linkage::LLVMExternalLinkage);
        variable.forget_comdat();
        variable.set_name(&format!("{name}{SUFFIX}"));
        names.push(name);
    }
    names
}

/// The stand-in of a variable on the host is the variable. One that both define, and may change, is managed: it is the host's.
fn unify(module: Module, name: &str) {
    let Some(variable) = module.global(&format!("{name}{SUFFIX}")) else { return };
    variable.set_global_linkage(Linkage::LLVMInternalLinkage);
    let Some(stand_in) = module.global(name) else { return };
    let is_stand_in = stand_in.initializer().is_some_and(|value| value.is_undef());
    let is_managed = !is_stand_in && !stand_in.is_constant_global() && !variable.is_constant_global();
    let (gone, stays) = if is_managed { (variable, stand_in) } else { (stand_in, variable) };
    if is_stand_in || is_managed {
        gone.replace_all_uses_with(stays);
        gone.erase_global();
    }
}

impl Joined {
    /// The name that a kernel has on the device.
    pub fn original_name(&self, kernel: Function) -> String {
        kernel.name().strip_suffix(SUFFIX).unwrap_or(&kernel.name()).to_owned()
    }

    /// Drops what was inlined everywhere, and refuses what is left and cannot run.
    pub fn clean_up(&self, module: Module) -> Result<(), Failure> {
        let mut changed = true;
        while changed {
            changed = false;
            for function in self.functions.iter().filter_map(|name| module.function(name)) {
                if function.value().users().is_empty() {
                    function.erase();
                    changed = true;
                }
            }
        }
        for function in self.functions.iter().filter_map(|name| module.function(name)) {
            cuts::refuse_rest(function, is_known)?;
        }
        for variable in &self.shared {
            if variable.users().is_empty() {
                variable.erase_global();
            }
        }
        Ok(())
    }
}
