//! Laws of evidence and of merging: answers do not depend on what was read first.
use super::show;
use crate::types::graph::merge::{contradict, merge};
use crate::types::graph::{Address, Fact, Graph, Strength};
use crate::types::reading::{Constraints, reach};
use crate::types::search::{self, Evidence};
use crate::types::{FloatKind, Kind, Layout, Problem, Types, solving};
use proptest::prelude::*;
use proptest::sample::select;
use zymase_llvm::{Module, Value};

/// Nodes of a random graph.
const NODES: usize = 4;
/// Bytes of them.
const BYTES: i64 = 24;

/// What is said about memory. Nodes count from 0.
#[derive(Clone, Debug)]
enum Said {
    Fact { node: usize, offset: i64, kind: Kind, strength: Strength },
    View { low: usize, high: usize },
    Copy { to: usize, from: usize, offset: i64, size: u64 },
    Array { node: usize, offset: i64, stride: u64, kind: Kind },
    Slot { node: usize, offset: i64, to: usize },
}

fn kinds() -> impl Strategy<Value = Kind> {
    select(vec![Kind::Integer, Kind::Float(FloatKind::Single), Kind::Float(FloatKind::Double), Kind::Pointer])
}

fn size_of(kind: Kind) -> u64 {
    match kind {
        Kind::Float(kind) => kind.bytes(),
        Kind::Pointer => 8,
        _ => 4,
    }
}

fn said() -> impl Strategy<Value = Said> {
    let node = || 0..NODES;
    let offset = || (0..BYTES / 4).prop_map(|word| 4 * word);
    let strength = select(vec![Strength::Observed, Strength::Declared, Strength::Faint]);
    prop_oneof![
        4 => (node(), offset(), kinds(), strength)
            .prop_map(|(node, offset, kind, strength)| Said::Fact { node, offset, kind, strength }),
        1 => (node(), node()).prop_map(|(low, high)| Said::View { low, high }),
        1 => (node(), node(), offset(), select(vec![4, 8, 16]))
            .prop_map(|(to, from, offset, size)| Said::Copy { to, from, offset, size }),
        1 => (node(), offset(), select(vec![4, 8, 16]), kinds())
            .prop_map(|(node, offset, stride, kind)| Said::Array { node, offset, stride, kind }),
        1 => (node(), offset(), node()).prop_map(|(node, offset, to)| Said::Slot { node, offset, to }),
    ]
}

/// What lies in well-typed memory: a struct, again and again.
const LAYOUT: [(i64, Kind); 4] = [
    (0, Kind::Float(FloatKind::Double)),
    (8, Kind::Pointer),
    (16, Kind::Float(FloatKind::Single)),
    (20, Kind::Integer),
];
/// Its size.
const PERIOD: i64 = 24;

/// Something true about memory that is full of such structs. Pointers in them point to others.
fn truth() -> impl Strategy<Value = Said> {
    let node = || 0..NODES;
    let field = || select(LAYOUT.to_vec());
    let strength = select(vec![Strength::Observed, Strength::Declared, Strength::Faint]);
    prop_oneof![
        4 => (node(), field(), strength)
            .prop_map(|(node, (offset, kind), strength)| Said::Fact { node, offset, kind, strength }),
        1 => (node(), node()).prop_map(|(low, high)| Said::View { low, high }),
        1 => (node(), node(), field()).prop_map(|(to, from, (offset, kind))| Said::Copy {
            to, from, offset, size: size_of(kind)
        }),
        1 => (node(), field())
            .prop_map(|(node, (offset, kind))| Said::Array { node, offset, stride: PERIOD as u64, kind }),
        1 => (node(), node()).prop_map(|(node, to)| Said::Slot { node, offset: 8, to }),
    ]
}

