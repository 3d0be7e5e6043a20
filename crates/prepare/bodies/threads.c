/* Threads, run where they are started: one of the orders in which they may run, unless they wait for what happens later. */
#include <stddef.h>

#define BODY(symbol) __asm__("zymase.body." #symbol)

void *malloc(size_t);
void free(void *);

/* What a thread that is not joined yet has returned. */
struct ended {
  void *result;
};

int create(struct ended **thread, const void *attributes, void *(*run)(void *), void *argument) BODY(pthread_create);
int create(struct ended **thread, const void *attributes, void *(*run)(void *), void *argument) {
  struct ended *ended = malloc(sizeof *ended);
  *thread = ended;
  ended->result = run(argument);
  return 0;
}

int join(unsigned long number, void **result) BODY(pthread_join);
int join(unsigned long number, void **result) {
  struct ended *thread = (struct ended *)number;
  if (result)
    *result = thread->result;
  free(thread);
  return 0;
}

int detach(unsigned long number) BODY(pthread_detach);
int detach(unsigned long number) {
  free((struct ended *)number);
  return 0;
}

/* Threads of C11 return integers. */
struct ended_with_status {
  int status;
};

int start(struct ended_with_status **thread, int (*run)(void *), void *argument) BODY(thrd_create);
int start(struct ended_with_status **thread, int (*run)(void *), void *argument) {
  struct ended_with_status *ended = malloc(sizeof *ended);
  *thread = ended;
  ended->status = run(argument);
  return 0;
}

int wait_for(unsigned long number, int *status) BODY(thrd_join);
int wait_for(unsigned long number, int *status) {
  struct ended_with_status *thread = (struct ended_with_status *)number;
  if (status)
    *status = thread->status;
  free(thread);
  return 0;
}

/* GNU's std::thread: an object with what is to run, which belongs to the thread; its table has two destructors, then `run`. */
struct state;
struct table {
  void (*destroy)(struct state *), (*erase)(struct state *), (*run)(struct state *);
};
struct state {
  const struct table *table;
};
struct cxx_thread {
  unsigned long number;
};

void start_cxx(struct cxx_thread *thread, struct state **state, void (*depends)(void))
    BODY(_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE);
void start_cxx(struct cxx_thread *thread, struct state **state, void (*depends)(void)) {
  struct state *own = *state;
  *state = NULL;
  thread->number = 1;
  own->table->run(own);
  own->table->erase(own);
}

void join_cxx(struct cxx_thread *thread) BODY(_ZNSt6thread4joinEv);
void join_cxx(struct cxx_thread *thread) { thread->number = 0; }

void detach_cxx(struct cxx_thread *thread) BODY(_ZNSt6thread6detachEv);
void detach_cxx(struct cxx_thread *thread) { thread->number = 0; }

void end_state(struct state *state) BODY(_ZNSt6thread6_StateD2Ev);
void end_state(struct state *state) {}

/* What is done once: where the function is known. (A function that throws has not been run.) */
int run_once(int *flag, void (*run)(void)) BODY(pthread_once);
int run_once(int *flag, void (*run)(void)) {
  if (!*flag) {
    run();
    *flag = 2;
  }
  return 0;
}

void run_once_11(int *flag, void (*run)(void)) BODY(call_once);
void run_once_11(int *flag, void (*run)(void)) { run_once(flag, run); }

/* LLVM's std::call_once. */
void run_once_cxx(unsigned long *flag, void *argument, void (*run)(void *)) BODY(_ZNSt3__111__call_onceERVmPvPFvS2_E);
void run_once_cxx(unsigned long *flag, void *argument, void (*run)(void *)) {
  if (!*flag) {
    run(argument);
    *flag = -1UL;
  }
}

/* A future of GNU's library: what makes the result is run once, and the thread that does has ended when it is joined. */
struct future_result;
struct future_state {
  const void *table;
  struct future_result *result;
  unsigned status;
  _Bool retrieved;
  int once;
};
struct any_function {
  void *object[2];
  void (*manage)(void);
  void (*invoke)(struct future_result **, struct any_function *);
};
_Noreturn void throw_future_error(int code) __asm__("_ZSt20__throw_future_errori");

void set_result(struct future_state *state, struct any_function *make, _Bool may_be_set)
    BODY(_ZNSt13__future_base13_State_baseV213_M_set_resultESt8functionIFSt10unique_ptrINS_12_Result_baseENS3_8_DeleterEEvEEb);
void set_result(struct future_state *state, struct any_function *make, _Bool may_be_set) {
  if (!state->once) {
    struct future_result *result;
    make->invoke(&result, make);
    state->once = 2;
    state->result = result;
    state->status = 1;
  } else if (!may_be_set) {
    throw_future_error(2);
  }
}

void join_future(void *state) BODY(_ZNSt13__future_base21_Async_state_commonV27_M_joinEv);
void join_future(void *state) {}
