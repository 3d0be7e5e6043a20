//! Elements that a loop works on become variables while it runs, where only a comparison of indices shows that nothing else
//! in the loop touches them.
//!
//! What is read in every iteration is read once, what is written is written once: `x[i] -= a[i][j] * x[j]` is a sum. So is its adjoint: the
//! reverse sweep adds to a variable, and its loops are ones that the host vectorises.

use zymase_analysis::memory::{FixedPlace, fixed_places};
use zymase_core::Failure;
use zymase_llvm::{Analyses, Builder, Function, Opcode, Value};

/// Loops that an element can be moved out of, one after the other.
const MOST_ROUNDS: usize = 4;

/// Moves loads and stores out of loops; whether there was something to move.
pub fn promote(function: Function) -> Result<bool, Failure> {
    let mut changed = false;
    for _ in 0..MOST_ROUNDS {
        let found = fixed_places(function, &Analyses::of(function));
        if found.is_empty() {
            break;
        }
        changed = true;
        let mut slots = false;
        for place in found {
            if is_store(place.certain) {
                slots = true;
                keep_in_slot(function, &place);
            } else {
                read_once(&place);
            }
        }
        super::run(function, if slots { "mem2reg,early-cse<memssa>,lcssa" } else { "early-cse<memssa>,lcssa" })?;
    }
    Ok(changed)
}

fn read_once(place: &FixedPlace) {
    let end = place.preheader.terminator().expect("a preheader branches");
    place.certain.remove_from_block();
    Builder::before(end).insert(place.certain);
    forget_scopes(place.certain);
    for other in place.accesses.iter().filter(|access| **access != place.certain) {
        other.replace_all_uses_with(place.certain);
        other.erase_instruction();
    }
}

/// In a stack object that becomes a variable.
fn keep_in_slot(function: Function, place: &FixedPlace) {
    let slot =
        Builder::before(function.entry().first_instruction().expect("a terminator")).alloca(place.ty, "zymase.kept");
    if let Some(load) = place.accesses.iter().find(|access| !is_store(**access)) {
        let builder = Builder::before(place.preheader.terminator().expect("a preheader branches"));
        let first = builder.clone_with(*load, &[place.pointer]);
        forget_scopes(first);
        builder.store(first, slot);
    }
    for exit in &place.exits {
        let builder = Builder::before(exit.first_non_phi().expect("a terminator"));
        let last = builder.load(place.ty, slot);
        forget_scopes(builder.clone_with(place.certain, &[last, place.pointer]));
    }
    for access in &place.accesses {
        let builder = Builder::before(*access);
        if is_store(*access) {
            builder.store(access.operand(0), slot);
        } else {
            access.replace_all_uses_with(builder.load(place.ty, slot));
        }
        access.erase_instruction();
    }
}

/// Facts about an inlined call do not hold outside of it.
fn forget_scopes(access: Value) {
    ["alias.scope", "noalias", "llvm.access.group"].into_iter().for_each(|kind| access.remove_metadata(kind));
}

fn is_store(access: Value) -> bool {
    access.opcode() == Some(Opcode::LLVMStore)
}
