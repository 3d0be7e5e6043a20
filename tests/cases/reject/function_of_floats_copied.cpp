// reject: are used both as
// A copy of a map copies what its functions hold, without knowing whether that is a double, or a float and an integer.
#include <cmath>
#include <functional>
#include <map>
using Function = std::function<double(double)>;
struct Power {
    float scale;
    int exponent;
};
double f(const double *x) {
    std::map<int, Function> all;
    all[3] = [p = Power{static_cast<float>(x[0]), 2}](double t) { return p.scale * std::pow(t, p.exponent) + t; };
    all[4] = [y = x[1]](double t) { return y * t; };
    std::map<int, Function> copy = all;
    double sum = 0;
    for (auto &[key, g] : copy)
        sum += g(x[1]);
    return sum;
}
void __enzyme_autodiff(void *, ...);
extern int enzyme_dup;
void gradient(const double *x, double *dx) { __enzyme_autodiff((void *)f, enzyme_dup, x, dx); }
