/* reshape, transpose, spread, pack, unpack, cshift, eoshift: elements in other places. */
#include "descriptor.h"

/* Extents that are given as an array of integers. */
HELPER int64_t listed(const Descriptor *list, int64_t k) {
  return integer_at(list->base + k * list->dim[0].stride, list->size);
}

/* Where an element goes whose dimensions are filled in another order. */
HELPER int64_t ordered_offset(const Descriptor *a, const Descriptor *order, int64_t element) {
  int64_t offset = 0;
  for (int64_t k = 0; k < a->rank; ++k) {
    int64_t dimension = listed(order, k) - 1;
    offset += element % a->dim[dimension].extent * a->dim[dimension].stride;
    element /= a->dim[dimension].extent;
  }
  return offset;
}

void reshape(Descriptor *result, const Descriptor *source, const Descriptor *shape, const Descriptor *pad,
             const Descriptor *order, const char *file, int line) BODY(Reshape);
void reshape(Descriptor *result, const Descriptor *source, const Descriptor *shape, const Descriptor *pad,
             const Descriptor *order, const char *file, int line) {
  establish(result, shape->dim[0].extent, source->type, source->size);
#define SET(k)                                                                                                         \
  if (shape->dim[0].extent > k)                                                                                        \
    set_extent(result, k, at_least_none(listed(shape, k)));
  EACH_DIMENSION(SET)
#undef SET
  provide(result);
  int64_t elements = element_count(result), given = element_count(source);
  for (int64_t i = 0; i < elements && i < given; ++i) {
    char *to = result->base + (order ? ordered_offset(result, order, i) : i * (int64_t)source->size);
    move_element(to, source->base + element_offset(source, i), source->type, source->size);
  }
  if (pad) {
    int64_t period = element_count(pad);
    for (int64_t i = given; i < elements; ++i) {
      char *to = result->base + (order ? ordered_offset(result, order, i) : i * (int64_t)source->size);
      move_element(to, pad->base + element_offset(pad, (i - given) % period), source->type, source->size);
    }
  }
}

void transpose(Descriptor *result, const Descriptor *matrix, const char *file, int line) BODY(Transpose);
void transpose(Descriptor *result, const Descriptor *matrix, const char *file, int line) {
  establish(result, 2, matrix->type, matrix->size);
  set_extent(result, 0, matrix->dim[1].extent);
  set_extent(result, 1, matrix->dim[0].extent);
  provide(result);
  for (int64_t j = 0; j < result->dim[1].extent; ++j)
    for (int64_t i = 0; i < result->dim[0].extent; ++i)
      move_element(result->base + i * result->dim[0].stride + j * result->dim[1].stride,
                   matrix->base + j * matrix->dim[0].stride + i * matrix->dim[1].stride, matrix->type, matrix->size);
}

void spread(Descriptor *result, const Descriptor *source, int dim, int64_t copies, const char *file, int line)
    BODY(Spread);
void spread(Descriptor *result, const Descriptor *source, int dim, int64_t copies, const char *file, int line) {
  int along = dim - 1;
  copies = at_least_none(copies);
  establish(result, source->rank + 1, source->type, source->size);
#define SET(k)                                                                                                         \
  if (result->rank > k)                                                                                                \
    set_extent(result, k, k == along ? copies : source->dim[k < along ? k : k - 1].extent);
  EACH_DIMENSION(SET)
#undef SET
  provide(result);
  int64_t elements = element_count(source);
  for (int64_t i = 0; i < elements; ++i) {
    const char *from = source->base + element_offset(source, i);
    char *to = result->base + line_offset(result, along, i);
    for (int64_t copy = 0; copy < copies; ++copy)
      move_element(to + copy * result->dim[along].stride, from, source->type, source->size);
  }
}

void pack(Descriptor *result, const Descriptor *source, const Descriptor *mask, const Descriptor *vector,
          const char *file, int line) BODY(Pack);
void pack(Descriptor *result, const Descriptor *source, const Descriptor *mask, const Descriptor *vector,
          const char *file, int line) {
  int64_t elements = element_count(source), chosen = 0;
  for (int64_t i = 0; i < elements; ++i)
    chosen += holds(mask, i);
  establish(result, 1, source->type, source->size);
  set_extent(result, 0, vector ? vector->dim[0].extent : chosen);
  provide(result);
  char *to = result->base;
  for (int64_t i = 0; i < elements; ++i) {
    if (holds(mask, i)) {
      move_element(to, source->base + element_offset(source, i), source->type, source->size);
      to += source->size;
    }
  }
  if (vector)
    for (int64_t i = chosen; i < vector->dim[0].extent; ++i)
      move_element(result->base + i * (int64_t)source->size, vector->base + i * vector->dim[0].stride, source->type,
                   source->size);
}

void unpack(Descriptor *result, const Descriptor *vector, const Descriptor *mask, const Descriptor *field,
            const char *file, int line) BODY(Unpack);
void unpack(Descriptor *result, const Descriptor *vector, const Descriptor *mask, const Descriptor *field,
            const char *file, int line) {
  provide_like(result, mask, vector->type, vector->size);
  int64_t elements = element_count(mask), next = 0;
  for (int64_t i = 0; i < elements; ++i) {
    char *to = result->base + i * (int64_t)vector->size;
    if (holds(mask, i))
      move_element(to, vector->base + next++ * vector->dim[0].stride, vector->type, vector->size);
    else
      move_element(to, field->base + element_offset(field, i), vector->type, vector->size);
  }
}

