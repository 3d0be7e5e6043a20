/* Threads of a derivative that wait for each other. Each is a thread of the system, but only the one that holds the baton runs.

   A thread that is started gets the baton at once; one that must wait, and one that has ended, hand it on to one that can go on. Each time
   the baton changes hands, who gave it away is written down. The reverse sweep reads that backwards: where a thread got the baton in the
   forward sweep, it goes back to who gave it away. So threads never run at the same time, in either sweep, and the order is the same
   each time.

   What is known of mutexes is kept here; semaphores, barriers and what is done once keep their state where the C library does. */
#include <stddef.h>

typedef long long count;

/* What a call asks for: as in waiting.c. */
#include "baton.h"

/* Room for a mutex or a condition of the C library. */
enum { ROOM = 128 };
/* A thread that looks again and again at what only others can change, and all others wait, waits for ever. */
enum { MOST_LOOKS = 20000000, LOOKS_OF_SLEEP = 200 };

void *__zymase_global_shadow(void *context, void *key, count bytes, count lane);
void __zymase_defer_free(void *context, void (*deallocator)(void *), void *memory);
void __zymase_check_memory(void *memory);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void abort(void) __attribute__((noreturn));
int dprintf(int, const char *, ...);
int usleep(unsigned);
int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
int pthread_join(unsigned long, void **);
unsigned long pthread_self(void);
int pthread_mutex_init(void *, const void *);
int pthread_mutex_lock(void *);
int pthread_mutex_unlock(void *);
int pthread_mutex_destroy(void *);
int pthread_cond_init(void *, const void *);
int pthread_cond_wait(void *, void *);
int pthread_cond_signal(void *);
int pthread_cond_destroy(void *);


typedef void (*part)(void *frame);

enum state { READY, WAITS, ENDED };

struct thread {
  struct baton *baton;
  count number;
  /* What the program knows it by. */
  void *handle;
  enum state state;
  /* What it waits for, whether it would give up, and whether it has. */
  void *object;
  int limited, given_up;
  /* The next one in the same queue. */
  struct thread *following;
  /* The two sweeps; of forward mode there is one. */
  part forward, reverse;
  void *frame;
  /* Is there a thread of the system, and is it the same one in both sweeps? */
  int is_there, stays;
  unsigned long system;
  _Alignas(16) char condition[ROOM];
};

struct queue {
  struct thread *first, *last;
};

struct lock {
  void *object;
  /* Who holds it, how often; how many read. */
  struct thread *owner;
  count depth, readers;
};

struct baton {
  struct thread *current;
  struct thread **threads;
  count threads_count, threads_room;
  /* Those that can go on, and those that wait. */
  struct queue ready, waiting;
  /* How many there are beside the first, and have not ended. */
  count alive;
  /* Who gave the baton away, by number. */
  count *given, given_count, given_room;
  struct lock *locks;
  count locks_count, locks_room;
  /* One whose thread of the system is about to end. */
  struct thread *gone;
  void *next_handle;
  count looks;
  int reverses, is_over;
  _Alignas(16) char mutex[ROOM];
};

static char key[8];
static const count ALL = 0x7fffffffffffffffll;

static void fail(const char *text) {
  dprintf(2, "zymase: %s\n", text);
  abort();
}

static void *grown(void *array, count used, count *room, size_t bytes) {
  if (used < *room)
    return array;
  *room = *room ? 2 * *room : 16;
  array = realloc(array, *room * bytes);
  __zymase_check_memory(array);
  return array;
}

static void put_last(struct queue *queue, struct thread *thread) {
  thread->following = NULL;
  if (queue->last)
    queue->last->following = thread;
  else
    queue->first = thread;
  queue->last = thread;
}

static void put_first(struct queue *queue, struct thread *thread) {
  thread->following = queue->first;
  queue->first = thread;
  if (!queue->last)
    queue->last = thread;
}

/* Takes out the one behind `before`, or the first. */
static struct thread *take(struct queue *queue, struct thread *before) {
  struct thread **place = before ? &before->following : &queue->first;
  struct thread *thread = *place;
  *place = thread->following;
  if (queue->last == thread)
    queue->last = before;
  return thread;
}

static struct thread *make_thread(struct baton *baton) {
  struct thread *thread = calloc(1, sizeof *thread);
  __zymase_check_memory(thread);
  pthread_cond_init(thread->condition, NULL);
  thread->baton = baton;
  thread->number = baton->threads_count;
  baton->threads = grown(baton->threads, baton->threads_count, &baton->threads_room, sizeof *baton->threads);
  baton->threads[baton->threads_count++] = thread;
  return thread;
}

