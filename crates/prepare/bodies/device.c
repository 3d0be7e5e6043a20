// The run time of derivatives on GPUs of NVIDIA: tapes, shadows of shared memory, adjoints of shuffles, sums of what many threads add
// to one place. With ON_HOST it is for kernels that run on CPUs, where a thread may ask for memory and additions need no help.
typedef unsigned int u32;
typedef unsigned long long u64;
typedef __attribute__((address_space(3))) u32 shared_u32;

extern u32 tid_x(void) __asm("llvm.nvvm.read.ptx.sreg.tid.x");
extern u32 tid_y(void) __asm("llvm.nvvm.read.ptx.sreg.tid.y");
extern u32 tid_z(void) __asm("llvm.nvvm.read.ptx.sreg.tid.z");
extern u32 ntid_x(void) __asm("llvm.nvvm.read.ptx.sreg.ntid.x");
extern u32 ntid_y(void) __asm("llvm.nvvm.read.ptx.sreg.ntid.y");
extern u32 ntid_z(void) __asm("llvm.nvvm.read.ptx.sreg.ntid.z");
extern u32 active(void) __asm("llvm.nvvm.activemask");
extern u32 dynamic_size(void) __asm("llvm.nvvm.read.ptx.sreg.dynamic_smem_size");
extern u32 shuffle_index(u32, u32, u32, u32) __asm("llvm.nvvm.shfl.sync.idx.i32");
extern u32 shuffle_up(u32, u32, u32, u32) __asm("llvm.nvvm.shfl.sync.up.i32");
extern u32 shuffle_down(u32, u32, u32, u32) __asm("llvm.nvvm.shfl.sync.down.i32");
extern u32 shuffle_butterfly(u32, u32, u32, u32) __asm("llvm.nvvm.shfl.sync.bfly.i32");
extern void barrier(u32) __asm("llvm.nvvm.barrier.cta.sync.all");
extern u32 barrier_count(u32, _Bool) __asm("llvm.nvvm.barrier.cta.red.popc.all");
extern int vprintf(const char *, void *);
extern void trap(void) __asm("llvm.trap");

#define INLINE static inline __attribute__((always_inline))
#define ALL_LANES 0xffffffffu
#define WHOLE_WARP 0x1fu

// The number of a lane from where its thread is: a block is cut into warps in this order.
INLINE u32 rank(void) { return tid_x() + ntid_x() * (tid_y() + ntid_y() * tid_z()); }
INLINE u32 threads(void) { return ntid_x() * ntid_y() * ntid_z(); }
INLINE u32 own_lane(void) { return rank() & 31; }

static void end_with(const char *text) {
  u64 nothing = 0;
  vprintf(text, &nothing);
  trap();
}

// ---- Shuffles of numbers of 64 bits.

enum { INDEX, UP, DOWN, BUTTERFLY };

INLINE u32 shuffle_word(u32 kind, u32 mask, u32 value, u32 lane, u32 clamp) {
  switch (kind) {
  case INDEX: return shuffle_index(mask, value, lane, clamp);
  case UP: return shuffle_up(mask, value, lane, clamp);
  case DOWN: return shuffle_down(mask, value, lane, clamp);
  default: return shuffle_butterfly(mask, value, lane, clamp);
  }
}

INLINE double shuffle_wide(u32 kind, u32 mask, double value, u32 lane, u32 clamp) {
  u64 bits;
  __builtin_memcpy(&bits, &value, 8);
  u64 low = shuffle_word(kind, mask, (u32)bits, lane, clamp);
  u64 high = shuffle_word(kind, mask, (u32)(bits >> 32), lane, clamp);
  bits = high << 32 | low;
  __builtin_memcpy(&value, &bits, 8);
  return value;
}

INLINE float shuffle_single(u32 kind, u32 mask, float value, u32 lane, u32 clamp) {
  u32 bits;
  __builtin_memcpy(&bits, &value, 4);
  bits = shuffle_word(kind, mask, bits, lane, clamp);
  __builtin_memcpy(&value, &bits, 4);
  return value;
}

