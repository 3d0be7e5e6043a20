//! Writes to memory: a part of the array is replaced where subscripts are evenly spaced, single elements otherwise. Under a mask, places
//! where it does not hold keep what they had.

use super::loads::{Window, backward};
use super::subscripts::{Places, Selection};
use super::sums::Pending;
use super::{Buffer, Emitter, Form, Lane};
use crate::analyse::accesses::place;
use crate::analyse::reductions::Combine;
use crate::analyse::tables::Run;
use crate::linear::Linear;
use zymase_ir::{Op, Result, Type, Value};

/// What a store does with what was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Replace,
    /// Combined; subtracted if it is said so.
    With(Combine, bool),
}

/// An array and where it is written.
pub struct Target {
    pub root: Value,
    pub buffer: Buffer,
    pub subscripts: Vec<Linear>,
}

impl Emitter<'_> {
    pub fn store_op(&mut self, op: Op) -> Result<()> {
        let operands: Vec<Value> = self.ir[op].operands().collect();
        let target = self.target(op, operands[1], &operands[2..])?;
        match (self.form(operands[0])?, self.plan.updates.get(&op)) {
            (Form::Pending(pending), Some(_)) => self.update(op, target, &pending),
            (Form::Pending(_), None) => Err(self.refuse(op)),
            _ => {
                let lane = self.lane(operands[0])?;
                self.store(op, target, &lane, Change::Replace)
            }
        }
    }

    pub fn atomic_op(&mut self, op: Op) -> Result<()> {
        let operands: Vec<Value> = self.ir[op].operands().collect();
        let Some(update) = self.plan.updates.get(&op).copied() else {
            let message = "uses the value before an atomic update, or updates in a way that is not raised";
            return Err(self.ir.refuse(op, message, "add, multiply, or take the largest or smallest"));
        };
        let target = self.target(op, operands[1], &operands[2..])?;
        let empty = Pending { combine: update.combine, terms: Vec::new(), depth: 0 };
        let form = self.form(operands[0])?;
        let pending = self.add_term(&empty, &form, false)?;
        self.update(op, target, &pending)
    }

    fn target(&mut self, op: Op, memref: Value, indices: &[Value]) -> Result<Target> {
        let Some((subscripts, shape)) = place(self.ir, self.facts, op, memref, indices) else {
            return Err(self.unknown_place(op));
        };
        let root = self.facts.views.get(&memref).map(|view| view.root);
        let Some((root, buffer)) = root.and_then(|root| Some((root, self.memory.get(&root)?.clone()))) else {
            return Err(self.unknown_place(op));
        };
        let buffer = self.seen_as(&buffer, &shape)?;
        let subscripts = self.all_subscripts(&buffer, &subscripts);
        Ok(Target { root, buffer, subscripts })
    }

    /// Combines terms with what memory holds: first with each other, along axes that the place does not depend on.
    fn update(&mut self, op: Op, target: Target, pending: &Pending) -> Result<()> {
        let selections = target.subscripts.iter().map(|sum| self.selection(sum)).collect::<Result<Vec<_>>>()?;
        let mut axes = Vec::new();
        for (selection, sum) in selections.iter().zip(&target.subscripts) {
            match selection {
                Selection::Places(places) => axes.extend(places.axis),
                Selection::Runs { axis, .. } => axes.push(*axis),
                Selection::Several(along) => axes.extend(along.iter().map(|(axis, _)| *axis)),
                Selection::Computed => axes.extend(self.sum_lane(sum, &Type::index())?.axes),
            }
        }
        let over: Vec<usize> = self.axes.iter().map(|axis| axis.id).filter(|id| !axes.contains(id)).collect();
        let mut target = target;
        for term in &pending.terms {
            let lane = self.reduced(term, &over, pending.combine)?;
            let change = Change::With(pending.combine, term.is_negative);
            self.store(
                op,
                Target { root: target.root, buffer: target.buffer.clone(), subscripts: target.subscripts.clone() },
                &lane,
                change,
            )?;
            if let Some(buffer) = self.memory.get(&target.root).cloned() {
                let own = target.buffer.shape[target.buffer.axes.len()..].to_vec();
                target.buffer = self.seen_as(&buffer, &own)?;
            }
        }
        Ok(())
    }

    fn store(&mut self, op: Op, target: Target, lane: &Lane, change: Change) -> Result<()> {
        let selections = target.subscripts.iter().map(|sum| self.selection(sum)).collect::<Result<Vec<_>>>()?;
        if let Some((mut flat, sum)) = self.flattened(&target.buffer, &target.subscripts, &selections) {
            flat.value = self.reshape(target.buffer.value, &flat.shape)?;
            return self.store(op, Target { root: target.root, buffer: flat, subscripts: vec![sum] }, lane, change);
        }
        let (selections, lane) = self.by_place(selections, lane, change)?;
        let mut value = None;
        if let Some(places) = self.separate(&selections) {
            let used: Vec<usize> = places.iter().filter_map(|place| place.axis).collect();
            if lane.axes.iter().all(|id| used.contains(id))
                && self.mask_fits(&used, change)
                && let Some(window) = self.window(&target.buffer, &places)?
            {
                value = Some(self.replaced(&target.buffer, &window, &lane, change)?);
            }
        }
        let value = match value {
            Some(value) => value,
            None => self.scatter(op, &target, &selections, &lane, change)?,
        };
        let Some(shape) = self.memory.get(&target.root).map(|buffer| buffer.shape.clone()) else { return Ok(()) };
        let value = self.reshape(value, &shape)?;
        if let Some(buffer) = self.memory.get_mut(&target.root) {
            buffer.value = value;
        }
        Ok(())
    }

    /// Lanes whose places go round (`next[(x + 1) % n] = f[x]`) in the order of their places, which are evenly spaced then.
    fn by_place(
        &mut self,
        mut selections: Vec<Selection>,
        lane: &Lane,
        change: Change,
    ) -> Result<(Vec<Selection>, Lane)> {
        let mut lane = lane.clone();
        if change == Change::Replace && self.mask().is_some() {
            return Ok((selections, lane));
        }
        let uses = |selection: &Selection, axis: usize| match selection {
            Selection::Places(places) => places.axis == Some(axis),
            Selection::Runs { axis: own, .. } => *own == axis,
            Selection::Several(along) => along.iter().any(|(own, _)| *own == axis),
            Selection::Computed => true,
        };
        for place in 0..selections.len() {
            let Selection::Runs { axis, runs } = selections[place].clone() else { continue };
            let is_alone = selections.iter().filter(|selection| uses(selection, axis)).count() == 1;
            let Some((start, pieces)) = sorted(&runs).filter(|_| is_alone) else { continue };
            if let Some(dimension) = lane.axes.iter().position(|own| *own == axis) {
                let parts = pieces.iter().map(|piece| self.piece(lane.value, dimension, piece));
                let parts = parts.collect::<Result<Vec<_>>>()?;
                lane.value = self.concatenate(&parts, dimension)?;
            }
            selections[place] = Selection::Places(Places { start: Linear::number(start), step: 1, axis: Some(axis) });
        }
        Ok((selections, lane))
    }

    /// Whether a mask says the same for all lanes that share a place. Terms of updates obey it already.
    fn mask_fits(&self, used: &[usize], change: Change) -> bool {
        change != Change::Replace || self.mask().is_none_or(|mask| mask.axes.iter().all(|id| used.contains(id)))
    }

    /// The array with a window changed.
    fn replaced(&mut self, buffer: &Buffer, window: &Window, lane: &Lane, change: Change) -> Result<Value> {
        let axes: Vec<usize> = window.places.iter().filter_map(|(axis, _)| *axis).collect();
        let mut sorted = axes.clone();
        sorted.sort_unstable();
        let mut new = Lane { value: self.spread(lane, &sorted)?, axes: sorted.clone() };
        let mask = if change == Change::Replace { self.mask() } else { None };
        if mask.is_some() || change != Change::Replace {
            let cut = self.cut(window)?;
            let old = self.arranged(cut, &window.places)?;
            new = match (change, mask) {
                (Change::With(combine, is_negative), _) => self.combined(combine, &old, &new, is_negative)?,
                (Change::Replace, Some(mask)) => self.select(&mask, &new, &old)?,
                (Change::Replace, None) => new,
            };
        }
        let order: Vec<i64> =
            axes.iter().map(|id| sorted.iter().position(|other| other == id).unwrap_or_default() as i64).collect();
        let mut value = self.transpose(new.value, &order)?;
        let counts: Vec<i64> =
            window.places.iter().map(|(axis, _)| axis.map_or(1, |axis| self.extents(&[axis])[0])).collect();
        value = self.reshape(value, &counts)?;
        value = self.reverse(value, backward(&window.places))?;
        value = self.between(window, value)?;
        self.put(buffer, window, value)
    }

    /// New elements with old ones between them where steps are longer than one.
    fn between(&mut self, window: &Window, value: Value) -> Result<Value> {
        let interior: Vec<i64> =
            window.places.iter().map(|(axis, step)| if axis.is_some() { step.abs() - 1 } else { 0 }).collect();
        if interior.iter().all(|amount| *amount == 0) || self.shape(value) == window.sizes {
            return Ok(value);
        }
        let none = vec![0; interior.len()];
        let element = self.ir.ty(value).element().clone();
        let zero = self.splat(&Type::tensor([], element), 0.0)?;
        let counts = self.shape(value);
        let wide = self.pad(value, zero, &none, &none, &interior)?;
        let (no, truth) = (Type::tensor([], Type::integer(1)), Type::tensor(counts, Type::integer(1)));
        let (no, truth) = (self.splat(&no, 0.0)?, self.splat(&truth, 1.0)?);
        let is_new = self.pad(truth, no, &none, &none, &interior)?;
        let old = self.part(window)?;
        let ty = self.ir.ty(old).clone();
        self.typed("select", &[is_new, wide, old], &[], ty)
    }

    /// Puts a part back where a window was.
    fn put(&mut self, buffer: &Buffer, window: &Window, part: Value) -> Result<Value> {
        let shape = self.shape(window.padded);
        let whole = if self.shape(part) == shape {
            part
        } else {
            let starts = self.starts(window)?;
            let operands = [vec![window.padded, part], starts].concat();
            self.value("dynamic_update_slice", &operands, &[])?
        };
        let limit: Vec<i64> = window.low.iter().zip(&buffer.shape).map(|(low, size)| low + size).collect();
        self.slice(whole, &window.low.clone(), &limit, &vec![1; limit.len()])
    }
}

