//! Completes the graph: carries accessed ranges, pointers and arrays along the edges until nothing changes.
//!
//! Facts stay where they are (see [`super::lookup`]). No nodes are made here except elements of nodes that turn out to
//! be arrays, so cyclic structures (lists, trees) end: a view that lacks a pointer takes over the other side's.
use super::cycles::replace_stepping_cycles;
use super::graph::{Address, Edge, EdgeKind, Graph, MOST_ENTRIES_PER_NODE, NodeNumber, Relation, Strength, UNKNOWN_STRIDE};
use super::kind::Kind;

/// Rounds of work per node before propagation gives up; what is missing then is reported as unknown.
const MOST_ROUNDS_PER_NODE: usize = 64;
/// Facts that are compared before two nodes are merged.
const MOST_FACTS_COMPARED: usize = 256;

/// Runs to a fixed point; false when a limit was met.
pub fn propagate(graph: &mut Graph) -> bool {
    // The order of work decides which of two equal answers is found first: first made, first done.
    graph.dirty.sort_unstable_by(|a, b| b.cmp(a));
    let mut budget = graph.nodes.len().saturating_mul(MOST_ROUNDS_PER_NODE);
    let mut until_cycles = 0;
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
        }
    }
}

fn process(graph: &mut Graph, node: NodeNumber) {
    for number in graph.node(node).edges.clone() {
        let edge = graph.edges[number as usize];
        if edge.size == Some(0) {
            continue;
        }
        let edge = Edge { low: graph.find(edge.low), high: graph.find(edge.high), ..edge };
        match edge.kind {
            _ if edge.low.node == edge.high.node => graph.connect(edge),
            EdgeKind::View if edge.low.node == node => along_view(graph, edge),
            EdgeKind::View => {
                if graph.node(node).open {
                    open(graph, edge.low.node);
                }
            }
            EdgeKind::Copy => along_copy(graph, edge),
        }
    }
    unite_arrays(graph, node);
    within_arrays(graph, node);
    for array in graph.node(node).arrays.clone() {
        let array = graph.find(array);
        if graph.node(node).open {
            open(graph, array.node);
        }
    }
    if graph.node(node).open {
        open_contents(graph, node);
    }
}

fn open(graph: &mut Graph, node: NodeNumber) {
    let it = graph.node_mut(node);
    if !it.open && !it.frozen {
        it.open = true;
        graph.mark(node);
    }
}

fn open_contents(graph: &mut Graph, node: NodeNumber) {
    let slots: Vec<Address> = graph.node(node).slots.values().copied().collect();
    let elements: Vec<Address> = graph.node(node).relations.iter().map(|r| r.element).collect();
    for address in slots.into_iter().chain(elements) {
        let to = graph.find(address);
        open(graph, to.node);
    }
}

/// The view's accesses, pointers and arrays are the object's as well.
fn along_view(graph: &mut Graph, edge: Edge) {
    let (low, high) = (edge.low, edge.high);
    let shift = high.offset.wrapping_sub(low.offset);
    if graph.node(high.node).frozen {
        return declare_slots(graph, low.node, high.node, shift);
    }
    if graph.node(low.node).open {
        open(graph, high.node);
    }
    if graph.node(high.node).open {
        open(graph, low.node);
    }
    let touched: Vec<(i64, i64)> = graph.node(low.node).touched.iter().map(|(s, e)| (*s, *e)).collect();
    for (start, end) in touched {
        let from = graph.wrapped(high.node, start.saturating_add(shift));
        let size = end.saturating_sub(start);
        if graph.add_touched(high.node, from, from.saturating_add(size)) {
            graph.mark(high.node);
        }
    }
    for (offset, to) in slots_of(graph, low.node) {
        let at = graph.find(Address { node: high.node, offset: offset.wrapping_add(shift) });
        same_pointer(graph, at, to);
    }
    for relation in graph.node(low.node).relations.clone() {
        let start = relation.start.wrapping_add(shift);
        let end = relation.end.map(|end| end.wrapping_add(shift));
        same_array(graph, high.node, Relation { start, end, ..relation });
    }
}

fn slots_of(graph: &Graph, node: NodeNumber) -> Vec<(i64, Address)> {
    graph.node(node).slots.iter().map(|(offset, to)| (*offset, *to)).collect()
}

