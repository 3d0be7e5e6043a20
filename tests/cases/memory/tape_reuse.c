// The memory of a tape is kept for the next derivative: calls of growing and shrinking size, one inside another, and from
// several threads at once.
// run:
// leaks: on
// flags: -pthread
#include "check.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

// Overwrites what it has read, in two loops: two arrays are kept.
static double f(double *x, int n) {
    for (int i = 0; i + 1 < n; ++i)
        x[i] = x[i] * x[i + 1] + sin(x[i]);
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        x[i] = x[i] * x[i];
        sum += x[i] * cos(x[i]);
    }
    return sum;
}

static double value(const double *x, int n) {
    double *copy = malloc(n * sizeof(double));
    for (int i = 0; i < n; ++i)
        copy[i] = x[i];
    double result = f(copy, n);
    free(copy);
    return result;
}

static double difference(double *x, int n, int at) {
    double h = 1e-6, middle = x[at];
    x[at] = middle + h;
    double above = value(x, n);
    x[at] = middle - h;
    double below = value(x, n);
    x[at] = middle;
    return (above - below) / (2 * h);
}

static double tangent(const double *x, int n, int at) {
    double *copy = malloc(n * sizeof(double)), *dx = calloc(n, sizeof(double));
    for (int i = 0; i < n; ++i)
        copy[i] = x[i];
    dx[at] = 1;
    double result = __enzyme_fwddiff((void *)f, enzyme_dup, copy, dx, enzyme_const, n);
    free(dx);
    free(copy);
    return result;
}

static void compare(int n) {
    double *x = malloc(n * sizeof(double)), *work = malloc(n * sizeof(double)), *dx = calloc(n, sizeof(double));
    for (int i = 0; i < n; ++i)
        work[i] = x[i] = 0.3 + 0.001 * (i % 700);
    __enzyme_autodiff((void *)f, enzyme_dup, work, dx, enzyme_const, n);
    for (int at = n / 3; at < n; at += n / 3) {
        check_close("reverse and forward", dx[at], tangent(x, n, at), 1e-10);
        check_close("differences", dx[at], difference(x, n, at), 1e-5);
    }
    free(dx);
    free(work);
    free(x);
}

static void *thread(void *first) {
    for (int i = 0; i < 4; ++i)
        compare(*(int *)first + 4000 * (i % 3));
    return 0;
}

int main(void) {
    // x0 = 0.3, x1 = 0.301: the first element becomes x0 x1 + sin x0, then its square.
    double x[2] = {0.3, 0.301}, dx[2] = {0, 0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 2);
    double a = 0.3 * 0.301 + sin(0.3), s = a * a, ds = (cos(s) - s * sin(s)) * 2 * a, t = 0.301 * 0.301;
    check_close("d0", dx[0], ds * (0.301 + cos(0.3)), 1e-12);
    check_close("d1", dx[1], ds * 0.3 + (cos(t) - t * sin(t)) * 2 * 0.301, 1e-12);
    int sizes[] = {30, 9000, 25000, 6, 5000, 25000, 100, 12000};
    for (int i = 0; i < 8; ++i)
        compare(sizes[i]);
    pthread_t threads[4];
    int first[4] = {10, 3000, 6000, 9000};
    for (int i = 0; i < 4; ++i)
        pthread_create(&threads[i], 0, thread, &first[i]);
    for (int i = 0; i < 4; ++i)
        pthread_join(threads[i], 0);
    return 0;
}
