//! The bytes that are one step from a byte: across the edges of its node, into elements and into arrays.
//!
//! Thousands of searches come by the same bytes, some of which have hundreds of neighbours: they are found once.
use crate::types::graph::remembered::{Neighbours, Ways};
use crate::types::graph::{Address, Edge, EdgeKind, EdgeNumber, Graph, NodeNumber, Relation, Strength, UNKNOWN_STRIDE};
use std::rc::Rc;
use zymase_support::hash::FastSet;

/// Facts of an array that are compared with its elements.
const MOST_ELEMENT_FACTS: usize = 64;

pub fn of(graph: &Graph, at: Address, ways: Ways) -> Rc<Neighbours> {
    if let Some(known) = graph.neighbours.get(at, ways) {
        return known;
    }
    let mut collector = Collector { graph, ways, found: Neighbours::default(), seen: FastSet::default() };
    collector.collect(at);
    let found = Rc::new(collector.found);
    graph.neighbours.insert(at, ways, found.clone());
    found
}

struct Collector<'a> {
    graph: &'a Graph,
    ways: Ways,
    found: Neighbours,
    seen: FastSet<Address>,
}

impl Collector<'_> {
    fn push(&mut self, node: NodeNumber, offset: i64, further: usize) {
        let at = Address { node, offset: self.graph.wrapped(node, offset) };
        if self.seen.insert(at) {
            self.found.bytes.push((at, further));
        }
    }

    fn resolved(&self, number: EdgeNumber) -> Edge {
        let edge = self.graph.edges[number as usize];
        Edge { low: self.graph.find(edge.low), high: self.graph.find(edge.high), ..edge }
    }

    fn collect(&mut self, at: Address) {
        let graph = self.graph;
        let node = graph.node(at.node);
        self.found.open |= node.open;
        for &number in node.up.iter().chain(&node.copies) {
            let edge = self.resolved(number);
            if edge.low.node == at.node
                && let Some(offset) = across(graph, &edge, at, edge.low, edge.high)
            {
                self.push(edge.high.node, offset, 1);
            }
        }
        let downward = if self.ways.only_up || node.frozen { [].iter() } else { node.down.iter() };
        for &number in downward {
            let edge = self.resolved(number);
            if let Some(offset) = across(graph, &edge, at, edge.high, edge.low)
                && graph.is_touched(edge.low.node, graph.wrapped(edge.low.node, offset))
            {
                self.push(edge.low.node, offset, 1);
            }
        }
        let copied = if self.ways.only_up || node.frozen { [].iter() } else { node.copies.iter() };
        for &number in copied {
            let edge = self.resolved(number);
            if edge.high.node == at.node
                && let Some(offset) = across(graph, &edge, at, edge.high, edge.low)
            {
                self.push(edge.low.node, offset, 1);
            }
        }
        self.expand_into_elements(at);
        for &array in &node.arrays {
            let first = graph.find(array);
            self.expand_into_array(at, first, node.wrap);
        }
    }

    /// The array that covers the byte and starts nearest before it; then those that may be the same array seen from
    /// another element, or arrays of larger elements around it.
    fn expand_into_elements(&mut self, at: Address) {
        let graph = self.graph;
        let open_ended = !self.ways.only_known_ends;
        let covers = |r: &&Relation| {
            r.start <= at.offset && r.end.map_or(open_ended || r.start == at.offset, |end| at.offset < end)
        };
        let mut covering: Vec<&Relation> = graph.node(at.node).relations.iter().filter(covers).collect();
        for relation in covering.iter().filter(|r| r.stride == UNKNOWN_STRIDE) {
            self.found.unknown_offsets.push((graph.find(relation.element), at.offset - relation.start));
        }
        covering.retain(|r| r.stride != UNKNOWN_STRIDE);
        covering.sort_by_key(|r| (-i128::from(r.start), r.stride));
        let Some(nearest) = covering.first().copied() else { return };
        let mut further = 0;
        let mut last_start = i64::MIN;
        for relation in covering {
            if relation.start != last_start {
                if self.ways.only_nearest_array && further > 0 {
                    return;
                }
                further += 1;
                last_start = relation.start;
            }
            if relation.start == nearest.start || relation.stride > nearest.stride || nearest.is_near(relation) {
                let inside = (at.offset - relation.start).rem_euclid(relation.stride as i64);
                let element = graph.find(relation.element);
                self.push(element.node, element.offset.wrapping_add(inside), further);
            }
        }
    }

    /// The same byte of the first element and of others that have facts, as long as these agree. Byte 0 of elements is `first`
    /// in one of them; the array may start inside of that, or before.
    fn expand_into_array(&mut self, at: Address, first: Address, stride: u64) {
        let graph = self.graph;
        if stride == UNKNOWN_STRIDE {
            self.found.open = true;
            return;
        }
        let start = start_of_array(graph, at.node, first, stride);
        let inside = first.offset.wrapping_add(at.offset).wrapping_sub(start).rem_euclid(stride as i64);
        if stride > 1 {
            self.push(first.node, start.wrapping_add(inside), 1);
        }
        if self.ways.only_this_element {
            return;
        }
        let mut seen_kind = None;
        let is_it = |r: &&Relation| r.start == start && r.stride == stride;
        let relations = || graph.node(first.node).relations.iter().filter(is_it);
        let declared = relations().find(|r| graph.find(r.element).node == at.node).or_else(|| relations().next());
        let (end, down) = declared.map_or((None, false), |r| (r.end, r.down));
        let here = Relation { start, stride, end, element: at, down };
        let end = graph.end_of_array(first.node, &here);
        let facts = graph.node(first.node).facts.range(start..end.max(start));
        for (start, facts) in facts.take(MOST_ELEMENT_FACTS) {
            let residue = (start - first.offset).rem_euclid(stride as i64);
            for fact in facts.iter().filter(|f| f.strength == Strength::Observed && f.size <= stride) {
                // An element may be cut anywhere, also inside of a number.
                let before = (at.offset - residue).rem_euclid(stride as i64);
                if before >= fact.size as i64 {
                    continue;
                }
                if seen_kind.is_some_and(|kind| kind != fact.kind) {
                    return;
                }
                seen_kind = Some(fact.kind);
                self.push(first.node, start + before, 1);
            }
        }
        for relation in &graph.node(first.node).relations {
            if relation.start > start && relation.down == here.down && relation.is_near(&here) {
                let element = graph.find(relation.element);
                self.push(element.node, element.offset.wrapping_add(inside), 2);
            }
        }
    }
}

