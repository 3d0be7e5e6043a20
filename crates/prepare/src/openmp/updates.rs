//! Atomic updates become plain ones: what runs at the same time runs one after the other here.
//!
//! Compilers write updates for which there is no instruction as loops that try until nobody came in between. Nobody does.

use super::super::{run, threads};
use super::replicated::reached;
use std::collections::HashSet;
use zymase_analysis::marks;
use zymase_core::request::is_derivative_call;
use zymase_core::{Failure, runtime};
use zymase_llvm::{Block, Builder, Function, Module, Opcode, Value};
use zymase_support::Diagnostic;

const LOWER_ATOMIC: &str = "lower-atomic";

/// Makes the atomic updates of a function plain, where the program has parallel regions. Where derivatives are called in regions, others may
/// update the same memory.
pub fn make_plain(function: Function) -> Result<(), Failure> {
    if threads::wait(function.module()) {
        let_others_go_on(function)?;
    } else {
        refuse_waiting(function)?;
    }
    if function.string_attribute(marks::CONCURRENT).is_some() {
        return Ok(());
    }
    let is_update = |i: &Value| matches!(i.opcode(), Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg));
    let updates: Vec<Value> = function.instructions().into_iter().filter(is_update).collect();
    if updates.is_empty() || !function.module().functions().into_iter().any(starts_threads) {
        return Ok(());
    }
    if are_derivatives_called_in_regions(function.module()) {
        return Ok(());
    }
    updates.into_iter().filter(|i| is_retried(*i)).for_each(succeed);
    run(function, LOWER_ATOMIC)
}

fn starts_threads(function: Function) -> bool {
    super::meaning(function).is_some() || zymase_library::starts_thread(&function.name())
}

/// Fails if a loop does nothing but read an atomic variable: it waits for another thread, which would never run.
fn refuse_waiting(function: Function) -> Result<(), Failure> {
    if !function.module().functions().into_iter().any(starts_threads) {
        return Ok(());
    }
    let is_read = |i: &Value| i.opcode() == Some(Opcode::LLVMLoad) && i.is_atomic();
    let Some(read) = function.instructions().into_iter().find(|i| is_read(i) && waits(*i, is_read)) else {
        return Ok(());
    };
    let text = "cannot differentiate a thread that waits until another one changes a variable";
    let help = "join the other thread, or compute what it waits for before it is started";
    Err(Failure::at(read, Diagnostic::new(text).with_help(help)))
}

/// Where threads wait for each other, loops that only look at atomic variables, or try to change them, let others go on.
fn let_others_go_on(function: Function) -> Result<(), Failure> {
    let is_atomic = |i: &Value| match i.opcode() {
        Some(Opcode::LLVMLoad) => i.is_atomic(),
        opcode => matches!(opcode, Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg)),
    };
    for access in function.instructions().into_iter().filter(|i| is_atomic(i)) {
        if waits(access, is_atomic) && !is_retried(access) {
            threads::yield_before(access)?;
        }
    }
    Ok(())
}

/// Is an access in a loop that does nothing but such accesses?
fn waits(access: Value, is_access: impl Fn(&Value) -> bool) -> bool {
    // An atomic load counts as a write, too.
    let changes = |i: &Value| i.opcode() == Some(Opcode::LLVMPHI) || i.may_write() && !is_access(i);
    let block = access.block().expect("placed");
    let all = |next: fn(Block) -> Vec<Block>| -> HashSet<Block> {
        next(block).into_iter().flat_map(|start| reached(start, |_| false, next)).collect()
    };
    let cycle: Vec<Block> = all(Block::successors).intersection(&all(Block::predecessors)).copied().collect();
    !cycle.is_empty() && !cycle.iter().flat_map(|block| block.instructions()).any(|i| changes(&i))
}

/// Do functions that run on several threads call derivatives?
fn are_derivatives_called_in_regions(module: Module) -> bool {
    let starters = module.functions().into_iter().filter(|f| starts_threads(*f));
    let calls = starters.flat_map(|f| f.value().users()).filter(|user| user.is_call());
    let mut work: Vec<Function> = calls.flat_map(|call| call.arguments()).filter_map(Value::as_function).collect();
    let mut seen = HashSet::new();
    while let Some(function) = work.pop() {
        let name = function.name();
        if is_derivative_call(&name) || runtime::is_derivative(&name) {
            return true;
        }
        if seen.insert(function) {
            let calls = function.instructions().into_iter().filter(|i| i.is_call());
            work.extend(calls.filter_map(Value::called_function));
        }
    }
    false
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
    is_phi
        && expected
            .incoming()
            .into_iter()
            .all(|(value, from)| is_found(value) && !others_run_between(value, from, exchange))
}

/// May other threads run between what an exchange compares with was found, at the end of a block, and the exchange?
fn others_run_between(found: Value, from: Block, exchange: Value) -> bool {
    let block = exchange.block().expect("placed");
    if !threads::wait(block.function().module()) {
        return false;
    }
    let may_run = |i: &Value| i.is_call() && i.may_write();
    let before = block.instructions().into_iter().take_while(|i| *i != exchange);
    let is_near = found.opcode() != Some(Opcode::LLVMLoad) || found.block() == Some(from);
    let after = from.instructions().into_iter().skip_while(|i| *i != found);
    !is_near || before.chain(after).any(|i| may_run(&i))
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
