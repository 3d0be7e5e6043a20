//! Which instructions may run after which.
//!
//! Blocks that reach each other form a component, and what is reached is the same for all blocks of one: a set of bits for
//! each component, made from those of its successors, which come first.

use zymase_llvm::{Block, Function, Value};
use zymase_support::hash::FastMap;

pub struct Reachable {
    /// By instruction: its block, and how many instructions of the function come before it.
    places: FastMap<Value, Place>,
    /// By block: its component.
    components: Vec<u32>,
    /// By component: the components that are reached from the ends of its blocks.
    from: Vec<Vec<u64>>,
}

#[derive(Copy, Clone)]
struct Place {
    block: u32,
    order: u32,
}

impl Reachable {
    pub fn of(function: Function) -> Reachable {
        let blocks = function.blocks();
        let numbers: FastMap<Block, u32> = (0..).zip(&blocks).map(|(number, block)| (*block, number)).collect();
        let numbered = |block: &Block| block.successors().iter().map(|next| numbers[next]).collect();
        let successors: Vec<Vec<u32>> = blocks.iter().map(numbered).collect();
        let mut places = FastMap::default();
        for (block, number) in blocks.iter().zip(0..) {
            for i in block.instructions() {
                places.insert(i, Place { block: number, order: places.len() as u32 });
            }
        }
        let (components, from) = closure(&successors);
        Reachable { places, components, from }
    }

    /// Can `later` run after `earlier`?
    pub fn follows(&self, earlier: Value, later: Value) -> bool {
        let (a, b) = (self.places[&earlier], self.places[&later]);
        let component = |place: Place| self.components[place.block as usize];
        holds(&self.from[component(a) as usize], component(b)) || a.block == b.block && a.order < b.order
    }

    /// Does `earlier` stand before `later` in one block?
    pub fn is_above(&self, earlier: Value, later: Value) -> bool {
        self.places[&earlier].order < self.places[&later].order
    }
}

fn holds(set: &[u64], number: u32) -> bool {
    set[number as usize / 64] >> (number % 64) & 1 == 1
}

fn add(set: &mut [u64], number: u32) {
    set[number as usize / 64] |= 1 << (number % 64);
}

/// The component of each node, numbered so that successors have smaller numbers; and by component, the components that
/// a step from one of its nodes leads to, and further steps.
fn closure(successors: &[Vec<u32>]) -> (Vec<u32>, Vec<Vec<u64>>) {
    let (components, members) = components(successors);
    let mut from: Vec<Vec<u64>> = Vec::with_capacity(members.len());
    for (number, nodes) in (0..).zip(&members) {
        let mut reached = vec![0; members.len().div_ceil(64)];
        for next in nodes.iter().flat_map(|node| &successors[*node as usize]).map(|next| components[*next as usize]) {
            add(&mut reached, next);
            if next != number {
                reached.iter_mut().zip(&from[next as usize]).for_each(|(word, more)| *word |= more);
            }
        }
        from.push(reached);
    }
    (components, from)
}

/// Strongly connected components (Tarjan's algorithm without recursion): of each node, and the nodes of each.
fn components(successors: &[Vec<u32>]) -> (Vec<u32>, Vec<Vec<u32>>) {
    const UNSEEN: u32 = u32::MAX;
    let mut entered = vec![UNSEEN; successors.len()];
    let mut lowest = vec![0; successors.len()];
    let mut component = vec![UNSEEN; successors.len()];
    let mut members: Vec<Vec<u32>> = Vec::new();
    let (mut open, mut path, mut count): (Vec<u32>, Vec<(u32, usize)>, u32) = (Vec::new(), Vec::new(), 0);
    for start in 0..successors.len() as u32 {
        if entered[start as usize] == UNSEEN {
            path.push((start, 0));
        }
        while let Some((node, step)) = path.last_mut() {
            let at = *node as usize;
            if *step == 0 {
                (entered[at], lowest[at], count) = (count, count, count + 1);
                open.push(*node);
            }
            if let Some(next) = successors[at].get(*step).map(|next| *next as usize) {
                *step += 1;
                if entered[next] == UNSEEN {
                    path.push((next as u32, 0));
                } else if component[next] == UNSEEN {
                    lowest[at] = lowest[at].min(entered[next]);
                }
                continue;
            }
            if lowest[at] == entered[at] {
                let first = open.iter().rposition(|node| *node as usize == at).expect("it is open");
                let nodes = open.split_off(first);
                nodes.iter().for_each(|node| component[*node as usize] = members.len() as u32);
                members.push(nodes);
            }
            path.pop();
            if let Some((above, _)) = path.last() {
                lowest[*above as usize] = lowest[*above as usize].min(lowest[at]);
            }
        }
    }
    (component, members)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes that one or more steps lead to.
    fn reached(successors: &[Vec<u32>], from: u32) -> Vec<bool> {
        let mut seen = vec![false; successors.len()];
        let mut work = successors[from as usize].clone();
        while let Some(next) = work.pop() {
            if !std::mem::replace(&mut seen[next as usize], true) {
                work.extend(&successors[next as usize]);
            }
        }
        seen
    }

    #[test]
    fn closure_is_what_steps_lead_to() {
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for nodes in (1..150).step_by(7) {
            let successors: Vec<Vec<u32>> =
                (0..nodes).map(|_| (0..random(4)).map(|_| random(nodes) as u32).collect()).collect();
            let (components, from) = closure(&successors);
            for a in 0..nodes as u32 {
                let reached = reached(&successors, a);
                for b in 0..nodes as u32 {
                    let found = holds(&from[components[a as usize] as usize], components[b as usize]);
                    assert_eq!(found, reached[b as usize], "from {a} to {b} in {successors:?}");
                }
            }
        }
    }
}
