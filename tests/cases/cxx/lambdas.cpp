// Lambdas: by reference, mutable, generic and recursive.
// run:
#include <cmath>
static double f(const double *x, int n) {
    double acc = 0;
    auto add = [&acc](double v) { acc += v * v; };
    auto cnt = [c = 0.5](double v) mutable {
        c *= v;
        return c;
    };
    for (int i = 0; i < n; ++i) {
        add(x[i]);
        acc += cnt(x[i]);
    }
    auto g = [=](auto self, int k) -> double { return k == 0 ? x[0] : x[k % n] * self(self, k - 1); };
    return acc + g(g, 4);
}
const double expected[] = {7.71404884, 6.0495388, 5.4770437, 5.1382692, 4.7478778};
#include "agree.h"
