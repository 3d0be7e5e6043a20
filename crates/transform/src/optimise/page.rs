//! The page of rules in `docs/`: generated from the rules themselves.

use super::rule::{Level, all};
use std::fmt::Write as _;

const HEAD: &str = "# Rules of the tensor optimiser

This page is generated from the rules (`cargo run -p zymase-transform --example rules_page`); a test compares it with them. Every rule is tried
out on random programs (`crates/transform/tests/optimise_rules.rs`): both sides are evaluated, and their gradients; those that call
themselves exact also on infinite and undefined numbers. [optimisation.md](optimisation.md) says how rules are applied.

`exact` rules give the same numbers, but for the sign of a zero. `reassociate` rules change roundings, and let zeros that the structure of a
program puts into a tensor make products zero. `finite` rules assume that no number is infinite or undefined.
";

/// The page as Markdown.
pub fn markdown() -> String {
    let mut text = HEAD.to_owned();
    let count = |level: Level| all().iter().filter(|rule| rule.level == level).count();
    let [exact, reassociate, finite] = Level::ALL.map(count);
    let _ = write!(
        text,
        "\nThere are {} rules: {exact} exact, {reassociate} that change roundings, {finite} for finite numbers.\n",
        all().len()
    );
    let mut families: Vec<&str> = Vec::new();
    for rule in all() {
        if !families.contains(&rule.family) {
            families.push(rule.family);
        }
    }
    for family in families {
        let _ = write!(
            text,
            "\n## {}{}\n\n| rule | algebra | where | numbers |\n| --- | --- | --- | --- |\n",
            family[..1].to_uppercase(),
            &family[1..]
        );
        for rule in all().iter().filter(|rule| rule.family == family) {
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} |",
                rule.name,
                cell(&rule.algebra),
                cell(rule.condition),
                rule.level.name()
            );
        }
    }
    text
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
