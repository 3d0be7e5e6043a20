// nexttoward takes a long double direction: slope one in x, none in the direction.
#include <math.h>
double toward(double x, long double y) { return nexttoward(x, y) * x; }
// check: double toward(double x = 1.5, long double y = 3.0)
// value: 2.25
// expect: x = 3.0, y = 0.0
