/* Threads that wait for each other: what is asked of who passes the baton on (baton.c). A thread is a function of its own here, and
   `zymase.thread.start` becomes a function whose derivatives start the derivatives of that function. */
#include "baton.h"
#include <stdbool.h>
#include <stddef.h>

#define BODY(symbol) __asm__("zymase.body.waiting." #symbol)

void *malloc(size_t);
void free(void *);

long ask(int what, void *object, void *other, long number) __asm__("zymase.baton");

/* Starts a thread that runs a function of these three (prepare/src/threads.rs says which). */
enum { POSIX, C11, CXX };
void start(int kind, void *first, void *second, void *third) __asm__("zymase.thread.start");

/* ---- POSIX threads ---- */

struct ended {
  void *result;
  long number;
};

void run_posix(void *ended, void *run, void *argument) __asm__("zymase.body.waiting.run_posix");
void run_posix(void *ended, void *run, void *argument) {
  ((struct ended *)ended)->result = ((void *(*)(void *))run)(argument);
}

int create(struct ended **thread, const void *attributes, void *(*run)(void *), void *argument) BODY(pthread_create);
int create(struct ended **thread, const void *attributes, void *(*run)(void *), void *argument) {
  struct ended *ended = malloc(sizeof *ended);
  *thread = ended;
  ended->number = ask(NEXT_NUMBER, ended, NULL, 0);
  start(POSIX, ended, (void *)run, argument);
  return 0;
}

int join(unsigned long handle, void **result) BODY(pthread_join);
int join(unsigned long handle, void **result) {
  struct ended *thread = (struct ended *)handle;
  ask(JOIN, NULL, NULL, thread->number);
  if (result)
    *result = thread->result;
  free(thread);
  return 0;
}

/* It writes its result where nobody reads it. */
int detach(unsigned long handle) BODY(pthread_detach);
int detach(unsigned long handle) { return 0; }

unsigned long self(void) BODY(pthread_self);
unsigned long self(void) { return ask(OWN_NUMBER, NULL, NULL, 0); }

/* ---- C11 threads, which return integers ---- */

struct ended_with_status {
  int status;
  long number;
};

void run_11(void *ended, void *run, void *argument) __asm__("zymase.body.waiting.run_11");
void run_11(void *ended, void *run, void *argument) {
  ((struct ended_with_status *)ended)->status = ((int (*)(void *))run)(argument);
}

int create_11(struct ended_with_status **thread, int (*run)(void *), void *argument) BODY(thrd_create);
int create_11(struct ended_with_status **thread, int (*run)(void *), void *argument) {
  struct ended_with_status *ended = malloc(sizeof *ended);
  *thread = ended;
  ended->number = ask(NEXT_NUMBER, ended, NULL, 0);
  start(C11, ended, (void *)run, argument);
  return 0;
}

int join_11(unsigned long handle, int *status) BODY(thrd_join);
int join_11(unsigned long handle, int *status) {
  struct ended_with_status *thread = (struct ended_with_status *)handle;
  ask(JOIN, NULL, NULL, thread->number);
  if (status)
    *status = thread->status;
  free(thread);
  return 0;
}

unsigned long self_11(void) BODY(thrd_current);
unsigned long self_11(void) { return ask(OWN_NUMBER, NULL, NULL, 0); }

/* ---- GNU's std::thread: an object with what is to run, which belongs to the thread; its table has two destructors, then `run` ---- */

struct state;
struct table {
  void (*destroy)(struct state *), (*erase)(struct state *), (*run)(struct state *);
};
struct state {
  const struct table *table;
};
struct cxx_thread {
  long number;
};

void run_cxx(void *state, void *run, void *erase) __asm__("zymase.body.waiting.run_cxx");
void run_cxx(void *state, void *run, void *erase) {
  ((void (*)(struct state *))run)(state);
  ((void (*)(struct state *))erase)(state);
}

void run_any(void *state, void *run, void *erase) __asm__("zymase.body.waiting.run_any");
void run_any(void *state, void *run, void *erase) {
  struct state *own = state;
  own->table->run(own);
  own->table->erase(own);
}

