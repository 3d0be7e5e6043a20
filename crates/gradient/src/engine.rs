//! Drives the derivatives of a module: lowers every derivative call, inner ones first, and makes each derivative once.
//!
//! - `decision`: what is decided about a gradient before any of it is emitted;
//! - `declared_globals`: shadows of globals that are only declared are fetched where they are used;
//! - `derivatives`: the derivatives of a module;
//! - `describe`: the plan as text, one decision per line, for `zymase print plan`;
//! - `lower`: replaces a derivative call by a call of the derivative;
//! - `merging`: generated functions that are called once become a part of their caller;
//! - `narrowed`: a second attempt at a derivative, with fewer functions that indirect calls may mean;
//! - `operators`: operators of MPI's reductions that the program makes;
//! - `replaceable`: weak functions, in whose place the linker may put those of other files;
//! - `rows`: loops of kernels that add to rows of places;
//! - `sharing`: callees that stay functions to make derivatives smaller, and second attempts without that;
//! - `threads`: blames threads where a function that uses them cannot be differentiated;
//! - `unwinding`: a derivative call from which an exception may come;
//! - `versions`: two versions of a gradient.

pub mod decision;
mod declared_globals;
mod derivatives;
pub mod describe;
pub mod lower;
mod merging;
mod narrowed;
pub mod operators;
mod replaceable;
mod rows;
mod sharing;
mod threads;
mod unwinding;
pub mod versions;

use self::decision::Decision;
use crate::link::link_runtime;
use derivatives::Derivatives;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::marks::{self, has_given_derivative};
use zymase_analysis::types::Types;
use zymase_core::detached::{Detached, detach};
use zymase_core::failure::BODY_ELSEWHERE;
use zymase_core::request::derivative_calls;
use zymase_core::session::Session;
use zymase_core::signature::{self, DerivativeKind, Key, Signature, SplitUse};
use zymase_core::{DumpPoint, Failure, passed, request, runtime, targets};
use zymase_emit::driver::Driver;
use zymase_emit::{forward, reverse};
use zymase_llvm::{Function, Value};
use zymase_plan::Planned;
use zymase_prepare::{self as prepare, Narrowing, Prepared};
use zymase_providers::provider::{DerivativeProvider, Registry};
use zymase_support::Diagnostic;

pub struct Engine {
    pub session: Session,
    /// Who gives derivatives.
    pub registry: Registry,
    prepared: HashMap<Function, Rc<Prepared>>,
    derivatives: Derivatives,
    /// What was found out about types for calls, by what the caller knows of the memory behind the pointers it passes.
    types_of_calls: BTreeMap<(Function, Vec<String>), Rc<Types>>,
    tapes: lower::Tapes,
    /// May what is differentiated go on after an exception or a panic that it catches?
    catches: bool,
    /// What the program calls for gradients, by key and by what is known of the memory behind pointer parameters.
    versions: BTreeMap<(Key, Vec<String>), Signature>,
    /// Functions that ask which version of a gradient to call.
    choosers: HashSet<Function>,
    /// Copies of functions whose arguments do not overlap, or whose indirect calls are narrowed.
    copies: Vec<Function>,
    /// Copies whose indirect calls leave out what contradicts the types of what they are given.
    narrowed: HashMap<Function, Narrowing>,
    sharing: sharing::Sharing,
    /// Functions that some derivative call differentiates, directly or because they are called.
    differentiated: HashSet<Function>,
    /// What was said about loops, of which there may be copies.
    remarks: HashSet<String>,
    /// Something went wrong and was reported: what was generated is of no use.
    failed: bool,
}

/// What is known of a function before anything is decided about a derivative of it.
pub struct Subject {
    pub prepared: Rc<Prepared>,
    pub types: Rc<Types>,
    /// What the types say about the memory behind each pointer parameter.
    pub evidence: Vec<String>,
}

/// Has the function neither a body nor a derivative that is known by name?
fn is_missing(function: Function) -> bool {
    function.is_declaration() && marks::known_as(function).and_then(|name| zymase_library::lookup(&name)).is_none()
}

