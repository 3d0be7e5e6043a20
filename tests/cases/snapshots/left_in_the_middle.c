// A loop that is left before its last iteration reads: the array ends where memory ends, so that a copy that is one
// element too long would not come back.
// run:
// levels: -O0 -O1 -O2 -O3
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double f(unsigned long n, int steps, double *restrict a, double *restrict w) {
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    double t = 1;
    for (unsigned long i = 0;; ++i) {
      t = t * w[0] + sin(t) * w[1] + cos(t * w[2]) + exp(-t * t) * w[3] + sin(t + w[1]) + log(2 + t * t) + atan(t) * w[0];
      if (i >= n)
        break;
      sum += a[i] * a[i + 1] * a[i + 2] * t * (a[i] + a[i + 1] * a[i + 2]) * (a[i] - a[i + 1] + a[i + 2]);
    }
    for (unsigned long i = 0; i < n + 2; ++i)
      a[i] *= 0.5 + 0.1 * sin(sum);
  }
  return sum;
}

enum { N = 5, LENGTH = N + 2 };

/* An array at the end of a page, behind which nothing can be read. */
static double *at_the_end(void) {
  long page = sysconf(_SC_PAGESIZE);
  char *pages = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  check_true("two pages", pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0);
  return (double *)(pages + page) - LENGTH;
}

static void reset(double *a) {
  for (int i = 0; i < LENGTH; ++i)
    a[i] = 0.2 + 0.15 * i;
}

int main(void) {
  double *a = at_the_end(), *d = at_the_end(), w[4] = {0.1, 0.2, 0.3, 0.4}, dw[4] = {0};
  reset(a);
  __enzyme_autodiff((void *)f, enzyme_const, (unsigned long)N, enzyme_const, 3, enzyme_dup, a, d, enzyme_dup, w, dw);
  for (int i = 0; i < LENGTH; ++i) {
    double value[2];
    for (int side = 0; side < 2; ++side) {
      reset(a);
      a[i] += side ? 1e-6 : -1e-6;
      value[side] = f(N, 3, a, w);
    }
    check_close("derivative", d[i], (value[1] - value[0]) / 2e-6, 1e-6);
  }
  return 0;
}
