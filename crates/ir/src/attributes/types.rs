//! Types: structural values behind a shared pointer, cheap to clone, compared by pointer first and by structure then.
//!
//! Types of dialects that are not known here are kept as the text they were written in.

use super::Attribute;
use crate::floats::FloatKind;
use std::sync::Arc;

/// The size of a dimension that is known only at run time.
pub const DYNAMIC: i64 = i64::MIN;

#[derive(Clone, Debug)]
pub struct Type(Arc<TypeKind>);

impl PartialEq for Type {
    fn eq(&self, other: &Type) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Type {}

impl std::hash::Hash for Type {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signedness {
    Signless,
    Signed,
    Unsigned,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    pub shape: Vec<i64>,
    pub element: Type,
    pub encoding: Option<Attribute>,
}

impl TensorType {
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    pub fn has_static_shape(&self) -> bool {
        self.shape.iter().all(|size| *size != DYNAMIC)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemrefType {
    pub shape: Vec<i64>,
    pub element: Type,
    /// An affine map or a strided layout; absent for the identity.
    pub layout: Option<Attribute>,
    pub space: Option<Attribute>,
}

impl MemrefType {
    /// How far apart neighbours of each dimension lie and where the first element is, [`DYNAMIC`] where that is known
    /// only at run time; `None` for layouts that are not of this kind.
    pub fn strides(&self) -> Option<(Vec<i64>, i64)> {
        match &self.layout {
            None => Some((identity_strides(&self.shape), 0)),
            Some(Attribute::Strided { strides, offset }) => Some((strides.to_vec(), *offset)),
            Some(Attribute::AffineMap(map)) if map.symbols == 0 => self.strides_of(map),
            _ => None,
        }
    }

    /// The strides of a map that is linear in its dimensions, with constant factors.
    fn strides_of(&self, map: &crate::affine::AffineMap) -> Option<(Vec<i64>, i64)> {
        let rank = self.shape.len();
        if *map == crate::affine::AffineMap::identity(u32::try_from(rank).ok()?) {
            return Some((identity_strides(&self.shape), 0));
        }
        let [place] = map.results.as_slice() else { return None };
        let (factors, offset) = place.linear(rank)?;
        Some((factors, offset))
    }
}

/// The strides of elements that lie in the order of their places.
fn identity_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; shape.len()];
    for place in (0..shape.len().saturating_sub(1)).rev() {
        let (size, next) = (shape[place + 1], strides[place + 1]);
        let product = if size == DYNAMIC || next == DYNAMIC { None } else { size.checked_mul(next) };
        strides[place] = product.unwrap_or(DYNAMIC);
    }
    strides
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VectorType {
    pub shape: Vec<i64>,
    pub scalable: Vec<bool>,
    pub element: Type,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    Integer {
        width: u32,
        signedness: Signedness,
    },
    Float(FloatKind),
    Index,
    None,
    Complex(Type),
    Tensor(TensorType),
    UnrankedTensor(Type),
    Memref(MemrefType),
    UnrankedMemref {
        element: Type,
        space: Option<Attribute>,
    },
    Vector(VectorType),
    Function {
        inputs: Vec<Type>,
        results: Vec<Type>,
    },
    Tuple(Vec<Type>),
    /// A type of a dialect, as written after the `!`: `stablehlo.token`, `quant.uniform<i8:f32, 0.1>`.
    Dialect(Arc<str>),
}

impl From<TypeKind> for Type {
    fn from(kind: TypeKind) -> Type {
        Type(Arc::new(kind))
    }
}

impl Type {
    pub fn kind(&self) -> &TypeKind {
        &self.0
    }

    pub fn integer(width: u32) -> Type {
        TypeKind::Integer { width, signedness: Signedness::Signless }.into()
    }

    pub fn unsigned(width: u32) -> Type {
        TypeKind::Integer { width, signedness: Signedness::Unsigned }.into()
    }

    pub fn float(kind: FloatKind) -> Type {
        TypeKind::Float(kind).into()
    }

    pub fn f32() -> Type {
        Type::float(FloatKind::F32)
    }

    pub fn f64() -> Type {
        Type::float(FloatKind::F64)
    }

    pub fn index() -> Type {
        TypeKind::Index.into()
    }

    pub fn complex(part: Type) -> Type {
        TypeKind::Complex(part).into()
    }

    pub fn tensor(shape: impl Into<Vec<i64>>, element: Type) -> Type {
        TypeKind::Tensor(TensorType { shape: shape.into(), element, encoding: None }).into()
    }

    /// A memref whose elements lie in the order of their places.
    pub fn memref(shape: impl Into<Vec<i64>>, element: Type) -> Type {
        TypeKind::Memref(MemrefType { shape: shape.into(), element, layout: None, space: None }).into()
    }

    pub fn as_memref(&self) -> Option<&MemrefType> {
        match self.kind() {
            TypeKind::Memref(memref) => Some(memref),
            _ => None,
        }
    }

    pub fn tuple(elements: Vec<Type>) -> Type {
        TypeKind::Tuple(elements).into()
    }

