//! The two halves of a loop that runs forwards and backwards at once: the first does nothing.

use super::{FusedLoop, fusion, outline};
use crate::provider::{DerivativeProvider, Rewritten};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::activity::Role;
use zymase_analysis::types::Types;
use zymase_core::machine::memory_pointer;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse, pack};
use zymase_core::{Failure, passed};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, Value};
use zymase_plan::Planned;

/// Gives the halves of the loops that run forwards and backwards at once.
#[derive(Clone, Default)]
pub struct FusedLoops {
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    /// By their functions.
    loops: HashMap<Function, FusedLoop>,
    /// By the step of such a loop: what was found out about types for the function that has the loop.
    types_of_steps: HashMap<Function, Rc<Types>>,
    /// The halves of such loops.
    halves: HashSet<Function>,
}

impl FusedLoops {
    pub(super) fn add(&self, loops: &[FusedLoop]) {
        self.state.borrow_mut().loops.extend(loops.iter().map(|part| (part.function, *part)));
    }

    pub(super) fn add_types(&self, loops: &[FusedLoop], types: &Rc<Types>) {
        self.state.borrow_mut().types_of_steps.extend(loops.iter().map(|part| (part.step, types.clone())));
    }
}

impl DerivativeProvider for FusedLoops {
    fn gives(&self, key: &Key) -> bool {
        self.state.borrow().loops.contains_key(&key.original)
    }

    fn may_run_at_once(&self) -> bool {
        true
    }

    fn forward(&self, _: &mut dyn Driver, _: &Key, _: &Signature, _: &[(Value, Value)]) -> Result<(), Failure> {
        Err(Failure::internal("a fused loop is only differentiated in reverse mode"))
    }

    fn split(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        halves: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        self.state.borrow_mut().halves.extend(halves.map(|half| half.function));
        let fused = self.state.borrow().loops[&key.original];
        Halves { fused }.write(driver, key, halves, context)
    }

    fn rewrite(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        planned: &Planned,
        context: &[(Value, Value)],
    ) -> Result<Option<Rewritten>, Failure> {
        fusion::rewrite(self, driver, key, planned, context)
    }

    fn types_of(&self, function: Function) -> Option<Rc<Types>> {
        self.state.borrow().types_of_steps.get(&function).cloned()
    }

    fn belongs_to_caller(&self, function: Function) -> bool {
        self.state.borrow().halves.contains(&function)
    }

    fn forget(&self, gone: &HashSet<Function>) {
        self.state.borrow_mut().halves.retain(|function| !gone.contains(function));
    }

    fn leftovers(&self) -> Vec<Function> {
        let state = self.state.borrow();
        state.loops.values().map(|part| part.function).chain(state.loops.values().map(|part| part.step)).collect()
    }
}

/// The two halves of one loop.
struct Halves {
    fused: FusedLoop,
}

impl Halves {
    fn write(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let module = driver.session().module;
        let first = Key { kind: DerivativeKind::Augmented(SplitUse::Callee), ..key.clone() };
        let builder = Builder::at_end(augmented.function.append_block("entry"));
        let nothing = Value::null(memory_pointer(module));
        builder.ret(Some(pack(&builder, signature::result_type(module, &first), &[nothing])));
        let gradient = self.gradient_of_step(driver, key, context)?;
        self.write_rounds(key, reversed, &gradient);
        Ok(())
    }

    fn gradient_of_step(
        &self,
        driver: &mut dyn Driver,
        key: &Key,
        context: &[(Value, Value)],
    ) -> Result<Signature, Failure> {
        // The step has the number of an iteration where the loop has how many there are.
        let count = key.original.parameter(0);
        let known: Vec<(Value, Value)> = context.iter().copied().filter(|(parameter, _)| *parameter != count).collect();
        let evidence = passed::to_copy(self.fused.step, key.original, &known);
        let mut roles = key.roles.clone();
        roles[0] = Role::Constant;
        let kind = DerivativeKind::Gradient { seeded: false };
        let of_step = Key {
            original: self.fused.step,
            kind,
            roles,
            options: key.options,
            overwritten: Vec::new(),
            unchanged: Vec::new(),
        };
        driver.derivative(&of_step, &evidence)
    }

    /// Every iteration forwards and backwards, in the order of the program: the sums come out as there.
    fn write_rounds(&self, key: &Key, reversed: &Signature, gradient: &Signature) {
        let builder = outline::write_rounds(reversed.function, reversed.primal(0), |builder, iteration| {
            let mut arguments = vec![iteration];
            for index in 1..key.roles.len() {
                arguments.push(reversed.primal(index));
                arguments.extend((0..key.options.lanes).filter_map(|lane| reversed.shadow(index, lane)));
            }
            builder.call(gradient.function, &arguments);
        });
        let second = Key { kind: DerivativeKind::Reverse(SplitUse::Callee), ..key.clone() };
        builder.ret(Some(pack(&builder, signature::result_type(builder.module(), &second), &[])));
    }
}
