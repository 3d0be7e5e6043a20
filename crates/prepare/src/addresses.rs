//! Addresses that a program computes with integers.
//!
//! `(double *)(((uintptr_t)p + 63) & ~63)` leads into the memory that `p` leads into, but nothing follows a pointer
//! through integers: its shadow would be lost. So where one pointer goes into the sum, the address becomes that
//! pointer and a distance, whatever was computed; its shadow is then as far from the shadow of the pointer. Where one of
//! several pointers is chosen, and nothing computed, the choice is made among the pointers themselves.

use std::collections::{HashMap, HashSet};
use zymase_analysis::distances;
use zymase_core::Failure;
use zymase_llvm::{Analyses, Builder, Function, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// Makes addresses computed with integers distances from pointers.
pub fn rewrite(function: Function) -> Result<(), Failure> {
    let computed = |i: &Value| i.opcode() == Some(Opcode::LLVMIntToPtr) && is_computed(i.operand(0));
    let all: Vec<Value> = function.instructions().into_iter().filter(computed).collect();
    if !all.is_empty() {
        follow(function, all)?;
    }
    measure_by_pointers(function);
    count_from_other_objects(function);
    Ok(())
}

/// Lets an address that is found by the distance to another object be counted from that object, where that is known to be
/// another one: nobody else would know where the address leads.
fn count_from_other_objects(function: Function) {
    let word = function.module().integer_type(64);
    for address in function.instructions() {
        if address.opcode() != Some(Opcode::LLVMGetElementPtr) || !address.ty().is_pointer() {
            continue;
        }
        let found = distances::of(address).filter(|found| found.from_its_base && found.is_elsewhere());
        let (Some(measured), Some(offset)) = (found, address.gep_offset()) else { continue };
        if offset.variable.iter().any(|(index, _)| index.ty() != word) {
            continue;
        }
        let builder = Builder::before(address);
        let distance =
            |to: Value, from: Value| builder.sub(builder.pointer_to_int(to, word), builder.pointer_to_int(from, word));
        let mut rest = builder.add(distance(address.operand(0), measured.from), Value::integer(word, offset.constant));
        for (index, scale) in offset.variable {
            rest = builder.add(rest, builder.mul(index, Value::integer(word, scale)));
        }
        rest = builder.sub(rest, distance(measured.to, measured.from));
        address.replace_all_uses_with(builder.offset(measured.to, rest));
        address.erase_instruction();
    }
}

/// Makes addresses that are computed with integers ones that are computed with pointers.
fn follow(function: Function, all: Vec<Value>) -> Result<(), Failure> {
    let analyses = Analyses::of(function);
    let reaches = |leaf: Value, made: Value| match (leaf.block(), made.block()) {
        (Some(of_leaf), Some(of_made)) => analyses.dominates(of_leaf, of_made),
        _ => true,
    };
    let mut chosen = Chosen { function, known: HashMap::new() };
    for made in all {
        if let Some(pointer) = chosen.pointer(made.operand(0), made.ty()) {
            made.replace_all_uses_with(pointer);
            made.erase_instruction();
            continue;
        }
        match Search::default().origin(made.operand(0)) {
            Origin::Pointer(pointer) if reaches(pointer, made) => replace(made, pointer),
            Origin::Pointer(_) | Origin::Several if leads_to_numbers(made) => return Err(several(made)),
            Origin::Integer(_) if is_masked(made.operand(0)) && leads_to_numbers(made) => return Err(tagged(made)),
            _ => {}
        }
    }
    Ok(())
}

/// Lets distances and comparisons be between pointers where a choice among pointers stands beside the same choice among their
/// addresses: of the two nobody knows that they are the same.
pub fn measure_by_pointers(function: Function) {
    let measures = |user: &Value| matches!(user.opcode(), Some(Opcode::LLVMSub | Opcode::LLVMICmp));
    for block in function.blocks() {
        let (pointers, others): (Vec<Value>, Vec<Value>) =
            block.phis().into_iter().partition(|phi| phi.ty().is_pointer());
        for integer in others.into_iter().filter(|phi| phi.ty().is_integer() && phi.ty().integer_bits() == 64) {
            let users: Vec<Value> = integer.users().into_iter().filter(measures).collect();
            let pointer = pointers.iter().find(|pointer| !users.is_empty() && is_address_of(integer, **pointer));
            let (Some(pointer), Some(place)) = (pointer, block.first_non_phi()) else { continue };
            let address = Builder::before(place).pointer_to_int(*pointer, integer.ty());
            for user in users {
                for (index, operand) in user.operands().into_iter().enumerate() {
                    if operand == integer {
                        user.set_operand(index, address);
                    }
                }
            }
        }
    }
}

/// Does one phi of a block always hold the address that another one is?
fn is_address_of(integer: Value, pointer: Value) -> bool {
    integer.incoming().into_iter().all(|(value, block)| {
        let Some(beside) = pointer.incoming_for(block) else { return false };
        match value.opcode() {
            Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr) => value.operand(0) == beside,
            _ if value.is_constant() => value.as_constant_address(pointer.ty()) == beside,
            _ => false,
        }
    })
}

