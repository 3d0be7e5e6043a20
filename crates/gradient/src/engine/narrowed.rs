//! A second attempt at a derivative, with fewer functions that indirect calls may mean.

use super::{Engine, lower};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use zymase_analysis::{marks, runtime};
use zymase_core::Failure;
use zymase_core::request::{self, Mode};
use zymase_emit::driver::Driver;
use zymase_llvm::{Function, Linkage, Value};
use zymase_prepare::{self as prepare, Narrowing, Refused};

/// Attempts at leaving code out.
const MOST_REFUSED: usize = 16;

impl Engine {
    /// Lowers a call that could not be lowered for a copy of its target, if that has indirect calls, and copies of the
    /// functions on the way to them. Where that fails as well, because of code that a number chooses, without that code.
    /// What was generated since `before` is of no use. False: this is of no use either.
    pub(super) fn lower_narrowed(&mut self, call: Value, target: Function, before: usize, failure: &Failure) -> bool {
        let Ok(request) = request::read(call, target) else { return false };
        if !matches!(request.mode, Mode::Forward | Mode::Reverse) || target.is_declaration() {
            return false;
        }
        let mut next = Refused::of(failure);
        let mut refused = Vec::new();
        let leading = leading_to_indirect_calls(target);
        if leading.iter().any(|f| *f != target) || self.has_indirect_calls(target) {
            match self.lower_without(call, &leading, &refused, None, before) {
                Ok(()) => return true,
                Err(failure) => next = Refused::of(&failure),
            }
            let named = Some(Rc::new(named_by(target)));
            if self.lower_without(call, &leading, &refused, named, before).is_ok() {
                return true;
            }
        }
        while let Some(more) = next.filter(|more| !refused.contains(more) && refused.len() < MOST_REFUSED) {
            refused.push(more);
            match self.lower_without(call, &leading, &refused, None, before) {
                Ok(()) => return true,
                Err(failure) => next = Refused::of(&failure),
            }
        }
        false
    }

    /// Lowers a call for a copy of its target, the first of `leading`, without what is `refused`.
    fn lower_without(
        &mut self,
        call: Value,
        leading: &[Function],
        refused: &[Refused],
        named: Option<Rc<HashSet<Function>>>,
        before: usize,
    ) -> Result<(), Failure> {
        let target = leading[0];
        let request = request::read(call, target)?;
        self.withdraw(before);
        let copies: HashMap<Function, Function> = leading.iter().map(|f| (*f, copy_of(*f))).collect();
        let context = lower::caller_context(target, &request).into_iter().filter_map(|(parameter, actual)| {
            let index = target.parameters().iter().position(|p| *p == parameter)?;
            Some((copies[&target], index, actual))
        });
        let mut passed: Vec<(Function, usize, Value)> = context.collect();
        leading.iter().for_each(|f| passed.extend(redirect(copies[f], &copies)));
        passed.retain(|(to, index, actual)| to.parameters()[*index].ty() == actual.ty());
        let narrowing = Narrowing { passed, refused: refused.to_vec(), named };
        for original in leading {
            self.copies.push(copies[original]);
            self.narrowed.insert(copies[original], narrowing.clone());
        }
        lower::lower(self, call, copies[&target]).inspect_err(|_| self.withdraw(before))
    }

    /// What is left out of indirect calls of a function, if it is a copy made for that.
    pub(super) fn narrowing(&self, function: Function) -> Option<&Narrowing> {
        self.narrowed.get(&prepare::source_of_copy(function))
    }

    fn has_indirect_calls(&mut self, target: Function) -> bool {
        let ends = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name() == runtime::UNKNOWN_CALLEE);
        !target.is_declaration()
            && self.prepared(target).is_ok_and(|prepared| prepared.function.instructions().iter().any(ends))
    }
}

/// The target, and the functions that it calls, and those call, that lead to indirect calls.
fn leading_to_indirect_calls(target: Function) -> Vec<Function> {
    let mut found = vec![target];
    let mut callees: HashMap<Function, Vec<Function>> = HashMap::new();
    let mut leads: Vec<Function> = Vec::new();
    let mut next = 0;
    while let Some(&function) = found.get(next) {
        next += 1;
        let calls: Vec<Value> = function.instructions().into_iter().filter(|i| i.is_call()).collect();
        let is_indirect =
            |call: &Value| !call.called_value().is_inline_assembly() && !call.called_value().is_constant();
        if calls.iter().any(is_indirect) {
            leads.push(function);
        }
        let direct = calls.iter().filter_map(|call| call.called_function());
        let direct: Vec<Function> = direct.filter(|f| !f.is_declaration() && !marks::is_marked(*f)).collect();
        for callee in &direct {
            if !found.contains(callee) {
                found.push(*callee);
            }
        }
        callees.insert(function, direct);
    }
    while let Some(more) =
        found.iter().find(|f| !leads.contains(f) && callees[*f].iter().any(|callee| leads.contains(callee)))
    {
        leads.push(*more);
    }
    found.retain(|f| *f == target || leads.contains(f));
    found
}

/// The functions that the code of a function names, that of those, and so on, also in tables.
fn named_by(target: Function) -> HashSet<Function> {
    let (mut seen, mut found) = (HashSet::new(), HashSet::from([target]));
    let mut work = vec![target.value()];
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.as_function() {
            Some(function) => {
                found.insert(function);
                let operands = function.instructions().into_iter().flat_map(Value::operands);
                work.extend(operands.filter(|operand| operand.is_constant()));
            }
            None if value.is_global_variable() => work.extend(value.initializer()),
            None => work.extend(value.operands()),
        }
    }
    found
}

/// Lets a copy call copies. What it passes to others, by the number of the parameter.
fn redirect(copy: Function, copies: &HashMap<Function, Function>) -> Vec<(Function, usize, Value)> {
    let mut passed = Vec::new();
    for call in copy.instructions().into_iter().filter(|i| i.is_call()) {
        let Some(callee) = call.called_function().and_then(|f| copies.get(&f)) else { continue };
        call.set_callee(*callee);
        if *callee != copy {
            let arguments = call.arguments().into_iter().take(callee.parameters().len());
            passed.extend(arguments.enumerate().map(|(index, argument)| (*callee, index, argument)));
        }
    }
    passed
}

fn copy_of(target: Function) -> Function {
    let copy = target.module().add_function(&format!("{}.narrowed", target.name()), target.function_type());
    copy.set_linkage(Linkage::LLVMInternalLinkage);
    copy.copy_attributes(target);
    for (parameter, named) in copy.parameters().into_iter().zip(target.parameters()) {
        parameter.set_name(&named.name());
    }
    target.clone_body_into(copy, &copy.parameters());
    copy
}
