//! The run time of OpenMP, as clang and flang call it: what its functions mean to the thread that calls them.
//!
//! Nearly all of them take a description of the place in the source and the number of the thread first.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a function of OpenMP's run time does for the thread that calls it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OpenMp {
    /// Starts a team of threads: all of them run the function at this position, with the arguments from the other one on.
    Fork {
        function: usize,
        arguments: usize,
    },
    /// The same if the integer at this position is not 0, else the calling thread alone does.
    ForkIf {
        function: usize,
        condition: usize,
        arguments: usize,
    },
    /// Says how many threads the next team is to have.
    WantThreads,
    ThreadNumber,
    TeamSize,
    /// This thread's share of the iterations of a loop, once and for all. The name of the body.
    Share(&'static str),
    /// The same piece by piece: begins, and gives the next piece. The name of the body.
    BeginPieces(&'static str),
    NextPiece(&'static str),
    /// All threads wait for each other.
    Barrier,
    /// Is it this thread that runs what one thread runs?
    IsFirst,
    /// Is it the thread with the number at position 2?
    IsNumber,
    /// What one thread has computed is handed to the others.
    Broadcast,
    /// May this thread combine its part of a reduction with the result now, without atomic updates?
    Combine,
    /// A copy of a global variable for each thread: that of the first is the variable, at this position.
    ThreadPrivate(usize),
    /// A task: its memory, with the function at position 5.
    NewTask,
    /// Runs it, some time.
    RunTask,
    /// Runs it in pieces, of the iterations between the integers at two positions.
    RunTaskLoop,
    /// Where a task adds up: at its own copy of what is at this position.
    TaskReduction(usize),
    /// Does nothing that matters to one thread; if it has a result, that is 0.
    Nothing,
}

const NOTHING: &str = "__kmpc_for_static_fini __kmpc_dispatch_fini_4 __kmpc_dispatch_fini_4u __kmpc_dispatch_fini_8 \
    __kmpc_dispatch_fini_8u __kmpc_dispatch_deinit __kmpc_flush __kmpc_critical __kmpc_critical_with_hint __kmpc_end_critical \
    __kmpc_end_single __kmpc_end_master __kmpc_end_masked __kmpc_ordered __kmpc_end_ordered \
    __kmpc_end_reduce_nowait __kmpc_push_proc_bind __kmpc_push_num_teams __kmpc_push_num_teams_51 __kmpc_serialized_parallel \
    __kmpc_end_serialized_parallel __kmpc_omp_taskyield __kmpc_omp_taskwait __kmpc_taskgroup __kmpc_end_taskgroup \
    __kmpc_omp_task_begin_if0 __kmpc_omp_task_complete_if0 __kmpc_omp_wait_deps __kmpc_omp_taskwait_deps_51 \
    __kmpc_doacross_init __kmpc_doacross_post __kmpc_doacross_wait __kmpc_doacross_fini __kmpc_scope __kmpc_end_scope \
    __kmpc_cancel __kmpc_cancellationpoint __kmpc_taskred_init __kmpc_taskred_modifier_init \
    __kmpc_task_reduction_modifier_fini __kmpc_begin __kmpc_end __kmpc_threadprivate_register \
    __kmpc_threadprivate_register_vec __kmpc_push_num_threads_strict";

static TABLE: LazyLock<HashMap<&'static str, OpenMp>> = LazyLock::new(|| {
    use OpenMp::*;
    let fork = Fork { function: 2, arguments: 3 };
    let mut table = HashMap::from([
        ("__kmpc_fork_call", fork),
        ("__kmpc_fork_teams", fork),
        ("__kmpc_fork_call_if", ForkIf { function: 2, condition: 3, arguments: 4 }),
        ("__kmpc_push_num_threads", WantThreads),
        ("__kmpc_global_thread_num", ThreadNumber),
        ("omp_get_thread_num", ThreadNumber),
        ("omp_get_thread_num_", ThreadNumber),
        ("omp_get_num_threads", TeamSize),
        ("omp_get_num_threads_", TeamSize),
        ("__kmpc_for_static_init_4", Share("share_4")),
        ("__kmpc_for_static_init_4u", Share("share_4u")),
        ("__kmpc_for_static_init_8", Share("share_8")),
        ("__kmpc_for_static_init_8u", Share("share_8u")),
        ("__kmpc_dispatch_init_4", BeginPieces("begin_pieces_4")),
        ("__kmpc_dispatch_init_4u", BeginPieces("begin_pieces_4u")),
        ("__kmpc_dispatch_init_8", BeginPieces("begin_pieces_8")),
        ("__kmpc_dispatch_init_8u", BeginPieces("begin_pieces_8u")),
        ("__kmpc_dispatch_next_4", NextPiece("next_piece_4")),
        ("__kmpc_dispatch_next_4u", NextPiece("next_piece_4u")),
        ("__kmpc_dispatch_next_8", NextPiece("next_piece_8")),
        ("__kmpc_dispatch_next_8u", NextPiece("next_piece_8u")),
        ("__kmpc_barrier", Barrier),
        ("__kmpc_cancel_barrier", Barrier),
        ("__kmpc_end_reduce", Barrier),
        ("__kmpc_single", IsFirst),
        ("__kmpc_master", IsFirst),
        ("__kmpc_masked", IsNumber),
        ("__kmpc_copyprivate", Broadcast),
        ("__kmpc_reduce", Combine),
        ("__kmpc_reduce_nowait", Combine),
        ("__kmpc_threadprivate_cached", ThreadPrivate(2)),
        ("__kmpc_omp_task_alloc", NewTask),
        ("__kmpc_omp_task", RunTask),
        ("__kmpc_omp_task_with_deps", RunTask),
        ("__kmpc_omp_task_parts", RunTask),
        ("__kmpc_taskloop", RunTaskLoop),
        ("__kmpc_taskloop_5", RunTaskLoop),
        ("__kmpc_task_reduction_get_th_data", TaskReduction(2)),
    ]);
    table.extend(NOTHING.split_whitespace().map(|name| (name, Nothing)));
    table
});

/// What a function of OpenMP's run time does.
pub fn openmp(name: &str) -> Option<OpenMp> {
    TABLE.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_found_and_nothing_else_is() {
        assert_eq!(openmp("__kmpc_fork_call"), Some(OpenMp::Fork { function: 2, arguments: 3 }));
        assert_eq!(openmp("__kmpc_end_critical"), Some(OpenMp::Nothing));
        assert_eq!(openmp("omp_get_wtime"), None);
    }
}
