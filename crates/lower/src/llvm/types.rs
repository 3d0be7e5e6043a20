//! What values are in LLVM: a value of the loop level is one or several of LLVM's, its components.

use zymase_ir::types::MemrefType;
use zymase_ir::{DYNAMIC, FloatKind, Type, TypeKind};

/// One of the values of LLVM that a value consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The type in registers.
    pub ty: String,
    /// The type in memory.
    pub stored: String,
    /// How many bytes it takes in memory.
    pub bytes: usize,
}

impl Component {
    fn plain(ty: &str, bytes: usize) -> Component {
        Component { ty: ty.into(), stored: ty.into(), bytes }
    }
}

pub fn float_type(kind: FloatKind) -> Option<&'static str> {
    match kind {
        FloatKind::F64 => Some("double"),
        FloatKind::F32 => Some("float"),
        FloatKind::F16 => Some("half"),
        FloatKind::BF16 => Some("bfloat"),
        _ => None,
    }
}

/// The component of a number.
pub fn scalar(ty: &Type) -> Option<Component> {
    match ty.kind() {
        TypeKind::Index => Some(Component::plain("i64", 8)),
        TypeKind::Float(kind) => Some(Component::plain(float_type(*kind)?, kind.bits() as usize / 8)),
        TypeKind::Integer { width, .. } if (1..=64).contains(width) => {
            let bytes = (*width as usize).div_ceil(8).next_power_of_two();
            Some(Component { ty: format!("i{width}"), stored: format!("i{}", bytes * 8), bytes })
        }
        _ => None,
    }
}

/// Which parts of a memref are known only at run time.
#[derive(Clone, Debug)]
pub struct Layout {
    pub sizes: Vec<i64>,
    pub strides: Vec<i64>,
    pub offset: i64,
    /// Strides follow from sizes.
    pub is_identity: bool,
}

impl Layout {
    pub fn of(memref: &MemrefType) -> Option<Layout> {
        let (strides, offset) = memref.strides()?;
        Some(Layout { sizes: memref.shape.clone(), strides, offset, is_identity: is_identity(memref) })
    }

    /// How many numbers beside the pointer make up a memref.
    pub fn unknowns(&self) -> usize {
        let open = |numbers: &[i64]| numbers.iter().filter(|number| **number == DYNAMIC).count();
        let of_layout = if self.is_identity { 0 } else { open(&self.strides) + open(&[self.offset]) };
        open(&self.sizes) + of_layout
    }

    /// Whether a pointer says everything: elements lie one after the other, and how many is known.
    pub fn is_plain(&self) -> bool {
        self.unknowns() == 0 && self.offset == 0 && self.count().is_some_and(|_| self.is_row_major())
    }

    fn is_row_major(&self) -> bool {
        let mut stride = 1;
        self.sizes.iter().zip(&self.strides).rev().all(|(size, found)| {
            let fits = *size == 1 || *found == stride;
            stride *= size;
            fits
        })
    }

    /// The number of elements, if it is known.
    pub fn count(&self) -> Option<usize> {
        zymase_ir::types::element_count(&self.sizes)
    }
}

fn is_identity(memref: &MemrefType) -> bool {
    match &memref.layout {
        None => true,
        Some(zymase_ir::Attribute::AffineMap(map)) => {
            **map == zymase_ir::affine::AffineMap::identity(memref.shape.len() as u32)
        }
        _ => false,
    }
}

/// The components of a value; none for what is not lowered.
pub fn components(ty: &Type) -> Option<Vec<Component>> {
    if let Some(scalar) = scalar(ty) {
        return Some(vec![scalar]);
    }
    match ty.kind() {
        TypeKind::Complex(part) => Some(vec![scalar(part)?; 2]),
        TypeKind::Memref(memref) => {
            let layout = Layout::of(memref)?;
            components(&memref.element)?;
            let mut all = vec![Component::plain("ptr", 8)];
            all.extend(vec![Component::plain("i64", 8); layout.unknowns()]);
            Some(all)
        }
        _ => None,
    }
}

/// How many bytes an element takes in memory.
pub fn bytes(ty: &Type) -> Option<usize> {
    Some(components(ty)?.iter().map(|component| component.bytes).sum())
}

/// The type that places in memory are counted in.
pub fn stored(ty: &Type) -> Option<String> {
    let all = components(ty)?;
    if let [only] = all.as_slice() {
        return Some(only.stored.clone());
    }
    let parts: Vec<String> = all.into_iter().map(|component| component.stored).collect();
    Some(format!("{{ {} }}", parts.join(", ")))
}

/// The type of several results of a function.
pub fn aggregate(components: &[Component]) -> String {
    match components {
        [] => "void".into(),
        [only] => only.ty.clone(),
        all => format!("{{ {} }}", all.iter().map(|one| one.ty.as_str()).collect::<Vec<_>>().join(", ")),
    }
}

/// A float as LLVM writes it, from the bits of its own format.
pub fn float_constant(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::F64 => format!("0x{:016X}", bits as u64),
        FloatKind::F32 => format!("0x{:016X}", widened(bits as u32)),
        FloatKind::F16 => format!("0xH{:04X}", bits as u16),
        _ => format!("0xR{:04X}", bits as u16),
    }
}

/// The bits of an `f64` that is an `f32`, payloads of what is no number included.
fn widened(bits: u32) -> u64 {
    if bits & 0x7f80_0000 == 0x7f80_0000 {
        let (sign, payload) = (u64::from(bits >> 31) << 63, u64::from(bits & 0x007f_ffff) << 29);
        return sign | 0x7ff0_0000_0000_0000 | payload;
    }
    f64::from(f32::from_bits(bits)).to_bits()
}

/// A float of this type that is a number of ours.
pub fn float_number(ty: &Type, number: f64) -> Option<String> {
    let kind = ty.as_float()?;
    float_type(kind)?;
    Some(float_constant(kind, zymase_ir::floats::from_f64(kind, number)))
}
