//! Pointers that travel as floating-point numbers.
//!
//! What a union holds is chosen with the type of one of its members: of `cond ? a : b`, where `a` holds a number and `b` a
//! pointer, optimisers make a choice between two `double`s. A number has a derivative and no shadow: that of the pointer would
//! be lost. So what is used as an address, or stored, is chosen among integers, which carry both.

use std::collections::{HashMap, HashSet};
use zymase_analysis::choices::leaves;
use zymase_llvm::{Builder, Function, Opcode, Type, Value};

/// Lets pointers travel as integers.
pub fn uncover(function: Function) {
    let module = function.module();
    let (number, word) = (module.double_type(), module.integer_type(64));
    let mut integers = Integers { function, word, known: HashMap::new() };
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

/// Lets what is read as a pointer be read once more where it is moved, if it is followed elsewhere: where it is only moved it may
/// be a number.
pub fn read_apart(function: Function) {
    for load in function.instructions() {
        if !load.ty().is_pointer() || !is_plain_load(load) {
            continue;
        }
        let (moves, others): (Vec<Value>, Vec<Value>) =
            load.users().into_iter().partition(|user| is_moved_by(load, *user));
        if moves.is_empty() || others.is_empty() {
            continue;
        }
        let again = Builder::before(load).clone_with(load, &load.operands());
        for user in moves {
            for (index, operand) in user.operands().into_iter().enumerate() {
                if operand == load {
                    user.set_operand(index, again);
                }
            }
        }
    }
}

/// Is a pointer only stored by its user, or where it is chosen there?
fn is_moved_by(pointer: Value, user: Value) -> bool {
    let stores = |value: Value, user: Value| user.opcode() == Some(Opcode::LLVMStore) && user.operand(1) != value;
    stores(pointer, user) || is_choice(user) && user.users().into_iter().all(|next| stores(user, next))
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

/// Numbers as integers of the same bits.
struct Integers {
    function: Function,
    word: Type,
    known: HashMap<Value, Value>,
}

impl Integers {
    fn of(&mut self, value: Value) -> Value {
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let integer = match value.opcode() {
            Some(Opcode::LLVMPHI) => return self.of_phi(value),
            Some(Opcode::LLVMSelect) => {
                let [first, second] = [1, 2].map(|side| self.of(value.operand(side)));
                self.behind(value).select(value.operand(0), first, second)
            }
            Some(Opcode::LLVMBitCast) if value.operand(0).ty() == self.word => value.operand(0),
            Some(Opcode::LLVMLoad) if is_plain_load(value) => {
                let load = Builder::before(value).load(self.word, value.operand(0));
                load.set_alignment(value.alignment());
                load
            }
            _ => self.behind(value).bitcast(value, self.word),
        };
        self.known.insert(value, integer);
        integer
    }

    fn of_phi(&mut self, value: Value) -> Value {
        let phi = Builder::before(value).phi(self.word, "bits");
        self.known.insert(value, phi);
        for (incoming, block) in value.incoming() {
            let integer = self.of(incoming);
            phi.add_incoming(integer, block);
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
