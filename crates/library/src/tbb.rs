//! oneTBB: the functions of its library, which its headers call.
//!
//! Algorithms and tasks are templates, and code of the program. What they ask of the library is known by meaning. The names say which layout of
//! tasks and contexts is meant: the library serves programs that were compiled with older headers, so that what is called
//! `tbb::detail::d1::task` in the name of a function stays as it is, and another layout comes with another name. Names that are not
//! listed are refused.

use crate::inactive::{GLOBAL, NEVER, Row, through};
use crate::known::{Allocate, Control, Extent::*, Free, Heap, Known, Provided, Size};

/// Tasks run where they are started; what waits for them finds them ended.
pub(crate) const WRITTEN_OUT: &str = "\
    _ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE \
    _ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextEt \
    _ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_ \
    _ZN3tbb6detail2r17enqueueERNS0_2d14taskEPNS2_15task_arena_baseE \
    _ZN3tbb6detail2r17enqueueERNS0_2d14taskERNS2_18task_group_contextEPNS2_15task_arena_baseE \
    _ZN3tbb6detail2r14waitERNS0_2d112wait_contextERNS2_18task_group_contextE \
    _ZN3tbb6detail2r14waitERNS0_2d115task_arena_baseE \
    _ZN3tbb6detail2r114notify_waitersEm \
    _ZN3tbb6detail2r114execution_slotEPKNS0_2d114execution_dataE \
    _ZN3tbb6detail2r115current_contextEv \
    _ZN3tbb6detail2r110initializeERNS0_2d118task_group_contextE \
    _ZN3tbb6detail2r17destroyERNS0_2d118task_group_contextE \
    _ZN3tbb6detail2r15resetERNS0_2d118task_group_contextE \
    _ZN3tbb6detail2r122cancel_group_executionERNS0_2d118task_group_contextE \
    _ZN3tbb6detail2r128is_group_execution_cancelledERNS0_2d118task_group_contextE \
    _ZN3tbb6detail2r119capture_fp_settingsERNS0_2d118task_group_contextE \
    _ZN3tbb6detail2r18allocateERPNS0_2d117small_object_poolEm \
    _ZN3tbb6detail2r18allocateERPNS0_2d117small_object_poolEmRKNS2_14execution_dataE \
    _ZN3tbb6detail2r110deallocateERNS0_2d117small_object_poolEPvm \
    _ZN3tbb6detail2r110deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE \
    _ZN3tbb6detail2r110initializeERNS0_2d115task_arena_baseE \
    _ZN3tbb6detail2r19terminateERNS0_2d115task_arena_baseE \
    _ZN3tbb6detail2r16attachERNS0_2d115task_arena_baseE \
    _ZN3tbb6detail2r17executeERNS0_2d115task_arena_baseERNS2_13delegate_baseE \
    _ZN3tbb6detail2r120isolate_within_arenaERNS0_2d113delegate_baseEl \
    _ZN3tbb6detail2r17observeERNS0_2d123task_scheduler_observerEb \
    _ZN3tbb6detail2r16createERNS0_2d114global_controlE \
    _ZN3tbb6detail2r17destroyERNS0_2d114global_controlE \
    _ZN3tbb6detail2r115wait_on_addressEPvRNS0_2d113delegate_baseEm \
    _ZN3tbb6detail2r117notify_by_addressEPvm \
    _ZN3tbb6detail2r121notify_by_address_oneEPv \
    _ZN3tbb6detail2r121notify_by_address_allEPv";

/// The number of the calling thread, as the library knows it: the body of this function asks for it by a name that only the linker takes
/// for that of the function.
const SLOT_OF_THREAD: &str = "\x01_ZN3tbb6detail2r114execution_slotEPKNS0_2d114execution_dataE";

/// Is this the library's own function, which the body of the same name calls?
pub(crate) fn original(name: &str) -> Option<Known> {
    (name == SLOT_OF_THREAD).then_some(Known::Inactive(GLOBAL))
}

