//! What metadata says about types: struct layouts in TBAA tags and variables in debug information.
use crate::{Function, Module, Value};
use llvm_sys::{core::*, prelude::*};
use std::ffi::{CStr, c_char, c_void};

/// Most fields of a struct in a TBAA tag that are read.
const MOST_TBAA_FIELDS: usize = 256;

/// The struct that a TBAA tag says an access is in.
#[derive(Clone, Debug)]
pub struct TbaaBase {
    /// Where in the struct the access is.
    pub at: i64,
    /// Offset and type name of each scalar field; an array is listed as its first element only.
    pub fields: Vec<(i64, String)>,
}

/// Number of a debug type in [`DebugTypes::types`]; 0 is no type.
pub type DebugTypeNumber = usize;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DebugKind {
    Integer,
    /// `quad` tells a 128-bit format from x86's long double.
    Float {
        quad: bool,
    },
    /// `single`: a reference, behind which there is one object and not the first of several.
    Pointer {
        target: DebugTypeNumber,
        single: bool,
    },
    /// `count` elements of `size` bytes each; 0 when the count is not known.
    Array {
        element: DebugTypeNumber,
        count: u64,
    },
    /// Bytes whose use is not known: a union, characters, an incomplete type.
    Opaque,
}

#[derive(Copy, Clone, Debug)]
pub struct DebugField {
    pub offset: u64,
    pub size: u64,
    pub kind: DebugKind,
}

#[derive(Clone, Debug, Default)]
pub struct DebugType {
    pub name: String,
    pub size: u64,
    /// Neither a struct, a union nor an array.
    pub scalar: bool,
    /// Scalar fields of nested structs too, in order of declaration; gaps are padding.
    pub fields: Vec<DebugField>,
}

#[derive(Clone, Debug)]
pub struct DebugVariable {
    pub name: String,
    pub value: Value,
    /// The value points to the variable; otherwise it is the variable's bytes from `offset` on.
    pub memory: bool,
    pub offset: u64,
    pub ty: DebugTypeNumber,
}

/// Variables and their types. `types[0]` is empty: nothing known.
#[derive(Clone, Debug, Default)]
pub struct DebugTypes {
    pub variables: Vec<DebugVariable>,
    pub types: Vec<DebugType>,
}

#[repr(C)]
struct Sink {
    data: *mut c_void,
    variable: extern "C" fn(*mut c_void, LLVMValueRef, bool, u64, u32, *const c_char),
    ty: extern "C" fn(*mut c_void, u32, u64, bool, *const c_char),
    row: extern "C" fn(*mut c_void, u32, u64, u32, u64, u32, u64),
}

unsafe extern "C" {
    fn zymase_tbaa_base(
        instruction: LLVMValueRef,
        at: *mut i64,
        offsets: *mut i64,
        names: *mut *const c_char,
        room: i32,
    ) -> i32;
    fn zymase_debug_variables(function: LLVMValueRef, globals: *mut LLVMValueRef, count: u32, sink: *mut Sink);
}

fn text(raw: *const c_char) -> String {
    if raw.is_null() { String::new() } else { unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned() }
}

extern "C" fn take_variable(
    data: *mut c_void,
    value: LLVMValueRef,
    memory: bool,
    offset: u64,
    ty: u32,
    name: *const c_char,
) {
    let found = unsafe { &mut *data.cast::<DebugTypes>() };
    let variable = DebugVariable { name: text(name), value: Value(value), memory, offset, ty: ty as usize };
    found.variables.push(variable);
}

extern "C" fn take_type(data: *mut c_void, ty: u32, size: u64, scalar: bool, name: *const c_char) {
    let found = unsafe { &mut *data.cast::<DebugTypes>() };
    found.types.resize_with(found.types.len().max(ty as usize + 1), DebugType::default);
    found.types[ty as usize] = DebugType { name: text(name), size, scalar, fields: Vec::new() };
}

extern "C" fn take_row(data: *mut c_void, ty: u32, offset: u64, kind: u32, size: u64, target: u32, count: u64) {
    let found = unsafe { &mut *data.cast::<DebugTypes>() };
    let target = target as usize;
    let kind = match kind {
        0 => DebugKind::Integer,
        1 => DebugKind::Float { quad: target != 0 },
        2 => DebugKind::Pointer { target, single: count == 1 },
        3 => DebugKind::Array { element: target, count },
        _ => DebugKind::Opaque,
    };
    found.types[ty as usize].fields.push(DebugField { offset, size, kind });
}

