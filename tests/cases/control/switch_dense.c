// A dense switch with fall-through and a default.
#include <math.h>
double choose(double x, int kind) {
    double r = x;
    switch (kind) {
    case 0:
        r = sin(x);
        break;
    case 1:
        r = x * x;
        /* fall through */
    case 2:
        r = r * x + 1.0;
        break;
    case 3:
        return exp(-x);
    default:
        r = 1.0 / x;
    }
    return r * 2.0;
}
// check: double choose(double x = 1.3, int kind = 0)
// value: 1.9271163708343859
// expect: x = 0.5349976572491747
// check: double choose(double x = 1.3, int kind = 1)
// value: 6.394
// expect: x = 10.14
// check: double choose(double x = 1.3, int kind = 2)
// value: 5.38
// expect: x = 5.2
// check: double choose(double x = 1.3, int kind = 3)
// value: 0.27253179303401259
// expect: x = -0.27253179303401259
// check: double choose(double x = 1.3, int kind = 9)
// value: 1.5384615384615383
// expect: x = -1.1834319526627217
