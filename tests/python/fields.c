/* Three simulations on grids, as people write them: each makes so many steps of its fields in place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Heat in a box whose sides stay cold: explicit steps with two buffers. */
void heat(double *u, double c, int n, int steps) {
  double *v = malloc(sizeof(double) * n * n * n);
  memcpy(v, u, sizeof(double) * n * n * n);
  for (int t = 0; t < steps; t++) {
    for (int z = 1; z < n - 1; z++)
      for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
          int i = (z * n + y) * n + x;
          v[i] = u[i] + c * (u[i - 1] + u[i + 1] + u[i - n] + u[i + n] + u[i - n * n] + u[i + n * n] - 6 * u[i]);
        }
    memcpy(u, v, sizeof(double) * n * n * n);
  }
  free(v);
}

/* Shallow water on a periodic square: heights and velocities, by Lax and Friedrichs. */
void shallow_water(double *h, double *hu, double *hv, double r, int n, int steps) {
  const double g = 9.81;
  double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n), *c = malloc(sizeof(double) * n * n);
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        int e = y * n + (x + 1) % n, w = y * n + (x + n - 1) % n;
        int s = (y + 1) % n * n + x, p = (y + n - 1) % n * n + x, i = y * n + x;
        a[i] = 0.25 * (h[e] + h[w] + h[s] + h[p]) - 0.5 * r * (hu[e] - hu[w] + hv[s] - hv[p]);
        b[i] = 0.25 * (hu[e] + hu[w] + hu[s] + hu[p]) -
               0.5 * r * (hu[e] * hu[e] / h[e] + 0.5 * g * h[e] * h[e] - hu[w] * hu[w] / h[w] - 0.5 * g * h[w] * h[w]) -
               0.5 * r * (hu[s] * hv[s] / h[s] - hu[p] * hv[p] / h[p]);
        c[i] = 0.25 * (hv[e] + hv[w] + hv[s] + hv[p]) - 0.5 * r * (hu[e] * hv[e] / h[e] - hu[w] * hv[w] / h[w]) -
               0.5 * r * (hv[s] * hv[s] / h[s] + 0.5 * g * h[s] * h[s] - hv[p] * hv[p] / h[p] - 0.5 * g * h[p] * h[p]);
      }
    memcpy(h, a, sizeof(double) * n * n);
    memcpy(hu, b, sizeof(double) * n * n);
    memcpy(hv, c, sizeof(double) * n * n);
  }
  free(a);
  free(b);
  free(c);
}

/* Lattice Boltzmann with nine velocities on a periodic square: collisions, then streaming. */
void lattice(double *f, double omega, int n, int steps) {
  static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  static const double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
  double *next = malloc(sizeof(double) * 9 * n * n);
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++) {
        double density = 0, ux = 0, uy = 0;
        for (int k = 0; k < 9; k++) {
          double here = f[(k * n + y) * n + x];
          density += here;
          ux += cx[k] * here;
          uy += cy[k] * here;
        }
        ux /= density;
        uy /= density;
        for (int k = 0; k < 9; k++) {
          double along = 3 * (cx[k] * ux + cy[k] * uy);
          double rest = weight[k] * density * (1 + along + 0.5 * along * along - 1.5 * (ux * ux + uy * uy));
          int at = (k * n + (y + cy[k] + n) % n) * n + (x + cx[k] + n) % n;
          next[at] = f[(k * n + y) * n + x] + omega * (rest - f[(k * n + y) * n + x]);
        }
      }
    memcpy(f, next, sizeof(double) * 9 * n * n);
  }
  free(next);
}
