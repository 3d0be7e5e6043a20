//! Gathers and scatters that are slices, and products with one-hot rows that are gathers.

use crate::optimise::einsum::repeated;
use crate::optimise::facts;
use crate::optimise::make::{Cut, Padding};
use crate::optimise::rule::Level::{Exact, Reassociate};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_dialects::stablehlo::attributes::{GatherDimensionNumbers, ScatterDimensionNumbers};
use zymase_ir::{Attribute, Type, Value};

const GATHER: &[&str] = &["gather"];
const SCATTER: &[&str] = &["scatter"];

const LINES: &[Line] = &[
    ("gather_of_rows_in_order", Exact, GATHER, "x[i, i + 1, …] = x[i:]", "the indices count", gather_in_order, |s| {
        let x = s.floats(&[6, 3]);
        let n = s.random.between(2, 4);
        let ty = Type::tensor([n, 1], Type::integer(32));
        let count = s.iota(ty.clone(), 0)?;
        let offset = s.splat(&ty, 1.0)?;
        let indices = s.add(count, offset)?;
        gather_rows(s, x, indices)
    }),
    ("gather_at_constant", Exact, GATHER, "x[c] = slice(x)", "one constant index", gather_at_constant, |s| {
        let x = s.floats(&[6, 3]);
        let index = s.random.between(-1, 7);
        let indices = s.integers(Type::tensor([1, 1], Type::integer(32)), [index])?;
        gather_rows(s, x, indices)
    }),
    (
        "gather_of_repeated",
        Exact,
        GATHER,
        "broadcast(c)[i] = broadcast(c)",
        "c is a single number",
        |site| {
            let found = repeated(site, site.operand(0)?)?;
            if !found.dimensions.is_empty() {
                return None;
            }
            let shape = site.result_shape()?;
            site.broadcast(found.source, &[], &shape)
        },
        |s| {
            let c = s.floats(&[]);
            let wide = s.broadcast(c, &[], &[6, 3])?;
            let indices = s.input(&Type::tensor([2, 1], Type::integer(32)));
            gather_rows(s, wide, indices)
        },
    ),
    (
        "gather_of_elementwise",
        Exact,
        GATHER,
        "f(x, y)[i] = f(x[i], y[i])",
        "",
        |site| {
            let (op, operands) = site.elementwise(site.operand(0)?)?;
            let (own, indices, shape) = (site.op, site.operand(1)?, site.result_shape()?);
            let mut parts = Vec::new();
            for operand in operands {
                let ty = Type::tensor(shape.clone(), site.element(operand));
                parts.push(site.again(own, &[operand, indices], ty)?);
            }
            site.each(op, &parts)
        },
        |s| {
            let (x, y) = (s.floats(&[6, 3]), s.floats(&[6, 3]));
            let both = s.some_binary(x, y)?;
            let indices = s.input(&Type::tensor([2, 1], Type::integer(32)));
            gather_rows(s, both, indices)
        },
    ),
    (
        "scatter_of_nothing",
        Exact,
        SCATTER,
        "scatter_add(x, i, 0) = x",
        "",
        |site| {
            let operands = site.operands();
            let [x, _, updates] = operands[..] else { return None };
            (site.combiner_of(site.op) == Some("add") && site.is_zero(updates)).then_some(x)
        },
        |s| {
            let x = s.floats(&[6, 3]);
            let indices = s.input(&Type::tensor([2, 1], Type::integer(32)));
            let updates = s.zero(&Type::tensor([2, 3], Type::f64()))?;
            scatter_rows(s, x, indices, updates)
        },
    ),
    (
        "scatter_of_rows_in_order",
        Exact,
        SCATTER,
        "scatter_add(x, [i, i + 1, …], y) = x + pad(y, 0)",
        "the indices count",
        scatter_in_order,
        |s| {
            let x = s.floats(&[6, 3]);
            let ty = Type::tensor([4, 1], Type::integer(32));
            let count = s.iota(ty.clone(), 0)?;
            let offset = s.splat(&ty, 1.0)?;
            let indices = s.add(count, offset)?;
            let updates = s.floats(&[4, 3]);
            scatter_rows(s, x, indices, updates)
        },
    ),
    (
        "one_hot_rows",
        Reassociate,
        &["dot_general"],
        "onehot(i)·x = x[i]",
        "rows whose index lies outside are zero",
        one_hot_rows,
        |s| {
            let (n, m, k) = (s.size(), s.size(), s.size());
            let index = s.input(&Type::tensor([n], Type::integer(32)));
            let wide = s.broadcast(index, &[0], &[n, k])?;
            let count = s.iota(Type::tensor([n, k], Type::integer(32)), 1)?;
            let mask = s.compare("EQ", wide, count)?;
            let hot = s.convert(mask, &Type::f64())?;
            let x = s.floats(&[k, m]);
            super::dot::matrix_dot(s, hot, x)
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("gather and scatter", LINES)
}

fn row_numbers() -> GatherDimensionNumbers {
    GatherDimensionNumbers {
        offset_dims: vec![1],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    }
}

fn gather_rows(s: &mut Sample, x: Value, indices: Value) -> Option<Value> {
    let (n, m) = (s.shape(indices)[0], s.shape(x)[1]);
    let attributes =
        [("dimension_numbers", Attribute::dialect(row_numbers())), ("slice_sizes", Attribute::i64_array([1, m]))];
    let ty = Type::tensor([n, m], Type::f64());
    s.typed("gather", &[x, indices], &attributes, ty)
}

fn scatter_rows(s: &mut Sample, x: Value, indices: Value, updates: Value) -> Option<Value> {
    let numbers = ScatterDimensionNumbers {
        update_window_dims: vec![1],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let region = s.combiner("add", &Type::f64())?;
    let attributes = [("scatter_dimension_numbers", Attribute::dialect(numbers))];
    let mut state = s.builder.state("stablehlo.scatter", &[x, indices, updates], &attributes);
    state.regions.push(region);
    state.result_types = vec![s.ty(x)];
    let op = s.builder.insert(state);
    Some(s.ir()[op].results()[0])
}

/// A gather of whole rows along one dimension: operand, indices, the dimension, where rows are in the result.
fn rows(site: &Site) -> Option<(Value, Value, usize)> {
    let operands = site.operands();
    let [x, indices] = operands[..] else { return None };
    let numbers =
        site.ir().attribute(site.op, "dimension_numbers").and_then(Attribute::downcast::<GatherDimensionNumbers>)?;
    let [along] = numbers.start_index_map[..] else { return None };
    let shape = site.shape(x);
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let rank = site.rank(indices) as i64;
    let fits = numbers.collapsed_slice_dims == [along]
        && numbers.operand_batching_dims.is_empty()
        && (rank == 2 && numbers.index_vector_dim == 1 || rank == 1 && numbers.index_vector_dim == 1)
        && (0..shape.len()).all(|at| sizes[at] == if at as i64 == along { 1 } else { shape[at] });
    // The result has the dimension of the indices where the gathered one was.
    let others: Vec<i64> = (0..shape.len() as i64).filter(|at| *at != along).collect();
    (fits && numbers.offset_dims == others && site.is_static(x)).then_some((x, indices, along as usize))
}

fn gather_in_order(site: &mut Site) -> Option<Value> {
    let (x, indices, along) = rows(site)?;
    let (dimension, start) = facts::as_iota(site.ir(), indices)?;
    let count = site.shape(indices)[0];
    if dimension != 0 || start < 0 || start + count > site.shape(x)[along] {
        return None;
    }
    site.slice_along(x, along, start, start + count)
}

fn gather_at_constant(site: &mut Site) -> Option<Value> {
    let (x, indices, along) = rows(site)?;
    let dense = facts::constant(site.ir(), indices).filter(|dense| dense.element_count() == 1)?;
    let index = dense.integer(0)?.clamp(0, site.shape(x)[along] - 1);
    let mut cut = Cut::all(&site.shape(x));
    (cut.start[along], cut.limit[along]) = (index, index + 1);
    let row = site.slice(x, &cut)?;
    let shape = site.result_shape()?;
    site.reshape(row, &shape)
}

fn scatter_in_order(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let [x, indices, updates] = operands[..] else { return None };
    let numbers = site
        .ir()
        .attribute(site.op, "scatter_dimension_numbers")
        .and_then(Attribute::downcast::<ScatterDimensionNumbers>)?;
    let [along] = numbers.scatter_dims_to_operand_dims[..] else { return None };
    let shape = site.shape(x);
    let others: Vec<i64> = (0..shape.len() as i64).filter(|at| *at != along).collect();
    let fits = numbers.inserted_window_dims == [along]
        && numbers.update_window_dims == others
        && numbers.input_batching_dims.is_empty()
        && site.combiner_of(site.op) == Some("add")
        && others.iter().all(|at| site.shape(updates)[*at as usize] == shape[*at as usize]);
    let (dimension, start) = facts::as_iota(site.ir(), indices)?;
    let (along, count) = (along as usize, site.shape(indices)[0]);
    let in_range = dimension == 0 && start >= 0 && start + count <= shape[along];
    if !fits || !in_range || site.rank(indices) > 2 || site.shape(updates)[along] != count {
        return None;
    }
    let element = site.element(x);
    let zero = site.zero_scalar(&element)?;
    let zeros = vec![0; shape.len()];
    let mut padding = Padding { low: zeros.clone(), high: zeros.clone(), interior: zeros };
    (padding.low[along], padding.high[along]) = (start, shape[along] - start - count);
    let padded = site.pad(updates, zero, &padding)?;
    site.add(x, padded)
}

fn one_hot_rows(site: &mut Site) -> Option<Value> {
    let numbers = site.dot_numbers(site.op)?;
    let (hot, x) = (site.operand(0)?, site.operand(1)?);
    let plain = numbers.lhs_contracting == [1] && numbers.rhs_contracting == [0] && numbers.lhs_batching.is_empty();
    if !plain || site.rank(hot) != 2 || site.rank(x) != 2 || site.element(hot) != site.element(x) {
        return None;
    }
    let convert = site.from(hot, "convert")?;
    let compare = site.from(site.first(convert)?, "compare")?;
    if !facts::compares(site.ir(), compare, "EQ") {
        return None;
    }
    let operands: Vec<Value> = site.ir()[compare].operands().collect();
    for (index, count) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if facts::as_iota(site.ir(), count) != Some((1, 0)) {
            continue;
        }
        let found = repeated(site, index)?;
        if found.dimensions != [0] || site.element(index).is_unsigned() {
            return None;
        }
        return gathered_or_zero(site, found.source, x);
    }
    None
}

/// Rows of a matrix by their index, zero where there is no such row.
fn gathered_or_zero(site: &mut Site, index: Value, x: Value) -> Option<Value> {
    let (n, sizes) = (site.shape(index)[0], site.shape(x));
    let indices = site.reshape(index, &[n, 1])?;
    let attributes = [
        ("dimension_numbers", Attribute::dialect(row_numbers())),
        ("slice_sizes", Attribute::i64_array([1, sizes[1]])),
    ];
    let ty = Type::tensor([n, sizes[1]], site.element(x));
    let rows = site.typed("gather", &[x, indices], &attributes, ty.clone())?;
    let index_ty = site.ty(index);
    let (zero, count) = (site.zero(&index_ty)?, site.splat(&index_ty, sizes[0] as f64)?);
    let (above, below) = (site.compare("GE", index, zero)?, site.compare("LT", index, count)?);
    let within = site.op("and", &[above, below])?;
    let wide = site.broadcast(within, &[0], &[n, sizes[1]])?;
    let zeros = site.zero(&ty)?;
    site.select(wide, rows, zeros)
}
