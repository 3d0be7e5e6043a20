/* oneTBB: tasks run where they are started, and what waits for them finds them ended. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BODY(symbol) __asm__("zymase.body._ZN3tbb6detail2r1" #symbol)

void *aligned_alloc(size_t, size_t);
void free(void *);
_Noreturn void __zymase_thread_waits(void);

/* A group of tasks: what its constructor leaves to the library. */
struct context {
  uint64_t settings;
  uint32_t is_cancelled;
  uint8_t version, traits, may_have_children, state;
  struct context *parent;
  void *list, *links[2], *exception;
};

/* What a task is told. */
struct data {
  struct context *context;
  uint16_t slot, wanted_slot;
};

struct task;
struct table {
  void (*destroy)(struct task *), (*erase)(struct task *);
  struct task *(*execute)(struct task *, struct data *), *(*cancel)(struct task *, struct data *);
};
struct task {
  const struct table *table;
};

/* How many tasks are waited for. */
struct waits {
  uint64_t traits, count;
};

/* The context of whoever is in none: what is asked of it is nobody's business. */
static struct context nobody;
/* What small objects are taken from. */
static char pool;

/* Runs a task, and those that it says to run next. */
static void run(struct task *task, struct context *context) {
  while (task) {
    struct data data = {context, 0, UINT16_MAX};
    task = context->is_cancelled ? task->table->cancel(task, &data) : task->table->execute(task, &data);
  }
}

void spawn(struct task *task, struct context *context) BODY(5spawnERNS0_2d14taskERNS2_18task_group_contextE);
void spawn(struct task *task, struct context *context) { run(task, context); }

void spawn_at(struct task *task, struct context *context, uint16_t slot) BODY(5spawnERNS0_2d14taskERNS2_18task_group_contextEt);
void spawn_at(struct task *task, struct context *context, uint16_t slot) { run(task, context); }

void execute_and_wait(struct task *task, struct context *context, struct waits *waits, struct context *of_waits)
    BODY(16execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_);
void execute_and_wait(struct task *task, struct context *context, struct waits *waits, struct context *of_waits) {
  run(task, context);
}

void enqueue(struct task *task, void *arena) BODY(7enqueueERNS0_2d14taskEPNS2_15task_arena_baseE);
void enqueue(struct task *task, void *arena) { run(task, &nobody); }

void enqueue_in(struct task *task, struct context *context, void *arena)
    BODY(7enqueueERNS0_2d14taskERNS2_18task_group_contextEPNS2_15task_arena_baseE);
void enqueue_in(struct task *task, struct context *context, void *arena) { run(task, context); }

void wait(struct waits *waits, struct context *context) BODY(4waitERNS0_2d112wait_contextERNS2_18task_group_contextE);
void wait(struct waits *waits, struct context *context) {
  if (waits->count)
    __zymase_thread_waits();
}

void wait_for_arena(void *arena) BODY(4waitERNS0_2d115task_arena_baseE);
void wait_for_arena(void *arena) {}

void notify_waiters(uintptr_t waits) BODY(14notify_waitersEm);
void notify_waiters(uintptr_t waits) {}

/* The number of a thread among those of its arena. The library's own function, which knows nothing of tasks that it did not start. */
uint16_t slot_of_thread(const struct data *data) __asm__("\1_ZN3tbb6detail2r114execution_slotEPKNS0_2d114execution_dataE");

uint16_t execution_slot(const struct data *data) BODY(14execution_slotEPKNS0_2d114execution_dataE);
uint16_t execution_slot(const struct data *data) { return data ? data->slot : slot_of_thread(NULL); }

struct context *current_context(void) BODY(15current_contextEv);
struct context *current_context(void) { return &nobody; }

void begin_context(struct context *context) BODY(10initializeERNS0_2d118task_group_contextE);
void begin_context(struct context *context) {
  context->is_cancelled = 0;
  context->may_have_children = 0;
  context->state = 0;
  context->parent = NULL;
  context->list = NULL;
  context->exception = NULL;
}

