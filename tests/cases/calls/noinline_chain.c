// A chain of functions that are never inlined: adjoints cross each call boundary.
#include <math.h>
__attribute__((noinline)) static double inner(double x) { return sin(x) * x; }
__attribute__((noinline)) static double middle(double x, double y) { return inner(x * y) + inner(y); }
__attribute__((noinline)) static double outer(double x, double y) { return middle(x, y) * middle(y, 0.5 * x); }
double chain3(double x, double y) { return outer(x, y) + x; }
// check: double chain3(double x = 1.1, double y = 0.7)
// value: 1.5264412091883439
// expect: x = 2.1200594472311756, y = 1.5008155653868438
