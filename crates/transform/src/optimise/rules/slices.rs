//! Slices, fixed and dynamic, and updates of slices.

use crate::optimise::facts;
use crate::optimise::make::{Cut, Padding};
use crate::optimise::rule::Level::Exact;
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_ir::{Attribute, Type, Value};

const SLICE: &[&str] = &["slice"];
const DYNAMIC: &[&str] = &["dynamic_slice"];
const UPDATE: &[&str] = &["dynamic_update_slice"];

const LINES: &[Line] = &[
    ("slice_of_slice", Exact, SLICE, "x[a][b] = x[a∘b]", "", slice_of_slice, |s| {
        let x = big(s);
        let first = s.some_slice(x)?;
        s.some_slice(first)
    }),
    ("slice_of_elementwise", Exact, SLICE, "f(x, y)[a] = f(x[a], y[a])", "", slice_of_elementwise, |s| {
        let x = s.any();
        let shape = s.shape(x);
        let y = s.floats(&shape);
        let both = s.some_binary(x, y)?;
        s.some_slice(both)
    }),
    ("slice_of_transpose", Exact, SLICE, "xᵀ[a] = x[aᵀ]ᵀ", "", slice_of_transpose, |s| {
        let shape = s.shape_of(3);
        let x = s.floats(&shape);
        let turned = s.some_transpose(x)?;
        s.some_slice(turned)
    }),
    ("slice_of_broadcast", Exact, SLICE, "broadcast(x)[a] = broadcast(x[a])", "", slice_of_broadcast, |s| {
        let x = s.any();
        let wide = s.some_broadcast(x)?;
        s.some_slice(wide)
    }),
    ("slice_of_reverse", Exact, SLICE, "reverse(x)[a] = reverse(x[n - a])", "steps of one", slice_of_reverse, |s| {
        let x = s.any();
        let reversed = s.some_reverse(x)?;
        let shape = s.shape(x);
        let mut cut = s.cut_of(&shape);
        cut.stride = vec![1; shape.len()];
        s.slice(reversed, &cut)
    }),
    (
        "slice_of_pad",
        Exact,
        SLICE,
        "pad(x)[a] = pad(x[a])",
        "steps of one, nothing between elements",
        slice_of_pad,
        |s| {
            let x = s.any();
            let padded = edged(s, x)?;
            let mut cut = Cut::all(&s.shape(padded));
            cut.start[0] = 1;
            s.slice(padded, &cut)
        },
    ),
    (
        "slice_of_concatenate",
        Exact,
        SLICE,
        "[x, y][a] = x[a] within x",
        "the slice lies in one part",
        slice_of_concatenate,
        |s| {
            let x = s.any();
            let shape = s.shape(x);
            let y = s.floats(&shape);
            let both = s.concatenate(&[x, y], 0)?;
            let second = s.random.between(0, 1) * shape[0];
            s.slice_along(both, 0, second, second + shape[0] - 1)
        },
    ),
    ("slice_across_concatenate", Exact, SLICE, "[x, y, z][a] = [x[a], y[a]]", "", slice_across_concatenate, |s| {
        let x = s.any();
        let shape = s.shape(x);
        let (y, z) = (s.floats(&shape), s.floats(&shape));
        let all = s.concatenate(&[x, y, z], 0)?;
        s.slice_along(all, 0, 1, shape[0] + 1)
    }),
    ("slice_of_iota", Exact, SLICE, "iota[a] = iota + a", "steps of one", slice_of_iota, |s| {
        let ty = Type::tensor([5, 3], Type::integer(32));
        let dimension = s.random.between(0, 1);
        let count = s.iota(ty, dimension)?;
        let part = s.slice_along(count, 0, 1, 4)?;
        let numbers = s.convert(part, &Type::f64())?;
        let x = s.floats(&[3, 3]);
        s.multiply(numbers, x)
    }),
    ("slice_of_reduce", Exact, SLICE, "(Σ x)[a] = Σ x[a]", "", slice_of_reduce, |s| {
        let shape = s.shape_of(3);
        let x = s.floats(&shape);
        let sum = s.sum(x, &[1])?;
        s.some_slice(sum)
    }),
    (
        "slice_of_reshape",
        Exact,
        SLICE,
        "reshape(x)[a] = reshape(x[a])",
        "only dimensions of size one come or go",
        slice_of_reshape,
        |s| {
            let shape = s.shape_of(2);
            let x = s.floats(&shape);
            let wider = s.reshape(x, &[shape[0], 1, shape[1]])?;
            let mut cut = Cut::all(&[shape[0], 1, shape[1]]);
            cut.start[0] = 1;
            s.slice(wider, &cut)
        },
    ),
    (
        "slice_beside_update",
        Exact,
        SLICE,
        "update(x, y, i)[a] = x[a] where a lies beside y",
        "i is a constant",
        slice_beside_update,
        |s| {
            let x = s.floats(&[6, 3]);
            let y = s.floats(&[2, 3]);
            let updated = updated(s, x, y, &[0, 0])?;
            s.slice_along(updated, 0, 3, 5)
        },
    ),
    (
        "slice_of_update",
        Exact,
        SLICE,
        "update(x, y, i)[a] = y[a - i] where a lies in y",
        "i is a constant",
        slice_of_update,
        |s| {
            let x = s.floats(&[6, 3]);
            let y = s.floats(&[3, 3]);
            let updated = updated(s, x, y, &[2, 0])?;
            s.slice_along(updated, 0, 3, 5)
        },
    ),
    (
        "slice_of_dynamic_slice",
        Exact,
        SLICE,
        "dynamic_slice(x, i)[a] = dynamic_slice(x, i + a)",
        "the rest is cut off at the end",
        slice_of_dynamic,
        |s| {
            let x = s.floats(&[6, 3]);
            let part = some_dynamic_slice(s, x, &[4, 3])?;
            s.slice_along(part, 1, 0, 2)
        },
    ),
    ("dynamic_slice_at_constant", Exact, DYNAMIC, "dynamic_slice(x, c) = x[c:]", "", dynamic_at_constant, |s| {
        let x = big(s);
        let starts: Vec<Value> = vec![index(s, 1)?; s.rank(x)];
        let sizes = vec![2; s.rank(x)];
        dynamic_slice(s, x, &starts, &sizes)
    }),
    (
        "dynamic_slice_of_elementwise",
        Exact,
        DYNAMIC,
        "dynamic_slice(f(x), i) = f(dynamic_slice(x, i))",
        "",
        dynamic_of_elementwise,
        |s| {
            let x = s.floats(&[6, 4]);
            let made = s.some_unary(x)?;
            some_dynamic_slice(s, made, &[2, 3])
        },
    ),
    (
        "dynamic_slice_of_transpose",
        Exact,
        DYNAMIC,
        "dynamic_slice(xᵀ, i) = dynamic_slice(x, iᵀ)ᵀ",
        "",
        dynamic_of_transpose,
        |s| {
            let x = s.floats(&[6, 4]);
            let turned = s.transpose(x, &[1, 0])?;
            some_dynamic_slice(s, turned, &[2, 3])
        },
    ),
    (
        "dynamic_slice_of_broadcast",
        Exact,
        DYNAMIC,
        "dynamic_slice(broadcast(x), i) = broadcast(dynamic_slice(x, i))",
        "",
        dynamic_of_broadcast,
        |s| {
            let x = s.floats(&[6]);
            let wide = s.broadcast(x, &[0], &[6, 4])?;
            some_dynamic_slice(s, wide, &[2, 3])
        },
    ),
    (
        "dynamic_slice_of_update",
        Exact,
        DYNAMIC,
        "dynamic_slice(update(x, y, i), i) = y",
        "of the size of y",
        dynamic_of_update,
        |s| {
            let x = s.floats(&[6, 4]);
            let y = s.floats(&[2, 3]);
            let starts = [some_index(s), some_index(s)];
            let operands = [x, y, starts[0], starts[1]];
            let updated = s.op("dynamic_update_slice", &operands)?;
            dynamic_slice(s, updated, &starts, &[2, 3])
        },
    ),
    (
        "dynamic_slice_of_constant_part",
        Exact,
        DYNAMIC,
        "dynamic_slice(x, i, j) = dynamic_slice(x, i, 0)",
        "all of a dimension is taken",
        dynamic_whole_dimension,
        |s| {
            let x = s.floats(&[6, 4]);
            some_dynamic_slice(s, x, &[2, 4])
        },
    ),
    (
        "dynamic_slice_of_dynamic_slice",
        Exact,
        DYNAMIC,
        "dynamic_slice(dynamic_slice(x, i), j) = dynamic_slice(x, i + j)",
        "indices are not negative and stay within",
        dynamic_of_dynamic,
        |s| {
            let x = s.floats(&[8]);
            let first = index(s, 2)?;
            let i = s.input(&Type::tensor([], Type::integer(32)));
            let zero = index(s, 0)?;
            let one = index(s, 1)?;
            let clamped = s.op("clamp", &[zero, i, one])?;
            let part = dynamic_slice(s, x, &[first], &[5])?;
            dynamic_slice(s, part, &[clamped], &[3])
        },
    ),
    ("update_everything", Exact, UPDATE, "update(x, y, i) = y", "y has the size of x", update_everything, |s| {
        let x = s.any();
        let shape = s.shape(x);
        let y = s.floats(&shape);
        let starts: Vec<Value> = (0..shape.len()).map(|_| some_index(s)).collect();
        s.op("dynamic_update_slice", &[&[x, y][..], &starts].concat())
    }),
    ("update_zeros", Exact, UPDATE, "update(0, y, c) = pad(y, 0)", "c is a constant", update_zeros, |s| {
        let zeros = s.zero(&Type::tensor([6, 4], Type::f64()))?;
        let y = s.floats(&[2, 3]);
        updated(s, zeros, y, &[1, 1])
    }),
    (
        "update_twice",
        Exact,
        UPDATE,
        "update(update(x, y, i), z, i) = update(x, z, i)",
        "y and z have the same size",
        update_twice,
        |s| {
            let x = s.floats(&[6, 4]);
            let (y, z) = (s.floats(&[2, 3]), s.floats(&[2, 3]));
            let starts = [some_index(s), some_index(s)];
            let first = s.op("dynamic_update_slice", &[x, y, starts[0], starts[1]])?;
            s.op("dynamic_update_slice", &[first, z, starts[0], starts[1]])
        },
    ),
    ("update_with_itself", Exact, UPDATE, "update(x, dynamic_slice(x, i), i) = x", "", update_with_itself, |s| {
        let x = s.floats(&[6, 4]);
        let starts = [some_index(s), some_index(s)];
        let part = dynamic_slice(s, x, &starts, &[2, 3])?;
        s.op("dynamic_update_slice", &[x, part, starts[0], starts[1]])
    }),
    (
        "update_along_one_dimension",
        Exact,
        UPDATE,
        "update(x, y, c) = [x[:c], y, x[c + n:]]",
        "c is a constant and y spans all other dimensions; x is not used again",
        update_by_concatenation,
        |s| {
            let x = s.floats(&[6, 4]);
            let y = s.floats(&[2, 4]);
            let start = s.random.between(0, 4);
            updated(s, x, y, &[start, 0])
        },
    ),
];

