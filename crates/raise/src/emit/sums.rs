//! Reductions: what is combined with a carried value or with memory is collected as terms, which are reduced when the loop ends. A sum
//! of products becomes a `dot_general`.

use super::lanes::union;
use super::{Emitter, Form, Lane};
use crate::analyse::reductions::Combine;
use crate::tensor_of;
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_dialects::stablehlo::contraction::dot_shape;
use zymase_ir::{Attribute, Result, Type, Value};

/// A value that will be combined with terms.
#[derive(Clone, Debug)]
pub struct Pending {
    pub combine: Combine,
    pub terms: Vec<Term>,
    /// How many conditions there were when it began.
    pub depth: usize,
}

#[derive(Clone, Debug)]
pub struct Term {
    /// Terms of both sides of a branch are told apart by this.
    pub id: usize,
    pub factors: Vec<Lane>,
    pub is_negative: bool,
}

/// Above this many elements a product is not written out for a mask's sake.
const MOST_WRITTEN: i64 = 1 << 24;

impl Emitter<'_> {
    /// The leaves of a product.
    pub fn factors(&mut self, form: &Form, all: &mut Vec<Lane>) -> Result<()> {
        match form {
            Form::Lane(lane) => all.push(lane.clone()),
            Form::Product(pair) => {
                self.factors(&pair.0, all)?;
                self.factors(&pair.1, all)?;
            }
            Form::Pending(_) | Form::Nothing => {
                self.written(form)?;
            }
        }
        Ok(())
    }

    /// Adds a term to a pending value, under the conditions since it began.
    pub fn add_term(&mut self, pending: &Pending, form: &Form, is_negative: bool) -> Result<Pending> {
        let mut factors = Vec::new();
        if pending.combine == Combine::Add {
            self.factors(form, &mut factors)?;
        } else {
            factors.push(self.written(form)?);
        }
        let mask = self.mask_since(pending.depth)?;
        let factors = self.masked(factors, mask.as_ref(), pending.combine)?;
        let mut next = pending.clone();
        next.terms.push(Term { id: self.next_term, factors, is_negative });
        self.next_term += 1;
        Ok(next)
    }

    /// Factors of a term that changes nothing where a mask does not hold.
    pub fn masked(&mut self, factors: Vec<Lane>, mask: Option<&Lane>, combine: Combine) -> Result<Vec<Lane>> {
        let Some(mask) = mask else { return Ok(factors) };
        let is_covered = |lane: &Lane| mask.axes.iter().all(|axis| lane.axes.contains(axis));
        let all = factors.iter().fold(mask.axes.clone(), |all, lane| union(&all, &lane.axes));
        let is_large = self.extents(&all).iter().product::<i64>() > MOST_WRITTEN;
        let one_is_covered = factors.iter().any(is_covered);
        let mut found = Vec::new();
        for lane in factors {
            if is_large && one_is_covered && !is_covered(&lane) {
                found.push(lane);
                continue;
            }
            let neutral = self.neutral(combine, &lane)?;
            found.push(self.select(mask, &lane, &neutral)?);
        }
        Ok(found)
    }

    /// What changes nothing; factors of sums become zero.
    pub fn neutral(&mut self, combine: Combine, like: &Lane) -> Result<Lane> {
        let element = self.ir.ty(like.value).element().clone();
        let is_float = element.is_float();
        let width = element.element_bytes().unwrap_or(8) * 8;
        let (least, most) =
            if width >= 64 { (i64::MIN, i64::MAX) } else { (-(1 << (width - 1)), (1 << (width - 1)) - 1) };
        let scalar = Type::tensor([], element.clone());
        let value = match combine {
            Combine::Add | Combine::Or => self.splat(&scalar, 0.0)?,
            Combine::Multiply => self.splat(&scalar, 1.0)?,
            Combine::Maximum if is_float => self.splat(&scalar, f64::NEG_INFINITY)?,
            Combine::Minimum if is_float => self.splat(&scalar, f64::INFINITY)?,
            Combine::Maximum => self.integer(least, &element)?,
            Combine::Minimum => self.integer(most, &element)?,
            Combine::And => self.integer(if element.is_bool() { 1 } else { -1 }, &element)?,
        };
        Ok(Self::uniform(value))
    }

    /// A term without some of its axes.
    pub fn reduced(&mut self, term: &Term, over: &[usize], combine: Combine) -> Result<Lane> {
        if combine == Combine::Add {
            return self.summed(term.factors.clone(), over);
        }
        let lane = term.factors[0].clone();
        let lane = if combine == Combine::Multiply {
            let axes = union(&lane.axes, over);
            Lane { value: self.spread(&lane, &axes)?, axes }
        } else {
            lane
        };
        self.reduce(&lane, over, combine)
    }

    /// A lane reduced over those axes that it has.
    pub fn reduce(&mut self, lane: &Lane, over: &[usize], combine: Combine) -> Result<Lane> {
        let gone: Vec<i64> =
            lane.axes.iter().enumerate().filter(|(_, id)| over.contains(id)).map(|(place, _)| place as i64).collect();
        if gone.is_empty() {
            return Ok(lane.clone());
        }
        let start = self.neutral(combine, lane)?.value;
        let scalar = self.ir.ty(start).clone();
        let region = self.builder().region(&[scalar.clone(), scalar], |inner, arguments| {
            let combined = inner.value(combine.name(), arguments, &[])?;
            inner.build("stablehlo.return", &[combined], &[], &[]);
            Ok(())
        })?;
        let mut state = self.state("reduce", &[lane.value, start], &[("dimensions", Attribute::i64_array(gone))]);
        state.regions.push(region);
        let op = self.builder().insert_inferred(state)?;
        let axes = lane.axes.iter().copied().filter(|id| !over.contains(id)).collect();
        Ok(Lane { value: self.ir[op].results()[0], axes })
    }

    /// The sum of a product over axes.
    fn summed(&mut self, factors: Vec<Lane>, over: &[usize]) -> Result<Lane> {
        let present: Vec<usize> =
            over.iter().copied().filter(|id| factors.iter().any(|lane| lane.axes.contains(id))).collect();
        let times: i64 = over.iter().filter(|id| !present.contains(id)).map(|id| self.extents(&[*id])[0]).product();
        let (inner, mut outer): (Vec<Lane>, Vec<Lane>) =
            factors.into_iter().partition(|lane| lane.axes.iter().any(|id| present.contains(id)));
        if times != 1 {
            let like = inner.first().or(outer.first()).cloned();
            if let Some(like) = like {
                outer.push(self.number(times as f64, &like)?);
            }
        }
        let mut groups: Vec<Lane> = Vec::new();
        for lane in inner {
            let within = |group: &Lane| lane.axes.iter().all(|id| group.axes.contains(id));
            let home = groups.iter().position(within).or_else(|| {
                groups.iter().position(|group| group.axes.iter().all(|id| lane.axes.contains(id)) && groups.len() > 1)
            });
            match home.filter(|_| groups.len() >= 2).or_else(|| (groups.len() >= 2).then_some(0)) {
                Some(place) => groups[place] = self.binary("multiply", &groups[place].clone(), &lane)?,
                None => groups.push(lane),
            }
        }
        let core = match groups.as_slice() {
            [] => None,
            [one] => Some(self.reduce(&one.clone(), &present, Combine::Add)?),
            [a, b, ..] => Some(self.dot(&a.clone(), &b.clone(), &present)?),
        };
        let mut total = core;
        for lane in outer {
            total = Some(match total {
                Some(total) => self.binary("multiply", &lane, &total)?,
                None => lane,
            });
        }
        total.ok_or_else(|| zymase_ir::LocatedDiagnostic::new(self.location.clone(), "a sum without terms"))
    }

    /// The sum of the products of two lanes over axes.
    fn dot(&mut self, a: &Lane, b: &Lane, over: &[usize]) -> Result<Lane> {
        let only = |one: &Lane, other: &Lane| {
            one.axes.iter().copied().filter(|id| over.contains(id) && !other.axes.contains(id)).collect::<Vec<_>>()
        };
        let (of_a, of_b) = (only(a, b), only(b, a));
        let (a, b) = (self.reduce(a, &of_a, Combine::Add)?, self.reduce(b, &of_b, Combine::Add)?);
        let shared = |id: &&usize| b.axes.contains(id);
        let contracted: Vec<usize> = a.axes.iter().filter(shared).copied().filter(|id| over.contains(id)).collect();
        if contracted.is_empty() {
            return self.binary("multiply", &a, &b);
        }
        let batch: Vec<usize> = a.axes.iter().filter(shared).copied().filter(|id| !over.contains(id)).collect();
        let places = |lane: &Lane, ids: &[usize]| {
            ids.iter()
                .map(|id| lane.axes.iter().position(|own| own == id).unwrap_or_default() as i64)
                .collect::<Vec<_>>()
        };
        let numbers = DotDimensionNumbers {
            lhs_batching: places(&a, &batch),
            rhs_batching: places(&b, &batch),
            lhs_contracting: places(&a, &contracted),
            rhs_contracting: places(&b, &contracted),
        };
        let free = |lane: &Lane| {
            lane.axes.iter().copied().filter(|id| !batch.contains(id) && !contracted.contains(id)).collect::<Vec<_>>()
        };
        let order = [batch.clone(), free(&a), free(&b)].concat();
        let shape = dot_shape(&self.shape(a.value), &self.shape(b.value), &numbers)
            .map_err(|error| zymase_ir::LocatedDiagnostic::new(self.location.clone(), error))?;
        let ty = tensor_of(&shape, self.ir.ty(a.value).element());
        let attributes = [("dot_dimension_numbers", Attribute::dialect(numbers))];
        let value = self.typed("dot_general", &[a.value, b.value], &attributes, ty)?;
        self.sorted(value, &order)
    }

    /// A tensor whose dimensions are these axes, with its axes in order.
    pub fn sorted(&mut self, value: Value, order: &[usize]) -> Result<Lane> {
        let mut axes = order.to_vec();
        axes.sort_unstable();
        let permutation: Vec<i64> =
            axes.iter().map(|id| order.iter().position(|other| other == id).unwrap_or_default() as i64).collect();
        Ok(Lane { value: self.transpose(value, &permutation)?, axes })
    }

    /// Two lanes combined; the second one is subtracted if `is_negative`.
    pub fn combined(&mut self, combine: Combine, a: &Lane, b: &Lane, is_negative: bool) -> Result<Lane> {
        if combine == Combine::Add && self.is_zero(a) && a.axes.is_empty() {
            return if is_negative { self.unary("negate", b) } else { Ok(b.clone()) };
        }
        let name = if is_negative { "subtract" } else { &combine.name()["stablehlo.".len()..] };
        self.binary(name, a, b)
    }

    fn is_zero(&self, lane: &Lane) -> bool {
        let op = self.ir.defining_op(lane.value);
        op.and_then(|op| self.ir.attribute(op, "value")?.as_dense().map(|dense| dense.is_zero())).unwrap_or_default()
    }
}
