//! `__enzyme_virtualreverse`: the shadow of a function or of a table of virtual functions.
//!
//! Functions are found by their primal address, so the shadow of a pointer to code or to a table of it is the pointer
//! itself: what a program stores in the place of a virtual table in a shadow object is the table.

use zymase_core::Failure;
use zymase_llvm::{Module, Opcode};
use zymase_support::Diagnostic;

const NAME: &str = "__enzyme_virtualreverse";

/// Replaces every such call by its argument; true when there was one.
pub fn lower(module: Module) -> bool {
    let mut changed = false;
    for function in module.functions().into_iter().filter(|f| f.is_declaration() && f.name().contains(NAME)) {
        for user in function.value().users() {
            if !user.is_call() || user.called_value() != function.value() {
                continue;
            }
            let call = if user.opcode() == Some(Opcode::LLVMInvoke) { user.invoke_to_call() } else { user };
            match call.arguments().first() {
                Some(shadow) if call.ty() == shadow.ty() => {
                    call.replace_all_uses_with(*shadow);
                    call.erase_instruction();
                }
                _ => {
                    let diagnostic =
                        Diagnostic::new(format!("{NAME} takes a pointer and returns its shadow, a pointer"))
                            .with_help("declare it as void *__enzyme_virtualreverse(void *)");
                    Failure::at(call, diagnostic).report(module, Some(call));
                }
            }
            changed = true;
        }
    }
    changed
}
