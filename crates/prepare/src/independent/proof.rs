//! Are the iterations of a loop independent of each other?
//!
//! They are if each is entered knowing nothing of the one before but counters, sums that it only adds to, and memory that no other
//! iteration writes; and if the loop ends after a number of iterations that is known when it begins.

use super::super::checkpoint::{Access, Accesses, Problem, Region};
use super::super::openmp::uses_tables;
use std::collections::HashSet;
use zymase_analysis::memory::dependence::{self, Dependences};
use zymase_llvm::{Block, Builder, IntPredicate, Loop, Opcode, Type, Value};

/// Pairs of arrays that are asked for while the program runs.
const MOST_PAIRS: usize = 64;

/// A value that grows evenly: a phi of the header.
pub struct Counter {
    pub phi: Value,
    pub start: Value,
    /// By how much in each iteration; of a pointer in bytes.
    pub growth: Value,
}

/// A sum that iterations add to: a phi of the header.
pub struct Sum {
    pub phi: Value,
    pub ty: Type,
    pub start: Value,
    /// What an iteration passes on.
    pub next: Value,
}

/// A loop whose iterations are independent.
pub struct Shared {
    pub blocks: Vec<Block>,
    pub preheader: Block,
    pub header: Block,
    pub latch: Block,
    pub exit: Block,
    pub counters: Vec<Counter>,
    pub sums: Vec<Sum>,
    /// Stack objects that only live during one iteration.
    pub own: Vec<Value>,
    /// What comes from before the loop.
    pub given: Vec<Value>,
    /// How often the back edge is taken.
    pub back_edges: Value,
    /// Do arrays lie apart, of which that is not known when the program is compiled?
    pub apart: Option<Value>,
}

/// A loop as what threads can share, or why it is not.
pub fn prove(region: &Region, found: &Loop) -> Result<Shared, Problem> {
    let first = found.header.first_instruction().expect("a terminator");
    let wrong = |what: &str| (first, what.to_string());
    let (Some(preheader), Some(latch)) = (found.preheader, found.latch) else {
        return Err(wrong("is repeated in several ways"));
    };
    let exit = only_exit(region, latch).ok_or_else(|| wrong("may end the loop"))?;
    let back_edges = region.analyses.expand_backedge_count(region.index);
    let back_edges = back_edges.ok_or_else(|| wrong("may end the loop"))?;
    let (mut counters, mut sums) = (Vec::new(), Vec::new());
    for phi in found.header.phis() {
        let [start, next] = [preheader, latch].map(|block| phi.incoming_for(block).expect("a value for each edge"));
        if let Some(growth) = grows_evenly(region, phi) {
            counters.push(Counter { phi, start, growth });
        } else if is_sum(region, phi, next, exit) {
            sums.push(Sum { phi, ty: phi.ty(), start, next });
        } else {
            return Err((phi, "needs a value of the one before".to_string()));
        }
    }
    check_results(region, exit, &sums)?;
    let accesses = region.accesses()?;
    let mut instructions = region.blocks.iter().flat_map(|block| block.instructions());
    if let Some(at) = instructions.find(|i| uses_tables(*i)) {
        return Err((at, "uses a global variable that is no array of numbers".to_string()));
    }
    let apart = check_memory(region, &accesses, preheader)?;
    let given = given(region, &accesses.own, &counters);
    let (blocks, header) = (region.blocks.to_vec(), found.header);
    Ok(Shared { blocks, preheader, header, latch, exit, counters, sums, own: accesses.own, given, back_edges, apart })
}

/// The block behind the loop, if only the latch leads there, and nothing else out of it.
fn only_exit(region: &Region, latch: Block) -> Option<Block> {
    let is_inside = |block: &Block| region.blocks.contains(block);
    let leaves =
        |block: &&Block| block.successors().iter().any(|next| !is_inside(next)) || block.successors().is_empty();
    if !region.blocks.iter().filter(leaves).all(|block| *block == latch) {
        return None;
    }
    let outside: Vec<Block> = latch.successors().into_iter().filter(|next| !is_inside(next)).collect();
    let [exit] = outside[..] else { return None };
    (exit.predecessors() == [latch]).then_some(exit)
}

