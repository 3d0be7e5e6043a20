//! Modules: symbols, types, data layout, diagnostics.
use crate::{Function, Linkage, Module, Type, Value, ffi};
use llvm_sys::{core::*, ir_reader::LLVMParseIRInContext2, prelude::*, target::*};
use std::ffi::{CStr, CString};

impl Module {
    /// Lets everything name what aliases stand for; true when there were any. An alias that the linker may set to something
    /// else becomes a function that calls what it stands for.
    pub fn resolve_aliases(self) -> bool {
        unsafe { ffi::zymase_resolve_aliases(self.0) }
    }

    /// Makes the distance from the counts of `Rc<dyn Trait>` to the object one that is known, if no object of the program asks for
    /// more room between them.
    pub fn settle_objects_behind_counts(self) {
        unsafe { ffi::zymase_settle_objects_behind_counts(self.0) }
    }

    /// Reverse loops keep in memory what they add to neighbouring elements.
    pub fn leave_sums(self) {
        unsafe { ffi::zymase_leave_sums(self.0) }
    }

    /// # Safety
    /// `raw` must be a live module for as long as the handle is used.
    pub unsafe fn from_raw(raw: LLVMModuleRef) -> Module {
        Module(raw)
    }

    fn context(self) -> LLVMContextRef {
        unsafe { LLVMGetModuleContext(self.0) }
    }

