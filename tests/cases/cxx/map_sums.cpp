// std::map: operator[], find, erase, iteration.
// run:
// leaks: on
#include <map>
#include <cmath>
static double f(const double *x, int n) {
    std::map<int, double> m;
    for (int i = 0; i < n; ++i)
        m[(i * 7) % 5] += x[i] * x[i];
    double s = 0;
    for (auto &kv : m)
        s += kv.second * kv.second * (kv.first + 1);
    auto it = m.find(2);
    if (it != m.end())
        s *= it->second;
    m.erase(3);
    for (auto it = m.begin(); it != m.end(); ++it)
        s += it->second;
    return s;
}
const double expected[] = {2.7995772, 97.096349899, 41.378942848, 24.6967995352, 50.7950389376};
#include "agree.h"
