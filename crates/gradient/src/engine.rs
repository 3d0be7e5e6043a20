//! Drives a module: captures at the start of the pipeline, then lowers every derivative call, inner ones first.

mod declared_globals;
mod function_shadows;
mod hints;
mod inert;
pub(crate) mod lower;
mod merging;
mod narrowed;
mod register_pairs;
mod registrations;
mod replaceable;
pub mod self_check;
pub(crate) mod targets;
mod threads;
mod unwinding;
pub(crate) mod versions;
mod wrappers;

use crate::checkpoint::StepLoop;
use crate::detached::{Detached, detach};
use crate::failure::BODY_ELSEWHERE;
use crate::fuse::{self, FusedLoop};
use crate::plan::Outlook;
use crate::prepare::{self, Narrowing, Prepared};
use crate::provider::{self, DerivativeProvider};
use crate::rules::Rules;
use crate::signature::{self, Key, Kind, Signature, Split};
use crate::{Config, Failure, checkpoint, dense, forward, linear, precision, request, reverse, runtime};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::callee::is_understood_by_name;
use zymase_analysis::marks::{self, has_given_derivative};
use zymase_analysis::types::Types;
use zymase_llvm::{Function, Linkage, Module, Value};
use zymase_support::Diagnostic;

pub(crate) use lower::convert;

pub struct Engine {
    pub module: Module,
    pub config: Config,
    prepared: HashMap<Function, Rc<Prepared>>,
    /// By key and by what is known of the memory behind pointer parameters.
    derivatives: BTreeMap<(Key, Vec<String>), Signature>,
    /// What was found out about types for calls, by what the caller knows of the memory behind the pointers it passes.
    types_of_calls: BTreeMap<(Function, Vec<String>), Rc<Types>>,
    /// Being generated: a recursive call means these, whatever evidence it adds.
    in_progress: BTreeMap<Key, Signature>,
    /// By first half: bytes of the record that is its tape.
    record_bytes: HashMap<Function, u64>,
    /// The halves that derivative calls of the program use, by the key of the first.
    entries: BTreeMap<Key, lower::Entry>,
    /// May what is differentiated go on after an exception or a panic that it catches?
    catches: bool,
    /// Calls that write tapes of their own, and the tapes: freed when such a call unwinds.
    fresh_tapes: HashMap<Value, Value>,
    /// Loops that keep few states, by their functions.
    step_loops: HashMap<Function, StepLoop>,
    /// Loops that run forwards and backwards at once, by their functions.
    fused_loops: HashMap<Function, FusedLoop>,
    /// By the step of such a loop: what was found out about types for the function that has the loop.
    pub(crate) types_of_steps: HashMap<Function, Rc<Types>>,
    /// The function of which a version for arguments that do not overlap is looked for first, before loops of the other version are
    /// looked at; and gradients that have such loops.
    pub(crate) unfused: Option<Function>,
    pub(crate) could_be_fused: HashSet<Function>,
    /// The halves of such loops.
    pub(crate) rounds: HashSet<Function>,
    /// Functions generated so far, in order.
    generated: Vec<Function>,
    /// By a gradient: what a version of it for arguments that do not overlap could gain.
    pub(crate) outlooks: HashMap<Function, Outlook>,
    /// By a gradient: what is called for it.
    versions: HashMap<Function, versions::Chosen>,
    /// Copies of functions whose arguments do not overlap, or whose indirect calls are narrowed.
    twins: Vec<Function>,
    /// Copies whose indirect calls leave out what contradicts the types of what they are given.
    narrowed: HashMap<Function, Narrowing>,
    /// Functions that some derivative call differentiates, directly or because they are called.
    differentiated: HashSet<Function>,
    /// What the program registered.
    pub(crate) rules: Rules,
    /// Warnings that were given: the function they are about, and which of its parameters; or the global.
    pub(crate) warned: HashSet<(Value, usize)>,
    /// Something went wrong and was reported: what was generated is of no use.
    failed: bool,
}

