//! The rules of linear algebra over plain numbers: forward mode against differences, reverse mode against forward mode.
//!
//! The reference below knows the products that the rules of level 3 are made of, written as their definitions say. The
//! routines of libraries, with their conventions, are compared in the file tests.

use std::collections::BTreeMap;
use zymase_calculus::linear::{
    Algebra, Argument, Array, ArrayOperand, Matrix, Operands, Part, RealOperand, Routine, Shadow, Update, Vector,
    forward, reverse,
};

type Arguments = Argument<usize, i64, bool, f64>;

/// Memory, and the routine at hand with its arguments.
struct Reference {
    memory: Vec<f64>,
    routine: Routine,
    arguments: Vec<Arguments>,
}

impl Reference {
    fn at(a: Array<usize, i64>, i: i64, j: i64) -> usize {
        (a.data as i64 + i * a.down + j * a.right) as usize
    }

    fn get(&self, m: Matrix<usize, i64>, trans: bool, i: i64, j: i64) -> f64 {
        let (i, j) = if trans { (j, i) } else { (i, j) };
        self.memory[m.data + (i + j * m.leading) as usize]
    }

    fn symmetric(&self, m: Matrix<usize, i64>, lower: bool, i: i64, j: i64) -> f64 {
        let stored = if lower { i >= j } else { i <= j };
        self.get(m, !stored, i, j)
    }

    fn triangular(&self, m: Matrix<usize, i64>, (lower, trans, unit): (bool, bool, bool), i: i64, j: i64) -> f64 {
        let (r, c) = if trans { (j, i) } else { (i, j) };
        match r == c {
            true if unit => 1.0,
            false if lower != (r > c) => 0.0,
            _ => self.get(m, false, r, c),
        }
    }

    /// Replaces every element in the part of C.
    fn define(&mut self, c: Matrix<usize, i64>, part: Part<bool>, element: &dyn Fn(&Reference, i64, i64) -> f64) {
        let places: Vec<(i64, i64)> = places(part, c.rows, c.columns);
        let values: Vec<f64> = places.iter().map(|(i, j)| element(self, *i, *j)).collect();
        for ((i, j), value) in places.into_iter().zip(values) {
            self.memory[c.data + (i + j * c.leading) as usize] = value;
        }
    }

    fn run(&mut self, routine: Routine, arguments: &[Arguments]) {
        use Argument::{Flag, Real, Size};
        let sum = |n: i64, term: &dyn Fn(i64) -> f64| (0..n).map(term).sum::<f64>();
        match (routine, arguments) {
            (
                Routine::Gemm,
                [
                    Flag(ta),
                    Flag(tb),
                    _,
                    _,
                    Size(k),
                    Real(alpha),
                    Argument::Matrix(a),
                    Argument::Matrix(b),
                    Real(beta),
                    Argument::Matrix(c),
                ],
            ) => self.define(*c, Part::All, &|r, i, j| {
                alpha * sum(*k, &|l| r.get(*a, *ta, i, l) * r.get(*b, *tb, l, j)) + beta * r.get(*c, false, i, j)
            }),
            (
                Routine::Symm,
                [
                    Flag(left),
                    Flag(lower),
                    Size(m),
                    Size(n),
                    Real(alpha),
                    Argument::Matrix(a),
                    Argument::Matrix(b),
                    Real(beta),
                    Argument::Matrix(c),
                ],
            ) => self.define(*c, Part::All, &|r, i, j| {
                let product = match left {
                    true => sum(*m, &|l| r.symmetric(*a, *lower, i, l) * r.get(*b, false, l, j)),
                    false => sum(*n, &|l| r.get(*b, false, i, l) * r.symmetric(*a, *lower, l, j)),
                };
                alpha * product + beta * r.get(*c, false, i, j)
            }),
            (
                Routine::Syrk,
                [Flag(lower), Flag(t), _, Size(k), Real(alpha), Argument::Matrix(a), Real(beta), Argument::Matrix(c)],
            ) => self.define(*c, Part::Triangle { lower: *lower, strict: false }, &|r, i, j| {
                alpha * sum(*k, &|l| r.get(*a, *t, i, l) * r.get(*a, *t, j, l)) + beta * r.get(*c, false, i, j)
            }),
            (
                Routine::Syr2k,
                [
                    Flag(lower),
                    Flag(t),
                    _,
                    Size(k),
                    Real(alpha),
                    Argument::Matrix(a),
                    Argument::Matrix(b),
                    Real(beta),
                    Argument::Matrix(c),
                ],
            ) => self.define(*c, Part::Triangle { lower: *lower, strict: false }, &|r, i, j| {
                let term =
                    |l: i64| r.get(*a, *t, i, l) * r.get(*b, *t, j, l) + r.get(*b, *t, i, l) * r.get(*a, *t, j, l);
                alpha * sum(*k, &term) + beta * r.get(*c, false, i, j)
            }),
            (
                Routine::Trmm,
                [
                    Flag(left),
                    Flag(lower),
                    Flag(t),
                    Flag(unit),
                    Size(m),
                    Size(n),
                    Real(alpha),
                    Argument::Matrix(a),
                    Argument::Matrix(b),
                ],
            ) => self.define(*b, Part::All, &|r, i, j| {
                let how = (*lower, *t, *unit);
                alpha
                    * match left {
                        true => sum(*m, &|l| r.triangular(*a, how, i, l) * r.get(*b, false, l, j)),
                        false => sum(*n, &|l| r.get(*b, false, i, l) * r.triangular(*a, how, l, j)),
                    }
            }),
            (
                Routine::Trsm,
                [
                    Flag(left),
                    Flag(lower),
                    Flag(t),
                    Flag(unit),
                    Size(m),
                    Size(n),
                    Real(alpha),
                    Argument::Matrix(a),
                    Argument::Matrix(b),
                ],
            ) => {
                // Jacobi's iteration ends after as many steps as the triangle has rows.
                let (order, how) = (if *left { *m } else { *n }, (*lower, *t, *unit));
                let right: Vec<f64> =
                    places(Part::All, *m, *n).iter().map(|(i, j)| alpha * self.get(*b, false, *i, *j)).collect();
                for _ in 0..order {
                    self.define(*b, Part::All, &|r, i, j| {
                        let beside = |l: i64| match left {
                            true if l != i => r.triangular(*a, how, i, l) * r.get(*b, false, l, j),
                            false if l != j => r.get(*b, false, i, l) * r.triangular(*a, how, l, j),
                            _ => 0.0,
                        };
                        let own = if *left { i } else { j };
                        (right[(i + j * m) as usize] - sum(order, &beside)) / r.triangular(*a, how, own, own)
                    });
                }
            }
            other => panic!("the rules of level 3 do not call {:?}", other.0),
        }
    }
}

