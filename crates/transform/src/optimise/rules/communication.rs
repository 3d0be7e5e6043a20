//! Operations among devices: fewer of them, and fewer bytes.

use crate::optimise::make::Cut;
use crate::optimise::rule::Level::{Exact, Reassociate};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_ir::{Attribute, DenseElements, Op, Type, Value};

const SLICE: &[&str] = &["slice"];

const LINES: &[Line] = &[
    (
        "reduce_alone",
        Exact,
        &["all_reduce"],
        "all_reduce within one device = x",
        "every group has one device",
        reduce_alone,
        |s| {
            let x = s.any();
            all_reduce(s, x, "add", &[&[0], &[1]])
        },
    ),
    (
        "gather_alone",
        Exact,
        &["all_gather"],
        "all_gather within one device = x",
        "every group has one device",
        reduce_alone,
        |s| {
            let n = s.size();
            let x = s.floats(&[n, 2]);
            all_gather(s, x, &[&[0], &[1]])
        },
    ),
    (
        "add_reduced",
        Reassociate,
        &["add", "subtract"],
        "all_reduce(x) + all_reduce(y) = all_reduce(x + y)",
        "sums over the same groups",
        add_reduced,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let (x, y) = (all_reduce(s, x, "add", PAIR)?, all_reduce(s, y, "add", PAIR)?);
            s.add(x, y)
        },
    ),
    ("slice_of_reduced", Exact, SLICE, "all_reduce(x)[a] = all_reduce(x[a])", "", slice_of_reduced, |s| {
        let x = s.any();
        let reduced = all_reduce(s, x, "add", PAIR)?;
        s.some_slice(reduced)
    }),
    ("slice_of_permuted", Exact, SLICE, "permute(x)[a] = permute(x[a])", "", slice_of_permuted, |s| {
        let x = s.any();
        let moved = permute(s, x, &[(0, 1), (1, 0)])?;
        s.some_slice(moved)
    }),
    (
        "slice_of_gathered",
        Exact,
        SLICE,
        "all_gather(x)[a] = all_gather(x[a])",
        "along the gathered dimension everything is kept",
        slice_of_gathered,
        |s| {
            let n = s.size();
            let x = s.floats(&[n, 4]);
            let all = all_gather(s, x, PAIR)?;
            s.slice_along(all, 1, 1, 3)
        },
    ),
    (
        "sum_of_reduced",
        Reassociate,
        &["reduce"],
        "Σ all_reduce(x) = all_reduce(Σ x)",
        "the sum starts from zero",
        sum_of_reduced,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let reduced = all_reduce(s, x, "add", PAIR)?;
            s.sum(reduced, &[1])
        },
    ),
    (
        "sum_of_gathered",
        Reassociate,
        &["reduce"],
        "Σ all_gather(x) = all_reduce(Σ x)",
        "what is gathered is summed over",
        sum_of_gathered,
        |s| {
            let n = s.size();
            let x = s.floats(&[n, 3]);
            let all = all_gather(s, x, PAIR)?;
            s.sum(all, &[0])
        },
    ),
    (
        "unary_of_gathered",
        Exact,
        &["negate", "tanh", "exponential", "sine", "cosine", "logistic", "sqrt", "abs", "convert", "log"],
        "f(all_gather(x)) = all_gather(f(x))",
        "",
        unary_of_gathered,
        |s| {
            let n = s.size();
            let x = s.floats(&[n, 3]);
            let all = all_gather(s, x, PAIR)?;
            s.some_unary(all)
        },
    ),
    ("permute_twice", Exact, &["collective_permute"], "permute(permute(x)) = permute(x)", "", permute_twice, |s| {
        let x = s.any();
        let once = permute(s, x, &[(0, 1), (1, 0)])?;
        permute(s, once, &[(0, 1)])
    }),
    (
        "extreme_of_extreme",
        Exact,
        &["all_reduce"],
        "all_max(all_max(x)) = all_max(x)",
        "over the same groups",
        extreme_of_extreme,
        |s| {
            let x = s.any();
            let once = all_reduce(s, x, "maximum", PAIR)?;
            all_reduce(s, once, "maximum", PAIR)
        },
    ),
    (
        "add_permuted",
        Exact,
        &["add", "subtract"],
        "permute(x) + permute(y) = permute(x + y)",
        "by the same pairs",
        add_permuted,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let (x, y) = (permute(s, x, &[(0, 1)])?, permute(s, y, &[(0, 1)])?);
            s.add(x, y)
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("communication", LINES)
}

