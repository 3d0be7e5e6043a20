/* zymase/sparse.h: Jacobians and Hessians with few entries, in C.
 *
 *   void residuals(const double *x, double *y, const void *data);
 *   struct zymase_sparse J = zymase_sparse_jacobian(residuals, n, x, m, data);
 *   … J.values[k] for k from J.row_starts[i] to J.row_starts[i + 1], in column J.columns_of[k] …
 *   zymase_sparse_free(&J);
 *
 * Entries are found by derivatives along NaN (what depends on a column is NaN, also where its derivative is zero), and computed from one
 * derivative for each colour, four at a time. The pattern is that of the way which the function takes through its branches at x. */
#ifndef ZYMASE_SPARSE_H
#define ZYMASE_SPARSE_H

#include <stdlib.h>
#include <string.h>
#include <zymase/autodiff.h>

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "zymase: patterns are found by NaN, which -ffast-math and -ffinite-math-only forget"
#endif

/* Row after row, columns in ascending order. Without memory for it, or for finding it, row_starts is null. */
struct zymase_sparse {
  size_t rows, columns;
  size_t *row_starts; /* rows + 1 of them */
  size_t *columns_of;
  double *values;
};

/* Fills y from x; `data` is constant. */
typedef void (*zymase_map)(const double *x, double *y, const void *data);

static inline void zymase_sparse_free(struct zymase_sparse *matrix) {
  free(matrix->row_starts), free(matrix->columns_of), free(matrix->values);
  memset(matrix, 0, sizeof *matrix);
}

ZYMASE_DECLARE_FWDDIFF(void, zymase_sparse);

enum { ZYMASE_SPARSE_LANES = 4 };

/* Derivatives of a map along so many directions: v and w hold that many vectors of n and m numbers. */
static inline __attribute__((always_inline)) void zymase_sparse_products(zymase_map f, size_t n, const double *x, double *v,
                                                                         size_t m, double *y, double *w,
                                                                         const void *data) {
  __enzyme_fwddiff_zymase_sparse((void *)f, enzyme_width, ZYMASE_SPARSE_LANES, enzyme_dup, x, v, v + n, v + 2 * n,
                                 v + 3 * n, enzyme_dup, y, w, w + m, w + 2 * m, w + 3 * m, enzyme_const, data);
}

static inline size_t zymase_sparse_bytes(size_t count, size_t size) {
  return count > (size_t)-1 / size ? (size_t)-1 : count * size;
}

/* Room for so many things, and one more. */
static inline void *zymase_sparse_room(size_t count, size_t size) {
  return calloc(1, zymase_sparse_bytes(count + 1, size));
}

/* The rows of each column: the same entries by columns, without values. */
static inline struct zymase_sparse zymase_sparse_transposed(const struct zymase_sparse *by_rows) {
  struct zymase_sparse result = {by_rows->columns, by_rows->rows, 0, 0, 0};
  size_t entries = by_rows->row_starts[by_rows->rows];
  size_t *starts = (size_t *)zymase_sparse_room(result.rows + 1, sizeof(size_t));
  size_t *rows = (size_t *)zymase_sparse_room(entries, sizeof(size_t));
  if (!starts || !rows) {
    free(starts), free(rows);
    return result;
  }
  for (size_t k = 0; k < entries; ++k)
    ++starts[by_rows->columns_of[k] + 2];
  for (size_t i = 0; i < result.rows; ++i)
    starts[i + 2] += starts[i + 1];
  for (size_t row = 0; row < by_rows->rows; ++row)
    for (size_t k = by_rows->row_starts[row]; k < by_rows->row_starts[row + 1]; ++k)
      rows[starts[by_rows->columns_of[k] + 1]++] = row;
  result.row_starts = starts, result.columns_of = rows;
  return result;
}

