//! Type hints: evidence while functions are analysed, nothing in the program that is left.

use zymase_analysis::callee::is_type_hint;
use zymase_llvm::Module;

/// Erases every call of a type hint; true when there was one.
pub fn erase(module: Module) -> bool {
    let mut changed = false;
    for hint in module.functions().into_iter().filter(|f| f.is_declaration() && is_type_hint(&f.name())) {
        for call in hint.value().users() {
            if call.is_call() && call.called_value() == hint.value() && call.users().is_empty() {
                call.erase_instruction();
                changed = true;
            }
        }
    }
    changed
}
