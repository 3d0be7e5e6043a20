//! Rules on single elements, written as two terms: `add(x, neg(y)) -> sub(x, y)`.
//!
//! A small letter stands for any value, the letters `p`, `q`, `r` for truth values; a capital letter for any constant; a
//! number (or `true`, `false`) for a constant that has it everywhere. The operands of commutative operations match in
//! either order.

use super::facts;
use super::rule::{Apply, Instance, Level, Rule};
use super::sample::Sample;
use super::site::{Site, is_op};
use std::collections::BTreeMap;
use std::sync::Arc;
use zymase_ir::{Ir, Type, Value};

#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Variable(String),
    Constant(String),
    Number(f64),
    Apply(&'static Function, Vec<Term>),
}

/// What elements a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    Floats,
    Integers,
    Truths,
    /// Floats and integers.
    Numbers,
    Complex,
}

#[derive(Debug, PartialEq)]
pub struct Function {
    pub short: &'static str,
    pub operation: &'static str,
    /// Of a comparison.
    pub direction: Option<&'static str>,
    pub commutes: bool,
    /// How it is written between or around its operands; `{0}` for the first.
    pub shown: &'static str,
}

const fn function(short: &'static str, operation: &'static str, commutes: bool, shown: &'static str) -> Function {
    Function { short, operation, direction: None, commutes, shown }
}

const fn comparison(short: &'static str, direction: &'static str, commutes: bool, shown: &'static str) -> Function {
    Function { short, operation: "compare", direction: Some(direction), commutes, shown }
}

static FUNCTIONS: [Function; 48] = [
    function("add", "add", true, "({0} + {1})"),
    function("sub", "subtract", false, "({0} - {1})"),
    function("mul", "multiply", true, "{0}·{1}"),
    function("div", "divide", false, "{0}/{1}"),
    function("neg", "negate", false, "-{0}"),
    function("abs", "abs", false, "|{0}|"),
    function("max", "maximum", true, "max({0}, {1})"),
    function("min", "minimum", true, "min({0}, {1})"),
    function("exp", "exponential", false, "exp({0})"),
    function("expm1", "exponential_minus_one", false, "expm1({0})"),
    function("log", "log", false, "log({0})"),
    function("log1p", "log_plus_one", false, "log1p({0})"),
    function("sqrt", "sqrt", false, "√{0}"),
    function("rsqrt", "rsqrt", false, "rsqrt({0})"),
    function("cbrt", "cbrt", false, "∛{0}"),
    function("pow", "power", false, "{0}^{1}"),
    function("sin", "sine", false, "sin({0})"),
    function("cos", "cosine", false, "cos({0})"),
    function("tan", "tan", false, "tan({0})"),
    function("tanh", "tanh", false, "tanh({0})"),
    function("logistic", "logistic", false, "logistic({0})"),
    function("sign", "sign", false, "sign({0})"),
    function("floor", "floor", false, "⌊{0}⌋"),
    function("ceil", "ceil", false, "⌈{0}⌉"),
    function("round", "round_nearest_even", false, "round({0})"),
    function("round_afz", "round_nearest_afz", false, "round_afz({0})"),
    function("atan2", "atan2", false, "atan2({0}, {1})"),
    function("rem", "remainder", false, "({0} mod {1})"),
    function("select", "select", false, "({0} ? {1} : {2})"),
    function("clamp", "clamp", false, "clamp({0}, {1}, {2})"),
    function("and", "and", true, "({0} ∧ {1})"),
    function("or", "or", true, "({0} ∨ {1})"),
    function("xor", "xor", true, "({0} ⊕ {1})"),
    function("not", "not", false, "¬{0}"),
    function("shl", "shift_left", false, "({0} << {1})"),
    function("shrl", "shift_right_logical", false, "({0} >>> {1})"),
    function("shra", "shift_right_arithmetic", false, "({0} >> {1})"),
    function("is_finite", "is_finite", false, "finite({0})"),
    function("real", "real", false, "re({0})"),
    function("imag", "imag", false, "im({0})"),
    function("complex", "complex", false, "complex({0}, {1})"),
    function("popcnt", "popcnt", false, "popcnt({0})"),
    comparison("eq", "EQ", true, "({0} = {1})"),
    comparison("ne", "NE", true, "({0} ≠ {1})"),
    comparison("lt", "LT", false, "({0} < {1})"),
    comparison("le", "LE", false, "({0} ≤ {1})"),
    comparison("gt", "GT", false, "({0} > {1})"),
    comparison("ge", "GE", false, "({0} ≥ {1})"),
];

