//! Sums of products: matrix products in blocks, by BLAS where that is asked for, and all others as loops.

use super::builtin::*;
use super::lowering::{Held, LARGE, Lowering};
use zymase_dialects::stablehlo::attributes::DotDimensionNumbers;
use zymase_ir::{Attribute, Builder, Op, Result, Type, Value};

/// One side of a product: memory, and which of its dimensions is which.
struct Side {
    memory: Value,
    batch: Vec<usize>,
    free: Vec<usize>,
    summed: Vec<usize>,
    shape: Vec<i64>,
}

impl Side {
    /// Memory with the dimensions in order: batch, free, summed.
    fn place(&self, batch: &[Value], free: &[Value], summed: &[Value]) -> Vec<Value> {
        let mut at = vec![None; self.shape.len()];
        let pairs = [(&self.batch, batch), (&self.free, free), (&self.summed, summed)];
        for (dimensions, values) in pairs {
            dimensions.iter().zip(values).for_each(|(dimension, value)| at[*dimension] = Some(*value));
        }
        at.into_iter().flatten().collect()
    }

    fn sizes(&self, dimensions: &[usize]) -> Vec<i64> {
        dimensions.iter().map(|dimension| self.shape[*dimension]).collect()
    }

    /// How far apart neighbours along some dimensions are that are next to each other in order, as one dimension.
    fn stride(&self, dimensions: &[usize]) -> Option<i64> {
        let mut strides = vec![1; self.shape.len()];
        for place in (0..self.shape.len().saturating_sub(1)).rev() {
            strides[place] = strides[place + 1] * self.shape[place + 1];
        }
        let used: Vec<usize> = dimensions.iter().copied().filter(|dimension| self.shape[*dimension] != 1).collect();
        let is_row = used.windows(2).all(|pair| strides[pair[0]] == strides[pair[1]] * self.shape[pair[1]]);
        is_row.then(|| used.last().map_or(1, |dimension| strides[*dimension]))
    }
}

fn numbers_of(b: &Builder, op: Op, rank: usize) -> Option<DotDimensionNumbers> {
    if b.ir()[op].name() == "stablehlo.dot" {
        let lhs_contracting = vec![rank as i64 - 1];
        return Some(DotDimensionNumbers {
            lhs_contracting,
            rhs_contracting: vec![0],
            ..DotDimensionNumbers::default()
        });
    }
    b.ir().attribute(op, "dot_dimension_numbers").and_then(Attribute::downcast::<DotDimensionNumbers>).cloned()
}

fn places(numbers: &[i64]) -> Vec<usize> {
    numbers.iter().map(|number| *number as usize).collect()
}

/// An operand, with transposes of it seen through.
fn side(this: &mut Lowering, b: &mut Builder, value: Value, batch: &[i64], summed: &[i64]) -> Result<Side> {
    let rank = shape_of(&b.ty(value)).len();
    let (batch, summed) = (places(batch), places(summed));
    let free = (0..rank).filter(|dimension| !batch.contains(dimension) && !summed.contains(dimension)).collect();
    let memory = this.memory(b, value)?;
    Ok(Side { memory, batch, free, summed, shape: shape_of(&b.ty(value)) })
}

/// Writes `stablehlo.dot_general`.
pub fn product(this: &mut Lowering, b: &mut Builder, op: Op) -> Result<()> {
    let operands: Vec<Value> = b.ir()[op].operands().collect();
    let result = b.ir()[op].results()[0];
    let numbers = numbers_of(b, op, shape_of(&b.ty(operands[0])).len());
    let Some(numbers) = numbers else { return Err(this.refuse(b, op, "has no dimension numbers")) };
    let left = side(this, b, operands[0], &numbers.lhs_batching, &numbers.lhs_contracting)?;
    let right = side(this, b, operands[1], &numbers.rhs_batching, &numbers.rhs_contracting)?;
    let shape = shape_of(&b.ty(result));
    let from = [b.ty(left.memory).element().clone(), b.ty(right.memory).element().clone()];
    let to = signless(b.ty(result).element());
    let is_same = from[0] == to && from[1] == to;
    let is_number = shape.is_empty();
    let home = if is_number {
        let ty = Type::memref(Vec::new(), to.clone());
        this.take(b, &ty)
    } else {
        this.place_for(b, result)
    };
    let is_plain = is_same && (to == Type::f32() || to == Type::f64());
    if !(is_plain && !is_number && as_matrices(this, b, &left, &right, home, &shape)?) {
        let are_floats = from.iter().all(Type::is_float) && to.is_float();
        if !are_floats && from[0] != from[1] {
            return Err(this.refuse(b, op, "multiplies elements of different types"));
        }
        let is_unsigned = b.ty(operands[0]).element().is_unsigned();
        by_loops(this, b, &left, &right, home, &Kind { to, is_unsigned })?;
    }
    let held = if is_number { Held::Number(load(b, home, &[])) } else { Held::Memory(home) };
    if is_number {
        this.free.push(home);
    }
    this.held.insert(result, held);
    Ok(())
}

