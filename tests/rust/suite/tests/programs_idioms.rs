//! Options, patterns, iterators and traits, as programs use them.

mod option_combinators {
    #[derive(Clone, Copy, Default)]
    struct Settings {
        rate: Option<f64>,
        decay: Option<f64>,
        steps: Option<usize>,
    }
    impl Settings {
        fn merge(self, other: Settings) -> Settings {
            Settings {
                rate: self.rate.or(other.rate),
                decay: self.decay.or_else(|| other.decay.map(|d| d * 0.5)),
                steps: self.steps.xor(other.steps),
            }
        }
    }
    fn positive(v: f64) -> Option<f64> {
        (v > 0.0).then(|| v.sqrt())
    }
    fn chain(a: f64, b: f64) -> Option<f64> {
        let p = positive(a)?;
        let q = positive(b)?;
        Some(p * q + 1.0)
    }

    fn program(x: &[f64]) -> f64 {
        let a = Settings { rate: Some(x[0]), ..Default::default() };
        let b = Settings { rate: Some(x[1]), decay: positive(x[1]), steps: Some(4) };
        let m = a.merge(b);
        let mut v = x[2];
        for _ in 0..m.steps.unwrap_or(2) {
            v += m.rate.unwrap_or(0.1) * v.cos() - m.decay.map_or(0.2, |d| d * v);
        }
        let mut slot = Some(x[3]);
        let taken = slot.take().filter(|t| *t > 1.0).unwrap_or_default();
        let again = slot.get_or_insert(x[4] * 2.0);
        *again += taken;
        let old = slot.replace(x[0]).zip(chain(x[1], x[2])).map(|(p, q)| p * q).unwrap_or(-x[1]);
        let folded = [positive(x[0]), chain(x[0], x[1]), None, Some(v)].iter().flatten().sum::<f64>();
        v * taken + old + folded + chain(x[3], x[4]).and_then(|c| positive(c - 1.0)).ok_or("none").unwrap_or(0.0)
    }

    suite::case!(at_point_1, [0.5, 0.7, 0.2, 1.3, 0.9], |x| { program(x) });

    suite::case!(at_point_2, [0.5, -0.7, 1.2, 1.3, 0.9], |x| { program(x) });
}

mod match_guards_slices {
    fn horner(c: &[f64], t: f64) -> f64 {
        match c {
            [] => 0.0,
            [a] => *a,
            [a, rest @ ..] => a + t * horner(rest, t),
        }
    }
    fn classify(v: f64) -> f64 {
        match v {
            v if v < 0.0 => -v * v,
            v if (0.0..0.6).contains(&v) => v.sin(),
            v if v > 3.0 => 3.0 * v - 1.0,
            _ => v.exp(),
        }
    }
    fn edges(x: &[f64]) -> f64 {
        match x {
            [first, .., last] if first < last => first * last,
            [first, middle @ .., last] => first - last + middle.iter().sum::<f64>().powi(2),
            _ => 0.0,
        }
    }

    fn program(x: &[f64]) -> f64 {
        let [a, b, c, ..] = x else { panic!("too short") };
        let sums = match (a > b, b > c) {
            (true, true) => a * b,
            (true, false) => a + b * c,
            (false, _) => c.powi(2),
        };
        let mut rev = x.to_vec();
        rev.reverse();
        horner(x, 0.7) + x.iter().map(|v| classify(*v)).sum::<f64>() + edges(x) * edges(&rev) + sums
    }

    suite::case!(at_point_1, [0.5, 0.7, 0.2, 1.3, 0.9], |x| { program(x) });

    suite::case!(at_point_2, [0.5, -0.7, 0.2, 3.3, 0.9], |x| { program(x) });
}

mod iter_zoo_one {

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, -1.7], |x| {
        let running: Vec<f64> = x
            .iter()
            .scan(1.0, |s, v| {
                *s *= 1.0 + v * 0.1;
                Some(*s)
            })
            .collect();
        let head: f64 = x.iter().take_while(|v| **v > 0.1).map(|v| v * v).sum();
        let tail: f64 = x.iter().skip_while(|v| **v < 1.0).product();
        let (pos, neg): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.6);
        let logs: f64 = x.iter().filter_map(|v| if *v > 0.0 { Some(v.ln()) } else { None }).sum();
        let largest = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
        let smallest = x.iter().min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap();
        let pairs: f64 = x.iter().zip(running.iter()).zip(x.iter().skip(1)).map(|((a, b), c)| a * b * c).sum();
        let cyc: f64 = x.iter().cycle().take(9).enumerate().map(|(i, v)| v / (i + 1) as f64).sum();
        let chained: f64 = pos.iter().chain(neg.iter()).rev().fold(0.0, |a, v| a * 0.5 + v);
        head + tail + logs + largest * smallest + pairs + cyc + chained + running.last().unwrap()
    });
}

mod iter_zoo_two {

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 1.7], |x| {
        let checked = x.iter().try_fold(0.0, |acc: f64, &v| if acc > 100.0 { None } else { Some(acc + v * acc.cos()) });
        let outer: f64 = x
            .iter()
            .flat_map(|a| x.iter().map(move |b| (a - b).powi(2)))
            .filter(|d| *d > 0.05)
            .map(|d| (-d).exp())
            .sum();
        let mut it = x.iter().peekable();
        let mut runs = Vec::new();
        while let Some(&first) = it.next() {
            let mut sum = first;
            let mut prev = first;
            while let Some(&&next) = it.peek() {
                if next < prev {
                    break;
                }
                sum += next * next;
                prev = next;
                it.next();
            }
            runs.push(sum);
        }
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v.sin(), v.cos())).unzip();
        let last = a.iter().zip(&b).map(|(s, c)| s * c).reduce(|p, q| p * 0.3 + q).unwrap_or(0.0);
        let every: f64 = x.iter().step_by(2).sum::<f64>() * x.iter().rev().nth(1).unwrap();
        let w: f64 = x.windows(3).map(|w| w[0] * w[2] - w[1].powi(2)).sum();
        let inspected: Vec<f64> = x.chunks(4).map(|c| c.iter().sum::<f64>()).collect();
        let any = if x.iter().any(|v| *v > 1.5) && !x.iter().all(|v| *v > 1.0) { x[0] } else { x[1] };
        checked.unwrap() + outer + runs.iter().product::<f64>() + last + every + w + inspected[0] * inspected[1] + any
    });
}