/// PipelineStart: keeps alive what optimisation would fold away.
///
/// A `static` marker would be folded to its value; as a declaration it stays recognisable. Nothing of it is left when
/// the derivative calls are lowered.
pub fn capture(module: Module) -> bool {
    let has_work = has_derivative_calls(module) || registrations::any(module);
    let mut changed = has_work && module.resolve_aliases();
    changed |= registrations::hide(module) | register_pairs::mark(module) | checkpoint::capture(module);
    if !has_derivative_calls(module) {
        return changed;
    }
    inert::mark_counts(module);
    changed |= forget_copies_of_library(module, |_| true) | keep_streams_whole(module);
    for global in module.globals() {
        if request::MARKERS.contains(&global.name().as_str()) && global.initializer().is_some() {
            global.set_initializer(None);
            global.set_global_linkage(Linkage::LLVMExternalLinkage);
            changed = true;
        }
    }
    changed
}

/// After local variables have become values: what analyses of addresses want to find, and later passes would undo.
pub fn simplify(module: Module, config: &Config) -> bool {
    let worth_it = config.wide_indices && has_derivative_calls(module);
    worth_it
        && module.functions().into_iter().filter(|f| !f.is_declaration()).fold(false, |any, f| f.widen_indices() | any)
}

/// In a file that will be linked as code, and may be differentiated from another one: keeps streams whole.
pub fn shield(module: Module) -> bool {
    forget_copies_of_library(module, zymase_library::is_of_streams) | keep_streams_whole(module)
}

/// Headers may show the bodies of functions that the C++ library has compiled (streams, strings). What is known of those
/// by name is worth more than their code, which calls what only the library has.
fn forget_copies_of_library(module: Module, wanted: fn(&str) -> bool) -> bool {
    let is_copy = |f: &Function| {
        f.linkage() == Linkage::LLVMAvailableExternallyLinkage
            && !f.is_declaration()
            && !f.has_attribute("alwaysinline")
            && wanted(&f.name())
            && is_understood_by_name(&f.name())
    };
    let copies: Vec<Function> = module.functions().into_iter().filter(is_copy).collect();
    copies.iter().for_each(|copy| copy.erase_body());
    !copies.is_empty()
}

/// What headers define of streams calls virtual functions of the library, which no derivative needs to see.
fn keep_streams_whole(module: Module) -> bool {
    let is_stream = |f: &Function| !f.is_declaration() && zymase_library::is_code_of_streams(&f.name());
    let streams: Vec<Function> = module.functions().into_iter().filter(is_stream).collect();
    for stream in &streams {
        stream.remove_attribute("alwaysinline");
        stream.add_attribute("noinline");
        stream.add_string_attribute(marks::FUNCTION_LIKE, &stream.name());
    }
    !streams.is_empty()
}

fn has_derivative_calls(module: Module) -> bool {
    module.functions().into_iter().any(|f| request::is_derivative_call(&f.name()))
}

/// Lowers all derivative calls; true when code changed.
pub fn differentiate(module: Module, config: &Config) -> bool {
    let changed = lower_module(module, config);
    if config.strip_debug {
        module.strip_debug();
    }
    changed
}

/// Marks code of Rust programs that is known to have no derivative.
fn mark_inactive_code(module: Module) {
    for function in module.functions() {
        if zymase_library::is_inactive_code(&function.name()) {
            function.add_string_attribute(marks::INACTIVE, "");
        }
    }
}

/// Describes the types of shadows that the program compares with their values.
fn describe_types(module: Module) -> bool {
    zymase_shapes::lower(module).unwrap_or_else(|(call, diagnostic)| {
        Failure::at(call, diagnostic).report(module, Some(call));
        true
    })
}

