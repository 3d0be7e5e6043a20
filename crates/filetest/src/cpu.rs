//! What programs cost: the time of processors, which does not depend on what else the machine does.
//!
//! The kernel counts it for each process, with all the processes that it has waited for. Where there is no `/proc` to
//! read it from, everything costs nothing.

use std::fs;
use std::time::Duration;

/// Ticks in a second, as the kernel shows them to programs.
const TICKS: u64 = 100;

/// Where user time begins among the numbers behind the name of a process; system time, and both of its children, follow.
const FIRST: usize = 11;

/// What a process that was not waited for yet has spent, with those that it waited for.
pub fn spent_by(process: u32) -> Duration {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    ticks(&status, FIRST, 4)
}

/// What the processes have spent that this one has waited for.
pub fn spent_by_children() -> Duration {
    let status = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    ticks(&status, FIRST + 2, 2)
}

/// The sum of some numbers, counted behind the name, which is in brackets and may contain anything.
fn ticks(status: &str, first: usize, count: usize) -> Duration {
    let numbers = status.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    let ticks: u64 = numbers.split_whitespace().skip(first).take(count).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn numbers_behind_the_name_are_added() {
        let status = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 22 33 44 20";
        assert_eq!(ticks(status, FIRST, 4), Duration::from_millis(1100));
        assert_eq!(ticks(status, FIRST + 2, 2), Duration::from_millis(770));
        assert_eq!(ticks("", FIRST, 4), Duration::ZERO);
    }

    #[test]
    fn children_that_work_are_counted() {
        let before = spent_by_children();
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";
        assert!(Command::new("sh").args(["-c", busy]).status().unwrap().success());
        assert!(spent_by_children() > before);
    }
}