pub fn rules() -> Vec<Rule> {
    rule::rules("slices", LINES)
}

fn big(s: &mut Sample) -> Value {
    let rank = s.random.between(1, 2);
    let shape: Vec<i64> = (0..rank).map(|_| s.random.between(5, 7)).collect();
    s.floats(&shape)
}

fn index(s: &mut Sample, at: i64) -> Option<Value> {
    s.integers(Type::tensor([], Type::integer(32)), [at])
}

fn some_index(s: &mut Sample) -> Value {
    s.input(&Type::tensor([], Type::integer(32)))
}

fn dynamic_slice(s: &mut Sample, x: Value, starts: &[Value], sizes: &[i64]) -> Option<Value> {
    s.with("dynamic_slice", &[&[x][..], starts].concat(), &[("slice_sizes", Attribute::i64_array(sizes))])
}

fn some_dynamic_slice(s: &mut Sample, x: Value, sizes: &[i64]) -> Option<Value> {
    let starts: Vec<Value> = sizes.iter().map(|_| some_index(s)).collect();
    dynamic_slice(s, x, &starts, sizes)
}

fn updated(s: &mut Sample, x: Value, y: Value, starts: &[i64]) -> Option<Value> {
    let starts: Vec<Value> = starts.iter().map(|at| index(s, *at)).collect::<Option<_>>()?;
    s.op("dynamic_update_slice", &[&[x, y][..], &starts].concat())
}

