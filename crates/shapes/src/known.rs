//! Containers whose memory no type describes: what is behind an address depends on a length somewhere else.
//!
//! They are told by their names and looked into by those of their fields. Where a field is missing, because the library has changed,
//! the container is not known, and shadows of it cannot be compared.

use crate::read::Reader;
use crate::shape::{Field, Pointee, ShapeKind, ShapeNumber, Tree};
use zymase_llvm::{Form, LayoutNumber};

/// The kind of a type of a library.
pub fn kind(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let full = reader.layout(number).name.clone();
    let name = full.split('<').next().unwrap_or_default();
    let found = match name {
        "core::marker::PhantomData" | "core::any::TypeId" => return Some(ShapeKind::Plain { numbers: false }),
        "core::ptr::non_null::NonNull" | "core::ptr::unique::Unique" => None,
        "alloc::vec::Vec" => vector(reader, number, &[], false),
        "alloc::string::String" => vector(reader, number, &["vec"], true),
        "alloc::collections::vec_deque::VecDeque" => deque(reader, number),
        "hashbrown::raw::RawTable" | "hashbrown::raw::inner::RawTable" => table(reader, number),
        "alloc::collections::btree::map::BTreeMap" => tree(reader, number),
        "alloc::collections::linked_list::LinkedList" => list(reader, number),
        "alloc::rc::Rc" | "alloc::sync::Arc" => counted(reader, number, false),
        "alloc::rc::Weak" | "alloc::sync::Weak" => counted(reader, number, true),
        "core::cell::UnsafeCell" => cell(reader, number),
        "core::cell::RefCell" => ref_cell(reader, number),
        "smallvec::SmallVecData" if full.ends_with("::Heap") => heap_of_small_vector(reader, number),
        "ndarray::ArrayBase" => array(reader, number),
        _ if name.starts_with("std::sync::") && (name.ends_with("::Mutex") || name.ends_with("::RwLock")) => {
            lock(reader, number)?
        }
        _ => return None,
    };
    Some(found.unwrap_or(ShapeKind::Opaque(full)))
}

/// The offset of the first address in what this path leads to.
fn address(reader: &Reader, number: LayoutNumber, path: &[&str]) -> Option<u64> {
    let mut at = reader.locate(number, path)?;
    loop {
        let inner = match &reader.layout(at.ty).form {
            Form::Pointer { .. } => return Some(at.offset),
            Form::Struct { members } => members.iter().find(|member| reader.layout(member.ty).size == 8)?.clone(),
            _ => return None,
        };
        at = zymase_llvm::Part { offset: at.offset + inner.offset, ..inner };
    }
}

fn offset(reader: &Reader, number: LayoutNumber, path: &[&str]) -> Option<u64> {
    Some(reader.locate(number, path)?.offset)
}

/// The path behind another one.
fn after<'a>(path: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [path, more].concat()
}

fn vector(reader: &mut Reader, number: LayoutNumber, path: &[&str], is_text: bool) -> Option<ShapeKind> {
    let itself = reader.locate(number, path)?;
    let data = address(reader, number, &after(path, &["buf", "inner", "ptr"]))?;
    let capacity = offset(reader, number, &after(path, &["buf", "inner", "cap"]))?;
    let length = offset(reader, number, &after(path, &["len"]))?;
    let of = reader.parameter(itself.ty, "T")?;
    Some(ShapeKind::Vector { data, length, capacity, is_text, of })
}

fn deque(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let data = address(reader, number, &["buf", "inner", "ptr"])?;
    let capacity = offset(reader, number, &["buf", "inner", "cap"])?;
    let (length, head) = (offset(reader, number, &["len"])?, offset(reader, number, &["head"])?);
    let of = reader.parameter(number, "T")?;
    Some(ShapeKind::Deque { data, length, capacity, head, of })
}

fn table(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let control = address(reader, number, &["table", "ctrl"])?;
    let mask = offset(reader, number, &["table", "bucket_mask"])?;
    let entries = offset(reader, number, &["table", "items"])?;
    let of = entry(reader, number)?;
    Some(ShapeKind::Table { control, mask, entries, of })
}

