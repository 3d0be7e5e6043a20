//! Dot products: examples of both sides are one more batching dimension, examples of one side a free dimension of it.

use super::Entry;
use super::support::{Batch, shifted, structure, to_front, with_first};
use crate::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, Result, Type};

pub(super) const TABLE: &[Entry] = &[
    ("dot", BatchRule(dot)),
    ("dot_general", BatchRule(dot_general)),
    ("einsum", BatchRule(einsum)),
    ("unary_einsum", BatchRule(einsum)),
];

fn dot(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let last = site.operand_type(0)?.shape().map_or(0, <[i64]>::len) as i64 - 1;
    let numbers = DotDimensionNumbers { lhs_contracting: vec![last], rhs_contracting: vec![0], ..Default::default() };
    product(site, examples, numbers)
}

fn dot_general(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let numbers = structure(site, "dot_dimension_numbers")?;
    product(site, examples, numbers)
}

fn product(site: &mut BatchSite, examples: &[Examples], mut numbers: DotDimensionNumbers) -> Batch {
    let result = site.result_types().remove(0);
    let left_rank = site.operand_type(0)?.shape().map_or(0, <[i64]>::len);
    let batches = numbers.lhs_batching.len();
    let left_free = left_rank.saturating_sub(batches + numbers.lhs_contracting.len());
    let (left, right) = (examples[0].is_batched(), examples[1].is_batched());
    if left {
        numbers.lhs_batching = shifted(&numbers.lhs_batching);
        numbers.lhs_contracting = shifted(&numbers.lhs_contracting);
    }
    if right {
        numbers.rhs_batching = shifted(&numbers.rhs_batching);
        numbers.rhs_contracting = shifted(&numbers.rhs_contracting);
    }
    // Where the examples are in the product.
    let place = match (left, right) {
        (true, true) => {
            numbers.lhs_batching = with_first(0, &numbers.lhs_batching);
            numbers.rhs_batching = with_first(0, &numbers.rhs_batching);
            0
        }
        (true, false) => batches,
        _ => batches + left_free,
    };
    let mut sizes = result.shape().unwrap_or_default().to_vec();
    if place > sizes.len() {
        return Err(site.error("has dimension numbers that do not fit its result"));
    }
    sizes.insert(place, site.size);
    let mut attributes = vec![("dot_dimension_numbers", Attribute::dialect(numbers))];
    for name in ["precision_config", "algorithm"] {
        attributes.extend(site.ir().attribute(site.op, name).map(|attribute| (name, attribute.clone())));
    }
    let ty = Type::tensor(sizes, result.element().clone());
    let value = site.typed("stablehlo.dot_general", &[examples[0].value(), examples[1].value()], &attributes, ty)?;
    Ok(vec![Examples::Batched(to_front(site, value, place)?)])
}

/// One more letter for the examples.
fn einsum(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let config = site.ir().attribute(site.op, "einsum_config").and_then(Attribute::as_str).unwrap_or_default();
    let config = config.to_owned();
    let changed = with_letter(site, &config, examples)?;
    let operands: Vec<_> = examples.iter().map(|examples| examples.value()).collect();
    super::support::with_operands(site, &operands, &[("einsum_config", Attribute::string(&changed))])
}

fn with_letter(site: &BatchSite, config: &str, examples: &[Examples]) -> Result<String> {
    let letter = ('a'..='z').chain('A'..='Z').find(|letter| !config.contains(*letter));
    let parts = config.split_once("->").map(|(inputs, output)| (inputs.split(',').collect::<Vec<_>>(), output));
    let (Some(letter), Some((inputs, output))) = (letter, parts) else {
        return Err(site.refuse(format!("has a configuration that cannot be batched: {config}"), "write dot_general"));
    };
    if inputs.len() != examples.len() {
        return Err(site.error("has a configuration for another number of operands"));
    }
    let marked: Vec<String> = inputs
        .iter()
        .zip(examples)
        .map(
            |(input, examples)| {
                if examples.is_batched() { format!("{letter}{}", input.trim()) } else { (*input).into() }
            },
        )
        .collect();
    Ok(format!("{}->{letter}{}", marked.join(","), output.trim()))
}
