// The product of two matrices.
#include "driver.h"
enum { N = 160 };
struct matrix { int rows, columns; double *data; };
static struct matrix a, b, c;

static inline double get(const struct matrix *m, int i, int j) { return m->data[i * m->columns + j]; }

__attribute__((noinline)) void multiply(struct matrix *c, const struct matrix *a, const struct matrix *b) {
#pragma omp parallel for
  for (int i = 0; i < a->rows; ++i)
    for (int k = 0; k < a->columns; ++k)
      for (int j = 0; j < b->columns; ++j)
        c->data[i * c->columns + j] += get(a, i, k) * get(b, k, j);
}

static struct matrix make(void) { return (struct matrix){N, N, array(N * N)}; }
static void prepare(void) { free(a.data), free(b.data), free(c.data), a = make(), b = make(), c = make(); }
static void kernel(void) { multiply(&c, &a, &b); }
static double checksum(void) { return c.data[0] + c.data[N * N / 2] + c.data[N * N - 1]; }
