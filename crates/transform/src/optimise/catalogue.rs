//! All rules.

use super::level::Level;
use super::rule::Rule;
use std::sync::LazyLock;
use zymase_support::hash::FastMap;

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
