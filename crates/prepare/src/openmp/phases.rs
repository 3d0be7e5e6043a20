//! Regions whose threads have numbers and wait for each other, cut at their barriers.
//!
//! `member` becomes a function that goes on where a thread has waited, and returns at the next barrier:
//!
//! ```text
//! i32 phase(i32 from, state, i32 count, i32 number, …)     number of the barrier that was come to, 0 at the end
//! ```
//!
//! What a thread has of its own lives in memory for it (`state`) from one phase to the next. All threads of a team come to the
//! same barriers, so the team runs a phase for every thread, then the next one.

use super::super::run as run_passes;
use super::meaning;
use super::team::internal;
use zymase_core::Failure;
use zymase_library::OpenMp;
use zymase_llvm::{Builder, Function, IntPredicate, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// No value stays in a register from one block to another.
const DEMOTE: &str = "reg2mem";
const ALIGNMENT: u64 = 16;

/// A region in phases.
pub struct Phases {
    function: Function,
    /// Bytes that a thread has of its own.
    bytes: u64,
}

/// The parameters of a phase in front of those of the member.
const OWN_PARAMETERS: usize = 2;

/// Cuts what a thread does at its barriers; none where there are none.
pub fn cut(member: Function) -> Result<Option<Phases>, Failure> {
    let is_barrier = |i: &Value| i.is_call() && i.called_function().and_then(meaning) == Some(OpenMp::Barrier);
    if !member.instructions().iter().any(is_barrier) {
        return Ok(None);
    }
    let module = member.module();
    let (integer, pointer) = (module.integer_type(32), module.pointer_type());
    let types: Vec<Type> = [integer, pointer].into_iter().chain(member.parameters().iter().map(|p| p.ty())).collect();
    let name = format!("{}.phase", member.name());
    let function = internal(module, &name, Type::function(integer, &types, false), member);
    isolate_barriers(member, is_barrier);
    run_passes(member, DEMOTE)?;
    member.clone_body_into(function, &function.parameters()[OWN_PARAMETERS..]);
    return_at_barriers(function, is_barrier);
    drop_lifetimes(function);
    let bytes = keep_objects(function)?;
    member.erase();
    Ok(Some(Phases { function, bytes }))
}

/// A barrier has a block of its own, which leads to one other block.
fn isolate_barriers(member: Function, is_barrier: impl Fn(&Value) -> bool) {
    for barrier in member.instructions().into_iter().filter(is_barrier) {
        if !barrier.ty().is_void() {
            barrier.replace_all_uses_with(Value::null(barrier.ty()));
        }
        Builder::split_before(barrier);
        Builder::split_before(barrier.next_instruction().expect("a terminator"));
    }
}

/// Lets a function return at each barrier, and go on behind the one that it is told.
fn return_at_barriers(function: Function, is_barrier: impl Fn(&Value) -> bool) {
    let integer = function.module().integer_type(32);
    for i in function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMRet)) {
        let builder = Builder::before(i);
        builder.ret(Some(Value::integer(integer, 0)));
        i.erase_instruction();
    }
    let first = function.entry();
    let mut cases = Vec::new();
    for barrier in function.instructions().into_iter().filter(is_barrier) {
        let number = cases.len() as i64 + 1;
        let block = barrier.block().expect("placed");
        let behind = block.successors()[0];
        let builder = Builder::before(barrier);
        builder.ret(Some(Value::integer(integer, number)));
        block.terminator().expect("a branch").erase_instruction();
        barrier.erase_instruction();
        cases.push((number, behind));
    }
    let entry = function.prepend_block("from");
    let builder = Builder::at_end(entry);
    builder.switch(function.parameter(0), first, &cases);
}

/// What a thread has lives as long as the team.
fn drop_lifetimes(function: Function) {
    let is_lifetime =
        |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name().starts_with("llvm.lifetime."));
    function.instructions().into_iter().filter(is_lifetime).for_each(Value::erase_instruction);
}

/// Stack objects become parts of the memory that a thread has of its own; how many bytes that has.
fn keep_objects(function: Function) -> Result<u64, Failure> {
    let module = function.module();
    let builder = Builder::before(function.entry().terminator().expect("a switch"));
    let mut bytes = 0u64;
    let objects = function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca));
    for object in objects.collect::<Vec<Value>>() {
        let Some(elements) = object.operand(0).as_integer() else {
            let text = "cannot differentiate an array of a size that is not known when the program is compiled, in a parallel region \
                        whose threads wait for each other and use their numbers";
            return Err(Failure::at(object, Diagnostic::new(text).with_help("allocate it with malloc")));
        };
        let place = builder.constant_offset(function.parameter(1), bytes as i64);
        let size = module.allocation_size(object.allocated_type()) * elements as u64;
        bytes = (bytes + size).next_multiple_of(ALIGNMENT);
        object.replace_all_uses_with(place);
        object.erase_instruction();
    }
    Ok(bytes.max(ALIGNMENT))
}

/// Lets the threads of a team run, from barrier to barrier.
pub fn run(team: Function, phases: &Phases) {
    let module = team.module();
    let (integer, long) = (module.integer_type(32), module.integer_type(64));
    let blocks = ["entry", "phase", "thread", "next", "end"].map(|name| team.append_block(name));
    let [entry, phase, thread, next, end] = blocks;
    let builder = Builder::at_end(entry);
    let count = team.parameter(0);
    let zero = Value::integer(integer, 0);
    let size = Value::integer(long, phases.bytes as i64 + 2 * ALIGNMENT as i64);
    let allocate = module.declare("malloc", Type::function(module.pointer_type(), &[long], false));
    let memory = builder.call(allocate, &[builder.mul(builder.sext(count, long), size)]);
    builder.branch(phase);
    builder.position_at_end(phase);
    let from = builder.phi(integer, "from");
    builder.branch(thread);
    builder.position_at_end(thread);
    let number = builder.phi(integer, "number");
    let state = builder.offset(memory, builder.mul(builder.sext(number, long), size));
    let places = [0, ALIGNMENT].map(|at| builder.constant_offset(state, (phases.bytes + at) as i64));
    places.into_iter().for_each(|place| {
        builder.store(number, place);
    });
    let passed: Vec<Value> = [from, state, count, number].into_iter().chain(places).collect();
    let passed: Vec<Value> = passed.into_iter().chain(team.parameters().into_iter().skip(1)).collect();
    let barrier = builder.call(phases.function, &passed);
    let following = builder.add(number, Value::integer(integer, 1));
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntSLT, following, count), thread, next);
    number.add_incoming(zero, phase);
    number.add_incoming(following, thread);
    builder.position_at_end(next);
    from.add_incoming(zero, entry);
    from.add_incoming(barrier, next);
    builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntEQ, barrier, zero), end, phase);
    builder.position_at_end(end);
    let free = module.declare("free", Type::function(module.void_type(), &[module.pointer_type()], false));
    builder.call(free, &[memory]);
    builder.ret(None);
}
