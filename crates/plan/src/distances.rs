//! What derivatives check about distances between pointers, as they run.
//!
//! A distance that is added to a pointer as it is leads to the shadow of the other array. One that is chosen, changes from one
//! iteration to the next, or is kept in memory is taken for one within an array: the shadows must be as far from each other. A
//! distance to an argument without a shadow is that to the end of a range: what is found by it must be in front of it.

use std::collections::{HashMap, HashSet};
use zymase_analysis::activity::{Activity, PointerClass};
use zymase_analysis::distances::{self, Check};
use zymase_core::Failure;
use zymase_llvm::{Opcode, Value};
use zymase_prepare::Prepared;
use zymase_support::Diagnostic;

/// The checks of a function, by instruction.
pub fn checks(prepared: &Prepared, activity: &Activity) -> Result<HashMap<Value, Check>, Failure> {
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
            for access in accesses.into_iter().flat_map(accesses_behind) {
                if !is_known_at(to, access, prepared) {
                    let message = "an address is found by the distance to memory that is enzyme_const here";
                    let help = "index each array by its own pointer";
                    return Err(Failure::at(access, Diagnostic::new(message).with_help(help)));
                }
                found.insert(access, Check::Range { end: to });
            }
        }
    }
    Ok(found)
}

/// Has the end of a range been computed wherever an instruction runs?
fn is_known_at(end: Value, access: Value, prepared: &Prepared) -> bool {
    let places = end.block().zip(access.block());
    places.is_none_or(|(of_end, here)| of_end != here && prepared.analyses.dominates(of_end, here))
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
