//! Operations with a body for elements: reductions, windows, maps, sorts. The body stays as it is; if it uses a value of
//! outside that differs between examples, they are computed one after the other.

use super::Entry;
use super::each::one_by_one;
use super::support::{Batch, numbers, rank, scalars_as, shifted, with_changes, with_first, with_operands};
use crate::evaluate::bodies::known_combiner;
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, DenseElements, Result, Type, TypeKind, Value};
use zymase_tensor::Combiner;
use zymase_tensor::elementwise::Binary;

pub(super) const TABLE: &[Entry] = &[
    ("map", BatchRule(map)),
    ("reduce", BatchRule(reduce)),
    ("reduce_window", BatchRule(windows)),
    ("select_and_scatter", BatchRule(select_and_scatter)),
    ("sort", BatchRule(sort)),
];

fn map(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if site.captures_batched() {
        return one_by_one(site, examples);
    }
    let dimensions: Vec<i64> = (0..=rank(&site.operand_type(0)?) as i64).collect();
    with_changes(site, examples, &[("dimensions", Attribute::i64_array(dimensions))])
}

fn sort(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if site.captures_batched() {
        return one_by_one(site, examples);
    }
    let dimension = site.ir().attribute(site.op, "dimension").and_then(Attribute::as_i64);
    // Counted from the end it stays the same.
    let change: Vec<(&str, Attribute)> = match dimension {
        Some(dimension) if dimension >= 0 => vec![("dimension", Attribute::i64(dimension + 1))],
        _ => Vec::new(),
    };
    with_changes(site, examples, &change)
}

fn reduce(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let (inputs, starts) = examples.split_at(examples.len() / 2);
    let changes = [("dimensions", Attribute::i64_array(shifted(&numbers(site, "dimensions")?)))];
    if site.captures_batched() {
        return one_by_one(site, examples);
    }
    if starts.iter().any(|start| start.is_batched()) {
        return match neutral(site)? {
            Some((name, neutral)) => reduce_from(site, inputs, starts[0], &changes, name, neutral),
            None => one_by_one(site, examples),
        };
    }
    let mut operands = site.spread_all(inputs)?;
    operands.extend(starts.iter().map(|start| start.value()));
    with_operands(site, &operands, &changes)
}

/// Each example has its own start: it is put in at the end, by the operation that the body is.
fn reduce_from(
    site: &mut BatchSite,
    inputs: &[Examples],
    start: Examples,
    changes: &[(&str, Attribute)],
    name: &str,
    neutral: Value,
) -> Batch {
    let (types, result) = (site.stacked_results()?, site.result_types().remove(0));
    let start = site.spread(start)?;
    let reduced = match inputs[0] {
        Examples::Batched(value) => site.again(&[value, neutral], changes, &types)[0],
        Examples::Shared(value) => {
            let all = site.again(&[value, neutral], &[], &[result])[0];
            site.spread(Examples::Shared(all))?
        }
    };
    let start = scalars_as(site, start, &types[0])?;
    Ok(vec![Examples::Batched(site.value(name, &[start, reduced], &[])?)])
}

/// The operation that the body of a reduction of one operand is, and the number that changes nothing.
fn neutral(site: &mut BatchSite) -> Result<Option<(&'static str, Value)>> {
    let result = site.result_types().remove(0);
    let element = result.element().clone();
    let is_one = site.ir()[site.op].operands().len() == 2 && *site.operand_type(0)?.element() == element;
    let region = site.ir()[site.op].regions()[0];
    let Some(Combiner::Binary(binary)) = known_combiner(site.ir(), region).filter(|_| is_one) else { return Ok(None) };
    let (name, number) = match binary {
        Binary::Add => ("stablehlo.add", 0.0),
        Binary::Multiply => ("stablehlo.multiply", 1.0),
        Binary::Maximum => ("stablehlo.maximum", f64::NEG_INFINITY),
        Binary::Minimum => ("stablehlo.minimum", f64::INFINITY),
        _ => return Ok(None),
    };
    let scalar = Type::tensor([], element.clone());
    let dense = match element.kind() {
        // Formats of eight bits may have no infinity.
        TypeKind::Float(kind) if kind.bits() >= 16 => DenseElements::of_floats(scalar, [number]),
        TypeKind::Integer { width, .. } if number.is_finite() && *width > 1 => {
            DenseElements::of_integers(scalar, [number as i64])
        }
        _ => None,
    };
    let Some(dense) = dense else { return Ok(None) };
    Ok(Some((name, site.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])?)))
}

/// Windows of size one along the first dimension.
fn wider(site: &BatchSite) -> Result<Vec<(&'static str, Attribute)>> {
    let mut changes = Vec::new();
    for name in ["window_dimensions", "window_strides", "base_dilations", "window_dilations"] {
        if site.ir().attribute(site.op, name).is_some() {
            changes.push((name, Attribute::i64_array(with_first(1, &numbers(site, name)?))));
        }
    }
    if let Some(padding) = site.ir().attribute(site.op, "padding") {
        let pairs = padding.as_dense().and_then(DenseElements::integers).unwrap_or_default();
        let all = [vec![0, 0], pairs].concat();
        let ty = Type::tensor([all.len() as i64 / 2, 2], Type::integer(64));
        let dense = DenseElements::of_integers(ty, all);
        changes.push(("padding", Attribute::Dense(dense.ok_or_else(|| site.error("has padding that is no pairs"))?)));
    }
    Ok(changes)
}

fn windows(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let (inputs, starts) = examples.split_at(examples.len() / 2);
    // The start is also what windows see outside: it cannot be put in afterwards.
    if site.captures_batched() || starts.iter().any(|start| start.is_batched()) {
        return one_by_one(site, examples);
    }
    let changes = wider(site)?;
    let mut operands = site.spread_all(inputs)?;
    operands.extend(starts.iter().map(|start| start.value()));
    with_operands(site, &operands, &changes)
}

fn select_and_scatter(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    if site.captures_batched() || examples[2].is_batched() {
        return one_by_one(site, examples);
    }
    let changes = wider(site)?;
    let operands = [site.spread(examples[0])?, site.spread(examples[1])?, examples[2].value()];
    with_operands(site, &operands, &changes)
}
