//! What is known not to be differentiated, with the reason, and what calls
//! back into the program.

use crate::known::{Callback, CallbackPurpose, Known};
use crate::tbb;

const JUMP: &str = "setjmp and longjmp cannot be differentiated";
const THREADS: &str = "threads are not differentiated yet";
const PROCESSES: &str = "work done by other processes cannot be differentiated";
const MAPPING: &str = "mapped memory is not differentiated yet";
const SYMBOLS: &str = "functions looked up while the program runs cannot be differentiated";
const OPENMP: &str = "OpenMP regions are not differentiated yet";
const LAPACKE: &str = "this function of the C interface of LAPACK is not differentiated yet";

pub(crate) const UNSUPPORTED: &[(&str, &str)] = &[
    (JUMP, "setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk"),
    (JUMP, "getcontext setcontext makecontext swapcontext"),
    (THREADS, "pthread_cancel pthread_exit thrd_exit thrd_detach"),
    (THREADS, "pthread_getspecific pthread_setspecific dispatch_async dispatch_sync dispatch_apply"),
    (PROCESSES, "fork vfork clone execl execlp execle execv execve execvp posix_spawn posix_spawnp wait waitpid"),
    (MAPPING, "mmap mmap64 munmap mremap sbrk brk shmat shmdt"),
    (SYMBOLS, "dlsym dlvsym"),
];

/// Families by how their symbols start; exact names elsewhere come first.
const PREFIXES: &[(&str, &str)] = &[("__kmpc_", OPENMP), ("__tgt_", OPENMP), ("GOMP_", OPENMP), ("LAPACKE_", LAPACKE)];

pub(crate) fn family(name: &str) -> Option<Known> {
    let fitting = PREFIXES.iter().chain(tbb::PREFIXES).find(|(prefix, _)| name.starts_with(prefix));
    fitting.map(|&(_, reason)| Known::Unsupported(reason))
}

pub(crate) const CALLBACKS: &[(CallbackPurpose, usize, &str)] = &[
    (CallbackPurpose::Sort, 3, "qsort qsort_r heapsort mergesort __quicksort"),
    (CallbackPurpose::Search, 4, "bsearch"),
    (CallbackPurpose::Once, 1, "__pthread_once"),
    (CallbackPurpose::Other, 4, "lfind lsearch"),
    (CallbackPurpose::Other, 2, "tsearch tfind tdelete"),
    (CallbackPurpose::Other, 1, "twalk ftw ftw64 nftw"),
    (CallbackPurpose::Other, 0, "_Unwind_Backtrace"),
];

pub(crate) fn callback(purpose: CallbackPurpose, function: usize) -> Known {
    Known::Callback(Callback { function, purpose })
}