double __zymase_shuffle_idx(u32 m, double v, u32 b, u32 c) { return shuffle_wide(INDEX, m, v, b, c); }
double __zymase_shuffle_up(u32 m, double v, u32 b, u32 c) { return shuffle_wide(UP, m, v, b, c); }
double __zymase_shuffle_down(u32 m, double v, u32 b, u32 c) { return shuffle_wide(DOWN, m, v, b, c); }
double __zymase_shuffle_bfly(u32 m, double v, u32 b, u32 c) { return shuffle_wide(BUTTERFLY, m, v, b, c); }

// ---- Adjoints of shuffles: every lane gets what was read of it.

// The lane from which a lane reads, as the machine says it; itself where that is outside of its part of the warp.
INLINE u32 source(u32 kind, u32 lane, u32 b, u32 c) {
  u32 parts = c >> 8 & 31, clamp = c & 31;
  u32 most = (lane & parts) | (clamp & ~parts & 31);
  u32 least = lane & parts;
  b &= 31;
  switch (kind) {
  case INDEX: {
    u32 from = least | (b & ~parts & 31);
    return from <= most ? from : lane;
  }
  case UP: return (int)lane - (int)b >= (int)most ? lane - b : lane;
  case DOWN: return lane + b <= most ? lane + b : lane;
  default: return (lane ^ b) <= most ? lane ^ b : lane;
  }
}

// A warp of which lanes have ended or take another way: they never read.
#define ADJOINT(name, type, shuffle)                                                                                     \
  type name(u32 mask, type adjoint, u32 kind, u32 b, u32 c) {                                                            \
    u32 own = own_lane(), from = source(kind, own, b, c);                                                                \
    type sum = 0;                                                                                                        \
    for (u32 rest = mask; rest; rest &= rest - 1) {                                                                      \
      u32 lane = __builtin_ctz(rest);                                                                                    \
      u32 read = shuffle_index(mask, from, lane, WHOLE_WARP);                                                            \
      type amount = shuffle(INDEX, mask, adjoint, lane, WHOLE_WARP);                                                     \
      sum += read == own ? amount : 0;                                                                                   \
    }                                                                                                                    \
    return sum;                                                                                                          \
  }                                                                                                                      \
  /* The same where all lanes of a whole warp are so far from what they read. */                                         \
  type name##_step(u32 mask, type adjoint, u32 kind, u32 b, u32 c) {                                                     \
    u32 own = own_lane(), parts = c & 0x1f00;                                                                            \
    u32 back = kind == UP ? DOWN : UP;                                                                                   \
    type amount = shuffle(back, mask, adjoint, b, kind == UP ? parts | WHOLE_WARP : parts);                              \
    u32 reader = source(back, own, b, kind == UP ? parts | WHOLE_WARP : parts);                                          \
    type sum = source(kind, own, b, c) == own ? adjoint : 0;                                                             \
    return sum + (reader != own ? amount : 0);                                                                           \
  }

ADJOINT(__zymase_shuffle_adjoint_f32, float, shuffle_single)
ADJOINT(__zymase_shuffle_adjoint_f64, double, shuffle_wide)

// ---- Shadows of shared memory. All threads that take part clear them; which these are is asked at a barrier.

_Bool __zymase_shared_begin(void) { return barrier_count(0, 1) == threads(); }

void __zymase_shared_clear(shared_u32 *words, u32 count, _Bool everybody) {
  u32 first = rank(), step = threads();
  if (!everybody) {
    // Threads have ended: every warp clears all, with the lanes that it has.
    u32 group = active();
    first = __builtin_popcount(group & ((1u << own_lane()) - 1));
    step = __builtin_popcount(group);
  }
  for (u32 k = first; k < count; k += step)
    words[k] = 0;
}

void __zymase_shared_end(void) { barrier(0); }

static const char too_small[] = "zymase: a kernel with a derivative of dynamic shared memory needs twice its bytes: launch it with twice as "
                                "many; the upper half holds the derivatives\n";

// How far the shadow of dynamic shared memory is from it.
u64 __zymase_shared_half(void) { return dynamic_size() / 2; }

// Ends the kernel if an access does not stay in the lower half.
void __zymase_shared_check(u64 offset, u64 bytes) {
  if (offset + bytes > dynamic_size() / 2)
    end_with(too_small);
}

// ---- Additions to a place that may be the same for many threads.

