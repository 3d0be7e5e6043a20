// std::vector: insert, erase, resize, pop_back, clear.
// run:
#include <vector>
#include <cmath>
static double f(const double *x, int n) {
    std::vector<double> v(x, x + n);
    v.insert(v.begin() + 1, x[0] * x[1]);
    v.erase(v.begin() + 2);
    v.resize(n + 2, x[0]);
    v.insert(v.end(), x, x + 2);
    v.pop_back();
    double s = 0;
    for (std::size_t i = 0; i < v.size(); ++i)
        s += v[i] * v[i] * (i + 1);
    v.clear();
    return s + v.size();
}
const double expected[] = {33.65628, 1.9796, 7.44, 11.12, 14.6};
#include "agree.h"
