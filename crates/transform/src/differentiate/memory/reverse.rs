//! Reverse mode: the function with shadows of its memory, and behind it the adjoints of its operations, last ones first.

use super::super::functions::Engine;
use super::super::{partition, refusals};
use super::build::{at_end, null};
use super::facts::{Facts, is_memory};
use super::prepare::prepare;
use crate::functions::describe;
use zymase_ir::derivative::{self, Captures, Carries, Derivative, ForwardRule, Inactive, ReverseRule, Site};
use zymase_ir::memory::{AccessRule, Adjoints, Allocates, Cases, CountedLoop, NamedMemory, Views, WhileTrue};
use zymase_ir::{Attribute, Block, Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
use zymase_support::hash::{FastMap, FastSet};

/// Adjoints of values of the prepared function, in the order in which they were first met.
#[derive(Default)]
pub struct Found {
    values: FastMap<Value, Value>,
    pub order: Vec<Value>,
}

impl Found {
    pub fn get(&self, value: Value) -> Derivative {
        self.values.get(&value).copied()
    }
}

/// What the reverse has to undo.
pub enum Step {
    /// An operation of the prepared function and its copy.
    Plain(Op, Op),
    /// A shadow that was set aside.
    Allocation(Op, Value),
    Loop(Box<super::regions::LoopStep>),
    Branch(Box<super::regions::BranchStep>),
}

pub struct Pass<'a> {
    pub engine: &'a mut Engine,
    pub facts: &'a Facts,
    pub mapping: Mapping,
    /// Shadows of memory, by values of the prepared function.
    pub shadows: FastMap<Value, Value>,
    pub adjoints: Found,
    /// How many parallel loops are around.
    pub parallel: usize,
    /// Copies of loads that can be repeated later.
    pub stable: FastSet<Op>,
    /// The function that is made, beside which shadows of named memory are put.
    pub function: Op,
    /// The shadows of named memory that the function has taken.
    pub named: FastMap<Op, Value>,
}

/// Makes the derivative of a function beside it.
pub fn function(engine: &mut Engine, ir: &mut Ir, original: Op, wrt: &[bool]) -> Result<Op> {
    let prepared = prepare(ir, original)?;
    let Some((from, end)) = ir.single_block(ir[prepared].regions()[0]) else {
        return Err(ir.error(original, "does not end with a return"));
    };
    let facts = Facts::new(ir, prepared, from, wrt)?;
    let parameters = ir.arguments(from).to_vec();
    let returned: Vec<Value> = ir[end].operands().collect();
    if let Some(value) = returned.iter().find(|value| is_memory(ir.ty(**value)) && facts.is_active(**value)) {
        let message = format!("returns memory of type {} that has derivatives", ir.ty(*value));
        return Err(ir.refuse(original, message, "write the result to a parameter"));
    }
    let targets: Vec<bool> =
        returned.iter().map(|value| ir.context().carries(ir.ty(*value)) == Carries::Derivatives).collect();
    let mut inputs = Vec::new();
    for (parameter, wrt) in parameters.iter().zip(wrt) {
        inputs.push(ir.ty(*parameter).clone());
        if *wrt && is_memory(ir.ty(*parameter)) {
            inputs.push(ir.ty(*parameter).clone());
        }
    }
    let seeded: Vec<Value> = returned.iter().zip(&targets).filter(|(_, t)| **t).map(|(value, _)| *value).collect();
    inputs.extend(ir.types(&seeded));
    let wish = describe(ir.symbol_name(original).unwrap_or_default(), "reverse", &[wrt]);
    let (function, block) = engine.create(ir, original, &wish, &inputs);
    let mut pass = Pass::new(engine, &facts, function);
    let mut arguments = ir.arguments(block).to_vec().into_iter();
    for (parameter, wrt) in parameters.iter().zip(wrt) {
        pass.mapping.map_all(&[*parameter], &arguments.by_ref().take(1).collect::<Vec<_>>());
        if *wrt && is_memory(ir.ty(*parameter)) {
            pass.shadows.extend(arguments.next().map(|shadow| (*parameter, shadow)));
        }
    }
    let seeds: Vec<Value> = arguments.collect();
    let steps = pass.forward_block(ir, from, block)?;
    let mark = partition::mark(ir, block);
    for (value, seed) in seeded.iter().zip(seeds) {
        pass.add(ir, block, *value, seed)?;
    }
    pass.sweep(ir, block, steps)?;
    ir.erase(mark)?;
    let mut results: Vec<Value> = returned.iter().map(|value| pass.mapping.get(*value)).collect();
    for (parameter, wrt) in parameters.iter().zip(wrt) {
        if *wrt && !is_memory(ir.ty(*parameter)) {
            let ty = ir.ty(*parameter).clone();
            results.push(match pass.adjoints.get(*parameter) {
                Some(adjoint) => adjoint,
                None => null(ir, block, function, &ty)?,
            });
        }
    }
    finish(ir, function, block, &results);
    ir.erase(prepared)?;
    Ok(function)
}

