/* bench: k-means cost
   sizes: 30000
   check: 50

   The squared distance of every point to the nearest of 16 centres, in 8 dimensions; active are the points and the centres. */
#include "workload.h"

enum { D = 8, K = 16 };

static double square_distance(int d, const double *RESTRICT x, const double *RESTRICT y) {
  double sum = 0;
  for (int i = 0; i < d; ++i)
    sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sum;
}

static void cost(int d, int k, int n, const double *RESTRICT points, const double *RESTRICT centres, double *RESTRICT err) {
  double sum = 0;
  for (int p = 0; p < n; ++p) {
    double nearest = INFINITY;
    for (int c = 0; c < k; ++c) {
      double square = square_distance(d, &points[p * d], &centres[c * d]);
      if (square < nearest)
        nearest = square;
    }
    sum += nearest;
  }
  *err = sum / n;
}

static int n;
static double *points, *centres;

void setup(int size) {
  n = size;
  points = input(D * (size_t)size, 0, 1);
  centres = input(D * K, 0, 1);
}

double primal(void) {
  double err;
  cost(D, K, n, points, centres, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)cost, enzyme_const, D, enzyme_const, K, enzyme_const, n, enzyme_dup, points, shadow(points),
                    enzyme_dup, centres, shadow(centres), enzyme_dupnoneed, &err, &seed);
}

/* By hand: only the nearest centre matters. */
void hand(void) {
  double *dpoints = shadow(points), *dcentres = shadow(centres);
  for (int p = 0; p < n; ++p) {
    double nearest = INFINITY;
    int which = 0;
    for (int c = 0; c < K; ++c) {
      double square = square_distance(D, &points[p * D], &centres[c * D]);
      if (square < nearest) {
        nearest = square;
        which = c;
      }
    }
    for (int i = 0; i < D; ++i) {
      double change = 2 * (points[p * D + i] - centres[which * D + i]) / n;
      dpoints[p * D + i] += change;
      dcentres[which * D + i] -= change;
    }
  }
}
