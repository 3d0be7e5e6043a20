//! Do two functions mean the same by what lies behind a pointer?
use super::Types;
use super::kind::Kind;
use super::lookup::{self, Evidence};
use zymase_llvm::Value;

/// Bytes behind pointers that are compared.
const MOST_COMPARED: i64 = 256;

impl Types {
    /// Is some byte behind `pointer` used as another kind than, by another function, behind a `parameter` of it?
    pub fn contradicts(&self, pointer: Value, other: &Types, parameter: Value) -> bool {
        if !pointer.ty().is_pointer() || !parameter.ty().is_pointer() {
            return false;
        }
        let (Some(here), Some(there)) = (self.address(pointer), other.address(parameter)) else { return false };
        (0..MOST_COMPARED).any(|byte| {
            let known = lookup::find(&other.graph, there.plus(byte)).evidence;
            !known.is_empty() && {
                let mine = lookup::find(&self.graph, here.plus(byte)).evidence;
                !mine.is_empty() && !mine.iter().any(|a| known.iter().any(|b| agree(a, b)))
            }
        })
    }
}

/// May a byte be both? Integers of different sizes may overlap.
fn agree(a: &Evidence, b: &Evidence) -> bool {
    let is_open = |kind: Kind| matches!(kind, Kind::Either | Kind::Anything);
    is_open(a.kind) || is_open(b.kind) || a.kind == b.kind && (a.kind == Kind::Integer || a.before == b.before)
}