/// Rows and columns of the elements of a part, by columns.
fn places(part: Part<bool>, rows: i64, columns: i64) -> Vec<(i64, i64)> {
    let inside = |i: i64, j: i64| match part {
        Part::All => true,
        Part::Triangle { lower, strict } => i == j && !strict || i != j && lower == (i > j),
    };
    (0..columns).flat_map(|j| (0..rows).map(move |i| (i, j))).filter(|(i, j)| inside(*i, *j)).collect()
}

impl Algebra for Reference {
    type Size = i64;
    type Flag = bool;
    type Real = f64;
    type Pointer = usize;

    fn size(&mut self, n: i64) -> i64 {
        n
    }
    fn difference(&mut self, a: i64, b: i64) -> i64 {
        a - b
    }
    fn sum(&mut self, a: i64, b: i64) -> i64 {
        a + b
    }
    fn smaller(&mut self, a: i64, b: i64) -> i64 {
        a.min(b)
    }
    fn is_positive(&mut self, a: i64) -> bool {
        a > 0
    }
    fn choose_size(&mut self, c: bool, a: i64, b: i64) -> i64 {
        if c { a } else { b }
    }
    fn flag(&mut self, value: bool) -> bool {
        value
    }
    fn not(&mut self, a: bool) -> bool {
        !a
    }
    fn same(&mut self, a: bool, b: bool) -> bool {
        a == b
    }
    fn real(&mut self, x: f64) -> f64 {
        x
    }
    fn negative(&mut self, a: f64) -> f64 {
        -a
    }
    fn add(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }
    fn times(&mut self, a: f64, b: f64) -> f64 {
        a * b
    }
    fn quotient_or_zero(&mut self, a: f64, b: f64) -> f64 {
        if b == 0.0 { 0.0 } else { a / b }
    }
    fn is_nonzero(&mut self, a: f64) -> bool {
        a != 0.0
    }
    fn choose_pointer(&mut self, c: bool, a: usize, b: usize) -> usize {
        if c { a } else { b }
    }
    fn when(&mut self, c: bool, body: &mut dyn FnMut(&mut Self)) {
        if c {
            body(self);
        }
    }
    fn accumulator(&mut self) -> usize {
        self.memory.push(0.0);
        self.memory.len() - 1
    }
    fn accumulate(&mut self, place: usize, amount: f64) {
        self.memory[place] += amount;
    }
    fn read(&mut self, place: usize) -> f64 {
        self.memory[place]
    }
    fn elements(&mut self, m: Matrix<usize, i64>) -> Array<usize, i64> {
        Array { data: m.data, rows: m.rows, columns: m.columns, down: 1, right: m.leading }
    }
    fn column(&mut self, v: Vector<usize, i64>) -> Array<usize, i64> {
        Array { data: v.data, rows: v.length, columns: 1, down: v.step, right: 0 }
    }
    fn block(&mut self, m: Matrix<usize, i64>, at: (i64, i64), extent: (i64, i64)) -> Matrix<usize, i64> {
        Matrix { data: m.data + (at.0 + at.1 * m.leading) as usize, rows: extent.0, columns: extent.1, ..m }
    }
    fn fresh(&mut self, rows: i64, columns: i64) -> Matrix<usize, i64> {
        let data = self.memory.len();
        self.memory.resize(data + (rows * columns) as usize, f64::NAN);
        Matrix { data, rows, columns, leading: rows }
    }
    fn fresh_vector(&mut self, length: i64) -> Vector<usize, i64> {
        Vector { data: self.fresh(length, 1).data, length, step: 1 }
    }
    fn update(
        &mut self,
        part: Part<bool>,
        update: Update,
        factor: f64,
        sources: &[Array<usize, i64>],
        target: Array<usize, i64>,
    ) {
        for (i, j) in places(part, target.rows, target.columns) {
            let source = |memory: &[f64], k: usize| memory[Self::at(sources[k], i, j)];
            let place = Self::at(target, i, j);
            let old = self.memory[place];
            self.memory[place] = match update {
                Update::Add => old + factor * source(&self.memory, 0),
                Update::AddProduct => old + factor * source(&self.memory, 0) * source(&self.memory, 1),
                Update::AddSign => old + factor * source(&self.memory, 0).signum(),
                Update::Take => {
                    let taken = std::mem::take(&mut self.memory[Self::at(sources[0], i, j)]);
                    self.memory[place] + factor * taken
                }
                Update::Scale => factor * old,
                Update::Copy => source(&self.memory, 0),
                Update::Fill => factor,
                Update::Spoil => f64::NAN,
            };
        }
    }
    fn inner(&mut self, part: Part<bool>, a: Array<usize, i64>, b: Array<usize, i64>) -> f64 {
        let product = |(i, j)| self.memory[Self::at(a, i, j)] * self.memory[Self::at(b, i, j)];
        places(part, a.rows, a.columns).into_iter().map(product).sum()
    }
    fn exchange_rows(&mut self, _: Matrix<usize, i64>, _: bool) {
        panic!("level 3 exchanges no rows");
    }
    fn call(&mut self, routine: Routine, arguments: &[Arguments]) {
        self.run(routine, arguments);
    }
    fn primal(&mut self) -> Option<f64> {
        let (routine, arguments) = (self.routine, self.arguments.clone());
        self.run(routine, &arguments);
        None
    }
    fn succeeded(&mut self) -> bool {
        true
    }
}

