//! Completes the graph: carries accessed ranges, pointers and arrays along the edges until nothing changes.
//!
//! Facts stay where they are (see [`crate::types::search`]). No nodes are made here except elements of nodes that turn out to
//! be arrays, so cyclic structures (lists, trees) end: a view that lacks a pointer takes over the other side's.
use super::arrays::{copy_arrays, new_slots_within_arrays, unite_arrays, within_arrays};
use super::cycles::replace_stepping_cycles;
use crate::types::graph::merge::{merge, same_array, same_pointer};
use crate::types::graph::{Address, Edge, EdgeNumber, Graph, NodeNumber, Relation};
use zymase_support::hash::FastMap;

/// Rounds of work per node before propagation gives up; what is missing then is reported as unknown.
const MOST_ROUNDS_PER_NODE: usize = 64;

/// Arrays in one node that are suspicious.
const LEAST_CROWD: usize = 24;

/// Runs to a fixed point; false when a limit was met.
pub fn propagate(graph: &mut Graph) -> bool {
    // The order of work decides which of two equal answers is found first: first made, first done.
    graph.dirty.sort_unstable_by(|a, b| b.cmp(a));
    let mut budget = graph.nodes.len().saturating_mul(MOST_ROUNDS_PER_NODE);
    let mut until_cycles = 0;
    let mut crowds = FastMap::default();
    loop {
        while let Some((a, b)) = graph.same.pop() {
            merge(graph, a, b);
        }
        if until_cycles == 0 || graph.dirty.is_empty() {
            let found = replace_stepping_cycles(graph);
            until_cycles = graph.nodes.len();
            if !found && graph.dirty.is_empty() {
                return true;
            }
        }
        let Some(node) = graph.take_dirty() else { continue };
        if budget == 0 {
            return false;
        }
        budget -= 1;
        until_cycles -= 1;
        if graph.node(node).merged.get().is_none() {
            process(graph, node);
            if is_crowded(graph, node, &mut crowds) {
                until_cycles = 0;
            }
        }
    }
}

/// Has the node so many arrays in it that they may come from a pointer that steps, round and round? Asked again when there
/// are twice as many.
fn is_crowded(graph: &Graph, node: NodeNumber, crowds: &mut FastMap<NodeNumber, usize>) -> bool {
    let arrays = graph.node(node).relations.len();
    let is_crowded = arrays >= LEAST_CROWD && crowds.get(&node).is_none_or(|before| arrays >= 2 * before);
    if is_crowded {
        crowds.insert(node, arrays);
    }
    is_crowded
}

fn process(graph: &mut Graph, node: NodeNumber) {
    for index in 0..graph.node(node).up.len() {
        let number = graph.node(node).up[index];
        if has_carried_all(graph, number, node) {
            continue;
        }
        if let Some(edge) = living(graph, number) {
            along_view(graph, number, edge);
        }
    }
    for index in 0..graph.node(node).copies.len() {
        let number = graph.node(node).copies[index];
        if let Some(edge) = living(graph, number) {
            along_copy(graph, number, edge);
        }
    }
    let it = graph.node_mut(node);
    let logged = (it.slot_log.len(), it.relation_log.len());
    let seen = std::mem::replace(&mut it.seen_in_arrays, logged);
    if seen.1 != logged.1 {
        unite_arrays(graph, node);
        within_arrays(graph, node);
    } else if seen.0 != logged.0 {
        // The arrays are those of before, and so are their ends: what they have taken over needs no second look.
        new_slots_within_arrays(graph, node, seen.0);
    }
}

/// Does a view that leaves a node have nothing to carry?
fn has_carried_all(graph: &Graph, number: EdgeNumber, node: NodeNumber) -> bool {
    let (done, it) = (&graph.progress[number as usize], graph.node(node));
    done.low_slots == it.slot_log.len()
        && done.low_relations == it.relation_log.len()
        && done.low_touched == it.touched_changes
        && graph.find(graph.edges[number as usize].high).node != node
}

/// The edge as it is now. One whose ends have become the same node makes that an array.
fn living(graph: &mut Graph, number: EdgeNumber) -> Option<Edge> {
    let edge = graph.edges[number as usize];
    let edge = Edge { low: graph.find(edge.low), high: graph.find(edge.high), ..edge };
    if edge.size == Some(0) {
        return None;
    }
    let shift = edge.low.offset.abs_diff(edge.high.offset);
    if edge.low.node == edge.high.node && edge.size.is_none_or(|size| size > shift) {
        graph.edges[number as usize].size = Some(0);
        graph.connect(edge);
        return None;
    }
    Some(edge)
}

/// Entries of a log that an edge has not carried yet.
fn news<T: Copy>(log: &[T], seen: &mut usize) -> Vec<T> {
    // A node that took another's edges over starts anew.
    let from = if *seen <= log.len() { *seen } else { 0 };
    *seen = log.len();
    log[from..].to_vec()
}

