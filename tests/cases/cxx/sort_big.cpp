// std::sort, std::stable_sort and std::nth_element of structs by active keys.
// run:
#include <algorithm>
#include <vector>
#include <cmath>
struct R {
    double k;
    double v;
};
static double f(const double *x, int n) {
    std::vector<R> v;
    for (int i = 0; i < 60; ++i)
        v.push_back({std::sin(i * x[i % n] * 7.1), x[(i * 3) % n] * i});
    std::sort(v.begin(), v.end(), [](const R &a, const R &b) { return a.k < b.k; });
    double s = 0;
    for (int i = 0; i < 60; ++i)
        s += v[i].v * v[i].k * (i % 4);
    std::stable_sort(v.begin(), v.end(), [](const R &a, const R &b) { return a.v < b.v; });
    for (int i = 0; i < 60; ++i)
        s += v[i].k * (i % 3);
    std::nth_element(v.begin(), v.begin() + 10, v.end(), [](const R &a, const R &b) { return a.k > b.k; });
    return s + v[10].k;
}
const double expected[] = {-57557.5580974, -45139.6580969, 88445.5877742, -5806.92410093, -46220.4386127};
#include "agree.h"
