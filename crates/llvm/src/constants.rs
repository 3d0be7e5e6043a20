//! Making constants.
use crate::{Module, Type, Value};
use llvm_sys::core::*;
use std::ffi::CString;

impl Value {
    pub fn integer(ty: Type, value: i64) -> Value {
        Value(unsafe { LLVMConstInt(ty.0, value as u64, 1) })
    }

    /// A floating-point constant, splat over the lanes of a vector type.
    pub fn real(ty: Type, value: f64) -> Value {
        Value::splat_scalar(ty, Value(unsafe { LLVMConstReal(ty.scalar().0, value) }))
    }

    /// A floating-point constant from its decimal digits, correctly rounded for the type.
    pub fn real_from_text(ty: Type, digits: &str) -> Value {
        let text = CString::new(digits).unwrap_or_default();
        Value::splat_scalar(ty, Value(unsafe { LLVMConstRealOfString(ty.scalar().0, text.as_ptr()) }))
    }

    fn splat_scalar(ty: Type, scalar: Value) -> Value {
        if !ty.is_vector() {
            return scalar;
        }
        let mut lanes = vec![scalar.0; ty.element_count() as usize];
        Value(unsafe { LLVMConstVector(lanes.as_mut_ptr(), lanes.len() as u32) })
    }

    /// The constant pointer at the address that a constant integer is.
    pub fn as_constant_address(self, ty: Type) -> Value {
        Value(unsafe { LLVMConstIntToPtr(self.0, ty.0) })
    }

    pub fn null(ty: Type) -> Value {
        Value(unsafe { LLVMConstNull(ty.0) })
    }

    /// The integer, or the vector of integers, of which all bits are set.
    pub fn all_ones(ty: Type) -> Value {
        Value(unsafe { LLVMConstAllOnes(ty.0) })
    }

    /// A constant struct of these fields.
    pub fn constant_struct(module: Module, fields: &[Value]) -> Value {
        let mut raw: Vec<_> = fields.iter().map(|v| v.0).collect();
        let context = unsafe { LLVMGetModuleContext(module.0) };
        Value(unsafe { LLVMConstStructInContext(context, raw.as_mut_ptr(), raw.len() as u32, 0) })
    }

    /// A constant array of these elements.
    pub fn constant_array(element: Type, elements: &[Value]) -> Value {
        let mut raw: Vec<_> = elements.iter().map(|v| v.0).collect();
        Value(unsafe { LLVMConstArray2(element.0, raw.as_mut_ptr(), raw.len() as u64) })
    }

    pub fn undef(ty: Type) -> Value {
        Value(unsafe { LLVMGetUndef(ty.0) })
    }

    pub fn poison(ty: Type) -> Value {
        Value(unsafe { LLVMGetPoison(ty.0) })
    }
}
