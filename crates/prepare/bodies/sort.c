/* Sorting of numbers that LLVM's C++ library has compiled once for all: a heap sort, in place. */

#define SORT(number, symbol)                                                                                           \
  void sort_##number(number *first, number *last, void *less) __asm__("zymase.body." symbol);                          \
  void sort_##number(number *first, number *last, void *less) {                                                        \
    (void)less;                                                                                                        \
    long count = last - first;                                                                                         \
    for (long done = 0; done < 2 * count; ++done) {                                                                    \
      /* The first half of the steps makes a heap, from the back; the second takes the largest away, each time. */     \
      long end = done < count ? count : 2 * count - 1 - done, at = done < count ? count - 1 - done : 0;                \
      number moved = first[at];                                                                                        \
      if (done >= count) {                                                                                             \
        moved = first[end];                                                                                            \
        first[end] = first[0];                                                                                         \
      }                                                                                                                \
      for (long child = 2 * at + 1; child < end; child = 2 * at + 1) {                                                 \
        if (child + 1 < end && first[child] < first[child + 1])                                                        \
          ++child;                                                                                                     \
        if (!(moved < first[child]))                                                                                   \
          break;                                                                                                       \
        first[at] = first[child];                                                                                      \
        at = child;                                                                                                    \
      }                                                                                                                \
      if (at < end)                                                                                                    \
        first[at] = moved;                                                                                             \
    }                                                                                                                  \
  }

SORT(double, "_ZNSt3__16__sortIRNS_6__lessIddEEPdEEvT0_S5_T_")
SORT(float, "_ZNSt3__16__sortIRNS_6__lessIffEEPfEEvT0_S5_T_")
