// Handlers inside a loop, and a loop that an exception leaves: what was kept until then is found again.
// leaks: on
#include <cmath>
// check: double inside(double x = 1.5)
// value: 83.25
// expect: x = 108.0
double inside(double x) {
  double sum = 0;
  for (int i = 0; i < 6; ++i) {
    try {
      if (i % 2)
        throw x * i;
      sum += x;
    } catch (double thrown) {
      sum += thrown * thrown;
    }
  }
  return sum;
}

__attribute__((noinline)) static double term(double y, int i, int j) {
  if (i == 2 && j == 3)
    throw y * y;
  return y * (i + j);
}
// check: double left(double x = 0.7)
// expect: x = 27.715139623989256
double left(double x) {
  double sum = 0, y = x;
  try {
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j <= i + 2; ++j) {
        y = std::sin(y) + x;
        sum += term(y, i, j);
      }
  } catch (double thrown) {
    sum += thrown * y;
  }
  return sum;
}
