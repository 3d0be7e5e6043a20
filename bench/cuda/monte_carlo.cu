// A quarter of a circle by random points: each thread has a generator of its own.
#include "driver.h"

const int THREADS = 1 << 14, TRIES = 1 << 10;
unsigned *hits;
double area;

BOTH inline unsigned throw_darts(unsigned seed, int tries) {
  unsigned state = seed * 2654435761u + 1, count = 0;
  for (int k = 0; k < tries; k++) {
    state = state * 1664525u + 1013904223u;
    float x = (state >> 8) * (1 / 16777216.0f);
    state = state * 1664525u + 1013904223u;
    float y = (state >> 8) * (1 / 16777216.0f);
    count += x * x + y * y < 1;
  }
  return count;
}

#ifdef __CUDA__
__global__ void darts(unsigned *hits, int tries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  hits[i] = throw_darts(i, tries);
}

void compute() { darts<<<THREADS / 128, 128>>>(hits, TRIES); }
#else
void compute() {
#pragma omp parallel for
  for (int i = 0; i < THREADS; i++)
    hits[i] = throw_darts(i, TRIES);
}
#endif

void setup() { hits = array<unsigned>(THREADS); }
void reset() {}
double result() { return checksum(hits, THREADS); }
