//! Functions: signatures, attributes, cloning, pass pipelines.
use crate::{Block, Elements, Function, Linkage, Module, Type, Value, ffi};
use llvm_sys::{LLVMAttributeFunctionIndex, core::*, prelude::*};
use std::collections::HashSet;
use std::ffi::{CStr, CString};

/// Accesses to shadows, and to what they are shadows of.
pub const SHADOW_ACCESS: &str = "zymase.shadow";
pub const PRIMAL_ACCESS: &str = "zymase.primal";

/// Read by the analyses of the shim.
const ONLY_RETURNS: &str = "zymase-only-returns";

impl Function {
    /// Says of some loads and stores that they touch memory that no other load, store or copy in the function does,
    /// except for `mixed` ones.
    pub fn separate(self, accesses: &[Value], mixed: &[Value]) {
        let raw = |values: &[Value]| values.iter().map(|value| value.0).collect::<Vec<_>>();
        let (mut own, mut both) = (raw(accesses), raw(mixed));
        unsafe { ffi::zymase_separate(self.value().0, own.as_mut_ptr(), own.len(), both.as_mut_ptr(), both.len()) }
    }

    /// Says of accesses marked as [`SHADOW_ACCESS`] that they touch memory that those marked as [`PRIMAL_ACCESS`] do not.
    pub fn separate_shadows(self) {
        unsafe { ffi::zymase_separate_shadows(self.0) }
    }

    pub fn value(self) -> Value {
        Value(self.0)
    }

    pub fn module(self) -> Module {
        Module(unsafe { LLVMGetGlobalParent(self.0) })
    }

    pub fn name(self) -> String {
        self.value().name()
    }

