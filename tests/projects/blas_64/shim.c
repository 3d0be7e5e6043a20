// A library with 64-bit integers, made from the usual one.
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *);
void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
void dgetrs_(const char *, const int *, const int *, const double *, const int *, const int *, double *, const int *, int *);
void dtrmm_(const char *, const char *, const char *, const char *, const int *, const int *, const double *, const double *,
            const int *, double *, const int *);
void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *, const double *, const double *,
            const int *, double *, const int *);
double cblas_ddot(int, const double *, int, const double *, int);

void dgemm_64_(const char *ta, const char *tb, const long *m, const long *n, const long *k, const double *alpha,
               const double *a, const long *lda, const double *b, const long *ldb, const double *beta, double *c,
               const long *ldc) {
    int im = *m, in = *n, ik = *k, ia = *lda, ib = *ldb, ic = *ldc;
    if (*m != im || *n != in || *k != ik || *lda != ia || *ldb != ib || *ldc != ic)
        __builtin_trap();
    dgemm_(ta, tb, &im, &in, &ik, alpha, a, &ia, b, &ib, beta, c, &ic);
}
void dgetrf_64_(const long *m, const long *n, double *a, const long *lda, long *pivots, long *info) {
    int im = *m, in = *n, ia = *lda, iinfo, ip[16];
    dgetrf_(&im, &in, a, &ia, ip, &iinfo);
    for (int i = 0; i < im; ++i)
        pivots[i] = ip[i];
    *info = iinfo;
}
void dgetrs_64_(const char *t, const long *n, const long *rhs, const double *a, const long *lda, const long *pivots, double *b,
                const long *ldb, long *info) {
    int in = *n, ir = *rhs, ia = *lda, ib = *ldb, iinfo, ip[16];
    for (int i = 0; i < in; ++i)
        ip[i] = pivots[i];
    dgetrs_(t, &in, &ir, a, &ia, ip, b, &ib, &iinfo);
    *info = iinfo;
}
void dtrmm_64_(const char *s, const char *u, const char *t, const char *d, const long *m, const long *n, const double *alpha,
               const double *a, const long *lda, double *b, const long *ldb) {
    int im = *m, in = *n, ia = *lda, ib = *ldb;
    dtrmm_(s, u, t, d, &im, &in, alpha, a, &ia, b, &ib);
}
void dtrsm_64_(const char *s, const char *u, const char *t, const char *d, const long *m, const long *n, const double *alpha,
               const double *a, const long *lda, double *b, const long *ldb) {
    int im = *m, in = *n, ia = *lda, ib = *ldb;
    dtrsm_(s, u, t, d, &im, &in, alpha, a, &ia, b, &ib);
}
double cblas_ddot64_(long n, const double *x, long i, const double *y, long j) { return cblas_ddot(n, x, i, y, j); }
