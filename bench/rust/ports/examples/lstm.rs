//! The library with the LSTM that the driver loads.

mod interface;

use interface::{Input, Workload, uniform};
use ports::lstm::{d_loss, loss};

const LAYERS: usize = 2;
const WIDTH: usize = 14;

struct Lstm {
    main_parameters: Input,
    extra: Input,
    start: Input,
    sequence: Vec<f64>,
}

impl Workload for Lstm {
    fn new(size: usize) -> Lstm {
        Lstm {
            main_parameters: Input::new(LAYERS * 8 * WIDTH, -1.0, 1.0),
            extra: Input::new(3 * WIDTH, -1.0, 1.0),
            start: Input::new(2 * LAYERS * WIDTH, -1.0, 1.0),
            sequence: (0..size * WIDTH).map(|_| f64::from(uniform(0.0, 1.0) < 0.2)).collect(),
        }
    }

    fn primal(&mut self) -> f64 {
        loss(WIDTH, self.main_parameters.values(), self.extra.values(), self.start.values(), &self.sequence)
    }

    fn gradient(&mut self) {
        let (mut d_main_parameters, mut d_extra, mut d_start) = (self.main_parameters, self.extra, self.start);
        d_loss(
            WIDTH,
            self.main_parameters.values(),
            d_main_parameters.derivatives(),
            self.extra.values(),
            d_extra.derivatives(),
            self.start.values(),
            d_start.derivatives(),
            &self.sequence,
            1.0,
        );
    }
}

export!(Lstm);
