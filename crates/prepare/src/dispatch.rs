//! One direct call for each function that an address may be.

use zymase_core::{runtime, watch};
use zymase_llvm::{Block, Builder, Function, IntPredicate, Value};

/// Replaces a call by comparisons of `address` with the candidates. Each arm is a copy of the call with the candidate
/// as operand number `operand`; an address that is none of them, or one of the `unfit`, ends in a run-time error. Returns
/// the arms.
pub fn by_address(
    call: Value,
    address: Value,
    operand: usize,
    candidates: &[Function],
    unfit: &[Function],
) -> Vec<Value> {
    let function = call.block().expect("a placed call").function();
    let rest = Builder::split_before(call.next_instruction().expect("a call is no terminator"));
    let failure = Builder::split_before(call);
    let mut at = failure.predecessors()[0];
    at.terminator().expect("split left a branch").erase_instruction();
    let mut arms = Vec::new();
    for candidate in candidates {
        let (builder, next) = compare(call, address, *candidate, at);
        let direct = builder.clone_with(call, &[]);
        direct.set_operand(operand, candidate.value());
        builder.branch(rest);
        arms.push(direct);
        at = next;
    }
    for candidate in unfit {
        let (builder, next) = compare(call, address, *candidate, at);
        let module = function.module();
        let name = module.string_constant(&format!("{}\0", candidate.name()));
        builder.call_across_spaces(runtime::unfit_callee(module), &[watch::place(module, call), name]);
        builder.unreachable();
        at = next;
    }
    Builder::at_end(at).branch(failure);
    if !call.ty().is_void() {
        call.replace_all_uses_with(merged(call, &arms));
    }
    Builder::before(call).call_across_spaces(runtime::unknown_callee(function.module()), &[address]);
    call.erase_instruction();
    failure.terminator().expect("split left a branch").erase_instruction();
    Builder::at_end(failure).unreachable();
    arms
}

/// Goes on in a block of its own where the address is that of the candidate, and in the next block where it is not.
fn compare(call: Value, address: Value, candidate: Function, at: Block) -> (Builder, Block) {
    let function = at.function();
    let arm = function.append_block("zymase.callee");
    arm.move_after(at);
    let next = function.append_block("zymase.next");
    next.move_after(arm);
    let builder = Builder::at_end(at);
    builder.set_location_of(call);
    // Once the address is a constant, one arm is left.
    candidate.make_address_unique();
    let equal = builder.icmp(IntPredicate::LLVMIntEQ, address, candidate.value());
    builder.conditional_branch(equal, arm, next);
    builder.position_at_end(arm);
    (builder, next)
}

/// The result of whichever arm ran, after `call`.
fn merged(call: Value, arms: &[Value]) -> Value {
    let Some(first) = arms.first() else { return Value::poison(call.ty()) };
    let rest = first.block().expect("a placed call").successors()[0];
    let phi = Builder::before(rest.first_instruction().expect("a terminator")).phi(call.ty(), "zymase.result");
    for arm in arms {
        phi.add_incoming(*arm, arm.block().expect("a placed call"));
    }
    phi
}