/// Pointers in an object of a declared type point to what the declaration says.
fn declare_slots(graph: &mut Graph, low: NodeNumber, high: NodeNumber, shift: i64) {
    for (offset, to) in slots_of(graph, low) {
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

/// The pointer at `at` is the one that `to` tells about.
fn same_pointer(graph: &mut Graph, at: Address, to: Address) {
    match graph.node(at.node).slots.get(&at.offset).copied() {
        None => graph.set_slot(at, to),
        Some(other) => graph.same.push((to, other)),
    }
}

/// `node` also has this array in it.
fn same_array(graph: &mut Graph, node: NodeNumber, relation: Relation) {
    let at = graph.find(Address { node, offset: relation.start });
    let wrap = graph.node(node).wrap;
    let element = graph.find(relation.element);
    if wrap != 0 && relation.stride != 0 && relation.stride.is_multiple_of(wrap) {
        return if relation.stride == wrap { graph.same.push((element, at)) } else { graph.view(element, at) };
    }
    let relations = &graph.node(node).relations;
    for known in relations {
        let known_element = graph.find(known.element);
        let congruent = relation.stride != 0
            && relation.stride == known.stride
            && (at.offset - known.start).rem_euclid(relation.stride as i64) == 0;
        if known.start == at.offset && known.stride == relation.stride {
            return graph.same.push((element, known_element));
        }
        if congruent && known_element == element && known.start <= at.offset && known.end.is_none() {
            return;
        }
    }
    if relations.len() < MOST_ENTRIES_PER_NODE {
        graph.relate(at, Relation { start: at.offset, element, ..relation });
    }
}

/// What was copied has the same pointers and arrays on both sides.
fn along_copy(graph: &mut Graph, edge: Edge) {
    let (low, high) = (edge.low, edge.high);
    let inside = |offset: i64, from: i64| edge.size.is_none_or(|size| offset.wrapping_sub(from) < size as i64);
    for (offset, to) in slots_of(graph, high.node) {
        if offset >= high.offset && inside(offset, high.offset) {
            let at = graph.find(low.plus(offset - high.offset));
            match graph.node(at.node).slots.get(&at.offset).copied() {
                None => graph.set_slot(at, to),
                Some(copied) => graph.view(copied, to),
            }
        }
    }
    for (offset, to) in slots_of(graph, low.node) {
        if offset >= low.offset && inside(offset, low.offset) {
            let at = graph.find(high.plus(offset - low.offset));
            if !graph.node(at.node).slots.contains_key(&at.offset) {
                graph.set_slot(at, to);
            }
        }
    }
    copy_arrays(graph, edge, high, low);
    copy_arrays(graph, edge, low, high);
}

fn copy_arrays(graph: &mut Graph, edge: Edge, from: Address, to: Address) {
    for relation in graph.node(from.node).relations.clone() {
        let Some(first) = first_element_after(&relation, from.offset) else { continue };
        let skipped = first.wrapping_sub(from.offset);
        // A range that holds no two elements says nothing about arrays, nor does an unknown stride.
        let two = skipped.saturating_add(2 * relation.stride as i64);
        if relation.stride == UNKNOWN_STRIDE || edge.size.is_some_and(|size| two > size as i64) {
            continue;
        }
        let at = graph.find(to.plus(skipped));
        let element = graph.find(relation.element);
        let wrap = graph.node(at.node).wrap;
        let there = if wrap != 0 && relation.stride != 0 && relation.stride.is_multiple_of(wrap) {
            Some(at)
        } else {
            let relations = &graph.node(at.node).relations;
            let same = |r: &&Relation| r.start == at.offset && r.stride == relation.stride;
            relations.iter().find(same).map(|r| graph.find(r.element))
        };
        let bounds = |end: i64| end.wrapping_sub(from.offset).wrapping_add(to.offset);
        let limit = edge.size.map(|size| to.offset.saturating_add(size as i64));
        let end = [relation.end.map(bounds), limit].into_iter().flatten().min();
        match there {
            Some(other) if to == edge.low => graph.copy(other, element, Some(relation.stride)),
            Some(other) => graph.copy(element, other, Some(relation.stride)),
            None => same_array(graph, at.node, Relation { start: at.offset, end, element, ..relation }),
        }
    }
}

/// Where the first whole element at or after `offset` starts.
fn first_element_after(relation: &Relation, offset: i64) -> Option<i64> {
    let first = if relation.start >= offset {
        relation.start
    } else if relation.stride == 0 {
        return None;
    } else {
        offset + (relation.start - offset).rem_euclid(relation.stride as i64)
    };
    relation.end.is_none_or(|end| first < end).then_some(first)
}

/// Arrays of equal stride that start less than a stride apart are fields of one array of structs (`a[i].x`, `a[i].y`).
fn unite_arrays(graph: &mut Graph, node: NodeNumber) {
    let mut relations: Vec<Relation> = graph.node(node).relations.iter().filter(|r| r.stride != 0).copied().collect();
    relations.sort_by_key(|r| (r.stride, r.start));
    for pair in relations.windows(2) {
        let (before, after) = (pair[0], pair[1]);
        let shift = after.start - before.start;
        if before.stride != after.stride || shift >= before.stride as i64 {
            continue;
        }
        let (a, b) = (graph.find(before.element.plus(shift)), graph.find(after.element));
        let mergeable = |at: Address| !graph.node(at.node).frozen && graph.node(at.node).wrap == before.stride;
        if a.node != b.node && mergeable(a) && mergeable(b) && !contradict(graph, a, b) {
            graph.same.push((a, b));
        }
    }
}

/// Pointers in an array are those of its elements, as far as the array goes.
fn within_arrays(graph: &mut Graph, node: NodeNumber) {
    for relation in graph.node(node).relations.clone() {
        if relation.stride == 0 {
            continue;
        }
        let element = graph.find(relation.element);
        if graph.node(element.node).frozen {
            continue;
        }
        let end = graph.end_of_array(node, &relation);
        for (offset, to) in slots_of(graph, node) {
            if offset < relation.start || offset >= end || run_ends_before(graph, node, &relation, offset) {
                continue;
            }
            let at = graph.find(element.plus((offset - relation.start).rem_euclid(relation.stride as i64)));
            same_pointer(graph, at, to);
        }
    }
}

/// Whether something other than a pointer lies where the array would have one, before `offset`.
fn run_ends_before(graph: &Graph, node: NodeNumber, relation: &Relation, offset: i64) -> bool {
    let stride = relation.stride as i64;
    let residue = (offset - relation.start).rem_euclid(stride);
    let facts = graph.node(node).facts.range(relation.start..offset);
    facts.take(MOST_FACTS_COMPARED).any(|(at, facts)| {
        (at - relation.start).rem_euclid(stride) == residue
            && facts.iter().any(|f| f.strength == Strength::Observed && f.kind != Kind::Pointer)
    })
}

/// Two nodes are the same memory. They become one, unless what is known of them contradicts that: then only their
/// accessed bytes are tied together.
fn merge(graph: &mut Graph, a: Address, b: Address) {
    let (a, b) = (graph.find(a), graph.find(b));
    if a.node == b.node {
        if a.offset != b.offset {
            graph.view(a, b);
        }
        return;
    }
    let (x, y) = (graph.node(a.node), graph.node(b.node));
    if x.frozen || y.frozen || x.wrap != y.wrap || contradict(graph, a, b) {
        graph.view(a, b);
        graph.view(b, a);
        return;
    }
    // The older node stays, so that numbers do not depend on the order of work.
    let (kept, gone) = if a.node < b.node { (a, b) } else { (b, a) };
    absorb(graph, kept, gone);
}

fn contradict(graph: &Graph, a: Address, b: Address) -> bool {
    let (x, y) = (graph.node(a.node), graph.node(b.node));
    let (small, large, shift) = if x.facts.len() <= y.facts.len() {
        (x, b.node, b.offset.wrapping_sub(a.offset))
    } else {
        (y, a.node, a.offset.wrapping_sub(b.offset))
    };
    small.facts.iter().take(MOST_FACTS_COMPARED).any(|(offset, facts)| {
        let at = graph.wrapped(large, offset.wrapping_add(shift));
        facts.iter().filter(|f| f.strength == Strength::Observed).any(|fact| {
            let near = graph.node(large).facts.range(at.saturating_sub(15)..at.saturating_add(fact.size as i64));
            let mut others = near.flat_map(|(start, facts)| facts.iter().map(move |f| (*start, f)));
            others.any(|(start, other)| {
                let overlaps = start < at + fact.size as i64 && at < start + other.size as i64;
                let agrees = other.kind == fact.kind && (fact.kind == Kind::Integer || start == at);
                other.strength == Strength::Observed && overlaps && !agrees
            })
        })
    })
}

fn absorb(graph: &mut Graph, kept: Address, gone: Address) {
    let shift = kept.offset.wrapping_sub(gone.offset);
    let old = std::mem::take(graph.node_mut(gone.node));
    {
        let stub = graph.node_mut(gone.node);
        stub.merged.set(Some(Address { node: kept.node, offset: shift }));
        stub.wrap = old.wrap;
        stub.origin = old.origin;
    }
    for (offset, facts) in old.facts {
        for fact in facts {
            graph.fact(Address { node: kept.node, offset: offset.wrapping_add(shift) }, fact);
        }
    }
    for (start, end) in old.touched {
        let from = graph.wrapped(kept.node, start.saturating_add(shift));
        graph.add_touched(kept.node, from, from.saturating_add(end.saturating_sub(start)));
    }
    for (start, end) in old.regions {
        let from = Address { node: kept.node, offset: start.wrapping_add(shift) };
        graph.add_region(from, end.map(|end| (end - start) as u64));
    }
    let node = graph.node_mut(kept.node);
    node.edges.extend(old.edges);
    node.arrays.extend(old.arrays.into_iter().map(|array| array.plus(shift.wrapping_neg())));
    node.open |= old.open;
    graph.mark(kept.node);
    let mut arrays: Vec<Address> = graph.node(kept.node).arrays.iter().map(|array| graph.find(*array)).collect();
    arrays.sort_unstable();
    arrays.dedup();
    for array in &arrays {
        graph.mark(array.node);
    }
    graph.node_mut(kept.node).arrays = arrays;
    for relation in old.relations {
        let start = relation.start.wrapping_add(shift);
        let end = relation.end.map(|end| end.wrapping_add(shift));
        same_array(graph, kept.node, Relation { start, end, ..relation });
    }
    for (offset, to) in old.slots {
        let at = graph.find(Address { node: kept.node, offset: offset.wrapping_add(shift) });
        same_pointer(graph, at, to);
    }
}