/// Side conditions: what must be known of a value that a letter stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    NonNegative(String),
    Positive(String),
    Finite(String),
}

#[derive(Debug)]
pub struct TermRule {
    pub left: Term,
    pub right: Term,
    pub elements: Elements,
    pub sides: Vec<Side>,
}

/// What letters stand for.
type Bindings = BTreeMap<String, Value>;

/// A rule from a line of a table: name, level, terms, and conditions separated by commas: `floats`, `integers`, `truths`,
/// `numbers` or `complex`, `x >= 0`, `x > 0`, `x finite`.
pub fn rule(family: &'static str, line: (&'static str, Level, &'static str, &'static str)) -> Rule {
    let (name, level, text, condition) = line;
    let (left, right) = text.split_once("->").unwrap_or_else(|| panic!("{name}: no arrow"));
    let (left, right) = (parse(left), parse(right));
    let mut elements = Elements::Floats;
    let mut sides = Vec::new();
    for part in condition.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part {
            "floats" => elements = Elements::Floats,
            "integers" => elements = Elements::Integers,
            "truths" => elements = Elements::Truths,
            "numbers" => elements = Elements::Numbers,
            "complex" => elements = Elements::Complex,
            _ => sides.push(side(part).unwrap_or_else(|| panic!("{name}: condition `{part}`"))),
        }
    }
    let Term::Apply(root, _) = &left else { panic!("{name}: rewrites a letter") };
    Rule {
        name,
        family,
        algebra: format!("{} = {}", shown(&left), shown(&right)),
        condition,
        level,
        roots: vec![root.operation],
        apply: Apply::Terms(Arc::new(TermRule { left, right, elements, sides })),
        instance: Instance::Terms,
    }
}

fn side(text: &str) -> Option<Side> {
    let of = |suffix: &str| text.strip_suffix(suffix).map(|letter| letter.trim().to_owned());
    if let Some(letter) = of(">= 0") {
        return Some(Side::NonNegative(letter));
    }
    if let Some(letter) = of("> 0") {
        return Some(Side::Positive(letter));
    }
    of("finite").map(Side::Finite)
}

fn shown(term: &Term) -> String {
    match term {
        Term::Variable(name) | Term::Constant(name) => name.clone(),
        Term::Number(number) => number.to_string(),
        Term::Apply(function, operands) => {
            let mut text = function.shown.to_owned();
            for (place, operand) in operands.iter().enumerate() {
                text = text.replace(&format!("{{{place}}}"), &shown(operand));
            }
            text
        }
    }
}

/// Reads a term.
///
/// # Panics
///
/// When it is not one: terms are written in this crate.
fn parse(text: &str) -> Term {
    let mut rest = text.trim();
    let term = parse_term(&mut rest);
    assert!(rest.trim().is_empty(), "`{rest}` behind the term `{text}`");
    term
}

fn parse_term(rest: &mut &str) -> Term {
    *rest = rest.trim_start();
    let end = rest.find(['(', ')', ',']).unwrap_or(rest.len());
    let word = rest[..end].trim();
    *rest = &rest[end..];
    if rest.starts_with('(') {
        let function = FUNCTIONS.iter().find(|function| function.short == word);
        let function = function.unwrap_or_else(|| panic!("there is no function `{word}`"));
        let mut operands = Vec::new();
        while !rest.starts_with(')') {
            *rest = &rest[1..];
            operands.push(parse_term(rest));
            *rest = rest.trim_start();
        }
        *rest = &rest[1..];
        return Term::Apply(function, operands);
    }
    match word {
        "true" => Term::Number(1.0),
        "false" => Term::Number(0.0),
        "inf" => Term::Number(f64::INFINITY),
        _ => match word.parse() {
            Ok(number) => Term::Number(number),
            Err(_) if word.starts_with(char::is_uppercase) => Term::Constant(word.to_owned()),
            Err(_) => Term::Variable(word.to_owned()),
        },
    }
}

