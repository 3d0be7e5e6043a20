//! Batch normalisation: the features of every example are features of their own.

use super::Entry;
use super::support::{Batch, merge, number, rank, unmerge};
use zymase_ir::Type;
use zymase_ir::batching::{BatchRule, BatchSite, Examples};

pub(super) const TABLE: &[Entry] = &[
    ("batch_norm_grad", BatchRule(normalisation)),
    ("batch_norm_inference", BatchRule(normalisation)),
    ("batch_norm_training", BatchRule(normalisation)),
];

fn normalisation(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let feature = number(site, "feature_index")? as usize;
    // Tensors of rank one hold a number for each feature; where the data has rank one, that is its feature as well.
    let place = |ty: &Type| if rank(ty) == 1 { 0 } else { feature };
    let mut operands = Vec::with_capacity(examples.len());
    for (index, examples) in examples.iter().enumerate() {
        let along = place(&site.operand_type(index)?);
        let all = site.spread(*examples)?;
        operands.push(merge(site, all, along, 1)?);
    }
    let results = site.result_types();
    let mut merged = Vec::with_capacity(results.len());
    for ty in &results {
        let mut sizes = ty.shape().unwrap_or_default().to_vec();
        sizes[place(ty)] = super::support::product(site, sizes[place(ty)], site.size)?;
        merged.push(Type::tensor(sizes, ty.element().clone()));
    }
    let values = site.again(&operands, &[], &merged);
    let mut examples = Vec::with_capacity(values.len());
    for (value, ty) in values.into_iter().zip(&results) {
        examples.push(Examples::Batched(unmerge(site, value, place(ty), 1)?));
    }
    Ok(examples)
}
