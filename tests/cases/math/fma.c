// Fused multiply-add in three precisions.
#include <math.h>
double fma_d(double x, double y, double z) { return fma(x, y, z) * z; }
// check: double fma_d(double x = 1.5, double y = -2.25, double z = 0.75)
// value: -1.96875
// expect: x = -1.6875, y = 1.125, z = -1.875
float fma_s(float x, float y, float z) { return fmaf(x, y, z) * z; }
// check: float fma_s(float x = 1.5, float y = -2.25, float z = 0.75)
// value: -1.96875
// expect: x = -1.6875, y = 1.125, z = -1.875
long double fma_x(long double x, long double y, long double z) { return fmal(x, y, z) * z; }
// check: long double fma_x(long double x = 1.5, long double y = -2.25, long double z = 0.75)
// value: -1.96875
// expect: x = -1.6875, y = 1.125, z = -1.875
