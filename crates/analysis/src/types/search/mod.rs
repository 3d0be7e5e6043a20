//! Finds what one byte of a node holds: walks the graph from it, nearest evidence first.
//!
//! Decided here: evidence at the byte itself beats evidence a step away, and so on; a declared type counts as
//! [`DECLARED_STEPS`] steps further away than a use, and faint evidence counts only when there is nothing else at all.
//! An integer is believed only when no float is found where the bytes come from (see [`find`]), and a number only when
//! the bytes are not seen as a pointer almost as near, and the other way round: that is a union.
//!
//! - `enclosing`: what encloses a byte;
//! - `neighbours`: the bytes that are one step from a byte;
//! - `unknown_offsets`: parts of arrays that are accessed at unknown offsets.
pub mod enclosing;
mod neighbours;
mod unknown_offsets;

use crate::types::graph::kind::{FloatKind, Kind};
use crate::types::graph::remembered::Ways;
use crate::types::graph::{Address, Fact, Graph, LONGEST_FACT, SourceNumber, Strength};
use zymase_support::hash::FastSet;

/// Bytes that one search looks at; a search that meets the limit without evidence answers "unknown".
const MOST_BYTES_SEARCHED: usize = 4096;
/// The same for a search that asks what is declared of a byte.
const MOST_BYTES_NEARBY: usize = 512;
/// The same for a search for the other member of a union.
const MOST_BYTES_DOUBTED: usize = 256;
const MOST_STEPS_DOUBTED: usize = 5;
/// How many steps further away a declared type counts.
const DECLARED_STEPS: usize = 3;
/// A float so many steps further away than an integer still counts.
const DOUBT_STEPS: usize = 3;
/// Steps beyond which a search does not go.
const MOST_STEPS: usize = 256;

/// Evidence for one byte: `kind` starts `before` bytes before it and is `size` bytes long.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    pub kind: Kind,
    pub before: u64,
    pub size: u64,
    pub source: SourceNumber,
    pub at: Address,
}

impl Evidence {
    /// What a byte is of which both say that it is part of a float or pointer; none where they contradict each other: two
    /// that overlap are the same one.
    pub fn join(self, other: Evidence) -> Option<Evidence> {
        let is_same = self.before == other.before && self.size == other.size;
        let kind = self.kind.join(other.kind).filter(|_| is_same)?;
        Some(Evidence { kind, ..self })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The nearest evidence; empty when there is none.
    pub evidence: Vec<Evidence>,
    /// No evidence, and everything that could look at the byte was analysed: nothing does.
    pub unused: bool,
    /// Nodes that were passed, nearest first.
    pub passed: Vec<Address>,
}

/// Which facts count, by the fact and how many bytes before the byte in question it starts.
pub type Admitted<'a> = dyn Fn(&Fact, u64) -> bool + 'a;

pub struct Search<'a> {
    graph: &'a Graph,
    ways: Ways,
    most_steps: usize,
    most_bytes: usize,
    seen: FastSet<Address>,
    /// Addresses still to look at, by steps.
    pub steps: Vec<Vec<Address>>,
    passed: Vec<Address>,
    met_open: bool,
    met_limit: bool,
    /// Parts of arrays around the byte that are accessed at unknown offsets: what is accessed, and how far the byte is
    /// from the start of the array.
    met_unknown_offsets: Vec<(Address, i64)>,
}

/// Evidence about the byte at `address`.
pub fn find(graph: &Graph, address: Address) -> Found {
    find_among(graph, address, &|_, _| true)
}

