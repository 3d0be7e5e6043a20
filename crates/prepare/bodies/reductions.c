/* sum, product, maxval, minval, norm2, dot_product, maxloc, minloc, all, any, count: over whole arrays and along a
 * dimension. */
#include "descriptor.h"

#pragma STDC CX_LIMITED_RANGE ON

double sqrt(double);
float sqrtf(float);
long double sqrtl(long double);

/* Accumulates elements of type T, which `value` names, into `sum`. */
#define REDUCE_ALL(T, a, mask, ACCUMULATE)                                                                             \
  {                                                                                                                    \
    int64_t rows = row_count(a), length = row_length(a);                                                               \
    for (int64_t row = 0; row < rows; ++row) {                                                                         \
      const char *at = (a)->base + row_offset(a, row);                                                                 \
      for (int64_t i = 0; i < length; ++i) {                                                                           \
        if (holds(mask, row * length + i)) {                                                                           \
          const T value = *(const T *)(at + i * row_stride(a));                                                        \
          ACCUMULATE                                                                                                   \
        }                                                                                                              \
      }                                                                                                                \
    }                                                                                                                  \
  }

#define REDUCE_LINE(T, a, along, line, mask, ACCUMULATE)                                                               \
  {                                                                                                                    \
    const char *at = (a)->base + line_offset(a, along, line);                                                          \
    const char *mask_at = mask ? mask->base + (mask->rank > 0 ? line_offset(mask, along, line) : 0) : 0;               \
    int64_t mask_stride = mask && mask->rank > 0 ? mask->dim[along].stride : 0;                                        \
    for (int64_t i = 0; i < (a)->dim[along].extent; ++i) {                                                             \
      if (!mask || is_true(mask_at + i * mask_stride, mask->size)) {                                                   \
        const T value = *(const T *)(at + i * (a)->dim[along].stride);                                                 \
        ACCUMULATE                                                                                                     \
      }                                                                                                                \
    }                                                                                                                  \
  }

#define SUM(T) sum += value;
#define PRODUCT(T) sum *= value;
#define MAXIMUM(T)                                                                                                     \
  if (!any || value > sum)                                                                                             \
    sum = value;                                                                                                       \
  any = 1;
#define MINIMUM(T)                                                                                                     \
  if (!any || value < sum)                                                                                             \
    sum = value;                                                                                                       \
  any = 1;

#define WHOLE(NAME, T, KIND, START, ACCUMULATE)                                                                        \
  T whole_##NAME##KIND(const Descriptor *a, const char *file, int line, int dim, const Descriptor *mask)               \
      BODY(NAME##Real##KIND);                                                                                          \
  T whole_##NAME##KIND(const Descriptor *a, const char *file, int line, int dim, const Descriptor *mask) {             \
    T sum = START;                                                                                                     \
    int any = 0;                                                                                                       \
    (void)any;                                                                                                         \
    REDUCE_ALL(T, a, mask, ACCUMULATE(T))                                                                              \
    return sum;                                                                                                        \
  }

#define COMPLEX_WHOLE(NAME, T, KIND, START, ACCUMULATE)                                                                \
  void whole_complex_##NAME##KIND(T _Complex *result, const Descriptor *a, const char *file, int line, int dim,        \
                                  const Descriptor *mask) BODY(Cpp##NAME##Complex##KIND);                              \
  void whole_complex_##NAME##KIND(T _Complex *result, const Descriptor *a, const char *file, int line, int dim,        \
                                  const Descriptor *mask) {                                                            \
    T _Complex sum = START;                                                                                            \
    REDUCE_ALL(T _Complex, a, mask, ACCUMULATE(T))                                                                     \
    *result = sum;                                                                                                     \
  }

