// Alternatives that hold numbers, or a length and a pointer, in the same bytes; references to the length; whole copies of one that
// is chosen.
// run:
#include <cstddef>
#include <variant>
#include <vector>

struct Near {
  double numbers[2];
};
struct Far {
  std::size_t count;
  double *numbers;
};
using Values = std::variant<Near, Far>;

__attribute__((noinline)) static void shorten(std::size_t &count) { count -= 1; }

__attribute__((noinline)) static double total(Values &values) {
  if (auto *near = std::get_if<Near>(&values))
    return near->numbers[0] + 2 * near->numbers[1];
  auto &far = std::get<Far>(values);
  shorten(far.count);
  double sum = 0;
  for (std::size_t i = 0; i < far.count; ++i)
    sum += far.numbers[i] * (i + 1);
  return sum;
}

double f(const double *x, int n) {
  double squares[8];
  for (int i = 0; i < n; ++i)
    squares[i] = x[i] * x[i];
  std::vector<Values> values;
  values.push_back(Near{{x[0], x[1] * x[2]}});
  values.push_back(Far{static_cast<std::size_t>(n), squares});
  Values chosen = values[n == 5 ? 1 : 0];
  double sum = total(chosen);
  for (auto &each : values)
    sum += 3 * total(each);
  return sum;
}

// At x = {0.7, 1.01, 1.24, 1.39, 1.46}.
const double expected[] = {4 * 2 * 0.7 + 3, 4 * 4 * 1.01 + 6 * 1.24, 4 * 6 * 1.24 + 6 * 1.01, 4 * 8 * 1.39, 0};
#include "agree.h"
