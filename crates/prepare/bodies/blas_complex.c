/* Routines of BLAS on complex numbers, as the loops they are. */
#include "blas.h"

#pragma STDC CX_LIMITED_RANGE ON

double fabs(double), sqrt(double);
float fabsf(float), sqrtf(float);

/* T: real, Z: complex, L: the letter of its routines, R: that of real ones, S: the suffix of functions. */
#define COMPLEX(T, Z, L, R, S)                                                                                         \
  HELPER Z L##conjugate(Z z) {                                                                                         \
    __imag__ z = -__imag__ z;                                                                                          \
    return z;                                                                                                          \
  }                                                                                                                    \
  HELPER Z L##inner(int64_t n, const Z *x, int64_t incx, const Z *y, int64_t incy, int conjugated) {                   \
    Z sum = 0;                                                                                                         \
    for (int64_t i = 0; i < n; ++i) {                                                                                  \
      Z left = x[at(i, n, incx)];                                                                                      \
      sum += (conjugated ? L##conjugate(left) : left) * y[at(i, n, incy)];                                             \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }                                                                                                                    \
  HELPER void L##add(int64_t n, Z alpha, const Z *x, int64_t incx, Z *y, int64_t incy) {                               \
    for (int64_t i = 0; i < n; ++i)                                                                                    \
      y[at(i, n, incy)] += alpha * x[at(i, n, incx)];                                                                  \
  }                                                                                                                    \
  HELPER void L##duplicate(int64_t n, const Z *x, int64_t incx, Z *y, int64_t incy) {                                  \
    for (int64_t i = 0; i < n; ++i)                                                                                    \
      y[at(i, n, incy)] = x[at(i, n, incx)];                                                                           \
  }                                                                                                                    \
  HELPER void L##exchange(int64_t n, Z *x, int64_t incx, Z *y, int64_t incy) {                                         \
    for (int64_t i = 0; i < n; ++i) {                                                                                  \
      Z old = x[at(i, n, incx)];                                                                                       \
      x[at(i, n, incx)] = y[at(i, n, incy)];                                                                           \
      y[at(i, n, incy)] = old;                                                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  HELPER void L##multiply(int64_t n, Z alpha, Z *x, int64_t incx) {                                                    \
    for (int64_t i = 0; incx > 0 && i < n; ++i)                                                                        \
      x[i * incx] *= alpha;                                                                                            \
  }                                                                                                                    \
  HELPER void L##multiply_real(int64_t n, T alpha, Z *x, int64_t incx) {                                               \
    for (int64_t i = 0; incx > 0 && i < n; ++i)                                                                        \
      x[i * incx] *= alpha;                                                                                            \
  }                                                                                                                    \
  HELPER T L##length(int64_t n, const Z *x, int64_t incx) {                                                            \
    T sum = 0;                                                                                                         \
    for (int64_t i = 0; i < n; ++i) {                                                                                  \
      Z z = x[at(i, n, incx)];                                                                                         \
      sum += __real__ z * __real__ z + __imag__ z * __imag__ z;                                                        \
    }                                                                                                                  \
    return sum == 0 ? 0 : sqrt##S(sum);                                                                                \
  }                                                                                                                    \
  HELPER T L##absolute(int64_t n, const Z *x, int64_t incx) {                                                          \
    T sum = 0;                                                                                                         \
    for (int64_t i = 0; incx > 0 && i < n; ++i)                                                                        \
      sum += fabs##S(__real__ x[i * incx]) + fabs##S(__imag__ x[i * incx]);                                            \
    return sum;                                                                                                        \
  }                                                                                                                    \
  /* An element of op(A), A by columns (or by rows, where rows and columns are exchanged once more). */                \
  HELPER Z L##entry(const Z *a, int64_t lda, int order, int trans, int64_t i, int64_t j) {                             \
    int exchanged = (trans != NOT_TRANSPOSED) != (order == BY_ROWS);                                                   \
    Z element = exchanged ? a[j + i * lda] : a[i + j * lda];                                                           \
    return trans == CONJUGATED ? L##conjugate(element) : element;                                                      \
  }                                                                                                                    \
  HELPER Z L##times_old(Z beta, Z old) { return beta == 0 ? 0 : beta * old; }                                          \
  HELPER void L##vector_product(int order, int trans, int64_t m, int64_t n, Z alpha, const Z *a, int64_t lda,          \
                                const Z *x, int64_t incx, Z beta, Z *y, int64_t incy) {                                \
    int64_t rows = trans == NOT_TRANSPOSED ? m : n, columns = trans == NOT_TRANSPOSED ? n : m;                         \
    for (int64_t i = 0; i < rows; ++i) {                                                                               \
      Z sum = 0;                                                                                                       \
      for (int64_t j = 0; j < columns; ++j)                                                                            \
        sum += L##entry(a, lda, order, trans, i, j) * x[at(j, columns, incx)];                                         \
      y[at(i, rows, incy)] = alpha * sum + L##times_old(beta, y[at(i, rows, incy)]);                                   \
    }                                                                                                                  \
  }                                                                                                                    \
  HELPER void L##outer(int order, int64_t m, int64_t n, Z alpha, const Z *x, int64_t incx, const Z *y, int64_t incy,   \
                       Z *a, int64_t lda, int conjugated) {                                                            \
    for (int64_t j = 0; j < n; ++j)                                                                                    \
      for (int64_t i = 0; i < m; ++i) {                                                                                \
        Z right = y[at(j, n, incy)];                                                                                   \
        a[order == BY_ROWS ? j + i * lda : i + j * lda] +=                                                             \
            alpha * x[at(i, m, incx)] * (conjugated ? L##conjugate(right) : right);                                    \
      }                                                                                                                \
  }                                                                                                                    \
  HELPER void L##matrix_product(int order, int transa, int transb, int64_t m, int64_t n, int64_t k, Z alpha,           \
                                const Z *a, int64_t lda, const Z *b, int64_t ldb, Z beta, Z *c, int64_t ldc) {         \
    for (int64_t j = 0; j < n; ++j)                                                                                    \
      for (int64_t i = 0; i < m; ++i) {                                                                                \
        Z sum = 0, *place = &c[order == BY_ROWS ? j + i * ldc : i + j * ldc];                                          \
        for (int64_t l = 0; l < k; ++l)                                                                                \
          sum += L##entry(a, lda, order, transa, i, l) * L##entry(b, ldb, order, transb, l, j);                        \
        *place = alpha * sum + L##times_old(beta, *place);                                                             \
      }                                                                                                                \
  }                                                                                                                    \
                                                                                                                       \
  void cblas_##L##dotu_sub(int n, const void *x, int incx, const void *y, int incy, void *sum)                         \
      C_BODY(cblas_##L##dotu_sub);                                                                                     \
  void cblas_##L##dotu_sub(int n, const void *x, int incx, const void *y, int incy, void *sum) {                       \
    *(Z *)sum = L##inner(n, x, incx, y, incy, 0);                                                                      \
  }                                                                                                                    \
  void cblas_##L##dotc_sub(int n, const void *x, int incx, const void *y, int incy, void *sum)                         \
      C_BODY(cblas_##L##dotc_sub);                                                                                     \
  void cblas_##L##dotc_sub(int n, const void *x, int incx, const void *y, int incy, void *sum) {                       \
    *(Z *)sum = L##inner(n, x, incx, y, incy, 1);                                                                      \
  }                                                                                                                    \
  Z L##dotu_(const int *n, const Z *x, const int *incx, const Z *y, const int *incy) C_BODY(L##dotu_);                 \
  Z L##dotu_(const int *n, const Z *x, const int *incx, const Z *y, const int *incy) {                                 \
    return L##inner(*n, x, *incx, y, *incy, 0);                                                                        \
  }                                                                                                                    \
  Z L##dotc_(const int *n, const Z *x, const int *incx, const Z *y, const int *incy) C_BODY(L##dotc_);                 \
  Z L##dotc_(const int *n, const Z *x, const int *incx, const Z *y, const int *incy) {                                 \
    return L##inner(*n, x, *incx, y, *incy, 1);                                                                        \
  }                                                                                                                    \
  void cblas_##L##axpy(int n, const void *alpha, const void *x, int incx, void *y, int incy) C_BODY(cblas_##L##axpy);  \
  void cblas_##L##axpy(int n, const void *alpha, const void *x, int incx, void *y, int incy) {                         \
    L##add(n, *(const Z *)alpha, x, incx, y, incy);                                                                    \
  }                                                                                                                    \
  void L##axpy_(const int *n, const Z *alpha, const Z *x, const int *incx, Z *y, const int *incy) C_BODY(L##axpy_);    \
  void L##axpy_(const int *n, const Z *alpha, const Z *x, const int *incx, Z *y, const int *incy) {                    \
    L##add(*n, *alpha, x, *incx, y, *incy);                                                                            \
  }                                                                                                                    \
  void cblas_##L##copy(int n, const void *x, int incx, void *y, int incy) C_BODY(cblas_##L##copy);                     \
  void cblas_##L##copy(int n, const void *x, int incx, void *y, int incy) { L##duplicate(n, x, incx, y, incy); }       \
  void L##copy_(const int *n, const Z *x, const int *incx, Z *y, const int *incy) C_BODY(L##copy_);                    \
  void L##copy_(const int *n, const Z *x, const int *incx, Z *y, const int *incy) {                                    \
    L##duplicate(*n, x, *incx, y, *incy);                                                                              \
  }                                                                                                                    \
  void cblas_##L##swap(int n, void *x, int incx, void *y, int incy) C_BODY(cblas_##L##swap);                           \
  void cblas_##L##swap(int n, void *x, int incx, void *y, int incy) { L##exchange(n, x, incx, y, incy); }              \
  void L##swap_(const int *n, Z *x, const int *incx, Z *y, const int *incy) C_BODY(L##swap_);                          \
  void L##swap_(const int *n, Z *x, const int *incx, Z *y, const int *incy) { L##exchange(*n, x, *incx, y, *incy); }   \
  void cblas_##L##scal(int n, const void *alpha, void *x, int incx) C_BODY(cblas_##L##scal);                           \
  void cblas_##L##scal(int n, const void *alpha, void *x, int incx) { L##multiply(n, *(const Z *)alpha, x, incx); }    \
  void L##scal_(const int *n, const Z *alpha, Z *x, const int *incx) C_BODY(L##scal_);                                 \
  void L##scal_(const int *n, const Z *alpha, Z *x, const int *incx) { L##multiply(*n, *alpha, x, *incx); }            \
  void cblas_##L##R##scal(int n, T alpha, void *x, int incx) C_BODY(cblas_##L##R##scal);                               \
  void cblas_##L##R##scal(int n, T alpha, void *x, int incx) { L##multiply_real(n, alpha, x, incx); }                  \
  void L##R##scal_(const int *n, const T *alpha, Z *x, const int *incx) C_BODY(L##R##scal_);                           \
  void L##R##scal_(const int *n, const T *alpha, Z *x, const int *incx) { L##multiply_real(*n, *alpha, x, *incx); }    \
  T cblas_##R##L##nrm2(int n, const void *x, int incx) C_BODY(cblas_##R##L##nrm2);                                     \
  T cblas_##R##L##nrm2(int n, const void *x, int incx) { return L##length(n, x, incx); }                               \
  T R##L##nrm2_(const int *n, const Z *x, const int *incx) C_BODY(R##L##nrm2_);                                        \
  T R##L##nrm2_(const int *n, const Z *x, const int *incx) { return L##length(*n, x, *incx); }                         \
  T cblas_##R##L##asum(int n, const void *x, int incx) C_BODY(cblas_##R##L##asum);                                     \
  T cblas_##R##L##asum(int n, const void *x, int incx) { return L##absolute(n, x, incx); }                             \
  T R##L##asum_(const int *n, const Z *x, const int *incx) C_BODY(R##L##asum_);                                        \
  T R##L##asum_(const int *n, const Z *x, const int *incx) { return L##absolute(*n, x, *incx); }                       \
  void cblas_##L##gemv(int order, int trans, int m, int n, const void *alpha, const void *a, int lda, const void *x,   \
                       int incx, const void *beta, void *y, int incy) C_BODY(cblas_##L##gemv);                         \
  void cblas_##L##gemv(int order, int trans, int m, int n, const void *alpha, const void *a, int lda, const void *x,   \
                       int incx, const void *beta, void *y, int incy) {                                                \
    L##vector_product(order, trans, m, n, *(const Z *)alpha, a, lda, x, incx, *(const Z *)beta, y, incy);              \
  }                                                                                                                    \
  void L##gemv_(const char *trans, const int *m, const int *n, const Z *alpha, const Z *a, const int *lda,             \
                const Z *x, const int *incx, const Z *beta, Z *y, const int *incy) C_BODY(L##gemv_);                   \
  void L##gemv_(const char *trans, const int *m, const int *n, const Z *alpha, const Z *a, const int *lda,             \
                const Z *x, const int *incx, const Z *beta, Z *y, const int *incy) {                                   \
    L##vector_product(BY_COLUMNS, transposition_of(trans), *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);        \
  }                                                                                                                    \
  OUTER_PRODUCT(Z, L, geru, 0)                                                                                         \
  OUTER_PRODUCT(Z, L, gerc, 1)                                                                                         \
  void cblas_##L##gemm(int order, int transa, int transb, int m, int n, int k, const void *alpha, const void *a,       \
                       int lda, const void *b, int ldb, const void *beta, void *c, int ldc)                            \
      C_BODY(cblas_##L##gemm);                                                                                         \
  void cblas_##L##gemm(int order, int transa, int transb, int m, int n, int k, const void *alpha, const void *a,       \
                       int lda, const void *b, int ldb, const void *beta, void *c, int ldc) {                          \
    L##matrix_product(order, transa, transb, m, n, k, *(const Z *)alpha, a, lda, b, ldb, *(const Z *)beta, c, ldc);    \
  }                                                                                                                    \
  void L##gemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const Z *alpha,      \
                const Z *a, const int *lda, const Z *b, const int *ldb, const Z *beta, Z *c, const int *ldc)           \
      C_BODY(L##gemm_);                                                                                                \
  void L##gemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k, const Z *alpha,      \
                const Z *a, const int *lda, const Z *b, const int *ldb, const Z *beta, Z *c, const int *ldc) {         \
    L##matrix_product(BY_COLUMNS, transposition_of(transa), transposition_of(transb), *m, *n, *k, *alpha, a, *lda, b,  \
                      *ldb, *beta, c, *ldc);                                                                           \
  }

