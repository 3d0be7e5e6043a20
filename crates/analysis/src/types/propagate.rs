//! Completes the graph: carries accessed ranges, pointers and arrays along the edges until nothing changes.
//!
//! Facts stay where they are (see [`super::lookup`]). No nodes are made here except elements of nodes that turn out to
//! be arrays, so cyclic structures (lists, trees) end: a view that lacks a pointer takes over the other side's.
use super::cycles::replace_stepping_cycles;
use super::graph::{Address, Edge, EdgeNumber, Graph, NodeNumber, Relation, Strength, UNKNOWN_STRIDE};
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
    for index in 0..graph.node(node).up.len() {
        let number = graph.node(node).up[index];
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
    unite_arrays(graph, node);
    within_arrays(graph, node);
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
    graph.progress[number as usize] = progress;
    if graph.node(high.node).frozen {
        return declare_slots(graph, low.node, high.node, shift, &slots);
    }
    let touched: Vec<(i64, i64)> = graph.node(low.node).touched.iter().map(|(s, e)| (*s, *e)).collect();
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
    let known = graph.node(node).relations.iter().map(|r| Relation { element: graph.find(r.element), ..*r });
    let mut extended = None;
    for (index, known) in known.enumerate() {
        if known.start == at.offset && known.stride == relation.stride && known.element != element {
            return graph.same.push((element, known.element));
        }
        if known.element == element && known.stride == relation.stride {
            let reaches = |a: &Relation, b: &Relation| a.end.is_none_or(|end| b.start <= end);
            let new = Relation { start: at.offset, ..relation };
            let apart = (new.start - known.start).checked_rem_euclid(relation.stride as i64).unwrap_or(0);
            if apart == 0 && reaches(&known, &new) && reaches(&new, &known) {
                let end = known.end.and_then(|a| new.end.map(|b| a.max(b)));
                extended = Some((index, Relation { start: known.start.min(new.start), end, ..known }));
                break;
            }
        }
    }
    match extended {
        Some((index, wider)) => graph.extend_relation(node, index, wider),
        None => graph.relate(at, Relation { start: at.offset, element, ..relation }),
    }
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

fn copy_arrays(graph: &mut Graph, edge: Edge, from: Address, to: Address, relations: &[u32]) {
    if graph.node(to.node).frozen {
        return;
    }
    let limit = edge.size.map_or(i64::MAX, |size| from.offset.saturating_add(size as i64));
    for &index in relations {
        let relation = graph.node(from.node).relations[index as usize];
        let over = relation.end.is_some_and(|end| end <= from.offset);
        if relation.start >= limit || over || graph.node(graph.find(relation.element).node).slots.is_empty() {
            // Facts are found through the copy anyway; only pointers in elements must meet.
            continue;
        }
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
        let slots: Vec<(i64, Address)> =
            graph.node(node).slots.range(relation.start..end.max(relation.start)).map(|(o, to)| (*o, *to)).collect();
        for (offset, to) in slots {
            if run_ends_before(graph, node, &relation, offset) {
                continue;
            }
            let at = graph.find(element.plus((offset - relation.start).rem_euclid(relation.stride as i64)));
            if !holds_other_than_pointer(graph, at) {
                same_pointer(graph, at, to);
            }
        }
    }
}

fn holds_other_than_pointer(graph: &Graph, at: Address) -> bool {
    let facts = graph.node(at.node).facts.get(&at.offset);
    facts.is_some_and(|facts| facts.iter().any(|f| f.strength == Strength::Observed && f.kind != Kind::Pointer))
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
    // The larger node stays, which keeps this near-linear; of equals the older.
    let weight = |n: &super::graph::Node| n.up.len() + n.down.len() + n.copies.len() + n.facts.len() + n.slots.len();
    let (weight_a, weight_b) = (weight(x), weight(y));
    let a_stays = weight_a > weight_b || (weight_a == weight_b && a.node < b.node);
    let (kept, gone) = if a_stays { (a, b) } else { (b, a) };
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
    graph.reattach(old.up.into_iter().chain(old.down).chain(old.copies));
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
