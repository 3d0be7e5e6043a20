//! The optimisations of derivatives that can be switched off, by the names of their options in `ZYMASE_FLAGS`.

/// Those that can be switched off for one derivative and leave others as they are.
pub const OF_A_DERIVATIVE: [&str; 10] = [
    "alias-versions",
    "fused-loops",
    "snapshots",
    "min-cut",
    "distances",
    "ownership",
    "late-stores",
    "separate-tapes",
    "stack-tapes",
    "reassociate",
];
