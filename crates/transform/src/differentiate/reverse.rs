//! Reverse mode: the function is copied, then its operations are visited backwards, and what each adds to the
//! adjoints of its operands is added up. Regions are differentiated in [`super::branches`] and [`super::repeat`].

use super::activity::Activity;
use super::build::at_end;
use super::functions::Engine;
use super::zeros::Zeros;
use super::{partition, refusals};
use crate::functions::describe;
use zymase_dialects::func::Func;
use zymase_ir::derivative::{self, Captures, Derivative, ReverseFunction, ReverseRule, Site};
use zymase_ir::{Attribute, Block, Builder, ControlFlow, InsertionPoint, Ir, Mapping, Op, Region, Result, Type, Value};
use zymase_support::hash::{FastMap, FastSet};

/// A copy of a function with the adjoints of its parameters.
struct Adjoints {
    function: Op,
    block: Block,
    /// Stands between the operations of the function and those of the reverse.
    mark: Op,
    /// What the function returns, and the adjoints of all its parameters.
    results: Vec<Value>,
    adjoints: Vec<Derivative>,
}

impl Engine {
    /// The derivative that a caller needs: a function that keeps values, and one that computes adjoints from them.
    pub(super) fn make_reverse(
        &mut self,
        ir: &mut Ir,
        callee: Op,
        active: &[bool],
        seeded: &[bool],
        zero_stays: bool,
    ) -> Result<ReverseFunction> {
        let made = self.adjoints(ir, callee, active, seeded, zero_stays)?;
        let all: Vec<Value> = made.adjoints.iter().flatten().copied().collect();
        partition::tidy(ir, made.block, made.mark, &all)?;
        let given: FastSet<Value> = ir.arguments(made.block).iter().copied().collect();
        let kept = partition::choose(ir, made.block, made.mark, &given, partition::Place::Results)?;
        let augmented = if kept.is_empty() {
            None
        } else {
            let wish = describe(ir.symbol_name(callee).unwrap_or_default(), "augmented", &[active, seeded]);
            Some(self.augment_function(ir, callee, &wish, &made, &kept)?)
        };
        let mut instead = Mapping::default();
        for value in &kept {
            let argument = ir.add_argument(made.block, ir.ty(*value).clone(), ir[callee].location().clone());
            ir.replace_uses(*value, argument);
            instead.map(*value, argument);
        }
        partition::drop_primal(ir, made.block, made.mark)?;
        let all: Vec<Value> = all.into_iter().map(|value| instead.get(value)).collect();
        Engine::finish(ir, made.function, made.block, &all)?;
        let parameters = Engine::drop_parameters(ir, made.function, made.block, active.len());
        let name = ir.symbol_name(made.function).unwrap_or_default().to_owned();
        let adjoints = made.adjoints.iter().map(Option::is_some).collect();
        Ok(ReverseFunction { augmented, name, parameters, adjoints })
    }

    /// A function that computes what another does and gives what is kept after the results; its name and these types.
    fn augment_function(
        &mut self,
        ir: &mut Ir,
        original: Op,
        wish: &str,
        made: &Adjoints,
        kept: &[Value],
    ) -> Result<(String, Vec<Type>)> {
        let inputs: Vec<Type> = Func(original).signature(ir).unwrap_or_default().0.to_vec();
        let (function, block) = self.create(ir, original, wish, &inputs);
        let mut mapping = Mapping::default();
        let (from, to) = (ir.arguments(made.block).to_vec(), ir.arguments(block).to_vec());
        mapping.map_all(&from, &to);
        partition::copy_primal(ir, made.block, made.mark, block, &mut mapping);
        let all: Vec<Value> = made.results.iter().chain(kept).map(|value| mapping.get(*value)).collect();
        Engine::finish(ir, function, block, &all)?;
        Ok((ir.symbol_name(function).unwrap_or_default().to_owned(), ir.types(kept)))
    }

    /// Drops those of the first parameters of a function that it does not use; which are left.
    fn drop_parameters(ir: &mut Ir, function: Op, block: Block, count: usize) -> Vec<bool> {
        let mut taken = vec![true; count];
        for index in (0..count).rev() {
            taken[index] = !ir.erase_argument(block, index);
        }
        let inputs = ir.types(ir.arguments(block));
        let results = Func(function).signature(ir).unwrap_or_default().1.to_vec();
        ir.set_attribute(function, "function_type", Attribute::Type(Type::function(inputs, results)));
        taken
    }

    /// The derivative that a user asked for, from adjoints of the targets among the results: every parameter in `wrt` gets
    /// a gradient, zeros written out.
    pub(super) fn whole_reverse(
        &mut self,
        ir: &mut Ir,
        function: Op,
        wrt: &[usize],
        targets: &[bool],
        outputs: bool,
    ) -> Result<Op> {
        let inputs = Func(function).signature(ir).unwrap_or_default().0.to_vec();
        let active: Vec<bool> = (0..inputs.len()).map(|index| wrt.contains(&index)).collect();
        let made = self.adjoints(ir, function, &active, targets, false)?;
        ir.erase(made.mark)?;
        let mut all = if outputs { made.results } else { Vec::new() };
        for index in wrt {
            let parameter = ir.arguments(made.block)[*index];
            all.push(super::or_null_like(ir, made.block, made.function, made.adjoints[*index], parameter)?);
        }
        Engine::finish(ir, made.function, made.block, &all)?;
        Ok(made.function)
    }

