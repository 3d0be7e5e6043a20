// Closures of a float and an integer lie in storage that std::function declares as pointers, and are moved as one.
// run:
#include <cmath>
#include <functional>
#include <map>
#include <vector>
using Function = std::function<double(double)>;
struct Power {
    float scale;
    int exponent;
};
struct Table {
    double entries[6];
    int used;
    float offset;
};
static Function power(float scale, int exponent) {
    Power p{scale, exponent};
    return [p](double t) { return p.scale * std::pow(t, p.exponent) + t; };
}
__attribute__((noinline)) static double pushed(const double *x) {
    std::vector<Function> all;
    all.push_back(power(static_cast<float>(x[0]), 2));
    all.push_back([table = Table{{x[0], x[1]}, 2, 0.25f}](double t) { return table.entries[1] * t + table.offset; });
    double sum = 0;
    for (Function &g : all)
        sum += g(x[1]);
    return sum;
}
__attribute__((noinline)) static double assigned(const double *x) {
    std::vector<Function> all(2);
    all[0] = power(static_cast<float>(x[2]), 3);
    all[1] = [y = x[1]](double t) { return y * t; };
    double sum = 0;
    for (Function &g : all)
        sum += g(x[1]);
    return sum;
}
__attribute__((noinline)) static double in_map(const double *x) {
    std::map<int, Function> all;
    all[3] = power(static_cast<float>(x[3]), 2);
    std::map<int, Function> copy = all;
    return copy.at(3)(x[0]);
}
static double f(const double *x, int n) {
    return pushed(x) + assigned(x) + in_map(x);
}
#include "check.h"
extern int enzyme_dup, enzyme_const;
template <class R, class... Arguments> R __enzyme_autodiff(void *, Arguments...);
template <class R, class... Arguments> R __enzyme_fwddiff(void *, Arguments...);
// The same without rounding to floats, where differences of f would be those of steps.
static double smooth(const double *x) {
    auto term = [](double scale, int exponent, double t) { return scale * std::pow(t, exponent) + t; };
    double squares = 2 * x[1] * x[1] + 0.25;
    return term(x[0], 2, x[1]) + squares + term(x[2], 3, x[1]) + term(x[3], 2, x[0]);
}
int main() {
    double x[4] = {0.5, 1.25, 0.75, 1.5}, gradient[4] = {};
    check_close("value", f(x, 4), smooth(x), 1e-12);
    __enzyme_autodiff<double>((void *)f, enzyme_dup, x, gradient, enzyme_const, 4);
    for (int i = 0; i < 4; ++i) {
        double direction[4] = {};
        direction[i] = 1;
        double forward = __enzyme_fwddiff<double>((void *)f, enzyme_dup, x, direction, enzyme_const, 4);
        const double here = x[i], step = 1e-6;
        x[i] = here + step;
        const double above = smooth(x);
        x[i] = here - step;
        const double below = smooth(x);
        x[i] = here;
        check_close("reverse against forward", gradient[i], forward, 1e-6);
        check_close("forward against differences", forward, (above - below) / (2 * step), 2e-5);
    }
    return 0;
}
