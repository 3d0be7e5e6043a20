// A gradient has a version for arguments that do not overlap. Whatever overlaps, and however far loops go, derivatives are
// those of what the function does: compared with forward mode and with differences, for arguments at all distances.
// options: alias-versions=1
// run:
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

static double products(int n, double *x, double *y) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        y[i] += x[i] * x[i + 1];
        sum += sin(y[i]) * x[i];
    }
    return sum;
}
DIFFERENTIATE(products)

/* Backwards, two apart. */
static double backwards(int n, double *x, double *y) {
    double sum = 0;
    for (int i = n - 1; i >= 0; --i) {
        y[2 * i] *= x[n - i] + 0.5 * x[2 * i];
        sum += y[2 * i] * y[2 * i];
    }
    return sum;
}
DIFFERENTIATE(backwards)

/* Half of a square, indices that wrap in principle. */
static double triangle(unsigned n, double *x, double *y) {
    double sum = 0;
    for (unsigned i = 0; i < n; ++i)
        for (unsigned j = i + 1; j < n; ++j) {
            y[i] += 0.01 * x[j] * x[i];
            y[j] -= 0.01 * x[j] * y[i];
            sum += y[j];
        }
    return sum;
}
DIFFERENTIATE(triangle)

/* Columns of rows of n, offsets of 64 bits, the smaller part in the middle of the object. */
static double columns(int n, double *x, double *y) {
    double sum = 0;
    for (ptrdiff_t j = 0; j < 3; ++j)
        for (ptrdiff_t i = 0; i < n; ++i) {
            sum += x[j + 3 * i] * y[-i];
            y[-i] = cos(sum);
        }
    return sum;
}
DIFFERENTIATE(columns)

/* Nothing is read where nothing runs; a loop that is left early. */
static double until(int n, double *x, double *y) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        if (x[i] > 1.9)
            break;
        y[i] = y[i] * x[i];
        sum += y[i];
    }
    return sum * y[0];
}
DIFFERENTIATE(until)

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

int main(void) {
    static const int sizes[] = {0, 1, 2, 5};
    for (int s = 0; s < 4; ++s)
        for (int x = 20; x <= 22; ++x)
            for (int y = 8; y <= 34; ++y) {
                int n = sizes[s];
                check("products", products, products_gradient, products_tangent, n, x, y);
                check("backwards", backwards, backwards_gradient, backwards_tangent, n, x, y);
                check("triangle", (Function *)triangle, triangle_gradient, triangle_tangent, n, x, y);
                check("columns", columns, columns_gradient, columns_tangent, n, x, y);
                check("until", until, until_gradient, until_tangent, n, x, y);
            }
    return 0;
}