/* ---- passing the baton ---- */

static void wait_for_baton(struct thread *self) {
  struct baton *baton = self->baton;
  pthread_mutex_lock(baton->mutex);
  while (baton->current != self)
    pthread_cond_wait(self->condition, baton->mutex);
  pthread_mutex_unlock(baton->mutex);
  if (baton->gone) {
    pthread_join(baton->gone->system, NULL);
    baton->gone = NULL;
  }
}

static void *run(void *argument);

/* Gives the baton to a thread, which may have no thread of the system yet. */
static void give(struct baton *baton, struct thread *to) {
  pthread_mutex_lock(baton->mutex);
  baton->current = to;
  if (to->is_there) {
    pthread_cond_signal(to->condition);
  } else {
    to->is_there = 1;
    if (pthread_create(&to->system, NULL, run, to))
      fail("the system has no more threads for the derivative of a function that starts threads");
  }
  pthread_mutex_unlock(baton->mutex);
}

/* The current thread, whose thread of the system ends, gives the baton away. */
static void give_for_good(struct thread *self, struct thread *to) {
  self->is_there = 0;
  self->baton->gone = self;
  give(self->baton, to);
}

static void write_down(struct baton *baton, struct thread *thread) {
  baton->given = grown(baton->given, baton->given_count, &baton->given_room, sizeof *baton->given);
  baton->given[baton->given_count++] = thread->number;
}

static struct thread *who_gave(struct baton *baton) {
  if (!baton->given_count)
    fail("threads are reversed that did not run: this is a bug of zymase");
  return baton->threads[baton->given[--baton->given_count]];
}

/* The thread that goes on if this one does not. */
static struct thread *next(struct baton *baton) {
  if (baton->ready.first)
    return take(&baton->ready, NULL);
  for (struct thread *before = NULL, *at = baton->waiting.first; at; before = at, at = at->following)
    if (at->limited) {
      at->given_up = 1;
      at->state = READY;
      return take(&baton->waiting, before);
    }
  fail("every thread of the differentiated function waits for another one, for ever");
  return NULL;
}

/* The current thread is in a queue: another one runs. How often the baton went away: once, or not at all. */
static count let_others(struct baton *baton) {
  struct thread *self = baton->current, *to = next(baton);
  if (to == self)
    return 0;
  write_down(baton, self);
  give(baton, to);
  wait_for_baton(self);
  return 1;
}

static count wait_for(struct baton *baton, void *object, int limited) {
  struct thread *self = baton->current;
  self->state = WAITS;
  self->object = object;
  self->limited = limited;
  self->given_up = 0;
  put_last(&baton->waiting, self);
  return let_others(baton);
}

static count wake(struct baton *baton, void *object, count most) {
  count woken = 0;
  for (struct thread *before = NULL, *at = baton->waiting.first; at && woken < most;) {
    struct thread *after = at->following;
    if (at->object == object) {
      take(&baton->waiting, before);
      at->state = READY;
      put_last(&baton->ready, at);
      ++woken;
    } else {
      before = at;
    }
    at = after;
  }
  return woken;
}

/* What a thread of the system does: one sweep, or both with a wait in between. */
static void *run(void *argument) {
  struct thread *self = argument;
  struct baton *baton = self->baton;
  wait_for_baton(self);
  if (!baton->reverses) {
    self->forward(self->frame);
    self->state = ENDED;
    --baton->alive;
    wake(baton, self, ALL);
    struct thread *to = next(baton);
    write_down(baton, self);
    if (!self->stays) {
      give_for_good(self, to);
      return NULL;
    }
    give(baton, to);
    wait_for_baton(self);
  }
  struct thread *to = baton->threads[0];
  if (!baton->is_over) {
    self->reverse(self->frame);
    to = who_gave(baton);
  }
  give_for_good(self, to);
  return NULL;
}

/* ---- one baton for each derivative call ---- */

static void end(void *memory) {
  struct baton *baton = memory;
  if (baton->alive)
    fail("a thread has not ended when the differentiated function does: join it in the function");
  baton->is_over = 1;
  for (count k = 0; k < baton->threads_count; ++k) {
    struct thread *thread = baton->threads[k];
    if (k && thread->is_there) {
      give(baton, thread);
      wait_for_baton(baton->threads[0]);
    }
    pthread_cond_destroy(thread->condition);
  }
  for (count k = 0; k < baton->threads_count; ++k)
    free(baton->threads[k]);
  pthread_mutex_destroy(baton->mutex);
  free(baton->threads);
  free(baton->given);
  free(baton->locks);
  free(baton);
}

