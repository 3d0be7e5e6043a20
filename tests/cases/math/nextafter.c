// nextafter moves by one ulp: slope one in its first argument, none in the direction.
#include <math.h>
double neighbour(double x, double y) { return nextafter(x, y) * x + y; }
// check: double neighbour(double x = 1.5, double y = 3.0)
// value: 5.25
// expect: x = 3, y = 1
float neighbour_s(float x, float y) { return nextafterf(x, y) * x + y; }
// check: float neighbour_s(float x = 1.5, float y = 3.0)
// value: 5.25
// expect: x = 3.0, y = 1.0
