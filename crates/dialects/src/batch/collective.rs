//! Collectives: the examples travel together, and the dimensions that are split or joined lie behind theirs.

use super::Entry;
use super::calls::each_alone;
use super::each::one_by_one;
use super::support::{Batch, shifted_number, with_changes};
use zymase_ir::batching::{BatchRule, BatchSite, Examples};

pub(super) const TABLE: &[Entry] = &[
    ("all_gather", BatchRule(all_gather)),
    ("all_reduce", BatchRule(all_reduce)),
    ("all_to_all", BatchRule(all_to_all)),
    ("collective_broadcast", BatchRule(each_alone)),
    ("collective_permute", BatchRule(each_alone)),
    ("cross-replica-sum", BatchRule(each_alone)),
    ("reduce_scatter", BatchRule(reduce_scatter)),
];

fn all_gather(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let along = shifted_number(site, "all_gather_dim")?;
    with_changes(site, examples, &[("all_gather_dim", along)])
}

fn all_reduce(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if site.captures_batched() { one_by_one(site, examples) } else { each_alone(site, examples) }
}

fn reduce_scatter(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if site.captures_batched() {
        return one_by_one(site, examples);
    }
    let along = shifted_number(site, "scatter_dimension")?;
    with_changes(site, examples, &[("scatter_dimension", along)])
}

fn all_to_all(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let split = shifted_number(site, "split_dimension")?;
    let joined = shifted_number(site, "concat_dimension")?;
    with_changes(site, examples, &[("split_dimension", split), ("concat_dimension", joined)])
}