#ifdef ON_HOST
void __zymase_add_f32(float *place, float amount) { __atomic_fetch_add(place, amount, __ATOMIC_RELAXED); }
void __zymase_add_f64(double *place, double amount) { __atomic_fetch_add(place, amount, __ATOMIC_RELAXED); }
#else
struct all { u32 mask; _Bool same; };
extern u32 match_any(u32, u64) __asm("llvm.nvvm.match.any.sync.i64");

#define ADD(name, type, shuffle)                                                                                         \
  void name(type *place, type amount) {                                                                                  \
    u32 group = active(), lane = own_lane(), leader = __builtin_ctz(group);                                              \
    u64 own = (u64)place;                                                                                                \
    u64 first = (u64)shuffle_index(group, (u32)(own >> 32), leader, WHOLE_WARP) << 32 |                                  \
                shuffle_index(group, (u32)own, leader, WHOLE_WARP);                                                      \
    if (vote_all(group, own == first)) {                                                                                 \
      if (group == ALL_LANES) {                                                                                          \
        for (u32 k = 16; k; k >>= 1)                                                                                     \
          amount += shuffle(BUTTERFLY, ALL_LANES, amount, k, WHOLE_WARP);                                                \
      } else {                                                                                                           \
        type sum = 0;                                                                                                    \
        for (u32 rest = group; rest; rest &= rest - 1)                                                                   \
          sum += shuffle(INDEX, group, amount, __builtin_ctz(rest), WHOLE_WARP);                                         \
        amount = sum;                                                                                                    \
      }                                                                                                                  \
      if (lane != leader)                                                                                                \
        return;                                                                                                          \
    }                                                                                                                    \
    __atomic_fetch_add(place, amount, __ATOMIC_RELAXED);                                                                 \
  }
extern _Bool vote_all(u32, _Bool) __asm("llvm.nvvm.vote.all.sync");
ADD(__zymase_add_f32, float, shuffle_single)
ADD(__zymase_add_f64, double, shuffle_wide)
#endif

// ---- Memory of a derivative.

#ifdef ON_HOST
struct context { char *last, *top, *end; };
extern void *malloc(u64);
extern void free(void *);

void __zymase_begin(struct context *context) { context->last = context->top = context->end = 0; }

void *__zymase_allocate(struct context *context, u64 bytes) {
  bytes = (bytes + 15) & ~15ull;
  if ((u64)(context->end - context->top) < bytes) {
    u64 size = bytes < 4096 ? 4096 : bytes;
    char *chunk = malloc(size + 16);
    *(char **)chunk = context->last;
    context->last = chunk;
    context->top = chunk + 16;
    context->end = context->top + size;
  }
  char *memory = context->top;
  context->top += bytes;
  return memory;
}

void __zymase_end(struct context *context) {
  for (char *chunk = context->last; chunk;) {
    char *before = *(char **)chunk;
    free(chunk);
    chunk = before;
  }
}
#else
// The tapes of all threads that run are in one piece of memory, which is cut into granules. A warp takes granules that follow each
// other, for all of its lanes that ask at the same time; the last of these gives them back. Where it looks first is its place on the
// machine, so that warps seldom meet.
#define GRANULE 16384u
#define HEADER 512u
#define BYTES (1ull << 30)
#define GRANULES (BYTES / GRANULE)

extern u32 processor(void) __asm("llvm.nvvm.read.ptx.sreg.smid");
extern u32 place_of_warp(void) __asm("llvm.nvvm.read.ptx.sreg.warpid");
extern void fence(void) __asm("llvm.nvvm.membar.gl");

static __attribute__((address_space(1), aligned(256))) char zymase_tapes[BYTES];
static __attribute__((address_space(1))) u32 zymase_taken[GRANULES];

struct run { u64 before[32]; u32 lanes, count; };
// Memory of two kinds: that of a lane in one piece, and interleaved with that of the other lanes, eight bytes each.
struct context { u64 last, top, end, spread, spread_end; };

void __zymase_begin(struct context *context) {
  context->last = context->top = context->end = context->spread = context->spread_end = 0;
}

static const char no_tape[] = "zymase: the tapes of all threads do not fit into the memory for them: run fewer threads at once, or loops with fewer "
                              "iterations\n";

