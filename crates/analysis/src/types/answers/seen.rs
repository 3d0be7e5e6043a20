//! Numbers and pointers that are seen in memory, wherever in it they lie: they contradict an answer that knows nothing of them.
//!
//! A search finds what is near one byte. Behind a header of one character, or at offsets that nothing tells, numbers start where
//! nobody searches. Here it is the memory that is walked: the pointers that lead to it, and the arrays in it, each once.
use super::Types;
use super::layout::Cell;
use crate::types::graph::kind::Kind;
use crate::types::graph::node::greatest_common_divisor;
use crate::types::graph::{Address, Edge, NodeNumber, Relation, SourceNumber, Strength, UNKNOWN_STRIDE};
use std::collections::VecDeque;
use std::rc::Rc;
use zymase_support::hash::FastSet;

/// Nodes that are walked from one of them.
const MOST_WALKED: usize = 128;

/// Where something lies, counted from the address that was asked about.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    At(i64),
    /// In each element of an array; `several`: of more than one element that is what the program does.
    Every {
        first: i64,
        stride: u64,
        several: bool,
    },
    /// At an offset that nothing tells.
    Anywhere,
}

impl Place {
    fn plus(self, bytes: i64) -> Place {
        match self {
            Place::At(at) => Place::At(at.saturating_add(bytes)),
            Place::Every { first, stride, several } => {
                Place::Every { first: first.saturating_add(bytes), stride, several }
            }
            Place::Anywhere => Place::Anywhere,
        }
    }
}

/// A number or a pointer that an instruction moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub place: Place,
    pub kind: Kind,
    pub size: u64,
    pub source: SourceNumber,
    /// Through the pointer that was asked about, or another with the same node.
    pub here: bool,
}

impl Seen {
    /// Does an array start so many bytes behind the address, with this in its elements?
    pub fn starts_array(&self, head: u64) -> bool {
        matches!(self.place, Place::Every { first, several: true, .. } if first == head as i64)
    }

    /// Does an element of these cells hold it, at every multiple of the stride?
    pub fn fits(&self, bytes: u64, stride: u64, cells: &[Cell]) -> bool {
        let holds = |cell: &Cell| cell.kind.covers(self.kind);
        let lies_in = |at: i64| {
            let is_beyond = at < 0 || (at as u64).saturating_add(self.size) > bytes;
            is_beyond || cells.iter().any(|cell| cell.offset == at as u64 % stride && holds(cell))
        };
        match self.place {
            Place::At(at) => lies_in(at),
            Place::Every { first, stride: step, several } => {
                lies_in(first) && (!several || lies_in(first.saturating_add(step as i64)))
            }
            Place::Anywhere => cells.iter().any(holds),
        }
    }
}

/// What is seen from an address on.
#[derive(Default)]
pub struct Sight {
    pub numbers: Vec<Seen>,
    /// Where integers start and end.
    integers: Vec<(i64, i64)>,
}

impl Sight {
    /// Something at an unknown offset that has room in so many bytes, beside what are seen to be integers there.
    pub fn unplaced(&self, bytes: u64) -> Option<&Seen> {
        let mut numbers = self.numbers.iter().filter(|seen| seen.place == Place::Anywhere);
        numbers.find(|seen| self.longest_gap(bytes) >= seen.size)
    }

    fn longest_gap(&self, bytes: u64) -> u64 {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let mut known: Vec<(i64, i64)> = self.integers.iter().copied().filter(|(from, _)| *from < bytes).collect();
        known.sort_unstable();
        let (mut end, mut longest) = (0, 0);
        for (from, to) in known.into_iter().chain([(bytes, bytes)]) {
            longest = longest.max(from - end);
            end = end.max(to);
        }
        longest as u64
    }

    /// An integer ends where a number or pointer begins.
    pub fn before_next(&self, cell: &Cell) -> Cell {
        if !matches!(cell.kind, Kind::Integer | Kind::Anything) {
            return *cell;
        }
        let distances = self.numbers.iter().filter_map(|seen| match seen.place {
            Place::At(first) | Place::Every { first, .. } => u64::try_from(first).ok()?.checked_sub(cell.offset),
            Place::Anywhere => None,
        });
        let size = distances.filter(|distance| *distance > 0).fold(cell.size, u64::min);
        Cell { size, ..*cell }
    }