static struct baton *of(void *context) {
  struct baton **place = __zymase_global_shadow(context, key, sizeof key, 0);
  if (!*place) {
    struct baton *baton = calloc(1, sizeof *baton);
    __zymase_check_memory(baton);
    pthread_mutex_init(baton->mutex, NULL);
    baton->current = make_thread(baton);
    baton->current->is_there = 1;
    *place = baton;
    __zymase_defer_free(context, end, baton);
  }
  return *place;
}

count __zymase_baton_start(void *context, part forward, part reverse, void *frame, count stays) {
  struct baton *baton = of(context);
  struct thread *self = baton->current, *thread = make_thread(baton);
  baton->reverses = 0;
  thread->forward = forward;
  thread->reverse = reverse;
  thread->frame = frame;
  thread->stays = reverse && stays;
  thread->handle = baton->next_handle;
  ++baton->alive;
  put_first(&baton->ready, self);
  write_down(baton, self);
  give(baton, thread);
  wait_for_baton(self);
  return 1;
}

/* The reverse sweep comes to where the baton went away, and came back, so many times. */
void __zymase_baton_back(void *context, count times) {
  struct baton *baton = of(context);
  if (!baton->reverses && baton->alive)
    fail("a thread has not ended when the differentiated function does: join it in the function");
  for (; times; --times) {
    struct thread *self = baton->current;
    baton->reverses = 1;
    give(baton, who_gave(baton));
    wait_for_baton(self);
  }
}

/* ---- what threads wait for ---- */

static struct lock *lock_of(struct baton *baton, void *object) {
  for (count k = 0; k < baton->locks_count; ++k)
    if (baton->locks[k].object == object)
      return &baton->locks[k];
  return NULL;
}

static int is_held(struct baton *baton, void *object, int to_read) {
  struct lock *lock = lock_of(baton, object);
  if (!lock)
    return 0;
  return to_read ? lock->owner && lock->owner != baton->current : lock->owner != baton->current;
}

static void hold(struct baton *baton, void *object, count depth, int to_read) {
  struct lock *lock = lock_of(baton, object);
  if (!lock) {
    baton->locks = grown(baton->locks, baton->locks_count, &baton->locks_room, sizeof *baton->locks);
    lock = &baton->locks[baton->locks_count++];
    *lock = (struct lock){object, NULL, 0, 0};
  }
  if (to_read) {
    lock->readers += depth;
  } else {
    lock->owner = baton->current;
    lock->depth += depth;
  }
}

static count lock(struct baton *baton, void *object, count depth, int to_read) {
  count times = 0;
  while (is_held(baton, object, to_read))
    times += wait_for(baton, object, 0);
  hold(baton, object, depth, to_read);
  return times;
}

/* Gives a lock back, as often as it is held or once. A mutex that was locked before the derivative call is not known. */
static count unlock(struct baton *baton, void *object, int entirely) {
  struct lock *lock = lock_of(baton, object);
  if (!lock)
    return 1;
  count depth = 1;
  if (lock->owner) {
    depth = entirely ? lock->depth : 1;
    lock->depth -= depth;
    if (!lock->depth)
      lock->owner = NULL;
  } else {
    --lock->readers;
  }
  if (!lock->owner && !lock->readers) {
    *lock = baton->locks[--baton->locks_count];
    wake(baton, object, ALL);
  }
  return depth;
}

/* As the C library has them. */
struct semaphore {
  unsigned value;
};
struct barrier {
  unsigned arrived, round, members;
};

static count take_semaphore(struct baton *baton, struct semaphore *semaphore, int limited, count *times) {
  while (!semaphore->value) {
    *times += wait_for(baton, semaphore, limited);
    if (baton->current->given_up && !semaphore->value)
      return -1;
  }
  --semaphore->value;
  return 0;
}

static count meet(struct baton *baton, struct barrier *barrier, count *times) {
  if (++barrier->arrived < barrier->members) {
    *times += wait_for(baton, barrier, 0);
    return 0;
  }
  barrier->arrived = 0;
  ++barrier->round;
  wake(baton, barrier, ALL);
  return -1;
}