/// Evidence about the byte at `address` from those facts that are `admitted`.
pub fn find_among(graph: &Graph, address: Address, admitted: &Admitted) -> Found {
    let mut search = Search::new(graph, address, false);
    let (mut best, steps) = search.nearest(admitted);
    if best.is_empty() {
        let unused = !search.met_open
            && !search.met_limit
            && search.met_unknown_offsets.iter().all(|&(part, from_start)| {
                unknown_offsets::cannot_reach(graph, part, from_start, &|distance| {
                    Search::new(graph, address.plus(distance), false).nearest(admitted).0
                })
            });
        return Found { evidence: best, unused, passed: search.passed };
    }
    if best.iter().all(|e| matches!(e.kind, Kind::Integer | Kind::Anything))
        && !(steps == 0 && is_declared_integer(graph, address))
    {
        // Losing a derivative is worse than moving an integer as a float: an integer must not be a float almost as
        // near; one that is seen at the byte itself, not where the byte comes from.
        let is_float = |fact: &Fact, before: u64| {
            matches!(fact.kind, Kind::Float(_)) && fact.strength != Strength::Faint && admitted(fact, before)
        };
        let mut again = Search::new(graph, address, steps == 0);
        again.ways.only_nearest_array = true;
        again.most_steps = steps.saturating_add(DOUBT_STEPS);
        best.extend(again.nearest(&is_float).0);
    }
    Found { evidence: best, unused: false, passed: search.passed }
}

/// Is there such a fact about the byte at `address`, not far away?
pub fn is_nearby(graph: &Graph, address: Address, wanted: &Admitted) -> bool {
    let mut search = Search::new(graph, address, false);
    search.most_bytes = MOST_BYTES_NEARBY;
    !search.nearest(wanted).0.is_empty()
}

/// What the bytes are seen as a little further away, where the evidence that was found says that they are a number or a
/// pointer: the other of the two, if they are a union.
pub fn find_other_member(graph: &Graph, address: Address, found: &[Evidence]) -> Vec<Evidence> {
    let Some(other) = other_member(found) else { return Vec::new() };
    let is_other = |fact: &Fact, _: u64| fact.kind == other && fact.strength == Strength::Observed;
    let mut search = Search::new(graph, address, false);
    search.ways.only_nearest_array = true;
    search.ways.only_this_element = true;
    search.most_steps = MOST_STEPS_DOUBTED;
    search.most_bytes = MOST_BYTES_DOUBTED;
    let whole = |e: &Evidence| e.before == 0 && e.size == FloatKind::Double.bytes();
    search.nearest(&is_other).0.into_iter().filter(whole).collect()
}

/// A float of another width than what is found to start at the byte, or a pointer beside a narrow float, which starts there in other
/// objects: bytes that are moved cannot be both.
pub fn find_other_width(graph: &Graph, address: Address, found: &Evidence) -> Option<Evidence> {
    let is_narrow = |size: u64| size < FloatKind::Double.bytes();
    let is_other = |fact: &Fact, before: u64| {
        let may_be = matches!(fact.kind, Kind::Float(_)) || fact.kind == Kind::Pointer && is_narrow(found.size);
        before == 0 && fact.strength == Strength::Observed && may_be && is_narrow(fact.size) != is_narrow(found.size)
    };
    let mut search = Search::new(graph, address, false);
    search.ways.only_nearest_array = true;
    search.ways.only_this_element = true;
    search.most_steps = MOST_STEPS_DOUBTED;
    search.most_bytes = MOST_BYTES_DOUBTED;
    search.nearest(&is_other).0.first().copied()
}

/// What would start at the byte beside what is found to start there, were it a union of a number and a pointer.
fn other_member(found: &[Evidence]) -> Option<Kind> {
    const DOUBLE: Kind = Kind::Float(FloatKind::Double);
    let whole = |e: &Evidence| e.before == 0 && e.size == FloatKind::Double.bytes();
    let is = |kind: Kind| found.iter().any(|e| e.kind == kind && whole(e));
    match (is(DOUBLE), is(Kind::Pointer)) {
        (true, false) => Some(Kind::Pointer),
        (false, true) => Some(DOUBLE),
        _ => None,
    }
}

/// Does the tag of an access itself say that the byte is an integer? By the rules of the language it then is, whatever
/// array without a known end starts before it. But it may be one member of a union, or one variant of an enum, of which
/// it is said: not where a number of the same extent is seen.
fn is_declared_integer(graph: &Graph, address: Address) -> bool {
    let declared = declared_integers(graph, address);
    if declared.is_empty() {
        return false;
    }
    let is_same_place = |fact: &Fact, before: u64| {
        matches!(fact.kind, Kind::Float(_))
            && fact.strength != Strength::Faint
            && declared.iter().any(|integer| integer.before == before && integer.size == fact.size)
    };
    let mut search = Search::new(graph, address, true);
    search.ways.only_nearest_array = true;
    search.ways.only_known_ends = true;
    search.most_steps = DOUBT_STEPS;
    search.nearest(&is_same_place).0.is_empty()
}

