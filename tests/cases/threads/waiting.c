// Threads of POSIX and C11 that wait for each other: barriers, queues with conditions both ways, pipelines, turns.
// flags: -pthread
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

// A stencil: every thread has a part of the row, and all meet twice in each step.
enum { THREADS = 4, CELLS = 8 };
struct row {
  pthread_barrier_t barrier;
  double cells[CELLS], fresh[CELLS];
  int steps;
};
struct part {
  struct row *row;
  int number;
};

static void *diffuse(void *argument) {
  struct part *part = argument;
  struct row *row = part->row;
  for (int step = 0; step < row->steps; ++step) {
    for (int i = part->number * CELLS / THREADS; i < (part->number + 1) * CELLS / THREADS; ++i) {
      double left = row->cells[(i + CELLS - 1) % CELLS], right = row->cells[(i + 1) % CELLS];
      row->fresh[i] = row->cells[i] + 0.25 * row->cells[i] * (left - 2 * row->cells[i] + right);
    }
    pthread_barrier_wait(&row->barrier);
    for (int i = part->number * CELLS / THREADS; i < (part->number + 1) * CELLS / THREADS; ++i)
      row->cells[i] = row->fresh[i];
    pthread_barrier_wait(&row->barrier);
  }
  return NULL;
}

// check: double stencil(int steps = 3, double *x = {0.5, 0.75, 1.25, 1.5, 2, 1, 0.25, 0.125})
// value: 24.0913616334651
// expect: x = {2.46532310744174, 5.55548076037166, 4.76356384262485, 8.46563095120134, -0.351701989084818,
//   8.95749331582202, 11.9818126056653, 5.56758168136881}
double stencil(int steps, double *x) {
  struct row row;
  struct part parts[THREADS];
  pthread_t threads[THREADS];
  row.steps = steps;
  for (int i = 0; i < CELLS; ++i)
    row.cells[i] = x[i];
  pthread_barrier_init(&row.barrier, NULL, THREADS);
  for (int t = 0; t < THREADS; ++t) {
    parts[t] = (struct part){&row, t};
    pthread_create(&threads[t], NULL, diffuse, &parts[t]);
  }
  for (int t = 0; t < THREADS; ++t)
    pthread_join(threads[t], NULL);
  pthread_barrier_destroy(&row.barrier);
  double sum = 0;
  for (int i = 0; i < CELLS; ++i)
    sum += row.cells[i] * row.cells[i] * (i + 1);
  return sum;
}

// A queue of two places: the consumer is started first, and both wait.
struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t filled, taken;
  double items[2];
  int first, count, n;
  const double *x;
  double result;
};

static void *produce(void *argument) {
  struct queue *queue = argument;
  for (int i = 0; i < queue->n; ++i) {
    double item = sin(queue->x[i]) * queue->x[i];
    pthread_mutex_lock(&queue->mutex);
    while (queue->count == 2)
      pthread_cond_wait(&queue->taken, &queue->mutex);
    queue->items[(queue->first + queue->count++) % 2] = item;
    pthread_cond_signal(&queue->filled);
    pthread_mutex_unlock(&queue->mutex);
  }
  return NULL;
}

static void *consume(void *argument) {
  struct queue *queue = argument;
  double result = 1;
  for (int i = 0; i < queue->n; ++i) {
    pthread_mutex_lock(&queue->mutex);
    while (queue->count == 0)
      pthread_cond_wait(&queue->filled, &queue->mutex);
    double item = queue->items[queue->first];
    queue->first = (queue->first + 1) % 2;
    --queue->count;
    pthread_cond_signal(&queue->taken);
    pthread_mutex_unlock(&queue->mutex);
    result = result * item + item * item;
  }
  queue->result = result;
  return NULL;
}

// check: double bounded_queue(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 12.5415569074846
// expect: x = {2.24161498634147, 5.2409324839655, 10.1812055057554, 9.81398929306478, 0.671078821840303}
double bounded_queue(int n, double *x) {
  struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, .n = n, .x = x};
  pthread_t producer, consumer;
  pthread_create(&consumer, NULL, consume, &queue);
  pthread_create(&producer, NULL, produce, &queue);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return queue.result;
}

// Three stages, each with a place for one number in front of it.
struct slot {
  sem_t filled, empty;
  double value;
};
struct stage {
  struct slot *in, *out;
  int n, number;
};