    /// How far nothing is seen.
    pub fn nothing_before(&self) -> u64 {
        let starts = self.numbers.iter().filter_map(|seen| match seen.place {
            Place::At(first) | Place::Every { first, .. } => u64::try_from(first).ok(),
            Place::Anywhere => Some(0),
        });
        starts.min().unwrap_or(u64::MAX)
    }
}

/// The start of arrays that go on in both directions.
const NO_START: i64 = i64::MIN;

/// Something in the memory of a node, with its place counted from byte 0 of that node.
#[derive(Copy, Clone)]
struct Item {
    seen: Seen,
    /// Where the array starts that it is in.
    start: i64,
    /// How far the memory is the same as that of the node.
    end: i64,
}

/// What is seen in the memory of a node, from any byte of it on.
#[derive(Default)]
pub struct Scene {
    items: Vec<Item>,
    integers: Vec<(i64, i64)>,
}

/// A node on the way, and how it lies to the one where the walk began.
#[derive(Copy, Clone)]
struct Step {
    node: NodeNumber,
    /// Which byte of the node lies at `place`.
    offset: i64,
    place: Place,
    /// Where the array starts that led here, and between which bytes the memory is the same.
    start: i64,
    from: i64,
    end: i64,
    /// Towards objects that a pointer may lead to: from there other pointers are found, but no other objects.
    up: bool,
}

impl Types {
    /// What is seen from an address on.
    pub(super) fn sight(&self, at: Address) -> Sight {
        let at = self.graph.find(at);
        let known = self.scenes.borrow().get(&at.node).cloned();
        let scene = known.unwrap_or_else(|| {
            let found = Rc::new(self.walk(at.node));
            self.scenes.borrow_mut().insert(at.node, found.clone());
            found
        });
        let wrap = self.graph.node(at.node).wrap;
        let numbers = scene.items.iter().filter_map(|item| item.from(at.offset, wrap));
        let ahead = scene.integers.iter().filter(|(from, _)| *from >= at.offset);
        let integers = ahead.map(|(from, to)| (from - at.offset, to - at.offset)).collect();
        Sight { numbers: numbers.collect(), integers }
    }

