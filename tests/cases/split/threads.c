// Tapes made and reversed in different threads at the same time.
// run:
// flags: -lpthread
// leaks: on
#include <math.h>
#include <pthread.h>
#include "check.h"
extern int enzyme_dup, enzyme_out, enzyme_const;
struct aug {
  void *tape;
  double r;
};
struct aug __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static double f(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i++)
    p = sin(p * x[i]) + x[i];
  return p;
}
enum { T = 4, N = 50 };
static double x[T][N], dx[T][N];
static void *tapes[T];
static void *fw(void *a) {
  long t = (long)a;
  tapes[t] = __enzyme_augmentfwd((void *)f, enzyme_dup, x[t], dx[t], enzyme_const, N).tape;
  return 0;
}
static void *bw(void *a) {
  long t = (long)a;
  __enzyme_reverse((void *)f, enzyme_dup, x[t], dx[t], enzyme_const, N, 1.0, tapes[t]);
  return 0;
}
int main() {
  pthread_t th[T];
  for (int t = 0; t < T; t++)
    for (int i = 0; i < N; i++)
      x[t][i] = 0.1 * t + 0.01 * i;
  for (long t = 0; t < T; t++)
    pthread_create(&th[t], 0, fw, (void *)t);
  for (int t = 0; t < T; t++)
    pthread_join(th[t], 0);
  for (long t = 0; t < T; t++)
    pthread_create(&th[t], 0, bw, (void *)(T - 1 - t));
  for (int t = 0; t < T; t++)
    pthread_join(th[t], 0);
  for (int t = 0; t < T; t++)
    for (int i = 0; i < N; i++) {
      double o = x[t][i], h = 1e-6;
      x[t][i] = o + h;
      double a = f(x[t], N);
      x[t][i] = o - h;
      double b = f(x[t], N);
      x[t][i] = o;
      check_close("d", dx[t][i], (a - b) / (2 * h), 1e-5);
    }
  return 0;
}
