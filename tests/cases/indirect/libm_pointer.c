// Pointers to library functions, taken as values, are differentiable targets too.
#include <math.h>
double apply_all(double x, int n) {
    double (*fns[])(double) = {sin, exp, tanh, cos};
    double r = x;
    for (int i = 0; i < n; ++i)
        r = fns[i % 4](r) * 1.1;
    return r;
}
// check: double apply_all(double x = 0.6, int n = 6)
// value: 1.9254797428842108
// expect: x = -0.23122829959046445
