// Threads that wait for what happens after they are started: derivatives say so and end, where the program itself does not.
// run:
// flags: -pthread
#include "check.h"
#include <pthread.h>
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

// What a child prints on standard error, and that it is aborted.
static int says_that_it_waits(void (*run)(void)) {
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
  return length > 0 && strstr(text, "a thread waits for what happens only later") && WIFSIGNALED(status)
         && WTERMSIG(status) == SIGABRT;
}

static void reverse_before(void) { __enzyme_autodiff((void *)before, 3.0); }
static void forward_before(void) { __enzyme_fwddiff((void *)before, 3.0, 1.0); }
static void reverse_at_barrier(void) { __enzyme_autodiff((void *)at_barrier, 3.0); }
static void forward_at_barrier(void) { __enzyme_fwddiff((void *)at_barrier, 3.0, 1.0); }

int main(void) {
  check_close("value", before(3), 9, 0);
  check_close("value at barrier", at_barrier(2), 96, 0);
  check_close("reverse", __enzyme_autodiff((void *)after, 3.0), 6, 0);
  check_close("forward", __enzyme_fwddiff((void *)after, 3.0, 1.0), 6, 0);
  check_close("differences", (after(3 + 1e-5) - after(3 - 1e-5)) / 2e-5, 6, 1e-6);
  check_close("reverse ends", says_that_it_waits(reverse_before), 1, 0);
  check_close("forward ends", says_that_it_waits(forward_before), 1, 0);
  check_close("reverse at barrier ends", says_that_it_waits(reverse_at_barrier), 1, 0);
  check_close("forward at barrier ends", says_that_it_waits(forward_at_barrier), 1, 0);
  return 0;
}
