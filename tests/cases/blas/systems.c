// Systems solved by one call, and the C interface of LAPACK (which this file provides by calling Fortran's).
// run:
// flags: -llapack -lblas
#include "blas.h"

void dpotrf_(const char *, const int *, double *, const int *, int *);
void dpotrs_(const char *, const int *, const int *, const double *, const int *, double *, const int *, int *);
void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
void dgetrs_(const char *, const int *, const int *, const double *, const int *, const int *, double *, const int *, int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
void dposv_(const char *, const int *, const int *, double *, const int *, double *, const int *, int *);
int LAPACKE_dpotrf(int, char, int, double *, int);
int LAPACKE_dpotrs(int, char, int, int, const double *, int, double *, int);
int LAPACKE_dgesv(int, int, int, double *, int, int *, double *, int);

// What stands behind the C interface here.
static void transpose(const double *from, double *to, int ld, int rows, int columns) {
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            to[i + ld * j] = from[i * ld + j];
}
__attribute__((used)) static int own_dpotrf(int layout, char uplo, int n, double *a, int lda) {
    int info;
    char other = (uplo == 'U') == (layout == 102) ? 'U' : 'L';
    dpotrf_(&other, &n, a, &lda, &info);
    return info;
}
__attribute__((used)) static int own_dpotrs(int layout, char uplo, int n, int columns, const double *a, int lda,
                                            double *b, int ldb) {
    int info;
    char other = (uplo == 'U') == (layout == 102) ? 'U' : 'L';
    double turned[LARGEST];
    transpose(b, turned, ldb, n, columns);
    dpotrs_(&other, &n, &columns, a, &lda, layout == 101 ? turned : b, &ldb, &info);
    if (layout == 101)
        transpose(turned, b, ldb, columns, n);
    return info;
}
__attribute__((used)) static int own_dgesv(int layout, int n, int columns, double *a, int lda, int *pivots, double *b,
                                           int ldb) {
    int info;
    double factors[LARGEST], turned[LARGEST];
    transpose(a, factors, lda, n, n);
    transpose(b, turned, ldb, n, columns);
    dgesv_(&n, &columns, layout == 101 ? factors : a, &lda, pivots, layout == 101 ? turned : b, &ldb, &info);
    if (layout == 101)
        transpose(factors, a, lda, n, n), transpose(turned, b, ldb, columns, n);
    return info;
}
__asm__(".text\n.globl LAPACKE_dpotrf\nLAPACKE_dpotrf: jmp own_dpotrf\n.globl LAPACKE_dpotrs\nLAPACKE_dpotrs: jmp "
        "own_dpotrs\n.globl LAPACKE_dgesv\nLAPACKE_dgesv: jmp own_dgesv\n");

enum { N = 3, COLUMNS = 2, LD = 4, STORED = LD * N, COUNT = 2 * STORED };

#define OPERANDS                                                                                                       \
    double A[LD * LD] = {0}, S[LD * LD] = {0}, B[LD * LD] = {0};                                                       \
    int n = N, columns = COLUMNS, ld = LD, pivots[N], info;                                                            \
    memcpy(A, p, sizeof(double) * STORED), memcpy(B, p + STORED, sizeof(double) * STORED);                             \
    for (int i = 0; i < N; ++i)                                                                                        \
        for (int j = 0; j < N; ++j)                                                                                    \
            for (int k = 0; k < N; ++k)                                                                                \
                S[i + LD * j] += A[i + LD * k] * A[j + LD * k] + (i == j && k == 0);                                   \
    (void)info, (void)pivots, (void)n, (void)columns, (void)ld;
#define END return weigh(A, STORED) + 2 * weigh(S, STORED) + 3 * weigh(B, STORED);

double f_gesv(const double *p, const int *how) {
    OPERANDS
    dgesv_(&n, &columns, A, &ld, pivots, B, &ld, &info);
    END
}
double f_posv(const double *p, const int *how) {
    OPERANDS
    dposv_(how[1] ? "L" : "U", &n, &columns, S, &ld, B, &ld, &info);
    END
}
double f_c_gesv(const double *p, const int *how) {
    OPERANDS
    LAPACKE_dgesv(LAYOUT, n, columns, A, ld, pivots, B, ld);
    END
}
double f_c_potrf(const double *p, const int *how) {
    OPERANDS
    LAPACKE_dpotrf(LAYOUT, UPLO(how[1]), n, S, ld);
    LAPACKE_dpotrs(LAYOUT, UPLO(how[1]), n, columns, S, ld, B, ld);
    END
}

int main(void) {
    double p[COUNT];
    int how[6] = {0};
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i) + (i < STORED && i % (LD + 1) == 0 ? 2 : 0);
    EACH_CHOICE(how, 2) {
        THREE_WAYS(f_gesv, p, COUNT, how);
        THREE_WAYS(f_posv, p, COUNT, how);
        THREE_WAYS(f_c_gesv, p, COUNT, how);
        THREE_WAYS(f_c_potrf, p, COUNT, how);
    }
    return 0;
}