/// Is an integer of exactly these bytes declared to start there?
pub fn starts_declared_integer(graph: &Graph, address: Address, bytes: u64) -> bool {
    declared_integers(graph, address).iter().any(|integer| integer.before == 0 && integer.size == bytes)
}

fn declared_integers(graph: &Graph, address: Address) -> Vec<Evidence> {
    let mut search = Search::new(graph, address, true);
    search.most_steps = 1;
    let wanted = |fact: &Fact, _: u64| fact.kind == Kind::Integer && fact.strength == Strength::Declared;
    search.nearest(&wanted).0
}

impl<'a> Search<'a> {
    pub fn new(graph: &'a Graph, address: Address, only_up: bool) -> Search<'a> {
        let start = graph.find(address);
        Search {
            graph,
            ways: Ways { only_up, ..Ways::default() },
            most_steps: MOST_STEPS,
            most_bytes: MOST_BYTES_SEARCHED,
            seen: FastSet::from_iter([start]),
            steps: vec![vec![start]],
            passed: Vec::new(),
            met_open: false,
            met_limit: false,
            met_unknown_offsets: Vec::new(),
        }
    }

    /// The nearest facts that pass `wanted`, and how far away they are.
    fn nearest(&mut self, wanted: &Admitted) -> (Vec<Evidence>, usize) {
        let mut best: Vec<Evidence> = Vec::new();
        let mut best_steps = usize::MAX;
        let mut faint: Vec<Evidence> = Vec::new();
        let mut distance = 0;
        while distance < self.steps.len() && distance <= best_steps {
            let level = std::mem::take(&mut self.steps[distance]);
            for &at in &level {
                for (evidence, strength) in facts_at(self.graph, at, wanted) {
                    let steps = match strength {
                        Strength::Observed => distance,
                        Strength::Declared => distance + DECLARED_STEPS,
                        Strength::Faint => {
                            faint.push(evidence);
                            continue;
                        }
                    };
                    if steps < best_steps {
                        best.clear();
                        best_steps = steps;
                    }
                    if steps == best_steps {
                        best.push(evidence);
                    }
                }
            }
            for at in level {
                self.passed.push(at);
                if best_steps > distance {
                    self.expand(at, distance);
                }
            }
            distance += 1;
        }
        if best.is_empty() {
            prefer_integers(&mut faint);
            return (faint, MOST_STEPS);
        }
        (best, best_steps)
    }

    fn push(&mut self, at: Address, distance: usize) {
        if distance > self.most_steps || self.seen.len() >= self.most_bytes {
            self.met_limit = true;
            return;
        }
        if self.seen.insert(at) {
            if self.steps.len() <= distance {
                self.steps.resize_with(distance + 1, Vec::new);
            }
            self.steps[distance].push(at);
        }
    }

    /// Goes on to everything that is one step from `at`.
    pub fn expand(&mut self, at: Address, distance: usize) {
        let neighbours = neighbours::of(self.graph, at, self.ways);
        self.met_open |= neighbours.open;
        self.met_unknown_offsets.extend(&neighbours.unknown_offsets);
        for &(to, further) in &neighbours.bytes {
            self.push(to, distance + further);
        }
    }
}

pub fn facts_at(graph: &Graph, at: Address, wanted: &Admitted) -> Vec<(Evidence, Strength)> {
    let node = graph.node(at.node);
    let mut found = Vec::new();
    for (start, facts) in node.facts.range(at.offset.saturating_sub(LONGEST_FACT - 1)..=at.offset) {
        for fact in facts {
            let before = (at.offset - start) as u64;
            if before < fact.size && wanted(fact, before) {
                let evidence = Evidence { kind: fact.kind, before, size: fact.size, source: fact.source, at };
                found.push((evidence, fact.strength));
            }
        }
    }
    found
}

/// Faint padding means nothing where a faint integer is.
fn prefer_integers(faint: &mut Vec<Evidence>) {
    if faint.iter().any(|e| e.kind != Kind::Anything) {
        faint.retain(|e| e.kind != Kind::Anything);
    }
}
