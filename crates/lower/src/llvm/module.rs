//! What functions share: names, declarations, constants and metadata.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The parts of a module's text beside its functions.
#[derive(Default)]
pub struct Module {
    next: usize,
    /// Declarations of functions, by name.
    declared: BTreeMap<String, String>,
    /// Definitions of memory and of helping functions, by name.
    defined: BTreeMap<String, String>,
    metadata: Vec<String>,
    helpers: BTreeSet<String>,
    pub functions: Vec<String>,
    pub options: super::Options,
}

impl Module {
    pub fn new(options: super::Options) -> Module {
        Module { options, ..Module::default() }
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }

    /// Declares a function unless it is: `declare double @erf(double)`.
    pub fn declare(&mut self, name: &str, text: impl Into<String>) {
        if !self.defined.contains_key(name) {
            self.declared.entry(name.to_owned()).or_insert_with(|| text.into());
        }
    }

    /// Defines something unless it is.
    pub fn define(&mut self, name: &str, text: impl FnOnce() -> String) {
        self.declared.remove(name);
        self.defined.entry(name.to_owned()).or_insert_with(text);
    }

    /// Whether a function of this name is to be written now: it has not been before.
    pub fn begin_helper(&mut self, name: &str) -> bool {
        self.helpers.insert(name.to_owned())
    }

    /// Adds a node; its number.
    pub fn metadata(&mut self, text: impl Into<String>) -> usize {
        self.metadata.push(text.into());
        self.metadata.len() - 1
    }

    /// What a loop's last branch carries: that it comes to an end, and which accesses of it do not meet.
    pub fn loop_metadata(&mut self, group: Option<usize>) -> usize {
        let progress = self.metadata("!{!\"llvm.loop.mustprogress\"}");
        let itself = self.metadata.len();
        let parallel = group.map(|group| {
            let text = format!("!{{!\"llvm.loop.parallel_accesses\", !{group}}}");
            self.metadata(String::new());
            self.metadata(text)
        });
        match parallel {
            Some(parallel) => {
                self.metadata[itself] = format!("distinct !{{!{itself}, !{progress}, !{parallel}}}");
                itself
            }
            None => self.metadata(format!("distinct !{{!{itself}, !{progress}}}")),
        }
    }

    /// The text of the whole module.
    pub fn text(&self) -> String {
        let mut text = String::from("; Written by zymase lower.\n\n");
        for part in self.defined.values().chain(&self.functions).chain(self.declared.values()) {
            let _ = writeln!(text, "{part}");
        }
        for (number, node) in self.metadata.iter().enumerate() {
            let _ = writeln!(text, "!{number} = {node}");
        }
        text
    }
}
