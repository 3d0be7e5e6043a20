//! The memory graph: objects and views of objects, what is known of their bytes, and how they are related.
//!
//! A node is a piece of memory (or the bytes of one SSA value) as one pointer sees it. Facts about bytes are kept where
//! they were seen; nothing is merged merely because two pointers may be equal, since a pointer into one field would
//! otherwise mix everything around it. Instead edges say how bytes correspond, and [`crate::types::search`] walks them:
//!
//! * a *view* edge: the low node's pointer may be the high node's pointer (phi, select, parameter, loaded pointer);
//!   its bytes are the same memory;
//! * a *copy* edge: a range of the low node was copied from the high node (memcpy, integer store, integer phi);
//! * a *relation*: from an offset on, a node is an array whose elements are another node, whose offsets wrap around at
//!   the stride.
//!
//! A *slot* is a pointer in a node together with the node it points to.
//!
//! - `kind`: kinds of bytes;
//! - `merge`: makes one node of two that are the same memory, where nothing contradicts;
//! - `node`: what a node of the memory graph is made of;
//! - `remembered`: answers about a graph that were found once.
pub mod kind;
pub mod merge;
pub mod node;
pub mod remembered;

use node::IndexStep;
pub use node::*;
use remembered::Remembered;
use zymase_llvm::Value;
use zymase_support::hash::FastSet;

#[derive(Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub progress: Vec<Progress>,
    known_edges: FastSet<Edge>,
    pub sources: Vec<Source>,
    /// Nodes that changed since they were last propagated, each once.
    pub dirty: Vec<NodeNumber>,
    /// Pairs that are the same memory and are to be merged.
    pub same: Vec<(Address, Address)>,
    is_dirty: Vec<bool>,
    /// Pairs of nodes that cannot be the same memory, and how far one would lie from the other.
    distinct: FastSet<(NodeNumber, NodeNumber, i64)>,
    /// Pointers to where the second part of an allocation starts, with elements of the first part.
    pub boundaries: Vec<(Address, Address)>,
    /// The bits of all sizes of numbers and pointers.
    sizes: u64,
    /// Is there a text that a library keeps?
    pub has_texts: bool,
    /// For searches; they begin when nothing changes any more.
    pub neighbours: Remembered,
}

impl Graph {
    pub fn add_node(&mut self, origin: Option<Value>) -> Address {
        let number = self.nodes.len() as NodeNumber;
        self.nodes.push(Node { origin, ..Node::default() });
        self.is_dirty.push(false);
        Address { node: number, offset: 0 }
    }

    pub fn add_source(&mut self, value: Option<Value>, reason: impl Into<Reason>) -> SourceNumber {
        self.sources.push(Source { value, reason: reason.into() });
        (self.sources.len() - 1) as SourceNumber
    }

    /// Where an address is after merging, with its offset wrapped.
    pub fn find(&self, mut address: Address) -> Address {
        while let Some(into) = self.nodes[address.node as usize].merged.get() {
            if let Some(further) = self.nodes[into.node as usize].merged.get() {
                // Path halving.
                self.nodes[address.node as usize].merged.set(Some(further.plus(into.offset)));
            }
            address = into.plus(address.offset);
        }
        Address { offset: self.wrapped(address.node, address.offset), ..address }
    }

    pub fn wrapped(&self, node: NodeNumber, offset: i64) -> i64 {
        match self.nodes[node as usize].wrap {
            0 => offset,
            wrap => offset.rem_euclid(wrap as i64),
        }
    }

    pub fn node(&self, number: NodeNumber) -> &Node {
        &self.nodes[number as usize]
    }

    pub fn node_mut(&mut self, number: NodeNumber) -> &mut Node {
        &mut self.nodes[number as usize]
    }

    pub fn mark(&mut self, node: NodeNumber) {
        if !std::mem::replace(&mut self.is_dirty[node as usize], true) {
            self.dirty.push(node);
        }
    }

