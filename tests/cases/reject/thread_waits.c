// A thread that waits for another one cannot run where it is started.
// reject: threads are not differentiated yet
// flags: -pthread
#include <pthread.h>
double __enzyme_autodiff(void *, ...);
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
  return 0;
}
double f(double x) {
  struct box box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
  pthread_t thread;
  pthread_create(&thread, 0, square, &box);
  pthread_mutex_lock(&box.mutex);
  box.value = x;
  box.full = 1;
  pthread_cond_signal(&box.filled);
  pthread_mutex_unlock(&box.mutex);
  pthread_join(thread, 0);
  return box.value;
}
double df(double x) { return __enzyme_autodiff((void *)f, x); }
