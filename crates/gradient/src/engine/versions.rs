//! Two versions of a gradient: one for arguments that do not overlap, and one for all others.
//!
//! Without `restrict` every store may change what any other pointer shows: loads are kept instead of repeated, adjoints
//! go through memory in every iteration, loops do not vectorise. Which bytes a function touches behind its parameters
//! can often be said on entry, from trip counts. Then one test decides at run time, for primal memory and shadows alike.

use super::Engine;
use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify, linear_operation};
use zymase_analysis::marks;
use zymase_core::request::derivative_calls;
use zymase_core::signature::{Key, Signature};
use zymase_core::{Failure, Versions};
use zymase_emit::driver::Driver;
use zymase_library::MemoryEffect;
use zymase_llvm::{Builder, Function, Linkage, Opcode, Value};
use zymase_prepare::Prepared;

/// A second version of larger functions is not worth its size.
const MOST_INSTRUCTIONS: usize = 3000;

/// What is called for a gradient.
#[derive(Clone)]
pub struct Chosen {
    signature: Signature,
    /// The copy of the function whose arguments do not overlap, if there are two versions.
    apart: Option<Function>,
}

impl Chosen {
    /// Is this the function that asks which of two versions to call?
    pub fn is_choice(&self, function: Function) -> bool {
        self.apart.is_some() && self.signature.function == function
    }
}

/// The gradient of a key, in two versions where that may help. `nested`: it may be differentiated itself, and every
/// level would double the code.
pub fn gradient(
    engine: &mut Engine,
    key: &Key,
    context: &[(Value, Value)],
    nested: bool,
) -> Result<Signature, Failure> {
    if nested || !engine.session.config.optimised || engine.session.config.alias_versions == Versions::Never {
        return engine.derivative(key, context);
    }
    engine.unfused = Some(key.original);
    let general = engine.derivative(key, context);
    engine.unfused = None;
    let mut general = general?;
    if let Some(known) = engine.versions.get(&general.function) {
        return Ok(known.signature.clone());
    }
    let made = match two_versions(engine, key, context, &general)? {
        Some(two) => two,
        None => {
            if engine.could_be_fused.contains(&general.function) {
                engine.forget(general.function);
                general = engine.derivative(key, context)?;
            }
            Chosen { signature: general.clone(), apart: None }
        }
    };
    engine.versions.insert(general.function, made.clone());
    Ok(made.signature)
}

/// The copy of a function that most calls of its gradient are about, if there are two versions of it.
pub fn usual_version(engine: &mut Engine, key: &Key, context: &[(Value, Value)]) -> Option<Function> {
    let before = engine.derivatives.functions().len();
    match engine.derivative(key, context) {
        Ok(general) => {
            gradient(engine, key, context, false).ok()?;
            engine.versions.get(&general.function)?.apart
        }
        Err(_) => {
            engine.withdraw(before);
            None
        }
    }
}

/// The functions that some derivative call of the module differentiates.
pub fn differentiated(functions: &[Function]) -> HashSet<Function> {
    let calls = functions.iter().flat_map(|function| derivative_calls(*function));
    let mut work: Vec<Function> = calls.flat_map(|call| call.operands()).filter_map(Value::as_function).collect();
    let mut seen = HashSet::new();
    while let Some(function) = work.pop() {
        if seen.insert(function) && !function.is_declaration() {
            work.extend(function.instructions().into_iter().flat_map(Value::operands).filter_map(Value::as_function));
        }
    }
    seen
}

fn two_versions(
    engine: &mut Engine,
    key: &Key,
    context: &[(Value, Value)],
    general: &Signature,
) -> Result<Option<Chosen>, Failure> {
    let original = key.original;
    let given = marks::has_given_derivative(original) || linear_operation(original).is_some();
    if given || marks::speaks_for_body(original) {
        return Ok(None);
    }
    let prepared = engine.prepared(original)?;
    let always = engine.session.config.alias_versions == Versions::Always;
    let outlook = engine.outlooks.get(&general.function).copied().filter(|o| always || o.is_promising());
    let Some(outlook) = outlook.filter(|_| is_plain_enough(&prepared)) else { return Ok(None) };
    let Some(test) = write_test(&prepared, general, key.options.lanes) else { return Ok(None) };
    let twin = without_overlaps(original);
    engine.twins.push(twin);
    let place = |parameter: &Value| original.parameters().iter().position(|p| p == parameter);
    let context: Vec<(Value, Value)> =
        context.iter().filter_map(|(p, actual)| Some((twin.parameter(place(p)?), *actual))).collect();
    let before = engine.derivatives.functions().len();
    // Whatever there is to say about the function has been said.
    let fast = engine.derivative(&Key { original: twin, ..key.clone() }, &context).ok();
    let is_better = |fast: &Signature| {
        engine.outlooks.get(&fast.function).is_some_and(|apart| always || outlook.is_worth_replacing_by(apart))
    };
    let Some(fast) = fast.filter(is_better) else {
        engine.withdraw(before);
        discard(test);
        return Ok(None);
    };
    for (index, parameter) in fast.function.parameters().into_iter().enumerate() {
        if parameter.ty().is_pointer() {
            fast.function.add_parameter_attribute(index, "noalias");
        }
    }
    general.function.add_attribute("cold");
    // Comparing ranges takes no time, nor does what hardly any call needs: compiling both well would.
    [test, general.function].into_iter().for_each(Function::mark_simple_enough);
    let chooser = choose(test, &fast, general);
    engine.derivatives.add([test, chooser]);
    let signature = Signature { function: chooser, ..general.clone() };
    Ok(Some(Chosen { signature, apart: Some(twin) }))
}

