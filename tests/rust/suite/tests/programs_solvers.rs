//! Solvers, filters and decompositions, written out.

mod heat_pde_2d {
    #[derive(Clone)]
    struct Grid {
        nx: usize,
        ny: usize,
        cells: Vec<f64>,
    }
    impl Grid {
        fn new(nx: usize, ny: usize, init: impl Fn(usize, usize) -> f64) -> Self {
            let mut cells = Vec::with_capacity(nx * ny);
            for j in 0..ny {
                for i in 0..nx {
                    cells.push(init(i, j));
                }
            }
            Self { nx, ny, cells }
        }
        fn at(&self, i: usize, j: usize) -> f64 {
            self.cells[j * self.nx + i]
        }
        fn step(&mut self, scratch: &mut Vec<f64>, k: f64) {
            scratch.clear();
            scratch.extend_from_slice(&self.cells);
            for j in 1..self.ny - 1 {
                for i in 1..self.nx - 1 {
                    let lap = self.at(i - 1, j) + self.at(i + 1, j) + self.at(i, j - 1) + self.at(i, j + 1)
                        - 4.0 * self.at(i, j);
                    scratch[j * self.nx + i] += k * lap * (1.0 + 0.1 * self.at(i, j).powi(2));
                }
            }
            std::mem::swap(&mut self.cells, scratch);
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3], |x| {
        let mut g = Grid::new(6, 5, |i, j| x[(i + j) % 3] * ((i * j) as f64).sin());
        let mut scratch = Vec::new();
        for _ in 0..8 {
            g.step(&mut scratch, 0.1 * x[3]);
        }
        g.cells.iter().map(|c| c * c).sum::<f64>()
    });
}

mod kalman_filter {
    type M2 = [[f64; 2]; 2];
    fn mul(a: &M2, b: &M2) -> M2 {
        let mut c = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        c
    }
    fn transpose(a: &M2) -> M2 {
        [[a[0][0], a[1][0]], [a[0][1], a[1][1]]]
    }
    struct Kalman {
        state: [f64; 2],
        cov: M2,
        q: f64,
        r: f64,
        updates: usize,
    }
    impl Kalman {
        fn predict(&mut self, dt: f64) {
            let t = [[1.0, dt], [0.0, 1.0]];
            self.state = [self.state[0] + dt * self.state[1], self.state[1]];
            let mut p = mul(&mul(&t, &self.cov), &transpose(&t));
            p[0][0] += self.q * dt.powi(3) / 3.0;
            p[1][1] += self.q * dt;
            self.cov = p;
        }
        fn update(&mut self, z: f64) -> f64 {
            let s = self.cov[0][0] + self.r;
            let gain = [self.cov[0][0] / s, self.cov[1][0] / s];
            let innovation = z - self.state[0];
            self.state.iter_mut().zip(gain).for_each(|(x, g)| *x += g * innovation);
            let row = self.cov[0];
            for (i, g) in gain.iter().enumerate() {
                for j in 0..2 {
                    self.cov[i][j] -= g * row[j];
                }
            }
            self.updates += 1;
            -0.5 * (innovation * innovation / s + s.ln())
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9], |x| {
        let mut k = Kalman { state: [x[0], x[1]], cov: [[1.0, 0.0], [0.0, x[2]]], q: x[3], r: x[4], updates: 0 };
        let mut ll = 0.0;
        for z in [0.3, 0.9, 1.4, 2.2] {
            k.predict(0.5);
            ll += k.update(z);
        }
        ll / k.updates as f64 + k.state[1]
    });
}

mod lu_vec_vec {
    fn lu(mut a: Vec<Vec<f64>>) -> Option<(Vec<Vec<f64>>, Vec<usize>, f64)> {
        let n = a.len();
        let mut perm: Vec<usize> = (0..n).collect();
        let mut sign = 1.0;
        for k in 0..n {
            let p = (k..n).max_by(|&i, &j| a[i][k].abs().partial_cmp(&a[j][k].abs()).unwrap())?;
            if a[p][k] == 0.0 {
                return None;
            }
            if p != k {
                a.swap(p, k);
                perm.swap(p, k);
                sign = -sign;
            }
            for i in k + 1..n {
                a[i][k] /= a[k][k];
                let factor = a[i][k];
                for j in k + 1..n {
                    a[i][j] -= factor * a[k][j];
                }
            }
        }
        Some((a, perm, sign))
    }
    fn solve(a: Vec<Vec<f64>>, b: &[f64]) -> Option<(Vec<f64>, f64)> {
        let n = b.len();
        let (lu, perm, sign) = lu(a)?;
        let mut y: Vec<f64> = perm.iter().map(|&p| b[p]).collect();
        for i in 0..n {
            for j in 0..i {
                y[i] -= lu[i][j] * y[j];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                y[i] -= lu[i][j] * y[j];
            }
            y[i] /= lu[i][i];
        }
        Some((y, sign * (0..n).map(|i| lu[i][i]).product::<f64>()))
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4, -0.3, 0.8, 1.1], |x| {
        let a: Vec<Vec<f64>> = x.chunks(3).map(|r| r.to_vec()).collect();
        let (y, det) = solve(a, &[1.0, x[0], -2.0]).expect("regular");
        y.iter().sum::<f64>() + det
    });
}

