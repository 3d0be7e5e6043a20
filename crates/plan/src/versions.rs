//! What a second version of a gradient would gain, one for arguments that do not overlap.
//!
//! Two things can be gained. Values that are kept only because a store through one pointer may change what another shows
//! can be read again. And sums of adjoints can stay in registers, and loops be vectorised, where nothing else is in the way: the
//! vectoriser asks by itself whether arrays overlap, but only around an innermost loop, every time it is reached, and not
//! for what stays in place.

use super::cut::instances;
use super::storage::slot_bytes;
use super::{Facts, Item, Plan, Recipe, recipe};
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::memory::Overwriter;
use zymase_llvm::{Block, Opcode, Value};

/// Of what is kept, one part in so many must be at stake.
const LEAST_SHARE: u64 = 8;

/// What is at stake in a gradient whose arguments may overlap.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Bytes kept in loops, times the iterations that the cut assumes.
    pub kept: u64,
    /// The part of them that nothing but a possible overlap forces.
    pub forced: u64,
    /// Loops of the reverse sweep that add to adjoints which other memory may overlap.
    pub hampered: usize,
}

impl Outlook {
    pub fn of(facts: &Facts, plan: &Plan) -> Outlook {
        let mut outlook = Outlook { kept: 0, forced: 0, hampered: 0 };
        for item in &plan.kept {
            if item.home(facts.prepared, Some(&plan.storage)).is_none() {
                continue;
            }
            let bytes = slot_bytes(facts.prepared.function.module(), plan.slots[item].ty) * item.count(plan.options);
            let bytes = bytes.saturating_mul(instances(facts, *item));
            outlook.kept = outlook.kept.saturating_add(bytes);
            if is_forced_by_overlap(facts, *item) {
                outlook.forced = outlook.forced.saturating_add(bytes);
            }
        }
        let blocks = facts.prepared.analyses.blocks_by_loop(facts.prepared.function);
        let hampered = plan.flow.loops.iter().filter(|index| is_hampered(facts, **index, &blocks[**index]));
        outlook.hampered = hampered.count();
        outlook
    }

    /// Can a second version be worth its size?
    pub fn is_promising(&self) -> bool {
        self.hampered > 0 || self.saves(self.forced)
    }

    /// Is it, now that its own plan is known?
    pub fn is_worth_replacing_by(&self, apart: &Outlook) -> bool {
        self.hampered > 0 || self.saves(self.kept.saturating_sub(apart.kept))
    }

    /// With loops that run forwards and backwards at once, which keep less.
    pub fn keeping_as(self, fused: &Outlook) -> Outlook {
        Outlook { hampered: self.hampered, ..*fused }
    }

    fn saves(&self, bytes: u64) -> bool {
        bytes > 0 && bytes >= self.kept / LEAST_SHARE
    }
}

/// The first thing that cannot be had again among what an item is computed from, or the item itself.
pub fn obstacle(facts: &Facts, item: Item) -> Option<Item> {
    let mut seen = HashSet::new();
    let mut work = vec![item];
    while let Some(item) = work.pop() {
        if !seen.insert(item) {
            continue;
        }
        match recipe(facts, item) {
            Recipe::Keep => return Some(item),
            other => work.extend(other.reads(item, facts)),
        }
    }
    None
}

/// Do two pointers lead into the same object, as far as can be seen?
pub fn same_object(a: Value, b: Value) -> bool {
    a.underlying_object() == b.underlying_object()
}

fn is_forced_by_overlap(facts: &Facts, item: Item) -> bool {
    let Some(Item::Primal(load) | Item::Shadow(load)) = obstacle(facts, item) else { return false };
    match facts.memory.overwriter(load) {
        Some(Overwriter::Instruction(store)) if store.opcode() == Some(Opcode::LLVMStore) => {
            !same_object(load.operand(0), store.operand(1))
        }
        _ => false,
    }
}

/// An innermost loop that reads or writes active memory of the caller, and is reached often or adds to one place.
fn is_hampered(facts: &Facts, index: usize, blocks: &[Block]) -> bool {
    let prepared = facts.prepared;
    if prepared.loops.iter().any(|other| other.parent == Some(index)) {
        return false;
    }
    let adds = |i: &Value| match i.opcode() {
        Some(Opcode::LLVMLoad) => facts.activity.is_active(*i) && is_foreign(i.operand(0)),
        Some(Opcode::LLVMStore) => facts.activity.is_active(i.operand(0)) && is_foreign(i.operand(1)),
        _ => false,
    };
    let stays = |i: &Value| i.opcode() == Some(Opcode::LLVMLoad) && prepared.home(i.operand(0)) != Some(index);
    let mut adding = blocks.iter().flat_map(|block| block.instructions()).filter(adds);
    if prepared.loops[index].parent.is_some() { adding.next().is_some() } else { adding.any(|i| stays(&i)) }
}

/// Memory that the function has not made itself.
fn is_foreign(pointer: Value) -> bool {
    let object = pointer.underlying_object();
    match object.opcode() {
        Some(Opcode::LLVMAlloca) => false,
        Some(Opcode::LLVMCall) => !matches!(classify(object), Callee::Allocate(_)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_made_where_something_is_at_stake() {
        let outlook = |kept, forced, hampered| Outlook { kept, forced, hampered };
        assert!(!outlook(0, 0, 0).is_promising());
        assert!(!outlook(800, 90, 0).is_promising());
        assert!(outlook(800, 100, 0).is_promising());
        assert!(outlook(800, 0, 1).is_promising());
        assert!(outlook(800, 400, 0).is_worth_replacing_by(&outlook(700, 0, 0)));
        assert!(!outlook(800, 400, 0).is_worth_replacing_by(&outlook(800, 0, 0)));
        assert!(outlook(800, 400, 1).is_worth_replacing_by(&outlook(800, 0, 0)));
    }
}
