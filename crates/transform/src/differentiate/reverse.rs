//! Reverse mode: the function is copied, then its operations are gone through backwards, and what each adds to the
//! adjoints of its operands is added up. Regions are differentiated in [`super::branches`] and [`super::repeat`].

use super::activity::Activity;
use super::build::at_end;
use super::functions::Engine;
use super::{partition, refusals};
use crate::functions::describe;
use zymase_dialects::func::Func;
use zymase_ir::derivative::{self, Derivative, ReverseFunction, ReverseRule, Site};
use zymase_ir::{Block, Builder, ControlFlow, InsertionPoint, Ir, Mapping, Op, Region, Result, Type, Value};
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
        self.within(ir, original, |engine, ir, prepared| {
            let body = Engine::body(ir, prepared)?;
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
            let mut pass = Pass::new(engine, &activity);
            pass.mapping.map_all(&parameters, &arguments[..parameters.len()]);
            let pairs = pass.copy(ir, body.block, block);
            for (target, seed) in targets.iter().zip(&arguments[parameters.len()..]) {
                pass.seed(ir, block, function, *target, *seed)?;
            }
            pass.sweep(ir, pairs)?;
            let results = returned.iter().map(|value| pass.mapping.get(*value)).collect();
            let mut found = Vec::with_capacity(parameters.len());
            for (parameter, active) in parameters.iter().zip(active) {
                found.push(pass.adjoints.get(parameter).copied().filter(|_| *active));
            }
            Ok(Adjoints { function, block, results, adjoints: found })
        })
    }
}

/// The state of one reverse sweep. Adjoints are kept by the values of the original; copies are what rules look at.
pub(super) struct Pass<'a> {
    pub engine: &'a mut Engine,
    pub activity: &'a Activity,
    pub mapping: Mapping,
    pub adjoints: FastMap<Value, Value>,
}

/// A region and its reverse in one block, with a mark between them.
pub(super) struct Joint {
    pub region: Region,
    pub block: Block,
    pub mark: Op,
    /// What ends the original region.
    pub end: Op,
    /// Copies of what the region returns.
    pub returned: Vec<Value>,
    /// Adjoints of values of the original, of those outside the region too.
    pub adjoints: FastMap<Value, Value>,
}

