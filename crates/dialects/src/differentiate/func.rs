//! Calls: a call of the derivative of the function that is called. In reverse mode a function is called in its place that
//! keeps what the derivative needs.

use super::Entry;
use crate::func::Func;
use zymase_ir::derivative::{Derivative, ForwardRule, ReverseRule, Site};
use zymase_ir::{Attribute, InsertionPoint, Op, Result, Value};

pub(super) const TABLE: &[Entry] = &[("call", ForwardRule(forward), ReverseRule(reverse))];

fn callee(site: &Site) -> Result<Op> {
    let path = site.ir().attribute(site.op, "callee").and_then(Attribute::as_symbol);
    let Some([name]) = path else {
        return Err(site.refuse("calls a function of another module", "move the function beside its caller"));
    };
    let path = [name.clone()];
    let found = site.ir().resolve_symbol(site.op, &path).filter(|found| Func::of(site.ir(), *found).is_some());
    found.ok_or_else(|| site.error(format!("there is no function @{name}")))
}

fn present(derivatives: &[Derivative]) -> (Vec<bool>, Vec<Value>) {
    (derivatives.iter().map(Option::is_some).collect(), derivatives.iter().flatten().copied().collect())
}

/// Calls a function, and shares its results out to the places that are marked.
fn call(site: &mut Site, name: &str, operands: &[Value], types: &[zymase_ir::Type]) -> Vec<Value> {
    let op = site.builder.build("func.call", operands, &[("callee", Attribute::symbol(name))], types);
    site.ir()[op].results().to_vec()
}

fn share(marks: &[bool], values: &[Value]) -> Vec<Derivative> {
    let mut values = values.iter().copied();
    marks.iter().map(|mark| if *mark { values.next() } else { None }).collect()
}

fn forward(site: &mut Site, tangents: &[Derivative]) -> Result<Vec<Derivative>> {
    let (callee, op) = (callee(site)?, site.op);
    let (active, values) = present(tangents);
    let made = site.callees.forward(site.builder.ir, op, callee, &active)?;
    let operands: Vec<Value> = site.operands().into_iter().chain(values).collect();
    let results = site.ir()[op].results().to_vec();
    let mut types = site.ir().types(&results);
    types.extend(made.tangents.iter().zip(types.clone()).filter(|(mark, _)| **mark).map(|(_, ty)| ty));
    let values = call(site, &made.name, &operands, &types);
    let (primal, tangents) = values.split_at(results.len());
    site.replacement = Some(primal.to_vec());
    Ok(share(&made.tangents, tangents))
}

fn reverse(site: &mut Site, seeds: &[Derivative], wanted: &[bool]) -> Result<Vec<Derivative>> {
    let (callee, op) = (callee(site)?, site.op);
    let (seeded, values) = present(seeds);
    let made = site.callees.reverse(site.builder.ir, op, callee, wanted, &seeded, site.zero_stays)?;
    let operands = site.operands();
    let all = site.ir().types(&operands);
    let types: Vec<_> = made.adjoints.iter().zip(all).filter(|(mark, _)| **mark).map(|(_, ty)| ty).collect();
    if types.is_empty() {
        return Ok(vec![None; operands.len()]);
    }
    let kept = match &made.augmented {
        Some((name, kept)) => augmented_call(site, name, kept),
        None => Vec::new(),
    };
    let given = operands.into_iter().zip(&made.parameters).filter(|(_, taken)| **taken).map(|(value, _)| value);
    let operands: Vec<Value> = given.chain(values).chain(kept).collect();
    let values = call(site, &made.name, &operands, &types);
    Ok(share(&made.adjoints, &values))
}

/// Lets the function that keeps values be called instead; what it keeps.
fn augmented_call(site: &mut Site, name: &str, kept: &[zymase_ir::Type]) -> Vec<Value> {
    let operands = site.operands();
    let results = site.ir()[site.op].results().to_vec();
    let mut types = site.ir().types(&results);
    types.extend(kept.iter().cloned());
    let end = site.builder.point();
    site.builder.set_point(InsertionPoint::Before(site.op));
    let values = call(site, name, &operands, &types);
    site.builder.set_point(end);
    let (primal, kept) = values.split_at(results.len());
    site.replacement = Some(primal.to_vec());
    kept.to_vec()
}