/// Threads would add to the same shadows at the same time.
fn not_at_once(function: Function) -> Failure {
    let text = format!("cannot differentiate '{}' in a parallel loop", function.name());
    let help = "call it outside of the loop, or set ZYMASE_FLAGS=parallel=0: then derivatives run on one thread";
    Failure::User { at: Some(function.value()), diagnostic: Diagnostic::new(text).with_help(help) }
}

/// What the types say about the memory behind each pointer parameter.
fn evidence(prepared: &Prepared, types: &Types) -> Vec<String> {
    summaries(types, prepared.function.parameters())
}

fn summaries(types: &Types, values: impl IntoIterator<Item = Value>) -> Vec<String> {
    values.into_iter().filter(|v| v.ty().is_pointer()).map(|v| types.summary(v)).collect()
}

impl Engine {
    pub fn new(session: Session, registry: Registry) -> Engine {
        let module = session.module;
        let differentiated = versions::differentiated(&module.functions());
        Engine {
            session,
            registry,
            catches: unwinding::is_caught(module, &differentiated),
            prepared: HashMap::new(),
            derivatives: Derivatives::default(),
            types_of_calls: BTreeMap::new(),
            tapes: lower::Tapes::default(),
            versions: BTreeMap::new(),
            choosers: HashSet::new(),
            copies: Vec::new(),
            narrowed: HashMap::new(),
            sharing: sharing::Sharing::default(),
            differentiated,
            remarks: HashSet::new(),
            failed: false,
        }
    }

    pub fn lower_everything(&mut self) {
        for function in self.session.module.functions() {
            if function.is_declaration() || runtime::is_generated(&function.name()) {
                continue;
            }
            if let Err(failure) = self.lower_calls_within(function, &mut HashSet::new()) {
                failure.report(self.session.module, None);
            }
        }
    }