    pub fn take_dirty(&mut self) -> Option<NodeNumber> {
        let node = self.dirty.pop()?;
        self.is_dirty[node as usize] = false;
        Some(node)
    }

    /// The largest power of two that divides the sizes of all numbers and pointers, and `most`.
    pub fn common_divisor(&self, most: u64) -> u64 {
        1 << (self.sizes | most).trailing_zeros()
    }

    /// Records that the bytes at `address` hold something.
    pub fn fact(&mut self, address: Address, fact: Fact) {
        let at = self.find(address);
        if fact.kind.is_float_or_pointer() {
            self.sizes |= fact.size;
        }
        if fact.size == 0 {
            return;
        }
        // However many they are: where one was left out, others would be believed that contradict it.
        let here = self.node_mut(at.node).facts.entry(at.offset).or_default();
        let known = here.iter().any(|f| f.kind == fact.kind && f.size == fact.size && f.strength <= fact.strength);
        if !known {
            here.push(fact);
        }
    }

    /// Records that `size` bytes (none: all from there on) are accessed.
    pub fn touch(&mut self, address: Address, size: Option<u64>) {
        let at = self.find(address);
        let end = size.map_or(i64::MAX, |s| at.offset.saturating_add(s as i64));
        if self.add_touched(at.node, at.offset, end) {
            self.mark(at.node);
        }
    }

    /// Adds a range, joined with those it meets; false when it was covered already.
    pub fn add_touched(&mut self, node: NodeNumber, start: i64, end: i64) -> bool {
        let touched = &mut self.node_mut(node).touched;
        let (mut start, mut end) = (start, end);
        if let Some((&before, &until)) = touched.range(..=start).next_back()
            && until >= start
        {
            if until >= end {
                return false;
            }
            start = before;
        }
        let met: Vec<(i64, i64)> = touched.range(start..=end).map(|(s, e)| (*s, *e)).collect();
        for (from, until) in met {
            touched.remove(&from);
            end = end.max(until);
        }
        if touched.len() >= MOST_ENTRIES_PER_NODE {
            // All of it may be: then nothing is overlooked.
            touched.clear();
            (start, end) = (i64::MIN, i64::MAX);
        }
        touched.insert(start, end);
        self.node_mut(node).touched_changes += 1;
        true
    }

    /// The memory that the pointer at `address` points to.
    pub fn slot(&mut self, address: Address) -> Address {
        let at = self.find(address);
        if let Some(&to) = self.node(at.node).slots.get(&at.offset) {
            return self.find(to);
        }
        let origin = self.node(at.node).origin;
        let to = self.add_node(origin);
        self.set_slot(at, to);
        to
    }

    pub fn set_slot(&mut self, at: Address, to: Address) {
        let node = self.node_mut(at.node);
        if node.slots.len() >= MOST_ENTRIES_PER_NODE && !node.slots.contains_key(&at.offset) {
            // What else is done with the memory behind this pointer is not known.
            node.open = true;
            let to = self.find(to).node;
            self.node_mut(to).open = true;
        } else if node.slots.insert(at.offset, to) != Some(to) {
            node.slot_log.push(at.offset);
            if node.slots.len() == 1 {
                self.announce_element(at.node);
            }
            self.mark(at.node);
        }
    }

    /// An element has its first pointer: its arrays are carried along copies now.
    fn announce_element(&mut self, element: NodeNumber) {
        for array in self.node(element).arrays.clone() {
            let node = self.find(array).node;
            let is_it = |r: &Relation| self.find(r.element).node == element;
            let again: Vec<u32> =
                (0..).zip(&self.node(node).relations).filter(|(_, r)| is_it(r)).map(|(i, _)| i).collect();
            self.node_mut(node).relation_log.extend(again);
            self.mark(node);
        }
    }

    /// The element of the array of `stride`-byte elements that starts at `address`.
    pub fn element(&mut self, address: Address, stride: u64) -> Address {
        self.bounded_element(address, IndexStep { stride, extent: None, down: false })
    }

