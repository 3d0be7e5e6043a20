//! Shapes of what debug information says.

use crate::known;
use crate::shape::{Field, Ownership, Pointee, ShapeKind, ShapeNumber, Shapes, Variant};
use std::collections::HashMap;
use zymase_llvm::{Form, Layout, LayoutNumber, Layouts, Part};

/// The shape of the pointer that was asked for: of what it leads to, as if nobody else had it.
pub fn shapes(layouts: &Layouts) -> Shapes {
    let mut reader = Reader { layouts, shapes: Shapes::default(), numbers: HashMap::new() };
    let size = layouts.types[1].size;
    let kind = reader.pointer(1, Ownership::Exclusive);
    let root = reader.shapes.add(size, kind);
    reader.shapes.root = root;
    reader.shapes
}

pub struct Reader<'a> {
    layouts: &'a Layouts,
    shapes: Shapes,
    numbers: HashMap<LayoutNumber, ShapeNumber>,
}

impl Reader<'_> {
    pub fn layout(&self, number: LayoutNumber) -> &Layout {
        &self.layouts.types[number]
    }

    /// Adds a shape that no type has.
    pub fn add(&mut self, size: u64, kind: ShapeKind) -> ShapeNumber {
        self.shapes.add(size, kind)
    }

    /// The shape of a type. It gets its number before its parts do, which may lead back to it.
    pub fn shape(&mut self, number: LayoutNumber) -> ShapeNumber {
        if let Some(&known) = self.numbers.get(&number) {
            return known;
        }
        let shape = self.shapes.add(self.layout(number).size, ShapeKind::Opaque(self.layout(number).name.clone()));
        self.numbers.insert(number, shape);
        let kind = self.kind(number);
        self.shapes.all[shape].kind = kind;
        shape
    }

    fn kind(&mut self, number: LayoutNumber) -> ShapeKind {
        if let Some(kind) = known::kind(self, number) {
            return kind;
        }
        let Layout { name, size, form, .. } = self.layout(number).clone();
        match form {
            _ if size == 0 && !matches!(form, Form::Unknown) => ShapeKind::Plain { numbers: false },
            Form::Integer | Form::Function => ShapeKind::Plain { numbers: false },
            Form::Float => ShapeKind::Plain { numbers: true },
            Form::Array { element, count } => ShapeKind::Array { count, of: self.shape(element) },
            Form::Pointer { .. } => match ownership(&name) {
                Some(ownership) => self.pointer(number, ownership),
                None => ShapeKind::Opaque(name),
            },
            Form::Struct { members } => match ownership(&name) {
                Some(ownership) if is_wide(&members) => self.pointer(number, ownership),
                _ if is_wide(&members) => ShapeKind::Opaque(name),
                _ => {
                    let mut fields: Vec<Field> = members.iter().map(|member| self.field(member)).collect();
                    if is_of_library(&name) {
                        fields.iter_mut().for_each(|field| field.name.clear());
                    }
                    ShapeKind::Struct(fields)
                }
            },
            Form::Enum { tag, variants } => {
                let field = |reader: &mut Self, part| Variant { field: reader.field(part), tag: None };
                let read: Vec<Variant> =
                    variants.iter().map(|variant| Variant { tag: variant.tag, ..field(self, &variant.part) }).collect();
                match (tag, &read[..]) {
                    (Some(tag), _) => ShapeKind::Enum { tag: tag.into(), variants: read },
                    (None, [only]) => ShapeKind::Struct(vec![only.field.clone()]),
                    _ => ShapeKind::Opaque(name),
                }
            }
            Form::Union { members } => self.union(&name, &members),
            Form::Unknown | Form::Trait { .. } => ShapeKind::Opaque(name),
        }
    }

    fn field(&mut self, part: &Part) -> Field {
        // Fields without a name are called by their number.
        let name = part.name.strip_prefix("__").unwrap_or(&part.name).to_owned();
        Field { name, offset: part.offset, of: self.shape(part.ty) }
    }

    /// Which member counts is not known, so none of them may lead anywhere.
    fn union(&mut self, name: &str, members: &[Part]) -> ShapeKind {
        let of: Vec<ShapeNumber> = members.iter().map(|member| self.shape(member.ty)).collect();
        let flatness = self.shapes.flatness();
        match of.iter().all(|&of| flatness[of].is_flat) {
            true => ShapeKind::Plain { numbers: of.iter().any(|&of| flatness[of].numbers) },
            false => ShapeKind::Opaque(name.to_owned()),
        }
    }

    /// A pointer of one word or two.
    fn pointer(&mut self, number: LayoutNumber, ownership: Ownership) -> ShapeKind {
        match self.pointee(number) {
            Some(to) => ShapeKind::Pointer { ownership, to },
            None => ShapeKind::Opaque(self.layout(number).name.clone()),
        }
    }

    /// What a pointer leads to, if it is a value, a slice or an object.
    pub fn pointee(&mut self, number: LayoutNumber) -> Option<Pointee> {
        let target = self.target(number)?;
        let Layout { name, form, .. } = self.layout(number).clone();
        match form {
            Form::Pointer { .. } => Some(Pointee::Value(self.shape(target))),
            Form::Struct { members } if member(&members, "vtable").is_some() => self.object(target),
            _ => {
                let pointee = behind(&name);
                let is_text = pointee == "str";
                // Structs that end with a slice are not known.
                (is_text || pointee.starts_with('[')).then(|| Pointee::Slice { of: self.shape(target), is_text })
            }
        }
    }

    /// The type that a pointer of one word or two names.
    pub fn target(&self, number: LayoutNumber) -> Option<LayoutNumber> {
        let target = match &self.layout(number).form {
            Form::Pointer { target } => *target,
            Form::Struct { members } if is_wide(members) => {
                let Form::Pointer { target } = self.layout(address_in(members)?.ty).form else { return None };
                target
            }
            _ => 0,
        };
        (target != 0).then_some(target)
    }

    /// An object of one of the types that are made into it.
    pub fn object(&mut self, number: LayoutNumber) -> Option<Pointee> {
        let Form::Trait { tables } = self.layout(number).form.clone() else { return None };
        Some(Pointee::Object(tables.into_iter().map(|(table, ty)| (table, self.shape(ty))).collect()))
    }

    /// Where the member is that this path of names leads to.
    pub fn locate(&self, from: LayoutNumber, path: &[&str]) -> Option<Part> {
        let mut at = Part { name: String::new(), offset: 0, ty: from };
        for name in path {
            let next = match &self.layout(at.ty).form {
                Form::Struct { members } | Form::Union { members } => member(members, name)?.clone(),
                Form::Enum { variants, .. } => variants.iter().find(|v| v.part.name == *name)?.part.clone(),
                _ => return None,
            };
            at = Part { offset: at.offset + next.offset, ..next };
        }
        Some(at)
    }

    /// What a type was given for a parameter.
    pub fn parameter(&mut self, number: LayoutNumber, name: &str) -> Option<ShapeNumber> {
        let ty = self.layout(number).parameters.iter().find(|(parameter, _)| parameter == name)?.1;
        (ty != 0).then(|| self.shape(ty))
    }
}