/// As products of matrices, where dimensions lie so that each side is a matrix.
fn as_matrices(
    this: &mut Lowering,
    b: &mut Builder,
    left: &Side,
    right: &Side,
    home: Value,
    shape: &[i64],
) -> Result<bool> {
    let [m, n, k] = [left.sizes(&left.free), right.sizes(&right.free), left.sizes(&left.summed)]
        .map(|sizes| sizes.iter().product::<i64>());
    if m * n * k < 512 || n * k == 0 {
        return Ok(false);
    }
    let strides = [&left.free, &left.summed].map(|all| left.stride(all));
    let others = [&right.summed, &right.free].map(|all| right.stride(all));
    let ([Some(row), Some(column)], [Some(other_row), Some(other_column)]) = (strides, others) else {
        return Ok(false);
    };
    let ty = b.ty(home).element().clone();
    let name = matrix_function(this, b, &ty);
    let batch = left.sizes(&left.batch);
    let is_whole = this.blas;
    nest_with(b, &batch, &mut Vec::new(), &[], &mut |b, place, _| {
        let (free, summed) = (fill(b, &left.free), fill(b, &left.summed));
        let a = place_of(b, &left.shape, &left.place(place, &free, &summed))?;
        let (free, summed) = (fill(b, &right.free), fill(b, &right.summed));
        let c = place_of(b, &right.shape, &right.place(place, &free, &summed))?;
        let mut target = place.to_vec();
        target.extend(fill(b, &left.free));
        target.extend(fill(b, &right.free));
        let to = place_of(b, shape, &target)?;
        let call = |b: &mut Builder, first: Value, rows: Value| -> Result<()> {
            let (by_row, by_width) = (index(b, row), index(b, n));
            let (more, further) = (times(b, first, by_row)?, times(b, first, by_width)?);
            let (a, to) = (plus(b, a, more)?, plus(b, to, further)?);
            let mut operands =
                vec![from_place(b, left.memory, a)?, from_place(b, right.memory, c)?, from_place(b, home, to)?, rows];
            for number in [n, k, row, column, other_row, other_column] {
                operands.push(index(b, number));
            }
            b.build("func.call", &operands, &[("callee", Attribute::symbol(&name))], &[]);
            Ok(())
        };
        if is_whole || m < 2 * ROWS {
            let (first, rows) = (index(b, 0), index(b, m));
            call(b, first, rows)?;
            return Ok(Vec::new());
        }
        // Some rows at a time stay in the cache while the right factor passes, and go to threads.
        parallel(b, &[(m + ROWS - 1) / ROWS], m * n * k >= LARGE * 16, |b, part| {
            let (size, all) = (index(b, ROWS), index(b, m));
            let first = times(b, part[0], size)?;
            let left_over = minus(b, all, first)?;
            let rows = one(b, "arith.minsi", &[left_over, size], &Type::index());
            call(b, first, rows)
        })?;
        Ok(Vec::new())
    })?;
    Ok(true)
}

/// The first place along some dimensions.
fn fill(b: &mut Builder, dimensions: &[usize]) -> Vec<Value> {
    vec![index(b, 0); dimensions.len()]
}

/// How many rows of a product are computed at a time.
const ROWS: i64 = 128;

/// The number of an element in the order of its tensor.
fn place_of(b: &mut Builder, shape: &[i64], place: &[Value]) -> Result<Value> {
    let mut sum = index(b, 0);
    for (size, at) in shape.iter().zip(place) {
        let factor = index(b, *size);
        let product = times(b, sum, factor)?;
        sum = plus(b, product, *at)?;
    }
    Ok(sum)
}

