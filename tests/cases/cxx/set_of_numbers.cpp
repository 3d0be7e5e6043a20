// std::set and std::multiset ordered by active numbers.
// run:
#include <set>
#include <cmath>
static double f(const double *x, int n) {
    std::set<double> s;
    for (int i = 0; i < n; ++i)
        s.insert(x[i] * x[i]);
    double r = 0, w = 1;
    for (double v : s) {
        r += w * v;
        w *= 1.5;
    }
    std::multiset<double> q(s.begin(), s.end());
    q.insert(x[0]);
    return r + *q.begin() * 3 + *q.rbegin();
}
const double expected[] = {5.6, 3.03, 5.58, 9.3825, 17.7025};
#include "agree.h"
