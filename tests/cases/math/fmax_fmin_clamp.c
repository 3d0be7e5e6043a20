// Clamping by fmin and fmax: inside, below and above the range.
#include <math.h>
double clamp(double x, double lo, double hi) { return fmin(fmax(x, lo), hi) * x + lo * hi; }
// check: double clamp(double x = 0.5, double lo = -1.0, double hi = 2.0)
// value: -1.75
// expect: x = 1.0, lo = 2.0, hi = -1.0
// check: double clamp(double x = -3.0, double lo = -1.0, double hi = 2.0)
// value: 1.0
// expect: x = -1.0, lo = -1.0, hi = -1.0
// check: double clamp(double x = 5.0, double lo = -1.0, double hi = 2.0)
// value: 8.0
// expect: x = 2.0, lo = 2.0, hi = 4.0