fn lower_module(module: Module, config: &Config) -> bool {
    let revealed = registrations::reveal(module);
    let described = describe_types(module);
    let changed = function_shadows::lower(module) | precision::lower(module) | revealed | described;
    if !has_derivative_calls(module) && config.print.is_none() {
        let cleaned =
            registrations::discard(module) | hints::erase(module) | inert::lower(module) | checkpoint::erase(module);
        return dense::lower(module) | cleaned | changed;
    }
    mark_inactive_code(module);
    module.settle_objects_behind_counts();
    module.resolve_aliases();
    let rules = registrations::read(module);
    let differentiated = versions::differentiated(&module.functions());
    let mut engine = Engine {
        module,
        catches: unwinding::is_caught(module, &differentiated),
        config: config.clone(),
        prepared: HashMap::new(),
        derivatives: BTreeMap::new(),
        types_of_calls: BTreeMap::new(),
        in_progress: BTreeMap::new(),
        record_bytes: HashMap::new(),
        entries: BTreeMap::new(),
        fresh_tapes: HashMap::new(),
        step_loops: HashMap::new(),
        fused_loops: HashMap::new(),
        types_of_steps: HashMap::new(),
        unfused: None,
        could_be_fused: HashSet::new(),
        rounds: HashSet::new(),
        generated: Vec::new(),
        outlooks: HashMap::new(),
        versions: HashMap::new(),
        twins: Vec::new(),
        narrowed: HashMap::new(),
        differentiated,
        rules,
        warned: HashSet::new(),
        failed: false,
    };
    linear::mark(module);
    if config.print.is_some() {
        engine.print_requested();
    }
    wrappers::look_through(module);
    engine.lower_everything();
    hints::erase(module);
    inert::lower(module);
    checkpoint::erase(module);
    engine.clean_up();
    dense::lower(module);
    true
}

/// Has the function neither a body nor a derivative that is known by name?
fn is_missing(function: Function) -> bool {
    function.is_declaration() && marks::known_as(function).and_then(|name| zymase_library::lookup(&name)).is_none()
}

/// What the types say about the memory behind each pointer parameter.
fn evidence(prepared: &Prepared, types: &Types) -> Vec<String> {
    summaries(types, prepared.function.parameters())
}

fn summaries(types: &Types, values: impl IntoIterator<Item = Value>) -> Vec<String> {
    values.into_iter().filter(|v| v.ty().is_pointer()).map(|v| types.summary(v)).collect()
}

/// Derivative calls in a function.
fn derivative_calls(function: Function) -> Vec<Value> {
    function
        .instructions()
        .into_iter()
        .filter(|i| {
            i.is_call() && i.called_value().as_function().is_some_and(|f| request::is_derivative_call(&f.name()))
        })
        .collect()
}

impl Engine {
    fn print_requested(&mut self) {
        if let Some(name) = self.config.print_derivative.clone() {
            return self.explain_derivative(&name);
        }
        let Some(name) = self.config.print_function.clone() else { return };
        let Some(function) = self.function_called(&name) else {
            let message = format!("zymase: there is no function '{name}' with a body in this file to print");
            self.module.report(None, &message, false);
            return;
        };
        if let Err(failure) =
            self.lower_calls_within(function, &mut HashSet::new()).and_then(|()| crate::print::print(self, function))
        {
            failure.report(self.module, Some(function.value()));
        }
    }

    /// Lists all derivative calls, and explains the first one of this name.
    fn explain_derivative(&mut self, name: &str) {
        let calls: Vec<Value> = self.module.functions().into_iter().flat_map(derivative_calls).collect();
        for call in &calls {
            println!("0\tcall\t{}\t{}\t{}\t{}", call.called_value().name(), call.folder(), call.file(), call.line());
        }
        let named = format!(" of {name} (");
        let Some(call) = calls.into_iter().find(|call| call.called_value().name().contains(&named)) else { return };
        let explained = targets::of_call(call).and_then(|targets| {
            for target in targets {
                self.lower_calls_below(target, &mut HashSet::new())?;
                crate::print::explain_call(self, call, target)?;
            }
            Ok(())
        });
        if let Err(failure) = explained {
            failure.report(self.module, Some(call));
        }
    }

