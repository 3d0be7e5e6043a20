//! Values that are global variables.
use crate::{Type, Value};
use llvm_sys::core::*;

impl Value {
    pub fn initializer(self) -> Option<Value> {
        Value::from_raw(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn set_initializer(self, value: Option<Value>) {
        unsafe { LLVMSetInitializer(self.0, value.map_or(std::ptr::null_mut(), |v| v.0)) }
    }

    pub fn is_constant_global(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Attaches an empty piece of metadata to a global.
    pub fn mark_global(self, kind: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let empty = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
            LLVMGlobalSetMetadata(self.0, self.metadata_kind(kind), empty);
        }
    }

    /// Does a global carry this kind of metadata?
    pub fn global_is_marked(self, kind: &str) -> bool {
        let wanted = self.metadata_kind(kind);
        unsafe {
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let found = (0..count as u32).any(|k| LLVMValueMetadataEntriesGetKind(entries, k) == wanted);
            LLVMDisposeValueMetadataEntries(entries);
            found
        }
    }

    pub fn unmark_global(self, kind: &str) {
        unsafe { LLVMGlobalEraseMetadata(self.0, self.metadata_kind(kind)) }
    }

    /// The bytes of a constant text without its final zero.
    pub fn as_text(self) -> Option<String> {
        let bytes = self.as_bytes()?;
        Some(String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(&bytes)).into_owned())
    }

    /// The bytes of a constant array of bytes.
    pub fn as_bytes(self) -> Option<Vec<u8>> {
        unsafe {
            if LLVMIsAConstantDataSequential(self.0).is_null() || LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetAsString(self.0, &mut length);
            Some(std::slice::from_raw_parts(text.cast(), length).to_vec())
        }
    }

    pub fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    pub fn global_value_type(self) -> Type {
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub fn global_linkage(self) -> crate::Linkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn set_global_linkage(self, linkage: crate::Linkage) {
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    pub fn erase_global(self) {
        unsafe { LLVMDeleteGlobal(self.0) }
    }
}
