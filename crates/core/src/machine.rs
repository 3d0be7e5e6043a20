//! What depends on the machine that derivatives run on: where their memory is and comes from, how they say that something is
//! wrong, and whether several threads run them at once.
//!
//! Everything else is the same for all machines: pointers of derivatives are in the address spaces of those they mirror.
//!
//! - `device`: a GPU, of which nothing is asked yet;
//! - `host`: the machine that the compiler's own programs run on.

mod device;
mod host;

use zymase_llvm::{Module, Type};

/// Says of a module for a GPU that its kernels will run on CPUs.
pub const KERNELS_ON_HOST: &str = "zymase.kernels-on-host";

/// A machine.
pub trait Target: Sync {
    /// The address space in which memory of every kind can be named. Contexts, tapes and what comes from them are there.
    fn memory_space(&self) -> u32;

    /// The run time; none where there is no memory to ask for, and nowhere to print a message.
    fn run_time(&self) -> Option<RunTime>;

    /// Do many threads run every function at once? Then they would add to the same adjoints.
    fn runs_many_threads(&self) -> bool;
}

/// Where memory comes from, and what is called.
pub struct RunTime {
    /// The allocator, and what gives memory back: a function of a number of bytes, and one of a pointer, which may be null.
    pub allocator: [&'static str; 2],
    /// The bodies of what `runtime` declares.
    pub text: &'static str,
    /// What follows where memory is kept from one region for the next.
    pub exit: &'static str,
    /// In the text, the bytes that are kept for the next region; and nothing instead.
    pub most_spare: [&'static str; 2],
}

/// The machine that a module is for.
pub fn of(module: Module) -> &'static dyn Target {
    if module.is_for_gpu() { &device::Device } else { &host::Host }
}

/// A pointer to memory of the run time, or to any other.
pub fn memory_pointer(module: Module) -> Type {
    module.pointer_type_in(of(module).memory_space())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(triple: &str) -> Module {
        Module::parse(&format!("target triple = \"{triple}\"\n")).expect("a module")
    }

    #[test]
    fn only_the_host_has_a_run_time() {
        for triple in ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", ""] {
            let target = of(module(triple));
            assert!(target.run_time().is_some() && !target.runs_many_threads(), "{triple}");
        }
        for triple in ["nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa", "spirv64"] {
            let target = of(module(triple));
            assert!(target.run_time().is_none() && target.runs_many_threads(), "{triple}");
        }
    }

    #[test]
    fn nothing_of_the_text_depends_on_how_much_is_kept_but_the_number() {
        let run_time = of(module("")).run_time().expect("the host has one");
        assert_eq!(run_time.text.matches(run_time.most_spare[0]).count(), 1);
    }
}
