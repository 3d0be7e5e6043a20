//! Threads of C and C++: functions that start and join them, whose code is written out.

/// What starts a thread runs it; what joins it finds it ended.
pub(crate) const WRITTEN_OUT: &str = "\
    pthread_create pthread_join pthread_detach thrd_create thrd_join \
    _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE _ZNSt6thread4joinEv _ZNSt6thread6detachEv \
    _ZNSt6thread6_StateD2Ev";

/// What is done once, if it is known what that is: the position of the function.
pub(crate) const ONCE: &[(&str, usize)] =
    &[("pthread_once", 1), ("call_once", 1), ("_ZNSt3__111__call_onceERVmPvPFvS2_E", 2)];

/// Which argument of a function is what it runs once?
pub fn runs_once(name: &str) -> Option<usize> {
    ONCE.iter().find(|(known, _)| *known == name).map(|&(_, position)| position)
}

/// What GNU's `std::call_once` lets the C library run: the function in a variable of the thread, which finds its argument in another one.
pub const ONCE_PROXY: &str = "__once_proxy";
pub const ONCE_FUNCTION: &str = "_ZSt11__once_call";
pub const ONCE_ARGUMENT: &str = "_ZSt15__once_callable";

/// What waits for other threads, and what ends such waits.
pub(crate) const WAITS: &str = "\
    pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast pthread_cond_wait \
    pthread_cond_timedwait pthread_cond_clockwait cnd_init cnd_destroy cnd_signal cnd_broadcast cnd_wait cnd_timedwait \
    _ZNSt18condition_variableC1Ev _ZNSt18condition_variableC2Ev _ZNSt18condition_variableD1Ev _ZNSt18condition_variableD2Ev \
    _ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv \
    _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE \
    _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj \
    _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE \
    _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE \
    _ZNSt13__future_base12_Result_baseC2Ev _ZNSt13__future_base12_Result_baseD2Ev \
    pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait sem_init sem_destroy sem_post sem_wait";

/// What starts a thread.
pub const STARTERS: [&str; 3] = [
    "pthread_create",
    "thrd_create",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
];

/// Does a function start threads?
pub fn starts_thread(name: &str) -> bool {
    STARTERS.contains(&name)
}

/// What may wait for another thread, or lets others go on while it does. (A thread that is joined, and one that holds a lock, only
/// wait if they do something of this.)
const MAY_WAIT: &str = "\
    pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait cnd_wait cnd_timedwait \
    _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE \
    _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE \
    _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE \
    pthread_barrier_wait sem_wait sem_trywait sem_timedwait sem_clockwait syscall \
    sched_yield thrd_yield nanosleep thrd_sleep usleep clock_nanosleep";

/// What else has other code where threads wait for each other.
const PASSED_ON: &str = "\
    pthread_create pthread_join pthread_detach pthread_self thrd_create thrd_join thrd_current \
    _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE _ZNSt6thread4joinEv _ZNSt6thread6detachEv \
    pthread_mutex_lock pthread_mutex_timedlock pthread_mutex_clocklock pthread_mutex_trylock pthread_mutex_unlock \
    pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_rwlock_rdlock pthread_rwlock_wrlock \
    pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock mtx_lock mtx_timedlock mtx_trylock mtx_unlock \
    pthread_cond_signal pthread_cond_broadcast cnd_signal cnd_broadcast \
    _ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv \
    _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj \
    sem_init sem_post pthread_barrier_init pthread_once call_once \
    _ZNSt13__future_base13_State_baseV213_M_set_resultESt8functionIFSt10unique_ptrINS_12_Result_baseENS3_8_DeleterEEvEEb \
    _ZNSt13__future_base21_Async_state_commonV27_M_joinEv";

/// What calls the kernel; headers wait with it.
pub const CALL_OF_THE_KERNEL: &str = "syscall";

/// May a function wait for another thread?
pub fn may_wait(name: &str) -> bool {
    MAY_WAIT.split_whitespace().any(|known| known == name)
}

/// Does a function wait for a future? The thread that makes it has mostly run where it was started.
pub fn waits_for_future(name: &str) -> bool {
    name.starts_with("_ZNSt28__atomic_futex_unsigned_base")
}

/// Every function that has other code where threads wait for each other.
pub fn passed_on() -> impl Iterator<Item = &'static str> {
    let all = MAY_WAIT.split_whitespace().chain(PASSED_ON.split_whitespace());
    all.filter(|name| *name != CALL_OF_THE_KERNEL)
}

/// Functions of GNU's headers of which derivatives have other code: what makes the result of a future, once, and what joins the thread
/// that makes it.
pub(crate) const REPLACED: &str = "\
    _ZNSt13__future_base13_State_baseV213_M_set_resultESt8functionIFSt10unique_ptrINS_12_Result_baseENS3_8_DeleterEEvEEb \
    _ZNSt13__future_base21_Async_state_commonV27_M_joinEv";

pub(crate) fn is_replaced(name: &str) -> bool {
    name.starts_with("_ZNSt13__future_base") && REPLACED.split_whitespace().any(|replaced| replaced == name)
}
