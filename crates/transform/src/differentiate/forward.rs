//! Forward mode: the function is copied operation by operation, each followed by what computes its tangents.

use super::activity::{Activity, captured};
use super::functions::Engine;
use super::refusals;
use crate::functions::describe;
use zymase_dialects::func::Func;
use zymase_ir::derivative::{Derivative, ForwardFunction, ForwardRule, Site};
use zymase_ir::{Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
use zymase_support::hash::FastMap;

/// A copy of a function with the tangents of its values.
struct Tangents {
    function: Op,
    block: zymase_ir::Block,
    /// What the function returns, and the tangents thereof.
    results: Vec<Value>,
    tangents: Vec<Derivative>,
}

impl Engine {
    /// The derivative that a caller needs.
    pub(super) fn make_forward(&mut self, ir: &mut Ir, callee: Op, active: &[bool]) -> Result<ForwardFunction> {
        let sources: Vec<usize> = (0..active.len()).filter(|index| active[*index]).collect();
        let made = self.tangents(ir, callee, &sources)?;
        let all: Vec<Value> = made.results.iter().copied().chain(made.tangents.iter().flatten().copied()).collect();
        Engine::finish(ir, made.function, made.block, &all)?;
        let name = ir.symbol_name(made.function).unwrap_or_default().to_owned();
        Ok(ForwardFunction { name, tangents: made.tangents.iter().map(Option::is_some).collect() })
    }

    /// The derivative that a user asked for: every result that has derivatives gets one, zeros written out.
    pub(super) fn whole_forward(&mut self, ir: &mut Ir, function: Op, wrt: &[usize]) -> Result<Op> {
        let targets = Engine::targets(ir, function)?;
        let made = self.tangents(ir, function, wrt)?;
        let mut all = made.results.clone();
        for ((result, tangent), target) in made.results.iter().zip(&made.tangents).zip(targets) {
            if target {
                let ty = ir.ty(*result).clone();
                all.push(super::or_null(ir, made.block, made.function, *tangent, &ty)?);
            }
        }
        Engine::finish(ir, made.function, made.block, &all)?;
        Ok(made.function)
    }

    /// Copies a function with tangents for the parameters of these numbers.
    fn tangents(&mut self, ir: &mut Ir, original: Op, sources: &[usize]) -> Result<Tangents> {
        self.within(ir, original, |engine, ir| {
            let body = Engine::body(ir, original)?;
            let parameters = ir.arguments(body.block).to_vec();
            let chosen: Vec<Value> = sources.iter().map(|index| parameters[*index]).collect();
            let returned: Vec<Value> = ir[body.end].operands().collect();
            let activity = Activity::new(ir, body.block, &chosen, &returned);
            let mut inputs: Vec<Type> = Func(original).signature(ir).unwrap_or_default().0.to_vec();
            inputs.extend(ir.types(&chosen));
            let marks: Vec<bool> = (0..parameters.len()).map(|index| sources.contains(&index)).collect();
            let wish = describe(ir.symbol_name(original).unwrap_or_default(), "forward", &[&marks]);
            let (function, block) = engine.create(ir, original, &wish, &inputs);
            let arguments = ir.arguments(block).to_vec();
            let mut mapping = Mapping::default();
            mapping.map_all(&parameters, &arguments[..parameters.len()]);
            let mut tangents: FastMap<Value, Value> = FastMap::default();
            tangents.extend(chosen.iter().copied().zip(arguments[parameters.len()..].iter().copied()));
            for op in ir.block_ops(body.block).filter(|op| *op != body.end).collect::<Vec<_>>() {
                let copy = ir.clone_op(op, &mut mapping);
                ir.insert(copy, InsertionPoint::End(block));
                if ir[op].results().iter().any(|value| activity.is_active(*value)) {
                    engine.differentiate_op(ir, op, copy, &mut mapping, &mut tangents)?;
                }
            }
            let results = returned.iter().map(|value| mapping.get(*value)).collect();
            let tangents = returned.iter().map(|value| tangents.get(value).copied()).collect();
            Ok(Tangents { function, block, results, tangents })
        })
    }

    /// Computes the tangents of an operation's results behind its copy. Tangents are kept by the values of the original.
    fn differentiate_op(
        &mut self,
        ir: &mut Ir,
        op: Op,
        copy: Op,
        mapping: &mut Mapping,
        tangents: &mut FastMap<Value, Value>,
    ) -> Result<()> {
        let known: Vec<Derivative> = ir[op].operands().map(|value| tangents.get(&value).copied()).collect();
        let captures = captured(ir, op).iter().any(|value| tangents.contains_key(value));
        if known.iter().all(Option::is_none) && !captures {
            return Ok(());
        }
        refusals::check(ir, op, captures)?;
        let definition = ir[op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<ForwardRule>()).copied() else {
            return Err(refusals::no_rule(ir, op));
        };
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let builder = Builder::new(ir, InsertionPoint::End(block), ir[copy].location().clone());
        let mut site = Site { builder, op: copy, callees: self, replacement: None };
        let made = (rule.0)(&mut site, &known)?;
        let replacement = site.replacement.take();
        let results = ir[op].results().to_vec();
        if made.len() != results.len() {
            return Err(ir.error(op, "its rule gives another number of tangents than it has results"));
        }
        if let Some(values) = replacement {
            mapping.map_all(&results, &values);
            ir.erase(copy)?;
        }
        for (result, tangent) in results.into_iter().zip(made) {
            if let Some(tangent) = tangent {
                tangents.insert(result, tangent);
            }
        }
        Ok(())
    }
}
