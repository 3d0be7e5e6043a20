// The body of a do loop runs before its test, even when the test fails at once.
#include <math.h>
double settle(double x) {
    double y = x;
    int steps = 0;
    do {
        y = cos(y) * x;
        ++steps;
    } while (fabs(y) > 0.3 && steps < 7);
    return y * steps;
}
// check: double settle(double x = 0.9)
// value: 4.8167563171977195
// expect: x = 2.9704300532157051
// check: double settle(double x = 0.2)
// value: 0.19601331556824833
// expect: x = 0.94033271168222943