pub(crate) const INACTIVE: &[Row] = &[
    (
        GLOBAL,
        "_ZN3tbb6detail2r115max_concurrencyEPKNS0_2d115task_arena_baseE _ZN3tbb6detail2r127global_control_active_valueEi \
         _ZN3tbb6detail2r115cache_line_sizeEv _ZN3tbb6detail2r117is_tbbmalloc_usedEv _ZN3tbb6detail2r115numa_node_countEv \
         _ZN3tbb6detail2r124numa_default_concurrencyEi _ZN3tbb6detail2r115core_type_countEl \
         _ZN3tbb6detail2r131constraints_default_concurrencyERKNS0_2d111constraintsEl \
         _ZN3tbb6detail2r128constraints_threads_per_coreERKNS0_2d111constraintsEl \
         TBB_runtime_version TBB_runtime_interface_version",
    ),
    (
        GLOBAL.writing(through![0: Integers]),
        "_ZN3tbb6detail2r117fill_numa_indicesEPi _ZN3tbb6detail2r122fill_core_type_indicesEPil",
    ),
    (GLOBAL, "_ZN3tbb6detail2r115call_itt_notifyEiPv _ZN3tbb6detail2r115create_itt_syncEPvPKcS4_"),
    (NEVER, "_ZN3tbb6detail2r117assertion_failureEPKciS3_S3_"),
    (NEVER.control(Control::Never), "_ZN3tbb6detail2r115throw_exceptionENS0_2d012exception_idE"),
];

const ALIGNED: &str = "_ZN3tbb6detail2r124cache_aligned_deallocateEPv";
const MEMORY: &str = "_ZN3tbb6detail2r117deallocate_memoryEPv";
const SCALABLE: &str = "scalable_free";
const SCALABLE_ALIGNED: &str = "scalable_aligned_free";

const ALLOCATE: Allocate = Allocate {
    size: Size::Argument(0),
    alignment: None,
    zeroed: false,
    provided: Provided::Returned,
    nullable: false,
    heap: Heap::Tbb(ALIGNED),
};

const fn free(heap: Heap) -> Known {
    Known::Free(Free { pointer: 0, size: None, alignment: None, heap })
}

pub(crate) const ALLOCATION: &[(Known, &str)] = &[
    (Known::Allocate(ALLOCATE), "_ZN3tbb6detail2r122cache_aligned_allocateEm"),
    (free(Heap::Tbb(ALIGNED)), ALIGNED),
    (Known::Allocate(Allocate { heap: Heap::Tbb(MEMORY), ..ALLOCATE }), "_ZN3tbb6detail2r115allocate_memoryEm"),
    (free(Heap::Tbb(MEMORY)), MEMORY),
    (Known::Allocate(Allocate { nullable: true, heap: Heap::Tbb(SCALABLE), ..ALLOCATE }), "scalable_malloc"),
    (
        Known::Allocate(Allocate {
            size: Size::Product(0, 1),
            zeroed: true,
            nullable: true,
            heap: Heap::Tbb(SCALABLE),
            ..ALLOCATE
        }),
        "scalable_calloc",
    ),
    (free(Heap::Tbb(SCALABLE)), SCALABLE),
    (
        Known::Allocate(Allocate { alignment: Some(1), nullable: true, heap: Heap::Tbb(SCALABLE_ALIGNED), ..ALLOCATE }),
        "scalable_aligned_malloc",
    ),
    (free(Heap::Tbb(SCALABLE_ALIGNED)), SCALABLE_ALIGNED),
];

const UNKNOWN: &str = "this function of oneTBB is not differentiated";
const GRAPH: &str = "flow graphs of oneTBB are not differentiated";
const PIPELINE: &str = "pipelines of oneTBB are not differentiated";
const OLD: &str = "TBB before oneTBB 2021 is not differentiated";

/// Families by how their symbols start; what is listed comes first.
pub(crate) const PREFIXES: &[(&str, &str)] = &[
    ("_ZN3tbb6detail2r16submitE", GRAPH),
    ("_ZN3tbb6detail2r117parallel_pipelineE", PIPELINE),
    ("_ZN3tbb6detail2r116set_end_of_inputE", PIPELINE),
    ("_ZN3tbb6detail2r", UNKNOWN),
    ("_ZN3tbb8internal", OLD),
    ("_ZN3tbb10interface", OLD),
    ("_ZN3tbb4task", OLD),
    ("_ZN3tbb18task_group_context", OLD),
];

