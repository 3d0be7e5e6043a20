//! Asks, while the program runs, whether what a function touches behind its parameters lies apart.

use zymase_analysis::callee::{Callee, classify};
use zymase_analysis::effects::only_computes;
use zymase_core::runtime;
use zymase_core::signature::{Key, Parameters};
use zymase_llvm::{Elements, Function, Linkage, Opcode, Type, Value};
use zymase_prepare::Prepared;

/// A second version of larger functions is not worth its size.
const MOST_INSTRUCTIONS: usize = 3000;

/// All memory must be reached by loads, stores, copies and fills.
pub fn is_plain_enough(prepared: &Prepared) -> bool {
    let instructions = prepared.function.instructions();
    let is_small = instructions.len() <= MOST_INSTRUCTIONS && prepared.remarks.is_empty();
    is_small && instructions.into_iter().all(is_plain)
}

fn is_plain(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMLoad | Opcode::LLVMStore) => i.is_simple_access(),
        Some(Opcode::LLVMCall) => match classify(i) {
            Callee::Copy(_) | Callee::Fill { .. } => i.called_function().is_some_and(Function::is_intrinsic),
            Callee::Allocate(_) | Callee::Free(_) => true,
            callee => only_computes(&callee),
        },
        _ => !i.may_read() && !i.may_write() && !i.may_throw(),
    }
}

/// A function of the gradient's parameters: do the bytes that are touched behind them lie apart? If there are elements that each thread
/// is to have for itself, its last parameter is where it says where they lie. The last parameters of the function may be the same as
/// others, of which they are known to be apart: `origins`.
pub fn write_test(function: Function, key: &Key, own: &[Elements], origins: &[usize]) -> Option<Function> {
    let module = function.module();
    let Parameters { mut types, places, .. } = Parameters::of(module, key);
    if !own.is_empty() {
        types.push(module.pointer_type());
    }
    let ty = Type::function(module.integer_type(1), &types, false);
    let test = module.add_function(&format!("zymase.apart.{}", key.original.name()), ty);
    test.set_linkage(Linkage::LLVMInternalLinkage);
    test.copy_target_attributes(function);
    let primals: Vec<Value> = places.iter().map(|(place, _)| test.parameter(*place)).collect();
    function.clone_body_into(test, &primals);
    let parameters = test.parameters();
    let mut groups = vec![None; parameters.len()];
    for (primal, shadow) in places.iter().filter(|(place, _)| parameters[*place].ty().is_pointer()) {
        groups[*primal] = Some(*primal);
        for lane in 0..shadow.map_or(0, |_| key.options.lanes) {
            groups[shadow.expect("a shadow") + lane] = Some(*primal);
        }
    }
    let mut same: Vec<usize> = (0..parameters.len()).collect();
    for (further, origin) in (places.len() - origins.len()..).zip(origins) {
        same[places[further].0] = places[*origin].0;
        for lane in 0..places[further].1.map_or(0, |_| key.options.lanes) {
            let [of_further, of_origin] = [further, *origin].map(|k| places[k].1.expect("a shadow") + lane);
            same[of_further] = of_origin;
        }
    }
    let place = |elements: &Elements| places[elements.parameter as usize].0 as u32;
    let own: Vec<Elements> = own.iter().map(|of| Elements { parameter: place(of), ..*of }).collect();
    let tools = [runtime::extremes(module), runtime::ranges_apart(module)];
    if test.write_separation_test(&groups, &same, tools, &own) {
        return Some(test);
    }
    discard(test);
    None
}

pub fn discard(function: Function) {
    function.erase_body();
    function.erase();
}