/// The pointer, and how far the address is from it.
fn replace(made: Value, pointer: Value) {
    let builder = Builder::before(made);
    let address = made.operand(0);
    let distance = builder.sub(address, builder.pointer_to_int(pointer, address.ty()));
    made.replace_all_uses_with(builder.offset(pointer, distance));
    made.erase_instruction();
}

/// Integers that are one of several addresses, and the same choices among the pointers.
struct Chosen {
    function: Function,
    known: HashMap<Value, Value>,
}

impl Chosen {
    /// The pointer whose address an integer is, if it is the address of one of several pointers.
    fn pointer(&mut self, integer: Value, ty: Type) -> Option<Value> {
        let choices = choices(integer, ty)?;
        let phis = choices.iter().copied().filter(|choice| choice.opcode() == Some(Opcode::LLVMPHI));
        let new: Vec<Value> = phis.filter(|phi| !self.known.contains_key(phi)).collect();
        for phi in &new {
            self.known.insert(*phi, Builder::before(*phi).phi(ty, "address"));
        }
        for phi in new {
            for (value, block) in phi.incoming() {
                let pointer = self.of(value, ty);
                self.known[&phi].add_incoming(pointer, block);
            }
        }
        Some(self.of(integer, ty))
    }

    fn of(&mut self, value: Value, ty: Type) -> Value {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let pointer = match value.opcode() {
            Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr) => value.operand(0),
            Some(Opcode::LLVMSelect) => {
                let [first, second] = [1, 2].map(|side| self.of(value.operand(side), ty));
                Builder::before(value).select(value.operand(0), first, second)
            }
            Some(Opcode::LLVMAdd) if is_of_pointers(value) => {
                let (address, distance) = moved(value).expect("a sum of an address and a distance");
                let pointer = self.of(address, ty);
                Builder::before(self.place_behind(value)).offset(pointer, distance)
            }
            _ if value.as_integer() == Some(0) => Value::null(ty),
            // A size or a hash is no address of anything: nobody may conclude from it what lies there.
            _ if is_computed(value) => Builder::before(self.place_behind(value)).offset(Value::null(ty), value),
            _ => Builder::before(self.place_behind(value)).int_to_pointer(value, ty),
        };
        self.known.insert(value, pointer);
        pointer
    }

    /// The first place at which a value is there.
    fn place_behind(&self, value: Value) -> Value {
        let place = match value.block() {
            Some(_) => value.next_instruction(),
            None => self.function.entry().first_non_phi(),
        };
        place.expect("a terminator comes after every value")
    }
}

/// The merges and selections that an integer is, if they choose among addresses of pointers and integers that have
/// nothing to do with pointers: Rust keeps a pointer where another variant of an `enum` has a size or an index, and empty
/// vectors are at small constants.
fn choices(integer: Value, ty: Type) -> Option<HashSet<Value>> {
    let mut seen = HashSet::new();
    let mut has_pointer = false;
    let mut work = vec![integer];
    while let Some(value) = work.pop() {
        match value.opcode() {
            Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr) if value.operand(0).ty() == ty => has_pointer = true,
            Some(Opcode::LLVMPHI) if seen.insert(value) => work.extend(value.incoming().into_iter().map(|(v, _)| v)),
            Some(Opcode::LLVMSelect) if seen.insert(value) => work.extend([value.operand(1), value.operand(2)]),
            Some(Opcode::LLVMPHI | Opcode::LLVMSelect) => {}
            _ if !is_of_pointers(value) => {}
            Some(Opcode::LLVMAdd) => work.push(moved(value)?.0),
            _ => return None,
        }
    }
    (has_pointer && !seen.is_empty()).then_some(seen)
}

/// The address and the distance that a sum is of.
fn moved(sum: Value) -> Option<(Value, Value)> {
    match (is_of_pointers(sum.operand(0)), is_of_pointers(sum.operand(1))) {
        (true, false) => Some((sum.operand(0), sum.operand(1))),
        (false, true) => Some((sum.operand(1), sum.operand(0))),
        _ => None,
    }
}

/// Was the integer computed from addresses?
fn is_of_pointers(value: Value) -> bool {
    value.opcode() == Some(Opcode::LLVMInvoke)
        || matches!(Search::default().origin(value), Origin::Pointer(_) | Origin::Several)
}

/// Are numbers read or written behind the pointer?
fn leads_to_numbers(pointer: Value) -> bool {
    let mut seen = HashSet::from([pointer]);
    let mut work = vec![pointer];
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) if user.ty().contains_float() => return true,
                Some(Opcode::LLVMStore) if user.operand(0).ty().contains_float() => return true,
                _ if user.passes_pointer_on() && seen.insert(user) => work.push(user),
                _ => {}
            }
        }
    }
    false
}

