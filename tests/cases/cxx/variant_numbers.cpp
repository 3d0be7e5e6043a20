// A variant of an integer and a number, filled from an array of numbers.
// flags: -std=c++17
#include <variant>
#include <vector>

using Value = std::variant<long, double>;
static Value pick(const double *x, int i) {
  if (i % 2)
    return Value(static_cast<long>(i));
  return Value(x[i]);
}
// check: double f(double *x = {1.5, 2.0, 0.5}, int n = 3)
// value: 1.625
// expect: x = {0.5, 0.0, 2.25}
double f(const double *x, int n) {
  std::vector<Value> values;
  for (int i = 0; i < n; ++i)
    values.push_back(pick(x, i));
  double sum = 1;
  for (auto &value : values) {
    if (auto *number = std::get_if<double>(&value))
      sum = sum * *number + 0.5;
    else
      sum += std::get<long>(value) * 0.25;
  }
  return sum;
}
