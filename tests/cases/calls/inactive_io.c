// Calls that only print or assert are executed once and carry no derivative.
#include <assert.h>
#include <stdio.h>
double chatty(double x, double y) {
    assert(y > 0.0);
    double r = x / y;
    for (int i = 0; i < 2; ++i) {
        char line[64];
        snprintf(line, sizeof line, "step %d: %g", i, r);
        if (line[0] != 's')
            fputs(line, stderr);
        r = r * r + x;
    }
    return r;
}
// check: double chatty(double x = 1.2, double y = 2.0)
// value: 3.6336
// expect: x = 5.992, y = -1.1232
