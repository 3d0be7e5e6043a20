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

/// Above all addresses and, as a number, below all that are not subnormal: a derivative so small is none.
pub const LEAST_NUMBER_BITS: u64 = 1 << 52;

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

    /// Is it what shadows tell about: a float, a pointer, or one of the two?
    pub fn is_float_or_pointer(self) -> bool {
        self.may_be_float() || self.may_be_pointer()
    }

    /// The least kind of bytes that are used as both; none where the uses contradict each other.
    pub fn join(self, other: Kind) -> Option<Kind> {
        use Kind::*;
        let is_member = |kind: Kind| matches!(kind, Either | Pointer | Float(FloatKind::Double));
        match (self, other) {
            _ if self == other => Some(self),
            (Anything, kind) | (kind, Anything) | (Integer, kind) | (kind, Integer) => Some(kind),
            _ if is_member(self) && is_member(other) => Some(Either),
            _ => None,
        }
    }

    /// Is what holds bytes of this kind fit for those of the other kind? The order of the lattice.
    pub fn covers(self, other: Kind) -> bool {
        self.join(other) == Some(self)
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

#[cfg(test)]
mod laws {
    use super::*;
    use proptest::prelude::*;

    fn kinds() -> impl Strategy<Value = Kind> {
        use FloatKind::*;
        let formats = [Half, BFloat, Single, Double, Extended, Quad, DoubleDouble].map(Kind::Float);
        let others = [Kind::Integer, Kind::Pointer, Kind::Either, Kind::Anything];
        proptest::sample::select([&formats[..], &others[..]].concat())
    }

    /// The join, where a contradiction stays one.
    fn join(a: Option<Kind>, b: Option<Kind>) -> Option<Kind> {
        a?.join(b?)
    }

    proptest! {
        #[test]
        fn joining_is_commutative_and_idempotent(a in kinds(), b in kinds()) {
            prop_assert_eq!(a.join(b), b.join(a));
            prop_assert_eq!(a.join(a), Some(a));
        }

        #[test]
        fn joining_is_associative(a in kinds(), b in kinds(), c in kinds()) {
            prop_assert_eq!(join(a.join(b), Some(c)), join(Some(a), b.join(c)));
        }

        #[test]
        fn joining_is_monotone(a in kinds(), b in kinds(), c in kinds()) {
            let is_below = |low: Option<Kind>, high: Option<Kind>| join(low, high) == high;
            prop_assert!(is_below(Some(a), a.join(b)));
            prop_assert!(is_below(a.join(c), join(a.join(b), Some(c))));
        }

        #[test]
        fn no_derivative_is_lost(a in kinds(), b in kinds()) {
            let joined = a.join(b);
            prop_assert!(joined.is_none_or(|kind| kind.may_be_float() == (a.may_be_float() || b.may_be_float())));
            prop_assert!(joined.is_none_or(|kind| kind.may_be_pointer() == (a.may_be_pointer() || b.may_be_pointer())));
        }
    }
}
