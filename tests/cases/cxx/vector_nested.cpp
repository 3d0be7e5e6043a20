// A vector of vectors, sized at once.
// run:
#include <vector>
#include <cmath>
static double f(const double *x, int n) {
    std::vector<std::vector<double>> m(n, std::vector<double>(n));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            m[i][j] = x[i] * std::cos(x[j]);
    double s = 0;
    for (auto &r : m)
        for (double e : r)
            s += e * e;
    return s;
}
const double expected[] = {-5.58285263874, -4.34972167818, -1.8446432853, 0.314031168858, 1.40932921116};
#include "agree.h"
