//! A sum over ranks by the crate `mpi`, one value of which comes from a neighbour: reverse mode, forward mode and differences.
#![forbid(unsafe_code)]

use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::*;
use zymase::{autodiff_forward, autodiff_reverse};

#[autodiff_reverse(d_energy, Const, Duplicated, Active)]
#[autodiff_forward(t_energy, Const, Dual, DualOnly)]
fn energy(world: &SimpleCommunicator, x: &[f64]) -> f64 {
    let (rank, size) = (world.rank(), world.size());
    let mut from_left = [0.0f64; 2];
    let right = world.process_at_rank((rank + 1) % size);
    let left = world.process_at_rank((rank + size - 1) % size);
    let out = [x[0] * x[1], x[2]];
    mpi::request::scope(|scope| {
        let sent = right.immediate_send(scope, &out[..]);
        let got = left.immediate_receive_into(scope, &mut from_left[..]);
        sent.wait();
        got.wait();
    });
    let mine: f64 = x.iter().map(|v| v * v).sum::<f64>() + from_left[0] * from_left[1];
    let mut all = 0.0f64;
    world.all_reduce_into(&mine, &mut all, SystemOperation::sum());
    all * x[0]
}

fn main() {
    let universe = mpi::initialize().unwrap();
    let world = universe.world();
    let rank = world.rank() as f64;
    let x: [f64; 3] = [0.5 + rank, 1.5, 0.7 - 0.1 * rank];
    let v: [f64; 3] = [1.0, -0.5, 0.3 + rank];
    let mut dx = [0.0; 3];
    let value = d_energy(&world, &x, &mut dx, 1.0);
    let along: f64 = dx.iter().zip(&v).map(|(a, b)| a * b).sum();
    let forward = t_energy(&world, &x, &v);
    let h = 1e-5f64;
    let at = |s: f64| energy(&world, &[x[0] + s * v[0], x[1] + s * v[1], x[2] + s * v[2]]);
    let difference = (at(h) - at(-h)) / (2.0 * h);
    let mut sums = [0.0f64; 3];
    world.all_reduce_into(&[along, forward, difference][..], &mut sums[..], SystemOperation::sum());
    assert!((sums[0] - sums[1]).abs() < 1e-10 * sums[0].abs() && (sums[0] - sums[2]).abs() < 1e-6 * sums[0].abs(), "{sums:?}");
    println!("{value} {sums:?}");
}
