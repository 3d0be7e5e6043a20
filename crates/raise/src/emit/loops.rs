//! Loops that are read in lock step: a new axis, a mask if some lanes run less often, and reductions of what is carried.

use super::sums::Pending;
use super::{Axis, Count, Emitter, Form, Lane};
use crate::analyse::facts::Counted;
use crate::analyse::reductions::{Best, Combine};
use crate::linear::{Linear, Unknown};
use crate::plan::Way;
use crate::tensor_of;
use zymase_dialects::scf::For;
use zymase_ir::{Op, Result, Type, Value};

impl Emitter<'_> {
    pub fn counted_loop(&mut self, op: Op) -> Result<()> {
        match (self.plan.ways.get(&op), self.facts.loops.get(&op)) {
            (Some(Way::LockStep { combines, best }), Some(counted)) => {
                let extent = counted.most.unwrap_or_default();
                let inits = For(op).initArgs(self.ir);
                if extent <= 0 {
                    return self.skip(op, &inits);
                }
                self.lock_step(op, counted, extent, combines, best.as_ref())
            }
            _ => self.in_order(op),
        }
    }

    /// A loop that never runs.
    fn skip(&mut self, op: Op, inits: &[Value]) -> Result<()> {
        for (result, init) in self.ir[op].results().to_vec().into_iter().zip(inits) {
            let form = self.form(*init)?;
            self.forms.insert(result, form);
        }
        Ok(())
    }

    fn lock_step(
        &mut self,
        op: Op,
        counted: &Counted,
        extent: i64,
        combines: &[Combine],
        best: Option<&Best>,
    ) -> Result<()> {
        let id = self.next_axis;
        self.next_axis += 1;
        let needs_axis = extent > 1 || best.is_some();
        if needs_axis {
            self.axes.push(Axis { id, extent, op });
        }
        self.counts.insert(op, if needs_axis { Count::Axis(id) } else { Count::Zero });
        let depth = self.masks.len();
        let arguments = self.ir.arguments(counted.body)[1..].to_vec();
        for (argument, combine) in arguments.iter().zip(combines) {
            let pending = Pending { combine: *combine, terms: Vec::new(), depth };
            self.forms.insert(*argument, Form::Pending(pending));
        }
        let given: Vec<Value> = self.ir[counted.end].operands().collect();
        let outcome = if counted.is_exact {
            self.run(counted.body)?;
            self.reduced_carried(id, &given, best, depth)
        } else {
            let runs = self.runs_on(op, counted)?;
            self.under(&runs, |emitter| {
                emitter.run(counted.body)?;
                emitter.reduced_carried(id, &given, best, depth)
            })
        };
        let reduced = outcome?;
        if needs_axis {
            self.axes.pop();
        }
        self.counts.remove(&op);
        let inits = For(op).initArgs(self.ir);
        let results = self.ir[op].results().to_vec();
        match reduced {
            Reduced::Terms(terms) => {
                for ((result, init), (combine, lanes)) in results.into_iter().zip(inits).zip(combines.iter().zip(terms))
                {
                    let form = self.with_terms(init, *combine, lanes)?;
                    self.forms.insert(result, form);
                }
                Ok(())
            }
            Reduced::Best(found) => self.better_of(best, &inits, &results, &found),
        }
    }

    /// Whether a lane still runs.
    pub fn runs_on(&mut self, op: Op, counted: &Counted) -> Result<Lane> {
        let left = counted.distance.plus(&Linear::of(Unknown::Count(op)), -counted.step);
        let Some(left) = left else { return Err(self.refuse(op)) };
        let lane = self.sum_lane(&left, &Type::index())?;
        let zero = self.number(0.0, &lane)?;
        self.compare("GT", &lane, &zero)
    }

    /// What the body made of carried values, without the axis.
    fn reduced_carried(&mut self, id: usize, given: &[Value], best: Option<&Best>, depth: usize) -> Result<Reduced> {
        if let Some(best) = best {
            return self.best_lane(id, best, depth).map(Reduced::Best);
        }
        let mut all = Vec::new();
        for value in given {
            let Some(Form::Pending(pending)) = self.forms.get(value).cloned() else {
                let error = "a carried value is not combined as it was planned";
                return Err(zymase_ir::LocatedDiagnostic::new(self.location.clone(), error));
            };
            let mut lanes = Vec::new();
            for term in &pending.terms {
                lanes.push((self.reduced(term, &[id], pending.combine)?, term.is_negative));
            }
            all.push(lanes);
        }
        Ok(Reduced::Terms(all))
    }

    /// The initial value combined with reduced terms.
    fn with_terms(&mut self, init: Value, combine: Combine, lanes: Vec<(Lane, bool)>) -> Result<Form> {
        let start = self.form(init)?;
        if let Form::Pending(mut pending) = start {
            for (lane, is_negative) in lanes {
                pending = self.add_term(&pending, &Form::Lane(lane), is_negative)?;
            }
            return Ok(Form::Pending(pending));
        }
        let mut total = self.lane(init)?;
        for (lane, is_negative) in lanes {
            total = self.combined(combine, &total, &lane, is_negative)?;
        }
        Ok(Form::Lane(total))
    }

    /// The best value along an axis, what was chosen with it, and whether there is one at all.
    fn best_lane(&mut self, id: usize, best: &Best, depth: usize) -> Result<Vec<Lane>> {
        let combine = best.choice.combine;
        let key = self.lane(best.choice.new)?;
        let axes = super::lanes::union(&key.axes, &[id]);
        let mut key = Lane { value: self.spread(&key, &axes)?, axes };
        if let Some(mask) = self.mask_since(depth)? {
            let neutral = self.neutral(combine, &key)?;
            key = self.select(&mask, &key, &neutral)?;
        }
        let found = self.reduce(&key, &[id], combine)?;
        let is_best = self.compare("EQ", &key, &found)?;
        let extent = self.extents(&[id])[0];
        let ty = tensor_of(&[extent], &Type::index());
        let places = self.typed("iota", &[], &[("iota_dimension", zymase_ir::Attribute::i64(0))], ty)?;
        let places = Lane { value: places, axes: vec![id] };
        // Of equal ones a strict comparison keeps the first, the other one the last.
        let (first_or_last, nowhere) =
            if best.choice.is_strict { (Combine::Minimum, extent) } else { (Combine::Maximum, -1) };
        let nowhere = Self::uniform(self.integer(nowhere, &Type::index())?);
        let candidates = self.select(&is_best, &places, &nowhere)?;
        let place = self.reduce(&candidates, &[id], first_or_last)?;
        let is_chosen = self.compare("EQ", &places, &place)?;
        let mut all = vec![found];
        for (_, new) in &best.others {
            let lane = self.lane(*new)?;
            let zero = self.number(0.0, &lane)?;
            let only = self.select(&is_chosen, &lane, &zero)?;
            let combine = if self.ir.ty(only.value).element().is_bool() { Combine::Or } else { Combine::Add };
            all.push(self.reduce(&only, &[id], combine)?);
        }
        Ok(all)
    }

    /// The better one of what the loop began with and what it found.
    fn better_of(&mut self, best: Option<&Best>, inits: &[Value], results: &[Value], found: &[Lane]) -> Result<()> {
        let Some(best) = best else { return Ok(()) };
        let start = self.lane(inits[best.key])?;
        let direction = match (best.choice.combine, best.choice.is_strict) {
            (Combine::Maximum, true) => "GT",
            (Combine::Maximum, false) => "GE",
            (_, true) => "LT",
            (_, false) => "LE",
        };
        let wins = self.compare(direction, &found[0], &start)?;
        let places = std::iter::once(best.key).chain(best.others.iter().map(|(place, _)| *place));
        for (place, lane) in places.zip(found) {
            let init = self.lane(inits[place])?;
            let chosen = self.select(&wins, lane, &init)?;
            self.forms.insert(results[place], Form::Lane(chosen));
        }
        Ok(())
    }
}

enum Reduced {
    /// For each carried value reduced terms, and whether they are subtracted.
    Terms(Vec<Vec<(Lane, bool)>>),
    Best(Vec<Lane>),
}
