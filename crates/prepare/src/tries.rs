//! Sums that threads of a GPU make by trying.
//!
//! Older machines had no atomic addition of `double`, so programs read a place, add, and exchange what is there if nobody came in between, until it works.
//! That is an atomic addition, and becomes one, which has a derivative.

use std::collections::HashSet;
use zymase_llvm::{Builder, Function, IntPredicate, Opcode, Value};

/// Makes atomic additions of loops that try to add.
pub fn make_additions(function: Function) {
    if !function.module().is_for_gpu() {
        return;
    }
    let is_exchange = |i: &Value| i.opcode() == Some(Opcode::LLVMAtomicCmpXchg);
    for exchange in function.instructions().into_iter().filter(is_exchange) {
        if let Some(amount) = added_until_it_works(exchange) {
            add(exchange, amount);
        }
    }
}

/// What is added to the number at the place of an exchange, which is repeated with what was found there.
fn added_until_it_works(exchange: Value) -> Option<Value> {
    let (place, expected, new) = (exchange.operand(0), exchange.operand(1), exchange.operand(2));
    let is_found = |value: Value| match value.opcode() {
        Some(Opcode::LLVMLoad) => value.operand(0) == place,
        Some(Opcode::LLVMExtractValue) => value.operand(0) == exchange,
        _ => false,
    };
    let is_retried = expected.opcode() == Some(Opcode::LLVMPHI)
        && expected.block() == exchange.block()
        && expected.incoming().into_iter().all(|(value, _)| is_found(value));
    // Behind the loop it is what was exchanged that is used.
    let is_used_here = expected.users().into_iter().all(|user| user.block() == exchange.block());
    if !is_retried || !is_used_here || new.opcode() != Some(Opcode::LLVMBitCast) {
        return None;
    }
    let sum = new.operand(0);
    let is_expected = |value: Value| value.opcode() == Some(Opcode::LLVMBitCast) && value.operand(0) == expected;
    if sum.opcode() != Some(Opcode::LLVMFAdd) {
        return None;
    }
    let (a, b) = (sum.operand(0), sum.operand(1));
    let amount = if is_expected(a) { b } else { Some(a).filter(|_| is_expected(b))? };
    (!depends_on(amount, expected)).then_some(amount)
}

fn depends_on(value: Value, on: Value) -> bool {
    let mut seen = HashSet::from([value]);
    let mut work = vec![value];
    while let Some(at) = work.pop() {
        if at == on || at.opcode() == Some(Opcode::LLVMAtomicCmpXchg) {
            return true;
        }
        if at.is_instruction() {
            work.extend(at.operands().into_iter().filter(|operand| seen.insert(*operand)));
        }
    }
    false
}

/// Adds at once: the exchange has worked.
fn add(exchange: Value, amount: Value) {
    let expected = exchange.operand(1);
    let builder = Builder::before(exchange);
    let found = builder.bitcast(builder.atomic_fadd(exchange.operand(0), amount), expected.ty());
    let truth = |holds: bool| Value::integer(builder.module().integer_type(1), i64::from(holds));
    for part in exchange.users() {
        if part.indices().first() == Some(&1) {
            part.replace_all_uses_with(truth(true));
            continue;
        }
        for user in part.users().into_iter().filter(|user| user.opcode() == Some(Opcode::LLVMICmp)) {
            if user.operand(0) == expected || user.operand(1) == expected {
                user.replace_all_uses_with(truth(user.int_predicate() == IntPredicate::LLVMIntEQ));
            }
        }
        part.replace_all_uses_with(found);
    }
    exchange.users().into_iter().for_each(Value::erase_instruction);
    exchange.erase_instruction();
}
