//! The reverse of loops: a loop that goes through the iterations backwards.
//!
//! It carries the adjoints of what the loop carries, and for each active value of outside the sum of what iterations add to
//! its adjoint. What the reverse of an iteration needs of the iteration is chosen in [`super::partition`]; kept values lie
//! in rows of tensors, one row for each iteration. That takes a bound on the number of iterations
//! ([`super::loops`]); without one, or if the user wants to save memory, states are saved now and then and iterations run
//! again ([`super::checkpoint`]). Counters are computed from the number of the iteration, values of outside are at hand.

use super::build::{self, Limit, NewLoop, at_end, counter_type};
use super::checkpoint::{self, Scheme};
use super::loops::{self, Counter, Trips};
use super::reverse::{Joint, Pass, Seeds};
use super::{partition, refusals};
use zymase_ir::derivative::{self, Derivative};
use zymase_ir::{Block, Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
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
    /// The values of outside whose adjoint the loop adds to, and whether each iteration adds to rows of its own.
    pub reached: Vec<Value>,
    pub by_rows: Vec<bool>,
    /// Which of the adjoints that are carried need not change.
    pub unchanged: Vec<bool>,
}

/// The adjoints that go through a reversed loop: of what the loop carries, and of values of outside.
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

impl Pass<'_> {
    pub(super) fn repeat(&mut self, ir: &mut Ir, op: Op, copy: Op, seeds: &[Derivative]) -> Result<()> {
        let counters = loops::counters(ir, op);
        let trips = loops::trips(ir, op, &counters);
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let active = self.activity.carried(ir, op);
        if matches!(trips, Trips::Exactly(0) | Trips::AtMost(0)) {
            return self.pass_by(ir, op, block, &active, seeds);
        }
        let [_, body] = ir[op].regions() else { return Err(refusals::several_blocks(ir, op)) };
        let body = *body;
        let originals = ir.entry(body).map(|block| ir.arguments(block).to_vec()).unwrap_or_default();
        let initial: Vec<Value> = ir[copy].operands().collect();
        let joint = self.joint(ir, op, body, Seeds::Arguments(&active))?;
        let reached = self.reached(ir, op, &[&joint]);
        let carried = active.iter().map(|place| &originals[*place]);
        let roots: Vec<Value> =
            carried.chain(&reached).filter_map(|value| joint.adjoints.get(value).copied()).collect();
        partition::tidy(ir, joint.block, joint.mark, &roots)?;
        let all = ir.arguments(joint.block);
        let arguments = all[..originals.len()].to_vec();
        let mut given: FastSet<Value> = all[originals.len()..].iter().copied().collect();
        given.extend(counters.iter().map(|counter| arguments[counter.place]));
        let kept = partition::choose(ir, joint.block, joint.mark, &given)?;
        let (by_rows, unchanged) = (vec![false; reached.len()], vec![false; active.len()]);
        let mut reversal = Reversal {
            op,
            block,
            joint,
            originals,
            arguments,
            initial,
            active,
            counters,
            kept,
            reached,
            by_rows,
            unchanged,
        };
        self.look_at_rows(ir, &mut reversal, trips);
        let mut flow = Flow { carried: Vec::new(), sums: Vec::new() };
        for place in &reversal.active {
            let ty = ir.ty(reversal.originals[*place]).clone();
            flow.carried.push(super::or_null(ir, block, op, seeds[*place], &ty)?);
        }
        for (value, by_rows) in reversal.reached.iter().zip(&reversal.by_rows) {
            let ty = ir.ty(*value).clone();
            let before = self.adjoints.get(value).copied().filter(|_| !by_rows);
            flow.sums.push(super::or_null(ir, block, op, before, &ty)?);
        }
        let scheme = checkpoint::choose(ir, &reversal, trips, self.engine.checkpointing)?;
        let flow = match scheme {
            Scheme::KeepAll { capacity } => {
                let (count, rows) = self.augment_loop(ir, &reversal, copy, capacity)?;
                let limit = match trips {
                    Trips::Exactly(number) => Limit::Constant(i64::try_from(number).unwrap_or(i64::MAX)),
                    _ => Limit::Value(count),
                };
                let range = Range { limit, base: None, rows: &rows };
                let place = InsertionPoint::End(block);
                reversal.reverse(ir, place, range, flow)?
            }
            other => self.repeat_checkpointed(ir, &reversal, copy, trips, other, flow)?,
        };
        for ((value, sum), by_rows) in reversal.reached.iter().zip(&flow.sums).zip(&reversal.by_rows) {
            if *by_rows {
                self.accumulate(ir, block, op, *value, *sum)?;
            } else {
                self.adjoints.insert(*value, *sum);
            }
        }
        self.pass_on(ir, op, block, &reversal.active, &flow.carried)
    }

    /// Finds out which adjoints are made or read row by row.
    fn look_at_rows(&self, ir: &Ir, reversal: &mut Reversal, trips: Trips) {
        let by_rows = reversal.reached.iter().map(|value| reversal.writes_rows(ir, trips, *value)).collect();
        let seeds = &ir.arguments(reversal.joint.block)[reversal.arguments.len()..];
        let is_unchanged = |(place, seed): (&usize, &Value)| {
            // The adjoint of what the loop starts from would have to be right in all rows.
            let is_wanted = ir[reversal.op].operand(*place).is_some_and(|operand| self.activity.is_active(operand));
            !is_wanted && reversal.reads_rows(ir, trips, *place, *seed)
        };
        let unchanged = reversal.active.iter().zip(seeds).map(is_unchanged).collect();
        (reversal.by_rows, reversal.unchanged) = (by_rows, unchanged);
    }

    /// A loop that never runs.
    fn pass_by(&mut self, ir: &mut Ir, op: Op, block: Block, active: &[usize], seeds: &[Derivative]) -> Result<()> {
        for place in active {
            if let Some(seed) = seeds[*place] {
                self.pass_on(ir, op, block, &[*place], &[seed])?;
            }
        }
        Ok(())
    }

    /// Adds to the adjoints of what a loop starts from.
    fn pass_on(&mut self, ir: &mut Ir, op: Op, block: Block, places: &[usize], adjoints: &[Value]) -> Result<()> {
        for (place, adjoint) in places.iter().zip(adjoints) {
            let operand = ir[op].operand(*place).filter(|operand| self.activity.is_active(*operand));
            if let Some(operand) = operand {
                self.accumulate(ir, block, op, operand, *adjoint)?;
            }
        }
        Ok(())
    }

    /// Puts a loop that counts its iterations and keeps values of each in the place of a copy; the count and the rows.
    pub(super) fn augment_loop(
        &mut self,
        ir: &mut Ir,
        reversal: &Reversal,
        copy: Op,
        capacity: u64,
    ) -> Result<(Value, Vec<Value>)> {
        let op = reversal.op;
        let types = ir.types(&reversal.initial);
        let row_types = reversal.row_types(ir, capacity)?;
        let location = ir[op].location().clone();
        let mut builder = Builder::before(ir, copy);
        let mut operands = reversal.initial.clone();
        operands.push(build::count(&mut builder, 0)?);
        for ty in &row_types {
            operands.push(build::zeros(&mut builder, ty)?);
        }
        let added: Vec<Type> = std::iter::once(counter_type()).chain(row_types).collect();
        let condition = ir.clone_region(ir[copy].regions()[0], &mut Mapping::default());
        if let Some(block) = ir.entry(condition) {
            for ty in &added {
                ir.add_argument(block, ty.clone(), location.clone());
            }
        }
        let region = ir.create_region();
        let all: Vec<Type> = types.iter().chain(&added).cloned().collect();
        let block = ir.create_block(region, &all);
        let arguments = ir.arguments(block).to_vec();
        let mut mapping = Mapping::default();
        mapping.map_all(&reversal.arguments, &arguments[..types.len()]);
        partition::copy_primal(ir, reversal.joint.block, reversal.joint.mark, block, &mut mapping);
        let mut values: Vec<Value> = reversal.joint.returned.iter().map(|value| mapping.get(*value)).collect();
        let number = arguments[types.len()];
        let mut builder = at_end(ir, block, op);
        let one = build::count(&mut builder, 1)?;
        values.push(build::binary(&mut builder, "add", number, one)?);
        for (rows, value) in arguments[types.len() + 1..].iter().zip(&reversal.kept) {
            values.push(build::write_row(&mut builder, *rows, number, mapping.get(*value))?);
        }
        super::end_like(ir, reversal.joint.end, block, &values);
        let mut state = ir.state_of(copy);
        state.operands = operands;
        state.result_types = all;
        state.regions = vec![condition, region];
        let augmented = ir.create(state);
        ir.insert(augmented, InsertionPoint::Before(copy));
        let results = ir[augmented].results().to_vec();
        self.replace(ir, op, copy, &results[..types.len()])?;
        Ok((results[types.len()], results[types.len() + 1..].to_vec()))
    }
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
