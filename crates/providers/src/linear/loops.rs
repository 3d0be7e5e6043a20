//! Counted loops around what is being emitted.

use zymase_llvm::{Builder, Function, IntPredicate, Value};

/// Emits `body` for every number from `from` up to, not including, `to`.
pub fn count_up(builder: &Builder, from: Value, to: Value, body: &mut dyn FnMut(Value)) {
    let function: Function = builder.block().function();
    let before = builder.block();
    let (check, inside, after) =
        (function.append_block("check"), function.append_block("inside"), function.append_block("after"));
    builder.branch(check);
    builder.position_at_end(check);
    let counter = builder.phi(from.ty(), "counter");
    counter.add_incoming(from, before);
    let more = builder.icmp(IntPredicate::LLVMIntSLT, counter, to);
    builder.conditional_branch(more, inside, after);
    builder.position_at_end(inside);
    body(counter);
    let next = builder.add(counter, Value::integer(from.ty(), 1));
    counter.add_incoming(next, builder.block());
    builder.branch(check);
    builder.position_at_end(after);
}