#define OUTER_PRODUCT(Z, L, NAME, CONJUGATE)                                                                           \
  void cblas_##L##NAME(int order, int m, int n, const void *alpha, const void *x, int incx, const void *y, int incy,   \
                       void *a, int lda) C_BODY(cblas_##L##NAME);                                                      \
  void cblas_##L##NAME(int order, int m, int n, const void *alpha, const void *x, int incx, const void *y, int incy,   \
                       void *a, int lda) {                                                                             \
    L##outer(order, m, n, *(const Z *)alpha, x, incx, y, incy, a, lda, CONJUGATE);                                     \
  }                                                                                                                    \
  void L##NAME##_(const int *m, const int *n, const Z *alpha, const Z *x, const int *incx, const Z *y,                 \
                  const int *incy, Z *a, const int *lda) C_BODY(L##NAME##_);                                           \
  void L##NAME##_(const int *m, const int *n, const Z *alpha, const Z *x, const int *incx, const Z *y,                 \
                  const int *incy, Z *a, const int *lda) {                                                             \
    L##outer(BY_COLUMNS, *m, *n, *alpha, x, *incx, y, *incy, a, *lda, CONJUGATE);                                      \
  }

COMPLEX(double, double _Complex, z, d, )
COMPLEX(float, float _Complex, c, s, f)
