// A distance between two pointers that is chosen, differs from one iteration to the next, or is kept in memory: within one array
// the derivative is right. Between arrays whose shadows are not as far from each other the program ends.
// run:
#include "check.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

__attribute__((noinline)) static double chosen(double *a, double *b, int n) {
  long distance = n > 2 ? b - a : 0;
  return a[distance + 1] * a[distance + 1] * a[0];
}
__attribute__((noinline)) static double changing(double *a, double *b, int n) {
  double sum = 0;
  long distance = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[i + distance] * a[i + distance];
    distance = distance ? 0 : b - a;
  }
  return sum;
}
__attribute__((noinline)) static double kept(double *a, double *b, int n) {
  long distances[4];
  for (int i = 0; i < n; ++i)
    distances[i] = i % 2 ? b - a : 0;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[distances[i] + i] * a[i];
  return sum;
}
// The end of a range that has no shadow is not another array.
__attribute__((noinline)) static double constant(double *a, double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i + (b - a)] * a[i];
  return sum;
}
__attribute__((noinline)) static double backwards(double *a, double *end, int n) {
  double sum = 0;
  for (double *p = a + (end - a); p != a;)
    sum = 2 * sum + *--p;
  long count = end - a;
  for (long i = count - 1; i >= 0; --i)
    sum += a[i] * a[count - 1 - i];
  return sum * n;
}

typedef double function(double *, double *, int);
// The same functions, known where derivatives are asked for.
#define REVERSE(F, DX, DY) __enzyme_autodiff((void *)F, enzyme_dup, values, DX, enzyme_dup, values + 4, DY, enzyme_const, 3)

static double values[16], shadows[32];

static void compare(const char *name, function *f, double slopes[8]) {
  for (int i = 0; i < 8; ++i) {
    double here = values[i], step = 1e-5;
    values[i] = here + step;
    double above = f(values, values + 4, 3);
    values[i] = here - step;
    double below = f(values, values + 4, 3);
    values[i] = here;
    check_close(name, slopes[i], (above - below) / (2 * step), 1e-6);
  }
}

static int ends(void (*run)(void)) {
  pid_t child = fork();
  if (child == 0) {
    run();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}
static void far_chosen(void) { REVERSE(chosen, shadows, shadows + 9); }
static void far_changing(void) { REVERSE(changing, shadows, shadows + 9); }
static void far_kept(void) { REVERSE(kept, shadows, shadows + 9); }
static void far_forward(void) {
  __enzyme_fwddiff((void *)changing, enzyme_dup, values, shadows, enzyme_dup, values + 4, shadows + 9, enzyme_const, 3);
}
static void far_constant(void) {
  __enzyme_autodiff((void *)constant, enzyme_dup, values, shadows, enzyme_const, values + 4, enzyme_const, 3);
}

int main(void) {
  for (int i = 0; i < 16; ++i)
    values[i] = 1 + 0.25 * i;
  double slopes[8];
#define COMPARE(F)                                                                                                     \
  for (int i = 0; i < 8; ++i)                                                                                          \
    slopes[i] = 0;                                                                                                     \
  REVERSE(F, slopes, slopes + 4);                                                                                      \
  compare(#F ", reverse", F, slopes);                                                                                  \
  for (int i = 0; i < 8; ++i) {                                                                                        \
    double direction[8] = {0};                                                                                         \
    direction[i] = 1;                                                                                                  \
    double tangent = __enzyme_fwddiff((void *)F, enzyme_dup, values, direction, enzyme_dup, values + 4, direction + 4, \
                                      enzyme_const, 3);                                                                \
    check_close(#F ", forward", tangent, slopes[i], 1e-12);                                                            \
  }
  COMPARE(chosen)
  check_close("chosen, expected", slopes[5], 2 * values[5] * values[0], 1e-12);
  COMPARE(changing)
  check_close("changing, expected", slopes[5], 2 * values[5], 1e-12);
  COMPARE(kept)
  check_close("kept, expected", slopes[5], values[1], 1e-12);
  check_close("chosen, far", ends(far_chosen), 1, 0);
  check_close("changing, far", ends(far_changing), 1, 0);
  check_close("kept, far", ends(far_kept), 1, 0);
  check_close("forward, far", ends(far_forward), 1, 0);
  check_close("constant, far", ends(far_constant), 1, 0);

  double x[3] = {1, 2, 3}, dx[3] = {0};
  __enzyme_autodiff((void *)backwards, enzyme_dup, x, dx, enzyme_const, x + 3, enzyme_const, 1);
  const double expected[3] = {1 + 6, 2 + 4, 4 + 2};
  for (int i = 0; i < 3; ++i)
    check_close("range", dx[i], expected[i], 1e-12);
  return 0;
}
