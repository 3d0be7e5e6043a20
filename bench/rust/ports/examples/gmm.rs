//! The library with the mixture of Gaussians that the driver loads.

mod interface;

use interface::{Input, Workload, uniform};
use ports::gmm::{Shape, d_log_likelihood, log_likelihood};

const DIMENSIONS: usize = 10;
const COMPONENTS: usize = 25;

fn shape(points: usize) -> Shape {
    Shape { dimensions: DIMENSIONS, components: COMPONENTS, points, gamma: 1.5, m: 2.0 }
}

struct Gmm {
    points: usize,
    alphas: Input,
    means: Input,
    covariances: Input,
    x: Vec<f64>,
}

impl Workload for Gmm {
    fn new(size: usize) -> Gmm {
        Gmm {
            points: size,
            alphas: Input::new(COMPONENTS, -1.0, 1.0),
            means: Input::new(DIMENSIONS * COMPONENTS, 0.0, 1.0),
            covariances: Input::new(shape(size).covariance() * COMPONENTS, -0.5, 0.5),
            x: (0..DIMENSIONS * size).map(|_| uniform(0.0, 1.0)).collect(),
        }
    }

    fn primal(&mut self) -> f64 {
        log_likelihood(
            shape(self.points),
            self.alphas.values(),
            self.means.values(),
            self.covariances.values(),
            &self.x,
        )
    }

    fn gradient(&mut self) {
        let (mut d_alphas, mut d_means, mut d_covariances) = (self.alphas, self.means, self.covariances);
        d_log_likelihood(
            shape(self.points),
            self.alphas.values(),
            d_alphas.derivatives(),
            self.means.values(),
            d_means.derivatives(),
            self.covariances.values(),
            d_covariances.derivatives(),
            &self.x,
            1.0,
        );
    }
}

export!(Gmm);
