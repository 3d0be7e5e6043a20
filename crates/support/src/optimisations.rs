//! The optimisations of derivatives that can be switched off, by the names of their options in `ZYMASE_FLAGS`.

/// Those that can be switched off for one derivative and leave others as they are.
pub const OF_A_DERIVATIVE: [&str; 12] = [
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
];
