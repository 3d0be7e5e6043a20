#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct array {
  int64_t rank, sizes[32], count;
  char *data;
};

struct descriptor {
  void *allocated, *aligned;
  int64_t offset, numbers[64];
};

static struct array make_of(int64_t rank, const int64_t *sizes, void *data) {
  struct array a = {rank, {0}, 1, data};
  for (int64_t i = 0; i < rank; i++) a.count *= a.sizes[i] = sizes[i];
  return a;
}

static struct array make(int64_t rank, const int64_t *sizes, int64_t width) {
  struct array a = make_of(rank, sizes, 0);
  a.data = aligned_alloc(64, (a.count * width + 127) / 64 * 64);
  if (!a.data) exit(3);
  return a;
}

static struct array take(FILE *in, int64_t width) {
  int64_t rank, sizes[32];
  if (fread(&rank, 8, 1, in) != 1 || rank > 32 || fread(sizes, 8, rank, in) != (size_t)rank) exit(3);
  struct array a = make(rank, sizes, width);
  if (fread(a.data, width, a.count, in) != (size_t)a.count) exit(3);
  return a;
}

static struct descriptor describe(struct array a) {
  struct descriptor d = {a.data, a.data, 0, {0}};
  int64_t stride = 1;
  for (int64_t i = a.rank - 1; i >= 0; i--) {
    d.numbers[i] = a.sizes[i];
    d.numbers[a.rank + i] = stride;
    stride *= a.sizes[i];
  }
  return d;
}

static void give_head(FILE *out, int64_t rank, const int64_t *sizes) {
  fwrite(&rank, 8, 1, out);
  fwrite(sizes, 8, rank, out);
}

static void give(FILE *out, struct array a, int64_t width) {
  give_head(out, a.rank, a.sizes);
  fwrite(a.data, width, a.count, out);
}

static void give_from(FILE *out, char *data, const int64_t *sizes, const int64_t *strides, int64_t rank, int64_t width) {
  if (rank == 0) {
    fwrite(data, width, 1, out);
    return;
  }
  for (int64_t i = 0; i < sizes[0]; i++) give_from(out, data + i * strides[0] * width, sizes + 1, strides + 1, rank - 1, width);
}

static void give_view(FILE *out, struct descriptor *d, int64_t rank, int64_t width) {
  give_head(out, rank, d->numbers);
  give_from(out, (char *)d->aligned + d->offset * width, d->numbers, d->numbers + rank, rank, width);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