fn edged(s: &mut Sample, x: Value) -> Option<Value> {
    let rank = s.rank(x);
    let zero = s.zero_scalar(&Type::f64())?;
    s.pad(x, zero, &Padding { low: vec![2; rank], high: vec![1; rank], interior: vec![0; rank] })
}

fn slice_of_slice(site: &mut Site) -> Option<Value> {
    let outer = site.cut(site.op)?;
    let op = site.operand_from(0, "slice")?;
    let inner = site.cut(op)?;
    let mut cut = outer.clone();
    for at in 0..outer.start.len() {
        cut.start[at] = inner.start[at] + outer.start[at] * inner.stride[at];
        cut.stride[at] = inner.stride[at] * outer.stride[at];
        // The last element that is taken, and one behind it.
        let count = outer.sizes()[at];
        cut.limit[at] = cut.start[at] + if count > 0 { (count - 1) * cut.stride[at] + 1 } else { 0 };
    }
    let source = site.first(op)?;
    site.slice(source, &cut)
}

fn slice_of_elementwise(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let (op, operands) = site.elementwise(site.operand(0)?)?;
    let parts: Vec<Value> = operands.iter().map(|operand| site.slice(*operand, &cut)).collect::<Option<_>>()?;
    site.each(op, &parts)
}

fn slice_of_transpose(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "transpose")?;
    let permutation = site.numbers(op, "permutation")?;
    let back = crate::optimise::make::inverse(&permutation);
    let turned = |list: &[i64]| back.iter().map(|at| list[*at as usize]).collect::<Vec<i64>>();
    let inner = Cut { start: turned(&cut.start), limit: turned(&cut.limit), stride: turned(&cut.stride) };
    let source = site.first(op)?;
    let part = site.slice(source, &inner)?;
    site.transpose(part, &permutation)
}

