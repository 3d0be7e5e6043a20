// Breadth-first search: level by level, with a flag that says whether there is another.
#include "driver.h"

const int NODES = 400000, DEGREE = 6;
int *first, *edges, *distance_of, *more;

#ifdef __CUDA__
__global__ void level(const int *first, const int *edges, int *distance, int now, int nodes, int *more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nodes && distance[i] == now)
    for (int e = first[i]; e < first[i + 1]; e++) {
      int other = edges[e];
      if (distance[other] < 0) {
        distance[other] = now + 1;
        *more = 1;
      }
    }
}

void compute() {
  *more = 1;
  for (int now = 0; *more; now++) {
    *more = 0;
    level<<<(NODES + 255) / 256, 256>>>(first, edges, distance_of, now, NODES, more);
    cudaDeviceSynchronize();
  }
}
#else
void compute() {
  int again = 1;
  for (int now = 0; again; now++) {
    again = 0;
#pragma omp parallel for reduction(| : again)
    for (int i = 0; i < NODES; i++)
      if (distance_of[i] == now)
        for (int e = first[i]; e < first[i + 1]; e++) {
          int other = edges[e];
          if (distance_of[other] < 0) {
            distance_of[other] = now + 1;
            again = 1;
          }
        }
  }
}
#endif

void setup() {
  first = array<int>(NODES + 1);
  edges = array<int>(NODES * DEGREE);
  distance_of = array<int>(NODES);
  more = array<int>(1);
  for (int i = 0; i < NODES; i++) {
    first[i + 1] = first[i] + DEGREE;
    for (int e = 0; e < DEGREE; e++)
      edges[i * DEGREE + e] = (int)(number() * NODES) % NODES;
  }
}
void reset() {
  std::fill(distance_of, distance_of + NODES, -1);
  distance_of[0] = 0;
}
double result() { return checksum(distance_of, NODES); }
