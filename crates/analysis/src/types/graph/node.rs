//! What a node of the memory graph is made of; see [`super`].
use super::kind::Kind;
use std::collections::BTreeMap;
use std::fmt;
use zymase_llvm::{Type, Value};

pub type NodeNumber = u32;
pub type EdgeNumber = u32;
pub type SourceNumber = u32;

/// A node holds at most this many slots, relations, regions and touched ranges each: pointers that step would go on making them for
/// ever. What has more counts as seen by code that is not analysed, so that bytes which lose their evidence this way are
/// reported and not taken for unused. There is no such limit for facts.
pub const MOST_ENTRIES_PER_NODE: usize = 1024;
/// No fact is longer than this.
pub const LONGEST_FACT: i64 = 16;
/// A stride that is not known.
pub const UNKNOWN_STRIDE: u64 = 0;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address {
    pub node: NodeNumber,
    pub offset: i64,
}

impl Address {
    pub fn plus(self, bytes: i64) -> Address {
        Address { node: self.node, offset: self.offset.wrapping_add(bytes) }
    }
}

/// How good evidence is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// An instruction uses the bytes so, or a TBAA tag or the user says so.
    Observed,
    /// A declared type: of a variable, a parameter, a struct around an access.
    Declared,
    /// Only if there is nothing else: integers in LLVM struct types, padding.
    Faint,
}

/// `size` bytes hold `kind`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub kind: Kind,
    pub size: u64,
    pub strength: Strength,
    pub source: SourceNumber,
}

/// From `start` to `end`, elements of `stride` bytes, each seen as `element`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    pub start: i64,
    pub stride: u64,
    pub end: Option<i64>,
    pub element: Address,
    /// The index is subtracted: `start` is likely the last element and not the first. Arrays without a sure end, as others:
    /// see [`crate::types::solving::descending`].
    pub down: bool,
}

/// Arrays of equal stride that start at most so many elements apart may be one array.
const NEAR_ELEMENTS: i64 = 4;

impl Relation {
    /// Whether this and an array that starts earlier are likely one, indexed from different elements (`a[i]`,
    /// `a[i + 1]`).
    pub fn is_near(&self, earlier: &Relation) -> bool {
        let (apart, stride) = (self.start - earlier.start, earlier.stride as i64);
        self.stride == earlier.stride && apart % stride == 0 && apart <= NEAR_ELEMENTS * stride
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum EdgeKind {
    View,
    Copy,
}

/// `low` is the view or the destination, `high` the object or the source.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    pub kind: EdgeKind,
    pub low: Address,
    pub high: Address,
    /// Bytes from `low` and `high` on that correspond; none: all, for views also before them. 0: the edge is dead.
    pub size: Option<u64>,
}

/// How much of the logs of its ends an edge has carried over.
#[derive(Copy, Clone, Default, Debug)]
pub struct Progress {
    pub low_slots: usize,
    pub high_slots: usize,
    pub low_relations: usize,
    pub high_relations: usize,
    pub low_touched: usize,
}

#[derive(Default, Debug)]
pub struct Node {
    /// Set when the node was merged into another: where its byte 0 is now.
    pub merged: std::cell::Cell<Option<Address>>,
    /// The least byte that a pointer which this node was made for points to: merging decides which of them is byte 0.
    pub front: i64,
    /// Offsets count modulo this, unless it is 0.
    pub wrap: u64,
    pub facts: BTreeMap<i64, Vec<Fact>>,
    /// Ranges that are accessed through this node, start to end.
    pub touched: BTreeMap<i64, i64>,
    /// How often these have changed.
    pub touched_changes: usize,
    pub slots: BTreeMap<i64, Address>,
    /// Offsets of slots in the order in which they came, so that edges carry each only once.
    pub slot_log: Vec<i64>,
    pub relations: Vec<Relation>,
    /// Numbers of relations that are new or have grown, in that order.
    pub relation_log: Vec<u32>,
    /// How long both logs were when pointers were last carried between the arrays in the node and their elements.
    pub seen_in_arrays: (usize, usize),
    /// Ranges (start, end; none: not known) that are one array or union, whatever it is of.
    pub regions: Vec<(i64, Option<i64>)>,
    /// Views of which this is the low end, views of which it is the high end, and copies.
    pub up: Vec<EdgeNumber>,
    pub down: Vec<EdgeNumber>,
    pub copies: Vec<EdgeNumber>,
    /// For an element: the arrays it is in (address of the first element).
    pub arrays: Vec<Address>,
    /// Made from a declared type: facts flow out of it, nothing flows in.
    pub frozen: bool,
    /// Code that is not analysed may look at it.
    pub open: bool,
    /// A library keeps the characters of a text there.
    pub text: bool,
    /// The value it was made for.
    pub origin: Option<Value>,
}

/// Where a fact comes from.
#[derive(Clone, Debug)]
pub struct Source {
    pub value: Option<Value>,
    pub reason: Reason,
}

/// What says so. It is put into words for messages only: there are many facts, and few that anybody is told about.
#[derive(Clone, Debug)]
pub enum Reason {
    Words(&'static str),
    DeclaredType(Type),
    TbaaName(String),
    TbaaPointerTo(String),
    DebugType(String),
}

impl From<&'static str> for Reason {
    fn from(words: &'static str) -> Reason {
        Reason::Words(words)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reason::Words(words) => f.write_str(words),
            Reason::DeclaredType(ty) => write!(f, "the type {ty}"),
            Reason::TbaaName(name) => write!(f, "TBAA says {name}"),
            Reason::TbaaPointerTo(target) => write!(f, "a TBAA tag says pointer to {target}"),
            Reason::DebugType(name) if name.is_empty() => f.write_str("a type in the debug information"),
            Reason::DebugType(name) => write!(f, "{name} in the debug information"),
        }
    }
}

/// Unknown multiples of `stride`; less than `extent` bytes, where an array type says so; subtracted if they are `down`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct IndexStep {
    pub stride: u64,
    pub extent: Option<u64>,
    pub down: bool,
}

/// Of strides: what all arrays that they are about step by.
pub fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
