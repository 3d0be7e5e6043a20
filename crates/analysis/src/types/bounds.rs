//! Where arrays begin and end, once everything has been read.
//!
//! `p->w[i - 1]` of `struct { int n; float bias; double w[]; }` is, for LLVM, an element of an array of doubles that starts
//! at `p`. Which elements are used is not known, so that all of them count; but where an integer and another number behind
//! it lie in the place of the first one, that is not among them. And an array that starts in the field `double m[9]` of a
//! variable does not go on in the field behind it.
use super::components::Components;
use super::graph::{Address, Graph, NodeNumber, Relation};
use super::kind::Kind;
use super::lookup::{self, Evidence};
use zymase_support::hash::FastMap;

/// Elements that are skipped at most.
const MOST_SKIPPED: usize = 8;
/// Numbers behind an integer start at a multiple of this.
const LEAST_ALIGNMENT: u64 = 4;

/// Steps from a pointer to the object it may point to.
const MOST_VIEWS: usize = 6;
/// Elements shorter than this may be bytes of anything.
const LEAST_ELEMENT: u64 = 4;

/// Moves the ends of arrays to those of declared fields, and their starts behind headers.
pub fn settle(graph: &mut Graph) {
    let may_have_header = nodes_with_headers(graph);
    for node in 0..graph.nodes.len() as NodeNumber {
        let it = graph.node(node);
        if it.merged.get().is_some() || it.wrap != 0 || it.frozen {
            continue;
        }
        for index in 0..graph.node(node).relations.len() {
            if let Some(end) = end_of_field(graph, node, &graph.node(node).relations[index]) {
                graph.node_mut(node).relations[index].end = Some(end);
                graph.neighbours.forget();
            }
            skip_rest_of_pointer(graph, node, index);
            if may_have_header[node as usize] {
                skip_header(graph, node, index);
            }
        }
    }
}

/// Nodes from which numbers can be reached that fit behind an integer in the place of another number.
fn nodes_with_headers(graph: &Graph) -> Vec<bool> {
    let components = Components::of(graph);
    let mut sizes: FastMap<NodeNumber, (u64, u64)> = FastMap::default();
    for node in 0..graph.nodes.len() as NodeNumber {
        let facts = graph.node(node).facts.values().flatten();
        for fact in facts.filter(|fact| matches!(fact.kind, Kind::Float(_) | Kind::Pointer)) {
            let (least, most) = sizes.entry(components.representative(node)).or_insert((u64::MAX, 0));
            (*least, *most) = ((*least).min(fact.size), (*most).max(fact.size));
        }
    }
    let fits = |group: NodeNumber| {
        sizes.get(&group).is_some_and(|(least, most)| least.saturating_add(LEAST_ALIGNMENT) <= room(*most))
    };
    (0..graph.nodes.len() as NodeNumber).map(|node| fits(components.representative(node))).collect()
}

/// Bytes from the start of a number to the next in an array.
fn room(size: u64) -> u64 {
    size.next_power_of_two()
}

/// Where the array that the object is declared with around the start of this one ends, if another field follows.
fn end_of_field(graph: &Graph, node: NodeNumber, array: &Relation) -> Option<i64> {
    if array.end.is_some() || array.stride < LEAST_ELEMENT {
        return None;
    }
    end_around(graph, Address { node, offset: array.start }, MOST_VIEWS)
}

/// The end of the declared array around a place, by the type of the object, or of all objects that are seen through the
/// pointer.
fn end_around(graph: &Graph, at: Address, depth: usize) -> Option<i64> {
    let node = graph.node(at.node);
    if depth == 0 || node.wrap != 0 {
        return None;
    }
    let views = || {
        let edges = node.up.iter().map(|&edge| graph.edges[edge as usize]).filter(|edge| edge.size != Some(0));
        edges.map(|edge| (graph.find(edge.low), graph.find(edge.high))).filter(|(low, _)| low.node == at.node)
    };
    let back = |end: i64, (low, high): (Address, Address)| end - high.offset + low.offset;
    let there = |(low, high): (Address, Address)| high.plus(at.offset - low.offset);
    let declared = views().find_map(|view| Some(back(declared_end(graph, there(view))?, view)));
    if declared.is_some() {
        return declared;
    }
    let mut last = None;
    for view in views() {
        let end = back(end_around(graph, there(view), depth - 1)?, view);
        last = last.max(Some(end));
    }
    last
}

/// In a declared type: the last array of a struct may be longer than it says, all others end where they end.
fn declared_end(graph: &Graph, at: Address) -> Option<i64> {
    let declared = graph.node(at.node);
    if !declared.frozen || declared.wrap != 0 {
        return None;
    }
    let fields = declared.relations.iter().filter(|field| field.start <= at.offset);
    let end = fields.filter_map(|field| field.end).filter(|end| at.offset < *end).max()?;
    let follows = declared.facts.range(end..).next().is_some() || declared.relations.iter().any(|r| r.start >= end);
    follows.then_some(end)
}

/// `index[i - 1]` starts in front of the array, where an allocator may have left a pointer that is longer than an element.
fn skip_rest_of_pointer(graph: &mut Graph, node: NodeNumber, index: usize) {
    let array = graph.node(node).relations[index];
    let at = Address { node, offset: array.start };
    if array.start >= 0 || array.stride < LEAST_ELEMENT {
        return;
    }
    let found = lookup::find_among(graph, at, &|fact, before| fact.kind == Kind::Pointer && before > 0).evidence;
    if found.iter().any(|e| e.size - e.before <= array.stride) {
        skip_element(graph, node, index);
    }
}

fn skip_header(graph: &mut Graph, node: NodeNumber, index: usize) {
    for _ in 0..MOST_SKIPPED {
        let array = graph.node(node).relations[index];
        if array.stride == 0 || !is_header(graph, Address { node, offset: array.start }) {
            return;
        }
        skip_element(graph, node, index);
    }
}

/// The array starts one element later, also seen from its elements.
fn skip_element(graph: &mut Graph, node: NodeNumber, index: usize) {
    let relation = graph.node(node).relations[index];
    let (element, step) = (graph.find(relation.element), relation.stride as i64);
    let first = Address { node, offset: relation.start.wrapping_sub(element.offset) };
    let arrays = &graph.node(element.node).arrays;
    let moved =
        arrays.iter().map(|array| if graph.find(*array) == first { first.plus(step) } else { *array }).collect();
    graph.node_mut(element.node).arrays = moved;
    graph.node_mut(node).relations[index].start += step;
    graph.neighbours.forget();
}

/// Does something other than an element lie there: an integer, and a number or pointer behind it?
fn is_header(graph: &Graph, at: Address) -> bool {
    let is_number = |e: &&Evidence| matches!(e.kind, Kind::Float(_) | Kind::Pointer) && e.before == 0;
    let found = lookup::find(graph, at).evidence;
    let Some(element) = found.iter().find(is_number) else { return false };
    if element.at.node == at.node {
        return false;
    }
    let others = |at: Address| lookup::find_among(graph, at, &|fact, _| fact.kind != element.kind).evidence;
    let mut inside = (LEAST_ALIGNMENT..element.size).step_by(LEAST_ALIGNMENT as usize);
    let fits = |bytes: u64, e: &Evidence| bytes + e.size <= room(element.size);
    if !inside.any(|bytes| others(at.plus(bytes as i64)).iter().any(|e| is_number(&e) && fits(bytes, e))) {
        return false;
    }
    let first = others(at);
    !first.is_empty() && first.iter().all(|e| e.kind == Kind::Integer && e.before == 0)
}
