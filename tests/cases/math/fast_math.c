// The same under -ffast-math, with builtins.
// flags: -ffast-math -Wno-nan-infinity-disabled
#include <math.h>
// check: double f(double *x = {1, 2, 3, 4}, int n = 4)
// expect: x = {5.80593810224, 8.18390315017, 10.6436032981, 13.2040317509}
// tolerance: 1e-7
double f(double *x, int n) { double *a = __builtin_assume_aligned(x, 8); double s = 0; for (int i = 0; i < n; i++) if (__builtin_expect(a[i] > 0, 1)) s += __builtin_sin(a[i]) / a[i] + __builtin_fabs(a[i]) + __builtin_pow(a[i], 1.5) + sqrt(a[i]) + __builtin_fma(a[i], a[i], 1) + atan2(a[i], 2) + hypot(a[i], 1); return s; }
