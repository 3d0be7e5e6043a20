//! The derivatives of a module: those that are made, and those that are being made.

use std::collections::{BTreeMap, HashSet};
use zymase_core::signature::{Key, Signature, other_half};
use zymase_llvm::Function;

#[derive(Default)]
pub struct Derivatives {
    /// By key and by what is known of the memory behind pointer parameters.
    known: BTreeMap<(Key, Vec<String>), Signature>,
    /// Being generated: a recursive call means these, whatever evidence it adds.
    in_progress: BTreeMap<Key, Signature>,
    /// Functions generated so far, in order.
    generated: Vec<Function>,
}

impl Derivatives {
    /// The derivative, if it is being generated.
    pub fn in_progress(&self, key: &Key) -> Option<Signature> {
        self.in_progress.get(key).cloned()
    }

    /// The derivative, if it was generated, or is being, with this evidence.
    pub fn known(&self, key: &Key, evidence: &[String]) -> Option<Signature> {
        self.known.get(&(key.clone(), evidence.to_vec())).cloned()
    }

    /// Begins to generate a derivative.
    pub fn begin(&mut self, key: &Key, signature: &Signature, evidence: &[String]) {
        self.known.insert((key.clone(), evidence.to_vec()), signature.clone());
        self.in_progress.insert(key.clone(), signature.clone());
        self.generated.push(signature.function);
    }

    /// Generated or given, with its other half: recursion is over.
    pub fn end(&mut self, key: &Key) {
        self.in_progress.remove(key);
        if let Some(half) = other_half(key) {
            self.in_progress.remove(&half);
        }
    }

    /// All functions that were generated, in order.
    pub fn functions(&self) -> &[Function] {
        &self.generated
    }

    /// Those that have a body.
    pub fn bodies(&self) -> impl Iterator<Item = Function> {
        self.generated.iter().copied().filter(|f| !f.is_declaration())
    }

    /// Adds functions that are no derivatives, and go the same way.
    pub fn add(&mut self, functions: impl IntoIterator<Item = Function>) {
        self.generated.extend(functions);
    }

    /// These functions have become parts of others.
    pub fn drop_functions(&mut self, gone: &HashSet<Function>) {
        self.generated.retain(|function| !gone.contains(function));
    }

    /// Forgets what was generated since there were so many functions; these.
    pub fn forget_since(&mut self, before: usize) -> HashSet<Function> {
        let gone: HashSet<Function> = self.generated.drain(before..).collect();
        self.known.retain(|_, signature| !gone.contains(&signature.function));
        gone
    }

    /// Leaves nothing of what was generated.
    pub fn erase_bodies(&mut self) {
        self.generated.drain(..).for_each(Function::erase_body);
    }
}