    pub fn function_type(self) -> Type {
        Type(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub fn return_type(self) -> Type {
        self.function_type().function_return()
    }

    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub fn linkage(self) -> Linkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn set_linkage(self, linkage: Linkage) {
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    /// May the linker put a function of another file in its place?
    pub fn may_be_replaced(self) -> bool {
        matches!(self.linkage(), Linkage::LLVMWeakAnyLinkage | Linkage::LLVMLinkOnceAnyLinkage)
    }

    /// Another name for the body that is here, whatever the linker takes for the function.
    pub fn private_name(self) -> Value {
        let name = CString::new(format!("{}.here", self.name())).unwrap_or_default();
        let module = self.module();
        unsafe {
            let alias = LLVMAddAlias2(
                module.0,
                self.function_type().0,
                self.value().ty().address_space(),
                self.0,
                name.as_ptr(),
            );
            LLVMSetLinkage(alias, Linkage::LLVMInternalLinkage);
            Value(alias)
        }
    }

    pub fn parameters(self) -> Vec<Value> {
        (0..unsafe { LLVMCountParams(self.0) }).map(|i| Value(unsafe { LLVMGetParam(self.0, i) })).collect()
    }

    pub fn parameter(self, index: usize) -> Value {
        Value(unsafe { LLVMGetParam(self.0, index as u32) })
    }

    pub fn blocks(self) -> Vec<Block> {
        let mut all = Vec::new();
        let mut at = unsafe { LLVMGetFirstBasicBlock(self.0) };
        while !at.is_null() {
            all.push(Block(at));
            at = unsafe { LLVMGetNextBasicBlock(at) };
        }
        all
    }

    /// Blocks in an order in which every definition comes before its uses, phis apart; unreachable ones are left out.
    pub fn blocks_in_reverse_post_order(self) -> Vec<Block> {
        let mut seen = HashSet::from([self.entry()]);
        let mut order = Vec::new();
        let mut stack = vec![(self.entry(), self.entry().successors())];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) => {
                    if seen.insert(next) {
                        stack.push((next, next.successors()));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    pub fn entry(self) -> Block {
        Block(unsafe { LLVMGetEntryBasicBlock(self.0) })
    }

    pub fn instructions(self) -> Vec<Value> {
        self.blocks().into_iter().flat_map(Block::instructions).collect()
    }

    pub fn append_block(self, name: &str) -> Block {
        let name = CString::new(name).unwrap_or_default();
        let context = unsafe { LLVMGetModuleContext(LLVMGetGlobalParent(self.0)) };
        Block(unsafe { LLVMAppendBasicBlockInContext(context, self.0, name.as_ptr()) })
    }

    /// A new block in front of all others.
    pub fn prepend_block(self, name: &str) -> Block {
        let name = CString::new(name).unwrap_or_default();
        let first = unsafe { LLVMGetFirstBasicBlock(self.0) };
        Block(unsafe { LLVMInsertBasicBlockInContext(self.context(), first, name.as_ptr()) })
    }

    pub fn is_intrinsic(self) -> bool {
        unsafe { LLVMGetIntrinsicID(self.0) != 0 }
    }

    fn context(self) -> LLVMContextRef {
        unsafe { LLVMGetModuleContext(LLVMGetGlobalParent(self.0)) }
    }

    pub fn has_attribute(self, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind).is_null()
        }
    }

    /// In a fresh clone of `original`: addresses of blocks become those of the corresponding blocks of the original.
    pub fn keep_block_addresses_of(self, original: Function) {
        unsafe { ffi::zymase_keep_block_addresses(original.0, self.0) }
    }

    pub fn add_attribute(self, name: &str) {
        self.add_attribute_at(LLVMAttributeFunctionIndex, name);
    }

    pub fn add_return_attribute(self, name: &str) {
        self.add_attribute_at(llvm_sys::LLVMAttributeReturnIndex, name);
    }

    /// Adds an enum attribute to parameter `index`.
    pub fn add_parameter_attribute(self, index: usize, name: &str) {
        self.add_attribute_at(index as u32 + 1, name);
    }

    fn add_attribute_at(self, index: u32, name: &str) {
        self.add_integer_attribute_at(index, name, 0);
    }

    fn add_integer_attribute_at(self, index: u32, name: &str, value: u64) {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMAddAttributeAtIndex(self.0, index, LLVMCreateEnumAttribute(self.context(), kind, value));
        }
    }

    /// Attributes of the result (0) or of a parameter (from 1).
    pub(crate) fn attributes_at(self, position: u32) -> Vec<LLVMAttributeRef> {
        unsafe {
            let mut all = vec![std::ptr::null_mut(); LLVMGetAttributeCountAtIndex(self.0, position) as usize];
            LLVMGetAttributesAtIndex(self.0, position, all.as_mut_ptr());
            all
        }
    }

    pub fn parameter_has_attribute(self, index: usize, name: &str) -> bool {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            !LLVMGetEnumAttributeAtIndex(self.0, index as u32 + 1, kind).is_null()
        }
    }

    /// The type of an `sret` or `byval` attribute of parameter `index`.
    pub fn parameter_type_attribute(self, index: usize, name: &str) -> Option<Type> {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMGetEnumAttributeAtIndex(self.0, index as u32 + 1, kind);
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Its address tells it from all other functions: no other may be merged with it, and comparisons with those are folded.
    pub fn make_address_unique(self) {
        unsafe { LLVMSetUnnamedAddress(self.0, llvm_sys::LLVMUnnamedAddr::LLVMNoUnnamedAddr) }
    }

    /// Declares that calls touch no memory, always return and never unwind.
    pub fn mark_pure(self) {
        self.add_attribute("nounwind");
        self.add_attribute("willreturn");
        self.add_attribute_at(LLVMAttributeFunctionIndex, "memory");
    }

    /// Declares that calls touch no memory but what their pointer arguments reach.
    pub fn set_touches_only_arguments(self) {
        self.add_integer_attribute_at(LLVMAttributeFunctionIndex, "memory", 3);
    }

    /// Declares that calls are seen by nobody but what they call: they touch no memory of the program, and are not dropped.
    pub fn set_touches_only_hidden_memory(self) {
        ["nounwind", "willreturn", "nocallback", "nofree", "nosync"].iter().for_each(|fact| self.add_attribute(fact));
        self.add_integer_attribute_at(LLVMAttributeFunctionIndex, "memory", 12);
    }

    /// Declares that calls write no memory.
    pub fn set_only_reads(self) {
        unsafe { ffi::zymase_set_only_reads(self.0) }
    }

    /// Declares that calls write no memory of the program but what their pointer arguments reach.
    pub fn set_writes_only_arguments(self) {
        unsafe { ffi::zymase_set_writes_only_arguments(self.0) }
    }

    /// Declares that nothing keeps the pointer passed as parameter `index`.
    pub fn set_not_captured(self, index: usize) {
        self.add_integer_attribute_at(index as u32 + 1, "captures", 0);
    }

    pub fn remove_attribute(self, name: &str) {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveEnumAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, kind);
        }
    }

