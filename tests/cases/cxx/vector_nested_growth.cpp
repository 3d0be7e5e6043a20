// A vector of vectors that grows: rows are moved.
// run:
// leaks: on
#include <vector>
#include <cmath>
static double f(const double *x, int n) {
    std::vector<std::vector<double>> m;
    for (int i = 0; i < n; ++i) {
        std::vector<double> r;
        for (int j = 0; j <= i; ++j)
            r.push_back(x[i] * std::cos(x[j]));
        m.push_back(r);
    }
    double s = 0;
    for (auto &r : m)
        for (double e : r)
            s += e * e;
    return s;
}
const double expected[] = {-6.18895020981, -4.2114360536, -1.0273815088, 1.35821138417, 2.50380764332};
#include "agree.h"