void start_cxx(struct cxx_thread *thread, struct state **state, void (*depends)(void))
    BODY(_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE);
void start_cxx(struct cxx_thread *thread, struct state **state, void (*depends)(void)) {
  struct state *own = *state;
  *state = NULL;
  thread->number = ask(NEXT_NUMBER, NULL, NULL, 0);
  start(CXX, own, (void *)own->table->run, (void *)own->table->erase);
}

void join_cxx(struct cxx_thread *thread) BODY(_ZNSt6thread4joinEv);
void join_cxx(struct cxx_thread *thread) {
  ask(JOIN, NULL, NULL, thread->number);
  thread->number = 0;
}

void detach_cxx(struct cxx_thread *thread) BODY(_ZNSt6thread6detachEv);
void detach_cxx(struct cxx_thread *thread) { thread->number = 0; }

/* ---- locks ---- */

enum { BUSY = 16, TIMED_OUT = 110, BUSY_11 = 1, TIMED_OUT_11 = 4 };

#define LOCKS(name, symbol) \
  int name(void *object) BODY(symbol); \
  int name(void *object) { \
    ask(LOCK, object, NULL, 0); \
    return 0; \
  }
#define LOCKS_TO_READ(name, symbol) \
  int name(void *object) BODY(symbol); \
  int name(void *object) { \
    ask(LOCK_TO_READ, object, NULL, 0); \
    return 0; \
  }
#define LOCKS_UNTIL(name, symbol) \
  int name(void *object, const void *time) BODY(symbol); \
  int name(void *object, const void *time) { \
    ask(LOCK, object, NULL, 0); \
    return 0; \
  }
#define TRIES(name, symbol, what, busy) \
  int name(void *object) BODY(symbol); \
  int name(void *object) { return ask(what, object, NULL, 0) ? busy : 0; }
#define UNLOCKS(name, symbol) \
  int name(void *object) BODY(symbol); \
  int name(void *object) { \
    ask(UNLOCK, object, NULL, 0); \
    return 0; \
  }

LOCKS(lock, pthread_mutex_lock)
LOCKS_UNTIL(lock_until, pthread_mutex_timedlock)
TRIES(try, pthread_mutex_trylock, TRY_LOCK, BUSY)
UNLOCKS(unlock, pthread_mutex_unlock)
LOCKS(lock_spinning, pthread_spin_lock)
TRIES(try_spinning, pthread_spin_trylock, TRY_LOCK, BUSY)
UNLOCKS(unlock_spinning, pthread_spin_unlock)
LOCKS_TO_READ(lock_to_read, pthread_rwlock_rdlock)
LOCKS(lock_to_write, pthread_rwlock_wrlock)
TRIES(try_to_read, pthread_rwlock_tryrdlock, TRY_LOCK_TO_READ, BUSY)
TRIES(try_to_write, pthread_rwlock_trywrlock, TRY_LOCK, BUSY)
UNLOCKS(unlock_both, pthread_rwlock_unlock)
LOCKS(lock_11, mtx_lock)
LOCKS_UNTIL(lock_until_11, mtx_timedlock)
TRIES(try_11, mtx_trylock, TRY_LOCK, BUSY_11)
UNLOCKS(unlock_11, mtx_unlock)

int lock_by_clock(void *object, int clock, const void *time) BODY(pthread_mutex_clocklock);
int lock_by_clock(void *object, int clock, const void *time) {
  ask(LOCK, object, NULL, 0);
  return 0;
}

/* ---- conditions ---- */

enum { ALL = 0x7fffffff };

#define WAKES(name, symbol, most) \
  int name(void *object) BODY(symbol); \
  int name(void *object) { \
    ask(WAKE, object, NULL, most); \
    return 0; \
  }
#define WAKES_CXX(name, symbol, most) \
  void name(void *object) BODY(symbol); \
  void name(void *object) { ask(WAKE, object, NULL, most); }

