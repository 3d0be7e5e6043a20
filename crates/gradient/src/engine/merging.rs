//! Generated functions that are called once become a part of their caller before anything else happens to them.
//!
//! The host simplifies callees before callers, and inlines on the way up: a gradient, the choice between its versions and the
//! program's function around both would each be simplified in turn, the same code three times over. The host would
//! inline them too; this saves the time that it takes.

use super::Engine;
use std::collections::{HashMap, HashSet};
use zymase_llvm::{Function, Value};

/// The host decides about larger functions, and about callers that have grown so large.
const MOST_INSTRUCTIONS: usize = 4000;

impl Engine {
    /// Marks the functions that the program, or the choice between versions, calls at one place only.
    pub(super) fn merge_into_callers(&self) {
        let mut sizes = HashMap::new();
        let mut size = |function: Function, more: usize| {
            let size = sizes.entry(function).or_insert_with(|| instructions(function));
            *size += more;
            *size
        };
        for function in self.derivatives.bodies() {
            let Some(caller) = only_caller(function).filter(|caller| self.may_grow(*caller)) else { continue };
            let added = size(function, 0);
            if may_be_part_of(function, caller) && size(caller, 0) + added <= MOST_INSTRUCTIONS {
                size(caller, added);
                function.add_attribute("alwaysinline");
            }
        }
    }

    /// Code of NVIDIA's GPUs has no results without a size. Optimisation leaves none of these calls; without it they are put in place here.
    pub(super) fn inline_without_results(&self) {
        let is_empty = |f: &Function| f.return_type().is_struct() && f.return_type().struct_elements().is_empty();
        for function in self.derivatives.bodies().filter(is_empty) {
            for call in function.value().users().into_iter().filter(|user| user.is_call()) {
                if call.called_function() == Some(function) {
                    call.inline_call();
                }
            }
            if function.value().users().is_empty() {
                function.erase_body();
            }
        }
    }

    /// Other generated functions may be recursive, or called from many places.
    fn may_grow(&self, caller: Function) -> bool {
        !self.derivatives.functions().contains(&caller) || self.choosers.contains(&caller)
    }

    /// Puts loops that run forwards and backwards at once, and their iterations, into the gradient that has them: what is
    /// known of its arguments then holds for them too.
    pub(super) fn merge_rounds(&mut self) {
        let made: Vec<Function> = self.derivatives.bodies().collect();
        let mut gone = HashSet::new();
        for function in made.into_iter().rev() {
            let Some(call) = only_call(function) else { continue };
            let caller = call.block().expect("placed").function();
            let belongs = [function, caller].into_iter().any(|f| self.registry.belongs_to_caller(f));
            let fits = instructions(function) + instructions(caller) <= MOST_INSTRUCTIONS;
            if belongs && fits && may_be_part_of(function, caller) && call.inline_call() {
                gone.insert(function);
            }
        }
        self.derivatives.drop_functions(&gone);
        gone.iter().for_each(|function| function.erase_body());
        gone.into_iter().for_each(Function::erase);
    }
}

fn instructions(function: Function) -> usize {
    function.blocks().into_iter().map(|block| block.instructions().len()).sum()
}

/// The only use, if that is a call.
fn only_call(function: Function) -> Option<Value> {
    let [call] = function.value().users()[..] else { return None };
    (call.is_call() && call.called_function() == Some(function)).then_some(call)
}

/// The function around the only call.
fn only_caller(function: Function) -> Option<Function> {
    only_call(function)?.block().map(|block| block.function())
}

fn may_be_part_of(function: Function, caller: Function) -> bool {
    let same = |key: &str| function.string_attribute(key) == caller.string_attribute(key);
    let is_left_alone = |f: Function| f.has_attribute("optnone");
    let is_kept = function.has_attribute("noinline") || is_left_alone(function) || is_left_alone(caller);
    !is_kept && same("target-cpu") && same("target-features")
}
