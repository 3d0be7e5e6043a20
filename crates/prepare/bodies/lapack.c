/* Routines of LAPACK that call others which have rules: systems solved at once, and the C interface. */
#include "blas.h"

/* A matrix by rows as one by columns, and back. */
#define LAPACK(T, L)                                                                                                   \
  void L##potrf_(const char *, const int *, T *, const int *, int *);                                                  \
  void L##potrs_(const char *, const int *, const int *, const T *, const int *, T *, const int *, int *);             \
  void L##getrf_(const int *, const int *, T *, const int *, int *, int *);                                            \
  void L##getrs_(const char *, const int *, const int *, const T *, const int *, const int *, T *, const int *,        \
                 int *);                                                                                               \
  void L##trtrs_(const char *, const char *, const char *, const int *, const int *, const T *, const int *, T *,      \
                 const int *, int *);                                                                                  \
                                                                                                                       \
  void L##gesv_(const int *n, const int *columns, T *a, const int *lda, int *pivots, T *b, const int *ldb, int *info)  \
      C_BODY(L##gesv_);                                                                                                \
  void L##gesv_(const int *n, const int *columns, T *a, const int *lda, int *pivots, T *b, const int *ldb,             \
                int *info) {                                                                                           \
    L##getrf_(n, n, a, lda, pivots, info);                                                                             \
    if (*info == 0)                                                                                                    \
      L##getrs_("N", n, columns, a, lda, pivots, b, ldb, info);                                                        \
  }                                                                                                                    \
  void L##posv_(const char *uplo, const int *n, const int *columns, T *a, const int *lda, T *b, const int *ldb,        \
                int *info) C_BODY(L##posv_);                                                                           \
  void L##posv_(const char *uplo, const int *n, const int *columns, T *a, const int *lda, T *b, const int *ldb,        \
                int *info) {                                                                                           \
    L##potrf_(uplo, n, a, lda, info);                                                                                  \
    if (*info == 0)                                                                                                    \
      L##potrs_(uplo, n, columns, a, lda, b, ldb, info);                                                               \
  }                                                                                                                    \
                                                                                                                       \
  HELPER T *L##by_columns(const T *a, int lda, int rows, int columns) {                                                \
    T *copy = malloc(sizeof(T) * (rows * columns > 0 ? rows * columns : 1));                                           \
    for (int i = 0; i < rows; ++i)                                                                                     \
      for (int j = 0; j < columns; ++j)                                                                                \
        copy[i + (int64_t)rows * j] = a[(int64_t)i * lda + j];                                                         \
    return copy;                                                                                                       \
  }                                                                                                                    \
  HELPER void L##by_rows(T *a, int lda, int rows, int columns, T *copy) {                                              \
    for (int i = 0; i < rows; ++i)                                                                                     \
      for (int j = 0; j < columns; ++j)                                                                                \
        a[(int64_t)i * lda + j] = copy[i + (int64_t)rows * j];                                                         \
    free(copy);                                                                                                        \
  }                                                                                                                    \
  HELPER int L##lu(int order, int m, int n, T *a, int lda, int *pivots) {                                              \
    int info;                                                                                                          \
    if (order == BY_COLUMNS) {                                                                                         \
      L##getrf_(&m, &n, a, &lda, pivots, &info);                                                                       \
      return info;                                                                                                     \
    }                                                                                                                  \
    T *copy = L##by_columns(a, lda, m, n);                                                                             \
    int rows = m > 1 ? m : 1;                                                                                          \
    L##getrf_(&m, &n, copy, &rows, pivots, &info);                                                                     \
    L##by_rows(a, lda, m, n, copy);                                                                                    \
    return info;                                                                                                       \
  }                                                                                                                    \
  HELPER int L##lu_solution(int order, char trans, int n, int columns, const T *a, int lda, const int *pivots, T *b,   \
                            int ldb) {                                                                                 \
    int info, rows = n > 1 ? n : 1;                                                                                    \
    if (order == BY_COLUMNS) {                                                                                         \
      L##getrs_(&trans, &n, &columns, a, &lda, pivots, b, &ldb, &info);                                                \
      return info;                                                                                                     \
    }                                                                                                                  \
    T *factors = L##by_columns(a, lda, n, n), *right = L##by_columns(b, ldb, n, columns);                              \
    L##getrs_(&trans, &n, &columns, factors, &rows, pivots, right, &rows, &info);                                      \
    L##by_rows(b, ldb, n, columns, right);                                                                             \
    free(factors);                                                                                                     \
    return info;                                                                                                       \
  }                                                                                                                    \
  /* By rows the one triangle of a symmetric matrix is the other one by columns. */                                    \
  HELPER char L##triangle(int order, char uplo) {                                                                      \
    return (triangle_of(&uplo) == UPPER) == (order == BY_COLUMNS) ? 'U' : 'L';                                         \
  }                                                                                                                    \
  HELPER int L##cholesky(int order, char uplo, int n, T *a, int lda) {                                                 \
    int info;                                                                                                          \
    char triangle = L##triangle(order, uplo);                                                                          \
    L##potrf_(&triangle, &n, a, &lda, &info);                                                                          \
    return info;                                                                                                       \
  }                                                                                                                    \
  HELPER int L##cholesky_solution(int order, char uplo, int n, int columns, const T *a, int lda, T *b, int ldb) {      \
    int info, rows = n > 1 ? n : 1;                                                                                    \
    char triangle = L##triangle(order, uplo);                                                                          \
    if (order == BY_COLUMNS) {                                                                                         \
      L##potrs_(&triangle, &n, &columns, a, &lda, b, &ldb, &info);                                                     \
      return info;                                                                                                     \
    }                                                                                                                  \
    T *right = L##by_columns(b, ldb, n, columns);                                                                      \
    L##potrs_(&triangle, &n, &columns, a, &lda, right, &rows, &info);                                                  \
    L##by_rows(b, ldb, n, columns, right);                                                                             \
    return info;                                                                                                       \
  }                                                                                                                    \
                                                                                                                       \
  int LAPACKE_##L##potrf(int order, char uplo, int n, T *a, int lda) C_BODY(LAPACKE_##L##potrf);                       \
  int LAPACKE_##L##potrf(int order, char uplo, int n, T *a, int lda) { return L##cholesky(order, uplo, n, a, lda); }   \
  int LAPACKE_##L##potrs(int order, char uplo, int n, int columns, const T *a, int lda, T *b, int ldb)                 \
      C_BODY(LAPACKE_##L##potrs);                                                                                      \
  int LAPACKE_##L##potrs(int order, char uplo, int n, int columns, const T *a, int lda, T *b, int ldb) {               \
    return L##cholesky_solution(order, uplo, n, columns, a, lda, b, ldb);                                              \
  }                                                                                                                    \
  int LAPACKE_##L##posv(int order, char uplo, int n, int columns, T *a, int lda, T *b, int ldb)                        \
      C_BODY(LAPACKE_##L##posv);                                                                                       \
  int LAPACKE_##L##posv(int order, char uplo, int n, int columns, T *a, int lda, T *b, int ldb) {                      \
    int info = L##cholesky(order, uplo, n, a, lda);                                                                    \
    return info != 0 ? info : L##cholesky_solution(order, uplo, n, columns, a, lda, b, ldb);                           \
  }                                                                                                                    \
  int LAPACKE_##L##getrf(int order, int m, int n, T *a, int lda, int *pivots) C_BODY(LAPACKE_##L##getrf);              \
  int LAPACKE_##L##getrf(int order, int m, int n, T *a, int lda, int *pivots) {                                        \
    return L##lu(order, m, n, a, lda, pivots);                                                                         \
  }                                                                                                                    \
  int LAPACKE_##L##getrs(int order, char trans, int n, int columns, const T *a, int lda, const int *pivots, T *b,      \
                         int ldb) C_BODY(LAPACKE_##L##getrs);                                                          \
  int LAPACKE_##L##getrs(int order, char trans, int n, int columns, const T *a, int lda, const int *pivots, T *b,      \
                         int ldb) {                                                                                    \
    return L##lu_solution(order, trans, n, columns, a, lda, pivots, b, ldb);                                           \
  }                                                                                                                    \
  int LAPACKE_##L##gesv(int order, int n, int columns, T *a, int lda, int *pivots, T *b, int ldb)                      \
      C_BODY(LAPACKE_##L##gesv);                                                                                       \
  int LAPACKE_##L##gesv(int order, int n, int columns, T *a, int lda, int *pivots, T *b, int ldb) {                    \
    int info = L##lu(order, n, n, a, lda, pivots);                                                                     \
    return info != 0 ? info : L##lu_solution(order, 'N', n, columns, a, lda, pivots, b, ldb);                          \
  }                                                                                                                    \
  int LAPACKE_##L##trtrs(int order, char uplo, char trans, char diag, int n, int columns, const T *a, int lda, T *b,   \
                         int ldb) C_BODY(LAPACKE_##L##trtrs);                                                          \
  int LAPACKE_##L##trtrs(int order, char uplo, char trans, char diag, int n, int columns, const T *a, int lda, T *b,   \
                         int ldb) {                                                                                    \
    int info, rows = n > 1 ? n : 1;                                                                                    \
    if (order == BY_COLUMNS) {                                                                                         \
      L##trtrs_(&uplo, &trans, &diag, &n, &columns, a, &lda, b, &ldb, &info);                                          \
      return info;                                                                                                     \
    }                                                                                                                  \
    char triangle = L##triangle(order, uplo), other = transposition_of(&trans) == NOT_TRANSPOSED ? 'T' : 'N';          \
    T *right = L##by_columns(b, ldb, n, columns);                                                                      \
    L##trtrs_(&triangle, &other, &diag, &n, &columns, a, &lda, right, &rows, &info);                                   \
    L##by_rows(b, ldb, n, columns, right);                                                                             \
    return info;                                                                                                       \
  }

LAPACK(double, d)
LAPACK(float, s)
