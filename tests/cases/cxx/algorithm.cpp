// Most of <algorithm> and <numeric>, with lambdas.
// run:
#include <algorithm>
#include <vector>
#include <numeric>
#include <cmath>
static double f(const double *x, int n) {
    std::vector<double> a(x, x + n), b(n), c(n);
    std::transform(a.begin(), a.end(), b.begin(), [](double v) { return std::exp(v); });
    std::transform(a.begin(), a.end(), b.begin(), c.begin(), [](double p, double q) { return p * q; });
    double s = std::accumulate(c.begin(), c.end(), 0.0);
    s += std::accumulate(a.begin(), a.end(), 1.0, [](double p, double q) { return p * q; });
    s += std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
    std::partial_sum(a.begin(), a.end(), c.begin());
    s += *std::max_element(b.begin(), b.end()) * *std::min_element(c.begin(), c.end());
    std::for_each(a.begin(), a.end(), [&s](double v) { s += v * v; });
    std::reverse(a.begin(), a.end());
    std::rotate(a.begin(), a.begin() + 2, a.end());
    for (int i = 0; i < n; ++i)
        s += a[i] * (i + 1);
    std::adjacent_difference(b.begin(), b.end(), c.begin());
    std::fill(a.begin(), a.end(), x[0]);
    std::copy(c.begin(), c.end() - 1, a.begin());
    s += std::clamp(x[0], x[1] * 0.1, 2.0) + std::max({x[0], x[1], x[2]});
    std::generate(a.begin(), a.end(), [k = x[0]]() mutable {
        k *= 1.1;
        return k;
    });
    auto it = std::find_if(a.begin(), a.end(), [](double v) { return v > 1; });
    if (it != a.end())
        s += *it;
    return s + a[n - 1] * std::reduce(b.begin(), b.end());
}
const double expected[] = {49.4596913484, 19.9141078039, 25.2916441509, 32.7771053645, 37.1924313653};
#include "agree.h"
