// Shortest paths with a priority queue of pairs.
// run:
#include <vector>
#include <queue>
#include <limits>
#include <utility>
static double f(const double *x, int n) {
    int m = 6;
    std::vector<std::vector<std::pair<int, double>>> g(m);
    for (int i = 0; i < m; ++i) {
        g[i].push_back({(i + 1) % m, x[i % n] * x[i % n]});
        g[i].push_back({(i + 2) % m, x[(i + 1) % n] * 1.7});
    }
    std::vector<double> d(m, std::numeric_limits<double>::infinity());
    std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> q;
    d[0] = 0;
    q.push({0.0, 0});
    while (!q.empty()) {
        auto [c, u] = q.top();
        q.pop();
        if (c > d[u])
            continue;
        for (auto &[v, w] : g[u])
            if (d[u] + w < d[v]) {
                d[v] = d[u] + w;
                q.push({d[v], v});
            }
    }
    double s = 0;
    for (double v : d)
        s += v * v;
    return s;
}
const double expected[] = {37.94336, 21.748128, 26.1052, 13.16854, 17.272};
#include "agree.h"
