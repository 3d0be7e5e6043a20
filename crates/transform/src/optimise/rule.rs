//! Rules as data: what a rule is called, what it says in one line, when it holds, and how it is tried out.

pub use super::level::Level;
use super::sample::Sample;
use super::site::Site;
use super::terms::{Term, TermRule, shown};
use std::sync::Arc;
use zymase_ir::Value;

/// What a rule does at an operation it is offered: values for its results, made before it; `None` where it does not apply.
#[derive(Clone)]
pub enum Apply {
    One(fn(&mut Site) -> Option<Value>),
    Many(fn(&mut Site) -> Option<Vec<Value>>),
    Terms(Arc<TermRule>),
}

/// How a program is made at random to which a rule applies.
#[derive(Clone, Copy)]
pub enum Instance {
    /// The left side of a rule that is written as terms.
    Terms,
    Made(fn(&mut Sample) -> Option<Value>),
}

#[derive(Clone)]
pub struct Rule {
    pub name: &'static str,
    pub family: &'static str,
    /// What it says, in one line.
    pub algebra: String,
    /// When it holds, if not always.
    pub condition: &'static str,
    pub level: Level,
    /// The operations it is offered, without their dialect.
    pub roots: Vec<&'static str>,
    pub apply: Apply,
    pub instance: Instance,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Rule {
    /// Tries to rewrite; what stands for the results.
    pub fn apply(&self, site: &mut Site) -> Option<Vec<Value>> {
        match &self.apply {
            Apply::One(apply) => apply(site).map(|value| vec![value]),
            Apply::Many(apply) => apply(site),
            Apply::Terms(terms) => terms.apply(site).map(|value| vec![value]),
        }
    }
}

/// A rule whose rewrite is a function, as it stands in the table of a family.
pub struct Entry {
    pub name: &'static str,
    pub algebra: &'static str,
    pub condition: &'static str,
    pub level: Level,
    pub roots: &'static [&'static str],
    pub apply: fn(&mut Site) -> Option<Value>,
    pub instance: fn(&mut Sample) -> Option<Value>,
}

impl Entry {
    pub fn rule(&self, family: &'static str) -> Rule {
        Rule {
            name: self.name,
            family,
            algebra: self.algebra.to_owned(),
            condition: self.condition,
            level: self.level,
            roots: self.roots.to_vec(),
            apply: Apply::One(self.apply),
            instance: Instance::Made(self.instance),
        }
    }
}

/// A rule as a line of a table: name, level, roots, algebra, condition, rewrite, and how a program is made for it.
pub type Line = (
    &'static str,
    Level,
    &'static [&'static str],
    &'static str,
    &'static str,
    fn(&mut Site) -> Option<Value>,
    fn(&mut Sample) -> Option<Value>,
);

/// The rules of a table.
pub fn rules(family: &'static str, lines: &[Line]) -> Vec<Rule> {
    let rule = |(name, level, roots, algebra, condition, apply, instance): &Line| Rule {
        name,
        family,
        algebra: (*algebra).to_owned(),
        condition,
        level: *level,
        roots: roots.to_vec(),
        apply: Apply::One(*apply),
        instance: Instance::Made(*instance),
    };
    lines.iter().map(rule).collect()
}

/// A rule on single elements, from a line of a table: name, level, terms and conditions.
///
/// # Panics
///
/// When the left side is no function: rules are written in this crate.
pub fn of_terms(family: &'static str, line: (&'static str, Level, &'static str, &'static str)) -> Rule {
    let (name, level, text, condition) = line;
    let terms = TermRule::read(text, condition);
    let Term::Apply(root, _) = &terms.left else { panic!("{name}: rewrites a letter") };
    Rule {
        name,
        family,
        algebra: format!("{} = {}", shown(&terms.left), shown(&terms.right)),
        condition,
        level,
        roots: vec![root.operation],
        instance: Instance::Terms,
        apply: Apply::Terms(Arc::new(terms)),
    }
}
