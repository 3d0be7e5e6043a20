// Row pointers and rows in one allocation; rows are exchanged, elements picked through returned pointers.
#include <math.h>
#include <stdlib.h>
__attribute__((noinline)) static double *pick(double *a, double *b, int k) { return k & 1 ? a + k : b + k; }
__attribute__((noinline)) static double **grid(int n) {
    double **g = malloc(n * sizeof *g + n * n * sizeof **g);
    double *d = (double *)(g + n);
    for (int i = 0; i < n; i++) {
        g[i] = d + i * n;
        for (int j = 0; j < n; j++) g[i][j] = 0;
    }
    return g;
}
double onealloc(double *a, double *b, int n) {
    double **g = grid(n);
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) g[i][j] = a[i] * b[j];
    for (int i = 0; i < n; i++) {
        *pick(a, b, i) += g[i][n - 1 - i] * 0.5;
        double *row = g[i];
        g[i] = g[n - 1];
        g[n - 1] = row;
    }
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += g[i][j] * (i * n + j) * *pick(b, a, j);
    free(g);
    return s;
}
// check: double onealloc(double *a = {1, 2, 3} seed {1, 0, 1}, double *b = {0.5, -1, 0.3} seed {0, 1, 1}, int n = 3)
// value: 52.799999999999999
// expect: a = {18.5, 17.44999999999999, 11.9},
//     b = {16, -41, 82}
// leaks: on
