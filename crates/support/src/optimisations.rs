//! The optimisations that can be switched off, by the names of their options in `ZYMASE_FLAGS`.
//!
//! Options are read with these lists: an optimisation that is on none of them cannot be switched off. `zymase bisect`, the benchmarks and
//! the test of what is printed switch off what is here, one after the other.

/// Those that can be switched off for one derivative and leave others as they are.
pub const OF_A_DERIVATIVE: [&str; 13] = [
    "alias-versions",
    "fused-loops",
    "snapshots",
    "min-cut",
    "distances",
    "ownership",
    "stored-values",
    "late-stores",
    "separate-tapes",
    "stack-tapes",
    "reassociate",
    "short-recurrences",
    "pack-lanes",
];

/// Those at work before a derivative is decided about, or after all are made: they can be switched off for a whole file.
pub const OF_A_FILE: [&str; 10] = [
    "single-winners",
    "fixed-places",
    "step-objects",
    "apart-callees",
    "unwrapped-indices",
    "carried-sums",
    "wide-indices",
    "shared-callees",
    "reuse-tapes",
    "parallel",
];

/// Those of programs without derivatives: parallel regions, and kernels that run on the CPU.
pub const OF_PROGRAMS: [&str; 6] =
    ["open-regions", "join-regions", "kernel-barriers", "kernel-min-cut", "kernel-hoisting", "kernel-loops"];

/// Those of derivatives in code of a GPU.
pub const OF_GPUS: [&str; 10] = [
    "gpu-shadows-apart",
    "gpu-early-loads",
    "gpu-block-sums",
    "gpu-wide-blocks",
    "gpu-tables",
    "gpu-quads",
    "gpu-late-clears",
    "gpu-row-sums",
    "gpu-refill",
    "gpu-reversible",
];

/// All that concern derivatives on the CPU.
pub fn of_derivatives() -> impl Iterator<Item = &'static str> {
    OF_A_DERIVATIVE.into_iter().chain(OF_A_FILE)
}

/// All of them.
pub fn all() -> impl Iterator<Item = &'static str> {
    of_derivatives().chain(OF_PROGRAMS).chain(OF_GPUS)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    #[test]
    fn each_is_on_one_list() {
        let mut seen = HashSet::new();
        assert!(super::all().all(|option| seen.insert(option)));
    }
}