const M: i64 = 3;
const N: i64 = 2;
const K: i64 = 4;
const LEADING: i64 = 5;
const STORED: usize = 25;
/// Three matrices, alpha and beta; then as many derivatives.
const COUNT: usize = 3 * STORED + 2;

fn number(i: usize) -> f64 {
    (1.0 + 1.7 * i as f64 + 0.03 * (i * i) as f64).sin()
}

/// Values and derivatives in memory, and the operands that lie there. `before` is where old contents are read.
fn set_up(
    routine: Routine,
    bits: usize,
    values: &[f64],
    derivatives: &[f64],
    before: usize,
) -> (Reference, Operands<Reference>) {
    let truth = |k: usize| bits >> k & 1 == 1;
    let memory = [values, derivatives, values].concat();
    let flags: BTreeMap<&'static str, bool> = match routine {
        Routine::Gemm => BTreeMap::from([("transa", truth(0)), ("transb", truth(1))]),
        _ => BTreeMap::from([("trans", truth(0)), ("uplo", truth(1)), ("side", truth(2)), ("diag", truth(3))]),
    };
    // What is n x n here has M rows.
    let n = if matches!(routine, Routine::Syrk | Routine::Syr2k) { M } else { N };
    let sizes = BTreeMap::from([("m", M), ("n", n), ("k", K)]);
    let shadow = |place: usize| Some(Shadow { place: COUNT + place, exists: None });
    let array = |k: usize| ArrayOperand {
        before: Some((before + k * STORED, LEADING)),
        after: Some((k * STORED, LEADING)),
        distance: LEADING,
        shadow: shadow(k * STORED),
    };
    let real = |k: usize| RealOperand { value: values[3 * STORED + k], shadow: shadow(3 * STORED + k) };
    let operands = Operands {
        routine,
        sizes,
        flags: flags.clone(),
        reals: BTreeMap::from([("alpha", real(0)), ("beta", real(1))]),
        arrays: BTreeMap::from([("A", array(0)), ("B", array(1)), ("C", array(2))]),
        result: None,
    };
    let flag = |name: &str| Argument::Flag(flags[name]);
    let matrix = |k: usize, rows: i64, columns: i64| {
        Argument::Matrix(Matrix { data: k * STORED, rows, columns, leading: LEADING })
    };
    let (alpha, beta) = (Argument::Real(values[3 * STORED]), Argument::Real(values[3 * STORED + 1]));
    let size = Argument::Size;
    let arguments: Vec<Arguments> = match routine {
        Routine::Gemm => {
            let c = matrix(2, M, N);
            vec![
                flag("transa"),
                flag("transb"),
                size(M),
                size(N),
                size(K),
                alpha,
                matrix(0, 0, 0),
                matrix(1, 0, 0),
                beta,
                c,
            ]
        }
        Routine::Symm => {
            vec![
                flag("side"),
                flag("uplo"),
                size(M),
                size(N),
                alpha,
                matrix(0, 0, 0),
                matrix(1, 0, 0),
                beta,
                matrix(2, M, N),
            ]
        }
        Routine::Syrk => {
            vec![flag("uplo"), flag("trans"), size(M), size(K), alpha, matrix(0, 0, 0), beta, matrix(2, M, M)]
        }
        Routine::Syr2k => {
            let c = matrix(2, M, M);
            vec![flag("uplo"), flag("trans"), size(M), size(K), alpha, matrix(0, 0, 0), matrix(1, 0, 0), beta, c]
        }
        _ => {
            let how = ["side", "uplo", "trans", "diag"].map(flag);
            let b = matrix(1, M, N);
            how.into_iter().chain([size(M), size(N), alpha, matrix(0, 0, 0), b]).collect()
        }
    };
    (Reference { memory, routine, arguments }, operands)
}

