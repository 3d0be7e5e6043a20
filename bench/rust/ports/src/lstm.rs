//! `bench/workloads/lstm.c` in Rust: layers of cells predict the next symbol of a sequence; the loss is the mean
//! log-likelihood.

use zymase::autodiff_reverse;

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn cell(weight: &[f64], bias: &[f64], hidden: &mut [f64], state: &mut [f64], input: &[f64]) {
    let width = input.len();
    for i in 0..width {
        let forget = sigmoid(input[i] * weight[i] + bias[i]);
        let ingate = sigmoid(hidden[i] * weight[width + i] + bias[width + i]);
        let outgate = sigmoid(input[i] * weight[2 * width + i] + bias[2 * width + i]);
        let change = (hidden[i] * weight[3 * width + i] + bias[3 * width + i]).tanh();
        state[i] = state[i] * forget + ingate * change;
        hidden[i] = outgate * state[i].tanh();
    }
}

fn predict(
    main_parameters: &[f64],
    extra: &[f64],
    state: &mut [f64],
    input: &[f64],
    out: &mut [f64],
    scratch: &mut [f64],
) {
    let width = input.len();
    for i in 0..width {
        scratch[i] = input[i] * extra[i];
    }
    let mut x: &[f64] = scratch;
    for (layer, parameters) in state.chunks_exact_mut(2 * width).zip(main_parameters.chunks_exact(8 * width)) {
        let (weight, bias) = parameters.split_at(4 * width);
        let (hidden, state) = layer.split_at_mut(width);
        cell(weight, bias, hidden, state, x);
        x = hidden;
    }
    for i in 0..width {
        out[i] = x[i] * extra[width + i] + extra[2 * width + i];
    }
}

#[autodiff_reverse(d_loss, Const, Duplicated, Duplicated, Duplicated, Const, Active)]
pub fn loss(width: usize, main_parameters: &[f64], extra: &[f64], start: &[f64], sequence: &[f64]) -> f64 {
    let steps = sequence.len() / width;
    let mut state = start.to_vec();
    let (mut out, mut scratch) = (vec![0.0; width], vec![0.0; width]);
    let mut total = 0.0;
    for t in 0..steps - 1 {
        let (symbol, next) = sequence[t * width..(t + 2) * width].split_at(width);
        predict(main_parameters, extra, &mut state, symbol, &mut out, &mut scratch);
        let mut sum = 0.0;
        for value in &out {
            sum += value.exp();
        }
        let norm = (sum + 2.0).ln();
        for i in 0..width {
            total += next[i] * (out[i] - norm);
        }
    }
    -total / ((steps - 1) * width) as f64
}
