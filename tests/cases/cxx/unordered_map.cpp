// std::unordered_map: operator[], find, erase, iteration.
// run:
// again: -stdlib=libc++ -O1 -O2
// leaks: on
#include <unordered_map>
#include <string>
static double f(const double *x, int n) {
    std::unordered_map<int, double> m;
    for (int i = 0; i < n * 4; ++i)
        m[i * 13 % 17] += x[i % n] * i;
    double s = 0;
    for (int i = 0; i < 17; ++i) {
        auto it = m.find(i);
        if (it != m.end())
            s += it->second * it->second;
    }
    m.erase(3);
    for (auto &kv : m)
        s += kv.second * kv.first;
    return s;
}
const double expected[] = {790, 1100.32, 1376.24, 2082.84, 2481.92};
#include "agree.h"
