/* Array descriptors of flang, as its run time sees them (ISO_Fortran_binding.h).
 *
 * The functions of this folder stand for functions of flang's run time in differentiated code: they are inlined, rank,
 * element type and strides are constants there most of the time, and what remains is differentiated like any other
 * code. So dimensions are named by constants wherever possible, and nothing depends on a rank that is read in a loop. */
#ifndef ZYMASE_BODIES_DESCRIPTOR_H
#define ZYMASE_BODIES_DESCRIPTOR_H

#include <stddef.h>
#include <stdint.h>

/* Helpers stay functions of their own here, which keeps the bodies short; preparation inlines them. */
#define HELPER static __attribute__((noinline))

/* A body has the name of what it stands for, after a prefix. */
#define BODY(name) __asm__("zymase.body._FortranA" #name)

enum { FLOAT = 27, DOUBLE = 28, EXTENDED = 29, FLOAT_COMPLEX = 34, DOUBLE_COMPLEX = 35, CHARACTER = 40, POINTER = 41, STRUCT = 42 };
enum { IS_POINTER = 1, IS_ALLOCATABLE = 2, HAS_ADDENDUM = 1, MOST_DIMENSIONS = 7 };

typedef struct {
  int64_t lower, extent, stride;
} Dimension;

typedef struct {
  char *base;
  uint64_t size; /* of an element, in bytes */
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute;
  unsigned char extra;
  Dimension dim[MOST_DIMENSIONS];
} Descriptor;

void *malloc(size_t);
void free(void *);
void abort(void);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);

/* Calls MACRO(k) for the dimensions after the first, and for all. No array has more than seven (Fortran 2003). */
#define EACH_HIGHER_DIMENSION(MACRO) MACRO(1) MACRO(2) MACRO(3) MACRO(4) MACRO(5) MACRO(6)
#define EACH_DIMENSION(MACRO) MACRO(0) EACH_HIGHER_DIMENSION(MACRO)

/* Arrays are walked in rows along their first dimension: how long, and how many. */
HELPER int64_t row_length(const Descriptor *a) { return a->rank > 0 ? a->dim[0].extent : 1; }

HELPER int64_t row_stride(const Descriptor *a) { return a->rank > 0 ? a->dim[0].stride : 0; }

HELPER int64_t row_count(const Descriptor *a) {
  int64_t count = 1;
  if (a->rank > MOST_DIMENSIONS)
    abort();
#define MULTIPLY(k)                                                                                                    \
  if (a->rank > k)                                                                                                     \
    count *= a->dim[k].extent;
  EACH_HIGHER_DIMENSION(MULTIPLY)
#undef MULTIPLY
  return count;
}

HELPER int64_t element_count(const Descriptor *a) { return row_length(a) * row_count(a); }

/* Where a row starts, from the base. */
HELPER int64_t row_offset(const Descriptor *a, int64_t row) {
  int64_t offset = 0;
  if (a->rank == 2)
    return row * a->dim[1].stride;
#define ADD(k)                                                                                                         \
  if (a->rank > k) {                                                                                                   \
    offset += row % a->dim[k].extent * a->dim[k].stride;                                                               \
    row /= a->dim[k].extent;                                                                                           \
  }
  EACH_HIGHER_DIMENSION(ADD)
#undef ADD
  return offset;
}

/* Where an element is, counted in array element order. */
HELPER int64_t element_offset(const Descriptor *a, int64_t element) {
  if (a->rank == 0)
    return 0;
  if (a->rank == 1)
    return element * a->dim[0].stride;
  int64_t extent = a->dim[0].extent;
  return element % extent * a->dim[0].stride + row_offset(a, element / extent);
}

/* Where the lines along dimension `along` (from 0) start. */
HELPER int64_t line_offset(const Descriptor *a, int along, int64_t line) {
  int64_t offset = 0;
#define ADD(k)                                                                                                         \
  if (a->rank > k && k != along) {                                                                                     \
    offset += line % a->dim[k].extent * a->dim[k].stride;                                                              \
    line /= a->dim[k].extent;                                                                                          \
  }
  EACH_DIMENSION(ADD)
#undef ADD
  return offset;
}

/* Makes a descriptor for an array whose extents are set later. */
HELPER void establish(Descriptor *a, int rank, signed char type, uint64_t size) {
  a->base = 0;
  a->size = size;
  a->version = 20240719;
  a->rank = rank;
  a->type = type;
  a->attribute = IS_ALLOCATABLE;
  a->extra = 0;
}

HELPER int64_t at_least_none(int64_t extent) { return extent > 0 ? extent : 0; }

/* Sets the strides of a contiguous array and takes memory for it. */
HELPER void provide(Descriptor *a) {
  int64_t stride = a->size;
#define SET(k)                                                                                                         \
  if (a->rank > k) {                                                                                                   \
    a->dim[k].stride = stride;                                                                                         \
    stride *= a->dim[k].extent;                                                                                        \
  }
  EACH_DIMENSION(SET)
#undef SET
  a->base = malloc(stride > 0 ? stride : 1);
}

