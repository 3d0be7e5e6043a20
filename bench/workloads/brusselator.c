/* bench: Brusselator, 2-D
   sizes: 48
   check: 6

   Two reacting and diffusing concentrations on a periodic square, by explicit Euler steps between two buffers; the mean square of
   both at the end, as a function of the start and of feed, removal and diffusion. */
#include "workload.h"

enum { STEPS = 200 };

static const double H = 5e-3;

static double laplacian(int n, const double *RESTRICT w, int row, int column) {
  int above = row == 0 ? n - 1 : row - 1, below = row == n - 1 ? 0 : row + 1;
  int left = column == 0 ? n - 1 : column - 1, right = column == n - 1 ? 0 : column + 1;
  return w[above * n + column] + w[below * n + column] + w[row * n + left] + w[row * n + right] - 4 * w[row * n + column];
}

static void step(int n, const double *RESTRICT rates, const double *RESTRICT u, const double *RESTRICT v,
                 double *RESTRICT u_next, double *RESTRICT v_next) {
  double feed = rates[0], removal = rates[1], diffusion = rates[2];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int at = i * n + j;
      double reaction = u[at] * u[at] * v[at];
      u_next[at] = u[at] + H * (feed + reaction - (removal + 1) * u[at] + diffusion * laplacian(n, u, i, j));
      v_next[at] = v[at] + H * (removal * u[at] - reaction + diffusion * laplacian(n, v, i, j));
    }
}

static void brusselator(int n, int steps, const double *RESTRICT rates, const double *RESTRICT u_start,
                        const double *RESTRICT v_start, double *RESTRICT err) {
  size_t bytes = (size_t)n * n * sizeof(double);
  double *u = malloc(bytes), *v = malloc(bytes), *u_next = malloc(bytes), *v_next = malloc(bytes);
  memcpy(u, u_start, bytes);
  memcpy(v, v_start, bytes);
  for (int s = 0; s < steps; ++s) {
    step(n, rates, u, v, u_next, v_next);
    double *swap = u;
    u = u_next;
    u_next = swap;
    swap = v;
    v = v_next;
    v_next = swap;
  }
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += u[i] * u[i] + v[i] * v[i];
  *err = sum / (n * n);
  free(v_next);
  free(u_next);
  free(v);
  free(u);
}

static int n;
static double *rates, *u, *v;

void setup(int size) {
  n = size;
  rates = input(3, 0.5, 1.5);
  u = input((size_t)size * size, 0.5, 1.5);
  v = input((size_t)size * size, 0.5, 1.5);
}

double primal(void) {
  double err;
  brusselator(n, STEPS, rates, u, v, &err);
  return err;
}

void gradient(void) {
  double err = 0, seed = 1;
  __enzyme_autodiff((void *)brusselator, enzyme_const, n, enzyme_const, STEPS, enzyme_dup, rates, shadow(rates), enzyme_dup, u,
                    shadow(u), enzyme_dup, v, shadow(v), enzyme_dupnoneed, &err, &seed);
}

/* By hand: the whole trajectory is kept; the Laplacian is its own adjoint, so each step backwards gathers as well. */
void hand(void) {
  int cells = n * n;
  double *us = malloc((STEPS + 1) * (size_t)cells * sizeof(double)), *vs = malloc((STEPS + 1) * (size_t)cells * sizeof(double));
  double *a = malloc(cells * sizeof(double)), *b = malloc(cells * sizeof(double)), *drates = shadow(rates);
  double *a_next = shadow(u), *b_next = shadow(v), removal = rates[1], diffusion = rates[2];
  memcpy(us, u, cells * sizeof(double));
  memcpy(vs, v, cells * sizeof(double));
  for (int s = 0; s < STEPS; ++s)
    step(n, rates, &us[s * cells], &vs[s * cells], &us[(s + 1) * cells], &vs[(s + 1) * cells]);
  for (int i = 0; i < cells; ++i) {
    a_next[i] = 2 * us[STEPS * cells + i] / cells;
    b_next[i] = 2 * vs[STEPS * cells + i] / cells;
  }
  for (int s = STEPS - 1; s >= 0; --s) {
    const double *us_now = &us[s * cells], *vs_now = &vs[s * cells];
    memcpy(a, a_next, cells * sizeof(double));
    memcpy(b, b_next, cells * sizeof(double));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        int at = i * n + j;
        double x = us_now[at], y = vs_now[at], da = laplacian(n, a, i, j), db = laplacian(n, b, i, j), gap = a[at] - b[at];
        drates[0] += H * a[at];
        drates[1] -= H * x * gap;
        drates[2] += H * (da * x + db * y);
        a_next[at] += H * ((2 * x * y - removal) * gap - a[at] + diffusion * da);
        b_next[at] += H * (x * x * gap + diffusion * db);
      }
  }
  free(b);
  free(a);
  free(vs);
  free(us);
}
