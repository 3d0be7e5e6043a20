//! Loops that end at a fixed point, `x = F(x, p)`: `zymase_fixed_point(tolerance)` at the top of a loop body.
//!
//! Only the state x from before the last pass is kept, and only there passes are differentiated. The last pass, which leaves the
//! loop, gives the results, `G(x, p)`; F is the pass that goes on instead. With an adjoint x̄ of the state after G, reverse mode runs
//! the reverse of F on it again and again: what comes out for p is added up, what comes out for x goes in again,
//! `p̄ += F_pᵀ (x̄ + F_xᵀ x̄ + F_xᵀ F_xᵀ x̄ + …)`, until nothing is left. After a step of Newton's method that is at once, for F_x is zero.
//! Forward mode runs `x' = F_x x' + F_p p'` until x' stays the same, then G.
//!
//! What is promised is looked at while the program runs: that a pass changes the state no more, that adjoints die out, and that
//! tangents come back after they were disturbed. The program ends with a message where it is not so.
//!
//! - `numbers`: where the numbers of the state are;
//! - `passes`: the code that runs passes at one state.

mod numbers;
mod passes;

use crate::provider::DerivativeProvider;
use crate::steps::{self, takes_shadow};
use numbers::{Numbers, numbers_of};
use passes::Passes;
use std::cell::RefCell;
use std::collections::HashMap;
use zymase_core::signature::{DerivativeKind, Key, Signature};
use zymase_core::{Failure, passed};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Value};
use zymase_prepare::Prepared;
use zymase_prepare::checkpoint::{Fixed, StepLoop};

/// Gives the derivatives of loops that end at a fixed point.
#[derive(Default)]
pub struct FixedPoints {
    /// By their functions.
    known: RefCell<HashMap<Function, StepLoop>>,
}

impl DerivativeProvider for FixedPoints {
    fn gives(&self, key: &Key) -> bool {
        !key.options.errors && self.known.borrow().contains_key(&key.original)
    }

    fn forward(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        signature: &Signature,
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let subject = self.subject(driver, key, context)?;
        steps::check_globals(&subject.step_loop)?;
        let [leave, again] = subject.derivatives(driver, key, DerivativeKind::Forward, context)?;
        Passes::new(&subject, key, signature).write_forward(&leave, &again);
        Ok(())
    }

    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let subject = self.subject(driver, key, context)?;
        steps::check(&subject.step_loop, key)?;
        let [leave, again] = subject.derivatives(driver, key, DerivativeKind::Gradient { seeded: false }, context)?;
        Passes::new(&subject, key, augmented).write_augmented();
        Passes::new(&subject, key, reversed).write_reverse(&leave, &again);
        Ok(())
    }

    fn take_note(&self, prepared: &Prepared) {
        let fixed = prepared.step_loops.iter().filter(|found| found.fixed.is_some());
        self.known.borrow_mut().extend(fixed.map(|found| (found.function, found.clone())));
    }

    fn leftovers(&self) -> Vec<Function> {
        let known = self.known.borrow();
        let steps = |found: &StepLoop| [Some(found.step), found.fixed.as_ref().map(|fixed| fixed.again)];
        known.keys().copied().chain(known.values().flat_map(steps).flatten()).collect()
    }
}

impl FixedPoints {
    fn subject(&self, driver: &mut dyn Driver, key: &Key, context: &[(Value, Value)]) -> Result<Subject, Failure> {
        let step_loop = self.known.borrow()[&key.original].clone();
        steps::check_pointers(&step_loop, driver, &passed::to_copy(step_loop.step, key.original, context))?;
        let numbers = numbers_of(&step_loop, driver, key, context)?;
        Ok(Subject { step_loop, numbers })
    }
}

/// A loop whose derivative is written.
struct Subject {
    step_loop: StepLoop,
    numbers: Vec<Numbers>,
}

impl Subject {
    fn fixed(&self) -> &Fixed {
        self.step_loop.fixed.as_ref().expect("the loop ends at a fixed point")
    }

    /// The derivatives of the pass that leaves the loop, and of the one that goes on.
    fn derivatives(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        kind: DerivativeKind,
        context: &[(Value, Value)],
    ) -> Result<[Signature; 2], Failure> {
        let mut derivative = |pass: Function| {
            let roles = key.roles[..pass.parameters().len()].to_vec();
            let of_pass = Key {
                original: pass,
                kind,
                roles,
                options: key.options,
                overwritten: Vec::new(),
                unchanged: Vec::new(),
            };
            driver.derivative(&of_pass, &passed::to_copy(pass, key.original, context))
        };
        Ok([derivative(self.step_loop.step)?, derivative(self.fixed().again)?])
    }
}

/// Do derivatives flow into the memory behind a parameter?
fn has_shadow(key: &Key, parameter: usize) -> bool {
    takes_shadow(key.roles[parameter])
}
