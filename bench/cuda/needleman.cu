// Alignment of sequences: diagonals of tiles, and in a tile diagonals of cells in shared memory.
#include "driver.h"

const int TILE = 32, TILES = 64, COLUMNS = TILE * TILES + 1, PENALTY = 3;
int *score, *table;

#ifdef __CUDA__
__global__ void fill(const int *score, int *table, int columns, int diagonal, int first) {
  __shared__ int cell[TILE + 1][TILE + 1], own[TILE][TILE];
  int bx = blockIdx.x + first, by = diagonal - bx, t = threadIdx.x, base = columns * TILE * by + TILE * bx;
  for (int y = 0; y < TILE; y++)
    own[y][t] = score[base + columns * (y + 1) + t + 1];
  cell[0][t + 1] = table[base + t + 1];
  cell[t + 1][0] = table[base + columns * (t + 1)];
  if (t == 0)
    cell[0][0] = table[base];
  __syncthreads();
  for (int m = 0; m < TILE; m++) {
    if (t <= m) {
      int x = t + 1, y = m - t + 1;
      cell[y][x] = max(cell[y - 1][x - 1] + own[y - 1][x - 1], max(cell[y - 1][x] - PENALTY, cell[y][x - 1] - PENALTY));
    }
    __syncthreads();
  }
  for (int m = TILE - 2; m >= 0; m--) {
    if (t <= m) {
      int x = t + TILE - m, y = TILE - t;
      cell[y][x] = max(cell[y - 1][x - 1] + own[y - 1][x - 1], max(cell[y - 1][x] - PENALTY, cell[y][x - 1] - PENALTY));
    }
    __syncthreads();
  }
  for (int y = 1; y <= TILE; y++)
    table[base + columns * y + t + 1] = cell[y][t + 1];
}

void compute() {
  for (int diagonal = 0; diagonal < 2 * TILES - 1; diagonal++) {
    int first = std::max(0, diagonal - TILES + 1), count = std::min(diagonal, TILES - 1) - first + 1;
    fill<<<count, TILE>>>(score, table, COLUMNS, diagonal, first);
  }
}
#else
void compute() {
  for (int diagonal = 0; diagonal < 2 * TILES - 1; diagonal++) {
    int first = std::max(0, diagonal - TILES + 1), last = std::min(diagonal, TILES - 1);
#pragma omp parallel for
    for (int bx = first; bx <= last; bx++) {
      int base = COLUMNS * TILE * (diagonal - bx) + TILE * bx;
      for (int y = 1; y <= TILE; y++)
        for (int x = 1; x <= TILE; x++) {
          int at = base + COLUMNS * y + x;
          table[at] = std::max(table[at - COLUMNS - 1] + score[at],
                               std::max(table[at - COLUMNS] - PENALTY, table[at - 1] - PENALTY));
        }
    }
  }
}
#endif

void setup() {
  score = numbers<int>(COLUMNS * COLUMNS, -10, 10);
  table = array<int>(COLUMNS * COLUMNS);
  for (int k = 0; k < COLUMNS; k++)
    table[k] = table[k * COLUMNS] = -PENALTY * k;
}
void reset() {}
double result() { return checksum(table, COLUMNS * COLUMNS); }
