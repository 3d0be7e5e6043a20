//! Attributes: constant data on operations. Values, cheap to clone; equal when they are written the same way.
//!
//! Attributes of a dialect that is not registered are kept as the text they were written in (`Opaque`). A registered
//! dialect may read its own into a [`DialectAttribute`].
//!
//! [`types`], [`dense`] constants and [`location`]s are parts of this module: attributes contain them, and they attributes.

pub mod dense;
pub mod location;
pub mod types;

use crate::affine::{AffineMap, IntegerSet};
use dense::DenseElements;
use location::Location;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use types::Type;

/// A name in a dictionary, shared by all that carry it.
pub type Name = Arc<str>;

/// An attribute that a dialect reads into a structure of its own.
pub trait DialectAttribute: Any + fmt::Debug + Send + Sync {
    /// The text after `#`, in full: equal structures give equal text, and the text reads back as the structure.
    fn text(&self) -> String;

    fn as_any(&self) -> &dyn Any;
}

#[derive(Clone, Debug)]
pub enum Attribute {
    Unit,
    /// Also `true` and `false`, whose type is `i1`.
    Integer {
        value: i128,
        ty: Type,
    },
    /// The bits of a number in the format of its type.
    Float {
        bits: u128,
        ty: Type,
    },
    String {
        value: Arc<[u8]>,
        ty: Option<Type>,
    },
    Type(Type),
    Array(Arc<[Attribute]>),
    Dictionary(Dictionary),
    /// `@root::@leaf`.
    Symbol(Arc<[Name]>),
    /// `array<i64: 1, 2>`.
    DenseArray(DenseArray),
    /// `dense<…> : type`.
    Dense(DenseElements),
    /// `dense_resource<name> : type`; the bytes are among the resources of the module.
    DenseResource {
        name: Name,
        ty: Type,
    },
    AffineMap(Arc<AffineMap>),
    IntegerSet(Arc<IntegerSet>),
    /// `strided<[4, ?], offset: ?>`.
    Strided {
        strides: Arc<[i64]>,
        offset: i64,
    },
    Location(Location),
    /// Builtin forms that nothing here looks into (`sparse<…>`, `distinct[0]<…>`), as written.
    Verbatim(Arc<str>),
    /// Of a dialect that reads no attributes of its own: the text after `#`, and the type behind it if there is one.
    Opaque {
        text: Arc<str>,
        ty: Option<Type>,
    },
    Dialect(Arc<dyn DialectAttribute>),
}

/// Numbers of one type in a row. Floats are kept as bits in their format.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DenseArray {
    pub element: Type,
    pub values: Arc<[i64]>,
}

impl PartialEq for Attribute {
    fn eq(&self, other: &Attribute) -> bool {
        use Attribute as A;
        match (self, other) {
            (A::Unit, A::Unit) => true,
            (A::Integer { value: a, ty: s }, A::Integer { value: b, ty: t }) => a == b && s == t,
            (A::Float { bits: a, ty: s }, A::Float { bits: b, ty: t }) => a == b && s == t,
            (A::String { value: a, ty: s }, A::String { value: b, ty: t }) => a == b && s == t,
            (A::Type(a), A::Type(b)) => a == b,
            (A::Array(a), A::Array(b)) => Arc::ptr_eq(a, b) || a == b,
            (A::Dictionary(a), A::Dictionary(b)) => a == b,
            (A::Symbol(a), A::Symbol(b)) => a == b,
            (A::DenseArray(a), A::DenseArray(b)) => a == b,
            (A::Dense(a), A::Dense(b)) => a == b,
            (A::DenseResource { name: a, ty: s }, A::DenseResource { name: b, ty: t }) => a == b && s == t,
            (A::AffineMap(a), A::AffineMap(b)) => a == b,
            (A::IntegerSet(a), A::IntegerSet(b)) => a == b,
            (A::Strided { strides: a, offset: s }, A::Strided { strides: b, offset: t }) => a == b && s == t,
            (A::Location(a), A::Location(b)) => a == b,
            (A::Verbatim(a), A::Verbatim(b)) => a == b,
            (A::Opaque { text: a, ty: s }, A::Opaque { text: b, ty: t }) => a == b && s == t,
            (A::Dialect(a), A::Dialect(b)) => Arc::ptr_eq(a, b) || a.text() == b.text(),
            _ => false,
        }
    }
}

