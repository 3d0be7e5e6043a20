// Distances in a graph, level by level; all threads that find a node write the same.
#include "check.h"

__global__ void level(const int *start, const int *to, int *distance, int now, int nodes, bool *more) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nodes && distance[i] == now)
    for (int e = start[i]; e < start[i + 1]; e++)
      if (distance[to[e]] < 0) {
        distance[to[e]] = now + 1;
        *more = true;
      }
}

int main() {
  const int nodes = 700;
  std::vector<int> start(nodes + 1), to, distance(nodes, -1), expected(nodes, -1), queue;
  for (int i = 0; i < nodes; i++) {
    for (int k = (int)(number() * 4); k >= 0; k--)
      to.push_back((int)(number() * nodes));
    start[i + 1] = to.size();
  }
  distance[0] = expected[0] = 0;
  queue.push_back(0);
  for (size_t k = 0; k < queue.size(); k++)
    for (int e = start[queue[k]]; e < start[queue[k] + 1]; e++)
      if (expected[to[e]] < 0)
        expected[to[e]] = expected[queue[k]] + 1, queue.push_back(to[e]);
  int *s = to_device(start), *t = to_device(to), *d = to_device(distance);
  bool *more, again = true;
  CALL(cudaMalloc(&more, sizeof(bool)));
  for (int now = 0; again; now++) {
    again = false;
    CALL(cudaMemcpy(more, &again, sizeof again, cudaMemcpyHostToDevice));
    level<<<(nodes + 127) / 128, 128>>>(s, t, d, now, nodes, more);
    CALL(cudaMemcpy(&again, more, sizeof again, cudaMemcpyDeviceToHost));
  }
  compare("distances", to_host(d, nodes), expected);
  return 0;
}
