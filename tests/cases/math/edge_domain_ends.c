// Infinite slopes at the ends of a domain are infinite with the right sign.
#include <math.h>
double arcsine(double x) { return asin(x); }
// check: double arcsine(double x = 1.0)
// expect: x = INFINITY
// differences: off (end of the domain)
double arccosine(double x) { return acos(x); }
// check: double arccosine(double x = 1.0)
// expect: x = -INFINITY
// differences: off (end of the domain)
double logarithm(double x) { return log(x); }
// check: double logarithm(double x = 0.0)
// value: -INFINITY
// expect: x = INFINITY
// differences: off (end of the domain)
double area_tangent(double x) { return atanh(x); }
// check: double area_tangent(double x = 1.0)
// value: INFINITY
// expect: x = INFINITY
// differences: off (end of the domain)
double area_cosine(double x) { return acosh(x); }
// check: double area_cosine(double x = 1.0)
// value: 0.0
// expect: x = INFINITY
// differences: off (end of the domain)
