//! Threads of C and C++: functions that start and join them, whose code is written out.

/// What starts a thread runs it; what joins it finds it ended.
pub(crate) const WRITTEN_OUT: &str = "\
    pthread_create pthread_join pthread_detach thrd_create thrd_join \
    _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE _ZNSt6thread4joinEv _ZNSt6thread6detachEv \
    _ZNSt6thread6_StateD2Ev";

/// Does a function start threads?
pub fn starts_thread(name: &str) -> bool {
    matches!(name, "pthread_create" | "thrd_create") || name.starts_with("_ZNSt6thread15_M_start_thread")
}
