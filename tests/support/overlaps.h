/* Compares the gradient of a function of two arrays with forward mode and differences while they lie in one memory, `x` and `y`
   elements from its start, whatever that makes of them. */
#include "check.h"
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { ROOM = 64 };

#define DIFFERENTIATE(f)                                                                                               \
    static double f##_gradient(int n, double *x, double *dx, double *y, double *dy) {                                  \
        __enzyme_autodiff((void *)f, enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy);                           \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static double f##_tangent(int n, double *x, double *dx, double *y, double *dy) {                                   \
        return __enzyme_fwddiff((void *)f, enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, y, dy);                     \
    }

typedef double Function(int, double *, double *);
typedef double Derivative(int, double *, double *, double *, double *);

static double primal(Function *f, int n, const double *from, const double *weights, int x, int y) {
    double memory[ROOM], sum;
    memcpy(memory, from, sizeof memory);
    sum = f(n, memory + x, memory + y);
    for (int i = 0; i < ROOM; ++i)
        sum += weights[i] * memory[i];
    return sum;
}

static void check(const char *name, Function *f, Derivative *gradient, Derivative *tangent, int n, int x, int y) {
    double start[ROOM], weights[ROOM], memory[ROOM], adjoint[ROOM], shadow[ROOM];
    char text[100];
    for (int i = 0; i < ROOM; ++i) {
        start[i] = 0.5 + 0.02 * i;
        weights[i] = 0.3 + 0.1 * (i % 7);
    }
    memcpy(memory, start, sizeof start);
    memcpy(adjoint, weights, sizeof weights);
    gradient(n, memory + x, adjoint + x, memory + y, adjoint + y);
    for (int k = 0; k < ROOM; ++k) {
        double h = 1e-5, moved[ROOM], above, below;
        memcpy(moved, start, sizeof start);
        moved[k] = start[k] + h;
        above = primal(f, n, moved, weights, x, y);
        moved[k] = start[k] - h;
        below = primal(f, n, moved, weights, x, y);
        memcpy(memory, start, sizeof start);
        memset(shadow, 0, sizeof shadow);
        shadow[k] = 1;
        double forward = tangent(n, memory + x, shadow + x, memory + y, shadow + y);
        for (int i = 0; i < ROOM; ++i)
            forward += weights[i] * shadow[i];
        sprintf(text, "%s n %d x %d y %d by %d", name, n, x, y, k);
        check_close(text, adjoint[k], forward, 1e-10);
        check_close(text, adjoint[k], (above - below) / (2 * h), 1e-5);
    }
}

/* At all distances from far apart on one side to far apart on the other. */
static void check_everywhere(const char *name, Function *f, Derivative *gradient, Derivative *tangent) {
    static const int sizes[] = {0, 1, 2, 5};
    for (int s = 0; s < 4; ++s)
        for (int x = 20; x <= 22; ++x)
            for (int y = 8; y <= 34; ++y)
                check(name, f, gradient, tangent, sizes[s], x, y);
}
#define CHECK(f) check_everywhere(#f, (Function *)f, f##_gradient, f##_tangent)
