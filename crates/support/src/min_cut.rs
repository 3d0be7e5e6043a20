//! Minimum cut of a directed graph with integer capacities (Dinic's algorithm).
//!
//! Deterministic: the cut returned is the one nearest to the source, whatever order edges were added in between equal
//! costs, because the source side of a maximum flow's residual graph is unique.

use std::collections::VecDeque;

/// A capacity that no cut should ever pay. Sums of capacities saturate at it.
pub const INFINITE: u64 = u64::MAX / 4;

#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    left: u64,
}

/// A flow network; nodes are numbered from 0.
#[derive(Clone, Default)]
pub struct Network {
    edges: Vec<Edge>,
    outgoing: Vec<Vec<usize>>,
}

impl Network {
    pub fn new() -> Network {
        Network::default()
    }

    pub fn add_node(&mut self) -> usize {
        self.outgoing.push(Vec::new());
        self.outgoing.len() - 1
    }

    pub fn add_edge(&mut self, from: usize, to: usize, capacity: u64) {
        self.outgoing[from].push(self.edges.len());
        self.edges.push(Edge { to, left: capacity.min(INFINITE) });
        self.outgoing[to].push(self.edges.len());
        self.edges.push(Edge { to: from, left: 0 });
    }

    /// The nodes on the source's side of the cheapest cut, as flags; none when every cut costs [`INFINITE`] or more.
    pub fn minimum_cut(mut self, source: usize, sink: usize) -> Option<Vec<bool>> {
        let mut total: u64 = 0;
        loop {
            let level = self.levels(source);
            if level[sink] == usize::MAX {
                return (total < INFINITE).then(|| level.iter().map(|l| *l != usize::MAX).collect());
            }
            let mut next = vec![0; self.outgoing.len()];
            loop {
                let pushed = self.push_one_path(source, sink, &level, &mut next);
                if pushed == 0 {
                    break;
                }
                total = total.saturating_add(pushed);
                if total >= INFINITE {
                    return None;
                }
            }
        }
    }

    fn levels(&self, source: usize) -> Vec<usize> {
        let mut level = vec![usize::MAX; self.outgoing.len()];
        level[source] = 0;
        let mut queue = VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for &edge in &self.outgoing[node] {
                let Edge { to, left } = self.edges[edge];
                if left > 0 && level[to] == usize::MAX {
                    level[to] = level[node] + 1;
                    queue.push_back(to);
                }
            }
        }
        level
    }

    /// Finds one augmenting path along increasing levels, without recursion.
    fn push_one_path(&mut self, source: usize, sink: usize, level: &[usize], next: &mut [usize]) -> u64 {
        let mut path: Vec<usize> = Vec::new();
        let mut node = source;
        loop {
            if node == sink {
                let flow = path.iter().map(|&e| self.edges[e].left).min().unwrap_or(0);
                for &edge in &path {
                    self.edges[edge].left -= flow;
                    self.edges[edge ^ 1].left += flow;
                }
                return flow;
            }
            let advance = self.outgoing[node].get(next[node]).copied();
            match advance {
                Some(edge) => {
                    let Edge { to, left } = self.edges[edge];
                    if left > 0 && level[to] == level[node] + 1 {
                        path.push(edge);
                        node = to;
                    } else {
                        next[node] += 1;
                    }
                }
                None => {
                    let Some(edge) = path.pop() else { return 0 };
                    node = self.edges[edge ^ 1].to;
                    next[node] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_the_cheaper_of_two_edges_in_series() {
        let mut network = Network::new();
        let nodes: Vec<_> = (0..4).map(|_| network.add_node()).collect();
        network.add_edge(nodes[0], nodes[1], INFINITE);
        network.add_edge(nodes[1], nodes[2], 3);
        network.add_edge(nodes[2], nodes[3], 5);
        assert_eq!(network.minimum_cut(0, 3), Some(vec![true, true, false, false]));
    }

    #[test]
    fn says_when_no_finite_cut_exists() {
        let mut network = Network::new();
        let (a, b) = (network.add_node(), network.add_node());
        network.add_edge(a, b, INFINITE);
        assert_eq!(network.minimum_cut(a, b), None);
    }

    #[test]
    fn agrees_with_brute_force_on_small_random_graphs() {
        let mut state = 7_u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        for _ in 0..200 {
            let count = 6;
            let edges: Vec<_> =
                (0..12).map(|_| (random(count) as usize, random(count) as usize, 1 + random(9))).collect();
            let mut network = Network::new();
            (0..count).for_each(|_| {
                network.add_node();
            });
            edges.iter().for_each(|&(a, b, c)| network.add_edge(a, b, c));
            let cost = |side: &dyn Fn(usize) -> bool| -> u64 {
                edges.iter().filter(|(a, b, _)| side(*a) && !side(*b)).map(|e| e.2).sum()
            };
            let best = (0..1_u32 << count)
                .filter(|mask| mask & 1 == 1 && mask & 2 == 0)
                .map(|mask| cost(&|n| mask >> n & 1 == 1))
                .min();
            let cut = network.minimum_cut(0, 1).expect("capacities are finite");
            assert_eq!(Some(cost(&|n| cut[n])), best);
        }
    }
}
