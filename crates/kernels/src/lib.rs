//! CUDA kernels as code for CPUs.
//!
//! Clang compiles a CUDA file twice: for the device and for the host. Here the device's code becomes a part of the host's module. A kernel is a
//! region of grid x block threads; the blocks run on the threads of OpenMP, and the threads of a block become loops, which are cut
//! where threads wait for each other. What the host calls of CUDA's run time is a part of the program as well, so that nothing of a GPU
//! is needed, and everything that optimises and differentiates host code sees launches as calls.
//!
//! - `bodies`: the run time;
//! - `cuts`: where threads wait for each other, and what they give each other there;
//! - `fission`: cuts a thread into phases;
//! - `joining`: brings the device's code into the host's module;
//! - `lane`: what one thread does, as a function of where it is;
//! - `launches`: what the host calls for a kernel;
//! - `refusals`: what cannot run on a CPU;
//! - `schedule`: loops over threads;
//! - `shared`: memory that the threads of a block share;
//! - `text`: the text of a device's code, made that of the host.
#![forbid(unsafe_code)]

mod bodies;
mod cuts;
mod fission;
mod joining;
mod lane;
mod launches;
mod refusals;
mod schedule;
mod shared;
mod text;

use fission::{Phase, Phases};
use launches::Ready;
use schedule::Schedule;
use zymase_core::Failure;
use zymase_llvm::{Function, Module};

/// Makes the kernels of a device's module, given as text, code of this module. Without a text only the run time is added.
pub fn lower(module: Module, device: Option<&str>) -> Result<(), Failure> {
    if let Some(device) = device {
        let joined = joining::join(module, device)?;
        let mut ready = Vec::new();
        for kernel in &joined.kernels {
            ready.push(lower_kernel(*kernel, &joined)?);
        }
        joined.clean_up(module)?;
        launches::connect(module, &ready);
    }
    bodies::link(module).map_err(Failure::internal)?;
    Ok(())
}

fn lower_kernel(kernel: Function, joined: &joining::Joined) -> Result<Ready, Failure> {
    let lane = lane::of_kernel(kernel)?;
    let shared = shared::place(lane, &joined.shared);
    let cuts = cuts::find(lane)?;
    cuts::refuse_rest(lane.function, joining::is_known)?;
    let phases = match cuts.cuts.is_empty() {
        true => Phases { phases: vec![Phase { function: lane.function, next: vec![lane::END] }], bytes: 0 },
        false => fission::split(lane, &cuts)?,
    };
    let name = joined.original_name(kernel);
    let whole = (!cuts.cuts.is_empty()).then_some(lane.function);
    whole.into_iter().chain(phases.phases.iter().map(|phase| phase.function)).try_for_each(verify)?;
    let made = Schedule { lane, kernel, cuts: &cuts, phases: &phases }.write()?;
    made.iter().copied().try_for_each(verify)?;
    let block = made[0];
    for phase in &phases.phases {
        if phase.function.value().users().is_empty() {
            phase.function.erase();
        }
    }
    Ok(Ready { name, block, shared, kept: phases.bytes, fixed: cuts.results * cuts::RESULT })
}

/// Code of ours that LLVM cannot read is a bug of ours, and is said to be one.
fn verify(function: Function) -> Result<(), Failure> {
    function.verify().map_err(|text| Failure::internal(format!("wrong code of '{}': {text}", function.name())))
}
