// std::sort of numbers, and of indices by numbers.
// run:
// again: -stdlib=libc++ -O1 -O2
#include <algorithm>
#include <vector>
#include <numeric>
static double f(const double *x, int n) {
    std::vector<double> v(x, x + n);
    for (auto &e : v)
        e = e * e - 2 * e;
    std::sort(v.begin(), v.end());
    double s = 0;
    for (int i = 0; i < n; ++i)
        s += v[i] * (i + 1);
    std::vector<int> idx(n);
    std::iota(idx.begin(), idx.end(), 0);
    std::sort(idx.begin(), idx.end(), [&](int a, int b) { return x[a] * x[a] > x[b]; });
    for (int i = 0; i < n; ++i)
        s += x[idx[i]] * x[idx[i]] * i;
    return s;
}
const double expected[] = {3.8, 6.08, 5.92, 5.9, 4.6};
#include "agree.h"
