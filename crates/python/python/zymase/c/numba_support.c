/* What code that Numba compiled calls: its run time for memory, and its helpers for linear algebra, with bodies that derivatives can be
 * made of. Counts of references are plain numbers: one thread runs a derivative. */
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct memory {
  size_t count;
  void (*destroy)(void *, size_t, void *);
  void *info;
  void *data;
  size_t size;
  void *allocator;
};

/* The elements follow their header. */
static struct memory *allocate(size_t size, int clear) {
  size_t header = 64;
  char *block = clear ? calloc(1, header + size) : malloc(header + size);
  struct memory *memory = (struct memory *)block;
  memory->count = 1;
  memory->destroy = 0;
  memory->info = 0;
  memory->data = block + header;
  memory->size = size;
  memory->allocator = 0;
  return memory;
}

void *NRT_MemInfo_alloc(size_t size) { return allocate(size, 0); }
void *NRT_MemInfo_alloc_safe(size_t size) { return allocate(size, 0); }
void *NRT_MemInfo_alloc_aligned(size_t size, unsigned alignment) { return allocate(size, 0); }
void *NRT_MemInfo_alloc_safe_aligned(size_t size, unsigned alignment) { return allocate(size, 0); }
void *NRT_Allocate(size_t size) { return malloc(size); }
void NRT_Free(void *pointer) { free(pointer); }

/* Memory that can grow is apart from its header. */
void *NRT_MemInfo_new_varsize(size_t size) {
  struct memory *memory = allocate(0, 0);
  memory->data = malloc(size);
  memory->size = size;
  return memory;
}
void *NRT_MemInfo_new_varsize_dtor(size_t size, void *destroy) { return NRT_MemInfo_new_varsize(size); }
void *NRT_MemInfo_varsize_alloc(struct memory *memory, size_t size) { return memory->data = malloc(size); }
void *NRT_MemInfo_varsize_realloc(struct memory *memory, size_t size) { return memory->data = realloc(memory->data, size); }
void NRT_MemInfo_varsize_free(struct memory *memory, void *pointer) { free(pointer); }

static void release(struct memory *memory) {
  if (memory->data != (char *)memory + 64)
    free(memory->data);
  free(memory);
}

void NRT_incref(void *pointer) {
  struct memory *memory = pointer;
  if (memory)
    memory->count++;
}

void NRT_decref(void *pointer) {
  struct memory *memory = pointer;
  if (memory && --memory->count == 0)
    release(memory);
}

void NRT_MemInfo_call_dtor(void *pointer) { release(pointer); }

/* Strides of an array in another shape without a copy: axes are taken in groups with as many elements in both shapes, and the old ones of
 * a group must follow each other in memory. */
int numba_attempt_nocopy_reshape(long rank, const long *extents, const long *strides, long new_rank, const long *new_extents,
                                 long *new_strides, long size, int by_columns) {
  long kept[32], steps[32], count = 0;
  for (long i = 0; i < rank; i++)
    if (extents[i] != 1) {
      kept[count] = extents[i];
      steps[count++] = strides[i];
    }
  long first = 0, new_first = 0;
  while (new_first < new_rank && first < count) {
    long last = first + 1, new_last = new_first + 1, elements = kept[first], new_elements = new_extents[new_first];
    while (elements != new_elements) {
      if (new_elements < elements) {
        if (new_last == new_rank)
          return 0;
        new_elements *= new_extents[new_last++];
      } else {
        if (last == count)
          return 0;
        elements *= kept[last++];
      }
    }
    for (long i = first; i + 1 < last; i++)
      if (by_columns ? steps[i + 1] != kept[i] * steps[i] : steps[i] != kept[i + 1] * steps[i + 1])
        return 0;
    if (by_columns) {
      new_strides[new_first] = steps[first];
      for (long i = new_first + 1; i < new_last; i++)
        new_strides[i] = new_strides[i - 1] * new_extents[i - 1];
    } else {
      new_strides[new_last - 1] = steps[last - 1];
      for (long i = new_last - 1; i > new_first; i--)
        new_strides[i - 1] = new_strides[i] * new_extents[i];
    }
    first = last;
    new_first = new_last;
  }
  for (long i = new_first; i < new_rank; i++)
    new_strides[i] = size;
  return 1;
}

/* ---- Linear algebra: `kind` is s or d. */

