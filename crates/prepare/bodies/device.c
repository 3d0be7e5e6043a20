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
extern u32 blocks_x(void) __asm("llvm.nvvm.read.ptx.sreg.nctaid.x");
extern u32 blocks_y(void) __asm("llvm.nvvm.read.ptx.sreg.nctaid.y");
extern u32 blocks_z(void) __asm("llvm.nvvm.read.ptx.sreg.nctaid.z");
extern u32 multiprocessors(void) __asm("llvm.nvvm.read.ptx.sreg.nsmid");
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

// ---- Random numbers: after `count` steps from x to x * factor + summand.

#define STEPS(bits, type)                                                                                                \
  type __zymase_affine_steps_##bits(type x, type factor, type summand, u64 count) {                                      \
    for (; count; count >>= 1) {                                                                                         \
      x = count & 1 ? x * factor + summand : x;                                                                          \
      summand += factor * summand;                                                                                       \
      factor *= factor;                                                                                                  \
    }                                                                                                                    \
    return x;                                                                                                            \
  }
STEPS(32, u32)
STEPS(64, u64)

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

static const char unknown[] = "zymase: a kernel calls a function through a pointer, and derivatives do not know which: define it in this file\n";
void __zymase_unknown_callee(void *address) { end_with(unknown); }

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
extern _Bool vote_all(u32, _Bool) __asm("llvm.nvvm.vote.all.sync");
extern _Bool vote_any(u32, _Bool) __asm("llvm.nvvm.vote.any.sync");

// Do all lanes of a group name one place?
INLINE _Bool is_one_place(u32 group, void *place) {
  u32 leader = __builtin_ctz(group);
  u64 own = (u64)place;
  u64 first = (u64)shuffle_index(group, (u32)(own >> 32), leader, WHOLE_WARP) << 32 |
              shuffle_index(group, (u32)own, leader, WHOLE_WARP);
  return vote_all(group, own == first);
}

#define SUM_OF_WARP(name, type, shuffle)                                                                                 \
  INLINE type name(u32 group, type amount) {                                                                             \
    if (group == ALL_LANES) {                                                                                            \
      _Pragma("unroll") for (u32 k = 16; k; k >>= 1)                                                                     \
        amount += shuffle(BUTTERFLY, ALL_LANES, amount, k, WHOLE_WARP);                                                  \
      return amount;                                                                                                     \
    }                                                                                                                    \
    type sum = 0;                                                                                                        \
    for (u32 rest = group; rest; rest &= rest - 1)                                                                       \
      sum += shuffle(INDEX, group, amount, __builtin_ctz(rest), WHOLE_WARP);                                             \
    return sum;                                                                                                          \
  }
SUM_OF_WARP(sum_of_warp_f32, float, shuffle_single)
SUM_OF_WARP(sum_of_warp_f64, double, shuffle_wide)

// Variables of threads have the same addresses.
extern _Bool is_of_thread(void *) __asm("llvm.nvvm.isspacep.local");

#define ADD(bits, type)                                                                                                  \
  void __zymase_add_##bits(type *place, type amount) {                                                                   \
    if (is_of_thread(place)) {                                                                                           \
      *place += amount;                                                                                                  \
      return;                                                                                                            \
    }                                                                                                                    \
    u32 group = active();                                                                                                \
    if (is_one_place(group, place)) {                                                                                    \
      amount = sum_of_warp_##bits(group, amount);                                                                        \
      if (own_lane() != (u32)__builtin_ctz(group))                                                                       \
        return;                                                                                                          \
    }                                                                                                                    \
    __atomic_fetch_add(place, amount, __ATOMIC_RELAXED);                                                                 \
  }
ADD(f32, float)
ADD(f64, double)
#endif

// ---- Sums over a block, which adds once for each place when its kernel ends. All threads of the block come here.