/* The largest component first, so that squares neither overflow nor vanish; the norm of nothing has no slope. */
#define NORM(T, KIND, ROOT)                                                                                            \
  HELPER T norm_of(T)(const Descriptor *a, int along, int64_t line) {                                                  \
    T largest = 0, sum = 0;                                                                                            \
    if (along < 0)                                                                                                     \
      REDUCE_ALL(T, a, (const Descriptor *)0, largest = (value < 0 ? -value : value) > largest ? (value < 0 ? -value : value) : largest;) \
    else                                                                                                               \
      REDUCE_LINE(T, a, along, line, ((const Descriptor *)0), largest = (value < 0 ? -value : value) > largest ? (value < 0 ? -value : value) : largest;) \
    if (largest == 0)                                                                                                  \
      return 0;                                                                                                        \
    if (along < 0)                                                                                                     \
      REDUCE_ALL(T, a, (const Descriptor *)0, sum += value / largest * (value / largest);)                             \
    else                                                                                                               \
      REDUCE_LINE(T, a, along, line, ((const Descriptor *)0), sum += value / largest * (value / largest);)             \
    return largest * ROOT(sum);                                                                                        \
  }                                                                                                                    \
  T whole_norm##KIND(const Descriptor *a, const char *file, int line, int dim) BODY(Norm2_##KIND);                     \
  T whole_norm##KIND(const Descriptor *a, const char *file, int line, int dim) { return norm_of(T)(a, -1, 0); }

#define norm_of(T) norm_##T
NORM(float, 4, sqrtf)
NORM(double, 8, sqrt)
typedef long double extended;
NORM(extended, 10, sqrtl)

#define REAL_KINDS(T, KIND, LARGEST)                                                                                   \
  WHOLE(Sum, T, KIND, 0, SUM)                                                                                          \
  WHOLE(Product, T, KIND, 1, PRODUCT)                                                                                  \
  WHOLE(Maxval, T, KIND, -LARGEST, MAXIMUM)                                                                            \
  WHOLE(Minval, T, KIND, LARGEST, MINIMUM)                                                                             \
  T dot##KIND(const Descriptor *a, const Descriptor *b, const char *file, int line) BODY(DotProductReal##KIND);        \
  T dot##KIND(const Descriptor *a, const Descriptor *b, const char *file, int line) {                                  \
    T sum = 0;                                                                                                         \
    for (int64_t i = 0; i < a->dim[0].extent; ++i)                                                                     \
      sum += *(const T *)(a->base + i * a->dim[0].stride) * *(const T *)(b->base + i * b->dim[0].stride);              \
    return sum;                                                                                                        \
  }

REAL_KINDS(float, 4, __FLT_MAX__)
REAL_KINDS(double, 8, __DBL_MAX__)
REAL_KINDS(long double, 10, __LDBL_MAX__)

#define COMPLEX_KINDS(T, KIND)                                                                                         \
  COMPLEX_WHOLE(Sum, T, KIND, 0, SUM)                                                                                  \
  COMPLEX_WHOLE(Product, T, KIND, 1, PRODUCT)                                                                          \
  void complex_dot##KIND(T _Complex *result, const Descriptor *a, const Descriptor *b, const char *file, int line)     \
      BODY(CppDotProductComplex##KIND);                                                                                \
  void complex_dot##KIND(T _Complex *result, const Descriptor *a, const Descriptor *b, const char *file, int line) {   \
    T _Complex sum = 0;                                                                                                \
    for (int64_t i = 0; i < a->dim[0].extent; ++i)                                                                     \
      sum += ~*(const T _Complex *)(a->base + i * a->dim[0].stride) *                                                  \
             *(const T _Complex *)(b->base + i * b->dim[0].stride);                                                    \
    *result = sum;                                                                                                     \
  }

COMPLEX_KINDS(float, 4)
COMPLEX_KINDS(double, 8)

/* Reduces all lines of an array of one element type. */
#define LINES(T, CODE, START, ACCUMULATE)                                                                              \
  {                                                                                                                    \
    provide_without(result, a, along, CODE, sizeof(T));                                                                \
    int64_t lines = element_count(result);                                                                             \
    for (int64_t line = 0; line < lines; ++line) {                                                                     \
      T sum = START;                                                                                                   \
      int any = 0;                                                                                                     \
      (void)any;                                                                                                       \
      REDUCE_LINE(T, a, along, line, mask, ACCUMULATE(T))                                                              \
      *(T *)(result->base + line * sizeof(T)) = sum;                                                                   \
    }                                                                                                                  \
  }

