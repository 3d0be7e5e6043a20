//! Reads of memory: slices where subscripts are evenly spaced, pieces put together where they fall into few runs or slide along each
//! other, gathers otherwise.

use super::lanes::union;
use super::subscripts::{Places, Selection};
use super::sums::Pending;
use super::{Buffer, Emitter, Form, Lane};
use crate::analyse::accesses::{of_op, place};
use crate::linear::Linear;
use zymase_ir::{Attribute, Op, Result, Type, Value};

/// Up to this many lanes of an axis are sliced one by one.
const MOST_SLIDES: i64 = 16;
/// Up to this many slices are put together for one read.
const MOST_PIECES: i64 = 64;

/// A part of an array along all dimensions.
pub struct Window {
    /// The array, with zeros around it where the part reaches beyond its ends.
    pub padded: Value,
    pub low: Vec<i64>,
    /// Where it begins: numbers, or computed ones.
    pub start: Vec<Linear>,
    pub sizes: Vec<i64>,
    /// For each dimension the axis and the step.
    pub places: Vec<(Option<usize>, i64)>,
}

impl Emitter<'_> {
    pub fn load_op(&mut self, op: Op) -> Result<()> {
        let result = self.ir[op].results()[0];
        if let Some(store) = self.plan.update_loads.get(&op) {
            let combine = self.plan.updates[store].combine;
            let pending = Pending { combine, terms: Vec::new(), depth: 0 };
            self.forms.insert(result, Form::Pending(pending));
            return Ok(());
        }
        let memref = self.ir[op].operand(0);
        let indices: Vec<Value> = self.ir[op].operands().skip(1).collect();
        let found = memref.and_then(|memref| Some((memref, place(self.ir, self.facts, op, memref, &indices)?)));
        let Some((memref, (subscripts, shape))) = found else { return Err(self.unknown_place(op)) };
        let Some(buffer) = self.facts.views.get(&memref).and_then(|view| self.memory.get(&view.root)).cloned() else {
            return Err(self.unknown_place(op));
        };
        let buffer = self.seen_as(&buffer, &shape)?;
        let subscripts = self.all_subscripts(&buffer, &subscripts);
        let lane = self.load(&buffer, &subscripts)?;
        self.forms.insert(result, Form::Lane(lane));
        Ok(())
    }

    pub fn unknown_place(&self, op: Op) -> zymase_ir::LocatedDiagnostic {
        let message = "uses memory through a view that is not understood";
        self.ir.refuse(op, message, "use the array itself, or a cast of it with constant strides")
    }

    /// A buffer with other dimensions for the same elements.
    pub fn seen_as(&mut self, buffer: &Buffer, shape: &[i64]) -> Result<Buffer> {
        let wanted = [&buffer.shape[..buffer.axes.len()], shape].concat();
        let value = self.reshape(buffer.value, &wanted)?;
        Ok(Buffer { value, shape: wanted, ..buffer.clone() })
    }

    pub fn load(&mut self, buffer: &Buffer, subscripts: &[Linear]) -> Result<Lane> {
        let selections = subscripts.iter().map(|sum| self.selection(sum)).collect::<Result<Vec<_>>>()?;
        if let Some((mut flat, sum)) = self.flattened(buffer, subscripts, &selections) {
            flat.value = self.reshape(buffer.value, &flat.shape)?;
            return self.load(&flat, &[sum]);
        }
        if let Some(lane) = self.slid(buffer, subscripts, &selections)? {
            return Ok(lane);
        }
        if let Some(places) = self.separate(&selections) {
            if let Some(window) = self.window(buffer, &places)? {
                let value = self.cut(&window)?;
                return self.arranged(value, &window.places);
            }
        } else if let Some(lane) = self.pieced(buffer, subscripts, &selections)? {
            return Ok(lane);
        }
        self.gather(buffer, subscripts, &selections)
    }

    /// Evenly spaced places along each dimension, with an axis for at most one of them.
    pub fn separate(&self, selections: &[Selection]) -> Option<Vec<Places>> {
        let mut seen = Vec::new();
        let mut all = Vec::new();
        for selection in selections {
            let Selection::Places(places) = selection else { return None };
            if let Some(axis) = places.axis {
                if seen.contains(&axis) {
                    return None;
                }
                seen.push(axis);
            }
            all.push(places.clone());
        }
        Some(all)
    }

    /// The smallest part of an array that holds all places; nothing if it might lie anywhere and lanes could leave the array.
    pub fn window(&mut self, buffer: &Buffer, places: &[Places]) -> Result<Option<Window>> {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let (mut start, mut sizes) = (Vec::new(), Vec::new());
        for (size, place) in buffer.shape.iter().zip(places) {
            let (least, most) = self.reach(place);
            let range = self.start_range(place);
            let first = range.least.map(|first| first.saturating_add(least));
            let last = range.most.map(|last| last.saturating_add(most));
            let (before, behind) = match (first, last) {
                (Some(first), Some(last)) => ((-first).max(0), (last - size + 1).max(0)),
                // What is the same for all lanes is within the array whenever it counts.
                _ if self.masks.iter().all(|mask| mask.all.axes.is_empty()) || place.axis.is_none() => (0, 0),
                _ => return Ok(None),
            };
            if most - least + 1 > size + before + behind || before.max(behind) > (1 << 24) {
                return Ok(None);
            }
            low.push(before);
            high.push(behind);
            start.push(place.start.moved(least + before));
            sizes.push(most - least + 1);
        }
        let padded = self.padded(buffer, &low, &high)?;
        let places = places.iter().map(|place| (place.axis, place.step)).collect();
        Ok(Some(Window { padded, low, start, sizes, places }))
    }

    fn padded(&mut self, buffer: &Buffer, low: &[i64], high: &[i64]) -> Result<Value> {
        if low.iter().chain(high).all(|amount| *amount == 0) {
            return Ok(buffer.value);
        }
        let element = self.ir.ty(buffer.value).element().clone();
        let zero = self.splat(&Type::tensor([], element), 0.0)?;
        self.pad(buffer.value, zero, low, high, &vec![0; low.len()])
    }

    pub fn pad(&mut self, value: Value, with: Value, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Value> {
        if low.iter().chain(high).chain(interior).all(|amount| *amount == 0) {
            return Ok(value);
        }
        let [low, high, interior] = [low, high, interior].map(Attribute::i64_array);
        let attributes = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
        self.value("pad", &[value, with], &attributes)
    }

    /// The part of the array in a window, with all elements between its ends.
    pub fn part(&mut self, window: &Window) -> Result<Value> {
        let numbers: Option<Vec<i64>> = window.start.iter().map(Linear::as_number).collect();
        if let Some(start) = numbers {
            let limit: Vec<i64> = start.iter().zip(&window.sizes).map(|(start, size)| start + size).collect();
            return self.slice(window.padded, &start, &limit, &vec![1; start.len()]);
        }
        let starts = self.starts(window)?;
        let operands = [vec![window.padded], starts].concat();
        self.value("dynamic_slice", &operands, &[("slice_sizes", Attribute::i64_array(window.sizes.clone()))])
    }

    /// Where a window begins, as tensors of one integer.
    pub fn starts(&mut self, window: &Window) -> Result<Vec<Value>> {
        window.start.iter().map(|sum| Ok(self.sum_lane(sum, &Type::index())?.value)).collect()
    }

    pub fn slice(&mut self, value: Value, start: &[i64], limit: &[i64], strides: &[i64]) -> Result<Value> {
        let shape = self.shape(value);
        if start.iter().all(|start| *start == 0) && limit == shape && strides.iter().all(|step| *step == 1) {
            return Ok(value);
        }
        let [start, limit, strides] = [start, limit, strides].map(Attribute::i64_array);
        self.value("slice", &[value], &[("start_indices", start), ("limit_indices", limit), ("strides", strides)])
    }

    pub fn reverse(&mut self, value: Value, dimensions: Vec<i64>) -> Result<Value> {
        if dimensions.is_empty() {
            return Ok(value);
        }
        self.value("reverse", &[value], &[("dimensions", Attribute::i64_array(dimensions))])
    }

    /// The elements at the places of a window: a dimension for each of the array.
    pub fn cut(&mut self, window: &Window) -> Result<Value> {
        let steps: Vec<i64> = window.places.iter().map(|(_, step)| step.abs().max(1)).collect();
        let numbers: Option<Vec<i64>> = window.start.iter().map(Linear::as_number).collect();
        let value = match numbers {
            Some(start) => {
                let limit: Vec<i64> = start.iter().zip(&window.sizes).map(|(start, size)| start + size).collect();
                self.slice(window.padded, &start, &limit, &steps)?
            }
            None => {
                let region = self.part(window)?;
                self.slice(region, &vec![0; steps.len()], &window.sizes, &steps)?
            }
        };
        self.reverse(value, backward(&window.places))
    }

    /// A tensor whose dimensions are those of the array, as a lane.
    pub fn arranged(&mut self, value: Value, places: &[(Option<usize>, i64)]) -> Result<Lane> {
        let order: Vec<usize> = places.iter().filter_map(|(axis, _)| *axis).collect();
        let extents = self.extents(&order);
        let value = self.reshape(value, &extents)?;
        self.sorted(value, &order)
    }

    /// Subscripts in which axes slide along each other, or an axis occurs twice: one slice for each iteration of a short axis.
    fn slid(&mut self, buffer: &Buffer, subscripts: &[Linear], selections: &[Selection]) -> Result<Option<Lane>> {
        let mut shared: Vec<usize> = Vec::new();
        let mut seen: Vec<usize> = Vec::new();
        for selection in selections {
            let axes: Vec<usize> = match selection {
                Selection::Several(along) => along.iter().map(|(axis, _)| *axis).collect(),
                Selection::Places(Places { axis: Some(axis), .. }) => vec![*axis],
                Selection::Places(_) => Vec::new(),
                _ => return Ok(None),
            };
            if matches!(selection, Selection::Several(_)) {
                shared.extend(&axes);
            }
            shared.extend(axes.iter().filter(|axis| seen.contains(axis)));
            seen.extend(axes);
        }
        let Some(short) = shared.into_iter().min_by_key(|axis| (self.extents(&[*axis])[0], *axis)) else {
            return Ok(None);
        };
        let extent = self.extents(&[short])[0];
        let others: i64 = selections.iter().map(|selection| self.pieces(selection)).product();
        if extent > MOST_SLIDES || others > MOST_PIECES {
            return Ok(None);
        }
        let Some(count) = self.axes.iter().find(|axis| axis.id == short).map(|axis| axis.op) else { return Ok(None) };
        let count = crate::linear::Unknown::Count(count);
        let mut slices = Vec::new();
        for at in 0..extent {
            let at_once: Vec<Linear> =
                subscripts.iter().map(|sum| sum.without(count).moved(sum.factor(count).saturating_mul(at))).collect();
            slices.push(self.load(buffer, &at_once)?);
        }
        self.stacked(&slices, short).map(Some)
    }

    /// How many slices a subscript asks for.
    fn pieces(&self, selection: &Selection) -> i64 {
        match selection {
            Selection::Several(along) => {
                let mut sizes: Vec<i64> = along.iter().map(|(axis, _)| self.extents(&[*axis])[0]).collect();
                sizes.sort_unstable();
                sizes.pop();
                sizes.into_iter().fold(1, i64::saturating_mul)
            }
            _ => 1,
        }
    }

    /// Lanes beside one another along a new axis.
    fn stacked(&mut self, lanes: &[Lane], axis: usize) -> Result<Lane> {
        let without = lanes.iter().fold(Vec::new(), |all, lane| union(&all, &lane.axes));
        let axes = union(&without, &[axis]);
        let place = axes.iter().position(|id| *id == axis).unwrap_or_default();
        let mut shape = self.extents(&axes);
        shape[place] = 1;
        let mut parts = Vec::new();
        for lane in lanes {
            let value = self.spread(lane, &without)?;
            parts.push(self.reshape(value, &shape)?);
        }
        Ok(Lane { value: self.concatenate(&parts, place)?, axes })
    }

    pub fn concatenate(&mut self, values: &[Value], dimension: usize) -> Result<Value> {
        match values {
            [one] => Ok(*one),
            _ => self.value("concatenate", values, &[("dimension", Attribute::i64(dimension as i64))]),
        }
    }

    /// Subscripts that fall into a few runs: slices one behind the other.
    fn pieced(&mut self, buffer: &Buffer, subscripts: &[Linear], selections: &[Selection]) -> Result<Option<Lane>> {
        let Some(place) = selections.iter().position(|selection| matches!(selection, Selection::Runs { .. })) else {
            return Ok(None);
        };
        let Selection::Runs { axis, runs } = &selections[place] else { return Ok(None) };
        let mut seen = vec![*axis];
        for (other, selection) in selections.iter().enumerate().filter(|(other, _)| *other != place) {
            let found = match selection {
                Selection::Places(Places { axis, .. }) => *axis,
                Selection::Runs { axis, .. } if other > place => Some(*axis),
                _ => return Ok(None),
            };
            if let Some(found) = found {
                if seen.contains(&found) {
                    return Ok(None);
                }
                seen.push(found);
            }
        }
        let size = buffer.shape[place];
        let mut parts = Vec::new();
        for run in runs {
            let last = run.first + run.step * (run.count - 1);
            if run.first.min(last) < 0 || run.first.max(last) >= size {
                return Ok(None);
            }
            parts.push(self.piece(buffer.value, place, run)?);
        }
        let value = self.concatenate(&parts, place)?;
        let Some(count) = self.axes.iter().find(|own| own.id == *axis).map(|own| own.op) else { return Ok(None) };
        let mut subscripts = subscripts.to_vec();
        subscripts[place] = Linear::of(crate::linear::Unknown::Count(count));
        let mut shape = buffer.shape.clone();
        shape[place] = self.extents(&[*axis])[0];
        self.load(&Buffer { value, shape, ..buffer.clone() }, &subscripts).map(Some)
    }

    /// One run of places along a dimension.
    pub fn piece(&mut self, value: Value, dimension: usize, run: &crate::analyse::tables::Run) -> Result<Value> {
        let shape = self.shape(value);
        let last = run.first + run.step * (run.count - 1);
        let (mut start, mut limit, mut steps) = (vec![0; shape.len()], shape.clone(), vec![1; shape.len()]);
        (start[dimension], limit[dimension]) = (run.first.min(last), run.first.max(last) + 1);
        steps[dimension] = run.step.abs().max(1);
        let part = self.slice(value, &start, &limit, &steps)?;
        if run.step < 0 {
            return self.reverse(part, vec![dimension as i64]);
        }
        if run.step == 0 && run.count > 1 {
            let mut wide = self.shape(part);
            wide[dimension] = run.count;
            let ty = Type::tensor(wide, self.ir.ty(part).element().clone());
            let all: Vec<i64> = (0..shape.len() as i64).collect();
            return self.typed("broadcast_in_dim", &[part], &[("broadcast_dimensions", Attribute::i64_array(all))], ty);
        }
        Ok(part)
    }

    /// One array is made like another.
    pub fn copy_op(&mut self, op: Op) -> Result<()> {
        let roots: Vec<Value> = of_op(self.ir, self.facts, op).iter().map(|access| access.root).collect();
        let views: Vec<bool> = self.ir[op]
            .operands()
            .map(|value| self.facts.views.get(&value).is_some_and(|view| view.layout.is_none()))
            .collect();
        let ([from, to], [true, true]) = (&roots[..], &views[..]) else { return Err(self.unknown_place(op)) };
        let (Some(source), Some(target)) = (self.memory.get(from).cloned(), self.memory.get(to).cloned()) else {
            return Err(self.unknown_place(op));
        };
        let own = target.shape[target.axes.len()..].to_vec();
        if source.shape[source.axes.len()..] != own {
            return Err(self.unknown_place(op));
        }
        let all: Vec<usize> = self.axes.iter().map(|axis| axis.id).collect();
        if target.axes.len() != all.len() || self.mask().is_some() && !all.is_empty() {
            let message = "copies a whole array in a loop that is read in lock step";
            return Err(self.ir.refuse(op, message, "copy element by element"));
        }
        let mut value = source.value;
        if source.axes != target.axes {
            let places: Vec<i64> = source
                .axes
                .iter()
                .filter_map(|id| target.axes.iter().position(|own| own == id))
                .map(|place| place as i64)
                .chain((0..own.len()).map(|place| (target.axes.len() + place) as i64))
                .collect();
            let ty = self.ir.ty(target.value).clone();
            value = self.typed(
                "broadcast_in_dim",
                &[value],
                &[("broadcast_dimensions", Attribute::i64_array(places))],
                ty,
            )?;
        }
        if let Some(mask) = self.mask() {
            let ty = self.ir.ty(value).clone();
            value = self.typed("select", &[mask.value, value, target.value], &[], ty)?;
        }
        self.memory.insert(*to, Buffer { value, ..target });
        Ok(())
    }
}

/// The dimensions along which places go down.
pub fn backward(places: &[(Option<usize>, i64)]) -> Vec<i64> {
    places
        .iter()
        .enumerate()
        .filter(|(_, (axis, step))| axis.is_some() && *step < 0)
        .map(|(place, _)| place as i64)
        .collect()
}
