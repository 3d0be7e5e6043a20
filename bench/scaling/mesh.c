/* An unstructured mesh: edges gather from their nodes and scatter to them. */
#include "scaling.h"

const char *program_name = "mesh";
enum { NODES = 400000, EDGES = 3 * NODES };
int program_size(void) { return NODES; }

static int *first_node, *second_node;

static void connect(void) {
  first_node = malloc(EDGES * sizeof(int));
  second_node = malloc(EDGES * sizeof(int));
  for (int e = 0; e < EDGES; e++) {
    first_node[e] = e / 3;
    second_node[e] = (e / 3 + 1 + (e % 3) * 97) % NODES;
  }
}

static double residual(const double *x, double *force, const int *from, const int *to, int n) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    force[i] = 0;
#pragma omp parallel for
  for (int e = 0; e < EDGES; e++) {
    double d = x[from[e]] - x[to[e]], flux = d * sqrt(1 + d * d) + 0.1 * sin(d);
#pragma omp atomic
    force[from[e]] += flux;
#pragma omp atomic
    force[to[e]] -= flux;
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += force[i] * force[i];
  return sum / n;
}

double program(const double *x, int n) {
  if (!first_node)
    connect();
  double *force = malloc(n * sizeof *force);
  double sum = residual(x, force, first_node, second_node, n);
  free(force);
  return sum;
}
