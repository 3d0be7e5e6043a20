// Zero adjoints of what is not selected, through products with constants, sums and memory: infinite values beside them
// do not matter where the convention says so.
#include <math.h>
// check: double unselected(double x = 0.0, double y = 3.0, int pick = 0)
// value: 3.0
// expect: x = 0.0, y = 1.0
// differences: off (division by zero)
double unselected(double x, double y, int pick) {
    double inverse = 1 / x, scaled = 2 * inverse + y, product = fma(scaled, y, inverse);
    return pick ? product * 0.5 : y;
}
// check: double stored(double x = 0.0, double *t = {0.5, 4.0}, int pick = 0)
// value: 8.0
// expect: x = 0.0, t = {0.0, 2.0}
// differences: off (logarithm of zero)
double stored(double x, double *t, int pick) {
    t[0] = 3 * log(x);
    return pick ? t[0] * t[1] : 2 * t[1];
}
// check: double divided(double x = 1.0, double y = 2.0, int pick = 1)
// value: 0.625
// expect: x = 0.25, y = 0.1875
double divided(double x, double y, int pick) {
    double part = x / 4 + y * 0.1875;
    return pick ? part : part / (x - 1);
}
