// Times gradients of kernels.c by the LLVM engine and by the loop level, and compares them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zymase/autodiff.h>
#include "kernels.c"

void loops_matvec(double *, double *, double *, double *, double *, double *);
void loops_stencil(double *, double *, double *, double *);
void loops_conv(double *, double *, double *, double *, double *, double *);
void loops_cholesky(double *, double *);
void loops_heat(double *, double *, double *, double *);

enum { MATVEC = 512, STENCIL = 512, CONV = 16384, TAPS = 64, CHOLESKY = 256, POINTS = 4096, STEPS = 200, ROUNDS = 15 };

static double *start[3], *value[3], *shadow[2][3];
static long size[3];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void prepare(long a, long b, long c) {
  long sizes[3] = {a, b, c};
  for (int k = 0; k < 3; k++) {
    size[k] = sizes[k];
    for (int s = 0; s < 2; s++) shadow[s][k] = malloc(size[k] * 8 + 8);
    start[k] = malloc(size[k] * 8 + 8);
    value[k] = malloc(size[k] * 8 + 8);
    for (long i = 0; i < size[k]; i++) start[k][i] = 0.5 + (i * 7919 % 1000) * 1e-3;
  }
}

static void reset(int s) {
  for (int k = 0; k < 3; k++) {
    memcpy(value[k], start[k], size[k] * 8);
    for (long i = 0; i < size[k]; i++) shadow[s][k][i] = 0.1 + (i % 13) * 0.01;
  }
}

#define MEASURE(name, engine, loops)                                                              \
  do {                                                                                            \
    double best[2] = {1e9, 1e9}, worst = 0, most = 0;                                             \
    for (int round = 0; round < ROUNDS; round++)                                                  \
      for (int s = 0; s < 2; s++) {                                                               \
        double **d = shadow[s], **p = value;                                                      \
        reset(s);                                                                                 \
        double begin = now();                                                                     \
        if (s) { loops; } else { engine; }                                                        \
        double taken = now() - begin;                                                             \
        if (taken < best[s]) best[s] = taken;                                                     \
      }                                                                                           \
    for (int k = 0; k < 3; k++)                                                                   \
      for (long i = 0; i < size[k]; i++) {                                                        \
        worst = fmax(worst, fabs(shadow[0][k][i] - shadow[1][k][i]));                             \
        most = fmax(most, fabs(shadow[0][k][i]));                                                 \
      }                                                                                           \
    product *= best[1] / best[0];                                                                 \
    printf("| %s | %.0f | %.0f | %.2f | %.1e |\n", name, best[0] * 1e6, best[1] * 1e6, best[1] / best[0], worst / most); \
  } while (0)

int main(void) {
  double product = 1;
  printf("| kernel | LLVM engine (µs) | loop level (µs) | ratio | difference |\n| --- | --- | --- | --- | --- |\n");
  prepare(MATVEC * MATVEC, MATVEC, MATVEC);
  MEASURE("matrix-vector, 512", __enzyme_autodiff((void *)matvec, enzyme_const, MATVEC, enzyme_dup, p[0], d[0], enzyme_dup, p[1], d[1], enzyme_dup, p[2], d[2]),
          loops_matvec(p[0], d[0], p[1], d[1], p[2], d[2]));
  prepare(STENCIL * STENCIL, STENCIL * STENCIL, 0);
  MEASURE("stencil, 512 x 512", __enzyme_autodiff((void *)stencil, enzyme_const, STENCIL, enzyme_dup, p[0], d[0], enzyme_dup, p[1], d[1]),
          loops_stencil(p[0], d[0], p[1], d[1]));
  prepare(CONV, TAPS, CONV - TAPS + 1);
  MEASURE("convolution, 16384 by 64", __enzyme_autodiff((void *)conv, enzyme_const, CONV, enzyme_const, TAPS, enzyme_dup, p[0], d[0], enzyme_dup, p[1], d[1], enzyme_dup, p[2], d[2]),
          loops_conv(p[0], d[0], p[1], d[1], p[2], d[2]));
  prepare(CHOLESKY * CHOLESKY, 0, 0);
  for (int i = 0; i < CHOLESKY; i++) {
    for (int j = 0; j < i; j++) start[0][i * CHOLESKY + j] = start[0][j * CHOLESKY + i] = 1.0 / (1 + i - j);
    start[0][i * CHOLESKY + i] = CHOLESKY;
  }
  MEASURE("Cholesky, 256", __enzyme_autodiff((void *)cholesky, enzyme_const, CHOLESKY, enzyme_dup, p[0], d[0]), loops_cholesky(p[0], d[0]));
  prepare(POINTS, POINTS, 0);
  MEASURE("heat, 4096 points, 200 steps", __enzyme_autodiff((void *)heat, enzyme_const, POINTS, enzyme_const, STEPS, enzyme_dup, p[0], d[0], enzyme_dup, p[1], d[1]),
          loops_heat(p[0], d[0], p[1], d[1]));
  printf("\ngeometric mean %.2f\n", pow(product, 0.2));
  return 0;
}