fn slice_of_broadcast(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "broadcast_in_dim")?;
    let dimensions = site.numbers(op, "broadcast_dimensions")?;
    let source = site.first(op)?;
    let (small, large) = (site.shape(source), site.shape(site.operand(0)?));
    let mut inner = Cut::all(&small);
    for (at, to) in dimensions.iter().enumerate() {
        let to = *to as usize;
        if small[at] == large[to] {
            (inner.start[at], inner.limit[at], inner.stride[at]) = (cut.start[to], cut.limit[to], cut.stride[to]);
        }
    }
    let part = site.slice(source, &inner)?;
    let shape = site.result_shape()?;
    site.broadcast(part, &dimensions, &shape)
}

fn slice_of_reverse(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "reverse")?;
    let dimensions = site.numbers(op, "dimensions")?;
    let source = site.first(op)?;
    let sizes = site.shape(source);
    let mut inner = cut.clone();
    for at in dimensions.iter().map(|at| *at as usize) {
        if cut.stride[at] != 1 {
            return None;
        }
        (inner.start[at], inner.limit[at]) = (sizes[at] - cut.limit[at], sizes[at] - cut.start[at]);
    }
    let part = site.slice(source, &inner)?;
    site.reverse(part, &dimensions)
}

fn slice_of_pad(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "pad")?;
    let padding = site.padding(op)?;
    let (source, with) = (site.first(op)?, site.ir()[op].operand(1)?);
    let sizes = site.shape(source);
    let mut inner = Cut::all(&sizes);
    let mut rest = Padding { low: vec![], high: vec![], interior: vec![0; sizes.len()] };
    for at in 0..sizes.len() {
        let (low, high) = (padding.low[at], padding.high[at]);
        if cut.stride[at] != 1 || padding.interior[at] != 0 || low < 0 || high < 0 {
            return None;
        }
        // Where the slice begins and ends within the source, and how much of it lies outside.
        let (start, limit) = (cut.start[at] - low, cut.limit[at] - low);
        let (from, to) = (start.clamp(0, sizes[at]), limit.clamp(0, sizes[at]));
        if from >= to {
            let ty = site.ty(site.result()?);
            return site.broadcast(with, &[], ty.shape()?);
        }
        (inner.start[at], inner.limit[at]) = (from, to);
        rest.low.push(from - start);
        rest.high.push(limit - to);
    }
    let part = site.slice(source, &inner)?;
    site.pad(part, with, &rest)
}

fn slice_of_concatenate(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "concatenate")?;
    let at = usize::try_from(site.number(op, "dimension")?).ok()?;
    let mut begin = 0;
    for part in site.ir()[op].operands().collect::<Vec<_>>() {
        let end = begin + site.shape(part)[at];
        if cut.start[at] >= begin && cut.limit[at] <= end {
            let mut inner = cut.clone();
            inner.start[at] -= begin;
            inner.limit[at] -= begin;
            return site.slice(part, &inner);
        }
        begin = end;
    }
    None
}

