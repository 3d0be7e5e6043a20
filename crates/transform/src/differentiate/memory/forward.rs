//! Forward mode: every operation is followed by what computes its tangents; loops and branches carry tangents and shadows beside values.

use super::super::functions::Engine;
use super::super::{end_like, refusals};
use super::build::{at_end, null};
use super::facts::{Facts, is_memory};
use super::prepare::prepare;
use super::regions::{at, places};
use super::reverse::{Pass, finish};
use crate::functions::describe;
use zymase_ir::derivative::{Carries, Derivative, ForwardRule, Inactive};
use zymase_ir::memory::{Allocates, Cases, CountedLoop, NamedMemory, WhileTrue};
use zymase_ir::{Block, InsertionPoint, Ir, Op, OpDefinition, Region, Result, Value};

/// Makes the derivative of a function beside it: its parameters, each memref that is differentiated by followed by its shadow, then
/// tangents of other parameters; its results, then the tangents of those that have one.
pub fn function(engine: &mut Engine, ir: &mut Ir, original: Op, wrt: &[bool]) -> Result<Op> {
    let prepared = prepare(ir, original)?;
    let Some((from, end)) = ir.single_block(ir[prepared].regions()[0]) else {
        return Err(ir.error(original, "does not end with a return"));
    };
    let facts = Facts::new(ir, prepared, from, wrt)?;
    let parameters = ir.arguments(from).to_vec();
    let returned: Vec<Value> = ir[end].operands().collect();
    let mut inputs = Vec::new();
    let mut tangents = Vec::new();
    for (parameter, wrt) in parameters.iter().zip(wrt) {
        let ty = ir.ty(*parameter).clone();
        inputs.push(ty.clone());
        match (*wrt, is_memory(&ty)) {
            (true, true) => inputs.push(ty),
            (true, false) => tangents.push(ty),
            _ => {}
        }
    }
    inputs.extend(tangents);
    let wish = describe(ir.symbol_name(original).unwrap_or_default(), "forward", &[wrt]);
    let (function, block) = engine.create(ir, original, &wish, &inputs);
    let mut pass = Pass::new(engine, &facts, function);
    let mut arguments = ir.arguments(block).to_vec().into_iter();
    for (parameter, wrt) in parameters.iter().zip(wrt) {
        pass.mapping.map_all(&[*parameter], &arguments.by_ref().take(1).collect::<Vec<_>>());
        if *wrt && is_memory(ir.ty(*parameter)) {
            pass.shadows.extend(arguments.next().map(|shadow| (*parameter, shadow)));
        }
    }
    let scalars = parameters.iter().zip(wrt).filter(|(parameter, wrt)| **wrt && !is_memory(ir.ty(**parameter)));
    pass.shadows.extend(scalars.map(|(parameter, _)| *parameter).zip(arguments));
    let freed = pass.tangent_block(ir, from, block)?;
    pass.free_all(ir, block, freed)?;
    let mut results = pass.mapped(&returned);
    for value in &returned {
        let ty = ir.ty(*value).clone();
        match ir.context().carries(&ty) {
            Carries::Derivatives => results.push(pass.tangent_or_null(ir, block, function, *value)?),
            Carries::Shadow => results.extend(pass.shadows.get(value)),
            _ => {}
        }
    }
    finish(ir, function, block, &results);
    ir.erase(prepared)?;
    Ok(function)
}

