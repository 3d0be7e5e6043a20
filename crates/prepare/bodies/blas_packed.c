/* Routines of BLAS on packed and banded matrices, and the making of plane rotations, as the loops they are. */
#include "blas.h"

double fabs(double), sqrt(double), copysign(double, double);
float fabsf(float), sqrtf(float), copysignf(float, float);

/* Where the element in row i and column j is, of a symmetric or triangular matrix of which one triangle is stored. */
HELPER int64_t in_packed(int triangle, int64_t n, int64_t i, int64_t j) {
  return triangle == UPPER ? i + j * (j + 1) / 2 : i + (2 * n - j - 1) * j / 2;
}
HELPER int64_t in_band(int triangle, int64_t width, int64_t rows, int64_t i, int64_t j) {
  return j * rows + (triangle == UPPER ? width + i - j : i - j);
}
/* One triangle, packed (no width) or a band. */
typedef struct {
  int triangle;
  int64_t n, width, rows;
} Triangle;

HELPER int64_t in_triangle(const Triangle *t, int64_t i, int64_t j) {
  return t->rows > 0 ? in_band(t->triangle, t->width, t->rows, i, j) : in_packed(t->triangle, t->n, i, j);
}
HELPER int is_stored(const Triangle *t, int64_t i, int64_t j) {
  int64_t distance = t->triangle == UPPER ? j - i : i - j;
  return distance >= 0 && (t->rows == 0 || distance <= t->width);
}

