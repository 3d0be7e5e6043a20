//! Which functions can reach themselves: through direct calls, through calls of functions whose address is taken, and
//! through library functions that are written out (giving up a shared pointer calls a virtual function).
//!
//! Recursive functions are those of a strongly connected component with a cycle; Tarjan's algorithm finds the components
//! of all that a function reaches in one walk.

use super::{bodies, once, openmp, tasks};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::one_thread;
use zymase_analysis::virtuals::{Place, Virtuals, meant};
use zymase_core::request::is_derivative_call;
use zymase_core::{Failure, runtime};
use zymase_llvm::{Function, Module, Type, Value};

/// The type of an indirect call, the place of a table that it takes its callee from, and what is known of the names of callees.
type IndirectCall = (Type, Option<Place>, Option<String>);

pub struct Recursion {
    module: Module,
    known: HashMap<Function, bool>,
    virtuals: Virtuals,
    /// Functions that an indirect call may reach.
    candidates: HashMap<IndirectCall, Rc<[Function]>>,
}

/// A walk through what a function calls.
#[derive(Default)]
struct Walk {
    /// When a function was come to first, and the earliest function it leads back to.
    order: HashMap<Function, (usize, usize)>,
    /// Functions whose component is not complete.
    open: Vec<Function>,
    /// The way to where the walk is, with what is still to be looked at.
    path: Vec<(Function, Vec<Function>)>,
    /// Functions that call themselves.
    itself: HashSet<Function>,
}

impl Recursion {
    pub fn new(module: Module) -> Recursion {
        Recursion { module, known: HashMap::new(), virtuals: Virtuals::of(module), candidates: HashMap::new() }
    }

    pub fn is_recursive(&mut self, function: Function) -> Result<bool, Failure> {
        if !self.known.contains_key(&function) {
            self.explore(function)?;
        }
        Ok(self.known[&function])
    }

    fn explore(&mut self, start: Function) -> Result<(), Failure> {
        let mut walk = Walk::default();
        self.enter(&mut walk, start)?;
        while let Some((at, rest)) = walk.path.last_mut() {
            let at = *at;
            match rest.pop() {
                Some(next) if self.known.contains_key(&next) => {}
                Some(next) if next == at => {
                    walk.itself.insert(at);
                }
                Some(next) => match walk.order.get(&next).map(|(number, _)| *number) {
                    Some(number) => walk.leads_back(at, number),
                    None => self.enter(&mut walk, next)?,
                },
                None => self.leave(&mut walk, at),
            }
        }
        Ok(())
    }

    fn enter(&mut self, walk: &mut Walk, function: Function) -> Result<(), Failure> {
        let number = walk.order.len();
        walk.order.insert(function, (number, number));
        walk.open.push(function);
        let callees = self.callees_of(function)?;
        walk.path.push((function, callees));
        Ok(())
    }

    fn leave(&mut self, walk: &mut Walk, function: Function) {
        walk.path.pop();
        let (number, earliest) = walk.order[&function];
        if let Some((caller, _)) = walk.path.last() {
            let caller = *caller;
            walk.leads_back(caller, earliest);
        }
        if number == earliest {
            let first = walk.open.iter().rposition(|open| *open == function).expect("it was come to");
            let component = walk.open.split_off(first);
            let is_cycle = component.len() > 1 || walk.itself.contains(&function);
            self.known.extend(component.into_iter().map(|member| (member, is_cycle)));
        }
    }

    /// The functions that a function calls, as often as it does.
    pub fn callees_of(&mut self, function: Function) -> Result<Vec<Function>, Failure> {
        let mut found = once::registered(function);
        for call in one_thread::instructions(function).into_iter().filter(|i| i.is_call()) {
            match call.called_function() {
                Some(callee) if let Some(twin) = tasks::twin(callee) => found.push(twin),
                Some(callee) if zymase_library::is_replaced(&callee.name()) => found.extend(bodies::of(callee)?),
                Some(callee) if !callee.is_declaration() => found.push(callee),
                Some(callee) if let Some(what) = openmp::meaning(callee) => found.extend(openmp::callees(call, what)),
                Some(callee) if let Some(run) = once::callees(call, callee) => found.extend(run),
                Some(callee) => found.extend(bodies::of(callee)?),
                None if call.called_value().is_inline_assembly() => {}
                None => {
                    let candidates = self.candidates(call);
                    let defined = candidates.iter().copied().filter(|f| !f.is_declaration());
                    found.extend(defined.map(|f| tasks::twin(f).unwrap_or(f)));
                }
            }
        }
        Ok(found)
    }

    /// Functions that an indirect call may reach.
    pub fn candidates(&mut self, call: Value) -> Rc<[Function]> {
        let (ty, place, words) = (call.called_type(), self.virtuals.place(call), meant(call));
        let key = (ty, place, words.clone());
        if let Some(known) = self.candidates.get(&key) {
            return known.clone();
        }
        let asking = asking_for_derivatives(self.module);
        let is_meant = |f: &Function| words.as_ref().is_none_or(|words| zymase_library::is_meant(&f.name(), words));
        let fitting = indirect_candidates(self.module, ty).into_iter().filter(|f| !asking.contains(f)).filter(is_meant);
        let found: Rc<[Function]> = self.virtuals.among(fitting, place).into();
        self.candidates.insert(key, found.clone());
        found
    }
}

/// Functions that lead to a derivative call that is not lowered yet. None of them is called by what is differentiated, or
/// it would have been lowered before; should one be called through a pointer after all, the program says so and ends.
fn asking_for_derivatives(module: Module) -> HashSet<Function> {
    let is_request = |f: &Function| f.is_declaration() && is_derivative_call(&f.name());
    let mut work: Vec<Function> = module.functions().into_iter().filter(is_request).collect();
    let mut found = HashSet::new();
    while let Some(callee) = work.pop() {
        let calls =
            callee.value().users().into_iter().filter(|user| user.is_call() && user.called_value() == callee.value());
        work.extend(calls.filter_map(|call| call.parent_function()).filter(|caller| found.insert(*caller)));
    }
    found
}

impl Walk {
    fn leads_back(&mut self, from: Function, to: usize) {
        let (_, earliest) = self.order.get_mut(&from).expect("it was come to");
        *earliest = to.min(*earliest);
    }
}

/// Functions that an indirect call may reach by its type.
fn indirect_candidates(module: Module, ty: Type) -> Vec<Function> {
    module
        .functions()
        .into_iter()
        .filter(|f| {
            f.function_type() == ty
                && !f.is_intrinsic()
                && f.has_address_taken()
                && !zymase_library::is_job_of_rayon(&f.name())
                && !runtime::is_generated(&f.name())
                && !is_derivative_call(&f.name())
        })
        .collect()
}
