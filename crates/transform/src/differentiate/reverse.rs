//! Reverse mode: the function is copied, then its operations are gone through backwards, and what each adds to the
//! adjoints of its operands is added up.

use super::activity::{Activity, captured};
use super::functions::Engine;
use super::refusals;
use crate::functions::describe;
use zymase_dialects::func::Func;
use zymase_ir::derivative::{self, Derivative, ReverseFunction, ReverseRule, Site};
use zymase_ir::{Block, Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
use zymase_support::hash::FastMap;

/// A copy of a function with the adjoints of its parameters.
struct Adjoints {
    function: Op,
    block: Block,
    /// What the function returns, and the adjoints of all its parameters.
    results: Vec<Value>,
    adjoints: Vec<Derivative>,
}

impl Engine {
    /// The derivative that a caller needs.
    pub(super) fn make_reverse(
        &mut self,
        ir: &mut Ir,
        callee: Op,
        active: &[bool],
        seeded: &[bool],
    ) -> Result<ReverseFunction> {
        let made = self.adjoints(ir, callee, active, seeded)?;
        let all: Vec<Value> = made.adjoints.iter().flatten().copied().collect();
        Engine::finish(ir, made.function, made.block, &all)?;
        let name = ir.symbol_name(made.function).unwrap_or_default().to_owned();
        Ok(ReverseFunction { name, adjoints: made.adjoints.iter().map(Option::is_some).collect() })
    }

    /// The derivative that a user asked for: every parameter in `wrt` gets a gradient, zeros written out.
    pub(super) fn whole_reverse(&mut self, ir: &mut Ir, function: Op, wrt: &[usize], outputs: bool) -> Result<Op> {
        let targets = Engine::targets(ir, function)?;
        let inputs = Func(function).signature(ir).unwrap_or_default().0.to_vec();
        let active: Vec<bool> = (0..inputs.len()).map(|index| wrt.contains(&index)).collect();
        let made = self.adjoints(ir, function, &active, &targets)?;
        let mut all = if outputs { made.results } else { Vec::new() };
        for index in wrt {
            all.push(super::or_null(ir, made.block, made.function, made.adjoints[*index], &inputs[*index])?);
        }
        Engine::finish(ir, made.function, made.block, &all)?;
        Ok(made.function)
    }

    /// Copies a function, with adjoints for the parameters that are active from those of the results that are seeded.
    fn adjoints(&mut self, ir: &mut Ir, original: Op, active: &[bool], seeded: &[bool]) -> Result<Adjoints> {
        self.within(ir, original, |engine, ir| {
            let body = Engine::body(ir, original)?;
            let parameters = ir.arguments(body.block).to_vec();
            let returned: Vec<Value> = ir[body.end].operands().collect();
            let sources = marked(&parameters, active);
            let targets = marked(&returned, seeded);
            let activity = Activity::new(ir, body.block, &sources, &targets);
            let mut inputs: Vec<Type> = Func(original).signature(ir).unwrap_or_default().0.to_vec();
            inputs.extend(ir.types(&targets));
            let wish = describe(ir.symbol_name(original).unwrap_or_default(), "reverse", &[active, seeded]);
            let (function, block) = engine.create(ir, original, &wish, &inputs);
            let arguments = ir.arguments(block).to_vec();
            let mut mapping = Mapping::default();
            mapping.map_all(&parameters, &arguments[..parameters.len()]);
            let ops: Vec<Op> = ir.block_ops(body.block).filter(|op| *op != body.end).collect();
            let mut copies = Vec::with_capacity(ops.len());
            for op in &ops {
                let copy = ir.clone_op(*op, &mut mapping);
                ir.insert(copy, InsertionPoint::End(block));
                copies.push(copy);
            }
            let mut adjoints = FastMap::default();
            for (target, seed) in targets.iter().zip(&arguments[parameters.len()..]) {
                if activity.depends(*target) {
                    accumulate(ir, block, function, &mut adjoints, *target, *seed)?;
                }
            }
            for (op, copy) in ops.into_iter().zip(copies).rev() {
                engine.propagate(ir, op, copy, &activity, &mut adjoints)?;
            }
            let results = returned.iter().map(|value| mapping.get(*value)).collect();
            let mut found = Vec::with_capacity(parameters.len());
            for (parameter, active) in parameters.iter().zip(active) {
                found.push(adjoints.get(parameter).copied().filter(|_| *active));
            }
            Ok(Adjoints { function, block, results, adjoints: found })
        })
    }

    /// Adds what the adjoints of an operation's results mean for its operands. Adjoints are kept by the values of the
    /// original; the copy is what rules look at.
    fn propagate(
        &mut self,
        ir: &mut Ir,
        op: Op,
        copy: Op,
        activity: &Activity,
        adjoints: &mut FastMap<Value, Value>,
    ) -> Result<()> {
        let seeds: Vec<Derivative> = ir[op].results().iter().map(|value| adjoints.get(value).copied()).collect();
        if seeds.iter().all(Option::is_none) {
            return Ok(());
        }
        let operands: Vec<Value> = ir[op].operands().collect();
        let wanted: Vec<bool> = operands.iter().map(|value| activity.is_active(*value)).collect();
        let captures = captured(ir, op).iter().any(|value| activity.is_active(*value));
        if wanted.iter().all(|wanted| !wanted) && !captures {
            return Ok(());
        }
        refusals::check(ir, op, captures)?;
        let definition = ir[op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<ReverseRule>()).copied() else {
            return Err(refusals::no_rule(ir, op));
        };
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let builder = Builder::new(ir, InsertionPoint::End(block), ir[copy].location().clone());
        let mut site = Site { builder, op: copy, callees: self, replacement: None };
        let made = (rule.0)(&mut site, &seeds, &wanted)?;
        if made.len() != operands.len() {
            return Err(ir.error(op, "its rule gives another number of adjoints than it has operands"));
        }
        for ((operand, adjoint), wanted) in operands.into_iter().zip(made).zip(wanted) {
            if let Some(adjoint) = adjoint
                && wanted
            {
                accumulate(ir, block, op, adjoints, operand, adjoint)?;
            }
        }
        Ok(())
    }
}

fn marked(values: &[Value], marks: &[bool]) -> Vec<Value> {
    values.iter().zip(marks).filter(|(_, mark)| **mark).map(|(value, _)| *value).collect()
}

/// Adds to the adjoint of a value, at the end of a block and with the location of an operation.
fn accumulate(
    ir: &mut Ir,
    block: Block,
    place: Op,
    adjoints: &mut FastMap<Value, Value>,
    value: Value,
    more: Value,
) -> Result<()> {
    let sum = match adjoints.get(&value) {
        None => more,
        Some(before) => {
            let location = ir[place].location().clone();
            let mut builder = Builder::new(ir, InsertionPoint::End(block), location);
            derivative::add(&mut builder, *before, more)?
        }
    };
    adjoints.insert(value, sum);
    Ok(())
}
