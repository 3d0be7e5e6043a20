// A union of a double and its bits: clearing the sign through the integer view is an absolute value.
#include <stdint.h>
double magnitude(double x, double y) {
    union { double d; uint64_t u; } v;
    v.d = x * y;
    v.u &= 0x7fffffffffffffffULL;
    return v.d * 2.0 + x;
}
// check: double magnitude(double x = 1.5, double y = -2.0)
// value: 7.5
// expect: x = 5.0, y = -3.0
