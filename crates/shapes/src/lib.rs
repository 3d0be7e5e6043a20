//! What values of Rust's types consist of, for programs that compare shadows with their values.
//!
//! A derivative follows the pointers of a shadow as far as the function follows those of its argument, so the crate `zymase` compares both
//! first. It has no means to look into a type that somebody else defined. Debug information has: a call of `__zymase_describe` in a generic
//! function becomes the address of a constant that describes the argument of that function, down to the last pointer.
//!
//! `read` makes `shape`s of what debug information says, `known` those of the standard library's containers, whose memory is described by
//! no type, and `write` a constant of them. The crate `zymase` reads it (`mirror/described`).
#![forbid(unsafe_code)]

#[path = "../../rust/src/mirror/described/format.rs"]
#[allow(dead_code)]
mod format;
mod known;
mod read;
mod shape;
mod write;

#[cfg(test)]
mod tests;

use zymase_llvm::{Function, Layouts, Module, Value};
use zymase_support::Diagnostic;

/// How the name of the function begins whose calls are replaced.
const DESCRIBE: &str = "__zymase_describe";

/// Replaces the calls that ask for the description of a type; what could not be replaced is returned with a message.
pub fn lower(module: Module) -> Result<bool, (Value, Diagnostic)> {
    let asking: Vec<Function> = module.functions().into_iter().filter(|f| f.name().starts_with(DESCRIBE)).collect();
    let mut changed = false;
    for function in asking {
        for call in function.value().users() {
            let Some(layouts) = Layouts::around(call) else {
                let message = "the type of an argument is not known, so its shadow cannot be compared with it";
                let help =
                    "build with debug information, as `cargo zymase` does, or implement `zymase::Mirror` for the type";
                return Err((call, Diagnostic::new(message).with_help(help)));
            };
            let shapes = read::shapes(&layouts);
            call.replace_all_uses_with(write::constant(module, &shapes));
            call.erase_instruction();
            changed = true;
        }
    }
    Ok(changed)
}
