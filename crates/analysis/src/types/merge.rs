//! Makes one node of two that are the same memory, where nothing contradicts.
use super::arrays::same_array;
use super::graph::{Address, Graph, Node, Relation, Strength};
use super::kind::Kind;
use super::propagate::same_pointer;

/// Facts that are compared before two nodes are merged.
const MOST_FACTS_COMPARED: usize = 256;

/// Two nodes are the same memory. They become one, unless what is known of them contradicts that: then only their
/// accessed bytes are tied together.
pub fn merge(graph: &mut Graph, a: Address, b: Address) {
    let (a, b) = (graph.find(a), graph.find(b));
    if a.node == b.node {
        if a.offset != b.offset {
            graph.view(a, b);
        }
        return;
    }
    let (x, y) = (graph.node(a.node), graph.node(b.node));
    if x.frozen || y.frozen || x.wrap != y.wrap || contradict(graph, a, b) {
        if graph.keep_apart(a, b) {
            graph.view(a, b);
            graph.view(b, a);
        }
        return;
    }
    // The larger node stays, which keeps this near-linear; of equals the older.
    let weight = |n: &Node| n.up.len() + n.down.len() + n.copies.len() + n.facts.len() + n.slots.len();
    let (weight_a, weight_b) = (weight(x), weight(y));
    let a_stays = weight_a > weight_b || (weight_a == weight_b && a.node < b.node);
    let (kept, gone) = if a_stays { (a, b) } else { (b, a) };
    absorb(graph, kept, gone);
}

pub fn contradict(graph: &Graph, a: Address, b: Address) -> bool {
    let (x, y) = (graph.node(a.node), graph.node(b.node));
    let (small, large, shift) = if x.facts.len() <= y.facts.len() {
        (x, b.node, b.offset.wrapping_sub(a.offset))
    } else {
        (y, a.node, a.offset.wrapping_sub(b.offset))
    };
    small.facts.iter().take(MOST_FACTS_COMPARED).any(|(offset, facts)| {
        let at = graph.wrapped(large, offset.wrapping_add(shift));
        facts.iter().filter(|f| f.strength == Strength::Observed).any(|fact| {
            let near = graph.node(large).facts.range(at.saturating_sub(15)..at.saturating_add(fact.size as i64));
            let mut others = near.flat_map(|(start, facts)| facts.iter().map(move |f| (*start, f)));
            others.any(|(start, other)| {
                let overlaps = start < at + fact.size as i64 && at < start + other.size as i64;
                let agrees = other.kind == fact.kind && (fact.kind == Kind::Integer || start == at);
                other.strength == Strength::Observed && overlaps && !agrees
            })
        })
    })
}

fn absorb(graph: &mut Graph, kept: Address, gone: Address) {
    let shift = kept.offset.wrapping_sub(gone.offset);
    let old = std::mem::take(graph.node_mut(gone.node));
    {
        let stub = graph.node_mut(gone.node);
        stub.merged.set(Some(Address { node: kept.node, offset: shift }));
        stub.wrap = old.wrap;
        stub.origin = old.origin;
    }
    for (offset, facts) in old.facts {
        for fact in facts {
            graph.fact(Address { node: kept.node, offset: offset.wrapping_add(shift) }, fact);
        }
    }
    for (start, end) in old.touched {
        let from = graph.wrapped(kept.node, start.saturating_add(shift));
        graph.add_touched(kept.node, from, from.saturating_add(end.saturating_sub(start)));
    }
    for (start, end) in old.regions {
        let from = Address { node: kept.node, offset: start.wrapping_add(shift) };
        graph.add_region(from, end.map(|end| (end - start) as u64));
    }
    let node = graph.node_mut(kept.node);
    node.arrays.extend(old.arrays.into_iter().map(|array| array.plus(shift.wrapping_neg())));
    node.open |= old.open;
    graph.mark(kept.node);
    let mut arrays: Vec<Address> = graph.node(kept.node).arrays.iter().map(|array| graph.find(*array)).collect();
    arrays.sort_unstable();
    arrays.dedup();
    for array in &arrays {
        graph.mark(array.node);
    }
    graph.node_mut(kept.node).arrays = arrays;
    graph.reattach(old.up.into_iter().chain(old.down).chain(old.copies));
    for relation in old.relations {
        let start = relation.start.wrapping_add(shift);
        let end = relation.end.map(|end| end.wrapping_add(shift));
        same_array(graph, kept.node, Relation { start, end, ..relation });
    }
    for (offset, to) in old.slots {
        let at = graph.find(Address { node: kept.node, offset: offset.wrapping_add(shift) });
        same_pointer(graph, at, to);
    }
}