    fn walk(&self, number: NodeNumber) -> Scene {
        let (mut scene, place) = (Scene::default(), Place::At(0));
        let first = Step { node: number, offset: 0, place, start: NO_START, from: i64::MIN, end: i64::MAX, up: true };
        let mut walked = FastSet::from_iter([(number, true)]);
        let mut work = VecDeque::from([first]);
        while let Some(step) = work.pop_front() {
            self.look_at_facts(&step, step.node == number, &mut scene);
            let mut go = |next: Option<Step>| {
                let is_room = walked.len() < MOST_WALKED;
                let is_new = |next: &Step| is_room && !self.graph.node(next.node).frozen;
                if let Some(next) = next.filter(is_new).filter(|next| walked.insert((next.node, next.up))) {
                    work.push_back(next);
                }
            };
            let node = self.graph.node(step.node);
            // The first array that leads to an element says where the elements start.
            let mut arrays: Vec<&Relation> = node.relations.iter().collect();
            arrays.sort_by_key(|array| (array.start, array.stride, array.end));
            arrays.into_iter().for_each(|array| go(self.enter_array(&step, array)));
            let views = |numbers: &'_ [u32]| {
                let edges: Vec<Edge> = numbers.iter().map(|number| self.graph.edges[*number as usize]).collect();
                edges.into_iter().filter(|edge| edge.size != Some(0))
            };
            if step.up {
                for edge in views(&node.up) {
                    let (low, high) = (self.graph.find(edge.low), self.graph.find(edge.high));
                    go((low.node == step.node).then(|| across(&step, edge.size, low, high, true)).flatten());
                }
            }
            for edge in views(&node.down) {
                let (low, high) = (self.graph.find(edge.low), self.graph.find(edge.high));
                go((high.node == step.node).then(|| across(&step, edge.size, high, low, false)).flatten());
            }
        }
        scene.items.sort_by_key(Item::key);
        scene.items.dedup_by_key(|item| item.key());
        scene
    }

    fn look_at_facts(&self, step: &Step, is_first: bool, scene: &mut Scene) {
        let node = self.graph.node(step.node);
        let wrap = if is_first { 0 } else { node.wrap };
        for (offset, facts) in &node.facts {
            let distance = offset.wrapping_sub(step.offset);
            let place = match (wrap as i64, step.place) {
                (0, place) => place.plus(distance),
                (wrap, Place::At(at)) => {
                    let first = at.saturating_add(distance).rem_euclid(wrap);
                    Place::Every { first, stride: wrap as u64, several: false }
                }
                (wrap, place) => place.plus(distance.rem_euclid(wrap)),
            };
            if matches!(place, Place::At(at) if at < step.from || at >= step.end) {
                continue;
            }
            for fact in facts.iter().filter(|fact| fact.strength == Strength::Observed) {
                match place {
                    _ if fact.kind.is_float_or_pointer() => {
                        let seen =
                            Seen { place, kind: fact.kind, size: fact.size, source: fact.source, here: is_first };
                        scene.items.push(Item { seen, start: step.start, end: step.end });
                    }
                    Place::At(at) if fact.kind == Kind::Integer => {
                        scene.integers.push((at, at.saturating_add(fact.size as i64)));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The way into the elements of an array.
    fn enter_array(&self, step: &Step, array: &Relation) -> Option<Step> {
        let element = self.graph.find(array.element);
        let distance = array.start.wrapping_sub(step.offset);
        let end_of = |end: i64| end.wrapping_sub(step.offset);
        let next = match step.place {
            Place::At(at) => {
                let several = array.end.is_none_or(|end| end - array.start >= 2 * array.stride as i64);
                let first = at.saturating_add(distance);
                let end = step.end.min(array.end.map_or(i64::MAX, |end| at.saturating_add(end_of(end))));
                let is_within = !array.down && first < step.end && end > step.from;
                let place = Place::Every { first, stride: array.stride, several };
                is_within.then_some(Step { place, start: first, end, ..*step })?
            }
            Place::Every { first, stride, .. } => {
                let stride = greatest_common_divisor(stride, array.stride);
                Step { place: Place::Every { first: first.saturating_add(distance), stride, several: false }, ..*step }
            }
            Place::Anywhere => *step,
        };
        let place = if array.stride == UNKNOWN_STRIDE { Place::Anywhere } else { next.place };
        Some(Step { node: element.node, offset: element.offset, place, up: false, ..next })
    }
}

impl Item {
    fn key(&self) -> (Place, Kind, u64, i64, i64, bool) {
        (self.seen.place, self.seen.kind, self.seen.size, self.start, self.end, !self.seen.here)
    }

    /// The same, counted from byte `offset` of a node whose offsets wrap around so; none where that lies behind it.
    fn from(&self, offset: i64, wrap: u64) -> Option<Seen> {
        let place = match self.seen.place {
            Place::At(at) if wrap != 0 => {
                let first = at.wrapping_sub(offset).rem_euclid(wrap as i64);
                Place::Every { first, stride: wrap, several: false }
            }
            Place::Every { first, stride, several } if self.start == NO_START => {
                Place::Every { first: first.wrapping_sub(offset).rem_euclid(stride as i64), stride, several }
            }
            Place::At(at) => (at >= offset).then(|| Place::At(at - offset))?,
            // An array that starts before the address may end before it, too: searches see to that.
            Place::Every { .. } => (self.start >= offset).then(|| self.seen.place.plus(offset.wrapping_neg()))?,
            Place::Anywhere => (self.end > offset).then_some(Place::Anywhere)?,
        };
        Some(Seen { place, ..self.seen })
    }
}

/// To the other side of a view, as far as that is the same memory.
fn across(step: &Step, size: Option<u64>, here: Address, there: Address, up: bool) -> Option<Step> {
    let distance = step.offset.wrapping_sub(here.offset);
    let (mut from, mut end) = (step.from, step.end);
    if let (Some(size), Place::At(at)) = (size, step.place) {
        let start = at.saturating_sub(distance);
        (from, end) = (from.max(start), end.min(start.saturating_add(size as i64)));
    }
    let offset = there.offset.wrapping_add(distance);
    (from < end).then_some(Step { node: there.node, offset, from, end, up, ..*step })
}
