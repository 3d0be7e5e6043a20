//! Kinds of bytes.
use std::fmt;
use zymase_llvm::{Type, TypeKind};

/// Format of a floating-point number.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    Half,
    BFloat,
    Single,
    Double,
    /// x86's 80 bits: ten bytes that hold the number, then padding.
    Extended,
    Quad,
    /// PowerPC's pair of doubles.
    DoubleDouble,
}

impl FloatKind {
    /// The format of a scalar LLVM type.
    pub fn of(ty: Type) -> Option<FloatKind> {
        Some(match ty.kind() {
            TypeKind::LLVMHalfTypeKind => FloatKind::Half,
            TypeKind::LLVMBFloatTypeKind => FloatKind::BFloat,
            TypeKind::LLVMFloatTypeKind => FloatKind::Single,
            TypeKind::LLVMDoubleTypeKind => FloatKind::Double,
            TypeKind::LLVMX86_FP80TypeKind => FloatKind::Extended,
            TypeKind::LLVMFP128TypeKind => FloatKind::Quad,
            TypeKind::LLVMPPC_FP128TypeKind => FloatKind::DoubleDouble,
            _ => return None,
        })
    }

    /// Bytes that a store of the number writes.
    pub const fn bytes(self) -> u64 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 2,
            FloatKind::Single => 4,
            FloatKind::Double => 8,
            FloatKind::Extended => 10,
            FloatKind::Quad | FloatKind::DoubleDouble => 16,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Single => "float",
            FloatKind::Double => "double",
            FloatKind::Extended => "long double",
            FloatKind::Quad => "quad",
            FloatKind::DoubleDouble => "double-double",
        }
    }
}

/// What bytes hold.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Integer,
    Float(FloatKind),
    Pointer,
    /// A `double` at some times and a pointer at others: a union, or what `std::variant` and its like keep their
    /// alternatives in. The running program tells which by the bits: no address is a number that matters.
    Either,
    /// Padding, or bytes that nothing ever looks at: they may be moved as anything.
    Anything,
}

impl Kind {
    /// May the bytes be a floating-point number?
    pub fn may_be_float(self) -> bool {
        matches!(self, Kind::Float(_) | Kind::Either)
    }

    /// May the bytes be a pointer?
    pub fn may_be_pointer(self) -> bool {
        matches!(self, Kind::Pointer | Kind::Either)
    }

    /// Is what holds bytes of this kind fit for those of the other kind?
    pub fn covers(self, other: Kind) -> bool {
        self == other || self == Kind::Either && matches!(other, Kind::Pointer | Kind::Float(FloatKind::Double))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Kind::Integer => "integer",
            Kind::Float(kind) => kind.name(),
            Kind::Pointer => "pointer",
            Kind::Either => "double or pointer",
            Kind::Anything => "anything",
        })
    }
}
