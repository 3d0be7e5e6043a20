// Several returns, one of them inside a nested condition.
#include <math.h>
double guarded(double x, double y) {
    if (x < 0.0)
        return -x * y;
    if (y > 10.0) {
        if (x > 5.0)
            return x * x + y;
        return log(y) * x;
    }
    return x / (y + 1.0);
}
// check: double guarded(double x = -2.0, double y = 3.0)
// value: 6
// expect: x = -3.0, y = 2.0
// check: double guarded(double x = 6.0, double y = 12.0)
// value: 48
// expect: x = 12.0, y = 1.0
// check: double guarded(double x = 2.0, double y = 12.0)
// value: 4.9698132995760007
// expect: x = 2.4849066497880004, y = 0.16666666666666666
// check: double guarded(double x = 3.0, double y = 4.0)
// value: 0.6
// expect: x = 0.2, y = -0.12
