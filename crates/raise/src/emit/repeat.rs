//! Loops that remain: a `stablehlo.while` that carries the number of the iteration, carried values, and the arrays that the body writes.
//!
//! Within loops read in lock step all lanes go round together; those that have ended keep what they have.

use super::{Count, Emitter, Form, Lane};
use crate::analyse::reductions::Combine;
use crate::linear::Unknown;
use zymase_dialects::scf::For;
use zymase_ir::{Op, Region, Result, Type, Value};

/// What a loop carries.
struct Carried {
    /// Carried values begin with these.
    inits: Vec<Value>,
    roots: Vec<Value>,
}

impl Emitter<'_> {
    fn all_axes(&self) -> Vec<usize> {
        self.axes.iter().map(|axis| axis.id).collect()
    }

    /// Values with a dimension for each axis, and the arrays.
    fn carried(&mut self, op: Op, values: &[Value]) -> Result<Carried> {
        let axes = self.all_axes();
        let mut inits = Vec::new();
        for value in values {
            if self.ir.ty(*value).is_shaped() {
                let message = "carries memory from iteration to iteration, which is not raised";
                return Err(self.ir.refuse(op, message, "copy arrays, or make two steps at once"));
            }
            let lane = self.lane(*value)?;
            inits.push(self.spread(&lane, &axes)?);
        }
        Ok(Carried { inits, roots: self.written_roots(op) })
    }

    fn memory_of(&self, roots: &[Value]) -> Vec<Value> {
        roots.iter().map(|root| self.memory[root].value).collect()
    }

    fn set_memory(&mut self, roots: &[Value], values: &[Value]) {
        for (root, value) in roots.iter().zip(values) {
            if let Some(buffer) = self.memory.get_mut(root) {
                buffer.value = *value;
            }
        }
    }

    /// A loop that counts, one iteration after the other.
    pub fn in_order(&mut self, op: Op) -> Result<()> {
        let view = For(op);
        let Some((body, end)) = self.ir.single_block(self.ir[op].regions()[0]) else { return Err(self.refuse(op)) };
        let carried = self.carried(op, &view.initArgs(self.ir))?;
        let count = self.count(op)?;
        let limit = if count.axes.is_empty() {
            count.clone()
        } else {
            self.reduce(&count, &self.all_axes(), Combine::Maximum)?
        };
        let zero = self.integer(0, &Type::index())?;
        let memory = self.memory_of(&carried.roots);
        let inits = [vec![zero], carried.inits.clone(), memory].concat();
        let types = self.ir.types(&inits);
        let test = self.region(&types, |emitter, values| {
            let goes_on = emitter.compare("LT", &Self::uniform(values[0]), &limit)?;
            Ok(vec![goes_on.value])
        })?;
        let given: Vec<Value> = self.ir[end].operands().collect();
        let step = self.region(&types, |emitter, values| {
            emitter.counts.insert(op, Count::Scalar(values[0]));
            let (old, memory) = values[1..].split_at(carried.inits.len());
            emitter.bind_counter(op, body, values[0])?;
            emitter.bind(emitter.ir.arguments(body)[1..].to_vec(), old);
            emitter.set_memory(&carried.roots, memory);
            let runs = if count.axes.is_empty() {
                None
            } else {
                Some(emitter.compare("LT", &Self::uniform(values[0]), &count)?)
            };
            let new = emitter.step(body, &given, old, runs.as_ref())?;
            let one = emitter.integer(1, &Type::index())?;
            let next = emitter.value("add", &[values[0], one], &[])?;
            Ok([vec![next], new, emitter.memory_of(&carried.roots)].concat())
        })?;
        let results = self.while_op(&inits, types, [test, step]);
        self.counts.remove(&op);
        self.bind(self.ir[op].results().to_vec(), &results[1..=carried.inits.len()]);
        self.set_memory(&carried.roots, &results[1 + carried.inits.len()..]);
        Ok(())
    }

    /// How often a loop runs.
    fn count(&mut self, op: Op) -> Result<Lane> {
        let zero = self.integer(0, &Type::index())?;
        if let Some(counted) = self.facts.loops.get(&op) {
            if let Some(distance) = counted.distance.as_number() {
                let count = (distance.max(0) + counted.step - 1) / counted.step;
                return Ok(Self::uniform(self.integer(count, &Type::index())?));
            }
            let distance = self.sum_lane(&counted.distance.moved(counted.step - 1), &Type::index())?;
            let distance = self.binary("maximum", &distance, &Self::uniform(zero))?;
            if counted.step == 1 {
                return Ok(distance);
            }
            let step = Self::uniform(self.integer(counted.step, &Type::index())?);
            return self.binary("divide", &distance, &step);
        }
        let view = For(op);
        let (Some(lower), Some(upper), Some(step)) =
            (view.lowerBound(self.ir), view.upperBound(self.ir), view.step(self.ir))
        else {
            return Err(self.refuse(op));
        };
        let wide = Type::integer(64);
        let mut lanes = Vec::new();
        for value in [lower, upper, step] {
            let lane = self.lane(value)?;
            lanes.push(self.convert(&lane, &wide)?);
        }
        let distance = self.binary("subtract", &lanes[1], &lanes[0])?;
        let one = Self::uniform(self.integer(1, &wide)?);
        let distance = self.binary("add", &distance, &lanes[2])?;
        let distance = self.binary("subtract", &distance, &one)?;
        let distance = self.binary("maximum", &distance, &Self::uniform(zero))?;
        self.binary("divide", &distance, &lanes[2])
    }

    /// The counter of a loop whose step is not known is computed in each iteration.
    fn bind_counter(&mut self, op: Op, body: zymase_ir::Block, number: Value) -> Result<()> {
        let counter = self.ir.arguments(body)[0];
        let is_known = self.facts.known_sum(counter).is_some_and(|sum| sum.factor(Unknown::Value(counter)) == 0);
        if is_known {
            return Ok(());
        }
        let view = For(op);
        let (Some(lower), Some(step)) = (view.lowerBound(self.ir), view.step(self.ir)) else {
            return Err(self.refuse(op));
        };
        let element = crate::tensor_of(&[], self.ir.ty(counter)).element().clone();
        let (lower, step) = (self.lane(lower)?, self.lane(step)?);
        let number = self.convert(&Self::uniform(number), &element)?;
        let far = self.binary("multiply", &number, &step)?;
        let value = self.binary("add", &lower, &far)?;
        self.forms.insert(counter, Form::Lane(value));
        Ok(())
    }

    fn bind(&mut self, values: Vec<Value>, tensors: &[Value]) {
        let axes = self.all_axes();
        for (value, tensor) in values.into_iter().zip(tensors) {
            self.forms.insert(value, Form::Lane(Lane { value: *tensor, axes: axes.clone() }));
        }
    }

    /// Runs a body; what it gives on, old values where lanes have ended.
    fn step(
        &mut self,
        body: zymase_ir::Block,
        given: &[Value],
        old: &[Value],
        runs: Option<&Lane>,
    ) -> Result<Vec<Value>> {
        let axes = self.all_axes();
        let Some(runs) = runs else {
            self.run(body)?;
            return given
                .iter()
                .map(|value| {
                    let lane = self.lane(*value)?;
                    self.spread(&lane, &axes)
                })
                .collect();
        };
        let new = self.under(runs, |emitter| {
            emitter.run(body)?;
            given.iter().map(|value| emitter.lane(*value)).collect::<Result<Vec<Lane>>>()
        })?;
        let mut chosen = Vec::new();
        for (lane, old) in new.iter().zip(old) {
            let old = Lane { value: *old, axes: axes.clone() };
            let lane = self.select(runs, lane, &old)?;
            chosen.push(self.spread(&lane, &axes)?);
        }
        Ok(chosen)
    }

    /// A region that takes tensors, and ends with those that it is said to.
    fn region(
        &mut self,
        types: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<Vec<Value>>,
    ) -> Result<Region> {
        let region = self.ir.create_region();
        let block = self.ir.create_block(region, types);
        let arguments = self.ir.arguments(block).to_vec();
        self.inside(block, |emitter| {
            let results = fill(emitter, &arguments)?;
            emitter.builder().build("stablehlo.return", &results, &[], &[]);
            Ok(())
        })?;
        Ok(region)
    }

    fn while_op(&mut self, inits: &[Value], types: Vec<Type>, regions: [Region; 2]) -> Vec<Value> {
        let mut state = self.state("while", inits, &[]);
        state.result_types = types;
        state.regions = regions.to_vec();
        let made = self.builder().insert(state);
        self.ir[made].results().to_vec()
    }

    /// A loop that ends when a condition does not hold any more; its first carried value is the condition.
    pub fn open_loop(&mut self, op: Op) -> Result<()> {
        let [_, body] = self.ir[op].regions().to_vec()[..] else { return Err(self.refuse(op)) };
        let Some((body, end)) = self.ir.single_block(body) else { return Err(self.refuse(op)) };
        let operands: Vec<Value> = self.ir[op].operands().collect();
        let axes = self.all_axes();
        let carried = self.carried(op, &operands)?;
        let mut inits = carried.inits.clone();
        if let Some(mask) = self.mask().filter(|_| !axes.is_empty()) {
            let first = Lane { value: inits[0], axes: axes.clone() };
            let runs = self.binary("and", &first, &mask)?;
            inits[0] = self.spread(&runs, &axes)?;
        }
        inits.extend(self.memory_of(&carried.roots));
        let types = self.ir.types(&inits);
        let test = self.region(&types, |emitter, values| {
            let runs = Lane { value: values[0], axes: axes.clone() };
            Ok(vec![emitter.reduce(&runs, &axes, Combine::Or)?.value])
        })?;
        let given: Vec<Value> = self.ir[end].operands().collect();
        let step = self.region(&types, |emitter, values| {
            let (old, memory) = values.split_at(carried.inits.len());
            emitter.bind(emitter.ir.arguments(body).to_vec(), old);
            emitter.set_memory(&carried.roots, memory);
            let runs = Lane { value: old[0], axes: axes.clone() };
            let new = emitter.step(body, &given, old, Some(&runs).filter(|_| !axes.is_empty()))?;
            Ok([new, emitter.memory_of(&carried.roots)].concat())
        })?;
        let results = self.while_op(&inits, types, [test, step]);
        self.bind(self.ir[op].results().to_vec(), &results[..carried.inits.len()]);
        self.set_memory(&carried.roots, &results[carried.inits.len()..]);
        Ok(())
    }
}