/* A colour for each column, such that columns of one colour have no row in common; their number, or 0 without memory. */
static inline size_t zymase_sparse_colours(const struct zymase_sparse *pattern, size_t *colour) {
  struct zymase_sparse rows_of = zymase_sparse_transposed(pattern);
  size_t columns = pattern->columns, count = 0;
  size_t *taken_for = (size_t *)zymase_sparse_room(columns + 1, sizeof(size_t));
  if (rows_of.row_starts && taken_for) {
    for (size_t i = 0; i < columns; ++i)
      colour[i] = columns, taken_for[i] = columns;
    for (size_t column = 0; column < columns; ++column) {
      for (size_t r = rows_of.row_starts[column]; r < rows_of.row_starts[column + 1]; ++r) {
        size_t row = rows_of.columns_of[r];
        for (size_t k = pattern->row_starts[row]; k < pattern->row_starts[row + 1]; ++k)
          if (colour[pattern->columns_of[k]] != columns)
            taken_for[colour[pattern->columns_of[k]]] = column;
      }
      size_t first = 0;
      while (first < count && taken_for[first] == column)
        ++first;
      colour[column] = first;
      count = first < count ? count : first + 1;
    }
  }
  zymase_sparse_free(&rows_of), free(taken_for);
  return count;
}

/* What a search for entries works with. */
struct zymase_sparse_search {
  size_t n, m;
  double *v, *w, *y;
  size_t *colour;
};

static inline int zymase_sparse_begin(struct zymase_sparse_search *search, size_t n, size_t m) {
  search->n = n, search->m = m;
  search->v = (double *)zymase_sparse_room(ZYMASE_SPARSE_LANES * n, sizeof(double));
  search->w = (double *)zymase_sparse_room(ZYMASE_SPARSE_LANES * m, sizeof(double));
  search->y = (double *)zymase_sparse_room(m, sizeof(double));
  search->colour = (size_t *)zymase_sparse_room(2 * n + 2, sizeof(size_t));
  return search->v && search->w && search->y && search->colour;
}

static inline void zymase_sparse_end(struct zymase_sparse_search *search) {
  free(search->v), free(search->w), free(search->y), free(search->colour);
}

/* The pattern by blocks of `size` columns, from that by blocks of twice the size: of a colour, one half of each block is marked. `hit` has
   2 places for each entry of `pattern`. */
static inline struct zymase_sparse zymase_sparse_finer(const struct zymase_sparse *pattern, const unsigned char *hit,
                                                       size_t columns) {
  struct zymase_sparse finer = {pattern->rows, columns, 0, 0, 0};
  size_t entries = pattern->row_starts[pattern->rows], next = 0;
  finer.row_starts = (size_t *)zymase_sparse_room(pattern->rows + 1, sizeof(size_t));
  finer.columns_of = (size_t *)zymase_sparse_room(2 * entries, sizeof(size_t));
  if (!finer.row_starts || !finer.columns_of) {
    zymase_sparse_free(&finer);
    return finer;
  }
  for (size_t row = 0; row < pattern->rows; ++row) {
    for (size_t k = pattern->row_starts[row]; k < pattern->row_starts[row + 1]; ++k)
      for (size_t half = 0; half < 2; ++half)
        if (hit[2 * k + half])
          finer.columns_of[next++] = 2 * pattern->columns_of[k] + half;
    finer.row_starts[row + 1] = next;
  }
  return finer;
}

/* Everything in one block of columns. */
static inline struct zymase_sparse zymase_sparse_full(size_t rows) {
  struct zymase_sparse full = {rows, 1, 0, 0, 0};
  full.row_starts = (size_t *)zymase_sparse_room(rows + 1, sizeof(size_t));
  full.columns_of = (size_t *)zymase_sparse_room(rows, sizeof(size_t));
  if (!full.row_starts || !full.columns_of)
    zymase_sparse_free(&full);
  else
    for (size_t row = 0; row < rows; ++row)
      full.row_starts[row + 1] = row + 1;
  return full;
}

