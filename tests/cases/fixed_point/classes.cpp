// C++: the step is a function object, the state a class of numbers.
// check: double f(double *p = {0.5, 0.25, 0.8})
// expect: p = {1.4502878844535023, 0.46688176105556906, 0.22413957966996881}
#include <cmath>
#include <zymase/autodiff.h>

struct Point {
  double x, y;
};

template <typename Step> Point settle(Point at, Step step) {
  for (;;) {
    zymase_fixed_point(1e-14);
    Point next = step(at);
    double change = std::fabs(next.x - at.x) + std::fabs(next.y - at.y);
    at = next;
    if (change < 1e-14)
      return at;
  }
}

extern "C" double f(double *p) {
  Point at = settle({0, 0}, [&](Point q) { return Point{p[0] * std::cos(q.y) + p[1], p[2] * std::sin(q.x) / 2}; });
  return at.x * at.y + p[0];
}
