//! A neural network as the right-hand side of a differential equation, trained to follow a spiral. One gradient goes
//! backwards through the network, the Runge-Kutta steps and the loop over them.

use zymase::autodiff_reverse;

const HIDDEN: usize = 16;
const STEP: f64 = 0.05;

/// The weights of a network with two inputs, one hidden layer and two outputs.
#[derive(Clone, zymase::Mirror)]
struct Network {
    hidden: [[f64; 3]; HIDDEN],
    output: [[f64; HIDDEN]; 2],
}

impl Network {
    const ZERO: Network = Network { hidden: [[0.0; 3]; HIDDEN], output: [[0.0; HIDDEN]; 2] };

    fn new() -> Network {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as f64 / (1u64 << 31) as f64 - 0.5
        };
        let mut network = Network::ZERO;
        network.for_each(|weight| *weight = random());
        network
    }

    fn for_each(&mut self, f: impl FnMut(&mut f64)) {
        self.hidden.as_flattened_mut().iter_mut().chain(self.output.as_flattened_mut()).for_each(f);
    }

    fn slope(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let hidden = self.hidden.map(|[a, b, bias]| (a * x + b * y + bias).tanh());
        self.output.map(|row| row.iter().zip(hidden).map(|(weight, value)| weight * value).sum())
    }

    /// One step of the classical Runge-Kutta method.
    fn step(&self, at: [f64; 2]) -> [f64; 2] {
        let ahead = |slope: [f64; 2], by: f64| [at[0] + by * slope[0], at[1] + by * slope[1]];
        let k1 = self.slope(at);
        let k2 = self.slope(ahead(k1, STEP / 2.0));
        let k3 = self.slope(ahead(k2, STEP / 2.0));
        let k4 = self.slope(ahead(k3, STEP));
        [0, 1].map(|i| at[i] + STEP / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
    }
}

/// How far the path from the first point is from all points.
#[autodiff_reverse(d_loss, Duplicated, Const, Active)]
fn loss(network: &Network, path: &[[f64; 2]]) -> f64 {
    let mut at = path[0];
    let mut sum = 0.0;
    for point in &path[1..] {
        at = network.step(at);
        sum += (at[0] - point[0]).powi(2) + (at[1] - point[1]).powi(2);
    }
    sum / path.len() as f64
}

fn spiral(points: usize) -> Vec<[f64; 2]> {
    let at = |t: f64| [(-0.2 * t).exp() * t.cos(), (-0.2 * t).exp() * t.sin()];
    (0..points).map(|k| at(k as f64 * STEP)).collect()
}

/// Adam; the losses before and after.
fn train(iterations: i32) -> (f64, f64) {
    let path = spiral(60);
    let mut network = Network::new();
    let (mut mean, mut square) = (Network::ZERO, Network::ZERO);
    let before = loss(&network, &path);
    for iteration in 1..=iterations {
        let mut gradient = Network::ZERO;
        d_loss(&network, &mut gradient, &path, 1.0);
        let mut derivatives = Vec::new();
        gradient.for_each(|derivative| derivatives.push(*derivative));
        let mut steps = Vec::new();
        let mut next = derivatives.iter();
        mean.for_each(|m| *m = 0.9 * *m + 0.1 * next.next().unwrap_or(&0.0));
        let mut next = derivatives.iter();
        square.for_each(|s| *s = 0.999 * *s + 0.001 * next.next().map_or(0.0, |d| d * d));
        let (bias1, bias2) = (1.0 - 0.9f64.powi(iteration), 1.0 - 0.999f64.powi(iteration));
        mean.for_each(|m| steps.push(0.02 * *m / bias1));
        let mut next = steps.iter_mut();
        square.for_each(|s| {
            if let Some(step) = next.next() {
                *step /= (*s / bias2).sqrt() + 1e-8;
            }
        });
        let mut next = steps.iter();
        network.for_each(|weight| *weight -= next.next().unwrap_or(&0.0));
    }
    (before, loss(&network, &path))
}

fn main() {
    let (before, after) = train(500);
    println!("loss before {before:.5}, after {after:.7}");
}

#[test]
fn training_follows_the_spiral() {
    let (before, after) = train(200);
    assert!(after < 0.02 * before, "{before} {after}");
}

#[test]
fn the_gradient_agrees_with_differences() {
    let (path, network) = (spiral(20), Network::new());
    let mut gradient = Network::ZERO;
    d_loss(&network, &mut gradient, &path, 1.0);
    let moved = |by: f64| {
        let mut network = network.clone();
        network.hidden[3][1] += by;
        loss(&network, &path)
    };
    let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
    assert!((gradient.hidden[3][1] - difference).abs() < 1e-7, "{} {difference}", gradient.hidden[3][1]);
}
