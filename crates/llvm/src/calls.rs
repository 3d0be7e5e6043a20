//! Values that are calls.
use crate::{Block, Function, Opcode, Type, Value, ffi};
use llvm_sys::core::*;

impl Value {
    pub fn is_call(self) -> bool {
        matches!(self.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke))
    }

    pub fn called_value(self) -> Value {
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    /// The function a call names directly, with a matching type.
    pub fn called_function(self) -> Option<Function> {
        let function = self.called_value().as_function()?;
        (function.function_type() == self.called_type()).then_some(function)
    }

    /// Makes a call one of another function, whose parameters have the types of the arguments.
    pub fn set_callee(self, callee: Function) {
        unsafe { ffi::zymase_set_callee(self.0, callee.0) }
    }

    pub fn called_type(self) -> Type {
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn arguments(self) -> Vec<Value> {
        (0..unsafe { LLVMGetNumArgOperands(self.0) }).map(|i| self.operand(i as usize)).collect()
    }

    pub fn only_reads_memory(self) -> bool {
        unsafe { ffi::zymase_only_reads_memory(self.0) }
    }

    /// Does a call touch no memory but what its pointer arguments reach?
    pub fn only_touches_arguments(self) -> bool {
        unsafe { ffi::zymase_only_touches_arguments(self.0) }
    }

    pub fn does_not_access_memory(self) -> bool {
        unsafe { ffi::zymase_does_not_access_memory(self.0) }
    }

    /// Marks a call with a word of our own.
    pub fn mark_call(self, key: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let attribute = LLVMCreateStringAttribute(context, key.as_ptr().cast(), key.len() as u32, c"".as_ptr(), 0);
            LLVMAddCallSiteAttribute(self.0, llvm_sys::LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub fn call_is_marked(self, key: &str) -> bool {
        let (text, length) = (key.as_ptr().cast(), key.len() as u32);
        unsafe { !LLVMGetCallSiteStringAttribute(self.0, llvm_sys::LLVMAttributeFunctionIndex, text, length).is_null() }
    }

    pub fn call_argument_has_attribute(self, index: usize, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetCallSiteEnumAttribute(self.0, index as u32 + 1, kind).is_null()
        }
    }

    pub fn remove_call_argument_attribute(self, index: usize, name: &str) {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveCallSiteEnumAttribute(self.0, index as u32 + 1, kind);
        }
    }

    pub fn call_argument_type_attribute(self, index: usize, name: &str) -> Option<Type> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMGetCallSiteEnumAttribute(self.0, index as u32 + 1, kind);
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// A call takes over what its callee declares of its parameters and result: how they are passed, above all.
    pub fn take_attributes_of(self, callee: Function) {
        let positions = callee.parameters().len() as u32;
        for position in 0..=positions {
            for attribute in callee.attributes_at(position) {
                unsafe { LLVMAddCallSiteAttribute(self.0, position, attribute) }
            }
        }
    }

    pub fn is_musttail_call(self) -> bool {
        self.opcode() == Some(Opcode::LLVMCall)
            && unsafe { LLVMGetTailCallKind(self.0) } == llvm_sys::LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    pub fn clear_tail_call(self) {
        if self.opcode() == Some(Opcode::LLVMCall) {
            unsafe { LLVMSetTailCall(self.0, 0) }
        }
    }

    /// Replaces an invoke by a call that is followed by a branch to its normal destination.
    pub fn invoke_to_call(self) -> Value {
        Value(unsafe { ffi::zymase_invoke_to_call(self.0) })
    }

    /// Replaces a call by an invoke that unwinds to `unwind`; what follows the call goes to a block of its own.
    pub fn call_to_invoke(self, unwind: Block) -> Value {
        Value(unsafe { ffi::zymase_call_to_invoke(self.0, unwind.0) })
    }

    /// Gives an invoke a normal destination that only it leads to, without phis.
    pub fn isolate_invoke(self) {
        unsafe { ffi::zymase_isolate_invoke(self.0) }
    }

    /// Is the call declared never to unwind?
    pub fn does_not_throw(self) -> bool {
        unsafe { ffi::zymase_does_not_throw(self.0) }
    }

    /// Inlines a direct call to a function with a body; false when LLVM will not.
    pub fn inline_call(self) -> bool {
        unsafe { ffi::zymase_inline_call(self.0) }
    }
}
