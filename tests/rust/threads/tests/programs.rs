//! Programs that use rayon, as they are written.

#![forbid(unsafe_code)]

use rayon::prelude::*;
use suite::case;

/// A number between 0 and 1 that depends on a seed alone.
fn draw(seed: u64) -> f64 {
    let mut state = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((state ^ (state >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

case!(monte_carlo, [100.0, 0.05, 0.2, 105.0], |x| {
    let (spot, rate, volatility, strike) = (x[0], x[1], x[2], x[3]);
    let paths = 200u64;
    let total: f64 = (0..paths)
        .into_par_iter()
        .map(|path| {
            let mut price = spot;
            for step in 0..5 {
                let noise = (0..12).map(|i| draw(path * 1000 + step * 12 + i)).sum::<f64>() - 6.0;
                price *= ((rate - 0.5 * volatility * volatility) * 0.2 + volatility * 0.2f64.sqrt() * noise).exp();
            }
            (price - strike).max(0.0)
        })
        .sum();
    (-rate).exp() * total / paths as f64
});

case!(bodies, [0.0, 0.1, 1.0, 0.0, 0.3, 0.9, -0.7, 0.4, 0.5], |x| {
    let mut positions: Vec<[f64; 3]> = x.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
    let mut velocities = vec![[0.0; 3]; positions.len()];
    for _ in 0..4 {
        velocities.par_iter_mut().enumerate().for_each(|(i, velocity)| {
            for (j, other) in positions.iter().enumerate() {
                if i != j {
                    let away: [f64; 3] = std::array::from_fn(|k| other[k] - positions[i][k]);
                    let square = away.iter().map(|d| d * d).sum::<f64>() + 0.01;
                    let strength = 0.1 / (square * square.sqrt());
                    velocity.iter_mut().zip(away).for_each(|(v, d)| *v += strength * d);
                }
            }
        });
        positions.par_iter_mut().zip(&velocities).for_each(|(position, velocity)| {
            position.iter_mut().zip(velocity).for_each(|(p, v)| *p += 0.1 * v);
        });
    }
    positions.iter().flatten().map(|p| p * p).sum::<f64>()
});

case!(matrix_times_vector, [0.5, -1.25, 2.0, 0.75, 1.5, -0.3, 0.9, 1.1, 0.2, 0.7, -0.6, 0.4], |x| {
    let (matrix, vector) = x.split_at(9);
    let mut product = vec![0.0; 3];
    product.par_iter_mut().zip(matrix.par_chunks(3)).for_each(|(out, row)| {
        *out = row.iter().zip(vector).map(|(a, b)| a * b).sum();
    });
    product.iter().map(|p| p * p).sum::<f64>().sqrt()
}, gradient: |x| {
    let (matrix, vector) = x.split_at(9);
    let product: Vec<f64> = matrix.chunks(3).map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect();
    let norm = product.iter().map(|p: &f64| p * p).sum::<f64>().sqrt();
    let of_matrix = (0..9).map(|i| product[i / 3] * vector[i % 3] / norm);
    let of_vector = (0..3).map(|j| (0..3).map(|i| product[i] * matrix[3 * i + j]).sum::<f64>() / norm);
    of_matrix.chain(of_vector).collect()
});

case!(network, [0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.2, 0.05], |x| {
    // Two inputs, two neurons, one output; the batch is summed up in parallel.
    let examples: Vec<([f64; 2], f64)> = (0..20).map(|i| ([draw(i), draw(i + 100)], draw(i + 200))).collect();
    let loss: f64 = examples
        .par_iter()
        .map(|(input, target)| {
            let hidden: Vec<f64> =
                (0..2).map(|i| (x[2 * i] * input[0] + x[2 * i + 1] * input[1] + x[4 + i]).tanh()).collect();
            let output = x[6] * hidden[0] + x[7] * hidden[1];
            (output - target).powi(2)
        })
        .sum();
    loss / examples.len() as f64
});

case!(escapes, [-0.2, 0.35, 1.3], |x| {
    let (width, height) = (6usize, 4usize);
    let mut image = vec![0.0; width * height];
    image.par_chunks_mut(width).enumerate().for_each(|(row, line)| {
        for (column, pixel) in line.iter_mut().enumerate() {
            let c = (x[0] + x[2] * (column as f64 / 3.0 - 1.0), x[1] + x[2] * (row as f64 / 2.0 - 1.0));
            let mut z = (0.0f64, 0.0f64);
            *pixel = 12.0;
            for step in 0..12 {
                z = (z.0 * z.0 - z.1 * z.1 + c.0, 2.0 * z.0 * z.1 + c.1);
                let square = z.0 * z.0 + z.1 * z.1;
                if square > 64.0 {
                    *pixel = f64::from(step) + 1.0 - (square.ln() / 64.0f64.ln()).log2();
                    break;
                }
            }
        }
    });
    image.par_iter().sum::<f64>() / (width * height) as f64
});

case!(hottest, [0.5, -1.25, 2.0, 0.75], |x| {
    (0..100usize)
        .into_par_iter()
        .map(|i| x.iter().enumerate().map(|(k, x)| x * (i as f64 * 0.1 * (k + 1) as f64).sin()).sum::<f64>())
        .reduce(|| f64::NEG_INFINITY, f64::max)
});
