//! Descending arrays: those of which the elements lie before the pointer they are counted from, as in `p[-1 - i]`.
//!
//! Arrays go on until something else is known to follow, and where they are indexed with a variable nothing tells which way.
//! But where the index is subtracted, and there are numbers or pointers in what is found so, while what is indexed upwards
//! from the same place are integers without any doubt, then these are two arrays, one before and one behind the pointer. Hash
//! tables of Rust are made so, in one allocation of which the pointer is the middle. Where they are not so unlike each
//! other, they are one array, as if nothing was subtracted.
use super::propagate::propagate;
use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, EdgeNumber, Graph, NodeNumber, Relation};
use crate::types::search;
use zymase_support::hash::{FastMap, FastSet};

/// Bytes behind the pointer that are looked at.
const MOST_BYTES_BEHIND: i64 = 16;
/// Steps from a pointer to what it is a view of.
const MOST_VIEWS: usize = 6;

/// An array that is counted downwards, by its node and number there, as it was before.
struct Descending {
    node: NodeNumber,
    index: usize,
    before: Relation,
    element: NodeNumber,
    /// Declarations of what the pointer points to.
    declared: Vec<EdgeNumber>,
}

/// Ends arrays that are counted downwards where others start, or makes them like others; false when propagation met a limit.
pub fn settle(graph: &mut Graph) -> bool {
    let mut all = descending(graph);
    if all.is_empty() && graph.boundaries.is_empty() {
        return true;
    }
    let boundaries = cut(graph, &all);
    loop {
        graph.neighbours.forget();
        let is_wrong = |down: &Descending| {
            !boundaries.get(&down.element).is_some_and(|boundary| is_boundary(graph, *boundary, down.element))
        };
        let (wrong, right): (Vec<Descending>, Vec<Descending>) = all.into_iter().partition(is_wrong);
        if wrong.is_empty() {
            break;
        }
        wrong.iter().for_each(|down| restore(graph, down));
        all = right;
    }
    let boundaries = std::mem::take(&mut graph.boundaries);
    let (apart, joined): (Vec<_>, Vec<_>) = boundaries
        .into_iter()
        .partition(|(boundary, element)| is_boundary(graph, *boundary, graph.find(*element).node));
    graph.boundaries = apart;
    for (boundary, element) in joined {
        graph.view(boundary, element);
    }
    let is_complete = propagate(graph);
    graph.neighbours.forget();
    is_complete
}

/// Arrays that are counted downwards and have no end yet.
fn descending(graph: &Graph) -> Vec<Descending> {
    let mut found = Vec::new();
    for (number, node) in (0..).zip(&graph.nodes) {
        if node.merged.get().is_some() {
            continue;
        }
        for (index, relation) in node.relations.iter().enumerate().filter(|(_, r)| r.down && r.end.is_none()) {
            let element = graph.find(relation.element).node;
            let is_declared = |edge: &&EdgeNumber| {
                let edge = graph.edges[**edge as usize];
                edge.size.is_none() && graph.node(graph.find(edge.high).node).frozen
            };
            let declared = node.up.iter().filter(is_declared).copied().collect();
            found.push(Descending { node: number, index, before: *relation, element, declared });
        }
    }
    found
}

/// Ends all of them where an array starts that is counted upwards; the places, by element.
fn cut(graph: &mut Graph, all: &[Descending]) -> FastMap<NodeNumber, Address> {
    let mut boundaries = FastMap::default();
    let mut lengths: FastMap<NodeNumber, i64> = FastMap::default();
    let mut ends = Vec::new();
    for down in all {
        let end = start_behind(graph, down);
        if let Some(end) = end {
            boundaries.entry(down.element).or_insert(Address { node: down.node, offset: end });
            let length = lengths.entry(down.element).or_insert(0);
            *length = (*length).max(end - down.before.start);
        }
        ends.push(end);
    }
    for (down, end) in all.iter().zip(ends) {
        let is_inside = graph.node(down.node).wrap != 0;
        let end = end.or_else(|| lengths.get(&down.element).map(|length| down.before.start.saturating_add(*length)));
        let Some(end) = end.filter(|_| !is_inside) else { continue };
        let stride = down.before.stride as i64;
        // Whole elements before the end.
        let beyond = (down.before.start.saturating_add(stride) - end).max(0);
        let start = down.before.start - (beyond + stride - 1) / stride * stride;
        replace(graph, down, Relation { start, end: Some(end), ..down.before });
        // It is where elements end, and not one of them.
        down.declared.iter().for_each(|&edge| graph.edges[edge as usize].size = Some(0));
    }
    boundaries
}

/// Where an array that is counted upwards starts, here or in what this is a view of: at the earliest where the other does, at
/// the latest one element behind.
fn start_behind(graph: &Graph, down: &Descending) -> Option<i64> {
    let mut work = vec![(Address { node: down.node, offset: down.before.start }, 0)];
    let mut seen = FastSet::default();
    let mut nearest: Option<i64> = None;
    while let Some((at, views)) = work.pop() {
        let node = graph.node(at.node);
        if node.wrap != 0 || views > MOST_VIEWS || !seen.insert(at.node) {
            continue;
        }
        let distances = node.relations.iter().filter(|r| !r.down).map(|r| r.start - at.offset);
        // Another pointer may be seen to start arrays further behind only.
        let nearest_here = distances.filter(|distance| (0..=down.before.stride as i64).contains(distance)).min();
        nearest = nearest.into_iter().chain(nearest_here).min();
        let edges = node.up.iter().map(|&edge| graph.edges[edge as usize]).filter(|edge| edge.size.is_none());
        let ends = edges.map(|edge| (graph.find(edge.low), graph.find(edge.high)));
        work.extend(ends.filter(|(low, _)| low.node == at.node).map(|(low, high)| {
            let there = Address { node: high.node, offset: high.offset + at.offset - low.offset };
            (there, views + 1)
        }));
    }
    nearest.map(|distance| down.before.start + distance)
}

/// Are there integers at and behind a place, and numbers or pointers in elements?
fn is_boundary(graph: &Graph, place: Address, element: NodeNumber) -> bool {
    let kinds = |at: Address| search::find(graph, at).evidence.into_iter().map(|evidence| evidence.kind);
    let stride = graph.node(element).wrap as i64;
    kinds(place).any(|kind| kind == Kind::Integer)
        && (0..MOST_BYTES_BEHIND).flat_map(|byte| kinds(place.plus(byte))).all(|kind| kind == Kind::Integer)
        && (0..stride)
            .flat_map(|offset| kinds(Address { node: element, offset }))
            .any(|kind| kind.may_be_float() || kind.may_be_pointer())
}

/// The array is like others, wherever its elements are counted from.
fn restore(graph: &mut Graph, down: &Descending) {
    replace(graph, down, Relation { down: false, ..down.before });
    down.declared.iter().for_each(|&edge| graph.edges[edge as usize].size = None);
    graph.mark(down.node);
}

fn replace(graph: &mut Graph, down: &Descending, now: Relation) {
    let element = graph.find(now.element);
    let known = graph.node(down.node).relations[down.index];
    let first = |start: i64| Address { node: down.node, offset: start.wrapping_sub(element.offset) };
    let (old, new) = (first(known.start), first(now.start));
    let moved = graph.node(element.node).arrays.iter().map(|a| if graph.find(*a) == old { new } else { *a }).collect();
    graph.node_mut(element.node).arrays = moved;
    let node = graph.node_mut(down.node);
    node.relations[down.index] = Relation { element: known.element, ..now };
    // What is carried between arrays and elements is looked at anew.
    node.seen_in_arrays = (0, 0);
}