/* 0: not done; 1: being done; 2: done. Who was left by an exception while it did it may try again. */
static count begin_once(struct baton *baton, int *flag, count *times) {
  for (struct lock *lock; *flag == 1 && (lock = lock_of(baton, flag)) && lock->owner != baton->current;)
    *times += wait_for(baton, flag, 0);
  if (*flag == 2)
    return 0;
  if (*flag == 0)
    hold(baton, flag, 1, 0);
  *flag = 1;
  return 1;
}

static count join(struct baton *baton, count number) {
  if (number <= 0 || number >= baton->threads_count)
    fail("the differentiated function joins a thread that it has not started");
  struct thread *thread = baton->threads[number];
  thread->handle = NULL;
  return thread->state == ENDED ? 0 : wait_for(baton, thread, 0);
}

/* One that would give up does, when nobody else can go on and it is asked for often. */
static void let_one_give_up(struct baton *baton) {
  for (struct thread *before = NULL, *at = baton->waiting.first; at; before = at, at = at->following)
    if (at->limited) {
      at->given_up = 1;
      at->state = READY;
      put_last(&baton->ready, take(&baton->waiting, before));
      baton->looks = 0;
      return;
    }
}

static count yield(struct baton *baton, int sleeps) {
  if (!baton->ready.first && baton->waiting.first) {
    baton->looks += sleeps ? LOOKS_OF_SLEEP : 1;
    if (baton->looks > MOST_LOOKS / 100)
      let_one_give_up(baton);
    if (baton->looks > MOST_LOOKS)
      fail("a thread of the differentiated function looks for what another one does, and all others wait for ever");
  }
  if (!baton->ready.first) {
    if (sleeps)
      usleep(100);
    return 0;
  }
  put_last(&baton->ready, baton->current);
  return let_others(baton);
}

/* Answers a question; how often the baton went away meanwhile is put at `times`. */
count __zymase_baton(void *context, int what, void *object, void *other, count number, count *times) {
  struct baton *baton = of(context);
  struct thread *self = baton->current;
  count went = 0, answer = 0;
  baton->reverses = 0;
  if (what != YIELD && what != SLEEP && what != TRY_LOCK && what != TRY_LOCK_TO_READ && what != TRY_TO_TAKE)
    baton->looks = 0;
  switch (what) {
  case NEXT_NUMBER:
    baton->next_handle = object;
    answer = baton->threads_count;
    break;
  case OWN_NUMBER:
    answer = self->handle ? (count)self->handle : self->number ? self->number : (count)pthread_self();
    break;
  case JOIN:
    went = join(baton, number);
    break;
  case LOCK:
  case LOCK_TO_READ:
    went = lock(baton, object, 1, what == LOCK_TO_READ);
    break;
  case TRY_LOCK:
  case TRY_LOCK_TO_READ:
    answer = is_held(baton, object, what == TRY_LOCK_TO_READ);
    if (answer)
      went = yield(baton, 0);
    else
      hold(baton, object, 1, what == TRY_LOCK_TO_READ);
    break;
  case UNLOCK:
    unlock(baton, object, 0);
    break;
  case WAIT:
  case WAIT_LIMITED: {
    count depth = unlock(baton, other, 1);
    went = wait_for(baton, object, what == WAIT_LIMITED);
    answer = self->given_up;
    went += lock(baton, other, depth, 0);
    break;
  }
  case WAKE:
    answer = wake(baton, object, number);
    break;
  case WAIT_WHILE_EQUAL:
  case WAIT_WHILE_EQUAL_LIMITED:
    if (*(unsigned *)object == (unsigned)number) {
      went = wait_for(baton, object, what == WAIT_WHILE_EQUAL_LIMITED);
      answer = self->given_up;
    }
    break;
  case TAKE:
  case TAKE_LIMITED:
    answer = take_semaphore(baton, object, what == TAKE_LIMITED, &went);
    break;
  case TRY_TO_TAKE:
    if (((struct semaphore *)object)->value) {
      --((struct semaphore *)object)->value;
    } else {
      went = yield(baton, 0);
      answer = -1;
    }
    break;
  case RAISE:
    ++((struct semaphore *)object)->value;
    wake(baton, object, 1);
    break;
  case MEET:
    answer = meet(baton, object, &went);
    break;
  case BEGIN_ONCE:
    answer = begin_once(baton, object, &went);
    break;
  case END_ONCE:
    *(int *)object = 2;
    unlock(baton, object, 1);
    break;
  case YIELD:
  case SLEEP:
    went = yield(baton, what == SLEEP);
    break;
  }
  if (times)
    *times = went;
  return answer;
}