/// A key and its value: keys must be the same, or derivatives go to other entries.
fn entry(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeNumber> {
    let of = reader.layout(number).parameters.iter().find(|(name, _)| name == "T")?.1;
    let (Some(key), Some(value)) = (reader.locate(of, &["__0"]), reader.locate(of, &["__1"])) else {
        return Some(reader.shape(of));
    };
    let size = reader.layout(of).size;
    let fields = vec![
        Field { name: "key".to_owned(), offset: key.offset, of: exact(reader, key.ty) },
        Field { name: "value".to_owned(), offset: value.offset, of: reader.shape(value.ty) },
    ];
    Some(reader.add(size, ShapeKind::Struct(fields)))
}

fn exact(reader: &mut Reader, number: LayoutNumber) -> ShapeNumber {
    let of = reader.shape(number);
    reader.add(reader.layout(number).size, ShapeKind::Exact(of))
}

fn tree(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let root = ["root", "Some", "__0", "node"];
    let height = offset(reader, number, &["root", "Some", "__0", "height"])?;
    let leaf = pointed_to(reader, number, &root)?;
    let internal = pointed_to(reader, leaf, &["parent", "Some", "__0"])?;
    // An internal node is used as a leaf too.
    if offset(reader, internal, &["data"])? != 0 {
        return None;
    }
    let key = reader.layout(number).parameters.iter().find(|(name, _)| name == "K")?.1;
    let key = exact(reader, key);
    Some(ShapeKind::Tree(Tree {
        root: address(reader, number, &root)?,
        height,
        length: offset(reader, number, &["length"])?,
        count: offset(reader, leaf, &["len"])?,
        keys: offset(reader, leaf, &["keys"])?,
        values: offset(reader, leaf, &["vals"])?,
        edges: offset(reader, internal, &["edges"])?,
        key,
        value: reader.parameter(number, "V")?,
    }))
}

/// The type behind a `NonNull`.
fn pointed_to(reader: &Reader, number: LayoutNumber, path: &[&str]) -> Option<LayoutNumber> {
    let pointer = reader.locate(number, &after(path, &["pointer"]))?;
    reader.target(pointer.ty)
}

fn list(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let node = pointed_to(reader, number, &["head", "Some", "__0"])?;
    Some(ShapeKind::List {
        first: address(reader, number, &["head", "Some", "__0"])?,
        length: offset(reader, number, &["len"])?,
        next: address(reader, node, &["next", "Some", "__0"])?,
        element: offset(reader, node, &["element"])?,
        of: reader.parameter(number, "T")?,
    })
}

/// `Rc`, `Arc` and what is weak: an address of the counts, with the value behind them.
fn counted(reader: &mut Reader, number: LayoutNumber, is_weak: bool) -> Option<ShapeKind> {
    let pointer = reader.locate(number, &["ptr", "pointer"])?;
    if pointer.offset != 0 {
        return None;
    }
    let inner = reader.target(pointer.ty)?;
    let owners = offset(reader, inner, &["strong"])?;
    let value = reader.locate(inner, &["value"]).or_else(|| reader.locate(inner, &["data"]))?;
    let is_thin = matches!(reader.layout(pointer.ty).form, Form::Pointer { .. });
    let name = reader.layout(inner).name.clone();
    let to = if is_thin {
        Pointee::Value(reader.shape(value.ty))
    } else if name.contains("Inner<[") || name.contains("Inner<str") {
        Pointee::Slice { of: reader.shape(value.ty), is_text: name.contains("Inner<str") }
    } else {
        reader.object(value.ty)?
    };
    Some(ShapeKind::Counted { is_weak, owners, value: value.offset, to })
}

fn cell(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let value = reader.locate(number, &["value"])?;
    (value.offset == 0).then(|| ShapeKind::Cell(reader.shape(value.ty)))
}

fn ref_cell(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let state = offset(reader, number, &["borrow"])?;
    let value = reader.locate(number, &["value", "value"])?;
    Some(ShapeKind::RefCell { state, value: value.offset, of: reader.shape(value.ty) })
}

/// None where it is a lock inside of these locks, which holds nothing.
fn lock(reader: &mut Reader, number: LayoutNumber) -> Option<Option<ShapeKind>> {
    let value = reader.locate(number, &["data", "value"])?;
    Some(Some(ShapeKind::Lock { value: value.offset, of: reader.shape(value.ty) }))
}

/// The variant of smallvec's vectors that has memory of its own; how much of it there is, is said outside.
fn heap_of_small_vector(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let data = address(reader, number, &["ptr"])?;
    let length = offset(reader, number, &["len"])?;
    let pointer = reader.locate(number, &["ptr", "pointer"])?;
    let target = reader.target(pointer.ty)?;
    let of = reader.shape(target);
    Some(ShapeKind::Vector { data, length, capacity: length, is_text: false, of })
}

/// ndarray's arrays that own their elements. Sizes and strides must agree, and where in the memory the first element is.
fn array(reader: &mut Reader, number: LayoutNumber) -> Option<ShapeKind> {
    let storage = reader.locate(number, &["data"])?;
    if !reader.layout(storage.ty).name.starts_with("ndarray::data_repr::OwnedRepr<") {
        return None;
    }
    let data = address(reader, storage.ty, &["ptr"])?;
    let (length, capacity) = (offset(reader, storage.ty, &["len"])?, offset(reader, storage.ty, &["capacity"])?);
    let of = reader.parameter(storage.ty, "A")?;
    let elements = ShapeKind::Vector { data, length, capacity, is_text: false, of };
    let size = reader.layout(storage.ty).size;
    let mut fields = vec![Field { name: "data".to_owned(), offset: storage.offset, of: reader.add(size, elements) }];
    let first = first_element(reader, number)?;
    let inside = reader.add(0, ShapeKind::Inside { address: first, of: storage.offset + data });
    fields.push(Field { name: "ptr".to_owned(), offset: 0, of: inside });
    for name in ["dim", "strides"] {
        let part = reader.locate(number, &[name]).or_else(|| reader.locate(number, &["parts", name]))?;
        let of = exact(reader, part.ty);
        fields.push(Field { name: name.to_owned(), offset: part.offset, of });
    }
    Some(ShapeKind::Struct(fields))
}

fn first_element(reader: &Reader, number: LayoutNumber) -> Option<u64> {
    address(reader, number, &["ptr"]).or_else(|| address(reader, number, &["parts", "ptr"]))
}
