//! Finds the start of a three-body orbit from where the bodies were seen later: gradient descent through thousands of
//! leapfrog steps, with the derivative of the whole simulation.

use zymase::{autodiff_forward, autodiff_reverse};

const BODIES: usize = 3;
const STEP: f64 = 2e-3;

#[derive(Clone, Copy, Debug, Default, zymase::Mirror)]
struct Body {
    position: [f64; 2],
    velocity: [f64; 2],
    mass: f64,
}

type System = [Body; BODIES];

fn accelerations(bodies: &System) -> [[f64; 2]; BODIES] {
    let mut result = [[0.0; 2]; BODIES];
    for i in 0..BODIES {
        for j in 0..BODIES {
            if i != j {
                let apart = [0, 1].map(|k| bodies[j].position[k] - bodies[i].position[k]);
                let distance = (apart[0] * apart[0] + apart[1] * apart[1] + 1e-4).sqrt();
                for k in 0..2 {
                    result[i][k] += bodies[j].mass * apart[k] / distance.powi(3);
                }
            }
        }
    }
    result
}

fn advance(bodies: &mut System) {
    let before = accelerations(bodies);
    for (body, acceleration) in bodies.iter_mut().zip(before) {
        for k in 0..2 {
            body.velocity[k] += 0.5 * STEP * acceleration[k];
            body.position[k] += STEP * body.velocity[k];
        }
    }
    let after = accelerations(bodies);
    for (body, acceleration) in bodies.iter_mut().zip(after) {
        for k in 0..2 {
            body.velocity[k] += 0.5 * STEP * acceleration[k];
        }
    }
}

/// How far the bodies are from where they were seen, every so many steps.
#[autodiff_reverse(d_misfit, Duplicated, Const, Const, Active)]
#[autodiff_forward(b_misfit, Dual, Const, Const, DualOnly)]
fn misfit(start: &System, seen: &[[[f64; 2]; BODIES]], every: usize) -> f64 {
    let mut bodies = *start;
    let mut sum = 0.0;
    for places in seen {
        for _ in 0..every {
            advance(&mut bodies);
        }
        for (body, place) in bodies.iter().zip(places) {
            sum += (0..2).map(|k| (body.position[k] - place[k]).powi(2)).sum::<f64>();
        }
    }
    sum
}

fn observe(start: &System, times: usize, every: usize) -> Vec<[[f64; 2]; BODIES]> {
    let mut bodies = *start;
    let mut seen = Vec::new();
    for _ in 0..times {
        (0..every).for_each(|_| advance(&mut bodies));
        seen.push(bodies.map(|body| body.position));
    }
    seen
}

fn truth() -> System {
    [
        Body { position: [0.0, 0.0], velocity: [0.0, -0.05], mass: 1.0 },
        Body { position: [1.0, 0.0], velocity: [0.0, 1.0], mass: 0.05 },
        Body { position: [-1.6, 0.0], velocity: [0.0, -0.8], mass: 0.02 },
    ]
}

/// Fits the velocities; the misfits before and after.
fn fit(iterations: usize) -> (System, f64, f64) {
    let seen = observe(&truth(), 10, 100);
    let mut start = truth();
    start[1].velocity = [0.03, 0.97];
    start[2].velocity = [-0.02, -0.83];
    let before = misfit(&start, &seen, 100);
    for _ in 0..iterations {
        let mut gradient = System::default();
        d_misfit(&start, &mut gradient, &seen, 100, 1.0);
        for (body, slope) in start.iter_mut().zip(&gradient).skip(1) {
            for k in 0..2 {
                body.velocity[k] -= 0.01 * slope.velocity[k];
            }
        }
    }
    let after = misfit(&start, &seen, 100);
    (start, before, after)
}

fn main() {
    let (start, before, after) = fit(200);
    println!("misfit before {before:.3e}, after {after:.3e}");
    for body in start {
        println!("{:.5?}", body.velocity);
    }
}

#[test]
fn velocities_are_found_again() {
    let (start, before, after) = fit(120);
    assert!(after < 1e-3 * before, "{before} {after}");
    assert!((start[1].velocity[1] - 1.0).abs() < 1e-2, "{:?}", start[1]);
}

#[test]
fn the_modes_agree_with_differences() {
    let seen = observe(&truth(), 3, 50);
    let mut start = truth();
    start[1].velocity[0] = 0.1;
    let mut gradient = System::default();
    d_misfit(&start, &mut gradient, &seen, 50, 1.0);
    let mut direction = System::default();
    direction[1].velocity[0] = 1.0;
    let tangent = b_misfit(&start, &direction, &seen, 50);
    let moved = |by: f64| {
        let mut start = start;
        start[1].velocity[0] += by;
        misfit(&start, &seen, 50)
    };
    let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
    assert!((gradient[1].velocity[0] - tangent).abs() < 1e-11, "{} {tangent}", gradient[1].velocity[0]);
    assert!((tangent - difference).abs() < 1e-7, "{tangent} {difference}");
}
