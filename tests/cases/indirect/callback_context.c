// A callback with a void pointer context, as in quadrature libraries.
#include <math.h>
typedef double (*integrand)(double, void *);
struct params { double a, b; };
static double bell(double t, void *ctx) {
    const struct params *p = ctx;
    return p->a * exp(-p->b * t * t);
}
__attribute__((noinline)) static double simpson(integrand f, void *ctx, double lo, double hi, int n) {
    double h = (hi - lo) / n, s = f(lo, ctx) + f(hi, ctx);
    for (int i = 1; i < n; ++i)
        s += (i % 2 ? 4.0 : 2.0) * f(lo + i * h, ctx);
    return s * h / 3.0;
}
double area(double a, double b, double hi) {
    struct params p = {a, b};
    return simpson(bell, &p, 0.0, hi, 8);
}
// check: double area(double a = 1.7, double b = 0.9, double hi = 1.5)
// value: 1.5179247862207983
// expect: a = 0.89289693307105789, b = -0.65633945336166388, hi = 0.22434251344653555
