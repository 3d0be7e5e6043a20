//! Types.
use crate::TypeKind;
use llvm_sys::{core::*, prelude::*};
use std::ffi::CStr;

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Type(pub(crate) LLVMTypeRef);

/// A floating-point format.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct FloatFormat {
    kind: TypeKind,
    /// Binary digits of the significand, the first one included.
    pub digits: i32,
    /// How names of intrinsics write the type.
    pub name: &'static str,
}

const FORMATS: [FloatFormat; 7] = [
    FloatFormat { kind: TypeKind::LLVMHalfTypeKind, digits: 11, name: "f16" },
    FloatFormat { kind: TypeKind::LLVMBFloatTypeKind, digits: 8, name: "bf16" },
    FloatFormat { kind: TypeKind::LLVMFloatTypeKind, digits: 24, name: "f32" },
    FloatFormat { kind: TypeKind::LLVMDoubleTypeKind, digits: 53, name: "f64" },
    FloatFormat { kind: TypeKind::LLVMX86_FP80TypeKind, digits: 64, name: "f80" },
    FloatFormat { kind: TypeKind::LLVMFP128TypeKind, digits: 113, name: "f128" },
    FloatFormat { kind: TypeKind::LLVMPPC_FP128TypeKind, digits: 106, name: "ppcf128" },
];

impl Type {
    pub fn kind(self) -> TypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    fn context(self) -> LLVMContextRef {
        unsafe { LLVMGetTypeContext(self.0) }
    }

    pub fn is_void(self) -> bool {
        self.kind() == TypeKind::LLVMVoidTypeKind
    }

    pub fn is_pointer(self) -> bool {
        self.kind() == TypeKind::LLVMPointerTypeKind
    }

    pub fn is_integer(self) -> bool {
        self.kind() == TypeKind::LLVMIntegerTypeKind
    }

    /// C's `double`
    pub fn is_double(self) -> bool {
        self.kind() == TypeKind::LLVMDoubleTypeKind
    }

    /// C's `float`
    pub fn is_single(self) -> bool {
        self.kind() == TypeKind::LLVMFloatTypeKind
    }

    /// A scalar floating-point type.
    pub fn is_float(self) -> bool {
        self.float_format().is_some()
    }

    /// The format of a scalar floating-point type.
    pub fn float_format(self) -> Option<FloatFormat> {
        FORMATS.into_iter().find(|format| format.kind == self.kind())
    }

    pub fn is_vector(self) -> bool {
        self.kind() == TypeKind::LLVMVectorTypeKind
    }

    pub fn is_scalable_vector(self) -> bool {
        self.kind() == TypeKind::LLVMScalableVectorTypeKind
    }

    pub fn is_struct(self) -> bool {
        self.kind() == TypeKind::LLVMStructTypeKind
    }

    pub fn is_array(self) -> bool {
        self.kind() == TypeKind::LLVMArrayTypeKind
    }

    pub fn is_aggregate(self) -> bool {
        self.is_struct() || self.is_array()
    }

    /// The scalar type of a vector, or the type itself.
    pub fn scalar(self) -> Type {
        if self.is_vector() { self.element() } else { self }
    }

    /// The type with another scalar: as many lanes, if it is a vector.
    pub fn with_scalar(self, scalar: Type) -> Type {
        if self.is_vector() { scalar.vector(self.element_count() as u32) } else { scalar }
    }

    /// A float or a vector of floats.
    pub fn is_float_like(self) -> bool {
        self.scalar().is_float()
    }

    /// A pointer or a vector of pointers.
    pub fn is_pointer_like(self) -> bool {
        self.scalar().is_pointer()
    }

    /// Whether a floating-point number occurs anywhere in the type.
    pub fn contains_float(self) -> bool {
        self.any_leaf(&mut |leaf| leaf.is_float())
    }

    /// Whether a pointer occurs anywhere in the type.
    pub fn contains_pointer(self) -> bool {
        self.any_leaf(&mut |leaf| leaf.is_pointer())
    }

    /// Whether an integer of at least so many bits occurs anywhere in the type.
    pub fn contains_integer(self, bits: u32) -> bool {
        self.any_leaf(&mut |leaf| leaf.is_integer() && leaf.integer_bits() >= bits)
    }