    pub fn identifier(self) -> String {
        let mut length = 0;
        let text = unsafe { LLVMGetModuleIdentifier(self.0, &mut length) };
        String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text.cast(), length) }).into_owned()
    }

    pub fn functions(self) -> Vec<Function> {
        let mut all = Vec::new();
        let mut at = unsafe { LLVMGetFirstFunction(self.0) };
        while !at.is_null() {
            all.push(Function(at));
            at = unsafe { LLVMGetNextFunction(at) };
        }
        all
    }

    pub fn globals(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut at = unsafe { LLVMGetFirstGlobal(self.0) };
        while !at.is_null() {
            all.push(Value(at));
            at = unsafe { LLVMGetNextGlobal(at) };
        }
        all
    }

    pub fn function(self, name: &str) -> Option<Function> {
        let name = CString::new(name).ok()?;
        let raw = unsafe { LLVMGetNamedFunction(self.0, name.as_ptr()) };
        (!raw.is_null()).then_some(Function(raw))
    }

    pub fn add_function(self, name: &str, ty: Type) -> Function {
        let name = CString::new(name).unwrap_or_default();
        Function(unsafe { LLVMAddFunction(self.0, name.as_ptr(), ty.0) })
    }

    /// The function of that name, declared if it is not there yet.
    pub fn declare(self, name: &str, ty: Type) -> Function {
        self.function(name).unwrap_or_else(|| self.add_function(name, ty))
    }

    /// An overloaded or plain intrinsic by its base name, such as `llvm.sin`.
    pub fn intrinsic(self, name: &str, overloads: &[Type]) -> Function {
        let mut raw: Vec<_> = overloads.iter().map(|t| t.0).collect();
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            assert!(id != 0, "no intrinsic named {name}");
            Function(LLVMGetIntrinsicDeclaration(self.0, id, raw.as_mut_ptr(), raw.len()))
        }
    }

    pub fn add_global(self, name: &str, ty: Type) -> Value {
        let name = CString::new(name).unwrap_or_default();
        Value(unsafe { LLVMAddGlobal(self.0, ty.0, name.as_ptr()) })
    }

    /// Adds a variable of so many bytes, rounded up to words, that the threads of a block of a GPU share.
    pub fn add_shared(self, name: &str, bytes: u64) -> Value {
        const SHARED: u32 = 3;
        let ty = self.integer_type(32).array(bytes.div_ceil(4));
        let name = CString::new(name).unwrap_or_default();
        let global = Value(unsafe { LLVMAddGlobalInAddressSpace(self.0, ty.0, name.as_ptr(), SHARED) });
        global.set_global_linkage(Linkage::LLVMInternalLinkage);
        global.set_initializer(Some(Value::undef(ty)));
        unsafe { LLVMSetAlignment(global.0, 16) };
        global
    }

    pub fn global(self, name: &str) -> Option<Value> {
        let name = CString::new(name).ok()?;
        Value::from_raw(unsafe { LLVMGetNamedGlobal(self.0, name.as_ptr()) })
    }

    pub fn string_constant(self, text: &str) -> Value {
        let context = self.context();
        let bytes = Value(unsafe { LLVMConstStringInContext2(context, text.as_ptr().cast(), text.len(), 0) });
        self.private_constant("zymase.text", bytes)
    }

    /// The address of a constant that nobody else sees.
    pub fn private_constant(self, name: &str, value: Value) -> Value {
        let global = self.add_global(name, value.ty());
        unsafe {
            LLVMSetInitializer(global.0, value.0);
            LLVMSetGlobalConstant(global.0, 1);
            LLVMSetLinkage(global.0, llvm_sys::LLVMLinkage::LLVMPrivateLinkage);
        }
        global
    }

    pub fn void_type(self) -> Type {
        Type(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    /// The pointers of C and its libraries, which are in address space 0.
    pub fn pointer_type(self) -> Type {
        self.pointer_type_in(0)
    }

    pub fn pointer_type_in(self, space: u32) -> Type {
        Type(unsafe { LLVMPointerTypeInContext(self.context(), space) })
    }

    pub fn integer_type(self, bits: u32) -> Type {
        Type(unsafe { LLVMIntTypeInContext(self.context(), bits) })
    }

    pub fn double_type(self) -> Type {
        Type(unsafe { LLVMDoubleTypeInContext(self.context()) })
    }

    fn layout(self) -> LLVMTargetDataRef {
        unsafe { LLVMGetModuleDataLayout(self.0) }
    }

    /// Bytes a store of the type touches.
    pub fn store_size(self, ty: Type) -> u64 {
        unsafe { LLVMStoreSizeOfType(self.layout(), ty.0) }
    }

    /// Distance between two elements of the type in an array.
    pub fn allocation_size(self, ty: Type) -> u64 {
        unsafe { LLVMABISizeOfType(self.layout(), ty.0) }
    }

    pub fn alignment(self, ty: Type) -> u32 {
        unsafe { LLVMABIAlignmentOfType(self.layout(), ty.0) }
    }

    pub fn field_offset(self, ty: Type, index: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.layout(), ty.0, index) }
    }

    /// Reports an error (or warning) at an instruction, a function, or the module, through the host's diagnostics.
    pub fn report(self, at: Option<Value>, message: &str, warning: bool) {
        let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
        unsafe { ffi::zymase_report(self.0, at.map_or(std::ptr::null_mut(), |v| v.0), text.as_ptr(), warning) }
    }

    pub fn strip_debug(self) {
        unsafe { ffi::zymase_strip_debug(self.0) }
    }

    /// Keeps a global that nothing uses alive through optimisation, until it is erased from the used lists.
    pub fn keep(self, global: Value) {
        unsafe { ffi::zymase_keep(self.0, global.0) }
    }

    pub fn source_file_name(self) -> String {
        let mut length = 0;
        let text = unsafe { LLVMGetSourceFileName(self.0, &mut length) };
        String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(text.cast(), length) }).into_owned()
    }

    pub fn has_debug_information(self) -> bool {
        let name = "llvm.dbg.cu";
        unsafe { !LLVMGetNamedMetadata(self.0, name.as_ptr().cast(), name.len()).is_null() }
    }

    /// Adds texts to a module flag; those of modules that are linked together are joined.
    pub fn append_flag(self, key: &str, texts: &[&str]) {
        unsafe {
            let context = self.context();
            let mut strings: Vec<LLVMMetadataRef> =
                texts.iter().map(|text| LLVMMDStringInContext2(context, text.as_ptr().cast(), text.len())).collect();
            let list = LLVMMDNodeInContext2(context, strings.as_mut_ptr(), strings.len());
            let joined = llvm_sys::LLVMModuleFlagBehavior::LLVMModuleFlagBehaviorAppendUnique;
            LLVMAddModuleFlag(self.0, joined, key.as_ptr().cast(), key.len(), list);
        }
    }

    /// Will the module be linked as code for the optimiser?
    pub fn is_linked_later(self) -> bool {
        let key = "ThinLTO";
        unsafe { !LLVMGetModuleFlag(self.0, key.as_ptr().cast(), key.len()).is_null() }
    }

    /// The texts of a module flag that [`Module::append_flag`] made.
    pub fn flag_texts(self, key: &str) -> Vec<String> {
        unsafe {
            let flag = LLVMGetModuleFlag(self.0, key.as_ptr().cast(), key.len());
            if flag.is_null() {
                return Vec::new();
            }
            let list = LLVMMetadataAsValue(self.context(), flag);
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(list) as usize];
            LLVMGetMDNodeOperands(list, operands.as_mut_ptr());
            let text = |operand: LLVMValueRef| {
                let mut length = 0;
                let start = LLVMGetMDString(operand, &mut length);
                let bytes = std::slice::from_raw_parts(start.cast(), length as usize);
                String::from_utf8_lossy(bytes).into_owned()
            };
            operands.into_iter().filter(|operand| !operand.is_null()).map(text).collect()
        }
    }

    pub fn erase_from_used(self, gone: Value) {
        unsafe { ffi::zymase_erase_from_used(self.0, gone.0) }
    }

    pub fn print(self) -> String {
        let raw = unsafe { LLVMPrintModuleToString(self.0) };
        let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned();
        unsafe { LLVMDisposeMessage(raw) };
        text
    }

    /// Whether the target is x86-64 with the calling convention of Unix.
    pub fn is_x86_64_unix(self) -> bool {
        let triple = self.triple();
        triple.starts_with("x86_64") && !triple.contains("windows")
    }

    /// Whether the code is for a GPU, where many threads run every function at once.
    pub fn is_for_gpu(self) -> bool {
        ["nvptx", "amdgcn", "spir"].iter().any(|gpu| self.triple().starts_with(gpu))
    }

    /// The same for a GPU of NVIDIA.
    pub fn is_for_nvidia(self) -> bool {
        self.triple().starts_with("nvptx")
    }

    fn triple(self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.0)) }.to_string_lossy().into_owned()
    }

    /// Parses textual IR and links it into this module.
    pub fn link_text(self, text: &str) -> Result<(), String> {
        let parsed = self.read_text(text)?;
        match unsafe { llvm_sys::linker::LLVMLinkModules2(self.0, parsed) } {
            0 => Ok(()),
            _ => Err("the run-time support could not be linked into the module".into()),
        }
    }

    /// Parses textual IR and links what this module declares of it.
    pub fn link_needed(self, text: &str) -> Result<(), String> {
        let parsed = self.read_text(text)?;
        match unsafe { ffi::zymase_link_needed(self.0, parsed) } {
            false => Ok(()),
            true => Err("bodies of library functions could not be linked into the module".into()),
        }
    }

    /// Reads IR, as text or as bits, and links what this module declares of it; no other module sees that.
    pub fn link_library(self, bytes: &[u8]) -> Result<(), String> {
        let is_declared = |f: &Function| f.is_declaration() && !f.is_intrinsic();
        let declared: Vec<Function> = self.functions().into_iter().filter(is_declared).collect();
        let before: Vec<String> = self.functions().iter().map(|f| f.name()).collect();
        let parsed = self.read(bytes)?;
        if unsafe { ffi::zymase_link_needed(self.0, parsed) } {
            return Err("the device library could not be linked into the module".into());
        }
        let is_new = |f: &Function| !before.contains(&f.name());
        let linked =
            self.functions().into_iter().filter(|f| !f.is_declaration() && (declared.contains(f) || is_new(f)));
        linked.for_each(|function| function.set_linkage(Linkage::LLVMInternalLinkage));
        Ok(())
    }

    /// Textual IR as another module of the same target.
    pub(crate) fn read_text(self, text: &str) -> Result<LLVMModuleRef, String> {
        self.read(text.as_bytes())
    }

    fn read(self, text: &[u8]) -> Result<LLVMModuleRef, String> {
        let name = c"zymase.text";
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text.as_ptr().cast(), text.len(), name.as_ptr());
            let mut parsed = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            // Hosts that drop names cannot read text: names are kept for the moment.
            let discards = LLVMContextShouldDiscardValueNames(self.context());
            LLVMContextSetDiscardValueNames(self.context(), 0);
            let failed = LLVMParseIRInContext2(self.context(), buffer, &mut parsed, &mut message) != 0;
            LLVMContextSetDiscardValueNames(self.context(), discards);
            LLVMDisposeMemoryBuffer(buffer);
            if failed {
                let text = CStr::from_ptr(message).to_string_lossy().into_owned();
                LLVMDisposeMessage(message);
                return Err(text);
            }
            LLVMSetTarget(parsed, LLVMGetTarget(self.0));
            LLVMSetModuleDataLayout(parsed, self.layout());
            Ok(parsed)
        }
    }
}
