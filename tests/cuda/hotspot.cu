// Heat on a chip: steps of a stencil, with structs passed to the kernel.
#include "check.h"

struct Chip {
  int rows, columns;
  float capacity, across, along, down;
};

__global__ void step(const float *power, const float *from, float *to, Chip chip) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= chip.columns || y >= chip.rows)
    return;
  int at = y * chip.columns + x;
  float own = from[at];
  float north = y > 0 ? from[at - chip.columns] : own, south = y < chip.rows - 1 ? from[at + chip.columns] : own;
  float west = x > 0 ? from[at - 1] : own, east = x < chip.columns - 1 ? from[at + 1] : own;
  to[at] = own + chip.capacity * (power[at] + (south + north - 2 * own) * chip.along + (east + west - 2 * own) * chip.across +
                                  (80.0f - own) * chip.down);
}

int main() {
  Chip chip = {37, 50, 0.1f, 0.3f, 0.2f, 0.05f};
  int n = chip.rows * chip.columns;
  std::vector<float> power(n), heat(n), next(n);
  for (int k = 0; k < n; k++)
    power[k] = number(), heat[k] = 320 + 10 * number();
  float *p = to_device(power), *a = to_device(heat), *b = to_device(heat);
  for (int k = 0; k < 10; k++) {
    step<<<dim3(4, 5), dim3(16, 8)>>>(p, a, b, chip);
    std::swap(a, b);
    for (int y = 0; y < chip.rows; y++)
      for (int x = 0; x < chip.columns; x++) {
        int at = y * chip.columns + x;
        float own = heat[at], north = y ? heat[at - chip.columns] : own, west = x ? heat[at - 1] : own;
        float south = y < chip.rows - 1 ? heat[at + chip.columns] : own, east = x < chip.columns - 1 ? heat[at + 1] : own;
        next[at] = own + chip.capacity * (power[at] + (south + north - 2 * own) * chip.along + (east + west - 2 * own) * chip.across + (80.0f - own) * chip.down);
      }
    heat = next;
  }
  compare("heat", to_host(a, n), heat, 1e-5);
  return 0;
}
