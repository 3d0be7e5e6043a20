//! What is true of an LLVM function before anything is differentiated: types, activity, memory, loops.
//!
//! Every analysis reads a prepared function and returns an immutable result that can print itself.
//!
//! - `activity`: which values carry derivatives, and which pointers have a shadow;
//! - `bytes`: where numbers lie in messages of bytes;
//! - `callee`: what a call calls;
//! - `choices`: values that are one of several others;
//! - `distances`: addresses that are found by the distance between two pointers;
//! - `effects`: what calls and functions leave behind;
//! - `marks`: what the program says about its own functions and globals;
//! - `memory`: whether a location that was read may be written before the reverse sweep reads it again;
//! - `messages`: what is seen of calls of MPI;
//! - `one_thread`: ways through functions of rayon and the like on one thread;
//! - `parameters`: what functions do with the memory behind their pointers;
//! - `types`: what the bytes of memory and of integer values hold;
//! - `unwinding`: which calls may leave by unwinding, as C++ exceptions do;
//! - `virtuals`: where virtual functions stand in the tables of their classes;
//! - `writes`: whether a function writes floats into the memory behind a parameter.
#![forbid(unsafe_code)]

pub mod activity;
pub mod bytes;
pub mod callee;
pub mod choices;
pub mod distances;
pub mod effects;
pub mod marks;
pub mod memory;
pub mod messages;
pub mod one_thread;
pub mod parameters;
pub mod types;
pub mod unwinding;
pub mod virtuals;
pub mod writes;

