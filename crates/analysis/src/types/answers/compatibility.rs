//! Do two functions mean the same by what lies behind a pointer?
use super::Types;
use crate::types::graph::kind::Kind;
use crate::types::graph::node::Address;
use crate::types::reading::reach::moves_untyped_bytes;
use crate::types::search::{self, Evidence};
use zymase_llvm::{Opcode, Value};

/// Bytes behind pointers that are compared.
const MOST_COMPARED: i64 = 256;

impl Types {
    /// Is some byte behind `pointer` used as another kind than, by another function, behind a `parameter` of it? Or is part
    /// of a number or pointer of the other function moved alone here?
    pub fn contradicts(&self, pointer: Value, other: &Types, parameter: Value) -> bool {
        if !pointer.ty().is_pointer() || !parameter.ty().is_pointer() {
            return false;
        }
        let (Some(here), Some(there)) = (self.address(pointer), other.address(parameter)) else { return false };
        let moved = self.moved_behind(here);
        (0..MOST_COMPARED).any(|byte| {
            let known = search::find(&other.graph, there.plus(byte)).evidence;
            !known.is_empty() && {
                let mine = search::find(&self.graph, here.plus(byte)).evidence;
                let differs =
                    !mine.is_empty() && !mine.iter().any(|a| known.iter().any(|b| are_compatible(a.kind, b.kind)));
                differs || known.iter().all(|item| moved.iter().any(|part| is_cut(item, byte, *part)))
            }
        })
    }

    /// The first byte and the length of what this function loads and stores behind `here` without telling its type.
    fn moved_behind(&self, here: Address) -> Vec<(i64, i64)> {
        let moves = self.function.instructions().into_iter().filter(|i| moves_untyped_bytes(*i));
        let parts = moves.filter_map(|i| {
            let (pointer, value) =
                if i.opcode() == Some(Opcode::LLVMStore) { (i.operand(1), i.operand(0)) } else { (i.operand(0), i) };
            let at = self.address(pointer).filter(|at| at.node == here.node)?;
            let bytes = i64::try_from(self.module.store_size(value.ty())).ok()?;
            Some((at.offset.wrapping_sub(here.offset), bytes))
        });
        parts.collect()
    }
}

/// Is `item`, of which there is evidence at `byte`, in part inside and in part outside of what is moved?
fn is_cut(item: &Evidence, byte: i64, (first, bytes): (i64, i64)) -> bool {
    let (Ok(before), Ok(size)) = (i64::try_from(item.before), i64::try_from(item.size)) else { return false };
    let start = byte - before;
    let overlaps = first < start + size && start < first + bytes;
    let is_whole = first <= start && start + size <= first + bytes;
    item.kind.is_float_or_pointer() && overlaps && !is_whole
}

/// May a byte be both? Where in a number it lies does not count: of an array whose elements have an unknown distance, that is
/// not known.
fn are_compatible(a: Kind, b: Kind) -> bool {
    let is_open = |kind: Kind| matches!(kind, Kind::Either | Kind::Anything);
    is_open(a) || is_open(b) || a == b
}
