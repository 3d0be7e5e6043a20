//! `autodiff(c ? f : g, …)`: one derivative call per function.

use crate::{request, runtime};
use zymase_llvm::{Builder, Function, IntPredicate, Value};

/// `autodiff(c ? f : g, …)` becomes one call per function, chosen by the address; returns them.
pub fn split_choice(call: Value, candidates: &[Function]) -> Vec<(Value, Function)> {
    let position = request::function_position(call);
    let chosen = call.arguments()[position];
    let function = call.block().expect("a placed call").function();
    let rest = Builder::split_before(call.next_instruction().expect("a call is no terminator"));
    let last = Builder::split_before(call);
    let start = last.predecessors()[0];
    start.terminator().expect("split left a branch").erase_instruction();
    let mut at = start;
    let mut arms = Vec::new();
    for candidate in candidates {
        let arm = function.append_block("zymase.chosen");
        arm.move_after(at);
        let next = function.append_block("zymase.other");
        next.move_after(arm);
        let builder = Builder::at_end(at);
        builder.set_location_of(call);
        let equal = builder.icmp(IntPredicate::LLVMIntEQ, chosen, candidate.value());
        builder.conditional_branch(equal, arm, next);
        builder.position_at_end(arm);
        let direct = builder.clone_with(call, &[]);
        direct.set_operand(position, candidate.value());
        builder.branch(rest);
        arms.push((direct, arm, *candidate));
        at = next;
    }
    let builder = Builder::at_end(at);
    builder.call(runtime::unknown_callee(function.module()), &[chosen]);
    builder.unreachable();
    if !call.ty().is_void() {
        let phi = Builder::before(rest.first_instruction().expect("a terminator")).phi(call.ty(), "zymase.result");
        for (direct, arm, _) in &arms {
            phi.add_incoming(*direct, *arm);
        }
        call.replace_all_uses_with(phi);
    }
    call.erase_instruction();
    last.erase();
    arms.into_iter().map(|(direct, _, candidate)| (direct, candidate)).collect()
}
