//! What the generator knows about the names in scope.

use super::ast::{Expr, Stmt, call_other, other};

/// A name in scope.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub kind: VarKind,
    pub writable: bool,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum VarKind {
    Real,
    /// A value in `0..max`, and below the symbolic bound if there is one.
    Int {
        max: usize,
        bound: Option<String>,
    },
    /// At least `len` elements, exactly as many as the symbolic bound says if there is one.
    Array {
        float: bool,
        len: usize,
        bound: Option<String>,
        heap: bool,
    },
    Matrix {
        rows: usize,
        cols: usize,
    },
    /// The index of the definition, and whether the name is a pointer to it.
    Struct {
        def: usize,
        pointer: bool,
    },
    /// An array of pointers to arrays of at least `len` doubles.
    Pointers {
        count: usize,
        len: usize,
    },
}

/// A block.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    /// Heap buffers to be freed when the block is left.
    pub frees: Vec<String>,
    /// `break` leaves this block.
    pub breaks: bool,
    /// `continue` is allowed and leaves this block.
    pub continues: bool,
}

/// `free(name);` for each.
pub fn free_all<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Stmt> {
    names.map(|name| Stmt::Expr(free_call(name))).collect()
}

/// `free(name)`.
pub fn free_call(name: &str) -> Expr {
    call_other("free", vec![other(name)])
}

/// The frees that `break` (or `continue`) has to do first; `None` where it is not allowed.
pub fn frees_to_loop(scopes: &[Scope], is_continue: bool) -> Option<Vec<Stmt>> {
    let mut out = Vec::new();
    for scope in scopes.iter().rev() {
        out.extend(free_all(scope.frees.iter().rev()));
        if scope.breaks {
            return (!is_continue || scope.continues).then_some(out);
        }
    }
    None
}

/// The frees that `return` has to do first.
pub fn frees_to_exit(scopes: &[Scope]) -> Vec<Stmt> {
    scopes.iter().rev().flat_map(|s| free_all(s.frees.iter().rev())).collect()
}
