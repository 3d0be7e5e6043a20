//! Pointers that step: a cycle of views that comes back some bytes further on walks through an array.
//!
//! `p = phi(start, q); q = phi(p, p + 8)` makes p a view of itself plus 8. Carrying accesses around such a cycle would
//! never end, so the nodes of the cycle become views of one element, which wraps around at the step. Where no way around
//! leads to a higher address, the array is one that is counted downwards (see [`super::descending`]).
use crate::types::graph::node::{IndexStep, greatest_common_divisor};
use crate::types::graph::{Address, EdgeKind, EdgeNumber, Graph, NodeNumber};
use zymase_support::hash::FastMap;

/// Nodes of cycles of which it is asked which way they step.
const MOST_STEPPING: usize = 256;

/// Where byte 0 of each node is.
type Positions = FastMap<NodeNumber, i64>;

/// Replaces all stepping cycles; true when there were any.
pub fn replace_stepping_cycles(graph: &mut Graph) -> bool {
    let components = components(graph);
    let mut members: Vec<Vec<NodeNumber>> = Vec::new();
    for (node, &component) in components.iter().enumerate() {
        if members.len() <= component as usize {
            members.resize_with(component as usize + 1, Vec::new);
        }
        members[component as usize].push(node as NodeNumber);
    }
    let mut changed = false;
    for nodes in members.into_iter().filter(|nodes| nodes.len() > 1) {
        let positions = positions(graph, &components, nodes[0]);
        let step = step_of(graph, &components, &nodes, &positions);
        if step > 0 {
            let step = IndexStep { stride: step, extent: None, down: steps_down(graph, &components, &nodes) };
            replace(graph, &components, &nodes, &positions, step);
            changed = true;
        }
    }
    changed
}

/// View edges that leave a node upwards: edge, offset in the node, target.
fn upward(graph: &Graph, node: NodeNumber) -> Vec<(EdgeNumber, i64, Address)> {
    let mut found = Vec::new();
    for &number in &graph.node(node).up {
        let edge = graph.edges[number as usize];
        let (low, high) = (graph.find(edge.low), graph.find(edge.high));
        let alive = edge.kind == EdgeKind::View && edge.size.is_none();
        if alive && low.node == node && high.node != node && !graph.node(high.node).frozen {
            found.push((number, low.offset, high));
        }
    }
    found
}

/// Number of the strongly connected component of every node (Tarjan's algorithm, without recursion).
fn components(graph: &Graph) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let count = graph.nodes.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut component = vec![UNSEEN; count];
    let (mut next_index, mut next_component) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for start in 0..count {
        if index[start] != UNSEEN {
            continue;
        }
        let mut work = vec![(start, upward(graph, start as NodeNumber), 0)];
        index[start] = next_index;
        low[start] = next_index;
        next_index += 1;
        open.push(start);
        while let Some((node, targets, at)) = work.last_mut() {
            let node = *node;
            if let Some((_, _, target)) = targets.get(*at) {
                *at += 1;
                let target = target.node as usize;
                if index[target] == UNSEEN {
                    index[target] = next_index;
                    low[target] = next_index;
                    next_index += 1;
                    open.push(target);
                    work.push((target, upward(graph, target as NodeNumber), 0));
                } else if component[target] == UNSEEN {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            work.pop();
            if let Some((parent, ..)) = work.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = open.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}

/// Where byte 0 of each node of a component is, relative to the first node, along some path.
fn positions(graph: &Graph, components: &[u32], first: NodeNumber) -> Positions {
    let mut found = FastMap::from_iter([(first, 0)]);
    let mut work = vec![first];
    while let Some(node) = work.pop() {
        let here: i64 = found[&node];
        for (_, offset, high) in upward(graph, node) {
            if components[high.node as usize] == components[first as usize] && !found.contains_key(&high.node) {
                found.insert(high.node, here.wrapping_add(offset).wrapping_sub(high.offset));
                work.push(high.node);
            }
        }
    }
    found
}

/// The greatest common divisor of all cycles' lengths; 0 when every cycle comes back to the same byte.
fn step_of(graph: &Graph, components: &[u32], nodes: &[NodeNumber], positions: &Positions) -> u64 {
    let mut step = 0;
    for &node in nodes {
        for (_, offset, high) in upward(graph, node) {
            if components[high.node as usize] != components[node as usize] {
                continue;
            }
            let expected = positions[&node].wrapping_add(offset).wrapping_sub(high.offset);
            step = greatest_common_divisor(step, expected.abs_diff(positions[&high.node]));
        }
    }
    step
}

/// Does every way around that comes back to another byte come back to a lower one? Then the distances from a node to where
/// it comes from have a greatest value (Bellman and Ford).
fn steps_down(graph: &Graph, components: &[u32], nodes: &[NodeNumber]) -> bool {
    if nodes.len() > MOST_STEPPING {
        return false;
    }
    let is_here = |to: NodeNumber| components[to as usize] == components[nodes[0] as usize];
    let steps: Vec<(NodeNumber, NodeNumber, i64)> = nodes
        .iter()
        .flat_map(|&node| upward(graph, node).into_iter().map(move |(_, offset, high)| (node, offset, high)))
        .filter(|(_, _, high)| is_here(high.node))
        .map(|(node, offset, high)| (node, high.node, high.offset.wrapping_sub(offset)))
        .collect();
    let mut greatest: Positions = nodes.iter().map(|&node| (node, 0)).collect();
    for _ in 0..=nodes.len() {
        let mut changed = false;
        for (low, high, bytes) in &steps {
            let further = greatest[high].saturating_add(*bytes);
            if further > greatest[low] {
                greatest.insert(*low, further);
                changed = true;
            }
        }
        if !changed {
            return true;
        }
    }
    false
}

/// Every node of the cycle becomes a view of one element, and that of elements of what the cycle started from.
fn replace(graph: &mut Graph, components: &[u32], nodes: &[NodeNumber], positions: &Positions, step: IndexStep) {
    let origin = graph.node(nodes[0]).origin;
    let element = graph.add_node(origin);
    graph.node_mut(element.node).wrap = step.stride;
    for &node in nodes {
        for (number, offset, high) in upward(graph, node) {
            graph.edges[number as usize].size = Some(0);
            if components[high.node as usize] != components[node as usize] {
                let start = graph.bounded_element(high, step);
                let here = element.plus(positions[&node].wrapping_add(offset));
                graph.view(here, start);
            }
        }
        let here = Address { node, offset: 0 };
        graph.view(here, element.plus(positions[&node]));
    }
}