WAKES(signal, pthread_cond_signal, 1)
WAKES(broadcast, pthread_cond_broadcast, ALL)
WAKES(signal_11, cnd_signal, 1)
WAKES(broadcast_11, cnd_broadcast, ALL)
WAKES_CXX(notify_one, _ZNSt18condition_variable10notify_oneEv, 1)
WAKES_CXX(notify_all, _ZNSt18condition_variable10notify_allEv, ALL)

int wait(void *condition, void *mutex) BODY(pthread_cond_wait);
int wait(void *condition, void *mutex) {
  ask(WAIT, condition, mutex, 0);
  return 0;
}

int wait_until(void *condition, void *mutex, const void *time) BODY(pthread_cond_timedwait);
int wait_until(void *condition, void *mutex, const void *time) { return ask(WAIT_LIMITED, condition, mutex, 0) ? TIMED_OUT : 0; }

int wait_by_clock(void *condition, void *mutex, int clock, const void *time) BODY(pthread_cond_clockwait);
int wait_by_clock(void *condition, void *mutex, int clock, const void *time) {
  return ask(WAIT_LIMITED, condition, mutex, 0) ? TIMED_OUT : 0;
}

int wait_11(void *condition, void *mutex) BODY(cnd_wait);
int wait_11(void *condition, void *mutex) {
  ask(WAIT, condition, mutex, 0);
  return 0;
}

int wait_until_11(void *condition, void *mutex, const void *time) BODY(cnd_timedwait);
int wait_until_11(void *condition, void *mutex, const void *time) {
  return ask(WAIT_LIMITED, condition, mutex, 0) ? TIMED_OUT_11 : 0;
}

struct unique_lock {
  void *mutex;
  bool owns;
};

void wait_cxx(void *condition, struct unique_lock *lock) BODY(_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE);
void wait_cxx(void *condition, struct unique_lock *lock) { ask(WAIT, condition, lock->mutex, 0); }

/* ---- words that change ---- */

#define SECONDS "NSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"
#define FUTEX "zymase.body.waiting._ZNSt28__atomic_futex_unsigned_base"
bool wait_for_future(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest)
    __asm__(FUTEX "19_M_futex_wait_untilEPjjb" SECONDS);
bool wait_for_future(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest) {
  return !ask(limited ? WAIT_WHILE_EQUAL_LIMITED : WAIT_WHILE_EQUAL, place, NULL, value);
}
bool wait_for_future_steadily(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest)
    __asm__(FUTEX "26_M_futex_wait_until_steadyEPjjb" SECONDS);
bool wait_for_future_steadily(void *futex, unsigned *place, unsigned value, bool limited, long seconds, long rest) {
  return !ask(limited ? WAIT_WHILE_EQUAL_LIMITED : WAIT_WHILE_EQUAL, place, NULL, value);
}

void futex_notify_all(void *place) __asm__(FUTEX "19_M_futex_notify_allEPj");
void futex_notify_all(void *place) { ask(WAKE, place, NULL, ALL); }

/* What headers ask of the kernel (prepare/src/futex.rs). */
long futex_wait(void *place, long value, const void *time) BODY(futex_wait);
long futex_wait(void *place, long value, const void *time) {
  return -ask(time ? WAIT_WHILE_EQUAL_LIMITED : WAIT_WHILE_EQUAL, place, NULL, value);
}
long futex_wake(void *place, long most, const void *time) BODY(futex_wake);
long futex_wake(void *place, long most, const void *time) { return ask(WAKE, place, NULL, most); }

/* ---- semaphores and barriers, laid out as the C library has them ---- */

struct semaphore {
  unsigned value, others, shared, more;
};

int begin_semaphore(struct semaphore *semaphore, int shared, unsigned value) BODY(sem_init);
int begin_semaphore(struct semaphore *semaphore, int shared, unsigned value) {
  *semaphore = (struct semaphore){value, 0, 0, 0};
  return 0;
}

int raise(void *semaphore) BODY(sem_post);
int raise(void *semaphore) {
  ask(RAISE, semaphore, NULL, 0);
  return 0;
}

int take(void *semaphore) BODY(sem_wait);
int take(void *semaphore) {
  ask(TAKE, semaphore, NULL, 0);
  return 0;
}

