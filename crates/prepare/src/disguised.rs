//! Pointers that travel as floating-point numbers, and numbers that travel as pointers.
//!
//! What a union holds is chosen with the type of one of its members: of `cond ? a : b`, where `a` holds a number and `b` a
//! pointer, optimisers make a choice between two `double`s. A number has a derivative and no shadow: that of the pointer would
//! be lost. So what is used as an address, or stored, is chosen among integers, which carry both.
//!
//! The storage of a `std::function` is declared as pointers. Where a closure of a `float` and an `int` lies in it, both are moved as
//! one pointer, which has a shadow, where the `float` needs a derivative: they are moved as an integer.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use zymase_analysis::choices::{among, is_only_moved, leaves};
use zymase_llvm::{Analyses, Builder, Function, Module, Opcode, Type, Value};

/// Lets pointers travel as integers.
pub fn uncover(function: Function) {
    let module = function.module();
    let (number, word) = (module.double_type(), module.integer_type(64));
    let mut integers = Copies::new(function, Some(word), bits);
    for use_of_bits in function.instructions() {
        let Some(value) = use_of_bits.operands().first().copied().filter(|value| value.ty() == number) else {
            continue;
        };
        match use_of_bits.opcode() {
            Some(Opcode::LLVMBitCast)
                if use_of_bits.ty() == word
                    && (is_choice(value) && has_pointer(value) || is_read(value) && becomes_pointer(use_of_bits)) =>
            {
                let integer = integers.of(value);
                use_of_bits.replace_all_uses_with(integer);
                use_of_bits.erase_instruction();
            }
            Some(Opcode::LLVMStore) if is_choice(value) && has_pointer(value) => {
                let integer = integers.of(value);
                use_of_bits.set_operand(0, integer);
            }
            _ => {}
        }
    }
}

/// Lets what is moved as a pointer be moved as an integer, where it may consist of parts, one of which is a float. Whether there is
/// anything: then the pointers may be of no use any more.
pub fn uncover_parts(function: Function) -> bool {
    let (word, pointer) = (function.module().integer_type(64), function.module().pointer_type());
    let mut parts = Parts::of(function);
    let analyses = LazyCell::new(|| Analyses::of(function));
    let mut integers = Copies::new(function, Some(word), bits_of_pointer);
    let mut has_changed = false;
    loop {
        let before = has_changed;
        has_changed = false;
        for user in function.instructions() {
            let is_stored = user.opcode() == Some(Opcode::LLVMStore) && user.is_simple_access();
            let is_taken = user.opcode() == Some(Opcode::LLVMPtrToInt) && user.ty() == word;
            if !(is_stored || is_taken) || user.operand(0).ty() != pointer {
                continue;
            }
            let moved = user.operand(0);
            let may_be_parts = parts.may_be(moved) || is_stored && parts.are_at(user.operand(1)) && is_copied(moved);
            if !may_be_parts || !moved.is_null() && is_followed_there(moved, user, &analyses) {
                continue;
            }
            let integer = integers.of(moved);
            if is_stored {
                user.set_operand(0, integer);
                parts.add(user.operand(1), word);
            } else {
                user.replace_all_uses_with(integer);
                user.erase_instruction();
            }
            has_changed = true;
        }
        if !has_changed {
            return before;
        }
    }
}

/// Where floats lie that are narrower than a pointer: the first byte and how many, in objects; no first byte where it is not known.
struct Parts {
    module: Module,
    of_objects: HashMap<Value, Vec<(Option<i64>, i64)>>,
}

impl Parts {
    fn of(function: Function) -> Parts {
        let mut parts = Parts { module: function.module(), of_objects: HashMap::new() };
        let pointer = parts.module.pointer_type();
        for i in function.instructions() {
            let (ty, place) = match i.opcode() {
                Some(Opcode::LLVMLoad) => (i.ty(), i.operand(0)),
                Some(Opcode::LLVMStore) => (i.operand(0).ty(), i.operand(1)),
                _ => continue,
            };
            if ty.is_float_like() && parts.module.store_size(ty.scalar()) < parts.module.store_size(pointer) {
                parts.add(place, ty);
            }
        }
        parts
    }

    /// Parts lie where something of this type does.
    fn add(&mut self, place: Value, ty: Type) {
        let bytes = i64::try_from(self.module.store_size(ty)).unwrap_or(i64::MAX);
        let first = place.offset_in_object(self.module);
        self.of_objects.entry(place.underlying_object()).or_default().push((first, bytes));
    }