    /// A function with a body by its name, or by its name in C++ source.
    fn function_called(&self, name: &str) -> Option<Function> {
        let mangled = format!("{}{name}", name.len());
        let is_mangled = |f: &Function| {
            f.name().strip_prefix("_Z").is_some_and(|rest| rest.trim_start_matches(['L', 'N']).starts_with(&mangled))
        };
        let exact = self.module.function(name).filter(|f| !f.is_declaration());
        exact.or_else(|| self.module.functions().into_iter().filter(|f| !f.is_declaration()).find(is_mangled))
    }

    fn lower_everything(&mut self) {
        for function in self.module.functions() {
            if function.is_declaration() || runtime::is_generated(&function.name()) {
                continue;
            }
            if let Err(failure) = self.lower_calls_within(function, &mut HashSet::new()) {
                failure.report(self.module, None);
            }
        }
    }

    /// Lowers the derivative calls of a function after those of everything it differentiates.
    pub(crate) fn lower_calls_within(
        &mut self,
        function: Function,
        active: &mut HashSet<Function>,
    ) -> Result<(), Failure> {
        if !active.insert(function) {
            return Ok(());
        }
        for call in derivative_calls(function) {
            let (call, detached) = detach(call);
            let before = unwinding::generated_calls(function);
            let candidates = match targets::of_call(call) {
                Ok(candidates) => candidates,
                Err(failure) => {
                    self.give_up(call, &failure);
                    continue;
                }
            };
            let calls = match candidates.as_slice() {
                [only] => vec![(call, *only)],
                several => lower::split_choice(call, several),
            };
            for (call, target) in calls {
                if let Err(failure) = self.lower_call(call, target, active) {
                    self.give_up(call, &failure);
                }
            }
            let mut made = unwinding::generated_calls(function);
            made.retain(|call| !before.contains(call));
            unwinding::let_through(&made, detached.as_ref(), &self.fresh_tapes);
            detached.into_iter().for_each(Detached::finish);
        }
        Ok(())
    }

    fn give_up(&mut self, call: Value, failure: &Failure) {
        failure.report(self.module, Some(call));
        self.failed = true;
        lower::abandon(call);
    }

    fn lower_call(&mut self, call: Value, target: Function, active: &mut HashSet<Function>) -> Result<(), Failure> {
        if !request::is_batch(call) {
            self.check_target(target, call)?;
            threads::refuse(target)?;
        }
        self.lower_calls_below(target, active)?;
        let before = self.generated.len();
        let Err(failure) = lower::lower(self, call, target) else { return Ok(()) };
        if self.lower_narrowed(call, target, before, &failure) {
            return Ok(());
        }
        Err(threads::blame(failure, target))
    }

    /// Inside out: whatever the target reaches must be free of derivative calls first.
    fn lower_calls_below(&mut self, target: Function, active: &mut HashSet<Function>) -> Result<(), Failure> {
        let mut seen = HashSet::new();
        let mut work = vec![target];
        while let Some(function) = work.pop() {
            if function.is_declaration() || !seen.insert(function) {
                continue;
            }
            self.lower_calls_within(function, active)?;
            for i in function.instructions() {
                for operand in i.operands() {
                    work.extend(operand.as_function());
                }
            }
        }
        Ok(())
    }

    fn check_target(&self, target: Function, call: Value) -> Result<(), Failure> {
        if has_given_derivative(target) || !is_missing(target) {
            return Ok(());
        }
        let diagnostic = Diagnostic::new(format!("cannot differentiate '{}': it has no body here", target.name()))
            .with_help(BODY_ELSEWHERE);
        Err(Failure::at(call, diagnostic))
    }