/* Which entries of the Jacobian there are. */
static inline __attribute__((always_inline)) struct zymase_sparse zymase_sparse_pattern(zymase_map f, size_t n, const double *x,
                                                                                        size_t m, const void *data) {
  struct zymase_sparse_search search;
  struct zymase_sparse pattern = zymase_sparse_full(m);
  int fine = zymase_sparse_begin(&search, n, m) && pattern.row_starts && n > 0;
  size_t size = 1;
  while (size < n)
    size *= 2;
  for (size /= 2; fine && size > 0; size /= 2) {
    size_t halves = (n + size - 1) / size, entries = pattern.row_starts[m];
    size_t colours = zymase_sparse_colours(&pattern, search.colour);
    unsigned char *hit = (unsigned char *)zymase_sparse_room(2 * entries, 1);
    fine = hit && (colours || !entries);
    for (size_t first = 0; fine && first < 2 * colours; first += ZYMASE_SPARSE_LANES) {
      for (size_t lane = 0; lane < ZYMASE_SPARSE_LANES; ++lane)
        for (size_t i = 0; i < n; ++i) {
          size_t half = i / size, index = first + lane;
          int marked = half % 2 == index % 2 && search.colour[half / 2] == index / 2;
          search.v[lane * n + i] = marked ? __builtin_nan("") : 0;
        }
      memset(search.w, 0, ZYMASE_SPARSE_LANES * m * sizeof(double));
      zymase_sparse_products(f, n, x, search.v, m, search.y, search.w, data);
      for (size_t lane = 0; lane < ZYMASE_SPARSE_LANES && first + lane < 2 * colours; ++lane)
        for (size_t row = 0; row < m; ++row)
          for (size_t k = pattern.row_starts[row]; k < pattern.row_starts[row + 1]; ++k)
            if (search.w[lane * m + row] != search.w[lane * m + row] &&
                search.colour[pattern.columns_of[k]] == (first + lane) / 2)
              hit[2 * k + (first + lane) % 2] = 1;
    }
    struct zymase_sparse finer = {0, 0, 0, 0, 0};
    if (fine)
      finer = zymase_sparse_finer(&pattern, hit, 2 * ((halves + 1) / 2));
    free(hit), zymase_sparse_free(&pattern);
    pattern = finer;
    fine = fine && pattern.row_starts;
  }
  zymase_sparse_end(&search);
  if (!fine)
    zymase_sparse_free(&pattern);
  pattern.rows = m, pattern.columns = n;
  return pattern;
}

/* The matrix of first derivatives of a map from n to m numbers, with all entries that can be other than zero. */
static inline __attribute__((always_inline)) struct zymase_sparse
zymase_sparse_jacobian(zymase_map f, size_t n, const double *x, size_t m, const void *data) {
  struct zymase_sparse_search search;
  struct zymase_sparse result = zymase_sparse_pattern(f, n, x, m, data);
  int fine = zymase_sparse_begin(&search, n, m) && result.row_starts;
  size_t colours = 0;
  if (fine) {
    result.values = (double *)zymase_sparse_room(result.row_starts[m], sizeof(double));
    colours = zymase_sparse_colours(&result, search.colour);
    fine = result.values && (colours || !result.row_starts[m]);
  }
  for (size_t first = 0; fine && first < colours; first += ZYMASE_SPARSE_LANES) {
    for (size_t lane = 0; lane < ZYMASE_SPARSE_LANES; ++lane)
      for (size_t i = 0; i < n; ++i)
        search.v[lane * n + i] = search.colour[i] == first + lane;
    memset(search.w, 0, ZYMASE_SPARSE_LANES * m * sizeof(double));
    zymase_sparse_products(f, n, x, search.v, m, search.y, search.w, data);
    for (size_t row = 0; row < m; ++row)
      for (size_t k = result.row_starts[row]; k < result.row_starts[row + 1]; ++k) {
        size_t colour = search.colour[result.columns_of[k]];
        if (colour >= first && colour < first + ZYMASE_SPARSE_LANES)
          result.values[k] = search.w[(colour - first) * m + row];
      }
  }
  zymase_sparse_end(&search);
  if (!fine)
    zymase_sparse_free(&result);
  return result;
}

/* The matrix of second derivatives, from a map that fills y with the gradient: the program's own, or one by __enzyme_autodiff. */
static inline __attribute__((always_inline)) struct zymase_sparse
zymase_sparse_hessian(zymase_map gradient, size_t n, const double *x, const void *data) {
  return zymase_sparse_jacobian(gradient, n, x, n, data);
}

#endif
