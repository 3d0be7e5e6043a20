//! The small pieces that derivatives of loops are made of: counting, zeros, and tensors that hold one value for each
//! iteration, along a first dimension.

use zymase_dialects::stablehlo::attributes::enumeration;
use zymase_ir::types::element_count;
use zymase_ir::{
    Attribute, Block, Builder, DenseData, DenseElements, InsertionPoint, Ir, LocatedDiagnostic, Location, Region,
    Result, Type, Value,
};

/// The type of counters.
pub fn counter_type() -> Type {
    Type::tensor([], Type::integer(64))
}

/// How many bytes a value of a type takes; `None` when it cannot be kept in a tensor.
pub fn bytes_of(ty: &Type) -> Option<u64> {
    let tensor = ty.as_tensor()?;
    let bytes = element_count(&tensor.shape)?.checked_mul(tensor.element.element_bytes()?)?;
    u64::try_from(bytes).ok()
}

/// The type of a tensor that holds as many values of a type.
pub fn rows_of(ty: &Type, count: u64) -> Option<Type> {
    let mut shape = vec![i64::try_from(count).ok()?];
    shape.extend(ty.shape()?);
    element_count(&shape)?.checked_mul(ty.element().element_bytes()?)?;
    Some(Type::tensor(shape, ty.element().clone()))
}

fn problem(message: String) -> LocatedDiagnostic {
    LocatedDiagnostic::new(Location::Unset, message)
}

/// Zeros of any type that can be kept.
pub fn zeros(builder: &mut Builder, ty: &Type) -> Result<Value> {
    let is_empty = ty.shape().is_some_and(|shape| shape.contains(&0));
    let dense = ty.element().element_bytes().and_then(|width| {
        let bytes = if is_empty { Vec::new() } else { vec![0; width] };
        let data = if is_empty { DenseData::Raw(bytes.into()) } else { DenseData::Splat(bytes.into()) };
        DenseElements::new(ty.clone(), data)
    });
    let dense = dense.ok_or_else(|| problem(format!("cannot make zeros of type {ty}")))?;
    builder.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

/// A scalar of an integer type.
pub fn integer(builder: &mut Builder, ty: &Type, number: i64) -> Result<Value> {
    let dense = DenseElements::of_integers(ty.clone(), [number]);
    let dense = dense.ok_or_else(|| problem(format!("cannot count in type {ty}")))?;
    builder.value("stablehlo.constant", &[], &[("value", Attribute::Dense(dense))])
}

pub fn count(builder: &mut Builder, number: i64) -> Result<Value> {
    integer(builder, &counter_type(), number)
}

pub fn binary(builder: &mut Builder, name: &str, a: Value, b: Value) -> Result<Value> {
    builder.value(&format!("stablehlo.{name}"), &[a, b], &[])
}

pub fn compare(builder: &mut Builder, direction: &str, a: Value, b: Value) -> Result<Value> {
    let direction = enumeration("comparison_direction", direction).map_err(problem)?;
    builder.value("stablehlo.compare", &[a, b], &[("comparison_direction", direction)])
}

fn starts(builder: &mut Builder, row: Value, rank: usize) -> Result<Vec<Value>> {
    let mut starts = vec![row];
    if rank > 1 {
        starts.extend(vec![count(builder, 0)?; rank - 1]);
    }
    Ok(starts)
}

/// The value in one row.
pub fn read_row(builder: &mut Builder, rows: Value, row: Value, ty: &Type) -> Result<Value> {
    let mut sizes = builder.ir.ty(rows).shape().unwrap_or_default().to_vec();
    let mut operands = vec![rows];
    operands.extend(starts(builder, row, sizes.len())?);
    sizes[0] = 1;
    let part = builder.value("stablehlo.dynamic_slice", &operands, &[("slice_sizes", Attribute::i64_array(sizes))])?;
    builder.typed("stablehlo.reshape", &[part], &[], ty.clone())
}

/// The rows with another value in one of them.
pub fn write_row(builder: &mut Builder, rows: Value, row: Value, value: Value) -> Result<Value> {
    let ty = builder.ir.ty(rows).clone();
    let mut sizes = ty.shape().unwrap_or_default().to_vec();
    sizes[0] = 1;
    let rank = sizes.len();
    let part = builder.typed("stablehlo.reshape", &[value], &[], Type::tensor(sizes, ty.element().clone()))?;
    let mut operands = vec![rows, part];
    operands.extend(starts(builder, row, rank)?);
    builder.value("stablehlo.dynamic_update_slice", &operands, &[])
}

/// A loop: what it carries, a condition and a body over blocks whose arguments are that. Both end here.
pub struct NewLoop {
    pub operands: Vec<Value>,
    pub condition: Region,
    pub body: Region,
}

impl NewLoop {
    pub fn insert(self, builder: &mut Builder) -> Vec<Value> {
        let mut state = builder.state("stablehlo.while", &self.operands, &[]);
        state.result_types = builder.ir.types(&self.operands);
        state.regions = vec![self.condition, self.body];
        let op = builder.insert(state);
        builder.ir[op].results().to_vec()
    }
}

/// The condition that the counter at one place of what is carried is less than a number.
pub fn counted(builder: &mut Builder, carried: &[Type], place: usize, limit: Limit) -> Result<Region> {
    builder.region(carried, |inner, arguments| {
        let limit = limit.value(inner)?;
        let goes_on = compare(inner, "LT", arguments[place], limit)?;
        inner.build("stablehlo.return", &[goes_on], &[], &[]);
        Ok(())
    })
}

/// A number of iterations: known here, or at run time.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    Constant(i64),
    Value(Value),
}

impl Limit {
    pub fn value(self, builder: &mut Builder) -> Result<Value> {
        match self {
            Limit::Constant(number) => count(builder, number),
            Limit::Value(value) => Ok(value),
        }
    }
}

/// Stands at the end of a block, with the location of an operation.
pub fn at_end(ir: &mut Ir, block: Block, place: zymase_ir::Op) -> Builder<'_> {
    let location = ir[place].location().clone();
    Builder::new(ir, InsertionPoint::End(block), location)
}
