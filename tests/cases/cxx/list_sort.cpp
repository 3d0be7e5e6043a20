// std::list: sort and splice; std::forward_list.
// run:
// leaks: on
#include <list>
#include <forward_list>
static double f(const double *x, int n) {
    std::list<double> l, k;
    for (int i = 0; i < n; ++i) {
        l.push_back(x[(i * 3) % n]);
        k.push_back(x[i] * 2);
    }
    l.sort();
    l.splice(l.end(), k);
    double s = 0, w = 1;
    for (double v : l) {
        s += w * v * v;
        w += 0.5;
    }
    std::forward_list<double> g;
    for (double v : l)
        g.push_front(v);
    for (double v : g) {
        s += v * w;
        w *= 0.7;
    }
    return s;
}
const double expected[] = {24.123321642, 39.81188806, 55.9741258, 71.655894, 86.00842};
#include "agree.h"
