//! A second attempt at a derivative, with fewer functions that indirect calls may mean.

use super::{Engine, lower};
use crate::prepare::Narrowing;
use crate::request::{self, Mode};
use zymase_analysis::runtime;
use zymase_llvm::{Function, Linkage, Value};

impl Engine {
    /// Lowers a call that could not be lowered for a copy of its target, if that has indirect calls. What was generated since
    /// `before` is of no use. False: this is of no use either.
    pub(super) fn lower_narrowed(&mut self, call: Value, target: Function, before: usize) -> bool {
        let Ok(request) = request::read(call, target) else { return false };
        if !matches!(request.mode, Mode::Forward | Mode::Reverse) || !self.has_indirect_calls(target) {
            return false;
        }
        let context = lower::caller_context(target, &request).into_iter().filter_map(|(parameter, actual)| {
            let index = target.parameters().iter().position(|p| *p == parameter)?;
            (parameter.ty() == actual.ty()).then_some((index, actual))
        });
        let narrowing = Narrowing { context: context.collect() };
        self.withdraw(before);
        let copy = copy_of(target);
        self.twins.push(copy);
        self.narrowed.insert(copy, narrowing);
        let made = lower::lower(self, call, copy).is_ok();
        if !made {
            self.withdraw(before);
        }
        made
    }

    fn has_indirect_calls(&mut self, target: Function) -> bool {
        let ends = |i: &Value| i.is_call() && i.called_function().is_some_and(|f| f.name() == runtime::UNKNOWN_CALLEE);
        !target.is_declaration()
            && self.prepared(target).is_ok_and(|prepared| prepared.function.instructions().iter().any(ends))
    }
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
