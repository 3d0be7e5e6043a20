//! Makes irreducible cycles reducible: a cycle with several entries gets one dispatch block through which all its
//! entries are reached, by a selector that the jumping side sets.
//!
//! LLVM's own pass for this (22.1) loses edges on some cycles, so the transformation is done here. To keep it simple
//! values that cross blocks are moved to memory first and promoted again afterwards.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use zymase_core::Failure;
use zymase_llvm::{Block, Builder, Function, Value};

/// Rounds after which a function counts as hopeless; every round removes one irreducible cycle.
const MOST_ROUNDS: usize = 1_000;

/// Leaves only natural loops.
pub fn make_reducible(function: Function) -> Result<(), Failure> {
    let mut entries = find_irreducible(function);
    if entries.is_none() {
        return Ok(());
    }
    super::run(function, "reg2mem")?;
    entries = find_irreducible(function);
    let mut rounds = 0;
    while let Some(found) = entries {
        dispatch(function, &found);
        entries = find_irreducible(function);
        rounds += 1;
        if rounds > MOST_ROUNDS {
            return Err(Failure::internal("irreducible control flow does not come to an end"));
        }
    }
    super::run(function, "sroa<modify-cfg>,early-cse<memssa>,adce")
}

/// The entries of some cycle that has more than one.
fn find_irreducible(function: Function) -> Option<Vec<Block>> {
    let blocks = function.blocks();
    let number: HashMap<Block, usize> = blocks.iter().enumerate().map(|(n, b)| (*b, n)).collect();
    let next: Vec<Vec<usize>> =
        blocks.iter().map(|b| b.successors().into_iter().map(|s| number[&s]).collect()).collect();
    let mut before = vec![Vec::new(); blocks.len()];
    for (n, targets) in next.iter().enumerate() {
        targets.iter().for_each(|t| before[*t].push(n));
    }
    let mut work: Vec<BTreeSet<usize>> = vec![(0..blocks.len()).collect()];
    while let Some(region) = work.pop() {
        for cycle in cycles(&region, &next) {
            let entries: Vec<usize> =
                cycle.iter().copied().filter(|n| before[*n].iter().any(|p| !cycle.contains(p))).collect();
            match entries.as_slice() {
                [] => {}
                [header] => {
                    let mut inner = cycle.clone();
                    inner.remove(header);
                    work.push(inner);
                }
                several => return Some(several.iter().map(|n| blocks[*n]).collect()),
            }
        }
    }
    None
}

/// Strongly connected components with a cycle in them, within a region (Tarjan, without recursion).
fn cycles(region: &BTreeSet<usize>, next: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let mut search =
        Search { region, next, order: BTreeMap::new(), low: BTreeMap::new(), stack: Vec::new(), found: Vec::new() };
    for start in region {
        if !search.order.contains_key(start) {
            search.run(*start);
        }
    }
    search.found
}

struct Search<'a> {
    region: &'a BTreeSet<usize>,
    next: &'a [Vec<usize>],
    order: BTreeMap<usize, usize>,
    low: BTreeMap<usize, usize>,
    stack: Vec<usize>,
    found: Vec<BTreeSet<usize>>,
}

impl Search<'_> {
    fn open(&mut self, node: usize) {
        let number = self.order.len();
        self.order.insert(node, number);
        self.low.insert(node, number);
        self.stack.push(node);
    }

    fn run(&mut self, start: usize) {
        self.open(start);
        let mut path = vec![(start, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            match self.next[node].get(*edge).copied() {
                Some(target) => {
                    *edge += 1;
                    if !self.region.contains(&target) {
                        continue;
                    }
                    if !self.order.contains_key(&target) {
                        self.open(target);
                        path.push((target, 0));
                    } else if self.stack.contains(&target) {
                        let low = self.low[&node].min(self.order[&target]);
                        self.low.insert(node, low);
                    }
                }
                None => {
                    path.pop();
                    if let Some((parent, _)) = path.last() {
                        let low = self.low[parent].min(self.low[&node]);
                        self.low.insert(*parent, low);
                    }
                    if self.low[&node] == self.order[&node] {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn close(&mut self, root: usize) {
        let at = self.stack.iter().rposition(|n| *n == root).expect("an open node");
        let component: BTreeSet<usize> = self.stack.split_off(at).into_iter().collect();
        if component.len() > 1 || self.next[root].contains(&root) {
            self.found.push(component);
        }
    }
}

/// Sends every edge to one of the entries through a common block.
fn dispatch(function: Function, entries: &[Block]) {
    let i32_type = function.module().integer_type(32);
    let first = function.entry().first_instruction().expect("a terminator");
    let selector = Builder::before(first).alloca(i32_type, "zymase.entry");
    let hub = function.append_block("zymase.dispatch");
    for (number, entry) in entries.iter().enumerate() {
        for from in entry.predecessors() {
            let terminator = from.terminator().expect("a predecessor branches");
            for (slot, target) in terminator.successors().into_iter().enumerate() {
                if target == *entry {
                    let edge = function.append_block("zymase.edge");
                    let builder = Builder::at_end(edge);
                    builder.store(Value::integer(i32_type, number as i64), selector);
                    builder.branch(hub);
                    terminator.set_successor(slot, edge);
                }
            }
        }
    }
    let mut builder = Builder::at_end(hub);
    let chosen = builder.load(i32_type, selector);
    let last = entries.len() - 1;
    for (number, entry) in entries.iter().enumerate().take(last) {
        let rest = if number + 1 == last { entries[last] } else { function.append_block("zymase.dispatch") };
        let this = Value::integer(i32_type, number as i64);
        let is_this = builder.icmp(zymase_llvm::IntPredicate::LLVMIntEQ, chosen, this);
        builder.conditional_branch(is_this, *entry, rest);
        builder = Builder::at_end(rest);
    }
}
