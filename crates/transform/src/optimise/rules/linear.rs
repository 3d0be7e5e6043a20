//! Factorisations, solves, transforms and convolutions.

use crate::optimise::diagonal::diagonal_of;
use crate::optimise::facts;
use crate::optimise::rule::Level::{Exact, Reassociate};
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_dialects::attribute_text::enum_value;
use zymase_dialects::stablehlo::attributes::{ConvDimensionNumbers, DotDimensionNumbers, enumeration};
use zymase_ir::{Attribute, DenseElements, Type, Value};

const CONVOLUTION: &[&str] = &["convolution"];

const LINES: &[Line] = &[
    (
        "solve_with_identity",
        Reassociate,
        &["triangular_solve"],
        "I⁻¹·b = b",
        "",
        |site| {
            let (a, b) = (site.operand(0)?, site.operand(1)?);
            facts::is_identity(site.ir(), a).then_some(b)
        },
        |s| {
            let eye = s.integers(Type::tensor([3, 3], Type::integer(32)), [1, 0, 0, 0, 1, 0, 0, 0, 1])?;
            let eye = s.convert(eye, &Type::f64())?;
            let b = s.floats(&[3, 2]);
            solve(s, eye, b)
        },
    ),
    (
        "solve_zero",
        Reassociate,
        &["triangular_solve"],
        "a⁻¹·0 = 0",
        "",
        |site| {
            let b = site.operand(1)?;
            site.is_zero(b).then_some(b)
        },
        |s| {
            let a = s.floats(&[3, 3]);
            let zero = s.zero(&Type::tensor([3, 2], Type::f64()))?;
            let x = solve(s, a, zero)?;
            let y = s.floats(&[3, 2]);
            s.add(x, y)
        },
    ),
    (
        "solve_with_diagonal",
        Reassociate,
        &["triangular_solve"],
        "diag(u)⁻¹·b = b/u",
        "",
        solve_with_diagonal,
        |s| {
            let u = s.floats(&[3]);
            let ty = Type::tensor([3, 3], Type::integer(32));
            let (rows, columns) = (s.iota(ty.clone(), 0)?, s.iota(ty, 1)?);
            let mask = s.compare("EQ", rows, columns)?;
            let wide = s.broadcast(u, &[0], &[3, 3])?;
            let zero = s.zero(&Type::tensor([3, 3], Type::f64()))?;
            let d = s.select(mask, wide, zero)?;
            let b = s.floats(&[3, 2]);
            solve(s, d, b)
        },
    ),
    (
        "cholesky_of_identity",
        Exact,
        &["cholesky"],
        "cholesky(I) = I",
        "",
        |site| {
            let a = site.operand(0)?;
            facts::is_identity(site.ir(), a).then_some(a)
        },
        |s| {
            let ty = Type::tensor([3, 3], Type::integer(32));
            let (rows, columns) = (s.iota(ty.clone(), 0)?, s.iota(ty, 1)?);
            let mask = s.compare("EQ", rows, columns)?;
            let eye = s.convert(mask, &Type::f64())?;
            let factor = s.with("cholesky", &[eye], &[("lower", Attribute::bool(true))])?;
            let x = s.floats(&[3, 3]);
            s.multiply(factor, x)
        },
    ),
    ("inverse_transform_of_transform", Reassociate, &["fft"], "fft⁻¹(fft(z)) = z", "", inverse_transform, |s| {
        let z = s.input(&Type::tensor([2, 4], Type::complex(Type::f64())));
        let once = transform(s, z, "FFT")?;
        transform(s, once, "IFFT")
    }),
    (
        "convolution_of_padded",
        Reassociate,
        CONVOLUTION,
        "conv(pad(x, 0), k) = conv(x, k) with padding",
        "only spatial dimensions are padded",
        convolution_of_padded,
        |s| {
            let x = s.floats(&[2, 5, 3]);
            let zero = s.zero_scalar(&Type::f64())?;
            let padding =
                crate::optimise::make::Padding { low: vec![0, 1, 0], high: vec![0, 2, 0], interior: vec![0; 3] };
            let padded = s.pad(x, zero, &padding)?;
            let k = s.floats(&[2, 3, 4]);
            convolution(s, padded, k)
        },
    ),
    (
        "convolution_of_one",
        Reassociate,
        CONVOLUTION,
        "conv(x, k) = x·k",
        "the kernel has size one, steps of one, no padding, one group",
        convolution_of_one,
        |s| {
            let x = s.floats(&[2, 5, 3]);
            let k = s.floats(&[1, 3, 4]);
            convolution(s, x, k)
        },
    ),
    (
        "convolution_of_zero",
        Reassociate,
        CONVOLUTION,
        "conv(0, k) = 0",
        "",
        |site| {
            let result = site.result()?;
            let zero = site.operands().into_iter().any(|operand| site.is_zero(operand));
            let ty = site.ty(result);
            (zero && site.is_static(result)).then(|| site.zero(&ty))?
        },
        |s| {
            let zero = s.zero(&Type::tensor([2, 5, 3], Type::f64()))?;
            let k = s.floats(&[2, 3, 4]);
            convolution(s, zero, k)
        },
    ),
    (
        "convolution_of_scaled",
        Reassociate,
        CONVOLUTION,
        "conv(c∘x, k) = conv(x, c∘k)",
        "c is a single number and k is smaller than x",
        convolution_of_scaled,
        |s| {
            let x = s.floats(&[2, 5, 3]);
            let c = s.floats(&[]);
            let wide = s.broadcast(c, &[], &[2, 5, 3])?;
            let scaled = s.multiply(x, wide)?;
            let k = s.floats(&[2, 3, 4]);
            convolution(s, scaled, k)
        },
    ),
    (
        "convolution_window_reversal",
        Exact,
        CONVOLUTION,
        "conv(x, k) backwards = conv(x, reverse(k))",
        "",
        convolution_window_reversal,
        |s| {
            let x = s.floats(&[2, 5, 3]);
            let k = s.floats(&[2, 3, 4]);
            let made = convolution(s, x, k)?;
            let op = s.ir().defining_op(made)?;
            s.builder.ir.set_attribute(op, "window_reversal", Attribute::bool_array(&[true]));
            Some(made)
        },
    ),
    (
        "sort_of_one",
        Exact,
        &["sort"],
        "sort(x) = x",
        "there is one element along the dimension",
        |site| {
            let operands = site.operands();
            let [x] = operands[..] else { return None };
            let along = usize::try_from(site.number(site.op, "dimension")?).ok()?;
            (*site.shape(x).get(along)? <= 1).then_some(x)
        },
        |s| {
            let n = s.size();
            let x = s.floats(&[1, n]);
            let less = enumeration("comparison_direction", "LT").ok()?;
            let scalar = Type::tensor([], Type::f64());
            let region = s.builder.region(&[scalar.clone(), scalar], |inner, arguments| {
                let truth = inner.value("stablehlo.compare", arguments, &[("comparison_direction", less)])?;
                inner.build("stablehlo.return", &[truth], &[], &[]);
                Ok(())
            });
            let mut state = s.builder.state("stablehlo.sort", &[x], &[("dimension", Attribute::i64(0))]);
            state.regions.push(region.ok()?);
            state.result_types = vec![s.ty(x)];
            let op = s.builder.insert(state);
            Some(s.ir()[op].results()[0])
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("linear algebra, transforms and convolution", LINES)
}

fn solve(s: &mut Sample, a: Value, b: Value) -> Option<Value> {
    let attributes = [
        ("left_side", Attribute::bool(true)),
        ("lower", Attribute::bool(true)),
        ("unit_diagonal", Attribute::bool(false)),
        ("transpose_a", enumeration("transpose", "NO_TRANSPOSE").ok()?),
    ];
    let ty = s.ty(b);
    s.typed("triangular_solve", &[a, b], &attributes, ty)
}

fn transform(s: &mut Sample, z: Value, kind: &str) -> Option<Value> {
    let attributes = [("fft_type", enumeration("fft_type", kind).ok()?), ("fft_length", Attribute::i64_array([4]))];
    let ty = s.ty(z);
    s.typed("fft", &[z], &attributes, ty)
}

fn convolution(s: &mut Sample, x: Value, k: Value) -> Option<Value> {
    let numbers = ConvDimensionNumbers {
        input_batch: 0,
        input_feature: 2,
        input_spatial: vec![1],
        kernel_input_feature: 1,
        kernel_output_feature: 2,
        kernel_spatial: vec![0],
        output_batch: 0,
        output_feature: 2,
        output_spatial: vec![1],
    };
    let attributes = [
        ("dimension_numbers", Attribute::dialect(numbers)),
        ("feature_group_count", Attribute::i64(1)),
        ("batch_group_count", Attribute::i64(1)),
    ];
    s.with("convolution", &[x, k], &attributes)
}

fn solve_with_diagonal(site: &mut Site) -> Option<Value> {
    let (a, b) = (site.operand(0)?, site.operand(1)?);
    let flag = |name: &str| site.ir().attribute(site.op, name).and_then(Attribute::as_bool);
    let (left, unit) = (flag("left_side")?, flag("unit_diagonal")?);
    if site.rank(b) != 2 || !site.element(b).is_float() {
        return None;
    }
    if unit {
        return diagonal_of(site, a).map(|_| b);
    }
    let vector = diagonal_of(site, a)?;
    let shape = site.shape(b);
    let wide = site.broadcast(vector, &[if left { 0 } else { 1 }], &shape)?;
    site.op("divide", &[b, wide])
}

fn inverse_transform(site: &mut Site) -> Option<Value> {
    let op = site.operand_from(0, "fft")?;
    let kind = |op| site.ir().attribute(op, "fft_type").and_then(enum_value);
    let pair = (kind(op)?, kind(site.op)?);
    let same = site.numbers(op, "fft_length") == site.numbers(site.op, "fft_length");
    let source = site.first(op)?;
    (matches!(pair, ("FFT", "IFFT") | ("IFFT", "FFT")) && same).then_some(source)
}

fn conv_numbers(site: &Site) -> Option<ConvDimensionNumbers> {
    site.ir().attribute(site.op, "dimension_numbers").and_then(Attribute::downcast::<ConvDimensionNumbers>).cloned()
}

fn all_are(site: &Site, name: &str, number: i64) -> bool {
    site.numbers(site.op, name).is_none_or(|list| list.iter().all(|other| *other == number))
}

fn convolution_of_padded(site: &mut Site) -> Option<Value> {
    let op = site.operand_from(0, "pad")?;
    let padding = site.padding(op)?;
    let numbers = conv_numbers(site)?;
    let (source, with) = (site.first(op)?, site.ir()[op].operand(1)?);
    let plain = padding.interior.iter().all(|amount| *amount == 0) && all_are(site, "lhs_dilation", 1);
    let spatial = |at: usize| numbers.input_spatial.contains(&(at as i64));
    let others = (0..padding.low.len()).all(|at| spatial(at) || (padding.low[at] == 0 && padding.high[at] == 0));
    if !plain || !others || !site.is_zero(with) {
        return None;
    }
    let count = numbers.input_spatial.len();
    let before = site.numbers(site.op, "padding").unwrap_or_else(|| vec![0; 2 * count]);
    let amounts = numbers.input_spatial.iter().enumerate().flat_map(|(place, at)| {
        let at = *at as usize;
        [before[2 * place] + padding.low[at], before[2 * place + 1] + padding.high[at]]
    });
    let ty = Type::tensor([count as i64, 2], Type::integer(64));
    let dense = DenseElements::of_integers(ty, amounts)?;
    let mut state = site.ir().state_of(site.op);
    state.operands[0] = source;
    state.set("padding", Attribute::Dense(dense));
    let made = site.builder.insert(state);
    site.ir()[made].results().first().copied()
}

fn convolution_of_one(site: &mut Site) -> Option<Value> {
    let numbers = conv_numbers(site)?;
    let (x, k) = (site.operand(0)?, site.operand(1)?);
    let kernel = site.shape(k);
    let ones = numbers.kernel_spatial.iter().all(|at| kernel[*at as usize] == 1);
    let count = |name: &str| site.number(site.op, name).unwrap_or(1);
    let plain =
        ["window_strides", "lhs_dilation"].iter().all(|name| all_are(site, name, 1)) && all_are(site, "padding", 0);
    let element = site.element(site.result()?);
    if !ones
        || !plain
        || count("feature_group_count") != 1
        || count("batch_group_count") != 1
        || site.element(x) != element
    {
        return None;
    }
    let matrix = match numbers.kernel_input_feature < numbers.kernel_output_feature {
        true => site.reshape(
            k,
            &[kernel[numbers.kernel_input_feature as usize], kernel[numbers.kernel_output_feature as usize]],
        )?,
        false => {
            let turned =
                [kernel[numbers.kernel_output_feature as usize], kernel[numbers.kernel_input_feature as usize]];
            let turned = site.reshape(k, &turned)?;
            site.transpose(turned, &[1, 0])?
        }
    };
    let dot = DotDimensionNumbers {
        lhs_contracting: vec![numbers.input_feature],
        rhs_contracting: vec![0],
        ..DotDimensionNumbers::default()
    };
    let op = site.op;
    let product = site.dot(x, matrix, dot, &element, Some(op))?;
    // The product has the batch and spatial dimensions in the order of the input, then the features.
    let rank = site.rank(product);
    let place = |from: i64| if from > numbers.input_feature { from - 1 } else { from };
    let mut permutation = vec![0; rank];
    permutation[numbers.output_batch as usize] = place(numbers.input_batch);
    permutation[numbers.output_feature as usize] = rank as i64 - 1;
    for (to, from) in numbers.output_spatial.iter().zip(&numbers.input_spatial) {
        permutation[*to as usize] = place(*from);
    }
    site.transpose(product, &permutation)
}

fn convolution_of_scaled(site: &mut Site) -> Option<Value> {
    let (x, k) = (site.operand(0)?, site.operand(1)?);
    let op = site.from(x, "multiply")?;
    let factors: Vec<Value> = site.ir()[op].operands().collect();
    for (inner, other) in [(factors[0], factors[1]), (factors[1], factors[0])] {
        let Some(found) = crate::optimise::einsum::repeated(site, other).filter(|found| found.dimensions.is_empty())
        else {
            continue;
        };
        if site.element(k) != site.element(x) {
            return None;
        }
        let shape = site.shape(k);
        let wide = site.broadcast(found.source, &[], &shape)?;
        let scaled = site.multiply(k, wide)?;
        let (own, ty) = (site.op, site.ty(site.result()?));
        return site.again(own, &[inner, scaled], ty);
    }
    None
}

fn convolution_window_reversal(site: &mut Site) -> Option<Value> {
    let numbers = conv_numbers(site)?;
    let reversal = site.numbers(site.op, "window_reversal").filter(|list| list.iter().any(|flag| *flag != 0))?;
    let chosen = numbers.kernel_spatial.iter().zip(&reversal).filter(|(_, flag)| **flag != 0);
    let mut dimensions: Vec<i64> = chosen.map(|(at, _)| *at).collect();
    dimensions.sort_unstable();
    let k = site.operand(1)?;
    let reversed = site.reverse(k, &dimensions)?;
    let mut state = site.ir().state_of(site.op);
    state.operands[1] = reversed;
    state.set("window_reversal", Attribute::bool_array(&vec![false; reversal.len()]));
    let made = site.builder.insert(state);
    site.ir()[made].results().first().copied()
}
