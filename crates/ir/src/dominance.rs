//! Which values are defined wherever control comes from: an immutable result for one operation and all within it.
//!
//! Between blocks of a region the tree of immediate dominators is found by the iteration of Cooper, Harvey and Kennedy
//! over reverse postorder; within a block operations are numbered. Blocks that nothing reaches are dominated by
//! everything, as in MLIR. In graph regions order means nothing.

use crate::ir::{Block, Definer, Ir, Op, Region, Value};
use crate::structure::Trait;
use std::collections::HashMap;

pub struct Dominance<'a> {
    ir: &'a Ir,
    /// The number of each operation in its block, by slot.
    positions: Vec<u32>,
    /// For each reached block of a region with several: immediate dominator and number in reverse postorder.
    tree: HashMap<Block, (Block, usize)>,
}

impl<'a> Dominance<'a> {
    pub fn new(ir: &'a Ir, root: Op) -> Dominance<'a> {
        let mut dominance = Dominance { ir, positions: vec![0; ir.op_slots()], tree: HashMap::new() };
        for op in ir.walk(root) {
            for region in ir[op].regions() {
                for block in ir.blocks(*region) {
                    for (position, inner) in ir.block_ops(*block).enumerate() {
                        dominance.positions[inner.index()] = position as u32;
                    }
                }
                if ir.blocks(*region).len() > 1 {
                    dominance.build_tree(*region);
                }
            }
        }
        dominance
    }

    fn build_tree(&mut self, region: Region) {
        let ir = self.ir;
        let order = reverse_postorder(ir, region);
        let numbers: HashMap<Block, usize> = order.iter().enumerate().map(|(number, block)| (*block, number)).collect();
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (number, block) in order.iter().enumerate() {
            for successor in successors(ir, *block) {
                if let Some(to) = numbers.get(&successor) {
                    predecessors[*to].push(number);
                }
            }
        }
        let mut immediate: Vec<Option<usize>> = vec![None; order.len()];
        immediate[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for number in 1..order.len() {
                let mut known = predecessors[number].iter().copied().filter(|from| immediate[*from].is_some());
                let Some(first) = known.next() else { continue };
                let joined = known.fold(first, |one, other| intersect(&immediate, one, other));
                if immediate[number] != Some(joined) {
                    immediate[number] = Some(joined);
                    changed = true;
                }
            }
        }
        for (number, block) in order.iter().enumerate() {
            let above = immediate[number].unwrap_or(0);
            self.tree.insert(*block, (order[above], number));
        }
    }

    fn block_dominates(&self, above: Block, below: Block) -> bool {
        if above == below {
            return true;
        }
        let Some((_, wanted)) = self.tree.get(&above) else {
            // An unreached block dominates only what is unreached; what is unreached is dominated by all.
            return !self.tree.contains_key(&below);
        };
        let mut at = below;
        loop {
            let Some((immediate, number)) = self.tree.get(&at) else { return true };
            if number <= wanted {
                return at == above;
            }
            at = *immediate;
        }
    }

    /// The operation in `block` that is `op` or holds it.
    fn ancestor_in(&self, op: Op, region: Region) -> Option<Op> {
        let mut at = op;
        loop {
            let block = self.ir[at].parent()?;
            let around = self.ir.block_parent(block)?;
            if around == region {
                return Some(at);
            }
            at = self.ir.region_parent(around)?;
        }
    }

    /// Whether a value is there when `op` uses it.
    pub fn value_dominates(&self, value: Value, op: Op) -> bool {
        let Some(block) = self.ir.defining_block(value) else { return false };
        let Some(region) = self.ir.block_parent(block) else { return false };
        let Some(user) = self.ancestor_in(op, region) else { return false };
        if is_graph_region(self.ir, region) {
            return true;
        }
        let Some(user_block) = self.ir[user].parent() else { return false };
        if user_block != block {
            return self.block_dominates(block, user_block);
        }
        match self.ir.definer(value) {
            Definer::Argument { .. } => true,
            Definer::Result { op, .. } => self.positions[op.index()] < self.positions[user.index()],
        }
    }
}

/// Whether order means nothing in a region: the operation around it says so, or nothing is known of that operation and the
/// region has only one block.
fn is_graph_region(ir: &Ir, region: Region) -> bool {
    let Some(op) = ir.region_parent(region) else { return false };
    match ir[op].definition() {
        Some(definition) => definition.has_trait(Trait::GraphRegion),
        None => ir.blocks(region).len() == 1,
    }
}

fn successors(ir: &Ir, block: Block) -> Vec<Block> {
    ir.last_op(block).map_or(Vec::new(), |last| ir[last].successors().to_vec())
}

fn intersect(immediate: &[Option<usize>], mut one: usize, mut other: usize) -> usize {
    while one != other {
        while one > other {
            one = immediate[one].unwrap_or(0);
        }
        while other > one {
            other = immediate[other].unwrap_or(0);
        }
    }
    one
}

fn reverse_postorder(ir: &Ir, region: Region) -> Vec<Block> {
    let Some(entry) = ir.entry(region) else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = std::collections::HashSet::from([entry]);
    let mut open = vec![(entry, successors(ir, entry), 0)];
    while let Some((block, next, at)) = open.last_mut() {
        if let Some(successor) = next.get(*at).copied() {
            *at += 1;
            if seen.insert(successor) {
                open.push((successor, successors(ir, successor), 0));
            }
        } else {
            order.push(*block);
            open.pop();
        }
    }
    order.reverse();
    order
}
