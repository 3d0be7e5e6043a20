//! Weak functions, in whose place the linker may put those of other files.
//!
//! A derivative is made of the body that is seen. Whether that is the one that the program runs is known when it has been
//! linked: before each derivative the address of the function is compared with that of the body. Where all files are
//! linked as one module, the linker has chosen before derivatives are made.

use super::unwinding;
use zymase_analysis::marks;
use zymase_core::runtime;
use zymase_llvm::{Builder, Function, Module, Value};

/// Lets the program ask, before it calls a derivative, whether bodies are those that derivatives were made of.
pub fn check(module: Module) {
    let functions = module.functions();
    let believed: Vec<Function> = functions.iter().copied().filter(|f| marks::is_body_believed(*f)).collect();
    if believed.is_empty() {
        return;
    }
    let of_program = functions.into_iter().filter(|f| !f.is_declaration() && !runtime::is_generated(&f.name()));
    let calls: Vec<Value> = of_program.flat_map(unwinding::calls_of_derivatives).collect();
    for function in believed {
        let (here, name) = (function.private_name(), module.string_constant(&function.name()));
        for call in &calls {
            Builder::before(*call).call_across_spaces(runtime::check_body(module), &[function.value(), here, name]);
        }
    }
}