    /// The function in canonical form; made once.
    pub fn prepared(&mut self, function: Function) -> Result<Rc<Prepared>, Failure> {
        if let Some(known) = self.prepared.get(&function) {
            return Ok(known.clone());
        }
        let source = if marks::speaks_for_body(function) { targets::wrap_function(function)? } else { function };
        let narrowing = self.narrowing(function);
        let prepared = Rc::new(prepare::prepare(source, self.config.memory_limit, !self.catches, narrowing)?);
        for text in &prepared.remarks {
            self.module.report(None, &format!("zymase: {text}"), true);
        }
        self.step_loops.extend(prepared.step_loops.iter().map(|found| (found.function, found.clone())));
        self.prepared.insert(function, prepared.clone());
        Ok(prepared)
    }

    /// Who gives the halves of a loop that keeps few states.
    pub(crate) fn checkpointed(&self, key: &Key) -> Option<Rc<dyn DerivativeProvider>> {
        let step_loop = self.step_loops.get(&key.original).filter(|_| key.kind != Kind::Forward)?.clone();
        Some(Rc::new(checkpoint::Provider { step_loop }))
    }

    /// Who gives the halves of a loop that runs forwards and backwards at once.
    pub(crate) fn fused(&self, key: &Key) -> Option<Rc<dyn DerivativeProvider>> {
        let fused = *self.fused_loops.get(&key.original)?;
        Some(Rc::new(fuse::Provider { fused }))
    }

    /// Takes in a function whose loops have become calls.
    pub(crate) fn adopt(&mut self, function: Function, loops: &[FusedLoop]) -> Result<Rc<Prepared>, Failure> {
        for part in loops {
            prepare::tidy_part(part.step)?;
            self.prepared.insert(part.step, Rc::new(prepare::prepare_part(part.step)?));
        }
        self.fused_loops.extend(loops.iter().map(|part| (part.function, *part)));
        if loops.iter().any(|part| part.leaves_checks) {
            prepare::drop_dead_code(function)?;
        }
        let prepared = Rc::new(prepare::prepare_part(function)?);
        self.prepared.insert(function, prepared.clone());
        Ok(prepared)
    }

    /// The derivative of a function that is called in one that is being differentiated. Calls of which the caller knows
    /// the same are not analysed again.
    pub fn derivative_of_call(&mut self, key: &Key, call: Value, caller: &Types) -> Result<Signature, Failure> {
        let actuals: Vec<(Value, Value)> = key.original.parameters().into_iter().zip(call.arguments()).collect();
        // What is given is the same for all calls.
        let known = provider::of(self, key).is_none().then(|| summaries(caller, call.arguments()));
        self.derivative_knowing(key, &actuals, known).map_err(|f| f.or_at(call))
    }

    /// The derivative function of a key, generated at the first request; recursion finds the declaration. `context`
    /// pairs parameters with what the caller passes: evidence about the types behind pointers.
    pub fn derivative(&mut self, key: &Key, context: &[(Value, Value)]) -> Result<Signature, Failure> {
        self.derivative_knowing(key, context, None)
    }

    fn derivative_knowing(
        &mut self,
        key: &Key,
        context: &[(Value, Value)],
        known: Option<Vec<String>>,
    ) -> Result<Signature, Failure> {
        if let Some(known) = self.in_progress.get(key) {
            return Ok(known.clone());
        }
        if let Some(provider) = provider::of(self, key) {
            return self.given(key, &*provider, context);
        }
        if key.kind.is_entry()
            && provider::of(self, &Key { kind: Kind::Augmented(Split::Callee), ..key.clone() }).is_some()
        {
            let wrapper = targets::wrap_function(key.original)?;
            let place = |parameter: &Value| key.original.parameters().iter().position(|p| p == parameter);
            let context: Vec<(Value, Value)> =
                context.iter().filter_map(|(p, actual)| Some((wrapper.parameter(place(p)?), *actual))).collect();
            return self.derivative_knowing(&Key { original: wrapper, ..key.clone() }, &context, known);
        }
        if is_missing(key.original) {
            let diagnostic =
                Diagnostic::new(format!("'{}' has no body here", key.original.name())).with_help(BODY_ELSEWHERE);
            return Err(Failure::User { at: None, diagnostic });
        }
        let prepared = self.prepared(key.original)?;
        let types = match known {
            _ if self.types_of_steps.contains_key(&key.original) => self.types_of_steps[&key.original].clone(),
            Some(known) => self.types_of_call(key.original, &prepared, context, known),
            None => Rc::new(self.types(&prepared, context)),
        };
        // A copy made for one derivative is asked for once.
        let is_single = self.twins.contains(&key.original) || self.types_of_steps.contains_key(&key.original);
        let evidence = if is_single { Vec::new() } else { evidence(&prepared, &types) };
        if let Some(known) = self.derivatives.get(&(key.clone(), evidence.clone())) {
            return Ok(known.clone());
        }
        let signature = signature::declare(self.module, key);
        let result = self.generate(key, &signature, &prepared, &types, &evidence, context);
        self.finished(key, signature, result)
    }