impl TermRule {
    pub fn apply(&self, site: &mut Site) -> Option<Value> {
        let result = site.result()?;
        let operand = site.operand(if is_op(site.ir(), site.op, "select") { 1 } else { 0 })?;
        if !site.is_static(result) || !self.fits(site.ir().ty(operand).element()) {
            return None;
        }
        let found = matched(site.ir(), &self.left, result, Bindings::new());
        let bindings = found.into_iter().find(|bindings| self.sides_hold(site, bindings))?;
        let ty = site.ty(result);
        let value = build(site, &self.right, &bindings, &ty)?;
        (site.ty(value) == ty).then_some(value)
    }

    fn fits(&self, element: &Type) -> bool {
        let is_number = element.is_float() || (element.is_integer() && !element.is_bool());
        match self.elements {
            Elements::Floats => element.is_float(),
            Elements::Integers => element.is_integer() && !element.is_bool(),
            Elements::Truths => element.is_bool(),
            Elements::Numbers => is_number,
            Elements::Complex => is_number || element.as_complex().is_some(),
        }
    }

    fn sides_hold(&self, site: &Site, bindings: &Bindings) -> bool {
        self.sides.iter().all(|side| {
            let (letter, wanted): (&String, fn(&facts::Facts) -> bool) = match side {
                Side::NonNegative(letter) => (letter, |facts| facts.non_negative),
                Side::Positive(letter) => (letter, |facts| facts.positive),
                Side::Finite(letter) => (letter, |facts| facts.finite),
            };
            bindings.get(letter).is_some_and(|value| wanted(&site.facts(*value)))
        })
    }
}

/// All ways in which a value is an instance of a term.
fn matched(ir: &Ir, term: &Term, value: Value, bindings: Bindings) -> Vec<Bindings> {
    match term {
        Term::Variable(name) | Term::Constant(name) => {
            if matches!(term, Term::Constant(_)) && facts::splat_bytes(ir, value).is_none() {
                return Vec::new();
            }
            let mut bindings = bindings;
            match bindings.insert(name.clone(), value) {
                Some(other) if other != value => Vec::new(),
                _ => vec![bindings],
            }
        }
        Term::Number(number) => match facts::uniform(ir, value) {
            Some(found) if found == *number => vec![bindings],
            _ => Vec::new(),
        },
        Term::Apply(function, terms) => {
            let Some(op) = ir.defining_op(value).filter(|op| is_op(ir, *op, function.operation)) else {
                return Vec::new();
            };
            if function.direction.is_some_and(|direction| !facts::compares(ir, op, direction)) {
                return Vec::new();
            }
            let operands: Vec<Value> = ir[op].operands().collect();
            if operands.len() != terms.len() {
                return Vec::new();
            }
            let mut found = all_matched(ir, terms, &operands, bindings.clone());
            if function.commutes && operands[0] != operands[1] {
                found.extend(all_matched(ir, terms, &[operands[1], operands[0]], bindings));
            }
            found
        }
    }
}

fn all_matched(ir: &Ir, terms: &[Term], operands: &[Value], bindings: Bindings) -> Vec<Bindings> {
    let mut open = vec![bindings];
    for (term, operand) in terms.iter().zip(operands) {
        open = open.into_iter().flat_map(|bindings| matched(ir, term, *operand, bindings)).collect();
    }
    open
}

/// Makes the operations of a term; `ty` is the type it shall have where nothing else says.
fn build(site: &mut Site, term: &Term, bindings: &Bindings, ty: &Type) -> Option<Value> {
    match term {
        Term::Variable(name) | Term::Constant(name) => bindings.get(name).copied(),
        Term::Number(number) => site.splat(ty, *number),
        Term::Apply(function, terms) => {
            let ty = operand_type(site, function, terms, bindings, ty);
            let mut operands = Vec::new();
            for (place, term) in terms.iter().enumerate() {
                let is_mask = function.operation == "select" && place == 0;
                let mask = Type::tensor(ty.shape()?, Type::integer(1));
                operands.push(build(site, term, bindings, if is_mask { &mask } else { &ty })?);
            }
            match function.direction {
                Some(direction) => site.compare(direction, operands[0], operands[1]),
                None => site.op(function.operation, &operands),
            }
        }
    }
}

