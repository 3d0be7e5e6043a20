//! Layouts as debug information gives them, and what is made of them.

use crate::read;
use crate::shape::{Ownership, Pointee, ShapeKind, Shapes};
use zymase_llvm::{Form, Layout, Layouts, Part, Tag, Variant};

fn part(name: &str, offset: u64, ty: usize) -> Part {
    Part { name: name.to_owned(), offset, ty }
}

fn layout(name: &str, size: u64, form: Form) -> Layout {
    Layout { name: name.to_owned(), size, form, parameters: Vec::new() }
}

/// Shapes of a pointer to the first of these types; they are numbered from 2 on.
fn shapes_of(types: Vec<Layout>) -> Shapes {
    let pointer = layout("*const T", 8, Form::Pointer { target: 2 });
    read::shapes(&Layouts { types: [vec![Layout::default(), pointer], types].concat() })
}

/// The kind behind the pointer.
fn kind_of(types: Vec<Layout>) -> ShapeKind {
    let shapes = shapes_of(types);
    let ShapeKind::Pointer { ownership: Ownership::Exclusive, to: Pointee::Value(of) } = shapes.all[shapes.root].kind
    else {
        panic!("not a pointer")
    };
    shapes.all[of].kind.clone()
}

fn structure(name: &str, size: u64, members: Vec<Part>) -> Layout {
    layout(name, size, Form::Struct { members })
}

fn vector(length: &str) -> Vec<Layout> {
    let raw = "alloc::raw_vec::";
    let mut vec = structure("alloc::vec::Vec<f64>", 24, vec![part("buf", 0, 3), part(length, 16, 6)]);
    vec.parameters.push(("T".to_owned(), 7));
    vec![
        vec,
        structure(&format!("{raw}RawVec<f64>"), 16, vec![part("inner", 0, 4)]),
        structure(&format!("{raw}RawVecInner"), 16, vec![part("cap", 0, 6), part("ptr", 8, 5)]),
        layout("*const u8", 8, Form::Pointer { target: 6 }),
        layout("usize", 8, Form::Integer),
        layout("f64", 8, Form::Float),
    ]
}

#[test]
fn vectors_are_looked_into_by_the_names_of_their_fields() {
    let ShapeKind::Vector { data: 8, length: 16, capacity: 0, is_text: false, .. } = kind_of(vector("len")) else {
        panic!("a vector has an address, a length and a capacity")
    };
}

#[test]
fn containers_that_have_changed_are_opaque() {
    assert_eq!(kind_of(vector("count")), ShapeKind::Opaque("alloc::vec::Vec<f64>".to_owned()));
}

#[test]
fn raw_pointers_are_opaque() {
    let types = vec![layout("*mut f64", 8, Form::Pointer { target: 3 }), layout("f64", 8, Form::Float)];
    assert_eq!(kind_of(types), ShapeKind::Opaque("*mut f64".to_owned()));
}

#[test]
fn references_say_who_else_looks() {
    let types = |name| vec![layout(name, 8, Form::Pointer { target: 3 }), layout("f64", 8, Form::Float)];
    let ownership = |name| match kind_of(types(name)) {
        ShapeKind::Pointer { ownership, .. } => ownership,
        other => panic!("{other:?}"),
    };
    assert_eq!(ownership("&f64"), Ownership::Shared);
    assert_eq!(ownership("&mut f64"), Ownership::Exclusive);
    assert_eq!(ownership("alloc::boxed::Box<f64, alloc::alloc::Global>"), Ownership::Owned);
}

#[test]
fn types_may_lead_to_themselves() {
    let list = Form::Enum {
        tag: Some(Tag { offset: 0, bytes: 8 }),
        variants: vec![
            Variant { part: part("End", 0, 4), tag: Some(0) },
            Variant { part: part("Next", 0, 5), tag: None },
        ],
    };
    let shapes = shapes_of(vec![
        layout("program::List", 16, list),
        layout("alloc::boxed::Box<program::List>", 8, Form::Pointer { target: 2 }),
        structure("program::List::End", 16, Vec::new()),
        structure("program::List::Next", 16, vec![part("__0", 0, 3), part("__1", 8, 6)]),
        layout("f64", 8, Form::Float),
    ]);
    assert!(shapes.all.iter().all(|shape| !matches!(shape.kind, ShapeKind::Opaque(_))));
    assert!(!shapes.flatness()[shapes.root].is_flat);
}

#[test]
fn unions_must_lead_nowhere() {
    let union = |member| {
        vec![
            layout("program::Either", 8, Form::Union { members: vec![part("a", 0, member), part("b", 0, 3)] }),
            layout("f64", 8, Form::Float),
            layout("u64", 8, Form::Integer),
            layout("&f64", 8, Form::Pointer { target: 3 }),
        ]
    };
    assert_eq!(kind_of(union(4)), ShapeKind::Plain { numbers: true });
    assert_eq!(kind_of(union(5)), ShapeKind::Opaque("program::Either".to_owned()));
}

#[test]
fn numbers_in_cells_are_not_flat() {
    let cell = |name: &str, form| {
        let shapes = shapes_of(vec![
            structure("core::cell::UnsafeCell<T>", 8, vec![part("value", 0, 3)]),
            layout(name, 8, form),
        ]);
        let ShapeKind::Pointer { to: Pointee::Value(of), .. } = shapes.all[shapes.root].kind else {
            panic!("not a pointer")
        };
        shapes.flatness()[of].is_flat
    };
    assert!(cell("u64", Form::Integer));
    assert!(!cell("f64", Form::Float));
}