/// Where the array starts of which `element` is the element, with its byte 0 at `first`: elements that were merged count their
/// bytes from the start of one of them.
fn start_of_array(graph: &Graph, element: NodeNumber, first: Address, stride: u64) -> i64 {
    let starts = graph.node(first.node).relations.iter().filter(|r| r.stride == stride).filter_map(|relation| {
        let at = graph.find(relation.element);
        let first_byte = relation.start.wrapping_sub(at.offset);
        let is_it = at.node == element && first_byte.wrapping_sub(first.offset).rem_euclid(stride as i64) == 0;
        is_it.then_some(relation.start)
    });
    starts.min().unwrap_or(first.offset)
}

/// Where a byte is on the other side of an edge.
fn across(graph: &Graph, edge: &Edge, at: Address, from: Address, to: Address) -> Option<i64> {
    let mut distance = at.offset.wrapping_sub(from.offset);
    let wrap = graph.node(at.node).wrap as i64;
    if edge.kind == EdgeKind::Copy || edge.size.is_some() {
        if distance < 0 && wrap != 0 {
            distance = distance.rem_euclid(wrap);
        }
        if distance < 0 || edge.size.is_some_and(|size| distance >= size as i64) {
            return None;
        }
    }
    Some(to.offset.wrapping_add(distance))
}