/// Names of the run-time functions that generated derivatives call; nested derivatives meet them as callees.
pub mod runtime {
    pub const ALLOCATE: &str = "__zymase_allocate";
    pub const BEGIN: &str = "__zymase_begin";
    pub const BEGIN_SMALL: &str = "__zymase_begin_small";
    pub const BEGIN_WITH_ROOM: &str = "__zymase_begin_with_room";
    pub const END: &str = "__zymase_end";
    pub const DEFER_FREE: &str = "__zymase_defer_free";
    pub const DEFER_END: &str = "__zymase_defer_end";
    pub const MEMBERS: &str = "__zymase_members";
    pub const GLOBAL_SHADOW: &str = "__zymase_global_shadow";
    pub const UNKNOWN_CALLEE: &str = "__zymase_unknown_callee";
    pub const UNFIT_CALLEE: &str = "__zymase_unfit_callee";
    pub const CHECK_BODY: &str = "__zymase_check_body";
    pub const REFUSED_ARM: &str = "__zymase_refused_arm";
    pub const RULE_WITHOUT_SHADOW: &str = "__zymase_rule_without_shadow";
    pub const GLOBAL_POINTER: &str = "__zymase_global_pointer";
    pub const CHECK_MEMORY: &str = "__zymase_check_memory";
    pub const CHECK_ROOM: &str = "__zymase_check_room";
    pub const CHECK_INTEGER: &str = "__zymase_check_integer";
    pub const CHECK_TEXT: &str = "__zymase_check_text";
    pub const CHECK_TAPE: &str = "__zymase_check_tape";
    pub const CHECK_RESULT: &str = "__zymase_check_result";
    pub const CHECK_FINITE: &str = "__zymase_check_finite";
    pub const CHECK_SAME: &str = "__zymase_check_same";
    pub const CHECK_DISTANCE: &str = "__zymase_check_distance";
    pub const CHECK_RANGE: &str = "__zymase_check_range";
    pub const RANGES_APART: &str = "__zymase_ranges_apart";
    pub const EXTREMES: &str = "__zymase_extremes";
    pub const SAVE_GLOBALS: &str = "__zymase_save_globals";
    pub const RESTORE_GLOBALS: &str = "__zymase_restore_globals";
    pub const THROWN_SHADOW: &str = "__zymase_thrown_shadow";
    pub const THROWN_POINTER: &str = "__zymase_thrown_pointer";
    pub const CAUGHT_SHADOW: &str = "__zymase_caught_shadow";
    pub const THREAD_WAITS: &str = "__zymase_thread_waits";
    pub const CHECKPOINT_WRAPS: &str = "__zymase_checkpoint_wraps";
    /// Loops that keep few states: these are not differentiated again.
    pub const CHECKPOINT_FORWARD: &str = "__zymase_checkpoint_forward";
    pub const CHECKPOINT_REVERSE: &str = "__zymase_checkpoint_reverse";
    pub const CHECKPOINT_DISTANCE: &str = "__zymase_checkpoint_distance";
    /// Loops that end at a fixed point: these neither. What derivatives ask about their states.
    pub const FIXED_BYTES: &str = "__zymase_fixed_bytes";
    pub const FIXED_PUT: &str = "__zymase_fixed_put";
    pub const FIXED_SAME: &str = "__zymase_fixed_same";
    pub const FIXED_NOTE: &str = "__zymase_fixed_note";
    pub const FIXED_REST: &str = "__zymase_fixed_rest";
    pub const FIXED_SETTLED: &str = "__zymase_fixed_settled";
    pub const FIXED_CLEAR: &str = "__zymase_fixed_clear";
    pub const FIXED_NEAR: &str = "__zymase_fixed_near";
    pub const FIXED_DISTURB: &str = "__zymase_fixed_disturb";
    pub const FIXED_RETURN: &str = "__zymase_fixed_return";
    pub const FIXED: [&str; 10] = [
        FIXED_BYTES,
        FIXED_PUT,
        FIXED_SAME,
        FIXED_NOTE,
        FIXED_REST,
        FIXED_SETTLED,
        FIXED_CLEAR,
        FIXED_NEAR,
        FIXED_DISTURB,
        FIXED_RETURN,
    ];
    /// Threads that wait for each other: these neither.
    pub const BATON: &str = "__zymase_baton";
    pub const BATON_START: &str = "__zymase_baton_start";
    pub const BATON_BACK: &str = "__zymase_baton_back";
    /// How what derivatives call in place of MPI begins: these neither.
    pub const MPI: &str = "__zymase_mpi_";
    /// The tape of what made a communicator, and what the reverse sweep does with any tape.
    /// How what derivatives call in place of CUDA's run time begins, and what they call for launches.
    pub const GPU: &str = "__zymase_gpu_";
    pub const GPU_BACK: &str = "__zymase_gpu_back";
    pub const GPU_LAUNCH: &str = "__zymase_gpu_launch";
    pub const GPU_LAUNCH_BACK: &str = "__zymase_gpu_launch_back";
    pub const MPI_MADE: &str = "__zymase_mpi_made";
    pub const MPI_BACK: &str = "__zymase_mpi_back";
    /// Says what lies in buffers that may be sent as bytes.
    pub const MPI_BYTES: &str = "__zymase_mpi_bytes";
    pub const BATONS: [&str; 3] = [BATON, BATON_START, BATON_BACK];
    pub const FIXED_POINT_MOVES: &str = "__zymase_fixed_point_moves";
    pub const FIXED_POINT_DIVERGES: &str = "__zymase_fixed_point_diverges";
    pub const FIXED_POINT_DIFFERS: &str = "__zymase_fixed_point_differs";
    /// What derivatives in kernels call.
    pub const ALLOCATE_SPREAD: &str = "__zymase_allocate_spread";
    pub const SHUFFLE_ADJOINT: &str = "__zymase_shuffle_adjoint_";
    pub const SHARED_BEGIN: &str = "__zymase_shared_begin";
    pub const SHARED_CLEAR: &str = "__zymase_shared_clear";
    pub const SHARED_END: &str = "__zymase_shared_end";
    pub const SHARED_HALF: &str = "__zymase_shared_half";
    pub const SHARED_CHECK: &str = "__zymase_shared_check";
    pub const ADD_SINGLE: &str = "__zymase_add_f32";
    pub const ADD_DOUBLE: &str = "__zymase_add_f64";
    pub const AFFINE_STEPS_32: &str = "__zymase_affine_steps_32";
    pub const AFFINE_STEPS_64: &str = "__zymase_affine_steps_64";
    pub const ALL: [&str; 37] = [
        RANGES_APART,
        EXTREMES,
        ALLOCATE,
        BEGIN,
        BEGIN_SMALL,
        BEGIN_WITH_ROOM,
        END,
        DEFER_FREE,
        DEFER_END,
        MEMBERS,
        GLOBAL_SHADOW,
        UNKNOWN_CALLEE,
        UNFIT_CALLEE,
        CHECK_BODY,
        REFUSED_ARM,
        RULE_WITHOUT_SHADOW,
        GLOBAL_POINTER,
        CHECK_MEMORY,
        CHECK_ROOM,
        CHECK_INTEGER,
        CHECK_TEXT,
        CHECK_TAPE,
        CHECK_RESULT,
        CHECK_FINITE,
        CHECK_SAME,
        CHECK_DISTANCE,
        CHECK_RANGE,
        SAVE_GLOBALS,
        RESTORE_GLOBALS,
        THROWN_SHADOW,
        THROWN_POINTER,
        CAUGHT_SHADOW,
        THREAD_WAITS,
        CHECKPOINT_WRAPS,
        FIXED_POINT_MOVES,
        FIXED_POINT_DIVERGES,
        FIXED_POINT_DIFFERS,
    ];
}
