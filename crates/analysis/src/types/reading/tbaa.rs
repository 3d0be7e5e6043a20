//! What the type names in TBAA tags mean.
//!
//! The names are clang's. `omnipotent char` (characters, unions, memory reached through `char *`) says nothing, and so
//! does every name that is not listed: other front ends use TBAA for aliasing only.
use crate::types::graph::kind::{FloatKind, Kind};

/// Pointers to pointers deeper than this are not looked at.
const MOST_POINTER_DEPTH: u32 = 8;

/// Kind and size of a scalar TBAA type.
pub fn scalar(name: &str, pointer_bytes: u64) -> Option<(Kind, u64)> {
    let float = |kind: FloatKind| Some((Kind::Float(kind), kind.bytes()));
    match name {
        "double" => float(FloatKind::Double),
        "float" => float(FloatKind::Single),
        "long double" => float(FloatKind::Extended),
        "_Float16" | "half" => float(FloatKind::Half),
        "__bf16" => float(FloatKind::BFloat),
        "__float128" | "_Float128" => float(FloatKind::Quad),
        "bool" | "_Bool" => Some((Kind::Integer, 1)),
        "short" | "char16_t" => Some((Kind::Integer, 2)),
        "int" | "wchar_t" | "char32_t" => Some((Kind::Integer, 4)),
        "long" => Some((Kind::Integer, pointer_bytes)),
        "long long" => Some((Kind::Integer, 8)),
        "__int128" => Some((Kind::Integer, 16)),
        _ if pointer_depth(name).is_some() || is_pointer(name) => Some((Kind::Pointer, pointer_bytes)),
        _ => None,
    }
}

impl FloatKind {
    /// The format of numbers that are accessed with such a TBAA tag.
    pub fn of_tag(name: &str) -> Option<FloatKind> {
        match scalar(name, 0)?.0 {
            Kind::Float(kind) => Some(kind),
            _ => None,
        }
    }
}

fn is_pointer(name: &str) -> bool {
    name == "any pointer" || name == "vtable pointer" || (name.starts_with("any p") && name.ends_with(" pointer"))
}

/// `p2 double`: how many levels, and to what.
pub fn pointer_depth(name: &str) -> Option<(u32, &str)> {
    let (depth, target) = name.strip_prefix('p')?.split_once(' ')?;
    let depth = depth.parse().ok()?;
    (0 < depth && depth <= MOST_POINTER_DEPTH).then_some((depth, target))
}