fn say(graph: &mut Graph, nodes: &[Address], said: &Said) {
    let source = graph.add_source(None, "a test");
    match *said {
        Said::Fact { node, offset, kind, strength } => {
            let size = size_of(kind);
            graph.fact(nodes[node].plus(offset), Fact { kind, size, strength, source });
            graph.touch(nodes[node].plus(offset), Some(size));
        }
        Said::View { low, high } => graph.view(nodes[low], nodes[high]),
        Said::Copy { to, from, offset, size } => {
            graph.copy(nodes[to].plus(offset), nodes[from].plus(offset), Some(size));
        }
        Said::Array { node, offset, stride, kind } => {
            let element = graph.element(nodes[node].plus(offset), stride);
            let size = size_of(kind);
            graph.fact(element, Fact { kind, size, strength: Strength::Observed, source });
            graph.touch(element, Some(size));
        }
        Said::Slot { node, offset, to } => {
            let slot = graph.slot(nodes[node].plus(offset));
            let fact = Fact { kind: Kind::Pointer, size: 8, strength: Strength::Observed, source };
            graph.fact(nodes[node].plus(offset), fact);
            graph.view(slot, nodes[to]);
        }
    }
}

/// The nodes, made in this order, each pointed to at some offset, after all of this was said.
fn graph(order: &[(usize, i64); NODES], said: &[Said]) -> (Graph, Vec<Address>) {
    let mut graph = Graph::default();
    let mut nodes = vec![Address { node: 0, offset: 0 }; NODES];
    for &(node, offset) in order {
        nodes[node] = graph.add_node(None).plus(offset);
    }
    said.iter().for_each(|said| say(&mut graph, &nodes, said));
    (graph, nodes)
}

/// The types of a graph, and a pointer by which to ask about it.
struct Solved {
    types: Types,
    pointer: Value,
}

impl Solved {
    fn new(mut graph: Graph) -> Solved {
        solving::solve(&mut graph);
        let module = Module::parse("define void @f(ptr %0) { ret void }").expect("a module");
        let function = module.function("f").expect("a function");
        let mut constraints = Constraints::of(reach::alone(function, &[]), function, &[]);
        constraints.graph = graph;
        Solved { types: Types::new(function, constraints), pointer: function.parameters()[0] }
    }

    fn at(&mut self, at: Address, bytes: Option<u64>) -> Result<Layout, Problem> {
        self.types.addresses.insert(self.pointer, at);
        self.types.of_memory(self.pointer, bytes)
    }
}

/// What the bytes of all nodes hold, as text.
fn answers(graph: Graph, nodes: &[Address]) -> Vec<String> {
    let mut solved = Solved::new(graph);
    let mut found = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        for offset in (0..BYTES).step_by(4) {
            for bytes in [Some(4), Some(8), None] {
                let answer = solved.at(node.plus(offset), bytes);
                found.push(format!("node {number} at {offset}, {bytes:?} bytes: {}", show(&solved.types, answer)));
            }
        }
    }
    found
}

/// Nodes in the order of their numbers.
const IN_ORDER: [(usize, i64); NODES] = [(0, 0), (1, 0), (2, 0), (3, 0)];

/// Nodes in any order, pointed to at any structs.
fn orders() -> impl Strategy<Value = [(usize, i64); NODES]> {
    let offsets = proptest::array::uniform4((-1i64..2).prop_map(|structs| PERIOD * structs));
    (Just([0, 1, 2, 3]).prop_shuffle(), offsets)
        .prop_map(|(order, offsets)| std::array::from_fn(|index| (order[index], offsets[index])))
}

fn evidence() -> impl Strategy<Value = Evidence> {
    let at = Address { node: 0, offset: 0 };
    let kinds = kinds().prop_filter("no integer", |kind| *kind != Kind::Integer);
    (kinds, 0..2u64, select(vec![4u64, 8])).prop_map(move |(kind, before, size)| {
        let size = if kind == Kind::Pointer { size } else { size_of(kind) };
        Evidence { kind, before, size, source: 0, at }
    })
}

