//! What is decided about a gradient before any of it is emitted.
//!
//! A [`Decision`] is made from facts alone: what is active, what memory may change, the plan, and whether loops become calls
//! that a provider gives the derivatives of. [`super::versions`] decides in the same way how many versions of a gradient there
//! are. The emitters carry it out; `zymase print` and `zymase explain` show it. Nothing is emitted to find out whether it was
//! worth it.

use super::{Engine, Subject};
use zymase_core::Failure;
use zymase_core::signature::Key;
use zymase_llvm::Value;
use zymase_plan::{Outlook, Planned};
use zymase_providers::provider::Rewritten;

/// All that is decided about one version of a gradient.
pub struct Decision {
    /// The function as it is.
    pub planned: Planned,
    /// A function that is differentiated in its place.
    pub rewritten: Option<Rewritten>,
}

/// Does the function end with stores that may not be reached? They must know then what they store.
fn has_uncertain_late_stores(planned: &Planned) -> bool {
    let prepared = &planned.prepared;
    let is_sure = |store: &Value| {
        let end = prepared.return_block.expect("stores are late of functions that return");
        store.block().is_some_and(|block| prepared.analyses.dominates(block, end))
    };
    !planned.memory.last_stores().iter().all(is_sure)
}

impl Decision {
    /// Decides about a function as it is. `subject` is what is known of it.
    pub fn plain(engine: &Engine, key: &Key, subject: &Subject) -> Result<Decision, Failure> {
        let Subject { prepared, types, .. } = subject;
        let planned = Planned::of(&engine.session.config, key, prepared.clone(), types.clone())?;
        Ok(Decision { planned, rewritten: None })
    }

    /// Decides about a function, and loops of it. `context` pairs parameters of the function with what the caller passes.
    pub fn of(
        engine: &mut Engine,
        key: &Key,
        subject: &Subject,
        context: &[(Value, Value)],
    ) -> Result<Decision, Failure> {
        Ok(Decision::plain(engine, key, subject)?.with_loops(engine, key, context))
    }

    /// Lets providers have loops, where that is a gain. Whatever there is to say against it does not concern the function as it is.
    pub fn with_loops(mut self, engine: &mut Engine, key: &Key, context: &[(Value, Value)]) -> Decision {
        if !engine.session.config.fused_loops {
            return self;
        }
        let registry = engine.registry.clone();
        let mut offers =
            registry.all().filter_map(|provider| provider.rewrite(engine, key, &self.planned, context).ok().flatten());
        self.rewritten = offers.find(|offer| offer.records.is_empty() || !has_uncertain_late_stores(&offer.planned));
        self
    }

    /// What is emitted, and the stack objects that hold their final values once the reverse sweep is over.
    pub fn carried_out(&self) -> (&Planned, &[Value]) {
        self.rewritten.as_ref().map_or((&self.planned, &[]), |other| (&other.planned, &other.records))
    }

    /// The loops that have become calls, by their numbers in the function as it is.
    pub fn loops_as_calls(&self) -> &[usize] {
        self.rewritten.as_ref().map_or(&[], |other| &other.loops)
    }

    /// What a version for arguments that do not overlap could gain, or has gained.
    pub fn outlook(&self) -> Outlook {
        let of = |planned: &Planned| Outlook::of(&planned.facts(), &planned.plan);
        let plain = of(&self.planned);
        self.rewritten.as_ref().map_or(plain, |other| plain.keeping_as(&of(&other.planned)))
    }
}
