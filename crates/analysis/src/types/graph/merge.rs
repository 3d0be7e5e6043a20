//! Makes one node of two that are the same memory, where nothing contradicts.
use super::kind::Kind;
use super::{Address, Fact, Graph, LONGEST_FACT, Node, NodeNumber, Relation, Strength};

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
    // What contradicts once does so for good: facts only become more.
    if graph.is_distinct(a, b) {
        return;
    }
    let (x, y) = (graph.node(a.node), graph.node(b.node));
    if x.frozen || y.frozen || x.wrap != y.wrap || contradict(graph, a, b) {
        graph.mark_distinct(a, b);
        graph.view(a, b);
        graph.view(b, a);
        return;
    }
    // The larger node stays, which keeps this near-linear; of equals the older.
    let weight = |n: &Node| n.up.len() + n.down.len() + n.copies.len() + n.facts.len() + n.slots.len();
    let (weight_a, weight_b) = (weight(x), weight(y));
    let a_stays = weight_a > weight_b || (weight_a == weight_b && a.node < b.node);
    let (kept, gone) = if a_stays { (a, b) } else { (b, a) };
    absorb(graph, kept, gone);
}

/// Do uses of the same bytes of two nodes, whose offsets wrap around alike, contradict each other?
pub fn contradict(graph: &Graph, a: Address, b: Address) -> bool {
    let (x, y) = (graph.node(a.node), graph.node(b.node));
    let (small, large, shift) = if x.facts.len() <= y.facts.len() {
        (x, b.node, b.offset.wrapping_sub(a.offset))
    } else {
        (y, a.node, a.offset.wrapping_sub(b.offset))
    };
    let wrap = graph.node(large).wrap as i64;
    // What reaches beyond the end of an element goes on at its start.
    let rounds: &[i64] = if wrap == 0 { &[0] } else { &[-1, 0, 1] };
    small.facts.iter().any(|(offset, facts)| {
        let at = graph.wrapped(large, offset.wrapping_add(shift));
        facts.iter().filter(|fact| fact.strength == Strength::Observed).any(|fact| {
            rounds.iter().any(|round| is_contradicted(graph.node(large), at.saturating_add(round * wrap), *fact))
        })
    })
}

/// Does something else than `fact` start at `at`, or overlap with it?
fn is_contradicted(node: &Node, at: i64, fact: Fact) -> bool {
    let near = node.facts.range(at.saturating_sub(LONGEST_FACT - 1)..at.saturating_add(fact.size as i64));
    let mut others = near.flat_map(|(start, facts)| facts.iter().map(move |f| (*start, f)));
    others.any(|(start, other)| {
        let overlaps = start < at + fact.size as i64 && at < start + other.size as i64;
        let agrees = other.kind == fact.kind && (fact.kind == Kind::Integer || start == at);
        other.strength == Strength::Observed && overlaps && !agrees
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
    node.front = node.front.min(old.front.saturating_add(shift));
    node.arrays.extend(old.arrays.into_iter().map(|array| array.plus(shift.wrapping_neg())));
    node.open |= old.open;
    node.text |= old.text;
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

/// The pointer at `at` is the one that `to` tells about.
pub fn same_pointer(graph: &mut Graph, at: Address, to: Address) {
    match graph.node(at.node).slots.get(&at.offset).copied() {
        None => graph.set_slot(at, to),
        Some(other) => graph.same.push((to, other)),
    }
}

/// `node` also has this array in it.
pub fn same_array(graph: &mut Graph, node: NodeNumber, relation: Relation) {
    let at = graph.find(Address { node, offset: relation.start });
    let wrap = graph.node(node).wrap;
    let element = graph.find(relation.element);
    if wrap != 0 && relation.stride != 0 && relation.stride.is_multiple_of(wrap) {
        return if relation.stride == wrap { graph.same.push((element, at)) } else { graph.view(element, at) };
    }
    let known = graph.node(node).relations.iter().map(|r| Relation { element: graph.find(r.element), ..*r });
    let mut extended = None;
    for (index, known) in known.enumerate() {
        if known.down != relation.down {
            continue;
        }
        if known.start == at.offset && known.stride == relation.stride && known.element != element {
            graph.same.push((element, known.element));
            let end = known.end.and_then(|a| relation.end.map(|b| a.max(b)));
            return graph.extend_relation(node, index, Relation { end, ..known });
        }
        if known.element == element && known.stride == relation.stride {
            let reaches = |a: &Relation, b: &Relation| a.end.is_none_or(|end| b.start <= end);
            let new = Relation { start: at.offset, ..relation };
            let apart = (new.start - known.start).checked_rem_euclid(relation.stride as i64).unwrap_or(0);
            if apart == 0 && reaches(&known, &new) && reaches(&new, &known) {
                let end = known.end.and_then(|a| new.end.map(|b| a.max(b)));
                extended = Some((index, Relation { start: known.start.min(new.start), end, ..known }));
                break;
            }
        }
    }
    match extended {
        Some((index, wider)) => graph.extend_relation(node, index, wider),
        None => graph.relate(at, Relation { start: at.offset, element, ..relation }),
    }
}
