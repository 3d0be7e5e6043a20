// Launches: blocks run on the threads of OpenMP, the threads of a block as its code says.
#include "launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_VALUE = 1, INVALID_CONFIGURATION = 9 };
enum { MOST_THREADS = 1024, MOST_SHARED = 232448, MOST_IN_GRID = 65535, ALIGNMENT = 64, ON_STACK = 32768 };

static int configuration(const unsigned *grid, const unsigned *block, size_t shared) {
  if (!grid[0] || !grid[1] || !grid[2] || !block[0] || !block[1] || !block[2])
    return INVALID_CONFIGURATION;
  if (grid[0] > 0x7fffffffu || grid[1] > MOST_IN_GRID || grid[2] > MOST_IN_GRID)
    return INVALID_CONFIGURATION;
  if (block[0] > MOST_THREADS || block[1] > MOST_THREADS || block[2] > 64)
    return INVALID_CONFIGURATION;
  if ((size_t)block[0] * block[1] * block[2] > MOST_THREADS)
    return INVALID_CONFIGURATION;
  return shared > MOST_SHARED ? INVALID_VALUE : SUCCESS;
}

static inline char *aligned(char *memory) { return memory + (-(size_t)memory & (ALIGNMENT - 1)); }

// The grid and the block come as C passes them: x and y in one number.
__attribute__((always_inline)) int __zymase_cuda_run(Block run, size_t own, size_t kept, size_t fixed, unsigned long grid_xy,
                                                     unsigned grid_z, unsigned long block_xy, unsigned block_z,
                                                     void **arguments, size_t dynamic) {
  struct Launch launch = {{(unsigned)grid_xy, (unsigned)(grid_xy >> 32), grid_z},
                          {(unsigned)block_xy, (unsigned)(block_xy >> 32), block_z},
                          dynamic,
                          arguments};
  int status = configuration(launch.grid, launch.block, own + dynamic);
  if (status)
    return status;
  long width = launch.grid[0], height = launch.grid[1], count = width * height * launch.grid[2];
  size_t threads = (size_t)launch.block[0] * launch.block[1] * launch.block[2];
  size_t shared = (own + dynamic + ALIGNMENT - 1) & -(size_t)ALIGNMENT;
  size_t bytes = shared + kept * threads + fixed;
#pragma omp parallel if (count > 1)
  {
    _Alignas(ALIGNMENT) char small[ON_STACK];
    char *memory = bytes > sizeof small ? malloc(bytes + ALIGNMENT) : 0;
    char *place = memory ? aligned(memory) : small;
    if (bytes > sizeof small && !memory)
      abort();
#pragma omp for schedule(static)
    for (long k = 0; k < count; k++)
      run(&launch, (unsigned)(k % width), (unsigned)(k / width % height), (unsigned)(k / width / height), place,
          place + shared);
    if (memory)
      free(memory);
  }
  return SUCCESS;
}

enum { AT_BLOCK, AT_WARP, AT_ANY, AT_NOBODY };

static int waits(const unsigned char *kinds, unsigned cut) { return cut == END || kinds[cut] != AT_NOBODY; }

// Runs a thread to where it waits for others.
static unsigned go(struct Lanes *lanes, Step step, const unsigned char *kinds, unsigned cut, unsigned thread) {
  do
    cut = step(lanes, cut, thread);
  while (!waits(kinds, cut));
  return cut;
}

// The same for threads that have not come to such a place yet.
static void settle(struct Lanes *lanes, Step step, const unsigned char *kinds, unsigned first, unsigned count) {
  unsigned *at = (unsigned *)lanes->state + first;
  for (unsigned thread = 0; thread < count; thread++)
    if (!waits(kinds, at[thread]))
      at[thread] = go(lanes, step, kinds, at[thread], first + thread);
}

// Runs the threads of a block one by one: not all of them are at the same barrier, because some have ended.
void __zymase_cuda_crawl(struct Lanes *lanes, Step step, Collect collect, const unsigned char *kinds, unsigned threads,
                         unsigned cuts) {
  unsigned *at = (unsigned *)lanes->state, before[MOST_THREADS];
  settle(lanes, step, kinds, 0, threads);
  for (int alive = 1; alive;) {
    memcpy(before, at, threads * sizeof *before);
    alive = 0;
    for (unsigned cut = 1; cut <= cuts; cut++)
      collect(lanes, cut, 0, threads, ~0u);
    for (unsigned thread = 0; thread < threads; thread++)
      if (before[thread] != END) {
        at[thread] = go(lanes, step, kinds, before[thread], thread);
        alive |= at[thread] != END;
      }
  }
}

static _Noreturn void stuck(struct Lanes *lanes, unsigned warp) {
  fprintf(stderr,
          "zymase: threads of warp %u of block (%u, %u, %u) wait for threads that do not come: the masks of __shfl_sync, "
          "__syncwarp and the like name threads that wait elsewhere\n",
          warp, lanes->number[0], lanes->number[1], lanes->number[2]);
  abort();
}

static void release(struct Lanes *lanes, Step step, Collect collect, const unsigned char *kinds, unsigned first,
                    unsigned count, unsigned set, unsigned cut) {
  unsigned *at = (unsigned *)lanes->state;
  if (cut)
    collect(lanes, cut, first, count, set);
  for (unsigned lane = 0; lane < count; lane++)
    if (set >> lane & 1)
      at[first + lane] = go(lanes, step, kinds, cut, first + lane);
}

