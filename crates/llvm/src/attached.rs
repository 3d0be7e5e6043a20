//! What is attached to instructions: places in the source, metadata and flags.
use crate::{Value, ffi};
use llvm_sys::{LLVMAttributeFunctionIndex, core::*};
use std::ffi::CStr;

/// One field of `!tbaa.struct`.
#[derive(Clone, Debug)]
pub struct TbaaField {
    pub offset: i64,
    pub size: i64,
    pub name: Option<String>,
}

/// Most fields of a `!tbaa.struct` that are read.
const MOST_TBAA_FIELDS: usize = 256;

impl Value {
    /// Source line of an instruction; 0 when unknown.
    pub fn line(self) -> u32 {
        unsafe { ffi::zymase_line(self.0) }
    }

    /// Source file of an instruction; empty when unknown.
    pub fn file(self) -> String {
        let mut length = 0;
        let text = unsafe { llvm_sys::core::LLVMGetDebugLocFilename(self.0, &mut length) };
        owned_text(text, length)
    }

    /// The folder that the name of the source file starts from; empty when unknown.
    pub fn folder(self) -> String {
        let mut length = 0;
        let text = unsafe { llvm_sys::core::LLVMGetDebugLocDirectory(self.0, &mut length) };
        owned_text(text, length)
    }

    /// Does this instruction have a place in the program's own source, outside of Rust's libraries?
    pub fn is_in_program(self) -> bool {
        unsafe { ffi::zymase_is_in_program(self.0) }
    }

    pub fn has_location(self) -> bool {
        unsafe { ffi::zymase_has_location(self.0) }
    }

    pub fn copy_location_from(self, other: Value) {
        if self.is_instruction() && other.is_instruction() {
            unsafe { ffi::zymase_copy_location(other.0, self.0) }
        }
    }

    /// Name of the accessed type in the instruction's TBAA tag.
    pub fn tbaa_access_name(self) -> Option<String> {
        let text = unsafe { ffi::zymase_tbaa_access_name(self.0) };
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }

    /// Takes the TBAA tag off an instruction.
    pub fn forget_tbaa(self) {
        unsafe { LLVMSetMetadata(self.0, self.metadata_kind("tbaa"), std::ptr::null_mut()) }
    }

    pub fn tbaa_struct(self) -> Option<Vec<TbaaField>> {
        let mut offsets = [0; MOST_TBAA_FIELDS];
        let mut sizes = [0; MOST_TBAA_FIELDS];
        let mut names = [std::ptr::null(); MOST_TBAA_FIELDS];
        let count = unsafe {
            ffi::zymase_tbaa_struct(
                self.0,
                offsets.as_mut_ptr(),
                sizes.as_mut_ptr(),
                names.as_mut_ptr(),
                MOST_TBAA_FIELDS as i32,
            )
        };
        let count = usize::try_from(count).ok()?;
        let name = |i: usize| {
            let raw = names[i];
            (!raw.is_null()).then(|| unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned())
        };
        Some((0..count).map(|i| TbaaField { offset: offsets[i], size: sizes[i], name: name(i) }).collect())
    }

    pub fn remove_metadata(self, kind: &str) {
        let id = self.metadata_kind(kind);
        unsafe { LLVMSetMetadata(self.0, id, std::ptr::null_mut()) }
    }

