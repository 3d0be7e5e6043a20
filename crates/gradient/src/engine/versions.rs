//! Two versions of a gradient: one for arguments that do not overlap, and one for all others.
//!
//! Without `restrict` every store may change what any other pointer shows: loads are kept instead of repeated, adjoints
//! go through memory in every iteration, loops do not vectorise. Which bytes a function touches behind its parameters
//! can often be said on entry, from trip counts. Then one test decides at run time, for primal memory and shadows alike. What
//! pointers and numbers of structs behind parameters are can often be said on entry too: see `promoted`.

mod promoted;

use super::decision::Decision;
use super::{Engine, Subject};
use promoted::Promotion;
use std::collections::HashSet;
use zymase_analysis::callee::linear_operation;
use zymase_analysis::marks;
use zymase_core::request::derivative_calls;
use zymase_core::signature::{Key, Signature};
use zymase_core::{Failure, config, passed};
use zymase_emit::driver::Driver;
use zymase_llvm::{Builder, Function, Linkage, Value};
use zymase_providers::separation::{discard, is_plain_enough, write_test};

/// What the program calls for a gradient, and how many versions of it there are.
pub struct Versions {
    /// For all arguments; the only one, if there is no other.
    pub general: Decision,
    pub apart: Option<Apart>,
}

impl Versions {
    /// What most calls are about.
    pub fn usual(&self) -> &Decision {
        self.apart.as_ref().map_or(&self.general, |apart| &apart.decision)
    }
}

/// The version for arguments that do not overlap.
pub struct Apart {
    /// A copy of the function that promises it.
    key: Key,
    decision: Decision,
    /// Values that the copy has as parameters.
    promotion: Option<Promotion>,
    /// Asks whether they do.
    test: Function,
}

/// The gradient of a key, in two versions where that helps. `nested`: it may be differentiated itself, and every level would
/// double the code.
pub fn gradient(
    engine: &mut Engine,
    key: &Key,
    context: &[(Value, Value)],
    nested: bool,
) -> Result<Signature, Failure> {
    if nested || !may_have_versions(engine, key) {
        return engine.derivative(key, context);
    }
    let subject = engine.subject(key.original, context, None)?;
    let request = (key.clone(), subject.evidence.clone());
    if let Some(known) = engine.versions.get(&request) {
        return Ok(known.clone());
    }
    let called = engine.with_options_of(key, |engine| {
        let versions = decide_for(engine, key, &subject, context, nested)?;
        let general = engine.gradient(key, &subject.evidence, &versions.general)?;
        match &versions.apart {
            Some(apart) => emit_two(engine, apart, &general),
            None => Ok(general),
        }
    })?;
    engine.versions.insert(request, called.clone());
    Ok(called)
}

/// Is the gradient made from the body of the function, by somebody who may ask for two?
fn may_have_versions(engine: &Engine, key: &Key) -> bool {
    let original = key.original;
    let is_given = marks::has_given_derivative(original) || linear_operation(original).is_some();
    let is_wanted = engine.session.config.optimised && engine.session.config.alias_versions != config::Versions::Never;
    is_wanted
        && !engine.session.module.is_for_gpu()
        && !is_given
        && !marks::speaks_for_body(original)
        && !original.is_declaration()
}

/// Decides about a gradient that is asked for by [`gradient`].
pub fn decide_for(
    engine: &mut Engine,
    key: &Key,
    subject: &Subject,
    context: &[(Value, Value)],
    nested: bool,
) -> Result<Versions, Failure> {
    if !nested && may_have_versions(engine, key) {
        return decide(engine, key, subject, context);
    }
    let general = Decision::of(engine, key, subject, context)?;
    Ok(Versions { general, apart: None })
}

/// Decides how many versions there are. Where there are two, only that for arguments that do not overlap, which hardly any call
/// is not about, lets providers have loops.
fn decide(engine: &mut Engine, key: &Key, subject: &Subject, context: &[(Value, Value)]) -> Result<Versions, Failure> {
    let plain = Decision::plain(engine, key, subject)?;
    let apart = decide_apart(engine, key, subject, context, &plain);
    let general = if apart.is_none() { plain.with_loops(engine, key, context) } else { plain };
    Ok(Versions { general, apart })
}

