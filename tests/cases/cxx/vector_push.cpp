// std::vector: push_back, emplace_back, iterators in both directions.
// run:
#include <vector>
#include <cmath>
static double f(const double *x, int n) {
    std::vector<double> v;
    for (int i = 0; i < n; ++i) {
        v.push_back(x[i] * x[i]);
        v.emplace_back(std::sin(x[i]));
    }
    double s = 0;
    for (auto &e : v)
        s += e * e;
    for (auto it = v.rbegin(); it != v.rend(); ++it)
        s = s * 0.9 + *it;
    return s;
}
const double expected[] = {2.91034986302, 3.77498861281, 4.69233074456, 5.43242974438, 5.71697396187};
#include "agree.h"
