// The sign of one number in the bits of another.
#include <stdint.h>
#include <string.h>
static double cs(double x, double y) { uint64_t a, b; memcpy(&a,&x,8); memcpy(&b,&y,8); a = (a & 0x7fffffffffffffffull) | (b & 0x8000000000000000ull); double r; memcpy(&r,&a,8); return r; }
// check: double f(double x = 1.5, double y = -0.7)
// expect: x = 2.1, y = -2.25
// tolerance: 1e-7
double f(double x, double y) { return cs(x * x, y) * y; }
