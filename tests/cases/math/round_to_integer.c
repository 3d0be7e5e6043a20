// lround, llround, lrint and llrint give integers: constants as far as derivatives go.
#include <math.h>
double to_integer(double x, double y) {
    long a = lround(x), b = lrint(x);
    long long c = llround(y), d = llrint(y);
    return a * y + b * y * y + c * x + d * x * x;
}
// check: double to_integer(double x = 2.3, double y = -4.6)
// value: -4.830000000000001
// expect: x = -27.999999999999996, y = -16.4
float to_integer_s(float x, float y) { return lroundf(x) * y + lrintf(y) * x * y + llroundf(x) * x; }
// check: float to_integer_s(float x = 2.3, float y = -4.6)
// value: 48.29999999999999
// expect: x = 25, y = -9.5
long double to_integer_x(long double x, long double y) { return lroundl(x) * y + lrintl(y) * x * y; }
// check: long double to_integer_x(long double x = 2.3, long double y = -4.6)
// value: 43.699999999999996
// expect: x = 23, y = -9.5
