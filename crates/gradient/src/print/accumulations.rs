//! How threads add to adjoints in the regions of a function, for `zymase explain`.

use super::explain::place_of;
use crate::engine::Engine;
use std::collections::HashSet;
use zymase_analysis::activity::{Activity, Role, holds_float};
use zymase_analysis::marks;
use zymase_core::signature::{DerivativeKind, Key, Options, SplitUse};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Opcode, Value};
use zymase_plan::Planned;
use zymase_plan::accumulation::{Accumulation, of_threads};
use zymase_providers::parallel::usual_member;

/// Records, each with the line of a read in a region that the function comes to.
pub fn of_regions(engine: &mut Engine, planned: &Planned, file: Option<&(String, String)>) -> Vec<(u32, String)> {
    let mut records = Vec::new();
    let options = planned.plan.options;
    let mut work = loops_in(planned.prepared.function, options, |argument| role_of(&planned.activity, argument));
    let mut seen = HashSet::new();
    while let Some((key, context)) = work.pop() {
        let member = usual_member(engine, &key, &context);
        let Ok(prepared) = engine.prepared(member) else { continue };
        if !seen.insert(prepared.function) {
            continue;
        }
        if let Some((folder, file)) = file {
            prepared.function.place_in_file(folder, file);
        }
        let types = engine.types(&prepared, &[]);
        for (read, class) in of_threads(prepared.function) {
            if read.opcode() == Some(Opcode::LLVMLoad) && holds_float(&types, read) {
                let place = place_of(read.operand(0));
                records.push((read.line(), format!("added\t{place}\t{}", words(class, read, prepared.function))));
            }
        }
        let inner = |argument: Value| if argument.ty().is_pointer() { Role::Duplicated } else { Role::Constant };
        work.extend(loops_in(prepared.function, options, inner));
    }
    records
}

type Loop = (Key, Vec<(Value, Value)>);

/// The parallel loops that a function calls.
fn loops_in(function: Function, options: Options, role: impl Fn(Value) -> Role) -> Vec<Loop> {
    let calls = function.instructions().into_iter().filter(|i| i.is_call());
    let as_loop = |call: Value| {
        let original = call.called_function().filter(|callee| marks::is_parallel_loop(*callee))?;
        let arguments = call.arguments();
        let roles = arguments.iter().map(|argument| role(*argument)).collect();
        let kind = DerivativeKind::Reverse(SplitUse::Callee);
        let key = Key { original, kind, roles, options, overwritten: Vec::new(), unchanged: Vec::new() };
        Some((key, original.parameters().into_iter().zip(arguments).collect()))
    };
    calls.filter_map(as_loop).collect()
}

fn role_of(activity: &Activity, argument: Value) -> Role {
    match argument.ty() {
        ty if ty.is_pointer() && activity.class(argument).may_have_shadow() => Role::Duplicated,
        ty if !ty.is_pointer() && activity.is_active(argument) => Role::Active,
        _ => Role::Constant,
    }
}

/// How, and why not in a cheaper way.
fn words(class: Accumulation, read: Value, function: Function) -> String {
    match class {
        Accumulation::Plain | Accumulation::Own => "as one thread would: the memory is its own".to_owned(),
        Accumulation::Apart => "as one thread would: they read different places".to_owned(),
        Accumulation::Partial => "each in a copy of its own: all read it, and the copies are added up".to_owned(),
        Accumulation::Together => "atomically, by one thread for all of a warp that read the same place".to_owned(),
        Accumulation::Atomic => format!("atomically: {}", why_atomic(read, function)),
    }
}

fn why_atomic(read: Value, function: Function) -> &'static str {
    let own_shares = function.string_attribute(marks::OWN_SHARES).is_some();
    match () {
        () if own_shares => "which iterations a thread runs is only known while the program runs",
        () if is_found_by_reading(read.operand(0)) => "where it lies is read from memory",
        () => "nothing says that threads read different places, or that none writes there",
    }
}

/// Does an address depend on what is read from memory?
fn is_found_by_reading(address: Value) -> bool {
    let (mut work, mut seen) = (vec![address], HashSet::new());
    while let Some(value) = work.pop() {
        match value.opcode() {
            Some(Opcode::LLVMLoad) => return true,
            Some(Opcode::LLVMPHI | Opcode::LLVMCall | Opcode::LLVMInvoke) | None => {}
            Some(_) if seen.insert(value) => work.extend(value.operands()),
            Some(_) => {}
        }
    }
    false
}
