//! Activities: what is done with the derivative of a parameter or of the result. The names are those of `std::autodiff`.

use proc_macro2::Ident;
use syn::{Error, Result};

/// Which derivative an attribute asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivativeMode {
    Forward,
    Reverse,
    /// Reverse mode in two halves.
    Split,
}

/// What is done with one derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    Const,
    Active,
    ActiveOnly,
    Dual,
    DualOnly,
    Dualv,
    DualvOnly,
    Duplicated,
    DuplicatedOnly,
}

const NAMES: [(&str, Activity); 9] = [
    ("Const", Activity::Const),
    ("Active", Activity::Active),
    ("ActiveOnly", Activity::ActiveOnly),
    ("Dual", Activity::Dual),
    ("DualOnly", Activity::DualOnly),
    ("Dualv", Activity::Dualv),
    ("DualvOnly", Activity::DualvOnly),
    ("Duplicated", Activity::Duplicated),
    ("DuplicatedOnly", Activity::DuplicatedOnly),
];

/// What parameters may be in forward mode, and results too.
const FORWARD: [Activity; 5] =
    [Activity::Dual, Activity::DualOnly, Activity::Dualv, Activity::DualvOnly, Activity::Const];
const REVERSE_PARAMETER: [Activity; 4] =
    [Activity::Active, Activity::Duplicated, Activity::DuplicatedOnly, Activity::Const];
const REVERSE_RESULT: [Activity; 3] = [Activity::Active, Activity::ActiveOnly, Activity::Const];

impl Activity {
    /// The activity a word names.
    pub fn named(word: &Ident) -> Result<Activity> {
        let known = NAMES.iter().find(|(name, _)| word == name).map(|(_, activity)| *activity);
        known.ok_or_else(|| Error::new(word.span(), format!("there is no activity `{word}`: write one of {}", all())))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, activity)| *activity == self).map_or("", |(name, _)| name)
    }

    /// What a parameter may be.
    pub fn of_parameters(mode: DerivativeMode) -> &'static [Activity] {
        if mode == DerivativeMode::Forward { &FORWARD } else { &REVERSE_PARAMETER }
    }

    /// What the result may be.
    pub fn of_results(mode: DerivativeMode) -> &'static [Activity] {
        if mode == DerivativeMode::Forward { &FORWARD } else { &REVERSE_RESULT }
    }

    /// Do all lanes share one shadow?
    pub fn is_joint(self) -> bool {
        matches!(self, Activity::Dualv | Activity::DualvOnly)
    }

    /// Is the function's own value not wanted?
    pub fn drops_primal(self) -> bool {
        matches!(self, Activity::ActiveOnly | Activity::DualOnly | Activity::DualvOnly | Activity::DuplicatedOnly)
    }
}

/// Names of activities, for messages.
pub fn list(activities: &[Activity]) -> String {
    activities.iter().map(|activity| format!("`{}`", activity.name())).collect::<Vec<_>>().join(", ")
}

fn all() -> String {
    list(&NAMES.map(|(_, activity)| activity))
}