mod qr_householder {
    fn qr_solve(a: &mut [Vec<f64>], b: &mut [f64]) -> Vec<f64> {
        let (m, n) = (a.len(), a[0].len());
        for k in 0..n {
            let norm = (k..m).map(|i| a[i][k] * a[i][k]).sum::<f64>().sqrt();
            let alpha = if a[k][k] > 0.0 { -norm } else { norm };
            let mut v: Vec<f64> = (k..m).map(|i| a[i][k]).collect();
            v[0] -= alpha;
            let vv: f64 = v.iter().map(|t| t * t).sum();
            for j in k..n {
                let dot: f64 = v.iter().enumerate().map(|(i, t)| t * a[k + i][j]).sum();
                for (i, t) in v.iter().enumerate() {
                    a[k + i][j] -= 2.0 * dot / vv * t;
                }
            }
            let dot: f64 = v.iter().zip(&b[k..]).map(|(t, s)| t * s).sum();
            for (t, s) in v.iter().zip(&mut b[k..]) {
                *s -= 2.0 * dot / vv * t;
            }
        }
        let mut x = b[..n].to_vec();
        for i in (0..n).rev() {
            let (head, tail) = x.split_at_mut(i + 1);
            head[i] -= tail.iter().zip(&a[i][i + 1..]).map(|(p, q)| p * q).sum::<f64>();
            head[i] /= a[i][i];
        }
        x
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4, -0.3, 0.8, 1.1, 0.4, 0.6, -0.9], |x| {
        let mut a: Vec<Vec<f64>> = x.chunks(3).map(Vec::from).collect();
        let mut b: Vec<f64> = x.iter().take(4).map(|v| v.cos()).collect();
        let s = qr_solve(&mut a, &mut b);
        s.iter().map(|v| v * v).sum::<f64>() + b[3].powi(2)
    });
}

mod cubic_spline {
    struct Spline {
        xs: Vec<f64>,
        ys: Vec<f64>,
        m: Vec<f64>,
    }
    impl Spline {
        fn new(xs: Vec<f64>, ys: Vec<f64>) -> Spline {
            let n = xs.len();
            let mut diag = vec![2.0; n];
            let mut rhs = vec![0.0; n];
            let mut upper = vec![0.0; n];
            for i in 1..n - 1 {
                let (h0, h1) = (xs[i] - xs[i - 1], xs[i + 1] - xs[i]);
                let lower = h0 / (h0 + h1);
                upper[i] = 1.0 - lower;
                rhs[i] = 6.0 * ((ys[i + 1] - ys[i]) / h1 - (ys[i] - ys[i - 1]) / h0) / (h0 + h1);
                let w = lower / diag[i - 1];
                diag[i] -= w * upper[i - 1];
                rhs[i] -= w * rhs[i - 1];
            }
            let mut m = vec![0.0; n];
            for i in (1..n - 1).rev() {
                m[i] = (rhs[i] - upper[i] * m[i + 1]) / diag[i];
            }
            Spline { xs, ys, m }
        }
        fn eval(&self, t: f64) -> f64 {
            let i = self.xs.partition_point(|&k| k <= t).clamp(1, self.xs.len() - 1);
            let (x0, x1) = (self.xs[i - 1], self.xs[i]);
            let h = x1 - x0;
            let (a, b) = ((x1 - t) / h, (t - x0) / h);
            a * self.ys[i - 1]
                + b * self.ys[i]
                + ((a.powi(3) - a) * self.m[i - 1] + (b.powi(3) - b) * self.m[i]) * h * h / 6.0
        }
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4], |x| {
        let s = Spline::new((0..5).map(f64::from).collect(), x[..5].to_vec());
        s.eval(x[5]) * 2.0 + s.eval(0.3).powi(2) + s.eval(3.7 + 0.1 * x[0])
    });
}

mod fft_recursive {
    use num_complex::Complex;
    fn fft(x: &[Complex<f64>]) -> Vec<Complex<f64>> {
        if x.len() == 1 {
            return x.to_vec();
        }
        let even: Vec<_> = x.iter().step_by(2).cloned().collect();
        let odd: Vec<_> = x.iter().skip(1).step_by(2).cloned().collect();
        let (e, o) = (fft(&even), fft(&odd));
        let n = x.len();
        let mut out = vec![Complex::new(0.0, 0.0); n];
        for k in 0..n / 2 {
            let t = Complex::new(0.0, -2.0 * std::f64::consts::PI * k as f64 / n as f64).exp() * o[k];
            out[k] = e[k] + t;
            out[k + n / 2] = e[k] - t;
        }
        out
    }

    suite::case!(at_one_point, [0.5, 0.7, 0.2, 1.3, 0.9, 2.4, -0.3, 0.8], |x| {
        let signal: Vec<Complex<f64>> = x.iter().map(|&v| Complex::from(v)).collect();
        let spectrum = fft(&signal);
        spectrum.iter().skip(1).map(|c| c.norm() * c.arg().cos()).sum::<f64>()
            + spectrum[1].powi(2).re
            + (spectrum[2].sqrt() / spectrum[3].conj()).im
    });
}