mod generics_scalar_trait {
    use std::ops::{Add, Div, Mul, Neg, Sub};
    trait Scalar:
        Copy
        + Add<Output = Self>
        + Sub<Output = Self>
        + Mul<Output = Self>
        + Div<Output = Self>
        + Neg<Output = Self>
        + PartialOrd
    {
        const ZERO: Self;
        const ONE: Self;
        fn sqrt(self) -> Self;
        fn of(v: f64) -> Self;
    }
    impl Scalar for f64 {
        const ZERO: f64 = 0.0;
        const ONE: f64 = 1.0;
        fn sqrt(self) -> f64 {
            f64::sqrt(self)
        }
        fn of(v: f64) -> f64 {
            v
        }
    }
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Vector<T, const N: usize>([T; N]);
    impl<T: Scalar, const N: usize> Vector<T, N> {
        fn dot(self, o: Self) -> T {
            self.0.iter().zip(o.0.iter()).fold(T::ZERO, |a, (&x, &y)| a + x * y)
        }
        fn norm(self) -> T {
            self.dot(self).sqrt()
        }
        fn normalized(self) -> Self {
            self * (T::ONE / self.norm())
        }
    }
    impl<T: Scalar, const N: usize> Add for Vector<T, N> {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Vector(std::array::from_fn(|i| self.0[i] + o.0[i]))
        }
    }
    impl<T: Scalar, const N: usize> Sub for Vector<T, N> {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            Vector(std::array::from_fn(|i| self.0[i] - o.0[i]))
        }
    }
    impl<T: Scalar, const N: usize> Mul<T> for Vector<T, N> {
        type Output = Self;
        fn mul(self, s: T) -> Self {
            Vector(self.0.map(|v| v * s))
        }
    }
    fn gram_schmidt<T: Scalar, const N: usize, const K: usize>(mut v: [Vector<T, N>; K]) -> [Vector<T, N>; K] {
        for i in 0..K {
            for j in 0..i {
                v[i] = v[i] - v[j] * v[j].dot(v[i]);
            }
            v[i] = v[i].normalized();
        }
        v
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3], |x| {
        let q = gram_schmidt([Vector([x[0], 1.0, x[1]]), Vector([x[2], x[3], 0.5]), Vector([1.0, -x[0], x[3] * x[2]])]);
        let target = Vector([1.0, 2.0, 3.0]);
        q.iter().enumerate().map(|(i, v)| v.dot(target) * f64::of((i + 1) as f64)).sum::<f64>()
            + (q[0] + q[1]).norm().exp()
    });
}

mod matrix_generic_ops {
    use std::ops::{Add, Index, IndexMut, Mul, Sub};
    #[derive(Clone, Debug, PartialEq)]
    struct Matrix<T> {
        rows: usize,
        cols: usize,
        data: Vec<T>,
    }
    impl<T: Copy + Default> Matrix<T> {
        fn from_fn(rows: usize, cols: usize, mut g: impl FnMut(usize, usize) -> T) -> Self {
            let mut data = Vec::with_capacity(rows * cols);
            for i in 0..rows {
                for j in 0..cols {
                    data.push(g(i, j));
                }
            }
            Matrix { rows, cols, data }
        }
        fn transpose(&self) -> Self {
            Self::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
        }
    }
    impl<T> Index<(usize, usize)> for Matrix<T> {
        type Output = T;
        fn index(&self, (i, j): (usize, usize)) -> &T {
            assert!(i < self.rows && j < self.cols, "({i}, {j}) is outside {}x{}", self.rows, self.cols);
            &self.data[i * self.cols + j]
        }
    }
    impl<T> IndexMut<(usize, usize)> for Matrix<T> {
        fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
            &mut self.data[i * self.cols + j]
        }
    }
    impl<T: Copy + Default + Add<Output = T> + Mul<Output = T>> Mul for &Matrix<T> {
        type Output = Matrix<T>;
        fn mul(self, o: &Matrix<T>) -> Matrix<T> {
            assert_eq!(self.cols, o.rows);
            Matrix::from_fn(self.rows, o.cols, |i, j| {
                (0..self.cols).fold(T::default(), |a, k| a + self[(i, k)] * o[(k, j)])
            })
        }
    }
    impl<T: Copy + Sub<Output = T>> Sub for Matrix<T> {
        type Output = Matrix<T>;
        fn sub(mut self, o: Matrix<T>) -> Matrix<T> {
            self.data.iter_mut().zip(o.data).for_each(|(a, b)| *a = *a - b);
            self
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4], |x| {
        let a = Matrix::from_fn(2, 3, |i, j| x[i * 3 + j]);
        let g = &a * &a.transpose();
        let mut power = g.clone();
        for _ in 0..3 {
            power = &power * &g;
            let n = power.data.iter().fold(0.0f64, |m, v| m.max(v.abs()));
            power.data.iter_mut().for_each(|v| *v /= n);
        }
        let diff = power.clone() - g.clone();
        power[(0, 1)] + diff.data.iter().map(|v| v * v).sum::<f64>()
    });
}
