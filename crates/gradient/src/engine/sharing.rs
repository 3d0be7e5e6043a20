//! Callees that stay functions to make derivatives smaller (`prepare`'s `sharing`), and second attempts without that.
//!
//! What is chosen for a function is chosen for all that it leads to, and so holds for the callees that stay functions too. A
//! boundary between functions hides something: where a derivative fails, whatever can be inlined is, and it is tried once more.

use super::Engine;
use std::collections::HashMap;
use std::rc::Rc;
use zymase_core::Failure;
use zymase_llvm::Function;
use zymase_prepare::{self as prepare, Manner, Prepared, Shared};

#[derive(Default)]
pub(super) struct Sharing {
    /// For functions that stay functions: the others that do.
    chosen: HashMap<Function, Rc<Shared>>,
    /// Whatever can be inlined is.
    is_off: bool,
    /// What nothing more is made of, and is removed in the end.
    pub(super) outdated: Vec<Rc<Prepared>>,
}

impl Engine {
    /// Tries something, and if it fails and callees stayed functions for it, once more without that. `nested`: what is made is
    /// differentiated again, and nothing stays a function that need not. Derivatives made since there were `before` are
    /// forgotten after the first attempt.
    pub(super) fn with_sharing<T>(
        &mut self,
        nested: bool,
        before: usize,
        mut attempt: impl FnMut(&mut Engine) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.sharing.is_off = nested;
        let mut result = attempt(self);
        if result.is_err() && self.stop_sharing(before) {
            result = attempt(self);
        }
        result
    }

    /// Forgets all functions that were prepared with callees that need not be functions; false if there are none.
    fn stop_sharing(&mut self, before: usize) -> bool {
        let shares = |prepared: &Rc<Prepared>| !prepared.shared.is_empty();
        if !self.prepared.values().any(shares) {
            return false;
        }
        self.withdraw(before);
        self.sharing.is_off = true;
        // It is keyed by values of prepared functions.
        self.types_of_calls.clear();
        let (outdated, kept) = std::mem::take(&mut self.prepared).into_iter().partition(|(_, known)| shares(known));
        self.prepared = kept;
        self.sharing.outdated.extend(HashMap::into_values(outdated));
        true
    }

    /// Prepares `source`, which stands for `function`.
    pub(super) fn prepare_sharing(&mut self, function: Function, source: Function) -> Result<Prepared, Failure> {
        let narrowing = self.narrowing(function);
        let config = &self.session.config;
        // Loops that keep few states must show all that they do.
        let asked = config.shared_callees && config.memory_limit.is_none();
        let shared = (asked && !self.sharing.is_off && narrowing.is_none())
            .then(|| self.sharing.chosen.get(&prepare::source_of_copy(function)).cloned().unwrap_or_default());
        let prepared = prepare::prepare(source, config, Manner { only_returns: !self.catches, narrowing, shared })?;
        for callee in prepared.shared.iter() {
            self.sharing.chosen.entry(*callee).or_insert_with(|| prepared.shared.clone());
        }
        Ok(prepared)
    }
}