HELPER void set_extent(Descriptor *a, int k, int64_t extent) {
  a->dim[k].lower = 1;
  a->dim[k].extent = extent;
}

/* A result with the shape of another array. */
HELPER void provide_like(Descriptor *result, const Descriptor *shape, signed char type, uint64_t size) {
  establish(result, shape->rank, type, size);
#define SET(k)                                                                                                         \
  if (shape->rank > k)                                                                                                 \
    set_extent(result, k, shape->dim[k].extent);
  EACH_DIMENSION(SET)
#undef SET
  provide(result);
}

/* A result with the shape of an array without dimension `along`. */
HELPER void provide_without(Descriptor *result, const Descriptor *a, int along, signed char type, uint64_t size) {
  establish(result, a->rank - 1, type, size);
#define SET(k)                                                                                                         \
  if (a->rank > k && k != along)                                                                                       \
    set_extent(result, k < along ? k : k - 1, a->dim[k].extent);
  EACH_DIMENSION(SET)
#undef SET
  provide(result);
}

/* Whether something is known when the program is compiled: only then can what a type owns be told from its other bytes,
 * and what is moved be named by its code. */
_Bool is_known(const void *) __attribute__((const)) __asm__("zymase.known");

HELPER _Bool is_known_code(signed char type) { return is_known((const void *)(intptr_t)type); }

/* Says that there are characters. */
void hold_characters(const char *at) __asm__("__enzyme_integer");

/* Moves one element as what it is. The type is a constant nearly always; where it is not, the bytes are what the rest
 * of the program says they are. */
HELPER void move_element(char *to, const char *from, signed char type, uint64_t size) {
  if (!is_known_code(type)) {
    memcpy(to, from, size);
    return;
  }
  switch (type) {
  case FLOAT:
    *(float *)to = *(const float *)from;
    break;
  case DOUBLE:
    *(double *)to = *(const double *)from;
    break;
  case EXTENDED:
    *(long double *)to = *(const long double *)from;
    break;
  case FLOAT_COMPLEX:
    ((float *)to)[0] = ((const float *)from)[0];
    ((float *)to)[1] = ((const float *)from)[1];
    break;
  case DOUBLE_COMPLEX:
    ((double *)to)[0] = ((const double *)from)[0];
    ((double *)to)[1] = ((const double *)from)[1];
    break;
  case STRUCT:
  case POINTER:
    memcpy(to, from, size);
    break;
  default: /* integers, logicals, characters */
    if (size == 4)
      *(int32_t *)to = *(const int32_t *)from;
    else if (size == 8)
      *(int64_t *)to = *(const int64_t *)from;
    else if (size == 2)
      *(int16_t *)to = *(const int16_t *)from;
    else if (size == 1)
      *(int8_t *)to = *(const int8_t *)from;
    else
      memcpy(to, from, size);
  }
}

/* Copies between arrays of one shape that share no memory; one element is copied to all of an array. */
HELPER void copy_elements(const Descriptor *to, char *base, const Descriptor *from) {
  /* Both are of one type: that of a component of some element of an array is known for one of them only. */
  const Descriptor *known = is_known_code(from->type) ? from : to;
  int64_t rows = row_count(to), length = row_length(to);
  for (int64_t row = 0; row < rows; ++row) {
    char *to_row = base + row_offset(to, row);
    const char *from_row = from->base + (from->rank > 0 ? row_offset(from, row) : 0);
    for (int64_t i = 0; i < length; ++i)
      move_element(to_row + i * row_stride(to), from_row + i * row_stride(from), known->type, known->size);
  }
}

/* Whether an element of a logical array holds; a missing mask always does. */
HELPER int is_true(const char *at, uint64_t size) {
  switch (size) {
  case 1:
    return *(const int8_t *)at != 0;
  case 2:
    return *(const int16_t *)at != 0;
  case 4:
    return *(const int32_t *)at != 0;
  default:
    return *(const int64_t *)at != 0;
  }
}

HELPER int holds(const Descriptor *mask, int64_t element) {
  return !mask || is_true(mask->base + element_offset(mask, element), mask->size);
}

/* An integer of any kind. */
HELPER int64_t integer_at(const char *at, uint64_t size) {
  switch (size) {
  case 1:
    return *(const int8_t *)at;
  case 2:
    return *(const int16_t *)at;
  case 4:
    return *(const int32_t *)at;
  default:
    return *(const int64_t *)at;
  }
}

HELPER void set_integer(char *at, uint64_t size, int64_t value) {
  switch (size) {
  case 1:
    *(int8_t *)at = value;
    break;
  case 2:
    *(int16_t *)at = value;
    break;
  case 4:
    *(int32_t *)at = value;
    break;
  default:
    *(int64_t *)at = value;
  }
}

#endif
