// A text that grows beside the numbers.
// run:
// leaks: on
#include <string>
#include <cmath>
static double f(const double *x, int n) {
    std::string log;
    double s = 0;
    for (int i = 0; i < n; ++i) {
        s += std::sin(x[i]) * x[0];
        log += "step ";
        log.append(std::to_string(i));
        if (s > 1)
            log += '!';
    }
    std::string t = log.substr(2, 5) + log;
    return s * (double)t.size();
}
const double expected[] = {193.041897384, 14.5197976935, 8.86693856518, 4.90889429047, 3.01855498909};
#include "agree.h"
