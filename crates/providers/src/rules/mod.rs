//! Rules the program registers for its functions, as a provider of derivatives.
//!
//! `matching` finds out, from the types alone, which parameter and which part of a result is what; `forward` and
//! `gradient` write the functions that the engine calls, which pass things on to the rule and back.
//!
//! - `first`: the first half of a rule in two;
//! - `misfit`: the type that a rule should have, for programs that register another one;
//! - `results`: what a rule returns, taken apart;
//! - `writer`: what the functions that call rules have in common.

mod first;
mod forward;
mod gradient;
mod matching;
mod misfit;
mod results;
mod writer;

use crate::provider::DerivativeProvider;
use std::collections::HashMap;
use zymase_analysis::marks;
use zymase_core::Failure;
use zymase_core::signature::{DerivativeKind, Key, Signature};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Value};

/// Attributes of parameters that LLVM finds in bodies.
const FACTS_ABOUT_BODIES: [&str; 4] = ["returned", "readnone", "readonly", "writeonly"];

/// One registered rule.
#[derive(Copy, Clone, Debug)]
pub enum Rule {
    /// Both sweeps of reverse mode.
    Gradient { augmented: Function, reverse: Function },
    /// Forward mode at once.
    Forward(Function),
    /// Forward mode in two steps, with a tape between them.
    Split { augmented: Function, forward: Function },
}

/// The rules of each function; a later registration replaces one of the same kind.
#[derive(Default)]
pub struct Rules {
    known: HashMap<Function, RulesOfFunction>,
}

#[derive(Copy, Clone, Default)]
struct RulesOfFunction {
    gradient: Option<(Function, Function)>,
    forward: Option<Function>,
    split: Option<(Function, Function)>,
}

impl Rules {
    /// Adds a rule, if its functions have the types that `function` asks for.
    pub fn add(&mut self, function: Function, rule: Rule) -> Result<(), Failure> {
        check(function, rule)?;
        function.add_string_attribute(marks::GIVEN_DERIVATIVE, "");
        // What was found out about the body does not hold for the rule: it would let calls be dropped, or derivatives
        // pass by them.
        function.remove_attribute("memory");
        for index in 0..function.parameters().len() {
            FACTS_ABOUT_BODIES.iter().for_each(|fact| function.remove_parameter_attribute(index, fact));
        }
        let rules = self.known.entry(function).or_default();
        match rule {
            Rule::Gradient { augmented, reverse } => rules.gradient = Some((augmented, reverse)),
            Rule::Forward(forward) => rules.forward = Some(forward),
            Rule::Split { augmented, forward } => rules.split = Some((augmented, forward)),
        }
        Ok(())
    }
}

/// Do the functions of a rule have the types that `function` asks for? What is declared without parameters, as old C
/// allows, says nothing.
pub fn check(function: Function, rule: Rule) -> Result<(), Failure> {
    let parts = match rule {
        Rule::Gradient { augmented, reverse } => vec![augmented, reverse],
        Rule::Forward(forward) => vec![forward],
        Rule::Split { augmented, forward } => vec![augmented, forward],
    };
    if parts.into_iter().chain([function]).any(|f| f.is_declaration() && f.function_type().is_variadic()) {
        return Ok(());
    }
    match rule {
        Rule::Gradient { augmented, reverse } => gradient::check(function, augmented, reverse),
        Rule::Forward(rule) => forward::check(function, rule),
        Rule::Split { augmented, forward } => forward::check_in_two(function, augmented, forward),
    }
}

impl DerivativeProvider for Rules {
    /// Where no rule for its mode is registered, the body must serve.
    fn gives(&self, key: &Key) -> bool {
        let Some(rules) = self.known.get(&key.original) else { return false };
        match key.kind {
            DerivativeKind::Forward => rules.forward.is_some() || rules.split.is_some(),
            DerivativeKind::Augmented(_) | DerivativeKind::Reverse(_) => rules.gradient.is_some(),
            DerivativeKind::Gradient { .. } => false,
        }
    }

    fn has_rule(&self, function: Function) -> bool {
        self.known.contains_key(&function)
    }

    fn forward(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let rules = self.known[&key.original];
        match (rules.forward, rules.split) {
            (Some(rule), _) => forward::at_once(driver, key, signature, rule),
            (None, Some((augmented, forward))) => forward::in_two(driver, key, signature, augmented, forward),
            (None, None) => Err(Failure::internal("a forward rule was promised")),
        }
    }

    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        halves: [&Signature; 2],
        _: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let Some((first, second)) = self.known[&key.original].gradient else {
            return Err(Failure::internal("a reverse rule was promised"));
        };
        gradient::both_halves(driver, key, halves, first, second)
    }
}
