// std::array, also of arrays.
// run:
#include <array>
#include <cmath>
static double f(const double *x, int n) {
    std::array<double, 5> a{};
    std::array<std::array<double, 3>, 2> b{};
    for (int i = 0; i < 5; ++i)
        a[i] = x[i] * x[(i + 1) % 5];
    for (auto &r : b)
        r.fill(a[0]);
    b[1][2] = a[3];
    double s = 0;
    for (auto &r : b)
        for (auto e : r)
            s += e * e;
    return s + a.back() * a.at(1);
}
const double expected[] = {8.969204, 6.21628, 1.03222, 5.925848, 6.518412};
#include "agree.h"
