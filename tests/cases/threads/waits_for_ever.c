// Threads that are started before what they wait for happens, and threads that wait for ever: of these derivatives say so, and end.
// run:
// flags: -pthread
#include "check.h"
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct box {
  pthread_mutex_t mutex;
  pthread_cond_t filled;
  int full;
  double value;
};

static void *square(void *argument) {
  struct box *box = argument;
  pthread_mutex_lock(&box->mutex);
  while (!box->full)
    pthread_cond_wait(&box->filled, &box->mutex);
  box->value = box->value * box->value;
  pthread_mutex_unlock(&box->mutex);
  return NULL;
}

static double before(double x) {
  struct box box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, square, &box);
  pthread_mutex_lock(&box.mutex);
  box.value = x;
  box.full = 1;
  pthread_cond_signal(&box.filled);
  pthread_mutex_unlock(&box.mutex);
  pthread_join(thread, NULL);
  return box.value;
}

// The same with the box filled before the thread is started.
static double after(double x) {
  struct box box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1, x};
  pthread_t thread;
  pthread_create(&thread, NULL, square, &box);
  pthread_cond_signal(&box.filled);
  pthread_join(thread, NULL);
  return box.value;
}

struct halves {
  pthread_barrier_t barrier;
  double parts[2], products[2];
};
struct half {
  struct halves *all;
  int number;
};

static void *wait_at_barrier(void *argument) {
  struct half *half = argument;
  half->all->parts[half->number] *= half->number + 2;
  pthread_barrier_wait(&half->all->barrier);
  half->all->products[half->number] = half->all->parts[0] * half->all->parts[1];
  return NULL;
}

static double at_barrier(double x) {
  struct halves all = {.parts = {x, x * x}};
  struct half halves[2] = {{&all, 0}, {&all, 1}};
  pthread_t threads[2];
  pthread_barrier_init(&all.barrier, NULL, 2);
  for (int t = 0; t < 2; ++t)
    pthread_create(&threads[t], NULL, wait_at_barrier, &halves[t]);
  for (int t = 0; t < 2; ++t)
    pthread_join(threads[t], NULL);
  pthread_barrier_destroy(&all.barrier);
  return all.products[0] + all.products[1];
}

// Each of two threads waits for what the other does after its wait.
struct both {
  sem_t ready[2];
  double x, value;
};

static void *first_of_both(void *argument) {
  struct both *both = argument;
  sem_wait(&both->ready[0]);
  both->value += both->x;
  sem_post(&both->ready[1]);
  return NULL;
}

static void *second_of_both(void *argument) {
  struct both *both = argument;
  sem_wait(&both->ready[1]);
  both->value *= both->x;
  sem_post(&both->ready[0]);
  return NULL;
}

static double wait_for_each_other(double x) {
  struct both both = {.x = x, .value = 0};
  pthread_t threads[2];
  sem_init(&both.ready[0], 0, 0);
  sem_init(&both.ready[1], 0, 0);
  pthread_create(&threads[0], NULL, first_of_both, &both);
  pthread_create(&threads[1], NULL, second_of_both, &both);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return both.value;
}

// A thread that is still waiting when the function returns.
static struct both left;

static double leave_waiting(double x) {
  pthread_t thread;
  left.x = x;
  sem_init(&left.ready[0], 0, 0);
  pthread_create(&thread, NULL, first_of_both, &left);
  pthread_detach(thread);
  return x * x;
}

// What a child prints on standard error, and that it is aborted.
static int says(const char *message, void (*run)(void)) {
  int ends[2], status;
  if (pipe(ends))
    return 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    alarm(10);
    run();
    _exit(0);
  }
  close(ends[1]);
  char text[400] = "";
  ssize_t length = read(ends[0], text, sizeof text - 1);
  waitpid(child, &status, 0);
  return length > 0 && strstr(text, message) && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void reverse_each_other(void) { __enzyme_autodiff((void *)wait_for_each_other, 3.0); }
static void forward_each_other(void) { __enzyme_fwddiff((void *)wait_for_each_other, 3.0, 1.0); }
static void reverse_left(void) { __enzyme_autodiff((void *)leave_waiting, 3.0); }
static void forward_left(void) { __enzyme_fwddiff((void *)leave_waiting, 3.0, 1.0); }

static void check(const char *name, double (*f)(double), double x, double value, double derivative, double reverse, double forward) {
  printf("%s\n", name);
  check_close("value", f(x), value, 0);
  check_close("reverse", reverse, derivative, 0);
  check_close("forward", forward, derivative, 0);
  check_close("differences", (f(x + 1e-5) - f(x - 1e-5)) / 2e-5, derivative, 1e-6);
}

#define CHECK(f, x, value, derivative) \
  check(#f, f, x, value, derivative, __enzyme_autodiff((void *)f, (double)x), __enzyme_fwddiff((void *)f, (double)x, 1.0))

int main(void) {
  CHECK(before, 3, 9, 6);
  CHECK(after, 3, 9, 6);
  CHECK(at_barrier, 2, 96, 144);
  check_close("reverse of both", says("waits for another one, for ever", reverse_each_other), 1, 0);
  check_close("forward of both", says("waits for another one, for ever", forward_each_other), 1, 0);
  check_close("reverse of one that is left", says("has not ended when the differentiated function does", reverse_left), 1, 0);
  check_close("forward of one that is left", says("has not ended when the differentiated function does", forward_left), 1, 0);
  return 0;
}