#ifdef ON_HOST
void __zymase_block_store_f32(shared_u32 *slot, float amount, u32 any, float *place) {
  if (any)
    __atomic_fetch_add(place, amount, __ATOMIC_RELAXED);
}
void __zymase_block_store_f64(shared_u32 *slot, double amount, u32 any, double *place) {
  if (any)
    __atomic_fetch_add(place, amount, __ATOMIC_RELAXED);
}
void __zymase_block_wait(void) {}
void __zymase_block_finish_f32(shared_u32 *slot, float *place, u32 number) {}
void __zymase_block_finish_f64(shared_u32 *slot, double *place, u32 number) {}
#define TABLE(bits, type)                                                                                                \
  void __zymase_table_add_##bits(shared_u32 *slot, type *begin, u32 count, type *place, type amount) {                   \
    __atomic_fetch_add(place, amount, __ATOMIC_RELAXED);                                                                 \
  }                                                                                                                      \
  void __zymase_table_finish_##bits(shared_u32 *slot, type *place, u32 count) {}
TABLE(f32, float)
TABLE(f64, double)
void __zymase_table_clear(shared_u32 *words, u32 count) {}
// Two blocks in one, so that tests see it.
u32 __zymase_working_blocks(void) { return (blocks_x() + 1) / 2; }
#else
// The lanes that the warp of a thread has.
INLINE u32 lanes_of_warp(void) {
  u32 left = threads() - (rank() & ~31u);
  return left >= 32 ? ALL_LANES : (1u << left) - 1;
}

#define BLOCK(bits, type)                                                                                                \
  void __zymase_block_store_##bits(shared_u32 *slot, type amount, u32 any, type *place) {                                \
    u32 group = lanes_of_warp(), warp = rank() >> 5;                                                                     \
    any = vote_any(group, any != 0);                                                                                     \
    amount = any ? sum_of_warp_##bits(group, amount) : 0;                                                                \
    if (own_lane() == 0) {                                                                                               \
      ((__attribute__((address_space(3))) type *)slot)[warp] = amount;                                                   \
      (slot + 32 * sizeof(type) / 4)[warp] = any;                                                                        \
    }                                                                                                                    \
  }                                                                                                                      \
  void __zymase_block_finish_##bits(shared_u32 *slot, type *place, u32 number) {                                         \
    u32 warps = (threads() + 31) >> 5, lane = own_lane(), group = lanes_of_warp();                                       \
    if (rank() >> 5 != number % warps)                                                                                   \
      return;                                                                                                            \
    type amount = 0;                                                                                                     \
    u32 any = 0, step = __builtin_popcount(group);                                                                       \
    for (u32 k = lane; k < warps; k += step) {                                                                           \
      amount += ((__attribute__((address_space(3))) type *)slot)[k];                                                     \
      any |= (slot + 32 * sizeof(type) / 4)[k];                                                                          \
    }                                                                                                                    \
    any = vote_any(group, any != 0);                                                                                     \
    amount = sum_of_warp_##bits(group, amount);                                                                          \
    if (lane == 0 && any)                                                                                                \
      __atomic_fetch_add(place, amount, __ATOMIC_RELAXED);                                                               \
  }
BLOCK(f32, float)
BLOCK(f64, double)
void __zymase_block_wait(void) { barrier(0); }

// Neighbouring places from `begin` on, for each of which the block has a sum: to other places is added at once. What is 0 is not added:
// nobody may have been there.
void __zymase_table_clear(shared_u32 *words, u32 count) {
  for (u32 k = rank(); k < count; k += threads())
    words[k] = 0;
}

