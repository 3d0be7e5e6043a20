//! Single operations on lanes: what they depend on is brought together, repeated only where needed.

use super::{Count, Emitter, Form, Lane, Mask};
use crate::linear::{Linear, Unknown};
use crate::tensor_of;
use zymase_dialects::stablehlo::attributes::enumeration;
use zymase_ir::{Attribute, DenseData, DenseElements, Result, Type, Value};

/// All numbers of two lists in order, once.
pub fn union(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all: Vec<usize> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Emitter<'_> {
    pub fn uniform(value: Value) -> Lane {
        Lane { value, axes: Vec::new() }
    }

    /// The tensor of a value.
    pub fn lane(&mut self, value: Value) -> Result<Lane> {
        match self.forms.get(&value).cloned() {
            Some(Form::Lane(lane)) => Ok(lane),
            Some(form) => {
                if let Some((block, lane)) = self.made.get(&value)
                    && *block == self.block
                {
                    return Ok(lane.clone());
                }
                let lane = self.written(&form)?;
                self.made.insert(value, (self.block, lane.clone()));
                Ok(lane)
            }
            None => {
                let Some(sum) = self.facts.known_sum(value).cloned() else {
                    let error = format!("a value of type {} has not been raised", self.ir.ty(value));
                    return Err(zymase_ir::LocatedDiagnostic::new(self.location.clone(), error));
                };
                if let Some((block, lane)) = self.made.get(&value)
                    && *block == self.block
                {
                    return Ok(lane.clone());
                }
                let ty = self.ir.ty(value).clone();
                let lane = self.sum_lane(&sum, &ty)?;
                self.made.insert(value, (self.block, lane.clone()));
                Ok(lane)
            }
        }
    }

    /// The tensor of a form.
    pub fn written(&mut self, form: &Form) -> Result<Lane> {
        match form {
            Form::Lane(lane) => Ok(lane.clone()),
            Form::Product(pair) => {
                let (a, b) = (self.written(&pair.0)?, self.written(&pair.1)?);
                self.binary("multiply", &a, &b)
            }
            Form::Pending(_) | Form::Nothing => {
                let error = "a value that is only combined is used in another way";
                Err(zymase_ir::LocatedDiagnostic::new(self.location.clone(), error))
            }
        }
    }

    /// A sum of unknowns in a type of integers.
    pub fn sum_lane(&mut self, sum: &Linear, ty: &Type) -> Result<Lane> {
        let element = tensor_of(&[], ty).element().clone();
        let mut total: Option<Lane> = None;
        for (unknown, factor) in &sum.terms {
            let lane = match unknown {
                Unknown::Count(op) => self.count_lane(*op, &element)?,
                Unknown::Value(value) => {
                    let lane = self.lane(*value)?;
                    self.convert(&lane, &element)?
                }
            };
            let lane = if *factor == 1 {
                lane
            } else {
                let by = Self::uniform(self.integer(*factor, &element)?);
                self.binary("multiply", &lane, &by)?
            };
            total = Some(match total {
                Some(total) => self.binary("add", &total, &lane)?,
                None => lane,
            });
        }
        match total {
            Some(total) if sum.constant == 0 => Ok(total),
            Some(total) => {
                let by = Self::uniform(self.integer(sum.constant, &element)?);
                self.binary("add", &total, &by)
            }
            None => Ok(Self::uniform(self.integer(sum.constant, &element)?)),
        }
    }

    fn count_lane(&mut self, op: zymase_ir::Op, element: &Type) -> Result<Lane> {
        match self.counts.get(&op).copied() {
            Some(Count::Axis(id)) => {
                let ty = Type::tensor(self.extents(&[id]), element.clone());
                let value = self.typed("iota", &[], &[("iota_dimension", Attribute::i64(0))], ty)?;
                Ok(Lane { value, axes: vec![id] })
            }
            Some(Count::Zero) => Ok(Self::uniform(self.integer(0, element)?)),
            Some(Count::Scalar(value)) => self.convert(&Self::uniform(value), element),
            None => Err(self.ir.error(op, "counts outside of itself")),
        }
    }

    pub fn integer(&mut self, number: i64, element: &Type) -> Result<Value> {
        let ty = tensor_of(&[], element);
        self.integers(ty, [number])
    }

    pub fn integers(&mut self, ty: Type, numbers: impl IntoIterator<Item = i64>) -> Result<Value> {
        match DenseElements::of_integers(ty, numbers) {
            Some(dense) => self.constant(dense),
            None => Err(zymase_ir::LocatedDiagnostic::new(self.location.clone(), "an integer constant cannot be made")),
        }
    }

    /// A number everywhere in a tensor.
    pub fn splat(&mut self, ty: &Type, number: f64) -> Result<Value> {
        let element = ty.element();
        let bytes = match (element.as_float(), element.element_bytes()) {
            (Some(kind), Some(width)) => zymase_ir::floats::from_f64(kind, number).to_le_bytes()[..width].to_vec(),
            (None, Some(width)) if width <= 8 => (number as i64).to_le_bytes()[..width].to_vec(),
            _ => Vec::new(),
        };
        self.filled(ty, bytes)
    }

    pub fn filled(&mut self, ty: &Type, bytes: Vec<u8>) -> Result<Value> {
        let is_empty = ty.shape().is_some_and(|shape| shape.contains(&0));
        let data = if is_empty { DenseData::Raw([].as_slice().into()) } else { DenseData::Splat(bytes.into()) };
        match DenseElements::new(ty.clone(), data) {
            Some(dense) => self.constant(dense),
            None => {
                let error = format!("a constant of type {ty} cannot be made");
                Err(zymase_ir::LocatedDiagnostic::new(self.location.clone(), error))
            }
        }
    }

    /// A lane with exactly these axes, of which it has some.
    pub fn spread(&mut self, lane: &Lane, axes: &[usize]) -> Result<Value> {
        if lane.axes == axes {
            return Ok(lane.value);
        }
        let shape = self.extents(axes);
        let ty = Type::tensor(shape, self.ir.ty(lane.value).element().clone());
        let constant =
            self.ir.defining_op(lane.value).and_then(|op| self.ir.attribute(op, "value")?.as_dense().cloned());
        if let Some(DenseData::Splat(bytes)) = constant.as_ref().map(DenseElements::data) {
            return self.filled(&ty, bytes.to_vec());
        }
        let places: Vec<i64> =
            lane.axes.iter().map(|id| axes.iter().position(|other| other == id).unwrap_or_default() as i64).collect();
        self.typed("broadcast_in_dim", &[lane.value], &[("broadcast_dimensions", Attribute::i64_array(places))], ty)
    }

    pub fn together(&mut self, a: &Lane, b: &Lane) -> Result<(Value, Value, Vec<usize>)> {
        let axes = union(&a.axes, &b.axes);
        Ok((self.spread(a, &axes)?, self.spread(b, &axes)?, axes))
    }

    pub fn unary(&mut self, name: &str, a: &Lane) -> Result<Lane> {
        Ok(Lane { value: self.value(name, &[a.value], &[])?, axes: a.axes.clone() })
    }

    pub fn binary(&mut self, name: &str, a: &Lane, b: &Lane) -> Result<Lane> {
        let (x, y, axes) = self.together(a, b)?;
        Ok(Lane { value: self.value(name, &[x, y], &[])?, axes })
    }

    pub fn compare(&mut self, direction: &str, a: &Lane, b: &Lane) -> Result<Lane> {
        let (x, y, axes) = self.together(a, b)?;
        let attribute = |kind: &str, word: &str| {
            enumeration(kind, word)
                .map_err(|error| zymase_ir::LocatedDiagnostic::new(zymase_ir::Location::Unset, error))
        };
        let element = self.ir.ty(x).element().clone();
        let kind = if element.is_float() {
            "FLOAT"
        } else if element.is_unsigned() || element.is_bool() {
            "UNSIGNED"
        } else {
            "SIGNED"
        };
        let attributes = [
            ("comparison_direction", attribute("comparison_direction", direction)?),
            ("compare_type", attribute("comparison_type", kind)?),
        ];
        Ok(Lane { value: self.value("compare", &[x, y], &attributes)?, axes })
    }

    /// One value where a condition holds, another one elsewhere.
    pub fn select(&mut self, condition: &Lane, yes: &Lane, no: &Lane) -> Result<Lane> {
        let axes = union(&yes.axes, &no.axes);
        let axes = union(&axes, &condition.axes);
        let (x, y) = (self.spread(yes, &axes)?, self.spread(no, &axes)?);
        let by = if condition.axes.is_empty() { condition.value } else { self.spread(condition, &axes)? };
        let ty = self.ir.ty(x).clone();
        Ok(Lane { value: self.typed("select", &[by, x, y], &[], ty)?, axes })
    }

    pub fn convert(&mut self, lane: &Lane, element: &Type) -> Result<Lane> {
        let ty = self.ir.ty(lane.value);
        if ty.element() == element {
            return Ok(lane.clone());
        }
        let ty = Type::tensor(ty.shape().unwrap_or_default(), element.clone());
        Ok(Lane { value: self.typed("convert", &[lane.value], &[], ty)?, axes: lane.axes.clone() })
    }

    /// The bits of a lane as another type of the same width.
    pub fn reinterpret(&mut self, lane: &Lane, element: &Type) -> Result<Lane> {
        let ty = self.ir.ty(lane.value);
        if ty.element() == element {
            return Ok(lane.clone());
        }
        let ty = Type::tensor(ty.shape().unwrap_or_default(), element.clone());
        Ok(Lane { value: self.typed("bitcast_convert", &[lane.value], &[], ty)?, axes: lane.axes.clone() })
    }

    pub fn number(&mut self, number: f64, like: &Lane) -> Result<Lane> {
        let element = self.ir.ty(like.value).element().clone();
        Ok(Self::uniform(self.splat(&Type::tensor([], element), number)?))
    }

    pub fn reshape(&mut self, value: Value, shape: &[i64]) -> Result<Value> {
        // A reshape of a reshape is one.
        let before = self.ir.defining_op(value).filter(|op| self.ir[*op].name() == "stablehlo.reshape");
        let value = before.and_then(|op| self.ir[op].operand(0)).unwrap_or(value);
        let ty = self.ir.ty(value);
        if ty.shape() == Some(shape) {
            return Ok(value);
        }
        let ty = Type::tensor(shape, ty.element().clone());
        self.typed("reshape", &[value], &[], ty)
    }

    /// Puts dimension `permutation[i]` at place `i`.
    pub fn transpose(&mut self, value: Value, permutation: &[i64]) -> Result<Value> {
        if permutation.iter().copied().eq(0..permutation.len() as i64) {
            return Ok(value);
        }
        self.value("transpose", &[value], &[("permutation", Attribute::i64_array(permutation))])
    }

    pub fn shape(&self, value: Value) -> Vec<i64> {
        self.ir.ty(value).shape().unwrap_or_default().to_vec()
    }

    /// Runs something under one more condition.
    pub fn under<T>(&mut self, condition: &Lane, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let all = match self.masks.last().cloned() {
            Some(mask) => self.binary("and", &mask.all, condition)?,
            None => condition.clone(),
        };
        self.masks.push(Mask { own: condition.clone(), all });
        let outcome = run(self);
        self.masks.pop();
        outcome
    }

    /// The condition under which code runs now.
    pub fn mask(&self) -> Option<Lane> {
        self.masks.last().map(|mask| mask.all.clone())
    }

    /// The conditions that were added since there were this many.
    pub fn mask_since(&mut self, depth: usize) -> Result<Option<Lane>> {
        if depth == 0 {
            return Ok(self.mask());
        }
        let mut found: Option<Lane> = None;
        for mask in self.masks.get(depth..).unwrap_or_default().to_vec() {
            found = Some(match found {
                Some(found) => self.binary("and", &found, &mask.own)?,
                None => mask.own,
            });
        }
        Ok(found)
    }
}
