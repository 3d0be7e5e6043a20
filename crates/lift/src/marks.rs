//! What stands in the code of kernels for threads that begin, threads that wait, and memory that they share.

use zymase_llvm::{Builder, Function, Opcode, Value};

/// What the code of kernels calls: `zymase-kernels` writes it.
pub const LANE: &str = "__zymase_lane";
pub const BARRIER: &str = "__zymase_barrier";
pub const SHARED: &str = "__zymase_shared";

/// Where threads begin.
pub fn lanes(function: Function) -> Vec<Value> {
    let is_lane = |call: &Value| call.is_call() && call.called_function().is_some_and(|callee| callee.name() == LANE);
    function.instructions().into_iter().filter(is_lane).collect()
}

/// Arrays that each thread has of its own come to life where the thread does.
pub fn settle_private_memory(function: Function) {
    let lanes = lanes(function);
    if lanes.is_empty() {
        return;
    }
    let analyses = zymase_llvm::Analyses::of(function);
    for memory in function.instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca)) {
        let mut users = Vec::new();
        all_users(memory, &mut users);
        let home = lanes.iter().copied().find(|lane| {
            let Some(index) = lane.block().and_then(|block| analyses.loop_of(block)) else { return false };
            !users.is_empty()
                && users.iter().all(|user| user.block().is_some_and(|block| analyses.loop_contains(index, block)))
        });
        if let Some(lane) = home {
            memory.remove_from_block();
            Builder::before(lane).insert(memory);
        }
    }
}

/// What uses a pointer, also through others.
fn all_users(pointer: Value, found: &mut Vec<Value>) {
    for user in pointer.users() {
        if !found.contains(&user) {
            found.push(user);
            if user.ty().is_pointer() {
                all_users(user, found);
            }
        }
    }
}
