// run:
// leaks: on
// Allocators of the program: shadows come from the same allocator, and are given back by the same function.
#include "check.h"
#include <zymase/autodiff.h>

static long live;

__attribute__((noinline)) static void *take(const char *who, size_t bytes) {
  ++live;
  (void)who;
  return malloc(bytes);
}
__attribute__((noinline)) static void give(const char *who, void *memory) {
  --live;
  (void)who;
  free(memory);
}
void *__enzyme_allocation_like1[4] = {(void *)take, (void *)1, (void *)"0,-1", (void *)give};

__attribute__((noinline)) static void *plain(size_t bytes) {
  ++live;
  return malloc(bytes);
}
__attribute__((noinline)) static void done(void *memory) {
  --live;
  free(memory);
}
void *__enzyme_allocation_like2[4] = {(void *)plain, (void *)0, (void *)"-1", (void *)done};

static double f(double x, int n) {
  double *p = take("f", n * sizeof(double));
  double *q = plain(n * sizeof(double));
  p[0] = x;
  for (int i = 1; i < n; ++i)
    p[i] = p[i - 1] * x;
  for (int i = 0; i < n; ++i)
    q[i] = 2 * p[i];
  double r = q[n - 1];
  done(q);
  give("f", p);
  return r;
}

int main(void) {
  check_close("reverse", __enzyme_autodiff((void *)f, 2.0, 4), 2 * 4 * 8, 1e-13);
  check_true("reverse gives everything back", live == 0);
  check_close("forward", __enzyme_fwddiff((void *)f, 2.0, 1.0, 4), 2 * 4 * 8, 1e-13);
  check_true("forward gives everything back", live == 0);
  return 0;
}