/// Where the adjoints of what a region returns come from.
pub(super) enum Seeds<'a> {
    /// Values that are visible in the region.
    Values(&'a [Derivative]),
    /// More arguments of the block, for these places.
    Arguments(&'a [usize]),
}

impl<'a> Pass<'a> {
    pub fn new(engine: &'a mut Engine, activity: &'a Activity) -> Pass<'a> {
        Pass { engine, activity, mapping: Mapping::default(), adjoints: FastMap::default() }
    }

    /// Copies the operations of a block but its terminator to the end of another; pairs of original and copy.
    fn copy(&mut self, ir: &mut Ir, from: Block, to: Block) -> Vec<(Op, Op)> {
        let end = ir.terminator(from);
        let ops: Vec<Op> = ir.block_ops(from).filter(|op| Some(*op) != end).collect();
        let mut pairs = Vec::with_capacity(ops.len());
        for op in ops {
            let copy = ir.clone_op(op, &mut self.mapping);
            ir.insert(copy, InsertionPoint::End(to));
            pairs.push((op, copy));
        }
        pairs
    }

    /// Adds what comes from outside to the adjoint of a value that is returned.
    fn seed(&mut self, ir: &mut Ir, block: Block, place: Op, value: Value, seed: Value) -> Result<()> {
        if self.activity.depends(value) { self.accumulate(ir, block, place, value, seed) } else { Ok(()) }
    }

    fn sweep(&mut self, ir: &mut Ir, pairs: Vec<(Op, Op)>) -> Result<()> {
        pairs.into_iter().rev().try_for_each(|(op, copy)| self.propagate(ir, op, copy))
    }

    /// Copies a region and puts its reverse behind it, in one block that belongs to nothing yet.
    pub fn joint(&mut self, ir: &mut Ir, op: Op, region: Region, seeds: Seeds) -> Result<Joint> {
        let Some((from, end)) = ir.single_block(region) else { return Err(refusals::several_blocks(ir, op)) };
        let originals: Vec<Value> = ir[end].operands().collect();
        let arguments = ir.arguments(from).to_vec();
        let mut types = ir.types(&arguments);
        if let Seeds::Arguments(places) = &seeds {
            types.extend(places.iter().map(|place| ir.ty(originals[*place]).clone()));
        }
        let region = ir.create_region();
        let block = ir.create_block(region, &types);
        let copies = ir.arguments(block).to_vec();
        self.mapping.map_all(&arguments, &copies[..arguments.len()]);
        let pairs = self.copy(ir, from, block);
        let mark = partition::mark(ir, block);
        let seeds: Vec<(usize, Value)> = match seeds {
            Seeds::Values(seeds) => {
                seeds.iter().enumerate().filter_map(|(place, seed)| Some((place, (*seed)?))).collect()
            }
            Seeds::Arguments(places) => places.iter().copied().zip(copies[arguments.len()..].iter().copied()).collect(),
        };
        let outside = std::mem::take(&mut self.adjoints);
        for (place, seed) in seeds {
            self.seed(ir, block, op, originals[place], seed)?;
        }
        self.sweep(ir, pairs)?;
        let adjoints = std::mem::replace(&mut self.adjoints, outside);
        let returned = originals.iter().map(|value| self.mapping.get(*value)).collect();
        Ok(Joint { region, block, mark, end, returned, adjoints })
    }

    /// Adds what the adjoints of an operation's results mean for its operands.
    fn propagate(&mut self, ir: &mut Ir, op: Op, copy: Op) -> Result<()> {
        let seeds: Vec<Derivative> = ir[op].results().iter().map(|value| self.adjoints.get(value).copied()).collect();
        if seeds.iter().all(Option::is_none) {
            return Ok(());
        }
        let operands: Vec<Value> = ir[op].operands().collect();
        let wanted: Vec<bool> = operands.iter().map(|value| self.activity.is_active(*value)).collect();
        let captures = ir.captured(op).iter().any(|value| self.activity.is_active(*value));
        if wanted.iter().all(|wanted| !wanted) && !captures {
            return Ok(());
        }
        match ir.control_flow(op) {
            Some(ControlFlow::Branches) => return self.branches(ir, op, copy, &seeds),
            Some(ControlFlow::Loop) => return self.repeat(ir, op, copy, &seeds),
            Some(ControlFlow::Elements) => return self.elements(ir, op, copy, &seeds),
            None => refusals::check(ir, op, captures)?,
        }
        let definition = ir[op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<ReverseRule>()).copied() else {
            return Err(refusals::no_rule(ir, op));
        };
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let builder = Builder::new(ir, InsertionPoint::End(block), ir[copy].location().clone());
        let mut site = Site { builder, op: copy, callees: self.engine, replacement: None };
        let made = (rule.0)(&mut site, &seeds, &wanted)?;
        let replacement = site.replacement.take();
        if made.len() != operands.len() {
            return Err(ir.error(op, "its rule gives another number of adjoints than it has operands"));
        }
        if let Some(values) = replacement {
            self.replace(ir, op, copy, &values)?;
        }
        for ((operand, adjoint), wanted) in operands.into_iter().zip(made).zip(wanted) {
            if let Some(adjoint) = adjoint
                && wanted
            {
                self.accumulate(ir, block, op, operand, adjoint)?;
            }
        }
        Ok(())
    }

    /// Lets other values stand for the results of a copy, everywhere.
    pub fn replace(&mut self, ir: &mut Ir, op: Op, copy: Op, values: &[Value]) -> Result<()> {
        let results = ir[op].results().to_vec();
        self.mapping.map_all(&results, values);
        ir.replace(copy, values)
    }

    /// Adds to the adjoint of a value, at the end of a block and with the location of an operation.
    pub fn accumulate(&mut self, ir: &mut Ir, block: Block, place: Op, value: Value, more: Value) -> Result<()> {
        let sum = match self.adjoints.get(&value) {
            None => more,
            Some(before) => derivative::add(&mut at_end(ir, block, place), *before, more)?,
        };
        self.adjoints.insert(value, sum);
        Ok(())
    }

    /// The values of outside to whose adjoints the regions of an operation add, in the order of their first use.
    pub fn reached(&self, ir: &Ir, op: Op, joints: &[&Joint]) -> Vec<Value> {
        let is_reached = |value: &Value| {
            self.activity.is_active(*value) && joints.iter().any(|joint| joint.adjoints.contains_key(value))
        };
        ir.captured(op).into_iter().filter(is_reached).collect()
    }
}

fn marked(values: &[Value], marks: &[bool]) -> Vec<Value> {
    values.iter().zip(marks).filter(|(_, mark)| **mark).map(|(value, _)| *value).collect()
}