int try_to_take(void *semaphore) BODY(sem_trywait);
int try_to_take(void *semaphore) { return ask(TRY_TO_TAKE, semaphore, NULL, 0); }

int take_until(void *semaphore, const void *time) BODY(sem_timedwait);
int take_until(void *semaphore, const void *time) { return ask(TAKE_LIMITED, semaphore, NULL, 0); }

int take_by_clock(void *semaphore, int clock, const void *time) BODY(sem_clockwait);
int take_by_clock(void *semaphore, int clock, const void *time) { return ask(TAKE_LIMITED, semaphore, NULL, 0); }

struct barrier {
  unsigned arrived, round, members;
};

int begin_barrier(struct barrier *barrier, const void *attributes, unsigned members) BODY(pthread_barrier_init);
int begin_barrier(struct barrier *barrier, const void *attributes, unsigned members) {
  *barrier = (struct barrier){0, 0, members};
  return 0;
}

int meet(void *barrier) BODY(pthread_barrier_wait);
int meet(void *barrier) { return ask(MEET, barrier, NULL, 0); }

/* ---- what is done once ---- */

int run_once(int *flag, void (*run)(void)) BODY(pthread_once);
int run_once(int *flag, void (*run)(void)) {
  if (ask(BEGIN_ONCE, flag, NULL, 0)) {
    run();
    ask(END_ONCE, flag, NULL, 0);
  }
  return 0;
}

void run_once_11(int *flag, void (*run)(void)) BODY(call_once);
void run_once_11(int *flag, void (*run)(void)) { run_once(flag, run); }

/* ---- a future of GNU's library ---- */

struct future_result;
struct future_state {
  const void *table;
  struct future_result *result;
  unsigned status;
  bool retrieved;
  int once;
};
struct async_state {
  struct future_state state;
  struct cxx_thread thread;
};
struct any_function {
  void *object[2];
  void (*manage)(void);
  void (*invoke)(struct future_result **, struct any_function *);
};
_Noreturn void throw_future_error(int code) __asm__("_ZSt20__throw_future_errori");

void set_result(struct future_state *state, struct any_function *make, bool may_be_set)
    BODY(_ZNSt13__future_base13_State_baseV213_M_set_resultESt8functionIFSt10unique_ptrINS_12_Result_baseENS3_8_DeleterEEvEEb);
void set_result(struct future_state *state, struct any_function *make, bool may_be_set) {
  if (ask(BEGIN_ONCE, &state->once, NULL, 0)) {
    struct future_result *result;
    make->invoke(&result, make);
    state->result = result;
    state->status = 1;
    ask(END_ONCE, &state->once, NULL, 0);
    ask(WAKE, &state->status, NULL, ALL);
  } else if (!may_be_set) {
    throw_future_error(2);
  }
}

void join_future(struct async_state *state) BODY(_ZNSt13__future_base21_Async_state_commonV27_M_joinEv);
void join_future(struct async_state *state) {
  if (state->thread.number)
    join_cxx(&state->thread);
}

/* ---- looking again later ---- */

int yield(void) BODY(sched_yield);
int yield(void) {
  ask(YIELD, NULL, NULL, 0);
  return 0;
}

void yield_11(void) BODY(thrd_yield);
void yield_11(void) { ask(YIELD, NULL, NULL, 0); }

int sleep_for(const void *time, void *rest) BODY(nanosleep);
int sleep_for(const void *time, void *rest) {
  ask(SLEEP, NULL, NULL, 0);
  return 0;
}

int sleep_11(const void *time, void *rest) BODY(thrd_sleep);
int sleep_11(const void *time, void *rest) {
  ask(SLEEP, NULL, NULL, 0);
  return 0;
}

int sleep_micro(unsigned time) BODY(usleep);
int sleep_micro(unsigned time) {
  ask(SLEEP, NULL, NULL, 0);
  return 0;
}

int sleep_by_clock(int clock, int flags, const void *time, void *rest) BODY(clock_nanosleep);
int sleep_by_clock(int clock, int flags, const void *time, void *rest) {
  ask(SLEEP, NULL, NULL, 0);
  return 0;
}