    /// Generated or given: recursion is over.
    fn finished(&mut self, key: &Key, signature: Signature, result: Result<(), Failure>) -> Result<Signature, Failure> {
        self.in_progress.remove(key);
        if let Some(half) = reverse::other_half(key) {
            self.in_progress.remove(&half);
        }
        result?;
        self.check(&signature)?;
        Ok(signature)
    }

    /// A derivative that somebody provides; one for each key, whatever lies behind pointers.
    fn given(
        &mut self,
        key: &Key,
        provider: &dyn DerivativeProvider,
        context: &[(Value, Value)],
    ) -> Result<Signature, Failure> {
        if let Some(known) = self.derivatives.get(&(key.clone(), Vec::new())) {
            return Ok(known.clone());
        }
        let signature = signature::declare(self.module, key);
        self.remember(key, &signature, &[]);
        let result = match reverse::other_half(key) {
            None => provider.forward(self, key, &signature),
            Some(other) => {
                let twin = signature::declare(self.module, &other);
                self.remember(&other, &twin, &[]);
                let (augmented, reversed) = reverse::in_order(key, &signature, &twin);
                provider.split(self, key, [augmented, reversed], context)
            }
        };
        self.finished(key, signature, result)
    }

    fn generate(
        &mut self,
        key: &Key,
        signature: &Signature,
        prepared: &Prepared,
        types: &Types,
        evidence: &[String],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        self.remember(key, signature, evidence);
        match key.kind {
            Kind::Forward => forward::emit_forward(self, key, signature, prepared, types),
            Kind::Gradient { .. } => reverse::emit_gradient(self, key, signature, prepared, types, context),
            Kind::Augmented(_) | Kind::Reverse(_) => {
                let other = reverse::other_half(key).expect("one of two halves");
                let twin = signature::declare(self.module, &other);
                self.remember(&other, &twin, evidence);
                let (augmented, reversed) = reverse::in_order(key, signature, &twin);
                let bytes = reverse::emit_split(self, key, augmented, reversed, prepared, types)?;
                self.record_bytes.insert(augmented.function, bytes);
                Ok(())
            }
        }
    }

    fn remember(&mut self, key: &Key, signature: &Signature, evidence: &[String]) {
        self.derivatives.insert((key.clone(), evidence.to_vec()), signature.clone());
        self.in_progress.insert(key.clone(), signature.clone());
        self.generated.push(signature.function);
    }

    pub(crate) fn generated_so_far(&self) -> usize {
        self.generated.len()
    }

    fn types_of_call(
        &mut self,
        function: Function,
        prepared: &Prepared,
        context: &[(Value, Value)],
        known: Vec<String>,
    ) -> Rc<Types> {
        let request = (function, known);
        if let Some(types) = self.types_of_calls.get(&request) {
            return types.clone();
        }
        let types = Rc::new(self.types(prepared, context));
        self.types_of_calls.insert(request, types.clone());
        types
    }

