//! Basic blocks.
use crate::{Block, Function, Opcode, Value};
use llvm_sys::core::*;

impl Block {
    pub fn function(self) -> Function {
        Function(unsafe { LLVMGetBasicBlockParent(self.0) })
    }

    pub fn name(self) -> String {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }

    /// The constant that `&&label` is.
    pub fn address(self) -> Value {
        Value(unsafe { LLVMBlockAddress(self.function().0, self.0) })
    }

    pub fn instructions(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut at = unsafe { LLVMGetFirstInstruction(self.0) };
        while !at.is_null() {
            all.push(Value(at));
            at = unsafe { LLVMGetNextInstruction(at) };
        }
        all
    }

    pub fn first_instruction(self) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetFirstInstruction(self.0) })
    }

    /// The first instruction in front of which others can be put: after phis and a landing pad.
    pub fn first_non_phi(self) -> Option<Value> {
        let stays_in_front = |i: &Value| matches!(i.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMLandingPad));
        self.instructions().into_iter().find(|i| !stays_in_front(i))
    }

    /// The landing pad with which the block begins.
    pub fn landing_pad(self) -> Option<Value> {
        self.instructions().into_iter().find(|i| i.opcode() == Some(Opcode::LLVMLandingPad))
    }

    /// Gives every invoke that unwinds to this block a landing pad of its own, from which it goes on here.
    pub fn isolate_landing_pad(self) {
        unsafe { crate::ffi::zymase_isolate_landing_pad(self.0) }
    }

    pub fn phis(self) -> Vec<Value> {
        self.instructions().into_iter().take_while(|i| i.opcode() == Some(Opcode::LLVMPHI)).collect()
    }

    pub fn terminator(self) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }

    pub fn successors(self) -> Vec<Block> {
        self.terminator().map(|t| t.successors()).unwrap_or_default()
    }

    /// Predecessors in order of their terminators' uses, each once.
    pub fn predecessors(self) -> Vec<Block> {
        let mut found = Vec::new();
        let value = Value(unsafe { LLVMBasicBlockAsValue(self.0) });
        for user in value.users() {
            if user.is_terminator()
                && let Some(block) = user.block()
                && !found.contains(&block)
            {
                found.push(block);
            }
        }
        found
    }

    pub fn move_after(self, other: Block) {
        unsafe { LLVMMoveBasicBlockAfter(self.0, other.0) }
    }

    pub fn remove_predecessor(self, gone: Block) {
        unsafe { crate::ffi::zymase_remove_predecessor(self.0, gone.0) }
    }

    /// Deletes the block; nothing may refer to it any more.
    pub fn erase(self) {
        unsafe { LLVMDeleteBasicBlock(self.0) }
    }
}
