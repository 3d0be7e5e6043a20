//! Loops whose reverse does not keep values of every iteration: it saves the state now and then, and runs iterations again.
//!
//! *Uniform*: the loop runs in stretches of equal length, with the state saved before each. The reverse takes the
//! stretches backwards: it runs one again from its state, keeping values of every iteration, and reverses it. With
//! stretches of about the square root of the number of iterations, memory is of that order and every iteration runs twice.
//!
//! *Binomial* ([`super::binomial`]): there is a fixed number of places for states, whatever the number of iterations, which may be
//! known only when the loop has run.
//!
//! Iterations that run again compute the same bits, and adjoints are added up in the same order whatever is kept.

use super::binomial::Machine;
use super::build::{self, Limit, NewLoop, at_end, bytes_of, counter_type};
use super::loops::Trips;
use super::reversal::{Flow, Range, Reversal, Run};
use super::reverse::Pass;
use super::scheme::{Checkpointing, MOST_SLOTS, Scheme, uniform, within_budget};
use super::{partition, refusals};
use crate::dead::Purity;
use zymase_ir::{Builder, InsertionPoint, Ir, Op, Result, Value};

/// Without a known number of iterations: how many are kept at a time, and how many states.
const STRETCH: u64 = 64;
const SLOTS: u64 = 16;
/// As many bytes may be set aside for iterations of which it is only known how many they are at most.
const MOST_FOR_BOUND: u64 = 1 << 28;

/// The scheme for a loop. An attribute of the loop overrides the option for all loops.
pub(super) fn choose(ir: &Ir, reversal: &Reversal, trips: Trips, asked: Checkpointing) -> Result<Scheme> {
    let op = reversal.op;
    let asked = match ir.attribute(op, "zymase.checkpoint") {
        None => asked,
        Some(attribute) => {
            let read = attribute.as_str().and_then(Checkpointing::parse);
            read.ok_or_else(|| refusals::unknown_checkpointing(ir, op))?
        }
    };
    if reversal.kept.is_empty() {
        return Ok(Scheme::KeepAll { capacity: 0 });
    }
    let each = total(ir, &reversal.kept).max(1);
    let states: Vec<Value> = reversal.state(ir).into_iter().map(|place| reversal.initial[place]).collect();
    let state = total(ir, &states).max(1);
    let scheme = match (trips, asked) {
        (Trips::Exactly(count), Checkpointing::KeepAll) => Scheme::KeepAll { capacity: count },
        (Trips::Exactly(count), Checkpointing::SquareRoot) => uniform(count, count.isqrt()),
        (Trips::Exactly(count), Checkpointing::Budget(bytes)) => within_budget(count, bytes, each, state),
        (Trips::AtMost(most), Checkpointing::KeepAll) if most.saturating_mul(each) <= MOST_FOR_BOUND => {
            Scheme::KeepAll { capacity: most }
        }
        (Trips::AtMost(most), Checkpointing::Budget(bytes)) if most.saturating_mul(each) <= bytes => {
            Scheme::KeepAll { capacity: most }
        }
        (_, Checkpointing::Binomial(slots)) => Scheme::Binomial { stretch: 1, slots: slots.min(MOST_SLOTS) },
        (_, Checkpointing::Budget(bytes)) => Scheme::Binomial {
            stretch: (bytes / 2 / each).clamp(1, STRETCH),
            slots: (bytes / 2 / state).clamp(1, SLOTS),
        },
        (_, Checkpointing::KeepAll | Checkpointing::SquareRoot) => Scheme::Binomial { stretch: STRETCH, slots: SLOTS },
    };
    if !matches!(scheme, Scheme::KeepAll { .. }) && !can_run_again(ir, reversal) {
        return Err(refusals::effects(ir, op));
    }
    Ok(scheme)
}

fn total(ir: &Ir, values: &[Value]) -> u64 {
    values.iter().fold(0, |sum, value| sum.saturating_add(bytes_of(ir.ty(*value)).unwrap_or(u64::MAX)))
}

fn can_run_again(ir: &Ir, reversal: &Reversal) -> bool {
    let mut purity = Purity::default();
    partition::primal(ir, reversal.joint.block, reversal.joint.mark).into_iter().all(|op| purity.is_pure(ir, op))
}

