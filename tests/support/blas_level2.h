// Every routine of level 2, all of its operands active, for every flag and both layouts.
#include "blas.h"

#ifdef FORTRAN
void FORTRAN_NAME(gemv)(char *, int *, int *, real *, const real *, int *, const real *, int *, real *, real *, int *);
void FORTRAN_NAME(ger)(int *, int *, real *, const real *, int *, const real *, int *, real *, int *);
void FORTRAN_NAME(symv)(char *, int *, real *, const real *, int *, const real *, int *, real *, real *, int *);
void FORTRAN_NAME(syr)(char *, int *, real *, const real *, int *, real *, int *);
void FORTRAN_NAME(syr2)(char *, int *, real *, const real *, int *, const real *, int *, real *, int *);
void FORTRAN_NAME(trmv)(char *, char *, char *, int *, const real *, int *, real *, int *);
void FORTRAN_NAME(trsv)(char *, char *, char *, int *, const real *, int *, real *, int *);
#else
void CBLAS_NAME(gemv)(int, int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(ger)(int, int, int, real, const real *, int, const real *, int, real *, int);
void CBLAS_NAME(symv)(int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(syr)(int, int, int, real, const real *, int, real *, int);
void CBLAS_NAME(syr2)(int, int, int, real, const real *, int, const real *, int, real *, int);
void CBLAS_NAME(trmv)(int, int, int, int, int, const real *, int, real *, int);
void CBLAS_NAME(trsv)(int, int, int, int, int, const real *, int, real *, int);
#endif

enum { M = 3, N = 4, LD = 5, STORED = LD * 5, LONG = 9, COUNT = STORED + 2 * LONG + 2 };

// how[1]: transposed, or lower. how[2]: unit. how[3]: a step backwards. how[4]: transposed (triangles). how[5]: overwritten.
#define OPERANDS                                                                                                       \
    real A[STORED], x[LONG], y[LONG], a = p[COUNT - 2], b = p[COUNT - 1];                                              \
    int m = M, n = N, lda = LD, i = how[3] ? -2 : 2, j = how[3] ? 1 : -1;                                              \
    char trans = TRANS(how[1]), uplo = UPLO(how[1]), diag = DIAG(how[2]), flip = TRANS(how[4]);                        \
    memcpy(A, p, sizeof A);                                                                                            \
    memcpy(x, p + STORED, sizeof x);                                                                                   \
    memcpy(y, p + STORED + LONG, sizeof y);                                                                            \
    (void)a, (void)b, (void)j, (void)m, (void)n, (void)trans, (void)uplo, (void)diag, (void)lda, (void)i, (void)flip;
#define END                                                                                                            \
    if (how[5]) {                                                                                                      \
        for (int k = 0; k < STORED; ++k)                                                                               \
            A[k] *= x[k % LONG];                                                                                       \
        memset(x, 0, sizeof x);                                                                                        \
        a = b = 0, lda = n = m = i = j = 1, uplo = trans = diag = flip = '?';                                          \
    }                                                                                                                  \
    return weigh(A, STORED) + 3 * weigh(x, LONG) + 2 * weigh(y, LONG) + a * b;

double f_gemv(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(gemv)(&trans, &m, &n, &a, A, &lda, x, &i, &b, y, &j);
#else
    CBLAS_NAME(gemv)(LAYOUT, C_TRANS(how[1]), m, n, a, A, lda, x, i, b, y, j);
#endif
    END
}
double f_ger(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(ger)(&m, &n, &a, x, &i, y, &j, A, &lda);
#else
    CBLAS_NAME(ger)(LAYOUT, m, n, a, x, i, y, j, A, lda);
#endif
    END
}
double f_symv(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(symv)(&uplo, &n, &a, A, &lda, x, &i, &b, y, &j);
#else
    CBLAS_NAME(symv)(LAYOUT, C_UPLO(how[1]), n, a, A, lda, x, i, b, y, j);
#endif
    END
}
double f_syr(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(syr)(&uplo, &n, &a, x, &i, A, &lda);
#else
    CBLAS_NAME(syr)(LAYOUT, C_UPLO(how[1]), n, a, x, i, A, lda);
#endif
    END
}
double f_syr2(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(syr2)(&uplo, &n, &a, x, &i, y, &j, A, &lda);
#else
    CBLAS_NAME(syr2)(LAYOUT, C_UPLO(how[1]), n, a, x, i, y, j, A, lda);
#endif
    END
}
double f_trmv(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(trmv)(&uplo, &flip, &diag, &n, A, &lda, x, &i);
#else
    CBLAS_NAME(trmv)(LAYOUT, C_UPLO(how[1]), C_TRANS(how[4]), C_DIAG(how[2]), n, A, lda, x, i);
#endif
    END
}
double f_trsv(const real *p, const int *how) {
    OPERANDS
#ifdef FORTRAN
    FORTRAN_NAME(trsv)(&uplo, &flip, &diag, &n, A, &lda, x, &i);
#else
    CBLAS_NAME(trsv)(LAYOUT, C_UPLO(how[1]), C_TRANS(how[4]), C_DIAG(how[2]), n, A, lda, x, i);
#endif
    END
}

int main(void) {
    int how[6] = {0};
    real p[COUNT];
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i);
    for (int i = 0; i < N; ++i)
        p[i * LD + i] += 3;
    EACH_CHOICE(how, 6) {
        THREE_WAYS(f_trmv, p, COUNT, how);
        THREE_WAYS(f_trsv, p, COUNT, how);
        if (how[2] || how[4])
            continue;
        THREE_WAYS(f_gemv, p, COUNT, how);
        THREE_WAYS(f_ger, p, COUNT, how);
        THREE_WAYS(f_symv, p, COUNT, how);
        THREE_WAYS(f_syr, p, COUNT, how);
        THREE_WAYS(f_syr2, p, COUNT, how);
    }
    return 0;
}