/* The remainder that is never negative. */
HELPER int64_t wrapped(int64_t i, int64_t extent) {
  int64_t rest = i % extent;
  return rest < 0 ? rest + extent : rest;
}

HELPER void rotate_line(const Descriptor *result, const Descriptor *source, int along, int64_t line, int64_t shift) {
  char *to = result->base + line_offset(result, along, line);
  const char *from = source->base + line_offset(source, along, line);
  int64_t extent = source->dim[along].extent;
  for (int64_t i = 0; i < extent; ++i)
    move_element(to + i * result->dim[along].stride, from + wrapped(i + shift, extent) * source->dim[along].stride,
                 source->type, source->size);
}

HELPER void zero_element(char *to, signed char type, uint64_t size) {
  switch (type) {
  case FLOAT:
    *(float *)to = 0;
    break;
  case DOUBLE:
    *(double *)to = 0;
    break;
  case FLOAT_COMPLEX:
    ((float *)to)[0] = ((float *)to)[1] = 0;
    break;
  case DOUBLE_COMPLEX:
    ((double *)to)[0] = ((double *)to)[1] = 0;
    break;
  default:
    memset(to, 0, size);
  }
}

HELPER void shift_line(const Descriptor *result, const Descriptor *source, int along, int64_t line, int64_t shift,
                       const char *boundary) {
  char *to = result->base + line_offset(result, along, line);
  const char *from = source->base + line_offset(source, along, line);
  int64_t extent = source->dim[along].extent;
  for (int64_t i = 0; i < extent; ++i) {
    char *at = to + i * result->dim[along].stride;
    if (i + shift >= 0 && i + shift < extent)
      move_element(at, from + (i + shift) * source->dim[along].stride, source->type, source->size);
    else if (boundary)
      move_element(at, boundary, source->type, source->size);
    else
      zero_element(at, source->type, source->size);
  }
}

void rotate_vector(Descriptor *result, const Descriptor *source, int64_t shift, const char *file, int line)
    BODY(CshiftVector);
void rotate_vector(Descriptor *result, const Descriptor *source, int64_t shift, const char *file, int line) {
  provide_like(result, source, source->type, source->size);
  rotate_line(result, source, 0, 0, shift);
}

void rotate(Descriptor *result, const Descriptor *source, const Descriptor *shift, int dim, const char *file, int line)
    BODY(Cshift);
void rotate(Descriptor *result, const Descriptor *source, const Descriptor *shift, int dim, const char *file,
            int line) {
  provide_like(result, source, source->type, source->size);
  int64_t lines = source->dim[dim - 1].extent > 0 ? element_count(source) / source->dim[dim - 1].extent : 0;
  for (int64_t i = 0; i < lines; ++i)
    rotate_line(result, source, dim - 1, i, integer_at(shift->base + element_offset(shift, i), shift->size));
}

void shift_vector(Descriptor *result, const Descriptor *source, int64_t shift, const Descriptor *boundary,
                  const char *file, int line) BODY(EoshiftVector);
void shift_vector(Descriptor *result, const Descriptor *source, int64_t shift, const Descriptor *boundary,
                  const char *file, int line) {
  provide_like(result, source, source->type, source->size);
  shift_line(result, source, 0, 0, shift, boundary ? boundary->base : 0);
}

void shift(Descriptor *result, const Descriptor *source, const Descriptor *shift, const Descriptor *boundary, int dim,
           const char *file, int line) BODY(Eoshift);
void shift(Descriptor *result, const Descriptor *source, const Descriptor *shift, const Descriptor *boundary, int dim,
           const char *file, int line) {
  provide_like(result, source, source->type, source->size);
  int64_t lines = source->dim[dim - 1].extent > 0 ? element_count(source) / source->dim[dim - 1].extent : 0;
  for (int64_t i = 0; i < lines; ++i)
    shift_line(result, source, dim - 1, i, integer_at(shift->base + element_offset(shift, i), shift->size),
               boundary ? boundary->base + element_offset(boundary, i) : 0);
}

/* Whether the elements follow one another in the first dimensions. */
HELPER _Bool is_contiguous_up_to(const Descriptor *a, int dimensions) {
  int64_t bytes = a->size;
  _Bool follows = 1;
#define COMPARE(k)                                                                                                     \
  if (a->rank > k && k < dimensions) {                                                                                 \
    follows &= a->dim[k].stride == bytes || a->dim[k].extent == 1;                                                     \
    bytes *= a->dim[k].extent;                                                                                         \
  }
  EACH_DIMENSION(COMPARE)
#undef COMPARE
  return follows || bytes == 0;
}

_Bool is_contiguous(const Descriptor *a) BODY(IsContiguous);
_Bool is_contiguous(const Descriptor *a) { return is_contiguous_up_to(a, MOST_DIMENSIONS); }
_Bool is_contiguous_in_front(const Descriptor *a, int dimensions) BODY(IsContiguousUpTo);
_Bool is_contiguous_in_front(const Descriptor *a, int dimensions) { return is_contiguous_up_to(a, dimensions); }

int64_t count_elements(const Descriptor *a, const char *file, int line) BODY(Size);
int64_t count_elements(const Descriptor *a, const char *file, int line) { return element_count(a); }
