//! Rules as data: what a rule is called, what it says in one line, when it holds, and how it is tried out.

use super::sample::Sample;
use super::site::Site;
use super::terms::TermRule;
use std::sync::{Arc, LazyLock};
use zymase_ir::Value;
use zymase_support::hash::FastMap;

/// How much a rewrite may change numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The same numbers for all operands, infinite and undefined ones too; only the sign of a zero may differ.
    Exact,
    /// Sums and products in another order, so with other roundings. Zeros that the structure of the program puts into a
    /// tensor (padding, diagonals, scatters into zeros) make products zero whatever they meet.
    #[default]
    Reassociate,
    /// Besides, no number is infinite or undefined.
    Finite,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Exact, Level::Reassociate, Level::Finite];

    pub fn parse(text: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == text)
    }

    pub fn name(self) -> &'static str {
        match self {
            Level::Exact => "exact",
            Level::Reassociate => "reassociate",
            Level::Finite => "finite",
        }
    }
}

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

static ALL: LazyLock<Vec<Rule>> = LazyLock::new(super::rules::all);

/// All rules, family by family.
pub fn all() -> &'static [Rule] {
    &ALL
}

/// Rules by the operation they are offered, as numbers of [`all`], in order.
pub fn by_root(level: Level) -> FastMap<&'static str, Vec<usize>> {
    let mut roots: FastMap<&'static str, Vec<usize>> = FastMap::default();
    for (number, rule) in all().iter().enumerate().filter(|(_, rule)| rule.level <= level) {
        for root in &rule.roots {
            roots.entry(root).or_default().push(number);
        }
    }
    roots
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