static __attribute__((noinline)) u32 take(u32 count) {
  u32 at = (processor() * 64 + place_of_warp()) * 2654435761u % GRANULES;
  for (u32 tries = 0; tries < 1u << 22; ++tries) {
    if (at + count > GRANULES)
      at = 0;
    u32 got = 0;
    while (got < count) {
      u32 free = 0;
      if (!__atomic_compare_exchange_n(&zymase_taken[at + got], &free, 1u, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        break;
      ++got;
    }
    if (got == count) {
      fence();
      return at;
    }
    for (u32 k = 0; k < got; ++k)
      __atomic_exchange_n(&zymase_taken[at + k], 0u, __ATOMIC_RELAXED);
    at += got + 1;
    if (count > GRANULES)
      break;
  }
  end_with(no_tape);
  return 0;
}

// Granules with so many bytes for every lane of the group; the bytes that there are.
static __attribute__((noinline)) u64 take_run(struct context *context, u64 bytes) {
  u32 group = active(), lane = own_lane(), leader = __builtin_ctz(group);
  u64 most = 0;
  for (u32 rest = group; rest; rest &= rest - 1) {
    u32 other = __builtin_ctz(rest);
    u64 wanted = (u64)shuffle_index(group, (u32)(bytes >> 32), other, WHOLE_WARP) << 32 |
                 shuffle_index(group, (u32)bytes, other, WHOLE_WARP);
    most = wanted > most ? wanted : most;
  }
  u64 total = (most * 32 + HEADER + GRANULE - 1) / GRANULE;
  u32 count = total > GRANULES ? (u32)GRANULES + 1 : (u32)total, at = 0;
  if (lane == leader) {
    at = take(count);
    struct run *run = (struct run *)&zymase_tapes[(u64)at * GRANULE];
    run->lanes = __builtin_popcount(group);
    run->count = count;
    fence();
  }
  at = shuffle_index(group, at, leader, WHOLE_WARP);
  u64 start = (u64)(char *)&zymase_tapes[(u64)at * GRANULE];
  ((struct run *)start)->before[lane] = context->last;
  context->last = start;
  return (((u64)count * GRANULE - HEADER) / 32) & ~15ull;
}

void *__zymase_allocate(struct context *context, u64 bytes) {
  bytes = (bytes + 15) & ~15ull;
  if (context->end - context->top < bytes) {
    u64 size = take_run(context, bytes);
    context->top = context->last + HEADER + own_lane() * size;
    context->end = context->top + size;
  }
  u64 memory = context->top;
  context->top += bytes;
  return (void *)memory;
}

// Of this memory the bytes from 8 k on are 256 k bytes further.
void *__zymase_allocate_spread(struct context *context, u64 bytes) {
  bytes = (bytes + 7) & ~7ull;
  if (context->spread_end - context->spread < bytes * 32) {
    u64 size = take_run(context, bytes);
    context->spread = context->last + HEADER + own_lane() * 8;
    context->spread_end = context->spread + size * 32;
  }
  u64 memory = context->spread;
  context->spread += bytes * 32;
  return (void *)memory;
}

void __zymase_end(struct context *context) {
  for (u64 at = context->last; at;) {
    struct run *run = (struct run *)at;
    u64 before = run->before[own_lane()];
    fence();
    if (__atomic_fetch_sub(&run->lanes, 1u, __ATOMIC_RELAXED) == 1) {
      u32 first = (u32)((at - (u64)(char *)&zymase_tapes[0]) / GRANULE), count = run->count;
      fence();
      for (u32 k = 0; k < count; ++k)
        __atomic_exchange_n(&zymase_taken[first + k], 0u, __ATOMIC_RELAXED);
    }
    at = before;
  }
}
#endif

#ifdef ON_HOST
// Words lie as far from each other as they do on a GPU.
void *__zymase_allocate_spread(struct context *context, u64 bytes) { return __zymase_allocate(context, ((bytes + 7) & ~7ull) * 32); }
#endif

void __zymase_begin_with_room(struct context *context, u64 bytes) { __zymase_begin(context); }
void __zymase_begin_small(struct context *context) { __zymase_begin(context); }
