//! Derivatives of operations, attached to their definitions as `ForwardRule` and `ReverseRule`: one file for each family.
//!
//! Formulas of single elements come from `calculus`, run over `emit::TensorEmit`; what moves or adds up elements is
//! linear, and its adjoint is the transposed map. Complex numbers pair without conjugation: the adjoint of `w * z` by `z`
//! is the seed times `w`, and the gradient of a real function of `x + iy` is `∂x - i ∂y`.
//!
//! An operation that is in no table here and has results that carry derivatives is refused by the differentiation pass.
//!
//! - `affine_forms`: affine loops and accesses in other dialects;
//! - `bodies`: bodies of reductions, windows and scatters on many elements at once;
//! - `choices`: windows that choose one of their elements;
//! - `collectives`: operations among devices;
//! - `constants`: one number everywhere, also where sizes are known at run time only;
//! - `contraction`: dot products;
//! - `control`: control flow, which the pass takes apart;
//! - `convolution`: adjoints of convolutions, which are convolutions again;
//! - `custom_calls`: calls that compute nothing, of LAPACK, of CHLO, and those with derivatives of their own;
//! - `derived`: rules that follow from those of other operations;
//! - `dynamic`: operations whose sizes or places are operands;
//! - `eigenvalues`: eigenvalues and eigenvectors of matrices without symmetry, as LAPACK computes them for JAX;
//! - `einsum`: sums of products along named dimensions, written in operations that have rules;
//! - `elementwise`: operations on single elements whose derivative is a formula of `calculus`;
//! - `factorisations`: Cholesky's factorisation and triangular systems;
//! - `folding`: reductions by any associative body, of several operands at once;
//! - `fourier`: Fourier transforms;
//! - `func`: calls of the derivative of the function that is called;
//! - `grouping`: tuples, and composites, which are calls of the function that says what they do;
//! - `indexing`: gathers, and what gathers and scatters are used for by other rules;
//! - `lapack`: LAPACK's factorisations of Cholesky and LU, and its triangular systems, as JAX calls them;
//! - `linear`: rules of linear operations;
//! - `matrices`: stacks of matrices;
//! - `loops`: counted loops, and how other control flow is written in them;
//! - `members`: reductions among devices by bodies other than addition;
//! - `memory`: shadows of memory, tangents and adjoints of accesses;
//! - `movement`: operations that move elements without looking at them;
//! - `normalisation`: batch normalisation, written out in elementary operations;
//! - `operations`: single operations that rules write;
//! - `orthogonal`: the QR factorisation as LAPACK packs it;
//! - `parts`: operations on single elements that are not a formula of one type;
//! - `places`: where the updates of a scatter go, and what lies there;
//! - `reduction`: reductions by a body that is one well-known operation;
//! - `repeated`: the adjoint of scatters that may update an element several times, by any body;
//! - `scalars`: arithmetic and elementary functions of MLIR's own dialects;
//! - `scatter_shape`: a scatter as it stands in the program;
//! - `scattering`: additions, replacements and extrema at once, other bodies step by step;
//! - `shardings`: layouts of values;
//! - `sizes`: repetitions and parts in sizes that are known at run time only;
//! - `sliding`: windows by any associative body, of several operands at once;
//! - `sorting`: sorts, which move elements;
//! - `space`: which tensors have derivatives, zeros and sums;
//! - `special`: functions of CHLO whose derivative is not a formula of its own in `calculus`;
//! - `spectral`: eigenvalues of Hermitian matrices and singular values, as LAPACK computes them for JAX;
//! - `sums`: sums of derivatives;
//! - `unused`: which operations leave elements without use, and which make infinities of finite operands;
//! - `vague`: vectors of eigenvalues or singular values that are exactly equal;
//! - `window_shape`: what the attributes of a window say;
//! - `windows`: sums over windows.

mod affine_forms;
mod bodies;
mod choices;
mod collectives;
mod constants;
mod contraction;
mod control;
mod convolution;
mod custom_calls;
mod derived;
mod dynamic;
mod eigenvalues;
mod einsum;
mod elementwise;
mod emit;
mod factorisations;
mod folding;
mod fourier;
mod func;
mod grouping;
mod indexing;
mod lapack;
mod linear;
mod loops;
mod matrices;
mod members;
mod memory;
mod movement;
mod normalisation;
mod operations;
mod orthogonal;
mod parts;
mod places;
mod reduction;
mod repeated;
mod scalars;
mod scatter_shape;
mod scattering;
mod shardings;
mod sizes;
mod sliding;
mod sorting;
mod space;
mod special;
mod spectral;
mod sums;
mod unused;
mod vague;
mod window_shape;
mod windows;

use zymase_ir::Dialect;
use zymase_ir::derivative::{ForwardRule, Inactive, ReverseRule};

/// One line of a table: the name of an operation without its dialect, and its rules.
pub(crate) type Entry = (&'static str, ForwardRule, ReverseRule);

/// Attaches derivatives to the operations of a dialect that have them.
pub fn attach(dialect: &mut Dialect) {
    let (tables, inactive): (Vec<&[Entry]>, &[&str]) = match dialect.name {
        "stablehlo" => {
            dialect.interfaces.attach(space::TENSORS);
            let tables = vec![
                elementwise::TABLE,
                parts::TABLE,
                movement::TABLE,
                contraction::TABLE,
                einsum::TABLE,
                convolution::TABLE,
                reduction::TABLE,
                indexing::TABLE,
                scattering::TABLE,
                sorting::TABLE,
                windows::TABLE,
                choices::TABLE,
                custom_calls::TABLE,
                collectives::TABLE,
                dynamic::TABLE,
                grouping::TABLE,
                factorisations::TABLE,
                fourier::TABLE,
                normalisation::TABLE,
            ];
            (tables, elementwise::STEPS)
        }
        "chlo" => (vec![elementwise::CHLO_TABLE, parts::CHLO_TABLE, special::CHLO_TABLE], special::CHLO_STEPS),
        "func" => (vec![func::TABLE], &[]),
        "sdy" => (vec![shardings::TABLE], &[]),
        "arith" | "math" => return scalars::attach(dialect),
        "memref" => {
            memory::attach(dialect);
            return loops::attach(dialect);
        }
        "scf" | "affine" => return loops::attach(dialect),
        _ => return,
    };
    let full = |short: &str| format!("{}.{short}", dialect.name);
    let attached: Vec<(String, ForwardRule, ReverseRule)> =
        tables.concat().into_iter().map(|(name, forward, reverse)| (full(name), forward, reverse)).collect();
    let marked: Vec<String> = inactive.iter().map(|name| full(name)).collect();
    for (name, forward, reverse) in attached {
        dialect.attach(&name, forward);
        dialect.attach(&name, reverse);
    }
    for name in marked {
        dialect.attach(&name, Inactive);
    }
    sizes::attach(dialect);
    unused::attach(dialect);
    if dialect.name == "stablehlo" {
        control::attach(dialect);
    }
}
