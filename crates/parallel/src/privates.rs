//! Stack objects of threads.
//!
//! While a region is open, the variables of its threads are stack objects of the caller. Each thread gets its own again. Which ones these are
//! is told by who else knows them: what threads share has escaped before the region starts, at least into its mark. The same object may
//! be in several regions, where a loop around one was unrolled.
use crate::region::Region;
use std::collections::HashSet;
use zymase_llvm::{Builder, Function, Opcode, Value};

/// Who uses a stack object, and how.
#[derive(Default)]
struct Uses {
    read_inside: bool,
    written_inside: bool,
    loaded_outside: bool,
    stored_outside: bool,
    /// Somebody outside of the region has its address.
    shared: bool,
    /// A choice between addresses outside of the region that may be this one.
    chosen_outside: bool,
}

/// Gives every thread the stack objects that are its own. False when that cannot be told; nothing has changed then.
pub fn give(function: Function, region: &Region, all: &[Region]) -> bool {
    let objects: Vec<Value> =
        function.entry().instructions().into_iter().filter(|object| object.is_fixed_stack_object()).collect();
    let mut own = Vec::new();
    for object in objects {
        let uses = Uses::of(object, region, all);
        let touched_outside = uses.loaded_outside || uses.stored_outside;
        if !(uses.read_inside || uses.written_inside) || uses.shared || (!uses.written_inside && touched_outside) {
            continue;
        }
        if uses.loaded_outside || uses.chosen_outside {
            return false;
        }
        own.push((object, uses.stored_outside));
    }
    let module = function.module();
    let builder = Builder::before(region.blocks[0].first_non_phi().expect("a block with a terminator"));
    for (object, has_content) in own {
        let copy = object.clone_instruction();
        builder.insert(copy);
        if has_content {
            let ty = object.allocated_type();
            let bytes = Value::integer(module.integer_type(64), module.allocation_size(ty) as i64);
            builder.copy_memory(copy, object, bytes, object.alignment().max(1));
        }
        replace_inside(object, copy, region, &builder);
        if object.users().is_empty() {
            object.erase_instruction();
        }
    }
    true
}

/// Does a region write or read an object of its threads that is also touched outside of all regions?
pub fn has_content(object: Value, region: &Region, all: &[Region]) -> bool {
    let uses = Uses::of(object, region, all);
    let touched_outside = uses.loaded_outside || uses.stored_outside || uses.chosen_outside;
    (uses.read_inside || uses.written_inside) && !uses.shared && touched_outside
}

impl Uses {
    fn of(object: Value, region: &Region, all: &[Region]) -> Uses {
        let mut uses = Uses::default();
        let mut seen = HashSet::from([object]);
        let mut work = vec![object];
        let mut outside = Vec::new();
        while let Some(pointer) = work.pop() {
            for user in pointer.users() {
                if passes_on(user) {
                    let choice = matches!(user.opcode(), Some(Opcode::LLVMPHI | Opcode::LLVMSelect));
                    uses.chosen_outside |= choice && !region.holds(user);
                    if seen.insert(user) {
                        work.push(user);
                    }
                } else if region.holds(user) {
                    uses.note_inside(user);
                } else {
                    outside.push((user, pointer));
                }
            }
        }
        if uses.read_inside || uses.written_inside {
            let others = outside.into_iter().filter(|(user, _)| !is_in_other_region(*user, region, all));
            others.for_each(|(user, pointer)| uses.note_outside(user, pointer));
        }
        uses
    }

    fn note_inside(&mut self, user: Value) {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => self.read_inside = true,
            _ if is_lifetime(user) => self.read_inside = true,
            _ => self.written_inside = true,
        }
    }

    fn note_outside(&mut self, user: Value, pointer: Value) {
        match user.opcode() {
            Some(Opcode::LLVMLoad) => self.loaded_outside = true,
            Some(Opcode::LLVMStore) if user.operand(0) != pointer => self.stored_outside = true,
            _ if is_lifetime(user) => {}
            _ => self.shared = true,
        }
    }
}

fn passes_on(user: Value) -> bool {
    user.is_instruction() && user.passes_pointer_on()
}

fn is_lifetime(user: Value) -> bool {
    user.is_call() && user.called_value().as_function().is_some_and(|f| f.name().starts_with("llvm.lifetime."))
}

/// Is it in a region beside this one, not around it?
fn is_in_other_region(user: Value, region: &Region, all: &[Region]) -> bool {
    all.iter().any(|other| other.start != region.start && other.holds(user) && !other.holds(region.start))
}

/// Lets what is inside of a region use another object; addresses that are computed outside are computed inside.
fn replace_inside(old: Value, new: Value, region: &Region, builder: &Builder) {
    for user in old.users() {
        if region.holds(user) && user != new {
            for index in 0..user.operand_count() {
                if user.operand(index) == old {
                    user.set_operand(index, new);
                }
            }
        } else if passes_on(user) && !region.holds(user) && is_used_inside(user, region) {
            let operands: Vec<Value> =
                user.operands().into_iter().map(|operand| if operand == old { new } else { operand }).collect();
            let copy = builder.clone_with(user, &operands);
            replace_inside(user, copy, region, builder);
        }
    }
}

fn is_used_inside(pointer: Value, region: &Region) -> bool {
    pointer
        .users()
        .into_iter()
        .any(|user| region.holds(user) || (passes_on(user) && !region.holds(user) && is_used_inside(user, region)))
}
