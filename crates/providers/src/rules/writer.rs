//! What the functions that call rules have in common.

use super::matching::{Place, Shape, used_by};
use super::results::{copy, field, record, stack};
use zymase_analysis::activity::Role;
use zymase_core::signature::{Key, Signature};
use zymase_core::{Failure, runtime};
use zymase_llvm::{Builder, Function, IntPredicate, Module, Opcode, Type, Value};
use zymase_support::Diagnostic;

/// A rule whose name contains this looks whether a pointer has a shadow: that of constant memory is null, or the memory itself.
const DOES_WITHOUT: &str = "zymase_without_shadows";

/// Writes the body of one function of the engine.
pub struct Writer<'a> {
    pub module: Module,
    pub key: &'a Key,
    pub signature: &'a Signature,
    pub builder: Builder,
    /// A rule knows one direction: it is called once for each lane.
    pub lane: usize,
}

impl Writer<'_> {
    pub fn new<'a>(module: Module, key: &'a Key, signature: &'a Signature) -> Writer<'a> {
        let builder = Builder::at_end(signature.function.append_block("entry"));
        Writer { module, key, signature, builder, lane: 0 }
    }

    /// Parameters and shadows, where the rule wants them. What follows them is left to the caller.
    pub fn arguments(
        &self,
        function: &Shape,
        rule: Function,
        shape: &Shape,
        places: &[Place],
    ) -> Result<Vec<Value>, Failure> {
        let mut operands = vec![None; used_by(places)];
        for (k, place) in places.iter().enumerate() {
            let index = k + function.skipped;
            operands[place.primal] = Some(self.signature.primal(index));
            if let Some(at) = place.shadow {
                operands[at] = Some(self.shadow(index, rule, at + shape.skipped)?);
            }
        }
        Ok(operands.into_iter().map(|operand| operand.expect("every place has a value")).collect())
    }

    /// The shadow of a parameter for the rule's parameter `at`.
    fn shadow(&self, index: usize, rule: Function, at: usize) -> Result<Value, Failure> {
        let primal = self.signature.primal(index);
        let unused = is_unused(rule.parameter(at));
        let does_without = rule.name().contains(DOES_WITHOUT) && primal.ty().is_pointer();
        match (self.signature.shadow(index, self.lane), self.key.roles[index]) {
            (Some(shadow), Role::Uncertain) if !unused && !does_without && primal.ty().is_pointer() => {
                self.require(primal, shadow);
                Ok(shadow)
            }
            (Some(shadow), _) => Ok(shadow),
            (None, Role::Active) => Err(self.problem(
                rule,
                format!("takes a shadow for parameter {}, a number whose derivative it does not return", index + 1),
                "give the rule the number alone, and return its derivative from the reverse function",
            )),
            (None, _) if primal.ty().is_float_like() => Ok(Value::null(primal.ty())),
            (None, _) if !primal.ty().contains_pointer() => Ok(primal),
            (None, _) if unused || does_without => Ok(Value::null(primal.ty())),
            (None, _) => Err(self.problem(
                rule,
                format!("uses the shadow of parameter {}, which is constant here and has none", index + 1),
                "pass the memory as enzyme_dup with a shadow, or register a rule that leaves that shadow alone",
            )),
        }
    }

    /// Ends the program where an uncertain shadow is none.
    fn require(&self, primal: Value, shadow: Value) {
        let builder = &self.builder;
        let same = builder.icmp(IntPredicate::LLVMIntEQ, primal, shadow);
        let some = builder.icmp(IntPredicate::LLVMIntNE, primal, Value::null(primal.ty()));
        let (failure, go_on) =
            (self.signature.function.append_block("no.shadow"), self.signature.function.append_block("shadow"));
        builder.conditional_branch(builder.and(same, some), failure, go_on);
        builder.position_at_end(failure);
        let module = self.module;
        let name = module.string_constant(&format!("{}\0", self.key.original.name()));
        builder.call_across_spaces(runtime::rule_without_shadow(module), &[name, primal]);
        builder.unreachable();
        builder.position_at_end(go_on);
    }

    fn problem(&self, rule: Function, what: String, help: &str) -> Failure {
        let message = format!("the rule '{}' of '{}' {what}", rule.name(), self.key.original.name());
        Failure::User { at: None, diagnostic: Diagnostic::new(message).with_help(help) }
    }

    /// The value of the function itself, where the rule does not return it.
    pub fn call_original(&self) -> Value {
        let operands = self.signature.primals();
        let result = self.builder.call(self.key.original, &operands);
        result.take_attributes_of(self.key.original);
        result
    }

    /// The pieces of something that lies in memory, as the rule takes them.
    pub fn pieces(&self, rule: Function, shape: &Shape, pieces: &[usize], from: Value) -> Vec<Value> {
        if let [only] = pieces
            && let Some(ty) = rule.parameter_type_attribute(only + shape.skipped, "byval")
        {
            let own = stack(&self.builder, ty);
            copy(&self.builder, own, from, ty);
            return vec![own];
        }
        let types: Vec<Type> = pieces.iter().map(|piece| shape.types[*piece]).collect();
        (0..types.len()).map(|k| field(&self.builder, from, &types, k)).collect()
    }
}

/// The tape as one type: what is passed by value through memory, or in pieces.
pub fn tape_type(rule: Function, shape: &Shape, pieces: &[usize]) -> Option<Type> {
    match pieces {
        [] => None,
        [only] => {
            Some(rule.parameter_type_attribute(only + shape.skipped, "byval").unwrap_or_else(|| shape.types[*only]))
        }
        _ => {
            let types: Vec<Type> = pieces.iter().map(|piece| shape.types[*piece]).collect();
            Some(record(rule.module(), &types))
        }
    }
}

/// Does the rule never look at this parameter? Unoptimised code stores it, and reads it for nothing.
fn is_unused(parameter: Value) -> bool {
    let is_idle =
        |user: Value, store: Value| user == store || user.opcode() == Some(Opcode::LLVMLoad) && user.users().is_empty();
    parameter.users().into_iter().all(|store| {
        store.opcode() == Some(Opcode::LLVMStore)
            && store.operand(0) == parameter
            && store.operand(1).opcode() == Some(Opcode::LLVMAlloca)
            && store.operand(1).users().into_iter().all(|user| is_idle(user, store))
    })
}
