// Arrays, loops and calls with full debug information: the same numbers as without.
// flags: -g
#include <math.h>
static double kernel(double r) { return exp(-r * r); }
double density(const double *x, int n, double width) {
    double total = 0.0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j)
            total += kernel((x[i] - x[j]) / width);
    return total;
}
// check: double density(double *x = {0.1, 0.9, 1.7, 3.0}, int n = 4, double width = 1.3)
// value: 2.0377106404521093
// expect: x = {1.0882553450303514, 0.18284591794121871, -0.49860880920588119, -0.77249245376568887}, width = 2.2244042125361019
