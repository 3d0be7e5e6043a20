// Structs of a text and a number, found by their names.
// run:
#include <vector>
#include <cmath>
#include <string>
#include <algorithm>
struct Param {
    std::string name;
    double value;
};
static double f(const double *x, int n) {
    std::vector<Param> ps;
    for (int i = 0; i < n; ++i)
        ps.push_back({"parameter number " + std::to_string(i), x[i]});
    std::vector<std::string> names;
    for (auto &p : ps)
        names.push_back(p.name);
    double s = 0;
    for (auto &nm : names) {
        auto it = std::find_if(ps.begin(), ps.end(), [&](const Param &p) { return p.name == nm; });
        s += it->value * it->value * (double)nm.size();
    }
    return s;
}
const double expected[] = {25.2, 36.36, 44.64, 50.04, 52.56};
#include "agree.h"
