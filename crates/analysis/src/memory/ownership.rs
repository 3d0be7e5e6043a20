//! Memory that a function has made itself and that nobody else knows.
//!
//! What is allocated in a function, and reached only through pointers that lie in such memory again (the elements of a local
//! `std::vector<std::unique_ptr<Shape>>`), is not what an argument points to. LLVM says so of pointers that come straight
//! from the allocation, but not of those that went through memory.
//!
//! Every allocation is a number; for each value and each allocation it is found which allocations the pointers in it may
//! lead to, or that they may lead elsewhere. One answer for the whole function: it does not matter when something runs.
//! Assumed, as LLVM does: a floating-point number is not the bits of a pointer.

use crate::callee::{Callee, RuntimeCall, classify};
use std::collections::HashMap;
use zymase_library::{MemoryEffect, Provided};
use zymase_llvm::{Function, Opcode, Value};

/// A set of allocations.
type Places = u64;

/// Memory of others, and own memory that others know.
const ELSEWHERE: Places = 1;

/// Constants of the program, which nobody writes. The pointers in them may lead elsewhere.
const CONSTANTS: Places = 2;
/// The number of the first allocation.
const FIRST: usize = 2;

/// Allocations that are told apart; the last number is shared by all that follow.
const MOST_ALLOCATIONS: usize = 63;

pub struct Ownership {
    /// Where the pointers in a value may lead.
    values: HashMap<Value, Places>,
    /// Where the pointers in an allocation may lead, by its number.
    contents: Vec<Places>,
    /// Allocations that others know.
    known_elsewhere: Places,
}

impl Ownership {
    pub fn of(function: Function) -> Ownership {
        let instructions = function.instructions();
        let mut own =
            Ownership { values: HashMap::new(), contents: vec![0; MOST_ALLOCATIONS + 1], known_elsewhere: ELSEWHERE };
        numbers(ELSEWHERE | CONSTANTS).for_each(|number| own.contents[number] = ELSEWHERE);
        let roots = instructions.iter().copied().filter(|i| is_allocation(*i));
        for (count, root) in roots.enumerate() {
            own.values.insert(root, 1 << (count + FIRST).min(MOST_ALLOCATIONS));
        }
        while instructions.iter().fold(false, |changed, i| own.read(*i) | changed) {}
        own
    }

    /// Is what two pointers lead to disjoint, whenever they are used? Nothing is said of pointers that seem to lead
    /// nowhere.
    pub fn are_disjoint(&self, a: Value, b: Value) -> bool {
        let (a, b) = (self.reached_from(a), self.reached_from(b));
        a != 0 && b != 0 && a & b == 0
    }

    /// Does a value lead to where a pointer leads, or do the pointers there, and so on?
    pub fn leads_to(&self, value: Value, pointer: Value) -> bool {
        let mut reached = self.places(value);
        loop {
            let further = reached | self.content(reached);
            if further == reached {
                return reached & self.places(pointer) != 0;
            }
            reached = further;
        }
    }

    /// Does a pointer lead to memory that the function has made, whoever else knows it?
    pub fn is_own(&self, pointer: Value) -> bool {
        self.places(pointer) & ELSEWHERE == 0
    }

    /// Does a pointer lead to memory that nobody but the function knows?
    pub fn is_secret(&self, pointer: Value) -> bool {
        let places = self.places(pointer);
        places != 0 && places & self.known_elsewhere == 0
    }

    /// Where a pointer may lead; what others know may be reached from elsewhere, and the other way round.
    fn reached_from(&self, pointer: Value) -> Places {
        let places = self.places(pointer);
        if places & self.known_elsewhere == 0 { places } else { places | self.known_elsewhere }
    }

    fn places(&self, value: Value) -> Places {
        if value.is_instruction() {
            return self.values.get(&value).copied().unwrap_or(0);
        }
        if value.is_constant() {
            let is_plain = value.as_integer().is_some() || value.as_real().is_some();
            if is_plain || value.is_undef() || value.is_null() {
                return 0;
            }
            let object = value.underlying_object();
            let is_readable = object.is_global_variable() && object.is_constant_global();
            return if is_readable || object.as_function().is_some() { CONSTANTS } else { ELSEWHERE };
        }
        if carries(value) { ELSEWHERE } else { 0 }
    }

