// Every routine of level 1, all of its operands active, with steps of both signs.
#include "blas.h"

#ifdef FORTRAN
real FORTRAN_NAME(dot)(int *, const real *, int *, const real *, int *);
real FORTRAN_NAME(nrm2)(int *, const real *, int *);
real FORTRAN_NAME(asum)(int *, const real *, int *);
void FORTRAN_NAME(axpy)(int *, real *, const real *, int *, real *, int *);
void FORTRAN_NAME(scal)(int *, real *, real *, int *);
void FORTRAN_NAME(copy)(int *, const real *, int *, real *, int *);
void FORTRAN_NAME(swap)(int *, real *, int *, real *, int *);
void FORTRAN_NAME(rot)(int *, real *, int *, real *, int *, real *, real *);
static real dot(int n, const real *x, int i, const real *y, int j) { return FORTRAN_NAME(dot)(&n, x, &i, y, &j); }
static real nrm2(int n, const real *x, int i) { return FORTRAN_NAME(nrm2)(&n, x, &i); }
static real asum(int n, const real *x, int i) { return FORTRAN_NAME(asum)(&n, x, &i); }
static void axpy(int n, real a, const real *x, int i, real *y, int j) { FORTRAN_NAME(axpy)(&n, &a, x, &i, y, &j); }
static void scal(int n, real a, real *x, int i) { FORTRAN_NAME(scal)(&n, &a, x, &i); }
static void copy(int n, const real *x, int i, real *y, int j) { FORTRAN_NAME(copy)(&n, x, &i, y, &j); }
static void swap(int n, real *x, int i, real *y, int j) { FORTRAN_NAME(swap)(&n, x, &i, y, &j); }
static void rot(int n, real *x, int i, real *y, int j, real c, real s) { FORTRAN_NAME(rot)(&n, x, &i, y, &j, &c, &s); }
#else
real CBLAS_NAME(dot)(int, const real *, int, const real *, int);
real CBLAS_NAME(nrm2)(int, const real *, int);
real CBLAS_NAME(asum)(int, const real *, int);
void CBLAS_NAME(axpy)(int, real, const real *, int, real *, int);
void CBLAS_NAME(scal)(int, real, real *, int);
void CBLAS_NAME(copy)(int, const real *, int, real *, int);
void CBLAS_NAME(swap)(int, real *, int, real *, int);
void CBLAS_NAME(rot)(int, real *, int, real *, int, real, real);
#define dot CBLAS_NAME(dot)
#define nrm2 CBLAS_NAME(nrm2)
#define asum CBLAS_NAME(asum)
#define axpy CBLAS_NAME(axpy)
#define scal CBLAS_NAME(scal)
#define copy CBLAS_NAME(copy)
#define swap CBLAS_NAME(swap)
#define rot CBLAS_NAME(rot)
#endif

enum { N = 4, STORED = 10, COUNT = 2 * STORED + 2 };

// how[1], how[2]: backwards. how[3]: overwritten.
#define OPERANDS                                                                                                       \
    real x[STORED], y[STORED], a = p[2 * STORED], b = p[2 * STORED + 1];                                               \
    int i = how[1] ? -2 : 1, j = how[2] ? -1 : 3;                                                                      \
    memcpy(x, p, sizeof x);                                                                                            \
    memcpy(y, p + STORED, sizeof y);                                                                                   \
    (void)a, (void)b, (void)j;
#define END                                                                                                            \
    if (how[3])                                                                                                        \
        for (int k = 0; k < STORED; ++k)                                                                               \
            x[k] *= y[k];                                                                                              \
    return result + weigh(x, STORED) + 2 * weigh(y, STORED);

double f_dot(const real *p, const int *how) { OPERANDS double result = a * dot(N, x, i, y, j); END }
double f_square(const real *p, const int *how) { OPERANDS double result = a * dot(N, x, i, x, i); END }
double f_nrm2(const real *p, const int *how) { OPERANDS double result = a * nrm2(N, x, how[1] ? 2 : 1); END }
double f_asum(const real *p, const int *how) { OPERANDS double result = a * asum(N, x, how[1] ? 2 : 1); END }
double f_axpy(const real *p, const int *how) { OPERANDS double result = 0; axpy(N, a, x, i, y, j); END }
double f_scal(const real *p, const int *how) { OPERANDS double result = 0; scal(N, a, x, how[1] ? 2 : 1); END }
double f_copy(const real *p, const int *how) { OPERANDS double result = 0; copy(N, x, i, y, j); END }
double f_swap(const real *p, const int *how) { OPERANDS double result = 0; swap(N, x, i, y, j); END }
double f_rot(const real *p, const int *how) { OPERANDS double result = 0; rot(N, x, i, y, j, a, b); END }

int main(void) {
    int how[6] = {0};
    real p[COUNT];
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i);
    EACH_CHOICE(how, 4) {
        THREE_WAYS(f_dot, p, COUNT, how);
        THREE_WAYS(f_square, p, COUNT, how);
        THREE_WAYS(f_nrm2, p, COUNT, how);
        THREE_WAYS(f_asum, p, COUNT, how);
        THREE_WAYS(f_axpy, p, COUNT, how);
        THREE_WAYS(f_scal, p, COUNT, how);
        THREE_WAYS(f_copy, p, COUNT, how);
        THREE_WAYS(f_swap, p, COUNT, how);
        THREE_WAYS(f_rot, p, COUNT, how);
    }
    return 0;
}