#define REAL(T, L, S)                                                                                                  \
  HELPER void L##scaled(int64_t n, T beta, T *y, int64_t incy) {                                                       \
    for (int64_t i = 0; i < n; ++i)                                                                                    \
      y[at(i, n, incy)] = beta == 0 ? 0 : beta * y[at(i, n, incy)];                                                    \
  }                                                                                                                    \
  HELPER void L##general_band(int trans, int64_t m, int64_t n, int64_t below, int64_t above, T alpha, const T *a,      \
                              int64_t lda, const T *x, int64_t incx, T beta, T *y, int64_t incy) {                     \
    int plain = trans == NOT_TRANSPOSED;                                                                               \
    int64_t from = plain ? n : m, to = plain ? m : n;                                                                  \
    L##scaled(to, beta, y, incy);                                                                                      \
    for (int64_t j = 0; j < n; ++j)                                                                                    \
      for (int64_t i = j > above ? j - above : 0; i < m && i <= j + below; ++i) {                                      \
        T element = alpha * a[j * lda + above + i - j];                                                                \
        if (plain)                                                                                                     \
          y[at(i, to, incy)] += element * x[at(j, from, incx)];                                                        \
        else                                                                                                           \
          y[at(j, to, incy)] += element * x[at(i, from, incx)];                                                        \
      }                                                                                                                \
  }                                                                                                                    \
  HELPER void L##symmetric(const Triangle *t, T alpha, const T *a, const T *x, int64_t incx, T beta, T *y,             \
                           int64_t incy) {                                                                             \
    int64_t n = t->n;                                                                                                  \
    L##scaled(n, beta, y, incy);                                                                                       \
    for (int64_t j = 0; j < n; ++j)                                                                                    \
      for (int64_t i = 0; i < n; ++i)                                                                                  \
        if (is_stored(t, i, j)) {                                                                                      \
          T element = alpha * a[in_triangle(t, i, j)];                                                                 \
          y[at(i, n, incy)] += element * x[at(j, n, incx)];                                                            \
          if (i != j)                                                                                                  \
            y[at(j, n, incy)] += element * x[at(i, n, incx)];                                                          \
        }                                                                                                              \
  }                                                                                                                    \
  HELPER void L##update(const Triangle *t, T alpha, const T *x, int64_t incx, const T *y, int64_t incy, T *a) {        \
    int64_t n = t->n;                                                                                                  \
    for (int64_t j = 0; j < n; ++j)                                                                                    \
      for (int64_t i = 0; i < n; ++i)                                                                                  \
        if (is_stored(t, i, j))                                                                                        \
          a[in_triangle(t, i, j)] += alpha * x[at(i, n, incx)] * y[at(j, n, incy)];                                    \
  }                                                                                                                    \
  /* An element of op(A): rows and columns exchanged if transposed, ones on a diagonal that is not stored. */          \
  HELPER T L##element(const Triangle *t, int trans, int unit, const T *a, int64_t i, int64_t j) {                      \
    int64_t row = trans ? j : i, column = trans ? i : j;                                                               \
    if (i == j && unit)                                                                                                \
      return 1;                                                                                                        \
    return is_stored(t, row, column) ? a[in_triangle(t, row, column)] : 0;                                             \
  }                                                                                                                    \
  HELPER void L##product(const Triangle *t, int trans, int diag, const T *a, T *x, int64_t incx) {                     \
    int64_t n = t->n;                                                                                                  \
    int transposed = trans != NOT_TRANSPOSED, upper = (t->triangle == UPPER) != transposed;                            \
    for (int64_t k = 0; k < n; ++k) {                                                                                  \
      int64_t i = upper ? k : n - 1 - k;                                                                               \
      T sum = 0;                                                                                                       \
      for (int64_t j = upper ? i : 0; upper ? j < n : j <= i; ++j)                                                     \
        sum += L##element(t, transposed, diag == UNIT, a, i, j) * x[at(j, n, incx)];                                   \
      x[at(i, n, incx)] = sum;                                                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  HELPER void L##solution(const Triangle *t, int trans, int diag, const T *a, T *x, int64_t incx) {                    \
    int64_t n = t->n;                                                                                                  \
    int transposed = trans != NOT_TRANSPOSED, upper = (t->triangle == UPPER) != transposed;                            \
    for (int64_t k = 0; k < n; ++k) {                                                                                  \
      int64_t i = upper ? n - 1 - k : k;                                                                               \
      T sum = x[at(i, n, incx)];                                                                                       \
      for (int64_t j = upper ? i + 1 : 0; upper ? j < n : j < i; ++j)                                                  \
        sum -= L##element(t, transposed, diag == UNIT, a, i, j) * x[at(j, n, incx)];                                   \
      x[at(i, n, incx)] = diag == UNIT ? sum : sum / L##element(t, transposed, 0, a, i, i);                            \
    }                                                                                                                  \
  }                                                                                                                    \
  HELPER void L##rotation(T *a, T *b, T *c, T *s) {                                                                    \
    T p = *a, q = *b, scale = fabs##S(p) + fabs##S(q);                                                                 \
    if (scale == 0) {                                                                                                  \
      *c = 1;                                                                                                          \
      *s = 0;                                                                                                          \
      *b = 0;                                                                                                          \
      return;                                                                                                          \
    }                                                                                                                  \
    T length = scale * sqrt##S((p / scale) * (p / scale) + (q / scale) * (q / scale));                                 \
    T r = copysign##S(length, fabs##S(p) > fabs##S(q) ? p : q);                                                        \
    *c = p / r;                                                                                                        \
    *s = q / r;                                                                                                        \
    *a = r;                                                                                                            \
    *b = fabs##S(p) > fabs##S(q) ? q / r : p != 0 ? r / p : 1;                                                         \
  }                                                                                                                    \
                                                                                                                       \
  void cblas_##L##rotg(T *a, T *b, T *c, T *s) C_BODY(cblas_##L##rotg);                                                \
  void cblas_##L##rotg(T *a, T *b, T *c, T *s) { L##rotation(a, b, c, s); }                                            \
  void L##rotg_(T *a, T *b, T *c, T *s) C_BODY(L##rotg_);                                                              \
  void L##rotg_(T *a, T *b, T *c, T *s) { L##rotation(a, b, c, s); }                                                   \
                                                                                                                       \
  void cblas_##L##gbmv(int order, int trans, int m, int n, int kl, int ku, T alpha, const T *a, int lda, const T *x,   \
                       int incx, T beta, T *y, int incy) C_BODY(cblas_##L##gbmv);                                      \
  void cblas_##L##gbmv(int order, int trans, int m, int n, int kl, int ku, T alpha, const T *a, int lda, const T *x,   \
                       int incx, T beta, T *y, int incy) {                                                             \
    if (order == BY_COLUMNS)                                                                                           \
      L##general_band(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy);                                     \
    else                                                                                                               \
      L##general_band(other_transposition(trans), n, m, ku, kl, alpha, a, lda, x, incx, beta, y, incy);                \
  }                                                                                                                    \
  void L##gbmv_(const char *trans, const int *m, const int *n, const int *kl, const int *ku, const T *alpha,           \
                const T *a, const int *lda, const T *x, const int *incx, const T *beta, T *y, const int *incy)         \
      C_BODY(L##gbmv_);                                                                                                \
  void L##gbmv_(const char *trans, const int *m, const int *n, const int *kl, const int *ku, const T *alpha,           \
                const T *a, const int *lda, const T *x, const int *incx, const T *beta, T *y, const int *incy) {       \
    L##general_band(transposition_of(trans), *m, *n, *kl, *ku, *alpha, a, *lda, x, *incx, *beta, y, *incy);            \
  }                                                                                                                    \
                                                                                                                       \
  void cblas_##L##sbmv(int order, int uplo, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, T beta,  \
                       T *y, int incy) C_BODY(cblas_##L##sbmv);                                                        \
  void cblas_##L##sbmv(int order, int uplo, int n, int k, T alpha, const T *a, int lda, const T *x, int incx, T beta,  \
                       T *y, int incy) {                                                                               \
    Triangle t = {triangle_by_columns(order, uplo), n, k, lda};                                                        \
    L##symmetric(&t, alpha, a, x, incx, beta, y, incy);                                                                \
  }                                                                                                                    \
  void L##sbmv_(const char *uplo, const int *n, const int *k, const T *alpha, const T *a, const int *lda,              \
                const T *x, const int *incx, const T *beta, T *y, const int *incy) C_BODY(L##sbmv_);                   \
  void L##sbmv_(const char *uplo, const int *n, const int *k, const T *alpha, const T *a, const int *lda,              \
                const T *x, const int *incx, const T *beta, T *y, const int *incy) {                                   \
    Triangle t = {triangle_of(uplo), *n, *k, *lda};                                                                    \
    L##symmetric(&t, *alpha, a, x, *incx, *beta, y, *incy);                                                            \
  }                                                                                                                    \
  void cblas_##L##spmv(int order, int uplo, int n, T alpha, const T *a, const T *x, int incx, T beta, T *y, int incy)  \
      C_BODY(cblas_##L##spmv);                                                                                         \
  void cblas_##L##spmv(int order, int uplo, int n, T alpha, const T *a, const T *x, int incx, T beta, T *y,            \
                       int incy) {                                                                                     \
    Triangle t = {triangle_by_columns(order, uplo), n, 0, 0};                                                          \
    L##symmetric(&t, alpha, a, x, incx, beta, y, incy);                                                                \
  }                                                                                                                    \
  void L##spmv_(const char *uplo, const int *n, const T *alpha, const T *a, const T *x, const int *incx,               \
                const T *beta, T *y, const int *incy) C_BODY(L##spmv_);                                                \
  void L##spmv_(const char *uplo, const int *n, const T *alpha, const T *a, const T *x, const int *incx,               \
                const T *beta, T *y, const int *incy) {                                                                \
    Triangle t = {triangle_of(uplo), *n, 0, 0};                                                                        \
    L##symmetric(&t, *alpha, a, x, *incx, *beta, y, *incy);                                                            \
  }                                                                                                                    \
                                                                                                                       \
  void cblas_##L##spr(int order, int uplo, int n, T alpha, const T *x, int incx, T *a) C_BODY(cblas_##L##spr);         \
  void cblas_##L##spr(int order, int uplo, int n, T alpha, const T *x, int incx, T *a) {                               \
    Triangle t = {triangle_by_columns(order, uplo), n, 0, 0};                                                          \
    L##update(&t, alpha, x, incx, x, incx, a);                                                                         \
  }                                                                                                                    \
  void L##spr_(const char *uplo, const int *n, const T *alpha, const T *x, const int *incx, T *a) C_BODY(L##spr_);     \
  void L##spr_(const char *uplo, const int *n, const T *alpha, const T *x, const int *incx, T *a) {                    \
    Triangle t = {triangle_of(uplo), *n, 0, 0};                                                                        \
    L##update(&t, *alpha, x, *incx, x, *incx, a);                                                                      \
  }                                                                                                                    \
  void cblas_##L##spr2(int order, int uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a)          \
      C_BODY(cblas_##L##spr2);                                                                                         \
  void cblas_##L##spr2(int order, int uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a) {        \
    Triangle t = {triangle_by_columns(order, uplo), n, 0, 0};                                                          \
    L##update(&t, alpha, x, incx, y, incy, a);                                                                         \
    L##update(&t, alpha, y, incy, x, incx, a);                                                                         \
  }                                                                                                                    \
  void L##spr2_(const char *uplo, const int *n, const T *alpha, const T *x, const int *incx, const T *y,               \
                const int *incy, T *a) C_BODY(L##spr2_);                                                               \
  void L##spr2_(const char *uplo, const int *n, const T *alpha, const T *x, const int *incx, const T *y,               \
                const int *incy, T *a) {                                                                               \
    Triangle t = {triangle_of(uplo), *n, 0, 0};                                                                        \
    L##update(&t, *alpha, x, *incx, y, *incy, a);                                                                      \
    L##update(&t, *alpha, y, *incy, x, *incx, a);                                                                      \
  }                                                                                                                    \
  TRIANGULAR(T, L, mv, product)                                                                                        \
  TRIANGULAR(T, L, sv, solution)

