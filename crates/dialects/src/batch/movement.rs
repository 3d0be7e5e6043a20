//! Operations that move elements: the same along all dimensions but the first.

use super::Entry;
use super::each::one_by_one;
use super::support::{
    Batch, broadcast, integers, number, numbers, rank, reshape, scalars_as, shape, shifted, shifted_number,
    with_changes, with_first, with_operands,
};
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, Result, Type, Value};

pub(super) const TABLE: &[Entry] = &[
    ("broadcast", BatchRule(prefix)),
    ("broadcast_in_dim", BatchRule(broadcast_in_dim)),
    ("concatenate", BatchRule(concatenate)),
    ("dynamic_broadcast_in_dim", BatchRule(broadcast_in_dim)),
    ("dynamic_iota", BatchRule(counted)),
    ("dynamic_pad", BatchRule(dynamic_pad)),
    ("dynamic_reshape", BatchRule(reshaped)),
    ("get_dimension_size", BatchRule(dimension_size)),
    ("pad", BatchRule(pad)),
    ("real_dynamic_slice", BatchRule(real_dynamic_slice)),
    ("reshape", BatchRule(reshaped)),
    ("reverse", BatchRule(reverse)),
    ("slice", BatchRule(slice)),
    ("transpose", BatchRule(transpose)),
];

/// New dimensions in front of those of one example.
fn prefix(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let operand = site.spread(examples[0])?;
    let result = site.stacked_results()?.remove(0);
    let own = rank(&site.operand_type(0)?) as i64;
    let first = rank(&result) as i64 - own;
    let dimensions: Vec<i64> = with_first(0, &(first..first + own).collect::<Vec<i64>>());
    Ok(vec![Examples::Batched(broadcast(site, operand, &dimensions, &result)?)])
}

/// The shape of the result is known, so a shape given as an operand says nothing more.
fn broadcast_in_dim(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let dimensions = numbers(site, "broadcast_dimensions")?;
    let result = site.result_types().remove(0);
    let stacked = site.stacked(&result)?;
    Ok(vec![match examples[0] {
        Examples::Shared(value) => Examples::Shared(broadcast(site, value, &dimensions, &result)?),
        Examples::Batched(value) => {
            Examples::Batched(broadcast(site, value, &with_first(0, &shifted(&dimensions)), &stacked)?)
        }
    }])
}

fn counted(site: &mut BatchSite, _: &[Examples]) -> Batch {
    let ty = site.result_types().remove(0);
    site.stacked(&ty)?;
    let along = Attribute::i64(number(site, "iota_dimension")?);
    Ok(vec![Examples::Shared(site.typed("stablehlo.iota", &[], &[("iota_dimension", along)], ty)?)])
}

fn reshaped(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let result = site.result_types().remove(0);
    let stacked = site.stacked(&result)?;
    Ok(vec![match examples[0] {
        Examples::Shared(value) => Examples::Shared(reshape(site, value, &result)?),
        Examples::Batched(value) => Examples::Batched(reshape(site, value, &stacked)?),
    }])
}

fn transpose(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let permutation = with_first(0, &shifted(&numbers(site, "permutation")?));
    with_changes(site, examples, &[("permutation", Attribute::i64_array(permutation))])
}

fn reverse(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let dimensions = shifted(&numbers(site, "dimensions")?);
    with_changes(site, examples, &[("dimensions", Attribute::i64_array(dimensions))])
}

fn slice(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let size = site.size;
    let mut changes = Vec::new();
    for (name, first) in [("start_indices", 0), ("limit_indices", size), ("strides", 1)] {
        changes.push((name, Attribute::i64_array(with_first(first, &numbers(site, name)?))));
    }
    with_changes(site, examples, &changes)
}

fn concatenate(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let along = shifted_number(site, "dimension")?;
    with_changes(site, examples, &[("dimension", along)])
}

fn dimension_size(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let along = shifted_number(site, "dimension")?;
    let types = site.result_types();
    let operand = examples[0].value();
    Ok(site.again(&[operand], &[("dimension", along)], &types).into_iter().map(Examples::Shared).collect())
}

const AMOUNTS: [&str; 3] = ["edge_padding_low", "edge_padding_high", "interior_padding"];

fn padded(site: &mut BatchSite, value: Value, padding: Value, amounts: &[Vec<i64>; 3]) -> Result<Value> {
    let attributes: Vec<(&str, Attribute)> =
        AMOUNTS.iter().zip(amounts).map(|(name, list)| (*name, Attribute::i64_array(list.clone()))).collect();
    site.value("stablehlo.pad", &[value, padding], &attributes)
}

/// Where each example has its own padding, it is put in by a mask.
fn pad(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let amounts = [numbers(site, AMOUNTS[0])?, numbers(site, AMOUNTS[1])?, numbers(site, AMOUNTS[2])?];
    let longer = amounts.clone().map(|list| with_first(0, &list));
    let operand = site.spread(examples[0])?;
    let padding = match examples[1] {
        Examples::Shared(value) => return Ok(vec![Examples::Batched(padded(site, operand, value, &longer)?)]),
        Examples::Batched(value) => value,
    };
    let element = site.ty(padding).element().clone();
    let first = [("start_indices", 0), ("limit_indices", 1), ("strides", 1)];
    let first = first.map(|(name, number)| (name, Attribute::i64_array([number])));
    let any = site.value("stablehlo.slice", &[padding], &first)?;
    let any = reshape(site, any, &Type::tensor([], element))?;
    let values = padded(site, operand, any, &longer)?;
    let truth = Type::integer(1);
    let own = site.operand_type(0)?.shape().unwrap_or_default().to_vec();
    let inside = Type::tensor(own.clone(), truth.clone());
    let inside = super::support::zeros(site, &inside)?;
    let outside = integers(site, &Type::tensor([], truth.clone()), &[1])?;
    let mask = padded(site, inside, outside, &amounts)?;
    let all = site.ty(values);
    let dimensions: Vec<i64> = (1..=own.len() as i64).collect();
    let mask = broadcast(site, mask, &dimensions, &Type::tensor(shape(site, values), truth))?;
    let padding = scalars_as(site, padding, &all)?;
    Ok(vec![Examples::Batched(site.value("stablehlo.select", &[mask, padding, values], &[])?)])
}

/// One more number in front of numbers that are known only at run time.
fn longer(site: &mut BatchSite, list: Value, first: i64) -> Result<Value> {
    let element = site.ty(list).element().clone();
    let first = integers(site, &Type::tensor([1], element), &[first])?;
    site.value("stablehlo.concatenate", &[first, list], &[("dimension", Attribute::i64(0))])
}

fn dynamic_pad(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if examples[1..].iter().any(|examples| examples.is_batched()) {
        return one_by_one(site, examples);
    }
    let mut operands = vec![site.spread(examples[0])?, examples[1].value()];
    for amount in &examples[2..] {
        operands.push(longer(site, amount.value(), 0)?);
    }
    with_operands(site, &operands, &[])
}

fn real_dynamic_slice(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if examples[1..].iter().any(|examples| examples.is_batched()) {
        return one_by_one(site, examples);
    }
    let mut operands = vec![site.spread(examples[0])?];
    for (bound, first) in examples[1..].iter().zip([0, site.size, 1]) {
        operands.push(longer(site, bound.value(), first)?);
    }
    with_operands(site, &operands, &[])
}
