//! A loop whose reverse is being made: running its iterations again, and the loop that goes through them backwards.

use super::build::{self, Limit, NewLoop, at_end, counter_type};
use super::loops::Counter;
use super::reverse::Joint;
use super::{partition, refusals};
use zymase_ir::derivative;
use zymase_ir::{Block, Builder, Definer, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
use zymase_support::hash::FastSet;

/// A loop whose reverse is being made.
pub(super) struct Reversal {
    /// The loop of the original, and its copy where it is still there.
    pub op: Op,
    /// The block in which the copy stands and at whose end the reverse goes.
    pub block: Block,
    pub joint: Joint,
    /// The arguments of the original body, and of the joint one.
    pub originals: Vec<Value>,
    pub arguments: Vec<Value>,
    /// What the copy starts from.
    pub initial: Vec<Value>,
    /// Which of the values that are carried have an adjoint that is carried.
    pub active: Vec<usize>,
    pub counters: Vec<Counter>,
    /// What is kept of every iteration.
    pub kept: Vec<Value>,
    /// The values from outside whose adjoint the loop adds to, and whether each iteration adds to rows of its own.
    pub reached: Vec<Value>,
    pub by_rows: Vec<bool>,
    /// Which of the adjoints that are carried need not change.
    pub unchanged: Vec<bool>,
}

/// The adjoints that go through a reversed loop: of what the loop carries, and of values from outside.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub carried: Vec<Value>,
    pub sums: Vec<Value>,
}

/// Which iterations a reversed loop goes through.
pub(super) struct Range<'a> {
    /// How many.
    pub limit: Limit,
    /// The number of the first, if it is not zero.
    pub base: Option<Value>,
    /// What is kept of them, in rows that begin with the first.
    pub rows: &'a [Value],
}

/// A run of iterations: from which one, how many, and in which state.
pub(super) struct Run<'a> {
    pub base: Value,
    pub limit: Limit,
    /// The places of values that are carried, and what they start from.
    pub places: &'a [usize],
    pub state: &'a [Value],
    /// Tensors for what is kept of each iteration; empty to keep nothing.
    pub rows: &'a [Type],
}

impl Reversal {
    /// The types of tensors that hold what is kept of this many iterations.
    pub fn row_types(&self, ir: &Ir, capacity: u64) -> Result<Vec<Type>> {
        let all = self.kept.iter().map(|value| build::rows_of(ir.ty(*value), capacity));
        all.collect::<Option<_>>().ok_or_else(|| refusals::too_large(ir, self.op))
    }

    /// The value of a counter in an iteration.
    pub fn counter_at(&self, builder: &mut Builder, counter: &Counter, iteration: Value) -> Result<Value> {
        let start = self.initial[counter.place];
        let ty = builder.ir.ty(start).clone();
        let number = if ty == counter_type() {
            iteration
        } else {
            builder.typed("stablehlo.convert", &[iteration], &[], ty.clone())?
        };
        let way = if counter.step == 1 {
            number
        } else {
            let step = build::integer(builder, &ty, counter.step)?;
            build::binary(builder, "multiply", number, step)?
        };
        build::binary(builder, "add", start, way)
    }

    /// Puts what an iteration needs at the beginning of the joint block: kept values and counters. `number` counts the
    /// iterations that have been reversed. What stands for kept values.
    fn load(&self, ir: &mut Ir, range: &Range, number: Value) -> Result<Mapping> {
        let location = ir[self.op].location().clone();
        let mut builder = Builder::new(ir, InsertionPoint::Start(self.joint.block), location);
        let limit = range.limit.value(&mut builder)?;
        let one = build::count(&mut builder, 1)?;
        let last = build::binary(&mut builder, "subtract", limit, one)?;
        let row = build::binary(&mut builder, "subtract", last, number)?;
        let iteration = match range.base {
            Some(base) => build::binary(&mut builder, "add", base, row)?,
            None => row,
        };
        let mut instead = Mapping::default();
        for (value, rows) in self.kept.iter().zip(range.rows) {
            let ty = builder.ir.ty(*value).clone();
            let kept = build::read_row(&mut builder, *rows, row, &ty)?;
            builder.ir.replace_uses(*value, kept);
            instead.map(*value, kept);
        }
        for counter in &self.counters {
            let argument = self.arguments[counter.place];
            if !builder.ir.uses(argument).is_empty() {
                let value = self.counter_at(&mut builder, counter, iteration)?;
                builder.ir.replace_uses(argument, value);
            }
        }
        Ok(instead)
    }

