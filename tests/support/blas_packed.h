// Routines on packed and banded matrices, all of their operands active, for every flag and both layouts.
#include "blas.h"

#ifdef FORTRAN
void FORTRAN_NAME(gbmv)(char *, int *, int *, int *, int *, real *, const real *, int *, const real *, int *, real *,
                        real *, int *);
void FORTRAN_NAME(sbmv)(char *, int *, int *, real *, const real *, int *, const real *, int *, real *, real *, int *);
void FORTRAN_NAME(spmv)(char *, int *, real *, const real *, const real *, int *, real *, real *, int *);
void FORTRAN_NAME(spr)(char *, int *, real *, const real *, int *, real *);
void FORTRAN_NAME(spr2)(char *, int *, real *, const real *, int *, const real *, int *, real *);
void FORTRAN_NAME(tpmv)(char *, char *, char *, int *, const real *, real *, int *);
void FORTRAN_NAME(tpsv)(char *, char *, char *, int *, const real *, real *, int *);
void FORTRAN_NAME(tbmv)(char *, char *, char *, int *, int *, const real *, int *, real *, int *);
void FORTRAN_NAME(tbsv)(char *, char *, char *, int *, int *, const real *, int *, real *, int *);
void FORTRAN_NAME(rotg)(real *, real *, real *, real *);
#else
void CBLAS_NAME(gbmv)(int, int, int, int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(sbmv)(int, int, int, int, real, const real *, int, const real *, int, real, real *, int);
void CBLAS_NAME(spmv)(int, int, int, real, const real *, const real *, int, real, real *, int);
void CBLAS_NAME(spr)(int, int, int, real, const real *, int, real *);
void CBLAS_NAME(spr2)(int, int, int, real, const real *, int, const real *, int, real *);
void CBLAS_NAME(tpmv)(int, int, int, int, int, const real *, real *, int);
void CBLAS_NAME(tpsv)(int, int, int, int, int, const real *, real *, int);
void CBLAS_NAME(tbmv)(int, int, int, int, int, int, const real *, int, real *, int);
void CBLAS_NAME(tbsv)(int, int, int, int, int, int, const real *, int, real *, int);
void CBLAS_NAME(rotg)(real *, real *, real *, real *);
#endif

enum { M = 3, N = 4, LD = 5, BELOW = 1, ABOVE = 2, STORED = LD * 4, LONG = 9, COUNT = STORED + 2 * LONG + 2 };

// how[1]: transposed, or lower. how[2]: unit. how[3]: a step backwards. how[4]: transposed (triangles).
#define OPERANDS                                                                                                       \
    real A[STORED], x[LONG], y[LONG], a = p[COUNT - 2], b = p[COUNT - 1];                                              \
    int m = M, n = N, lda = LD, below = BELOW, above = ABOVE, i = how[3] ? -2 : 2, j = how[3] ? 1 : -1;                \
    char trans = TRANS(how[1]), uplo = UPLO(how[1]), diag = DIAG(how[2]), flip = TRANS(how[4]);                        \
    memcpy(A, p, sizeof A);                                                                                            \
    memcpy(x, p + STORED, sizeof x);                                                                                   \
    memcpy(y, p + STORED + LONG, sizeof y);                                                                            \
    (void)a, (void)b, (void)j, (void)m, (void)n, (void)trans, (void)uplo, (void)diag, (void)lda, (void)i, (void)flip;  \
    (void)below, (void)above;
#define END return weigh(A, STORED) + 3 * weigh(x, LONG) + 2 * weigh(y, LONG) + a * b;

#ifdef FORTRAN
#define ROUTINE(name, by_address, by_value)                                                                            \
    double f_##name(const real *p, const int *how) {                                                                   \
        OPERANDS FORTRAN_NAME(name) by_address;                                                                        \
        END                                                                                                            \
    }
#else
#define ROUTINE(name, by_address, by_value)                                                                            \
    double f_##name(const real *p, const int *how) {                                                                   \
        OPERANDS CBLAS_NAME(name) by_value;                                                                            \
        END                                                                                                            \
    }
#endif

ROUTINE(gbmv, (&trans, &m, &n, &below, &above, &a, A, &lda, x, &i, &b, y, &j),
        (LAYOUT, C_TRANS(how[1]), m, n, below, above, a, A, lda, x, i, b, y, j))
ROUTINE(sbmv, (&uplo, &n, &above, &a, A, &lda, x, &i, &b, y, &j),
        (LAYOUT, C_UPLO(how[1]), n, above, a, A, lda, x, i, b, y, j))
ROUTINE(spmv, (&uplo, &n, &a, A, x, &i, &b, y, &j), (LAYOUT, C_UPLO(how[1]), n, a, A, x, i, b, y, j))
ROUTINE(spr, (&uplo, &n, &a, x, &i, A), (LAYOUT, C_UPLO(how[1]), n, a, x, i, A))
ROUTINE(spr2, (&uplo, &n, &a, x, &i, y, &j, A), (LAYOUT, C_UPLO(how[1]), n, a, x, i, y, j, A))
ROUTINE(tpmv, (&uplo, &flip, &diag, &n, A, x, &i),
        (LAYOUT, C_UPLO(how[1]), C_TRANS(how[4]), C_DIAG(how[2]), n, A, x, i))
ROUTINE(tpsv, (&uplo, &flip, &diag, &n, A, x, &i),
        (LAYOUT, C_UPLO(how[1]), C_TRANS(how[4]), C_DIAG(how[2]), n, A, x, i))
ROUTINE(tbmv, (&uplo, &flip, &diag, &n, &above, A, &lda, x, &i),
        (LAYOUT, C_UPLO(how[1]), C_TRANS(how[4]), C_DIAG(how[2]), n, above, A, lda, x, i))
ROUTINE(tbsv, (&uplo, &flip, &diag, &n, &above, A, &lda, x, &i),
        (LAYOUT, C_UPLO(how[1]), C_TRANS(how[4]), C_DIAG(how[2]), n, above, A, lda, x, i))
ROUTINE(rotg, (&A[0], &A[1], &x[0], &y[0]), (&A[0], &A[1], &x[0], &y[0]))

int main(void) {
    real p[COUNT];
    int how[6] = {0};
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i) + (i < STORED ? 1.5 : 0);
    EACH_CHOICE(how, 4) {
        THREE_WAYS(f_gbmv, p, COUNT, how);
        THREE_WAYS(f_sbmv, p, COUNT, how);
        THREE_WAYS(f_spmv, p, COUNT, how);
        THREE_WAYS(f_spr, p, COUNT, how);
        THREE_WAYS(f_spr2, p, COUNT, how);
        THREE_WAYS(f_rotg, p, COUNT, how);
    }
    EACH_CHOICE(how, 5) {
        THREE_WAYS(f_tpmv, p, COUNT, how);
        THREE_WAYS(f_tpsv, p, COUNT, how);
        THREE_WAYS(f_tbmv, p, COUNT, how);
        THREE_WAYS(f_tbsv, p, COUNT, how);
    }
    return 0;
}