/// The view's accesses, pointers and arrays are the object's as well.
fn along_view(graph: &mut Graph, number: EdgeNumber, edge: Edge) {
    let (low, high) = (edge.low, edge.high);
    let shift = high.offset.wrapping_sub(low.offset);
    let mut progress = graph.progress[number as usize];
    let slots = news(&graph.node(low.node).slot_log, &mut progress.low_slots);
    let relations = news(&graph.node(low.node).relation_log, &mut progress.low_relations);
    let changes = graph.node(low.node).touched_changes;
    let has_changed = std::mem::replace(&mut progress.low_touched, changes) != changes;
    graph.progress[number as usize] = progress;
    if graph.node(high.node).frozen {
        return declare_slots(graph, low.node, high.node, shift, &slots);
    }
    let touched: Vec<(i64, i64)> = match has_changed {
        true => graph.node(low.node).touched.iter().map(|(s, e)| (*s, *e)).collect(),
        false => Vec::new(),
    };
    for (start, end) in touched {
        let from = graph.wrapped(high.node, start.saturating_add(shift));
        let size = end.saturating_sub(start);
        if graph.add_touched(high.node, from, from.saturating_add(size)) {
            graph.mark(high.node);
        }
    }
    for offset in slots {
        let to = graph.node(low.node).slots[&offset];
        let at = graph.find(Address { node: high.node, offset: offset.wrapping_add(shift) });
        same_pointer(graph, at, to);
    }
    for index in relations {
        let relation = graph.node(low.node).relations[index as usize];
        let start = relation.start.wrapping_add(shift);
        let end = relation.end.map(|end| end.wrapping_add(shift));
        same_array(graph, high.node, Relation { start, end, ..relation });
    }
}

/// Pointers in an object of a declared type point to what the declaration says.
fn declare_slots(graph: &mut Graph, low: NodeNumber, high: NodeNumber, shift: i64, offsets: &[i64]) {
    for offset in offsets {
        let to = graph.node(low).slots[offset];
        let at = graph.find(Address { node: high, offset: offset.wrapping_add(shift) });
        if let Some(declared) = declared_slot(graph, at, 0) {
            graph.view(to, declared);
        }
    }
}

/// The slot at an address of a declared type, also inside arrays in it.
fn declared_slot(graph: &Graph, at: Address, depth: u32) -> Option<Address> {
    /// Arrays in arrays that are looked into.
    const MOST_DEPTH: u32 = 16;
    if let Some(to) = graph.node(at.node).slots.get(&at.offset) {
        return Some(*to);
    }
    for relation in &graph.node(at.node).relations {
        if depth < MOST_DEPTH && at.offset >= relation.start && relation.end.is_none_or(|end| at.offset < end) {
            let inside = (at.offset - relation.start).rem_euclid(relation.stride.max(1) as i64);
            let found = declared_slot(graph, graph.find(relation.element.plus(inside)), depth + 1);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// What was copied has the same pointers and arrays on both sides.
fn along_copy(graph: &mut Graph, number: EdgeNumber, edge: Edge) {
    let (low, high) = (edge.low, edge.high);
    let mut progress = graph.progress[number as usize];
    let high_slots = news(&graph.node(high.node).slot_log, &mut progress.high_slots);
    let low_slots = news(&graph.node(low.node).slot_log, &mut progress.low_slots);
    let high_relations = news(&graph.node(high.node).relation_log, &mut progress.high_relations);
    let low_relations = news(&graph.node(low.node).relation_log, &mut progress.low_relations);
    graph.progress[number as usize] = progress;
    copy_slots(graph, edge, high, low, &high_slots);
    copy_slots(graph, edge, low, high, &low_slots);
    copy_arrays(graph, edge, high, low, &high_relations);
    copy_arrays(graph, edge, low, high, &low_relations);
}

fn copy_slots(graph: &mut Graph, edge: Edge, from: Address, to: Address, offsets: &[i64]) {
    for &offset in offsets {
        let distance = offset.wrapping_sub(from.offset);
        if distance < 0 || edge.size.is_some_and(|size| distance >= size as i64) || graph.node(to.node).frozen {
            continue;
        }
        let here = graph.node(from.node).slots[&offset];
        let at = graph.find(to.plus(distance));
        match graph.node(at.node).slots.get(&at.offset).copied() {
            None => graph.set_slot(at, here),
            // What is loaded from the copy was stored in the original.
            Some(there) if to == edge.low => graph.view(there, here),
            Some(there) => graph.view(here, there),
        }
    }
}

/// Marks everything that code which is not analysed can reach from what it is given.
pub fn spread_openness(graph: &mut Graph) {
    let count = graph.nodes.len() as NodeNumber;
    let mut work: Vec<NodeNumber> = (0..count).filter(|n| graph.node(*n).open).collect();
    while let Some(number) = work.pop() {
        let number = graph.find(Address { node: number, offset: 0 }).node;
        let node = graph.node(number);
        let mut reached: Vec<Address> = node.slots.values().copied().collect();
        reached.extend(node.relations.iter().map(|r| r.element));
        reached.extend(&node.arrays);
        reached.extend(node.up.iter().map(|e| graph.edges[*e as usize].high));
        reached.extend(node.down.iter().map(|e| graph.edges[*e as usize].low));
        let was_open = node.open;
        graph.node_mut(number).open = true;
        if !was_open {
            work.push(number);
        }
        for address in reached {
            let to = graph.find(address).node;
            let it = graph.node_mut(to);
            if !it.open && !it.frozen {
                it.open = true;
                work.push(to);
            }
        }
    }
}
