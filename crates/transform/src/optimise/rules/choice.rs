//! Comparisons, choices and logic.

use crate::optimise::facts;
use crate::optimise::rule::Level::{Exact, Finite};
use crate::optimise::rule::{Entry, Level, Rule};
use crate::optimise::site::Site;
use crate::optimise::terms;
use zymase_ir::{Type, Value};

type Line = (&'static str, Level, &'static str, &'static str);

const CHOICES: &[Line] = &[
    ("select_true", Exact, "select(true, x, y) -> x", "complex"),
    ("select_false", Exact, "select(false, x, y) -> y", "complex"),
    ("select_same", Exact, "select(p, x, x) -> x", "complex"),
    ("select_not", Exact, "select(not(p), x, y) -> select(p, y, x)", "complex"),
    ("select_again_true", Exact, "select(p, select(p, x, y), z) -> select(p, x, z)", "complex"),
    ("select_again_false", Exact, "select(p, x, select(p, y, z)) -> select(p, x, z)", "complex"),
    ("select_joined", Exact, "select(p, x, select(q, x, y)) -> select(or(p, q), x, y)", "complex"),
    ("select_nested", Exact, "select(p, select(q, x, y), y) -> select(and(p, q), x, y)", "complex"),
    ("select_truth", Exact, "select(p, true, false) -> p", "truths"),
    ("select_opposite", Exact, "select(p, false, true) -> not(p)", "truths"),
    ("select_or", Exact, "select(p, true, q) -> or(p, q)", "truths"),
    ("select_and", Exact, "select(p, q, false) -> and(p, q)", "truths"),
    ("select_of_sums", Exact, "select(p, add(x, z), add(y, z)) -> add(select(p, x, y), z)", "complex"),
    ("select_of_products", Exact, "select(p, mul(x, z), mul(y, z)) -> mul(select(p, x, y), z)", "complex"),
    ("select_of_negated", Exact, "select(p, neg(x), neg(y)) -> neg(select(p, x, y))", "complex"),
    ("select_of_exponentials", Exact, "select(p, exp(x), exp(y)) -> exp(select(p, x, y))", "floats"),
    ("select_of_tanh", Exact, "select(p, tanh(x), tanh(y)) -> tanh(select(p, x, y))", "floats"),
    ("select_of_logarithms", Exact, "select(p, log(x), log(y)) -> log(select(p, x, y))", "floats"),
    ("add_two_selected", Exact, "add(select(p, x, 0), select(p, y, 0)) -> select(p, add(x, y), 0)", "complex"),
    ("add_complementary", Exact, "add(select(p, x, 0), select(p, 0, y)) -> select(p, x, y)", "complex"),
    ("multiply_chosen", Finite, "mul(x, select(p, 1, 0)) -> select(p, x, 0)", "floats"),
    ("multiply_otherwise", Finite, "mul(x, select(p, 0, 1)) -> select(p, 0, x)", "floats"),
    ("multiply_selected", Finite, "mul(x, select(p, y, 0)) -> select(p, mul(x, y), 0)", "floats"),
    ("maximum_by_choice", Exact, "select(gt(x, y), x, y) -> max(x, y)", "integers"),
    ("minimum_by_choice", Exact, "select(lt(x, y), x, y) -> min(x, y)", "integers"),
];

const COMPARISONS: &[Line] = &[
    ("equal_to_itself", Exact, "eq(x, x) -> true", "integers"),
    ("different_from_itself", Exact, "ne(x, x) -> false", "integers"),
    ("less_than_itself", Exact, "lt(x, x) -> false", "numbers"),
    ("greater_than_itself", Exact, "gt(x, x) -> false", "numbers"),
    ("at_most_itself", Exact, "le(x, x) -> true", "integers"),
    ("at_least_itself", Exact, "ge(x, x) -> true", "integers"),
    ("not_equal", Exact, "not(eq(x, y)) -> ne(x, y)", "truths"),
    ("not_different", Exact, "not(ne(x, y)) -> eq(x, y)", "truths"),
    ("equal_after_adding", Exact, "eq(add(x, C), D) -> eq(x, sub(D, C))", "integers"),
    ("different_after_adding", Exact, "ne(add(x, C), D) -> ne(x, sub(D, C))", "integers"),
    ("equal_shifted", Exact, "eq(add(x, z), add(y, z)) -> eq(x, y)", "integers"),
    ("equal_negated", Exact, "eq(neg(x), neg(y)) -> eq(x, y)", "numbers"),
    ("less_negated", Exact, "lt(neg(x), neg(y)) -> gt(x, y)", "floats"),
    ("greater_negated", Exact, "gt(neg(x), neg(y)) -> lt(x, y)", "floats"),
    ("difference_is_zero", Exact, "eq(sub(x, y), 0) -> eq(x, y)", "integers"),
    ("difference_is_not_zero", Exact, "ne(sub(x, y), 0) -> ne(x, y)", "integers"),
    ("absolute_is_negative", Exact, "lt(abs(x), 0) -> false", "floats"),
    ("square_is_negative", Exact, "lt(mul(x, x), 0) -> false", "floats"),
    ("not_negative", Exact, "lt(x, 0) -> false", "floats, x >= 0"),
    ("not_positive_is_false", Exact, "le(x, 0) -> false", "floats, x > 0"),
    ("positive_is_true", Exact, "gt(x, 0) -> true", "floats, x > 0"),
    ("at_least_zero_is_true", Exact, "ge(x, 0) -> true", "floats, x >= 0"),
    ("equal_to_itself_finite", Exact, "eq(x, x) -> true", "floats, x finite"),
    ("different_from_itself_finite", Exact, "ne(x, x) -> false", "floats, x finite"),
    ("number_is_defined", Finite, "ne(x, x) -> false", "floats"),
    ("number_equals_itself", Finite, "eq(x, x) -> true", "floats"),
    ("at_least_or_undefined", Exact, "or(ge(x, y), ne(x, x)) -> not(lt(x, y))", "truths, y finite"),
    ("at_most_or_undefined", Exact, "or(le(x, y), ne(x, x)) -> not(gt(x, y))", "truths, y finite"),
    ("above_or_undefined", Exact, "or(gt(x, y), ne(x, x)) -> not(le(x, y))", "truths, y finite"),
    ("below_or_undefined", Exact, "or(lt(x, y), ne(x, x)) -> not(ge(x, y))", "truths, y finite"),
    ("is_finite_known", Exact, "is_finite(x) -> true", "floats, x finite"),
    ("is_finite_assumed", Finite, "is_finite(x) -> true", "floats"),
];

const EXTREMES: &[Line] = &[
    ("maximum_of_same", Exact, "max(x, x) -> x", "numbers"),
    ("minimum_of_same", Exact, "min(x, x) -> x", "numbers"),
    ("maximum_again", Exact, "max(max(x, y), y) -> max(x, y)", "numbers"),
    ("minimum_again", Exact, "min(min(x, y), y) -> min(x, y)", "numbers"),
    ("maximum_of_constants", Exact, "max(max(x, C), D) -> max(x, max(C, D))", "numbers"),
    ("minimum_of_constants", Exact, "min(min(x, C), D) -> min(x, min(C, D))", "numbers"),
    ("maximum_of_negated", Exact, "max(neg(x), neg(y)) -> neg(min(x, y))", "floats"),
    ("minimum_of_negated", Exact, "min(neg(x), neg(y)) -> neg(max(x, y))", "floats"),
    ("absorb_minimum", Exact, "max(x, min(x, y)) -> x", "integers"),
    ("absorb_maximum", Exact, "min(x, max(x, y)) -> x", "integers"),
    ("maximum_with_own_negative", Exact, "max(x, neg(x)) -> abs(x)", "floats"),
    ("maximum_with_zero_of_positive", Exact, "max(x, 0) -> x", "numbers, x >= 0"),
    ("minimum_with_zero_of_positive", Exact, "min(x, 0) -> 0", "numbers, x >= 0"),
    ("maximum_of_sums", Exact, "max(add(x, z), add(y, z)) -> add(max(x, y), z)", "floats, z finite"),
    ("maximum_of_absolutes", Exact, "max(abs(x), 0) -> abs(x)", "floats"),
    ("clamp_of_clamp", Exact, "clamp(x, clamp(x, z, y), y) -> clamp(x, z, y)", "integers"),
    ("relu_of_relu", Exact, "max(max(x, 0), 0) -> max(x, 0)", "numbers"),
    ("maximum_with_infinity", Finite, "max(x, -inf) -> x", "floats"),
    ("minimum_with_infinity", Finite, "min(x, inf) -> x", "floats"),
    ("maximum_above_least", Exact, "max(x, -inf) -> x", "floats, x finite"),
];

const LOGIC: &[Line] = &[
    ("not_not", Exact, "not(not(p)) -> p", "truths"),
    ("and_true", Exact, "and(p, true) -> p", "truths"),
    ("and_false", Exact, "and(p, false) -> false", "truths"),
    ("and_same", Exact, "and(p, p) -> p", "truths"),
    ("and_opposite", Exact, "and(p, not(p)) -> false", "truths"),
    ("or_false", Exact, "or(p, false) -> p", "truths"),
    ("or_true", Exact, "or(p, true) -> true", "truths"),
    ("or_same", Exact, "or(p, p) -> p", "truths"),
    ("or_opposite", Exact, "or(p, not(p)) -> true", "truths"),
    ("xor_false", Exact, "xor(p, false) -> p", "truths"),
    ("xor_true", Exact, "xor(p, true) -> not(p)", "truths"),
    ("xor_same", Exact, "xor(p, p) -> false", "truths"),
    ("both_opposite", Exact, "and(not(p), not(q)) -> not(or(p, q))", "truths"),
    ("one_opposite", Exact, "or(not(p), not(q)) -> not(and(p, q))", "truths"),
    ("absorb_or", Exact, "and(p, or(p, q)) -> p", "truths"),
    ("absorb_and", Exact, "or(p, and(p, q)) -> p", "truths"),
    ("and_zero_integer", Exact, "and(x, 0) -> 0", "integers"),
    ("and_same_integer", Exact, "and(x, x) -> x", "integers"),
    ("or_zero_integer", Exact, "or(x, 0) -> x", "integers"),
    ("or_same_integer", Exact, "or(x, x) -> x", "integers"),
    ("xor_zero_integer", Exact, "xor(x, 0) -> x", "integers"),
    ("xor_same_integer", Exact, "xor(x, x) -> 0", "integers"),
    ("not_not_integer", Exact, "not(not(x)) -> x", "integers"),
    ("shift_left_by_zero", Exact, "shl(x, 0) -> x", "integers"),
    ("shift_right_by_zero", Exact, "shrl(x, 0) -> x", "integers"),
    ("shift_right_signed_by_zero", Exact, "shra(x, 0) -> x", "integers"),
    ("shift_zero", Exact, "shl(0, x) -> 0", "integers"),
    ("popcnt_of_zero", Exact, "popcnt(0) -> 0", "integers"),
];

const ENTRIES: &[Entry] = &[
    Entry {
        name: "compare_by_range",
        algebra: "(x < y) = true where max x < min y, false where min x ≥ max y",
        condition: "x and y are integers whose ranges are known",
        level: Exact,
        roots: &["compare"],
        apply: compare_by_range,
        instance: |s| {
            let n = s.size();
            let count = s.iota(Type::tensor([n], Type::integer(32)), 0)?;
            let x = s.floats(&[n]);
            let zero = s.zero(&Type::tensor([n], Type::integer(32)))?;
            let direction = s.random.pick(&["LT", "GE"]);
            let mask = s.compare(direction, count, zero)?;
            let opposite = s.op("negate", &[x])?;
            s.select(mask, x, opposite)
        },
    },
    Entry {
        name: "clamp_within_range",
        algebra: "clamp(a, x, b) = x where a ≤ x ≤ b",
        condition: "the ranges of all are known",
        level: Exact,
        roots: &["clamp"],
        apply: |site| {
            let operands = site.operands();
            let of = |at: usize| site.facts(operands[at]).range;
            let (low, value, high) = (of(0)?, of(1)?, of(2)?);
            (low.1 <= value.0 && value.1 <= high.0).then_some(operands[1])
        },
        instance: |s| {
            let n = s.size();
            let ty = Type::tensor([n], Type::integer(32));
            let count = s.iota(ty.clone(), 0)?;
            let (low, high) = (s.splat(&ty, -1.0)?, s.splat(&ty, 9.0)?);
            let clamped = s.op("clamp", &[low, count, high])?;
            let x = s.floats(&[n]);
            let numbers = s.convert(clamped, &Type::f64())?;
            s.multiply(numbers, x)
        },
    },
    Entry {
        name: "select_by_scalar",
        algebra: "select(broadcast(p), x, y) = select(p, x, y)",
        condition: "p is a single truth value",
        level: Exact,
        roots: &["select"],
        apply: select_by_scalar,
        instance: |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let p = s.input(&Type::tensor([], Type::integer(1)));
            let wide = s.broadcast(p, &[], &shape)?;
            s.select(wide, x, y)
        },
    },
];

