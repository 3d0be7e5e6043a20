// A queue of events ordered by active times.
// run:
#include <queue>
#include <vector>
#include <functional>
struct Ev {
    double t;
    int id;
    bool operator<(const Ev &o) const { return t > o.t; }
};
static double f(const double *x, int n) {
    std::priority_queue<Ev> q;
    for (int i = 0; i < n; ++i)
        q.push({x[i], i});
    double s = 0, last = 0;
    int steps = 0;
    while (!q.empty() && steps < 30) {
        Ev e = q.top();
        q.pop();
        s += (e.t - last) * (e.t - last) * (e.id + 1);
        last = e.t;
        if (e.t < 3)
            q.push({e.t + x[e.id] * 0.7, e.id});
        ++steps;
    }
    std::priority_queue<double, std::vector<double>, std::greater<double>> g;
    for (int i = 0; i < n; ++i)
        g.push(x[i] * x[i]);
    return s + g.top();
}
const double expected[] = {-14.4162, -1.8588, 12.2638, 2.2492, -0.2232};
#include "agree.h"
