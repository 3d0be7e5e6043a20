// The result is put where an input was: both memory and derivatives must be as if the store had run in its place.
// run:
#include "check.h"
#include <math.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static void norm(const double *x, int n, double *result) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
        sum += x[i] * x[i] * x[i];
    *result = sum;
}

static void two(const double *x, double *first, double *second) {
    double a = x[0] * x[1], b = x[0] + x[1];
    *first = sin(a);
    *second = b * a;
}

static double derivative_of_norm(const double *x, int n, int out, int by) {
    double h = 1e-6, values[2];
    for (int side = 0; side < 2; ++side) {
        double copy[3];
        for (int i = 0; i < n; ++i)
            copy[i] = x[i] + (i == by ? (side ? h : -h) : 0);
        norm(copy, n, &copy[out]);
        values[side] = copy[out];
    }
    return (values[1] - values[0]) / (2 * h);
}

int main(void) {
    const double start[3] = {1.5, -2.0, 0.5};
    for (int out = 0; out < 3; ++out) {
        double x[3] = {1.5, -2.0, 0.5}, dx[3] = {0, 0, 0};
        dx[out] = 2;
        __enzyme_autodiff((void *)norm, enzyme_dup, x, dx, enzyme_const, 3, enzyme_dup, &x[out], &dx[out]);
        for (int i = 0; i < 3; ++i) {
            double t[3] = {1.5, -2.0, 0.5}, dt[3] = {0, 0, 0};
            dt[i] = 1;
            __enzyme_fwddiff((void *)norm, enzyme_dup, t, dt, enzyme_const, 3, enzyme_dup, &t[out], &dt[out]);
            check_close("norm", dx[i], 2 * 3 * start[i] * start[i], 1e-12);
            check_close("forward", dx[i], 2 * dt[out], 1e-12);
            check_close("differences", dx[i], 2 * derivative_of_norm(start, 3, out, i), 1e-6);
            check_close("memory", x[i], i == out ? 1.5 * 1.5 * 1.5 - 8 + 0.125 : start[i], 1e-12);
        }
    }
    // Both results in one place: the second wins.
    double x[2] = {1.5, 2.0}, dx[2] = {0, 0}, y = 0, dy = 1;
    __enzyme_autodiff((void *)two, enzyme_dup, x, dx, enzyme_dup, &y, &dy, enzyme_dup, &y, &dy);
    check_close("y", y, 3.5 * 3, 1e-12);
    check_close("d0", dx[0], 2 * 1.5 * 2.0 + 2.0 * 2.0, 1e-12);
    check_close("d1", dx[1], 1.5 * 1.5 + 2 * 1.5 * 2.0, 1e-12);
    check_close("dy", dy, 0, 0);
    // The first over an input: the second is computed from what was there before.
    double z[2] = {1.5, 2.0}, dz[2] = {0, 0}, w = 0, dw = 1;
    __enzyme_autodiff((void *)two, enzyme_dup, z, dz, enzyme_dup, &z[0], &dz[0], enzyme_dup, &w, &dw);
    check_close("z0", z[0], sin(3.0), 1e-12);
    check_close("dz0", dz[0], 2 * 1.5 * 2.0 + 2.0 * 2.0, 1e-12);
    check_close("dz1", dz[1], 1.5 * 1.5 + 2 * 1.5 * 2.0, 1e-12);
    return 0;
}
