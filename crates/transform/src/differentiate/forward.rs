//! Forward mode: the function is copied operation by operation, each followed by what computes its tangents. Branches
//! and loops are copied with tangents beside the values that go through them.

use super::activity::Activity;
use super::functions::Engine;
use super::refusals;
use super::zeros::Zeros;
use crate::functions::describe;
use zymase_dialects::func::Func;
use zymase_ir::derivative::{Captures, Derivative, ForwardFunction, ForwardRule, Site};
use zymase_ir::{Block, Builder, ControlFlow, InsertionPoint, Ir, Mapping, Op, Region, Result, Type, Value};
use zymase_support::hash::FastMap;

/// A copy of a function with the tangents of its values.
struct Tangents {
    function: Op,
    block: Block,
    /// What the function returns, and the tangents thereof.
    results: Vec<Value>,
    tangents: Vec<Derivative>,
}

impl Engine {
    /// The derivative that a caller needs.
    pub(super) fn make_forward(&mut self, ir: &mut Ir, callee: Op, active: &[bool]) -> Result<ForwardFunction> {
        let sources: Vec<usize> = (0..active.len()).filter(|index| active[*index]).collect();
        let made = self.tangents(ir, callee, &sources, None)?;
        let all: Vec<Value> = made.results.iter().copied().chain(made.tangents.iter().flatten().copied()).collect();
        Engine::finish(ir, made.function, made.block, &all)?;
        let name = ir.symbol_name(made.function).unwrap_or_default().to_owned();
        Ok(ForwardFunction { name, tangents: made.tangents.iter().map(Option::is_some).collect() })
    }

    /// The derivative that a user asked for: every target among the results gets one, zeros written out.
    pub(super) fn whole_forward(&mut self, ir: &mut Ir, function: Op, wrt: &[usize], targets: &[bool]) -> Result<Op> {
        let made = self.tangents(ir, function, wrt, Some(targets))?;
        let mut all = made.results.clone();
        for ((result, tangent), target) in made.results.iter().zip(&made.tangents).zip(targets) {
            if *target {
                all.push(super::or_null_like(ir, made.block, made.function, *tangent, *result)?);
            }
        }
        Engine::finish(ir, made.function, made.block, &all)?;
        Ok(made.function)
    }

    /// Copies a function with tangents for the parameters of these numbers, and for all results or those marked.
    fn tangents(&mut self, ir: &mut Ir, original: Op, sources: &[usize], targets: Option<&[bool]>) -> Result<Tangents> {
        self.within(ir, original, |engine, ir, prepared| {
            let body = Engine::body(ir, prepared)?;
            let parameters = ir.arguments(body.block).to_vec();
            let chosen: Vec<Value> = sources.iter().map(|index| parameters[*index]).collect();
            let returned: Vec<Value> = ir[body.end].operands().collect();
            let is_target = |place: usize| targets.is_none_or(|targets| targets[place]);
            let asked: Vec<Value> =
                (0..returned.len()).filter(|place| is_target(*place)).map(|place| returned[place]).collect();
            let activity = Activity::new(ir, body.block, &chosen, &asked);
            let mut inputs: Vec<Type> = Func(original).signature(ir).unwrap_or_default().0.to_vec();
            inputs.extend(ir.types(&chosen));
            let marks: Vec<bool> = (0..parameters.len()).map(|index| sources.contains(&index)).collect();
            let wish = describe(ir.symbol_name(original).unwrap_or_default(), "forward", &[&marks]);
            let (function, block) = engine.create(ir, original, &wish, &inputs);
            let arguments = ir.arguments(block).to_vec();
            let zeros = Zeros::of_tangents(ir, body.block);
            let (mapping, tangents) = (Mapping::default(), FastMap::default());
            let mut pass = Pass { engine, activity: &activity, zeros: &zeros, mapping, tangents };
            pass.mapping.map_all(&parameters, &arguments[..parameters.len()]);
            pass.tangents.extend(chosen.iter().copied().zip(arguments[parameters.len()..].iter().copied()));
            let (results, tangents) = pass.block(ir, body.block, block)?;
            Ok(Tangents { function, block, results, tangents })
        })
    }
}

/// The state of one copy. Tangents are kept by the values of the original.
struct Pass<'a> {
    engine: &'a mut Engine,
    activity: &'a Activity,
    zeros: &'a Zeros,
    mapping: Mapping,
    tangents: FastMap<Value, Value>,
}

