//! The library with the bodies that the driver loads.

mod interface;

use interface::{Input, Workload};
use ports::nbody::{d_simulate, simulate};

const STEPS: usize = 50;

struct Bodies {
    mass: Input,
    x: Input,
    v: Input,
    x_work: Vec<[f64; 3]>,
    v_work: Vec<[f64; 3]>,
}

impl Bodies {
    fn reset(&mut self) {
        self.x_work.as_flattened_mut().copy_from_slice(self.x.values());
        self.v_work.as_flattened_mut().copy_from_slice(self.v.values());
    }
}

impl Workload for Bodies {
    fn new(size: usize) -> Bodies {
        Bodies {
            mass: Input::new(size, 0.5, 1.0),
            x: Input::new(3 * size, -1.0, 1.0),
            v: Input::new(3 * size, -1.0, 1.0),
            x_work: vec![[0.0; 3]; size],
            v_work: vec![[0.0; 3]; size],
        }
    }

    fn primal(&mut self) -> f64 {
        self.reset();
        simulate(STEPS, self.mass.values(), &mut self.x_work, &mut self.v_work)
    }

    fn gradient(&mut self) {
        self.reset();
        let mut d_mass = self.mass;
        d_simulate(
            STEPS,
            self.mass.values(),
            d_mass.derivatives(),
            &mut self.x_work,
            self.x.derivatives().as_chunks_mut().0,
            &mut self.v_work,
            self.v.derivatives().as_chunks_mut().0,
            1.0,
        );
    }
}

export!(Bodies);
