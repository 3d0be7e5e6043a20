//! Constant pointers: global variables, their initial values, constant expressions.
use super::Constraints;
use super::pointers::is_null_or_sentinel;
use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, Fact, Strength, UNKNOWN_STRIDE};
use zymase_llvm::{Opcode, Value};

/// Constant expressions and initialisers nested deeper than this are not looked into.
pub const MOST_CONSTANT_NESTING: u32 = 32;

impl Constraints {
    pub fn constant_address(&mut self, pointer: Value, depth: u32) -> Option<Address> {
        let address = match pointer.opcode() {
            Some(Opcode::LLVMGetElementPtr) => {
                let base = self.address_within(pointer.operand(0), depth + 1)?;
                match pointer.constant_gep_offset(self.module) {
                    Some(offset) => base.plus(offset),
                    None => self.graph.element(base, UNKNOWN_STRIDE),
                }
            }
            Some(Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) => {
                self.address_within(pointer.operand(0), depth + 1)?
            }
            _ => {
                let address = self.graph.add_node(Some(pointer));
                self.open_address(address);
                address
            }
        };
        self.addresses.insert(pointer, address);
        Some(address)
    }

    pub fn read_global(&mut self, global: Value, address: Address, depth: u32) {
        use zymase_llvm::Linkage::*;
        self.globals.push(global);
        let declared = self.declared_type(global.global_value_type());
        self.graph.view(address, declared);
        let local = matches!(global.global_linkage(), LLVMInternalLinkage | LLVMPrivateLinkage);
        let initial = global.initializer();
        // Constant data leads nowhere, whoever looks at it, and it has no derivative.
        let is_data = global.is_constant_global() && initial.is_some_and(|value| !value.ty().contains_pointer());
        let is_seen = !(local || global.is_constant_global()) || self.is_used_elsewhere(global, 0);
        if is_seen && !is_data {
            self.open_address(address);
        }
        if let Some(value) = initial {
            self.read_text(address, value);
            self.read_initializer(address, value, depth);
        }
    }

    /// A text that can be printed. (Compilers write other constants as bytes too.)
    fn read_text(&mut self, at: Address, value: Value) {
        let printable = |text: &String| text.len() > 1 && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let Some(text) = value.as_text().filter(printable) else { return };
        let source = self.source(value, "a text");
        let fact = Fact { kind: Kind::Integer, size: 1, strength: Strength::Faint, source };
        self.repeat_fact(at, text.len() as u64, fact);
    }

    /// Whether functions that are not read, or other globals, use a global.
    fn is_used_elsewhere(&self, constant: Value, depth: u32) -> bool {
        depth >= MOST_CONSTANT_NESTING
            || constant.users().into_iter().any(|user| match user.parent_function() {
                Some(function) => !self.bodies.contains(&function),
                None => !user.is_constant_expression() || self.is_used_elsewhere(user, depth + 1),
            })
    }

    /// Pointers in a constant initialiser.
    fn read_initializer(&mut self, at: Address, value: Value, depth: u32) {
        let ty = value.ty();
        if ty.is_pointer() {
            if let Some(to) = self.address_within(value, depth + 1) {
                let source = self.source(value, "an initial value");
                let size = self.pointer_bytes;
                self.graph.fact(at, Fact { kind: Kind::Pointer, size, strength: Strength::Observed, source });
                let slot = self.graph.slot(at);
                if !is_null_or_sentinel(value) {
                    self.graph.view(slot, to);
                }
            }
            return;
        }
        if !value.is_constant_aggregate() || depth >= MOST_CONSTANT_NESTING || !ty.contains_pointer() {
            return;
        }
        for (index, element) in value.operands().into_iter().enumerate() {
            let offset = if ty.is_struct() {
                self.module.field_offset(ty, index as u32)
            } else {
                index as u64 * self.module.allocation_size(ty.element())
            };
            self.read_initializer(at.plus(offset as i64), element, depth + 1);
        }
    }
}
