//! Does it matter how many threads run a region?
//!
//! Every thread runs all of a region but for what the run time hands out: shares of loops, sections, what one thread does. If
//! everything that others can see happens there, a team of one thread does the same as any other. The rest of a region counts once for each thread:
//!
//! ```c
//! #pragma omp parallel num_threads(4) reduction(+ : sum)
//!   sum += x;                                             // 4 x
//! ```
//!
//! What is handed out lies between two calls of the run time: blocks that come after the first before the second.

use super::meaning;
use std::collections::HashSet;
use zymase_library::OpenMp;
use zymase_llvm::{Block, Function, IntPredicate, Opcode, Value};

/// Names that end what a call of the run time begins.
const ENDS_OF_LOOPS: &str = "__kmpc_for_static_fini __kmpc_dispatch_deinit __kmpc_dispatch_fini_4 __kmpc_dispatch_fini_4u \
                             __kmpc_dispatch_fini_8 __kmpc_dispatch_fini_8u";
const ENDS_OF_TURNS: &str = "__kmpc_end_single __kmpc_end_master __kmpc_end_masked";
const ENDS_OF_REDUCTIONS: &str = "__kmpc_end_reduce __kmpc_end_reduce_nowait";

/// May a region do something for each of its threads that others can see?
pub fn counts_threads(region: Function) -> bool {
    let calls: Vec<Value> = region.instructions().into_iter().filter(|i| i.is_call()).collect();
    let mut handed_out = HashSet::new();
    for call in &calls {
        let ends = match call.called_function().and_then(meaning) {
            Some(OpenMp::Share(_) | OpenMp::BeginPieces(_)) => ENDS_OF_LOOPS,
            Some(OpenMp::IsFirst | OpenMp::IsNumber) => ENDS_OF_TURNS,
            _ => continue,
        };
        handed_out.extend(between(*call, &calls, ends));
    }
    handed_out.extend(calls.iter().flat_map(|call| done_by_last(*call)));
    let reductions = calls.iter().filter(|i| i.called_function().and_then(meaning) == Some(OpenMp::Combine));
    let combined: HashSet<Value> = reductions
        .clone()
        .flat_map(|call| between(*call, &calls, ENDS_OF_REDUCTIONS).into_iter().chain(combined_atomically(*call)))
        .collect();
    let summands: HashSet<Value> = reductions.flat_map(|call| objects_in(call.arguments()[4])).collect();
    let is_seen = |i: &Value| match i.opcode() {
        Some(Opcode::LLVMStore) => {
            let object = i.operand(1).underlying_object();
            !is_own(object) || summands.contains(&object) && !is_neutral(i.operand(0), &combined)
        }
        Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg) => true,
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => call_is_seen(*i, &summands),
        _ => false,
    };
    region.instructions().iter().any(|i| is_seen(i) && !handed_out.contains(i) && !combined.contains(i))
}

/// Is this what a thread begins a reduction with? Sums begin with 0, products with 1, and so do some operators on integers; others
/// with the least or the greatest number.
fn is_neutral(value: Value, combined: &HashSet<Value>) -> bool {
    let multiplies = combined.iter().any(|i| matches!(i.opcode(), Some(Opcode::LLVMFMul | Opcode::LLVMMul)));
    match value.as_real().or(value.as_integer().map(|n| n as f64)) {
        Some(0.0) => !multiplies,
        Some(1.0) => multiplies || value.ty().is_integer(),
        _ => value.is_constant(),
    }
}

/// What a thread does that is told to combine its part with atomic updates: only what the answer 2 leads to.
fn combined_atomically(call: Value) -> Vec<Value> {
    let Some(switch) = call.users().into_iter().find(|user| user.opcode() == Some(Opcode::LLVMSwitch)) else {
        return Vec::new();
    };
    let targets = switch.successors();
    let cases = (1..targets.len()).filter(|case| switch.case_value(*case).as_integer() == Some(2));
    let Some(atomic) = cases.map(|case| targets[case]).next() else { return Vec::new() };
    // In a loop, all of them come to the call again.
    let comes_back = |block: Block| Some(block) == call.block();
    let mut others = HashSet::new();
    for other in targets.iter().filter(|block| **block != atomic) {
        others.extend(reached(*other, comes_back, Block::successors));
    }
    let own = reached(atomic, comes_back, Block::successors).into_iter().filter(|block| !others.contains(block));
    own.flat_map(Block::instructions).collect()
}

