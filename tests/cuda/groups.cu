// Cooperative groups: a block, and tiles of it.
#include "check.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sum_of(cg::thread_group group, int *room, int value) {
  int at = group.thread_rank();
  for (int half = group.size() / 2; half > 0; half /= 2) {
    room[at] = value;
    group.sync();
    if (at < half)
      value += room[at + half];
    group.sync();
  }
  return value;
}

__global__ void sums(const int *in, int *blocks, int *tiles) {
  extern __shared__ int room[];
  cg::thread_block block = cg::this_thread_block();
  int i = block.group_index().x * block.size() + block.thread_rank();
  int whole = sum_of(block, room, in[i]);
  if (block.thread_rank() == 0)
    blocks[blockIdx.x] = whole;
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  int value = in[i];
  for (int offset = tile.size() / 2; offset > 0; offset /= 2)
    value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0)
    tiles[i / 32] = value;
  cg::thread_block_tile<8> small = cg::tiled_partition<8>(block);
  int first = small.shfl(in[i], 0);
  if (small.any(first != in[i - small.thread_rank()]))
    tiles[0] = -1;
}

int main() {
  const int n = 512, size = 128;
  std::vector<int> in(n), blocks(n / size), tiles(n / 32);
  for (int k = 0; k < n; k++) {
    in[k] = (int)(number() * 100);
    blocks[k / size] += in[k];
    tiles[k / 32] += in[k];
  }
  int *a = to_device(in), *b, *c;
  CALL(cudaMalloc(&b, n * sizeof(int)));
  CALL(cudaMalloc(&c, n * sizeof(int)));
  sums<<<n / size, size, size * sizeof(int)>>>(a, b, c);
  compare("sums of blocks", to_host(b, n / size), blocks);
  compare("sums of tiles", to_host(c, n / 32), tiles);
  return 0;
}
