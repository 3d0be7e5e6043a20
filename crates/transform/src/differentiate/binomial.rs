//! The reverse of a loop with a fixed number of places for states.
//!
//! States lie on a stack: the last one belongs to the part that is reversed next. While that part is longer than one
//! stretch, it is split: the loop is run from the last state to the split, and the state there goes on the stack. Where to
//! split is the schedule of Griewank and Walther, computed where the program runs: with `c` states and `r` repetitions
//! `C(c + r, c)` stretches can be reversed, so the tail of a part gets what `c - 1` states can do. When all places are taken,
//! the tail is run up to without saving, which costs time but is right for any number of places.

use super::build::{self, Limit, NewLoop, at_end, counter_type};
use super::refusals;
use super::reversal::{Flow, Range, Reversal, Run};
use zymase_ir::{Block, Builder, InsertionPoint, Ir, Result, Type, Value};

/// The loop of the binomial scheme.
pub(super) struct Machine<'a> {
    reversal: &'a Reversal,
    places: Vec<usize>,
    stretch: i64,
    slots: i64,
    rows: Vec<Type>,
    saved: Vec<Type>,
}

/// Where states lie: how many there are, the iterations they belong to, and themselves.
struct Stack {
    height: Value,
    starts: Value,
    states: Vec<Value>,
}

impl Stack {
    fn values(&self) -> Vec<Value> {
        [self.height, self.starts].into_iter().chain(self.states.iter().copied()).collect()
    }

    fn of(values: &[Value]) -> Stack {
        Stack { height: values[0], starts: values[1], states: values[2..].to_vec() }
    }

    /// Puts a state on the top.
    fn push(&self, builder: &mut Builder, start: Value, state: &[Value]) -> Result<Stack> {
        let starts = build::write_row(builder, self.starts, self.height, start)?;
        let mut states = Vec::with_capacity(state.len());
        for (rows, value) in self.states.iter().zip(state) {
            states.push(build::write_row(builder, *rows, self.height, *value)?);
        }
        let one = build::count(builder, 1)?;
        let height = build::binary(builder, "add", self.height, one)?;
        Ok(Stack { height, starts, states })
    }
}

