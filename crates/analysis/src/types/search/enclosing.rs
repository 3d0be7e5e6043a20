//! What encloses a byte: strides of the arrays it is in, declared arrays, and longer floats and pointers.
use super::{Search, facts_at};
use crate::types::graph::{Address, Fact, Graph, Relation, Strength, UNKNOWN_STRIDE};
use std::cmp::Reverse;

/// Sizes of elements of arrays that the byte may start an element of, nearest first. Of those that are equally near: that of
/// which it is an element, then of the array that starts nearest before it, then the longest: an array of arrays is one of those.
pub fn strides(graph: &Graph, address: Address) -> Vec<u64> {
    let mut search = Search::new(graph, address, false);
    let mut found = Vec::new();
    let mut distance = 0;
    while distance < search.steps.len() {
        let mut equally_near: Vec<(Option<i64>, Reverse<u64>)> = Vec::new();
        for at in std::mem::take(&mut search.steps[distance]) {
            let node = graph.node(at.node);
            equally_near.extend((node.wrap != 0).then_some((None, Reverse(node.wrap))));
            let starts = |r: &&Relation| {
                r.stride != UNKNOWN_STRIDE
                    && at.offset >= r.start
                    && r.end.is_none_or(|end| at.offset < end)
                    && (at.offset - r.start).rem_euclid(r.stride as i64) == 0
            };
            equally_near
                .extend(node.relations.iter().filter(starts).map(|r| (Some(at.offset - r.start), Reverse(r.stride))));
            search.expand(at, distance);
        }
        equally_near.sort_unstable();
        for (_, Reverse(stride)) in equally_near {
            if !found.contains(&stride) {
                found.push(stride);
            }
        }
        distance += 1;
    }
    found
}

/// The declared array or union around a byte: how far before it it starts, and how far after it it ends.
pub fn region(graph: &Graph, address: Address) -> Option<(i64, Option<i64>)> {
    let mut search = Search::new(graph, address, false);
    let mut distance = 0;
    while distance < search.steps.len() {
        for at in std::mem::take(&mut search.steps[distance]) {
            let inside = |r: &&(i64, Option<i64>)| r.0 <= at.offset && r.1.is_none_or(|end| at.offset < end);
            if let Some((start, end)) = graph.node(at.node).regions.iter().find(inside) {
                return Some((at.offset - start, end.map(|end| end - at.offset)));
            }
            search.expand(at, distance);
        }
        distance += 1;
    }
    None
}

/// Is the byte, anywhere it is seen, inside a float or pointer that starts before it?
pub fn is_inside_float_or_pointer(graph: &Graph, address: Address) -> bool {
    let mut search = Search::new(graph, address, false);
    let mut distance = 0;
    while distance < search.steps.len() {
        for at in std::mem::take(&mut search.steps[distance]) {
            let wanted = |fact: &Fact, _: u64| fact.kind.is_float_or_pointer() && fact.strength != Strength::Faint;
            if facts_at(graph, at, &wanted).into_iter().any(|(evidence, _)| evidence.before > 0) {
                return true;
            }
            search.expand(at, distance);
        }
        distance += 1;
    }
    false
}
