//! What lies between the marks of open regions.
use crate::runtime;
use std::collections::HashSet;
use zymase_llvm::{Block, Builder, Function, Opcode, Value};

/// An open region: the blocks between its marks.
pub struct Region {
    pub start: Value,
    /// None when it never ends.
    pub end: Option<Value>,
    /// The first one leads to all others; the mark at the end is the last instruction but one of its block.
    pub blocks: Vec<Block>,
    inside: HashSet<Block>,
}

impl Region {
    pub fn contains(&self, block: Block) -> bool {
        self.inside.contains(&block)
    }

    pub fn holds(&self, instruction: Value) -> bool {
        instruction.block().is_some_and(|block| self.contains(block))
    }
}

pub fn is_call_of(instruction: Value, name: &str) -> bool {
    instruction.is_call() && instruction.called_value().as_function().is_some_and(|f| f.name() == name)
}

/// All calls of a mark in a function.
pub fn marks(function: Function, name: &str) -> Vec<Value> {
    function.instructions().into_iter().filter(|instruction| is_call_of(*instruction, name)).collect()
}

/// Makes both marks of all regions stand at the ends of their blocks.
pub fn separate_marks(function: Function) {
    for start in marks(function, runtime::START) {
        let bounds: Vec<Value> = start.users().into_iter().filter(|user| is_call_of(*user, runtime::BOUND)).collect();
        let behind = start.next_instruction().expect("not a terminator");
        let bound = Builder::before(behind).call(runtime::bound(function.module()), &[start]);
        for old in bounds {
            old.replace_all_uses_with(bound);
            old.erase_instruction();
        }
        Builder::split_before(bound.next_instruction().expect("not a terminator"));
    }
    for end in marks(function, runtime::END) {
        Builder::split_before(end.next_instruction().expect("not a terminator"));
    }
}

/// The regions of a function, whose marks have been separated. None when their marks do not belong together as pairs.
pub fn find(function: Function) -> Option<Vec<Region>> {
    marks(function, runtime::START).into_iter().map(find_one).collect()
}

fn find_one(start: Value) -> Option<Region> {
    let ends: Vec<Value> = start.users().into_iter().filter(|user| is_call_of(*user, runtime::END)).collect();
    let known = start.users().into_iter().all(|user| {
        user.opcode() == Some(Opcode::LLVMLoad)
            || is_call_of(user, runtime::END)
            || is_call_of(user, runtime::BOUND)
            || !user.ty().is_pointer() && user.opcode() != Some(Opcode::LLVMStore)
    });
    if ends.len() > 1 || !known {
        return None;
    }
    let end = ends.first().copied();
    let home = start.block()?;
    let [first] = home.successors()[..] else { return None };
    let mut blocks = vec![first];
    let mut inside = HashSet::from([first]);
    let mut at = 0;
    while let Some(block) = blocks.get(at).copied() {
        at += 1;
        if end.and_then(|end| end.block()) == Some(block) {
            continue;
        }
        if block.terminator().and_then(|last| last.opcode()) == Some(Opcode::LLVMRet) {
            return None;
        }
        blocks.extend(block.successors().into_iter().filter(|next| inside.insert(*next)));
    }
    let closed = blocks[1..].iter().all(|block| block.predecessors().iter().all(|before| inside.contains(before)));
    let entered_once = first.predecessors() == [home];
    let region = Region { start, end, blocks, inside };
    let ended = region.end.is_none_or(|end| region.holds(end));
    (closed && entered_once && ended && !region.holds(start)).then_some(region)
}
