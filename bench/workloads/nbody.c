/* bench: n-body
   sizes: 40
   check: 4

   Gravitation of bodies in three dimensions by leapfrog steps; the total energy at the end. */
#include "workload.h"

enum { STEPS = 50 };

static double simulate(int n, int steps, const double *RESTRICT mass, double *RESTRICT x, double *RESTRICT v) {
  double h = 1e-3;
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        double d[3], square = 0.01;
        for (int k = 0; k < 3; ++k) {
          d[k] = x[3 * i + k] - x[3 * j + k];
          square += d[k] * d[k];
        }
        double pull = h / (square * sqrt(square));
        for (int k = 0; k < 3; ++k) {
          v[3 * i + k] -= d[k] * mass[j] * pull;
          v[3 * j + k] += d[k] * mass[i] * pull;
        }
      }
    for (int i = 0; i < 3 * n; ++i)
      x[i] += h * v[i];
  }
  double energy = 0;
  for (int i = 0; i < n; ++i) {
    energy += 0.5 * mass[i] * (v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2]);
    for (int j = i + 1; j < n; ++j) {
      double square = 0.01;
      for (int k = 0; k < 3; ++k)
        square += (x[3 * i + k] - x[3 * j + k]) * (x[3 * i + k] - x[3 * j + k]);
      energy -= mass[i] * mass[j] / sqrt(square);
    }
  }
  return energy;
}

static int n;
static double *mass, *x, *v, *x_work, *v_work, *dx, *dv;

void setup(int size) {
  n = size;
  mass = input(size, 0.5, 1);
  x = input(3 * size, -1, 1);
  v = input(3 * size, -1, 1);
  double **work[] = {&x_work, &v_work, &dx, &dv};
  for (int i = 0; i < 4; ++i)
    *work[i] = malloc(3 * size * sizeof(double));
}

static void reset(void) {
  memcpy(x_work, x, 3 * n * sizeof(double));
  memcpy(v_work, v, 3 * n * sizeof(double));
}

double primal(void) {
  reset();
  return simulate(n, STEPS, mass, x_work, v_work);
}

void gradient(void) {
  reset();
  memset(dx, 0, 3 * n * sizeof(double));
  memset(dv, 0, 3 * n * sizeof(double));
  __enzyme_autodiff((void *)simulate, enzyme_const, n, enzyme_const, STEPS, enzyme_dup, mass, shadow(mass), enzyme_dup, x_work,
                    dx, enzyme_dup, v_work, dv);
  memcpy(shadow(x), dx, 3 * n * sizeof(double));
  memcpy(shadow(v), dv, 3 * n * sizeof(double));
}
