// std::tuple, std::pair, structured bindings, std::tie.
// run:
#include <tuple>
#include <utility>
static std::tuple<double, int, double> g(double a, double b) { return {a * b, 3, a + b}; }
static double f(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; ++i) {
        auto [p, k, q] = g(x[i], x[(i + 1) % n]);
        s += p * k * q;
        std::pair<double, double> pr = std::make_pair(p, q);
        std::swap(pr.first, pr.second);
        s += std::get<0>(std::make_tuple(pr.first * 2, 1));
        double u, v;
        std::tie(u, std::ignore, v) = g(pr.second, x[0]);
        s += u * v;
    }
    return s;
}
const double expected[] = {47.75832608, 25.6568264, 37.0136192, 45.9888632, 35.5495724};
#include "agree.h"
