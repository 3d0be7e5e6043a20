// Arc sine: double, float and long double forms at two points each.
#include <math.h>
double asin_d(double x, double y) { return y * asin(x) + x; }
// check: double asin_d(double x = 0.3, double y = 1.5)
// value: 0.75703898102309619
// expect: x = 2.5724272550828773, y = 0.30469265401539752
// check: double asin_d(double x = -0.8, double y = -0.75)
// value: -0.10452858649879082
// expect: x = -0.25000000000000011, y = -0.9272952180016123
float asin_s(float x, float y) { return y * asinf(x) + x; }
// check: float asin_s(float x = 0.3, float y = 1.5)
// value: 0.75703898102309619
// expect: x = 2.5724272550828773, y = 0.30469265401539752
// check: float asin_s(float x = -0.8, float y = -0.75)
// value: -0.10452858649879082
// expect: x = -0.25000000000000011, y = -0.9272952180016123
long double asin_x(long double x, long double y) { return y * asinl(x) + x; }
// check: long double asin_x(long double x = 0.3, long double y = 1.5)
// value: 0.75703898102309619
// expect: x = 2.5724272550828773, y = 0.30469265401539752
// check: long double asin_x(long double x = -0.8, long double y = -0.75)
// value: -0.10452858649879082
// expect: x = -0.25000000000000011, y = -0.9272952180016123