fn slice_across_concatenate(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "concatenate")?;
    let at = usize::try_from(site.number(op, "dimension")?).ok()?;
    if cut.stride[at] != 1 {
        return None;
    }
    let (mut begin, mut parts) = (0, Vec::new());
    for part in site.ir()[op].operands().collect::<Vec<_>>() {
        let size = site.shape(part)[at];
        let (from, to) = ((cut.start[at] - begin).clamp(0, size), (cut.limit[at] - begin).clamp(0, size));
        begin += size;
        if from < to {
            let mut inner = cut.clone();
            (inner.start[at], inner.limit[at]) = (from, to);
            parts.push(site.slice(part, &inner)?);
        }
    }
    site.concatenate(&parts, at as i64)
}

fn slice_of_iota(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "iota")?;
    let dimension = site.number(op, "iota_dimension")?;
    let at = usize::try_from(dimension).ok()?;
    let ty = site.ty(site.result()?);
    if cut.stride[at] != 1 || !(ty.element().is_integer() || ty.element().is_float()) {
        return None;
    }
    let count = site.iota(ty.clone(), dimension)?;
    if cut.start[at] == 0 {
        return Some(count);
    }
    let offset = site.splat(&ty, cut.start[at] as f64)?;
    site.add(count, offset)
}

fn slice_of_reduce(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "reduce")?;
    if site.ir()[op].operands().len() != 2 {
        return None;
    }
    let (source, start) = (site.first(op)?, site.ir()[op].operand(1)?);
    let reduced = site.numbers(op, "dimensions")?;
    let mut inner = Cut::all(&site.shape(source));
    let kept = (0..inner.start.len()).filter(|at| !reduced.contains(&(*at as i64)));
    for (from, at) in kept.enumerate() {
        (inner.start[at], inner.limit[at], inner.stride[at]) = (cut.start[from], cut.limit[from], cut.stride[from]);
    }
    let part = site.slice(source, &inner)?;
    let ty = site.ty(site.result()?);
    site.copy(op, &[part, start], &[ty])?.into_iter().next()
}

/// The dimension of the source that a dimension of a reshape is, if only dimensions of size one come or go.
pub fn unit_reshape(from: &[i64], to: &[i64]) -> Option<Vec<Option<usize>>> {
    let big = |shape: &[i64]| {
        shape.iter().enumerate().filter(|(_, size)| **size != 1).map(|(at, size)| (at, *size)).collect::<Vec<_>>()
    };
    let (from, large) = (big(from), big(to));
    let same = from.len() == large.len() && from.iter().zip(&large).all(|(a, b)| a.1 == b.1);
    if !same {
        return None;
    }
    let mut source = vec![None; to.len()];
    for ((from, _), (to, _)) in from.iter().zip(&large) {
        source[*to] = Some(*from);
    }
    Some(source)
}

fn slice_of_reshape(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "reshape")?;
    let source = site.first(op)?;
    let from = site.shape(source);
    let places = unit_reshape(&from, &site.shape(site.operand(0)?))?;
    let mut inner = Cut::all(&from);
    for (to, place) in places.iter().enumerate() {
        match place {
            Some(at) => {
                (inner.start[*at], inner.limit[*at], inner.stride[*at]) =
                    (cut.start[to], cut.limit[to], cut.stride[to]);
            }
            None if cut.start[to] == 0 && cut.limit[to] == 1 => {}
            None => return None,
        }
    }
    let part = site.slice(source, &inner)?;
    let shape = site.result_shape()?;
    site.reshape(part, &shape)
}

/// The constant starts of an update, clamped as they are at run time.
fn constant_starts(site: &Site, starts: &[Value], sizes: &[i64], whole: &[i64]) -> Option<Vec<i64>> {
    starts
        .iter()
        .zip(sizes.iter().zip(whole))
        .map(|(start, (size, whole))| {
            let number = facts::constant(site.ir(), *start)?.integer(0)?;
            Some(number.clamp(0, whole - size))
        })
        .collect()
}

fn update_parts(site: &Site, op: zymase_ir::Op) -> Option<(Value, Value, Vec<Value>)> {
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let [x, y, starts @ ..] = &operands[..] else { return None };
    Some((*x, *y, starts.to_vec()))
}