/// The version for arguments that do not overlap, if it is worth its size. Whatever there is to say about the function is said
/// of the general one.
fn decide_apart(
    engine: &mut Engine,
    key: &Key,
    subject: &Subject,
    context: &[(Value, Value)],
    general: &Decision,
) -> Option<Apart> {
    let original = key.original;
    let always = engine.session.config.alias_versions == config::Versions::Always;
    let outlook = Some(general.outlook()).filter(|outlook| always || outlook.is_promising());
    let outlook = outlook.filter(|_| is_plain_enough(&subject.prepared))?;
    let Copy { key, test, promotion } = copy_apart(key, subject)?;
    engine.copies.push(key.original);
    let mut context = passed::to_copy(key.original, original, context);
    context.extend(promotion.iter().flat_map(|promotion| promotion.passed(key.original)));
    let decided =
        engine.subject(key.original, &context, None).and_then(|subject| Decision::of(engine, &key, &subject, &context));
    match decided {
        Ok(decision) if always || outlook.is_worth_replacing_by(&decision.outlook()) => {
            Some(Apart { key, decision, promotion, test })
        }
        _ => {
            discard(test);
            None
        }
    }
}

/// A copy of a function that promises what a test asks.
struct Copy {
    key: Key,
    test: Function,
    promotion: Option<Promotion>,
}

/// The copy for arguments that do not overlap; with what structs behind them hold as further parameters, if the test needs it.
fn copy_apart(key: &Key, subject: &Subject) -> Option<Copy> {
    let prepared = &subject.prepared;
    if let Some(test) = write_test(prepared.function, key, &[], &[]) {
        return Some(Copy {
            key: Key { original: without_overlaps(key.original), ..key.clone() },
            test,
            promotion: None,
        });
    }
    let promotion = Promotion::of(prepared, &subject.types, key)?;
    let original = promotion.copy(prepared);
    let roles = key.roles.iter().copied().chain(promotion.roles()).collect();
    let key = Key { original, roles, ..key.clone() };
    match write_test(original, &key, &[], &[]) {
        Some(test) => Some(Copy { key, test, promotion: Some(promotion) }),
        None => {
            discard(original);
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

/// Emits the version for arguments that do not overlap, and a function that calls one version or the other.
fn emit_two(engine: &mut Engine, apart: &Apart, general: &Signature) -> Result<Signature, Failure> {
    let fast = engine.gradient(&apart.key, &[], &apart.decision)?;
    for (index, parameter) in fast.function.parameters().into_iter().enumerate() {
        if parameter.ty().is_pointer() {
            fast.function.add_parameter_attribute(index, "noalias");
        }
    }
    general.function.add_attribute("cold");
    // Comparing ranges takes no time, nor does what hardly any call needs: compiling both well would.
    [apart.test, general.function].into_iter().for_each(Function::mark_simple_enough);
    let chooser = choose(apart, &fast, general);
    engine.derivatives.add([apart.test, chooser]);
    engine.choosers.insert(chooser);
    Ok(Signature { function: chooser, ..general.clone() })
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
fn choose(apart: &Apart, fast: &Signature, general: &Signature) -> Function {
    let module = general.function.module();
    let name = format!("{}.versions", general.function.name());
    let chooser = module.add_function(&name, general.function.function_type());
    chooser.set_linkage(Linkage::LLVMInternalLinkage);
    chooser.copy_target_attributes(apart.test);
    let builder = Builder::at_end(chooser.append_block("entry"));
    let given = chooser.parameters();
    let arguments = match &apart.promotion {
        Some(promotion) => promotion.arguments(&builder, &given, general, fast),
        None => given.clone(),
    };
    let is_apart = builder.call(apart.test, &arguments);
    let versions = [("apart", fast.function, arguments), ("overlapping", general.function, given)];
    let blocks = [versions[0].0, versions[1].0].map(|name| chooser.append_block(name));
    builder.conditional_branch(is_apart, blocks[0], blocks[1]);
    for (block, (_, version, arguments)) in blocks.into_iter().zip(versions) {
        builder.position_at_end(block);
        let result = builder.call(version, &arguments);
        builder.ret(Some(result).filter(|result| !result.ty().is_void()));
    }
    chooser
}