impl Pass<'_> {
    /// Copies a block but its terminator to the end of another; what it returns and the tangents thereof.
    fn block(&mut self, ir: &mut Ir, from: Block, to: Block) -> Result<(Vec<Value>, Vec<Derivative>)> {
        let end = ir.terminator(from);
        for op in ir.block_ops(from).filter(|op| Some(*op) != end).collect::<Vec<_>>() {
            let is_active = ir[op].results().iter().any(|value| self.activity.is_active(*value));
            if is_active && ir.control_flow(op).is_some() {
                let results = ir[op].results().iter().copied();
                let active: Vec<Value> = results.filter(|value| self.activity.is_active(*value)).collect();
                refusals::check_types(ir, op, &active)?;
            }
            match ir.control_flow(op) {
                Some(ControlFlow::Branches) if is_active => self.branches(ir, op, to)?,
                Some(ControlFlow::Loop) if is_active => self.repeat(ir, op, to)?,
                Some(ControlFlow::Elements) if is_active => self.elements(ir, op, to)?,
                _ => {
                    let copy = ir.clone_op(op, &mut self.mapping);
                    ir.insert(copy, InsertionPoint::End(to));
                    if is_active {
                        self.operation(ir, op, copy)?;
                    }
                }
            }
        }
        let returned: Vec<Value> = end.map(|end| ir[end].operands().collect()).unwrap_or_default();
        let tangents = returned.iter().map(|value| self.tangents.get(value).copied()).collect();
        Ok((returned.into_iter().map(|value| self.mapping.get(value)).collect(), tangents))
    }

    /// Computes the tangents of an operation's results behind its copy.
    fn operation(&mut self, ir: &mut Ir, op: Op, copy: Op) -> Result<()> {
        let known: Vec<Derivative> = ir[op].operands().map(|value| self.tangents.get(&value).copied()).collect();
        let tangent_of = |value: Value| Some((self.mapping.get(value), *self.tangents.get(&value)?));
        let tangents: Vec<(Value, Value)> = ir.captured(op).into_iter().filter_map(tangent_of).collect();
        if known.iter().all(Option::is_none) && tangents.is_empty() {
            return Ok(());
        }
        refusals::check(ir, op)?;
        let definition = ir[op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<ForwardRule>()).copied() else {
            return Err(refusals::no_rule(ir, op));
        };
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let builder = Builder::new(ir, InsertionPoint::End(block), ir[copy].location().clone());
        let captures = Captures { tangents, ..Captures::default() };
        let mut site = Site {
            builder,
            op: copy,
            callees: self.engine,
            zero_stays: self.zeros.stay(op),
            replacement: None,
            captures,
        };
        let made = (rule.0)(&mut site, &known)?;
        let (replacement, captures) = (site.replacement.take(), site.captures);
        if captures.are_missed() {
            return Err(refusals::captures(ir, op));
        }
        let results = ir[op].results().to_vec();
        if made.len() != results.len() {
            return Err(ir.error(op, "its rule gives another number of tangents than it has results"));
        }
        refusals::check_derivatives(ir, op, &results, &made)?;
        if let Some(values) = replacement {
            self.mapping.map_all(&results, &values);
            ir.erase(copy)?;
        }
        for (result, tangent) in results.into_iter().zip(made) {
            if let Some(tangent) = tangent {
                self.tangents.insert(result, tangent);
            }
        }
        Ok(())
    }

    /// The same operation with other regions, operands and more results: the first stand for the original's, the others
    /// are tangents of those at the places that are named.
    fn finish(&mut self, ir: &mut Ir, op: Op, to: Block, made: Remade) {
        let mut state = ir.state_of(op);
        state.operands = made.operands;
        state.regions = made.regions;
        let tangents: Vec<Type> = made.places.iter().map(|place| state.result_types[*place].clone()).collect();
        state.result_types.extend(tangents);
        let new = ir.create(state);
        ir.insert(new, InsertionPoint::End(to));
        let (old, new) = (ir[op].results().to_vec(), ir[new].results().to_vec());
        self.mapping.map_all(&old, &new[..old.len()]);
        for (place, tangent) in made.places.iter().zip(&new[old.len()..]) {
            self.tangents.insert(old[*place], *tangent);
        }
    }

    /// Branches that return tangents too, for results of which one branch has a tangent.
    fn branches(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<()> {
        let mut regions = Vec::new();
        let mut ends = Vec::new();
        for region in ir[op].regions().to_vec() {
            let Some((from, end)) = ir.single_block(region) else { return Err(refusals::several_blocks(ir, op)) };
            let copy = ir.create_region();
            let block = ir.create_block(copy, &[]);
            let (values, tangents) = self.block(ir, from, block)?;
            regions.push(copy);
            ends.push((block, end, values, tangents));
        }
        let results = ir[op].results().to_vec();
        let has_tangent = |place: &usize| {
            self.activity.is_active(results[*place])
                && ends.iter().any(|(_, _, _, tangents)| tangents[*place].is_some())
        };
        let places: Vec<usize> = (0..results.len()).filter(has_tangent).collect();
        for (block, end, mut values, tangents) in ends {
            for place in &places {
                let ty = ir.ty(results[*place]).clone();
                values.push(super::or_null(ir, block, op, tangents[*place], &ty)?);
            }
            super::end_like(ir, end, block, &values);
        }
        let operands = ir[op].operands().map(|value| self.mapping.get(value)).collect();
        self.finish(ir, op, to, Remade { operands, regions, places });
        Ok(())
    }

    /// A loop that carries the tangents of what it carries.
    fn repeat(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<()> {
        let [condition, body] = ir[op].regions() else { return Err(refusals::several_blocks(ir, op)) };
        let (condition, body) = (*condition, *body);
        let Some((from, end)) = ir.single_block(body) else { return Err(refusals::several_blocks(ir, op)) };
        let places = self.activity.carried(ir, op);
        let originals: Vec<Value> = ir[op].operands().collect();
        let mut operands: Vec<Value> = originals.iter().map(|value| self.mapping.get(*value)).collect();
        let types: Vec<Type> = places.iter().map(|place| ir.ty(originals[*place]).clone()).collect();
        for (place, ty) in places.iter().zip(&types) {
            let tangent = self.tangents.get(&originals[*place]).copied();
            operands.push(super::or_null(ir, to, op, tangent, ty)?);
        }
        let condition = ir.clone_region(condition, &mut self.mapping);
        if let Some(block) = ir.entry(condition) {
            for ty in &types {
                ir.add_argument(block, ty.clone(), ir[op].location().clone());
            }
        }
        let arguments = ir.arguments(from).to_vec();
        let region = ir.create_region();
        let all: Vec<Type> = ir.types(&arguments).into_iter().chain(types.iter().cloned()).collect();
        let block = ir.create_block(region, &all);
        let copies = ir.arguments(block).to_vec();
        self.mapping.map_all(&arguments, &copies[..arguments.len()]);
        for (place, tangent) in places.iter().zip(&copies[arguments.len()..]) {
            self.tangents.insert(arguments[*place], *tangent);
        }
        let (mut values, tangents) = self.block(ir, from, block)?;
        for (place, ty) in places.iter().zip(&types) {
            values.push(super::or_null(ir, block, op, tangents[*place], ty)?);
        }
        super::end_like(ir, end, block, &values);
        self.finish(ir, op, to, Remade { operands, regions: vec![condition, region], places });
        Ok(())
    }

    /// A function of elements and their tangents beside the function of elements.
    fn elements(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<()> {
        let copy = ir.clone_op(op, &mut self.mapping);
        ir.insert(copy, InsertionPoint::End(to));
        let Some((from, end)) = ir[op].regions().first().and_then(|region| ir.single_block(*region)) else {
            return Err(refusals::several_blocks(ir, op));
        };
        let originals: Vec<Value> = ir[op].operands().collect();
        let arguments = ir.arguments(from).to_vec();
        let active: Vec<usize> =
            (0..originals.len()).filter(|place| self.tangents.contains_key(&originals[*place])).collect();
        let mut types = ir.types(&arguments);
        types.extend(active.iter().map(|place| ir.ty(arguments[*place]).clone()));
        let region: Region = ir.create_region();
        let block = ir.create_block(region, &types);
        let copies = ir.arguments(block).to_vec();
        self.mapping.map_all(&arguments, &copies[..arguments.len()]);
        for (place, tangent) in active.iter().zip(&copies[arguments.len()..]) {
            self.tangents.insert(arguments[*place], *tangent);
        }
        let (_, tangents) = self.block(ir, from, block)?;
        let [result] = ir[op].results() else { return Err(ir.error(op, "has several results")) };
        let result = *result;
        let Some(Some(tangent)) = tangents.first().copied() else {
            ir.erase_region(region);
            return Ok(());
        };
        super::end_like(ir, end, block, &[tangent]);
        let mut state = ir.state_of(copy);
        state.operands.extend(active.iter().map(|place| self.tangents[&originals[*place]]));
        state.regions = vec![region];
        let new = ir.create(state);
        ir.insert(new, InsertionPoint::End(to));
        self.tangents.insert(result, ir[new].results()[0]);
        Ok(())
    }
}

/// What an operation with regions is made of again.
struct Remade {
    operands: Vec<Value>,
    regions: Vec<Region>,
    places: Vec<usize>,
}
