// Power iteration with a sparse CSR matrix: repeated multiply and normalise.
#include <math.h>

static void spmv(const int *ptr, const int *col, const double *val, const double *x, double *y, int n) {
    for (int i = 0; i < n; ++i) {
        double s = 0.0;
        for (int k = ptr[i]; k < ptr[i + 1]; ++k)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
}

double rayleigh(const int *ptr, const int *col, const double *val, double *x, int n, int iterations) {
    double y[8];
    for (int it = 0; it < iterations; ++it) {
        spmv(ptr, col, val, x, y, n);
        double norm = 0.0;
        for (int i = 0; i < n; ++i)
            norm += y[i] * y[i];
        norm = sqrt(norm);
        for (int i = 0; i < n; ++i)
            x[i] = y[i] / norm;
    }
    spmv(ptr, col, val, x, y, n);
    double num = 0.0, den = 0.0;
    for (int i = 0; i < n; ++i) {
        num += x[i] * y[i];
        den += x[i] * x[i];
    }
    return num / den;
}
// check: double rayleigh(int *ptr = {0, 2, 5, 7, 9}, int *col = {0, 1, 0, 1, 3, 2, 3, 1, 3}, double *val = {2.0,
//     0.5, 0.7, 3.0, -1.0, 1.5, 0.4, -0.8, 2.2}, double *x = {1.0, 0.5, 0.25, -0.5}, int n = 4, int iterations = 4)
// value: 3.7276160915722745
// expect: val = {0.078447827184199417, 0.24287786755011653, 0.23281382227472713, 0.68819567908045143,
//     -0.34161800583378216, 0.0030145479929741181, 0.005820985842052504, -0.4599466973431513, 0.229681459345713}, x = {-0.0075415719249045995,
//     0.0010900190919165542, 0.0032356879712483241, -0.012375280772268482}