// The lanes that wait at a cut, for each other if they name the same mask.
static unsigned waiting(const unsigned *at, const unsigned *masks, unsigned count, unsigned lane, int by_mask) {
  unsigned set = 0;
  for (unsigned other = 0; other < count; other++)
    if (at[other] == at[lane] && (!by_mask || masks[other] == masks[lane]))
      set |= 1u << other;
  return set;
}

static unsigned ended(const unsigned *at, unsigned count) {
  unsigned set = count < 32 ? ~0u << count : 0;
  for (unsigned lane = 0; lane < count; lane++)
    set |= (unsigned)(at[lane] == END) << lane;
  return set;
}

// The lanes of a warp that has so many threads.
unsigned __zymase_cuda_set_of(unsigned count) { return count < 32 ? (1u << count) - 1 : ~0u; }

// The cut at which all threads are; -2 where they are at different ones.
unsigned __zymase_cuda_common(const unsigned *at, unsigned count) {
  unsigned all = ~0u, some = 0;
  for (unsigned lane = 0; lane < count; lane++) {
    all &= at[lane];
    some |= at[lane];
  }
  return all == some ? all : -2u;
}

// Runs a warp whose threads are at different places until all of them are at barriers of the block, or at the end.
// Threads go on when all that their mask names wait at the same cut.
int __zymase_cuda_crawl_warp(struct Lanes *lanes, Step step, Collect collect, const unsigned char *kinds, unsigned first,
                              unsigned count, unsigned threads, int released) {
  unsigned *at = (unsigned *)lanes->state + first, *masks = (unsigned *)lanes->state + threads + first, before[32];
  settle(lanes, step, kinds, first, count);
  if (!released) {
    memcpy(before, at, count * sizeof *before);
    for (unsigned lane = 0; lane < count; lane++)
      if (before[lane] != END && kinds[before[lane]] == AT_BLOCK)
        at[lane] = go(lanes, step, kinds, before[lane], first + lane);
  }
  for (;;) {
    unsigned set = 0, cut = 0, gone = ended(at, count), asks = 0, waits = 0;
    for (unsigned lane = 0; lane < count && !set; lane++) {
      if (at[lane] == END || kinds[at[lane]] == AT_BLOCK)
        continue;
      waits = 1;
      cut = at[lane];
      if (kinds[cut] == AT_ANY) {
        asks = lane + 1;
        continue;
      }
      unsigned here = waiting(at, masks, count, lane, 1);
      if ((masks[lane] & ~gone & ~here) == 0)
        set = here;
    }
    if (!set && asks) {
      cut = at[asks - 1];
      set = waiting(at, masks, count, asks - 1, 0);
    }
    if (!set && waits)
      stuck(lanes, first / 32);
    if (!set)
      return (gone & __zymase_cuda_set_of(count)) != __zymase_cuda_set_of(count);
    release(lanes, step, collect, kinds, first, count, set, cut);
  }
}

// What threads said at a vote: 3 for yes, 2 for no; the threads that wait at this cut count.
void __zymase_cuda_votes_of_block(unsigned *result, const unsigned *said, const unsigned *at, unsigned threads, unsigned cut) {
  unsigned yes = 0, all = 0;
  for (unsigned thread = 0; thread < threads; thread++) {
    all += at[thread] == cut;
    yes += at[thread] == cut && said[thread] == 3;
  }
  result[0] = yes;
  result[1] = all;
}

// The same where all threads wait at this cut.
void __zymase_cuda_votes_of_all(unsigned *result, const unsigned *said, unsigned threads) {
  unsigned yes = 0;
  for (unsigned thread = 0; thread < threads; thread++)
    yes += said[thread] == 3;
  result[0] = yes;
  result[1] = threads;
}

void __zymase_cuda_votes_of_warp(unsigned *result, const unsigned *said, unsigned count, unsigned set) {
  unsigned yes = 0;
  for (unsigned lane = 0; lane < count; lane++)
    yes |= (unsigned)(said[lane] == 3) << lane;
  result[0] = yes & set;
  result[1] = set;
}

// The votes of all warps of a block whose threads all wait at this cut.
void __zymase_cuda_votes_of_warps(unsigned *result, const unsigned *said, unsigned threads) {
  for (unsigned first = 0; first < threads; first += 32, result += 2) {
    unsigned count = threads - first < 32 ? threads - first : 32;
    __zymase_cuda_votes_of_warp(result, said + first, count, __zymase_cuda_set_of(count));
  }
}

// The same for the threads that wait at this cut; the others have ended.
void __zymase_cuda_votes_of_living(unsigned *result, const unsigned *said, const unsigned *at, unsigned threads, unsigned cut) {
  for (unsigned first = 0; first < threads; first += 32, result += 2) {
    unsigned count = threads - first < 32 ? threads - first : 32, set = 0;
    for (unsigned lane = 0; lane < count; lane++)
      set |= (unsigned)(at[first + lane] == cut) << lane;
    __zymase_cuda_votes_of_warp(result, said + first, count, set);
  }
}
