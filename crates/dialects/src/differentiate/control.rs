//! Operations whose regions the pass differentiates together with the function around them, and those that are not
//! worth computing twice.

use zymase_ir::derivative::Expensive;
use zymase_ir::{ControlFlow, Dialect};

const FLOW: &[(&str, ControlFlow)] = &[
    ("if", ControlFlow::Branches),
    ("case", ControlFlow::Branches),
    ("while", ControlFlow::Loop),
    ("map", ControlFlow::Elements),
];

/// What costs more than a few passes over its operands and results.
const EXPENSIVE: &[&str] = &[
    "all_gather",
    "all_reduce",
    "all_to_all",
    "batch_norm_grad",
    "batch_norm_training",
    "case",
    "cholesky",
    "collective_broadcast",
    "collective_permute",
    "composite",
    "convolution",
    "dot",
    "dot_general",
    "dynamic_conv",
    "einsum",
    "fft",
    "if",
    "reduce_scatter",
    "reduce_window",
    "rng_bit_generator",
    "scatter",
    "select_and_scatter",
    "sort",
    "triangular_solve",
    "while",
];

pub(super) fn attach(dialect: &mut Dialect) {
    for (name, flow) in FLOW {
        dialect.attach(&format!("stablehlo.{name}"), *flow);
    }
    for name in EXPENSIVE {
        dialect.attach(&format!("stablehlo.{name}"), Expensive);
    }
}
