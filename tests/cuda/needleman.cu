// Alignment of sequences: a table, diagonal by diagonal within a block.
#include "check.h"
#include <algorithm>

const int SIZE = 16;

__global__ void fill(const int *score, int *table, int columns, int diagonal) {
  __shared__ int cell[SIZE + 1][SIZE + 1];
  int bx = blockIdx.x, by = diagonal - bx, t = threadIdx.x, base = columns * SIZE * by + SIZE * bx;
  cell[0][t + 1] = table[base + t + 1];
  cell[t + 1][0] = table[base + columns * (t + 1)];
  if (t == 0)
    cell[0][0] = table[base];
  __syncthreads();
  for (int m = 0; m < 2 * SIZE - 1; m++) {
    int x = m < SIZE ? t + 1 : t + m - SIZE + 2, y = m < SIZE ? m - t + 1 : SIZE - t;
    if (m < SIZE ? t <= m : x <= SIZE)
      cell[y][x] = max(cell[y - 1][x - 1] + score[base + columns * y + x], max(cell[y - 1][x] - 3, cell[y][x - 1] - 3));
    __syncthreads();
  }
  for (int y = 1; y <= SIZE; y++)
    table[base + columns * y + t + 1] = cell[y][t + 1];
}

int main() {
  const int tiles = 5, columns = tiles * SIZE + 1;
  std::vector<int> score(columns * columns), table(columns * columns);
  for (int &one : score)
    one = (int)(number() * 20) - 10;
  for (int k = 0; k < columns; k++)
    table[k] = table[k * columns] = -3 * k;
  std::vector<int> expected = table;
  int *s = to_device(score), *t = to_device(table);
  // The first blocks of a diagonal that starts beyond the edge are left out by starting at a later tile.
  for (int diagonal = 0; diagonal < tiles; diagonal++)
    fill<<<diagonal + 1, SIZE>>>(s, t, columns, diagonal);
  for (int y = 1; y < columns; y++)
    for (int x = 1; x < columns; x++) {
      int at = y * columns + x;
      if ((y - 1) / SIZE + (x - 1) / SIZE < tiles)
        expected[at] = std::max(expected[at - columns - 1] + score[at], std::max(expected[at - columns], expected[at - 1]) - 3);
    }
  compare("table", to_host(t, table.size()), expected);
  return 0;
}
