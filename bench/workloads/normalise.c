/* bench: normalise
   sizes: 3000
   check: 20

   Each element divided by the norm of all, which the optimiser computes once: differentiated before that, the work is quadratic. */
#include "workload.h"

__attribute__((noinline, pure)) static double norm(const double *RESTRICT in, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i] * in[i];
  return sqrt(sum);
}

static void normalise(double *restrict out, const double *restrict in, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] / norm(in, n);
}

static int count;
static double *in, *out, *dout;

void setup(int size) {
  count = size;
  in = input(size, 0.5, 1);
  out = malloc(size * sizeof(double));
  dout = malloc(size * sizeof(double));
}

double primal(void) {
  normalise(out, in, count);
  double sum = 0;
  for (int i = 0; i < count; ++i)
    sum += (1 + i % 3) * out[i];
  return sum;
}

void gradient(void) {
  for (int i = 0; i < count; ++i)
    dout[i] = 1 + i % 3;
  __enzyme_autodiff((void *)normalise, enzyme_dup, out, dout, enzyme_dup, in, shadow(in), enzyme_const, count);
}
