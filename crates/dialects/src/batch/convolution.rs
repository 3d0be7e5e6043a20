//! Convolutions: examples of the left side stand among its batches, examples of the kernel among the output features, and
//! where both have them, every example is a group of its own.
//!
//! What is split into groups is split before the examples come in, so that each group holds its part of all examples.

use super::Entry;
use super::each::one_by_one;
use super::support::{Batch, merge, number, product, structure, unmerge};
use crate::stablehlo::attributes::ConvDimensionNumbers;
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, Type};

pub(super) const TABLE: &[Entry] =
    &[("convolution", BatchRule(convolution)), ("dynamic_conv", BatchRule(dynamic_convolution))];

fn dynamic_convolution(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if examples[2].is_batched() { one_by_one(site, examples) } else { convolution(site, examples) }
}

fn convolution(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let dimensions: ConvDimensionNumbers = structure(site, "dimension_numbers")?;
    let (by_feature, by_batch) = (number(site, "feature_group_count")?, number(site, "batch_group_count")?);
    let mut operands: Vec<_> = examples.iter().map(|examples| examples.value()).collect();
    let mut changes = Vec::new();
    // The dimension of the result that holds the examples, and the groups around them.
    let (place, groups) = match (examples[0].is_batched(), examples[1].is_batched()) {
        (true, false) => {
            operands[0] = merge(site, operands[0], dimensions.input_batch as usize, by_batch)?;
            (dimensions.output_batch, 1)
        }
        (false, _) => {
            let groups = by_feature.max(by_batch);
            operands[1] = merge(site, operands[1], dimensions.kernel_output_feature as usize, groups)?;
            (dimensions.output_feature, groups)
        }
        (true, true) => {
            let (name, along, count) = match by_batch {
                1 => ("feature_group_count", dimensions.input_feature, by_feature),
                _ => ("batch_group_count", dimensions.input_batch, by_batch),
            };
            operands[0] = merge(site, operands[0], along as usize, 1)?;
            operands[1] = merge(site, operands[1], dimensions.kernel_output_feature as usize, 1)?;
            changes.push((name, Attribute::i64(product(site, count, site.size)?)));
            (dimensions.output_feature, 1)
        }
    };
    let result = site.result_types().remove(0);
    site.stacked(&result)?;
    let mut sizes = result.shape().unwrap_or_default().to_vec();
    sizes[place as usize] = product(site, sizes[place as usize], site.size)?;
    let ty = Type::tensor(sizes, result.element().clone());
    let value = site.again(&operands, &changes, &[ty])[0];
    Ok(vec![Examples::Batched(unmerge(site, value, place as usize, groups)?)])
}