/// The type of the operands of a function: that of the result, but for comparisons and what changes the type.
fn operand_type(site: &Site, function: &Function, terms: &[Term], bindings: &Bindings, ty: &Type) -> Type {
    if !matches!(function.operation, "compare" | "is_finite" | "real" | "imag" | "complex") {
        return ty.clone();
    }
    let found = terms.iter().find_map(|term| letter_type(site, term, bindings));
    found.unwrap_or_else(|| ty.clone())
}

fn letter_type(site: &Site, term: &Term, bindings: &Bindings) -> Option<Type> {
    match term {
        Term::Variable(name) | Term::Constant(name) => bindings.get(name).map(|value| site.ty(*value)),
        Term::Number(_) => None,
        Term::Apply(function, _) if function.direction.is_some() => None,
        Term::Apply(_, terms) => terms.iter().find_map(|term| letter_type(site, term, bindings)),
    }
}

/// A program that is the left side of a rule, on inputs of a random shape.
pub fn instance(rule: &TermRule, sample: &mut Sample) -> Option<Value> {
    let shape = sample.any_shape();
    let element = match rule.elements {
        Elements::Floats | Elements::Complex => Type::f64(),
        Elements::Numbers if sample.random.between(0, 1) == 0 => Type::f64(),
        Elements::Integers | Elements::Numbers => Type::integer(32),
        Elements::Truths => Type::integer(1),
    };
    // Conditions on numbers are about numbers.
    let compared = if element.is_bool() && !rule.sides.is_empty() { Type::f64() } else { element.clone() };
    let (ty, base) = (Type::tensor(shape.clone(), element), Type::tensor(shape, compared));
    let mut letters = Bindings::new();
    instance_of(rule, sample, &rule.left, [&ty, &base], &mut letters)
}

/// Makes a term of a type; `base` is the type of what is compared.
fn instance_of(
    rule: &TermRule,
    sample: &mut Sample,
    term: &Term,
    [ty, base]: [&Type; 2],
    letters: &mut Bindings,
) -> Option<Value> {
    let truth = Type::tensor(ty.shape()?, Type::integer(1));
    match term {
        Term::Variable(name) => {
            if let Some(value) = letters.get(name) {
                return Some(*value);
            }
            let is_truth = ["p", "q", "r"].contains(&name.as_str());
            let input = sample.input(if is_truth { &truth } else { ty });
            let value = fulfilled(rule, sample, name, input)?;
            letters.insert(name.clone(), value);
            Some(value)
        }
        Term::Constant(name) => {
            let number = sample.random.between(1, 5) as f64 / if ty.element().is_float() { 4.0 } else { 1.0 };
            let value = sample.splat(ty, number)?;
            letters.insert(name.clone(), value);
            Some(value)
        }
        Term::Number(number) => sample.splat(ty, *number),
        Term::Apply(function, terms) => {
            let mut operands = Vec::new();
            for (place, term) in terms.iter().enumerate() {
                let is_mask = function.operation == "select" && place == 0;
                let ty = if is_mask { &truth } else { ty };
                let ty = if function.direction.is_some() { base } else { ty };
                operands.push(instance_of(rule, sample, term, [ty, base], letters)?);
            }
            match function.direction {
                Some(direction) => sample.compare(direction, operands[0], operands[1]),
                None => sample.op(function.operation, &operands),
            }
        }
    }
}

/// Makes an input fulfil the conditions on its letter.
fn fulfilled(rule: &TermRule, sample: &mut Sample, name: &str, input: Value) -> Option<Value> {
    let mut value = input;
    let of = |side: fn(String) -> Side| rule.sides.contains(&side(name.to_owned()));
    let ty = sample.ty(value);
    let is_float = ty.element().is_float();
    if (of(Side::NonNegative) || of(Side::Positive) || of(Side::Finite)) && is_float {
        // An argument may be anything; a choice between two numbers may not.
        let zero = sample.zero(&ty)?;
        let mask = sample.compare("GT", value, zero)?;
        let half = sample.splat(&ty, 0.5)?;
        let other = sample.splat(&ty, 1.5)?;
        value = sample.select(mask, half, other)?;
    } else if of(Side::NonNegative) || of(Side::Positive) {
        let one = sample.splat(&ty, 1.0)?;
        value = sample.op("maximum", &[value, one])?;
    }
    Some(value)
}
