//! What a value consists of, as far as somebody who compares it with another one has to know.

use zymase_llvm::{Tag, Value};

/// Number of a shape in [`Shapes::all`].
pub type ShapeNumber = usize;

/// A part of a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub name: String,
    pub offset: u64,
    pub of: ShapeNumber,
}

/// One value of an enumeration.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    pub field: Field,
    pub tag: Option<u64>,
}

/// What a pointer leads to.
#[derive(Clone, PartialEq, Debug)]
pub enum Pointee {
    Value(ShapeNumber),
    /// As many as the word behind the address says.
    Slice {
        of: ShapeNumber,
        is_text: bool,
    },
    /// The word behind the address is that of one of these tables.
    Object(Vec<(Value, ShapeNumber)>),
}

/// Who else has what a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ownership {
    Owned,
    Exclusive,
    Shared,
}

/// Where a tree keeps what.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    pub root: u64,
    pub height: u64,
    pub length: u64,
    /// In a node: how many entries there are, and the arrays.
    pub count: u64,
    pub keys: u64,
    pub values: u64,
    pub edges: u64,
    pub key: ShapeNumber,
    pub value: ShapeNumber,
}

/// Numbers in them are offsets, unless something else is stated.
#[derive(Clone, PartialEq, Debug)]
pub enum ShapeKind {
    Plain {
        numbers: bool,
    },
    Struct(Vec<Field>),
    Enum {
        tag: TagAt,
        variants: Vec<Variant>,
    },
    Array {
        count: u64,
        of: ShapeNumber,
    },
    Pointer {
        ownership: Ownership,
        to: Pointee,
    },
    Vector {
        data: u64,
        length: u64,
        capacity: u64,
        is_text: bool,
        of: ShapeNumber,
    },
    Deque {
        data: u64,
        length: u64,
        capacity: u64,
        head: u64,
        of: ShapeNumber,
    },
    Table {
        control: u64,
        mask: u64,
        entries: u64,
        of: ShapeNumber,
    },
    Tree(Tree),
    List {
        first: u64,
        length: u64,
        next: u64,
        element: u64,
        of: ShapeNumber,
    },
    Counted {
        is_weak: bool,
        owners: u64,
        value: u64,
        to: Pointee,
    },
    Cell(ShapeNumber),
    RefCell {
        state: u64,
        value: u64,
        of: ShapeNumber,
    },
    Lock {
        value: u64,
        of: ShapeNumber,
    },
    /// Integers in it must be the same.
    Exact(ShapeNumber),
    /// An address in memory that begins at another one.
    Inside {
        address: u64,
        of: u64,
    },
    /// Nothing is known of it but what it is.
    Opaque(String),
}

/// Where the tag of an enumeration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagAt {
    pub offset: u64,
    pub bytes: u64,
}

impl From<Tag> for TagAt {
    fn from(tag: Tag) -> TagAt {
        TagAt { offset: tag.offset, bytes: tag.bytes }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub size: u64,
    pub kind: ShapeKind,
}

/// A shape and all that it leads to.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Shapes {
    pub all: Vec<Shape>,
    pub root: ShapeNumber,
}

/// Is there nothing to compare, and are there floating-point numbers?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flatness {
    pub is_flat: bool,
    pub numbers: bool,
}

impl Shapes {
    pub fn add(&mut self, size: u64, kind: ShapeKind) -> ShapeNumber {
        self.all.push(Shape { size, kind });
        self.all.len() - 1
    }

    /// Of each shape. What is part of a value is not part of itself, so this ends.
    pub fn flatness(&self) -> Vec<Flatness> {
        let mut known = vec![None; self.all.len()];
        (0..self.all.len()).map(|number| self.flatness_of(number, &mut known)).collect()
    }

    fn flatness_of(&self, number: ShapeNumber, known: &mut [Option<Flatness>]) -> Flatness {
        if let Some(flatness) = known[number] {
            return flatness;
        }
        let flatness = match &self.all[number].kind {
            ShapeKind::Plain { numbers } => Flatness { is_flat: true, numbers: *numbers },
            ShapeKind::Struct(fields) => {
                let all: Vec<Flatness> = fields.iter().map(|field| self.flatness_of(field.of, known)).collect();
                Flatness { is_flat: all.iter().all(|f| f.is_flat), numbers: all.iter().any(|f| f.numbers) }
            }
            ShapeKind::Array { count: 0, .. } => Flatness { is_flat: true, numbers: false },
            ShapeKind::Array { of, .. } => self.flatness_of(*of, known),
            // Numbers in a cell may be written though others look at the cell.
            ShapeKind::Cell(of) => {
                let inside = self.flatness_of(*of, known);
                Flatness { is_flat: inside.is_flat && !inside.numbers, numbers: inside.numbers }
            }
            _ => Flatness { is_flat: false, numbers: true },
        };
        known[number] = Some(flatness);
        flatness
    }
}
