//! How control runs backwards: what the reverse of a block jumps to, and what decides it.

use super::ReverseWork;
use std::collections::{BTreeSet, HashMap, HashSet};
use zymase_analysis::activity::Activity;
use zymase_llvm::{Block, Opcode, Value};
use zymase_prepare::Prepared;

/// How the predecessor of a block is found again from branch conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceTree {
    /// Always this predecessor.
    Only(usize),
    /// By a condition of the forward sweep.
    On(Value, Box<ChoiceTree>, Box<ChoiceTree>),
}

impl ChoiceTree {
    pub fn conditions(&self) -> Vec<Value> {
        match self {
            ChoiceTree::Only(_) => Vec::new(),
            ChoiceTree::On(condition, a, b) => {
                let mut all = vec![*condition];
                all.extend(a.conditions());
                all.extend(b.conditions());
                all
            }
        }
    }
}

/// What the reverse of a block does after its own instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The reverse sweep is over.
    Finish,
    /// The header of a loop: around again, or out to the preheader.
    Header(usize),
    /// To the one predecessor, or to the block that dominates a region without reverse work.
    Straight { to: Block, edge_from: Option<Block> },
    /// To one of several predecessors.
    Choose(Vec<Block>),
}

pub struct Flow {
    next: HashMap<Block, Next>,
    trees: HashMap<Block, ChoiceTree>,
    /// Blocks that have a reverse block.
    pub reversed: HashSet<Block>,
    /// Loops whose reverse runs.
    pub loops: BTreeSet<usize>,
    /// May the reverse sweep also start where the function was left by unwinding?
    pub unwinds: bool,
}

/// Deepest tree of conditions looked at.
const DEEPEST_CHOICE: usize = 6;

impl Flow {
    pub fn of(prepared: &Prepared, work: &ReverseWork, activity: &Activity, unwinds: bool) -> Flow {
        let mut flow = Flow {
            next: HashMap::new(),
            trees: HashMap::new(),
            reversed: HashSet::new(),
            loops: work.loops.clone(),
            unwinds,
        };
        let mut stack: Vec<Block> = prepared.ends(unwinds);
        while let Some(block) = stack.pop() {
            if !flow.reversed.insert(block) {
                continue;
            }
            let next = flow.next_of(prepared, work, activity, block);
            match &next {
                Next::Finish => {}
                Next::Header(index) => stack.extend([prepared.loops[*index].preheader, prepared.loops[*index].latch]),
                Next::Straight { to, .. } => stack.push(*to),
                Next::Choose(blocks) => stack.extend(blocks.iter().copied()),
            }
            flow.next.insert(block, next);
        }
        flow
    }

    pub fn next(&self, block: Block) -> &Next {
        &self.next[&block]
    }

    pub fn tree(&self, block: Block) -> Option<&ChoiceTree> {
        self.trees.get(&block)
    }

    fn next_of(&mut self, prepared: &Prepared, work: &ReverseWork, activity: &Activity, block: Block) -> Next {
        if let Some(index) = prepared.loop_with_header(block).filter(|index| work.loops.contains(index)) {
            return Next::Header(index);
        }
        let predecessors = block.predecessors();
        let has_active_phi = block.phis().into_iter().any(|phi| activity.is_active(phi));
        match predecessors.len() {
            0 => Next::Finish,
            1 => {
                let to = skip_idle_loops(prepared, work, predecessors[0], block);
                Next::Straight { to, edge_from: Some(predecessors[0]) }
            }
            _ if !has_active_phi => match idle_region(prepared, work, block) {
                Some(to) => Next::Straight { to, edge_from: None },
                None => self.choose(prepared, block, predecessors),
            },
            _ => self.choose(prepared, block, predecessors),
        }
    }

    fn choose(&mut self, prepared: &Prepared, block: Block, predecessors: Vec<Block>) -> Next {
        if let Some(top) = prepared.analyses.immediate_dominator(block)
            && let Some(tree) = (Merge { prepared, block, predecessors: &predecessors, unwinds: self.unwinds })
                .decide(top, DEEPEST_CHOICE)
            && tree.conditions().into_iter().all(|c| can_run_at(prepared, c, block))
        {
            self.trees.insert(block, tree);
        }
        Next::Choose(predecessors)
    }
}

/// Leaving a loop without reverse work backwards means going on before it.
fn skip_idle_loops(prepared: &Prepared, work: &ReverseWork, from: Block, block: Block) -> Block {
    let inside = prepared.loop_of(block);
    let mut at = from;
    loop {
        let entered: Vec<usize> =
            prepared.loops_around(at).into_iter().filter(|index| !prepared.loop_contains(*index, inside)).collect();
        // Outermost first: an idle loop around the others hides them.
        match entered.into_iter().rev().find(|index| !work.loops.contains(index)) {
            Some(idle) => at = prepared.loops[idle].preheader,
            None => return at,
        }
    }
}

