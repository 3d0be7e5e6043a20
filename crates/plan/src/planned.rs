//! What is known and decided about a function before a derivative in reverse mode is emitted.

use super::{Choices, Facts, Plan, Refills, Shape, distances, integers, late, make, refill};
use crate::refusal;
use std::rc::Rc;
use zymase_analysis::activity::{Activity, Checked, Results};
use zymase_analysis::memory::{Between, Memory};
use zymase_analysis::types::Types;
use zymase_core::signature::{DerivativeKind, Key};
use zymase_core::{Config, Failure};
use zymase_llvm::Value;
use zymase_prepare::Prepared;

/// A prepared function with all that its derivative is made from.
pub struct Planned {
    pub prepared: Rc<Prepared>,
    pub types: Rc<Types>,
    pub activity: Activity,
    pub memory: Memory,
    pub plan: Plan,
}

impl Planned {
    /// Plans a gradient, or its halves.
    pub fn of(config: &Config, key: &Key, prepared: Rc<Prepared>, types: Rc<Types>) -> Result<Planned, Failure> {
        prepared.check_checkpoints()?;
        let activity = activity(key, &prepared, &types)?;
        refusal::read_of_other_blocks(&prepared, &activity)?;
        let is_gradient = matches!(key.kind, DerivativeKind::Gradient { .. });
        let mut between = match is_gradient {
            true => Between::Nobody { deferred_stores: config.deferred_stores },
            false => written_between(key, &prepared),
        };
        let mut methods = config.methods();
        // Copies of arrays would be made by every thread.
        methods.snapshots &= !prepared.function.module().is_for_gpu();
        let choices = Choices {
            shape: if is_gradient { Shape::Combined } else { Shape::Split },
            // What leaves an entry is caught by the program, which has no tape then.
            unwinds: !key.kind.is_entry(),
            options: key.options,
            minimum_cut: config.minimum_cut,
        };
        let mut memory = Memory::analyse(prepared.function, &prepared.analyses, &types, &between, methods);
        if !late::is_safe(&prepared, &types, &activity, &memory, choices) {
            between = Between::Nobody { deferred_stores: false };
            memory = Memory::analyse(prepared.function, &prepared.analyses, &types, &between, methods);
        }
        let refills = match config.device.refill {
            true => refill::find(&prepared, &types, &activity, &memory, choices),
            false => Refills::default(),
        };
        memory.spare(&refills.loads);
        let plan = make(&prepared, &types, &activity, &memory, choices, refills);
        Ok(Planned { prepared, types, activity, memory, plan })
    }

    pub fn facts(&self) -> Facts<'_> {
        let Planned { prepared, types, activity, memory, plan } = self;
        Facts { prepared, types, activity, memory, shape: plan.shape, options: plan.options, flow: &plan.flow }
    }
}

/// What is active in a function, and what its derivatives check as they run. Refused where a derivative would be lost; what must be an
/// integer for that is noted.
pub fn activity(key: &Key, prepared: &Prepared, types: &Types) -> Result<Activity, Failure> {
    let (seeded, results) = match key.kind {
        DerivativeKind::Forward => (true, Results::Followed),
        _ => (key.kind.is_seeded(key.original.return_type()), results_of(key)),
    };
    let activity = Activity::analyse(prepared.function, types, &key.roles, seeded);
    let assumed = refusal::lost_derivatives(prepared, types, &activity, results)?;
    let activity = activity.assuming(assumed);
    let distances = distances::checks(prepared, &activity)?;
    let integers = integers::kept(prepared, types, &activity);
    Ok(activity.checking(Checked { distances, integers }))
}

/// The program says what it overwrites between the halves it calls; of another derivative it is known what it leaves alone.
fn written_between(key: &Key, prepared: &Prepared) -> Between {
    let parameters = prepared.function.parameters().into_iter().enumerate();
    let spared = |(index, _): &(usize, Value)| match key.kind.is_entry() {
        true => !key.overwritten.contains(index),
        false => key.unchanged.contains(index),
    };
    Between::Caller { spared: parameters.filter(spared).map(|(_, parameter)| parameter).collect() }
}

/// Other derivatives ask for the derivatives of everything a function returns, programs for that of a float.
fn results_of(key: &Key) -> Results {
    let asked = !key.kind.is_entry() || key.kind.is_seeded(key.original.return_type());
    if asked { Results::Floats } else { Results::Unasked }
}
