// std::vector<bool>, swap, move, assign, shrink_to_fit.
// run:
#include <vector>
#include <cmath>
static double f(const double *x, int n) {
    std::vector<bool> m(n);
    for (int i = 0; i < n; ++i)
        m[i] = x[i] > 1;
    std::vector<double> v(x, x + n), w = v;
    w.swap(v);
    v = std::move(w);
    w.assign(3, x[0]);
    double s = 0;
    for (int i = 0; i < n; ++i)
        if (m[i])
            s += v[i] * v[i];
        else
            s += w[1] * v[i];
    v.reserve(50);
    v.shrink_to_fit();
    return s + v.front() * v.back() * v.at(2);
}
const double expected[] = {3.2104, 2.02, 3.502, 2.78, 3.788};
#include "agree.h"
