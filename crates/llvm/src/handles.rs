//! The handles: what a module, a function, a block and a value are to this crate. What they can do is in the files of their names.
use llvm_sys::prelude::*;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Module(pub(crate) LLVMModuleRef);

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function(pub(crate) LLVMValueRef);

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Block(pub(crate) LLVMBasicBlockRef);

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub(crate) LLVMValueRef);

impl Block {
    pub(crate) fn from_raw(raw: LLVMBasicBlockRef) -> Option<Block> {
        (!raw.is_null()).then_some(Block(raw))
    }
}

impl Value {
    pub(crate) fn from_raw(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }
}
