// Forces between bodies, then a step of them.
#include "driver.h"
enum { N = 400 };
struct bodies { int n; double *x, *y, *z, *m, *vx, *vy, *vz; };
static struct bodies b;

__attribute__((noinline)) void step(struct bodies *s, double dt, double softening) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < s->n; ++i) {
    double ax = 0, ay = 0, az = 0;
    for (int j = 0; j < s->n; ++j) {
      double dx = s->x[j] - s->x[i], dy = s->y[j] - s->y[i], dz = s->z[j] - s->z[i];
      double r2 = dx * dx + dy * dy + dz * dz + softening * softening, w = s->m[j] / (r2 * sqrt(r2));
      ax += w * dx, ay += w * dy, az += w * dz;
    }
    s->vx[i] += dt * ax, s->vy[i] += dt * ay, s->vz[i] += dt * az;
  }
#pragma omp parallel for
  for (int i = 0; i < s->n; ++i)
    s->x[i] += dt * s->vx[i], s->y[i] += dt * s->vy[i], s->z[i] += dt * s->vz[i];
}

static void prepare(void) {
  b.n = N, b.x = array(N), b.y = array(N), b.z = array(N), b.m = array(N), b.vx = array(N), b.vy = array(N), b.vz = array(N);
  for (int i = 0; i < N; ++i)
    b.y[i] = b.x[(i * 7) % N] * 2, b.z[i] = b.x[(i * 13) % N] - 1;
}
static void kernel(void) { step(&b, 1e-4, 0.05); }
static double checksum(void) { return b.x[5] + b.vy[7] + b.vz[N - 1]; }