/// An element may be cut anywhere: here inside of a number.
#[test]
fn contradictions_do_not_depend_on_the_order() {
    let mut graph = Graph::default();
    let source = graph.add_source(None, "a test");
    let mut element = |kind: Kind, size: u64| {
        let array = graph.add_node(None);
        let element = graph.element(array, 8);
        graph.fact(element, Fact { kind, size, strength: Strength::Observed, source });
        element
    };
    let number = element(Kind::Float(FloatKind::Double), 8);
    let integer = element(Kind::Integer, 4).plus(4);
    assert!(contradict(&graph, number, integer));
    assert!(contradict(&graph, integer, number));
}

/// Answers that differ.
fn differences(a: &[String], b: &[String]) -> Vec<String> {
    let pairs = a.iter().zip(b).filter(|(a, b)| a != b);
    pairs.map(|(a, b)| format!("{a}\n  but: {b}")).collect()
}

proptest! {
    #[test]
    fn joining_evidence_is_commutative_and_idempotent(a in evidence(), b in evidence()) {
        prop_assert_eq!(a.join(b), b.join(a));
        prop_assert_eq!(a.join(a), Some(a));
    }

    #[test]
    fn joining_evidence_is_associative(a in evidence(), b in evidence(), c in evidence()) {
        let left = a.join(b).and_then(|ab| ab.join(c));
        prop_assert_eq!(left, b.join(c).and_then(|bc| a.join(bc)));
    }

    #[test]
    fn either_of_two_nodes_may_come_first(said in proptest::collection::vec(said(), 0..12), shift in -2i64..3) {
        let merged = |swapped: bool| {
            let (mut graph, nodes) = graph(&IN_ORDER, &said);
            let (a, b) = (nodes[0], nodes[1].plus(4 * shift));
            if swapped { merge(&mut graph, b, a) } else { merge(&mut graph, a, b) }
            answers(graph, &nodes)
        };
        let differences = differences(&merged(false), &merged(true));
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    #[test]
    fn what_is_remembered_is_true(said in proptest::collection::vec(said(), 0..12), order in orders()) {
        let (graph, nodes) = graph(&order, &said);
        let mut solved = Solved::new(graph);
        let found = |solved: &mut Solved| -> Vec<String> {
            let bytes = nodes.iter().flat_map(|node| (-PERIOD..BYTES).map(|offset| node.plus(offset)));
            bytes.map(|at| format!("{at:?}: {:?}", search::find(&solved.types.graph, at))).collect()
        };
        let remembered = found(&mut solved);
        solved.types.graph.neighbours.forget();
        let differences = differences(&remembered, &found(&mut solved));
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    #[test]
    fn answers_about_well_typed_memory_do_not_depend_on_the_order(
        said in proptest::collection::vec(truth(), 0..16),
        same in proptest::collection::vec((0..NODES, 0..NODES), 0..3),
        order in orders(),
    ) {
        let merged = |order: [(usize, i64); NODES], is_reversed: bool| {
            let (mut graph, nodes) = graph(&order, &said);
            let mut same = same.clone();
            if is_reversed {
                same.reverse();
            }
            for (a, b) in same {
                merge(&mut graph, nodes[a], nodes[b]);
            }
            answers(graph, &nodes)
        };
        let differences = differences(&merged(IN_ORDER, false), &merged(order, true));
        prop_assert!(differences.is_empty(), "{}", differences.join("\n"));
    }

    #[test]
    fn answers_about_well_typed_memory_are_true(
        said in proptest::collection::vec(truth(), 0..16),
        same in proptest::collection::vec((0..NODES, 0..NODES), 0..3),
    ) {
        let (mut graph, nodes) = graph(&IN_ORDER, &said);
        for (a, b) in same {
            merge(&mut graph, nodes[a], nodes[b]);
        }
        let mut solved = Solved::new(graph);
        for node in nodes {
            for (offset, kind) in LAYOUT {
                let size = size_of(kind);
                if let Ok(layout) = solved.at(node.plus(offset), Some(size)) {
                    let [cell] = layout.cells() else { panic!("{layout}") };
                    prop_assert!(!cell.mixed && [kind, Kind::Anything].contains(&cell.kind), "{kind} is {layout}");
                }
            }
        }
    }
}
