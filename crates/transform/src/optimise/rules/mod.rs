//! The rules, one file per family. Each says what it does in one line, when it holds, how much it may change numbers, and
//! how a program is made at random on which it is tried out.
//!
//! - `elementwise`: algebra on single elements;

mod elementwise;

use super::rule::Rule;

/// All rules, family by family.
pub fn all() -> Vec<Rule> {
    [elementwise::rules()].concat()
}
