//! Loops that never run, run once, or run so seldom that they are written out.

use crate::optimise::loops::{blocks, trip_count};
use crate::optimise::rule::Level::Exact;
use crate::optimise::rule::{Apply, Instance, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_ir::{Block, Mapping, Type, Value};

type Line =
    (&'static str, &'static str, &'static str, fn(&mut Site) -> Option<Vec<Value>>, fn(&mut Sample) -> Option<Value>);

const LINES: &[Line] = &[
    ("loop_never_runs", "while(false) f = nothing", "", loop_never_runs, |s| counted_loop(s, 5, 3)),
    ("loop_runs_once", "one step of a loop = its body", "", loop_runs_once, |s| counted_loop(s, 2, 3)),
    (
        "loop_written_out",
        "a few steps of a small loop = the steps",
        "at most four steps of at most sixteen operations",
        loop_written_out,
        |s| counted_loop(s, 0, 3),
    ),
    (
        "loop_with_false_condition",
        "while(false) f = nothing",
        "the condition is a constant",
        loop_with_false_condition,
        |s| {
            let x = s.floats(&[2]);
            let ty = s.ty(x);
            let condition = s.builder.region(std::slice::from_ref(&ty), |inner, _| {
                let truth = crate::optimise::make::splat(&Type::tensor([], Type::integer(1)), 0.0);
                let truth = truth.map(zymase_ir::Attribute::Dense).unwrap_or(zymase_ir::Attribute::Unit);
                let value = inner.value("stablehlo.constant", &[], &[("value", truth)])?;
                inner.build("stablehlo.return", &[value], &[], &[]);
                Ok(())
            });
            let body = s.builder.region(std::slice::from_ref(&ty), |inner, arguments| {
                let next = inner.value("stablehlo.tanh", &[arguments[0]], &[])?;
                inner.build("stablehlo.return", &[next], &[], &[]);
                Ok(())
            });
            let mut state = s.builder.state("stablehlo.while", &[x], &[]);
            state.regions = vec![condition.ok()?, body.ok()?];
            state.result_types = vec![ty];
            let op = s.builder.insert(state);
            Some(s.ir()[op].results()[0])
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    let rule = |(name, algebra, condition, apply, instance): &Line| Rule {
        name,
        family: "loops",
        algebra: (*algebra).to_owned(),
        condition,
        level: Exact,
        roots: vec!["while"],
        apply: Apply::Many(*apply),
        instance: Instance::Made(*instance),
    };
    LINES.iter().map(rule).collect()
}

/// A loop that counts and applies a function to a vector each time.
fn counted_loop(s: &mut Sample, start: i64, limit: i64) -> Option<Value> {
    let x = s.floats(&[2]);
    let scalar = Type::tensor([], Type::integer(32));
    let from = s.integers(scalar.clone(), [start])?;
    let to = s.integers(scalar.clone(), [limit])?;
    let one = s.integers(scalar.clone(), [1])?;
    let types = [scalar, s.ty(x)];
    let less = zymase_dialects::stablehlo::attributes::enumeration("comparison_direction", "LT").ok()?;
    let condition = s.builder.region(&types, |inner, arguments| {
        let truth = inner.value("stablehlo.compare", &[arguments[0], to], &[("comparison_direction", less)])?;
        inner.build("stablehlo.return", &[truth], &[], &[]);
        Ok(())
    });
    let body = s.builder.region(&types, |inner, arguments| {
        let count = inner.value("stablehlo.add", &[arguments[0], one], &[])?;
        let next = inner.value("stablehlo.sine", &[arguments[1]], &[])?;
        inner.build("stablehlo.return", &[count, next], &[], &[]);
        Ok(())
    });
    let mut state = s.builder.state("stablehlo.while", &[from, x], &[]);
    state.regions = vec![condition.ok()?, body.ok()?];
    state.result_types = types.to_vec();
    let op = s.builder.insert(state);
    Some(s.ir()[op].results()[1])
}

/// The operations of a block before the loop, for these arguments; what it returns.
fn copied(site: &mut Site, block: Block, arguments: &[Value]) -> Option<Vec<Value>> {
    let end = site.ir().terminator(block)?;
    let mut mapping = Mapping::default();
    mapping.map_all(&site.ir().arguments(block).to_vec(), arguments);
    let point = site.builder.point();
    let ops: Vec<_> = site.ir().block_ops(block).filter(|op| *op != end).collect();
    for op in ops {
        let copy = site.builder.ir.clone_op(op, &mut mapping);
        site.builder.ir.insert(copy, point);
    }
    Some(site.ir()[end].operands().map(|value| mapping.get(value)).collect())
}

fn loop_never_runs(site: &mut Site) -> Option<Vec<Value>> {
    (trip_count(site.ir(), site.op)? == 0).then(|| site.operands())
}

fn loop_runs_once(site: &mut Site) -> Option<Vec<Value>> {
    if trip_count(site.ir(), site.op)? != 1 {
        return None;
    }
    let (_, body) = blocks(site.ir(), site.op)?;
    let operands = site.operands();
    copied(site, body, &operands)
}

/// A loop with more steps, or more operations in a step, stays a loop.
const STEPS: u64 = 4;
const OPERATIONS: usize = 16;

fn loop_written_out(site: &mut Site) -> Option<Vec<Value>> {
    let steps = trip_count(site.ir(), site.op)?;
    let (_, body) = blocks(site.ir(), site.op)?;
    if !(2..=STEPS).contains(&steps) || site.ir().block_ops(body).count() > OPERATIONS {
        return None;
    }
    let mut values = site.operands();
    for _ in 0..steps {
        values = copied(site, body, &values)?;
    }
    Some(values)
}

fn loop_with_false_condition(site: &mut Site) -> Option<Vec<Value>> {
    blocks(site.ir(), site.op)?;
    let asked = *site.ir().returned(site.ir()[site.op].regions()[0]).first()?;
    (site.uniform(asked)? == 0.0).then(|| site.operands())
}
