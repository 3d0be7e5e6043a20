/* What the routines of BLAS that are written out have in common: flags of both interfaces, vectors with increments. */
#ifndef ZYMASE_BODIES_BLAS_H
#define ZYMASE_BODIES_BLAS_H

#include "descriptor.h"

#define C_BODY(name) __asm__("zymase.body." #name)

/* Flags of the C interface. Letters of the Fortran interface become these. */
enum { BY_ROWS = 101, BY_COLUMNS = 102, NOT_TRANSPOSED = 111, TRANSPOSED = 112, CONJUGATED = 113 };
enum { UPPER = 121, LOWER = 122, NON_UNIT = 131, UNIT = 132 };

HELPER int is_letter(const char *flag, char letter) { return *flag == letter || *flag == letter + ('a' - 'A'); }
HELPER int transposition_of(const char *flag) {
  return is_letter(flag, 'N') ? NOT_TRANSPOSED : is_letter(flag, 'C') ? CONJUGATED : TRANSPOSED;
}
HELPER int triangle_of(const char *flag) { return is_letter(flag, 'U') ? UPPER : LOWER; }
HELPER int diagonal_of(const char *flag) { return is_letter(flag, 'U') ? UNIT : NON_UNIT; }

/* By rows a matrix is its transpose by columns. */
HELPER int other_transposition(int flag) { return flag == NOT_TRANSPOSED ? TRANSPOSED : NOT_TRANSPOSED; }
HELPER int triangle_by_columns(int order, int triangle) {
  return order == BY_COLUMNS ? triangle : triangle == UPPER ? LOWER : UPPER;
}
HELPER int transposition_by_columns(int order, int flag) {
  return order == BY_COLUMNS ? flag : other_transposition(flag);
}

/* Where element i of a vector is: those with negative increments start at their end. */
HELPER int64_t at(int64_t i, int64_t n, int64_t increment) {
  return increment < 0 ? (i - (n - 1)) * increment : i * increment;
}

#endif
