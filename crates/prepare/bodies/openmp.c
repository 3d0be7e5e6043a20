/* What OpenMP's run time tells a thread of a team: `count` threads with the numbers 0 to `count` - 1. Which thread runs which iterations
 * is a function of these two: schedules that are free to choose (dynamic, guided, ...) choose large pieces in turn. */
#include <stdint.h>

int dprintf(int, const char *, ...);
void abort(void);

#define BODY(name) __asm__("zymase.body.openmp." #name)

/* Schedules by their numbers, without modifiers. Those of ordered loops are 32 above, those of `distribute` far above. */
enum { CHUNKED = 33, ORDERED_FIRST = 64, ORDERED_CHUNKED = 65, ORDERED_LAST = 71, DISTRIBUTE_CHUNKED = 91 };
#define MODIFIERS (3u << 29)

/* How many pieces each thread gets, at least, where the schedule is free to choose. */
enum { PIECES_OF_A_THREAD = 8 };

/* Pieces of a loop that a thread comes for again and again. */
struct pieces {
  int64_t first, step, trips, length, next;
};

/* The iterations of `for (i = lower; i <= upper; i += step)`, or >= with a negative step. */
#define TRIPS(unsigned_type, lower, upper, step)                                                                       \
  ((step) > 0 ? ((upper) < (lower) ? 0 : (int64_t)(((unsigned_type)(upper) - (unsigned_type)(lower)) / (unsigned_type)(step) + 1)) \
              : ((lower) < (upper) ? 0 : (int64_t)(((unsigned_type)(lower) - (unsigned_type)(upper)) / (unsigned_type)(-(step)) + 1)))

/* Neighbouring iterations for each thread, at least `least` but for the last one: thread `number` gets [first, first + length). */
static inline int64_t share_of(int64_t trips, int64_t count, int64_t number, int64_t least, int64_t *first) {
  int64_t small = trips / count, larger = trips % count;
  if (small < least) {
    *first = number * least;
    int64_t left = trips - *first;
    return left < 0 ? 0 : left < least ? left : least;
  }
  *first = number * small + (number < larger ? number : larger);
  return small + (number < larger);
}

#define SHARE(suffix, type, unsigned_type, step_type)                                                                  \
  void share_##suffix(int count, int number, int least, int schedule, int *last, type *lower, type *upper, step_type *stride,     \
                      step_type step, step_type chunk) BODY(share_##suffix);                                           \
  void share_##suffix(int count, int number, int least, int schedule, int *last, type *lower, type *upper, step_type *stride,     \
                      step_type step, step_type chunk) {                                                               \
    int64_t trips = TRIPS(unsigned_type, *lower, *upper, step);                                                        \
    int kind = (int)((unsigned)schedule & ~MODIFIERS);                                                                 \
    if (kind == CHUNKED || kind == ORDERED_CHUNKED || kind == DISTRIBUTE_CHUNKED) {                                    \
      if (chunk < 1)                                                                                                   \
        chunk = 1;                                                                                                     \
      *stride = chunk * step * count;                                                                                  \
      *lower = *lower + (type)(chunk * step * number);                                                                 \
      *upper = *lower + (type)(chunk * step - step);                                                                   \
      if (last)                                                                                                        \
        *last = trips > 0 && (trips - 1) / chunk % count == number;                                                    \
      return;                                                                                                          \
    }                                                                                                                  \
    *stride = (step_type)trips;                                                                                        \
    if (count == 1) {                                                                                                  \
      if (last)                                                                                                        \
        *last = trips > 0;                                                                                             \
      return;                                                                                                          \
    }                                                                                                                  \
    int64_t first, length = share_of(trips, count, number, least, &first);                                                    \
    if (last)                                                                                                          \
      *last = length > 0 && first + length == trips;                                                                   \
    *lower = *lower + (type)(first * step);                                                                            \
    *upper = *lower + (type)((length - 1) * step);                                                                     \
  }

SHARE(4, int32_t, uint32_t, int32_t)
SHARE(4u, uint32_t, uint32_t, int32_t)
SHARE(8, int64_t, uint64_t, int64_t)
SHARE(8u, uint64_t, uint64_t, int64_t)

#define PIECES(suffix, type, unsigned_type, step_type)                                                                 \
  void begin_pieces_##suffix(int count, int number, int least, struct pieces *pieces, int schedule, type lower, type upper,       \
                             step_type step, step_type chunk) BODY(begin_pieces_##suffix);                             \
  void begin_pieces_##suffix(int count, int number, int least, struct pieces *pieces, int schedule, type lower, type upper,       \
                             step_type step, step_type chunk) {                                                        \
    int64_t trips = TRIPS(unsigned_type, lower, upper, step);                                                          \
    int kind = (int)((unsigned)schedule & ~MODIFIERS);                                                                 \
    int64_t length = trips / ((int64_t)count * PIECES_OF_A_THREAD), first = number;                                    \
    if (kind >= ORDERED_FIRST && kind <= ORDERED_LAST)                                                                 \
      length = (trips + count - 1) / count;                                                                            \
    if (length < chunk)                                                                                                \
      length = chunk;                                                                                                  \
    if (length < 1)                                                                                                    \
      length = 1;                                                                                                      \
    if (count == 1)                                                                                                    \
      length = trips;                                                                                                  \
    pieces->first = (int64_t)lower;                                                                                    \
    pieces->step = step;                                                                                               \
    pieces->trips = trips;                                                                                             \
    pieces->length = length;                                                                                           \
    pieces->next = first * length;                                                                                     \
  }                                                                                                                    \
  int next_piece_##suffix(int count, int number, int least, struct pieces *pieces, int *last, type *lower, type *upper,           \
                          step_type *stride) BODY(next_piece_##suffix);                                                \
  int next_piece_##suffix(int count, int number, int least, struct pieces *pieces, int *last, type *lower, type *upper,           \
                          step_type *stride) {                                                                         \
    int64_t first = pieces->next, rest = pieces->trips - first;                                                        \
    if (rest <= 0)                                                                                                     \
      return 0;                                                                                                        \
    int64_t length = rest < pieces->length ? rest : pieces->length;                                                    \
    *lower = (type)(pieces->first + first * pieces->step);                                                             \
    *upper = (type)(pieces->first + (first + length - 1) * pieces->step);                                              \
    if (stride)                                                                                                        \
      *stride = (step_type)pieces->step;                                                                               \
    if (last)                                                                                                          \
      *last = length == rest;                                                                                          \
    pieces->next = first + pieces->length * count;                                                                     \
    return 1;                                                                                                          \
  }

PIECES(4, int32_t, uint32_t, int32_t)
PIECES(4u, uint32_t, uint32_t, int32_t)
PIECES(8, int64_t, uint64_t, int64_t)
PIECES(8u, uint64_t, uint64_t, int64_t)

void check_alone(int threads) BODY(check_alone);
void check_alone(int threads) {
  if (threads != 1) {
    dprintf(2, "zymase: a derivative of a function that shares its work with the other threads of a parallel region was called in such a "
               "region; differentiate the function with the region\n");
    abort();
  }
}
