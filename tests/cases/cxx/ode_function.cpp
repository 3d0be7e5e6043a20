// Runge-Kutta steps over std::function and vectors.
// run:
#include <functional>
#include <vector>
#include <cmath>
using St = std::vector<double>;
using Rhs = std::function<St(double, const St &)>;
static St axpy(const St &a, double k, const St &b) {
    St r(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        r[i] = a[i] + k * b[i];
    return r;
}
static St rk4(const Rhs &g, St y, double t0, double t1, int n) {
    double h = (t1 - t0) / n;
    for (int i = 0; i < n; ++i) {
        double t = t0 + i * h;
        St k1 = g(t, y), k2 = g(t + h / 2, axpy(y, h / 2, k1)), k3 = g(t + h / 2, axpy(y, h / 2, k2)),
           k4 = g(t + h, axpy(y, h, k3));
        for (std::size_t j = 0; j < y.size(); ++j)
            y[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    }
    return y;
}
static double f(const double *x, int n) {
    double a = x[0], b = x[1];
    Rhs g = [a, b](double t, const St &y) { return St{y[1], -a * std::sin(y[0]) - b * y[1] + 0.1 * t}; };
    St y = rk4(g, {x[2], x[3]}, 0, x[4], 10);
    return y[0] * y[0] + y[1];
}
const double expected[] = {-3.37635035049, -1.87505873252, 4.01715721902, 3.29343825174, -0.873755474576};
#include "agree.h"
