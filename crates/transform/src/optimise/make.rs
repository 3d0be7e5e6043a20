//! Single operations of StableHLO as rules write them: each function makes one operation before the one that is being
//! rewritten, or none where nothing is to be done. What cannot be made is `None`, and the rule does not apply.

use zymase_dialects::stablehlo::attributes::{DotDimensionNumbers, enumeration};
use zymase_ir::{Attribute, Builder, DenseData, DenseElements, Ir, Op, Region, Type, Value};

/// Start, limit and stride of a slice, for each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub start: Vec<i64>,
    pub limit: Vec<i64>,
    pub stride: Vec<i64>,
}

impl Cut {
    /// Everything of a shape.
    pub fn all(shape: &[i64]) -> Cut {
        Cut { start: vec![0; shape.len()], limit: shape.to_vec(), stride: vec![1; shape.len()] }
    }

    /// How many elements are left along each dimension.
    pub fn sizes(&self) -> Vec<i64> {
        (0..self.start.len())
            .map(|at| (self.limit[at] - self.start[at] + self.stride[at] - 1) / self.stride[at])
            .collect()
    }
}

/// Low, high and interior padding, for each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Padding {
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    pub interior: Vec<i64>,
}

/// Makes operations at a place.
pub struct Make<'a> {
    pub builder: Builder<'a>,
}

impl<'a> Make<'a> {
    pub fn before(ir: &'a mut Ir, op: Op) -> Make<'a> {
        Make { builder: Builder::before(ir, op) }
    }

    pub fn ir(&self) -> &Ir {
        self.builder.ir
    }

    pub fn ty(&self, value: Value) -> Type {
        self.builder.ty(value)
    }

    pub fn shape(&self, value: Value) -> Vec<i64> {
        self.ir().ty(value).shape().unwrap_or_default().to_vec()
    }

    pub fn rank(&self, value: Value) -> usize {
        self.ir().ty(value).shape().map_or(0, <[i64]>::len)
    }

    pub fn element(&self, value: Value) -> Type {
        self.ir().ty(value).element().clone()
    }

    /// An operation of StableHLO whose result type follows.
    pub fn op(&mut self, name: &str, operands: &[Value]) -> Option<Value> {
        self.with(name, operands, &[])
    }

    pub fn with(&mut self, name: &str, operands: &[Value], attributes: &[(&str, Attribute)]) -> Option<Value> {
        self.builder.value(&full(name), operands, attributes).ok()
    }

    pub fn typed(
        &mut self,
        name: &str,
        operands: &[Value],
        attributes: &[(&str, Attribute)],
        ty: Type,
    ) -> Option<Value> {
        self.builder.typed(&full(name), operands, attributes, ty).ok()
    }

    pub fn add(&mut self, a: Value, b: Value) -> Option<Value> {
        self.op("add", &[a, b])
    }

    pub fn multiply(&mut self, a: Value, b: Value) -> Option<Value> {
        self.op("multiply", &[a, b])
    }

    pub fn select(&mut self, condition: Value, on_true: Value, on_false: Value) -> Option<Value> {
        self.op("select", &[condition, on_true, on_false])
    }

    pub fn compare(&mut self, direction: &str, a: Value, b: Value) -> Option<Value> {
        let direction = enumeration("comparison_direction", direction).ok()?;
        self.with("compare", &[a, b], &[("comparison_direction", direction)])
    }

    /// A number everywhere.
    pub fn splat(&mut self, ty: &Type, number: f64) -> Option<Value> {
        self.constant(splat(ty, number)?)
    }

    pub fn zero(&mut self, ty: &Type) -> Option<Value> {
        self.splat(ty, 0.0)
    }

    pub fn zero_scalar(&mut self, element: &Type) -> Option<Value> {
        self.zero(&Type::tensor([], element.clone()))
    }

    pub fn constant(&mut self, dense: DenseElements) -> Option<Value> {
        self.with("constant", &[], &[("value", Attribute::Dense(dense))])
    }

    /// Integers of a shape and width.
    pub fn integers(&mut self, ty: Type, values: impl IntoIterator<Item = i64>) -> Option<Value> {
        self.constant(DenseElements::of_integers(ty, values)?)
    }

    pub fn iota(&mut self, ty: Type, dimension: i64) -> Option<Value> {
        self.typed("iota", &[], &[("iota_dimension", Attribute::i64(dimension))], ty)
    }

    pub fn reshape(&mut self, value: Value, shape: &[i64]) -> Option<Value> {
        if self.shape(value) == shape {
            return Some(value);
        }
        let ty = Type::tensor(shape, self.element(value));
        self.typed("reshape", &[value], &[], ty)
    }

    /// Puts dimension `permutation[i]` at place `i`.
    pub fn transpose(&mut self, value: Value, permutation: &[i64]) -> Option<Value> {
        if is_identity(permutation) {
            return Some(value);
        }
        self.with("transpose", &[value], &[("permutation", Attribute::i64_array(permutation))])
    }

    /// Repeats a value along the dimensions of a shape that `dimensions` does not name, and those of size one.
    pub fn broadcast(&mut self, value: Value, dimensions: &[i64], shape: &[i64]) -> Option<Value> {
        if self.shape(value) == shape && is_identity(dimensions) {
            return Some(value);
        }
        let ty = Type::tensor(shape, self.element(value));
        let attributes = [("broadcast_dimensions", Attribute::i64_array(dimensions))];
        self.typed("broadcast_in_dim", &[value], &attributes, ty)
    }

    pub fn slice(&mut self, value: Value, cut: &Cut) -> Option<Value> {
        if *cut == Cut::all(&self.shape(value)) {
            return Some(value);
        }
        let [start, limit, strides] =
            [&cut.start, &cut.limit, &cut.stride].map(|list| Attribute::i64_array(list.clone()));
        let attributes = [("start_indices", start), ("limit_indices", limit), ("strides", strides)];
        self.with("slice", &[value], &attributes)
    }

    /// A part along one dimension.
    pub fn slice_along(&mut self, value: Value, dimension: usize, start: i64, limit: i64) -> Option<Value> {
        let mut cut = Cut::all(&self.shape(value));
        (cut.start[dimension], cut.limit[dimension]) = (start, limit);
        self.slice(value, &cut)
    }

    pub fn pad(&mut self, value: Value, with: Value, padding: &Padding) -> Option<Value> {
        let none = |list: &[i64]| list.iter().all(|amount| *amount == 0);
        if none(&padding.low) && none(&padding.high) && none(&padding.interior) {
            return Some(value);
        }
        let [low, high, interior] =
            [&padding.low, &padding.high, &padding.interior].map(|list| Attribute::i64_array(list.clone()));
        let attributes = [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)];
        self.with("pad", &[value, with], &attributes)
    }