void end_context(struct context *context) BODY(7destroyERNS0_2d118task_group_contextE);
void end_context(struct context *context) {}

void reset_context(struct context *context) BODY(5resetERNS0_2d118task_group_contextE);
void reset_context(struct context *context) { context->is_cancelled = 0; }

bool cancel(struct context *context) BODY(22cancel_group_executionERNS0_2d118task_group_contextE);
bool cancel(struct context *context) {
  if (context == &nobody || context->is_cancelled)
    return false;
  context->is_cancelled = 1;
  return true;
}

bool is_cancelled(struct context *context) BODY(28is_group_execution_cancelledERNS0_2d118task_group_contextE);
bool is_cancelled(struct context *context) { return context->is_cancelled; }

void capture_settings(struct context *context) BODY(19capture_fp_settingsERNS0_2d118task_group_contextE);
void capture_settings(struct context *context) {}

/* Tasks begin where lines of the cache do. */
void *allocate(void **from, size_t size) BODY(8allocateERPNS0_2d117small_object_poolEm);
void *allocate(void **from, size_t size) {
  *from = &pool;
  return aligned_alloc(64, size);
}

void *allocate_in_task(void **from, size_t size, const struct data *data) BODY(8allocateERPNS0_2d117small_object_poolEmRKNS2_14execution_dataE);
void *allocate_in_task(void **from, size_t size, const struct data *data) {
  *from = &pool;
  return aligned_alloc(64, size);
}

void deallocate(void *from, void *object, size_t size) BODY(10deallocateERNS0_2d117small_object_poolEPvm);
void deallocate(void *from, void *object, size_t size) { free(object); }

void deallocate_in_task(void *from, void *object, size_t size, const struct data *data)
    BODY(10deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE);
void deallocate_in_task(void *from, void *object, size_t size, const struct data *data) { free(object); }

/* Arenas: everything runs on the calling thread. */
struct delegate;
struct delegate_table {
  bool (*call)(const struct delegate *);
};
struct delegate {
  const struct delegate_table *table;
};

void execute_in_arena(void *arena, struct delegate *delegate) BODY(7executeERNS0_2d115task_arena_baseERNS2_13delegate_baseE);
void execute_in_arena(void *arena, struct delegate *delegate) { delegate->table->call(delegate); }

void isolate(struct delegate *delegate, intptr_t isolation) BODY(20isolate_within_arenaERNS0_2d113delegate_baseEl);
void isolate(struct delegate *delegate, intptr_t isolation) { delegate->table->call(delegate); }

void begin_arena(void *arena) BODY(10initializeERNS0_2d115task_arena_baseE);
void begin_arena(void *arena) {}

void end_arena(void *arena) BODY(9terminateERNS0_2d115task_arena_baseE);
void end_arena(void *arena) {}

bool attach(void *arena) BODY(6attachERNS0_2d115task_arena_baseE);
bool attach(void *arena) { return false; }

void observe(void *observer, bool on) BODY(7observeERNS0_2d123task_scheduler_observerEb);
void observe(void *observer, bool on) {}

void begin_control(void *control) BODY(6createERNS0_2d114global_controlE);
void begin_control(void *control) {}

void end_control(void *control) BODY(7destroyERNS0_2d114global_controlE);
void end_control(void *control) {}

/* Locks: who waits for one has found it taken, and nobody else runs. */
void wait_on_address(void *address, struct delegate *is_over, uintptr_t context) BODY(15wait_on_addressEPvRNS0_2d113delegate_baseEm);
void wait_on_address(void *address, struct delegate *is_over, uintptr_t context) { __zymase_thread_waits(); }

void notify_by_address(void *address, uintptr_t context) BODY(17notify_by_addressEPvm);
void notify_by_address(void *address, uintptr_t context) {}

void notify_one(void *address) BODY(21notify_by_address_oneEPv);
void notify_one(void *address) {}

void notify_all(void *address) BODY(21notify_by_address_allEPv);
void notify_all(void *address) {}