    pub(crate) fn types(&self, prepared: &Prepared, context: &[(Value, Value)]) -> Types {
        let parameters = prepared.function.parameters();
        let originals = prepared.original.parameters();
        let context: Vec<(Value, Value)> = context
            .iter()
            .filter_map(|(parameter, actual)| {
                let index = originals.iter().position(|p| p == parameter)?;
                Some((parameters[index], *actual))
            })
            .collect();
        if self.narrowing(prepared.original).is_some() {
            return Types::alone(prepared.function, &context);
        }
        Types::analyse(prepared.function, &context)
    }

    fn check(&self, signature: &Signature) -> Result<(), Failure> {
        signature.function.strip_debug();
        if self.config.debug
            && let Err(text) = signature.function.verify()
        {
            eprintln!("{}", signature.function.value());
            return Err(Failure::internal(format!("generated function does not verify: {text}")));
        }
        Ok(())
    }

    /// Reports the first generated function that is no valid code.
    fn verify_generated(&mut self) {
        for function in self.generated.iter().filter(|f| !f.is_declaration()) {
            function.strip_debug();
            if let Err(text) = function.verify() {
                Failure::internal(format!("'{}' does not verify: {text}", function.name())).report(self.module, None);
                self.failed = true;
                return;
            }
        }
    }

    /// Loops and steps that only the prepared functions had.
    fn remove_step_loops(&mut self) {
        let loops: Vec<StepLoop> = std::mem::take(&mut self.step_loops).into_values().collect();
        let wholes =
            loops.iter().flat_map(|found| std::iter::once(found.function).chain(found.automatic.map(|a| a.plain)));
        let fused: Vec<FusedLoop> = std::mem::take(&mut self.fused_loops).into_values().collect();
        let parts = wholes.chain(loops.iter().map(|found| found.step)).chain(fused.iter().map(|found| found.function));
        let parts = parts.chain(fused.iter().map(|found| found.step));
        for function in parts {
            function.strip_debug();
            if function.value().users().is_empty() {
                function.erase();
            }
        }
    }

    fn simplify(&self, function: Function) -> Result<(), String> {
        function.set_slots_late();
        function.run_passes(SIMPLIFY_GENERATED)?;
        if self.config.reassociate {
            // `x += y` takes the adjoint of x, clears it and adds it again.
            function.drop_zero_summands();
        }
        function.run_passes(SIMPLIFY_AGAIN)
    }

    /// Simplifies what was generated and removes what only served the making. After a failure nothing that was generated
    /// is left: the passes of the host, which run in spite of the error, must not meet invalid code.
    fn clean_up(&mut self) {
        if !self.failed {
            self.verify_generated();
        }
        if self.failed {
            self.generated.drain(..).for_each(Function::erase_body);
        }
        for prepared in std::mem::take(&mut self.prepared).into_values() {
            let function = prepared.function;
            drop(prepared);
            if function.value().users().is_empty() {
                function.erase();
            }
        }
        if !self.failed {
            replaceable::check(self.module);
        }
        self.remove_step_loops();
        // They may call each other.
        self.twins.iter().for_each(|twin| twin.erase_body());
        self.twins.drain(..).for_each(Function::erase);
        if self.config.optimised {
            self.merge_rounds();
        }
        for function in self.generated.iter().filter(|f| !f.is_declaration()) {
            if let Err(text) = self.simplify(*function) {
                Failure::internal(text).report(self.module, None);
            }
            if self.config.optimised {
                declared_globals::fetch_late(*function);
            }
        }
        if self.config.optimised {
            self.merge_into_callers();
        }
        if let Err(text) = runtime::link(self.module, self.config.reuse_tapes) {
            Failure::internal(text).report(self.module, None);
        }
        prepare::remove_helpers(self.module);
        lower::remove_markers(self.module);
    }
}

/// What makes generated code small before the host's own pipeline sees it; all there is at -O0.
const SIMPLIFY_GENERATED: &str = "sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
     simplifycfg,loop-simplify,lcssa,loop-mssa(licm),gvn";
const SIMPLIFY_AGAIN: &str = "instcombine<no-verify-fixpoint>,dse,adce,simplifycfg";
