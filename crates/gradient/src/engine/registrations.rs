//! Registered rules and annotations: not supported yet, so they are errors. Ignoring one would change a derivative.

use zymase_llvm::{Module, Value};

/// Names of globals that register something which changes derivatives.
const REGISTRATIONS: [&str; 7] = [
    "__enzyme_register_gradient",
    "__enzyme_register_derivative",
    "__enzyme_register_splitderivative",
    "__enzyme_inactivefn",
    "__enzyme_inactive_global",
    "__enzyme_function_like",
    "__enzyme_allocation_like",
];

/// Reports every registration in the module.
pub fn reject(module: Module) {
    for global in module.globals() {
        let name = global.name();
        if REGISTRATIONS.iter().any(|registration| name.contains(registration)) {
            module.report(None, &format!("zymase: the registration '{name}' is not supported yet"), false);
        }
        if name == "llvm.global.annotations" && global.initializer().is_some_and(names_the_interface) {
            module.report(None, "zymase: annotations such as enzyme_inactive are not supported yet", false);
        }
    }
}

/// Does any text in the annotations begin with the interface's name?
fn names_the_interface(annotations: Value) -> bool {
    let mut work = vec![annotations];
    while let Some(value) = work.pop() {
        if value.is_global_variable() {
            if value.initializer().is_some_and(|text| text.print().contains("c\"enzyme_")) {
                return true;
            }
        } else if value.is_constant_aggregate() || value.is_constant_expression() {
            work.extend(value.operands());
        }
    }
    false
}