    /// Do parts lie where a pointer does?
    fn are_at(&self, place: Value) -> bool {
        let bytes = self.module.store_size(self.module.pointer_type()) as i64;
        let at = place.offset_in_object(self.module);
        let overlaps = |(first, count): &(Option<i64>, i64)| match (at, first) {
            (Some(at), Some(first)) => *first < at + bytes && at < first + count,
            _ => true,
        };
        self.of_objects.get(&place.underlying_object()).is_some_and(|parts| parts.iter().any(overlaps))
    }

    /// May a pointer be, or be chosen among, parts that lie side by side?
    fn may_be(&self, pointer: Value) -> bool {
        let leaves = leaves(pointer);
        let is_read = |leaf: Value| is_plain_load(leaf) && self.are_at(leaf.operand(0));
        leaves.iter().all(|leaf| leaf.opcode() != Some(Opcode::LLVMInvoke))
            && leaves.iter().any(|leaf| is_made_of_parts(*leaf) || is_read(*leaf))
    }
}

/// Is it nothing but what was read from memory, or null?
fn is_copied(pointer: Value) -> bool {
    leaves(pointer).into_iter().all(|leaf| is_plain_load(leaf) || leaf.is_null())
}

/// Is it put together of parts, and not an address that was computed?
fn is_made_of_parts(leaf: Value) -> bool {
    leaf.opcode() == Some(Opcode::LLVMIntToPtr)
        && leaf.operand(0).ty().is_integer()
        && leaf.operand(0).ty().integer_bits() == 64
        && leaf.operand(0).opcode() == Some(Opcode::LLVMOr)
}

/// The bits of a pointer as an integer.
fn bits_of_pointer(copies: &mut Copies, value: Value) -> Value {
    let word = copies.function.module().integer_type(64);
    match value.opcode() {
        Some(Opcode::LLVMIntToPtr) if value.operand(0).ty() == word => value.operand(0),
        Some(Opcode::LLVMFreeze) => {
            let chosen = copies.of(value.operand(0));
            copies.behind(value).freeze(chosen)
        }
        Some(Opcode::LLVMLoad) if is_plain_load(value) => read_as(word, value),
        _ => copies.behind(value).pointer_to_int(value, word),
    }
}

/// What a load reads, read once more as another type.
fn read_as(ty: Type, value: Value) -> Value {
    let load = Builder::before(value).load(ty, value.operand(0));
    load.set_alignment(value.alignment());
    load
}

/// Lets what is read as a pointer be read and chosen once more where it is moved, if it is followed elsewhere: where it is only
/// moved it may be a number.
pub fn read_apart(function: Function) {
    let mut copies = Copies::new(function, None, |copies, value| match value.opcode() {
        Some(Opcode::LLVMLoad) if is_plain_load(value) => Builder::before(value).clone_with(value, &value.operands()),
        Some(Opcode::LLVMFreeze) => {
            let chosen = copies.of(value.operand(0));
            copies.behind(value).freeze(chosen)
        }
        _ => value,
    });
    let analyses = LazyCell::new(|| Analyses::of(function));
    for user in function.instructions() {
        let is_move = match user.opcode() {
            Some(Opcode::LLVMStore) => true,
            Some(Opcode::LLVMPtrToInt) => moves_bits(user),
            _ => false,
        };
        if is_move
            && user.operand(0).ty().is_pointer()
            && is_read(user.operand(0))
            && is_followed(user.operand(0))
            && !is_followed_there(user.operand(0), user, &analyses)
        {
            let moved = copies.of(user.operand(0));
            user.set_operand(0, moved);
        }
    }
}

/// Is a pointer followed wherever it is moved by this instruction? Then it is no float there.
fn is_followed_there(pointer: Value, moved: Value, analyses: &Analyses) -> bool {
    let follows = |pointer: Value, user: Value| match user.opcode() {
        Some(Opcode::LLVMLoad) => true,
        Some(Opcode::LLVMStore) => user.operand(1) == pointer,
        _ => false,
    };
    let is_before = |user: Value| {
        user.block().zip(moved.block()).is_some_and(|(here, there)| here == there || analyses.dominates(here, there))
    };
    pointer.users().into_iter().any(|user| match user.opcode() {
        Some(Opcode::LLVMGetElementPtr) => user.users().into_iter().any(|next| follows(user, next) && is_before(next)),
        _ => follows(pointer, user) && is_before(user),
    })
}