#define TRIANGULAR(T, L, NAME, WORK)                                                                                   \
  void cblas_##L##tp##NAME(int order, int uplo, int trans, int diag, int n, const T *a, T *x, int incx)                \
      C_BODY(cblas_##L##tp##NAME);                                                                                     \
  void cblas_##L##tp##NAME(int order, int uplo, int trans, int diag, int n, const T *a, T *x, int incx) {              \
    Triangle t = {triangle_by_columns(order, uplo), n, 0, 0};                                                          \
    L##WORK(&t, transposition_by_columns(order, trans), diag, a, x, incx);                                             \
  }                                                                                                                    \
  void L##tp##NAME##_(const char *uplo, const char *trans, const char *diag, const int *n, const T *a, T *x,           \
                      const int *incx) C_BODY(L##tp##NAME##_);                                                         \
  void L##tp##NAME##_(const char *uplo, const char *trans, const char *diag, const int *n, const T *a, T *x,           \
                      const int *incx) {                                                                               \
    Triangle t = {triangle_of(uplo), *n, 0, 0};                                                                        \
    L##WORK(&t, transposition_of(trans), diagonal_of(diag), a, x, *incx);                                              \
  }                                                                                                                    \
  void cblas_##L##tb##NAME(int order, int uplo, int trans, int diag, int n, int k, const T *a, int lda, T *x,          \
                           int incx) C_BODY(cblas_##L##tb##NAME);                                                      \
  void cblas_##L##tb##NAME(int order, int uplo, int trans, int diag, int n, int k, const T *a, int lda, T *x,          \
                           int incx) {                                                                                 \
    Triangle t = {triangle_by_columns(order, uplo), n, k, lda};                                                        \
    L##WORK(&t, transposition_by_columns(order, trans), diag, a, x, incx);                                             \
  }                                                                                                                    \
  void L##tb##NAME##_(const char *uplo, const char *trans, const char *diag, const int *n, const int *k, const T *a,   \
                      const int *lda, T *x, const int *incx) C_BODY(L##tb##NAME##_);                                   \
  void L##tb##NAME##_(const char *uplo, const char *trans, const char *diag, const int *n, const int *k, const T *a,   \
                      const int *lda, T *x, const int *incx) {                                                         \
    Triangle t = {triangle_of(uplo), *n, *k, *lda};                                                                    \
    L##WORK(&t, transposition_of(trans), diagonal_of(diag), a, x, *incx);                                              \
  }

REAL(double, d, )
REAL(float, s, f)