impl<'a> Machine<'a> {
    pub fn new(ir: &Ir, reversal: &'a Reversal, stretch: u64, slots: u64) -> Result<Machine<'a>> {
        let places = reversal.state(ir);
        let too_large = || refusals::too_large(ir, reversal.op);
        let saved = places.iter().map(|place| build::rows_of(ir.ty(reversal.initial[*place]), slots));
        Ok(Machine {
            saved: saved.collect::<Option<_>>().ok_or_else(too_large)?,
            rows: reversal.row_types(ir, stretch)?,
            stretch: i64::try_from(stretch).map_err(|_| too_large())?,
            slots: i64::try_from(slots).map_err(|_| too_large())?,
            reversal,
            places,
        })
    }

    /// Reverses this many iterations at the end of the block of the loop.
    pub fn emit(&self, ir: &mut Ir, count: Value, flow: Flow) -> Result<Flow> {
        let (op, block) = (self.reversal.op, self.reversal.block);
        let mut builder = at_end(ir, block, op);
        let zero = build::count(&mut builder, 0)?;
        let starts = build::rows_of(&counter_type(), self.slots.cast_unsigned());
        let starts = starts.ok_or_else(|| refusals::too_large(builder.ir, op))?;
        let mut empty = vec![zero, build::zeros(&mut builder, &starts)?];
        for ty in &self.saved {
            empty.push(build::zeros(&mut builder, ty)?);
        }
        let initial: Vec<Value> = self.places.iter().map(|place| self.reversal.initial[*place]).collect();
        let stack = Stack::of(&empty).push(&mut builder, zero, &initial)?;
        let mut operands = vec![count];
        operands.extend(stack.values());
        operands.extend(flow.carried.iter().chain(&flow.sums));
        let types = builder.ir.types(&operands);
        let condition = builder.region(&types, |inner, arguments| {
            let zero = build::count(inner, 0)?;
            let goes_on = build::compare(inner, "GT", arguments[0], zero)?;
            inner.build("stablehlo.return", &[goes_on], &[], &[]);
            Ok(())
        })?;
        let region = ir.create_region();
        let body = ir.create_block(region, &types);
        let arguments = ir.arguments(body).to_vec();
        let (stack, adjoints) = arguments[1..].split_at(2 + self.places.len());
        let (carried, sums) = adjoints.split_at(flow.carried.len());
        let inner = Flow { carried: carried.to_vec(), sums: sums.to_vec() };
        let ended = self.step(ir, body, arguments[0], Stack::of(stack), inner)?;
        super::end_like(ir, self.reversal.joint.end, body, &ended);
        let results = NewLoop { operands, condition, body: region }.insert(&mut at_end(ir, block, op));
        let adjoints = &results[3 + self.places.len()..];
        let (carried, sums) = adjoints.split_at(flow.carried.len());
        Ok(Flow { carried: carried.to_vec(), sums: sums.to_vec() })
    }

    /// Reverses the last stretch before `end`.
    fn step(&self, ir: &mut Ir, block: Block, end: Value, stack: Stack, flow: Flow) -> Result<Vec<Value>> {
        let op = self.reversal.op;
        let mut builder = at_end(ir, block, op);
        let one = build::count(&mut builder, 1)?;
        let top = build::binary(&mut builder, "subtract", stack.height, one)?;
        let start = build::read_row(&mut builder, stack.starts, top, &counter_type())?;
        let mut state = Vec::new();
        for (rows, place) in stack.states.iter().zip(&self.places) {
            let ty = builder.ir.ty(self.reversal.initial[*place]).clone();
            state.push(build::read_row(&mut builder, *rows, top, &ty)?);
        }
        let (start, stack, state) = self.descend(ir, block, end, start, stack, state)?;
        let mut builder = at_end(ir, block, op);
        let length = build::count(&mut builder, self.stretch)?;
        let before = build::binary(&mut builder, "subtract", end, length)?;
        let first = build::binary(&mut builder, "maximum", before, start)?;
        let way = build::binary(&mut builder, "subtract", first, start)?;
        let number = build::binary(&mut builder, "subtract", end, first)?;
        let run =
            |base, limit, state, rows| Run { base, limit: Limit::Value(limit), places: &self.places, state, rows };
        let (state, _) = self.reversal.run(ir, block, &run(start, way, &state, &[]))?;
        let (_, rows) = self.reversal.run(ir, block, &run(first, number, &state, &self.rows))?;
        let range = Range { limit: Limit::Value(number), base: Some(first), rows: &rows };
        let flow = self.reversal.reverse(ir, InsertionPoint::End(block), range, flow)?;
        // The state on the top has served if the stretch began there.
        let mut builder = at_end(ir, block, op);
        let is_done = build::compare(&mut builder, "EQ", first, start)?;
        let less = builder.build("stablehlo.convert", &[is_done], &[], &[counter_type()]);
        let less = builder.ir[less].results()[0];
        let height = build::binary(&mut builder, "subtract", stack.height, less)?;
        let stack = Stack { height, ..stack };
        Ok([first].into_iter().chain(stack.values()).chain(flow.carried).chain(flow.sums).collect())
    }

    /// Saves states until what is left after the last one is one stretch, or there is no place left.
    fn descend(
        &self,
        ir: &mut Ir,
        block: Block,
        end: Value,
        start: Value,
        stack: Stack,
        state: Vec<Value>,
    ) -> Result<(Value, Stack, Vec<Value>)> {
        let op = self.reversal.op;
        let mut builder = at_end(ir, block, op);
        let operands: Vec<Value> = [start].into_iter().chain(stack.values()).chain(state).collect();
        let types = builder.ir.types(&operands);
        let condition = builder.region(&types, |inner, arguments| {
            let length = build::count(inner, self.stretch)?;
            let left = build::binary(inner, "subtract", end, arguments[0])?;
            let is_long = build::compare(inner, "GT", left, length)?;
            let slots = build::count(inner, self.slots)?;
            let is_free = build::compare(inner, "LT", arguments[1], slots)?;
            let goes_on = build::binary(inner, "and", is_long, is_free)?;
            inner.build("stablehlo.return", &[goes_on], &[], &[]);
            Ok(())
        })?;
        let region = ir.create_region();
        let body = ir.create_block(region, &types);
        let arguments = ir.arguments(body).to_vec();
        let (stack, state) = arguments[1..].split_at(2 + self.places.len());
        let (start, stack) = (arguments[0], Stack::of(stack));
        let way = self.split(&mut at_end(ir, body, op), start, end, stack.height)?;
        let run = Run { base: start, limit: Limit::Value(way), places: &self.places, state, rows: &[] };
        let (state, _) = self.reversal.run(ir, body, &run)?;
        let mut builder = at_end(ir, body, op);
        let middle = build::binary(&mut builder, "add", start, way)?;
        let stack = stack.push(&mut builder, middle, &state)?;
        let ended: Vec<Value> = [middle].into_iter().chain(stack.values()).chain(state).collect();
        super::end_like(ir, self.reversal.joint.end, body, &ended);
        let results = NewLoop { operands, condition, body: region }.insert(&mut at_end(ir, block, op));
        let (stack, state) = results[1..].split_at(2 + self.places.len());
        Ok((results[0], Stack::of(stack), state.to_vec()))
    }

    /// How many iterations after `start` the next state is saved: a whole number of stretches.
    ///
    /// With `c` states, among them the one at `start`, and the least `r` for which `b = C(c + r, c)` is not less than the
    /// number of stretches, the tail may have `C(c - 1 + r, r) = b c / (c + r)` of them.
    fn split(&self, builder: &mut Builder, start: Value, end: Value, height: Value) -> Result<Value> {
        let length = build::count(builder, self.stretch)?;
        let (zero, one) = (build::count(builder, 0)?, build::count(builder, 1)?);
        let left = build::binary(builder, "subtract", end, start)?;
        let up = build::binary(builder, "subtract", length, one)?;
        let left = build::binary(builder, "add", left, up)?;
        let stretches = build::binary(builder, "divide", left, length)?;
        let slots = build::count(builder, self.slots + 1)?;
        let states = build::binary(builder, "subtract", slots, height)?;
        let types = [counter_type(), counter_type()];
        let condition = builder.region(&types, |inner, arguments| {
            let goes_on = build::compare(inner, "LT", arguments[1], stretches)?;
            inner.build("stablehlo.return", &[goes_on], &[], &[]);
            Ok(())
        })?;
        let body = builder.region(&types, |inner, arguments| {
            let one = build::count(inner, 1)?;
            let repetitions = build::binary(inner, "add", arguments[0], one)?;
            let factor = build::binary(inner, "add", states, repetitions)?;
            let product = build::binary(inner, "multiply", arguments[1], factor)?;
            let reach = build::binary(inner, "divide", product, repetitions)?;
            inner.build("stablehlo.return", &[repetitions, reach], &[], &[]);
            Ok(())
        })?;
        let found = NewLoop { operands: vec![zero, one], condition, body }.insert(builder);
        let (repetitions, reach) = (found[0], found[1]);
        let all = build::binary(builder, "add", states, repetitions)?;
        let product = build::binary(builder, "multiply", reach, states)?;
        let tail = build::binary(builder, "divide", product, all)?;
        // The head takes what is left, at least what it could do with two repetitions less: the schedule is best in between.
        let head = build::binary(builder, "subtract", stretches, tail)?;
        let fewer = build::binary(builder, "subtract", repetitions, one)?;
        let product = build::binary(builder, "multiply", reach, repetitions)?;
        let part = build::binary(builder, "divide", product, all)?;
        let product = build::binary(builder, "multiply", part, fewer)?;
        let below = build::binary(builder, "subtract", all, one)?;
        let least = build::binary(builder, "divide", product, below)?;
        let head = build::binary(builder, "maximum", head, least)?;
        let head = build::binary(builder, "maximum", head, one)?;
        build::binary(builder, "multiply", head, length)
    }
}