/// Where the stretches of a uniform scheme begin, and how long they are.
struct Stretches {
    count: i64,
    length: i64,
    number: i64,
}

impl Stretches {
    fn new(ir: &Ir, op: Op, count: u64, length: u64) -> Result<Stretches> {
        let small = |number: u64| i64::try_from(number).map_err(|_| refusals::too_large(ir, op));
        Ok(Stretches { count: small(count)?, length: small(length)?, number: small(count.div_ceil(length))? })
    }

    /// The first iteration of a stretch, and how many it has.
    fn bounds(&self, builder: &mut Builder, stretch: Value) -> Result<(Value, Limit)> {
        let length = build::count(builder, self.length)?;
        let base = build::binary(builder, "multiply", stretch, length)?;
        if self.count % self.length == 0 {
            return Ok((base, Limit::Constant(self.length)));
        }
        let all = build::count(builder, self.count)?;
        let left = build::binary(builder, "subtract", all, base)?;
        Ok((base, Limit::Value(build::binary(builder, "minimum", left, length)?)))
    }
}

impl Pass<'_> {
    /// The reverse of a loop by one of the schemes that run iterations again.
    pub(super) fn repeat_checkpointed(
        &mut self,
        ir: &mut Ir,
        reversal: &Reversal,
        copy: Op,
        trips: Trips,
        scheme: Scheme,
        flow: Flow,
    ) -> Result<Flow> {
        let (stretch, slots) = match scheme {
            Scheme::Uniform { count, stretch } => {
                let stretches = Stretches::new(ir, reversal.op, count, stretch)?;
                let saved = self.run_in_stretches(ir, reversal, copy, &stretches)?;
                return reverse_stretches(ir, reversal, &stretches, &saved, flow);
            }
            Scheme::Binomial { stretch, slots } => (stretch, slots),
            Scheme::KeepAll { capacity } => (capacity, 1),
        };
        let count = match trips {
            Trips::Exactly(count) => {
                let count = i64::try_from(count).map_err(|_| refusals::too_large(ir, reversal.op))?;
                build::count(&mut at_end(ir, reversal.block, reversal.op), count)?
            }
            _ => self.count_loop(ir, reversal, copy)?,
        };
        Machine::new(ir, reversal, stretch, slots)?.emit(ir, count, flow)
    }

    /// Lets a loop count its iterations.
    fn count_loop(&mut self, ir: &mut Ir, reversal: &Reversal, copy: Op) -> Result<Value> {
        let mut state = ir.state_of(copy);
        let mut builder = Builder::before(ir, copy);
        state.operands.push(build::count(&mut builder, 0)?);
        state.result_types.push(counter_type());
        state.regions = ir.take_regions(copy);
        let location = ir[reversal.op].location().clone();
        let mut numbers = Vec::new();
        for region in state.regions.clone() {
            let Some((block, end)) = ir.single_block(region) else { return Err(refusals::several_blocks(ir, copy)) };
            let number = ir.add_argument(block, counter_type(), location.clone());
            numbers.push((number, end));
        }
        if let Some((number, end)) = numbers.get(1).copied() {
            let mut builder = Builder::before(ir, end);
            let one = build::count(&mut builder, 1)?;
            let next = build::binary(&mut builder, "add", number, one)?;
            let values: Vec<Value> = ir[end].operands().chain([next]).collect();
            ir.set_operands(end, &values);
        }
        let counting = ir.create(state);
        ir.insert(counting, InsertionPoint::Before(copy));
        let results = ir[counting].results().to_vec();
        let (count, results) = results.split_last().ok_or_else(|| ir.error(copy, "carries nothing"))?;
        self.replace(ir, reversal.op, copy, results)?;
        Ok(*count)
    }

    /// Puts a loop over stretches in the place of a copy; the states before them.
    fn run_in_stretches(
        &mut self,
        ir: &mut Ir,
        reversal: &Reversal,
        copy: Op,
        stretches: &Stretches,
    ) -> Result<Vec<Value>> {
        let places = reversal.state(ir);
        let all: Vec<usize> = (0..reversal.arguments.len()).collect();
        let mut builder = Builder::before(ir, copy);
        let mut operands = vec![build::count(&mut builder, 0)?];
        operands.extend(&reversal.initial);
        for place in &places {
            let ty = build::rows_of(builder.ir.ty(reversal.initial[*place]), stretches.number.cast_unsigned());
            let ty = ty.ok_or_else(|| refusals::too_large(builder.ir, reversal.op))?;
            operands.push(build::zeros(&mut builder, &ty)?);
        }
        let types = builder.ir.types(&operands);
        let condition = build::counted(&mut builder, &types, 0, Limit::Constant(stretches.number))?;
        let region = ir.create_region();
        let block = ir.create_block(region, &types);
        let arguments = ir.arguments(block).to_vec();
        let (values, saved) = arguments[1..].split_at(all.len());
        let mut builder = at_end(ir, block, reversal.op);
        let mut rows = Vec::new();
        for (place, saved) in places.iter().zip(saved) {
            rows.push(build::write_row(&mut builder, *saved, arguments[0], values[*place])?);
        }
        let one = build::count(&mut builder, 1)?;
        let next = build::binary(&mut builder, "add", arguments[0], one)?;
        let (base, limit) = stretches.bounds(&mut builder, arguments[0])?;
        let run = Run { base, limit, places: &all, state: values, rows: &[] };
        let (after, _) = reversal.run(ir, block, &run)?;
        let ended: Vec<Value> = [next].into_iter().chain(after).chain(rows).collect();
        super::end_like(ir, reversal.joint.end, block, &ended);
        let mut builder = Builder::before(ir, copy);
        let results = NewLoop { operands, condition, body: region }.insert(&mut builder);
        let (after, saved) = results[1..].split_at(all.len());
        self.replace(ir, reversal.op, copy, after)?;
        Ok(saved.to_vec())
    }
}

