//! Solving: carries what was read through the graph, and finds out where arrays begin and end.
//!
//! Propagation ties pointers that are the same; so does what is then known of arrays that are counted downwards, which
//! needs evidence and therefore comes after it. The ends of arrays come last: nothing is propagated by them.
//!
//! - `arrays`: carries arrays along edges, and pointers between arrays and their elements;
//! - `bounds`: where arrays begin and end, once everything has been read;
//! - `components`: connected components of the memory graph;
//! - `cycles`: pointers that step;
//! - `descending`: descending arrays;
//! - `propagate`: completes the graph.
mod arrays;
mod bounds;
mod components;
mod cycles;
mod descending;
mod propagate;

use crate::types::graph::Graph;

pub fn solve(graph: &mut Graph) {
    bounds::declare_ends(graph);
    let mut is_complete = propagate::propagate(graph);
    is_complete &= descending::settle(graph);
    if !is_complete {
        // What was not carried on may be evidence for any byte: none of them counts as unused.
        graph.nodes.iter_mut().filter(|node| !node.frozen).for_each(|node| node.open = true);
    }
    propagate::spread_openness(graph);
    bounds::settle(graph);
}
