//! Every rule of the optimiser on random programs: what it makes computes the same, and has the same derivative.

use crate::support;

use zymase_dialects::evaluate::devices::Grid;
use zymase_dialects::evaluate::values::{element_type, static_shape};
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_ir::{Form, Ir, Type, print, verify};
use zymase_tensor::Tensor;
use zymase_tensor::number::load_f64;
use zymase_transform::optimise::catalogue::all;
use zymase_transform::optimise::driver::apply;
use zymase_transform::optimise::level::Level;
use zymase_transform::optimise::rule::{Instance, Rule};
use zymase_transform::optimise::sample::{Random, module};
use zymase_transform::optimise::{rule::Apply, terms};
use zymase_transform::{Mode, differentiate};

const INSTANCES: u64 = 12;

/// Numbers at which algebra goes wrong.
const SPECIAL: [f64; 10] = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, -1e-300, 2.5];

fn instance(rule: &Rule, seed: u64) -> Option<Ir> {
    let context = zymase_dialects::context();
    module(&context, seed, |sample| match (&rule.instance, &rule.apply) {
        (Instance::Made(make), _) => make(sample),
        (Instance::Terms, Apply::Terms(rule)) => terms::instance(rule, sample),
        (Instance::Terms, _) => None,
    })
}

/// The program after the rule was applied once, wherever it applies first.
fn rewritten(ir: &Ir, rule: &Rule) -> Option<Ir> {
    for index in 0..ir.walk(ir.module()).len() {
        let mut changed = ir.clone();
        let op = changed.walk(changed.module())[index];
        let fits = rule.roots.iter().any(|root| changed[op].name().as_str() == format!("stablehlo.{root}"));
        if !fits {
            continue;
        }
        if let Some((values, _)) = apply(&mut changed, rule, op, Level::Finite).expect("no error") {
            changed.replace(op, &values).expect("no error");
            verify(&changed).unwrap_or_else(|errors| panic!("{}: {}\n{}", rule.name, errors[0], show(ir)));
            return Some(changed);
        }
    }
    None
}

fn show(ir: &Ir) -> String {
    print(ir, Form::Pretty)
}

fn argument(ty: &Type, random: &mut Random, special: bool) -> Tensor {
    let shape = static_shape(ty).expect("a static shape");
    let parts = if ty.element().as_complex().is_some() { 2 } else { 1 };
    let count = shape.iter().product::<usize>() * parts;
    let element = element_type(ty).expect("an element type");
    if ty.element().is_integer() {
        let high = if ty.element().is_bool() { 1 } else { 5 };
        let low = if ty.element().is_bool() || ty.element().is_unsigned() { 0 } else { -5 };
        let values: Vec<i64> = (0..count).map(|_| random.between(low, high)).collect();
        return Tensor::from_i64(element, &shape, &values).expect("a tensor");
    }
    let mut draw = || match special {
        true => random.pick(&SPECIAL),
        false => random.real(0.2, 1.7) * if random.between(0, 1) == 0 { -1.0 } else { 1.0 },
    };
    if parts == 1 {
        let values: Vec<f64> = (0..count).map(|_| draw()).collect();
        return Tensor::from_f64(element, &shape, &values).expect("a tensor");
    }
    let bytes: Vec<u8> = (0..count).flat_map(|_| draw().to_le_bytes()).collect();
    Tensor::from_bytes(element, &shape, &bytes).expect("a tensor")
}

/// Two devices: what is said among them must be heard.
const DEVICES: Grid = Grid { replicas: 2, partitions: 1 };

fn run(ir: &Ir, arguments: &[Tensor], talks: bool) -> Vec<f64> {
    if talks {
        let other = arguments.iter().map(|tensor| support::moved(tensor, tensor, 0.25)).collect();
        let results = support::run_on(ir, DEVICES, &[arguments.to_vec(), other]);
        return results.iter().flatten().flat_map(support::numbers).collect();
    }
    let arguments = arguments.iter().cloned().map(RuntimeValue::Tensor).collect();
    let results = Machine::new(ir, Limits::default()).run("main", arguments);
    let results = results.unwrap_or_else(|error| panic!("{error}\n{}", show(ir)));
    let tensors = results.into_iter().map(|value| value.into_tensor().expect("a tensor"));
    tensors.flat_map(|tensor| load_f64(&tensor).unwrap_or_else(|_| support::numbers(&tensor))).collect()
}

