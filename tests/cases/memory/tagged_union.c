// A tagged union of numbers and integers, passed and returned by value.
#include <string.h>
#include <stdint.h>
typedef struct { int tag; union { double d; int64_t i; struct { float a, b; } ff; } u; } val;
static val add(val a, val b) { val r; memset(&r, 0, sizeof r); if (a.tag == 0 && b.tag == 0) { r.tag = 0; r.u.d = a.u.d + b.u.d; } else if (a.tag == 1) { r.tag = 1; r.u.i = a.u.i + b.u.i; } else { r = a; } return r; }
// check: double f(double x = 1.5, double y = 2.5)
// expect: x = 15, y = 15
// tolerance: 1e-7
double f(double x, double y) { val a = {0, {.d = x * y}}, b = {0, {.d = y}}, c = {1, {.i = 3}}; val r = add(a, b), q = add(c, c); return r.u.d * (double)q.u.i; }
