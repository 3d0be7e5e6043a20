//! Elementwise operations: all operands in one shape, but for those that may be scalars.

use super::Entry;
use super::support::{Batch, broadcast, on_all, rank, scalars_as, shape, with_operands};
use zymase_ir::batching::{BatchRule, BatchSite, Examples};
use zymase_ir::{Attribute, Result, Type, Value};

/// Operations whose operands and results have one shape, or whose meaning lies in their last dimensions.
pub(super) const PLAIN: &[&str] = &[
    "abs",
    "add",
    "and",
    "atan2",
    "bitcast_convert",
    "cbrt",
    "ceil",
    "cholesky",
    "compare",
    "complex",
    "convert",
    "cosine",
    "count_leading_zeros",
    "divide",
    "exponential",
    "exponential_minus_one",
    "fft",
    "floor",
    "imag",
    "is_finite",
    "log",
    "log_plus_one",
    "logistic",
    "maximum",
    "minimum",
    "multiply",
    "negate",
    "not",
    "or",
    "popcnt",
    "power",
    "real",
    "reduce_precision",
    "remainder",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "sign",
    "sine",
    "sqrt",
    "subtract",
    "tan",
    "tanh",
    "triangular_solve",
    "uniform_dequantize",
    "uniform_quantize",
    "xor",
];

pub(super) const TABLE: &[Entry] = &[("clamp", BatchRule(clamp)), ("select", BatchRule(select))];

/// As [`PLAIN`], of CHLO.
pub(super) const CHLO_PLAIN: &[&str] = &[
    "_asin_acos_kernel",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bessel_i1e",
    "conj",
    "constant_like",
    "cosh",
    "digamma",
    "erf",
    "erf_inv",
    "erfc",
    "is_inf",
    "is_neg_inf",
    "is_pos_inf",
    "lgamma",
    "mulhi",
    "next_after",
    "polygamma",
    "sinh",
    "square",
    "tan",
    "top_k",
    "zeta",
];

/// Operations that bring their operands into one shape themselves.
pub(super) const CHLO_BROADCASTS: &[&str] = &[
    "broadcast_add",
    "broadcast_and",
    "broadcast_atan2",
    "broadcast_compare",
    "broadcast_complex",
    "broadcast_divide",
    "broadcast_maximum",
    "broadcast_minimum",
    "broadcast_multiply",
    "broadcast_next_after",
    "broadcast_or",
    "broadcast_polygamma",
    "broadcast_power",
    "broadcast_remainder",
    "broadcast_select",
    "broadcast_shift_left",
    "broadcast_shift_right_arithmetic",
    "broadcast_shift_right_logical",
    "broadcast_subtract",
    "broadcast_xor",
    "broadcast_zeta",
];

pub(super) fn plain(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    on_all(site, examples)
}

/// An operand that may be a scalar beside operands of a shape: a shared scalar stays one.
fn scalar_or_all(site: &mut BatchSite, place: usize, examples: Examples, all: &Type) -> Result<Value> {
    let is_scalar = rank(&site.operand_type(place)?) == 0;
    match examples {
        Examples::Shared(value) if is_scalar && rank(all) > 1 => Ok(value),
        Examples::Batched(value) if is_scalar => scalars_as(site, value, all),
        examples => site.spread(examples),
    }
}

fn clamp(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let all = site.stacked(&site.operand_type(1)?)?;
    let least = scalar_or_all(site, 0, examples[0], &all)?;
    let operand = site.spread(examples[1])?;
    let most = scalar_or_all(site, 2, examples[2], &all)?;
    with_operands(site, &[least, operand, most], &[])
}

fn select(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let all = site.stacked(&site.operand_type(1)?)?;
    let condition = scalar_or_all(site, 0, examples[0], &all)?;
    let (on_true, on_false) = (site.spread(examples[1])?, site.spread(examples[2])?);
    with_operands(site, &[condition, on_true, on_false], &[])
}

/// Operands are brought into the shape of the result here, so that the dimension of the examples is not mistaken for
/// another one.
pub(super) fn broadcasting(site: &mut BatchSite, examples: &[Examples]) -> Batch {
    let result = site.stacked_results()?.remove(0);
    let sizes = result.shape().unwrap_or_default().to_vec();
    let attribute = site.ir().attribute(site.op, "broadcast_dimensions").and_then(Attribute::as_i64_array);
    let dimensions = attribute.map(<[i64]>::to_vec);
    let mut operands = Vec::with_capacity(examples.len());
    for (place, examples) in examples.iter().enumerate() {
        let own = rank(&site.operand_type(place)?);
        // The attribute speaks of the operand of smaller rank.
        let to: Vec<i64> = match &dimensions {
            Some(dimensions) if own == dimensions.len() && own + 1 < sizes.len() => dimensions.clone(),
            _ => (0..own).map(|dimension| (sizes.len() - 1 - own + dimension) as i64).collect(),
        };
        let mut to: Vec<i64> = to.iter().map(|dimension| dimension + 1).collect();
        if examples.is_batched() {
            to.insert(0, 0);
        }
        let ty = Type::tensor(sizes.clone(), site.ty(examples.value()).element().clone());
        let is_full = examples.is_batched() && shape(site, examples.value()) == sizes;
        operands.push(if is_full { examples.value() } else { broadcast(site, examples.value(), &to, &ty)? });
    }
    let mut state = site.ir().state_of(site.op);
    state.properties.remove("broadcast_dimensions");
    state.operands = operands;
    state.result_types = vec![result];
    let op = site.builder.insert(state);
    Ok(vec![Examples::Batched(site.ir()[op].results()[0])])
}
