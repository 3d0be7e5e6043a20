// The library compiled without exceptions.
// flags: -fno-exceptions
// leaks: on
#include <vector>
// check: double f(double x = 2.0)
// value: 50.0
// expect: x = 55.0

double f(double x) {
  std::vector<double> values;
  for (int i = 0; i < 5; ++i)
    values.push_back(x * i);
  double sum = 0;
  for (double v : values)
    sum += v * v;
  return sum / 2 - values[1] * 5;
}
