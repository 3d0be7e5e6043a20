// One array for several operands: a vector added to itself, blocks of one matrix; steps for which routines do nothing.
// run:
// flags: -lblas
#include "blas.h"
void cblas_daxpy(int, double, const double *, int, double *, int);
void cblas_dscal(int, double, double *, int);
void cblas_dcopy(int, const double *, int, double *, int);
double cblas_dasum(int, const double *, int);
void cblas_dtrsm(int, int, int, int, int, int, int, double, const double *, int, double *, int);
void cblas_dgemm(int, int, int, int, int, int, double, const double *, int, const double *, int, double, double *, int);

enum { N = 4, COUNT = N * N + 2 };

double f_itself(const real *p, const int *how) {
    double x[N];
    memcpy(x, p, sizeof x);
    cblas_daxpy(N, p[COUNT - 1], x, 1, x, 1);
    cblas_dcopy(N, x, 1, x, 1);
    return weigh(x, N);
}
double f_backwards(const real *p, const int *how) {
    double x[N];
    memcpy(x, p, sizeof x);
    cblas_dscal(N, p[COUNT - 1], x, -1);
    return weigh(x, N) + p[COUNT - 1] * cblas_dasum(N, x, -1);
}
// A right-looking factorisation by blocks of 2: everything happens inside one matrix.
double f_blocks(const real *p, const int *how) {
    double a[N * N];
    memcpy(a, p, sizeof a);
    cblas_dtrsm(102, 141, 122, 111, 132, 2, 2, 1.0, a, N, a + 2 * N, N);
    cblas_dtrsm(102, 142, 121, 111, 131, 2, 2, p[COUNT - 1], a, N, a + 2, N);
    cblas_dgemm(102, 111, 111, 2, 2, 2, -1.0, a + 2, N, a + 2 * N, N, p[COUNT - 2], a + 2 + 2 * N, N);
    return weigh(a, N * N);
}
// A recurrence: the product of a loop goes back into its own factors.
double f_powers(const real *p, const int *how) {
    double a[N * N], b[N * N], c[N * N];
    memcpy(a, p, sizeof a);
    memcpy(b, p, sizeof b);
    for (int i = 0; i < 3; ++i) {
        cblas_dgemm(101, 111, i == 1 ? 112 : 111, N, N, N, 0.5, a, N, b, N, 0.0, c, N);
        cblas_dcopy(N * N, c, 1, i % 2 ? a : b, 1);
    }
    return weigh(c, N * N);
}

int main(void) {
    int how[6] = {0};
    real p[COUNT];
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i);
    for (int i = 0; i < N; ++i)
        p[i * N + i] += 2;
    THREE_WAYS(f_itself, p, COUNT, how);
    THREE_WAYS(f_backwards, p, COUNT, how);
    THREE_WAYS(f_blocks, p, COUNT, how);
    THREE_WAYS(f_powers, p, COUNT, how);
    return 0;
}