static void *work(void *argument) {
  struct stage *stage = argument;
  double before = 1;
  for (int i = 0; i < stage->n; ++i) {
    sem_wait(&stage->in->filled);
    double value = stage->in->value;
    sem_post(&stage->in->empty);
    before = stage->number == 0 ? exp(value) * before : stage->number == 1 ? value * value + 0.5 * before : value / (1 + before);
    sem_wait(&stage->out->empty);
    stage->out->value = before;
    sem_post(&stage->out->filled);
  }
  return NULL;
}

// check: double pipeline(int n = 4, double *x = {0.5, 0.25, 0.125, 0.375})
// value: 32.4222268481918
// expect: x = {35.9249250941175, 38.268972299535, 26.1734691800565, 26.7810013705604}
double pipeline(int n, double *x) {
  struct slot slots[4];
  struct stage stages[3];
  pthread_t threads[3];
  for (int s = 0; s < 4; ++s) {
    sem_init(&slots[s].filled, 0, 0);
    sem_init(&slots[s].empty, 0, 1);
  }
  for (int s = 0; s < 3; ++s) {
    stages[s] = (struct stage){&slots[s], &slots[s + 1], n, s};
    pthread_create(&threads[s], NULL, work, &stages[s]);
  }
  double sum = 0;
  int sent = 0;
  for (int got = 0; got < n;) {
    if (sent < n) {
      sem_wait(&slots[0].empty);
      slots[0].value = x[sent++];
      sem_post(&slots[0].filled);
    }
    if (sent < n && got + 2 > sent)
      continue;
    sem_wait(&slots[3].filled);
    sum += (got + 1) * slots[3].value;
    sem_post(&slots[3].empty);
    ++got;
  }
  for (int s = 0; s < 3; ++s)
    pthread_join(threads[s], NULL);
  return sum;
}

// Two threads of C11 that take turns at one number.
struct turns {
  mtx_t mutex;
  cnd_t changed;
  int turn, n;
  double value;
  const double *x;
};

static int even(void *argument) {
  struct turns *turns = argument;
  for (int i = 0; i < turns->n; i += 2) {
    mtx_lock(&turns->mutex);
    while (turns->turn != i)
      cnd_wait(&turns->changed, &turns->mutex);
    turns->value = turns->value * turns->x[i] + 1;
    ++turns->turn;
    cnd_broadcast(&turns->changed);
    mtx_unlock(&turns->mutex);
  }
  return 2;
}

static int odd(void *argument) {
  struct turns *turns = argument;
  for (int i = 1; i < turns->n; i += 2) {
    mtx_lock(&turns->mutex);
    while (turns->turn != i)
      cnd_wait(&turns->changed, &turns->mutex);
    turns->value = sin(turns->value) * turns->x[i];
    ++turns->turn;
    cnd_broadcast(&turns->changed);
    mtx_unlock(&turns->mutex);
  }
  return 3;
}

// check: double take_turns(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 19.0153057942509
// expect: x = {-0.354473210654425, -6.66476747128043, -3.99886048276826, 9.34353719616724, 7.00765289712543}
double take_turns(int n, double *x) {
  struct turns turns = {.turn = 0, .n = n, .value = 1, .x = x};
  thrd_t first, second;
  int a, b;
  mtx_init(&turns.mutex, mtx_plain);
  cnd_init(&turns.changed);
  thrd_create(&second, odd, &turns);
  thrd_create(&first, even, &turns);
  thrd_join(first, &a);
  thrd_join(second, &b);
  cnd_destroy(&turns.changed);
  mtx_destroy(&turns.mutex);
  return turns.value * (a + b);
}

// What threads return, after they have waited for the one that starts them; numbers in global memory.
struct turn {
  sem_t go;
  const double *x;
};
static struct turn all_turns[3];
static double shared;

static void *wait_and_scale(void *argument) {
  struct turn *turn = argument;
  double *result = malloc(sizeof *result);
  sem_wait(&turn->go);
  *result = shared * *turn->x;
  shared = shared * shared;
  return result;
}

// check: double through_globals(int n = 3, double *x = {0.5, 0.75, 1.25})
// value: 49.6410637215158
// expect: x = {269.489934680983, 340.684462723788, 246.150639093597}
double through_globals(int n, double *x) {
  pthread_t threads[3];
  for (int t = 0; t < n; ++t) {
    sem_init(&all_turns[t].go, 0, 0);
    all_turns[t].x = &x[t];
    pthread_create(&threads[t], NULL, wait_and_scale, &all_turns[t]);
  }
  shared = x[0] + x[1] * x[2];
  double sum = 0;
  for (int t = 0; t < n; ++t) {
    sem_post(&all_turns[t].go);
    void *result;
    pthread_join(threads[t], &result);
    sum += *(double *)result * *(double *)result;
    free(result);
  }
  return sum + shared;
}
