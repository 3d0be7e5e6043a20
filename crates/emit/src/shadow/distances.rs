//! Shadows of addresses that are computed from pointers and distances.
//!
//! A distance between pointers that is added as it is leads to the shadow of the other array. One that is chosen, changes from one
//! iteration to the next, or is kept in memory is taken for one within an array: the derivative checks, as it runs, that the
//! shadows are as far from each other. A distance to an argument without a shadow is that to the end of a range: what
//! is found by it must be in front of it.

use super::Sweep;
use std::collections::{HashMap, HashSet};
use zymase_analysis::activity::{Activity, PointerClass};
use zymase_analysis::distances;
use zymase_core::{Failure, runtime, watch};
use zymase_llvm::{Opcode, Value};
use zymase_prepare::Prepared;
use zymase_support::Diagnostic;

/// What a derivative checks at an instruction.
#[derive(Copy, Clone, Debug)]
pub(super) enum Check {
    /// The shadows of two pointers are as far from each other as the pointers.
    Distance { to: Value, from: Value },
    /// The address is in front of this one.
    Range { end: Value },
}

/// The checks of a function, by instruction.
pub(super) fn checks(prepared: &Prepared, activity: &Activity) -> HashMap<Value, Check> {
    let mut found = HashMap::new();
    let instructions = prepared.function.instructions();
    let differences = instructions.into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMSub) && !i.ty().is_vector());
    for difference in differences {
        let Some((to, from)) = distances::between(difference) else { continue };
        let [has_to, has_from] = [to, from].map(|end| activity.class(end).may_have_shadow());
        if has_to && has_from && is_lost(activity, difference) {
            found.insert(difference, Check::Distance { to, from });
        }
        if has_from && activity.class(to) == PointerClass::Constant {
            let accesses = addresses(difference, |gep| distances::same_origin(gep.operand(0), from));
            let accesses = accesses.into_iter().flat_map(accesses_behind);
            found.extend(accesses.map(|access| (access, Check::Range { end: to })));
        }
    }
    found
}

/// Everything that a distance is part of, as far as it stays one.
fn derived(difference: Value) -> Vec<Value> {
    let mut seen = HashSet::from([difference]);
    let mut all = vec![difference];
    let mut next = 0;
    while let Some(value) = all.get(next).copied() {
        next += 1;
        all.extend(value.users().into_iter().filter(|user| distances::passes_on(*user, value) && seen.insert(*user)));
    }
    all
}

/// Does a distance go where the shadow of an address does not follow it?
fn is_lost(activity: &Activity, difference: Value) -> bool {
    derived(difference).into_iter().any(|value| {
        value.users().into_iter().any(|user| match user.opcode() {
            Some(Opcode::LLVMGetElementPtr) => {
                user.operand(0) != value
                    && activity.class(user.operand(0)).may_have_shadow()
                    && distances::of(user).is_none()
            }
            Some(Opcode::LLVMStore) => user.operand(0) == value,
            Some(Opcode::LLVMRet) => true,
            Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => {
                user.called_function().is_some_and(|callee| !callee.is_declaration())
            }
            _ => false,
        })
    })
}

/// The addresses that are found by a distance.
fn addresses(difference: Value, wanted: impl Fn(Value) -> bool) -> Vec<Value> {
    let users = derived(difference).into_iter().flat_map(|value| {
        let is_address =
            move |user: &Value| user.opcode() == Some(Opcode::LLVMGetElementPtr) && user.operand(0) != value;
        value.users().into_iter().filter(is_address)
    });
    users.filter(|user| wanted(*user)).collect()
}

/// Loads and stores of floats at an address, and at those that are computed from it.
fn accesses_behind(address: Value) -> Vec<Value> {
    let (mut seen, mut work, mut found) = (HashSet::from([address]), vec![address], Vec::new());
    while let Some(pointer) = work.pop() {
        for user in pointer.users() {
            match user.opcode() {
                Some(Opcode::LLVMLoad) if user.ty().contains_float() => found.push(user),
                Some(Opcode::LLVMStore) if user.operand(0).ty().contains_float() => found.push(user),
                _ if user.passes_pointer_on() && seen.insert(user) => work.push(user),
                _ => {}
            }
        }
    }
    found
}

impl Sweep<'_> {
    /// Checks what is taken for granted about distances at an instruction.
    pub(crate) fn check_distance(&mut self, i: Value) -> Result<(), Failure> {
        let Some(check) = self.distance_checks.get(&i).copied() else { return Ok(()) };
        let module = self.module();
        let place = watch::place(module, i);
        match check {
            Check::Distance { to, from } => self.each_lane(|sweep| {
                let shadows = [sweep.shadow(to)?, sweep.shadow(from)?];
                let builder = sweep.after(i);
                let word = module.integer_type(64);
                let distance = |[to, from]: [Value; 2]| {
                    builder.sub(builder.pointer_to_int(to, word), builder.pointer_to_int(from, word))
                };
                let primal = distance([sweep.twin.value(to), sweep.twin.value(from)]);
                builder.call_across_spaces(runtime::check_distance(module), &[primal, distance(shadows), place]);
                Ok(())
            }),
            Check::Range { end } => {
                let pointer = i.operand(if i.opcode() == Some(Opcode::LLVMStore) { 1 } else { 0 });
                let reaches = end
                    .block()
                    .zip(i.block())
                    .is_none_or(|(of_end, here)| of_end != here && self.prepared.analyses.dominates(of_end, here));
                if !reaches {
                    let message = "an address is found by the distance to memory that is enzyme_const here";
                    let help = "index each array by its own pointer";
                    return Err(Failure::at(i, Diagnostic::new(message).with_help(help)));
                }
                let operands = [self.twin.value(pointer), self.twin.value(end), place];
                self.after(i).call_across_spaces(runtime::check_range(module), &operands);
                Ok(())
            }
        }
    }

    /// As far from the shadow of the pointer; but distances between other pointers are those between their shadows.
    pub(super) fn shadow_address(&mut self, i: Value) -> Result<Value, Failure> {
        let base = self.shadow(i.operand(0))?;
        let copy = self.twin.value(i);
        let mut operands = copy.operands();
        operands[0] = base;
        let Some(measured) = self.activity.measured(i) else { return Ok(self.after(i).clone_with(copy, &operands)) };
        let (to, from) = (self.shadow(measured.to)?, self.shadow(measured.from)?);
        let word = self.module().integer_type(64);
        let builder = self.after(i);
        let distance =
            |to: Value, from: Value| builder.sub(builder.pointer_to_int(to, word), builder.pointer_to_int(from, word));
        let primal_to = self.twin.value(measured.to);
        if measured.from_its_base {
            return Ok(builder.offset(to, distance(copy, primal_to)));
        }
        let shadow = builder.clone_with(copy, &operands);
        shadow.drop_poison_flags();
        let difference = builder.sub(distance(to, from), distance(primal_to, self.twin.value(measured.from)));
        Ok(builder.offset(shadow, difference))
    }
}
