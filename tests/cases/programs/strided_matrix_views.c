// Matrices as views (transposed, parts) of shared storage; determinant by recursion with temporary matrices.
#include <math.h>
#include <stdlib.h>
typedef struct { double *d; int r, c, rs, cs; int own; } M;
static M mk(int r, int c) { return (M){calloc(r * c, sizeof(double)), r, c, c, 1, 1}; }
static M T(M a) { return (M){a.d, a.c, a.r, a.cs, a.rs, 0}; }
static M sub(M a, int i, int j, int r, int c) { return (M){a.d + i * a.rs + j * a.cs, r, c, a.rs, a.cs, 0}; }
#define AT(m, i, j) ((m).d[(i) * (m).rs + (j) * (m).cs])
static M mul(M a, M b) {
    M c = mk(a.r, b.c);
    for (int i = 0; i < a.r; i++) for (int j = 0; j < b.c; j++) for (int k = 0; k < a.c; k++) AT(c, i, j) += AT(a, i, k) * AT(b, k, j);
    return c;
}
static void scale(M a, double s) {
    for (int i = 0; i < a.r; i++) for (int j = 0; j < a.c; j++) AT(a, i, j) *= s;
}
static double tr(M a) { double s = 0; for (int i = 0; i < a.r && i < a.c; i++) s += AT(a, i, i); return s; }
static double det(M a) {
    if (a.r == 1) return AT(a, 0, 0);
    double s = 0;
    for (int j = 0; j < a.c; j++) {
        M m = mk(a.r - 1, a.c - 1);
        for (int i = 1; i < a.r; i++) for (int k = 0, q = 0; k < a.c; k++) if (k != j) AT(m, i - 1, q++) = AT(a, i, k);
        s += (j & 1 ? -1 : 1) * AT(a, 0, j) * det(m);
        free(m.d);
    }
    return s;
}
double views(double *x, double s, int n) {
    M a = {x, n, n, n, 1, 0}, g = mul(T(a), a);
    scale(sub(g, 1, 1, n - 1, n - 1), s);
    scale(T(sub(a, 0, 0, 1, n)), s);
    double r = tr(g) + det(g) * 0.1 + det(T(a));
    if (g.own) free(g.d);
    return r;
}
// check: double views(double *x = {1, 0.5, -0.3, 0.2, 1.4, 0.7, -0.6, 0.1, 0.9} seed {1, 1, 0, 0, 0, 2, 0, 0, 0}, double s = 1.2, int n = 3)
// value: 6.6135747199999994
// expect: x = {4.915990399999999, 1.6542432, 0.3667775999999998, -0.2273081600000001, 4.420704, 3.1572032, -0.2237011200000014, -0.8335775999999996, 4.045267199999999},
//     s = 6.220864799999998
// leaks: on
