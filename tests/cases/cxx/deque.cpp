// std::deque that runs through several blocks; std::queue, std::stack.
// run:
#include <deque>
#include <queue>
#include <stack>
static double f(const double *x, int n) {
    std::deque<double> d;
    for (int i = 0; i < 200; ++i) {
        d.push_back(x[i % n] * i);
        if (i % 3 == 0)
            d.push_front(x[(i + 1) % n]);
        if (d.size() > 20)
            d.pop_front();
    }
    double s = 0;
    for (std::size_t i = 0; i < d.size(); ++i)
        s += d[i] * d[d.size() - 1 - i];
    std::queue<double> q;
    std::stack<double> t;
    for (int i = 0; i < n; ++i) {
        q.push(x[i]);
        t.push(x[i] * 2);
    }
    while (!q.empty()) {
        s += q.front() * t.top();
        q.pop();
        t.pop();
    }
    return s;
}
const double expected[] = {975737.04, 794786.68, 550820.96, 1217276.12, 1158912.52};
#include "agree.h"
