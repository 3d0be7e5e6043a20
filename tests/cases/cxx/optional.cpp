// std::optional returned, assigned, and asked for a default.
// run:
#include <optional>
#include <cmath>
static std::optional<double> root(double v) {
    if (v < 1)
        return std::nullopt;
    return std::sqrt(v);
}
static double f(const double *x, int n) {
    double s = 0;
    std::optional<double> last;
    for (int i = 0; i < n; ++i) {
        auto r = root(x[i]);
        if (r) {
            s += *r * x[i];
            last = r;
        } else
            s += r.value_or(x[i] * 3);
    }
    return s * last.value_or(1.0);
}
const double expected[] = {3.62491379208, 1.82149663738, 2.01826658299, 2.13685516589, 5.45852747236};
#include "agree.h"
