//! Where arrays begin and end, once everything has been read.
//!
//! `p->w[i - 1]` of `struct { int n; float bias; double w[]; }` is, for LLVM, an element of an array of doubles that starts
//! at `p`. Which elements are used is not known, so that all of them count; but where an integer and another number behind
//! it lie in the place of the first one, that is not among them. And an array that starts in the field `double m[9]` of a
//! variable does not go on in the field behind it.
use super::components::Components;
use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, Graph, NodeNumber, Relation, UNKNOWN_STRIDE};
use crate::types::search::{self, Evidence};
use zymase_support::hash::{FastMap, FastSet};

/// Elements that are skipped at most.
const MOST_SKIPPED: usize = 8;
/// Numbers behind an integer start at a multiple of this.
const LEAST_ALIGNMENT: u64 = 4;

/// Steps from a pointer to the object it may point to.
const MOST_VIEWS: usize = 6;
/// Structs in structs that are looked into.
const MOST_NESTING: usize = 8;
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
        end_in_fields(graph, node);
        // Starts of arrays where there is no header, as long as nothing moves: many arrays start at one byte.
        let mut headless = FastSet::default();
        for index in 0..graph.node(node).relations.len() {
            if skip_rest_of_pointer(graph, node, index) {
                headless.clear();
            }
            if may_have_header[node as usize] {
                skip_header(graph, &mut headless, node, index);
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
        for fact in facts.filter(|fact| fact.kind.is_float_or_pointer()) {
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

/// Ends arrays that are reached through pointers of declared types with the fields that they are; others that share memory with
/// them know then how far these accesses go.
pub fn declare_ends(graph: &mut Graph) {
    for node in 0..graph.nodes.len() as NodeNumber {
        let it = graph.node(node);
        if it.merged.get().is_some() || it.wrap != 0 || it.frozen {
            continue;
        }
        end_in_fields(graph, node);
    }
}

/// Ends the arrays of a node that start in declared fields with these, and what pointers to numbers that point there are declared
/// to point to.
fn end_in_fields(graph: &mut Graph, node: NodeNumber) {
    for index in 0..graph.node(node).relations.len() {
        let array = graph.node(node).relations[index];
        if let Some(field) = field_of(graph, node, &array) {
            graph.node_mut(node).relations[index].end = field.end;
            move_start(graph, node, index, field.start);
            graph.forget_arrays(node);
        }
    }
    for index in 0..graph.node(node).up.len() {
        let number = graph.node(node).up[index] as usize;
        let (low, high) = (graph.find(graph.edges[number].low), graph.find(graph.edges[number].high));
        let array = graph.node(high.node).relations.first().filter(|array| array.start == high.offset);
        let Some(&array) = array.filter(|_| graph.node(high.node).frozen) else { continue };
        if graph.edges[number].size.is_none() && array.end.is_none() && low.node == node {
            let field = field_of(graph, node, &Relation { start: low.offset, ..array });
            graph.edges[number].size = field.and_then(|field| Some((field.end? - low.offset) as u64));
            graph.neighbours.forget_nodes([low.node, high.node].into_iter());
        }
    }
}

/// Where an array lies that a declared type has; its end is known where another field follows.
#[derive(Copy, Clone)]
struct Field {
    start: i64,
    end: Option<i64>,
}

impl Field {
    fn plus(self, bytes: i64) -> Field {
        Field { start: self.start + bytes, end: self.end.map(|end| end + bytes) }
    }

    fn join(self, other: Field) -> Field {
        let end = self.end.and_then(|a| other.end.map(|b| a.max(b)));
        Field { start: self.start.min(other.start), end }
    }
}

/// The declared field that an array without a known end is in: from its own start on, or from that of the field, if it starts
/// in front of it.
fn field_of(graph: &Graph, node: NodeNumber, array: &Relation) -> Option<Field> {
    if array.end.is_some() || array.stride == UNKNOWN_STRIDE || array.down {
        return None;
    }
    field_around(graph, Address { node, offset: array.start }, array.stride, MOST_VIEWS)
}

/// The same, by the type of the object, or of all objects that are seen through the pointer.
fn field_around(graph: &Graph, at: Address, stride: u64, depth: usize) -> Option<Field> {
    let node = graph.node(at.node);
    if depth == 0 || node.wrap != 0 {
        return None;
    }
    let views = || {
        let edges = node.up.iter().map(|&edge| graph.edges[edge as usize]).filter(|edge| edge.size != Some(0));
        edges.map(|edge| (graph.find(edge.low), graph.find(edge.high))).filter(|(low, _)| low.node == at.node)
    };
    let back = |field: Field, (low, high): (Address, Address)| field.plus(low.offset - high.offset);
    let there = |(low, high): (Address, Address)| high.plus(at.offset - low.offset);
    let fields =
        || views().filter_map(|view| Some(back(declared_field(graph, there(view), stride, MOST_NESTING)?, view)));
    // A pointer to a number that is declared to point there says less than the struct around it.
    if let Some(declared) = fields().find(|field| field.end.is_some()).or_else(|| fields().next()) {
        return Some(declared);
    }
    let mut all: Option<Field> = None;
    // What is declared, but not as a field, does not say how long it is.
    for view in views().filter(|(_, high)| !graph.node(high.node).frozen) {
        let field = back(field_around(graph, there(view), stride, depth - 1)?, view);
        all = Some(all.map_or(field, |all| all.join(field)));
    }
    all
}

/// In a declared type: the last array of a struct may be longer than it says, all others end where they end.
fn declared_field(graph: &Graph, at: Address, stride: u64, depth: usize) -> Option<Field> {
    let declared = graph.node(at.node);
    if !declared.frozen || declared.wrap != 0 || depth == 0 {
        return None;
    }
    let fields = || declared.relations.iter();
    let follows = |end: &i64| declared.facts.range(end..).next().is_some() || fields().any(|field| field.start >= *end);
    // What a pointer to a struct points to is declared as an array of one of them.
    let is_struct = |array: &&Relation| {
        array.stride > stride && array.end.is_some_and(|end| end == array.start + array.stride as i64 && !follows(&end))
    };
    if let Some(array) = fields().next().filter(|array| fields().len() == 1 && is_struct(array)) {
        let inside = graph.find(array.element.plus(at.offset - array.start));
        let field = declared_field(graph, inside, stride, depth - 1)?;
        return Some(field.plus(array.start - array.element.offset));
    }
    // `field[i - 1]` starts in front of the field.
    let distance = |field: &Relation| u64::try_from(field.start - at.offset).unwrap_or(0);
    let is_next = |field: &&Relation| {
        let bytes = distance(field);
        field.stride == stride && (1..=MOST_SKIPPED as u64 * stride).contains(&bytes) && bytes.is_multiple_of(stride)
    };
    let next = || fields().filter(is_next).min_by_key(|field| field.start);
    let behind = || next().map(|field| Field { start: field.start, end: field.end.filter(follows) });
    let around = fields().filter(|field| field.start <= at.offset && field.end.is_some_and(|end| at.offset < end));
    let Some(array) = around.max_by_key(|field| field.end) else {
        let field = behind()?;
        let is_like_it = next().is_some_and(|next| is_alike(graph, at, next.element));
        return Some(if is_like_it { Field { start: at.offset, ..field } } else { field });
    };
    let field = (array.stride != stride).then(behind).flatten();
    // Short elements may be bytes of anything, and an element that ends behind the field is none of it: `field[i - 1]` may start
    // in another field.
    let is_element = stride >= LEAST_ELEMENT || stride == array.stride;
    let holds_one = |end: &i64| end - at.offset >= stride as i64;
    let end = array.end.filter(|end| is_element && holds_one(end) && follows(end));
    field.or_else(|| end.map(|end| Field { start: at.offset, end: Some(end) }))
}

/// Do two places of declared types hold the same?
fn is_alike(graph: &Graph, a: Address, b: Address) -> bool {
    let kinds = |at: Address| graph.node(at.node).facts.get(&at.offset).into_iter().flatten().map(|fact| fact.kind);
    kinds(a).next().is_some() && kinds(a).eq(kinds(graph.find(b)))
}

/// `index[i - 1]` starts in front of the array, where an allocator may have left a pointer that is longer than an element.
/// True when the array starts later then.
fn skip_rest_of_pointer(graph: &mut Graph, node: NodeNumber, index: usize) -> bool {
    let array = graph.node(node).relations[index];
    let at = Address { node, offset: array.start };
    if array.start >= graph.node(node).front || array.stride < LEAST_ELEMENT {
        return false;
    }
    let found = search::find_among(graph, at, &|fact, before| fact.kind == Kind::Pointer && before > 0).evidence;
    let is_longer = found.iter().any(|e| e.size - e.before <= array.stride);
    if is_longer {
        skip_element(graph, node, index);
    }
    is_longer
}

fn skip_header(graph: &mut Graph, headless: &mut FastSet<i64>, node: NodeNumber, index: usize) {
    for _ in 0..MOST_SKIPPED {
        let array = graph.node(node).relations[index];
        if array.stride == 0 || headless.contains(&array.start) {
            return;
        }
        if !is_header(graph, Address { node, offset: array.start }) {
            headless.insert(array.start);
            return;
        }
        skip_element(graph, node, index);
        headless.clear();
    }
}

fn skip_element(graph: &mut Graph, node: NodeNumber, index: usize) {
    let relation = graph.node(node).relations[index];
    move_start(graph, node, index, relation.start + relation.stride as i64);
}

/// The array starts some elements later, also seen from its elements.
fn move_start(graph: &mut Graph, node: NodeNumber, index: usize, start: i64) {
    let relation = graph.node(node).relations[index];
    let (element, step) = (graph.find(relation.element), start - relation.start);
    if step == 0 {
        return;
    }
    let first = Address { node, offset: relation.start.wrapping_sub(element.offset) };
    let arrays = &graph.node(element.node).arrays;
    let moved =
        arrays.iter().map(|array| if graph.find(*array) == first { first.plus(step) } else { *array }).collect();
    graph.node_mut(element.node).arrays = moved;
    graph.node_mut(node).relations[index].start = start;
    graph.forget_arrays(node);
}

/// Does something other than an element lie there: an integer, and a number or pointer behind it?
fn is_header(graph: &Graph, at: Address) -> bool {
    let is_whole = |e: &&Evidence| e.kind.is_float_or_pointer() && e.before == 0;
    let found = search::find(graph, at).evidence;
    let Some(element) = found.iter().find(is_whole) else { return false };
    if element.at.node == at.node {
        return false;
    }
    let others = |at: Address| search::find_among(graph, at, &|fact, _| fact.kind != element.kind).evidence;
    let mut inside = (LEAST_ALIGNMENT..element.size).step_by(LEAST_ALIGNMENT as usize);
    let fits = |bytes: u64, e: &Evidence| bytes + e.size <= room(element.size);
    if !inside.any(|bytes| others(at.plus(bytes as i64)).iter().any(|e| is_whole(&e) && fits(bytes, e))) {
        return false;
    }
    let first = others(at);
    !first.is_empty() && first.iter().all(|e| e.kind == Kind::Integer && e.before == 0)
}
