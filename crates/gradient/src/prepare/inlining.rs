//! Makes indirect calls direct and inlines direct ones.
//!
//! An indirect call becomes a chain of comparisons of the *primal* address with the functions of the module whose
//! address is taken and whose type fits, each arm a direct call. So virtual calls, tables and callbacks need nothing
//! more in the engine, and shadows of function pointers never matter. An address that fits none of them ends in a
//! run-time error that names it.

use crate::{Failure, runtime};
use std::collections::{BTreeSet, HashMap};
use zymase_analysis::callee::has_given_derivative;
use zymase_llvm::{Block, Builder, Function, IntPredicate, Module, Opcode, Value};

/// A prepared function does not grow beyond this many instructions by inlining.
const LARGEST_PREPARED_FUNCTION: usize = 40_000;
/// Callees above this size are not inlined.
const LARGEST_INLINED_CALLEE: usize = 4_000;

/// Repeats until only recursive, opaque or too large callees remain.
pub fn inline_everything(function: Function, original: Function) -> Result<(), Failure> {
    let mut recursion = RecursionCache::new(function.module());
    let mut size = function.instructions().len();
    let mut kept: BTreeSet<Value> = BTreeSet::new();
    loop {
        let calls: Vec<Value> =
            function.instructions().into_iter().filter(|i| i.is_call() && !kept.contains(i)).collect();
        let mut changed = false;
        for call in calls {
            match call.called_function() {
                None if expand_indirect(call, function) => {
                    changed = true;
                    break;
                }
                Some(callee) if may_inline(callee, original, &mut recursion) => {
                    let grown = callee.instructions().len();
                    if grown <= LARGEST_INLINED_CALLEE
                        && size + grown <= LARGEST_PREPARED_FUNCTION
                        && call.inline_call()
                    {
                        size += grown;
                        changed = true;
                        break;
                    }
                    kept.insert(call);
                }
                _ => {
                    kept.insert(call);
                }
            }
        }
        if !changed {
            return Ok(());
        }
    }
}

fn may_inline(callee: Function, original: Function, recursion: &mut RecursionCache) -> bool {
    !callee.is_declaration()
        && callee != original
        && !callee.function_type().is_variadic()
        && !has_given_derivative(callee)
        && !recursion.is_recursive(callee)
        && !super::computed_goto::is_used_in(callee)
}

/// Functions that an indirect call of this type may reach.
fn indirect_candidates(module: Module, call: Value, caller: Option<Function>) -> Vec<Function> {
    let ty = call.called_type();
    module
        .functions()
        .into_iter()
        .filter(|f| {
            Some(*f) != caller
                && f.function_type() == ty
                && !f.is_intrinsic()
                && f.has_address_taken()
                && !runtime::is_generated(&f.name())
                && !crate::request::is_derivative_call(&f.name())
        })
        .collect()
}

/// Turns an indirect call into comparisons and direct calls; false when it is left alone (inline assembly, an alias,
/// an invoke).
fn expand_indirect(call: Value, function: Function) -> bool {
    let callee = call.called_value();
    if callee.is_inline_assembly() || callee.is_constant() || call.opcode() != Some(Opcode::LLVMCall) {
        return false;
    }
    let module = function.module();
    let candidates = indirect_candidates(module, call, Some(function));
    let rest = Builder::split_before(call.next_instruction().expect("a call is no terminator"));
    let last = Builder::split_before(call);
    // `last` holds the original call: it becomes the failure arm.
    let start = last.predecessors()[0];
    start.terminator().expect("split left a branch").erase_instruction();
    let mut at = start;
    let mut arms = Vec::new();
    for candidate in candidates {
        let arm = function.append_block("zymase.callee");
        arm.move_after(at);
        let next = function.append_block("zymase.next");
        next.move_after(arm);
        let builder = Builder::at_end(at);
        builder.set_location_of(call);
        let equal = builder.icmp(IntPredicate::LLVMIntEQ, callee, candidate.value());
        builder.conditional_branch(equal, arm, next);
        builder.position_at_end(arm);
        let direct = builder.clone_with(call, &[]);
        let callee_operand = direct.operand_count() - 1;
        direct.set_operand(callee_operand, candidate.value());
        builder.branch(rest);
        arms.push((direct, arm));
        at = next;
    }
    let builder = Builder::at_end(at);
    builder.set_location_of(call);
    builder.branch(last);
    replace_with_failure(call, callee, &arms, rest);
    true
}

/// The arm for an address that is no known function, and the merge of the results.
fn replace_with_failure(call: Value, callee: Value, arms: &[(Value, Block)], rest: Block) {
    let last = call.block().expect("a call in a block");
    Builder::before(call).call(runtime::unknown_callee(last.function().module()), &[callee]);
    if !call.ty().is_void() {
        let result = if arms.is_empty() {
            Value::poison(call.ty())
        } else {
            let first = rest.first_instruction().expect("a block with a terminator");
            let phi = Builder::before(first).phi(call.ty(), "zymase.result");
            arms.iter().for_each(|(value, block)| phi.add_incoming(*value, *block));
            phi
        };
        call.replace_all_uses_with(result);
    }
    call.erase_instruction();
    last.terminator().expect("split left a branch").erase_instruction();
    Builder::at_end(last).unreachable();
}

/// Which functions can reach themselves through direct calls or calls of functions whose address is taken.
struct RecursionCache {
    module: Module,
    known: HashMap<Function, bool>,
    callees: HashMap<Function, Vec<Function>>,
}

impl RecursionCache {
    fn new(module: Module) -> RecursionCache {
        RecursionCache { module, known: HashMap::new(), callees: HashMap::new() }
    }

    fn is_recursive(&mut self, function: Function) -> bool {
        if let Some(known) = self.known.get(&function) {
            return *known;
        }
        let mut seen = BTreeSet::new();
        let mut work = self.callees_of(function);
        let mut found = false;
        while let Some(next) = work.pop() {
            if next == function {
                found = true;
                break;
            }
            if seen.insert(next) {
                work.extend(self.callees_of(next));
            }
        }
        self.known.insert(function, found);
        found
    }

    fn callees_of(&mut self, function: Function) -> Vec<Function> {
        if let Some(known) = self.callees.get(&function) {
            return known.clone();
        }
        let mut found = Vec::new();
        for call in function.instructions().into_iter().filter(|i| i.is_call()) {
            match call.called_function() {
                Some(callee) if !callee.is_declaration() => found.push(callee),
                Some(_) => {}
                None if call.called_value().is_inline_assembly() => {}
                None => found
                    .extend(indirect_candidates(self.module, call, None).into_iter().filter(|f| !f.is_declaration())),
            }
        }
        self.callees.insert(function, found.clone());
        found
    }
}
