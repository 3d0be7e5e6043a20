//! Sizes of blocks that a program names where it launches a kernel: constants, as a rule.
//!
//! The arguments of `<<<...>>>` are looked at in a copy of the function that has them, made simple.

use crate::lane::run;
use std::collections::{BTreeMap, HashSet};
use zymase_core::Failure;
use zymase_launches::kernel_of_stub;
use zymase_llvm::{Block, Function, Linkage, Module, Value};

const CONFIGURATION: &str = "__cudaPushCallConfiguration";
/// More versions than this of one kernel are not made.
const MOST: usize = 3;
/// Constructors of `dim3`.
const CONSTRUCTOR: &str = "_ZN4dim3C";

/// By the name of the kernel: the sizes of its blocks.
pub fn find(module: Module) -> Result<BTreeMap<String, Vec<[u64; 3]>>, Failure> {
    let mut found: BTreeMap<String, Vec<[u64; 3]>> = BTreeMap::new();
    let Some(push) = module.function(CONFIGURATION) else { return Ok(found) };
    let callers = push.value().users().into_iter().filter_map(Value::parent_function);
    let mut seen = HashSet::new();
    let callers: Vec<Function> = callers.filter(|caller| seen.insert(*caller)).collect();
    for caller in callers.into_iter().filter(|caller| !caller.has_attribute("optnone")) {
        let copy = module.add_function(&format!("{}.sizes", caller.name()), caller.function_type());
        copy.set_linkage(Linkage::LLVMInternalLinkage);
        caller.clone_body_into(copy, &copy.parameters());
        simplify(copy)?;
        for call in copy.instructions().into_iter().filter(|i| i.is_call() && i.called_function() == Some(push)) {
            if let (Some(kernel), Some(size)) = (launched(call), size(call)) {
                let sizes = found.entry(kernel).or_default();
                if !sizes.contains(&size) && sizes.len() < MOST {
                    sizes.push(size);
                }
            }
        }
        copy.erase();
    }
    Ok(found)
}

fn simplify(function: Function) -> Result<(), Failure> {
    const DEEPEST: usize = 3;
    for _ in 0..DEEPEST {
        let is_constructor = |i: &Value| {
            let callee = i.called_function().filter(|f| !f.is_declaration());
            callee.is_some_and(|f| f.name().starts_with(CONSTRUCTOR))
        };
        for call in function.instructions().into_iter().filter(|i| i.is_call() && is_constructor(i)) {
            call.inline_call();
        }
    }
    run(function, "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>")
}

/// The kernel that is launched with this configuration: the next stub that is called.
fn launched(push: Value) -> Option<String> {
    let stub = |i: Value| i.called_function().and_then(|f| kernel_of_stub(&f.name()));
    let mut at = push.next_instruction();
    while let Some(i) = at {
        if let Some(kernel) = Some(i).filter(|i| i.is_call()).and_then(stub) {
            return Some(kernel);
        }
        at = i.next_instruction();
    }
    let nearby: Vec<Block> = push.block()?.successors();
    let calls = nearby.iter().flat_map(|block| block.instructions()).filter(|i| i.is_call());
    calls.filter_map(stub).next()
}

/// The size of the blocks, as C passes it: x and y in one number.
fn size(push: Value) -> Option<[u64; 3]> {
    let arguments = push.arguments();
    let plane = arguments.get(2)?.as_integer()? as u64;
    let depth = arguments.get(3)?.as_integer()? as u64;
    let size = [plane & 0xffff_ffff, plane >> 32, depth & 0xffff_ffff];
    (size.iter().all(|n| (1..=1024).contains(n)) && size.iter().product::<u64>() <= 1024).then_some(size)
}
