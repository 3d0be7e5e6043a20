//! The reverse of loops: a loop that goes through the iterations backwards.
//!
//! It carries the adjoints of what the loop carries, and for each active value from outside the sum of what iterations add to
//! its adjoint. What the reverse of an iteration needs of the iteration is chosen in [`super::partition`]; kept values lie
//! in rows of tensors, one row for each iteration. That takes a bound on the number of iterations
//! ([`super::loops`]); without one, or if the user wants to save memory, states are saved now and then and iterations run
//! again ([`super::checkpoint`]). Counters are computed from the number of the iteration, values from outside are available.

use super::build::{self, Limit, at_end, counter_type};
use super::checkpoint;
use super::loops::{self, Counter, Trips};
use super::reversal::{Flow, Range, Reversal};
use super::reverse::{Pass, Seeds};
use super::scheme::Scheme;
use super::{partition, refusals};
use zymase_ir::derivative::Derivative;
use zymase_ir::{Block, Builder, InsertionPoint, Ir, Mapping, Op, Result, Type, Value};
use zymase_support::hash::FastSet;

impl Pass<'_> {
    pub(super) fn repeat(&mut self, ir: &mut Ir, op: Op, copy: Op, seeds: &[Derivative]) -> Result<()> {
        let counters = loops::counters(ir, op);
        let trips = loops::trips(ir, op, &counters);
        let block = ir[copy].parent().ok_or_else(|| ir.error(op, "stands nowhere"))?;
        let active = self.activity.carried(ir, op);
        if matches!(trips, Trips::Exactly(0) | Trips::AtMost(0)) {
            return self.pass_by(ir, op, block, &active, seeds);
        }
        let mut reversal = self.read_loop(ir, op, copy, block, active, counters)?;
        self.look_at_rows(ir, &mut reversal, trips);
        let flow = self.seeds_of(ir, &reversal, seeds)?;
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

    /// Copies the body of a loop with its reverse behind it, and chooses what is kept of each iteration.
    fn read_loop(
        &mut self,
        ir: &mut Ir,
        op: Op,
        copy: Op,
        block: Block,
        active: Vec<usize>,
        counters: Vec<Counter>,
    ) -> Result<Reversal> {
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
        let kept = partition::choose(ir, joint.block, joint.mark, &given, partition::Place::Regions)?;
        let (by_rows, unchanged) = (vec![false; reached.len()], vec![false; active.len()]);
        Ok(Reversal {
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
        })
    }

    /// The adjoints that a reversed loop starts from.
    fn seeds_of(&self, ir: &mut Ir, reversal: &Reversal, seeds: &[Derivative]) -> Result<Flow> {
        let (op, block) = (reversal.op, reversal.block);
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
        Ok(flow)
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