const PAIR: &[&[i64]] = &[&[0, 1]];

fn groups(rows: &[&[i64]]) -> Option<Attribute> {
    let ty = Type::tensor([rows.len() as i64, rows[0].len() as i64], Type::integer(64));
    DenseElements::of_integers(ty, rows.concat()).map(Attribute::Dense)
}

fn all_reduce(s: &mut Sample, x: Value, name: &str, rows: &[&[i64]]) -> Option<Value> {
    let region = s.combiner(name, &Type::f64())?;
    let mut state = s.builder.state("stablehlo.all_reduce", &[x], &[("replica_groups", groups(rows)?)]);
    state.regions.push(region);
    state.result_types = vec![s.ty(x)];
    let op = s.builder.insert(state);
    Some(s.ir()[op].results()[0])
}

fn all_gather(s: &mut Sample, x: Value, rows: &[&[i64]]) -> Option<Value> {
    let mut shape = s.shape(x);
    shape[0] *= rows[0].len() as i64;
    let attributes = [("all_gather_dim", Attribute::i64(0)), ("replica_groups", groups(rows)?)];
    s.typed("all_gather", &[x], &attributes, Type::tensor(shape, Type::f64()))
}

fn permute(s: &mut Sample, x: Value, pairs: &[(i64, i64)]) -> Option<Value> {
    let ty = s.ty(x);
    s.typed("collective_permute", &[x], &[("source_target_pairs", of_pairs(pairs)?)], ty)
}

fn of_pairs(pairs: &[(i64, i64)]) -> Option<Attribute> {
    let ty = Type::tensor([pairs.len() as i64, 2], Type::integer(64));
    DenseElements::of_integers(ty, pairs.iter().flat_map(|(from, to)| [*from, *to])).map(Attribute::Dense)
}

/// An operation among devices that a value comes from, on one tensor, with its operand.
fn from_one(site: &Site, value: Value, name: &str) -> Option<(Op, Value)> {
    let op = site.from(value, name)?;
    let operation = &site.ir()[op];
    (operation.operands().len() == 1 && operation.results().len() == 1).then_some((op, operation.operand(0)?))
}

fn same_attributes(site: &Site, a: Op, b: Op) -> bool {
    site.ir()[a].properties() == site.ir()[b].properties() && site.ir()[a].attributes() == site.ir()[b].attributes()
}

/// The operation again on another tensor.
fn repeat(site: &mut Site, op: Op, operand: Value, shape: &[i64]) -> Option<Value> {
    let element = site.element(operand);
    site.copy(op, &[operand], &[Type::tensor(shape, element)])?.into_iter().next()
}

fn reduce_alone(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let [only] = operands[..] else { return None };
    let attribute = |name: &str| site.ir().attribute(site.op, name);
    let groups = attribute("replica_groups").and_then(Attribute::as_dense)?;
    // With a channel, and without numbers of devices, groups of replicas have all their partitions as members.
    let is_plain = attribute("channel_handle").is_none() || attribute("use_global_device_ids").is_some();
    let alone = groups.shape().get(1) == Some(&1) && groups.element_count() > 0;
    (is_plain && alone && site.ty(only) == site.ty(site.result()?)).then_some(only)
}

fn add_reduced(site: &mut Site) -> Option<Value> {
    joined(site, "all_reduce", true)
}

fn add_permuted(site: &mut Site) -> Option<Value> {
    joined(site, "collective_permute", false)
}

fn joined(site: &mut Site, name: &str, sums: bool) -> Option<Value> {
    let operands = site.operands();
    let ((a, x), (b, y)) = (from_one(site, operands[0], name)?, from_one(site, operands[1], name)?);
    let is_sum = |op: Op| !sums || site.combiner_of(op) == Some("add");
    if !same_attributes(site, a, b) || !is_sum(a) || !is_sum(b) {
        return None;
    }
    let own = site.op;
    let both = site.each(own, &[x, y])?;
    let shape = site.shape(both);
    repeat(site, a, both, &shape)
}