    pub fn function(inputs: Vec<Type>, results: Vec<Type>) -> Type {
        TypeKind::Function { inputs, results }.into()
    }

    /// A type of a dialect by the text after its `!`.
    pub fn dialect(text: &str) -> Type {
        TypeKind::Dialect(text.into()).into()
    }

    pub fn as_tensor(&self) -> Option<&TensorType> {
        match self.kind() {
            TypeKind::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    pub fn as_function(&self) -> Option<(&[Type], &[Type])> {
        match self.kind() {
            TypeKind::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }

    pub fn as_tuple(&self) -> Option<&[Type]> {
        match self.kind() {
            TypeKind::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The text of a type of a dialect.
    pub fn as_dialect(&self) -> Option<&str> {
        match self.kind() {
            TypeKind::Dialect(text) => Some(text),
            _ => None,
        }
    }

    /// The element type of a tensor, memref or vector; the type itself otherwise.
    pub fn element(&self) -> &Type {
        match self.kind() {
            TypeKind::Tensor(TensorType { element, .. })
            | TypeKind::UnrankedTensor(element)
            | TypeKind::Memref(MemrefType { element, .. })
            | TypeKind::UnrankedMemref { element, .. }
            | TypeKind::Vector(VectorType { element, .. }) => element,
            _ => self,
        }
    }

    /// The shape of a ranked tensor, memref or vector.
    pub fn shape(&self) -> Option<&[i64]> {
        match self.kind() {
            TypeKind::Tensor(tensor) => Some(&tensor.shape),
            TypeKind::Memref(memref) => Some(&memref.shape),
            TypeKind::Vector(vector) => Some(&vector.shape),
            _ => None,
        }
    }

    pub fn is_shaped(&self) -> bool {
        self.shape().is_some() || matches!(self.kind(), TypeKind::UnrankedTensor(_) | TypeKind::UnrankedMemref { .. })
    }

    pub fn is_tensor(&self) -> bool {
        matches!(self.kind(), TypeKind::Tensor(_) | TypeKind::UnrankedTensor(_))
    }

    /// Any integer, whatever its sign; not `index`.
    pub fn is_integer(&self) -> bool {
        matches!(self.kind(), TypeKind::Integer { .. })
    }

    pub fn is_integer_of(&self, bits: u32) -> bool {
        matches!(self.kind(), TypeKind::Integer { width, .. } if *width == bits)
    }

    pub fn is_bool(&self) -> bool {
        self.is_integer_of(1)
    }

    pub fn is_unsigned(&self) -> bool {
        matches!(self.kind(), TypeKind::Integer { signedness: Signedness::Unsigned, .. })
    }

    pub fn is_float(&self) -> bool {
        matches!(self.kind(), TypeKind::Float(_))
    }

    pub fn as_float(&self) -> Option<FloatKind> {
        match self.kind() {
            TypeKind::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    pub fn as_complex(&self) -> Option<&Type> {
        match self.kind() {
            TypeKind::Complex(part) => Some(part),
            _ => None,
        }
    }

    pub fn is_index(&self) -> bool {
        matches!(self.kind(), TypeKind::Index)
    }

    /// How many bytes one element of this type takes in dense constants: integers and floats a whole number of
    /// bytes, complex numbers two parts.
    pub fn element_bytes(&self) -> Option<usize> {
        match self.kind() {
            TypeKind::Integer { width, .. } => Some((*width as usize).div_ceil(8).max(1)),
            TypeKind::Float(kind) => Some((kind.bits() as usize).div_ceil(8)),
            TypeKind::Index => Some(8),
            TypeKind::Complex(part) => part.element_bytes()?.checked_mul(2),
            _ => None,
        }
    }
}

/// The number of elements of a static shape; `None` when a size is dynamic or the product does not fit.
pub fn element_count(shape: &[i64]) -> Option<usize> {
    shape.iter().try_fold(1usize, |product, size| product.checked_mul(usize::try_from(*size).ok()?))
}

impl Type {
    /// Depth of nesting and number of parts, the latter up to `limit`.
    pub(crate) fn measure(&self, limit: usize) -> (usize, usize) {
        let children: Vec<&Type> = match self.kind() {
            TypeKind::Function { inputs, results } => inputs.iter().chain(results).collect(),
            TypeKind::Tuple(elements) => elements.iter().collect(),
            TypeKind::Complex(part) => vec![part],
            TypeKind::Dialect(text) => return (1, text.len() / 64 + 1),
            _ if self.is_shaped() => vec![self.element()],
            _ => return (1, 1),
        };
        let (depth, size) = super::measure_all(children.into_iter(), limit, Type::measure);
        let attribute = match self.kind() {
            TypeKind::Tensor(TensorType { encoding, .. }) => encoding.as_ref(),
            TypeKind::Memref(MemrefType { layout, .. }) => layout.as_ref(),
            _ => None,
        };
        let (below, parts) = attribute.map_or((0, 0), |attribute| attribute.measure(limit));
        (depth.max(below + 1), size + parts)
    }
}
