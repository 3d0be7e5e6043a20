// What generated code and the run time of kernels share.
#pragma once
#include <stddef.h>

// One launch of a kernel.
struct Launch {
  unsigned grid[3], block[3];
  size_t dynamic; // bytes of shared memory beyond the kernel's own
  void **arguments;
};

// One block of a launch.
struct Lanes {
  struct Launch *launch;
  unsigned number[3];
  char *shared, *state;
};

// Runs all threads of a block.
typedef void (*Block)(struct Launch *, unsigned x, unsigned y, unsigned z, char *shared, char *state);
// Runs a thread from a cut to the next one, which is returned.
typedef unsigned (*Step)(struct Lanes *, unsigned cut, unsigned thread);
// Prepares what threads that waited at a cut receive from each other.
typedef void (*Collect)(struct Lanes *, unsigned cut, unsigned first, unsigned count, unsigned set);

enum { END = -1 };
