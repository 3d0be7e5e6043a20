// thread_local state, at namespace scope and in a function.
// run:
#include <vector>
thread_local double tl = 1.5;
static double g(double v) {
    thread_local double last = 0;
    double r = last * 0.5 + v * tl;
    last = v;
    return r;
}
static double f(const double *x, int n) {
    g(0);
    tl = x[0];
    double s = 0;
    for (int i = 0; i < n; ++i)
        s += g(x[i]) * x[i];
    return s;
}
const double expected[] = {8.5964, 2.384, 2.936, 3.296, 2.739};
#include "agree.h"
