// Threads of POSIX and C11 in what is differentiated, with mutexes and what threads return.
// flags: -pthread
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

struct share {
  const double *x;
  int low, high;
  double sum;
};

static void *add_up(void *argument) {
  struct share *share = argument;
  for (int i = share->low; i < share->high; ++i)
    share->sum += sin(share->x[i]) * share->x[i];
  return NULL;
}

// check: double shares(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 3.38004036373803
// expect: x = {4.13295644247516, 5.53813855811238, 1.00861819903953, 0.82874000644553, 0.0578253404615689}
double shares(int n, double *x) {
  pthread_t threads[2];
  struct share parts[2];
  for (int t = 0; t < 2; ++t) {
    parts[t] = (struct share){x, t * n / 2, (t + 1) * n / 2, 0};
    pthread_create(&threads[t], NULL, add_up, &parts[t]);
  }
  double product = 1;
  for (int t = 0; t < 2; ++t) {
    pthread_join(threads[t], NULL);
    product *= parts[t].sum;
  }
  return product;
}

static void *squares(void *argument) {
  struct share *share = argument;
  double *result = malloc(sizeof *result);
  *result = 0;
  for (int i = share->low; i < share->high; ++i)
    *result += share->x[i] * share->x[i];
  return result;
}

// check: double result_of_thread(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 74.390625
// expect: x = {17.25, 25.875, 43.125, 51.75, 69}
double result_of_thread(int n, double *x) {
  pthread_t thread;
  struct share all = {x, 0, n, 0};
  pthread_create(&thread, NULL, squares, &all);
  void *result;
  pthread_join(thread, &result);
  double sum = *(double *)result;
  free(result);
  return sum * sum;
}

struct total {
  pthread_mutex_t mutex;
  const double *x;
  double value;
  int next, n;
};

static void *take_turns(void *argument) {
  struct total *total = argument;
  for (;;) {
    pthread_mutex_lock(&total->mutex);
    int i = total->next++;
    pthread_mutex_unlock(&total->mutex);
    if (i >= total->n)
      return NULL;
    double term = exp(total->x[i]);
    pthread_mutex_lock(&total->mutex);
    total->value += term;
    pthread_mutex_unlock(&total->mutex);
  }
}

// check: double with_mutex(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 19.1268094140434
// expect: x = {1.64872127070013, 2.11700001661267, 3.49034295746184, 4.48168907033806, 7.38905609893065}
double with_mutex(int n, double *x) {
  struct total total = {.x = x, .value = 0, .next = 0, .n = n};
  pthread_t threads[3];
  pthread_mutex_init(&total.mutex, NULL);
  for (int t = 0; t < 3; ++t)
    pthread_create(&threads[t], NULL, take_turns, &total);
  for (int t = 0; t < 3; ++t)
    pthread_join(threads[t], NULL);
  pthread_mutex_destroy(&total.mutex);
  return total.value;
}

static int cubes(void *argument) {
  struct share *share = argument;
  for (int i = share->low; i < share->high; ++i)
    share->sum += share->x[i] * share->x[i] * share->x[i];
  return share->high - share->low;
}

// check: double of_c11(int n = 5, double *x = {0.5, 0.75, 1.25, 1.5, 2})
// value: 69.375
// expect: x = {3.75, 8.4375, 23.4375, 33.75, 60}
double of_c11(int n, double *x) {
  thrd_t thread;
  struct share all = {x, 0, n, 0};
  thrd_create(&thread, cubes, &all);
  int count;
  thrd_join(thread, &count);
  return all.sum * count;
}
