//! How the adjoint of what is read from memory is added to the adjoint there.
//!
//! Several threads may read the same memory at the same time; in the reverse sweep they all add to its adjoint. Cheapest first:
//! memory that a thread has of its own, addresses that are different for different threads, shadows that each thread has of its own
//! and that are added up when all are done, and what is left, which is added atomically. The second class must be proven: what was
//! harmless as a race of reads is none as a race of additions.

use super::Facts;
use std::collections::{HashMap, HashSet};
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::marks;
use zymase_llvm::{Function, Opcode, Value};

/// How a `+=` into an adjoint in memory is done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Accumulation {
    /// Nobody else adds at the same time.
    Plain,
    /// The memory belongs to the thread: load, add, store.
    Own,
    /// Different threads add to different places: the same.
    Apart,
    /// The thread has a shadow of its own, which is added to that of all threads later: the same.
    Partial,
    /// Other threads may add to the same place.
    Atomic,
    /// Threads of a GPU that seem to read the same place: those of a warp add first, and one of them does it for all.
    Together,
}

/// How each instruction that reads memory adds to the adjoint there.
#[derive(Default)]
pub struct Accumulations {
    concurrent: bool,
    known: HashMap<Value, Accumulation>,
    /// Stores whose adjoint one of several threads takes.
    taken_at_once: HashSet<Value>,
}

impl Accumulations {
    pub fn of(facts: &Facts) -> Accumulations {
        let concurrent = facts.options.concurrent;
        if !concurrent {
            return Accumulations::default();
        }
        let function = facts.prepared.function;
        let mut known: HashMap<Value, Accumulation> = of_threads(function).into_iter().collect();
        let mut taken_at_once = HashSet::new();
        let of_thread: Vec<Value> =
            marks::partial(function).into_iter().map(|index| function.parameter(index)).collect();
        if function.module().is_for_gpu() {
            let mut lanes = Lanes::default();
            for (read, class) in &mut known {
                let is_scalar = read.opcode() == Some(Opcode::LLVMLoad) && read.ty().contains_float();
                if *class == Accumulation::Atomic && is_scalar && !lanes.differ_in(read.operand(0)) {
                    *class = Accumulation::Together;
                }
            }
            let is_shared = |i: &Value| {
                i.opcode() == Some(Opcode::LLVMStore)
                    && i.operand(0).ty().is_float()
                    && !is_own(i.operand(1).underlying_object())
                    && !of_thread.contains(&i.operand(1).underlying_object())
            };
            let stores = function.instructions().into_iter().filter(is_shared);
            taken_at_once.extend(stores.filter(|store| !lanes.differ_in(store.operand(1))));
        }
        Accumulations { concurrent, known, taken_at_once }
    }

    /// Several threads may have stored the same there: the adjoint is taken, and cleared, by one.
    pub fn takes_at_once(&self, store: Value) -> bool {
        self.concurrent && self.taken_at_once.contains(&store)
    }

    /// How the adjoint of what an instruction reads is added.
    pub fn of_read(&self, i: Value) -> Accumulation {
        match self.concurrent {
            true => self.known.get(&i).copied().unwrap_or(Accumulation::Atomic),
            false => Accumulation::Plain,
        }
    }
}

/// What is the same for all threads, as far as the function tells. A parameter may differ all the same: this is a guess about
/// what is worth asking when the program runs.
#[derive(Default)]
struct Lanes {
    known: HashMap<Value, bool>,
}

impl Lanes {
    fn differ_in(&mut self, value: Value) -> bool {
        if !value.is_instruction() {
            return false;
        }
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        // What a cycle goes through differs if something outside of it does.
        self.known.insert(value, false);
        let differs = match value.opcode() {
            Some(Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg | Opcode::LLVMAlloca) => true,
            Some(Opcode::LLVMCall) if is_of_thread(value) => true,
            Some(Opcode::LLVMPHI) => value.incoming().into_iter().any(|(incoming, _)| self.differ_in(incoming)),
            _ => value.operands().into_iter().any(|operand| self.differ_in(operand)),
        };
        self.known.insert(value, differs);
        differs
    }
}

/// Does a call ask which thread it is, or what others say?
fn is_of_thread(call: Value) -> bool {
    let name = call.called_function().map(|callee| callee.name()).unwrap_or_default();
    let registers = ["tid.", "laneid", "warpid", "lanemask"];
    match name.strip_prefix("llvm.nvvm.read.ptx.sreg.") {
        Some(register) => registers.iter().any(|start| register.starts_with(start)),
        None => name.starts_with("llvm.nvvm.") && !name.starts_with("llvm.nvvm.barrier"),
    }
}

/// How the instructions that read memory add to the adjoint there, in a function that several threads run.
pub fn of_threads(function: Function) -> Vec<(Value, Accumulation)> {
    let named = |indices: Vec<usize>| indices.into_iter().map(|index| function.parameter(index)).collect();
    let marked = [named(marks::apart(function)), named(marks::partial(function))];
    let reads = function.instructions().into_iter();
    reads.filter_map(|i| Some((i, class_of(read_address(i)?, &marked)))).collect()
}

/// Where an instruction reads.
fn read_address(i: Value) -> Option<Value> {
    match i.opcode() {
        Some(Opcode::LLVMLoad) => Some(i.operand(0)),
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => match classify(i) {
            Callee::Copy(transfer) => Some(i.arguments()[transfer.source]),
            _ => None,
        },
        _ => None,
    }
}

fn class_of(address: Value, [apart, partial]: &[Vec<Value>; 2]) -> Accumulation {
    let object = address.underlying_object();
    match () {
        () if is_own(object) => Accumulation::Own,
        () if apart.contains(&object) => Accumulation::Apart,
        () if partial.contains(&object) => Accumulation::Partial,
        () => Accumulation::Atomic,
    }
}

/// Memory that the function makes itself: threads do not hand addresses to each other before they are joined.
fn is_own(object: Value) -> bool {
    match object.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => matches!(classify(object), Callee::Allocate(_)),
        _ => false,
    }
}