impl Eq for Attribute {}

impl Hash for Attribute {
    fn hash<H: Hasher>(&self, state: &mut H) {
        use Attribute as A;
        std::mem::discriminant(self).hash(state);
        match self {
            A::Unit => {}
            A::Integer { value, ty } => (value, ty).hash(state),
            A::Float { bits, ty } => (bits, ty).hash(state),
            A::String { value, ty } => (value, ty).hash(state),
            A::Type(ty) => ty.hash(state),
            A::Array(elements) => elements.hash(state),
            A::Dictionary(dictionary) => dictionary.hash(state),
            A::Symbol(path) => path.hash(state),
            A::DenseArray(array) => array.hash(state),
            A::Dense(dense) => dense.hash(state),
            A::DenseResource { name, ty } => (name, ty).hash(state),
            A::AffineMap(map) => map.hash(state),
            A::IntegerSet(set) => set.hash(state),
            A::Strided { strides, offset } => (strides, offset).hash(state),
            A::Location(location) => location.hash(state),
            A::Verbatim(text) => text.hash(state),
            A::Opaque { text, ty } => (text, ty).hash(state),
            A::Dialect(attribute) => attribute.text().hash(state),
        }
    }
}

impl Attribute {
    pub fn integer(value: i128, ty: Type) -> Attribute {
        Attribute::Integer { value, ty }
    }

    pub fn i64(value: i64) -> Attribute {
        Attribute::integer(i128::from(value), Type::integer(64))
    }

    pub fn i32(value: i32) -> Attribute {
        Attribute::integer(i128::from(value), Type::integer(32))
    }

    pub fn bool(value: bool) -> Attribute {
        Attribute::integer(i128::from(value), Type::integer(1))
    }

    pub fn string(text: &str) -> Attribute {
        Attribute::String { value: text.as_bytes().into(), ty: None }
    }

    /// A reference to a symbol beside the operation.
    pub fn symbol(name: &str) -> Attribute {
        Attribute::Symbol(Arc::new([name.into()]))
    }

    pub fn array(elements: impl Into<Vec<Attribute>>) -> Attribute {
        Attribute::Array(elements.into().into())
    }

    /// `array<i64: …>`.
    pub fn i64_array(values: impl Into<Vec<i64>>) -> Attribute {
        Attribute::DenseArray(DenseArray { element: Type::integer(64), values: values.into().into() })
    }

    /// `array<i1: …>`.
    pub fn bool_array(values: &[bool]) -> Attribute {
        let values = values.iter().map(|value| i64::from(*value)).collect();
        Attribute::DenseArray(DenseArray { element: Type::integer(1), values })
    }

    pub fn dialect(attribute: impl DialectAttribute) -> Attribute {
        Attribute::Dialect(Arc::new(attribute))
    }

    /// The structure of a registered dialect's attribute.
    pub fn downcast<T: DialectAttribute>(&self) -> Option<&T> {
        match self {
            Attribute::Dialect(attribute) => attribute.as_any().downcast_ref(),
            _ => None,
        }
    }

    pub fn as_integer(&self) -> Option<i128> {
        match self {
            Attribute::Integer { value, .. } => Some(*value),
            _ => None,
        }
    }

