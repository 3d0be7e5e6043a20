// Addresses computed with integers: aligned, walked, at a distance.
#include <stdint.h>
#include <stdlib.h>

// check: double aligned(double *x = {1, 2, 3}, int n = 3)
// expect: x = {2, 8, 18}
double aligned(double *x, int n) {
  char *raw = malloc(n * sizeof(double) + 64);
  double *a = (double *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * (i + 1);
  free(raw);
  return sum;
}

// check: double arena(double *x = {1, 2, 3}, int n = 3)
// expect: x = {3, 12, 27}
double arena(double *x, int n) {
  char *memory = malloc(1024);
  uintptr_t at = (uintptr_t)memory;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    at = (at + 15) / 16 * 16;
    double *p = (double *)at;
    at += 24;
    p[0] = x[i];
    p[1] = x[i] * x[i];
    sum += p[0] * p[1];
  }
  free(memory);
  return sum;
}

// check: double walked(double *x = {1, 2, 3}, int n = 3)
// expect: x = {12, 8, 6}
double walked(double *x, int n) {
  uintptr_t at = (uintptr_t)x, end = at + n * sizeof(double);
  double product = 1;
  for (; at < end; at += sizeof(double))
    product += *(double *)at * product;
  return product;
}

// check: double distant(double *x = {1, 2, 3}, int n = 3)
// expect: x = {0, 0, 12}
double distant(double *x, int n) {
  double y[3];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * 2;
  uintptr_t distance = (uintptr_t)&y[2] - (uintptr_t)&y[0];
  return *(double *)((uintptr_t)y + distance) * *(double *)((uintptr_t)x + distance);
}