    pub fn concatenate(&mut self, values: &[Value], dimension: i64) -> Option<Value> {
        match values {
            [] => None,
            [only] => Some(*only),
            _ => self.with("concatenate", values, &[("dimension", Attribute::i64(dimension))]),
        }
    }

    pub fn reverse(&mut self, value: Value, dimensions: &[i64]) -> Option<Value> {
        if dimensions.is_empty() {
            return Some(value);
        }
        self.with("reverse", &[value], &[("dimensions", Attribute::i64_array(dimensions))])
    }

    /// The value with elements of another type.
    pub fn convert(&mut self, value: Value, element: &Type) -> Option<Value> {
        if self.ir().ty(value).element() == element {
            return Some(value);
        }
        let ty = Type::tensor(self.shape(value), element.clone());
        self.typed("convert", &[value], &[], ty)
    }

    /// A product over dimensions, with elements of a type and the precision of another one.
    pub fn dot(
        &mut self,
        a: Value,
        b: Value,
        numbers: DotDimensionNumbers,
        element: &Type,
        like: Option<Op>,
    ) -> Option<Value> {
        let shape =
            zymase_dialects::stablehlo::contraction::dot_shape(&self.shape(a), &self.shape(b), &numbers).ok()?;
        let mut attributes = vec![("dot_dimension_numbers", Attribute::dialect(numbers))];
        for name in ["precision_config", "algorithm"] {
            if let Some(attribute) = like.and_then(|op| self.ir().attribute(op, name)).cloned() {
                attributes.push((name, attribute));
            }
        }
        self.typed("dot_general", &[a, b], &attributes, Type::tensor(shape, element.clone()))
    }