fn same(a: f64, b: f64, bound: f64) -> bool {
    (a == b) || (a.is_nan() && b.is_nan()) || (a - b).abs() <= bound * (1.0 + a.abs().max(b.abs()))
}

fn compare(rule: &Rule, what: &str, before: &Ir, after: &Ir, arguments: &[Tensor], bound: f64) {
    let talks = rule.family == "communication";
    let (old, new) = (run(before, arguments, talks), run(after, arguments, talks));
    assert_eq!(old.len(), new.len(), "{}", rule.name);
    for (a, b) in old.iter().zip(&new) {
        let at: Vec<Vec<f64>> = arguments.iter().filter_map(|tensor| load_f64(tensor).ok()).collect();
        assert!(
            same(*a, *b, bound),
            "{} ({what}): {a} became {b} at {at:?}\n{}\n{}",
            rule.name,
            show(before),
            show(after)
        );
    }
}

/// Both sides at random arguments, and the gradients of both.
fn check(rule: &Rule, before: &Ir, after: &Ir, random: &mut Random) {
    let (inputs, results) = support::signature(before);
    let arguments: Vec<Tensor> = inputs.iter().map(|ty| argument(ty, random, false)).collect();
    let bound = if rule.level == Level::Exact { 0.0 } else { 1e-9 };
    compare(rule, "values", before, after, &arguments, bound);
    if rule.level == Level::Exact {
        for _ in 0..4 {
            let arguments: Vec<Tensor> = inputs.iter().map(|ty| argument(ty, random, true)).collect();
            compare(rule, "special values", before, after, &arguments, 0.0);
        }
    }
    let is_active = |ty: &Type| support::carries(before, ty);
    if !results.iter().any(is_active) || !inputs.iter().any(is_active) {
        return;
    }
    let derived = |ir: &Ir| {
        let mut derived = ir.clone();
        differentiate(&mut derived, &support::request(Mode::Reverse, None)).map(|()| derived)
    };
    match (derived(before), derived(after)) {
        (Ok(old), Ok(new)) => {
            let seeds = results.iter().filter(|ty| is_active(ty)).map(|ty| argument(ty, random, false));
            let all: Vec<Tensor> = arguments.into_iter().chain(seeds.collect::<Vec<_>>()).collect();
            compare(rule, "gradients", &old, &new, &all, 1e-8);
        }
        (Err(_), _) => {}
        (Ok(_), Err(errors)) => panic!("{}: lost its derivative: {}\n{}", rule.name, errors[0], show(after)),
    }
}

fn check_family(chosen: impl Fn(&Rule) -> bool) {
    let mut problems = Vec::new();
    for rule in all().iter().filter(|rule| chosen(rule)) {
        let checked = std::panic::catch_unwind(|| {
            let mut fired = 0;
            for seed in 0..INSTANCES {
                let Some(before) = instance(rule, 1000 * seed + 17) else { continue };
                verify(&before).unwrap_or_else(|errors| panic!("{}: {}\n{}", rule.name, errors[0], show(&before)));
                let Some(after) = rewritten(&before, rule) else { continue };
                fired += 1;
                check(rule, &before, &after, &mut Random(seed));
            }
            assert!(2 * fired > INSTANCES, "{} applied to {fired} of {INSTANCES} instances", rule.name);
        });
        if let Err(panic) = checked {
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            problems.push(format!("== {}: {text}", rule.name));
        }
    }
    assert!(problems.is_empty(), "{} rules are wrong\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn rules_on_single_elements_hold() {
    check_family(|rule| matches!(rule.apply, Apply::Terms(_)));
}

#[test]
fn rules_on_tensors_hold() {
    check_family(|rule| !matches!(rule.apply, Apply::Terms(_)));
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = all().iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    let mut unique = names.clone();
    unique.dedup();
    assert_eq!(names, unique);
}

#[test]
fn the_page_of_rules_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tensor/rules.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let fresh = zymase_transform::optimise::page::markdown();
    assert!(page == fresh, "run cargo run -p zymase-transform --example rules_page");
}

#[test]
fn there_are_three_hundred_rules() {
    assert!(all().len() >= 300, "{} rules", all().len());
}
