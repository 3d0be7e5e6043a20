// A vector of structs with numbers and integers.
// run:
#include <vector>
#include <cmath>
struct P {
    double pos[3];
    double mass;
    int id;
};
static double f(const double *x, int n) {
    std::vector<P> ps;
    for (int i = 0; i < n; ++i)
        ps.push_back(P{{x[i], x[i] * x[i], 1.0 + i}, x[(i + 1) % n], i});
    double e = 0;
    for (auto &a : ps)
        for (auto &b : ps)
            if (a.id < b.id) {
                double r = 0;
                for (int k = 0; k < 3; ++k)
                    r += (a.pos[k] - b.pos[k]) * (a.pos[k] - b.pos[k]);
                e -= a.mass * b.mass / std::sqrt(r + 0.1);
            }
    return e;
}
const double expected[] = {-3.71002616944, -2.95522097143, -2.73510764226, -1.22743294718, -1.8464837198};
#include "agree.h"