/// The first place of runs that fill a stretch without gaps, and for each part of the stretch, in order, which lanes it takes.
fn sorted(runs: &[Run]) -> Option<(i64, Vec<Run>)> {
    let mut parts = Vec::new();
    let mut lanes = 0;
    for run in runs {
        let last = run.first + run.step * (run.count - 1);
        let lane = |first, step| Run { first, step, count: run.count };
        match (run.step, run.count) {
            (_, 1) | (1, _) => parts.push((run.first, lane(lanes, 1))),
            (-1, _) => parts.push((last, lane(lanes + run.count - 1, -1))),
            // Two places are evenly spaced however far they are apart.
            (_, 2) => parts.extend([(run.first, lanes), (last, lanes + 1)].map(|(place, lane)| (place, one(lane)))),
            _ => return None,
        }
        lanes += run.count;
    }
    parts.sort_by_key(|(first, _)| *first);
    let meet = parts.windows(2).all(|pair| pair[0].0 + pair[0].1.count == pair[1].0);
    let start = parts.first()?.0;
    meet.then(|| (start, parts.into_iter().map(|(_, source)| source).collect()))
}

fn one(first: i64) -> Run {
    Run { first, step: 1, count: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first: i64, step: i64, count: i64) -> Run {
        Run { first, step, count }
    }

    #[test]
    fn runs_are_sorted_by_their_places() {
        assert_eq!(sorted(&[run(1, 1, 7), run(0, 0, 1)]), Some((0, vec![run(7, 1, 1), run(0, 1, 7)])));
        assert_eq!(sorted(&[run(7, -7, 2), run(1, 1, 6)]), Some((0, vec![run(1, 1, 1), run(2, 1, 6), run(0, 1, 1)])));
        assert_eq!(sorted(&[run(4, -1, 3)]), Some((2, vec![run(2, -1, 3)])));
        assert_eq!(sorted(&[run(0, 1, 3), run(4, 1, 2)]), None);
        assert_eq!(sorted(&[run(0, 1, 3), run(2, 1, 2)]), None);
        assert_eq!(sorted(&[run(0, 2, 3)]), None);
    }
}