    /// Puts an empty note on an instruction.
    pub fn set_mark(self, kind: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let node = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
            LLVMSetMetadata(self.0, self.metadata_kind(kind), LLVMMetadataAsValue(context, node))
        }
    }

    pub fn has_metadata(self, kind: &str) -> bool {
        self.is_instruction() && unsafe { !LLVMGetMetadata(self.0, self.metadata_kind(kind)).is_null() }
    }

    /// Attaches an empty piece of metadata to an instruction.
    pub fn mark(self, kind: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let empty = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
            LLVMSetMetadata(self.0, self.metadata_kind(kind), LLVMMetadataAsValue(context, empty));
        }
    }

    /// Writes a text to a call. As an attribute it also stays when the call is inlined to where exceptions are caught.
    pub fn set_text(self, kind: &str, text: &str) {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            let attribute = LLVMCreateStringAttribute(
                context,
                kind.as_ptr().cast(),
                kind.len() as u32,
                text.as_ptr().cast(),
                text.len() as u32,
            );
            LLVMAddCallSiteAttribute(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// The text of this kind that was written to a call.
    pub fn text(self, kind: &str) -> Option<String> {
        unsafe {
            let attribute = LLVMGetCallSiteStringAttribute(
                self.0,
                LLVMAttributeFunctionIndex,
                kind.as_ptr().cast(),
                kind.len() as u32,
            );
            if attribute.is_null() {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetStringAttributeValue(attribute, &mut length);
            Some(String::from_utf8_lossy(std::slice::from_raw_parts(text.cast(), length as usize)).into_owned())
        }
    }

    pub(crate) fn metadata_kind(self, kind: &str) -> u32 {
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
            LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len() as u32)
        }
    }

    /// Says of a select that its condition hardly ever holds.
    pub fn mark_unlikely(self) {
        unsafe { ffi::zymase_mark_unlikely(self.0) }
    }

    /// Marks an adjoint sum as free to be reassociated and contracted; never nnan, ninf or nsz.
    pub fn set_fast_adjoint(self) {
        unsafe { ffi::zymase_set_fast_adjoint(self.0) }
    }

    /// Marks a product of an adjoint as free to be contracted with a sum.
    pub fn set_contract(self) {
        unsafe { ffi::zymase_set_contract(self.0) }
    }

    /// Lets a quotient be a product with the reciprocal of the divisor, where that serves several.
    pub fn allow_reciprocal(self) {
        unsafe { ffi::zymase_allow_reciprocal(self.0) }
    }

    /// Does a division or right shift promise that nothing is left over?
    pub fn is_exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    /// Does a sum, difference, product or shift promise not to leave the range of signed numbers?
    pub fn has_no_signed_wrap(self) -> bool {
        use llvm_sys::LLVMOpcode::*;
        let may_say = matches!(self.opcode(), Some(LLVMAdd | LLVMSub | LLVMMul | LLVMShl));
        self.is_instruction() && may_say && unsafe { LLVMGetNSW(self.0) != 0 }
    }

    /// Does an extension with zeros promise that what it extends is not negative?
    pub fn is_not_negative(self) -> bool {
        self.is_instruction()
            && self.opcode() == Some(llvm_sys::LLVMOpcode::LLVMZExt)
            && unsafe { LLVMGetNNeg(self.0) != 0 }
    }

    /// Asks that so many iterations of the loop whose back edge this branch is become one.
    pub fn unroll_by(self, count: u32) {
        unsafe { ffi::zymase_unroll_by(self.0, count) }
    }

    /// Asks that the loop whose back edge this branch is becomes straight code, by the pass `unroll-demanded`.
    pub fn demand_unrolling(self) {
        unsafe { ffi::zymase_demand_unrolling(self.0) }
    }

    pub fn drop_poison_flags(self) {
        unsafe { ffi::zymase_drop_poison_flags(self.0) }
    }

    /// Keeps only metadata that stays true when the instruction runs again elsewhere.
    pub fn drop_unknown_metadata(self) {
        unsafe { ffi::zymase_drop_unknown_metadata(self.0) }
    }

    pub fn print(self) -> String {
        let raw = unsafe { LLVMPrintValueToString(self.0) };
        let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().trim().to_owned();
        unsafe { LLVMDisposeMessage(raw) };
        text
    }
}

/// A copy of a text of LLVM's; empty where there is none.
fn owned_text(text: *const std::ffi::c_char, length: u32) -> String {
    if text.is_null() {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(text.cast(), length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}
