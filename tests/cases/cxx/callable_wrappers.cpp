// std::reference_wrapper, std::bind, std::mem_fn, pointers to members.
// run:
#include <functional>
#include <vector>
static double g(double a, double b) { return a * a + b; }
struct S {
    double k;
    double m(double v) const { return k * v * v; }
};
static double f(const double *x, int n) {
    double a = x[0], b = x[1];
    std::vector<std::reference_wrapper<double>> r{a, b};
    for (double &q : r)
        q *= x[2];
    auto h = std::bind(g, std::placeholders::_1, x[3]);
    S s{x[4]};
    auto mf = std::mem_fn(&S::m);
    double (S::*pm)(double) const = &S::m;
    return h(a) * b + mf(s, a) + (s.*pm)(b);
}
const double expected[] = {5.838820736, 7.19253568, 9.1545448, 1.2524, 2.32192976};
#include "agree.h"