impl DebugTypes {
    /// Debug information about the variables of `function` and about `globals`.
    pub fn of(function: Function, globals: &[Value]) -> DebugTypes {
        let mut found = DebugTypes::default();
        let mut raw: Vec<_> = globals.iter().map(|g| g.0).collect();
        let mut sink = Sink { data: (&raw mut found).cast(), variable: take_variable, ty: take_type, row: take_row };
        unsafe { zymase_debug_variables(function.0, raw.as_mut_ptr(), raw.len() as u32, &mut sink) };
        if found.types.is_empty() {
            found.types.push(DebugType::default());
        }
        found
    }
}

impl Value {
    /// The struct around an access, as its TBAA tag tells it.
    pub fn tbaa_base(self) -> Option<TbaaBase> {
        let mut at = 0;
        let mut offsets = [0; MOST_TBAA_FIELDS];
        let mut names = [std::ptr::null(); MOST_TBAA_FIELDS];
        let count = unsafe {
            zymase_tbaa_base(self.0, &mut at, offsets.as_mut_ptr(), names.as_mut_ptr(), MOST_TBAA_FIELDS as i32)
        };
        let count = usize::try_from(count).ok()?;
        Some(TbaaBase { at, fields: (0..count).map(|i| (offsets[i], text(names[i]))).collect() })
    }
}

impl Module {
    /// A module of its own context, which lives until the process ends (for tests).
    pub fn parse(source: &str) -> Result<Module, String> {
        let name = c"test";
        unsafe {
            let context = LLVMContextCreate();
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(source.as_ptr().cast(), source.len(), name.as_ptr());
            let mut parsed = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            if llvm_sys::ir_reader::LLVMParseIRInContext2(context, buffer, &mut parsed, &mut message) == 0 {
                return Ok(Module(parsed));
            }
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeMessage(message);
            Err(text)
        }
    }
}

impl Value {
    /// The function that an argument or instruction belongs to.
    pub fn parent_function(self) -> Option<Function> {
        if self.is_argument() {
            return Some(Function(unsafe { LLVMGetParamParent(self.0) }));
        }
        self.block().map(|block| block.function())
    }

    /// What an `atomicrmw` does, in LLVM's words, where that is plain arithmetic or an exchange.
    pub fn atomic_operation(self) -> Option<&'static str> {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        Some(match unsafe { LLVMGetAtomicRMWBinOp(self.0) } {
            LLVMAtomicRMWBinOpAdd => "add",
            LLVMAtomicRMWBinOpSub => "sub",
            LLVMAtomicRMWBinOpAnd => "and",
            LLVMAtomicRMWBinOpOr => "or",
            LLVMAtomicRMWBinOpXor => "xor",
            LLVMAtomicRMWBinOpXchg => "xchg",
            LLVMAtomicRMWBinOpMin => "min",
            LLVMAtomicRMWBinOpMax => "max",
            LLVMAtomicRMWBinOpUMin => "umin",
            LLVMAtomicRMWBinOpUMax => "umax",
            LLVMAtomicRMWBinOpFAdd => "fadd",
            _ => return None,
        })
    }

    /// Whether an `atomicrmw` adds or subtracts a floating-point number.
    pub fn is_sum_of_floats(self) -> bool {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        let operation = unsafe { LLVMGetAtomicRMWBinOp(self.0) };
        matches!(operation, LLVMAtomicRMWBinOpFAdd | LLVMAtomicRMWBinOpFSub)
    }

    /// Whether an `atomicrmw` subtracts a floating-point number.
    pub fn is_update_by_difference(self) -> bool {
        unsafe { LLVMGetAtomicRMWBinOp(self.0) == llvm_sys::LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFSub }
    }

    /// Whether an `atomicrmw` does integer arithmetic (not an exchange, not bitwise, not floating point).
    pub fn is_arithmetic_update(self) -> bool {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        matches!(
            unsafe { LLVMGetAtomicRMWBinOp(self.0) },
            LLVMAtomicRMWBinOpAdd
                | LLVMAtomicRMWBinOpSub
                | LLVMAtomicRMWBinOpMax
                | LLVMAtomicRMWBinOpMin
                | LLVMAtomicRMWBinOpUMax
                | LLVMAtomicRMWBinOpUMin
        )
    }
}