/// Is a pointer, or one that it is chosen among, used for more than to be moved?
fn is_followed(pointer: Value) -> bool {
    let (mut seen, mut work) = (HashSet::new(), vec![pointer]);
    while let Some(value) = work.pop() {
        if !seen.insert(value) || among(value).is_empty() && !is_plain_load(value) {
            continue;
        }
        if !is_only_moved(value) {
            return true;
        }
        work.extend(among(value));
    }
    false
}

/// Are the bits of a pointer stored, chosen, or taken for a float? Otherwise they are an integer to count with.
fn moves_bits(integer: Value) -> bool {
    use Opcode::*;
    let is_move =
        |user: &Value| matches!(user.opcode(), Some(LLVMStore | LLVMBitCast | LLVMPHI | LLVMSelect | LLVMFreeze));
    integer.users().iter().any(is_move)
}

fn is_choice(value: Value) -> bool {
    matches!(value.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMSelect))
}

/// Is it, or may it be, what was read from memory?
fn is_read(value: Value) -> bool {
    leaves(value).into_iter().any(is_plain_load)
}

fn is_plain_load(value: Value) -> bool {
    value.opcode() == Some(Opcode::LLVMLoad) && value.is_simple_access()
}

/// Is a pointer among what is chosen?
fn has_pointer(value: Value) -> bool {
    let is_address = |value: Value| matches!(value.opcode(), Some(Opcode::LLVMPtrToInt | Opcode::LLVMPtrToAddr));
    if leaves(value).into_iter().any(|leaf| leaf.opcode() == Some(Opcode::LLVMInvoke)) {
        return false;
    }
    let is_disguised = |leaf: Value| {
        leaf.opcode() == Some(Opcode::LLVMBitCast)
            && leaf.operand(0).ty().is_integer()
            && leaves(leaf.operand(0)).into_iter().any(is_address)
    };
    leaves(value).into_iter().any(is_disguised)
}

/// Is an integer used as an address, itself or where it is chosen?
fn becomes_pointer(integer: Value) -> bool {
    let (mut seen, mut work) = (HashSet::from([integer]), vec![integer]);
    while let Some(value) = work.pop() {
        for user in value.users() {
            match user.opcode() {
                Some(Opcode::LLVMIntToPtr) => return true,
                Some(Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMFreeze) if seen.insert(user) => work.push(user),
                _ => {}
            }
        }
    }
    false
}

/// Values made anew: choices are chosen again, from what `leaf` makes of what they are chosen among.
struct Copies {
    function: Function,
    /// That of the copies, unless it is that of the values.
    ty: Option<Type>,
    leaf: fn(&mut Copies, Value) -> Value,
    known: HashMap<Value, Value>,
}

impl Copies {
    fn new(function: Function, ty: Option<Type>, leaf: fn(&mut Copies, Value) -> Value) -> Copies {
        Copies { function, ty, leaf, known: HashMap::new() }
    }

    fn of(&mut self, value: Value) -> Value {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let copy = match value.opcode() {
            Some(Opcode::LLVMPHI) => return self.of_phi(value),
            Some(Opcode::LLVMSelect) => {
                let [first, second] = [1, 2].map(|side| self.of(value.operand(side)));
                self.behind(value).select(value.operand(0), first, second)
            }
            _ => (self.leaf)(self, value),
        };
        self.known.insert(value, copy);
        copy
    }

    fn of_phi(&mut self, value: Value) -> Value {
        let phi = Builder::before(value).phi(self.ty.unwrap_or(value.ty()), "moved");
        self.known.insert(value, phi);
        for (incoming, block) in value.incoming() {
            let copy = self.of(incoming);
            phi.add_incoming(copy, block);
        }
        phi
    }

    /// The first place at which a value is there.
    fn behind(&self, value: Value) -> Builder {
        let place = match value.block() {
            Some(block) if value.opcode() == Some(Opcode::LLVMPHI) => block.first_non_phi(),
            Some(_) => value.next_instruction(),
            None => self.function.entry().first_non_phi(),
        };
        Builder::before(place.expect("a terminator comes after every value"))
    }
}

/// The bits of a float as an integer.
fn bits(copies: &mut Copies, value: Value) -> Value {
    let word = copies.function.module().integer_type(64);
    match value.opcode() {
        Some(Opcode::LLVMBitCast) if value.operand(0).ty() == word => value.operand(0),
        Some(Opcode::LLVMLoad) if is_plain_load(value) => read_as(word, value),
        _ => copies.behind(value).bitcast(value, word),
    }
}