fn slice_of_reduced(site: &mut Site) -> Option<Value> {
    slice_before(site, "all_reduce")
}

fn slice_of_permuted(site: &mut Site) -> Option<Value> {
    slice_before(site, "collective_permute")
}

fn slice_before(site: &mut Site, name: &str) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let (op, operand) = from_one(site, site.operand(0)?, name)?;
    let part = site.slice(operand, &cut)?;
    let shape = site.result_shape()?;
    repeat(site, op, part, &shape)
}

fn slice_of_gathered(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let (op, operand) = from_one(site, site.operand(0)?, "all_gather")?;
    let along = usize::try_from(site.number(op, "all_gather_dim")?).ok()?;
    let whole = site.shape(site.operand(0)?);
    if cut.start[along] != 0 || cut.limit[along] != whole[along] || cut.stride[along] != 1 {
        return None;
    }
    let mut inner = Cut { ..cut };
    inner.limit[along] = site.shape(operand)[along];
    let part = site.slice(operand, &inner)?;
    let shape = site.result_shape()?;
    repeat(site, op, part, &shape)
}

fn sum_of_reduced(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let (op, operand) = from_one(site, value, "all_reduce")?;
    if site.combiner_of(op) != Some("add") || dimensions.is_empty() {
        return None;
    }
    let sum = site.sum(operand, &dimensions)?;
    let shape = site.shape(sum);
    repeat(site, op, sum, &shape)
}

fn sum_of_gathered(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    let (op, operand) = from_one(site, value, "all_gather")?;
    let along = site.number(op, "all_gather_dim")?;
    if !dimensions.contains(&along) {
        return None;
    }
    let sum = site.sum(operand, &dimensions)?;
    let element = site.element(sum);
    let region = site.combiner("add", &element)?;
    let names = ["replica_groups", "channel_handle", "use_global_device_ids"];
    let kept = names.iter().filter_map(|name| Some((*name, site.ir().attribute(op, name)?.clone())));
    let attributes: Vec<(&str, Attribute)> = kept.collect();
    let mut state = site.builder.state("stablehlo.all_reduce", &[sum], &attributes);
    state.regions.push(region);
    state.result_types = vec![site.ty(sum)];
    let made = site.builder.insert(state);
    site.ir()[made].results().first().copied()
}

fn unary_of_gathered(site: &mut Site) -> Option<Value> {
    let (own, operands) = site.own_elementwise()?;
    let [only] = operands[..] else { return None };
    let (op, operand) = from_one(site, only, "all_gather")?;
    let each = site.each(own, &[operand])?;
    let shape = site.result_shape()?;
    repeat(site, op, each, &shape)
}

fn permute_twice(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let [only] = operands[..] else { return None };
    let (op, operand) = from_one(site, only, "collective_permute")?;
    let handle = |op: Op| site.ir().attribute(op, "channel_handle").is_some();
    let pairs = |op: Op| -> Option<Vec<(i64, i64)>> {
        let list = site.numbers(op, "source_target_pairs")?;
        Some(list.as_chunks::<2>().0.iter().map(|[from, to]| (*from, *to)).collect())
    };
    let (first, second) = (pairs(op)?, pairs(site.op)?);
    let after = |to: i64| second.iter().find(|(from, _)| *from == to).map(|(_, to)| *to);
    let both: Vec<(i64, i64)> = first.iter().filter_map(|(from, to)| Some((*from, after(*to)?))).collect();
    if both.is_empty() || handle(op) != handle(site.op) {
        return None;
    }
    let mut state = site.ir().state_of(site.op);
    state.operands = vec![operand];
    state.set("source_target_pairs", of_pairs(&both)?);
    let made = site.builder.insert(state);
    site.ir()[made].results().first().copied()
}

fn extreme_of_extreme(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let [only] = operands[..] else { return None };
    let (op, _) = from_one(site, only, "all_reduce")?;
    let name = site.combiner_of(site.op)?;
    let fits = matches!(name, "maximum" | "minimum" | "and" | "or") && site.combiner_of(op) == Some(name);
    (fits && same_attributes(site, op, site.op)).then_some(only)
}
