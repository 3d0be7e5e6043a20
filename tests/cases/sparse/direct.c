// run:
// Pointers behind which there are functions, read and written directly, copied and filled.
#include "check.h"
#include <string.h>
#include <zymase/autodiff.h>

static double squares_load(size_t offset, double *base) { return base[offset / 8] * base[offset / 8]; }
static void count_store(double value, size_t offset, double *base) { base[offset / 8] += value; }

static double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i];
  return s;
}

int main(void) {
  double memory[4] = {1, 2, 3, 4}, copy[4];
  double *p = __enzyme_todense((void *)squares_load, (void *)count_store, memory);
  check_close("read", sum(p, 4), 30, 0);
  check_close("further", *(p + 2), 9, 0);
  memcpy(copy, p, sizeof copy);
  check_close("copied", copy[3], 16, 0);
  double one[4] = {1, 1, 1, 1};
  memcpy(p, one, sizeof one);
  check_close("written", memory[0] + memory[3], 7, 0);
  memset(p, 0, sizeof one);
  p[1] = 10;
  check_close("stored", memory[1], 13, 0);
  return 0;
}
