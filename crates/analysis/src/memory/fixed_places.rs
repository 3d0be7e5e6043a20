//! Places in memory that a loop reads, or reads and writes, in every iteration, and that nothing else in it touches.
//!
//! In a factorisation or a substitution, `x[i] -= a[i][j] * x[j]`, that `x[i]` and `x[j]` are never the same element only shows when
//! indices are compared. What is known to be alone can be a variable while the loop runs: in the program, and as an adjoint.

use super::dependence::{Access, Dependences};
use super::snapshots::is_simple;
use crate::callee::{Callee, classify};
use std::collections::HashSet;
use zymase_llvm::{Analyses, Block, Function, Opcode, Type, Value};

/// Most pairs of accesses that are compared in one function.
const MOST_PAIRS: usize = 20_000;

/// A place that one pointer from before the loop leads to.
pub struct FixedPlace {
    pub preheader: Block,
    pub pointer: Value,
    pub ty: Type,
    /// All loads and stores of it in the loop.
    pub accesses: Vec<Value>,
    /// One that runs in every iteration, before the loop can be left; a store if there are stores.
    pub certain: Value,
    /// Where the loop is left to.
    pub exits: Vec<Block>,
}

/// Such places, none of which has an access in common with another; the innermost loops come first.
pub fn fixed_places(function: Function, analyses: &Analyses) -> Vec<FixedPlace> {
    let dependences = Dependences::of(analyses);
    let mut found: Vec<FixedPlace> = Vec::new();
    let mut pairs = MOST_PAIRS;
    let mut taken: HashSet<Value> = HashSet::new();
    for index in (0..dependences.loops().len()).rev() {
        let Some(survey) = Survey::of(function, analyses, index, &dependences) else { continue };
        for place in survey.places() {
            if place.accesses.iter().any(|access| taken.contains(access)) || !survey.is_alone(&place, &mut pairs) {
                continue;
            }
            taken.extend(place.accesses.iter().copied());
            found.push(place);
        }
    }
    found
}

/// A loop that does nothing but compute, load and store.
struct Survey<'a> {
    analyses: &'a Analyses,
    dependences: &'a Dependences<'a>,
    index: usize,
    /// How many loops are around it.
    depth: usize,
    preheader: Block,
    /// The blocks that every iteration ends in.
    last: Vec<Block>,
    exits: Vec<Block>,
    accesses: Vec<Value>,
}

impl Survey<'_> {
    fn of<'a>(
        function: Function,
        analyses: &'a Analyses,
        index: usize,
        dependences: &'a Dependences<'a>,
    ) -> Option<Survey<'a>> {
        let found = &dependences.loops()[index];
        let mut survey = Survey {
            analyses,
            dependences,
            index,
            depth: dependences.loops_around(found.header).len() - 1,
            preheader: found.preheader?,
            last: vec![found.latch?],
            exits: Vec::new(),
            accesses: Vec::new(),
        };
        for block in function.blocks().into_iter().filter(|block| analyses.loop_contains(index, *block)) {
            for i in block.instructions() {
                let touches = matches!(i.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMStore));
                if !is_simple(i) || touches && !i.is_simple_access() || reads_otherwise(i) {
                    return None;
                }
                survey.accesses.extend(touches.then_some(i));
            }
            let outside = block.successors().into_iter().filter(|to| !analyses.loop_contains(index, *to));
            for exit in outside.collect::<Vec<_>>() {
                survey.last.push(block);
                if !survey.exits.contains(&exit) {
                    survey.exits.push(exit);
                }
            }
        }
        let is_own = |exit: &Block| exit.predecessors().iter().all(|from| analyses.loop_contains(index, *from));
        survey.exits.iter().all(is_own).then_some(survey)
    }

    /// The places whose address is known before the loop and that every iteration comes to.
    fn places(&self) -> Vec<FixedPlace> {
        let mut found: Vec<FixedPlace> = Vec::new();
        for access in self.accesses.iter().copied() {
            let (pointer, ty) = (pointer_of(access), type_of(access));
            let is_known = pointer.block().is_none_or(|block| self.analyses.dominates(block, self.preheader));
            match found.iter_mut().find(|place| place.pointer == pointer) {
                Some(place) => place.accesses.push(access),
                None if is_known => {
                    let (accesses, exits) = (vec![access], self.exits.clone());
                    found.push(FixedPlace { preheader: self.preheader, pointer, ty, accesses, certain: access, exits });
                }
                None => {}
            }
        }
        let is_certain = |access: &Value| {
            let block = access.block().expect("placed");
            self.last.iter().all(|last| self.analyses.dominates(block, *last))
        };
        found.retain_mut(|place| {
            let is_written = place.accesses.iter().any(|access| is_store(*access));
            let mut candidates = place.accesses.iter().copied().filter(|access| is_store(*access) == is_written);
            let certain = candidates.find(is_certain);
            place.certain = certain.unwrap_or(place.certain);
            certain.is_some() && place.accesses.iter().all(|access| type_of(*access) == place.ty)
        });
        found
    }

    /// Does nothing else in the loop touch the place, but for others that only read as well?
    fn is_alone(&self, place: &FixedPlace, pairs: &mut usize) -> bool {
        let is_written = is_store(place.certain);
        let others = self.accesses.iter().copied().filter(|other| !place.accesses.contains(other));
        others.filter(|other| is_written || is_store(*other)).all(|other| {
            *pairs = pairs.saturating_sub(1);
            let (writer, reader) = if is_store(other) { (other, place.certain) } else { (place.certain, other) };
            *pairs > 0 && self.are_apart(writer, reader)
        })
    }

    fn are_apart(&self, writer: Value, reader: Value) -> bool {
        let [write, read] = [writer, reader].map(|instruction| Access {
            instruction,
            pointer: pointer_of(instruction),
            bytes: instruction.block().expect("placed").function().module().store_size(type_of(instruction)),
        });
        !self.analyses.may_overwrite(writer, read.pointer, Some(read.bytes), Some(reader), true)
            || self.dependences.are_disjoint_within(write, read, self.depth)
            || self.have_different_bases(write, read)
    }

    fn have_different_bases(&self, write: Access, read: Access) -> bool {
        let base = |access: Access| self.dependences.base_within(access, self.index);
        let both = base(write).zip(base(read));
        both.is_some_and(|(one, other)| self.analyses.no_alias(one, other))
    }
}

/// Does a call read memory by itself?
fn reads_otherwise(i: Value) -> bool {
    i.opcode() == Some(Opcode::LLVMCall) && !matches!(classify(i), Callee::Math { .. } | Callee::Hint) && i.may_read()
}

fn is_store(access: Value) -> bool {
    access.opcode() == Some(Opcode::LLVMStore)
}

fn pointer_of(access: Value) -> Value {
    access.operand(usize::from(is_store(access)))
}

fn type_of(access: Value) -> Type {
    if is_store(access) { access.operand(0).ty() } else { access.ty() }
}