fn slice_beside_update(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "dynamic_update_slice")?;
    let (x, y, starts) = update_parts(site, op)?;
    let sizes = site.shape(y);
    let starts = constant_starts(site, &starts, &sizes, &site.shape(x))?;
    let beside = (0..sizes.len()).any(|at| cut.limit[at] <= starts[at] || cut.start[at] >= starts[at] + sizes[at]);
    if !beside {
        return None;
    }
    site.slice(x, &cut)
}

fn slice_of_update(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "dynamic_update_slice")?;
    let (x, y, starts) = update_parts(site, op)?;
    let sizes = site.shape(y);
    let starts = constant_starts(site, &starts, &sizes, &site.shape(x))?;
    let mut inner = cut.clone();
    for at in 0..sizes.len() {
        inner.start[at] -= starts[at];
        inner.limit[at] -= starts[at];
        if inner.start[at] < 0 || inner.limit[at] > sizes[at] {
            return None;
        }
    }
    site.slice(y, &inner)
}

fn slice_of_dynamic(site: &mut Site) -> Option<Value> {
    let cut = site.cut(site.op)?;
    let op = site.operand_from(0, "dynamic_slice")?;
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    let whole = site.shape(operands[0]);
    let before = site.numbers(op, "slice_sizes")?;
    // A shorter slice would be moved less by the clamping of its start, unless a dimension is taken whole.
    let fits = (0..whole.len()).all(|at| {
        let same = cut.start[at] == 0 && cut.limit[at] == before[at];
        (same || before[at] == whole[at]) && cut.stride[at] == 1
    });
    if !fits {
        return None;
    }
    let mut whole_cut = Cut::all(&whole);
    let mut sizes = before.clone();
    for at in (0..whole.len()).filter(|at| before[*at] == whole[*at]) {
        (whole_cut.start[at], whole_cut.limit[at]) = (cut.start[at], cut.limit[at]);
        sizes[at] = cut.limit[at] - cut.start[at];
    }
    let mut inner = operands.clone();
    inner[0] = site.slice(operands[0], &whole_cut)?;
    site.with("dynamic_slice", &inner, &[("slice_sizes", Attribute::i64_array(sizes))])
}

fn dynamic_at_constant(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let starts = constant_starts(site, &operands[1..], &sizes, &site.shape(operands[0]))?;
    let limit = starts.iter().zip(&sizes).map(|(start, size)| start + size).collect();
    site.slice(operands[0], &Cut { stride: vec![1; starts.len()], start: starts, limit })
}

fn dynamic_again(site: &mut Site, operand: Value, starts: &[Value], sizes: &[i64]) -> Option<Value> {
    if site.shape(operand) == sizes {
        return Some(operand);
    }
    let operands = [&[operand][..], starts].concat();
    site.with("dynamic_slice", &operands, &[("slice_sizes", Attribute::i64_array(sizes))])
}

fn dynamic_of_elementwise(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let (op, inner) = site.elementwise(operands[0])?;
    let mut parts = Vec::new();
    for operand in inner {
        parts.push(dynamic_again(site, operand, &operands[1..], &sizes)?);
    }
    site.each(op, &parts)
}

fn dynamic_of_transpose(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let op = site.operand_from(0, "transpose")?;
    let permutation = site.numbers(op, "permutation")?;
    let back = crate::optimise::make::inverse(&permutation);
    let starts: Vec<Value> = back.iter().map(|at| operands[1 + *at as usize]).collect();
    let sizes: Vec<i64> = back.iter().map(|at| sizes[*at as usize]).collect();
    let source = site.first(op)?;
    let part = dynamic_again(site, source, &starts, &sizes)?;
    site.transpose(part, &permutation)
}

fn dynamic_of_broadcast(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let op = site.operand_from(0, "broadcast_in_dim")?;
    let dimensions = site.numbers(op, "broadcast_dimensions")?;
    let source = site.first(op)?;
    let (small, large) = (site.shape(source), site.shape(operands[0]));
    let ty = site.ty(*operands.get(1)?);
    let zero = site.zero(&ty)?;
    let (mut starts, mut inner) = (vec![zero; small.len()], small.clone());
    for (at, to) in dimensions.iter().map(|to| *to as usize).enumerate() {
        if small[at] == large[to] {
            (starts[at], inner[at]) = (operands[1 + to], sizes[to]);
        }
    }
    let part = dynamic_again(site, source, &starts, &inner)?;
    site.broadcast(part, &dimensions, &sizes)
}

