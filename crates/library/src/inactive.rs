//! How inactive functions are written down, and those of the C library that
//! are neither text nor streams: processes, clocks, generators, threads, the
//! floating-point environment.

use crate::known::{Control, Inactive, Known, MemoryEffect, Overwrite, Returned};
use crate::known::{Extent::*, Precision};
use crate::rust;

/// Functions of one description, their names set apart by white space.
pub(crate) type Row = (Inactive, &'static str);

/// The overwrites `argument: extent, ...` as a static slice.
macro_rules! through {
    ($($argument:literal: $extent:expr),+ $(,)?) => {
        &[$($crate::known::Overwrite { argument: $argument, extent: $extent }),+]
    };
}
pub(crate) use through;

/// Touches no memory.
pub(crate) const PURE: Inactive =
    Inactive { memory: MemoryEffect::None, overwrites: &[], returned: Returned::Constant, control: Control::Returns };
/// Reads what its arguments point to.
pub(crate) const READS: Inactive = PURE.with(MemoryEffect::ReadsArguments);
/// Writes only what `writing` names.
pub(crate) const WRITES: Inactive = PURE.with(MemoryEffect::WritesArguments);
/// Has an effect outside the program's memory.
pub(crate) const GLOBAL: Inactive = PURE.with(MemoryEffect::Global);
/// Does not come back.
pub(crate) const NEVER: Inactive = GLOBAL.control(Control::Never);

impl Inactive {
    pub(crate) const fn with(self, memory: MemoryEffect) -> Self {
        Inactive { memory, ..self }
    }

    pub(crate) const fn writing(self, overwrites: &'static [Overwrite]) -> Self {
        Inactive { overwrites, ..self }
    }

    pub(crate) const fn giving(self, returned: Returned) -> Self {
        Inactive { returned, ..self }
    }

    pub(crate) const fn control(self, control: Control) -> Self {
        Inactive { control, ..self }
    }
}

/// How names of the reports of the undefined-behaviour sanitizer begin.
const REPORTS: &str = "__ubsan_handle_";
/// What it calls where it is to end the program at once. (`llvm.trap` is the program's own `__builtin_trap`.)
const TRAP: &str = "llvm.ubsantrap";

/// Is a function one that checks for undefined behaviour call when they have found something: those of the sanitizer, or
/// those of Rust's development profile?
pub fn reports_undefined_behaviour(name: &str) -> bool {
    name.starts_with(REPORTS) || name == TRAP || rust::reports_undefined_behaviour(name)
}

/// What the undefined-behaviour sanitizer calls: reports, that come back unless they say that they do not.
pub(crate) fn sanitizer(name: &str) -> Option<Known> {
    let report = name.strip_prefix(REPORTS)?;
    Some(Known::Inactive(if report.ends_with("_abort") { NEVER } else { GLOBAL }))
}

/// Reals examined or made, with integer or constant results.
pub(crate) const REALS: &[Row] = &[
    (PURE, "isnan isnanf isnanl __isnan __isnanf __isnanl isinf isinff isinfl __isinf __isinff __isinfl"),
    (PURE, "finite finitef finitel __finite __finitef __finitel isnormal __isnormal"),
    (PURE, "__fpclassify __fpclassifyf __fpclassifyl __fpclassifyd __signbit __signbitf __signbitl __signbitd"),
    (PURE, "signbit __iseqsig __iseqsigf __iseqsigl __issignaling __issignalingf __issignalingl __iscanonicall"),
    (PURE, "lrint lrintf lrintl llrint llrintf llrintl lround lroundf lroundl llround llroundf llroundl"),
    (PURE, "ilogb ilogbf ilogbl llogb llogbf llogbl"),
    (PURE, "__nv_isnand __nv_isnanf __nv_isinfd __nv_isinff __nv_isfinited __nv_finitef __nv_signbitd __nv_signbitf"),
    (PURE, "__nv_lrint __nv_lrintf __nv_llrint __nv_llrintf __nv_lround __nv_llround __nv_ilogb __nv_ilogbf"),
    (READS, "nan nanf nanl totalorder totalorderf totalorderl totalordermag totalordermagf totalordermagl"),
    (READS, "getpayload getpayloadf getpayloadl"),
    (PURE, "malloc_usable_size"),
    (PURE, "abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll"),
    (GLOBAL, "feclearexcept feraiseexcept fetestexcept fegetround fesetround fesetenv feupdateenv fesetmode"),
    (GLOBAL, "feenableexcept fedisableexcept fegetexcept fesetexceptflag fetestexceptflag fesetexcept"),
    (GLOBAL, "__fesetround __fegetround"),
    (GLOBAL.writing(through![0: Integers]), "fegetenv feholdexcept fegetexceptflag fegetmode"),
    // The compiler's runtime: integers wider than registers.
    (PURE, "__divti3 __udivti3 __modti3 __umodti3 __multi3 __ashlti3 __lshrti3 __ashrti3 __divdi3 __udivdi3"),
    (PURE, "__moddi3 __umoddi3 __popcountdi2 __popcountsi2 __fixdfti __fixunsdfti __fixsfti __fixunssfti"),
    (PURE, "__fixxfti __fixunsxfti __floattidf __floatuntidf __floattisf __floatuntisf __floattixf __floatuntixf"),
    (WRITES.writing(through![2: Integers]), "__mulodi4 __mulosi4 __muloti4 __udivmodti4 __divmodti4"),
];

/// Pseudo-random and random numbers.
pub(crate) const RANDOM: &[Row] = &[
    (GLOBAL, "rand srand random srandom setstate drand48 lrand48 mrand48 srand48 lcong48"),
    (GLOBAL, "arc4random arc4random_uniform sranddev"),
    (GLOBAL.giving(Returned::Foreign), "initstate seed48"),
    (GLOBAL.writing(through![0: Bytes(1)]), "getrandom getentropy arc4random_buf"),
    (WRITES.writing(through![0: Integers]), "rand_r erand48 nrand48 jrand48"),
    (WRITES.writing(through![1: Integers]), "srandom_r srand48_r seed48_r lcong48_r"),
    (WRITES.writing(through![0: Integers, 1: Integers]), "random_r lrand48_r mrand48_r"),
    (WRITES.writing(through![0: Integers, 1: Integers, 2: Integers]), "nrand48_r jrand48_r"),
    (WRITES.writing(through![0: Integers, 1: Real(Precision::Double)]), "drand48_r"),
    (WRITES.writing(through![0: Integers, 1: Integers, 2: Real(Precision::Double)]), "erand48_r"),
];

/// Clocks and calendars.
pub(crate) const TIME: &[Row] = &[
    (PURE, "difftime"),
    (GLOBAL, "clock sleep usleep tzset alarm omp_get_wtime omp_get_wtick second_ dsecnd_ mach_absolute_time"),
    (GLOBAL.writing(through![0: Integers]), "time times timespec_get ftime __time mktime timegm"),
    (GLOBAL.writing(through![0: Integers, 1: Integers]), "gettimeofday"),
    (GLOBAL.writing(through![1: Integers]), "clock_gettime clock_getres getrusage getitimer nanosleep"),
    (GLOBAL.writing(through![3: Integers]), "clock_nanosleep"),
    (GLOBAL.writing(through![0: Integers]), "strftime wcsftime"),
    (GLOBAL.giving(Returned::Foreign), "localtime gmtime ctime asctime"),
    (WRITES.writing(through![1: Integers]).giving(Returned::PointerInto(1)), "localtime_r gmtime_r ctime_r asctime_r"),
    (WRITES.writing(through![2: Integers]).giving(Returned::PointerInto(0)), "strptime"),
];

/// The process, its environment, its end; files by descriptor.
pub(crate) const PROCESS: &[Row] = &[
    (NEVER, "abort exit _exit _Exit quick_exit __builtin_unreachable __builtin_trap"),
    (NEVER, "__assert_fail __assert_perror_fail __assert __assert_rtn __assert2 _assert _wassert"),
    (NEVER, "__stack_chk_fail __stack_chk_fail_local __chk_fail __fortify_fail err errx verr verrx _exit_group"),
    (GLOBAL, "atexit at_quick_exit on_exit __cxa_atexit __cxa_thread_atexit __cxa_thread_atexit_impl __cxa_finalize"),
    (GLOBAL, "system raise kill signal setenv unsetenv putenv clearenv chdir umask"),
    (
        GLOBAL,
        "getpid getppid gettid getuid geteuid getgid getegid sysconf getpagesize isatty get_nprocs get_nprocs_conf",
    ),
    (GLOBAL, "sched_yield thrd_yield sched_getcpu warn warnx vwarn vwarnx syslog openlog closelog error getauxval"),
    (
        GLOBAL,
        "__main __gcov_init __gcov_exit __sanitizer_print_stack_trace __cyg_profile_func_enter __cyg_profile_func_exit \
         __sanitizer_annotate_contiguous_container __sanitizer_annotate_double_ended_contiguous_container \
         __asan_poison_memory_region __asan_unpoison_memory_region",
    ),
    (PURE.giving(Returned::Foreign), "__errno_location ___errno __error __h_errno_location"),
    (
        GLOBAL.giving(Returned::Foreign),
        "getenv secure_getenv __secure_getenv getlogin setlocale localeconv nl_langinfo newlocale",
    ),
    (
        GLOBAL.giving(Returned::Foreign),
        "uselocale duplocale strerror strsignal gai_strerror dlopen dlerror getpwuid getpwnam",
    ),
    (GLOBAL, "freelocale dlclose"),
    (GLOBAL, "getopt getopt_long getopt_long_only"),
    (GLOBAL.writing(through![0: Integers]), "gethostname uname sysinfo"),
    (GLOBAL.writing(through![0: Integers]).giving(Returned::Foreign), "getcwd getwd"),
    (GLOBAL.writing(through![1: Integers]).giving(Returned::Foreign), "realpath"),
    (GLOBAL.writing(through![1: Integers]), "getrlimit getrlimit64 setrlimit sched_getaffinity"),
    (GLOBAL, "open open64 openat creat close write pwrite pwrite64 writev fsync fdatasync lseek lseek64 dup dup2"),
    (GLOBAL, "ftruncate truncate access unlink rmdir mkdir link symlink chmod fcntl ioctl"),
    (GLOBAL.writing(through![1: Integers]), "stat fstat lstat stat64 fstat64 lstat64 readlink"),
    (GLOBAL.writing(through![2: Integers]), "sigaction sigprocmask"),
    (GLOBAL.writing(through![2: Integers]), "__xstat __fxstat __lxstat __xstat64 __fxstat64 __lxstat64"),
    (GLOBAL.writing(through![0: Integers]), "pipe"),
    (GLOBAL.writing(through![1: Bytes(2)]), "read pread pread64 __read_chk __pread_chk recv"),
    (GLOBAL.writing(through![1: Vectors(2)]), "readv preadv"),
];

/// Threads: who and where, and locks. What starts one is in `unsupported`.
pub(crate) const THREADS: &[Row] = &[
    (PURE, "pthread_self pthread_equal thrd_current __kmpc_global_thread_num"),
    (GLOBAL, "omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_get_num_procs omp_in_parallel"),
    (GLOBAL, "omp_set_num_threads omp_get_level omp_get_dynamic omp_set_dynamic omp_set_nested omp_get_nested"),
    (
        GLOBAL,
        "omp_get_thread_limit omp_get_ancestor_thread_num omp_get_team_size omp_get_active_level omp_get_team_num",
    ),
    (GLOBAL, "omp_get_num_teams omp_get_num_devices omp_is_initial_device omp_get_max_active_levels"),
    (GLOBAL, "omp_set_max_active_levels omp_get_schedule omp_set_schedule omp_get_cancellation"),
    (GLOBAL, "omp_get_thread_num_ omp_get_num_threads_ omp_get_max_threads_ omp_set_num_threads_ omp_get_wtime_"),
    (
        GLOBAL.writing(through![0: Integers]),
        "omp_init_lock omp_destroy_lock omp_set_lock omp_unset_lock omp_test_lock omp_init_nest_lock \
         omp_destroy_nest_lock omp_set_nest_lock omp_unset_nest_lock omp_test_nest_lock \
         pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock \
         pthread_mutex_timedlock pthread_mutex_clocklock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock \
         pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock \
         pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock \
         pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype \
         pthread_attr_init pthread_attr_destroy pthread_attr_setstacksize pthread_attr_setdetachstate \
         mtx_init mtx_lock mtx_unlock mtx_destroy",
    ),
    (GLOBAL.writing(through![0: Integers]), "__cxa_guard_acquire __cxa_guard_release __cxa_guard_abort"),
];
