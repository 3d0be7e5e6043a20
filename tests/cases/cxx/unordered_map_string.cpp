// A hash table whose keys are texts.
// run:
#include <unordered_map>
#include <string>
static double f(const double *x, int n) {
    std::unordered_map<std::string, double> m;
    m["mass"] = x[0];
    m["velocity"] = x[1];
    m["drag"] = x[2];
    double e = 0.5 * m["mass"] * m["velocity"] * m["velocity"];
    m["drag"] *= e;
    return e + m["drag"] + (double)m.count("nothing");
}
const double expected[] = {1.142512, 1.58368, 0.357035, 0, 0};
#include "agree.h"
