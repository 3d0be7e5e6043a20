// Calls as arguments of calls, some repeated with the same values.
#include <math.h>
__attribute__((noinline)) static double g(double a, double b) { return a * exp(-b) + b; }
double nested(double x, double y) { return g(g(x, y), g(y, x)) * g(x, g(x, g(y, y))); }
// check: double nested(double x = 0.8, double y = 1.1)
// value: 3.0109886654532088
// expect: x = 1.3816687893423423, y = 1.983389047944496
