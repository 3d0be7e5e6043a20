// exp10 and sincos, which glibc adds and compilers substitute.
// flags: -D_GNU_SOURCE
#include <math.h>
double extended(double x, double y) {
    double s, c;
    sincos(y, &s, &c);
    return exp10(x) * s + c * c * x;
}
// check: double extended(double x = 0.3, double y = 1.2)
// value: 1.8990534069772598
// expect: x = 4.4133342105465783, y = 0.52035981787870744