/// All memory must be reached by loads, stores, copies and fills.
fn is_plain_enough(prepared: &Prepared) -> bool {
    let instructions = prepared.function.instructions();
    let is_small = instructions.len() <= MOST_INSTRUCTIONS && prepared.remarks.is_empty();
    is_small && instructions.into_iter().all(is_plain)
}

fn is_plain(i: Value) -> bool {
    match i.opcode() {
        Some(Opcode::LLVMLoad | Opcode::LLVMStore) => !i.is_volatile() && !i.is_atomic(),
        Some(Opcode::LLVMCall) => match classify(i) {
            Callee::Math { integer_outputs, .. } => integer_outputs.is_empty(),
            Callee::Copy(_) | Callee::Fill { .. } => {
                i.called_function().is_some_and(|f| f.name().starts_with("llvm.mem"))
            }
            Callee::Allocate(_) | Callee::Free(_) | Callee::Hint => true,
            Callee::Inactive(inactive) => inactive.memory == MemoryEffect::None && inactive.overwrites.is_empty(),
            _ => false,
        },
        _ => !i.may_read() && !i.may_write() && !i.may_throw(),
    }
}

/// A function of the gradient's parameters: do the bytes that are touched behind them lie apart?
fn write_test(prepared: &Prepared, general: &Signature, lanes: usize) -> Option<Function> {
    let module = prepared.function.module();
    let parameters = general.function.parameters();
    let ty = general.function.function_type();
    let ty = zymase_llvm::Type::function(module.integer_type(1), &ty.function_parameters(), false);
    let test = module.add_function(&format!("zymase.apart.{}", prepared.original.name()), ty);
    test.set_linkage(Linkage::LLVMInternalLinkage);
    test.copy_target_attributes(prepared.original);
    let primals: Vec<Value> = general.places.iter().map(|(place, _)| test.parameter(*place)).collect();
    prepared.function.clone_body_into(test, &primals);
    let mut groups = vec![None; parameters.len()];
    for (primal, shadow) in general.places.iter().filter(|(place, _)| parameters[*place].ty().is_pointer()) {
        groups[*primal] = Some(*primal);
        for lane in 0..shadow.map_or(0, |_| lanes) {
            groups[shadow.expect("a shadow") + lane] = Some(*primal);
        }
    }
    if test.write_separation_test(&groups) {
        return Some(test);
    }
    discard(test);
    None
}

fn discard(function: Function) {
    function.erase_body();
    function.erase();
}

/// A copy of a function that promises what was tested.
fn without_overlaps(original: Function) -> Function {
    let twin = original.module().add_function(&format!("{}.apart", original.name()), original.function_type());
    twin.set_linkage(Linkage::LLVMInternalLinkage);
    twin.copy_attributes(original);
    original.clone_body_into(twin, &twin.parameters());
    for (index, (parameter, named)) in twin.parameters().into_iter().zip(original.parameters()).enumerate() {
        parameter.set_name(&named.name());
        if parameter.ty().is_pointer() {
            twin.add_parameter_attribute(index, "noalias");
        }
    }
    twin
}

/// Calls one version or the other.
fn choose(test: Function, fast: &Signature, general: &Signature) -> Function {
    let module = test.module();
    let name = format!("{}.versions", general.function.name());
    let chooser = module.add_function(&name, general.function.function_type());
    chooser.set_linkage(Linkage::LLVMInternalLinkage);
    chooser.copy_target_attributes(test);
    let builder = Builder::at_end(chooser.append_block("entry"));
    let apart = builder.call(test, &chooser.parameters());
    let versions = [("apart", fast.function), ("overlapping", general.function)];
    let blocks = versions.map(|(name, _)| chooser.append_block(name));
    builder.conditional_branch(apart, blocks[0], blocks[1]);
    for (block, (_, version)) in blocks.into_iter().zip(versions) {
        builder.position_at_end(block);
        let result = builder.call(version, &chooser.parameters());
        builder.ret(Some(result).filter(|result| !result.ty().is_void()));
    }
    chooser
}
