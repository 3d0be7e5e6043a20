//! What can be known about an LLVM intrinsic: the types its tables are written in.

use zymase_calculus::Function;

use crate::device::Device;
use crate::known::{Fill, Inactive, Transfer};
use crate::x86::X86;

/// What an intrinsic is to differentiation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IntrinsicKnown {
    /// A real function, elementwise on vectors.
    Math(IntrinsicMath),
    /// Several real functions of one operand, returned in a struct.
    StructMath(StructMath),
    /// Changes the format of operand 0; further operands are metadata.
    Convert(Conversion),
    /// Combines the elements of a vector of reals.
    Reduce(Reduce),
    /// Copies memory.
    Copy(Transfer),
    /// Fills memory.
    Fill(Fill),
    /// The result is this operand, unchanged; so is its derivative or shadow.
    PassThrough(usize),
    /// The result is a pointer at some offset from this operand: the shadow is
    /// at the same offset from the operand's shadow.
    PointerInto(usize),
    /// A hint to the optimizer: computes nothing and touches no data.
    Hint(Hint),
    /// No derivative flows through it.
    Inactive(Inactive),
    /// Vector access to memory under a mask.
    Masked(Masked),
    /// An intrinsic of x86.
    X86(X86),
    /// What threads of a GPU do together.
    Device(Device),
    /// Rearranges the elements of vectors.
    Shuffle(Shuffle),
    /// `llvm.stacksave`
    StackSave,
    /// `llvm.stackrestore`
    StackRestore,
    /// Known, and not differentiated; the text says why, for a diagnostic.
    Unsupported(&'static str),
}

/// A real function, elementwise on vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntrinsicMath {
    /// The rule.
    pub function: Function,
    /// `operands[k]` is the call argument that is operand `k` of the rule.
    pub operands: &'static [usize],
    /// Whether it is a constrained form, with metadata operands after the real ones.
    pub constrained: bool,
}

/// Several functions of operand 0, returned in a struct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StructMath {
    /// The struct's fields, in order.
    pub fields: &'static [Field],
}

/// One field of the result of a [`StructMath`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field {
    /// A real, by this rule of operand 0.
    Real(Function),
    /// An integer.
    Integer,
}

/// A change of floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// As `fpext`.
    Extend,
    /// As `fptrunc`.
    Truncate,
}

/// The combination of the elements of a vector of reals into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduce {
    /// How elements combine.
    pub kind: ReduceKind,
    /// The operand that the combination starts from.
    pub start: Option<usize>,
    /// The operand that is the vector.
    pub vector: usize,
}

/// How a [`Reduce`] combines two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceKind {
    /// Sum.
    Add,
    /// Product.
    Multiply,
    /// `llvm.maxnum`: a NaN loses.
    MaxNum,
    /// `llvm.minnum`: a NaN loses.
    MinNum,
    /// `llvm.maximum`: a NaN wins.
    Maximum,
    /// `llvm.minimum`: a NaN wins.
    Minimum,
}

impl ReduceKind {
    /// The function of two operands that combines.
    pub fn function(self) -> Function {
        match self {
            ReduceKind::Add => Function::Add,
            ReduceKind::Multiply => Function::Mul,
            ReduceKind::MaxNum => Function::MaxNum,
            ReduceKind::MinNum => Function::MinNum,
            ReduceKind::Maximum => Function::Maximum,
            ReduceKind::Minimum => Function::Minimum,
        }
    }
}

/// A hint to the optimizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The life of a stack object begins; its pointer is the last operand.
    LifetimeStart,
    /// The life of a stack object ends; its pointer is the last operand.
    LifetimeEnd,
    /// Memory does not change from here.
    InvariantStart,
    /// Memory may change from here.
    InvariantEnd,
    /// `llvm.assume`
    Assume,
    /// `llvm.experimental.noalias.scope.decl`
    NoAliasScope,
    /// Debug information.
    Debug,
    /// Any other; may be dropped.
    Other,
}

/// Vector access to memory under a mask.
///
/// Up to LLVM 21 four of these have an alignment operand before the mask, later
/// none has: [`Masked::places`] finds the operands from their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masked {
    /// `load(ptr, [align], mask, otherwise)`
    Load,
    /// `store(value, ptr, [align], mask)`
    Store,
    /// `gather(ptrs, [align], mask, otherwise)`
    Gather,
    /// `scatter(value, ptrs, [align], mask)`
    Scatter,
    /// `expandload(ptr, mask, otherwise)`: consecutive memory into enabled lanes
    ExpandLoad,
    /// `compressstore(value, ptr, mask)`: enabled lanes into consecutive memory
    CompressStore,
}

/// Where the operands of a [`Masked`] access are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaskedPlaces {
    /// The pointer, or vector of pointers.
    pub pointer: usize,
    /// The mask, a vector of `i1`.
    pub mask: usize,
    /// The constant alignment, where it is an operand.
    pub alignment: Option<usize>,
    /// For a load, the value of the lanes that are not enabled.
    pub otherwise: Option<usize>,
    /// For a store, the value.
    pub value: Option<usize>,
}

impl Masked {
    /// Whether it reads memory (otherwise it writes).
    pub fn is_load(self) -> bool {
        matches!(self, Masked::Load | Masked::Gather | Masked::ExpandLoad)
    }

    /// Where the operands are, in a call with `count` of them; `None` when the
    /// count is neither form's.
    pub fn places(self, count: usize) -> Option<MaskedPlaces> {
        let may_align = !matches!(self, Masked::ExpandLoad | Masked::CompressStore);
        if count != 3 && !(count == 4 && may_align) {
            return None;
        }
        let aligned = count == 4;
        Some(if self.is_load() {
            MaskedPlaces {
                pointer: 0,
                mask: count - 2,
                alignment: aligned.then_some(1),
                otherwise: Some(count - 1),
                value: None,
            }
        } else {
            MaskedPlaces {
                pointer: 1,
                mask: count - 1,
                alignment: aligned.then_some(2),
                otherwise: None,
                value: Some(0),
            }
        })
    }
}

/// A rearrangement of the elements of vectors: linear, so that the derivative
/// of the result is the same rearrangement of the operands' derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// `insert(vector, part, index)`
    Insert,
    /// `extract(vector, index)`
    Extract,
    /// `reverse(vector)`
    Reverse,
    /// `splice(first, second, offset)` with a constant offset of either sign
    Splice,
    /// `splice.left(first, second, offset)`
    SpliceLeft,
    /// `splice.right(first, second, offset)`
    SpliceRight,
    /// `interleaveN(v0, .., vN-1)`
    Interleave(usize),
    /// `deinterleaveN(vector)`, which returns a struct of N vectors
    Deinterleave(usize),
    /// `compress(vector, mask, otherwise)`
    Compress,
}
