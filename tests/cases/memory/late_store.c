// A result that leaves through a pointer at the end forces nothing to be kept: the store waits for the reverse sweep.
#include <math.h>
// check: void norm(const double *x = {1.5, -2.0, 0.5}, int n = 3, double *result = {7.0} seed {2.0})
// value: 13.0
// expect: x = {6.0, -8.0, 2.0}, result = {0.0}
// ir: -O2 diffe_norm lacks @malloc
void norm(const double *x, int n, double *result) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += x[i] * x[i];
    *result = sum;
}

// Two results, of which the first is not the last.
// check: void both(const double *x = {1.5, 2.0}, double *product = {0} seed {1}, double *ratio = {0} seed {3})
// value: 5.25
// expect: x = {3.5, 0.375}, product = {0}, ratio = {0}
void both(const double *x, double *product, double *ratio) {
    *product = x[0] * x[1];
    *ratio = x[0] / x[1];
}

// Read again: this store cannot wait.
// check: double again(const double *x = {1.5, 2.0}, double *out = {0.25} seed {1})
// value: 12.0
// expect: x = {17.0, 12.0}, out = {0}
double again(const double *x, double *out) {
    *out = x[0] * x[1];
    return *out * *out + *out + (x[0] - 1.5);
}

// check: void sometimes(const double *x = {1.5, 2.0}, int yes = 1, double *out = {0.25} seed {1})
// value: 3.0
// expect: x = {2.0, 1.5}, out = {0}
// check: void sometimes(const double *x = {1.5, 2.0}, int yes = 0, double *out = {0.25} seed {1})
// value: 0.25
// expect: x = {0, 0}, out = {1}
void sometimes(const double *x, int yes, double *out) {
    if (yes)
        *out = x[0] * x[1];
}

// check: double counted(const double *x = {0.5, 2.0, 1.0}, int n = 3, int *count = {0})
// expect: x = {0.87758256189037276, -0.41614683654714241, 0.54030230586813977}
double counted(const double *x, int n, int *count) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += sin(x[i]);
    *count += n;
    return sum;
}

double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;
void diffe_norm(const double *x, double *dx, int n, double *result, double *dresult) {
    __enzyme_autodiff((void *)norm, enzyme_dup, x, dx, enzyme_const, n, enzyme_dup, result, dresult);
}
