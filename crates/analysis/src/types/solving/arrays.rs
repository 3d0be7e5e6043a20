//! Carries arrays along edges, and pointers between arrays and their elements.
use crate::types::graph::kind::Kind;
use crate::types::graph::merge::{contradict, same_array, same_pointer};
use crate::types::graph::{Address, Edge, Graph, NodeNumber, Relation, Strength, UNKNOWN_STRIDE};

/// Facts of an array that are looked at to see where it ends.
const MOST_FACTS_SEEN: usize = 256;

pub fn copy_arrays(graph: &mut Graph, edge: Edge, from: Address, to: Address, relations: &[u32]) {
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
            let same = |r: &&Relation| r.start == at.offset && r.stride == relation.stride && r.down == relation.down;
            relations.iter().find(same).map(|r| graph.find(r.element))
        };
        let bounds = |end: i64| end.wrapping_sub(from.offset).wrapping_add(to.offset);
        let limit = edge.size.map(|size| to.offset.saturating_add(size as i64));
        let end = [relation.end.map(bounds), limit].into_iter().flatten().min();
        match there {
            Some(other) if to == edge.low => graph.copy(other, element, Some(relation.stride)),
            Some(other) => graph.copy(element, other, Some(relation.stride)),
            None => {
                let down = relation.down && end.is_none();
                same_array(graph, at.node, Relation { start: at.offset, end, element, down, ..relation });
            }
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
pub fn unite_arrays(graph: &mut Graph, node: NodeNumber) {
    let mut relations: Vec<Relation> = graph.node(node).relations.iter().filter(|r| r.stride != 0).copied().collect();
    relations.sort_by_key(|r| (r.stride, r.down, r.start));
    for pair in relations.windows(2) {
        let (before, after) = (pair[0], pair[1]);
        let shift = after.start - before.start;
        if before.stride != after.stride || before.down != after.down || shift >= before.stride as i64 {
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
pub fn within_arrays(graph: &mut Graph, node: NodeNumber) {
    let slots: Vec<(i64, Address)> = graph.node(node).slots.iter().map(|(o, to)| (*o, *to)).collect();
    carry_into_elements(graph, node, &slots);
}

/// The same, for slots that are new since the log had so many entries.
pub fn new_slots_within_arrays(graph: &mut Graph, node: NodeNumber, seen: usize) {
    let it = graph.node(node);
    let mut offsets = it.slot_log[seen..].to_vec();
    offsets.sort_unstable();
    offsets.dedup();
    let slots: Vec<(i64, Address)> = offsets.into_iter().map(|offset| (offset, it.slots[&offset])).collect();
    carry_into_elements(graph, node, &slots);
}

/// Carries slots of a node, in order, to the elements of the arrays that they are in.
fn carry_into_elements(graph: &mut Graph, node: NodeNumber, slots: &[(i64, Address)]) {
    for index in 0..graph.node(node).relations.len() {
        let relation = graph.node(node).relations[index];
        if relation.stride == 0 {
            continue;
        }
        let element = graph.find(relation.element);
        if graph.node(element.node).frozen {
            continue;
        }
        let end = graph.end_of_array(node, &relation);
        let first = slots.partition_point(|(offset, _)| *offset < relation.start);
        for &(offset, to) in slots[first..].iter().take_while(|(offset, _)| *offset < end) {
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
    facts.take(MOST_FACTS_SEEN).any(|(at, facts)| {
        (at - relation.start).rem_euclid(stride) == residue
            && facts.iter().any(|f| f.strength == Strength::Observed && f.kind != Kind::Pointer)
    })
}