    pub fn as_i64(&self) -> Option<i64> {
        i64::try_from(self.as_integer()?).ok()
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Attribute::Integer { value, ty } if ty.is_bool() => Some(*value != 0),
            _ => None,
        }
    }

    /// The value of a float attribute as the nearest `f64`.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Attribute::Float { bits, ty } => Some(crate::floats::to_f64(ty.as_float()?, *bits)),
            _ => None,
        }
    }

    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Attribute::String { value, .. } => Some(value),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(self.as_bytes()?).ok()
    }

    pub fn as_type(&self) -> Option<&Type> {
        match self {
            Attribute::Type(ty) => Some(ty),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&[Attribute]> {
        match self {
            Attribute::Array(elements) => Some(elements),
            _ => None,
        }
    }

    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Attribute::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }

    /// The path of a symbol reference, root first.
    pub fn as_symbol(&self) -> Option<&[Name]> {
        match self {
            Attribute::Symbol(path) => Some(path),
            _ => None,
        }
    }

    pub fn as_dense(&self) -> Option<&DenseElements> {
        match self {
            Attribute::Dense(dense) => Some(dense),
            _ => None,
        }
    }

    /// The numbers of `array<iN: …>`.
    pub fn as_i64_array(&self) -> Option<&[i64]> {
        match self {
            Attribute::DenseArray(array) if array.element.is_integer() => Some(&array.values),
            _ => None,
        }
    }

    /// Depth of nesting and number of parts, the latter up to `limit`.
    pub(crate) fn measure(&self, limit: usize) -> (usize, usize) {
        let children: Vec<&Attribute> = match self {
            Attribute::Array(elements) => elements.iter().collect(),
            Attribute::Dictionary(dictionary) => dictionary.iter().map(|(_, value)| value).collect(),
            Attribute::Location(location) => return (location.depth(), 1),
            Attribute::Type(ty) => return ty.measure(limit),
            Attribute::Opaque { text, .. } | Attribute::Verbatim(text) => return (1, text.len() / 64 + 1),
            Attribute::Dense(dense) => return (1, dense.stored_bytes() / 64 + 1),
            _ => return (1, 1),
        };
        measure_all(children.into_iter(), limit, Attribute::measure)
    }
}

/// Depth and size of a node with these children.
pub(crate) fn measure_all<T>(
    children: impl Iterator<Item = T>,
    limit: usize,
    measure: impl Fn(T, usize) -> (usize, usize),
) -> (usize, usize) {
    let (mut depth, mut size) = (0, 1);
    for child in children {
        if size >= limit {
            break;
        }
        let (below, parts) = measure(child, limit - size);
        depth = depth.max(below);
        size += parts;
    }
    (depth + 1, size)
}

/// Attributes by name, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dictionary(Option<Arc<Vec<(Name, Attribute)>>>);

impl Dictionary {
    /// Sorts by name; of several entries of one name the last stays.
    pub fn new(mut entries: Vec<(Name, Attribute)>) -> Dictionary {
        if entries.is_empty() {
            return Dictionary(None);
        }
        if !entries.is_sorted_by(|a, b| a.0 < b.0) {
            entries.reverse();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.dedup_by(|a, b| a.0 == b.0);
        }
        Dictionary(Some(Arc::new(entries)))
    }

    pub fn get(&self, name: &str) -> Option<&Attribute> {
        let entries = self.0.as_deref()?;
        let at = entries.binary_search_by(|(key, _)| key.as_ref().cmp(name)).ok()?;
        Some(&entries[at].1)
    }

    pub fn iter(&self) -> impl Iterator<Item = &(Name, Attribute)> {
        self.0.iter().flat_map(|entries| entries.iter())
    }

    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |entries| entries.len())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn set(&mut self, name: &str, value: Attribute) {
        let entries = Arc::make_mut(self.0.get_or_insert_default());
        match entries.binary_search_by(|(key, _)| key.as_ref().cmp(name)) {
            Ok(at) => entries[at].1 = value,
            Err(at) => entries.insert(at, (name.into(), value)),
        }
    }

    pub fn remove(&mut self, name: &str) -> Option<Attribute> {
        self.get(name)?;
        let entries = Arc::make_mut(self.0.as_mut()?);
        let at = entries.binary_search_by(|(key, _)| key.as_ref().cmp(name)).ok()?;
        let (_, value) = entries.remove(at);
        if entries.is_empty() {
            self.0 = None;
        }
        Some(value)
    }
}

impl FromIterator<(Name, Attribute)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (Name, Attribute)>>(entries: I) -> Dictionary {
        Dictionary::new(entries.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictionaries_are_sorted_and_the_last_entry_of_a_name_counts() {
        let entry = |name: &str, value| (Name::from(name), Attribute::i64(value));
        let mut dictionary = Dictionary::new(vec![entry("b", 1), entry("a", 2), entry("b", 3)]);
        assert_eq!(dictionary.len(), 2);
        assert_eq!(dictionary.get("b"), Some(&Attribute::i64(3)));
        dictionary.set("c", Attribute::Unit);
        assert_eq!(dictionary.remove("b"), Some(Attribute::i64(3)));
        assert_eq!(dictionary.remove("b"), None);
        let names: Vec<&str> = dictionary.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(names, ["a", "c"]);
    }
}
