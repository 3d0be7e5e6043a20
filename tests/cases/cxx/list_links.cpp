// std::list: both ends, insert, erase, remove_if, reverse.
// run:
// again: -stdlib=libc++ -O1 -O2
#include <list>
static double f(const double *x, int n) {
    std::list<double> l;
    for (int i = 0; i < n; ++i) {
        l.push_back(x[i] * x[i]);
        l.push_front(x[i]);
    }
    l.remove_if([](double v) { return v > 5; });
    l.reverse();
    auto it = l.begin();
    ++it;
    l.insert(it, x[0] * x[1]);
    l.erase(it);
    double s = 0, w = 1;
    for (double v : l) {
        s += w * v * v;
        w += 0.5;
    }
    return s;
}
const double expected[] = {11.15821, 19.86771, 26.412992, 13.9, 28.508544};
#include "agree.h"
