//! What pointers point to: addresses in the memory graph.
//!
//! A pointer that is computed from another by casts and constant offsets is the same node; a variable offset makes an
//! array of the node and the pointer one of its elements (see [`super::indices`]). A phi, select, parameter or loaded
//! pointer is a node of its own, a view of those it may be equal to.
use super::Constraints;
use super::globals::MOST_CONSTANT_NESTING;
use crate::types::graph::kind::Kind;
use crate::types::graph::node::{IndexStep, greatest_common_divisor};
use crate::types::graph::{Address, UNKNOWN_STRIDE};
use zymase_llvm::{Opcode, Type, Value};

impl Constraints {
    /// What a pointer points to; none for null and undefined pointers.
    pub fn address(&mut self, pointer: Value) -> Option<Address> {
        self.address_within(pointer, 0)
    }

    pub fn address_within(&mut self, pointer: Value, depth: u32) -> Option<Address> {
        if let Some(&known) = self.addresses.get(&pointer) {
            return Some(known);
        }
        if !pointer.ty().is_pointer() || pointer.is_undef() || (pointer.is_constant() && pointer.is_null()) {
            return None;
        }
        if pointer.is_constant_expression() && depth < MOST_CONSTANT_NESTING {
            return self.constant_address(pointer, depth);
        }
        let address = self.graph.add_node(Some(pointer));
        self.addresses.insert(pointer, address);
        if pointer.is_global_variable() {
            self.read_global(pointer, address, depth);
        } else if pointer.is_constant() && pointer.as_function().is_none() {
            self.open_address(address);
        }
        Some(address)
    }

    /// A pointer-valued instruction that is neither a load, a call, a phi nor a `getelementptr`.
    pub fn read_pointer(&mut self, i: Value) {
        use Opcode::*;
        let address = match i.opcode() {
            Some(LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze) => {
                if let Some(chain) = self.chains.get(&i.operand(0)).cloned() {
                    self.chains.insert(i, chain);
                }
                self.address(i.operand(0))
            }
            Some(LLVMIntToPtr) => {
                self.observe(i.operand(0), Kind::Pointer, i, "made a pointer of");
                self.location(i.operand(0)).map(|location| self.graph.slot(location))
            }
            Some(LLVMExtractValue | LLVMExtractElement) => self.part(i).map(|location| self.graph.slot(location)),
            _ => None,
        };
        match address {
            Some(address) => {
                self.addresses.insert(i, address);
            }
            None => self.open(i),
        }
    }

    pub fn read_merge(&mut self, i: Value) {
        if i.opcode() == Some(Opcode::LLVMSelect) {
            self.observe(i.operand(0), Kind::Integer, i, "a condition");
        }
        if i.ty().is_float() {
            return;
        }
        if i.ty().is_pointer() {
            self.address(i);
        } else {
            self.location(i);
        }
        self.merges.push(i);
    }

    /// Ties a phi or select to its operands.
    pub fn tie_merge(&mut self, i: Value) {
        let operands: Vec<Value> = match i.opcode() {
            Some(Opcode::LLVMPHI) => i.incoming().into_iter().map(|(value, _)| value).collect(),
            _ => vec![i.operand(1), i.operand(2)],
        };
        if !i.ty().is_pointer() {
            for operand in operands {
                self.tie_value(i, operand, i.ty());
            }
            return;
        }
        // A pointer that steps through an array: `p = phi(start, p + 8)`.
        let mut step = 0;
        let mut down = true;
        let mut is_known = true;
        for operand in &operands {
            if let Some(chain) = self.chains.get(operand).filter(|chain| chain.base == i) {
                let all = chain.steps.iter().map(|s| s.stride).chain([chain.constant.unsigned_abs()]);
                step = all.fold(step, greatest_common_divisor);
                is_known &= chain.steps.iter().all(|step| step.stride != UNKNOWN_STRIDE);
                down &= chain.constant <= 0 && chain.steps.iter().all(|step| step.down);
            }
        }
        let Some(low) = self.address(i) else { return };
        for operand in operands {
            let steps_itself = operand == i || self.chains.get(&operand).is_some_and(|chain| chain.base == i);
            if steps_itself {
                continue;
            }
            if let Some(high) = self.address(operand).filter(|_| !is_null_or_sentinel(operand)) {
                let step = IndexStep { stride: step, extent: None, down };
                let high = if step.stride > 0 && is_known { self.graph.bounded_element(high, step) } else { high };
                self.graph.view(low, high);
            }
        }
    }

    /// `to` may be the value `from`, both of type `ty`.
    pub fn tie_value(&mut self, to: Value, from: Value, ty: Type) {
        if ty.is_pointer() {
            if let (Some(low), Some(high)) = (self.address(to), self.address(from))
                && !is_null_or_sentinel(from)
            {
                self.graph.view(low, high);
            }
        } else if is_count(from) {
            // Sizes stand where other variants have addresses: of two vectors of one size nothing else follows.
            self.observe(to, Kind::Integer, from, "integer arithmetic");
        } else if !ty.is_float()
            && !ty.is_void()
            && let (Some(low), Some(high)) = (self.location(to), self.location(from))
        {
            self.graph.copy(low, high, Some(self.module.store_size(ty)));
        }
    }
}

/// Is it a null pointer, or one near it, or as far from it as some integer says; or a sentinel: a constant of which all bits
/// are set, as in empty hash tables? Many pointers that have nothing to do with each other are one of these where there is
/// nothing to point to.
pub fn is_null_or_sentinel(pointer: Value) -> bool {
    match pointer.opcode() {
        _ if pointer.is_nowhere() => true,
        _ if pointer.is_global_variable() => is_sentinel(pointer),
        Some(Opcode::LLVMGetElementPtr) => is_null_or_sentinel(pointer.operand(0)),
        _ => false,
    }
}

fn is_sentinel(global: Value) -> bool {
    let is_empty = |value: Value| value.as_bytes().is_some_and(|bytes| bytes.iter().all(|byte| *byte == u8::MAX));
    global.is_constant_global() && global.initializer().is_some_and(is_empty)
}

/// Is it the result of arithmetic that makes neither addresses nor bytes of anything?
fn is_count(value: Value) -> bool {
    use Opcode::*;
    match value.opcode() {
        Some(LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem) => value.ty().is_integer(),
        Some(LLVMShl) => value.ty().is_integer() && value.operand(1).as_integer().is_some_and(|by| by % 8 != 0),
        _ => false,
    }
}
