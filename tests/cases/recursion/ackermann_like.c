// Doubly nested recursion: a recursive result is the argument of the next recursive call.
#include <math.h>
static double nest(double x, int m) {
    if (m == 0)
        return 0.7 * x + 0.1;
    return sin(nest(nest(x, m - 1), m - 1)) + 0.2 * x;
}
double ackermann(double x, int m) { return nest(x, m) * x; }
// check: double ackermann(double x = 0.9, int m = 3)
// value: 0.77175942885617832
// expect: x = 1.2052747570837488
