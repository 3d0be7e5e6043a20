//! Branches: those that are known to run, and those that return the same.

use crate::optimise::rule::Level::Exact;
use crate::optimise::rule::{Apply, Instance, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::{Site, is_op};
use zymase_ir::{Mapping, Region, Type, Value};

type Line =
    (&'static str, &'static str, &'static str, fn(&mut Site) -> Option<Vec<Value>>, fn(&mut Sample) -> Option<Value>);

const LINES: &[Line] = &[
    ("branch_known", "case(c, f₀, f₁, …) = f_c where c is a constant", "", branch_known, |s| {
        let index = s.integers(Type::tensor([], Type::integer(32)), [1])?;
        some_case(s, index)
    }),
    ("if_known", "if(true, f, g) = f", "", branch_known, |s| {
        let truth = s.splat(&Type::tensor([], Type::integer(1)), 1.0)?;
        some_if(s, truth, false)
    }),
    ("only_branch", "case(c, f) = f", "", only_branch, |s| {
        let index = s.input(&Type::tensor([], Type::integer(32)));
        let x = s.floats(&[2]);
        let region = branch(s, x, "tanh")?;
        build(s, "stablehlo.case", index, vec![region])
    }),
    ("branches_return_same", "if(p, x, x) = x", "x is computed outside", same_results, |s| {
        let truth = s.input(&Type::tensor([], Type::integer(1)));
        some_if(s, truth, true)
    }),
    ("small_branches_chosen", "if(p, f, g) = p ? f : g", "both are cheap and have no effects", cheap_branches, |s| {
        let truth = s.input(&Type::tensor([], Type::integer(1)));
        some_if(s, truth, false)
    }),
];

pub fn rules() -> Vec<Rule> {
    let rule = |(name, algebra, condition, apply, instance): &Line| Rule {
        name,
        family: "branches",
        algebra: (*algebra).to_owned(),
        condition,
        level: Exact,
        roots: vec!["case", "if"],
        apply: Apply::Many(*apply),
        instance: Instance::Made(*instance),
    };
    LINES.iter().map(rule).collect()
}

fn branch(s: &mut Sample, x: Value, name: &str) -> Option<Region> {
    let name = format!("stablehlo.{name}");
    let region = s.builder.region(&[], |inner, _| {
        let value = inner.value(&name, &[x], &[])?;
        inner.build("stablehlo.return", &[value], &[], &[]);
        Ok(())
    });
    region.ok()
}

fn build(s: &mut Sample, name: &str, by: Value, regions: Vec<Region>) -> Option<Value> {
    let mut state = s.builder.state(name, &[by], &[]);
    state.regions = regions;
    state.result_types = vec![Type::tensor([2], Type::f64())];
    let op = s.builder.insert(state);
    Some(s.ir()[op].results()[0])
}

fn some_case(s: &mut Sample, index: Value) -> Option<Value> {
    let x = s.floats(&[2]);
    let regions = [branch(s, x, "negate")?, branch(s, x, "sine")?, branch(s, x, "tanh")?];
    build(s, "stablehlo.case", index, regions.to_vec())
}

fn some_if(s: &mut Sample, truth: Value, same: bool) -> Option<Value> {
    let x = s.floats(&[2]);
    if same {
        let mut regions = Vec::new();
        for _ in 0..2 {
            let region = s.builder.region(&[], |inner, _| {
                inner.build("stablehlo.return", &[x], &[], &[]);
                Ok(())
            });
            regions.push(region.ok()?);
        }
        return build(s, "stablehlo.if", truth, regions);
    }
    let regions = [branch(s, x, "negate")?, branch(s, x, "sine")?];
    build(s, "stablehlo.if", truth, regions.to_vec())
}

/// The operations of a branch before the operation that is rewritten; what it returns.
fn copied(site: &mut Site, region: Region) -> Option<Vec<Value>> {
    let (block, end) = site.ir().single_block(region)?;
    let mut mapping = Mapping::default();
    let ops: Vec<_> = site.ir().block_ops(block).filter(|op| *op != end).collect();
    let point = site.builder.point();
    for op in ops {
        let copy = site.builder.ir.clone_op(op, &mut mapping);
        site.builder.ir.insert(copy, point);
    }
    Some(site.ir().returned(region).into_iter().map(|value| mapping.get(value)).collect())
}

fn branch_known(site: &mut Site) -> Option<Vec<Value>> {
    let by = site.operand(0)?;
    let regions = site.ir()[site.op].regions().to_vec();
    let number = site.uniform(by)?;
    let chosen = match is_op(site.ir(), site.op, "if") {
        true => usize::from(number == 0.0),
        // Numbers that no branch has choose the last.
        false if number >= 0.0 && number < regions.len() as f64 => number as usize,
        false => regions.len().checked_sub(1)?,
    };
    copied(site, *regions.get(chosen)?)
}

fn only_branch(site: &mut Site) -> Option<Vec<Value>> {
    match site.ir()[site.op].regions() {
        [only] => {
            let only = *only;
            copied(site, only)
        }
        _ => None,
    }
}

fn same_results(site: &mut Site) -> Option<Vec<Value>> {
    let regions = site.ir()[site.op].regions().to_vec();
    let first = site.ir().returned(*regions.first()?);
    let same = regions.iter().all(|region| {
        let is_empty =
            site.ir().single_block(*region).is_some_and(|(block, end)| site.ir().first_op(block) == Some(end));
        is_empty && site.ir().returned(*region) == first
    });
    (same && regions.len() > 1 && !first.is_empty()).then_some(first)
}

/// Branches with more operations stay.
const CHEAP: usize = 4;

fn cheap_branches(site: &mut Site) -> Option<Vec<Value>> {
    let regions = site.ir()[site.op].regions().to_vec();
    let [on_true, on_false] = regions[..] else { return None };
    if !is_op(site.ir(), site.op, "if") {
        return None;
    }
    for region in [on_true, on_false] {
        let (block, end) = site.ir().single_block(region)?;
        let ops: Vec<_> = site.ir().block_ops(block).filter(|op| *op != end).collect();
        // Elements that are not chosen must not matter: only functions that are defined, with derivatives, wherever their operands are.
        let is_harmless = |op: &zymase_ir::Op| {
            let name = crate::optimise::site::short(site.ir(), *op);
            matches!(
                name,
                Some(
                    "add"
                        | "subtract"
                        | "multiply"
                        | "negate"
                        | "constant"
                        | "sine"
                        | "cosine"
                        | "tanh"
                        | "maximum"
                        | "minimum"
                        | "select"
                )
            )
        };
        if ops.len() > CHEAP || !ops.iter().all(is_harmless) {
            return None;
        }
    }
    let (truth, a, b) = (site.operand(0)?, copied(site, on_true)?, copied(site, on_false)?);
    let mut chosen = Vec::new();
    for (a, b) in a.into_iter().zip(b) {
        chosen.push(site.select(truth, a, b)?);
    }
    Some(chosen)
}
