//! Shapes as a constant of the program.

use crate::format::{flags, kind, ownership, pointee};
use crate::shape::{Field, Flatness, Ownership, Pointee, Shape, ShapeKind, Shapes};
use zymase_llvm::{Module, Value};

/// A list of words in which shapes are named by where they begin.
#[derive(Default)]
struct Words {
    words: Vec<u64>,
    names: String,
    tables: Vec<Value>,
    /// Where shapes begin.
    begins: Vec<u64>,
    /// Words that name a shape by its number as yet.
    names_of_shapes: Vec<usize>,
}

/// The constant that describes the shapes.
pub fn constant(module: Module, shapes: &Shapes) -> Value {
    let words = words(shapes);
    let word = module.integer_type(64);
    let root = Value::integer(word, words.begins[shapes.root] as i64);
    let values: Vec<Value> = words.words.iter().map(|&value| Value::integer(word, value as i64)).collect();
    let lists = [
        module.private_constant("zymase.description", Value::constant_array(word, &values)),
        module.string_constant(&words.names),
        module.private_constant("zymase.description", Value::constant_array(module.pointer_type(), &words.tables)),
        root,
    ];
    module.private_constant("zymase.description", Value::constant_struct(module, &lists))
}

fn words(shapes: &Shapes) -> Words {
    let mut words = Words::default();
    for (shape, flatness) in shapes.all.iter().zip(shapes.flatness()) {
        words.begins.push(words.words.len() as u64);
        words.shape(shape, flatness);
    }
    for &at in &words.names_of_shapes {
        words.words[at] = words.begins[words.words[at] as usize];
    }
    words
}

impl Words {
    fn put(&mut self, words: &[u64]) {
        self.words.extend_from_slice(words);
    }

    fn put_shape(&mut self, number: usize) {
        self.names_of_shapes.push(self.words.len());
        self.words.push(number as u64);
    }

    fn put_name(&mut self, name: &str) {
        self.words.push((self.names.len() as u64) << 32 | name.len() as u64);
        self.names.push_str(name);
    }

    fn put_field(&mut self, field: &Field) {
        self.put_name(&field.name);
        self.put(&[field.offset]);
        self.put_shape(field.of);
    }

    fn put_pointee(&mut self, to: &Pointee) {
        match to {
            Pointee::Value(of) => {
                self.put(&[pointee::VALUE]);
                self.put_shape(*of);
            }
            Pointee::Slice { of, is_text } => {
                self.put(&[pointee::SLICE, u64::from(*is_text)]);
                self.put_shape(*of);
            }
            Pointee::Object(tables) => {
                self.put(&[pointee::OBJECT, tables.len() as u64]);
                for &(table, of) in tables {
                    self.put(&[self.tables.len() as u64]);
                    self.tables.push(table);
                    self.put_shape(of);
                }
            }
        }
    }

    /// ShapeKind, flags, size, and what follows.
    fn shape(&mut self, shape: &Shape, flatness: Flatness) {
        let flat = if flatness.is_flat { flags::FLAT } else { 0 };
        let numbers = if flatness.numbers { flags::NUMBERS } else { 0 };
        self.put(&[number_of(&shape.kind), flat | numbers, shape.size]);
        match &shape.kind {
            ShapeKind::Plain { .. } => {}
            ShapeKind::Struct(fields) => {
                self.put(&[fields.len() as u64]);
                fields.iter().for_each(|field| self.put_field(field));
            }
            ShapeKind::Enum { tag, variants } => {
                self.put(&[tag.offset, tag.bytes, variants.len() as u64]);
                for variant in variants {
                    self.put_name(&variant.field.name);
                    self.put(&[u64::from(variant.tag.is_some()), variant.tag.unwrap_or(0), variant.field.offset]);
                    self.put_shape(variant.field.of);
                }
            }
            ShapeKind::Array { count, of } => {
                self.put(&[*count]);
                self.put_shape(*of);
            }
            ShapeKind::Pointer { ownership, to } => {
                self.put(&[ownership_word(*ownership)]);
                self.put_pointee(to);
            }
            ShapeKind::Opaque(name) => self.put_name(name),
            kind => self.container(kind),
        }
    }

    fn container(&mut self, kind: &ShapeKind) {
        let of = match kind {
            ShapeKind::Vector { data, length, capacity, is_text, of } => {
                self.put(&[*data, *length, *capacity, u64::from(*is_text)]);
                of
            }
            ShapeKind::Deque { data, length, capacity, head, of } => {
                self.put(&[*data, *length, *capacity, *head]);
                of
            }
            ShapeKind::Table { control, mask, entries, of } => {
                self.put(&[*control, *mask, *entries]);
                of
            }
            ShapeKind::List { first, length, next, element, of } => {
                self.put(&[*first, *length, *next, *element]);
                of
            }
            ShapeKind::RefCell { state, value, of } => {
                self.put(&[*state, *value]);
                of
            }
            ShapeKind::Lock { value, of } => {
                self.put(&[*value]);
                of
            }
            ShapeKind::Cell(of) | ShapeKind::Exact(of) => of,
            ShapeKind::Tree(tree) => {
                let places = [tree.root, tree.height, tree.length, tree.count, tree.keys, tree.values, tree.edges];
                self.put(&places);
                self.put_shape(tree.key);
                &tree.value
            }
            ShapeKind::Counted { is_weak, owners, value, to } => {
                self.put(&[u64::from(*is_weak), *owners, *value]);
                return self.put_pointee(to);
            }
            ShapeKind::Inside { address, of } => return self.put(&[*address, *of]),
            _ => return,
        };
        self.put_shape(*of);
    }
}

fn number_of(of: &ShapeKind) -> u64 {
    match of {
        ShapeKind::Plain { .. } => kind::PLAIN,
        ShapeKind::Struct(_) => kind::STRUCT,
        ShapeKind::Enum { .. } => kind::ENUM,
        ShapeKind::Array { .. } => kind::ARRAY,
        ShapeKind::Pointer { .. } => kind::POINTER,
        ShapeKind::Vector { .. } => kind::VECTOR,
        ShapeKind::Deque { .. } => kind::DEQUE,
        ShapeKind::Table { .. } => kind::TABLE,
        ShapeKind::Tree(_) => kind::TREE,
        ShapeKind::List { .. } => kind::LIST,
        ShapeKind::Counted { .. } => kind::COUNTED,
        ShapeKind::Cell(_) => kind::CELL,
        ShapeKind::RefCell { .. } => kind::REF_CELL,
        ShapeKind::Lock { .. } => kind::LOCK,
        ShapeKind::Exact(_) => kind::EXACT,
        ShapeKind::Inside { .. } => kind::INSIDE,
        ShapeKind::Opaque(_) => kind::OPAQUE,
    }
}

fn ownership_word(of: Ownership) -> u64 {
    match of {
        Ownership::Owned => ownership::OWNED,
        Ownership::Exclusive => ownership::EXCLUSIVE,
        Ownership::Shared => ownership::SHARED,
    }
}