/// Ends a function with its results.
pub fn finish(ir: &mut Ir, function: Op, block: Block, results: &[Value]) {
    at_end(ir, block, function).build("func.return", results, &[], &[]);
    let (inputs, results) = (ir.types(ir.arguments(block)), ir.types(results));
    ir.set_attribute(function, "function_type", Attribute::Type(Type::function(inputs, results)));
}

impl<'a> Pass<'a> {
    /// At the beginning of a function.
    pub fn new(engine: &'a mut Engine, facts: &'a Facts, function: Op) -> Pass<'a> {
        Pass {
            engine,
            facts,
            mapping: Mapping::default(),
            shadows: FastMap::default(),
            adjoints: Found::default(),
            parallel: 0,
            stable: FastSet::default(),
            function,
            named: FastMap::default(),
        }
    }

    /// Copies a block but its end to the end of another, with shadows; what has to be undone.
    pub fn forward_block(&mut self, ir: &mut Ir, from: Block, to: Block) -> Result<Vec<Step>> {
        let end = ir.terminator(from);
        let mut steps = Vec::new();
        for op in ir.block_ops(from).filter(|op| Some(*op) != end).collect::<Vec<_>>() {
            steps.push(self.forward_op(ir, op, to)?);
        }
        Ok(steps)
    }

    fn forward_op(&mut self, ir: &mut Ir, op: Op, to: Block) -> Result<Step> {
        let definition = ir[op].definition().cloned();
        if let Some(definition) = &definition {
            if let Some(rule) = definition.interface::<CountedLoop>().copied() {
                return self.counted(ir, op, to, rule);
            }
            if definition.interface::<WhileTrue>().is_some() {
                return self.while_true(ir, op, to);
            }
            if definition.interface::<Cases>().is_some() {
                return self.branches(ir, op, to);
            }
        }
        self.check_regions(ir, op)?;
        let copy = ir.clone_op(op, &mut self.mapping);
        ir.insert(copy, InsertionPoint::End(to));
        let Some(definition) = definition else { return Ok(Step::Plain(op, copy)) };
        if definition.interface::<AccessRule>().is_some()
            && ir[op].results().len() == 1
            && ir[op].operands().filter(|value| is_memory(ir.ty(*value))).all(|value| self.facts.is_constant(value))
        {
            self.stable.insert(copy);
        }
        let active: Vec<Value> =
            ir[op].results().iter().copied().filter(|v| is_memory(ir.ty(*v)) && self.facts.is_active(*v)).collect();
        let [result] = active[..] else { return Ok(Step::Plain(op, copy)) };
        if let Some(rule) = definition.interface::<Allocates>().copied() {
            let mut site = self.site(ir, copy, to);
            let shadow = (rule.shadow)(&mut site)?;
            self.shadows.insert(result, shadow);
            return Ok(Step::Allocation(op, shadow));
        }
        if let Some(NamedMemory(attribute)) = definition.interface::<NamedMemory>().copied() {
            let shadow = self.named_shadow(ir, copy, to, attribute)?;
            self.shadows.insert(result, shadow);
            return Ok(Step::Plain(op, copy));
        }
        if let (Some(_), Some(rule)) = (definition.interface::<Views>(), definition.interface::<ForwardRule>().copied())
        {
            let shadows = self.shadows_of(ir, op);
            let mut site = self.site(ir, copy, to);
            if let Some(Some(shadow)) = (rule.0)(&mut site, &shadows)?.first() {
                self.shadows.insert(result, *shadow);
            }
            return Ok(Step::Plain(op, copy));
        }
        let message = "gives memory that has derivatives, and does not say what its shadow is";
        Err(ir.refuse(op, message, "use memory that is allocated in the function, or a parameter"))
    }

    /// Operations with regions that are not taken apart must have nothing to do with derivatives.
    fn check_regions(&self, ir: &Ir, op: Op) -> Result<()> {
        let touches =
            |value: Value| self.facts.is_varied(value) || (is_memory(ir.ty(value)) && self.facts.is_active(value));
        if !ir[op].regions().is_empty() && (ir.inputs(op).into_iter().any(touches)) {
            let message = "has regions that use what has derivatives, and is not differentiated beside memory";
            return Err(ir.refuse(op, message, "use loops and branches of scf or affine"));
        }
        Ok(())
    }

    /// Where a rule writes code about a copy.
    pub fn site<'b>(&'b mut self, ir: &'b mut Ir, copy: Op, to: Block) -> Site<'b> {
        let location = ir[copy].location().clone();
        Site {
            builder: Builder::new(ir, InsertionPoint::End(to), location),
            op: copy,
            callees: self.engine,
            zero_stays: false,
            replacement: None,
            captures: Captures::default(),
        }
    }

    pub fn shadows_of(&self, ir: &Ir, op: Op) -> Vec<Derivative> {
        ir[op].operands().map(|value| self.shadows.get(&value).copied()).collect()
    }

    /// The shadow of memory that the module holds, zero where the function begins.
    pub fn named_shadow(&mut self, ir: &mut Ir, copy: Op, to: Block, attribute: &str) -> Result<Value> {
        let path = ir.attribute(copy, attribute).and_then(Attribute::as_symbol).map(<[_]>::to_vec).unwrap_or_default();
        let Some(global) = ir.resolve_symbol(self.function, &path) else {
            return Err(ir.error(copy, "names what is not there"));
        };
        // Where the function takes it again, the shadow holds something already.
        if let Some(known) = self.named.get(&global) {
            return Ok(*known);
        }
        let is_free = |name: &String| ir.resolve_symbol(self.function, &[name.as_str().into()]).is_none();
        let base = format!("{}_shadow", path.join("_"));
        let names = std::iter::once(base.clone()).chain((1..).map(|number| format!("{base}_{number}")));
        let Some(name) = names.into_iter().find(is_free) else { return Err(ir.error(copy, "has no free name")) };
        let mut state = ir.state_of(global);
        state.set("sym_name", Attribute::string(&name));
        state.set("initial_value", Attribute::Unit);
        let made = ir.create(state);
        ir.insert(made, InsertionPoint::After(global));
        let ty = ir.ty(ir[copy].results()[0]).clone();
        let mut state = ir.state_of(copy);
        state.set(attribute, Attribute::symbol(&name));
        state.result_types = vec![ty];
        let made = ir.create(state);
        ir.insert(made, InsertionPoint::End(to));
        let shadow = ir[made].results()[0];
        // At the beginning of the function, whatever happens between.
        let Some(start) = ir.entry(ir[self.function].regions()[0]).filter(|block| *block == to) else {
            let message = "names memory with derivatives within a loop or branch";
            return Err(ir.refuse(copy, message, "take it at the beginning of the function"));
        };
        self.named.insert(global, shadow);
        let element = ir.ty(shadow).element().clone();
        let zero = null(ir, start, copy, &element)?;
        zymase_dialects::indices::for_each(&mut at_end(ir, start, copy), shadow, &mut |inner, place| {
            super::build::store(inner, zero, shadow, place);
            Ok(())
        })?;
        Ok(shadow)
    }

    /// Adds to the adjoint of a value, at the end of a block.
    pub fn add(&mut self, ir: &mut Ir, block: Block, value: Value, more: Value) -> Result<()> {
        if !self.facts.is_varied(value) {
            return Ok(());
        }
        let sum = match self.adjoints.values.get(&value) {
            Some(before) => derivative::add(&mut Builder::at_end(ir, block), *before, more)?,
            None => {
                self.adjoints.order.push(value);
                more
            }
        };
        self.adjoints.values.insert(value, sum);
        Ok(())
    }

    /// Undoes steps, last ones first, at the end of a block.
    pub fn sweep(&mut self, ir: &mut Ir, block: Block, steps: Vec<Step>) -> Result<()> {
        for step in steps.into_iter().rev() {
            match step {
                Step::Plain(op, copy) => self.reverse_op(ir, block, op, copy)?,
                Step::Allocation(op, shadow) => {
                    let rule = ir[op].definition().and_then(|definition| definition.interface::<Allocates>()).copied();
                    if let Some(rule) = rule {
                        (rule.free)(&mut at_end(ir, block, op), shadow)?;
                    }
                }
                Step::Loop(step) => self.reverse_loop(ir, block, *step)?,
                Step::Branch(step) => self.reverse_branches(ir, block, *step)?,
            }
        }
        Ok(())
    }

    fn reverse_op(&mut self, ir: &mut Ir, block: Block, op: Op, copy: Op) -> Result<()> {
        let Some(definition) = ir[op].definition().cloned() else { return self.check_unknown(ir, op) };
        let seeds: Vec<Derivative> = ir[op].results().iter().map(|value| self.adjoints.get(*value)).collect();
        let operands: Vec<Value> = ir[op].operands().collect();
        if let Some(rule) = definition.interface::<AccessRule>().copied() {
            let shadows = self.shadows_of(ir, op);
            if shadows.iter().all(Option::is_none) {
                return Ok(());
            }
            let atomic = self.parallel > 0;
            let mut site = self.site(ir, copy, block);
            let made = (rule.0)(&mut site, &Adjoints { shadows: &shadows, seeds: &seeds, atomic })?;
            return self.add_all(ir, block, &operands, made);
        }
        if seeds.iter().all(Option::is_none) || definition.interface::<Inactive>().is_some() {
            return Ok(());
        }
        let wanted: Vec<bool> = operands.iter().map(|value| self.facts.is_varied(*value)).collect();
        if wanted.iter().all(|wanted| !wanted) {
            return Ok(());
        }
        let Some(rule) = definition.interface::<ReverseRule>().copied() else { return Err(refusals::no_rule(ir, op)) };
        refusals::check_rule_for_sizes(ir, op)?;
        let mut site = self.site(ir, copy, block);
        let made = (rule.0)(&mut site, &seeds, &wanted)?;
        if site.replacement.is_some() {
            return Err(ir.refuse(op, "is not differentiated beside memory", "use a function of tensors alone"));
        }
        self.add_all(ir, block, &operands, made)
    }

    fn check_unknown(&self, ir: &Ir, op: Op) -> Result<()> {
        let touches =
            |value: Value| self.facts.is_varied(value) || (is_memory(ir.ty(value)) && self.facts.is_active(value));
        if ir[op].operands().any(touches) { Err(refusals::no_rule(ir, op)) } else { Ok(()) }
    }

    fn add_all(&mut self, ir: &mut Ir, block: Block, operands: &[Value], made: Vec<Derivative>) -> Result<()> {
        for (operand, adjoint) in operands.iter().zip(made) {
            if let Some(adjoint) = adjoint {
                self.add(ir, block, *operand, adjoint)?;
            }
        }
        Ok(())
    }
}
