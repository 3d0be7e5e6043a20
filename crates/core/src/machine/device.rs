//! A GPU, of which nothing is asked yet: derivatives that need memory or messages of their own are refused.

use super::{RunTime, Target};

pub struct Device;

impl Target for Device {
    /// The generic address space, also where variables of functions have another one.
    fn memory_space(&self) -> u32 {
        0
    }

    fn run_time(&self) -> Option<RunTime> {
        None
    }

    fn runs_many_threads(&self) -> bool {
        true
    }
}
