// Clusters: nearest centres, and sums of members by atomic updates; printing from a kernel.
#include "check.h"

__global__ void nearest(const float *points, const float *centres, int *member, float *sums, int *counts, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float least = 1e30f;
  int best = 0;
  for (int c = 0; c < k; c++) {
    float distance = 0;
    for (int d = 0; d < 3; d++) {
      float difference = points[i * 3 + d] - centres[c * 3 + d];
      distance += difference * difference;
    }
    if (distance < least)
      least = distance, best = c;
  }
  member[i] = best;
  atomicAdd(&counts[best], 1);
  for (int d = 0; d < 3; d++)
    atomicAdd(&sums[best * 3 + d], points[i * 3 + d]);
  if (i == 0)
    printf("first point: %d of %s, %5.1f%%\n", best, "the centres", 100.0f * k / n);
}

int main() {
  const int n = 600, k = 5;
  std::vector<float> points(n * 3), centres(k * 3), sums(k * 3);
  std::vector<int> member(n), counts(k);
  for (float &one : points)
    one = (int)(number() * 64);
  for (int c = 0; c < k * 3; c++)
    centres[c] = points[c * 7];
  for (int i = 0; i < n; i++) {
    float least = 1e30f;
    for (int c = 0; c < k; c++) {
      float distance = 0;
      for (int d = 0; d < 3; d++)
        distance += (points[i * 3 + d] - centres[c * 3 + d]) * (points[i * 3 + d] - centres[c * 3 + d]);
      if (distance < least)
        least = distance, member[i] = c;
    }
    counts[member[i]]++;
    for (int d = 0; d < 3; d++)
      sums[member[i] * 3 + d] += points[i * 3 + d];
  }
  int *m = to_device(std::vector<int>(n)), *c = to_device(std::vector<int>(k));
  float *s = to_device(std::vector<float>(k * 3));
  nearest<<<(n + 63) / 64, 64>>>(to_device(points), to_device(centres), m, s, c, n, k);
  compare("members", to_host(m, n), member);
  compare("counts", to_host(c, k), counts);
  compare("sums", to_host(s, k * 3), sums);
  return 0;
}