fn tagged(made: Value) -> Failure {
    let diagnostic =
        Diagnostic::new("a pointer that was stored as an integer, with other bits in it, is used as an address here")
            .with_help("keep it as a pointer, and the bits beside it: its shadow is not known");
    Failure::at(made, diagnostic)
}

fn several(made: Value) -> Failure {
    let diagnostic = Diagnostic::new("an address is computed from several pointers here: its shadow is not known")
        .with_help("compute distances between pointers, and add them to one pointer");
    Failure::at(made, diagnostic)
}

/// What an integer was computed from.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Origin {
    /// No address.
    None,
    /// One pointer.
    Pointer(Value),
    /// No pointer, but one integer that is not known: it may be an address that was kept as an integer.
    Integer(Value),
    /// Several pointers, or a pointer and something else that may be one.
    Several,
    /// Several integers.
    Unclear,
}

fn is_computed(value: Value) -> bool {
    use Opcode::*;
    let arithmetic = matches!(
        value.opcode(),
        Some(
            LLVMAdd
                | LLVMSub
                | LLVMAnd
                | LLVMOr
                | LLVMXor
                | LLVMShl
                | LLVMLShr
                | LLVMMul
                | LLVMUDiv
                | LLVMPHI
                | LLVMSelect
        )
    );
    arithmetic && value.ty().is_integer() && value.ty().integer_bits() == 64
}

fn is_masked(value: Value) -> bool {
    matches!(value.opcode(), Some(Opcode::LLVMAnd | Opcode::LLVMOr | Opcode::LLVMXor))
}

#[derive(Default)]
struct Search {
    known: HashMap<Value, Option<Origin>>,
}

impl Search {
    fn origin(&mut self, value: Value) -> Origin {
        if let Some(known) = self.known.get(&value) {
            // Where a loop comes back to itself it adds nothing.
            return known.unwrap_or(Origin::None);
        }
        self.known.insert(value, None);
        let found = self.compute(value);
        self.known.insert(value, Some(found));
        found
    }

    fn compute(&mut self, value: Value) -> Origin {
        use Opcode::*;
        match value.opcode() {
            _ if value.is_constant() => Origin::None,
            Some(LLVMPtrToInt | LLVMPtrToAddr) => Origin::Pointer(value.operand(0)),
            // How many elements lie between two addresses.
            Some(LLVMUDiv | LLVMSDiv | LLVMLShr | LLVMAShr) if value.is_exact() => Origin::None,
            Some(LLVMSub) => match (self.origin(value.operand(0)), self.origin(value.operand(1))) {
                // The distance from an address is none.
                (_, Origin::Pointer(_) | Origin::Several) => Origin::None,
                (left, right) => joined(left, right),
            },
            // Of two addresses, one of which is kept in the other's memory: the result is neither's neighbour.
            Some(LLVMXor) => match (self.origin(value.operand(0)), self.origin(value.operand(1))) {
                (Origin::None, other) | (other, Origin::None) => other,
                (Origin::Pointer(_) | Origin::Several, _) | (_, Origin::Pointer(_) | Origin::Several) => {
                    Origin::Several
                }
                _ => Origin::Unclear,
            },
            Some(LLVMAdd | LLVMAnd | LLVMOr | LLVMShl | LLVMLShr | LLVMMul | LLVMUDiv) => {
                let left = self.origin(value.operand(0));
                joined(left, self.origin(value.operand(1)))
            }
            // Not only how the address is computed, but from what, would depend on the path.
            Some(LLVMPHI) => {
                let all: Vec<Origin> = value.incoming().into_iter().map(|(v, _)| self.origin(v)).collect();
                alternatives(value, &all)
            }
            Some(LLVMSelect) => {
                let all = [self.origin(value.operand(1)), self.origin(value.operand(2))];
                alternatives(value, &all)
            }
            Some(LLVMURem | LLVMSRem) => Origin::None,
            _ => Origin::Integer(value),
        }
    }
}

/// Of both together: a pointer goes before an integer, which is then an index.
fn joined(left: Origin, right: Origin) -> Origin {
    match (left, right) {
        (Origin::None, other) | (other, Origin::None) => other,
        (Origin::Several, _) | (_, Origin::Several) => Origin::Several,
        (Origin::Pointer(a), Origin::Pointer(b)) if a != b => Origin::Several,
        (Origin::Pointer(pointer), _) | (_, Origin::Pointer(pointer)) => Origin::Pointer(pointer),
        (Origin::Integer(a), Origin::Integer(b)) if a == b => left,
        _ => Origin::Unclear,
    }
}

/// Of one or the other: the same, or none of those known.
fn alternatives(value: Value, all: &[Origin]) -> Origin {
    let mut found = all.iter().filter(|origin| **origin != Origin::None);
    let Some(first) = found.next() else { return Origin::None };
    match first {
        Origin::Pointer(_) if found.all(|other| other == first) => *first,
        Origin::Integer(_) | Origin::Unclear
            if found.all(|other| matches!(other, Origin::Integer(_) | Origin::Unclear)) =>
        {
            Origin::Integer(value)
        }
        _ => Origin::Several,
    }
}