    /// The same, for an array of at most so many bytes, or one that is counted downwards.
    pub fn bounded_element(&mut self, address: Address, IndexStep { stride, extent, down }: IndexStep) -> Address {
        let at = self.find(address);
        let wrap = self.node(at.node).wrap;
        if wrap != 0 && stride != UNKNOWN_STRIDE && stride.is_multiple_of(wrap) {
            return at;
        }
        let end = extent.map(|extent| at.offset.saturating_add(extent as i64));
        let relations = &self.node(at.node).relations;
        if let Some(index) = relations.iter().position(|r| r.start == at.offset && r.stride == stride && r.down == down)
        {
            let relation = &relations[index];
            // Where one use says how long the array is and another does not, neither is believed to end it.
            let wider = Relation { end: relation.end.and_then(|known| end.map(|end| end.max(known))), ..*relation };
            self.extend_relation(at.node, index, wider);
            return self.find(wider.element);
        }
        let origin = self.node(at.node).origin;
        let element = self.add_node(origin);
        self.node_mut(element.node).wrap = stride;
        self.relate(at, Relation { start: at.offset, stride, end, element, down });
        element
    }

    /// Adds a relation to the node at `at`.
    pub fn relate(&mut self, at: Address, relation: Relation) {
        let node = self.node_mut(at.node);
        if node.relations.len() >= MOST_ENTRIES_PER_NODE {
            // What else is done with the elements is not known.
            node.open = true;
            let element = self.find(relation.element).node;
            self.node_mut(element).open = true;
            return;
        }
        node.relation_log.push(node.relations.len() as u32);
        node.relations.push(relation);
        let element = self.find(relation.element);
        if !self.node(element.node).frozen {
            let first = Address { node: at.node, offset: relation.start.wrapping_sub(element.offset) };
            self.node_mut(element.node).arrays.push(first);
        }
        self.mark(at.node);
        self.mark(element.node);
    }

    /// A relation turned out to cover more.
    pub fn extend_relation(&mut self, node: NodeNumber, index: usize, wider: Relation) {
        let it = self.node_mut(node);
        let known = it.relations[index];
        if known.start != wider.start || known.end != wider.end {
            it.relations[index] = Relation { element: known.element, ..wider };
            it.relation_log.push(index as u32);
            self.mark(node);
        }
    }

    /// Where arrays of a node start or end has changed: forgets what was found of bytes that see that. These are its own, those of
    /// their elements, and those of which it is a view.
    pub fn forget_arrays(&mut self, node: NodeNumber) {
        let it = self.node(node);
        let elements = it.relations.iter().map(|relation| relation.element);
        let seen = elements.chain(it.up.iter().map(|edge| self.edges[*edge as usize].high));
        let nodes: Vec<NodeNumber> = seen.map(|at| self.find(at).node).chain([node]).collect();
        self.neighbours.forget_nodes(nodes.into_iter());
    }

    pub fn add_region(&mut self, address: Address, size: Option<u64>) {
        let at = self.find(address);
        let region = (at.offset, size.map(|size| at.offset.saturating_add(size as i64)));
        let regions = &mut self.node_mut(at.node).regions;
        if regions.len() < MOST_ENTRIES_PER_NODE && !regions.contains(&region) {
            regions.push(region);
        }
    }

    pub fn view(&mut self, low: Address, high: Address) {
        self.connect(Edge { kind: EdgeKind::View, low, high, size: None });
    }

    pub fn copy(&mut self, destination: Address, source: Address, size: Option<u64>) {
        self.connect(Edge { kind: EdgeKind::Copy, low: destination, high: source, size });
    }

