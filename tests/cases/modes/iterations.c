// run:
// A series that is cut off takes more terms in each derivative. Compared with series whose length is written out: by both
// modes, by differences, and with the sum of the terms' own derivatives.
#include "check.h"
#include <math.h>
extern int enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
unsigned long long __enzyme_iter(unsigned long long n, unsigned long long more);
int __enzyme_iter_int(int n, int more);

// The sum of x^k / k, k = 1 … n, whose derivative is the sum of x^(k - 1).
static double series(double x, int n) {
    double sum = 0, power = 1;
    for (int k = 1; k <= n; ++k) {
        power *= x;
        sum += power / k;
    }
    return sum;
}
static double logarithm(double x) { return series(x, (int)__enzyme_iter(4, 2)); }
__attribute__((noinline)) static double recursive(double x, int depth) {
    return depth == 0 ? series(x, __enzyme_iter_int(3, 1)) : recursive(x, depth - 1);
}
static double through_calls(double x) { return recursive(x, 2); }
static double slope(double x) { return __enzyme_autodiff((void *)logarithm, x); }
static double tangent(double x) { return __enzyme_fwddiff((void *)logarithm, x, 1.0); }

static double derivative(double x, int n) {
    double sum = 0;
    for (int k = 1; k <= n; ++k)
        sum += pow(x, k - 1);
    return sum;
}
static double second(double x, int n) {
    double sum = 0;
    for (int k = 2; k <= n; ++k)
        sum += (k - 1) * pow(x, k - 2);
    return sum;
}

int main(void) {
    double x = 0.3, h = 1e-5;
    check_close("the function itself", logarithm(x), series(x, 4), 1e-15);
    check_close("reverse", slope(x), derivative(x, 6), 1e-13);
    check_close("forward", tangent(x), derivative(x, 6), 1e-13);
    check_close("differences", slope(x), (series(x + h, 6) - series(x - h, 6)) / (2 * h), 1e-8);
    check_close("through calls, reverse", __enzyme_autodiff((void *)through_calls, x), derivative(x, 4), 1e-13);
    check_close("through calls, forward", __enzyme_fwddiff((void *)through_calls, x, 1.0), derivative(x, 4), 1e-13);
    check_close("forward over reverse", __enzyme_fwddiff((void *)slope, x, 1.0), second(x, 8), 1e-13);
    check_close("reverse over forward", __enzyme_autodiff((void *)tangent, x), second(x, 8), 1e-13);
    check_close("reverse over reverse", __enzyme_autodiff((void *)slope, x), second(x, 8), 1e-13);
    return 0;
}
