//! Groups of nodes among which searches go about: no search leaves the group it starts in.
use super::graph::{Address, Graph, NodeNumber};

pub struct Together {
    /// A node nearer to the one that stands for the group; that one itself.
    towards: Vec<NodeNumber>,
}

impl Together {
    pub fn of(graph: &Graph) -> Together {
        let count = graph.nodes.len() as NodeNumber;
        let mut together = Together { towards: (0..count).collect() };
        for edge in graph.edges.iter().filter(|edge| edge.size != Some(0)) {
            together.unite(graph, edge.low, edge.high);
        }
        for node in 0..count {
            let it = graph.node(node);
            let here = Address { node, offset: 0 };
            let elements = it.relations.iter().map(|relation| relation.element);
            elements.chain(it.arrays.iter().copied()).for_each(|other| together.unite(graph, here, other));
        }
        for node in 0..count {
            together.towards[node as usize] = together.group(node);
        }
        together
    }

    /// The node that stands for the group of a node.
    pub fn group(&self, node: NodeNumber) -> NodeNumber {
        let mut at = node;
        while self.towards[at as usize] != at {
            at = self.towards[at as usize];
        }
        at
    }

    fn unite(&mut self, graph: &Graph, a: Address, b: Address) {
        let (a, b) = (graph.find(a).node, graph.find(b).node);
        let group = self.group(a).min(self.group(b));
        // Whoever is passed is shown the short way.
        for mut at in [a, b] {
            while at != group {
                at = std::mem::replace(&mut self.towards[at as usize], group);
            }
        }
    }
}
