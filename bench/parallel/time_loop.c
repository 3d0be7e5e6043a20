// A wave in one dimension: two regions in each step of time.
#include "driver.h"
enum { N = 8000, STEPS = 60 };
struct wave { int n; double *u, *v; double speed, damping, dt; };
static struct wave w;

__attribute__((noinline)) void advance(struct wave *w, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma omp parallel for
    for (int i = 1; i < w->n - 1; ++i)
      w->v[i] += w->dt * (w->speed * w->speed * (w->u[i - 1] - 2 * w->u[i] + w->u[i + 1]) - w->damping * w->v[i]);
#pragma omp parallel for
    for (int i = 1; i < w->n - 1; ++i)
      w->u[i] += w->dt * w->v[i];
  }
}

static void prepare(void) {
  free(w.u), free(w.v);
  w = (struct wave){N, array(N), array(N), 0.9, 0.01, 0.1};
}
static void kernel(void) { advance(&w, STEPS); }
static double checksum(void) { return w.u[N / 2] + w.v[5] + w.u[N - 2]; }