#define ROUTINES(T, P)                                                                                                             \
  void P##getrf_(const int *, const int *, T *, const int *, int *, int *);                                                        \
  void P##getrs_(const char *, const int *, const int *, const T *, const int *, const int *, T *, const int *, int *);            \
  void P##potrf_(const char *, const int *, T *, const int *, int *);                                                              \
  void P##gemm_(const char *, const char *, const int *, const int *, const int *, const T *, const T *, const int *, const T *,   \
                const int *, const T *, T *, const int *);                                                                         \
  void P##gemv_(const char *, const int *, const int *, const T *, const T *, const int *, const T *, const int *, const T *, T *, \
                const int *);                                                                                                      \
  T P##dot_(const int *, const T *, const int *, const T *, const int *);                                                          \
  T P##nrm2_(const int *, const T *, const int *);                                                                                 \
  static inline int P##factor(int m, int n, T *a, int lda, int *pivots) {                                                          \
    int info = 0;                                                                                                                  \
    P##getrf_(&m, &n, a, &lda, pivots, &info);                                                                                     \
    return info;                                                                                                                   \
  }                                                                                                                                \
  /* The inverse from its factors: they solve for the columns of the identity. */                                                  \
  static inline int P##inverse(int n, T *a, int lda, int *pivots) {                                                                \
    int info = 0;                                                                                                                  \
    T *x = calloc((size_t)n * n, sizeof(T));                                                                                       \
    for (int i = 0; i < n; i++)                                                                                                    \
      x[(size_t)i * n + i] = 1;                                                                                                    \
    P##getrs_("N", &n, &n, a, &lda, pivots, x, &n, &info);                                                                         \
    for (int j = 0; j < n; j++)                                                                                                    \
      for (int i = 0; i < n; i++)                                                                                                  \
        a[(size_t)j * lda + i] = x[(size_t)j * n + i];                                                                             \
    free(x);                                                                                                                       \
    return info;                                                                                                                   \
  }                                                                                                                                \
  static inline int P##solve(int n, int count, T *a, int lda, int *pivots, T *b, int ldb) {                                        \
    int info = P##factor(n, n, a, lda, pivots);                                                                                    \
    if (info == 0)                                                                                                                 \
      P##getrs_("N", &n, &count, a, &lda, pivots, b, &ldb, &info);                                                                 \
    return info;                                                                                                                   \
  }                                                                                                                                \
  static inline int P##cholesky(char side, int n, T *a, int lda) {                                                                 \
    int info = 0;                                                                                                                  \
    P##potrf_(&side, &n, a, &lda, &info);                                                                                          \
    return info;                                                                                                                   \
  }                                                                                                                                \
  static inline void P##product(char ta, char tb, int m, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb,   \
                                const T *beta, T *c, int ldc) {                                                                    \
    P##gemm_(&ta, &tb, &m, &n, &k, alpha, a, &lda, b, &ldb, beta, c, &ldc);                                                        \
  }                                                                                                                                \
  static inline void P##vector(char t, int m, int n, const T *alpha, const T *a, int lda, const T *x, const T *beta, T *y) {       \
    int one = 1;                                                                                                                   \
    P##gemv_(&t, &m, &n, alpha, a, &lda, x, &one, beta, y, &one);                                                                  \
  }                                                                                                                                \
  static inline T P##inner(int n, const T *x, const T *y) {                                                                        \
    int one = 1;                                                                                                                   \
    return P##dot_(&n, x, &one, y, &one);                                                                                          \
  }

ROUTINES(double, d)
ROUTINES(float, s)

#define CHOOSE(D, S)                                                                                                               \
  switch (kind) {                                                                                                                  \
  case 'd': D; break;                                                                                                              \
  case 's': S; break;                                                                                                              \
  default: abort();                                                                                                                \
  }

int numba_xxgetrf(char kind, long m, long n, void *a, long lda, int *pivots) {
  int info = 0;
  CHOOSE(info = dfactor(m, n, a, lda, pivots), info = sfactor(m, n, a, lda, pivots))
  return info;
}
int numba_ez_xxgetri(char kind, long n, void *a, long lda, int *pivots) {
  int info = 0;
  CHOOSE(info = dinverse(n, a, lda, pivots), info = sinverse(n, a, lda, pivots))
  return info;
}
int numba_xgesv(char kind, long n, long count, void *a, long lda, int *pivots, void *b, long ldb) {
  int info = 0;
  CHOOSE(info = dsolve(n, count, a, lda, pivots, b, ldb), info = ssolve(n, count, a, lda, pivots, b, ldb))
  return info;
}
int numba_xxpotrf(char kind, char side, long n, void *a, long lda) {
  int info = 0;
  CHOOSE(info = dcholesky(side, n, a, lda), info = scholesky(side, n, a, lda))
  return info;
}
int numba_xxgemm(char kind, char ta, char tb, long m, long n, long k, const void *alpha, const void *a, long lda, const void *b,
                 long ldb, const void *beta, void *c, long ldc) {
  CHOOSE(dproduct(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc), sproduct(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc))
  return 0;
}
int numba_xxgemv(char kind, char t, long m, long n, const void *alpha, const void *a, long lda, const void *x, const void *beta,
                 void *y) {
  CHOOSE(dvector(t, m, n, alpha, a, lda, x, beta, y), svector(t, m, n, alpha, a, lda, x, beta, y))
  return 0;
}
int numba_xxdot(char kind, char conjugate, long n, const void *x, const void *y, void *result) {
  CHOOSE(*(double *)result = dinner(n, x, y), *(float *)result = sinner(n, x, y))
  return 0;
}
int numba_xxnrm2(char kind, long n, const void *x, long step, void *result) {
  int count = n, distance = step;
  CHOOSE(*(double *)result = dnrm2_(&count, x, &distance), *(float *)result = snrm2_(&count, x, &distance))
  return 0;
}
/* ---- Functions of mathematics that Numba has under names of its own. */

double numba_gamma(double x) { return tgamma(x); }
float numba_gammaf(float x) { return tgammaf(x); }
double numba_ldexp(double x, int exponent) { return ldexp(x, exponent); }
float numba_ldexpf(float x, int exponent) { return ldexpf(x, exponent); }
double numba_frexp(double x, int *exponent) { return frexp(x, exponent); }
float numba_frexpf(float x, int *exponent) { return frexpf(x, exponent); }
void numba_cpow(double _Complex *a, double _Complex *b, double _Complex *result) { *result = cpow(*a, *b); }
void numba_cpowf(float _Complex *a, float _Complex *b, float _Complex *result) { *result = cpowf(*a, *b); }

void numba_fatal_error(void) { abort(); }
