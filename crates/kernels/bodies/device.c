// What device code calls: printing, assertions, and what the lanes of a warp give each other.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Takes the next argument, which is aligned to its size.
static const char *next(const char **from, size_t bytes) {
  size_t place = (size_t)*from;
  const char *found = *from + (-place & (bytes - 1));
  *from = found + bytes;
  return found;
}

static int print_one(FILE *to, const char *format, const char **from) {
  char conversion = format[strlen(format) - 1];
  int is_long = strstr(format, "l") || strstr(format, "z") || strstr(format, "j") || strstr(format, "t");
  if (strchr("fFeEgGaA", conversion))
    return fprintf(to, format, *(const double *)next(from, 8));
  if (conversion == 's' || conversion == 'p')
    return fprintf(to, format, *(void *const *)next(from, 8));
  if (is_long && conversion != 'c')
    return fprintf(to, format, *(const long *)next(from, 8));
  return fprintf(to, format, *(const int *)next(from, 4));
}

// `printf` of a device: the arguments lie in memory, one behind the other. Returns how many there were.
int __zymase_cuda_printf(const char *format, const char *from) {
  int count = 0;
  char one[64];
  flockfile(stdout);
  while (*format) {
    if (*format != '%') {
      putc_unlocked(*format++, stdout);
      continue;
    }
    if (format[1] == '%') {
      putc_unlocked('%', stdout);
      format += 2;
      continue;
    }
    size_t length = 0;
    do {
      if (*format == '*')
        length += (size_t)snprintf(one + length, sizeof one - length, "%d", *(const int *)next(&from, 4));
      else
        one[length++] = *format;
    } while (length < 48 && *format && !strchr("diouxXcsfFeEgGaApn", *format++));
    one[length] = 0;
    if (length < 48 && length > 1) {
      print_one(stdout, one, &from);
      count++;
    }
  }
  funlockfile(stdout);
  return count;
}

_Noreturn void __zymase_cuda_assert(const char *text, const char *file, unsigned line, const char *function, size_t width) {
  fflush(stdout);
  fprintf(stderr, "%s:%u: %s: Assertion `%s` failed.\n", file, line, function, text);
  abort();
}

// Memory that the headers of cooperative groups ask for, and only use for groups that are refused.
char __zymase_cuda_reserve[1024];
unsigned long __zymase_cuda_reserved(void) { return (unsigned long)__zymase_cuda_reserve; }

_Noreturn void __zymase_cuda_refuse_groups(void) {
  fprintf(stderr, "zymase: cooperative groups of several warps that are not a whole block cannot run on a CPU: use tiles of at most 32 "
                  "threads, or the block\n");
  abort();
}

// From which lane a shuffle reads: one of the own part of the warp, as `clamp` says; 32 is added where there is none, and the lane
// keeps what it has.
static unsigned within(unsigned lane, unsigned source, int is_there) { return is_there ? source : lane | 32; }

__attribute__((always_inline)) unsigned __zymase_cuda_source_up(unsigned lane, unsigned distance, unsigned clamp) {
  unsigned part = clamp >> 8 & 31, least = (lane & part) | (clamp & 31 & ~part);
  int source = (int)lane - (int)(distance & 31);
  return within(lane, (unsigned)source & 31, source >= (int)least);
}

__attribute__((always_inline)) unsigned __zymase_cuda_source_down(unsigned lane, unsigned distance, unsigned clamp) {
  unsigned part = clamp >> 8 & 31, most = (lane & part) | (clamp & 31 & ~part), source = lane + (distance & 31);
  return within(lane, source & 31, source <= most);
}

__attribute__((always_inline)) unsigned __zymase_cuda_source_bfly(unsigned lane, unsigned bits, unsigned clamp) {
  unsigned part = clamp >> 8 & 31, most = (lane & part) | (clamp & 31 & ~part), source = lane ^ (bits & 31);
  return within(lane, source, source <= most);
}

__attribute__((always_inline)) unsigned __zymase_cuda_source_idx(unsigned lane, unsigned index, unsigned clamp) {
  unsigned part = clamp >> 8 & 31, most = (lane & part) | (clamp & 31 & ~part);
  unsigned source = (lane & part) | (index & 31 & ~part);
  return within(lane, source, source <= most);
}

#define MATCH(bits, type)                                                                                              \
  unsigned __zymase_cuda_match_any_##bits(const type *values, unsigned mask, type own) {                               \
    unsigned same = 0;                                                                                                 \
    for (unsigned lane = 0; lane < 32; lane++)                                                                         \
      if (mask >> lane & 1 && values[lane] == own)                                                                     \
        same |= 1u << lane;                                                                                            \
    return same;                                                                                                       \
  }                                                                                                                    \
  unsigned __zymase_cuda_match_all_##bits(const type *values, unsigned mask, type own) {                               \
    return __zymase_cuda_match_any_##bits(values, mask, own) == mask ? mask : 0;                                       \
  }

MATCH(32, unsigned)
MATCH(64, unsigned long)

#define REDUCE(name, type, first, expression)                                                                          \
  type __zymase_cuda_reduce_##name(const type *values, unsigned mask) {                                                \
    type all = first;                                                                                                  \
    for (unsigned lane = 0; lane < 32; lane++)                                                                         \
      if (mask >> lane & 1) {                                                                                          \
        type one = values[lane];                                                                                       \
        all = expression;                                                                                              \
      }                                                                                                                \
    return all;                                                                                                        \
  }

REDUCE(add, unsigned, 0, all + one)
REDUCE(and, unsigned, ~0u, all &one)
REDUCE(or, unsigned, 0, all | one)
REDUCE(xor, unsigned, 0, all ^ one)
REDUCE(umin, unsigned, ~0u, one < all ? one : all)
REDUCE(umax, unsigned, 0, one > all ? one : all)
REDUCE(min, int, 0x7fffffff, one < all ? one : all)
REDUCE(max, int, -0x7fffffff - 1, one > all ? one : all)

// What is atomic among the threads of a block that run on one thread of the machine.
#define OWN(name, type, expression)                                                                                    \
  __attribute__((always_inline)) type __zymase_cuda_own_##name(type *place, type value) {                              \
    type old = *place;                                                                                                 \
    *place = expression;                                                                                               \
    return old;                                                                                                        \
  }

OWN(add_32, unsigned, old + value)
OWN(add_64, unsigned long, old + value)
OWN(sub_32, unsigned, old - value)
OWN(sub_64, unsigned long, old - value)
OWN(and_32, unsigned, old &value)
OWN(and_64, unsigned long, old &value)
OWN(or_32, unsigned, old | value)
OWN(or_64, unsigned long, old | value)
OWN(xor_32, unsigned, old ^ value)
OWN(xor_64, unsigned long, old ^ value)
OWN(xchg_32, unsigned, value)
OWN(xchg_64, unsigned long, value)
OWN(umin_32, unsigned, value < old ? value : old)
OWN(umax_32, unsigned, value > old ? value : old)
OWN(min_32, int, value < old ? value : old)
OWN(max_32, int, value > old ? value : old)
OWN(umin_64, unsigned long, value < old ? value : old)
OWN(umax_64, unsigned long, value > old ? value : old)
OWN(min_64, long, value < old ? value : old)
OWN(max_64, long, value > old ? value : old)
OWN(fadd_32, float, old + value)
OWN(fadd_64, double, old + value)
