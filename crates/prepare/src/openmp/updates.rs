//! Atomic updates become plain ones: what runs at the same time runs one after the other here.
//!
//! Compilers write updates for which there is no instruction as loops that try until nobody came in between. Nobody does.

use super::super::run;
use zymase_core::Failure;
use zymase_llvm::{Builder, Function, Opcode, Value};

const LOWER_ATOMIC: &str = "lower-atomic";

/// Makes the atomic updates of a function plain, where the program has parallel regions.
pub fn make_plain(function: Function) -> Result<(), Failure> {
    let is_parallel = |f: Function| super::meaning(f).is_some() || zymase_library::starts_thread(&f.name());
    let is_update = |i: &Value| matches!(i.opcode(), Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg));
    let updates: Vec<Value> = function.instructions().into_iter().filter(is_update).collect();
    if updates.is_empty() || !function.module().functions().into_iter().any(is_parallel) {
        return Ok(());
    }
    updates.into_iter().filter(|i| is_retried(*i)).for_each(succeed);
    run(function, LOWER_ATOMIC)
}

/// Does an exchange compare with what was found at the same place just before?
fn is_retried(exchange: Value) -> bool {
    if exchange.opcode() != Some(Opcode::LLVMAtomicCmpXchg) {
        return false;
    }
    let place = exchange.operand(0);
    let is_found = |value: Value| match value.opcode() {
        Some(Opcode::LLVMLoad) => value.operand(0) == place,
        Some(Opcode::LLVMExtractValue) => value.operand(0) == exchange,
        _ => false,
    };
    let expected = exchange.operand(1);
    let is_phi = expected.opcode() == Some(Opcode::LLVMPHI) && expected.block() == exchange.block();
    is_phi && expected.incoming().into_iter().all(|(value, _)| is_found(value))
}

/// Writes what the exchange would; it succeeds.
fn succeed(exchange: Value) {
    let module = exchange.block().expect("placed").function().module();
    let builder = Builder::before(exchange);
    builder.set_location_of(exchange);
    builder.store(exchange.operand(2), exchange.operand(0));
    for user in exchange.users() {
        let is_flag = user.ty() == module.integer_type(1);
        user.replace_all_uses_with(if is_flag { Value::integer(user.ty(), 1) } else { exchange.operand(1) });
        user.erase_instruction();
    }
    exchange.erase_instruction();
}
