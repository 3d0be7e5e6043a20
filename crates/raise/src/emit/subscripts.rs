//! What subscripts select: for each dimension of an array evenly spaced places, a few runs of such, or whatever indices say.

use super::{Buffer, Count, Emitter};
use crate::analyse::tables::{Run, only_loop, runs};
use crate::linear::{Linear, Range, Unknown};
use zymase_ir::Result;

/// The places that the lanes of one dimension take.
#[derive(Clone, Debug)]
pub struct Places {
    /// Where the first lane is: a number, and what does not change from lane to lane.
    pub start: Linear,
    pub step: i64,
    /// The axis whose iterations take these places; none if all lanes take the same one.
    pub axis: Option<usize>,
}

#[derive(Clone, Debug)]
pub enum Selection {
    Places(Places),
    /// Runs of places, one after the other along an axis.
    Runs {
        axis: usize,
        runs: Vec<Run>,
    },
    /// Evenly spaced along several axes.
    Several(Vec<(usize, i64)>),
    /// Numbers that are computed.
    Computed,
}

impl Emitter<'_> {
    /// The subscripts of an access to a buffer, those of the axes that it has first.
    pub fn all_subscripts(&self, buffer: &Buffer, subscripts: &[Linear]) -> Vec<Linear> {
        let own = |id: &usize| {
            let axis = self.axes.iter().find(|axis| axis.id == *id);
            axis.map_or(Linear::default(), |axis| Linear::of(Unknown::Count(axis.op)))
        };
        buffer.axes.iter().map(own).chain(subscripts.iter().cloned()).collect()
    }

    /// What a subscript selects.
    pub fn selection(&mut self, sum: &Linear) -> Result<Selection> {
        let mut start = Linear::number(sum.constant);
        let mut along: Vec<(usize, i64)> = Vec::new();
        for (unknown, factor) in &sum.terms {
            match unknown {
                Unknown::Count(op) => match self.counts.get(op) {
                    Some(Count::Axis(id)) => along.push((*id, *factor)),
                    Some(Count::Zero) => {}
                    _ => start.terms.push((*unknown, *factor)),
                },
                Unknown::Value(value) => {
                    if !self.lane(*value)?.axes.is_empty() {
                        return Ok(self.written_out(sum));
                    }
                    start.terms.push((*unknown, *factor));
                }
            }
        }
        Ok(match along[..] {
            [] => Selection::Places(Places { start, step: 1, axis: None }),
            [(axis, step)] => Selection::Places(Places { start, step, axis: Some(axis) }),
            _ if start.terms.is_empty() => Selection::Several(along),
            _ => Selection::Computed,
        })
    }

    /// Computed subscripts that depend on one axis only, as runs.
    fn written_out(&self, sum: &Linear) -> Selection {
        let found = only_loop(self.ir, self.facts, sum).and_then(|op| {
            let Some(Count::Axis(axis)) = self.counts.get(&op).copied() else { return None };
            let extent = self.extents(&[axis])[0];
            let runs = runs(self.ir, self.facts, sum, op, extent)?;
            Some(Selection::Runs { axis, runs })
        });
        found.unwrap_or(Selection::Computed)
    }

    /// The same access with one dimension for all, where an axis occurs in several: a diagonal.
    pub fn flattened(
        &self,
        buffer: &Buffer,
        subscripts: &[Linear],
        selections: &[Selection],
    ) -> Option<(Buffer, Linear)> {
        let mut axes = Vec::new();
        for selection in selections {
            let Selection::Places(places) = selection else { return None };
            axes.extend(places.axis);
        }
        let is_diagonal = axes.len() > 1 && axes.iter().all(|axis| *axis == axes[0]);
        // Along each dimension all lanes must be within the array: out of one they would be in the next.
        let is_within = selections.iter().zip(&buffer.shape).all(|(selection, size)| {
            let Selection::Places(places) = selection else { return false };
            let (least, most) = self.reach(places);
            self.start_range(places).plus(Range::between(least, most)).within(0, size - 1)
        });
        if !is_diagonal || !is_within {
            return None;
        }
        let strides = crate::analyse::facts::strides_of(&buffer.shape)?;
        let sum =
            subscripts.iter().zip(strides).try_fold(Linear::default(), |sum, (part, stride)| sum.plus(part, stride))?;
        let shape = vec![buffer.shape.iter().product()];
        Some((Buffer { shape, ..buffer.clone() }, sum))
    }

    /// Where the first lane may be, as far as is known.
    pub fn start_range(&self, places: &Places) -> Range {
        self.facts.range_of(&places.start)
    }

    /// The first and the last place relative to the start.
    pub fn reach(&self, places: &Places) -> (i64, i64) {
        let count = places.axis.map_or(1, |axis| self.extents(&[axis])[0]);
        let last = places.step.saturating_mul((count - 1).max(0));
        (last.min(0), last.max(0))
    }
}
