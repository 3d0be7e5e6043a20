// Factorisations and solutions of LAPACK, all of their operands active, for every flag.
#define FORTRAN
#include "blas.h"

void FORTRAN_NAME(potrf)(char *, int *, real *, int *, int *);
void FORTRAN_NAME(potrs)(char *, int *, int *, const real *, int *, real *, int *, int *);
void FORTRAN_NAME(getrf)(int *, int *, real *, int *, int *, int *);
void FORTRAN_NAME(getrs)(char *, int *, int *, const real *, int *, const int *, real *, int *, int *);
void FORTRAN_NAME(trtrs)(char *, char *, char *, int *, int *, const real *, int *, real *, int *, int *);
void FORTRAN_NAME(lacpy)(char *, int *, int *, const real *, int *, real *, int *);
void FORTRAN_NAME(laset)(char *, int *, int *, real *, real *, real *, int *);

enum { N = 4, RHS = 2, LD = 5, STORED = LD * 5, COUNT = 2 * STORED + 2 };

// how[1]: lower. how[2]: transposed. how[3]: unit. how[4]: wide, or a triangle only. how[5]: overwritten.
#define OPERANDS                                                                                                       \
    real A[STORED], B[STORED], a = p[COUNT - 2], b = p[COUNT - 1];                                                     \
    int n = N, rhs = RHS, ld = LD, info = -1, pivots[8] = {0}, less = N - 1;                                           \
    char uplo = UPLO(how[1]), trans = TRANS(how[2]), diag = DIAG(how[3]), part = how[4] ? UPLO(how[1]) : 'A';          \
    memcpy(A, p, sizeof A);                                                                                            \
    memcpy(B, p + STORED, sizeof B);                                                                                   \
    (void)a, (void)b, (void)rhs, (void)trans, (void)diag, (void)part, (void)uplo, (void)pivots, (void)less, (void)info;
#define END                                                                                                            \
    double result = weigh(A, STORED) + 2 * weigh(B, STORED);                                                           \
    if (how[5]) {                                                                                                      \
        for (int i = 0; i < STORED; ++i)                                                                               \
            A[i] *= B[i], B[i] = sin(B[i]);                                                                            \
        a = b = 0, n = rhs = ld = info = 1, uplo = trans = diag = part = '?';                                          \
        memset(pivots, 0, sizeof pivots);                                                                              \
        result += weigh(A, STORED);                                                                                    \
    }                                                                                                                  \
    return result + a * b;

double f_potrf(const real *p, const int *how) { OPERANDS FORTRAN_NAME(potrf)(&uplo, &n, A, &ld, &info); END }
double f_potrs(const real *p, const int *how) {
    OPERANDS
    FORTRAN_NAME(potrs)(&uplo, &n, &rhs, A, &ld, B, &ld, &info);
    END
}
double f_getrf(const real *p, const int *how) { OPERANDS FORTRAN_NAME(getrf)(&n, &n, A, &ld, pivots, &info); END }
double f_getrf_tall(const real *p, const int *how) { OPERANDS FORTRAN_NAME(getrf)(&n, &less, A, &ld, pivots, &info); END }
double f_getrf_wide(const real *p, const int *how) { OPERANDS FORTRAN_NAME(getrf)(&less, &n, A, &ld, pivots, &info); END }
double f_getrs(const real *p, const int *how) {
    OPERANDS
    pivots[0] = 3, pivots[1] = 2, pivots[2] = 4, pivots[3] = 4;
    FORTRAN_NAME(getrs)(&trans, &n, &rhs, A, &ld, pivots, B, &ld, &info);
    END
}
double f_trtrs(const real *p, const int *how) {
    OPERANDS
    FORTRAN_NAME(trtrs)(&uplo, &trans, &diag, &n, &rhs, A, &ld, B, &ld, &info);
    END
}
double f_lacpy(const real *p, const int *how) { OPERANDS FORTRAN_NAME(lacpy)(&part, &n, &less, A, &ld, B, &ld); END }
double f_laset(const real *p, const int *how) { OPERANDS FORTRAN_NAME(laset)(&part, &less, &n, &a, &b, A, &ld); END }

int main(void) {
    int how[6] = {0};
    real p[COUNT], q[COUNT];
    for (int i = 0; i < COUNT; ++i)
        p[i] = q[i] = number(i);
    for (int i = 0; i < N; ++i)
        p[i * LD + i] += 4;
    EACH_CHOICE(how, 6) {
        THREE_WAYS(f_trtrs, p, COUNT, how);
        if (how[3])
            continue;
        THREE_WAYS(f_lacpy, p, COUNT, how);
        THREE_WAYS(f_laset, p, COUNT, how);
        if (how[4])
            continue;
        THREE_WAYS(f_getrs, p, COUNT, how);
        if (how[2])
            continue;
        THREE_WAYS(f_potrf, p, COUNT, how);
        THREE_WAYS(f_potrs, p, COUNT, how);
        THREE_WAYS(f_getrf, q, COUNT, how);
        THREE_WAYS(f_getrf_tall, q, COUNT, how);
        THREE_WAYS(f_getrf_wide, q, COUNT, how);
    }
    return 0;
}
