//! How the plugin writes down what values of a type consist of: a list of words, in which each type is some of them.
//!
//! The first three words of a type are its kind, its [`flags`] and its size; what follows depends on the kind. Types are named by the place
//! of their first word; names are places in a text, with their length in the lower half of the word; tables of functions are numbered.

/// What a type is.
pub mod kind {
    /// Nothing follows.
    pub const PLAIN: u64 = 0;
    /// How many fields; of each: name, offset, type.
    pub const STRUCT: u64 = 1;
    /// Offset and bytes of the tag, how many variants; of each: name, 1 if it has a tag of its own, the tag, offset, type.
    pub const ENUM: u64 = 2;
    /// How many, type.
    pub const ARRAY: u64 = 3;
    /// Ownership, [pointee](super::pointee).
    pub const POINTER: u64 = 4;
    /// Offsets of address, length and capacity; 1 if it is text; type.
    pub const VECTOR: u64 = 5;
    /// Offsets of address, length, capacity and head; type.
    pub const DEQUE: u64 = 6;
    /// Offsets of the control bytes' address, of the mask and of the number of entries; type.
    pub const TABLE: u64 = 7;
    /// Offsets of the root's address, of its height and of the number of entries; in a node: offsets of the number of entries, keys,
    /// values and edges; types of keys and values.
    pub const TREE: u64 = 8;
    /// Offsets of the first node's address and of the length; in a node: offsets of the next one's address and of the element; type.
    pub const LIST: u64 = 9;
    /// 1 if it is weak; offsets of the count of owners and of the value behind the address; [pointee](super::pointee).
    pub const COUNTED: u64 = 10;
    /// Type.
    pub const CELL: u64 = 11;
    /// Offsets of the state and of the value; type.
    pub const REF_CELL: u64 = 12;
    /// Offset, type.
    pub const LOCK: u64 = 13;
    /// Type, whose integers must be the same.
    pub const EXACT: u64 = 14;
    /// Offsets of an address and of that of the memory it leads into.
    pub const INSIDE: u64 = 15;
    /// What it is.
    pub const OPAQUE: u64 = 16;
}

/// What a pointer leads to.
pub mod pointee {
    /// Type.
    pub const VALUE: u64 = 0;
    /// Elements, as many as the word behind the address says: 1 if it is text, type.
    pub const SLICE: u64 = 1;
    /// An object, whose table is named by the word behind the address: how many are known; of each: table, type.
    pub const OBJECT: u64 = 2;
}

/// Who else has what a pointer leads to.
pub mod ownership {
    /// Nobody; it is freed with the pointer.
    pub const OWNED: u64 = 0;
    /// Nobody.
    pub const EXCLUSIVE: u64 = 1;
    /// Others may read it.
    pub const SHARED: u64 = 2;
}

pub mod flags {
    /// There is nothing to compare.
    pub const FLAT: u64 = 1;
    /// There are floating-point numbers; said of flat types.
    pub const NUMBERS: u64 = 2;
}

/// A type, as a constant of the program.
#[repr(C)]
pub struct Description {
    pub words: *const u64,
    pub names: *const u8,
    pub tables: *const *const (),
    pub root: u64,
}
