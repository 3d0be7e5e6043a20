//! Parts of arrays that are accessed at unknown offsets: can such an access be about a given byte?
//!
//! A vector grows by `new + (end - begin)` bytes, and a text ends at its length: nothing tells what such a distance is a
//! multiple of. Assumed: numbers and pointers are aligned to their size within their array.
use super::Evidence;
use crate::types::graph::kind::Kind;
use crate::types::graph::{Address, Graph, NodeNumber, Strength};
use std::collections::BTreeSet;

/// Views of a part that are looked at; a part with more may hold anything.
const MOST_VIEWS: usize = 256;

/// Whether what is accessed at an unknown place, seen as `part`, does not touch the byte that is `from_start` bytes from
/// the start of the array: each number or pointer it may be would lie over bytes of another kind. `evidence` finds what
/// is known of the bytes around.
pub fn cannot_reach(graph: &Graph, part: Address, from_start: i64, evidence: &dyn Fn(i64) -> Vec<Evidence>) -> bool {
    let Some(kinds) = kinds_within(graph, part.node) else { return false };
    kinds.into_iter().all(|(kind, size)| {
        let before = from_start.rem_euclid(size as i64);
        (-before..size as i64 - before).any(|distance| {
            let found = evidence(distance);
            !found.is_empty() && found.iter().all(|e| e.kind == Kind::Integer)
                || found.iter().any(|e| e.kind != kind && e.kind.is_float_or_pointer())
        })
    })
}

/// The numbers and pointers that are seen through a node or its views, with their sizes; none where code that is not
/// read may look at it.
fn kinds_within(graph: &Graph, part: NodeNumber) -> Option<BTreeSet<(Kind, u64)>> {
    let mut kinds = BTreeSet::new();
    let mut seen = BTreeSet::from([part]);
    let mut work = vec![part];
    while let Some(number) = work.pop() {
        let node = graph.node(number);
        if node.open || seen.len() > MOST_VIEWS {
            return None;
        }
        let facts = node.facts.values().flatten().filter(|fact| fact.strength != Strength::Faint);
        let shadowed = facts.filter(|fact| fact.kind.is_float_or_pointer());
        kinds.extend(shadowed.map(|fact| (fact.kind, fact.size.next_power_of_two())));
        for &edge in node.up.iter().chain(&node.down).chain(&node.copies) {
            let edge = graph.edges[edge as usize];
            for end in [edge.low, edge.high] {
                let end = graph.find(end).node;
                if seen.insert(end) {
                    work.push(end);
                }
            }
        }
    }
    Some(kinds)
}
