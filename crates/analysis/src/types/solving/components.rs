//! Connected components of the memory graph: no search leaves the one it starts in.
use crate::types::graph::{Address, Graph, NodeNumber};

pub struct Components {
    /// A node nearer to the representative of its component; the representative itself.
    towards: Vec<NodeNumber>,
}

impl Components {
    pub fn of(graph: &Graph) -> Components {
        let count = graph.nodes.len() as NodeNumber;
        let mut components = Components { towards: (0..count).collect() };
        for edge in graph.edges.iter().filter(|edge| edge.size != Some(0)) {
            components.unite(graph, edge.low, edge.high);
        }
        for node in 0..count {
            let it = graph.node(node);
            let here = Address { node, offset: 0 };
            let elements = it.relations.iter().map(|relation| relation.element);
            elements.chain(it.arrays.iter().copied()).for_each(|other| components.unite(graph, here, other));
        }
        for node in 0..count {
            components.towards[node as usize] = components.representative(node);
        }
        components
    }

    /// The representative of the component of a node.
    pub fn representative(&self, node: NodeNumber) -> NodeNumber {
        let mut at = node;
        while self.towards[at as usize] != at {
            at = self.towards[at as usize];
        }
        at
    }

    fn unite(&mut self, graph: &Graph, a: Address, b: Address) {
        let (a, b) = (graph.find(a).node, graph.find(b).node);
        let representative = self.representative(a).min(self.representative(b));
        // Path compression.
        for mut at in [a, b] {
            while at != representative {
                at = std::mem::replace(&mut self.towards[at as usize], representative);
            }
        }
    }
}
