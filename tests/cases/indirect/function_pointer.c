// A function pointer chosen by an integer is called in a loop.
#include <math.h>
static double square(double x) { return x * x; }
static double wave(double x) { return sin(3.0 * x); }
double repeat(double x, int which, int n) {
    double (*op)(double) = which ? square : wave;
    for (int i = 0; i < n; ++i)
        x = op(x) + 0.1 * x;
    return x;
}
// check: double repeat(double x = 0.8, int which = 0, int n = 4)
// value: 0.98477418301641906
// expect: x = 9.8250583508418163
// check: double repeat(double x = 0.8, int which = 1, int n = 4)
// value: 0.20690888897986576
// expect: x = 3.06887015110861