fn member<'a>(members: &'a [Part], name: &str) -> Option<&'a Part> {
    members.iter().find(|member| member.name == name)
}

fn address_in(members: &[Part]) -> Option<&Part> {
    member(members, "data_ptr").or_else(|| member(members, "pointer"))
}

/// Are these the two words of a pointer?
fn is_wide(members: &[Part]) -> bool {
    let [first, second] = members else { return false };
    matches!((&*first.name, &*second.name), ("data_ptr", "length") | ("pointer", "vtable"))
}

/// Fields of such types are nobody's business.
fn is_of_library(name: &str) -> bool {
    ["core::", "alloc::", "std::", "hashbrown::"].iter().any(|path| name.starts_with(path))
}

/// Of pointers that say who has what is behind them.
fn ownership(name: &str) -> Option<Ownership> {
    if name.starts_with("&mut ") {
        Some(Ownership::Exclusive)
    } else if name.starts_with('&') {
        Some(Ownership::Shared)
    } else if name.starts_with("alloc::boxed::Box<") {
        Some(Ownership::Owned)
    } else {
        None
    }
}

/// The name of what a pointer leads to.
fn behind(name: &str) -> &str {
    ["&mut ", "&", "*const ", "*mut ", "alloc::boxed::Box<"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .map_or("", |rest| if rest.starts_with("str") { "str" } else { rest })
}
