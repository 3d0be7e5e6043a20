// Signs flipped, cleared and set in the bits of a number.
#include <math.h>
#include <stdint.h>
#include <string.h>
union u { double d; uint64_t i; };
// check: double f(double x = 1.5, double y = -0.7)
// expect: x = 0.841474403335, y = -0.1
// tolerance: 1e-7
double f(double x, double y) {
  union u a; a.d = x * y;
  a.i ^= 0x8000000000000000ull;
  uint64_t b; double z = sin(x); memcpy(&b, &z, 8);
  b &= 0x7fffffffffffffffull; memcpy(&z, &b, 8);
  double w = y * y; uint64_t *p = (uint64_t *)&w; *p = *p | 0x8000000000000000ull;
  return a.d + z * 2 + w;
}
