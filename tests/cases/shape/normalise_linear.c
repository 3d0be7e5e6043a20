// out[i] = in[i] / mag(in): the magnitude is computed outside the loop in the gradient too, so it stays linear.
// At this size a quadratic gradient takes ten seconds.
// run:
// levels: -O2 -O3
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "check.h"
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
__attribute__((noinline, pure)) static double mag(const double *restrict x, int n) {
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += x[i] * x[i];
    return sqrt(s);
}
static void normalise(double *restrict out, const double *restrict in, int n) {
    for (int i = 0; i < n; ++i)
        out[i] = in[i] / mag(in, n);
}
int main(void) {
    enum { N = 100000 };
    double *in = malloc(N * sizeof *in), *din = calloc(N, sizeof *din), *out = malloc(N * sizeof *out), *seed = calloc(N, sizeof *seed);
    for (int i = 0; i < N; ++i)
        in[i] = 1.0 + (i % 7) * 0.25;
    double m = mag(in, N);
    seed[3] = m;
    clock_t start = clock();
    __enzyme_autodiff((void *)normalise, enzyme_dup, out, seed, enzyme_dup, in, din, enzyme_const, N);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    check_close("own element", din[3], 1.0 - in[3] * in[3] / (m * m), 1e-12);
    check_close("another element", din[5] * m * m, -in[3] * in[5], 1e-9);
    check_close("linear time", seconds > 1.0, 0.0, 0.0);
    free(in), free(din), free(out), free(seed);
    return 0;
}