pub fn rules() -> Vec<Rule> {
    let lines = [CHOICES, COMPARISONS, EXTREMES, LOGIC].concat();
    let lines = lines.into_iter().map(|line| terms::rule("compare, select and logic", line));
    ENTRIES.iter().map(|entry| entry.rule("compare, select and logic")).chain(lines).collect()
}

fn compare_by_range(site: &mut Site) -> Option<Value> {
    let (a, b) = (site.operand(0)?, site.operand(1)?);
    if !site.element(a).is_integer() || site.element(a).is_unsigned() {
        return None;
    }
    let ((low, high), (least, most)) = (site.facts(a).range?, site.facts(b).range?);
    let less = if high < least {
        Some(true)
    } else if low >= most {
        Some(false)
    } else {
        None
    };
    let at_most = if high <= least {
        Some(true)
    } else if low > most {
        Some(false)
    } else {
        None
    };
    let equal = match (low == high && least == most && low == least, high < least || low > most) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let answer = match facts::direction_of(site.ir(), site.op)?.as_str() {
        "LT" => less,
        "GE" => less.map(|less| !less),
        "LE" => at_most,
        "GT" => at_most.map(|at_most| !at_most),
        "EQ" => equal,
        "NE" => equal.map(|equal| !equal),
        _ => None,
    }?;
    let ty = site.ty(site.result()?);
    site.splat(&ty, f64::from(u8::from(answer)))
}

fn select_by_scalar(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let wide = site.from(operands[0], "broadcast_in_dim")?;
    let source = site.first(wide)?;
    if site.rank(source) != 0 || site.rank(operands[1]) == 0 {
        return None;
    }
    site.op("select", &[source, operands[1], operands[2]])
}