    /// A region that combines two scalars by an operation.
    pub fn combiner(&mut self, name: &str, element: &Type) -> Option<Region> {
        let scalar = Type::tensor([], element.clone());
        let built = self.builder.region(&[scalar.clone(), scalar], |inner, arguments| {
            let combined = inner.value(&full(name), arguments, &[])?;
            inner.build("stablehlo.return", &[combined], &[], &[]);
            Ok(())
        });
        built.ok()
    }

    /// A reduction by an operation on single elements, from a start.
    pub fn reduce(&mut self, name: &str, value: Value, start: Value, dimensions: &[i64]) -> Option<Value> {
        let region = self.combiner(name, &self.element(value))?;
        let attributes = [("dimensions", Attribute::i64_array(dimensions))];
        let mut state = self.builder.state("stablehlo.reduce", &[value, start], &attributes);
        state.regions.push(region);
        let op = self.builder.insert_inferred(state).ok()?;
        Some(self.ir()[op].results()[0])
    }

    /// The sum over dimensions; the value itself if there are none.
    pub fn sum(&mut self, value: Value, dimensions: &[i64]) -> Option<Value> {
        if dimensions.is_empty() {
            return Some(value);
        }
        let start = self.zero_scalar(&self.element(value))?;
        self.reduce("add", value, start, dimensions)
    }

    /// The same operation with other operands, and another type of its one result.
    pub fn again(&mut self, op: Op, operands: &[Value], ty: Type) -> Option<Value> {
        let mut state = self.ir().state_of(op);
        if !state.regions.is_empty() {
            return None;
        }
        state.operands = operands.to_vec();
        state.result_types = vec![ty];
        let made = self.builder.insert(state);
        Some(self.ir()[made].results()[0])
    }

    /// As [`Make::again`], an operation with regions, which are copied.
    pub fn copy(&mut self, op: Op, operands: &[Value], types: &[Type]) -> Option<Vec<Value>> {
        let mut state = self.ir().state_of(op);
        let mut mapping = zymase_ir::Mapping::default();
        state.regions =
            state.regions.iter().map(|region| self.builder.ir.clone_region(*region, &mut mapping)).collect();
        state.operands = operands.to_vec();
        state.result_types = types.to_vec();
        let made = self.builder.insert(state);
        Some(self.ir()[made].results().to_vec())
    }
}

fn full(name: &str) -> String {
    if name.contains('.') { name.to_owned() } else { format!("stablehlo.{name}") }
}

/// Whether numbers count from zero.
pub fn is_identity(numbers: &[i64]) -> bool {
    numbers.iter().copied().eq(0..numbers.len() as i64)
}

/// The permutation that undoes another.
pub fn inverse(permutation: &[i64]) -> Vec<i64> {
    let mut inverse = vec![0; permutation.len()];
    for (to, from) in permutation.iter().enumerate() {
        inverse[*from as usize] = to as i64;
    }
    inverse
}

/// The number everywhere in a tensor of a known shape; `None` for elements that are no numbers.
pub fn splat(ty: &Type, number: f64) -> Option<DenseElements> {
    let element = ty.element();
    let bytes = if element.is_integer() {
        let width = element.element_bytes().filter(|width| *width <= 8)?;
        (number as i64).to_le_bytes()[..width].to_vec()
    } else {
        let part = element.as_complex().unwrap_or(element);
        let (kind, width) = (part.as_float()?, part.element_bytes()?);
        let write = |number| zymase_ir::floats::from_f64(kind, number).to_le_bytes()[..width].to_vec();
        let mut bytes = write(number);
        if element.as_complex().is_some() {
            bytes.extend(write(0.0));
        }
        bytes
    };
    filled(ty, bytes)
}

/// One element, given by its bytes, everywhere in a tensor.
pub fn filled(ty: &Type, bytes: Vec<u8>) -> Option<DenseElements> {
    let is_empty = ty.shape()?.contains(&0);
    let data = if is_empty { DenseData::Raw([].as_slice().into()) } else { DenseData::Splat(bytes.into()) };
    DenseElements::new(ty.clone(), data)
}