    pub fn add_string_attribute(self, key: &str, value: &str) {
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                self.context(),
                key.as_ptr().cast(),
                key.len() as u32,
                value.as_ptr().cast(),
                value.len() as u32,
            );
            LLVMAddAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub fn remove_string_attribute(self, key: &str) {
        unsafe {
            LLVMRemoveStringAttributeAtIndex(self.0, LLVMAttributeFunctionIndex, key.as_ptr().cast(), key.len() as u32);
        }
    }

    pub fn string_attribute(self, key: &str) -> Option<String> {
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(
                self.0,
                LLVMAttributeFunctionIndex,
                key.as_ptr().cast(),
                key.len() as u32,
            );
            if attribute.is_null() {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetStringAttributeValue(attribute, &mut length);
            Some(String::from_utf8_lossy(std::slice::from_raw_parts(text.cast(), length as usize)).into_owned())
        }
    }

    /// Says that nobody looks at what happens when the function is left by unwinding, or never: loops have the counts that
    /// they have when it returns.
    pub fn let_only_returns_count(self) {
        self.add_string_attribute(ONLY_RETURNS, "");
    }

    /// Copies target features, so that generated code may be inlined where the original may, and what sanitizers look
    /// for.
    pub fn copy_target_attributes(self, from: Function) {
        for key in ["target-cpu", "target-features", "tune-cpu", "frame-pointer", ONLY_RETURNS] {
            if let Some(value) = from.string_attribute(key) {
                self.add_string_attribute(key, &value);
            }
        }
        for sanitizer in ["sanitize_address", "sanitize_hwaddress", "sanitize_memory", "sanitize_thread"] {
            if from.has_attribute(sanitizer) {
                self.add_attribute(sanitizer);
            }
        }
    }

    /// Takes over every attribute of `from` but those that keep the optimiser away.
    pub fn copy_attributes(self, from: Function) {
        unsafe { ffi::zymase_copy_attributes(from.0, self.0) }
    }

