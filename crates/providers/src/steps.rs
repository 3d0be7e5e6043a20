//! What loops whose steps are functions have in common: what they must not do.

use zymase_analysis::activity::Role;
use zymase_analysis::callee::{Callee, classify};
use zymase_core::Failure;
use zymase_core::signature::Key;
use zymase_emit::driver::Driver;
use zymase_llvm::{Opcode, Value};
use zymase_prepare::checkpoint::StepLoop;
use zymase_prepare::parts::mutable_global;
use zymase_support::Diagnostic;

pub fn takes_shadow(role: Role) -> bool {
    matches!(role, Role::Duplicated | Role::Uncertain)
}

pub fn problem(step_loop: &StepLoop, what: &str, help: &str) -> Failure {
    let message = format!("the loop with {}{} {what}", step_loop.marker().name(), step_loop.place);
    Failure::User { at: None, diagnostic: Diagnostic::new(message).with_help(help) }
}

/// What is known to be wrong before types are asked: derivatives of globals live as long as one step here, and
/// memory that will have changed must be memory whose extent is known.
pub fn check(step_loop: &StepLoop, key: &Key) -> Result<(), Failure> {
    check_globals(step_loop)?;
    let unknown = step_loop.unknown.iter().any(|k| key.overwritten.contains(k));
    if unknown || step_loop.anywhere && !key.overwritten.is_empty() {
        let help = "read it through plain loops over its index, keep it in an array that is allocated in this function, or write \
                    to other memory after the loop";
        let what = "reads memory of unknown extent that may be overwritten before it runs again";
        return Err(problem(step_loop, what, help));
    }
    Ok(())
}

pub fn check_globals(step_loop: &StepLoop) -> Result<(), Failure> {
    let Some(global) = mutable_global([step_loop.step.value()]) else { return Ok(()) };
    let help = "pass the memory as an argument, or copy it to a local variable before the loop";
    Err(problem(step_loop, &format!("uses the global variable '{}'", global.name()), help))
}

/// Pointers among copied bytes: their shadows would have to change places too when a state is brought back.
pub fn check_pointers(
    step_loop: &StepLoop,
    driver: &mut dyn Driver,
    evidence: &[(Value, Value)],
) -> Result<(), Failure> {
    let prepared = driver.prepared(step_loop.step)?;
    let types = driver.types(&prepared, evidence);
    let is_own = |pointer: Value| {
        let object = pointer.underlying_object();
        object.is_instruction() && object.opcode() != Some(Opcode::LLVMLoad)
    };
    for i in prepared.function.instructions() {
        let moves = match i.opcode() {
            Some(Opcode::LLVMStore) => !is_own(i.operand(1)) && types.carries_pointer(i.operand(0)),
            Some(Opcode::LLVMCall) => match classify(i) {
                Callee::Copy(transfer) => {
                    let (to, from) = (i.arguments()[transfer.destination], i.arguments()[transfer.source]);
                    let has_pointer = |pointer| types.of_memory(pointer, None).is_ok_and(|l| l.has_pointer());
                    !is_own(to) && (has_pointer(to) || has_pointer(from))
                }
                _ => false,
            },
            _ => false,
        };
        if moves {
            return Err(problem(step_loop, "copies pointers", "keep pointers that change in local variables"));
        }
    }
    Ok(())
}
