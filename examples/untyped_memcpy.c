// example: numbers travel through memory whose type only their later use tells
// check: double cubes_of_copy(double *x = {1, 2, 3}, int n = 3)
// value: 36.0
// expect: x = {3, 12, 27}
// time: double cubes_of_copy(double *x = ramp(2000, 0, 1), int n = 2000)

#include <stdlib.h>
#include <string.h>

static void copy(void *to, const void *from, size_t bytes) { memcpy(to, from, bytes); }

double cubes_of_copy(double *x, int n) {
  void *memory = malloc((size_t)n * sizeof(double));
  copy(memory, x, (size_t)n * sizeof(double));
  double *values = memory, sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i] * values[i] * values[i];
  free(memory);
  return sum;
}
