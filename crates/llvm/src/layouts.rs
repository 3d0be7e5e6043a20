//! Types of Rust, as debug information lays them out.

use crate::Value;
use llvm_sys::prelude::*;
use std::ffi::{c_char, c_void};

/// Number of a type in [`Layouts::types`]; 0 is no type.
pub type LayoutNumber = usize;

/// A part of a type: a field, a variant, a member of a union.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    pub offset: u64,
    pub ty: LayoutNumber,
}

/// One value of an enumeration.
#[derive(Clone, Debug)]
pub struct Variant {
    pub part: Part,
    /// What the tag then is; none for the one that has all other values.
    pub tag: Option<u64>,
}

/// Where the tag of an enumeration is.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    pub offset: u64,
    pub bytes: u64,
}

#[derive(Clone, Debug, Default)]
pub enum Form {
    #[default]
    Unknown,
    Integer,
    Float,
    Pointer {
        target: LayoutNumber,
    },
    /// A pointer to a function.
    Function,
    Array {
        element: LayoutNumber,
        count: u64,
    },
    Struct {
        members: Vec<Part>,
    },
    Union {
        members: Vec<Part>,
    },
    Enum {
        tag: Option<Tag>,
        variants: Vec<Variant>,
    },
    /// `dyn Trait`, with the tables of all types that are made into it.
    Trait {
        tables: Vec<(Value, LayoutNumber)>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// With the path of its module.
    pub name: String,
    pub size: u64,
    pub form: Form,
    /// What it was given for its type parameters.
    pub parameters: Vec<(String, LayoutNumber)>,
}

/// A type, which has the number 1, and all that it can lead to.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    pub types: Vec<Layout>,
}

#[repr(C)]
struct Sink {
    data: *mut c_void,
    ty: extern "C" fn(*mut c_void, u32, u32, u64, *const c_char, usize),
    part: extern "C" fn(*mut c_void, u32, u32, *const c_char, usize, u64, u32, u64),
    table: extern "C" fn(*mut c_void, u32, LLVMValueRef, u32),
}

unsafe extern "C" {
    fn zymase_layouts(call: LLVMValueRef, sink: *mut Sink) -> bool;
}

fn text(raw: *const c_char, length: usize) -> String {
    if length == 0 {
        return String::new();
    }
    String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(raw.cast(), length) }).into_owned()
}

extern "C" fn take_type(data: *mut c_void, number: u32, form: u32, size: u64, name: *const c_char, length: usize) {
    let types = unsafe { &mut (*data.cast::<Layouts>()).types };
    types.resize_with(types.len().max(number as usize + 1), Layout::default);
    let form = match form {
        1 => Form::Integer,
        2 => Form::Float,
        3 => Form::Pointer { target: 0 },
        4 => Form::Function,
        5 => Form::Array { element: 0, count: 0 },
        6 => Form::Struct { members: Vec::new() },
        7 => Form::Union { members: Vec::new() },
        8 => Form::Enum { tag: None, variants: Vec::new() },
        9 => Form::Trait { tables: Vec::new() },
        _ => Form::Unknown,
    };
    types[number as usize] = Layout { name: text(name, length), size, form, parameters: Vec::new() };
}

extern "C" fn take_part(
    data: *mut c_void,
    number: u32,
    kind: u32,
    name: *const c_char,
    length: usize,
    offset: u64,
    target: u32,
    value: u64,
) {
    let layouts = unsafe { &mut *data.cast::<Layouts>() };
    let layout = &mut layouts.types[number as usize];
    let part = Part { name: text(name, length), offset, ty: target as usize };
    match (kind, &mut layout.form) {
        (0, Form::Struct { members } | Form::Union { members }) => members.push(part),
        (1, _) => layout.parameters.push((part.name, part.ty)),
        (2, Form::Enum { variants, .. }) => variants.push(Variant { part, tag: Some(value) }),
        (3, Form::Enum { variants, .. }) => variants.push(Variant { part, tag: None }),
        (4, Form::Enum { tag, .. }) => *tag = Some(Tag { offset, bytes: value }),
        (5, Form::Pointer { target: of } | Form::Array { element: of, .. }) => *of = part.ty,
        (6, Form::Array { count, .. }) => *count = value,
        _ => {}
    }
}

extern "C" fn take_table(data: *mut c_void, number: u32, table: LLVMValueRef, target: u32) {
    let layouts = unsafe { &mut *data.cast::<Layouts>() };
    let layout = &mut layouts.types[number as usize];
    if let Form::Trait { tables } = &mut layout.form {
        tables.push((Value(table), target as usize));
    }
}

impl Layouts {
    /// Of the argument of the generic function in which a call was written; none without debug information.
    pub fn around(call: Value) -> Option<Layouts> {
        let mut found = Layouts { types: vec![Layout::default()] };
        let data = (&raw mut found).cast();
        let mut sink = Sink { data, ty: take_type, part: take_part, table: take_table };
        unsafe { zymase_layouts(call.0, &mut sink) }.then_some(found)
    }
}
