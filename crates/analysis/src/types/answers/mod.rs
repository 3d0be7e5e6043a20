//! Answers: what memory and values hold, by the evidence that is found; or why that is not known.
//!
//! - `compatibility`: whether two functions mean the same by what lies behind a pointer;
//! - `control_uses`: integers with control uses only;
//! - `discarded`: evidence that is discarded;
//! - `layout`: the answers of the type analysis;
//! - `query`: puts the evidence for single bytes together to cells and layouts;
//! - `report`: problems and explanations in words;
//! - `seen`: numbers and pointers that are seen in memory, wherever in it they lie;
//! - `texts`: memory in which a library keeps the characters of texts.
mod compatibility;
mod control_uses;
mod discarded;
mod layout;
mod query;
mod report;
mod seen;
mod texts;

use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, Fact, Graph, NodeNumber, Strength};
use crate::types::reading::{Constraints, memory};
use crate::types::search::{self, Evidence};
pub use layout::{Cell, Layout};
pub use report::{Problem, Words};
use std::cell::RefCell;
use std::rc::Rc;
use zymase_llvm::{Function, Module, Value};
use zymase_support::hash::{FastMap, FastSet};

/// Pieces of memory behind a pointer that tell calls apart.
const MOST_SUMMARISED: usize = 24;

/// Pieces of a struct that are looked at.
const MOST_PIECES: usize = 64;

/// The result; immutable.
pub struct Types {
    pub(super) function: Function,
    module: Module,
    pub(super) graph: Graph,
    pub(super) addresses: FastMap<Value, Address>,
    locations: FastMap<Value, Address>,
    /// Answers of [`Types::of_value`] so far.
    answers: RefCell<FastMap<Value, Result<Vec<Cell>, Problem>>>,
    /// Evidence about single bytes that was searched for so far, and whether they are unused.
    evidence: RefCell<FastMap<Address, (Vec<Evidence>, bool)>>,
    /// Strides of arrays that were searched for so far.
    strides: RefCell<FastMap<Address, Rc<[u64]>>>,
    /// What was seen in the memory of nodes so far.
    scenes: RefCell<FastMap<NodeNumber, Rc<seen::Scene>>>,
    /// What arrays were found to be of, as text.
    descriptions: RefCell<FastMap<Address, Rc<str>>>,
}

impl Types {
    /// What is known when the constraints are solved.
    pub(super) fn new(function: Function, solved: Constraints) -> Types {
        Types {
            function,
            module: solved.module,
            graph: solved.graph,
            addresses: solved.addresses,
            locations: solved.locations,
            answers: RefCell::default(),
            evidence: RefCell::default(),
            strides: RefCell::default(),
            scenes: RefCell::default(),
            descriptions: RefCell::default(),
        }
    }

    /// What lies in the `bytes` (none: unknown how many) from `pointer` on.
    pub fn of_memory(&self, pointer: Value, bytes: Option<u64>) -> Result<Layout, Problem> {
        if pointer.is_undef() || (pointer.is_constant() && pointer.is_null()) {
            return Ok(Layout::Fixed(query::anything(0, bytes.unwrap_or(0))));
        }
        let Some(at) = self.address(pointer) else { return Err(Problem::unseen(pointer)) };
        match bytes {
            Some(bytes) => self.fixed_layout(pointer, at, bytes),
            None => self.repeating_layout(pointer, at),
        }
    }

    /// What lies behind a pointer, and behind the pointers that lie there, as text: calls of which this is the same need
    /// the same derivative.
    pub fn summary(&self, pointer: Value) -> String {
        let mut text = self.address(pointer).map_or_else(String::new, |at| self.description(at).to_string());
        let mut seen = FastSet::default();
        let mut work: Vec<Address> = self.address(pointer).into_iter().collect();
        while let Some(at) = work.pop() {
            if seen.len() >= MOST_SUMMARISED || !seen.insert(at.node) {
                continue;
            }
            let node = self.graph.node(at.node);
            for (offset, to) in &node.slots {
                let to = self.graph.find(*to);
                text += &format!("; {offset}: {}", self.description(to));
                work.push(to);
            }
            work.extend(node.relations.iter().map(|relation| self.graph.find(relation.element)));
        }
        text
    }

    fn description(&self, at: Address) -> Rc<str> {
        if let Some(known) = self.descriptions.borrow().get(&at) {
            return known.clone();
        }
        let text: Rc<str> = self.elements(at).map_or_else(|_| "".into(), |layout| layout.to_string().into());
        self.descriptions.borrow_mut().insert(at, text.clone());
        text
    }

