//! Calls: of functions, which are batched as well; of what is known by name only; and operations that pass values on.

use super::Entry;
use super::each::one_by_one;
use super::support::{Batch, on_all, with_operands};
use crate::func::Func;
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, DenseElements, Op, Result, Type};

pub(super) const FUNC_TABLE: &[Entry] = &[("call", BatchRule(call))];

pub(super) const TABLE: &[Entry] = &[
    ("composite", BatchRule(composite)),
    ("custom_call", BatchRule(custom_call)),
    ("get_tuple_element", BatchRule(on_all)),
    ("optimization_barrier", BatchRule(each_alone)),
    ("tuple", BatchRule(on_all)),
];

fn function(site: &BatchSite, attribute: &str) -> Result<Op> {
    let path = site.ir().attribute(site.op, attribute).and_then(Attribute::as_symbol);
    let Some([name]) = path else {
        return Err(site.refuse("calls a function of another module", "move the function beside its caller"));
    };
    let path = [name.clone()];
    let found = site.ir().resolve_symbol(site.op, &path).filter(|found| Func::of(site.ir(), *found).is_some());
    found.ok_or_else(|| site.error(format!("there is no function @{}", path[0])))
}

fn call(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let callee = function(site, "callee")?;
    call_function(site, callee, examples)
}

/// A composite over many examples is what its decomposition says; what its name means is known for one example only.
fn composite(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let callee = function(site, "decomposition")?;
    call_function(site, callee, examples)
}

fn call_function(site: &mut BatchSite, callee: Op, examples: &[Examples]) -> Batch {
    let batched: Vec<bool> = examples.iter().map(|examples| examples.is_batched()).collect();
    let made = site.batcher.function(site.builder.ir, callee, &batched)?;
    let mut types = site.result_types();
    for (ty, _) in types.iter_mut().zip(&made.results).filter(|(_, batched)| **batched) {
        *ty = site.stacked(ty)?;
    }
    let operands: Vec<_> = examples.iter().map(|examples| examples.value()).collect();
    let op = site.builder.build("func.call", &operands, &[("callee", Attribute::symbol(&made.name))], &types);
    let results = site.ir()[op].results().iter().zip(made.results);
    Ok(results
        .map(|(value, batched)| if batched { Examples::Batched(*value) } else { Examples::Shared(*value) })
        .collect())
}

/// For operations that treat every operand by itself: each result is what its operand is.
pub(super) fn each_alone(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let operands: Vec<_> = examples.iter().map(|examples| examples.value()).collect();
    let mut types = site.result_types();
    for (ty, _) in types.iter_mut().zip(examples).filter(|(_, examples)| examples.is_batched()) {
        *ty = site.stacked(ty)?;
    }
    let results = site.again(&operands, &[], &types).into_iter().zip(examples);
    Ok(results
        .map(|(value, examples)| if examples.is_batched() { Examples::Batched(value) } else { Examples::Shared(value) })
        .collect())
}

/// Calls that only say where or how something is to be computed: what they say is of one example.
const ANNOTATIONS: [&str; 6] = [
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
    "LayoutConstraint",
    "xla.sdy.FuncResultSharding",
];

/// What is known by name takes dimensions in front (LAPACK's routines, functions of elements, the largest along the last
/// dimension, comparisons of whole tensors); anything else is called for one example after the other.
fn custom_call(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let target = site.ir().attribute(site.op, "call_target_name").and_then(Attribute::as_str).unwrap_or_default();
    let target = target.to_owned();
    let own: Vec<Type> = site.ir()[site.op].operands().map(|value| site.ty(value)).collect();
    if ANNOTATIONS.contains(&target.as_str()) && own == site.result_types() {
        return Ok(examples.to_vec());
    }
    let is_lapack = target.starts_with("lapack_") && target.ends_with("_ffi");
    let is_known = ["chlo.", "mhlo.", "check."].iter().any(|prefix| target.starts_with(prefix)) || target == "TopK";
    if !is_lapack && !is_known {
        return one_by_one(site, examples);
    }
    let mut changes = Vec::new();
    for name in ["operand_layouts", "result_layouts"] {
        if let Some(layouts) = site.ir().attribute(site.op, name).and_then(Attribute::as_array) {
            changes.push((name, Attribute::array(layouts.iter().map(outermost).collect::<Vec<_>>())));
        }
    }
    let operands = site.spread_all(examples)?;
    with_operands(site, &operands, &changes)
}

/// A layout, minor dimensions first, with a first dimension that is outermost.
fn outermost(layout: &Attribute) -> Attribute {
    let Some(dense) = layout.as_dense() else { return layout.clone() };
    let Some(order) = dense.integers() else { return layout.clone() };
    let longer: Vec<i64> = order.iter().map(|dimension| dimension + 1).chain([0]).collect();
    let ty = Type::tensor([longer.len() as i64], dense.ty().element().clone());
    DenseElements::of_integers(ty, longer).map_or_else(|| layout.clone(), Attribute::Dense)
}
