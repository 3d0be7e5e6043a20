/* Texts whose length is known only while the program runs, and places in arrays. */
#include "descriptor.h"

/* A text of so many bytes, like another. */
HELPER void provide_text(Descriptor *result, const Descriptor *like, int64_t bytes) {
  establish(result, 0, like->type, bytes);
  result->base = malloc(bytes > 0 ? bytes : 1);
  hold_characters(result->base);
}

HELPER void copy_text(char *to, const char *from, int64_t bytes) {
  for (int64_t i = 0; i < bytes; ++i) {
    hold_characters(from + i);
    to[i] = from[i];
  }
}

HELPER void fill_blanks(char *to, int64_t bytes) {
  for (int64_t i = 0; i < bytes; ++i)
    to[i] = ' ';
}

/* Bytes before the blanks at the end; of characters of one byte, as the others are not written out. */
HELPER int64_t trimmed(const Descriptor *text) {
  int64_t bytes = text->size;
  while (bytes > 0 && text->base[bytes - 1] == ' ')
    --bytes;
  return bytes;
}

HELPER int64_t leading_blanks(const Descriptor *text) {
  int64_t bytes = text->size, blanks = 0;
  while (blanks < bytes && text->base[blanks] == ' ')
    ++blanks;
  return blanks;
}

void refuse_texts(void) __asm__("zymase.refuse.arrays of strings, or strings of wide characters");

HELPER void check_text(const Descriptor *text) {
  if (text->type != CHARACTER || text->rank > 0)
    refuse_texts();
}

void trim(Descriptor *result, const Descriptor *text, const char *file, int line) BODY(Trim);
void trim(Descriptor *result, const Descriptor *text, const char *file, int line) {
  check_text(text);
  int64_t bytes = trimmed(text);
  provide_text(result, text, bytes);
  copy_text(result->base, text->base, bytes);
}

void adjust_left(Descriptor *result, const Descriptor *text, const char *file, int line) BODY(Adjustl);
void adjust_left(Descriptor *result, const Descriptor *text, const char *file, int line) {
  check_text(text);
  int64_t bytes = text->size, blanks = leading_blanks(text);
  provide_text(result, text, bytes);
  copy_text(result->base, text->base + blanks, bytes - blanks);
  fill_blanks(result->base + (bytes - blanks), blanks);
}

void adjust_right(Descriptor *result, const Descriptor *text, const char *file, int line) BODY(Adjustr);
void adjust_right(Descriptor *result, const Descriptor *text, const char *file, int line) {
  check_text(text);
  int64_t bytes = text->size, blanks = bytes - trimmed(text);
  provide_text(result, text, bytes);
  fill_blanks(result->base, blanks);
  copy_text(result->base + blanks, text->base, bytes - blanks);
}

void repeat(Descriptor *result, const Descriptor *text, int64_t copies, const char *file, int line) BODY(Repeat);
void repeat(Descriptor *result, const Descriptor *text, int64_t copies, const char *file, int line) {
  check_text(text);
  int64_t bytes = text->size;
  provide_text(result, text, copies > 0 ? copies * bytes : 0);
  for (int64_t k = 0; k < copies; ++k)
    copy_text(result->base + k * bytes, text->base, bytes);
}

HELPER double number_at(const char *at, signed char type, uint64_t size) {
  switch (type) {
  case FLOAT:
    return *(const float *)at;
  case DOUBLE:
    return *(const double *)at;
  default:
    return integer_at(at, size);
  }
}

void refuse_search(void) __asm__("zymase.refuse.findloc of complex numbers or strings");

HELPER void check_searched(const Descriptor *a) {
  if (a->type == FLOAT_COMPLEX || a->type == DOUBLE_COMPLEX || a->type == EXTENDED || a->type == CHARACTER)
    refuse_search();
}

HELPER int is_sought(const Descriptor *a, int64_t offset, const Descriptor *target) {
  return number_at(a->base + offset, a->type, a->size) == number_at(target->base, target->type, target->size);
}

/* The subscripts of the first element that equals, zeros where there is none. */
void findloc(Descriptor *result, const Descriptor *a, const Descriptor *target, int kind, const char *file, int line,
             const Descriptor *mask, _Bool back) BODY(Findloc);
void findloc(Descriptor *result, const Descriptor *a, const Descriptor *target, int kind, const char *file, int line,
             const Descriptor *mask, _Bool back) {
  check_searched(a);
  int64_t elements = element_count(a), found = -1;
  for (int64_t i = 0; i < elements; ++i)
    if ((found < 0 || back) && holds(mask, i) && is_sought(a, element_offset(a, i), target))
      found = i;
  establish(result, 1, kind == 1 ? 7 : kind == 2 ? 8 : kind == 4 ? 9 : 10, kind);
  set_extent(result, 0, a->rank);
  provide(result);
#define SET(k)                                                                                                         \
  if (a->rank > k) {                                                                                                   \
    set_integer(result->base + k * kind, kind, found < 0 ? 0 : found % a->dim[k].extent + 1);                          \
    found = found < 0 ? found : found / a->dim[k].extent;                                                              \
  }
  EACH_DIMENSION(SET)
#undef SET
}

void findloc_along(Descriptor *result, const Descriptor *a, const Descriptor *target, int kind, int dim,
                   const char *file, int line, const Descriptor *mask, _Bool back) BODY(FindlocDim);
void findloc_along(Descriptor *result, const Descriptor *a, const Descriptor *target, int kind, int dim,
                   const char *file, int line, const Descriptor *mask, _Bool back) {
  check_searched(a);
  int along = dim - 1;
  provide_without(result, a, along, kind == 1 ? 7 : kind == 2 ? 8 : kind == 4 ? 9 : 10, kind);
  int64_t lines = element_count(result), length = 0, stride = 0, mask_stride = 0;
#define TAKE(k)                                                                                                        \
  if (a->rank > k && k == along) {                                                                                     \
    length = a->dim[k].extent;                                                                                         \
    stride = a->dim[k].stride;                                                                                         \
    if (mask && mask->rank > k)                                                                                        \
      mask_stride = mask->dim[k].stride;                                                                               \
  }
  EACH_DIMENSION(TAKE)
#undef TAKE
  for (int64_t row = 0; row < lines; ++row) {
    int64_t start = line_offset(a, along, row), found = 0;
    const char *masks = mask ? mask->base + (mask->rank > 0 ? line_offset(mask, along, row) : 0) : 0;
    for (int64_t i = 0; i < length; ++i)
      if ((!found || back) && (!mask || is_true(masks + i * mask_stride, mask->size)) &&
          is_sought(a, start + i * stride, target))
        found = i + 1;
    set_integer(result->base + row * kind, kind, found);
  }
}
