/* What waits for other threads. Those that could end the wait have run already, where they were started: a wait that
   is not over when it begins never is. */
#include <stdbool.h>
#include <stddef.h>

#define BODY(symbol) __asm__("zymase.body." #symbol)

_Noreturn void __zymase_thread_waits(void);

/* Conditions: who waits for one has looked, and found that what it waits for is not the case. */
#define NOTHING(name, symbol) \
  int name(void *condition) BODY(symbol); \
  int name(void *condition) { return 0; }
#define NOTHING_OF_TWO(name, symbol) \
  int name(void *condition, const void *attributes) BODY(symbol); \
  int name(void *condition, const void *attributes) { return 0; }
#define NOTHING_OF_CXX(name, symbol) \
  void name(void *condition) BODY(symbol); \
  void name(void *condition) {}

NOTHING_OF_TWO(begin_condition, pthread_cond_init)
NOTHING(end_condition, pthread_cond_destroy)
NOTHING(signal_condition, pthread_cond_signal)
NOTHING(signal_all, pthread_cond_broadcast)
NOTHING(begin_condition_11, cnd_init)
NOTHING_OF_CXX(end_condition_11, cnd_destroy)
NOTHING(signal_condition_11, cnd_signal)
NOTHING(signal_all_11, cnd_broadcast)
NOTHING_OF_CXX(begin_condition_cxx, _ZNSt18condition_variableC1Ev)
NOTHING_OF_CXX(begin_condition_base, _ZNSt18condition_variableC2Ev)
NOTHING_OF_CXX(end_condition_cxx, _ZNSt18condition_variableD1Ev)
NOTHING_OF_CXX(end_condition_base, _ZNSt18condition_variableD2Ev)
NOTHING_OF_CXX(notify_one, _ZNSt18condition_variable10notify_oneEv)
NOTHING_OF_CXX(notify_all, _ZNSt18condition_variable10notify_allEv)
NOTHING_OF_CXX(futex_notify_all, _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj)

int wait(void *condition, void *mutex) BODY(pthread_cond_wait);
int wait(void *condition, void *mutex) { __zymase_thread_waits(); }

int wait_until(void *condition, void *mutex, const void *time) BODY(pthread_cond_timedwait);
int wait_until(void *condition, void *mutex, const void *time) { __zymase_thread_waits(); }

int wait_by_clock(void *condition, void *mutex, int clock, const void *time) BODY(pthread_cond_clockwait);
int wait_by_clock(void *condition, void *mutex, int clock, const void *time) { __zymase_thread_waits(); }

int wait_11(void *condition, void *mutex) BODY(cnd_wait);
int wait_11(void *condition, void *mutex) { __zymase_thread_waits(); }

int wait_until_11(void *condition, void *mutex, const void *time) BODY(cnd_timedwait);
int wait_until_11(void *condition, void *mutex, const void *time) { __zymase_thread_waits(); }

void wait_cxx(void *condition, void *lock) BODY(_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE);
void wait_cxx(void *condition, void *lock) { __zymase_thread_waits(); }

/* A future whose result is not there when it is asked for. */
#define SECONDS "NSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"
#define FUTEX "zymase.body._ZNSt28__atomic_futex_unsigned_base"
bool wait_for_future(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest)
    __asm__(FUTEX "19_M_futex_wait_untilEPjjb" SECONDS);
bool wait_for_future(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest) {
  __zymase_thread_waits();
}
bool wait_for_future_steadily(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest)
    __asm__(FUTEX "26_M_futex_wait_until_steadyEPjjb" SECONDS);
bool wait_for_future_steadily(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest) {
  __zymase_thread_waits();
}

/* What a future has: a table, and the exception that was thrown instead of a result. */
struct future_result {
  const void *table;
  void *error;
};
void release_exception(void **error) __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");

void begin_result(struct future_result *result) BODY(_ZNSt13__future_base12_Result_baseC2Ev);
void begin_result(struct future_result *result) { result->error = NULL; }

void end_result(struct future_result *result) BODY(_ZNSt13__future_base12_Result_baseD2Ev);
void end_result(struct future_result *result) {
  if (result->error)
    release_exception(&result->error);
}

/* Barriers that more than one thread comes to: the first would wait for those behind it. */
struct barrier {
  unsigned count;
};

int begin_barrier(struct barrier *barrier, const void *attributes, unsigned count) BODY(pthread_barrier_init);
int begin_barrier(struct barrier *barrier, const void *attributes, unsigned count) {
  barrier->count = count;
  return 0;
}

NOTHING(end_barrier, pthread_barrier_destroy)

int wait_at_barrier(struct barrier *barrier) BODY(pthread_barrier_wait);
int wait_at_barrier(struct barrier *barrier) {
  if (barrier->count != 1)
    __zymase_thread_waits();
  return -1;
}

/* Semaphores. */
struct semaphore {
  unsigned count;
};

int begin_semaphore(struct semaphore *semaphore, int shared, unsigned count) BODY(sem_init);
int begin_semaphore(struct semaphore *semaphore, int shared, unsigned count) {
  semaphore->count = count;
  return 0;
}

NOTHING(end_semaphore, sem_destroy)

int raise(struct semaphore *semaphore) BODY(sem_post);
int raise(struct semaphore *semaphore) {
  ++semaphore->count;
  return 0;
}

int take(struct semaphore *semaphore) BODY(sem_wait);
int take(struct semaphore *semaphore) {
  if (!semaphore->count)
    __zymase_thread_waits();
  --semaphore->count;
  return 0;
}
