// Closures of a float and an integer lie in storage that std::function declares as pointers, and are moved as one.
// run:
#include "check.h"
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
static double beside_table(const double *x) {
    std::vector<Function> all;
    all.push_back([p = Power{static_cast<float>(x[0]), 2}](double t) { return p.scale * std::pow(t, p.exponent) + t; });
    all.push_back([table = Table{{x[0], x[1]}, 2, 0.25f}](double t) { return table.entries[1] * t + table.offset; });
    double sum = 0;
    for (Function &g : all)
        sum += g(x[1]);
    return sum;
}
static double beside_double(const double *x) {
    std::vector<Function> all;
    all.push_back([p = Power{static_cast<float>(x[0]), 3}](double t) { return p.scale * std::pow(t, p.exponent) + t; });
    all.push_back([y = x[1]](double t) { return y * t; });
    double sum = 0;
    for (Function &g : all)
        sum += g(x[1]);
    return sum;
}
static double in_map(const double *x) {
    std::map<int, Function> all;
    all[3] = [p = Power{static_cast<float>(x[0]), 2}](double t) { return p.scale * std::pow(t, p.exponent) + t; };
    return all.at(3)(x[1]);
}
// The same without rounding to floats, where differences would be those of steps.
static double power(double scale, int exponent, double t) { return scale * std::pow(t, exponent) + t; }
static double beside_table_in_doubles(const double *x) { return power(x[0], 2, x[1]) + x[1] * x[1] + 0.25; }
static double beside_double_in_doubles(const double *x) { return power(x[0], 3, x[1]) + x[1] * x[1]; }
static double in_map_in_doubles(const double *x) { return power(x[0], 2, x[1]); }

extern int enzyme_dup;
template <class R, class... Arguments> R __enzyme_autodiff(void *, Arguments...);
template <class R, class... Arguments> R __enzyme_fwddiff(void *, Arguments...);
template <double f(const double *), double in_doubles(const double *)> void compare(double first, double second) {
    double x[2] = {0.5, 1.25}, gradient[2] = {}, expected[2] = {first, second};
    check_close("value", f(x), in_doubles(x), 1e-12);
    __enzyme_autodiff<double>((void *)f, enzyme_dup, x, gradient);
    for (int i = 0; i < 2; ++i) {
        double direction[2] = {};
        direction[i] = 1;
        double forward = __enzyme_fwddiff<double>((void *)f, enzyme_dup, x, direction);
        const double here = x[i], step = 1e-6;
        x[i] = here + step;
        const double above = in_doubles(x);
        x[i] = here - step;
        const double below = in_doubles(x);
        x[i] = here;
        check_close("reverse against forward", gradient[i], forward, 1e-6);
        check_close("forward against differences", forward, (above - below) / (2 * step), 2e-5);
        check_close("reverse against expected", gradient[i], expected[i], 1e-6);
    }
}
int main() {
    compare<beside_table, beside_table_in_doubles>(1.5625, 4.75);
    compare<beside_double, beside_double_in_doubles>(1.953125, 5.84375);
    compare<in_map, in_map_in_doubles>(1.5625, 2.25);
}