/// What a thread only does that has run the last iteration of the loop that a call shares out.
fn done_by_last(call: Value) -> Vec<Value> {
    let flag = match call.called_function().and_then(meaning) {
        Some(OpenMp::Share(_)) => call.arguments()[3],
        Some(OpenMp::NextPiece(_)) => call.arguments()[2],
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    let of = |value: Value, opcode: Opcode| value.users().into_iter().filter(move |user| user.opcode() == Some(opcode));
    let compared = of(flag, Opcode::LLVMLoad).flat_map(|load| of(load, Opcode::LLVMICmp));
    for comparison in compared.filter(|comparison| comparison.operand(1).as_integer() == Some(0)) {
        let is_equal = match comparison.int_predicate() {
            IntPredicate::LLVMIntEQ => true,
            IntPredicate::LLVMIntNE => false,
            _ => continue,
        };
        for branch in comparison.users().into_iter().filter(|user| user.is_conditional_branch()) {
            let [then, otherwise] = branch.successors()[..] else { continue };
            let (last, others) = if is_equal { (otherwise, then) } else { (then, otherwise) };
            let common = reached(others, |_| false, Block::successors);
            let own = reached(last, |block| common.contains(&block), Block::successors);
            found.extend(own.into_iter().filter(|block| !common.contains(block)).flat_map(Block::instructions));
        }
    }
    found
}

/// An object of the thread itself: on its stack, or its copy of a variable.
fn is_own(object: Value) -> bool {
    let is_copy = |call: Value| {
        let name = call.called_function().map(|f| f.name()).unwrap_or_default();
        name.starts_with("llvm.threadlocal.address") || name == "__kmpc_threadprivate_cached"
    };
    match object.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall) => is_copy(object),
        _ => object.is_global_variable() && object.is_thread_local(),
    }
}

/// May others see what a call does?
fn call_is_seen(call: Value, summands: &HashSet<Value>) -> bool {
    let Some(callee) = call.called_function() else { return true };
    match meaning(callee) {
        Some(OpenMp::Fork { .. } | OpenMp::ForkIf { .. } | OpenMp::NewTask | OpenMp::RunTask | OpenMp::RunTaskLoop) => {
            return true;
        }
        Some(_) => return false,
        None => {}
    }
    let writes_own = || {
        let pointers = call.arguments().into_iter().filter(|a| a.ty().is_pointer()).map(Value::underlying_object);
        let pointers: Vec<Value> = pointers.collect();
        call.only_touches_arguments() && pointers.iter().all(|object| is_own(*object) && !summands.contains(object))
    };
    let is_harmless = callee.name().starts_with("llvm.lifetime.") || callee.name().starts_with("llvm.dbg.");
    !(is_harmless || call.only_reads_memory() || call.does_not_access_memory() || writes_own())
}

/// The objects whose addresses are stored in another one.
fn objects_in(list: Value) -> Vec<Value> {
    let list = list.underlying_object();
    let Some(block) = list.block() else { return Vec::new() };
    let is_entry = |i: &Value| {
        i.opcode() == Some(Opcode::LLVMStore)
            && i.operand(0).ty().is_pointer()
            && i.operand(1).underlying_object() == list
    };
    let stores = block.function().instructions().into_iter().filter(is_entry);
    stores.map(|store| store.operand(0).underlying_object()).collect()
}

/// Does a call begin what the run time hands out, or the combination of what threads have?
fn begins(i: Value) -> bool {
    use OpenMp::{BeginPieces, Combine, IsFirst, IsNumber, Share};
    let what = i.is_call().then(|| i.called_function().and_then(meaning)).flatten();
    matches!(what, Some(Share(_) | BeginPieces(_) | IsFirst | IsNumber | Combine))
}

/// The instructions after a call from which one of those that end it is come to, without another beginning.
fn between(begin: Value, calls: &[Value], ends: &str) -> Vec<Value> {
    let is_end = |i: &Value| {
        let name = i.is_call().then(|| i.called_function()).flatten().map(|f| f.name()).unwrap_or_default();
        ends.split_whitespace().any(|end| end == name)
    };
    let start = begin.block().expect("placed");
    let stops = |i: &Value| is_end(i) || begins(*i) && *i != begin;
    let after = reached(start, |block| block.instructions().iter().any(stops), Block::successors);
    let mut found = Vec::new();
    let last: Vec<Block> = calls.iter().filter(|i| is_end(i)).filter_map(|end| end.block()).collect();
    let mut before = HashSet::new();
    for end in last.into_iter().filter(|block| after.contains(block)) {
        before.extend(reached(end, |block| block == start, Block::predecessors));
    }
    for block in after.into_iter().filter(|block| before.contains(block)) {
        let mut inside: Vec<Value> = block.instructions();
        if let Some(at) = inside.iter().position(is_end).filter(|_| block != start) {
            inside.truncate(at);
        }
        if block == start {
            inside = inside.into_iter().skip_while(|i| *i != begin).collect();
            if let Some(at) = inside.iter().position(is_end) {
                inside.truncate(at);
            }
        }
        found.extend(inside);
    }
    found
}

/// The blocks that can be come to from one, without going on behind those that stop it.
pub fn reached(start: Block, stops: impl Fn(Block) -> bool, next: impl Fn(Block) -> Vec<Block>) -> HashSet<Block> {
    let mut seen = HashSet::from([start]);
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        if block != start && stops(block) {
            continue;
        }
        for block in next(block) {
            if seen.insert(block) {
                work.push(block);
            }
        }
    }
    seen
}
