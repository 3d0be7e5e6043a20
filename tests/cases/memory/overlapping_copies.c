// As overlapping_arguments.c: copies and fills, steps of several loops, addresses that stay in place, branches that are not
// taken, and pointers that lead nowhere where nothing is read.
// options: alias-versions=always
// run:
#include "overlaps.h"

static double copies(int n, double *x, double *y) {
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
        memmove(y + 1, x, n * sizeof *x);
        for (int i = 0; i < n; ++i) {
            x[i] = sin(y[i]) * x[i + 1];
            sum += x[i] * y[i + 1];
        }
    }
    if (n > 3)
        memset(y, 0, (n - 2) * sizeof *y);
    return sum;
}
DIFFERENTIATE(copies)

/* A matrix of 2 n numbers times a vector, the result in its place. */
static double product(int n, double *x, double *y) {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        double row = 0;
        for (int j = 0; j < 2; ++j)
            row += x[2 * i + j] * y[j];
        y[i] = row * y[i];
        sum += row;
    }
    return sum * y[0];
}
DIFFERENTIATE(product)

/* Every iteration adds to one place. */
static double gather(int n, double *x, double *y) {
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < n; ++i)
            *y += x[i] * x[i] * *y * 0.1;
    return *y;
}
DIFFERENTIATE(gather)

/* What is not read where its branch is not taken, on both sides of the pointers. */
static double sides(int n, double *x, double *y) {
    double sum = 0;
    for (long i = 0; i < n; ++i) {
        if (n > 2)
            y[-i] = x[i] * y[n - i];
        else
            x[-i] *= y[i] + x[i];
        sum += x[-i] * y[i];
    }
    return sum;
}
DIFFERENTIATE(sides)

/* Steps that are only known at run time, and may be negative or zero. */
static double strides(int n, double *x, double *y) {
    double sum = 0;
    int step = n - 2;
    for (int i = 0; i < 3; ++i) {
        y[i * step] += x[i] * y[i * step];
        sum += y[i * step] * x[-i * step];
    }
    return sum;
}
DIFFERENTIATE(strides)

/* Rows of a triangle: addresses that come from one of two places when the first iterations stand for themselves. */
static double triangles(int n, double *x, double *y) {
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            double sum = x[i * n + j];
            for (int k = 0; k < j; ++k)
                sum -= 0.1 * x[i * n + k] * x[j * n + k];
            x[i * n + j] = sum / (2 + x[j * n + j]);
        }
        double *place = n > 1 ? y + i : x;
        *place += x[i * n + i] * *place;
    }
    return y[0] * x[0];
}
DIFFERENTIATE(triangles)

int main(void) {
    CHECK(triangles);
    CHECK(copies);
    CHECK(product);
    CHECK(gather);
    CHECK(sides);
    CHECK(strides);
    {
        double one = 2, seed = 1;
        gather_gradient(0, NULL, NULL, &one, &seed);
        check_close("nothing to read", seed, 2, 0);
    }
    return 0;
}