#define TABLE(bits, type)                                                                                                \
  void __zymase_table_add_##bits(shared_u32 *slot, type *begin, u32 count, type *place, type amount) {                   \
    u64 distance = (u64)place - (u64)begin;                                                                              \
    if (distance >= count * sizeof(type)) {                                                                              \
      __zymase_add_##bits(place, amount);                                                                                \
      return;                                                                                                            \
    }                                                                                                                    \
    u32 group = active(), own = (u32)distance, leader = __builtin_ctz(group);                                            \
    if (vote_all(group, shuffle_index(group, own, leader, WHOLE_WARP) == own)) {                                         \
      amount = sum_of_warp_##bits(group, amount);                                                                        \
      if (own_lane() != leader)                                                                                          \
        return;                                                                                                          \
    }                                                                                                                    \
    __atomic_fetch_add((__attribute__((address_space(3))) type *)slot + own / sizeof(type), amount, __ATOMIC_RELAXED);   \
  }                                                                                                                      \
  void __zymase_table_finish_##bits(shared_u32 *slot, type *place, u32 count) {                                          \
    for (u32 k = rank(); k < count; k += threads()) {                                                                    \
      type amount = ((__attribute__((address_space(3))) type *)slot)[k];                                                 \
      if (amount != 0)                                                                                                   \
        __atomic_fetch_add(place + k, amount, __ATOMIC_RELAXED);                                                         \
    }                                                                                                                    \
  }
TABLE(f32, float)
TABLE(f64, double)

// How many blocks of a row of the grid do the work of all: so many that every multiprocessor has some in turn.
#define BLOCKS_OF_MULTIPROCESSOR 64
#define MOST_BLOCKS_IN_ONE 32
u32 __zymase_working_blocks(void) {
  u64 all = (u64)blocks_x() * blocks_y() * blocks_z(), in_one = all / (multiprocessors() * BLOCKS_OF_MULTIPROCESSOR);
  in_one = in_one < 1 ? 1 : in_one > MOST_BLOCKS_IN_ONE ? MOST_BLOCKS_IN_ONE : in_one;
  return (blocks_x() + (u32)in_one - 1) / (u32)in_one;
}
#endif

// ---- Additions to rows of places: `place + k * distance` gets the amount k. Lanes that add to the same places each take the sums for a
// part of them, so that one exchange serves all places.

#define PLACE(type, space, place, at) ((space type *)((space char *)(place) + (u64)(at)))
#define GENERIC
#define SHARED __attribute__((address_space(3)))

#ifdef ON_HOST
#define ROW(bits, type, name, space, count, ...)                                                                         \
  void __zymase_add_row_##name##bits##_##count(space type *place, u32 distance, __VA_ARGS__) {                           \
    type amounts[count] = LIST##count;                                                                                   \
    for (u32 k = 0; k < count; ++k)                                                                                      \
      __atomic_fetch_add(PLACE(type, space, place, (u64)k * distance), amounts[k], __ATOMIC_RELAXED);                    \
  }
#else
// Of `live` sums, each half of the lanes that differ in one bit keeps half; a single sum is added up.
#define FOLD(shuffle, type, bit)                                                                                         \
  if (same & bit) {                                                                                                      \
    _Bool upper = lane & bit;                                                                                            \
    if (live > 1) {                                                                                                      \
      live /= 2;                                                                                                         \
      FOLD_HALF(shuffle, type, bit, 8) FOLD_HALF(shuffle, type, bit, 4) FOLD_HALF(shuffle, type, bit, 2)                 \
      FOLD_HALF(shuffle, type, bit, 1)                                                                                   \
      first += upper ? live : 0;                                                                                         \
    } else {                                                                                                             \
      sums[0] += shuffle(BUTTERFLY, ALL_LANES, sums[0], bit, WHOLE_WARP);                                                \
      leads = leads && !upper;                                                                                           \
    }                                                                                                                    \
  }
#define FOLD_HALF(shuffle, type, bit, half)                                                                              \
  if (live == half && half < most) {                                                                                     \
    _Pragma("unroll") for (u32 k = 0; k < half; ++k) {                                                                   \
      type given = upper ? sums[k] : sums[(k + half) % most], own = upper ? sums[(k + half) % most] : sums[k];           \
      sums[k] = own + shuffle(BUTTERFLY, ALL_LANES, given, bit, WHOLE_WARP);                                             \
    }                                                                                                                    \
  }
