//! What the structure of a matrix makes superfluous: identities, diagonals, traces, symmetry.

use super::dot::{matrix_dot, spread};
use crate::optimise::diagonal::{diagonal_of, gather_again, gathered_diagonal, read_diagonal};
use crate::optimise::einsum::{Factor, Label, Product, Sizes, arranged, repeated};
use crate::optimise::facts;
use crate::optimise::rule::Level::{Exact, Reassociate};
use crate::optimise::rule::{Entry, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::{Site, short};
use zymase_dialects::stablehlo::attributes::GatherDimensionNumbers;
use zymase_ir::{Attribute, Type, Value};

const ENTRIES: &[Entry] = &[
    Entry {
        name: "dot_of_identity",
        algebra: "I·x = x",
        condition: "",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_identity,
        instance: |s| {
            let n = s.size();
            let eye = identity(s, n)?;
            let m = s.size();
            let x = s.floats(&[n, m]);
            matrix_dot(s, eye, x)
        },
    },
    Entry {
        name: "dot_of_diagonal",
        algebra: "diag(u)·x = u∘x",
        condition: "",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_diagonal,
        instance: |s| {
            let n = s.size();
            let d = some_diagonal(s, n)?;
            let m = s.size();
            let x = s.floats(&[m, n]);
            if s.random.between(0, 1) == 0 {
                return matrix_dot(s, x, d);
            }
            let x = s.transpose(x, &[1, 0])?;
            matrix_dot(s, d, x)
        },
    },
    Entry {
        name: "dot_of_diagonal_with_both",
        algebra: "Σᵢⱼ diag(u)ᵢⱼ·xᵢⱼ = Σᵢ uᵢ·xᵢᵢ",
        condition: "both dimensions of the diagonal are summed over",
        level: Reassociate,
        roots: &["dot_general"],
        apply: dot_of_diagonal_with_both,
        instance: |s| {
            let n = s.size();
            let d = some_diagonal(s, n)?;
            let x = s.floats(&[n, n]);
            let numbers = zymase_dialects::stablehlo::attributes::DotDimensionNumbers {
                lhs_contracting: vec![0, 1],
                rhs_contracting: vec![0, 1],
                ..Default::default()
            };
            s.dot(d, x, numbers, &Type::f64(), None)
        },
    },
    Entry {
        name: "diagonal_part_of_dot",
        algebra: "I∘(x·y) = diag(Σₖ xᵢₖ·yₖᵢ)",
        condition: "",
        level: Exact,
        roots: &["select"],
        apply: diagonal_part_of_dot,
        instance: |s| {
            let (a, b) = square_factors(s);
            let dot = matrix_dot(s, a, b)?;
            masked(s, dot)
        },
    },
    Entry {
        name: "sum_of_diagonal",
        algebra: "Σⱼ diag(u)ᵢⱼ = uᵢ",
        condition: "the sum starts from zero",
        level: Reassociate,
        roots: &["reduce"],
        apply: sum_of_diagonal,
        instance: |s| {
            let n = s.size();
            let d = some_diagonal(s, n)?;
            let dimensions = s.random.pick(&[&[0i64, 1][..], &[0], &[1]]);
            s.sum(d, dimensions)
        },
    },
    Entry {
        name: "diagonal_of_dot",
        algebra: "diag(x·y) = Σₖ xᵢₖ·yₖᵢ",
        condition: "",
        level: Exact,
        roots: &["gather"],
        apply: diagonal_of_dot,
        instance: |s| {
            let (a, b) = square_factors(s);
            let dot = matrix_dot(s, a, b)?;
            gathered(s, dot)
        },
    },
    Entry {
        name: "diagonal_of_diagonal",
        algebra: "diag(diag(u)) = u",
        condition: "",
        level: Reassociate,
        roots: &["gather"],
        apply: diagonal_of_diagonal,
        instance: |s| {
            let n = s.size();
            let d = some_diagonal(s, n)?;
            gathered(s, d)
        },
    },
    Entry {
        name: "diagonal_of_elementwise",
        algebra: "diag(f(x, y)) = f(diag(x), diag(y))",
        condition: "",
        level: Exact,
        roots: &["gather"],
        apply: diagonal_of_elementwise,
        instance: |s| {
            let (a, b) = square_factors(s);
            let both = s.some_binary(a, b)?;
            gathered(s, both)
        },
    },
    Entry {
        name: "diagonal_of_transposed",
        algebra: "diag(xᵀ) = diag(x)",
        condition: "",
        level: Exact,
        roots: &["gather"],
        apply: diagonal_of_transposed,
        instance: |s| {
            let n = s.size();
            let x = s.floats(&[n, n]);
            let turned = s.transpose(x, &[1, 0])?;
            gathered(s, turned)
        },
    },
    Entry {
        name: "transposed_symmetric",
        algebra: "sᵀ = s",
        condition: "s is symmetric",
        level: Exact,
        roots: &["transpose"],
        apply: transposed_symmetric,
        instance: |s| {
            let (m, n) = (s.size(), s.size());
            let x = s.floats(&[m, n]);
            let turned = s.transpose(x, &[1, 0])?;
            let numbers = zymase_dialects::stablehlo::attributes::DotDimensionNumbers {
                lhs_contracting: vec![1],
                rhs_contracting: vec![1],
                ..Default::default()
            };
            let gram = match s.random.between(0, 1) {
                0 => s.dot(x, x, numbers, &Type::f64(), None)?,
                _ => s.dot(turned, turned, numbers, &Type::f64(), None)?,
            };
            s.transpose(gram, &[1, 0])
        },
    },
    Entry {
        name: "transposed_diagonal",
        algebra: "diag(u)ᵀ = diag(u)",
        condition: "",
        level: Reassociate,
        roots: &["transpose"],
        apply: transposed_diagonal,
        instance: |s| {
            let n = s.size();
            let d = some_diagonal(s, n)?;
            s.transpose(d, &[1, 0])
        },
    },
    Entry {
        name: "select_diagonal_of_diagonal",
        algebra: "I∘diag(u) = diag(u)",
        condition: "",
        level: Reassociate,
        roots: &["select"],
        apply: |site| {
            let operands = site.operands();
            facts::diagonal_mask(site.ir(), operands[0])?;
            if !site.is_zero(operands[2]) || site.from(operands[1], "select").is_none() {
                return None;
            }
            diagonal_of(site, operands[1]).map(|_| operands[1])
        },
        instance: |s| {
            let n = s.size();
            let u = s.floats(&[n]);
            let wide = s.broadcast(u, &[0], &[n, n])?;
            let d = masked(s, wide)?;
            masked(s, d)
        },
    },
    Entry {
        name: "multiply_by_identity",
        algebra: "I∘x = (i = j ? x : 0)",
        condition: "",
        level: Reassociate,
        roots: &["multiply"],
        apply: multiply_by_identity,
        instance: |s| {
            let n = s.size();
            let eye = identity(s, n)?;
            let x = s.floats(&[n, n]);
            s.multiply(eye, x)
        },
    },
];

pub fn rules() -> Vec<Rule> {
    ENTRIES.iter().map(|entry| entry.rule("structure")).collect()
}

fn square_factors(s: &mut Sample) -> (Value, Value) {
    let n = s.size();
    (s.floats(&[n, n]), s.floats(&[n, n]))
}

/// True on the diagonal.
fn mask(s: &mut Sample, n: i64) -> Option<Value> {
    let ty = Type::tensor([n, n], Type::integer(32));
    let (rows, columns) = (s.iota(ty.clone(), 0)?, s.iota(ty, 1)?);
    s.compare("EQ", rows, columns)
}

fn identity(s: &mut Sample, n: i64) -> Option<Value> {
    let mask = mask(s, n)?;
    s.convert(mask, &Type::f64())
}

fn masked(s: &mut Sample, value: Value) -> Option<Value> {
    let ty = s.ty(value);
    let mask = mask(s, s.shape(value)[0])?;
    let zero = s.zero(&ty)?;
    s.select(mask, value, zero)
}

fn some_diagonal(s: &mut Sample, n: i64) -> Option<Value> {
    let u = s.floats(&[n]);
    let dimension = s.random.between(0, 1);
    let wide = s.broadcast(u, &[dimension], &[n, n])?;
    match s.random.between(0, 2) {
        0 => masked(s, wide),
        1 => {
            let eye = identity(s, n)?;
            s.multiply(eye, wide)
        }
        _ => scattered(s, u, n),
    }
}

/// `0, 0; 1, 1; …`
fn pairs(s: &mut Sample, n: i64) -> Option<Value> {
    let count = s.iota(Type::tensor([n, 1], Type::integer(32)), 0)?;
    s.concatenate(&[count, count], 1)
}

fn scattered(s: &mut Sample, u: Value, n: i64) -> Option<Value> {
    let ty = Type::tensor([n, n], Type::f64());
    let zeros = s.zero(&ty)?;
    let indices = pairs(s, n)?;
    let scalar = Type::tensor([], Type::f64());
    let region = s.builder.region(&[scalar.clone(), scalar], |inner, arguments| {
        inner.build("stablehlo.return", &[arguments[1]], &[], &[]);
        Ok(())
    });
    let numbers = zymase_dialects::stablehlo::attributes::ScatterDimensionNumbers {
        inserted_window_dims: vec![0, 1],
        scatter_dims_to_operand_dims: vec![0, 1],
        index_vector_dim: 1,
        ..Default::default()
    };
    let attributes = [("scatter_dimension_numbers", Attribute::dialect(numbers))];
    let mut state = s.builder.state("stablehlo.scatter", &[zeros, indices, u], &attributes);
    state.regions.push(region.ok()?);
    state.result_types = vec![ty];
    let op = s.builder.insert(state);
    Some(s.ir()[op].results()[0])
}

fn gathered(s: &mut Sample, matrix: Value) -> Option<Value> {
    let n = s.shape(matrix)[0];
    let indices = pairs(s, n)?;
    let numbers = GatherDimensionNumbers {
        collapsed_slice_dims: vec![0, 1],
        start_index_map: vec![0, 1],
        index_vector_dim: 1,
        ..Default::default()
    };
    let attributes =
        [("dimension_numbers", Attribute::dialect(numbers)), ("slice_sizes", Attribute::i64_array([1, 1]))];
    s.typed("gather", &[matrix, indices], &attributes, Type::tensor([n], Type::f64()))
}

/// A factor that is a matrix of which one dimension is summed over: the labels of this dimension and of the other.
fn matrix_factor(of: &Product, place: usize) -> Option<(Label, Label)> {
    let labels = &of.factors[place].labels;
    let other = &of.factors[1 - place].labels;
    let [a, b] = labels[..] else { return None };
    let is_summed = |label: Label| of.is_contracted(label) && other.contains(&label);
    match (is_summed(a), is_summed(b)) {
        (true, false) if !other.contains(&b) => Some((a, b)),
        (false, true) if !other.contains(&a) => Some((b, a)),
        _ => None,
    }
}

/// The other factor with the label of what is summed over replaced.
fn renamed(of: &Product, place: usize, from: Label, to: Label) -> Factor {
    let other = &of.factors[1 - place];
    let labels = other.labels.iter().map(|label| if *label == from { to } else { *label }).collect();
    Factor { value: other.value, labels }
}

fn dot_of_identity(site: &mut Site) -> Option<Value> {
    let of = Product::of_op(site, site.op)?;
    for place in 0..2 {
        let Some((summed, kept)) = matrix_factor(&of, place) else { continue };
        if facts::is_identity(site.ir(), of.factors[place].value) {
            let factor = renamed(&of, place, summed, kept);
            return arranged(site, factor, &of.out, &Sizes::default());
        }
    }
    None
}

fn dot_of_diagonal(site: &mut Site) -> Option<Value> {
    let of = Product::of_op(site, site.op)?;
    for place in 0..2 {
        let Some((summed, kept)) = matrix_factor(&of, place) else { continue };
        let Some(vector) = diagonal_of(site, of.factors[place].value) else { continue };
        let mut factor = renamed(&of, place, summed, kept);
        let at = factor.labels.iter().position(|label| *label == kept)? as i64;
        let shape = site.shape(factor.value);
        let wide = spread(site, vector, &[at], &shape)?;
        factor.value = site.multiply(wide, factor.value)?;
        return arranged(site, factor, &of.out, &Sizes::default());
    }
    None
}

fn dot_of_diagonal_with_both(site: &mut Site) -> Option<Value> {
    let of = Product::of_op(site, site.op)?;
    for place in 0..2 {
        let (this, other) = (&of.factors[place], &of.factors[1 - place]);
        let both = this.labels.len() == 2
            && other.labels.len() == 2
            && this.labels.iter().all(|label| of.is_contracted(*label) && other.labels.contains(label));
        let Some(vector) = both.then(|| diagonal_of(site, this.value)).flatten() else { continue };
        let diagonal = take_diagonal(site, other.value)?;
        let product = site.multiply(vector, diagonal)?;
        return site.sum(product, &[0]);
    }
    None
}

/// The diagonal of a square matrix, by a gather where nothing better is known.
fn take_diagonal(site: &mut Site, matrix: Value) -> Option<Value> {
    if let Some(vector) = read_diagonal(site, matrix) {
        return Some(vector);
    }
    let n = *site.shape(matrix).first()?;
    let count = site.iota(Type::tensor([n, 2], Type::integer(32)), 0)?;
    let numbers = GatherDimensionNumbers {
        collapsed_slice_dims: vec![0, 1],
        start_index_map: vec![0, 1],
        index_vector_dim: 1,
        ..Default::default()
    };
    let attributes =
        [("dimension_numbers", Attribute::dialect(numbers)), ("slice_sizes", Attribute::i64_array([1, 1]))];
    let ty = Type::tensor([n], site.element(matrix));
    site.typed("gather", &[matrix, count], &attributes, ty)
}

/// The diagonal along two dimensions of a product: these become one.
fn diagonal_of_product(site: &mut Site, value: Value, dimensions: [usize; 2]) -> Option<Value> {
    let of = Product::of(site, value)?;
    let [first, second] = dimensions.map(|at| of.out.get(at).copied());
    let (first, second) = (first?, second?);
    let mut factors = of.factors.clone();
    for factor in &mut factors {
        if factor.labels.contains(&first) && factor.labels.contains(&second) {
            return None;
        }
        factor.labels.iter_mut().filter(|label| **label == second).for_each(|label| *label = first);
    }
    let out: Vec<Label> = of.out.iter().copied().filter(|label| *label != second).collect();
    of.with(site, factors, &out)
}

fn diagonal_part_of_dot(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let dimensions = facts::diagonal_mask(site.ir(), operands[0])?;
    let vector = diagonal_of_product(site, operands[1], dimensions)?;
    let shape = site.shape(operands[1]);
    let kept: Vec<i64> = (0..shape.len() as i64).filter(|at| *at != dimensions[1] as i64).collect();
    let wide = site.broadcast(vector, &kept, &shape)?;
    site.select(operands[0], wide, operands[2])
}

fn sum_of_diagonal(site: &mut Site) -> Option<Value> {
    let (value, dimensions) = site.sum_of(site.op)?;
    if site.rank(value) != 2 {
        return None;
    }
    let vector = diagonal_of(site, value)?;
    if dimensions.len() == 2 { site.sum(vector, &[0]) } else { Some(vector) }
}

fn diagonal_of_dot(site: &mut Site) -> Option<Value> {
    let matrix = gathered_diagonal(site, site.op)?;
    diagonal_of_product(site, matrix, [0, 1])
}

fn diagonal_of_diagonal(site: &mut Site) -> Option<Value> {
    let matrix = gathered_diagonal(site, site.op)?;
    read_diagonal(site, matrix)
}

fn diagonal_of_elementwise(site: &mut Site) -> Option<Value> {
    let matrix = gathered_diagonal(site, site.op)?;
    let op = site.ir().defining_op(matrix)?;
    let by_element = site.ir()[op].definition()?.interface::<zymase_dialects::evaluate::bodies::ByElement>().is_some();
    let shape = site.shape(matrix);
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    if !by_element || operands.is_empty() || operands.iter().any(|operand| site.shape(*operand) != shape) {
        return None;
    }
    short(site.ir(), op)?;
    let mut diagonals = Vec::new();
    for operand in operands {
        let gather = site.op;
        diagonals.push(gather_again(site, gather, operand)?);
    }
    let ty = Type::tensor(&shape[..1], site.element(matrix));
    site.again(op, &diagonals, ty)
}

fn diagonal_of_transposed(site: &mut Site) -> Option<Value> {
    let matrix = gathered_diagonal(site, site.op)?;
    let turn = site.from(matrix, "transpose")?;
    let (op, inner) = (site.op, site.first(turn)?);
    gather_again(site, op, inner)
}

fn transposed_symmetric(site: &mut Site) -> Option<Value> {
    let operand = site.operand(0)?;
    facts::is_symmetric(site.ir(), operand).then_some(operand)
}

fn transposed_diagonal(site: &mut Site) -> Option<Value> {
    let operand = site.operand(0)?;
    diagonal_of(site, operand).map(|_| operand)
}

fn multiply_by_identity(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    for (eye, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if facts::is_identity(site.ir(), eye) && repeated(site, other).is_none() {
            let n = site.shape(other)[0];
            let ty = Type::tensor([n, n], Type::integer(32));
            let (rows, columns) = (site.iota(ty.clone(), 0)?, site.iota(ty, 1)?);
            let mask = site.compare("EQ", rows, columns)?;
            let ty = site.ty(other);
            let zero = site.zero(&ty)?;
            return site.select(mask, other, zero);
        }
    }
    None
}