/// Memory from an element on, as memory of one element of which only the address matters.
fn from_place(b: &mut Builder, memory: Value, sum: Value) -> Result<Value> {
    let element = b.ty(memory).element().clone();
    let layout = Attribute::Strided { strides: std::sync::Arc::new([]), offset: zymase_ir::DYNAMIC };
    let ty: Type = zymase_ir::TypeKind::Memref(zymase_ir::types::MemrefType {
        shape: Vec::new(),
        element,
        layout: Some(layout),
        space: None,
    })
    .into();
    let segments = zymase_dialects::memref::segments(&[1, 1, 0, 0]);
    let attributes = [
        ("static_offsets", Attribute::i64_array(vec![zymase_ir::DYNAMIC])),
        ("static_sizes", Attribute::i64_array(Vec::new())),
        ("static_strides", Attribute::i64_array(Vec::new())),
        ("operandSegmentSizes", segments),
    ];
    let op = b.build("memref.reinterpret_cast", &[memory, sum], &attributes, &[ty]);
    Ok(b.ir()[op].results()[0])
}

/// The function that multiplies matrices of this type, declared in the module; its body is written with the text of LLVM IR.
fn matrix_function(this: &Lowering, b: &mut Builder, ty: &Type) -> String {
    let name = format!("zymase_{}_{ty}", if this.blas { "blas" } else { "matmul" });
    if b.ir().function(&name).is_some() {
        return name;
    }
    let layout = Attribute::Strided { strides: std::sync::Arc::new([]), offset: zymase_ir::DYNAMIC };
    let memory: Type = zymase_ir::TypeKind::Memref(zymase_ir::types::MemrefType {
        shape: Vec::new(),
        element: ty.clone(),
        layout: Some(layout),
        space: None,
    })
    .into();
    let inputs = [vec![memory; 3], vec![Type::index(); 7]].concat();
    let module = b.ir().module_block();
    let mut top = Builder::new(b.ir, zymase_ir::InsertionPoint::Start(module), zymase_ir::Location::Unset);
    let region = top.ir.create_region();
    let mut state = top.state(
        "func.func",
        &[],
        &[
            ("sym_name", Attribute::string(&name)),
            ("sym_visibility", Attribute::string("private")),
            ("function_type", Attribute::Type(Type::function(inputs, Vec::new()))),
        ],
    );
    state.regions = vec![region];
    top.insert(state);
    name
}

struct Kind {
    to: Type,
    is_unsigned: bool,
}

/// As loops: over results, and within them over what is summed, or the other way round where that reads memory in order.
fn by_loops(this: &mut Lowering, b: &mut Builder, left: &Side, right: &Side, home: Value, kind: &Kind) -> Result<()> {
    let sizes = [left.sizes(&left.batch), left.sizes(&left.free), right.sizes(&right.free)].concat();
    let summed = left.sizes(&left.summed);
    let (batch, free) = (left.batch.len(), left.free.len());
    let count: i64 = sizes.iter().chain(&summed).product();
    let _ = this;
    parallel(b, &sizes, count >= LARGE, |b, place| {
        let zero = number(b, &kind.to, 0.0);
        let found = nest_with(b, &summed, &mut Vec::new(), &[zero], &mut |b, at, old| {
            let a = load(b, left.memory, &left.place(&place[..batch], &place[batch..batch + free], at));
            let c = load(b, right.memory, &right.place(&place[..batch], &place[batch + free..], at));
            let (a, c) = (widened(b, kind, a), widened(b, kind, c));
            Ok(vec![if kind.to.is_float() {
                let product = regrouped(b, "arith.mulf", &[a, c], &kind.to);
                regrouped(b, "arith.addf", &[old[0], product], &kind.to)
            } else if kind.to.is_bool() {
                let both = same(b, "arith.andi", &[a, c]);
                same(b, "arith.ori", &[old[0], both])
            } else {
                let product = same(b, "arith.muli", &[a, c]);
                same(b, "arith.addi", &[old[0], product])
            }])
        })?;
        store(b, found[0], home, place);
        Ok(())
    })
}

fn widened(b: &mut Builder, kind: &Kind, value: Value) -> Value {
    let bits = |ty: &Type| crate::llvm::is_scalar(ty).unwrap_or(64);
    let from = b.ty(value);
    if from == kind.to {
        return value;
    }
    let word = match (kind.to.is_float(), bits(&from) < bits(&kind.to)) {
        (true, true) => "arith.extf",
        (true, false) => "arith.truncf",
        (false, true) if kind.is_unsigned => "arith.extui",
        (false, true) => "arith.extsi",
        (false, false) => "arith.trunci",
    };
    one(b, word, &[value], &kind.to)
}