    /// Copies a function, with adjoints for the parameters that are active from those of the results that are seeded, which
    /// may be zeros that have to stay.
    fn adjoints(
        &mut self,
        ir: &mut Ir,
        original: Op,
        active: &[bool],
        seeded: &[bool],
        zero_stays: bool,
    ) -> Result<Adjoints> {
        self.within(ir, original, |engine, ir, prepared| {
            let body = Engine::body(ir, prepared)?;
            let parameters = ir.arguments(body.block).to_vec();
            let returned: Vec<Value> = ir[body.end].operands().collect();
            let sources = marked(&parameters, active);
            let targets = marked(&returned, seeded);
            let activity = Activity::new(ir, body.block, &sources, &targets);
            let unused: &[Value] = if zero_stays { &targets } else { &[] };
            let zeros = Zeros::new(ir, body.block, &activity, unused);
            let mut inputs: Vec<Type> = Func(original).signature(ir).unwrap_or_default().0.to_vec();
            inputs.extend(ir.types(&targets));
            let wish = describe(ir.symbol_name(original).unwrap_or_default(), "reverse", &[active, seeded]);
            let (function, block) = engine.create(ir, original, &wish, &inputs);
            let arguments = ir.arguments(block).to_vec();
            let mut pass = Pass::new(engine, &activity, &zeros);
            pass.mapping.map_all(&parameters, &arguments[..parameters.len()]);
            let pairs = pass.copy(ir, body.block, block);
            let mark = partition::mark(ir, block);
            for (target, seed) in targets.iter().zip(&arguments[parameters.len()..]) {
                pass.seed(ir, block, function, *target, *seed)?;
            }
            pass.sweep(ir, pairs)?;
            let results = returned.iter().map(|value| pass.mapping.get(*value)).collect();
            let mut found = Vec::with_capacity(parameters.len());
            for (parameter, active) in parameters.iter().zip(active) {
                found.push(pass.adjoints.get(parameter).copied().filter(|_| *active));
            }
            Ok(Adjoints { function, block, mark, results, adjoints: found })
        })
    }
}

/// The state of one reverse sweep. Adjoints are kept by the values of the original; copies are what rules look at.
pub(super) struct Pass<'a> {
    pub engine: &'a mut Engine,
    pub activity: &'a Activity,
    pub zeros: &'a Zeros,
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
    pub fn new(engine: &'a mut Engine, activity: &'a Activity, zeros: &'a Zeros) -> Pass<'a> {
        Pass { engine, activity, zeros, mapping: Mapping::default(), adjoints: FastMap::default() }
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
        let captured = ir.captured(op).into_iter().filter(|value| self.activity.is_active(*value));
        // The values of the copy, and those of the original.
        let captured: Vec<(Value, Value)> = captured.map(|value| (self.mapping.get(value), value)).collect();
        if wanted.iter().all(|wanted| !wanted) && captured.is_empty() {
            return Ok(());
        }
        if ir.control_flow(op).is_some() {
            refusals::check_types(ir, op, &self.active_values(ir, op))?;
        }
        match ir.control_flow(op) {
            Some(ControlFlow::Branches) => return self.branches(ir, op, copy, &seeds),
            Some(ControlFlow::Loop) => return self.repeat(ir, op, copy, &seeds),
            Some(ControlFlow::Elements) => return self.elements(ir, op, copy, &seeds),
            None => refusals::check(ir, op)?,
        }
        let definition = ir[op].definition();
        let Some(rule) = definition.and_then(|definition| definition.interface::<ReverseRule>()).copied() else {
            return Err(refusals::no_rule(ir, op));
        };
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let builder = Builder::new(ir, InsertionPoint::End(block), ir[copy].location().clone());
        let captures = Captures { wanted: captured.iter().map(|(copy, _)| *copy).collect(), ..Captures::default() };
        let zero_stays = self.zeros.stay(op);
        let mut site = Site { builder, op: copy, callees: self.engine, zero_stays, replacement: None, captures };
        let made = (rule.0)(&mut site, &seeds, &wanted)?;
        let (replacement, captures) = (site.replacement.take(), site.captures);
        if captures.are_missed() {
            return Err(refusals::captures(ir, op));
        }
        if made.len() != operands.len() {
            return Err(ir.error(op, "its rule gives another number of adjoints than it has operands"));
        }
        refusals::check_derivatives(ir, op, &operands, &made)?;
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
        for (value, adjoint) in captures.adjoints {
            if let Some((_, original)) = captured.iter().find(|(copy, _)| *copy == value) {
                self.accumulate(ir, block, op, *original, adjoint)?;
            }
        }
        Ok(())
    }

    /// The values that go into or out of an operation and its regions, as far as their derivatives are wanted.
    fn active_values(&self, ir: &Ir, op: Op) -> Vec<Value> {
        let all = ir.inputs(op).into_iter().chain(ir[op].results().iter().copied());
        all.filter(|value| self.activity.is_active(*value)).collect()
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

    /// The values from outside to whose adjoints the regions of an operation add, in the order of their first use.
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