    /// Adds an edge. A node that is the same as itself some bytes further on is an array.
    pub fn connect(&mut self, edge: Edge) {
        let edge = Edge { low: self.find(edge.low), high: self.find(edge.high), ..edge };
        if edge.low.node == edge.high.node {
            let shift = edge.low.offset.abs_diff(edge.high.offset);
            if shift == 0 {
                return;
            }
            if edge.size.is_none_or(|size| size > shift) {
                let start = edge.low.offset.min(edge.high.offset);
                self.element(Address { offset: start, ..edge.low }, shift);
                return;
            }
        }
        if edge.size == Some(0) || !self.known_edges.insert(normal(edge)) {
            return;
        }
        let number = self.edges.len() as EdgeNumber;
        self.edges.push(edge);
        self.progress.push(Progress::default());
        self.attach(number, edge);
        self.mark(edge.low.node);
    }

    /// Remembers that two addresses are not the same memory.
    pub fn mark_distinct(&mut self, a: Address, b: Address) {
        self.distinct.insert(distance(a, b));
    }

    pub fn is_distinct(&self, a: Address, b: Address) -> bool {
        self.distinct.contains(&distance(a, b))
    }

    fn attach(&mut self, number: EdgeNumber, edge: Edge) {
        match edge.kind {
            EdgeKind::View => {
                self.node_mut(edge.low.node).up.push(number);
                self.node_mut(edge.high.node).down.push(number);
            }
            EdgeKind::Copy => {
                self.node_mut(edge.low.node).copies.push(number);
                if edge.high.node != edge.low.node {
                    self.node_mut(edge.high.node).copies.push(number);
                }
            }
        }
    }

    /// Attaches the edges of a node that was merged into another to that; duplicates go.
    pub fn reattach(&mut self, numbers: impl Iterator<Item = EdgeNumber>) {
        for number in numbers {
            let edge = self.edges[number as usize];
            if edge.size == Some(0) {
                continue;
            }
            let now = Edge { low: self.find(edge.low), high: self.find(edge.high), ..edge };
            self.edges[number as usize].size = Some(0);
            self.connect(now);
        }
    }

    /// Whether anything accesses byte `offset` through the node or through elements of it.
    pub fn is_touched(&self, node: NodeNumber, offset: i64) -> bool {
        let it = self.node(node);
        let direct = it.touched.range(..=offset).next_back().is_some_and(|(_, end)| *end > offset);
        direct || it.relations.iter().any(|r| self.relation_touches(r, offset))
    }

    /// Where an array ends at the latest: at its declared end, or where another array begins that cannot be the same.
    pub fn end_of_array(&self, node: NodeNumber, array: &Relation) -> i64 {
        let mut end = array.end.unwrap_or(i64::MAX);
        for other in &self.node(node).relations {
            if other.start > array.start && other.stride != UNKNOWN_STRIDE && !other.is_near(array) {
                let inside_elements = other.stride < array.stride || other.start - array.start < array.stride as i64;
                if !inside_elements {
                    end = end.min(other.start);
                }
            }
        }
        end
    }

    fn relation_touches(&self, relation: &Relation, offset: i64) -> bool {
        if offset < relation.start || relation.end.is_some_and(|end| offset >= end) {
            return false;
        }
        let element = self.find(relation.element);
        let inside = self.wrapped(element.node, element.offset.wrapping_add(offset - relation.start));
        let touched = &self.node(element.node).touched;
        touched.range(..=inside).next_back().is_some_and(|(_, end)| *end > inside)
    }
}

/// Two nodes, and how far one lies from the other.
fn distance(a: Address, b: Address) -> (NodeNumber, NodeNumber, i64) {
    let (a, b) = (a.min(b), a.max(b));
    (a.node, b.node, b.offset.wrapping_sub(a.offset))
}

/// The same for all views that say the same: a view of a whole node is told by how far the nodes are apart.
fn normal(edge: Edge) -> Edge {
    match (edge.kind, edge.size) {
        (EdgeKind::View, None) => Edge {
            low: Address { offset: 0, ..edge.low },
            high: edge.high.plus(edge.low.offset.wrapping_neg()),
            ..edge
        },
        _ => edge,
    }
}
