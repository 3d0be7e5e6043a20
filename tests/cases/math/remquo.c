// remquo: the remainder like remainder(), the quotient bits an integer constant.
#include <math.h>
double remq(double x, double y) {
    int q;
    double r = remquo(x, y, &q);
    return r * x + q * y;
}
// check: double remq(double x = 7.3, double y = 2.1)
// value: 13.599999999999996
// expect: x = 8.2999999999999989, y = -18.9
float remq_s(float x, float y) {
    int q;
    float r = remquof(x, y, &q);
    return r * x + q * y;
}
// check: float remq_s(float x = 7.3, float y = 2.1)
// value: 13.599999999999996
// expect: x = 8.2999999999999989, y = -18.9
