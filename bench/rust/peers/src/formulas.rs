//! The functions that are differentiated, each of one slice of parameters, generic over the kind of number.

use crate::number::Number;

pub fn rosenbrock<T: Number>(x: &[T]) -> T {
    let mut sum = x[0].constant(0.0);
    for pair in x.windows(2) {
        let (a, b) = (pair[0] - 1.0, pair[1] - pair[0] * pair[0]);
        sum = sum + a * a + b * b * 100.0;
    }
    sum
}

pub const DIMENSIONS: usize = 4;
pub const COMPONENTS: usize = 5;
const COVARIANCE: usize = DIMENSIONS * (DIMENSIONS + 1) / 2;
/// Weights, means and inverse Cholesky factors of the components.
pub const MIXTURE: usize = COMPONENTS * (1 + DIMENSIONS + COVARIANCE);

fn log_sum_exp<T: Number>(x: &[T]) -> T {
    let mut largest = x[0];
    for value in &x[1..] {
        if value.value() > largest.value() {
            largest = *value;
        }
    }
    let mut sum = x[0].constant(0.0);
    for value in x {
        sum = sum + (*value - largest).exp();
    }
    largest + sum.ln()
}

/// The log-likelihood of a mixture of Gaussians.
pub fn mixture<T: Number>(parameters: &[T], points: &[[f64; DIMENSIONS]]) -> T {
    let zero = parameters[0].constant(0.0);
    let (alphas, rest) = parameters.split_at(COMPONENTS);
    let (means, covariances) = rest.split_at(COMPONENTS * DIMENSIONS);
    let mut total = zero;
    for point in points {
        let mut terms = [zero; COMPONENTS];
        for (c, term) in terms.iter_mut().enumerate() {
            let mean = &means[c * DIMENSIONS..(c + 1) * DIMENSIONS];
            let (diagonal, lower) = covariances[c * COVARIANCE..(c + 1) * COVARIANCE].split_at(DIMENSIONS);
            let (mut scaled, mut at) = ([zero; DIMENSIONS], 0);
            *term = alphas[c];
            for i in 0..DIMENSIONS {
                scaled[i] = diagonal[i].exp() * (mean[i] - point[i]);
                *term = *term + diagonal[i];
            }
            for column in 0..DIMENSIONS {
                for value in &mut scaled[column + 1..] {
                    *value = *value + lower[at] * (mean[column] - point[column]);
                    at += 1;
                }
            }
            for value in scaled {
                *term = *term - value * value * 0.5;
            }
        }
        total = total + log_sum_exp(&terms);
    }
    total - log_sum_exp(alphas) * points.len() as f64
}

pub const BODIES: usize = 10;
/// Masses, places and velocities.
pub const ORBITS: usize = BODIES * 7;

/// The energy of bodies after some leapfrog steps.
pub fn bodies<T: Number>(parameters: &[T], steps: usize) -> T {
    let (mass, rest) = parameters.split_at(BODIES);
    let mut x = rest[..3 * BODIES].to_vec();
    let mut v = rest[3 * BODIES..].to_vec();
    let (zero, h) = (mass[0].constant(0.0), 1e-3);
    for _ in 0..steps {
        for i in 0..BODIES {
            for j in i + 1..BODIES {
                let (d, square) = distance(&x, i, j);
                let pull = (square * square.sqrt()).recip() * h;
                for k in 0..3 {
                    v[3 * i + k] = v[3 * i + k] - d[k] * mass[j] * pull;
                    v[3 * j + k] = v[3 * j + k] + d[k] * mass[i] * pull;
                }
            }
        }
        for (x, v) in x.iter_mut().zip(&v) {
            *x = *x + *v * h;
        }
    }
    let mut energy = zero;
    for i in 0..BODIES {
        for speed in &v[3 * i..3 * i + 3] {
            energy = energy + mass[i] * *speed * *speed * 0.5;
        }
        for j in i + 1..BODIES {
            energy = energy - mass[i] * mass[j] / distance(&x, i, j).1.sqrt();
        }
    }
    energy
}

fn distance<T: Number>(x: &[T], i: usize, j: usize) -> ([T; 3], T) {
    let d = [x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]];
    (d, d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01)
}

pub const LAYERS: usize = 2;
pub const WIDTH: usize = 14;
/// The weights and biases of the layers, the last layer, and the first state.
pub const LSTM: usize = LAYERS * 8 * WIDTH + 3 * WIDTH + 2 * LAYERS * WIDTH;

fn sigmoid<T: Number>(x: T) -> T {
    ((-x).exp() + 1.0).recip()
}

/// The loss of an LSTM that predicts the next symbol of a sequence.
pub fn lstm<T: Number>(parameters: &[T], sequence: &[[f64; WIDTH]]) -> T {
    let (layers, rest) = parameters.split_at(LAYERS * 8 * WIDTH);
    let (extra, start) = rest.split_at(3 * WIDTH);
    let zero = parameters[0].constant(0.0);
    let mut state = start.to_vec();
    let mut total = zero;
    for pair in sequence.windows(2) {
        let mut x = [zero; WIDTH];
        for i in 0..WIDTH {
            x[i] = extra[i] * pair[0][i];
        }
        for (state, layer) in state.chunks_exact_mut(2 * WIDTH).zip(layers.chunks_exact(8 * WIDTH)) {
            let (weight, bias) = layer.split_at(4 * WIDTH);
            let (hidden, memory) = state.split_at_mut(WIDTH);
            for i in 0..WIDTH {
                let gate = |n: usize, value: T| value * weight[n * WIDTH + i] + bias[n * WIDTH + i];
                let (forget, ingate) = (sigmoid(gate(0, x[i])), sigmoid(gate(1, hidden[i])));
                let (outgate, change) = (sigmoid(gate(2, x[i])), gate(3, hidden[i]).tanh());
                memory[i] = memory[i] * forget + ingate * change;
                hidden[i] = outgate * memory[i].tanh();
                x[i] = hidden[i];
            }
        }
        let mut sum = zero;
        for i in 0..WIDTH {
            x[i] = x[i] * extra[WIDTH + i] + extra[2 * WIDTH + i];
            sum = sum + x[i].exp();
        }
        let norm = (sum + 2.0).ln();
        for i in 0..WIDTH {
            total = total + (x[i] - norm) * pair[1][i];
        }
    }
    total * (-1.0 / ((sequence.len() - 1) * WIDTH) as f64)
}