    /// Makes the reversed loop over a range of iterations out of the joint block, which can be
    /// done once; the adjoints after it.
    pub fn reverse(&self, ir: &mut Ir, place: InsertionPoint, range: Range, flow: Flow) -> Result<Flow> {
        let location = ir[self.op].location().clone();
        let block = self.joint.block;
        let count = self.arguments.len();
        let number = ir.add_argument(block, counter_type(), location.clone());
        let mut sums = Vec::with_capacity(flow.sums.len());
        for sum in &flow.sums {
            let ty = ir.ty(*sum).clone();
            sums.push(ir.add_argument(block, ty, location.clone()));
        }
        let instead = self.load(ir, &range, number)?;
        let found = |value: &Value| self.joint.adjoints.get(value).map(|adjoint| instead.get(*adjoint));
        partition::drop_primal(ir, block, self.joint.mark)?;
        let mut values = Vec::new();
        for (number, place) in self.active.iter().enumerate() {
            let seed = ir.arguments(block)[count + number];
            let adjoint = if self.unchanged[number] { Some(seed) } else { found(&self.originals[*place]) };
            let ty = ir.ty(self.originals[*place]).clone();
            values.push(super::or_null(ir, block, self.op, adjoint, &ty)?);
        }
        let mut builder = at_end(ir, block, self.op);
        let one = build::count(&mut builder, 1)?;
        values.push(build::binary(&mut builder, "add", number, one)?);
        for ((value, sum), by_rows) in self.reached.iter().zip(&sums).zip(&self.by_rows) {
            values.push(match found(value) {
                Some(more) if *by_rows => write_rows(&mut builder, *sum, more)?,
                Some(more) => derivative::add(&mut builder, *sum, more)?,
                None => *sum,
            });
        }
        super::end_like(ir, self.joint.end, block, &values);
        for index in (0..count).rev() {
            if !ir.erase_argument(block, index) {
                return Err(ir.error(self.op, "its reverse uses a value that was not kept"));
            }
        }
        let mut builder = Builder::new(ir, place, location);
        let zero = build::count(&mut builder, 0)?;
        let operands: Vec<Value> =
            flow.carried.iter().copied().chain([zero]).chain(flow.sums.iter().copied()).collect();
        let types = builder.ir.types(&operands);
        let condition = build::counted(&mut builder, &types, flow.carried.len(), range.limit)?;
        let results = NewLoop { operands, condition, body: self.joint.region }.insert(&mut builder);
        let (carried, rest) = results.split_at(flow.carried.len());
        Ok(Flow { carried: carried.to_vec(), sums: rest[1..].to_vec() })
    }

    /// The places of the values that are needed to run iterations again, as far as their reverse needs them.
    pub fn state(&self, ir: &Ir) -> Vec<usize> {
        let count = self.arguments.len();
        let mut is_state = vec![false; count];
        let mut seen: FastSet<Value> = FastSet::default();
        let mut open = self.kept.clone();
        while let Some(value) = open.pop() {
            if ir.defining_block(value) != Some(self.joint.block) || !seen.insert(value) {
                continue;
            }
            match ir.definer(value) {
                Definer::Argument { index, .. } => {
                    if index < count && !self.counters.iter().any(|counter| counter.place == index) {
                        is_state[index] = true;
                        open.push(self.joint.returned[index]);
                    }
                }
                Definer::Result { op, .. } => open.extend(ir.inputs(op)),
            }
        }
        (0..count).filter(|place| is_state[*place]).collect()
    }

    /// Runs iterations at the end of a block; the state after them, and what was kept of them.
    pub fn run(&self, ir: &mut Ir, block: Block, run: &Run) -> Result<(Vec<Value>, Vec<Value>)> {
        let mut builder = at_end(ir, block, self.op);
        let mut operands = vec![build::count(&mut builder, 0)?];
        operands.extend(run.state);
        for ty in run.rows {
            operands.push(build::zeros(&mut builder, ty)?);
        }
        let types = builder.ir.types(&operands);
        let condition = build::counted(&mut builder, &types, 0, run.limit)?;
        let region = ir.create_region();
        let inner = ir.create_block(region, &types);
        let arguments = ir.arguments(inner).to_vec();
        let mut builder = at_end(ir, inner, self.op);
        let iteration = build::binary(&mut builder, "add", run.base, arguments[0])?;
        let mut mapping = Mapping::default();
        mapping.map_all(&self.arguments, &self.initial);
        for counter in &self.counters {
            let value = self.counter_at(&mut builder, counter, iteration)?;
            mapping.map(self.arguments[counter.place], value);
        }
        for (place, argument) in run.places.iter().zip(&arguments[1..]) {
            mapping.map(self.arguments[*place], *argument);
        }
        partition::copy_primal(ir, self.joint.block, self.joint.mark, inner, &mut mapping);
        let mut builder = at_end(ir, inner, self.op);
        let one = build::count(&mut builder, 1)?;
        let mut values = vec![build::binary(&mut builder, "add", arguments[0], one)?];
        values.extend(run.places.iter().map(|place| mapping.get(self.joint.returned[*place])));
        for (rows, value) in arguments[1 + run.places.len()..].iter().zip(&self.kept) {
            values.push(build::write_row(&mut builder, *rows, arguments[0], mapping.get(*value))?);
        }
        super::end_like(ir, self.joint.end, inner, &values);
        let mut builder = at_end(ir, block, self.op);
        let results = NewLoop { operands, condition, body: region }.insert(&mut builder);
        let (state, rows) = results[1..].split_at(run.places.len());
        Ok((state.to_vec(), rows.to_vec()))
    }
}

/// The rows that an iteration writes to zeros, written to a tensor instead.
fn write_rows(builder: &mut Builder, whole: Value, part: Value) -> Result<Value> {
    let update = builder.ir.defining_op(part);
    let mut operands: Vec<Value> = update.map(|op| builder.ir[op].operands().collect()).unwrap_or_default();
    match operands.first_mut() {
        Some(first) => *first = whole,
        None => return derivative::add(builder, whole, part),
    }
    builder.value("stablehlo.dynamic_update_slice", &operands, &[])
}
