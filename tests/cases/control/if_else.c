// A branch on an active value: piecewise formula, both sides checked.
#include <math.h>
double piecewise(double x) {
    double r;
    if (x < 0.0) {
        r = exp(x) - 1.0;
    } else {
        r = x * x * x + x;
    }
    return 2.0 * r;
}
// check: double piecewise(double x = -0.7)
// value: -1.0068293924171809
// expect: x = 0.993170607582819
// check: double piecewise(double x = 1.2)
// value: 5.856
// expect: x = 10.639999999999999
