//! CUDA kernels as code for CPUs.
//!
//! Clang compiles a CUDA file twice: for the device and for the host. Here the device's code becomes a part of the host's module. A kernel is a
//! region of grid x block threads; the blocks run on the threads of OpenMP, and the threads of a block become loops, which are cut
//! where threads wait for each other. What the host calls of CUDA's run time is a part of the program as well, so that nothing of a GPU
//! is needed, and everything that optimises and differentiates host code sees launches as calls.
//!
//! - `barriers`: barriers that separate nothing;
//! - `bodies`: the run time;
//! - `cuts`: where threads wait for each other, and what they give each other there;
//! - `fission`: cuts a thread into phases;
//! - `grids`: kernels as loops over blocks and threads, for raising;
//! - `hosts`: host functions with their launches, for raising;
//! - `interchange`: loops of threads that become loops around them;
//! - `joining`: brings the device's code into the host's module;
//! - `lane`: what one thread does, as a function of where it is;
//! - `launches`: what the host calls for a kernel;
//! - `pure`: values that can be computed again;
//! - `refusals`: what cannot run on a CPU;
//! - `same`: what is the same for all threads, in the code of one;
//! - `schedule`: loops over threads;
//! - `shared`: memory that the threads of a block share;
//! - `shuffles`: what threads of a warp give each other, for raising;
//! - `sizes`: sizes of blocks that the program names;
//! - `strides`: how values differ between neighbouring threads;
//! - `text`: the text of a device's code, made that of the host;
//! - `together`: threads of a block that come to the same places;
//! - `uniform`: what is the same for all threads of a block, and what it decides;
//! - `warps`: threads of a block that do not.
#![forbid(unsafe_code)]

mod barriers;
mod bodies;
mod cuts;
mod fission;
mod grids;
mod hosts;
mod interchange;
mod joining;
mod lane;
mod launches;
mod pure;
mod refusals;
mod same;
mod schedule;
mod shared;
mod shuffles;
mod sizes;
mod strides;
mod text;
mod together;
mod uniform;
mod warps;

pub use grids::{Launch, kernel_as_loops};
pub use hosts::host_with_loops;
use launches::Ready;
use schedule::Schedule;
use zymase_core::{Failure, KernelMethods as Methods};
use zymase_llvm::{Function, Module};

/// Makes the kernels of a device's module, given as text, code of this module. Without a text only the run time is added.
pub fn lower(module: Module, device: Option<&str>, methods: Methods) -> Result<(), Failure> {
    if let Some(device) = device {
        let sizes = sizes::find(module)?;
        let joined = joining::join(module, device)?;
        let mut ready = Vec::new();
        for kernel in &joined.kernels {
            let sizes = sizes.get(&joined.original_name(*kernel)).map_or(&[][..], Vec::as_slice);
            ready.push(lower_kernel(*kernel, &joined, sizes, methods)?);
        }
        joined.clean_up(module)?;
        launches::connect(module, &ready);
    }
    bodies::link(module).map_err(Failure::internal)?;
    Ok(())
}

fn lower_kernel(
    kernel: Function,
    joined: &joining::Joined,
    sizes: &[[u64; 3]],
    methods: Methods,
) -> Result<Ready, Failure> {
    let lane = lane::of_kernel(kernel)?;
    if methods.barriers {
        barriers::remove(lane.function, &joined.shared);
    }
    let shared = shared::place(lane, &joined.shared);
    shared::relax_atomics(lane);
    let mut cuts = cuts::find(lane)?;
    cuts::refuse_rest(lane.function, joining::is_known)?;
    if methods.loops && methods.hoisting {
        interchange::cut_loops(lane, &mut cuts)?;
    }
    let phases = fission::split(lane, &cuts, methods)?;
    let name = joined.original_name(kernel);
    let parts = phases.phases.iter().map(|phase| phase.function).chain(phases.routes.iter().copied());
    let parts: Vec<Function> = parts.collect();
    std::iter::once(lane.function).chain(parts.iter().copied()).try_for_each(verify)?;
    let made = Schedule { lane, kernel, cuts: &cuts, phases: &phases, sizes }.write()?;
    made.iter().copied().try_for_each(verify)?;
    let block = made[0];
    for part in parts.into_iter().chain([phases.copy, lane.function]) {
        if part.value().users().is_empty() {
            part.erase();
        }
    }
    Ok(Ready { name, block, shared, kept: phases.bytes, fixed: cuts.results * cuts::RESULTS })
}

/// Code of ours that LLVM cannot read is a bug of ours, and is said to be one.
fn verify(function: Function) -> Result<(), Failure> {
    function.verify().map_err(|text| Failure::internal(format!("wrong code of '{}': {text}", function.name())))
}