fn dynamic_of_update(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let op = site.operand_from(0, "dynamic_update_slice")?;
    let (_, y, starts) = update_parts(site, op)?;
    let sizes = site.numbers(site.op, "slice_sizes")?;
    (starts == operands[1..] && site.shape(y) == sizes).then_some(y)
}

fn dynamic_whole_dimension(site: &mut Site) -> Option<Value> {
    let mut operands = site.operands();
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let whole = site.shape(operands[0]);
    let mut changed = false;
    for at in 0..whole.len() {
        if sizes[at] == whole[at] && !site.is_zero(operands[at + 1]) {
            let ty = site.ty(operands[at + 1]);
            operands[at + 1] = site.zero(&ty)?;
            changed = true;
        }
    }
    if !changed {
        return None;
    }
    site.with("dynamic_slice", &operands, &[("slice_sizes", Attribute::i64_array(sizes))])
}

fn dynamic_of_dynamic(site: &mut Site) -> Option<Value> {
    let operands = site.operands();
    let op = site.operand_from(0, "dynamic_slice")?;
    let inner: Vec<Value> = site.ir()[op].operands().collect();
    let (middle, whole) = (site.shape(operands[0]), site.shape(inner[0]));
    let sizes = site.numbers(site.op, "slice_sizes")?;
    let mut starts = Vec::new();
    for at in 0..whole.len() {
        let (first, second) = (inner[1 + at], operands[1 + at]);
        let ((low, high), (least, most)) = (site.facts(first).range?, site.facts(second).range?);
        let fits = low >= 0 && high <= whole[at] - middle[at] && least >= 0 && most <= middle[at] - sizes[at];
        if !fits || site.ty(first) != site.ty(second) {
            return None;
        }
        starts.push(site.add(first, second)?);
    }
    dynamic_again(site, inner[0], &starts, &sizes)
}

fn update_everything(site: &mut Site) -> Option<Value> {
    let (x, y, _) = update_parts(site, site.op)?;
    (site.ty(x) == site.ty(y)).then_some(y)
}

fn update_zeros(site: &mut Site) -> Option<Value> {
    let (x, y, starts) = update_parts(site, site.op)?;
    if !site.is_zero(x) {
        return None;
    }
    let (sizes, whole) = (site.shape(y), site.shape(x));
    let low = constant_starts(site, &starts, &sizes, &whole)?;
    let high = (0..low.len()).map(|at| whole[at] - sizes[at] - low[at]).collect();
    let element = site.element(x);
    let zero = site.zero_scalar(&element)?;
    site.pad(y, zero, &Padding { interior: vec![0; low.len()], low, high })
}

fn update_twice(site: &mut Site) -> Option<Value> {
    let (x, z, starts) = update_parts(site, site.op)?;
    let op = site.from(x, "dynamic_update_slice")?;
    let (inner, y, before) = update_parts(site, op)?;
    if before != starts || site.ty(y) != site.ty(z) {
        return None;
    }
    site.op("dynamic_update_slice", &[&[inner, z][..], &starts].concat())
}

fn update_with_itself(site: &mut Site) -> Option<Value> {
    let (x, y, starts) = update_parts(site, site.op)?;
    let op = site.from(y, "dynamic_slice")?;
    let operands: Vec<Value> = site.ir()[op].operands().collect();
    (operands[0] == x && operands[1..] == starts[..]).then_some(x)
}

fn update_by_concatenation(site: &mut Site) -> Option<Value> {
    let (x, y, starts) = update_parts(site, site.op)?;
    let (sizes, whole) = (site.shape(y), site.shape(x));
    let starts = constant_starts(site, &starts, &sizes, &whole)?;
    let mut other = (0..sizes.len()).filter(|at| sizes[*at] != whole[*at]);
    let at = other.next().filter(|_| other.next().is_none())?;
    let mut parts = Vec::new();
    if starts[at] > 0 {
        parts.push(site.slice_along(x, at, 0, starts[at])?);
    }
    parts.push(y);
    if starts[at] + sizes[at] < whole[at] {
        parts.push(site.slice_along(x, at, starts[at] + sizes[at], whole[at])?);
    }
    site.concatenate(&parts, at as i64)
}
