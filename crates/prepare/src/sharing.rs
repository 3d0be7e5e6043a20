//! Callees that stay functions, because a derivative would have their code too many times otherwise.
//!
//! Everything is inlined as a rule: a boundary between functions needs a tape. But what a library calls from many places, and
//! from places that are reached from many places themselves, is there as often as there are ways to it: kernels of Eigen
//! sixteen times over in one gradient. What the host's passes take for that grows faster than the code. So a function
//! that would become too large is looked at as a whole first, with everything that it leads to: of the callees whose code would
//! be there several times those stay functions, with derivatives of their own, that save most, until the rest is small enough.
//!
//! Functions that are small enough are inlined as ever; so is everything in code that was not optimised, which has copies of
//! its own (`condensed`).

use super::bodies;
use super::checkpoint::is_marker;
use super::condensed::{LARGEST_INLINED_CALLEE, may_copy};
use super::recursion::Recursion;
use std::collections::{HashMap, HashSet};
use zymase_core::Failure;
use zymase_llvm::Function;

/// A function, with all that it leads to, may have so many instructions before callees stay functions.
const LARGEST_TOTAL: usize = 8_000;
/// A callee stays a function only if, with all that is inlined into it, it has so many instructions,
const SMALLEST_SHARED: usize = 200;
/// and if so many are saved.
const LEAST_SAVED: usize = 1_000;

/// A function, what it leads to, and which of that is inlined.
struct Calls {
    /// Callers come before their callees where calls are inlined; the first is the function itself.
    nodes: Vec<Node>,
}

struct Node {
    function: Function,
    instructions: usize,
    /// Callees by their numbers, and how often they are called.
    calls: Vec<(usize, usize)>,
    /// It is a function of its own, or will be.
    stays: bool,
}

/// The callees of a function, and theirs, that stay functions. `known`: those that stay functions because what leads to
/// the function was looked at as a whole.
pub fn choose(function: Function, original: Function, known: &HashSet<Function>) -> Result<HashSet<Function>, Failure> {
    let mut chosen = known.clone();
    let recursion = &mut Recursion::new(function.module());
    let calls = if function.has_attribute("optnone") { None } else { Calls::of(function, original, known, recursion)? };
    let Some(mut calls) = calls else { return Ok(chosen) };
    loop {
        let sizes = calls.sizes();
        if calls.total(&sizes) <= LARGEST_TOTAL {
            return Ok(chosen);
        }
        let Some(most) = calls.saves_most(&sizes) else { return Ok(chosen) };
        calls.nodes[most].stays = true;
        chosen.insert(calls.nodes[most].function);
    }
}

impl Calls {
    /// None where a loop keeps few states: whatever its steps do must be seen.
    fn of(
        function: Function,
        original: Function,
        known: &HashSet<Function>,
        recursion: &mut Recursion,
    ) -> Result<Option<Calls>, Failure> {
        let mut numbers = HashMap::from([(function, 0)]);
        let mut nodes = vec![Node::of(function, true)];
        let mut next = 0;
        while next < nodes.len() {
            if nodes[next].function.instructions().into_iter().any(is_marker) {
                return Ok(None);
            }
            let mut calls: Vec<(usize, usize)> = Vec::new();
            for callee in recursion.callees_of(nodes[next].function)? {
                if !may_copy(callee, original) || callee.name().starts_with(bodies::PREFIX) {
                    continue;
                }
                let number = match numbers.get(&callee) {
                    Some(number) => *number,
                    None => {
                        let mut node = Node::of(callee, known.contains(&callee) || recursion.is_recursive(callee)?);
                        node.stays |= node.instructions > LARGEST_INLINED_CALLEE;
                        numbers.insert(callee, nodes.len());
                        nodes.push(node);
                        nodes.len() - 1
                    }
                };
                match calls.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, times)) => *times += 1,
                    None => calls.push((number, 1)),
                }
            }
            nodes[next].calls = calls;
            next += 1;
        }
        Ok(Some(Calls { nodes }.in_order()))
    }

    /// Puts callers before the callees that are inlined into them.
    fn in_order(self) -> Calls {
        let mut callers = vec![0usize; self.nodes.len()];
        let inlined = |node: &Node| -> Vec<usize> {
            node.calls.iter().map(|(callee, _)| *callee).filter(|callee| !self.nodes[*callee].stays).collect()
        };
        self.nodes.iter().flat_map(inlined).for_each(|callee| callers[callee] += 1);
        let mut order: Vec<usize> = (0..self.nodes.len()).filter(|node| callers[*node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for callee in inlined(&self.nodes[node]) {
                callers[callee] -= 1;
                if callers[callee] == 0 {
                    order.push(callee);
                }
            }
        }
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, node)| places[*node] = place);
        let moved = |node: &usize| {
            let node = &self.nodes[*node];
            let calls = node.calls.iter().map(|(callee, times)| (places[*callee], *times)).collect();
            Node { function: node.function, instructions: node.instructions, calls, stays: node.stays }
        };
        Calls { nodes: order.iter().map(moved).collect() }
    }

    /// How many instructions each function has when its callees have been inlined.
    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0usize; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let inlined = node.calls.iter().filter(|(callee, _)| !self.nodes[*callee].stays);
            let more = inlined.map(|(callee, times)| sizes[*callee].saturating_mul(*times));
            sizes[number] = more.fold(node.instructions, usize::saturating_add);
        }
        sizes
    }

    /// The instructions of all that stay functions.
    fn total(&self, sizes: &[usize]) -> usize {
        let staying = self.nodes.iter().zip(sizes).filter(|(node, _)| node.stays);
        staying.map(|(_, size)| *size).fold(0, usize::saturating_add)
    }

    /// The callee that saves most instructions if its code is there once.
    fn saves_most(&self, sizes: &[usize]) -> Option<usize> {
        let mut copies = vec![0usize; self.nodes.len()];
        let mut best: Option<(usize, usize)> = None;
        for (number, node) in self.nodes.iter().enumerate() {
            if node.stays {
                copies[number] = 1;
            } else if sizes[number] >= SMALLEST_SHARED {
                let saved = sizes[number].saturating_mul(copies[number].saturating_sub(1));
                if saved >= LEAST_SAVED && best.is_none_or(|(most, _)| saved > most) {
                    best = Some((saved, number));
                }
            }
            for (callee, times) in node.calls.iter().filter(|(callee, _)| !self.nodes[*callee].stays) {
                copies[*callee] = copies[*callee].saturating_add(copies[number].saturating_mul(*times));
            }
        }
        best.map(|(_, number)| number)
    }
}

impl Node {
    fn of(function: Function, stays: bool) -> Node {
        Node { function, instructions: function.instructions().len(), calls: Vec::new(), stays }
    }
}