    /// Adds what an instruction does; true when that is new.
    fn read(&mut self, i: Value) -> bool {
        use Opcode::*;
        let Some(opcode) = i.opcode() else { return false };
        match opcode {
            LLVMStore => self.put(self.places(i.operand(0)), i.operand(1)),
            LLVMCall | LLVMInvoke => self.read_call(i),
            LLVMAtomicRMW | LLVMAtomicCmpXchg => {
                let all = self.all(&i.operands()) | ELSEWHERE;
                self.give_away(all) | self.set(i, ELSEWHERE)
            }
            LLVMAlloca | LLVMICmp | LLVMFCmp => false,
            _ if i.is_terminator() || !carries(i) => false,
            LLVMLoad => self.set(i, self.content(self.places(i.operand(0)))),
            LLVMSub if is_distance(i) => false,
            LLVMGetElementPtr => self.set(i, self.places(i.operand(0))),
            LLVMSelect => self.set(i, self.all(&[i.operand(1), i.operand(2)])),
            LLVMPHI | LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze | LLVMPtrToInt | LLVMTrunc | LLVMZExt | LLVMSExt
            | LLVMExtractValue | LLVMInsertValue | LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector
            | LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr
            | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => self.set(i, self.all(&i.operands())),
            LLVMFPToUI | LLVMFPToSI => false,
            _ => self.set(i, self.all(&i.operands()) | ELSEWHERE),
        }
    }

    fn all(&self, values: &[Value]) -> Places {
        values.iter().fold(0, |all, value| all | self.places(*value))
    }

    fn read_call(&mut self, call: Value) -> bool {
        let arguments = call.arguments();
        match classify(call) {
            Callee::Allocate(allocate) if allocate.provided == Provided::Returned => false,
            Callee::Free(_) | Callee::Math { .. } => false,
            Callee::Runtime(RuntimeCall::UnknownCallee | RuntimeCall::Check) => false,
            Callee::Hint => carries(call) && self.set(call, self.all(&arguments)),
            Callee::Fill { destination, .. } => self.set(call, self.places(arguments[destination])),
            Callee::Copy(copy) => {
                let (to, from) = (arguments[copy.destination], arguments[copy.source]);
                let moved = self.content(self.places(from));
                self.put(moved, to) | self.set(call, self.places(to))
            }
            Callee::Inactive(inactive) if inactive.memory == MemoryEffect::None => {
                call.ty().is_pointer() && self.set(call, self.all(&arguments) | ELSEWHERE)
            }
            _ => {
                let all = self.all(&arguments) | ELSEWHERE;
                self.give_away(all) | self.set(call, ELSEWHERE)
            }
        }
    }

    fn set(&mut self, value: Value, places: Places) -> bool {
        let known = self.values.entry(value).or_insert(0);
        let is_new = places & !*known != 0;
        *known |= places;
        is_new
    }

    /// Where the pointers that lie in some memory may lead.
    fn content(&self, memory: Places) -> Places {
        numbers(memory).fold(0, |all, number| all | self.contents[number])
    }

    /// Pointers are stored behind a pointer.
    fn put(&mut self, places: Places, pointer: Value) -> bool {
        if places == 0 {
            return false;
        }
        let memory = self.places(pointer);
        let mut is_new = false;
        for number in numbers(memory & !self.known_elsewhere) {
            is_new |= places & !self.contents[number] != 0;
            self.contents[number] |= places;
        }
        if memory & self.known_elsewhere != 0 { self.give_away(places) | is_new } else { is_new }
    }

    /// Others learn of some memory, and so of what the pointers in it lead to.
    fn give_away(&mut self, places: Places) -> bool {
        let before = self.known_elsewhere;
        let mut given = places & !before & !CONSTANTS;
        while given != 0 {
            self.known_elsewhere |= given;
            given = self.content(given) & !self.known_elsewhere & !CONSTANTS;
        }
        for number in numbers(self.known_elsewhere) {
            self.contents[number] |= self.known_elsewhere;
        }
        self.known_elsewhere != before
    }
}

fn numbers(places: Places) -> impl Iterator<Item = usize> {
    (0..=MOST_ALLOCATIONS).filter(move |number| places >> number & 1 == 1)
}

fn is_allocation(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMAlloca) => true,
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => {
            matches!(classify(i), Callee::Allocate(allocate) if allocate.provided == Provided::Returned)
        }
        _ => false,
    }
}

/// Could a value be a pointer, or hold one? A part of one, too, if it is read from memory to be written elsewhere.
fn carries(value: Value) -> bool {
    const POINTER_BITS: u32 = 64;
    let ty = value.ty().scalar();
    if ty.is_float() || ty.is_void() {
        return false;
    }
    !ty.is_integer() || value.is_instruction() || ty.integer_bits() >= POINTER_BITS
}

/// How far two pointers are apart, which leads nowhere.
fn is_distance(difference: Value) -> bool {
    [0, 1].iter().all(|k| difference.operand(*k).opcode() == Some(Opcode::LLVMPtrToInt))
}
