/* Functions of the C library that call back: a stable merge sort (the one that most libraries have) and a binary search. */
#include "descriptor.h"

#define C_BODY(name) __asm__("zymase.body." #name)

typedef int Compare(const void *, const void *);
typedef int CompareWith(const void *, const void *, void *);

/* Merges the runs [low, middle) and [middle, high) of `from` into `to`; of equals the left one comes first. */
#define MERGE(ORDER)                                                                                                   \
  for (size_t k = low, left = low, right = middle; k < high; ++k) {                                                    \
    int take_left = left < middle;                                                                                     \
    if (take_left && right < high) {                                                                                   \
      const char *a = base + left * size, *b = base + right * size;                                                    \
      take_left = ORDER <= 0;                                                                                          \
    }                                                                                                                  \
    memcpy(sorted + k * size, base + (take_left ? left : right) * size, size);                                         \
    left += take_left;                                                                                                 \
    right += !take_left;                                                                                               \
  }

#define SORT(ORDER)                                                                                                    \
  {                                                                                                                    \
    if (count < 2)                                                                                                     \
      return;                                                                                                          \
    char *sorted = malloc(count * size);                                                                               \
    for (size_t width = 1; width < count; width *= 2) {                                                                \
      for (size_t low = 0; low < count; low += 2 * width) {                                                            \
        size_t middle = count - low < width ? count : low + width;                                                     \
        size_t high = count - low < 2 * width ? count : low + 2 * width;                                               \
        MERGE(ORDER)                                                                                                   \
      }                                                                                                                \
      memcpy(base, sorted, count * size);                                                                              \
    }                                                                                                                  \
    free(sorted);                                                                                                      \
  }

void sort(char *base, size_t count, size_t size, Compare *compare) C_BODY(qsort);
void sort(char *base, size_t count, size_t size, Compare *compare) SORT(compare(a, b))

void sort_with(char *base, size_t count, size_t size, CompareWith *compare, void *context) C_BODY(qsort_r);
void sort_with(char *base, size_t count, size_t size, CompareWith *compare, void *context) SORT(compare(a, b, context))

void *search(const void *key, const char *base, size_t count, size_t size, Compare *compare) C_BODY(bsearch);
void *search(const void *key, const char *base, size_t count, size_t size, Compare *compare) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at = base + middle * size;
    int order = compare(key, at);
    if (order == 0)
      return (void *)at;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}