/// By how much an integer or pointer grows in each iteration.
fn grows_evenly(region: &Region, phi: Value) -> Option<Value> {
    if !phi.ty().is_integer() && !phi.ty().is_pointer() {
        return None;
    }
    let (growth, more) = region.analyses.expand_growth(region.index, phi)?;
    (more.is_none() && !region.contains(growth)).then_some(growth)
}

/// Is a number only added to?
fn is_sum(region: &Region, phi: Value, next: Value, exit: Block) -> bool {
    if !phi.ty().is_float() {
        return false;
    }
    let mut chain = HashSet::from([phi]);
    let mut work = vec![phi];
    let mut merged = Vec::new();
    while let Some(value) = work.pop() {
        for user in value.users() {
            let is_result = user.opcode() == Some(Opcode::LLVMPHI) && user.block() == Some(exit);
            if is_result && value == next || user == phi {
                continue;
            }
            if !region.contains(user) || !passes_sum_on(user, value) {
                return false;
            }
            if user.opcode() == Some(Opcode::LLVMPHI) || user.opcode() == Some(Opcode::LLVMSelect) {
                merged.push(user);
            }
            if chain.insert(user) {
                work.push(user);
            }
        }
    }
    let merges = |user: &Value| match user.opcode() {
        Some(Opcode::LLVMSelect) => [1, 2].iter().all(|arm| chain.contains(&user.operand(*arm))),
        _ => user.incoming().iter().all(|(value, _)| chain.contains(value)),
    };
    // Two branches of the sum that are added to each other would count it twice.
    let is_single = |user: &&Value| user.operands().iter().filter(|operand| chain.contains(operand)).count() == 1;
    let is_merge = |user: &&Value| merged.contains(user) || **user == phi;
    chain.contains(&next) && merged.iter().all(merges) && chain.iter().filter(|u| !is_merge(u)).all(|u| is_single(&u))
}

/// Is the result of an instruction a sum with something added to it?
fn passes_sum_on(user: Value, sum: Value) -> bool {
    match user.opcode() {
        Some(Opcode::LLVMFAdd | Opcode::LLVMPHI) => true,
        Some(Opcode::LLVMFSub) => user.operand(0) == sum && user.operand(1) != sum,
        Some(Opcode::LLVMSelect) => user.operand(0) != sum,
        Some(Opcode::LLVMCall) => {
            let name = user.called_function().map(|f| f.name()).unwrap_or_default();
            let is_fused = name.starts_with("llvm.fmuladd.") || name.starts_with("llvm.fma.");
            is_fused && user.operand(2) == sum && user.operand(0) != sum && user.operand(1) != sum
        }
        _ => false,
    }
}

/// Behind the loop, only sums may be used.
fn check_results(region: &Region, exit: Block, sums: &[Sum]) -> Result<(), Problem> {
    let is_known = |value: Value| !region.contains(value) || sums.iter().any(|sum| sum.next == value);
    let wrong = |value| Err((value, "leaves a value that is used behind the loop".to_string()));
    for phi in exit.phis() {
        if let Some((value, _)) = phi.incoming().into_iter().find(|(value, _)| !is_known(*value)) {
            return wrong(value);
        }
    }
    for i in region.blocks.iter().flat_map(|block| block.instructions()) {
        let is_result = |user: &Value| user.opcode() == Some(Opcode::LLVMPHI) && user.block() == Some(exit);
        if i.users().iter().any(|user| !region.contains(*user) && !is_result(user)) {
            return wrong(i);
        }
    }
    Ok(())
}

