//! The machine that the compiler's own programs run on: C's allocator, messages on standard error, one thread per call.

use super::{RunTime, Target};

pub struct Host;

impl Target for Host {
    fn memory_space(&self) -> u32 {
        0
    }

    fn run_time(&self) -> Option<RunTime> {
        Some(RunTime {
            allocator: ["malloc", "free"],
            text: concat!(include_str!("host.ll"), "\n", include_str!("host_checks.ll")),
            exit: include_str!("host_exit.ll"),
            most_spare: ["i64 268435456", "i64 0"],
        })
    }

    fn runs_many_threads(&self) -> bool {
        false
    }
}