    /// Lowers the derivative calls of a function after those of everything it differentiates.
    pub fn lower_calls_within(&mut self, function: Function, active: &mut HashSet<Function>) -> Result<(), Failure> {
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
            unwinding::let_through(&made, detached.as_ref(), &self.tapes.fresh);
            detached.into_iter().for_each(Detached::finish);
        }
        Ok(())
    }

    fn give_up(&mut self, call: Value, failure: &Failure) {
        let asking = call.block().expect("a placed call").function();
        if zymase_launches::is_companion(asking) {
            // Nobody has asked for a derivative of this kernel yet.
            zymase_launches::note_refusal(asking, &failure.in_words());
        } else {
            failure.report(self.session.module, Some(call));
            self.failed = true;
        }
        lower::abandon(call);
    }

    fn lower_call(&mut self, call: Value, target: Function, active: &mut HashSet<Function>) -> Result<(), Failure> {
        if !request::is_batch(call) {
            self.check_target(target, call)?;
            threads::refuse(target)?;
        }
        self.lower_calls_below(target, active)?;
        let before = self.derivatives.functions().len();
        let nested = self.is_differentiated(call);
        let lowered = self.with_sharing(nested, before, |engine| lower::lower(engine, call, target));
        let Err(failure) = lowered else { return Ok(()) };
        if self.lower_narrowed(call, target, before, &failure) {
            return Ok(());
        }
        Err(threads::blame(failure, target))
    }

    /// Inside out: whatever the target reaches must be free of derivative calls first.
    pub fn lower_calls_below(&mut self, target: Function, active: &mut HashSet<Function>) -> Result<(), Failure> {
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

    /// Is a derivative call in a function that is differentiated itself?
    pub fn is_differentiated(&self, call: Value) -> bool {
        self.differentiated.contains(&call.block().expect("a placed call").function())
    }

    fn derivative_knowing(
        &mut self,
        key: &Key,
        context: &[(Value, Value)],
        known: Option<Vec<String>>,
    ) -> Result<Signature, Failure> {
        // What a provider gives does not depend on it.
        let plain = Key { unchanged: Vec::new(), ..key.clone() };
        let is_given = self.registry.of(key).is_some_and(|provider| !provider.depends_on_unchanged());
        let key = if is_given { &plain } else { key };
        if let Some(known) = self.derivatives.in_progress(key) {
            return Ok(known);
        }
        if let Some(provider) = self.registry.of(key) {
            if key.options.concurrent && !provider.may_run_at_once() {
                return Err(not_at_once(key.original));
            }
            return self.given(key, &*provider, context);
        }
        if key.kind.is_entry()
            && self.registry.of(&Key { kind: DerivativeKind::Augmented(SplitUse::Callee), ..key.clone() }).is_some()
        {
            let wrapper = targets::wrap_function(key.original)?;
            let context = passed::to_copy(wrapper, key.original, context);
            return self.derivative_knowing(&Key { original: wrapper, ..key.clone() }, &context, known);
        }
        if is_missing(key.original) {
            let diagnostic =
                Diagnostic::new(format!("'{}' has no body here", key.original.name())).with_help(BODY_ELSEWHERE);
            return Err(Failure::User { at: None, diagnostic });
        }
        let subject = self.subject(key.original, context, known)?;
        if let Some(known) = self.derivatives.known(key, &subject.evidence) {
            return Ok(known);
        }
        let signature = signature::declare(self.session.module, key);
        let result = self.with_options_of(key, |engine| engine.generate(key, &signature, &subject, context));
        self.finished(key, signature, result)
    }

    /// Makes a derivative with the options that are its own.
    fn with_options_of<T>(
        &mut self,
        key: &Key,
        make: impl FnOnce(&mut Engine) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let before = self.session.begin(&signature::title(key)).map_err(Failure::internal)?;
        let made = make(self);
        self.session.end(before);
        made
    }

    /// What is known of a function before anything is decided about a derivative of it. `known` is what a caller knows of the
    /// memory behind what it passes: with the same, the answer is the same.
    pub fn subject(
        &mut self,
        original: Function,
        context: &[(Value, Value)],
        known: Option<Vec<String>>,
    ) -> Result<Subject, Failure> {
        let prepared = self.prepared(original)?;
        let of_provider = self.registry.types_of(original);
        // A copy made for one derivative is asked for once.
        let is_single = self.copies.contains(&original) || of_provider.is_some();
        let types = match (of_provider, known) {
            (Some(types), _) => types,
            (None, Some(known)) => self.types_of_call(original, &prepared, context, known),
            (None, None) => Rc::new(self.types(&prepared, context)),
        };
        let evidence = if is_single { Vec::new() } else { evidence(&prepared, &types) };
        Ok(Subject { prepared, types, evidence })
    }

    /// The gradient of a key as decided; the one there is, if it was asked for before.
    fn gradient(&mut self, key: &Key, evidence: &[String], decision: &Decision) -> Result<Signature, Failure> {
        if let Some(known) = self.derivatives.known(key, evidence) {
            return Ok(known);
        }
        let signature = signature::declare(self.session.module, key);
        self.derivatives.begin(key, &signature, evidence);
        let result = self.carry_out(key, &signature, decision);
        self.finished(key, signature, result)
    }

    fn carry_out(&mut self, key: &Key, signature: &Signature, decision: &Decision) -> Result<(), Failure> {
        if self.session.config.print_carried_out {
            println!("0\tcarried out\t{}", key.original.name());
            describe::print(&describe::describe(decision));
        }
        let (planned, records) = decision.carried_out();
        match decision.rewritten {
            Some(_) => {
                let key = Key { original: planned.prepared.function, ..key.clone() };
                reverse::emit_gradient(self, &key, signature, planned, records)
            }
            None => reverse::emit_gradient(self, key, signature, planned, records),
        }
    }

    /// Generated or given: recursion is over.
    fn finished(&mut self, key: &Key, signature: Signature, result: Result<(), Failure>) -> Result<Signature, Failure> {
        self.derivatives.end(key);
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
        if let Some(known) = self.derivatives.known(key, &[]) {
            return Ok(known);
        }
        let signature = signature::declare(self.session.module, key);
        self.derivatives.begin(key, &signature, &[]);
        let result = match signature::other_half(key) {
            None => provider.forward(self, key, &signature, context),
            Some(other) => {
                let twin = signature::declare(self.session.module, &other);
                self.derivatives.begin(&other, &twin, &[]);
                let (augmented, reversed) = signature::in_order(key, &signature, &twin);
                provider.split(self, key, [augmented, reversed], context)
            }
        };
        self.finished(key, signature, result)
    }

    fn generate(
        &mut self,
        key: &Key,
        signature: &Signature,
        subject: &Subject,
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        self.derivatives.begin(key, signature, &subject.evidence);
        match key.kind {
            DerivativeKind::Forward => {
                subject.prepared.check_fixed_points()?;
                forward::emit_forward(self, key, signature, &subject.prepared, &subject.types)
            }
            DerivativeKind::Gradient { .. } => {
                let decision = Decision::of(self, key, subject, context)?;
                self.carry_out(key, signature, &decision)
            }
            DerivativeKind::Augmented(_) | DerivativeKind::Reverse(_) => {
                let other = signature::other_half(key).expect("one of two halves");
                let twin = signature::declare(self.session.module, &other);
                self.derivatives.begin(&other, &twin, &subject.evidence);
                let (augmented, reversed) = signature::in_order(key, signature, &twin);
                let Subject { prepared, types, .. } = subject;
                let planned = Planned::of(&self.session.config, key, prepared.clone(), types.clone())?;
                let bytes = reverse::emit_split(self, key, augmented, reversed, &planned)?;
                self.tapes.record_bytes.insert(augmented.function, bytes);
                Ok(())
            }
        }
    }

    /// Forgets the derivatives that were generated since there were so many: nobody uses them.
    fn withdraw(&mut self, before: usize) {
        let gone = self.derivatives.forget_since(before);
        self.registry.all().for_each(|provider| provider.forget(&gone));
        gone.iter().for_each(|function| function.erase_body());
        gone.into_iter().for_each(Function::erase);
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

    fn check(&self, signature: &Signature) -> Result<(), Failure> {
        signature.function.strip_debug();
        self.session.config.dump(DumpPoint::Emit, signature.function);
        if self.session.config.debug
            && let Err(text) = signature.function.verify()
        {
            eprintln!("{}", signature.function.value());
            return Err(Failure::internal(format!("generated function does not verify: {text}")));
        }
        Ok(())
    }

    /// Reports the first generated function that is no valid code.
    fn verify_generated(&mut self) {
        for function in self.derivatives.bodies() {
            function.strip_debug();
            if let Err(text) = function.verify() {
                Failure::internal(format!("'{}' does not verify: {text}", function.name()))
                    .report(self.session.module, None);
                self.failed = true;
                return;
            }
        }
    }

    /// Loops and steps that only the prepared functions had.
    fn remove_leftovers(&mut self) {
        for function in self.registry.all().flat_map(|provider| provider.leftovers()) {
            function.strip_debug();
            if function.value().users().is_empty() {
                function.erase();
            }
        }
    }

    fn simplify(&self, function: Function) -> Result<(), String> {
        function.set_slots_late();
        function.run_passes(SIMPLIFY_GENERATED)?;
        if self.session.config.reassociate {
            // `x += y` takes the adjoint of x, clears it and adds it again.
            function.drop_zero_summands();
        }
        function.run_passes(SIMPLIFY_AGAIN)?;
        self.session.config.dump(DumpPoint::CleanUp, function);
        Ok(())
    }

    /// Simplifies what was generated and removes what only served the making. After a failure nothing that was generated
    /// is left: the passes of the host, which run in spite of the error, must not meet invalid code.
    pub fn clean_up(&mut self) {
        if !self.failed {
            self.verify_generated();
        }
        if !self.session.config.carried_sums {
            self.session.module.leave_sums();
        }
        if self.failed {
            self.derivatives.erase_bodies();
        }
        let outdated = std::mem::take(&mut self.sharing.outdated);
        for prepared in std::mem::take(&mut self.prepared).into_values().chain(outdated) {
            let function = prepared.function;
            drop(prepared);
            if function.value().users().is_empty() {
                function.erase();
            }
        }
        if !self.failed {
            replaceable::check(self.session.module);
        }
        self.remove_leftovers();
        // They may call each other.
        self.copies.iter().for_each(|copy| copy.erase_body());
        self.copies.drain(..).for_each(Function::erase);
        if self.session.config.optimised {
            self.merge_rounds();
        }
        for function in self.derivatives.bodies() {
            if let Err(text) = self.simplify(function) {
                Failure::internal(text).report(self.session.module, None);
            }
            if self.session.config.optimised {
                declared_globals::fetch_late(function);
                rows::unroll(function, self.session.config.device);
            }
        }
        if self.session.config.optimised {
            self.merge_into_callers();
        } else if self.session.module.is_for_nvidia() {
            self.inline_without_results();
        }
        if let Err(failure) =
            link_runtime(self.session.module, self.session.config.reuse_tapes, self.session.config.optimised)
        {
            failure.report(self.session.module, None);
        }
        prepare::remove_helpers(self.session.module);
        if let Err(text) = prepare::parallel::lower(self.session.module) {
            Failure::internal(text).report(self.session.module, None);
        }
        lower::remove_markers(self.session.module);
    }
}

impl Driver for Engine {
    fn session(&self) -> &Session {
        &self.session
    }

    fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    fn adopt(&mut self, prepared: Prepared) -> Rc<Prepared> {
        let prepared = Rc::new(prepared);
        self.prepared.insert(prepared.function, prepared.clone());
        prepared
    }

    fn prepared(&mut self, function: Function) -> Result<Rc<Prepared>, Failure> {
        if let Some(known) = self.prepared.get(&function) {
            return Ok(known.clone());
        }
        let source = if marks::speaks_for_body(function) { targets::wrap_function(function)? } else { function };
        let prepared = Rc::new(self.prepare_sharing(function, source)?);
        for text in prepared.remarks.iter().chain(&prepared.unshared) {
            if self.remarks.insert(text.clone()) {
                self.session.module.report(None, &format!("zymase: {text}"), true);
            }
        }
        self.registry.all().for_each(|provider| provider.take_note(&prepared));
        self.prepared.insert(function, prepared.clone());
        Ok(prepared)
    }

    fn types(&self, prepared: &Prepared, context: &[(Value, Value)]) -> Types {
        let context = passed::to_copy(prepared.function, prepared.original, context);
        if self.narrowing(prepared.original).is_some() {
            return Types::alone(prepared.function, &context);
        }
        Types::analyse(prepared.function, &context)
    }

    fn has_rule(&self, function: Function) -> bool {
        self.registry.all().any(|provider| provider.has_rule(function))
    }

    fn derivative_of_call(&mut self, key: &Key, call: Value, caller: &Types) -> Result<Signature, Failure> {
        let actuals: Vec<(Value, Value)> = key.original.parameters().into_iter().zip(call.arguments()).collect();
        // What is given is the same for all calls.
        let known = self.registry.of(key).is_none().then(|| summaries(caller, call.arguments()));
        self.derivative_knowing(key, &actuals, known).map_err(|f| f.or_at(call))
    }

    fn derivative(&mut self, key: &Key, context: &[(Value, Value)]) -> Result<Signature, Failure> {
        self.derivative_knowing(key, context, None)
    }
}

/// What makes generated code small before the host's own pipeline sees it; all there is at -O0.
const SIMPLIFY_GENERATED: &str = "sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
     simplifycfg,loop-simplify,lcssa,loop-mssa(licm),gvn";
const SIMPLIFY_AGAIN: &str = "instcombine<no-verify-fixpoint>,dse,adce,simplifycfg";