/* Integers are of no interest but must come out right. */
#define INTEGER_LINES(START, ACCUMULATE)                                                                               \
  switch (a->size) {                                                                                                   \
  case 1:                                                                                                              \
    LINES(int8_t, a->type, START, ACCUMULATE) break;                                                                   \
  case 2:                                                                                                              \
    LINES(int16_t, a->type, START, ACCUMULATE) break;                                                                  \
  case 4:                                                                                                              \
    LINES(int32_t, a->type, START, ACCUMULATE) break;                                                                  \
  default:                                                                                                             \
    LINES(int64_t, a->type, START, ACCUMULATE)                                                                         \
  }

#define DIMENSION(NAME, START, INTEGER_START, ACCUMULATE, COMPLEX_CASES)                                               \
  void along_##NAME(Descriptor *result, const Descriptor *a, int dim, const char *file, int source_line,               \
                    const Descriptor *mask) BODY(NAME##Dim);                                                           \
  void along_##NAME(Descriptor *result, const Descriptor *a, int dim, const char *file, int source_line,               \
                    const Descriptor *mask) {                                                                          \
    int along = dim - 1;                                                                                               \
    switch (a->type) {                                                                                                 \
    case FLOAT:                                                                                                        \
      LINES(float, FLOAT, START(FLT), ACCUMULATE) break;                                                               \
    case DOUBLE:                                                                                                       \
      LINES(double, DOUBLE, START(DBL), ACCUMULATE) break;                                                             \
    case EXTENDED:                                                                                                     \
      LINES(long double, EXTENDED, START(LDBL), ACCUMULATE) break;                                                     \
      COMPLEX_CASES                                                                                                    \
    default:                                                                                                           \
      INTEGER_LINES(INTEGER_START, ACCUMULATE)                                                                         \
    }                                                                                                                  \
  }

#define NOTHING(FORMAT) 0
#define ONE(FORMAT) 1
#define LOWEST(FORMAT) -__##FORMAT##_MAX__
#define HIGHEST(FORMAT) __##FORMAT##_MAX__
#define COMPLEX_LINES(START, ACCUMULATE)                                                                               \
  case FLOAT_COMPLEX:                                                                                                  \
    LINES(float _Complex, FLOAT_COMPLEX, START, ACCUMULATE) break;                                                     \
  case DOUBLE_COMPLEX:                                                                                                 \
    LINES(double _Complex, DOUBLE_COMPLEX, START, ACCUMULATE) break;

DIMENSION(Sum, NOTHING, 0, SUM, COMPLEX_LINES(0, SUM))
DIMENSION(Product, ONE, 1, PRODUCT, COMPLEX_LINES(1, PRODUCT))
DIMENSION(Maxval, LOWEST, 0, MAXIMUM, )
DIMENSION(Minval, HIGHEST, 0, MINIMUM, )

void along_norm(Descriptor *result, const Descriptor *a, int dim, const char *file, int source_line) BODY(Norm2Dim);
void along_norm(Descriptor *result, const Descriptor *a, int dim, const char *file, int source_line) {
  provide_without(result, a, dim - 1, a->type, a->size);
  int64_t lines = element_count(result);
  for (int64_t line = 0; line < lines; ++line) {
    if (a->type == FLOAT)
      ((float *)result->base)[line] = norm_float(a, dim - 1, line);
    else if (a->type == DOUBLE)
      ((double *)result->base)[line] = norm_double(a, dim - 1, line);
    else
      ((long double *)result->base)[line] = norm_extended(a, dim - 1, line);
  }
}

/* Where the extremum of a line is, from 1; 0 if there is none. */
#define PLACE(NAME, T, BETTER)                                                                                         \
  HELPER int64_t place_##NAME##_##T(const Descriptor *a, int along, int64_t line, const Descriptor *mask,              \
                                    _Bool back) {                                                                      \
    int64_t found = 0;                                                                                                 \
    T best = 0;                                                                                                        \
    REDUCE_LINE(T, a, along, line, mask, if (!found || value BETTER best || (back && value == best)) {                 \
      best = value;                                                                                                    \
      found = i + 1;                                                                                                   \
    })                                                                                                                 \
    return found;                                                                                                      \
  }