impl Pass<'_> {
    fn tangent_or_null(&mut self, ir: &mut Ir, block: Block, place: Op, value: Value) -> Result<Value> {
        match self.shadows.get(&value) {
            Some(tangent) => Ok(*tangent),
            None => {
                let ty = ir.ty(value).clone();
                null(ir, block, place, &ty)
            }
        }
    }

    /// Gives back shadows of memory that belongs to a block.
    fn free_all(&mut self, ir: &mut Ir, block: Block, freed: Vec<(Op, Value)>) -> Result<()> {
        for (op, shadow) in freed.into_iter().rev() {
            let rule = ir[op].definition().and_then(|definition| definition.interface::<Allocates>()).copied();
            if let Some(rule) = rule {
                (rule.free)(&mut at_end(ir, block, op), shadow)?;
            }
        }
        Ok(())
    }

    /// Copies a block but its end to the end of another; the shadows that have to be given back.
    fn tangent_block(&mut self, ir: &mut Ir, from: Block, to: Block) -> Result<Vec<(Op, Value)>> {
        let end = ir.terminator(from);
        let mut freed = Vec::new();
        for op in ir.block_ops(from).filter(|op| Some(*op) != end).collect::<Vec<_>>() {
            freed.extend(self.tangent_op(ir, op, to)?);
        }
        Ok(freed)
    }

    fn tangent_op(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<Option<(Op, Value)>> {
        let definition = ir[op].definition().cloned();
        if let Some(bounds) = definition.as_ref().and_then(|definition| bounds_of(ir, op, definition)) {
            return self.carry_tangents(ir, op, to, bounds).map(|()| None);
        }
        let copy = ir.clone_op(op, &mut self.mapping);
        ir.insert(copy, InsertionPoint::End(to));
        let known: Vec<Derivative> = self.shadows_of(ir, op);
        let results = ir[op].results().to_vec();
        let is_meant =
            |value: &Value| self.facts.is_varied(*value) || (is_memory(ir.ty(*value)) && self.facts.is_active(*value));
        let Some(definition) = definition else {
            return if ir[op].operands().any(|value| is_meant(&value)) {
                Err(refusals::no_rule(ir, op))
            } else {
                Ok(None)
            };
        };
        if let Some(rule) = definition.interface::<Allocates>().copied() {
            if !results.iter().any(is_meant) {
                return Ok(None);
            }
            let mut site = self.site(ir, copy, to);
            let shadow = (rule.shadow)(&mut site)?;
            self.shadows.insert(results[0], shadow);
            return Ok(rule.is_scoped.then_some((op, shadow)));
        }
        if let Some(NamedMemory(attribute)) = definition.interface::<NamedMemory>().copied() {
            if results.iter().any(is_meant) {
                let shadow = self.named_shadow(ir, copy, to, attribute)?;
                self.shadows.insert(results[0], shadow);
            }
            return Ok(None);
        }
        let is_inactive = definition.interface::<Inactive>().is_some();
        if known.iter().all(Option::is_none) || is_inactive || !(results.is_empty() || results.iter().any(is_meant)) {
            return Ok(None);
        }
        if !ir[op].regions().is_empty() {
            return Err(ir.refuse(
                op,
                "has regions and is not differentiated beside memory",
                "use loops and branches of scf",
            ));
        }
        let Some(rule) = definition.interface::<ForwardRule>().copied() else { return Err(refusals::no_rule(ir, op)) };
        refusals::check_rule_for_sizes(ir, op)?;
        let mut site = self.site(ir, copy, to);
        let made = (rule.0)(&mut site, &known)?;
        if site.replacement.is_some() {
            return Err(ir.refuse(op, "is not differentiated beside memory", "use a function of tensors alone"));
        }
        for (result, tangent) in results.into_iter().zip(made) {
            self.shadows.extend(tangent.map(|tangent| (result, tangent)));
        }
        Ok(None)
    }

    /// A loop or branch with tangents and shadows beside the values it carries, which begin with the operands from `bounds` on.
    fn carry_tangents(&mut self, ir: &mut Ir, op: Op, to: Block, bounds: usize) -> Result<()> {
        let operands: Vec<Value> = ir[op].operands().collect();
        let inits = &operands[bounds..];
        let results = ir[op].results().to_vec();
        let (shadowed, seeded) = places(self, ir, &results);
        let mut beside = [shadowed, seeded].concat();
        beside.sort_unstable();
        let mut state = ir.state_of(op);
        state.operands = self.mapped(&operands);
        if !inits.is_empty() {
            for place in &beside {
                state.operands.push(self.tangent_or_null(ir, to, op, inits[*place])?);
            }
        }
        state.result_types.extend(ir.types(&at(&results, &beside)));
        state.regions.clear();
        for region in ir[op].regions().to_vec() {
            state.regions.push(self.carry_region(ir, op, region, &beside, results.len())?);
        }
        let made = ir.create(state);
        ir.insert(made, InsertionPoint::End(to));
        let new = ir[made].results().to_vec();
        self.mapping.map_all(&results, &new[..results.len()]);
        for (place, tangent) in beside.iter().zip(&new[results.len()..]) {
            self.shadows.insert(results[*place], *tangent);
        }
        Ok(())
    }

    fn carry_region(
        &mut self,
        ir: &mut Ir,
        op: Op,
        region: Region,
        beside: &[usize],
        results: usize,
    ) -> Result<Region> {
        let Some((from, end)) = ir.single_block(region) else { return Err(ir.error(op, "has several blocks")) };
        let arguments = ir.arguments(from).to_vec();
        let carried = if arguments.len() >= results { &arguments[arguments.len() - results..] } else { &[] };
        let mut types = ir.types(&arguments);
        if !carried.is_empty() {
            types.extend(ir.types(&at(carried, beside)));
        }
        let made = ir.create_region();
        let block = ir.create_block(made, &types);
        let new = ir.arguments(block).to_vec();
        self.mapping.map_all(&arguments, &new[..arguments.len()]);
        if !carried.is_empty() {
            for (place, tangent) in beside.iter().zip(&new[arguments.len()..]) {
                self.shadows.insert(carried[*place], *tangent);
            }
        }
        let freed = self.tangent_block(ir, from, block)?;
        let given: Vec<Value> = ir[end].operands().collect();
        let first = given.len().saturating_sub(results);
        let mut next = self.mapped(&given);
        for place in beside {
            next.push(self.tangent_or_null(ir, block, op, given[first + place])?);
        }
        self.free_all(ir, block, freed)?;
        end_like(ir, end, block, &next);
        Ok(made)
    }
}

/// How many operands of a loop or branch are no initial values of what it carries; none of what is neither.
fn bounds_of(ir: &Ir, op: Op, definition: &OpDefinition) -> Option<usize> {
    let operands = ir[op].operands().len();
    if let Some(rule) = definition.interface::<CountedLoop>() {
        return Some((rule.bounds)(ir, op).min(operands));
    }
    if definition.interface::<WhileTrue>().is_some() {
        return Some(0);
    }
    definition.interface::<Cases>().map(|_| operands)
}
