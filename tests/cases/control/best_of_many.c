// Programs that look for the best: the nearest hit of a ray, the largest and second largest of a changing array, a pivot. Reverse
// against forward against differences.
// run:
// flags: -lm
#include <math.h>
#include <string.h>
#include "check.h"
extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { N = 24, SPHERES = 3 };

struct Hit {
  double t, nx, nz;
  int id;
};

struct Sphere {
  double centre[3], radius, albedo;
};

static struct Hit trace(const struct Sphere *spheres, int n, const double *direction) {
  struct Hit hit = {1e30, 0, 0, -1};
  for (int i = 0; i < n; ++i) {
    double along = 0, rest = -spheres[i].radius * spheres[i].radius;
    for (int k = 0; k < 3; ++k) {
      along += spheres[i].centre[k] * direction[k];
      rest += spheres[i].centre[k] * spheres[i].centre[k];
    }
    double inside = along * along - rest;
    if (inside < 0)
      continue;
    double t = along - sqrt(inside);
    if (t > 1e-4 && t < hit.t) {
      hit.t = t;
      hit.id = i;
      hit.nx = (t * direction[0] - spheres[i].centre[0]) / spheres[i].radius;
      hit.nz = (t * direction[2] - spheres[i].centre[2]) / spheres[i].radius;
    }
  }
  return hit;
}

static double render(const double *x) {
  struct Sphere spheres[SPHERES];
  for (int i = 0; i < SPHERES; ++i) {
    for (int k = 0; k < 3; ++k)
      spheres[i].centre[k] = x[5 * i + k] + (k == 2 ? 3 + i : 0);
    spheres[i].radius = 0.8 + 0.2 * x[5 * i + 3];
    spheres[i].albedo = x[5 * i + 4];
  }
  double sum = 0;
  for (int p = 0; p < 9; ++p) {
    double direction[3] = {(p % 3 - 1) * 0.2, (p / 3 - 1) * 0.2, 1};
    double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + 1);
    for (int k = 0; k < 3; ++k)
      direction[k] /= length;
    struct Hit hit = trace(spheres, SPHERES, direction);
    if (hit.id >= 0)
      sum += spheres[hit.id].albedo * fmax(0, -hit.nz + 0.3 * hit.nx) + 0.01 * hit.t;
  }
  return sum;
}

static double two_best(const double *x) {
  double w[N], sum = 0;
  memcpy(w, x, sizeof w);
  for (int t = 0; t < 3; ++t) {
    double best = -1e9, second = -1e9;
    int at = 0;
    for (int i = 0; i < N; ++i) {
      double value = w[i] * cos(w[i] + t);
      if (value > best) {
        second = best;
        best = value;
        at = i;
      } else if (value > second)
        second = value;
    }
    w[at] *= 0.5 * best;
    w[(at + 1) % N] -= second;
    sum += best * second;
  }
  for (int i = 0; i < N; ++i)
    sum += w[i] * w[i];
  return sum;
}

static double pivots(const double *x) {
  enum { M = 4 };
  double a[M * M], determinant = 1;
  memcpy(a, x, sizeof a);
  for (int k = 0; k < M; ++k) {
    double largest = 0;
    int pivot = k, i = k;
    while (i < M) {
      if (fabs(a[i * M + k]) > largest) {
        largest = fabs(a[i * M + k]);
        pivot = i;
      }
      ++i;
    }
    for (int j = 0; j < M; ++j) {
      double kept = a[k * M + j];
      a[k * M + j] = a[pivot * M + j];
      a[pivot * M + j] = kept;
    }
    determinant *= largest;
    for (int r = k + 1; r < M; ++r) {
      a[r * M + k] /= a[k * M + k];
      for (int j = k + 1; j < M; ++j)
        a[r * M + j] -= a[r * M + k] * a[k * M + j];
    }
  }
  return determinant;
}

static void compare(const char *name, double (*f)(const double *), const double *x, const double *gradient, const double *tangents) {
  for (int i = 0; i < N; ++i) {
    double up[N], down[N], step = 1e-6;
    memcpy(up, x, sizeof up), memcpy(down, x, sizeof down);
    up[i] += step, down[i] -= step;
    check_close(name, gradient[i], tangents[i], 1e-9);
    check_close(name, gradient[i], (f(up) - f(down)) / (2 * step), 1e-5);
  }
}

#define COMPARE(f)                                                      \
  do {                                                                  \
    double gradient[N] = {0}, tangents[N];                              \
    __enzyme_autodiff((void *)f, enzyme_dup, x, gradient);              \
    for (int i = 0; i < N; ++i) {                                       \
      double unit[N] = {0};                                             \
      unit[i] = 1;                                                      \
      tangents[i] = __enzyme_fwddiff((void *)f, enzyme_dup, x, unit);   \
    }                                                                   \
    compare(#f, f, x, gradient, tangents);                              \
  } while (0)

int main(void) {
  for (int point = 0; point < 3; ++point) {
    double x[N];
    for (int i = 0; i < N; ++i)
      x[i] = 0.15 + 0.7 * fabs(sin(12.9898 * (i + 1) + point * 1.7));
    COMPARE(render);
    COMPARE(two_best);
    COMPARE(pivots);
  }
  return 0;
}