#define PLACES(NAME, BETTER)                                                                                           \
  PLACE(NAME, float, BETTER)                                                                                           \
  PLACE(NAME, double, BETTER)                                                                                          \
  PLACE(NAME, extended, BETTER)                                                                                        \
  PLACE(NAME, int8_t, BETTER)                                                                                          \
  PLACE(NAME, int16_t, BETTER)                                                                                         \
  PLACE(NAME, int32_t, BETTER)                                                                                         \
  PLACE(NAME, int64_t, BETTER)                                                                                         \
  HELPER int64_t place_##NAME(const Descriptor *a, int along, int64_t line, const Descriptor *mask, _Bool back) {      \
    switch (a->type) {                                                                                                 \
    case FLOAT:                                                                                                        \
      return place_##NAME##_float(a, along, line, mask, back);                                                         \
    case DOUBLE:                                                                                                       \
      return place_##NAME##_double(a, along, line, mask, back);                                                        \
    case EXTENDED:                                                                                                     \
      return place_##NAME##_extended(a, along, line, mask, back);                                                      \
    }                                                                                                                  \
    switch (a->size) {                                                                                                 \
    case 1:                                                                                                            \
      return place_##NAME##_int8_t(a, along, line, mask, back);                                                        \
    case 2:                                                                                                            \
      return place_##NAME##_int16_t(a, along, line, mask, back);                                                       \
    case 4:                                                                                                            \
      return place_##NAME##_int32_t(a, along, line, mask, back);                                                       \
    default:                                                                                                           \
      return place_##NAME##_int64_t(a, along, line, mask, back);                                                       \
    }                                                                                                                  \
  }                                                                                                                    \
  void along_##NAME(Descriptor *result, const Descriptor *a, int kind, int dim, const char *file, int source_line,     \
                    const Descriptor *mask, _Bool back) BODY(NAME##Dim);                                               \
  void along_##NAME(Descriptor *result, const Descriptor *a, int kind, int dim, const char *file, int source_line,     \
                    const Descriptor *mask, _Bool back) {                                                              \
    provide_without(result, a, dim - 1, kind == 8 ? 10 : 9, kind);                                                     \
    int64_t lines = element_count(result);                                                                             \
    for (int64_t line = 0; line < lines; ++line)                                                                       \
      set_integer(result->base + line * kind, kind, place_##NAME(a, dim - 1, line, mask, back));                       \
  }

PLACES(Maxloc, >)
PLACES(Minloc, <)

/* Subscripts of the extremum of a whole array. */
#define SUBSCRIPTS(NAME, T, KIND, BETTER)                                                                              \
  void where_##NAME##KIND(Descriptor *result, const Descriptor *a, int kind, const char *file, int line,               \
                          const Descriptor *mask, _Bool back) BODY(NAME##Real##KIND);                                  \
  void where_##NAME##KIND(Descriptor *result, const Descriptor *a, int kind, const char *file, int line,               \
                          const Descriptor *mask, _Bool back) {                                                        \
    int64_t found = -1, at_element = 0;                                                                                \
    T best = 0;                                                                                                        \
    int64_t elements = element_count(a);                                                                               \
    for (; at_element < elements; ++at_element) {                                                                      \
      const T value = *(const T *)(a->base + element_offset(a, at_element));                                           \
      if (holds(mask, at_element) && (found < 0 || value BETTER best || (back && value == best))) {                    \
        best = value;                                                                                                  \
        found = at_element;                                                                                            \
      }                                                                                                                \
    }                                                                                                                  \
    establish(result, 1, kind == 8 ? 10 : 9, kind);                                                                    \
    set_extent(result, 0, a->rank);                                                                                    \
    provide(result);                                                                                                   \
    int64_t rest = found;                                                                                              \
    EACH_DIMENSION(SUBSCRIPT)                                                                                          \
  }
#define SUBSCRIPT(k)                                                                                                   \
  if (a->rank > k) {                                                                                                   \
    set_integer(result->base + k * kind, kind, found < 0 ? 0 : rest % a->dim[k].extent + 1);                           \
    rest = found < 0 ? 0 : rest / a->dim[k].extent;                                                                    \
  }

SUBSCRIPTS(Maxloc, float, 4, >)
SUBSCRIPTS(Maxloc, double, 8, >)
SUBSCRIPTS(Minloc, float, 4, <)
SUBSCRIPTS(Minloc, double, 8, <)
