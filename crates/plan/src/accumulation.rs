//! How the adjoint of what is read from memory is added to the adjoint there.
//!
//! Several threads may read the same memory at the same time; in the reverse sweep they all add to its adjoint. Cheapest first:
//! memory that a thread has of its own, addresses that are different for different threads, shadows that each thread has of its own
//! and that are added up when all are done, and what is left, which is added atomically. The second class must be proven: what was
//! harmless as a race of reads is none as a race of additions.

use super::Facts;
use std::collections::HashMap;
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
}

/// How each instruction that reads memory adds to the adjoint there.
#[derive(Default)]
pub struct Accumulations {
    concurrent: bool,
    known: HashMap<Value, Accumulation>,
}

impl Accumulations {
    pub fn of(facts: &Facts) -> Accumulations {
        let concurrent = facts.options.concurrent;
        if !concurrent {
            return Accumulations::default();
        }
        Accumulations { concurrent, known: of_threads(facts.prepared.function).into_iter().collect() }
    }

    /// How the adjoint of what an instruction reads is added.
    pub fn of_read(&self, i: Value) -> Accumulation {
        match self.concurrent {
            true => self.known.get(&i).copied().unwrap_or(Accumulation::Atomic),
            false => Accumulation::Plain,
        }
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