const ROUTINES: [(Routine, usize); 6] = [
    (Routine::Gemm, 2),
    (Routine::Symm, 3),
    (Routine::Syrk, 2),
    (Routine::Syr2k, 2),
    (Routine::Trmm, 4),
    (Routine::Trsm, 4),
];

fn values() -> Vec<f64> {
    let mut values: Vec<f64> = (0..COUNT).map(number).collect();
    (0..M as usize).for_each(|i| values[i * (LEADING as usize + 1)] += 3.0);
    values
}

fn tangents(routine: Routine, bits: usize, values: &[f64], direction: &[f64]) -> Vec<f64> {
    let (mut e, o) = set_up(routine, bits, values, direction, 0);
    forward(&mut e, routine, &o);
    e.memory[COUNT..2 * COUNT].to_vec()
}

#[test]
fn tangents_are_differences() {
    let (values, step) = (values(), 1e-6);
    let direction: Vec<f64> = (0..COUNT).map(|i| number(i + 500)).collect();
    let run = |routine, bits, sign: f64| {
        let moved: Vec<f64> = values.iter().zip(&direction).map(|(x, d)| x + sign * step * d).collect();
        let (mut e, _) = set_up(routine, bits, &moved, &vec![0.0; COUNT], 0);
        e.primal();
        e.memory
    };
    for (routine, flags) in ROUTINES {
        for bits in 0..1 << flags {
            let got = tangents(routine, bits, &values, &direction);
            let (up, down) = (run(routine, bits, 1.0), run(routine, bits, -1.0));
            for i in 0..3 * STORED {
                let want = (up[i] - down[i]) / (2.0 * step);
                assert!(
                    (got[i] - want).abs() < 1e-6 * (1.0 + want.abs()),
                    "{routine:?} {bits}: {i}: {} {want}",
                    got[i]
                );
            }
        }
    }
}

#[test]
fn adjoints_are_transposed_tangents() {
    let values = values();
    let direction: Vec<f64> = (0..COUNT).map(|i| number(i + 500)).collect();
    let weights: Vec<f64> = (0..COUNT).map(|i| if i < 3 * STORED { number(i + 900) } else { 0.0 }).collect();
    let inner = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    for (routine, flags) in ROUTINES {
        for bits in 0..1 << flags {
            let along = tangents(routine, bits, &values, &direction);
            // Old contents are read from the second copy of the values.
            let (mut e, o) = set_up(routine, bits, &values, &weights, 2 * COUNT);
            e.primal();
            reverse(&mut e, routine, &o, None);
            let (got, want) = (inner(&e.memory[COUNT..2 * COUNT], &direction), inner(&along[..3 * STORED], &weights));
            assert!((got - want).abs() < 1e-10 * (1.0 + want.abs()), "{routine:?} {bits}: {got} {want}");
        }
    }
}
