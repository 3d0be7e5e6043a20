//! What a kernel reads and writes behind its parameters, and of what format numbers there are.
//!
//! A pointer is followed through addresses, choices and casts. Where it goes anywhere else, to memory or to a function that is not known, everything may be
//! done with it; so it is with what is not seen.

use crate::table::{Access, Format};
use std::collections::{HashMap, HashSet};
use zymase_llvm::{Function, Linkage, Opcode, Type, Value};

/// What is done behind a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Uses {
    pub access: Access,
    pub format: Format,
    /// Pointers are read from there.
    pub holds_pointers: bool,
}

/// A pointer that nobody follows.
pub const NOTHING: Uses =
    Uses { access: Access { reads: false, writes: false }, format: Format::None, holds_pointers: false };

/// What may be done by code that is not seen.
pub const ANYTHING: Uses = Uses { access: Access { reads: true, writes: true }, ..NOTHING };

impl Uses {
    pub fn join(self, other: Uses) -> Uses {
        Uses {
            access: Access {
                reads: self.access.reads | other.access.reads,
                writes: self.access.writes | other.access.writes,
            },
            format: self.format.with(other.format),
            holds_pointers: self.holds_pointers | other.holds_pointers,
        }
    }
}

fn format_of(ty: Type) -> Format {
    let parts = match () {
        _ if ty.is_struct() => ty.struct_elements(),
        _ if ty.is_array() || ty.is_vector() => vec![ty.element()],
        _ if ty.is_single() => return Format::Single,
        _ if ty.is_double() => return Format::Double,
        _ => Vec::new(),
    };
    parts.into_iter().map(format_of).fold(Format::None, Format::with)
}

fn reading(ty: Type) -> Uses {
    let access = Access { reads: true, writes: false };
    Uses { access, format: format_of(ty), holds_pointers: ty.contains_pointer() }
}

fn writing(ty: Type) -> Uses {
    let access = Access { reads: false, writes: true };
    Uses { access, format: format_of(ty), holds_pointers: ty.contains_pointer() }
}

/// Looks behind pointers, also in functions that they are passed to.
#[derive(Default)]
pub struct Reader {
    /// Functions whose variables are in memory, and copies of them whose variables are values.
    copies: HashMap<Function, Function>,
    /// Parameters that are looked at.
    open: HashSet<Value>,
}

impl Reader {
    /// A function as it is when its variables are values. Code that is not optimised has them in memory.
    pub fn readable(&mut self, function: Function) -> Function {
        if !function.has_attribute("optnone") {
            return function;
        }
        *self.copies.entry(function).or_insert_with(|| {
            let copy = function.module().add_function("zymase_read", function.function_type());
            copy.copy_attributes(function);
            copy.set_callable();
            copy.set_linkage(Linkage::LLVMInternalLinkage);
            ["optnone", "noinline"].iter().for_each(|name| copy.remove_attribute(name));
            function.clone_body_into(copy, &copy.parameters());
            // What cannot be simplified is read as it is.
            let _ = copy.run_passes("sroa,early-cse");
            copy
        })
    }

    /// Drops the copies.
    pub fn close(self) {
        self.copies.into_values().for_each(Function::erase);
    }

    /// What is done behind a pointer, and behind those that are computed from it.
    pub fn behind(&mut self, pointer: Value) -> Uses {
        let mut all = NOTHING;
        let mut seen = HashSet::new();
        let mut work = vec![pointer];
        while let Some(pointer) = work.pop() {
            if !seen.insert(pointer) {
                continue;
            }
            for user in pointer.users() {
                if is_address_of(user) {
                    work.push(user);
                } else if user.opcode() == Some(Opcode::LLVMCall) {
                    all = all.join(self.of_call(user, pointer));
                } else {
                    all = all.join(of_access(user, pointer));
                }
            }
        }
        all
    }

    fn of_call(&mut self, call: Value, pointer: Value) -> Uses {
        let callee = call.called_function();
        let name = callee.map(|f| f.name()).unwrap_or_default();
        let places: Vec<usize> = (0..call.arguments().len()).filter(|k| call.arguments()[*k] == pointer).collect();
        let mut all = NOTHING;
        for place in places {
            all = all.join(match () {
                _ if name.starts_with("llvm.lifetime") || name.starts_with("llvm.assume") => NOTHING,
                _ if name.starts_with("llvm.memset") => {
                    Uses { access: Access { reads: false, writes: true }, ..NOTHING }
                }
                _ if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") => {
                    Uses { access: Access { reads: place == 1, writes: place == 0 }, ..NOTHING }
                }
                _ if name.starts_with("llvm.nvvm.ldg") || name.starts_with("llvm.nvvm.ldu") => reading(call.ty()),
                _ => callee.map_or(ANYTHING, |callee| self.of_parameter(callee, place)),
            });
        }
        all
    }

    fn of_parameter(&mut self, callee: Function, place: usize) -> Uses {
        if callee.is_declaration() || place >= callee.parameters().len() || callee.may_be_replaced() {
            return ANYTHING;
        }
        let parameter = self.readable(callee).parameter(place);
        if !self.open.insert(parameter) {
            // It is being looked at: what is found there counts once.
            return NOTHING;
        }
        let uses = self.behind(parameter);
        self.open.remove(&parameter);
        uses
    }
}

fn is_address_of(user: Value) -> bool {
    matches!(
        user.opcode(),
        Some(
            Opcode::LLVMGetElementPtr
                | Opcode::LLVMPHI
                | Opcode::LLVMSelect
                | Opcode::LLVMBitCast
                | Opcode::LLVMAddrSpaceCast
                | Opcode::LLVMFreeze
        )
    )
}

fn of_access(user: Value, pointer: Value) -> Uses {
    match user.opcode() {
        Some(Opcode::LLVMLoad) => reading(user.ty()),
        Some(Opcode::LLVMStore) if user.operand(0) == pointer => ANYTHING,
        Some(Opcode::LLVMStore) => writing(user.operand(0).ty()),
        Some(Opcode::LLVMAtomicRMW) if user.operand(0) == pointer => {
            reading(user.operand(1).ty()).join(writing(user.operand(1).ty()))
        }
        Some(Opcode::LLVMICmp) => NOTHING,
        _ => ANYTHING,
    }
}
