/* bench: heat equation, 3-D
   sizes: 100 400
   check: 5

   Explicit time steps (the size) of the heat equation on a cube with a conductivity that varies in space and sides at a fixed
   temperature; the squared difference to temperatures measured at the end, by the start and the conductivity. */
#include "workload.h"

enum { N = 24, CELLS = N * N * N, NEIGHBOURS = 6 };

/* The flow into a cell is the mean conductivity times the difference, from each of its six neighbours. */
static void step(int n, const double *RESTRICT conductivity, const double *RESTRICT now, double *RESTRICT next) {
  const int offsets[NEIGHBOURS] = {-1, 1, -n, n, -n * n, n * n};
  for (int i = 1; i + 1 < n; ++i)
    for (int j = 1; j + 1 < n; ++j)
      for (int k = 1; k + 1 < n; ++k) {
        int at = (i * n + j) * n + k;
        double flow = 0;
        for (int o = 0; o < NEIGHBOURS; ++o) {
          int other = at + offsets[o];
          flow += 0.5 * (conductivity[at] + conductivity[other]) * (now[other] - now[at]);
        }
        next[at] = now[at] + 0.1 * flow;
      }
}

static void heat(int n, int steps, const double *RESTRICT conductivity, const double *RESTRICT start,
                 const double *RESTRICT measured, double *RESTRICT err) {
  int cells = n * n * n;
  double *now = malloc(cells * sizeof(double)), *next = malloc(cells * sizeof(double)), sum = 0;
  memcpy(now, start, cells * sizeof(double));
  memcpy(next, start, cells * sizeof(double));
  for (int s = 0; s < steps; ++s) {
    CHECKPOINT();
    step(n, conductivity, now, next);
    double *swap = now;
    now = next;
    next = swap;
  }
  for (int i = 0; i < cells; ++i)
    sum += (now[i] - measured[i]) * (now[i] - measured[i]);
  *err = sum / cells;
  free(next);
  free(now);
}

static int steps;
static double *conductivity, *start, *measured;

void setup(int size) {
  steps = size;
  conductivity = input(CELLS, 0.5, 1.5);
  start = input(CELLS, 0, 1);
  measured = malloc(CELLS * sizeof(double));
  for (int i = 0; i < CELLS; ++i)
    measured[i] = uniform(0, 1);
}

double primal(void) {
  double err;
  heat(N, steps, conductivity, start, measured, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)heat, enzyme_const, N, enzyme_const, steps, enzyme_dup, conductivity, shadow(conductivity),
                    enzyme_dup, start, shadow(start), enzyme_const, measured, enzyme_dupnoneed, &err, &seed);
}

/* By hand: all temperatures are kept; the flow between two cells is symmetric, so the adjoint of a step is the same step, except
   that nothing flows out of the sides. */
void hand(void) {
  const int strides[3] = {1, N, N * N}, offsets[NEIGHBOURS] = {-1, 1, -N, N, -N * N, N * N};
  double *all = malloc((steps + 1) * (size_t)CELLS * sizeof(double)), *inner = calloc(CELLS, sizeof(double));
  double *dconductivity = shadow(conductivity), *to = shadow(start);
  memcpy(all, start, CELLS * sizeof(double));
  for (int s = 0; s < steps; ++s) {
    memcpy(&all[(s + 1) * (size_t)CELLS], start, CELLS * sizeof(double));
    step(N, conductivity, &all[s * (size_t)CELLS], &all[(s + 1) * (size_t)CELLS]);
  }
  for (int i = 0; i < CELLS; ++i)
    to[i] = 2 * (all[steps * (size_t)CELLS + i] - measured[i]) / CELLS;
  for (int s = steps - 1; s >= 0; --s) {
    const double *now = &all[s * (size_t)CELLS];
    for (int i = 1; i + 1 < N; ++i)
      for (int j = 1; j + 1 < N; ++j)
        memcpy(&inner[(i * N + j) * N + 1], &to[(i * N + j) * N + 1], (N - 2) * sizeof(double));
    step(N, conductivity, inner, to);
    for (int i = 1; i + 1 < N; ++i)
      for (int j = 1; j + 1 < N; ++j)
        for (int k = 1; k + 1 < N; ++k) {
          int at = (i * N + j) * N + k;
          double change = 0;
          for (int o = 0; o < NEIGHBOURS; ++o)
            change += (inner[at] - inner[at + offsets[o]]) * (now[at + offsets[o]] - now[at]);
          dconductivity[at] += 0.05 * change;
        }
    for (int axis = 0; axis < 3; ++axis)
      for (int p = 1; p + 1 < N; ++p)
        for (int q = 1; q + 1 < N; ++q)
          for (int far = 0; far < 2; ++far) {
            int side = p * strides[(axis + 1) % 3] + q * strides[(axis + 2) % 3] + far * (N - 1) * strides[axis];
            int next = side + (far ? -strides[axis] : strides[axis]);
            dconductivity[side] += 0.05 * inner[next] * (now[side] - now[next]);
            to[side] += 0.05 * inner[next] * (conductivity[side] + conductivity[next]);
          }
  }
  free(inner);
  free(all);
}
