//! Which operations leave elements of their operands without use, and which may be infinite or NaN where operands are not:
//! what has to be known so that the zero adjoint of what is not used stays zero (`Site::zero_stays`).

use super::elementwise::FUNCTIONS;
use zymase_calculus::{Function, is_singular};
use zymase_ir::Dialect;
use zymase_ir::derivative::{Fills, Leaves, Singular};

const BY_CHOICE: &[&str] = &["stablehlo.select", "chlo.broadcast_select"];

/// By indices, by size, or because only one triangle of a matrix is read.
const BY_PLACE: &[&str] = &[
    "stablehlo.cholesky",
    "stablehlo.clamp",
    "stablehlo.collective_permute",
    "stablehlo.convolution",
    "stablehlo.dynamic_conv",
    "stablehlo.dynamic_gather",
    "stablehlo.dynamic_pad",
    "stablehlo.dynamic_slice",
    "stablehlo.dynamic_update_slice",
    "stablehlo.gather",
    "stablehlo.get_tuple_element",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.pad",
    "stablehlo.real_dynamic_slice",
    "stablehlo.reduce_window",
    "stablehlo.scatter",
    "stablehlo.select_and_scatter",
    "stablehlo.slice",
    "stablehlo.torch_index_select",
    "stablehlo.triangular_solve",
    "stablehlo.unary_einsum",
    "chlo.broadcast_maximum",
    "chlo.broadcast_minimum",
    "chlo.top_k",
];

const FILLS: &[&str] = &[
    "stablehlo.dynamic_pad",
    "stablehlo.dynamic_update_slice",
    "stablehlo.pad",
    "stablehlo.scatter",
    "stablehlo.select",
    "stablehlo.select_and_scatter",
    "chlo.broadcast_select",
];

/// Beside those that `calculus` names.
const SINGULAR: &[&str] = &["chlo.erf_inv", "chlo.polygamma", "chlo.zeta"];

/// Functions of ordinary numbers that are too large to be numbers.
const LARGE: &[Function] = &[Function::Exp, Function::Expm1, Function::Sinh, Function::Cosh, Function::Tan];

pub(super) fn attach(dialect: &mut Dialect) {
    let prefix = format!("{}.", dialect.name);
    let is_ours = |name: &&&str| name.starts_with(&prefix);
    let is_doubtful = |function: &Function| is_singular(*function) || LARGE.contains(function);
    let doubtful = FUNCTIONS.iter().filter(|(_, function)| is_doubtful(function)).map(|(name, _)| name);
    for name in doubtful.chain(SINGULAR).filter(is_ours) {
        dialect.attach(name, Singular);
    }
    for name in FILLS.iter().filter(is_ours) {
        dialect.attach(name, Fills);
    }
    for (names, leaves) in [(BY_CHOICE, Leaves::ByChoice), (BY_PLACE, Leaves::ByPlace)] {
        for name in names.iter().filter(is_ours) {
            dialect.attach(name, leaves);
        }
    }
}
