// Outputs in memory, of which some have no seed: their infinite derivatives do not count.
// run:
#include "check.h"
#include <math.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static void roots(const double *x, int n, double *out) {
    for (int i = 0; i < n; ++i)
        out[i] = sqrt(x[i]) + 3 * log(x[i]) - 2 / x[i];
}

int main(void) {
    double x[3] = {0, 4, 0.25}, out[3];
    for (int k = 1; k < 3; ++k) {
        double dx[3] = {0}, seed[3] = {0}, tangent[3] = {0}, dout[3] = {0}, above[3], below[3], h = 1e-6;
        seed[k] = 1;
        __enzyme_autodiff((void *)roots, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, out, seed);
        tangent[k] = 1;
        __enzyme_fwddiff((void *)roots, enzyme_dup, x, tangent, enzyme_const, 3, enzyme_dup, out, dout);
        double here = x[k];
        x[k] = here + h;
        roots(x, 3, above);
        x[k] = here - h;
        roots(x, 3, below);
        x[k] = here;
        check_close("no seed", dx[0], 0, 0);
        check_close("other", dx[3 - k], 0, 0);
        check_close("expected", dx[k], 0.5 / sqrt(here) + 3 / here + 2 / (here * here), 1e-12);
        check_close("forward", dx[k], dout[k], 1e-12);
        check_close("differences", dx[k], (above[k] - below[k]) / (2 * h), 1e-6);
    }
    return 0;
}
