// Every routine of level 3, all of its operands active, for every flag and both layouts.
#include "blas.h"

#ifdef FORTRAN
void FORTRAN_NAME(gemm)(char *, char *, int *, int *, int *, real *, const real *, int *, const real *, int *, real *, real *,
                        int *);
void FORTRAN_NAME(symm)(char *, char *, int *, int *, real *, const real *, int *, const real *, int *, real *, real *, int *);
void FORTRAN_NAME(syrk)(char *, char *, int *, int *, real *, const real *, int *, real *, real *, int *);
void FORTRAN_NAME(syr2k)(char *, char *, int *, int *, real *, const real *, int *, const real *, int *, real *, real *,
                         int *);
void FORTRAN_NAME(trmm)(char *, char *, char *, char *, int *, int *, real *, const real *, int *, real *, int *);
void FORTRAN_NAME(trsm)(char *, char *, char *, char *, int *, int *, real *, const real *, int *, real *, int *);
#else
void CBLAS_NAME(gemm)(int, int, int, int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(symm)(int, int, int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(syrk)(int, int, int, int, int, real, const real *, int, real, real *, int);
void CBLAS_NAME(syr2k)(int, int, int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(trmm)(int, int, int, int, int, int, int, real, const real *, int, real *, int);
void CBLAS_NAME(trsm)(int, int, int, int, int, int, int, real, const real *, int, real *, int);
#endif

enum { M = 3, N = 2, K = 4, LD = 5, STORED = LD * 5, COUNT = 3 * STORED + 2 };

// how[1], how[2]: transposed, lower, ... how[3]: left. how[4]: unit. how[5]: overwritten.
#define OPERANDS                                                                                                       \
    real A[STORED], B[STORED], C[STORED], a = p[COUNT - 2], b = p[COUNT - 1];                                          \
    int m = M, n = N, k = K, ld = LD;                                                                                  \
    char ta = TRANS(how[1]), tb = TRANS(how[2]), uplo = UPLO(how[2]), side = SIDE(how[3]), diag = DIAG(how[4]);        \
    memcpy(A, p, sizeof A);                                                                                            \
    memcpy(B, p + STORED, sizeof B);                                                                                   \
    memcpy(C, p + 2 * STORED, sizeof C);                                                                               \
    (void)a, (void)b, (void)k, (void)m, (void)n, (void)ta, (void)tb, (void)uplo, (void)side, (void)diag, (void)ld;
#define END                                                                                                            \
    if (how[5]) {                                                                                                      \
        for (int i = 0; i < STORED; ++i)                                                                               \
            A[i] *= B[i], B[i] = sin(B[i]);                                                                            \
        a = b = 0, m = n = k = ld = 1, ta = tb = uplo = side = diag = '?';                                             \
    }                                                                                                                  \
    return weigh(A, STORED) + 3 * weigh(B, STORED) + 2 * weigh(C, STORED) + a * b;

double f_gemm(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(gemm)(&ta, &tb, &m, &n, &k, &a, A, &ld, B, &ld, &b, C, &ld);
#else
    CBLAS_NAME(gemm)(LAYOUT, C_TRANS(how[1]), C_TRANS(how[2]), m, n, k, a, A, ld, B, ld, b, C, ld);
#endif
    END
}
double f_symm(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(symm)(&side, &uplo, &m, &n, &a, A, &ld, B, &ld, &b, C, &ld);
#else
    CBLAS_NAME(symm)(LAYOUT, C_SIDE(how[3]), C_UPLO(how[2]), m, n, a, A, ld, B, ld, b, C, ld);
#endif
    END
}
double f_syrk(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(syrk)(&uplo, &ta, &m, &k, &a, A, &ld, &b, C, &ld);
#else
    CBLAS_NAME(syrk)(LAYOUT, C_UPLO(how[2]), C_TRANS(how[1]), m, k, a, A, ld, b, C, ld);
#endif
    END
}
double f_syr2k(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(syr2k)(&uplo, &ta, &m, &k, &a, A, &ld, B, &ld, &b, C, &ld);
#else
    CBLAS_NAME(syr2k)(LAYOUT, C_UPLO(how[2]), C_TRANS(how[1]), m, k, a, A, ld, B, ld, b, C, ld);
#endif
    END
}
double f_trmm(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(trmm)(&side, &uplo, &ta, &diag, &m, &n, &a, A, &ld, B, &ld);
#else
    CBLAS_NAME(trmm)(LAYOUT, C_SIDE(how[3]), C_UPLO(how[2]), C_TRANS(how[1]), C_DIAG(how[4]), m, n, a, A, ld, B, ld);
#endif
    END
}
double f_trsm(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(trsm)(&side, &uplo, &ta, &diag, &m, &n, &a, A, &ld, B, &ld);
#else
    CBLAS_NAME(trsm)(LAYOUT, C_SIDE(how[3]), C_UPLO(how[2]), C_TRANS(how[1]), C_DIAG(how[4]), m, n, a, A, ld, B, ld);
#endif
    END
}

int main(void) {
    int how[6] = {0};
    real p[COUNT];
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i);
    for (int i = 0; i < M; ++i)
        p[i * LD + i] += 3;
    EACH_CHOICE(how, 6) {
        THREE_WAYS(f_trmm, p, COUNT, how);
        THREE_WAYS(f_trsm, p, COUNT, how);
        if (!how[4] && !how[1])
            THREE_WAYS(f_symm, p, COUNT, how);
        if (how[3] || how[4])
            continue;
        THREE_WAYS(f_gemm, p, COUNT, how);
        THREE_WAYS(f_syrk, p, COUNT, how);
        THREE_WAYS(f_syr2k, p, COUNT, how);
    }
    return 0;
}
