//! Tests of passes over whole programs. One program, because each program is linked with everything it stands on.

mod algebra;
mod batched_programs;
mod batching;
mod batching_flow;
mod batching_rules;
mod bodies;
mod captured;
mod control;
mod devices;
mod einsums;
mod equal_values;
mod functions;
mod memory;
mod nothing;
mod optimise_loops;
mod optimise_programs;
mod optimise_rules;
mod optimise_table;
mod others;
mod ports;
mod programs;
mod random_control;
mod rules;
mod second_order;
mod spread;
mod support;
mod wishes;
mod zeros;

/// A dialect that stands for a project elsewhere. It uses what every project may use, so its tests run here as well as there.
#[allow(dead_code, reason = "its main function is not called here")]
#[path = "../../../../examples/dialect/src/main.rs"]
mod outside;