/// How the names of what the headers define begin.
const HEADERS: &str = "_ZN3tbb6detail2d";
/// A member function of a task, and what a task does.
const EXECUTE: &str = "7executeERNS1_14execution_dataE";
const DIVISIBLE: &str = "12is_divisibleE";
/// Who chooses this relies on the size of the parts.
const SIMPLE: &str = "simple_partition";

/// Is a function one of the headers of oneTBB, or of what the algorithms of GNU's C++ library do with it?
pub fn is_of_tbb(name: &str) -> bool {
    name.starts_with(HEADERS) || least_divided(name).is_some()
}

/// Algorithms of GNU's C++ library that have another way for what is short, and what is longer than this.
const SHORT: &[(&str, i64)] =
    &[("13__tbb_backend22__parallel_strict_scanI", 1), ("13__tbb_backend22__parallel_stable_sortI", 500)];

/// What an algorithm divides is longer than this; its other way serves for any length.
pub fn least_divided(name: &str) -> Option<i64> {
    let starts = || name.starts_with("_ZZN6__pstl") || name.starts_with("_ZN6__pstl");
    SHORT.iter().find(|(part, _)| starts() && name.contains(part)).map(|&(_, length)| length)
}

/// Is it asked whether a range, or what is left of threads, can be divided, where the answer may be that it cannot? Only
/// `simple_partitioner` promises how large the parts are.
pub fn may_stay_whole(caller: &str, callee: &str) -> bool {
    caller.starts_with(HEADERS) && !caller.contains(SIMPLE) && callee.contains(DIVISIBLE)
}

/// A task of `parallel_scan`.
const SCAN: &str = "_ZN3tbb6detail2d110start_scanI";
/// What begins the first of them.
const RUN: &str = "E3runE";

/// Is this a function of the first task of a scan that stays whole? Such a task has no other to go on with.
pub fn is_whole_scan(name: &str) -> bool {
    name.starts_with(SCAN) && !name.contains(SIMPLE)
}

/// The same, and is it the one that begins the task, and then looks whether there was another one?
pub fn runs_whole_scan(name: &str) -> bool {
    is_whole_scan(name) && name.contains(RUN)
}

/// What is started by a function of oneTBB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Started {
    /// A task, with its context behind it.
    Task,
    /// A function object: its operator.
    Delegate,
}

/// Where functions that start something have it.
const STARTERS: &[(&str, Started, usize)] = &[
    ("_ZN3tbb6detail2d15spawnERNS1_4taskERNS1_18task_group_contextE", Started::Task, 0),
    (
        "_ZN3tbb6detail2d116execute_and_waitERNS1_4taskERNS1_18task_group_contextERNS1_12wait_contextES5_",
        Started::Task,
        0,
    ),
    ("10spawn_taskERNS1_4taskERNS1_18task_group_contextE", Started::Task, 1),
    ("_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE", Started::Task, 0),
    (
        "_ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_",
        Started::Task,
        0,
    ),
    ("_ZN3tbb6detail2r17executeERNS0_2d115task_arena_baseERNS2_13delegate_baseE", Started::Delegate, 1),
    ("_ZN3tbb6detail2r120isolate_within_arenaERNS0_2d113delegate_baseEl", Started::Delegate, 0),
];

/// What a function starts, and which of its arguments that is.
pub fn starts(name: &str) -> Option<(Started, usize)> {
    if !name.starts_with("_ZN3tbb6detail2") {
        return None;
    }
    let starter = STARTERS
        .iter()
        .find(|(part, _, _)| name.ends_with(part) || name.strip_suffix('t').is_some_and(|n| n.ends_with(part)));
    starter.map(|&(_, started, position)| (started, position))
}

/// What a task does whose class has the member function `name`.
pub fn execute_beside(name: &str) -> Option<String> {
    // A class template ends in `E` before the name of its member, which has a length.
    let members = ["E10spawn_selfE"];
    let at = members.iter().find_map(|member| name.rfind(member))?;
    name.starts_with(HEADERS).then(|| format!("{}E{EXECUTE}", &name[..at]))
}
