// Solving a linear system by LU with partial pivoting; rows are exchanged through a permutation.
#include <math.h>

static int factor(double *a, int *perm, int n) {
    for (int i = 0; i < n; ++i)
        perm[i] = i;
    for (int k = 0; k < n; ++k) {
        int p = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
                p = i;
        if (a[p * n + k] == 0.0)
            return -1;
        if (p != k) {
            for (int j = 0; j < n; ++j) {
                double t = a[k * n + j];
                a[k * n + j] = a[p * n + j];
                a[p * n + j] = t;
            }
            int t = perm[k];
            perm[k] = perm[p];
            perm[p] = t;
        }
        for (int i = k + 1; i < n; ++i) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; ++j)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
    return 0;
}

double solve_norm(const double *a, const double *b, int n) {
    double lu[16], x[4];
    int perm[4];
    for (int i = 0; i < n * n; ++i)
        lu[i] = a[i];
    if (factor(lu, perm, n) != 0)
        return NAN;
    for (int i = 0; i < n; ++i) {
        x[i] = b[perm[i]];
        for (int j = 0; j < i; ++j)
            x[i] -= lu[i * n + j] * x[j];
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j)
            x[i] -= lu[i * n + j] * x[j];
        x[i] /= lu[i * n + i];
    }
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += (i + 1) * x[i] * x[i];
    return s;
}
// check: double solve_norm(double *a = {0.5, 2.0, -1.0, 3.0, 1.0, 0.5, -1.0, 4.0, 2.5}, double *b = {1.0, -2.0,
//     0.7}, int n = 3)
// value: 1.8275432892249528
// expect: a = {1.4256113355798472, -0.77190764526999256, 1.2286047439796171, -0.653663397715131,
//     0.35393080956686118, -0.5633330286841457, -0.28997507355962854, 0.15700911646256266, -0.24990314128380045}, b = {2.0596143667296785,
//     -0.94436294896030248, -0.41893383742911156}