/// Is nothing that one iteration writes touched by another? Returns what must hold when the loop begins.
fn check_memory(region: &Region, accesses: &Accesses, preheader: Block) -> Result<Option<Value>, Problem> {
    let writes: Vec<&Access> = accesses.all.iter().filter(|access| access.writes).collect();
    if let Some(write) = writes.first().filter(|_| accesses.anywhere) {
        return Err((write.at, "calls a function that may read what another one writes".to_string()));
    }
    let dependences = Dependences::of(region.analyses);
    let depth = dependences.loops_around(preheader).len();
    let mut questions = Vec::new();
    for write in writes {
        for other in &accesses.all {
            if !is_apart(region, &dependences, depth, write, other) {
                let overlap = |what: &str| (other.at, format!("{what} memory that another one may write"));
                let problem = overlap(if other.writes { "writes" } else { "reads" });
                questions.push((write, other, problem));
            }
        }
    }
    if questions.len() > MOST_PAIRS {
        return Err(questions.swap_remove(0).2);
    }
    let builder = Builder::before(preheader.terminator().expect("a preheader branches"));
    let mut all: Option<Value> = None;
    for (write, other, problem) in questions {
        let apart = ask_apart(region, &builder, write, other).ok_or(problem)?;
        all = Some(all.map_or(apart, |all| builder.and(all, apart)));
    }
    Ok(all)
}

/// Is it known that what one iteration writes is not what another one touches?
fn is_apart(region: &Region, dependences: &Dependences, depth: usize, write: &Access, other: &Access) -> bool {
    let bytes = |access: &Access| access.size.and_then(Value::as_integer).and_then(|size| u64::try_from(size).ok());
    if let (Some(written), Some(touched)) = (bytes(write), bytes(other)) {
        let of = |access: &Access, bytes| dependence::Access { instruction: access.at, pointer: access.pointer, bytes };
        if dependences.are_apart_at(of(write, written), of(other, touched), depth, 1) {
            return true;
        }
    }
    let objects = [write, other].map(|access| region.objects(access.pointer));
    let shares = objects[0].iter().any(|object| objects[1].contains(object));
    let reader = Some(other.at).filter(|at| matches!(at.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMStore)));
    !shares && !region.analyses.may_overwrite(write.at, other.pointer, None, reader, true)
}

/// Writes before the loop whether all that it touches at two places lies apart, if they have different bases.
fn ask_apart(region: &Region, builder: &Builder, write: &Access, other: &Access) -> Option<Value> {
    let extent = |access: &Access| {
        let place = access.at.block().expect("placed");
        let size = access.size.filter(|size| !region.contains(*size))?;
        region.analyses.extent(region.index, access.pointer, place, size, true)
    };
    let [written, touched] = [extent(write)?, extent(other)?];
    if written.base == touched.base || [&written, &touched].iter().any(|extent| region.contains(extent.base)) {
        return None;
    }
    let zero = Value::integer(written.bytes.ty(), 0);
    let known = |bytes: Value| builder.icmp(IntPredicate::LLVMIntSGE, bytes, zero);
    let [from, to] = [&written, &touched].map(|extent| builder.offset(extent.base, extent.low));
    let ends = |from: Value, bytes: Value, before: Value| {
        builder.icmp(IntPredicate::LLVMIntULE, builder.offset(from, bytes), before)
    };
    let either = builder.or(ends(from, written.bytes, to), ends(to, touched.bytes, from));
    Some(builder.and(builder.and(known(written.bytes), known(touched.bytes)), either))
}

/// What comes from before the loop, but for stack objects of an iteration and where sums begin.
fn given(region: &Region, own: &[Value], counters: &[Counter]) -> Vec<Value> {
    let instructions = || region.blocks.iter().flat_map(|block| block.instructions());
    let inside = |i: Value| -> Vec<Value> {
        let incoming = i.incoming().into_iter().filter(|(_, from)| region.blocks.contains(from));
        incoming.map(|(value, _)| value).collect()
    };
    let used = instructions().flat_map(|i| if i.opcode() == Some(Opcode::LLVMPHI) { inside(i) } else { i.operands() });
    let of_counters = counters.iter().flat_map(|counter| [counter.start, counter.growth]);
    let mut found = Vec::new();
    for value in used.chain(of_counters) {
        let is_outside = value.is_argument() || value.is_instruction() && !region.contains(value);
        if is_outside && !own.contains(&value) && !found.contains(&value) {
            found.push(value);
        }
    }
    found
}
