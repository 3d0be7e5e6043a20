// Numbers sorted by their bits, in arrays that are declared to hold integers.
// flags: -std=c++20 -g
// run:
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

double f(const double *x, int n) {
  std::array<std::uint64_t, 8> keys{};
  for (int i = 0; i < n; ++i)
    keys[i] = std::bit_cast<std::uint64_t>(x[i] * x[n - 1 - i]);
  std::sort(keys.begin(), keys.begin() + n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::bit_cast<double>(keys[i]) * (i + 1);
  return sum;
}

// Sorted: x0 x3 = 0.973 (twice), x1 x2 = 1.2524 (twice), at x = {0.7, 1.01, 1.24, 1.39}.
const double expected[] = {3 * 1.39, 7 * 1.24, 7 * 1.01, 3 * 0.7};
#include "agree.h"
