// std::function with captures by value and by reference, assigned twice.
// run:
#include <functional>
#include <cmath>
static double integrate(const std::function<double(double)> &g, double a, double b, int n) {
    double h = (b - a) / n, s = 0;
    for (int i = 0; i < n; ++i)
        s += g(a + (i + 0.5) * h);
    return s * h;
}
static double f(const double *x, int n) {
    double k = x[0];
    std::function<double(double)> g = [k, x](double t) { return std::sin(k * t) * x[1]; };
    double s = integrate(g, 0, x[2], 20);
    g = [&](double t) { return t * t * k; };
    return s + integrate(g, 0, x[3], 10);
}
const double expected[] = {1.52937226228, 0.505248345453, 0.770793217945, 1.349088825, 0};
#include "agree.h"