    pub fn remove_parameter_attribute(self, index: usize, name: &str) {
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveEnumAttributeAtIndex(self.0, index as u32 + 1, kind);
        }
    }

    /// Whether the address is used other than as the callee of a direct call.
    pub fn has_address_taken(self) -> bool {
        unsafe { ffi::zymase_has_address_taken(self.0) }
    }

    /// Forgets constants that name the function, and that nothing uses.
    pub fn drop_dead_constants(self) {
        unsafe { ffi::zymase_drop_dead_constants(self.0) }
    }

    /// May every use of the function name another function?
    pub fn can_be_replaced(self) -> bool {
        unsafe { ffi::zymase_can_be_replaced(self.0) }
    }

    /// Clones the body of `self` into the empty function `target`, parameter i becoming `arguments[i]`.
    pub fn clone_body_into(self, target: Function, arguments: &[Value]) {
        let mut raw: Vec<_> = arguments.iter().map(|v| v.0).collect();
        unsafe { ffi::zymase_clone_body(self.0, target.0, raw.as_mut_ptr()) }
    }

    /// Turns a copy of a function, with further parameters, into a test whether the bytes that its loads, stores, copies
    /// and fills touch behind different parameters are apart. `groups` names for each parameter the one whose bytes are
    /// touched behind it too: itself, or for a shadow, which is written, the one it belongs to. Parameters with the same origin are not
    /// compared with each other. `extremes` finds the least
    /// and the greatest of integers in memory, `apart` compares many ranges. Are there elements that each thread is to have for itself, it
    /// also asks whether that is worth it, for as many threads as its first parameter says, and writes behind its last one where
    /// they begin, and how many they are. False when no such test can be written; the function is of no use then.
    pub fn write_separation_test(
        self,
        groups: &[Option<usize>],
        origins: &[usize],
        [extremes, apart]: [Function; 2],
        own: &[Elements],
    ) -> bool {
        let raw: Vec<i32> = groups.iter().map(|group| group.map_or(-1, |index| index as i32)).collect();
        let origins: Vec<i32> = origins.iter().map(|origin| *origin as i32).collect();
        let (own, count) = (own.as_ptr(), own.len());
        unsafe {
            ffi::zymase_write_separation_test(self.0, raw.as_ptr(), origins.as_ptr(), extremes.0, apart.0, own, count)
        }
    }

    /// Sets stack slots that start as a constant where they are first needed, outside of loops.
    pub fn set_slots_late(self) {
        unsafe { ffi::zymase_set_slots_late(self.0) }
    }

    /// Drops zeros from sums that may be reassociated: the sign of a zero does not matter there.
    pub fn drop_zero_summands(self) {
        unsafe { ffi::zymase_drop_zero_summands(self.0) }
    }

    /// Packs what `width` lanes compute in the same way into vectors: `values` are the numbers of all lanes, `width` in a row.
    pub fn pack_lanes(self, values: &[Value], width: usize) {
        let mut raw: Vec<_> = values.iter().map(|value| value.0).collect();
        unsafe { ffi::zymase_pack_lanes(self.0, raw.as_mut_ptr(), raw.len() / width, width as u32) }
    }

    /// Keeps the passes of the host away; code is generated as for other functions.
    pub fn mark_simple_enough(self) {
        unsafe { ffi::zymase_mark_simple_enough(self.0) }
    }

    /// Runs a textual function-pass pipeline with analysis managers of its own.
    pub fn run_passes(self, pipeline: &str) -> Result<(), String> {
        let text = CString::new(pipeline).map_err(|e| e.to_string())?;
        take_message(unsafe { ffi::zymase_run_function_passes(self.0, text.as_ptr()) }).map_or(Ok(()), Err)
    }

    /// Computes signed 32-bit indices in 64 bits; true when there were any.
    pub fn widen_indices(self) -> bool {
        unsafe { ffi::zymase_widen_indices(self.0) }
    }

    /// Splits iterations off in which an index wraps around; true if there were any.
    pub fn unwrap_indices(self) -> bool {
        unsafe { ffi::zymase_unwrap_indices(self.0) }
    }

    /// Compares whole numbers with constants in place of shortened ones, where nothing was lost.
    pub fn widen_comparisons(self) {
        unsafe { ffi::zymase_widen_comparisons(self.0) }
    }

    pub fn verify(self) -> Result<(), String> {
        take_message(unsafe { ffi::zymase_verify_function(self.0) }).map_or(Ok(()), Err)
    }

    /// Line of the function in its source; 0 without debug information.
    pub fn line(self) -> u32 {
        unsafe { ffi::zymase_function_line(self.0) }
    }

    /// Gives each instruction the innermost of its places that lies in this file, or none.
    pub fn place_in_file(self, folder: &str, file: &str) {
        let [folder, file] = [folder, file].map(|text| CString::new(text).unwrap_or_default());
        unsafe { ffi::zymase_place_in_file(self.0, folder.as_ptr(), file.as_ptr()) }
    }

    pub fn remove_unreachable_blocks(self) {
        unsafe { ffi::zymase_remove_unreachable_blocks(self.0) }
    }

    /// Leaves only a declaration.
    pub fn erase_body(self) {
        unsafe { ffi::zymase_erase_body(self.0) }
    }

    /// Drops what debug information says about the values of variables; lines stay.
    pub fn forget_variables(self) {
        unsafe { ffi::zymase_forget_variables(self.0) }
    }

    pub fn strip_debug(self) {
        unsafe { ffi::zymase_strip_function_debug(self.0) }
    }

    /// The routine that finds handlers for exceptions that pass through the function.
    pub fn personality(self) -> Option<Function> {
        unsafe { (LLVMHasPersonalityFn(self.0) != 0).then(|| Function(LLVMGetPersonalityFn(self.0))) }
    }

    pub fn set_personality(self, routine: Function) {
        unsafe { LLVMSetPersonalityFn(self.0, routine.0) }
    }

    pub fn erase(self) {
        unsafe { LLVMDeleteFunction(self.0) }
    }
}

fn take_message(raw: *mut std::ffi::c_char) -> Option<String> {
    if raw.is_null() {
        return None;
    }
    let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned();
    unsafe { LLVMDisposeMessage(raw) };
    Some(text)
}