/// The reverse of stretches, last first.
fn reverse_stretches(
    ir: &mut Ir,
    reversal: &Reversal,
    stretches: &Stretches,
    saved: &[Value],
    flow: Flow,
) -> Result<Flow> {
    let places = reversal.state(ir);
    let mut builder = at_end(ir, reversal.block, reversal.op);
    let mut operands = vec![build::count(&mut builder, 0)?];
    operands.extend(flow.carried.iter().chain(&flow.sums));
    let types = builder.ir.types(&operands);
    let condition = build::counted(&mut builder, &types, 0, Limit::Constant(stretches.number))?;
    let region = ir.create_region();
    let block = ir.create_block(region, &types);
    let arguments = ir.arguments(block).to_vec();
    let mut builder = at_end(ir, block, reversal.op);
    let one = build::count(&mut builder, 1)?;
    let next = build::binary(&mut builder, "add", arguments[0], one)?;
    let last = build::count(&mut builder, stretches.number - 1)?;
    let stretch = build::binary(&mut builder, "subtract", last, arguments[0])?;
    let (base, limit) = stretches.bounds(&mut builder, stretch)?;
    let mut state = Vec::new();
    for (place, saved) in places.iter().zip(saved) {
        let ty = builder.ir.ty(reversal.initial[*place]).clone();
        state.push(build::read_row(&mut builder, *saved, stretch, &ty)?);
    }
    let rows = reversal.row_types(ir, stretches.length.cast_unsigned())?;
    let (_, rows) = reversal.run(ir, block, &Run { base, limit, places: &places, state: &state, rows: &rows })?;
    let (carried, sums) = arguments[1..].split_at(flow.carried.len());
    let inner = Flow { carried: carried.to_vec(), sums: sums.to_vec() };
    let range = Range { limit, base: Some(base), rows: &rows };
    let after = reversal.reverse(ir, InsertionPoint::End(block), range, inner)?;
    let ended: Vec<Value> = [next].into_iter().chain(after.carried).chain(after.sums).collect();
    super::end_like(ir, reversal.joint.end, block, &ended);
    let mut builder = at_end(ir, reversal.block, reversal.op);
    let results = NewLoop { operands, condition, body: region }.insert(&mut builder);
    let (carried, sums) = results[1..].split_at(flow.carried.len());
    Ok(Flow { carried: carried.to_vec(), sums: sums.to_vec() })
}
