// std::valarray: arithmetic, functions, slices, shift, apply.
// run:
#include <valarray>
static double f(const double *x, int n) {
    std::valarray<double> a(x, n), b = a * a;
    b += std::sin(a);
    std::valarray<double> c = std::exp(a * 0.5) * b - a / 2.0;
    c[std::slice(0, 2, 2)] = a[std::slice(1, 2, 1)];
    return c.sum() * b.max() + std::sqrt(a).sum() + c.shift(1)[0] + c.apply([](double v) { return v * v; }).sum();
}
const double expected[] = {0.597614304667, 54.7145494947, 6.05448161848, 112.507934589, 180.310196935};
#include "agree.h"
