//! What making CPU code of GPU kernels needs: functions of a device on the host, values in stack slots, loops over lanes.
use crate::{Function, Module, Value, ffi};
use llvm_sys::core::*;

impl Function {
    /// Makes a function of a device one of the host: its calling convention and what names a machine, which is as in `like`.
    pub fn settle_on_host(self, like: Option<Function>) {
        unsafe { ffi::zymase_settle_on_host(self.0, like.map_or(std::ptr::null_mut(), |f| f.0)) }
    }

    /// Says of the accesses of a function to memory that is not its own that they do not depend on each other from one call to
    /// the next; returns what `mark_lanes` names them by.
    pub fn group_accesses(self) -> Value {
        Value(unsafe { ffi::zymase_group_accesses(self.0) })
    }
}

impl Function {
    /// Is it what a host launches on an NVIDIA GPU?
    pub fn is_kernel(self) -> bool {
        const PTX_KERNEL: u32 = 71;
        unsafe { LLVMGetFunctionCallConv(self.0) == PTX_KERNEL }
    }

    /// Makes a function of it that others call as they call any.
    pub fn set_callable(self) {
        unsafe { LLVMSetFunctionCallConv(self.0, 0) }
    }
}

impl Module {
    /// Adds a variable in the global memory of a GPU, with bytes that others read.
    pub fn add_device_text(self, name: &str, text: &str) -> Value {
        const GLOBAL: u32 = 1;
        let bytes: Vec<Value> =
            text.bytes().map(|byte| Value::integer(self.integer_type(8), i64::from(byte))).collect();
        let value = Value::constant_array(self.integer_type(8), &bytes);
        let name = std::ffi::CString::new(name).unwrap_or_default();
        let global = Value(unsafe { LLVMAddGlobalInAddressSpace(self.0, value.ty().0, name.as_ptr(), GLOBAL) });
        global.set_initializer(Some(value));
        global
    }
}

impl Value {
    /// Says of a call that it must not move to another path.
    pub fn set_convergent_call(self) {
        unsafe { ffi::zymase_set_convergent_call(self.0) }
    }

    /// Lets instructions name a global themselves, not by constant expressions.
    pub fn expand_constant_users(self) {
        unsafe { ffi::zymase_expand_constant_users(self.0) }
    }

    /// Moves a value into a stack slot, which is returned; none where nothing uses it.
    pub fn demote(self) -> Option<Value> {
        Value::from_raw(unsafe { ffi::zymase_demote(self.0) })
    }

    /// Adds an access to a group.
    pub fn set_access_group(self, group: Value) {
        unsafe { ffi::zymase_set_access_group(self.0, group.0) }
    }

    /// Says of a branch back to the start of a loop that iterations may run in any order, as far as a group of accesses is
    /// concerned.
    pub fn mark_lanes(self, group: Value) {
        unsafe { ffi::zymase_mark_lanes(self.0, group.0) }
    }

    /// A function or variable that is nobody's copy.
    pub fn forget_comdat(self) {
        unsafe { llvm_sys::comdat::LLVMSetComdat(self.0, std::ptr::null_mut()) }
    }

    /// Makes a constant global one that may be written.
    pub fn set_global_variable(self) {
        unsafe { LLVMSetGlobalConstant(self.0, 0) }
    }
}

impl Module {
    /// Textual IR as another module of the same target, to be linked or dropped.
    pub fn parse_beside(self, text: &str) -> Result<Module, String> {
        Ok(Module(self.read_text(text)?))
    }

    /// Links another module into this one; it is gone afterwards.
    pub fn link(self, other: Module) -> Result<(), String> {
        match unsafe { llvm_sys::linker::LLVMLinkModules2(self.0, other.0) } {
            0 => Ok(()),
            _ => Err("the code of kernels could not be linked into the module".into()),
        }
    }

    /// Runs a function before `main`.
    pub fn run_before_main(self, function: Function) {
        unsafe { ffi::zymase_run_before_main(self.0, function.0) }
    }
}