    /// How many bytes from `pointer` on hold neither numbers nor pointers, as far as that is known; none where the
    /// `length` of what is moved counts larger things than bytes.
    pub fn longest_text(&self, pointer: Value, length: Value) -> u64 {
        if length.is_constant() || memory::element_size(length).is_some() {
            return 0;
        }
        self.address(pointer).map_or(0, |at| self.plain_bytes(at))
    }

    /// What the bytes of an SSA value hold.
    pub fn of_value(&self, value: Value) -> Result<Vec<Cell>, Problem> {
        if let Some(known) = self.answers.borrow().get(&value) {
            return known.clone();
        }
        let answer = self.value_cells(value);
        self.answers.borrow_mut().insert(value, answer.clone());
        answer
    }

    /// What `size` bytes of a value hold, from `offset` on.
    pub fn of_part(&self, value: Value, offset: u64, size: u64) -> Result<Vec<Cell>, Problem> {
        let Some(location) = self.locations.get(&value).map(|location| location.plus(offset as i64)) else {
            return Ok(query::anything(0, size));
        };
        self.cells(location, size).map_err(|(at, trouble)| Problem::new(value, location, at, trouble))
    }

    /// Evidence that a value holds a float or pointer, or a part of one: what says so.
    pub fn evidence_of_float_or_pointer(&self, value: Value) -> Option<String> {
        self.evidence_in_part(value, 0, self.store_size(value))
    }

    /// The same for `size` bytes from `offset` on.
    pub fn evidence_in_part(&self, value: Value, offset: u64, size: u64) -> Option<String> {
        let &location = self.locations.get(&value)?;
        (offset..offset + size).find_map(|byte| {
            let found = search::find(&self.graph, location.plus(byte as i64));
            let part = found.evidence.into_iter().find(|e| e.kind.is_float_or_pointer())?;
            Some(format!("{}, by {}", part.kind, self.source_text(part.source)))
        })
    }

    /// Do structs of which a load moves every piece, one in each iteration, hold floats or pointers that the value is not?
    /// A value is typed by the first of several elements.
    pub fn has_other_pieces(&self, load: Value) -> bool {
        let (Some(at), Ok(cells)) = (self.address(load.operand(0)), self.of_value(load)) else { return false };
        let at = self.graph.find(at);
        let node = self.graph.node(at.node);
        let piece = node.wrap;
        let around = node.arrays.iter().flat_map(|array| {
            let first = self.graph.find(*array);
            let relations = self.graph.node(first.node).relations.iter();
            relations.filter(move |r| r.start == first.offset && piece > 1 && r.stride > piece)
        });
        let kinds = around.filter(|r| r.stride.is_multiple_of(piece)).flat_map(|relation| {
            let element = self.graph.find(relation.element);
            (0..relation.stride / piece).take(MOST_PIECES).flat_map(move |index| {
                let byte = element.plus(at.offset + (index * piece) as i64);
                search::find(&self.graph, byte).evidence.into_iter().map(|evidence| evidence.kind)
            })
        });
        let is_unlike = |kind: Kind| {
            kind.may_be_float() && !cells.iter().any(|cell| cell.kind.may_be_float())
                || kind.may_be_pointer() && !cells.iter().any(|cell| cell.kind.may_be_pointer())
        };
        kinds.into_iter().any(is_unlike)
    }

    /// Are the bytes of a value declared to be one float? Unions declare nothing, and what is far away has to do with it
    /// only by what functions share.
    pub fn is_declared_float(&self, value: Value) -> bool {
        self.is_declared(value, |kind| matches!(kind, Kind::Float(_)))
    }

    /// Are they declared to be one integer, in some of the objects that meet here?
    pub fn is_declared_integer(&self, value: Value) -> bool {
        self.is_declared(value, |kind| kind == Kind::Integer)
    }

    fn is_declared(&self, value: Value, wanted: fn(Kind) -> bool) -> bool {
        let Some(&location) = self.locations.get(&value) else { return false };
        let size = self.store_size(value);
        let declares = |fact: &Fact, before: u64| {
            wanted(fact.kind) && before == 0 && fact.size == size && fact.strength == Strength::Declared
        };
        search::is_nearby(&self.graph, location, &declares)
    }

    /// Bytes that a value takes in memory.
    pub fn store_size(&self, value: Value) -> u64 {
        self.module.store_size(value.ty())
    }
}
