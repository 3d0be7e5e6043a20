//! Gathers and scatters, for subscripts that are computed.
//!
//! Dimensions that an axis of their own walks through entirely in steps of one are moved as a whole.

use super::lanes::union;
use super::stores::{Change, Target};
use super::subscripts::{Places, Selection};
use super::{Buffer, Emitter, Lane};
use crate::linear::Linear;
use zymase_dialects::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use zymase_ir::{Attribute, Op, Result, Type, Value};

/// How dimensions are indexed: by an axis as a whole, or element by element.
struct Indices {
    /// For each dimension the axis that walks through it.
    whole: Vec<Option<usize>>,
    /// The axes of all other dimensions.
    axes: Vec<usize>,
    /// Subscripts of dimensions that are not whole, each with these axes.
    lanes: Vec<Value>,
}

impl Emitter<'_> {
    fn indices(
        &mut self,
        buffer: &Buffer,
        subscripts: &[Linear],
        selections: &[Selection],
        more: &[usize],
    ) -> Result<Indices> {
        let mut computed = Vec::new();
        for (sum, selection) in subscripts.iter().zip(selections) {
            let is_place = matches!(selection, Selection::Places(_));
            computed.push(if is_place { None } else { Some(self.sum_lane(sum, &Type::index())?) });
        }
        let mut whole = Vec::new();
        for (place, selection) in selections.iter().enumerate() {
            let axis = match selection {
                Selection::Places(Places { start, step: 1, axis: Some(axis) })
                    if start.as_number() == Some(0) && self.extents(&[*axis])[0] == buffer.shape[place] =>
                {
                    Some(*axis)
                }
                _ => None,
            };
            let elsewhere = |axis: &usize| {
                more.contains(axis)
                    || computed.iter().flatten().any(|lane| lane.axes.contains(axis))
                    || selections.iter().enumerate().any(|(other, selection)| {
                        other != place && matches!(selection, Selection::Places(places) if places.axis == Some(*axis))
                    })
            };
            whole.push(axis.filter(|axis| !elsewhere(axis)));
        }
        let mut single = Vec::new();
        for (place, lane) in computed.into_iter().enumerate() {
            if whole[place].is_none() {
                single.push(match lane {
                    Some(lane) => lane,
                    None => self.sum_lane(&subscripts[place], &Type::index())?,
                });
            }
        }
        let axes = single.iter().fold(more.to_vec(), |all, lane| union(&all, &lane.axes));
        let lanes = single.iter().map(|lane| self.spread(lane, &axes)).collect::<Result<_>>()?;
        Ok(Indices { whole, axes, lanes })
    }

    /// All parts of indices beside one another in a last dimension.
    fn index_tensor(&mut self, indices: &Indices) -> Result<Value> {
        let shape = [self.extents(&indices.axes), vec![1]].concat();
        let parts = indices.lanes.iter().map(|lane| self.reshape(*lane, &shape)).collect::<Result<Vec<_>>>()?;
        self.concatenate(&parts, shape.len() - 1)
    }

    pub fn gather(&mut self, buffer: &Buffer, subscripts: &[Linear], selections: &[Selection]) -> Result<Lane> {
        let indices = self.indices(buffer, subscripts, selections, &[])?;
        let batch = indices.axes.len() as i64;
        let places = |is_whole: bool| {
            (0..indices.whole.len())
                .filter(|place| indices.whole[*place].is_some() == is_whole)
                .map(|place| place as i64)
                .collect::<Vec<_>>()
        };
        let (windows, singles) = (places(true), places(false));
        let numbers = GatherDimensionNumbers {
            offset_dims: (batch..batch + windows.len() as i64).collect(),
            collapsed_slice_dims: singles.clone(),
            start_index_map: singles,
            index_vector_dim: batch,
            ..GatherDimensionNumbers::default()
        };
        let sizes: Vec<i64> = indices
            .whole
            .iter()
            .zip(&buffer.shape)
            .map(|(axis, size)| if axis.is_some() { *size } else { 1 })
            .collect();
        let tensor = self.index_tensor(&indices)?;
        let attributes =
            [("dimension_numbers", Attribute::dialect(numbers)), ("slice_sizes", Attribute::i64_array(sizes))];
        let value = self.value("gather", &[buffer.value, tensor], &attributes)?;
        let order: Vec<usize> =
            indices.axes.iter().copied().chain(indices.whole.iter().filter_map(|axis| *axis)).collect();
        self.sorted(value, &order)
    }

    /// The array with single elements changed. Where a mask does not hold, the index lies outside, which changes nothing.
    pub fn scatter(
        &mut self,
        op: Op,
        target: &Target,
        selections: &[Selection],
        lane: &Lane,
        change: Change,
    ) -> Result<Value> {
        let mask = if change == Change::Replace { self.mask() } else { None };
        let more = mask.as_ref().map(|mask| mask.axes.clone()).unwrap_or_default();
        let mut indices = self.indices(&target.buffer, &target.subscripts, selections, &more)?;
        if indices.lanes.is_empty() {
            return Err(self.refuse(op));
        }
        let own: Vec<usize> =
            indices.axes.iter().copied().chain(indices.whole.iter().filter_map(|axis| *axis)).collect();
        if lane.axes.iter().any(|id| !own.contains(id)) {
            let message = "several iterations write one element, and which one comes last is not known";
            return Err(self.ir.refuse(op, message, "write each element once"));
        }
        if let Some(mask) = &mask {
            let first = Lane { value: indices.lanes[0], axes: indices.axes.clone() };
            let place = indices.whole.iter().position(Option::is_none).unwrap_or_default();
            let outside = self.integer(target.buffer.shape[place], &Type::index())?;
            let moved = self.select(mask, &first, &Self::uniform(outside))?;
            indices.lanes[0] = self.spread(&moved, &indices.axes.clone())?;
        }
        self.scattered(&target.buffer, &indices, lane, change)
    }

    fn scattered(&mut self, buffer: &Buffer, indices: &Indices, lane: &Lane, change: Change) -> Result<Value> {
        let batch = indices.axes.len() as i64;
        let order: Vec<usize> =
            indices.axes.iter().copied().chain(indices.whole.iter().filter_map(|axis| *axis)).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let mut updates = Lane { value: self.spread(lane, &sorted)?, axes: sorted.clone() };
        let combine = match change {
            Change::With(combine, is_negative) => {
                if is_negative {
                    updates = self.unary("negate", &updates)?;
                }
                Some(combine)
            }
            Change::Replace => None,
        };
        let permutation: Vec<i64> =
            order.iter().map(|id| sorted.iter().position(|other| other == id).unwrap_or_default() as i64).collect();
        let updates = self.transpose(updates.value, &permutation)?;
        let singles: Vec<i64> = (0..indices.whole.len())
            .filter(|place| indices.whole[*place].is_none())
            .map(|place| place as i64)
            .collect();
        let windows = indices.whole.iter().filter(|axis| axis.is_some()).count() as i64;
        let numbers = ScatterDimensionNumbers {
            update_window_dims: (batch..batch + windows).collect(),
            inserted_window_dims: singles.clone(),
            scatter_dims_to_operand_dims: singles,
            index_vector_dim: batch,
            ..ScatterDimensionNumbers::default()
        };
        let tensor = self.index_tensor(indices)?;
        let scalar = Type::tensor([], self.ir.ty(buffer.value).element().clone());
        let region = self.builder().region(&[scalar.clone(), scalar], |inner, arguments| {
            let result = match combine {
                Some(combine) => inner.value(combine.name(), arguments, &[])?,
                None => arguments[1],
            };
            inner.build("stablehlo.return", &[result], &[], &[]);
            Ok(())
        })?;
        let attributes = [("scatter_dimension_numbers", Attribute::dialect(numbers))];
        let mut state = self.state("scatter", &[buffer.value, tensor, updates], &attributes);
        state.regions.push(region);
        let made = self.builder().insert_inferred(state)?;
        Ok(self.ir[made].results()[0])
    }
}
