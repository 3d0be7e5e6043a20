/* matmul, and matmul of a transposed matrix, for the kinds of reals and complex numbers that hardware has. */
#include "descriptor.h"

#pragma STDC CX_LIMITED_RANGE ON

/* Element (i, k) of the first operand; a vector is a row. */
#define LEFT(T, i, k) (*(const T *)(a->base + (i) * left_row + (k) * left_column))
#define RIGHT(T, k, j) (*(const T *)(b->base + (k) * b->dim[0].stride + (j) * right_column))

#define MULTIPLY(R, A, B, TRANSPOSED)                                                                                  \
  {                                                                                                                    \
    int64_t left_row = a->rank < 2 ? 0 : a->dim[TRANSPOSED].stride;                                                    \
    int64_t left_column = a->rank < 2 ? a->dim[0].stride : a->dim[!TRANSPOSED].stride;                                 \
    int64_t right_column = b->rank < 2 ? 0 : b->dim[1].stride;                                                         \
    int64_t rows = a->rank < 2 ? 1 : a->dim[TRANSPOSED].extent, columns = b->rank < 2 ? 1 : b->dim[1].extent;          \
    int64_t to_row = a->rank < 2 ? 0 : result->dim[0].stride;                                                          \
    int64_t to_column = b->rank < 2 ? 0 : a->rank < 2 ? result->dim[0].stride : result->dim[1].stride;                 \
    for (int64_t j = 0; j < columns; ++j) {                                                                            \
      for (int64_t i = 0; i < rows; ++i) {                                                                             \
        R sum = 0;                                                                                                     \
        for (int64_t k = 0; k < b->dim[0].extent; ++k)                                                                 \
          sum += LEFT(A, i, k) * RIGHT(B, k, j);                                                                       \
        *(R *)(result->base + i * to_row + j * to_column) = sum;                                                       \
      }                                                                                                                \
    }                                                                                                                  \
  }

#define PROVIDE(CODE, R, TRANSPOSED)                                                                                   \
  establish(result, a->rank + b->rank - 2, CODE, sizeof(R));                                                           \
  if (a->rank > 1)                                                                                                     \
    set_extent(result, 0, a->dim[TRANSPOSED].extent);                                                                  \
  if (a->rank > 1 && b->rank > 1)                                                                                      \
    set_extent(result, 1, b->dim[1].extent);                                                                           \
  else if (b->rank > 1)                                                                                                \
    set_extent(result, 0, b->dim[1].extent);                                                                           \
  provide(result);

#define ONE(NAME, KINDS, R, A, B, CODE, TRANSPOSED)                                                                    \
  void provide_##NAME##KINDS(Descriptor *result, const Descriptor *a, const Descriptor *b, const char *file, int line) \
      BODY(NAME##KINDS);                                                                                               \
  void provide_##NAME##KINDS(Descriptor *result, const Descriptor *a, const Descriptor *b, const char *file,           \
                             int line) {                                                                               \
    PROVIDE(CODE, R, TRANSPOSED)                                                                                       \
    MULTIPLY(R, A, B, TRANSPOSED)                                                                                      \
  }                                                                                                                    \
  void direct_##NAME##KINDS(const Descriptor *result, const Descriptor *a, const Descriptor *b, const char *file,      \
                            int line) BODY(NAME##Direct##KINDS);                                                       \
  void direct_##NAME##KINDS(const Descriptor *result, const Descriptor *a, const Descriptor *b, const char *file,      \
                            int line) MULTIPLY(R, A, B, TRANSPOSED)

#define BOTH(KINDS, R, A, B, CODE)                                                                                     \
  ONE(Matmul, KINDS, R, A, B, CODE, 0)                                                                                 \
  ONE(MatmulTranspose, KINDS, R, A, B, CODE, 1)

BOTH(Real4Real4, float, float, float, FLOAT)
BOTH(Real4Real8, double, float, double, DOUBLE)
BOTH(Real8Real4, double, double, float, DOUBLE)
BOTH(Real8Real8, double, double, double, DOUBLE)
BOTH(Real10Real10, long double, long double, long double, EXTENDED)
BOTH(Complex4Complex4, float _Complex, float _Complex, float _Complex, FLOAT_COMPLEX)
BOTH(Complex8Complex8, double _Complex, double _Complex, double _Complex, DOUBLE_COMPLEX)
BOTH(Real4Complex4, float _Complex, float, float _Complex, FLOAT_COMPLEX)
BOTH(Complex4Real4, float _Complex, float _Complex, float, FLOAT_COMPLEX)
BOTH(Real8Complex8, double _Complex, double, double _Complex, DOUBLE_COMPLEX)
BOTH(Complex8Real8, double _Complex, double _Complex, double, DOUBLE_COMPLEX)
BOTH(Real8Integer4, double, double, int32_t, DOUBLE)
BOTH(Integer4Real8, double, int32_t, double, DOUBLE)
BOTH(Real4Integer4, float, float, int32_t, FLOAT)
BOTH(Integer4Real4, float, int32_t, float, FLOAT)