    fn any_leaf(self, test: &mut dyn FnMut(Type) -> bool) -> bool {
        if self.is_struct() {
            self.struct_elements().into_iter().any(|e| e.any_leaf(test))
        } else if self.is_array() || self.is_vector() {
            self.element().any_leaf(test)
        } else {
            test(self)
        }
    }

    /// Element of an array or a vector.
    pub fn element(self) -> Type {
        Type(unsafe { LLVMGetElementType(self.0) })
    }

    /// Number of elements of an array, vector or struct.
    pub fn element_count(self) -> u64 {
        unsafe {
            match self.kind() {
                TypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.0),
                TypeKind::LLVMStructTypeKind => u64::from(LLVMCountStructElementTypes(self.0)),
                _ => u64::from(LLVMGetVectorSize(self.0)),
            }
        }
    }

    pub fn struct_elements(self) -> Vec<Type> {
        (0..self.element_count() as u32).map(|i| Type(unsafe { LLVMStructGetTypeAtIndex(self.0, i) })).collect()
    }

    /// Type of field or element `index` of an aggregate.
    pub fn field(self, index: u32) -> Type {
        if self.is_struct() { Type(unsafe { LLVMStructGetTypeAtIndex(self.0, index) }) } else { self.element() }
    }

    /// The name of an identified struct.
    pub fn struct_name(self) -> Option<String> {
        if !self.is_struct() {
            return None;
        }
        let name = unsafe { LLVMGetStructName(self.0) };
        (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
    }

    pub fn integer_bits(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    pub fn function_return(self) -> Type {
        Type(unsafe { LLVMGetReturnType(self.0) })
    }

    pub fn function_parameters(self) -> Vec<Type> {
        let mut types = vec![std::ptr::null_mut(); unsafe { LLVMCountParamTypes(self.0) } as usize];
        unsafe { LLVMGetParamTypes(self.0, types.as_mut_ptr()) };
        types.into_iter().map(Type).collect()
    }

    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    pub fn function(result: Type, parameters: &[Type], variadic: bool) -> Type {
        let mut raw: Vec<_> = parameters.iter().map(|t| t.0).collect();
        Type(unsafe { LLVMFunctionType(result.0, raw.as_mut_ptr(), raw.len() as u32, variadic.into()) })
    }

    pub fn array(self, count: u64) -> Type {
        Type(unsafe { LLVMArrayType2(self.0, count) })
    }

    pub fn vector(self, lanes: u32) -> Type {
        Type(unsafe { LLVMVectorType(self.0, lanes) })
    }

    /// A literal struct in the context of this type.
    pub fn structure(self, fields: &[Type]) -> Type {
        let mut raw: Vec<_> = fields.iter().map(|t| t.0).collect();
        Type(unsafe { LLVMStructTypeInContext(self.context(), raw.as_mut_ptr(), raw.len() as u32, 0) })
    }

    /// An integer type of the same context.
    pub fn integer(self, bits: u32) -> Type {
        Type(unsafe { LLVMIntTypeInContext(self.context(), bits) })
    }

    pub fn void(self) -> Type {
        Type(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    pub fn double(self) -> Type {
        Type(unsafe { LLVMDoubleTypeInContext(self.context()) })
    }

    pub fn float(self) -> Type {
        Type(unsafe { LLVMFloatTypeInContext(self.context()) })
    }

    pub fn half(self) -> Type {
        Type(unsafe { LLVMHalfTypeInContext(self.context()) })
    }

    pub fn bfloat(self) -> Type {
        Type(unsafe { LLVMBFloatTypeInContext(self.context()) })
    }

    pub fn ppc_fp128(self) -> Type {
        Type(unsafe { LLVMPPCFP128TypeInContext(self.context()) })
    }

    pub fn x86_fp80(self) -> Type {
        Type(unsafe { LLVMX86FP80TypeInContext(self.context()) })
    }

    pub fn fp128(self) -> Type {
        Type(unsafe { LLVMFP128TypeInContext(self.context()) })
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let text = unsafe { LLVMPrintTypeToString(self.0) };
        let result = f.write_str(&unsafe { CStr::from_ptr(text) }.to_string_lossy());
        unsafe { LLVMDisposeMessage(text) };
        result
    }
}