/// The dominator of a merge when nothing between the two has reverse work.
fn idle_region(prepared: &Prepared, work: &ReverseWork, block: Block) -> Option<Block> {
    let mut top = prepared.analyses.immediate_dominator(block)?;
    let inside = prepared.loop_of(block);
    // The dominator may be inside a loop that is left on the way: then the whole loop belongs to the region.
    while let Some(index) =
        prepared.loops_around(top).into_iter().rev().find(|index| !prepared.loop_contains(*index, inside))
    {
        top = prepared.loops[index].preheader;
    }
    let mut seen = HashSet::from([top]);
    let mut stack = block.predecessors();
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        if work.blocks.contains(&at) || at == block {
            return None;
        }
        stack.extend(at.predecessors());
    }
    Some(top)
}

/// A block that is entered by several predecessors.
struct Merge<'a> {
    prepared: &'a Prepared,
    block: Block,
    predecessors: &'a [Block],
    unwinds: bool,
}

impl Merge<'_> {
    /// Finds by which predecessor the block was entered from the conditions between it and `top`.
    fn decide(&self, top: Block, depth: usize) -> Option<ChoiceTree> {
        if depth == 0 || self.prepared.loop_of(top) != self.prepared.loop_of(self.block) {
            return None;
        }
        let terminator = top.terminator()?;
        if !terminator.is_conditional_branch() {
            // Of an invoke often only one way comes to an end that has a reverse.
            let next: Vec<Block> =
                top.successors().into_iter().filter(|b| self.prepared.reaches_end(*b, self.unwinds)).collect();
            return match next.as_slice() {
                [only] if *only == self.block => self.predecessor(top).map(ChoiceTree::Only),
                [only] => self.decide(*only, depth),
                _ => None,
            };
        }
        let arms: Vec<Block> = terminator.successors();
        let sides: Vec<Vec<usize>> = arms.iter().map(|arm| self.entries_below(*arm, top)).collect();
        if sides[0].iter().any(|k| sides[1].contains(k)) {
            return None;
        }
        let mut subtrees = Vec::new();
        for (arm, side) in arms.iter().zip(&sides) {
            subtrees.push(match side.as_slice() {
                // This arm never comes here: any answer will do.
                [] => None,
                [only] => Some(ChoiceTree::Only(*only)),
                _ if *arm != self.block && arm.predecessors().len() == 1 => Some(self.decide(*arm, depth - 1)?),
                _ => return None,
            });
        }
        let (b, a) = (subtrees.pop()?, subtrees.pop()?);
        match (a, b) {
            (Some(a), Some(b)) => Some(ChoiceTree::On(terminator.condition(), Box::new(a), Box::new(b))),
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => None,
        }
    }

    fn predecessor(&self, block: Block) -> Option<usize> {
        self.predecessors.iter().position(|p| *p == block)
    }

    /// The predecessors that are reached from the edge `top -> arm` without passing the block or `top` again.
    fn entries_below(&self, arm: Block, top: Block) -> Vec<usize> {
        if arm == self.block {
            return self.predecessor(top).into_iter().collect();
        }
        let mut seen = HashSet::new();
        let mut stack = vec![arm];
        while let Some(at) = stack.pop() {
            if at == self.block || at == top || !self.prepared.reaches_end(at, self.unwinds) || !seen.insert(at) {
                continue;
            }
            stack.extend(at.successors());
        }
        (0..self.predecessors.len()).filter(|k| seen.contains(&self.predecessors[*k])).collect()
    }
}

/// Longest chain of instructions followed to see whether a value can be computed where it may not have been.
const LONGEST_SPECULATION: usize = 32;

/// Can the value be computed again wherever `block` ran? Either it was computed on the way there, or computing it has
/// no effect and cannot trap.
pub fn can_run_at(prepared: &Prepared, value: Value, block: Block) -> bool {
    fn walk(prepared: &Prepared, value: Value, block: Block, left: &mut usize) -> bool {
        let Some(home) = value.block() else { return true };
        if prepared.analyses.dominates(home, block) {
            return true;
        }
        if *left == 0 || prepared.loop_of(home) != prepared.loop_of(block) {
            return false;
        }
        *left -= 1;
        !matches!(value.opcode(), Some(Opcode::LLVMLoad | Opcode::LLVMPHI | Opcode::LLVMCall | Opcode::LLVMAlloca))
            && value.safe_to_speculate()
            && value.operands().into_iter().all(|operand| walk(prepared, operand, block, left))
    }
    walk(prepared, value, block, &mut { LONGEST_SPECULATION })
}
