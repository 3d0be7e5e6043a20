//! Shardy's layouts of values: the derivative of a value is laid out as the value is.

use super::Entry;
use super::linear::{only_forward, only_reverse};
use zymase_ir::derivative::{ForwardRule, ReverseRule};

pub(super) const TABLE: &[Entry] = &[
    ("sharding_constraint", ForwardRule(only_forward), ReverseRule(only_reverse)),
    ("reshard", ForwardRule(only_forward), ReverseRule(only_reverse)),
];