#define ROW(bits, type, name, space, count, ...)                                                                         \
  INLINE void add_row_##name##bits##_##count(u32 same, space type *place, u32 distance, __VA_ARGS__) {                   \
    const u32 most = count;                                                                                              \
    type sums[count] = LIST##count;                                                                                      \
    u32 lane = own_lane(), live = count, first = 0;                                                                      \
    _Bool leads = 1;                                                                                                     \
    FOLD(SHUFFLE_##bits, type, 16)                                                                                       \
    FOLD(SHUFFLE_##bits, type, 8)                                                                                        \
    FOLD(SHUFFLE_##bits, type, 4)                                                                                        \
    FOLD(SHUFFLE_##bits, type, 2)                                                                                        \
    FOLD(SHUFFLE_##bits, type, 1)                                                                                        \
    if (leads)                                                                                                           \
      _Pragma("unroll") for (u32 k = 0; k < count; ++k) if (k < live)                                                    \
          __atomic_fetch_add(PLACE(type, space, place, (u64)(first + k) * distance), sums[k], __ATOMIC_RELAXED);         \
  }                                                                                                                      \
  void __zymase_add_row_##name##bits##_##count(space type *place, u32 distance, __VA_ARGS__) {                           \
    type sums[count] = LIST##count;                                                                                      \
    u32 same = same_bits_##name(place);                                                                                  \
    EACH_##name(same, add_row_##name##bits##_##count, apart_##bits, count, place, distance, NAMES##count)                \
  }
// Additions one by one: by a part of a warp, or to different places.
#define APART(bits, type)                                                                                                \
  static __attribute__((noinline)) void apart_##bits(type *place, type amount) { __zymase_add_##bits(place, amount); }
APART(f32, float)
APART(f64, double)
// A version for each pattern that is known: all lanes, halves of a warp, none.
#define EACH_(same, add, apart, count, place, distance, ...)                                                             \
  if (same)                                                                                                              \
    add(31, place, distance, __VA_ARGS__);                                                                               \
  else                                                                                                                   \
    _Pragma("unroll") for (u32 k = 0; k < count; ++k) apart((void *)((char *)place + (u64)k * distance), sums[k]);
#define EACH_shared_(same, add, apart, count, ...)                                                                       \
  (void)sums;                                                                                                            \
  switch (same) {                                                                                                        \
  case 31: add(31, __VA_ARGS__); break;                                                                                  \
  case 15: add(15, __VA_ARGS__); break;                                                                                  \
  case 16: add(16, __VA_ARGS__); break;                                                                                  \
  case 7: add(7, __VA_ARGS__); break;                                                                                    \
  case 24: add(24, __VA_ARGS__); break;                                                                                  \
  default: add(0, __VA_ARGS__);                                                                                          \
  }
#define SHUFFLE_f32 shuffle_single
#define SHUFFLE_f64 shuffle_wide

// In which bits of a lane's number lanes may differ that name the same place.
INLINE u32 same_bits_(void *place) {
  u32 group = active();
  return group == ALL_LANES && is_one_place(group, place) ? 31 : 0;
}
INLINE u32 same_bits_shared_(SHARED void *place) {
  if (active() != ALL_LANES)
    return 0;
  u32 own = (u32)(u64)place, same = 0;
  _Pragma("unroll") for (u32 bit = 16; bit; bit >>= 1)
    same |= vote_all(ALL_LANES, shuffle_butterfly(ALL_LANES, own, bit, WHOLE_WARP) == own) ? bit : 0;
  return same;
}
#endif

#define NAMES2 a, b
#define NAMES4 a, b, c, d
#define NAMES8 a, b, c, d, e, f, g, h
#define NAMES16 a, b, c, d, e, f, g, h, i, j, l, m, n, o, p, q
#define LIST2 {NAMES2}
#define LIST4 {NAMES4}
#define LIST8 {NAMES8}
#define LIST16 {NAMES16}
#define ROWS(bits, type, name, space)                                                                                    \
  ROW(bits, type, name, space, 2, type a, type b)                                                                        \
  ROW(bits, type, name, space, 4, type a, type b, type c, type d)                                                        \
  ROW(bits, type, name, space, 8, type a, type b, type c, type d, type e, type f, type g, type h)                        \
  ROW(bits, type, name, space, 16, type a, type b, type c, type d, type e, type f, type g, type h, type i, type j, type l, type m, \
      type n, type o, type p, type q)
ROWS(f32, float, , GENERIC)
ROWS(f64, double, , GENERIC)
ROWS(f32, float, shared_, SHARED)

// Additions to four neighbours by lanes that add to different places: the lanes of four exchange amounts, so that they add to the neighbours
// of one of them, then of the next. Memory takes such additions as one.
#ifdef ON_HOST
#define QUAD(bits, type)                                                                                                 \
  void __zymase_add_quad_##bits(type *place, type a, type b, type c, type d) {                                           \
    type amounts[4] = {a, b, c, d};                                                                                      \
    for (u32 k = 0; k < 4; ++k)                                                                                          \
      __atomic_fetch_add(place + k, amounts[k], __ATOMIC_RELAXED);                                                       \
  }
#else
INLINE u64 word_of_lane(u32 group, u64 word, u32 lane) {
  return (u64)shuffle_index(group, (u32)(word >> 32), lane, WHOLE_WARP) << 32 | shuffle_index(group, (u32)word, lane, WHOLE_WARP);
}
#define GLOBAL __attribute__((address_space(1)))
#define QUAD(bits, type)                                                                                                 \
  void __zymase_add_quad_##bits(type *place, type a, type b, type c, type d) {                                           \
    u32 lane = own_lane(), own = lane & 3, first = lane & 28, group = 15u << first;                                      \
    if ((active() & group) != group) {                                                                                   \
      type amounts[4] = {a, b, c, d};                                                                                    \
      _Pragma("unroll") for (u32 k = 0; k < 4; ++k)                                                                      \
          __atomic_fetch_add((GLOBAL type *)(u64)place + k, amounts[k], __ATOMIC_RELAXED);                                 \
      return;                                                                                                            \
    }                                                                                                                    \
    _Bool odd = own & 1, upper = own & 2;                                                                                \
    type x = SHUFFLE_##bits(BUTTERFLY, group, odd ? a : b, 1, WHOLE_WARP);                                               \
    type y = SHUFFLE_##bits(BUTTERFLY, group, odd ? c : d, 1, WHOLE_WARP);                                               \
    a = odd ? x : a, b = odd ? b : x, c = odd ? y : c, d = odd ? d : y;                                                  \
    x = SHUFFLE_##bits(BUTTERFLY, group, upper ? a : c, 2, WHOLE_WARP);                                                  \
    y = SHUFFLE_##bits(BUTTERFLY, group, upper ? b : d, 2, WHOLE_WARP);                                                  \
    type amounts[4] = {upper ? x : a, upper ? y : b, upper ? c : x, upper ? d : y};                                      \
    _Pragma("unroll") for (u32 k = 0; k < 4; ++k)                                                                        \
        __atomic_fetch_add((GLOBAL type *)word_of_lane(group, (u64)place, first | k) + own, amounts[k], __ATOMIC_RELAXED); \
  }
#endif
QUAD(f32, float)
QUAD(f64, double)

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
extern void wait_for_lanes(u32) __asm("llvm.nvvm.bar.warp.sync");

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
  }
  wait_for_lanes(group);
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
    // Lanes that end together give back together.
    u32 group = active(), leader = __builtin_ctz(group), ended = __builtin_popcount(group);
    _Bool together = is_one_place(group, run);
    wait_for_lanes(group);
    if (!together || own_lane() == leader) {
      fence();
      if (__atomic_fetch_sub(&run->lanes, together ? ended : 1u, __ATOMIC_RELAXED) == (together ? ended : 1u)) {
        u32 first = (u32)((at - (u64)(char *)&zymase_tapes[0]) / GRANULE), count = run->count;
        fence();
        for (u32 k = 0; k < count; ++k)
          __atomic_exchange_n(&zymase_taken[first + k], 0u, __ATOMIC_RELAXED);
      }
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
