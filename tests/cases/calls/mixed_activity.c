// One helper called with an active and with a constant argument in turn.
__attribute__((noinline)) static double mix(double a, double b) { return a * a * b + b; }
double activity(double x) { return mix(x, 3.0) + mix(2.0, x) * mix(1.5, 0.5) + mix(x, x); }
// check: double activity(double x = 1.2)
// value: 19.997999999999998
// expect: x = 20.645
