//! Keep or recompute: the cheapest choice among values that are needed later, as one exact minimum cut.
//!
//! Every value v is two nodes: v_out ("v must be available") and v_in ("v is computed again"). The edge v_out -> v_in costs
//! what keeping v costs, v_in -> T what computing it again costs, and v_in -> u_out is infinite for every u that computing v
//! reads. The source leads to v_out of whatever is needed. The cheapest cut is the cheapest choice.

use crate::min_cut::{INFINITE, Network};

/// A value that is needed, or that others are computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub is_needed: bool,
    pub supply: Supply,
}

/// How a value can be had when it is needed. Costs from [`INFINITE`] on are too high for any choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supply {
    /// It is there anyhow.
    Free,
    /// It must be kept, at this cost.
    Keep(u64),
    /// It can be kept, or computed again from others, by their numbers.
    Either { keep: u64, recompute: u64, reads: Vec<usize> },
}

/// Which of the candidates to keep, as flags; none when something can neither be kept nor computed again.
pub fn choose(candidates: &[Candidate]) -> Option<Vec<bool>> {
    let mut network = Network::new();
    let (source, sink) = (network.add_node(), network.add_node());
    let nodes: Vec<(usize, usize)> = candidates.iter().map(|_| (network.add_node(), network.add_node())).collect();
    for (candidate, (out, inside)) in candidates.iter().zip(&nodes) {
        match &candidate.supply {
            Supply::Free => {}
            Supply::Keep(cost) => {
                network.add_edge(*out, *inside, *cost);
                network.add_edge(*inside, sink, INFINITE);
            }
            Supply::Either { keep, recompute, reads } => {
                network.add_edge(*out, *inside, *keep);
                network.add_edge(*inside, sink, *recompute);
                for read in reads {
                    network.add_edge(*inside, nodes[*read].0, INFINITE);
                }
            }
        }
        if candidate.is_needed {
            network.add_edge(source, *out, INFINITE);
        }
    }
    let side = network.minimum_cut(source, sink)?;
    let is_kept = |(candidate, (out, inside)): (&Candidate, &(usize, usize))| {
        candidate.supply != Supply::Free && side[*out] && !side[*inside]
    };
    Some(candidates.iter().zip(&nodes).map(is_kept).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn either(keep: u64, recompute: u64, reads: &[usize]) -> Supply {
        Supply::Either { keep, recompute, reads: reads.to_vec() }
    }

    fn chosen(supplies: Vec<Supply>, needed: &[usize]) -> Option<Vec<bool>> {
        let candidate = |(n, supply)| Candidate { is_needed: needed.contains(&n), supply };
        choose(&supplies.into_iter().enumerate().map(candidate).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_cheap_to_compute_is_not_kept() {
        // 1 is computed from 0, which is there.
        assert_eq!(chosen(vec![Supply::Free, either(8, 1, &[0])], &[1]), Some(vec![false, false]));
        // The same from something that must be kept, and is dearer.
        assert_eq!(chosen(vec![Supply::Keep(20), either(8, 1, &[0])], &[1]), Some(vec![false, true]));
    }

    #[test]
    fn one_value_that_many_are_computed_from_is_kept() {
        let supplies = vec![Supply::Keep(8), either(8, 1, &[0]), either(8, 1, &[0]), either(8, 1, &[0])];
        assert_eq!(chosen(supplies, &[1, 2, 3]), Some(vec![true, false, false, false]));
    }

    #[test]
    fn what_nobody_needs_is_not_kept() {
        assert_eq!(chosen(vec![Supply::Keep(8), either(1, 1, &[0])], &[]), Some(vec![false, false]));
    }

    #[test]
    fn nothing_can_be_done_where_neither_is_possible() {
        assert_eq!(chosen(vec![Supply::Keep(INFINITE)], &[0]), None);
        assert_eq!(chosen(vec![Supply::Keep(INFINITE), either(INFINITE, 1, &[0])], &[1]), None);
    }
}
