// A table of results that a recursive function fills.
// run:
#include <map>
#include <cmath>
static double fib(int k, double a, double b, std::map<int, double> &memo) {
    if (k == 0)
        return a;
    if (k == 1)
        return b;
    auto it = memo.find(k);
    if (it != memo.end())
        return it->second;
    double r = fib(k - 1, a, b, memo) * 0.5 + std::sin(fib(k - 2, a, b, memo));
    memo[k] = r;
    return r;
}
static double f(const double *x, int n) {
    std::map<int, double> memo;
    return fib(12, x[0], x[1], memo) * x[2];
}
const double expected[] = {0.00356023421972, 0.00496971088366, 1.8963094681, 0, 0};
#include "agree.h"
